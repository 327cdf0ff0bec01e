"""What to buy: first what keeps the capital, then ships where only the sea leads to the enemy,
then the army that does best against the one opposite."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

from sandtable.game.answers import Buy, UnitSpec
from sandtable.game.steps.mobilize import why_not_build
from sandtable.players.captain.shipping import CROWD, passengers, ships, transports
from sandtable.players.staff.chances import Heap, chances, plus, worth
from sandtable.players.staff.heading import heading, overseas
from sandtable.players.staff.outlook import FAR, Outlook
from sandtable.players.staff.standing import Standing, besieged
from sandtable.players.trial import Choice
from sandtable.rules.units import FACILITY, UnitType
from sandtable.words.reasons import Reason

RICH = 25
"""The income from which a factory nearer to the front is worth its price."""

SPARE = 3
"""Prices of a factory that must be left over for one more."""


class Cart:
    """What is bought so far, and what is left to spend."""

    def __init__(self, look: Outlook) -> None:
        d, power = look.d, look.power
        self.look, self.doctrine = look, look.doctrine
        self.standing = Standing(look)
        self.head = heading(look)
        self.money = d.treasuries[power]
        self.sites = dict(d.production_sites())
        self.room = sum(self.sites.values())
        self.sale = [unit for unit in d.kinds[power] if unit.cost]
        self.bought: dict[int, int] = {}
        self.spent: dict[str, int] = {}
        """Money by what it was spent for."""
        self.built = -1
        """Where a new factory is to stand."""
        self.endangered = -1
        """What most needs the defenders."""
        self.walkers = [unit for unit in self.sale if unit.land and unit.captures]

    def take(self, unit: UnitType | None, number: int = 1) -> int:
        """Buy as many of a unit as there is money and room for, up to a number."""
        if unit is None or not unit.cost:
            return 0
        number = min(number, self.money // unit.cost)
        if unit.domain != FACILITY:
            number = min(number, self.room)
            self.room -= max(0, number)
        if number <= 0:
            return 0
        self.bought[unit.index] = self.bought.get(unit.index, 0) + number
        self.money -= unit.cost * number
        return number

    def heap(self, *, land: bool = True) -> Heap:
        """What is bought so far, as a heap: of land units and planes, or of ships."""
        return tuple(
            self.bought.get(unit.index, 0)
            if unit.domain != FACILITY and unit.sea is not land
            else 0
            for unit in self.look.ed.units
        )

    def reason(self) -> Reason:
        """What most of the money is spent on."""
        goal = max(self.spent, key=lambda goal: self.spent[goal], default="save")
        if not self.spent.get(goal):
            return Reason("save")
        if goal == "army" and 2 * self.flying() > sum(self.spent.values()):
            goal = "planes"
        return Reason(goal, self.endangered if goal == "defend" else self.built)

    def flying(self) -> int:
        """The money for planes, also for those that took the places of others."""
        units = self.look.ed.units
        return sum(n * (units[u].cost or 0) for u, n in self.bought.items() if units[u].air)

    def answer(self) -> Buy:
        return Buy(tuple(UnitSpec(n, unit) for unit, n in sorted(self.bought.items()) if n))


def purchase(look: Outlook) -> Choice:
    """Everything that is bought in a turn, and what most of it is for."""
    cart = Cart(look)
    if not cart.walkers or not cart.room:
        return Choice(Buy(()), Reason("save"))
    spend(cart, guard, "defend")
    if overseas(cart.look):
        spend(cart, factory, "factory")
        spend(cart, ships, "ships")
        if passengers(cart.look) - 2 * transports(cart) >= CROWD:
            spend(cart, planes, "flights")
    spend(cart, army, "army")
    spend(cart, planes, "planes")
    spend(cart, annex, "annex")
    return Choice(cart.answer(), cart.reason())


def spend(cart: Cart, what: Callable[[Cart], None], goal: str) -> None:
    """Buy something, and remember what the money went into."""
    before = cart.money
    what(cart)
    cart.spent[goal] = cart.spent.get(goal, 0) + before - cart.money


# --- what must not fall


def guard(cart: Cart) -> None:
    """Defenders for capitals and factories that could fall, as many as it takes."""
    look = cart.look
    cheap = min(cart.walkers, key=lambda u: ((u.cost or 0) / max(1, u.defense), u.index))
    none = (0,) * len(look.ed.units)
    sites = sorted(cart.sites, key=lambda s: (s not in look.capitals, -look.ground(s)))
    for site in sites:
        capital = site in look.capitals
        bearable = cart.doctrine.safe if capital else cart.doctrine.site_risk
        heap = plus(look.friends_at(site), returning(look, site))
        number = most = min(cart.sites[site], cart.room, cart.money // (cheap.cost or 1))
        for n in range(most + 1):
            if capital and besieged(look, site, more(none, cheap.index, n)) > cart.doctrine.siege:
                continue
            if cart.standing.fall(site, more(heap, cheap.index, n)) <= bearable:
                number = n
                break
        else:
            if not capital:
                continue
            if upgrade(cart, site, heap, cheap):
                cart.endangered = site
                continue
        if cart.take(cheap, number) and cart.endangered < 0:
            cart.endangered = site


def upgrade(cart: Cart, site: int, heap: Heap, cheap: UnitType) -> bool:
    """Where factories are too small for enough of the cheap ones, buy better defenders."""
    room = min(cart.sites[site], cart.room)
    fit = [u for u in cart.sale if (u.land and u.captures) or u.air]
    best = max(fit, key=lambda u: (u.defense, -(u.cost or 0)))
    spare = cart.money - room * (cheap.cost or 0)
    extra = (best.cost or 0) - (cheap.cost or 0)
    number = min(room, spare // extra) if extra > 0 else 0
    if number <= 0:
        return False
    cart.take(best, number)
    cart.take(cheap, room - number)
    return True


def returning(look: Outlook, site: int) -> Heap:
    """Half of the own land units and fighters near a territory: what could come to guard it."""
    found = [0] * len(look.ed.units)
    for near in look.board.land_neighbors[site]:
        for token, count in look.d.stacks[near]:
            kind = look.ed.units[token.unit]
            if token.power == look.power and kind.land and not kind.bystander:
                found[token.unit] += count
    return tuple(n // 2 for n in found)


def more(heap: Heap, unit: int, number: int) -> Heap:
    return (*heap[:unit], heap[unit] + number, *heap[unit + 1 :])


# --- the army


def army(cart: Cart) -> None:
    """Land units for the rest of the money: the mix that does best against the enemy opposite."""
    if not cart.room or not cart.money:
        return
    own, other = fronts(cart.look)
    mixes = list(combinations(cart))
    if not mixes:
        return
    if any(own) and any(other):
        bought = plus(own, cart.heap())
        heaps = [plus(bought, mix) for mix in mixes]
        attack = chances(cart.look.ed, False, heaps, [other] * len(heaps))
        defend = chances(cart.look.ed, False, [other] * len(heaps), heaps)
        scores = [
            a.swing - b.swing + cart.doctrine.conquest * (a.takes - b.takes)
            for a, b in zip(attack, defend, strict=True)
        ]
    else:
        scores = [0.0] * len(mixes)
    scores = [s + usual(cart, mix) for s, mix in zip(scores, mixes, strict=True)]
    best = max(range(len(mixes)), key=lambda at: (scores[at], -at))
    for unit, number in enumerate(mixes[best]):
        if number:
            cart.take(cart.look.d.kinds[cart.look.power][unit], number)


def usual(cart: Cart, mix: Heap) -> float:
    """What is good about some units wherever they fight: both numbers and hits, and speed."""
    steps = min((cart.head[s] for s in cart.sites), default=0.0)
    kinds = cart.look.d.kinds[cart.look.power]
    fodder = sum(n for unit, n in enumerate(mix))
    attack = sum(n * kinds[unit].attack for unit, n in enumerate(mix))
    helped = sum(
        min(n, mix[other]) * (number - kinds[other].attack)
        for unit, n in enumerate(mix)
        for other, number in kinds[unit].supports
    )
    late = sum(
        n * (kinds[unit].cost or 0) * cart.doctrine.delay * steps / max(1, kinds[unit].move)
        for unit, n in enumerate(mix)
        if n
    )
    return cart.doctrine.balance * sqrt(fodder * (attack + helped)) - late


def combinations(cart: Cart) -> list[Heap]:
    """Mixes of land units that spend the money: cheap ones, with some of each stronger kind."""
    cheap = min(cart.walkers, key=lambda u: (u.cost or 0, u.index))
    strong = sorted((u for u in cart.walkers if u is not cheap), key=lambda u: u.index)
    if overseas(cart.look):
        loads = [u for u in cart.look.d.kinds[cart.look.power] if u.sea and u.loads]
        strong = [u for u in strong if any(s.holds((u.index, cheap.index)) for s in loads)]
    found: list[Heap] = []
    none = (0,) * len(cart.look.ed.units)

    def fill(mix: Heap, money: int, room: int) -> None:
        number = min(room, money // (cheap.cost or 1))
        found.append(more(mix, cheap.index, number))

    def extend(at: int, mix: Heap, money: int, room: int) -> None:
        if at == len(strong):
            fill(mix, money, room)
            return
        cost = strong[at].cost or 1
        most = min(room, money // cost)
        step = max(1, most // 4)
        for number in range(0, most + 1, step):
            extend(
                at + 1, more(mix, strong[at].index, number), money - number * cost, room - number
            )

    extend(0, none, cart.money, cart.room)
    least = min((cart.money - worth(cart.look.ed, mix) for mix in found), default=0)
    limit = least + (cheap.cost or 0) - 1
    found = [mix for mix in found if any(mix) and cart.money - worth(cart.look.ed, mix) <= limit]
    if overseas(cart.look):
        waiting = stranded(cart.look)
        paired = [mix for mix in found if most_in_pairs(plus(mix, waiting), cheap.index)]
        return paired or [max(found, key=lambda mix: mix[cheap.index])] if found else []
    return found


def stranded(look: Outlook) -> Heap:
    """Own land units that wait for ships."""
    found = [0] * len(look.ed.units)
    for space, stack in enumerate(look.d.stacks):
        if look.campaign[space] == FAR and not look.board.sea[space]:
            for token, count in stack:
                if token.power == look.power and look.ed.units[token.unit].captures:
                    found[token.unit] += count
    return tuple(found)


def most_in_pairs(heap: Heap, cheap: int) -> bool:
    """Whether there is a cheap unit for each dear one: a transport takes one of each."""
    return sum(heap) <= 2 * heap[cheap] + 1


def fronts(look: Outlook) -> tuple[Heap, Heap]:
    """The largest enemy army that stands near one's own, and what can go against it."""
    ed, d = look.ed, look.d
    best: tuple[int, int] | None = None
    for space, stack in enumerate(d.stacks):
        if look.board.sea[space] or not any(look.enemy[t.power] for t, _ in stack):
            continue
        if not any(t.power == look.power for s in around(look, space) for t, _ in d.stacks[s]):
            continue
        size = worth(ed, look.enemies_at(space))
        if best is None or size > best[0]:
            best = size, space
    if best is None:
        none = (0,) * len(ed.units)
        return none, none
    space = best[1]
    own = (0,) * len(ed.units)
    for near in around(look, space):
        own = plus(own, tuple(n if ed.lands[u] else 0 for u, n in enumerate(look.friends_at(near))))
    return own, look.enemies_at(space)


