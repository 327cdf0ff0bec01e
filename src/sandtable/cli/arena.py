"""Matches between computer players: `arena`."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sandtable.arena import crew, deciding, ledger, settings, signals, summary
from sandtable.arena.contestants import contestant, source
from sandtable.arena.playing import Finished
from sandtable.cli import files, options
from sandtable.cli.console import Out, Table, UsageError
from sandtable.game.game import Game
from sandtable.players.registry import LEVELS
from sandtable.rules.refusal import SandtableError
from sandtable.words.english import counted

Data = dict[str, Any]
MOST_GAMES = 100_000
"""Of a pair."""
LONGEST = 1_000_000
"""Seconds that can be asked for."""
LONGEST_NAME = 150
"""Of a player, and of a match's folder but for the digest."""


def run(args: argparse.Namespace, out: Out) -> int:
    given = settings_of(args)
    directory = Path(args.out) if args.out else usual_directory(given)
    hands = crew_of(args, given)
    with ledger.opened(directory, given) as book, signals.heeded():
        wanted = list(settings.jobs(given, args.games))
        todo = [job for job in wanted if job.key not in book.results]
        if todo:
            book.check_going_on()
        try:
            with Progress(len(wanted), len(wanted) - len(todo), out) as progress:
                for done in hands(todo, given) if todo else ():
                    book.add(done)
                    progress.tell(done)
        except KeyboardInterrupt:
            out.line(f"Stopped. The same command goes on, from {directory}")
            tell(wanted, book, given, out)
            raise
        tell(wanted, book, given, out)
    return 0


def settings_of(args: argparse.Namespace) -> settings.Settings:
    rounds = settings.USUAL_ROUNDS if args.rounds is None else args.rounds
    patience = settings.PATIENCE if args.patience is None else args.patience
    for name, number, most in (("games", args.games, MOST_GAMES), ("rounds", rounds, 1000)):
        if not 1 <= number <= most:
            raise UsageError(f"--{name} {number}: a number from 1 to {most} is wanted")
    for name, number, fits in (
        ("patience", patience, 0 < patience <= LONGEST),
        ("seconds", args.seconds, args.seconds is None or 0 <= args.seconds <= LONGEST),
    ):
        if not fits:
            least = "above" if name == "patience" else "from"
            raise UsageError(f"--{name} {number:g}: seconds {least} 0 up to {LONGEST} are wanted")
    players = tuple(name.strip() for name in args.players.split(","))
    if len(players) < 2 or len(set(players)) < len(players) or not all(players):
        raise UsageError("--players: two or more, each once; captain,captain#2 for one and itself")
    for name in players:
        make(name)
    agreed = options.given(args.option)
    Game.new(files.edition_of(args.edition), options=agreed)
    return settings.Settings(
        args.edition,
        players,
        args.seed,
        rounds,
        tuple(sorted(agreed.items())),
        args.low_luck,
        patience=patience,
        seconds=args.seconds,
        keep=not args.no_records,
    )


def make(name: str) -> None:
    """Make sure that there is such a player. What its code prints is none of our results."""
    if len(name) > LONGEST_NAME:
        raise UsageError(f"--players: {name[:20]}... is longer than {LONGEST_NAME} characters")
    try:
        with contextlib.redirect_stdout(sys.stderr):
            contestant(name)
    except SandtableError:
        raise
    except (Exception, SystemExit) as error:
        raise UsageError(f"--players: {name} cannot be made: {error!r}") from error


def usual_directory(given: settings.Settings) -> Path:
    """One for each match: other settings or other code of the players go elsewhere."""
    words = [Path(given.edition).name, *given.players]
    name = "-".join(map(settings.file_name, words))[:LONGEST_NAME]
    return Path("arena") / f"{name}-{given.digest()}"


def crew_of(args: argparse.Namespace, given: settings.Settings) -> crew.Crew:
    """Players of somebody's own never play in this process: nothing they do may end it."""
    if args.ray is not None:
        return crew.cluster(args.ray)
    number = (os.cpu_count() or 1) if args.workers is None else args.workers
    if number < 1:
        raise UsageError(f"--workers {number}: at least 1")
    known = all(source(name) in LEVELS for name in given.players)
    return crew.alone if number == 1 and known else crew.processes(number)


