"""When and how to use national advantages, each by what it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from itertools import islice

from sandtable.game.advantages import decoding, divisions, garrison, lend_lease, moments
from sandtable.game.advantages import sacrifice as swearing
from sandtable.game.advantages import treaty as pact
from sandtable.game.advantages.registry import Occasion
from sandtable.game.answers import Decline, Part, UnitSpec, Use
from sandtable.game.draft import Draft
from sandtable.game.offers import uses
from sandtable.game.state import Decision
from sandtable.players.captain.special import assailants, loss, one_unit
from sandtable.players.interface import Choice, Reason
from sandtable.players.staff.chances import Heap, chance, heap_of, plus
from sandtable.players.staff.outlook import FAR, Outlook
from sandtable.rules.battle import hits_left
from sandtable.rules.edition import Edition
from sandtable.rules.position import SWORN, Token
from sandtable.rules.traits import Bonus

Parts = tuple[Part, ...]
Thought = Callable[[Draft, Occasion, Outlook], tuple[Parts, Reason] | None]
"""The details of a use and why, or None if it is better to wait."""

PATIENT = 8.0
"""IPCs that the one use of an advantage should bring before the game; two less in each round."""
LEAST = 2.0


def use(look: Outlook, asked: Decision) -> Choice:
    """Use an advantage now, or keep it for later."""
    d = look.d
    occasion = moments.occasion_of(d)
    name = occasion.trait.id
    thought = USES.get(occasion.trait.module)
    found = thought(d, occasion, look) if thought else None
    if found is not None and uses.accepted(d, asked.power, Use(name, found[0])):
        return Choice(Use(name, found[0]), found[1])
    if uses.accepted(d, asked.power, Decline(name)):
        return Choice(Decline(name), Reason("wait"))
    return Choice(next(islice(uses.answers(d, asked), 1)), Reason("only"))


def worth_it(d: Draft, gain: float) -> bool:
    """Whether the one use of an advantage brings enough now; nobody waits for ever."""
    return gain > max(LEAST, PATIENT - 2 * d.round)


def at_once(d: Draft, occasion: Occasion, look: Outlook) -> tuple[Parts, Reason] | None:
    """For what costs nothing: free units."""
    return (), Reason("use", occasion.space)


# --- better numbers


@lru_cache(maxsize=16)
def hardened(edition: Edition, bonuses: tuple[Bonus, ...]) -> Edition:
    """An edition in which units defend as they would with some bonuses."""
    units = list(edition.units)
    for bonus in bonuses:
        for unit in bonus.units:
            if not bonus.attacking:
                better = max(units[unit].defense + bonus.add, bonus.value)
                units[unit] = replace(units[unit], defense=better)
    name = ":".join(f"{unit.id}{unit.defense}" for unit in units)
    return replace(edition, units=tuple(units), digest=f"{edition.digest}:{name}")


def declared(d: Draft, occasion: Occasion, look: Outlook) -> tuple[Parts, Reason] | None:
    """Better numbers in defense for a round: when enemies would gain much by attacks now."""
    given = d.ed.traits[occasion.trait.data["trait"]]
    better = hardened(d.ed, given.bonuses)
    gain = worst = 0.0
    place = -1
    for space, owner in enumerate(d.owners):
        if owner != occasion.power or look.board.sea[space] or not any(look.friends_at(space)):
            continue
        threat, stand = look.threat(space), look.friends_at(space)
        if not any(threat):
            continue
        plain, hard = chance(d.ed, False, threat, stand), chance(better, False, threat, stand)
        saved = max(0.0, plain.swing + plain.takes * look.ground(space))
        saved -= max(0.0, hard.swing + hard.takes * look.ground(space))
        # An enemy attacks where that pays; all that does not is no loss without it either.
        gain += max(0.0, saved)
        if saved > worst:
            worst, place = saved, space
    if not worth_it(d, gain):
        return None
    return (), Reason("Enemies are about to attack {space}", place, gain=gain)


# --- places


def reinforced(d: Draft, occasion: Occasion, look: Outlook) -> tuple[Parts, Reason] | None:
    """Free defenders where an attack would otherwise cost most."""
    data = occasion.trait.data
    more = one_unit(d, d.ed.unit_index[data["unit"]], data["count"])

    def saved(space: int) -> float:
        attack, defend = assailants(d, space), look.friends_at(space)
        return loss(look, space, attack, defend) - loss(look, space, attack, plus(defend, more))

    spaces = pact.attacked_at_home(d, occasion)
    best = max(spaces, key=lambda space: (saved(space), -space), default=None)
    return None if best is None else ((Part(path=(best,)),), Reason("defend", best))


def colony(d: Draft, occasion: Occasion, look: Outlook) -> tuple[Parts, Reason] | None:
    """A complex where it makes most, is not lost at once, and from where the enemy can be reached
    by land."""

    def rank(space: int) -> tuple[float, int]:
        march = 4.0 if look.march[space] < FAR else 0.0
        return 2 * d.ed.values[space] + march - 8 * look.danger(space).takes, -space

    best = max(garrison.colonies(d, occasion), key=rank, default=None)
    if best is None:
        return None
    goal = "base" if look.march[best] < FAR else "works"
    return (Part(path=(best,)),), Reason(goal, best)


def division(d: Draft, occasion: Occasion, look: Outlook) -> tuple[Parts, Reason] | None:
    """A free unit where it saves most, or else nearest to the enemy."""
    more = one_unit(d, d.ed.unit_index[occasion.trait.data["unit"]])

    def rank(space: int) -> tuple[float, int, int]:
        threat, stand = look.threat(space), look.friends_at(space)
        saved = loss(look, space, threat, stand) - loss(look, space, threat, plus(stand, more))
        return round(saved if any(threat) else 0.0, 1), -look.march[space], -space

    best = max(divisions.held_spaces(d, occasion), key=rank, default=None)
    return None if best is None else ((Part(path=(best,)),), Reason("reinforce", best))


# --- units of others


def borrowed(d: Draft, occasion: Occasion, look: Outlook) -> tuple[Parts, Reason] | None:
    """As many friends' units as may be had, the dearest first: they act together with ours."""
    each = occasion.trait.data["each"]
    left: dict[int, int] = {}
    parts: list[Part] = []
    loans = sorted(
        lend_lease.on_loan(d, occasion),
        key=lambda loan: (-(d.ed.units[loan[1].unit].cost or 0), loan),
    )
    for space, token, count in loans:
        if d.ed.ships[token.unit] or token.cargo:
            continue
        number = count if not each else min(count, each - left.get(token.power, 0))
        if number > 0:
            left[token.power] = left.get(token.power, 0) + number
            parts.append(Part((UnitSpec(number, token.unit, token.power),), (space,)))
    return (tuple(parts), Reason("Friends' units fight better as our own")) if parts else None


