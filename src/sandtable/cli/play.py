"""Beginning or resuming a game at the terminal: `play`."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from sandtable.cli import dicebox, files, options
from sandtable.cli.console import Out, UsageError, folded
from sandtable.cli.opponents import check_opponent
from sandtable.cli.session import Session
from sandtable.cli.showing import headline
from sandtable.cli.terminal import Quit, Terminal
from sandtable.game.game import Game
from sandtable.game.notation.names import power_named
from sandtable.game.setup import make_match, make_seats
from sandtable.rules.edition import Edition
from sandtable.rules.problems import nearest
from sandtable.rules.refusal import InvalidAnswer, Refusal, SandtableError
from sandtable.words.english import joined

YOU = "you"
"""Players whose name begins so sit at this terminal."""
COMPUTER = "computer"


def run(args: argparse.Namespace, out: Out) -> int:
    if out.json:
        raise UsageError("play is for people; programs use decide, legal and show with --json")
    if args.file is None and args.me and re.search(r"[./\\]", args.me[-1]):
        args.file = args.me.pop()  # `--me germany japan FILE` leaves FILE among the powers
    if args.against:
        check_opponent(args.against)
    terminal = Terminal()
    try:
        path = Path(args.file) if args.file is not None else going_on(args, terminal)
        if path is not None and path.exists():
            session = resumed(args, path, terminal)
        else:
            session = begun(args, path, terminal)
    except Quit:
        return 0
    return session.run()


def default_paths(edition: str) -> Iterator[Path]:
    """The files in the current folder that games of an edition go to, one after the other."""
    name = Path(edition).name
    yield Path(f"{name}.sav")
    for number in count(2):
        yield Path(f"{name}-{number}.sav")


def unfinished(edition: str) -> Path | None:
    """A game of an edition in the current folder that is not over."""
    for path in default_paths(edition):
        if not path.exists():
            break
        if files.load(str(path)).winner is None:
            return path
    return None


def going_on(args: argparse.Namespace, terminal: Terminal) -> Path | None:
    """The game in the current folder that is to go on; None for a new one."""
    if args.new:
        return None
    names = [args.edition] if args.edition else [e.id for e in files.editions_in_order()]
    found = [path for name in names if (path := unfinished(name)) is not None]
    if len(found) < 2:
        return found[0] if found else None
    terminal.say("Games that are going on here:")
    for number, path in enumerate(found, 1):
        terminal.say(f"  {number}  {path}: {headline(files.load(str(path)))}")
    terminal.say(f"  {len(found) + 1}  new: another game")
    place = chosen(terminal, [*map(str, found), "new"])
    return found[place] if place < len(found) else None


def chosen(terminal: Terminal, names: list[str]) -> int:
    """Ask for one of some names: the place of the one that is typed, or whose number is."""
    terminal.say("(Enter: 1)")
    while True:
        answer = asked(terminal).casefold()
        if not answer:
            return 0
        if answer in names:
            return names.index(answer)
        numbers = [str(number) for number in range(1, len(names) + 1)]
        if answer in numbers:
            return numbers.index(answer)
        terminal.say(f"unknown name {answer!r}{nearest(answer, names)}")


def asked(terminal: Terminal) -> str:
    """What a player types at a question before the game; nothing where nobody is there to type."""
    answer = terminal.ask("> ")
    if answer is None and not sys.stdin.isatty():
        return ""
    if answer is None or answer.casefold() in ("quit", "exit"):
        raise Quit
    return answer


def resumed(args: argparse.Namespace, path: Path, terminal: Terminal) -> Session:
    """Go on with the game in a file."""
    if args.new:
        raise UsageError(f"{path} exists; --new is for another file")
    for name in ("seed", "dice", "option"):
        if getattr(args, name):
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
    if args.file is None:
        terminal.say("(--new begins another.)")
    return Session(file, humans, terminal, args.against)


def begun(args: argparse.Namespace, path: Path | None, terminal: Terminal) -> Session:
    """Begin a new game in a file."""
    if path is not None:
        files.check_new(path, force=False)
    agreed = options.given(args.option)
    name = args.edition
    if name is None:
        name = asked_edition(terminal)
        if not agreed:
            agreed = asked_options(files.edition_of(name), terminal)
    edition = files.edition_of(name)
    make_match(edition, agreed)
    if path is None:
        path = next(p for p in default_paths(name) if not p.exists())
    dice = dicebox.chosen(args.seed, args.dice)
    humans = powers_named(edition, args.me) if args.me else asked_powers(edition, terminal)
    seats = seats_for(edition, humans)
    game = Game.new(edition, options=agreed, seats=seats, dice=dice)
    dicebox.seal(path, game, force=False)
    file = files.created(path, game, name, force=False)
    terminal.say(f"A new game of {edition.name}, saved in {path} after every decision.")
    return Session(file, humans, terminal, args.against)


def asked_edition(terminal: Terminal) -> str:
    """Ask which game to play."""
    editions = files.editions_in_order()
    terminal.say("Sandtable. Which game do you want to play?")
    for number, edition in enumerate(editions, 1):
        for text in folded(
            f"  {number}  {edition.id}: {edition.about or edition.name}", terminal.width
        ):
            terminal.say(text)
    names = [edition.id for edition in editions]
    return names[chosen(terminal, names)]


def asked_options(edition: Edition, terminal: Terminal) -> dict[str, str]:
    """Ask what is to be otherwise than usual."""
    if not edition.options:
        return {}
    terminal.say("Options? Enter plays the usual game, ? lists them.")
    while True:
        answer = asked(terminal)
        if answer in ("?", "help", "options"):
            Out().table(options.option_table(edition))
            terminal.say("Write those that you want, such as: " + options.example(edition))
            continue
        try:
            agreed = options.given(answer.replace(",", " ").split())
            make_match(edition, agreed)
        except SandtableError as error:
            terminal.say(str(error))
            continue
        return agreed


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
    terminal.say(f"A game of {edition.name}:")
    for index, name in enumerate(edition.sides):
        powers = [p.id for p in edition.powers if p.side == index]
        terminal.say(f"  {name}: {', '.join(powers)}")
    terminal.say("Which powers do you play? Name them, or a side, or all.")
    terminal.say(f"(Enter: {joined(edition.powers[i].id for i in default)})")
    while True:
        answer = asked(terminal)
        if not answer:
            return default
        try:
            return powers_named(edition, [answer])
        except UsageError as error:
            terminal.say(str(error))


def seats_for(edition: Edition, humans: list[int]) -> dict[str, list[str]]:
    """Who plays what: a seat for each side, or one for each power where the book wants it so."""
    sides: dict[str, list[str]] = {}
    for power in edition.powers:
        who = YOU if power.index in humans else COMPUTER
        sides.setdefault(f"{who}-{edition.sides[power.side]}", []).append(power.id)
    try:
        make_seats(edition, sides)
    except Refusal:
        return {
            f"{YOU if power.index in humans else COMPUTER}-{power.id}": [power.id]
            for power in edition.powers
        }
    return sides
