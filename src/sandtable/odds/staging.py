"""A battle set up from plain forces, as the combat move would have left it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, NoReturn

from sandtable.game.draft import one
from sandtable.game.flak import dice_at, number_at_home
from sandtable.game.notation.errors import shown
from sandtable.game.notation.names import format_cargo, space_named
from sandtable.odds.fight import Fight
from sandtable.odds.forces import ForceText, Group, parse_force, unit_called
from sandtable.odds.lineup import fight_of, usual_prices, why_not
from sandtable.odds.sides import Names, field_of, is_sea, powers_of, traits_named
from sandtable.rules.battle import Field, boons_at_start, shots
from sandtable.rules.edition import Edition
from sandtable.rules.position import (
    ATTACKS,
    COMBAT_MOVED,
    FRESH,
    SEABORNE,
    Stack,
    Token,
    stack_of,
)
from sandtable.rules.refusal import InvalidAnswer
from sandtable.rules.roll import Shot
from sandtable.rules.units import FACILITY

HIGHEST_PRICE = 1e6


class Staged(NamedTuple):
    """A battle about to begin."""

    edition: Edition
    field: Field
    attack: Stack
    defend: Stack
    guns: Stack
    """Units of the defender that take no part in the battle: antiaircraft guns."""
    ships: Stack
    """Ships that bombard."""
    sea: bool
    attacker: int
    defender: int
    fight: Fight


def stage(
    edition: Edition,
    attack: ForceText,
    defend: ForceText,
    *,
    sea: bool | None = None,
    attacker: str | None = None,
    defender: str | None = None,
    attacker_has: Names = (),
    defender_has: Names = (),
    at: str | None = None,
    landed: ForceText = "",
    bombard: ForceText = "",
    exit: bool = True,
    prices: Mapping[str, float] | None = None,
) -> Staged:
    """Set a battle up, or say in a line what is wrong with it."""
    attacking, defending = parse_force(edition, attack), parse_force(edition, defend)
    if not attacking:
        raise InvalidAnswer("no attackers")
    if not defending:
        raise InvalidAnswer("no defenders")
    space = -1 if at is None else space_named(edition, at)
    at_sea = is_sea(edition, sea, space, (*attacking, *defending))
    traits = traits_named(edition, attacker_has), traits_named(edition, defender_has)
    powers = powers_of(edition, (attacker, defender), (attacking, defending), traits, space)
    field = field_of(edition, powers, (attacking, defending), traits, space, sea=at_sea)
    for group in attacking:
        check_group(field, group, powers[0], sea=at_sea, attacking=True)
    for group in defending:
        check_group(field, group, powers[1], sea=at_sea, attacking=False)
    ashore = landed_of(edition, landed, attacking, powers[0], sea=at_sea)
    force = attackers(edition, attacking, powers[0], ashore)
    others, guns = defenders(field, defending, powers[1])
    if not others:
        raise InvalidAnswer(f"no defenders: {one(edition.units[guns[0][0].unit].id)} is taken")
    field = field._replace(amphibious=bool(ashore))
    if field.traits:
        field = field._replace(boons=boons_at_start(field, force, others))
    ships = bombarding(field, bombard, powers[0], sea=at_sea)
    program = "sea" if at_sea else "land"
    check_steps(edition, program)
    fight = fight_of(
        field,
        program,
        force,
        others,
        prices_of(edition, prices),
        sea=at_sea,
        exit=exit,
        guns=flak(field, program, force, guns),
        ships=ship_shots(field, ships),
    )
    return Staged(edition, field, force, others, guns, ships, at_sea, *powers, fight)


def check_steps(edition: Edition, program: str) -> None:
    """Refuse a battle with a step that the kernels do not know."""
    steps = edition.rules.programs[program]
    # Nobody is sworn to give himself up in a battle between plain forces.
    strange = why_not(steps.round, [step for step in steps.opening if step != "sworn-fire"])
    if strange:
        raise InvalidAnswer(f"odds of battles with the step {strange!r} are not known")


# --- what may fight where


def check_group(field: Field, group: Group, power: int, *, sea: bool, attacking: bool) -> None:
    """Refuse units that have no place in such a battle."""
    unit = field.ed.units[group.unit]
    owner = group.power if group.power >= 0 else power
    kind = field.kinds[owner][group.unit]
    if unit.domain == FACILITY:
        raise InvalidAnswer(f"{one(unit.id)} does not fight")
    if sea and unit.land:
        raise InvalidAnswer(
            f"{one(unit.id)} does not fight at sea; cargo is written as in transport({unit.id})"
        )
    if not sea and unit.sea:
        refuse_ship(unit.id)
    if attacking and (kind.bystander or not kind.combat_moves):
        raise InvalidAnswer(f"{one(unit.id)} takes no part in an attack")
    if sea and not attacking and unit.air and not field.ed.deck_plane[group.unit]:
        raise InvalidAnswer(f"{one(unit.id)} cannot stay at sea to defend")
    if group.cargo:
        if not kind.holds(tuple(aboard for _, aboard in group.cargo)):
            text = format_cargo(field.ed, group.cargo, -1 if group.power < 0 else group.power)
            raise InvalidAnswer(f"{one(unit.id)} cannot carry {text}")
        own = any(p in (-1, owner) and field.ed.air[u] for p, u in group.cargo)
        if attacking and own and not field.ed.rules.own_deck_cargo:
            raise InvalidAnswer("own aircraft fight beside their carrier: write them apart from it")


def refuse_ship(name: str) -> NoReturn:
    raise InvalidAnswer(
        f"{one(name)} does not fight on land; ships that bombard for a landing are named apart"
    )


def landed_of(
    edition: Edition, landed: ForceText, groups: tuple[Group, ...], power: int, *, sea: bool
) -> dict[tuple[int, int], int]:
    """How many units of each power and kind came by sea."""
    present: dict[tuple[int, int], int] = {}
    for group in groups:
        if edition.lands[group.unit]:
            key = (group.power if group.power >= 0 else power, group.unit)
            present[key] = present.get(key, 0) + group.count
    if isinstance(landed, str) and landed.strip().casefold() == "all":
        return present
    found: dict[tuple[int, int], int] = {}
    for group in parse_force(edition, landed):
        name = edition.units[group.unit].id
        if sea or not edition.lands[group.unit]:
            raise InvalidAnswer(f"{one(name)} does not land in {'a sea' if sea else 'this'} battle")
        key = (group.power if group.power >= 0 else power, group.unit)
        have = present.get(key, 0)
        if group.count > have:
            raise InvalidAnswer(f"{group.count} {name} landed, but {have} attack")
        found[key] = group.count
    return found


# --- the two forces


def attackers(
    edition: Edition, groups: tuple[Group, ...], power: int, ashore: Mapping[tuple[int, int], int]
) -> Stack:
    """The attacking units, marked as their combat move leaves them."""
    left = dict(ashore)
    found = []
    for group in groups:
        token = token_of(group, power)
        flags = COMBAT_MOVED | (ATTACKS if edition.air[group.unit] else 0)
        by_sea = min(left.get((token.power, token.unit), 0), group.count)
        if by_sea:
            left[token.power, token.unit] -= by_sea
            mark = FRESH._replace(flags=flags | SEABORNE)
            found.append((token._replace(mark=mark), by_sea))
        found.append((token._replace(mark=FRESH._replace(flags=flags)), group.count - by_sea))
    return stack_of(found)


def defenders(field: Field, groups: tuple[Group, ...], power: int) -> tuple[Stack, Stack]:
    """The defending units, and those that stand by. Aircraft aboard carriers take off."""
    found: list[tuple[Token, int]] = []
    guns: list[tuple[Token, int]] = []
    for group in groups:
        token = token_of(group, power)
        if field.ed.deck_room[group.unit]:
            found += [(Token(*plane), group.count) for plane in token.cargo]
            token = token._replace(cargo=())
        stands_by = field.kinds[token.power][token.unit].bystander
        (guns if stands_by else found).append((token, group.count))
    return stack_of(found), stack_of(guns)


def token_of(group: Group, power: int) -> Token:
    owner = group.power if group.power >= 0 else power
    cargo = tuple(sorted((p if p >= 0 else owner, unit) for p, unit in group.cargo))
    return Token(owner, group.unit, group.damage, cargo)


# --- opening fire


def flak(field: Field, program: str, force: Stack, guns: Stack) -> list[tuple[Token, Shot]]:
    """The shots of the territory's gun at the attacking aircraft."""
    ed = field.ed
    best = 0
    for gun, _ in guns:
        best = max(best, field.kinds[gun.power][gun.unit].antiair)
        home = field.owner == gun.power == ed.original_owners[field.space]
        if home and field.traits:
            best = max(best, number_at_home(ed, field.traits[gun.power]))
    if not best or "antiair" not in ed.rules.programs[program].opening:
        return []
    found = []
    for token, count in force:
        if ed.air[token.unit]:
            plane = field.kinds[token.power][token.unit]
            shot = dice_at(ed, plane, count, best, f"antiair:{plane.id}")
            if shot is not None:
                found.append((token, shot))
    return found


