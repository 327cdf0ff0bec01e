"""The situation of a game as tables: `show`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from sandtable.cli import files, options
from sandtable.cli.console import Out, Table
from sandtable.game.game import Game
from sandtable.game.notation.names import power_named, space_named
from sandtable.rules.edition import Edition
from sandtable.words import situation
from sandtable.words.english import Speaker, counted, ipcs, joined, phase_name

Data = dict[str, Any]


def run(args: argparse.Namespace, out: Out) -> int:
    game = files.load(args.file)
    edition = game.edition
    if args.space is not None:
        details = situation.space_details(game, space_named(edition, args.space))
        out.document(details)
        print_space(game, details, out)
    elif args.units:
        rows = unit_chart(game)
        out.document({"units": rows})
        print_units(game, rows, out)
    else:
        data = situation.situation(game)
        power = None
        if args.power is not None:
            power = edition.powers[power_named(edition, args.power)].id
            data = only_power(data, power)
        out.document(data)
        print_board(game, data, power, out)
    return 0


def headline(game: Game) -> str:
    """Where the game stands, in one line."""
    edition = game.edition
    if game.winner is not None:
        return f"{edition.name}, round {game.round}: the {game.winner} have won"
    if situation.before_first_turn(game):
        return f"{edition.name}, before the first round"
    name = edition.powers[game.state.position.turn].name
    return f"{edition.name}, round {game.round}: {name}, {phase_name(game.phase)}"


def header_lines(game: Game) -> Iterator[str]:
    speaker = Speaker(game.edition)
    yield headline(game)
    if agreed := options.agreed(game.match):
        yield "Options: " + ", ".join(f"{name} {value}" for name, value in agreed.items())
    for decision in game.pending:
        where = ""
        if decision.space >= 0:
            where = f" in {game.edition.board.spaces[decision.space].name}"
        yield f"Asked: {game.edition.powers[decision.power].id}: {decision.kind}{where}"
    if found := situation.battles(game):
        yield f"Battles: {joined(map(speaker.space, found))}"
    if found := situation.raids(game):
        yield f"Raids and rockets: {joined(map(speaker.space, found))}"
    if waiting := situation.bought(game):
        yield f"Bought, to be placed: {speaker.units(waiting)}"


def print_board(game: Game, data: Data, power: str | None, out: Out) -> None:
    for text in header_lines(game):
        out.line(text)
    out.line()
    out.table(powers_table(game, data))
    speaker = Speaker(game.edition)
    for text in trait_lines(speaker, data["powers"]):
        out.line(text)
    if power is None:
        for text in victory_lines(game):
            out.line(text)
    for found in data["powers"]:
        out.line()
        print_territories(speaker, data, found, out)
    zones = [zone for zone in data["sea_zones"] if zone["units"]]
    if zones:
        table = Table(("sea zone", "units"), title="Sea zones")
        for zone in zones:
            table.add(zone["id"], forces(speaker, zone["units"], power))
        out.line()
        out.table(table)


def only_power(data: Data, power: str) -> Data:
    """The part of a situation that concerns one power."""
    return {
        **data,
        "powers": [p for p in data["powers"] if p["id"] == power],
        "territories": [t for t in data["territories"] if power in (t["owner"], *t["units"])],
        "sea_zones": [z for z in data["sea_zones"] if power in z["units"]],
    }


def powers_table(game: Game, data: Data) -> Table:
    numbers = frozenset(("IPCs", "income"))
    table = Table(("", "power", "side", "player", "IPCs", "income", "capital"), right=numbers)
    speaker = Speaker(game.edition)
    for power in data["powers"]:
        capital = joined(map(speaker.space, power["capitals"]))
        table.add(
            ">" if power["id"] == data["turn"] else "",
            power["id"],
            power["side"],
            power["player"] if power["player"] != power["id"] else "-",
            power["treasury"],
            power["production"],
            f"{capital} (lost)" if power["capital_lost"] else capital,
        )
    return table


def trait_lines(speaker: Speaker, powers: list[Data]) -> Iterator[str]:
    """The developments and national advantages of each power that has any."""
    for power in powers:
        parts = [speaker.trait(name) for name in power["technologies"]]
        for name in power["advantages"]:
            gone = " (used)" if name in power["used"] else ""
            parts.append(speaker.trait(name) + gone)
        if parts:
            yield f"{power['name']} has {', '.join(parts)}."


def victory_lines(game: Game) -> Iterator[str]:
    """How near each side is to winning."""
    speaker = Speaker(game.edition)
    board = game.edition.board
    ways = situation.victory(game)
    for way in ways:
        what = f"of {joined(map(speaker.space, way['of']))}"
        if all(board.spaces[board.index[space]].city for space in way["of"]):
            what = "victory cities (*)"
        end = f"at the end of a turn of {speaker.power(way['after'])}"
        if len({(w["needed"], w["after"], *w["of"]) for w in ways}) == 1:
            held = ", ".join(f"the {w['side']} hold {len(w['held'])}" for w in ways)
            yield f"{way['needed']} {what} win {end}; {held}."
            return
        held = f"and hold {len(way['held'])}"
        yield f"The {way['side']} win with {way['needed']} {what} {end}, {held}."


def print_territories(speaker: Speaker, data: Data, power: Data, out: Out) -> None:
    """A power's territories, and those of others in which it has units."""
    held = [t for t in data["territories"] if t["owner"] == power["id"]]
    title = f"{power['name']}: territories worth {ipcs(power['production'])} a turn"
    table = Table(("territory", "value", "factory", "units"), title, frozenset(("value",)))
    empty = []
    for found in held:
        if found["units"] or found["facilities"]:
            factory = "yes" if found["facilities"] else ""
            units = forces(speaker, found["units"], power["id"])
            table.add(place(found), found["value"], factory, units)
        else:
            worth = f" {found['value']}" if found["value"] else ""
            empty.append(place(found) + worth)
    if table.rows:
        out.table(table)
    else:
        out.line(title)
    if empty:
        out.line(f"Empty: {', '.join(empty)}")


