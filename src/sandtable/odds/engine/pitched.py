"""A battle out of the blue: two forces on an otherwise empty board, about to fight.

The units stand as the combat move would have left them, and the engine's own steps do the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sandtable.game import machine
from sandtable.game.cargo import marked
from sandtable.game.draft import Draft
from sandtable.game.notation.names import parse_unit, power_named, space_named
from sandtable.game.setup import make_match, starting_position
from sandtable.game.state import State
from sandtable.game.steps import combat_duties, conduct_combat
from sandtable.game.steps.attacking import attack_zone
from sandtable.game.steps.common import finish_step
from sandtable.rules.edition import Edition
from sandtable.rules.position import (
    ATTACKS,
    COMBAT_MOVED,
    RAIDS,
    Token,
    with_mark,
)
from sandtable.rules.refusal import InvalidAnswer

Units = Mapping[str, int]
"""Unit as the notation writes it, with cargo or damage, and how many."""
Forces = Units | Mapping[str, Units]
"""Units of the side's first power, or of several powers by name."""


class Setting(NamedTuple):
    """Where a battle takes place, and who fights it."""

    attacker: int
    defender: int
    space: int
    near: int
    """From where the attackers came; transports and bombarding ships of a landing lie elsewhere."""
    coast: int = -1
    """The zone from which units went ashore."""


def battle(
    edition: Edition,
    attack: Forces,
    defend: Forces,
    *,
    attacker: str = "",
    defender: str = "",
    traits: Mapping[str, Iterable[str]] | None = None,
    at: str = "",
    owner: str = "",
    landed: Units | None = None,
    ships: Units | None = None,
    exit: bool = True,
    raid: bool = False,
) -> State:
    """A state with the battle about to begin.

    `landed` are attacking land units that come by sea, besides `attack`; `ships` may bombard for
    them. Without `exit` there is no space to retreat to. `owner` is whose the territory is, if not
    the defender's. A `raid` is made by the attacking aircraft; guns are listed among the defenders.
    """
    powers = first_powers(edition, attacker, defender)
    own = forces(edition, attack, powers[0])
    theirs = forces(edition, defend, powers[1])
    ashore = forces(edition, landed or {}, powers[0])
    bombarding = forces(edition, ships or {}, powers[0])
    sea = any(edition.ships[t.unit] for t, _ in (*own, *theirs))
    setting = setting_of(edition, powers, at, sea=sea, landing=bool(ashore or bombarding))
    d = Draft(prepared(edition, setting, traits or {}, owner, exit=exit))
    check(d, own, theirs, sea=sea)
    for token, count in own:
        place_attacker(d, setting, token, count, exit=exit, raid=raid)
    for token, count in theirs:
        d.add(setting.space, token, count)
    for token, count in ashore:
        embark(d, setting, token, count)
    for token, count in bombarding:
        d.add(setting.coast, with_mark(token, marked(d, token, COMBAT_MOVED)), count)
    if sea:
        attack_zone(d, setting.space)
    return begun(d, setting.space, "raid" if raid else "battle")


def first_powers(ed: Edition, attacker: str, defender: str) -> tuple[int, int]:
    """The powers named, or else the first power and its first enemy."""
    if attacker:
        ours = power_named(ed, attacker)
    else:
        ours = ed.enemies[power_named(ed, defender)][0] if defender else 0
    theirs = power_named(ed, defender) if defender else ed.enemies[ours][0]
    if not ed.is_enemy[ours][theirs]:
        raise InvalidAnswer(f"{ed.powers[ours].name} and {ed.powers[theirs].name} are friends")
    return ours, theirs


def forces(ed: Edition, given: Forces, power: int) -> list[tuple[Token, int]]:
    """The units of a side."""
    found: list[tuple[Token, int]] = []
    for name, value in given.items():
        if isinstance(value, Mapping):
            found += forces(ed, value, power_named(ed, name))
        else:
            spec = parse_unit(ed, name, power)
            owner = spec.power if spec.power >= 0 else power
            token = Token(owner, spec.unit, max(spec.damage, 0), spec.cargo or ())
            found.append((token, spec.number * value))
    return [(token, count) for token, count in found if count]


def setting_of(
    ed: Edition, powers: tuple[int, int], at: str, *, sea: bool, landing: bool
) -> Setting:
    """The space named, or a plain one where no bonus for special ground applies."""
    board = ed.board
    spaces = [space_named(ed, at)] if at else range(len(board))
    found: list[tuple[tuple[bool, ...], Setting]] = []
    for space in spaces:
        near = [n for n in board.neighbors[space] if board.sea[n] == sea and passable(ed, n)]
        near = [n for n in near if (space, n) not in board.passages]
        if board.sea[space] != sea or not passable(ed, space) or (not near and not at):
            continue
        coasts = board.sea_neighbors[space]
        if landing and not coasts:
            continue
        origin = near[0] if near else -1
        coast = coasts[0] if landing else -1
        special = (
            board.spaces[space].island,
            ed.original_owners[space] in powers,
            any(space in power.capitals for power in ed.powers),
            bool(board.land_neighbors[space]) if sea else bool(board.spaces[space].city),
        )
        found.append((special, Setting(*powers, space, origin, coast)))
    if not found:
        raise InvalidAnswer(f"no such battle can take place {f'in {at}' if at else 'there'}")
    return min(found, key=lambda entry: entry[0])[1]