def around(look: Outlook, space: int) -> list[int]:
    """Territories within two steps by land."""
    near = look.board.land_neighbors
    return sorted({s for n in near[space] for s in (n, *near[n])} - {space})


def planes(cart: Cart) -> None:
    """Planes for money that there are no places for: the dearest way to use a place."""
    kinds = [u for u in cart.sale if u.air]
    if not kinds:
        return
    best = max(kinds, key=lambda u: ((u.attack + u.defense) / (u.cost or 1), -u.index))
    while cart.money > 0:
        if cart.take(best):
            continue
        if cart.room:
            return
        given = [u for u in cart.walkers if cart.bought.get(u.index, 0)]
        swap = min(given, key=lambda u: (u.cost or 0, u.index), default=None)
        if swap is None or cart.money + (swap.cost or 0) < (best.cost or 0):
            return
        cart.bought[swap.index] -= 1
        cart.money += swap.cost or 0
        cart.room += 1


# --- factories


def factory(cart: Cart) -> None:
    """A factory near the front, for a rich power whose armies have to cross the sea."""
    d, look = cart.look.d, cart.look
    if d.production(look.power) < RICH or len(cart.sites) > 2:
        return
    kind = factory_kind(cart)
    site = factory_site(cart, kind.index) if kind is not None else None
    if site is not None and cart.take(kind):
        cart.built = site