# --- news of an attack


def forewarned(d: Draft, occasion: Occasion, look: Outlook) -> tuple[Parts, Reason] | None:
    """Units come to where they turn an attack, or leave where they would only be lost."""
    best: tuple[float, Part, int] | None = None
    for attacked in sorted(decoding.under_attack(d, occasion)):
        attack, defend = assailants(d, attacked), look.friends_at(attacked)
        now = loss(look, attacked, attack, defend)
        for near in d.ed.board.neighbors[attacked]:
            for start, end in ((near, attacked), (attacked, near)):
                moved = mobile(d, occasion, start, end)
                heap = heap_of(d.ed, moved)
                if not moved:
                    continue
                if end == attacked:
                    then = loss(look, attacked, attack, plus(defend, heap))
                    rest = minus(look.friends_at(start), heap)
                    bare = loss(look, start, look.threat(start), rest)
                    then += max(0.0, bare - max(0.0, look.danger(start).swing))
                else:
                    then = loss(look, attacked, attack, minus(defend, heap))
                units = tuple(UnitSpec(n, t.unit, -1) for t, n in moved)
                if best is None or now - then > best[0]:
                    best = (now - then, Part(units, (start, end)), attacked)
    if best is None or not worth_it(d, best[0]):
        return None
    return (best[1],), Reason("We know of the attack on {space}", best[2], gain=best[0])