def bombarding(field: Field, text: ForceText, power: int, *, sea: bool) -> Stack:
    """Ships that bombard for the landing."""
    ed = field.ed
    found = []
    for group in parse_force(ed, text):
        token = token_of(group, power)
        name = ed.units[token.unit].id
        if sea or "bombard" not in ed.rules.programs["land"].opening:
            where = "a sea battle" if sea else ed.name
            raise InvalidAnswer(f"no ship bombards in {where}")
        if not field.kinds[token.power][token.unit].bombards:
            raise InvalidAnswer(f"{one(name)} does not bombard")
        if not field.amphibious:
            raise InvalidAnswer("ships bombard for a landing only: say which attackers landed")
        found.append((token, group.count))
    return stack_of(found)


def ship_shots(field: Field, ships: Stack) -> list[Shot]:
    if not ships:
        return []
    fired = shots(field, ships, (), attacking=True, first_strike=False, struck=False)
    return [shot._replace(kind="bombard") for shot in fired]


def prices_of(edition: Edition, prices: Mapping[str, float] | None) -> tuple[float, ...]:
    """What each unit is worth, as the edition has it or as is said here."""
    found = list(usual_prices(edition))
    if not isinstance(prices, Mapping | None):
        raise InvalidAnswer(f"prices are given by unit, as in {{'tank': 6}}, not {shown(prices)}")
    for name, price in (prices or {}).items():
        found[unit_called(edition, name)] = amount(f"the price of {name}", price, 0, HIGHEST_PRICE)
    return tuple(found)


def amount(what: str, value: object, least: float, most: float) -> float:
    """A number within limits, or an error."""
    if isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most:
        return float(value)
    raise InvalidAnswer(f"{what} is a number from {least:,.0f} to {most:,.0f}, not {shown(value)}")