class Progress:
    """A bar on a terminal, a line now and then elsewhere; both on standard error."""

    def __init__(self, games: int, done: int, out: Out) -> None:
        self.games, self.done, self.quiet = games, done, out.quiet
        self.drawn: Any = None
        self.task: Any = None

    def __enter__(self) -> Progress:
        if sys.stderr.isatty() and not self.quiet:
            from rich import progress
            from rich.console import Console

            self.drawn = progress.Progress(
                progress.TextColumn("{task.description}"),
                progress.BarColumn(),
                progress.MofNCompleteColumn(),
                progress.TimeElapsedColumn(),
                progress.TimeRemainingColumn(),
                console=Console(stderr=True),
            )
            self.drawn.start()
            self.task = self.drawn.add_task("games", total=self.games, completed=self.done)
        return self

    def __exit__(self, *error: object) -> None:
        if self.drawn is not None:
            self.drawn.stop()

    def tell(self, done: Finished) -> None:
        self.done += 1
        text = how_it_ended(done.result)
        if self.drawn is not None:
            self.drawn.update(self.task, advance=1, description=text)
        elif not self.quiet and self.done * 20 // self.games > (self.done - 1) * 20 // self.games:
            print(
                f"{self.done} of {counted(self.games, 'game')}; the last: {text}", file=sys.stderr
            )


def how_it_ended(result: Data) -> str:
    if result["how"] == deciding.LIMIT:
        sides = (f"{side} {end:.0%}" for side, (_, end) in result["shares"].items())
        return f"stopped after round {result['round']}: {', '.join(sides)}"
    how = "outright" if result["how"] == "outright" else f"by {result['how']}"
    return f"{result['winner']} won {how} in round {result['round']}"


# --- the tables


def tell(
    wanted: Iterable[settings.Job], book: ledger.Ledger, given: settings.Settings, out: Out
) -> None:
    """What the games that are wanted come to, as far as they were played."""
    keys, directory = {job.key for job in wanted}, book.directory
    results = [result for key, result in book.results.items() if key in keys]
    found = summary.summary(given.players, results)
    made_with = {**given.to_json(), "code": book.code}
    out.document({"directory": str(directory), "settings": made_with, **found})
    if out.json or not found["games"]:
        return
    for table in tables(found):
        out.table(table)
        out.line()
    for fault in found["faults"][:10]:
        one, other, number = fault["game"]
        out.line(f"{one} v {other}, game {number}: {fault['player']} {fault['kind']}:")
        out.line(f"  {fault['message']}")
    rounds = f"{found['rounds']:g} round{'' if found['rounds'] == 1 else 's'}"
    out.result(f"{counted(found['games'], 'game')}, median {rounds}")
    out.line(f"Kept in {directory}")
    if book.stale:
        out.line("They were played by other code of the players or of the engine than this.")


HOW = {
    "outright": "outright",
    "by_decision": "decision",
    "by_forfeit": "forfeit",
    "drawn": "drawn",
}
"""Ways in which games end, and their columns."""


def tables(found: Data) -> Iterable[Table]:
    """Who won, the ratings and the times. What never happened has no column."""
    seldom = ("by_forfeit", "drawn")
    ways = [way for way in HOW if way not in seldom or any(p[way] for p in found["players"])]
    headings = ("won", "share", "95 %", *(HOW[way] for way in ways), "rounds")
    right, wraps = frozenset(headings), frozenset(("player", "pair"))
    table = Table(("player", "side", *headings), right=right, wraps=wraps)
    for player in found["players"]:
        table.add(player["player"], "both", *cells(player, ways))
        for side, data in player["sides"].items():
            table.add(player["player"], side, *cells(data, ways))
    yield table
    if len(found["pairs"]) > 1:
        table = Table(("pair", *headings), right=right, wraps=wraps)
        for pair in found["pairs"]:
            table.add(" v ".join(pair["pair"]), *cells(pair, ways))
        yield table
    yield ratings_table(found)
    yield times_table(found)


def cells(data: Data, ways: list[str]) -> list[str]:
    low, high = data["interval"]
    return [
        f"{data['won']}/{data['games']}",
        f"{data['share']:.1%}",
        f"{100 * low:.0f}-{100 * high:.0f}%",
        *(str(data[way]) for way in ways),
        "-" if data["rounds"] is None else f"{data['rounds']:g}",
    ]


def ratings_table(found: Data) -> Table:
    headings = ("player", "Elo", "95 %", *summary.FAULTS)
    table = Table(headings, right=frozenset(("Elo", *summary.FAULTS)))
    for player in sorted(found["players"], key=lambda p: -p["elo"]):
        reach = f"+- {player['elo_reach']}"
        table.add(player["player"], player["elo"], reach, *player["faults"].values())
    return table


def times_table(found: Data) -> Table:
    table = Table(
        ("seconds a turn", "clock", "median", "p95", "max"),
        right=frozenset(("median", "p95", "max")),
    )
    for player in found["players"]:
        for clock, data in player["turns"].items():
            table.add(player["player"], clock, *(f"{data[n]:.3f}" for n in table.headings[2:]))
    return table