def annex(cart: Cart) -> None:
    """One more factory, for money that will not find places for units in the next turn either."""
    kind = factory_kind(cart)
    if kind is None or cart.built >= 0 or cart.money < SPARE * (kind.cost or 0):
        return
    site = factory_site(cart, kind.index)
    site = any_site(cart, kind.index) if site is None else site
    if site is not None and cart.take(kind):
        cart.built = site


def factory_kind(cart: Cart) -> UnitType | None:
    return next((u for u in cart.sale if u.domain == FACILITY and u.produces), None)


def factory_site(cart: Cart, unit: int) -> int | None:
    """The best place for a factory: near the enemy, worth it, and not to be lost."""
    look = cart.look
    home = min((cart.head[s] for s in cart.sites), default=0.0)
    fit = [
        s
        for s in safe_sites(cart, unit)
        if look.ed.values[s] >= 2 and look.march[s] < FAR and cart.head[s] <= home - 2
    ]
    return max(fit, key=lambda s: (look.ed.values[s], -cart.head[s], -s), default=None)


def any_site(cart: Cart, unit: int) -> int | None:
    """The place where a factory makes most, wherever that is."""
    values = cart.look.ed.values
    return max(safe_sites(cart, unit), key=lambda s: (values[s], -cart.head[s], -s), default=None)


def safe_sites(cart: Cart, unit: int) -> list[int]:
    """Where a factory may be built and will not be lost at once."""
    look = cart.look
    return [
        s
        for s, value in enumerate(look.ed.values)
        if value
        and why_not_build(look.d, s, unit) is None
        and cart.standing.fall(s, look.friends_at(s)) < 0.05
    ]
