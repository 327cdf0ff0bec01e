"""What stands where, and the books of the powers."""

from __future__ import annotations

from sandtable.game import outlook
from sandtable.game.advantages.income import interdicted
from sandtable.game.draft import Draft
from sandtable.game.game import Game
from sandtable.game.state import State
from sandtable.rules.edition import Edition
from sandtable.rules.traits import ADVANTAGE, TECHNOLOGY
from sandtable.server.schemas.views import PowerView, SpaceView, VictoryView
from sandtable.server.views.stacks import lots, stack_view

SHOWN = ("cost", "move", "attack", "defense")
"""The numbers of a unit that a trait may change on the screen."""


def state_of(game: Game | State) -> State:
    return game.state if isinstance(game, Game) else game


def spaces_of(game: Game | State) -> dict[str, SpaceView]:
    """Every space with something to tell."""
    state = state_of(game)
    d = Draft(state)
    contested = {*outlook.battles(state), *outlook.raids(state)}
    capacities = capacities_of(d)
    found = {}
    for space, data in enumerate(d.ed.board.spaces):
        owner, facilities = d.owners[space], d.facilities[space]
        if owner < 0 and not d.stacks[space] and not facilities:
            continue
        found[data.id] = SpaceView(
            owner=d.ed.powers[owner].id if owner >= 0 else None,
            units=[stack_view(d, lot) for lot in lots(d, space)],
            facilities=[d.ed.units[facility].id for facility in facilities],
            capacity=capacities.get(space),
            contested=space in contested,
        )
    return found


def capacities_of(d: Draft) -> dict[int, int]:
    """Units that each factory can place: in the turn under way, or as it stands."""
    found = {
        space: d.ed.values[space]
        for space, facilities in enumerate(d.facilities)
        if any(d.ed.units[facility].produces for facility in facilities)
    }
    sites = dict(d.production_sites())
    return {
        space: sites.get(space, 0) if d.owners[space] == d.power else most
        for space, most in found.items()
    }


def powers_of(game: Game | State) -> dict[str, PowerView]:
    """The books of every power."""
    d = Draft(state_of(game))
    counts = [0] * len(d.ed.powers)
    values = [0] * len(d.ed.powers)
    for stack in d.stacks:
        for token, count in stack:
            for owner, unit in ((token.power, token.unit), *token.cargo):
                counts[owner] += count
                values[owner] += count * (d.ed.units[unit].cost or 0)
    return {
        power.id: PowerView(
            treasury=d.treasuries[power.index],
            income=income(d, power.index),
            capital_held=d.holds_capital(power.index),
            technologies=traits_of(d, power.index, TECHNOLOGY),
            advantages=traits_of(d, power.index, ADVANTAGE),
            used=[
                name.removeprefix("used:")
                for name in (d.traits[power.index] if d.traits else ())
                if name.startswith("used:")
            ],
            unit_count=counts[power.index],
            unit_value=values[power.index],
            keeps_out=[
                d.ed.powers[guest].id for host, guest in sorted(d.withheld) if host == power.index
            ],
        )
        for power in d.ed.powers
    }


def income(d: Draft, power: int) -> int:
    """What a power would collect if its turn ended now."""
    if not d.holds_capital(power):
        return 0
    turn = d.copy()
    turn.power = power
    return max(0, d.production(power) - interdicted(turn))


def traits_of(d: Draft, power: int, kind: str) -> list[str]:
    """The developments or national advantages of a power."""
    known = d.ed.traits
    held = [known[name] for name in (d.traits[power] if d.traits else ()) if name in known]
    return [trait.id for trait in held if trait.kind == kind and trait.number]


def victory_of(game: Game | State) -> list[VictoryView]:
    """What each side wins by, and how near it is."""
    state = state_of(game)
    ed, owners = state.match.edition, state.position.owners
    found = []
    for condition in ed.victory[state.match.option("victory", "standard")]:
        held = [
            space
            for space in condition.of
            if owners[space] >= 0 and ed.powers[owners[space]].side == condition.side
        ]
        found.append(
            VictoryView(
                side=ed.sides[condition.side],
                after=ed.powers[condition.after].id,
                needed=condition.hold,
                held=[ed.board.spaces[space].id for space in held],
                of=[ed.board.spaces[space].id for space in condition.of],
            )
        )
    return found


def kinds_of(game: Game | State) -> dict[str, dict[str, dict[str, int]]]:
    """Where a power's units differ from the edition's."""
    state = state_of(game)
    ed = state.match.edition
    if not state.position.traits:
        return {}
    found: dict[str, dict[str, dict[str, int]]] = {}
    for power in ed.powers:
        changed = changes(ed, state.position.traits[power.index])
        if changed:
            found[power.id] = changed
    return found


def changes(ed: Edition, traits: tuple[str, ...]) -> dict[str, dict[str, int]]:
    found = {}
    for mine, usual in zip(ed.kinds(traits), ed.units, strict=True):
        differ = {
            name: getattr(mine, name) or 0
            for name in SHOWN
            if getattr(mine, name) != getattr(usual, name)
        }
        if differ:
            found[usual.id] = differ
    return found


def bought_of(game: Game | State) -> dict[str, int]:
    """Units that wait to be mobilized."""
    state = state_of(game)
    counts = state.turn.bought
    return {u.id: counts[u.index] for u in state.match.edition.units if counts[u.index]}
