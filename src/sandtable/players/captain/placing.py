"""Where new units come on the board."""

from __future__ import annotations

from sandtable.game.answers import Place
from sandtable.game.offers import placing
from sandtable.game.state import Decision
from sandtable.players.captain.building import Cart, any_site, factory_site, more
from sandtable.players.captain.shipping import home_port
from sandtable.players.random_player import RandomPlayer
from sandtable.players.staff.chances import Heap
from sandtable.players.staff.outlook import Outlook
from sandtable.players.trial import Choice
from sandtable.rules.units import FACILITY
from sandtable.words.reasons import Reason


def placement(look: Outlook, asked: Decision, seed: str) -> Choice:
    """New units where they are needed: in a capital that could fall, else where they serve best."""
    d, cart = look.d, Cart(look)
    ed = cart.look.ed
    pieces = [unit for unit, number in enumerate(d.turn.bought) for _ in range(number)]
    chosen = [
        *facilities(cart, [u for u in pieces if ed.units[u].domain == FACILITY]),
        *launched(cart, [u for u in pieces if ed.ships[u]]),
        *ashore(cart, [u for u in pieces if not ed.ships[u] and ed.units[u].domain != FACILITY]),
    ]
    found: Place = placing.placing(tuple(chosen))
    if placing.placeable(d, asked.power, found):
        return Choice(found, why(cart, chosen))
    return Choice(RandomPlayer(seed).placement(d, asked), Reason("random"))


def why(cart: Cart, chosen: list[tuple[int, int]]) -> Reason:
    """The reason for where most of the new units go."""
    spaces = [space for space, _ in chosen]
    if not spaces:
        return Reason("only")
    most = max(sorted(set(spaces)), key=spaces.count)
    if most in cart.look.capitals:
        heap = cart.look.friends_at(most)
        if cart.standing.fall(most, heap) > cart.doctrine.safe:
            for space, unit in chosen:
                heap = more(heap, unit, 1) if space == most else heap
            return Reason("defend", most, risk=cart.standing.fall(most, heap))
    return Reason("reinforce", most)


def facilities(cart: Cart, pieces: list[int]) -> list[tuple[int, int]]:
    found = []
    for unit in pieces[:1]:
        site = factory_site(cart, unit)
        site = any_site(cart, unit) if site is None else site
        if site is not None:
            found.append((site, unit))
    return found


def launched(cart: Cart, pieces: list[int]) -> list[tuple[int, int]]:
    """Ships at the port that is safest for them."""
    chosen = []
    for unit in pieces:
        port = home_port(cart)
        near = cart.look.board.land_neighbors[port] if port is not None else ()
        sites = [s for s in near if cart.sites.get(s, 0) > 0]
        if port is None or not sites:
            break
        cart.sites[max(sites, key=lambda s: (cart.sites[s], -s))] -= 1
        chosen.append((port, unit))
    return chosen


def ashore(cart: Cart, pieces: list[int]) -> list[tuple[int, int]]:
    """Land units and planes: first as many as a capital needs, then each where it serves best."""
    look, units = cart.look, cart.look.ed.units
    heaps: dict[int, Heap] = {site: look.friends_at(site) for site in cart.sites}
    pieces = sorted(pieces, key=lambda u: (units[u].bystander, units[u].cost or 0, u))
    chosen: list[tuple[int, int]] = []

    def put(site: int, unit: int) -> None:
        heaps[site] = more(heaps[site], unit, 1)
        cart.sites[site] -= 1
        pieces.remove(unit)
        chosen.append((site, unit))

    for capital in look.capitals:
        while pieces and cart.sites.get(capital, 0) > 0:
            if cart.standing.fall(capital, heaps[capital]) <= cart.doctrine.safe:
                break
            put(capital, pieces[0])
    for unit in sorted(pieces, key=lambda u: (-units[u].defense, u)):
        site = best_site(cart, heaps, unit)
        if site is not None:
            put(site, unit)
    return chosen


def best_site(cart: Cart, heaps: dict[int, Heap], unit: int) -> int | None:
    """The factory where a unit saves most, or from where it has the shortest way."""

    def value(site: int) -> tuple[float, int]:
        loss = cart.standing.loss
        saved = loss(site, heaps[site]) - loss(site, more(heaps[site], unit, 1))
        cost = cart.look.ed.units[unit].cost or 0
        lost = loss(site, more(heaps[site], unit, 1)) / max(1, sum(heaps[site]) + 1)
        return saved - min(lost, cost) - cart.doctrine.step * cost * cart.head[site], -site

    return max((s for s, room in cart.sites.items() if room > 0), key=value, default=None)
