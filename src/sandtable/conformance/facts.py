"""The facts that a scenario may expect of a game, each a small question."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sandtable.conformance.positions import token_of
from sandtable.conformance.refusing import check_refusal, split_line
from sandtable.game.draft import Draft
from sandtable.game.game import Game
from sandtable.game.notation.names import (
    format_cargo,
    power_named,
    space_named,
    unit_named,
)
from sandtable.game.queries import hostile, points
from sandtable.rules.position import SUBMERGED, Token
from sandtable.rules.traits import ADVANTAGE, TECHNOLOGY

Mismatch = str
Fact = Callable[[Game, Any], Iterator[Mismatch]]


def differ(what: str, expected: object, found: object) -> Iterator[Mismatch]:
    if expected != found:
        yield f"{what}: expected {expected!r}, found {found!r}"


def power_or_none(game: Game, name: Any) -> int:
    return -1 if name in (None, "none") else power_named(game.edition, str(name))


def unit_text(game: Game, token: Token) -> str:
    name = game.edition.units[token.unit].id
    if token.cargo:
        name += f"({format_cargo(game.edition, token.cargo, token.power)})"
    return f"damaged {name}" if token.damage else name


def units_in(game: Game, space: int) -> dict[str, dict[str, int]]:
    """The units of a space as scenarios write them."""
    found: dict[str, dict[str, int]] = {}
    for token, count in game.position.stacks[space]:
        of_power = found.setdefault(game.edition.powers[token.power].id, {})
        name = unit_text(game, token)
        of_power[name] = of_power.get(name, 0) + count
    return found


def written_units(game: Game, expected: Any) -> dict[str, dict[str, int]]:
    """A scenario's unit list in the same spelling as `units_in`."""
    found: dict[str, dict[str, int]] = {}
    for name, units in (expected or {}).items():
        power = power_named(game.edition, str(name))
        for text, count in (units or {}).items():
            if count:
                spelled = unit_text(game, token_of(game.edition, power, str(text)))
                of_power = found.setdefault(game.edition.powers[power].id, {})
                of_power[spelled] = of_power.get(spelled, 0) + count
    return found


def fact_owner(game: Game, expected: Any) -> Iterator[Mismatch]:
    for name, power in expected.items():
        owner = game.position.owners[space_named(game.edition, str(name))]
        yield from differ(
            f"owner of {name}",
            power or "none",
            game.edition.powers[owner].id if owner >= 0 else "none",
        )


def fact_original_owner(game: Game, expected: Any) -> Iterator[Mismatch]:
    for name, power in expected.items():
        owner = game.edition.original_owners[space_named(game.edition, str(name))]
        yield from differ(
            f"original owner of {name}",
            power_or_none(game, power),
            owner,
        )


def fact_units(game: Game, expected: Any) -> Iterator[Mismatch]:
    for name, units in expected.items():
        space = space_named(game.edition, str(name))
        yield from differ(f"units in {name}", written_units(game, units), units_in(game, space))


def fact_total(game: Game, expected: Any) -> Iterator[Mismatch]:
    for name, units in expected.items():
        power = power_named(game.edition, str(name))
        found: dict[str, int] = {}
        for stack in game.position.stacks:
            for token, count in stack:
                pieces = [(token.power, token.unit), *token.cargo]
                for owner, unit in pieces:
                    if owner == power:
                        unit_id = game.edition.units[unit].id
                        found[unit_id] = found.get(unit_id, 0) + count
        yield from differ(f"all units of {name}", {k: v for k, v in units.items() if v}, found)


def fact_facilities(game: Game, expected: Any) -> Iterator[Mismatch]:
    for name, units in expected.items():
        found = game.position.facilities[space_named(game.edition, str(name))]
        yield from differ(
            f"facilities in {name}",
            sorted(units or []),
            sorted(game.edition.units[f].id for f in found),
        )


def fact_treasury(game: Game, expected: Any) -> Iterator[Mismatch]:
    for name, amount in expected.items():
        yield from differ(f"treasury of {name}", amount, game.treasury(str(name)))


def fact_production(game: Game, expected: Any) -> Iterator[Mismatch]:
    for name, amount in expected.items():
        yield from differ(f"production of {name}", amount, game.production(str(name)))


def fact_bought(game: Game, expected: Any) -> Iterator[Mismatch]:
    bought = game.state.turn.bought
    found = {u.id: bought[u.index] for u in game.edition.units if bought[u.index]}
    yield from differ("bought", {k: v for k, v in (expected or {}).items() if v}, found)


def fact_turn(game: Game, expected: Any) -> Iterator[Mismatch]:
    yield from differ("turn", expected, game.turn)


def fact_phase(game: Game, expected: Any) -> Iterator[Mismatch]:
    yield from differ("phase", expected, game.phase)


def fact_round(game: Game, expected: Any) -> Iterator[Mismatch]:
    yield from differ("round", expected, game.round)


def fact_winner(game: Game, expected: Any) -> Iterator[Mismatch]:
    yield from differ("winner", expected or "none", game.winner or "none")


def fact_status(game: Game, expected: Any) -> Iterator[Mismatch]:
    d = Draft(game.state)
    for name, spaces in expected.items():
        power = power_named(game.edition, str(name))
        for where, status in spaces.items():
            space = space_named(game.edition, str(where))
            if not game.edition.board.sea[space] and d.owners[space] < 0:
                found = "neutral"
            else:
                found = "hostile" if hostile(d, power, space) else "friendly"
            yield from differ(f"status of {where} for {name}", status, found)


