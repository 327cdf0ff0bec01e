"""The situation of a game as plain data: what `show --json` prints and the tables are made of."""

from __future__ import annotations

from typing import Any

from sandtable.game import outlook
from sandtable.game.draft import Draft
from sandtable.game.game import Game
from sandtable.game.notation.names import format_cargo
from sandtable.game.queries import hostile, points
from sandtable.game.state import Decision
from sandtable.game.steps.common import FIRST_TURN
from sandtable.rules.edition import Edition
from sandtable.rules.position import SUBMERGED, Stack, Token
from sandtable.rules.traits import ADVANTAGE, TECHNOLOGY

Data = dict[str, Any]


def unit_text(edition: Edition, token: Token) -> str:
    """A unit much as the notation writes it: `damaged battleship`, `transport(infantry+tank)`."""
    text = edition.units[token.unit].id
    if token.cargo:
        text += f"({format_cargo(edition, token.cargo, token.power)})"
    if token.mark.flags & SUBMERGED:
        text = f"submerged {text}"
    return f"damaged {text}" if token.damage else text


def units_of(edition: Edition, stack: Stack) -> dict[str, dict[str, int]]:
    """The units of a space by power, each power in the order of play."""
    found: dict[str, dict[str, int]] = {}
    for token, count in stack:
        of_power = found.setdefault(edition.powers[token.power].id, {})
        text = unit_text(edition, token)
        of_power[text] = of_power.get(text, 0) + count
    return found


def power_id(edition: Edition, power: int) -> str | None:
    return edition.powers[power].id if power >= 0 else None


def asked(game: Game, decision: Decision) -> Data:
    """An open decision, by names."""
    found: Data = {"power": game.edition.powers[decision.power].id, "decision": decision.kind}
    if decision.space >= 0:
        found["space"] = game.edition.board.spaces[decision.space].id
    return found


def battles(game: Game) -> list[str]:
    """Where battles are fought or are to be fought, as far as the moves made so far say."""
    return [game.edition.board.spaces[space].id for space in outlook.battles(game.state)]


def before_first_turn(game: Game) -> bool:
    """Whether the players are still settling what comes before the first turn."""
    return any(step.name == FIRST_TURN for step in game.state.agenda)


def bought(game: Game) -> dict[str, int]:
    """Units that wait to be mobilized."""
    counts = game.state.turn.bought
    return {unit.id: counts[unit.index] for unit in game.edition.units if counts[unit.index]}


def raids(game: Game) -> list[str]:
    """Where raids and rockets are still to strike."""
    return [game.edition.board.spaces[space].id for space in outlook.raids(game.state)]


def traits_of(game: Game, power: int, kind: str) -> list[str]:
    """The developments or national advantages of a power."""
    known = game.edition.traits
    held = game.position.traits[power] if game.position.traits else ()
    found = [known[name] for name in held if name in known]
    return [trait.id for trait in found if trait.kind == kind and trait.number]


def used_up(game: Game, power: int) -> list[str]:
    """National advantages of a power that it cannot use again."""
    held = game.position.traits[power] if game.position.traits else ()
    return [name.removeprefix("used:") for name in held if name.startswith("used:")]


def victory(game: Game) -> list[Data]:
    """What each side wins by, and how near it is."""
    edition, owners = game.edition, game.position.owners
    found = []
    for condition in edition.victory[game.match.option("victory", "standard")]:
        held = [
            space
            for space in condition.of
            if owners[space] >= 0 and edition.powers[owners[space]].side == condition.side
        ]
        found.append(
            {
                "side": edition.sides[condition.side],
                "after": edition.powers[condition.after].id,
                "needed": condition.hold,
                "held": [edition.board.spaces[space].id for space in held],
                "of": [edition.board.spaces[space].id for space in condition.of],
            }
        )
    return found


def header(game: Game) -> Data:
    """Whose turn it is and what is asked of whom."""
    return {
        "edition": game.edition.id,
        "options": dict(game.match.options),
        "seats": {
            power.id: seat
            for power, seat in zip(game.edition.powers, game.match.seats, strict=True)
        },
        "round": game.round,
        "turn": game.turn,
        "phase": game.phase,
        "winner": game.winner,
        "pending": [asked(game, decision) for decision in game.pending],
        "battles": battles(game),
        "raids": raids(game),
        "bought": bought(game),
        "decisions_made": len(game.history),
    }


def power_data(game: Game, index: int) -> Data:
    """A power's books."""
    edition = game.edition
    d = Draft(game.state)
    power = edition.powers[index]
    totals: dict[str, int] = {}
    for stack in game.position.stacks:
        for token, count in stack:
            for owner, unit in ((token.power, token.unit), *token.cargo):
                if owner == index:
                    name = edition.units[unit].id
                    totals[name] = totals.get(name, 0) + count
    return {
        "id": power.id,
        "name": power.name,
        "side": edition.sides[power.side],
        "player": game.match.seats[index],
        "treasury": d.treasuries[index],
        "production": d.production(index),
        "capitals": [edition.board.spaces[space].id for space in power.capitals],
        "capital_lost": not d.holds_capital(index),
        "technologies": traits_of(game, index, TECHNOLOGY),
        "advantages": traits_of(game, index, ADVANTAGE),
        "used": used_up(game, index),
        "units": {u.id: totals[u.id] for u in edition.units if u.id in totals},
    }


def space_data(game: Game, space: int) -> Data:
    """A territory or sea zone with what is in it."""
    edition = game.edition
    position = game.position
    data = edition.board.spaces[space]
    found: Data = {"id": data.id, "name": data.name, "kind": "sea" if data.sea else "land"}
    if not data.sea:
        found["owner"] = power_id(edition, position.owners[space])
        found["original_owner"] = power_id(edition, edition.original_owners[space])
        found["value"] = data.value
        found["impassable"] = data.impassable
        found["facilities"] = [edition.units[f].id for f in position.facilities[space]]
        if data.city:
            found["city"] = data.city
    found["units"] = units_of(edition, game.state.position.stacks[space])
    return found


def space_details(game: Game, space: int) -> Data:
    """A space with its neighbours and what its units can still do this turn."""
    edition = game.edition
    d = Draft(game.state)
    found = space_data(game, space)
    found["capital_of"] = [p.id for p in edition.powers if space in p.capitals]
    found["movement_left"] = {}
    for token, count in d.own(space):
        entry = {"unit": unit_text(edition, token), "count": count, "points": points(d, token)}
        found["movement_left"].setdefault(game.turn, []).append(entry)
    near = []
    for other in edition.board.neighbors[space]:
        data = edition.board.spaces[other]
        status = "closed" if data.impassable else "friendly"
        if not data.impassable and hostile(d, d.power, other):
            status = "hostile"
        owner = power_id(edition, d.owners[other])
        units = units_of(edition, d.stacks[other])
        near.append(
            {"id": data.id, "name": data.name, "status": status, "owner": owner, "units": units}
        )
    found["neighbours"] = near
    return found


def situation(game: Game) -> Data:
    """Everything on the board."""
    edition = game.edition
    spaces = [space_data(game, space) for space in range(len(edition.board))]
    return {
        **header(game),
        "victory": victory(game),
        "powers": [power_data(game, power.index) for power in edition.powers],
        "territories": [s for s in spaces if s["kind"] == "land" and not s["impassable"]],
        "sea_zones": [s for s in spaces if s["kind"] == "sea"],
    }
