"""Enigma Decoded: units come into a space under attack, or leave it, before combat."""

from __future__ import annotations

from sandtable.game.advantages.registry import MODULES, AdvantageModule, Occasion
from sandtable.game.answers import UnitSpec, Use
from sandtable.game.decks import deck_room
from sandtable.game.draft import Draft
from sandtable.game.picking import matches
from sandtable.game.queries import hostile, passage_open
from sandtable.game.steps.combat_duties import battles_of
from sandtable.rules.position import COMBAT_MOVED, Token
from sandtable.rules.refusal import InvalidAnswer

Force = list[tuple[Token, int]]

REINFORCE = "advantage/enigma-decoded-reinforce"
WITHDRAW = "advantage/enigma-decoded-withdraw"


def under_attack(d: Draft, occasion: Occasion) -> set[int]:
    """Spaces that the acting power attacks and that are friendly to the one that knows of it."""
    enemy = d.at_war[occasion.power]
    found = {
        space for space in d.turn.battles if d.ed.board.sea[space] or not enemy[d.owners[space]]
    }
    if occasion.trait.data["empty_zone"]:
        found |= {
            zone
            for zone in d.ed.board.zones
            for t, _ in d.own(zone)
            if d.ed.ships[t.unit] and t.mark.flags & COMBAT_MOVED and t.mark.origin >= 0
        }
    return found


def why_not(d: Draft, occasion: Occasion, moved: Force, start: int, end: int) -> str:
    """Why units may not make the special move, apart from where it begins and ends."""
    sea = d.ed.board.sea
    if d.ed.board.spaces[end].impassable or not d.ed.board.adjacent(start, end):
        return "it is a move to an adjacent space"
    for token, _ in moved:
        kind = d.ed.units[token.unit]
        if kind.air and sea[end] and not (sea[start] and aboard(d, moved)):
            return "no air unit goes into a sea zone"
        if kind.land and (sea[start] or sea[end]):
            return "land units go by land"
        if kind.sea and not (sea[start] and sea[end]):
            return "ships stay at sea"
        if kind.sea and not passage_open(d, occasion.power, start, end, token.unit):
            return "the passage is closed"
    return ""


def aboard(d: Draft, moved: Force) -> bool:
    """Whether the carriers of a force have room for all its aircraft."""
    room = sum(n * (d.ed.deck_room[t.unit] - len(t.cargo)) for t, n in moved if carrier(d, t))
    planes = [(t, n) for t, n in moved if d.ed.air[t.unit]]
    return sum(n for _, n in planes) <= room and all(d.ed.deck_plane[t.unit] for t, _ in planes)


def carrier(d: Draft, token: Token) -> bool:
    return bool(d.ed.deck_room[token.unit])


def somebody_stays(d: Draft, occasion: Occasion, moved: Force, space: int) -> bool:
    """Whether a unit is left in a space that others leave."""
    leaving = dict(moved)
    enemy = d.at_war[occasion.power]
    own = occasion.trait.data["left_behind"] == "own"
    return any(
        n > leaving.get(t, 0)
        for t, n in d.stacks[space]
        if (t.power == occasion.power if own else not enemy[t.power])
    )


def judge(d: Draft, occasion: Occasion, moved: Force, start: int, end: int) -> tuple[str, str]:
    """The rule against a special move and the reason; empty if there is none."""
    attacked = under_attack(d, occasion)
    if start not in attacked and end not in attacked:
        return REINFORCE, "it leads into a space under attack, or out of one"
    slug = REINFORCE if end in attacked else WITHDRAW
    reason = why_not(d, occasion, moved, start, end)
    if reason:
        return slug, reason
    if end not in attacked and hostile(d, occasion.power, end):
        return slug, f"{d.space_name(end)} is not friendly"
    if start in attacked and not somebody_stays(d, occasion, moved, start):
        return WITHDRAW, "at least one unit stays behind"
    return "", ""


def available(d: Draft, occasion: Occasion) -> bool:
    if d.power_id(d.power) != occasion.trait.data["enemy"]:
        return False
    return any(
        not judge(d, occasion, [(token, 1)], start, end)[0]
        for attacked in under_attack(d, occasion)
        for near in d.ed.board.neighbors[attacked]
        for start, end in ((near, attacked), (attacked, near))
        for token, _ in d.stacks[start]
        if token.power == occasion.power
    )


def use(d: Draft, occasion: Occasion, given: Use) -> None:
    paths = {part.path for part in given.parts}
    facts = {"spaces": [d.space_id(s) for path in sorted(paths) for s in path]}
    refuse = d.ed.refuse
    if len(paths) > 1:
        refuse(REINFORCE, "the units come from one space and go to one", **facts)
    if not paths or not all(part.units for part in given.parts):
        raise InvalidAnswer("say which units go where, as in: 3 tank: archangel > karelia-ssr")
    path = paths.pop()
    if len(path) != 2:
        refuse(REINFORCE, "it is a move to an adjacent space", **facts)
    start, end = path
    moved = named(d, occasion.power, start, [s for part in given.parts for s in part.units])
    slug, reason = judge(d, occasion, moved, start, end)
    if slug:
        refuse(slug, reason, **facts)
    for token, count in moved:
        d.remove(start, token, count)
        d.add(end, token, count)
    stranded = any(carrier(d, t) for t, _ in moved) and deck_room(d, start, occasion.power) < 0
    if stranded:
        refuse("landing/carrier-must-come-for-fighter", "fighters would be left without a deck")
    d.turn = d.turn._replace(battles=battles_of(d, d.turn.assaults))
    d.emit(
        "moved",
        power=d.power_id(occasion.power),
        units=d.counts(moved),
        path=[d.space_id(s) for s in path],
    )


def named(d: Draft, power: int, space: int, units: list[UnitSpec]) -> Force:
    """A power's units in a space that are meant."""
    left = {t: n for t, n in d.stacks[space] if t.power == power}
    found: dict[Token, int] = {}
    for spec in units:
        wanted = spec.number
        for token in sorted(left, key=lambda t: (t.damage, len(t.cargo))):
            if matches(d, token, spec):
                taken = min(wanted, left[token])
                left[token] -= taken
                wanted -= taken
                if taken:
                    found[token] = found.get(token, 0) + taken
        if wanted:
            kind = d.ed.units[spec.unit].id
            raise InvalidAnswer(
                f"{d.power_id(power)} has not {spec.number} {kind} in {d.space_id(space)}"
            )
    return list(found.items())


MODULES["enigma-decoded"] = AdvantageModule(lambda trait: "attacks", available, use)
