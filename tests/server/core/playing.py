"""Tables that play themselves, from a seed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from sandtable.game.dice.fairness import commitment_of
from sandtable.game.library import load_edition
from sandtable.game.notation import answer_to_json
from sandtable.players import registry
from sandtable.server.table.entries import Created, Entry, Seat
from sandtable.server.table.table import Item, Table

SECRET = bytes(range(32))
START = datetime(1941, 6, 22, tzinfo=UTC)
ME = "me"
EDITIONS = ("1941", "revised", "lhtr")


def new_table(edition: str = "1941", **changes: Any) -> Table:
    """A table at which one person plays everybody."""
    ed = load_edition(edition)
    fields: dict[str, Any] = {
        "edition": edition,
        "rules_version": ed.rules_version,
        "options": {},
        "seats": {power.id: Seat("person", ME) for power in ed.powers},
        "host": ME,
        "dice": "fair",
        "commitment": commitment_of(SECRET),
    }
    return Table("game", Created(**fields | changes), START, SECRET)


def apply(table: Table, entries: list[Entry]) -> list[Item]:
    at = START + timedelta(minutes=table.version)
    return [table.apply(entry, at) for entry in entries]


def say(table: Table, line: str, by: str = ME) -> list[Item]:
    """Decide by a line of the notation: `germany: end`."""
    power, _, answer = line.partition(": ")
    return apply(table, table.decide(power, [answer], by))


def next_answers(table: Table, rng: Random) -> tuple[str, list[Any]]:
    """What a player at random answers next, as JSON."""
    decision = rng.choice(table.game.pending)
    plan = registry.choose(table.game.state, decision, level="random", seed=str(rng.random()))
    power = table.edition.powers[decision.power].id
    return power, [answer_to_json(table.edition, choice.answer) for choice in plan]


def steps(table: Table, rng: Random, decisions: int) -> Iterator[list[Item]]:
    """Decisions at random, each applied, until the game ends. Others may come in between."""
    made = 0
    while made < decisions and table.result is None:
        power, answers = next_answers(table, rng)
        for answer in answers:
            yield apply(table, table.decide(power, [answer], ME))
            made += 1
            if made == decisions or table.result is not None:
                return
            if not table.in_force or table.items[-1] is not table.in_force[-1]:
                break  # something else happened: the rest of the plan is of no use
