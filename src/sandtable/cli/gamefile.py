"""The commands that work on a game's file: new, decide, undo, replay, position."""

from __future__ import annotations

import argparse
from pathlib import Path

from sandtable.cli import dicebox, files, lines, options
from sandtable.cli.console import Out, UsageError
from sandtable.cli.showing import header_lines, headline
from sandtable.game.dice import VerifiableDice
from sandtable.game.events import Event
from sandtable.game.game import Entry, Game
from sandtable.game.notation.position import edition_of_position, format_position, parse_position
from sandtable.words import situation
from sandtable.words.english import Speaker
from sandtable.words.sentences import sentence


def seats_of(texts: list[str]) -> dict[str, list[str]] | None:
    """`alice=germany,japan` and the like; None if nobody was named."""
    found: dict[str, list[str]] = {}
    for text in texts:
        name, equals, powers = text.partition("=")
        if not equals or not name.strip():
            raise UsageError(f"a seat is written as PLAYER=POWER,POWER, not {text!r}")
        found.setdefault(name.strip(), []).extend(
            power.strip() for power in powers.split(",") if power.strip()
        )
    return found or None


def new(args: argparse.Namespace, out: Out) -> int:
    dice = dicebox.chosen(args.seed, args.dice)
    name, begin = args.edition, None
    if args.position is not None:
        edition = files.edition_of(name or edition_of_position(args.position))
        begin = parse_position(edition, args.position)
    else:
        edition = files.edition_of(name)
    agreed, seats = options.given(args.option), seats_of(args.seat)
    game = Game.new(edition, options=agreed, seats=seats, dice=dice, position=begin)
    path = Path(args.file)
    files.check_new(path, force=args.force)
    dicebox.seal(path, game, force=args.force)
    files.created(path, game, name, force=args.force)
    out.document({"file": str(path), "dice": dice.describe(), **situation.header(game)})
    out.line(f"{path}: a new game of {game.edition.name}")
    out.line("Dice: " + ", ".join(f"{k} {v}" for k, v in dice.describe().items()))
    if isinstance(dice, VerifiableDice):
        out.line(f"Keep {dicebox.secret_path(path)} to yourself; publish the commitment.")
    for text in header_lines(game):
        out.line(text)
    return 0


def print_events(game: Game, events: tuple[Event, ...], out: Out) -> None:
    speaker = Speaker(game.edition)
    for event in events:
        out.line(sentence(speaker, event))


def decide(args: argparse.Namespace, out: Out) -> int:
    file = files.opened(args.file, args.rolled)
    game = file.game
    power, answer = lines.split(game, args.line)
    events = game.decide(power, answer)
    file.save()
    out.document(
        {
            "decision": game.line(game.history[-1]),
            "events": [event.to_json() for event in events],
            **situation.header(game),
        }
    )
    print_events(game, events, out)
    for text in header_lines(game):
        out.line(text)
    return 0


def undo(args: argparse.Namespace, out: Out) -> int:
    file = files.opened(args.file)
    game = file.game
    taken_back = game.line(game.history[-1]) if game.history else ""
    game.undo()
    file.save()
    out.document({"undone": taken_back, **situation.header(game)})
    out.line(f"Taken back: {taken_back}")
    for text in header_lines(game):
        out.line(text)
    return 0


def replay(args: argparse.Namespace, out: Out) -> int:
    game = files.load(args.file)
    if args.to is not None and args.to < 0:
        raise UsageError(f"--to {args.to}: a number of decisions cannot be negative")
    upto = len(game.history) if args.to is None else args.to
    if upto > len(game.history):
        raise UsageError(f"--to {upto}: the game has only {len(game.history)} decisions")
    entries = game.history[:upto]
    state = entries[-1].state if entries else game.start
    shown = Game(game.match, state, game.dice)
    out.document(
        {
            **situation.situation(shown),
            "decisions_made": upto,
            "decisions": [entry_data(game, entry) for entry in entries],
        }
    )
    if args.events:
        print_events(game, game.opening_events, out)
    width = len(str(upto))
    for number, entry in enumerate(entries, 1):
        out.line(f"{number:>{width}}  {game.line(entry)}")
        if args.events:
            speaker = Speaker(game.edition)
            for event in entry.events:
                out.line(f"{'':>{width}}    {sentence(speaker, event)}")
    out.result(headline(shown))
    return 0


def entry_data(game: Game, entry: Entry) -> dict[str, object]:
    return {
        "line": game.line(entry),
        "rolls": [list(dice) for dice in entry.rolls],
        "events": [event.to_json() for event in entry.events],
    }


def position(args: argparse.Namespace, out: Out) -> int:
    game = files.load(args.file)
    text = format_position(game.edition, game.position)
    out.document({"edition": game.edition.id, "position": text})
    out.result(text)
    return 0