def passable(ed: Edition, space: int) -> bool:
    return not ed.board.spaces[space].impassable


def prepared(
    ed: Edition,
    setting: Setting,
    traits: Mapping[str, Iterable[str]],
    owner: str,
    *,
    exit: bool,
) -> State:
    """An empty board in the combat move of the attacker."""
    match = make_match(ed)
    position = starting_position(match)
    owners = list(position.owners)
    if not ed.board.sea[setting.space]:
        owners[setting.space] = power_named(ed, owner) if owner else setting.defender
        if setting.near >= 0:
            owners[setting.near] = setting.attacker if exit else setting.defender
    position = position._replace(
        turn=setting.attacker,
        phase=ed.turn.index("combat-move"),
        owners=tuple(owners),
        stacks=((),) * len(ed.board),
        traits=traits_of(ed, traits),
    )
    state, _ = machine.begin(match, position)
    agenda = state.agenda
    while agenda[-1].name != "combat-move":
        agenda = agenda[:-1]
    return state._replace(agenda=agenda)


def traits_of(ed: Edition, given: Mapping[str, Iterable[str]]) -> tuple[tuple[str, ...], ...]:
    """Developments and advantages by power, as positions hold them."""
    found: list[set[str]] = [set() for _ in ed.powers]
    for name, listed in given.items():
        for trait in listed:
            if trait not in ed.traits:
                raise InvalidAnswer(f"unknown development or advantage {trait!r}")
            found[power_named(ed, name)].add(trait)
    return tuple(tuple(sorted(traits)) for traits in found) if any(found) else ()


def check(
    d: Draft, own: list[tuple[Token, int]], theirs: list[tuple[Token, int]], *, sea: bool
) -> None:
    """Refuse forces that could not meet."""
    for token, count in (*own, *theirs):
        unit = d.ed.units[token.unit]
        if count < 0:
            raise InvalidAnswer(f"{count} {unit.id}: a count cannot be negative")
        if unit.domain == "facility" or (unit.land if sea else unit.sea):
            raise InvalidAnswer(f"a {unit.id} cannot fight {'at sea' if sea else 'on land'}")
        if token.damage >= unit.hits:
            raise InvalidAnswer(f"a damaged {unit.id} is a lost one")
    for token, _ in own:
        if d.at_war[d.power][token.power] or d.kind(token).bystander:
            raise InvalidAnswer(f"this {d.ed.units[token.unit].id} cannot attack")
    for token, _ in theirs:
        if not d.at_war[d.power][token.power]:
            raise InvalidAnswer(f"{d.power_name(token.power)} does not defend there")


def place_attacker(
    d: Draft, setting: Setting, token: Token, count: int, *, exit: bool, raid: bool
) -> None:
    """A unit that has moved into the battle; aircraft keep no origin."""
    air = d.ed.air[token.unit]
    flags = COMBAT_MOVED | (ATTACKS if air else 0) | (RAIDS if raid else 0)
    origin = setting.near if exit and not air else -1
    mark = marked(d, token, flags, left=0, origin=origin)
    d.add(setting.space, with_mark(token, mark), count)


def embark(d: Draft, setting: Setting, token: Token, count: int) -> None:
    """Units aboard transports of their own, announced to go ashore."""
    item = (token.power, token.unit)
    if not d.kind(token).land or not d.kind(token).combat_moves:
        raise InvalidAnswer(f"no ship lands a {d.ed.units[token.unit].id}")
    ship = next(
        (Token(token.power, u.index) for u in d.kinds[token.power] if u.sea and u.holds(item[1:])),
        None,
    )
    if ship is None:
        raise InvalidAnswer(f"no ship lands a {d.ed.units[token.unit].id}")
    mark = marked(d, ship, COMBAT_MOVED, target=setting.space, ashore=(item,))
    d.add(setting.coast, ship._replace(cargo=(item,), mark=mark), count)


def begun(d: Draft, space: int, kind: str) -> State:
    """The combat move over, with one battle about to begin."""
    assaults = combat_duties.assaults_of(d)
    d.turn = d.turn._replace(
        battles=combat_duties.battles_of(d, assaults),
        assaults=assaults,
        raids=combat_duties.raids_of(d),
    )
    finish_step(d)
    conduct_combat.advance(d)
    conduct_combat.start(d, (kind, space))
    return d.freeze()
