"""Opening fire: guns and bombarding ships."""

from __future__ import annotations

from sandtable.game import flak
from sandtable.game.answers import Bombard
from sandtable.game.cargo import marked
from sandtable.game.draft import Draft
from sandtable.game.picking import matches
from sandtable.game.queries import landed_from
from sandtable.game.state import Battle, Force
from sandtable.game.telling import tell_tokens
from sandtable.rules.battle import can_take, shots
from sandtable.rules.position import FOUGHT, Token, added, with_mark
from sandtable.rules.refusal import InvalidAnswer
from sandtable.rules.roll import RollRequest

# --- guns


def no_flak(d: Draft, battle: Battle) -> bool:
    """Whether no gun fires in a battle."""
    return not any(d.ed.air[t.unit] for t, _ in battle.attack) or not flak.gun_number(
        d, battle.space
    )


def antiair(d: Draft, battle: Battle) -> bool | None:
    """The gun of the territory fires once at each attacking aircraft, kind by kind."""
    if no_flak(d, battle):
        return None
    number = flak.gun_number(d, battle.space)
    groups: dict[tuple[int, int], tuple[Token, int]] = {}
    for token, count in battle.attack:
        if d.ed.air[token.unit]:
            key = (token.power, token.unit)
            groups[key] = token, count + (groups[key][1] if key in groups else 0)
    several = len({power for power, _ in groups}) > 1
    found = []
    for (power, unit), (token, count) in sorted(groups.items()):
        kind = f"antiair:{d.ed.units[unit].id}" + (f":{power}" if several else "")
        shot = flak.shot_at(d, token, count, number, kind)
        if shot is not None:
            found.append(shot)
    if not found:
        return None
    owner = d.power_id(flak.gun_owner(d, battle.space))
    d.roll = RollRequest("antiair", owner, d.space_id(battle.space), tuple(found))
    return False


# --- bombardment


def bombarders(d: Draft, territory: int) -> list[tuple[int, Token, int]]:
    """(zone, ship, count) of the ships that may bombard for a landing."""
    found = []
    for zone in d.ed.board.sea_neighbors[territory]:
        if landed_from(d, zone, territory):
            found += [
                (zone, t, n)
                for t, n in d.own(zone)
                if d.kind(t).bombards and not t.mark.flags & FOUGHT
            ]
    return found


def name_ships(d: Draft, battle: Battle) -> bool | None:
    """Ask which ships bombard, if any can and there is something to hit."""
    field = d.field(battle)
    if (
        not battle.amphibious
        or not any(can_take(field, "bombard", t, frozenset()) for t, _ in battle.defend)
        or not bombarders(d, battle.space)
    ):
        return None
    d.battle = battle._replace(asked=(d.power,))
    return False


def choose_ships(d: Draft, given: Bombard) -> None:
    """The ships that were named are to fire."""
    battle = d.battle
    ships: Force = ()
    for zone, units in given.places:
        for spec in units:
            left = spec.number
            able = [(t, n) for z, t, n in bombarders(d, battle.space) if z == zone]
            able.sort(key=lambda entry: entry[0].power != d.power)  # a partner's if named or needed
            for token, count in able:
                if left and matches(d, token, spec):
                    used = min(left, count)
                    done = with_mark(token, marked(d, token, FOUGHT))
                    d.change(zone, token, used, done)
                    ships = added(ships, done, used)
                    left -= used
            if left:
                refuse_bombarding(d, zone, spec.unit, battle.space)
    d.battle = battle._replace(ships=ships, asked=())
    if ships:
        tell_tokens(d, "bombarding", ships, space=d.space_id(battle.space))


def no_ships(d: Draft, battle: Battle) -> bool:
    return not battle.ships


def bombard(d: Draft, battle: Battle) -> bool | None:
    """The ships that were named fire."""
    if no_ships(d, battle):
        return None
    fired = shots(
        d.field(battle), battle.ships, (), attacking=True, first_strike=False, struck=False
    )
    d.roll = RollRequest(
        "bombard",
        d.power_id(d.power),
        d.space_id(battle.space),
        tuple(shot._replace(kind="bombard") for shot in fired),
    )
    return False


def refuse_bombarding(d: Draft, zone: int, unit: int, territory: int) -> None:
    kind = d.ed.units[unit]
    facts = {"unit": kind.id, "zone": d.space_id(zone), "territory": d.space_id(territory)}
    present = [t for t, _ in d.stacks[zone] if t.unit == unit]
    own = [t for t in present if d.orders(t)]
    if present and not own:
        d.ed.refuse("bombardment/own-power-only", "only own ships bombard", **facts)
    if any(d.kind(t).bombards and t.mark.flags & FOUGHT for t in own):
        d.ed.refuse(
            "bombardment/not-after-sea-combat",
            "the ship has fought or bombarded this turn",
            **facts,
        )
    if own:
        d.ed.refuse(
            "bombardment/battleships-support-landing",
            f"no {kind.id} can bombard from {d.space_name(zone)}",
            **facts,
        )
    raise InvalidAnswer(f"there is no {kind.id} in {d.space_id(zone)}")