def place(territory: Data) -> str:
    """A territory's id, with a star if it has a victory city."""
    return f"{territory['id']}*" if "city" in territory else str(territory["id"])


def forces(speaker: Speaker, units: dict[str, dict[str, int]], owner: str | None) -> str:
    """Units of a space; those of the owner without its name."""
    parts = []
    for power, counts in sorted(units.items(), key=lambda entry: entry[0] != owner):
        listed = ", ".join(counted(n, name) for name, n in counts.items())
        parts.append(listed if power == owner else f"{speaker.power(power)}: {listed}")
    return "; ".join(parts)


def print_space(game: Game, data: Data, out: Out) -> None:
    speaker = Speaker(game.edition)
    out.line(f"{data['name']} ({data['id']})")
    if data["kind"] == "land":
        if data["impassable"]:
            out.line("Neutral: no unit may enter.")
        else:
            owner = speaker.power(data["owner"] or "none")
            out.line(f"Held by {owner}, worth {ipcs(data['value'])} a turn.")
            if data["original_owner"] != data["owner"]:
                out.line(f"Originally held by {speaker.power(data['original_owner'] or 'none')}.")
        if "city" in data:
            out.line(f"Victory city: {data['city']}.")
        for power in data["capital_of"]:
            out.line(f"Capital of {speaker.power(power)}.")
        if data["facilities"]:
            out.line(f"Here: {speaker.units(dict.fromkeys(data['facilities'], 1))}.")
    for power, counts in data["units"].items():
        out.line(f"{speaker.power(power)}: {speaker.units(counts)}")
    if not data["units"]:
        out.line("No units.")
    for power, entries in data["movement_left"].items():
        moves = ", ".join(f"{e['count']} {e['unit']}: {e['points']}" for e in entries)
        out.line(f"Movement points left of {speaker.power(power)}: {moves}")
    table = Table(("neighbour", "status", "held by", "units"))
    for near in data["neighbours"]:
        owner = near["owner"] or "-"
        table.add(near["id"], near["status"], owner, forces(speaker, near["units"], near["owner"]))
    out.line()
    out.table(table)


def unit_chart(game: Game) -> list[Data]:
    """Every kind of unit with its numbers, and how many each power has."""
    totals = {p.id: situation.power_data(game, p.index)["units"] for p in game.edition.powers}
    return [
        {
            "id": unit.id,
            "name": unit.name,
            "domain": unit.domain,
            "cost": unit.cost,
            "move": unit.move,
            "attack": unit.attack,
            "defense": unit.defense,
            "hits": unit.hits,
            "count": {
                power: found.get(unit.id, 0) + facilities(game, power, unit.index)
                for power, found in totals.items()
            },
        }
        for unit in game.edition.units
        if unit.domain != "facility" or unit.cost
    ]


def facilities(game: Game, power: str, unit: int) -> int:
    """How many facilities of a kind stand in a power's territories."""
    owner = game.edition.power_index[power]
    places = zip(game.position.owners, game.position.facilities, strict=True)
    return sum(found.count(unit) for held_by, found in places if held_by == owner)


def changed_units(game: Game) -> Iterator[str]:
    """Units of a power that are not as the chart has them, because of its traits."""
    edition = game.edition
    every, _ = edition.everything(game.position.traits)
    for power, kinds in zip(edition.powers, every, strict=True):
        for plain, kind in zip(edition.units, kinds, strict=True):
            found = [
                f"{name} {getattr(kind, name)}"
                for name in ("move", "attack", "defense")
                if getattr(kind, name) != getattr(plain, name)
            ]
            if found:
                yield f"{power.name}: {kind.id} {', '.join(found)}"


def print_units(game: Game, rows: list[Data], out: Out) -> None:
    out.table(unit_table(game.edition, rows))
    for text in changed_units(game):
        out.line(text)


def unit_table(edition: Edition, rows: list[Data]) -> Table:
    numbers = ("cost", "move", "attack", "defense", "hits")
    powers = [power.id for power in edition.powers]
    short = [short_name(power) for power in powers]
    table = Table(("unit", *numbers, *short), right=frozenset((*numbers, *short)))
    for row in rows:
        counts = [row["count"][power] or "" for power in powers]
        table.add(row["id"], *("-" if row[n] is None else row[n] for n in numbers), *counts)
    return table


def short_name(power: str) -> str:
    """A heading for a narrow column: initials of several words, else the first three letters."""
    words = power.split("-")
    return "".join(w[0] for w in words).upper() if len(words) > 1 else power[:3].title()