def mobile(d: Draft, occasion: Occasion, start: int, end: int) -> list[tuple[Token, int]]:
    """Everything of a power that may go from one space to the other; the cheapest unit of a space
    that is left stays, where somebody must."""
    own = [(t, n) for t, n in d.stacks[start] if t.power == occasion.power and not t.cargo]
    own = [
        (t, n)
        for t, n in own
        if not d.kind(t).bystander and not decoding.judge(d, occasion, [(t, 1)], start, end)[0]
    ]
    while own and decoding.judge(d, occasion, own, start, end)[0]:
        token, count = min(own, key=lambda entry: (d.kind(entry[0]).cost or 0, entry[0]))
        own.remove((token, count))
        if count > 1:
            own.append((token, count - 1))
    return own


def minus(a: Heap, b: Heap) -> Heap:
    return tuple(max(0, x - y) for x, y in zip(a, b, strict=True))


# --- units that give themselves up


def sworn(d: Draft, occasion: Occasion, look: Outlook) -> tuple[Parts, Reason] | None:
    """Units are given up for dearer ones, or when they would be lost anyway."""
    battle = swearing.battle_of(d)
    if battle is None:
        return None
    odd = chance(d.ed, True, heap_of(d.ed, battle.attack), heap_of(d.ed, battle.defend))
    ours = odd.wins if swearing.attacking(d, occasion) else 1 - odd.wins
    aimed = d.ed.rules.sworn_aim
    taken: dict[Token, int] = {}
    parts: list[Part] = []
    for token, count in swearing.candidates(d, occasion, battle):
        for _ in range(count):
            bound = bool(token.mark.flags & SWORN)
            goals = [
                (t, n * hits_left(d.ed, t) - taken.get(t, 0))
                for t, n in swearing.reached(d, occasion, battle, token)
            ]
            goals = [(t, n) for t, n in goals if n > 0]
            if not goals:
                break
            prices = {t: (d.ed.units[t.unit].cost or 0) / hits_left(d.ed, t) for t, _ in goals}
            # Who is not aimed at chooses what is lost: the cheapest.
            goal = (
                max(prices, key=lambda t: (prices[t], t))
                if aimed
                else min(prices, key=lambda t: (prices[t], t))
            )
            pays = hit_chance(d, occasion, token) * prices[goal] > ours * (
                d.ed.units[token.unit].cost or 0
            )
            if not (pays or bound):
                break
            taken[goal] = taken.get(goal, 0) + 1
            aims = (UnitSpec(1, goal.unit, goal.power),) if aimed else ()
            if aimed or not bound:
                parts.append(Part((UnitSpec(1, token.unit),), (), aims))
    return (tuple(parts), Reason("They take more with them")) if parts else None


def hit_chance(d: Draft, occasion: Occasion, token: Token) -> float:
    """How likely a unit that gives itself up hits."""
    attacking = swearing.attacking(d, occasion)
    kind = d.kind(token)
    number = kind.attack if attacking else kind.defense
    for bonus in occasion.trait.bonuses:
        if bonus.sworn and bonus.attacking == attacking and token.unit in bonus.units:
            number = max(number + bonus.add, bonus.value)
    return min(number, 6) / 6


USES: dict[str, Thought] = {
    "russian-winter": declared,
    "nonaggression-treaty": reinforced,
    "salvage": at_once,
    "french-resistance": at_once,
    "colonial-garrison": colony,
    "chinese-divisions": division,
    "lend-lease": borrowed,
    "enigma-decoded": forewarned,
    "kamikaze-attacks": sworn,
    "kaiten-torpedoes": sworn,
}
"""By module. A joint strike is declined: nobody plans for two powers at once."""
