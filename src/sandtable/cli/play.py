"""Beginning or resuming a game at the terminal: `play`."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from sandtable.cli import dicebox, files
from sandtable.cli.console import Out, UsageError
from sandtable.cli.english import joined
from sandtable.cli.session import Session
from sandtable.cli.terminal import Quit, Terminal
from sandtable.game.game import Game
from sandtable.game.notation.answers import power_named
from sandtable.rules.edition import Edition
from sandtable.rules.problems import nearest
from sandtable.rules.refusal import InvalidAnswer

YOU = "you"
"""Players whose name begins so sit at this terminal."""
COMPUTER = "computer"


def run(args: argparse.Namespace, out: Out) -> int:
    if out.json:
        raise UsageError("play is for people; programs use decide, legal and show with --json")
    if args.file is None and args.me and re.search(r"[./\\]", args.me[-1]):
        args.file = args.me.pop()  # `--me germany japan FILE` leaves FILE among the powers
    terminal = Terminal()
    path = Path(args.file) if args.file is not None else default_path(args)
    try:
        if path.exists() and not (args.new and args.file is None):
            session = resumed(args, path, terminal)
        else:
            session = begun(args, path, terminal)
    except Quit:
        return 0
    return session.run()


def default_path(args: argparse.Namespace) -> Path:
    """A file in the current folder: the game that is going on there, or one for a new game."""
    edition = Path(args.edition or files.DEFAULT_EDITION).name
    number = 1
    while True:
        name = f"{edition}.sav" if number == 1 else f"{edition}-{number}.sav"
        path = Path(name)
        if not path.exists():
            return path
        if not args.new and files.load(name).winner is None:
            return path
        number += 1


def resumed(args: argparse.Namespace, path: Path, terminal: Terminal) -> Session:
    """Go on with the game in a file."""
    if args.new:
        raise UsageError(f"{path} exists; --new is for another file")
    for name in ("seed", "dice"):
        if getattr(args, name) is not None:
            raise UsageError(f"{path} exists; --{name} is for a new game")
    file = files.opened(str(path))
    edition = file.game.edition
    if args.edition is not None and args.edition != edition.id:
        raise UsageError(f"{path} holds a game of {edition.id}, not of {args.edition}")
    if args.me:
        humans = powers_named(edition, args.me)
    else:
        seats = file.game.match.seats
        humans = [i for i, seat in enumerate(seats) if seat.startswith(YOU)]
        if not humans:
            humans = [i for i, seat in enumerate(seats) if not seat.startswith(COMPUTER)]
    terminal.say(f"Going on with the game in {path}.")
    return Session(file, humans, terminal)


def begun(args: argparse.Namespace, path: Path, terminal: Terminal) -> Session:
    """Begin a new game in a file."""
    edition = files.edition_of(args.edition)
    files.check_new(path, force=False)
    dice = dicebox.chosen(args.seed, args.dice)
    humans = powers_named(edition, args.me) if args.me else asked_powers(edition, terminal)
    game = Game.new(edition, seats=seats_for(edition, humans), dice=dice)
    dicebox.seal(path, game, force=False)
    file = files.created(path, game, args.edition, force=False)
    terminal.say(f"A new game of {edition.name}, saved in {path} after every decision.")
    return Session(file, humans, terminal)


def powers_named(edition: Edition, words: list[str]) -> list[int]:
    """Powers by name; a side stands for all its powers, `all` for everybody."""
    found: list[int] = []
    for word in (part for text in words for part in text.replace(",", " ").split()):
        name = word.casefold()
        if name == "all":
            found += [power.index for power in edition.powers]
        elif name in edition.sides:
            side = edition.sides.index(name)
            found += [power.index for power in edition.powers if power.side == side]
        else:
            try:
                found.append(power_named(edition, word))
            except InvalidAnswer:
                known = [p.id for p in edition.powers] + [*edition.sides, "all"]
                raise UsageError(f"unknown power {word!r}{nearest(word, known)}") from None
    if not found:
        raise UsageError("choose at least one power")
    return sorted(set(found))


def asked_powers(edition: Edition, terminal: Terminal) -> list[int]:
    """Ask which powers to play; the side that begins is the default."""
    side = edition.powers[0].side
    default = [power.index for power in edition.powers if power.side == side]
    terminal.say(f"Sandtable: a game of {edition.name}.")
    for index, name in enumerate(edition.sides):
        powers = [p.id for p in edition.powers if p.side == index]
        terminal.say(f"  {name}: {', '.join(powers)}")
    terminal.say("Which powers do you play? Name them, or a side, or all.")
    terminal.say(f"(Enter: {joined(edition.powers[i].id for i in default)})")
    while True:
        answer = terminal.ask("> ")
        if answer is None or answer.casefold() in ("quit", "exit"):
            if answer is None and not sys.stdin.isatty():
                return default
            raise Quit
        if not answer:
            return default
        try:
            return powers_named(edition, [answer])
        except UsageError as error:
            terminal.say(str(error))


def seats_for(edition: Edition, humans: list[int]) -> dict[str, list[str]]:
    """Who plays what. A seat for each side, as no player may hold powers of both."""
    seats: dict[str, list[str]] = {}
    for power in edition.powers:
        who = YOU if power.index in humans else COMPUTER
        seats.setdefault(f"{who}-{edition.sides[power.side]}", []).append(power.id)
    return seats