def fact_pending(game: Game, expected: Any) -> Iterator[Mismatch]:
    found = sorted((game.edition.powers[p.power].id, p.kind) for p in game.pending)
    wanted = sorted((str(e["power"]), str(e["decision"])) for e in expected)
    yield from differ("pending decisions", wanted, found)


def fact_battles(game: Game, expected: Any) -> Iterator[Mismatch]:
    found = {game.edition.board.spaces[s].id for s in game.state.turn.battles}
    found |= {
        game.edition.board.spaces[step.battle.space].id
        for step in game.state.agenda
        if step.battle is not None
    }
    yield from differ("battles", sorted(map(str, expected)), sorted(found))


def fact_accepts(game: Game, expected: Any) -> Iterator[Mismatch]:
    for line in expected:
        refusal = game.refusal(*split_line(str(line)))
        if refusal is not None:
            yield f"{line!r} should be accepted, but: {refusal}"


def fact_refuses(game: Game, expected: Any) -> Iterator[Mismatch]:
    for line, rule in expected.items():
        yield from check_refusal(game, str(line), rule)


def fact_relation(game: Game, expected: Any) -> Iterator[Mismatch]:
    for a, b, relation in expected:
        enemy = game.edition.is_enemy[power_named(game.edition, a)][power_named(game.edition, b)]
        yield from differ(f"{a} and {b}", relation, "enemy" if enemy else "friendly")


def fact_value(game: Game, expected: Any) -> Iterator[Mismatch]:
    for name, value in expected.items():
        found = game.edition.values[space_named(game.edition, str(name))]
        yield from differ(f"value of {name}", value, found)


def fact_adjacent(game: Game, expected: Any) -> Iterator[Mismatch]:
    for a, b, wanted in expected:
        one, other = space_named(game.edition, str(a)), space_named(game.edition, str(b))
        found = game.edition.board.adjacent(one, other)
        yield from differ(f"{a} next to {b}", wanted, found)


def fact_classes(game: Game, expected: Any) -> Iterator[Mismatch]:
    for name, classes in expected.items():
        unit = game.edition.units[unit_named(game.edition, str(name))]
        yield from differ(f"classes of {name}", sorted(classes), sorted(unit.all_classes))


def fact_unit(game: Game, expected: Any) -> Iterator[Mismatch]:
    for name, values in expected.items():
        owner, _, kind = str(name).rpartition(".")
        kinds = game.edition.units
        if owner:
            kinds = Draft(game.state).kinds[power_named(game.edition, owner)]
        unit = kinds[unit_named(game.edition, kind)]
        for key, value in values.items():
            yield from differ(f"{key} of {name}", value, getattr(unit, key))


def fact_capital(game: Game, expected: Any) -> Iterator[Mismatch]:
    for name, power in expected.items():
        space = space_named(game.edition, str(name))
        found = [p.id for p in game.edition.powers if space in p.capitals]
        yield from differ(f"capital in {name}", [] if power in (None, "none") else [power], found)


def fact_movement_left(game: Game, expected: Any) -> Iterator[Mismatch]:
    d = Draft(game.state)
    for name, units in expected.items():
        space = space_named(game.edition, str(name))
        for unit_name, wanted in units.items():
            unit = unit_named(game.edition, str(unit_name))
            found = sorted(
                points(d, token)
                for token, count in d.own(space)
                if token.unit == unit
                for _ in range(count)
            )
            yield from differ(f"movement left of {unit_name} in {name}", sorted(wanted), found)


def fact_traits(game: Game, expected: Any, kind: str, before: str = "") -> Iterator[Mismatch]:
    for name, wanted in expected.items():
        power = power_named(game.edition, str(name))
        have = game.position.traits[power] if game.position.traits else ()
        found = [
            trait.removeprefix(before)
            for trait in have
            if trait.startswith(before)
            and game.edition.traits.get(trait.removeprefix(before)) is not None
            and game.edition.traits[trait.removeprefix(before)].kind == kind
            and game.edition.traits[trait.removeprefix(before)].number
        ]
        yield from differ(f"{kind} of {name}", sorted(wanted), sorted(found))


def fact_technologies(game: Game, expected: Any) -> Iterator[Mismatch]:
    yield from fact_traits(game, expected, TECHNOLOGY)


def fact_advantages(game: Game, expected: Any) -> Iterator[Mismatch]:
    yield from fact_traits(game, expected, ADVANTAGE)


def fact_used(game: Game, expected: Any) -> Iterator[Mismatch]:
    yield from fact_traits(game, expected, ADVANTAGE, "used:")


def fact_submerged(game: Game, expected: Any) -> Iterator[Mismatch]:
    for name, powers in expected.items():
        found: dict[str, int] = {}
        space = space_named(game.edition, str(name))
        down = [
            (token, count)
            for step in game.state.agenda
            if step.battle is not None and step.battle.space == space
            for token, count in step.battle.submerged
        ]
        down += [(t, n) for t, n in game.state.position.stacks[space] if t.mark.flags & SUBMERGED]
        for token, count in down:
            power = game.edition.powers[token.power].id
            found[power] = found.get(power, 0) + count
        yield from differ(f"submerged in {name}", {k: v for k, v in powers.items() if v}, found)


def fact_individual_winner(game: Game, expected: Any) -> Iterator[Mismatch]:
    found = [list(e.data["powers"]) for e in game.events if e.type == "individual-winner"]
    yield from differ("individual winner", sorted(expected), sorted(found[-1]) if found else [])


FACTS: dict[str, Fact] = {
    name.removeprefix("fact_"): function
    for name, function in list(globals().items())
    if name.startswith("fact_") and name != "fact_traits"
}
