"""The `sandtable` command: its arguments, and what becomes of errors."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from sandtable import __version__
from sandtable.cli.arena_options import arena_options
from sandtable.cli.bot import bot_options
from sandtable.cli.console import Out, UsageError
from sandtable.cli.map_options import map_options
from sandtable.cli.odds_options import odds_options
from sandtable.cli.refusing import refusal_lines
from sandtable.game.dice import DiceError
from sandtable.rules.problems import EditionError, nearest
from sandtable.rules.refusal import Refusal, SandtableError

WRONG = 2
"""Exit status for input that cannot be used; nothing has changed."""
LONGEST_ERROR = 500
BROKEN_PIPE = 141
INTERRUPTED = 130


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see {self.prog} --help)")


def common() -> argparse.ArgumentParser:
    parent = argparse.ArgumentParser(add_help=False)
    parent.add_argument("--json", action="store_true", help="print one JSON document")
    parent.add_argument("-q", "--quiet", action="store_true", help="print the result only")
    return parent


def server_options(found: argparse.ArgumentParser) -> None:
    found.add_argument("--port", type=int, metavar="N", help="the port to listen at (default 1941)")
    found.add_argument("--database", metavar="URL", help="where games are kept")


def parser() -> Parser:
    top = Parser(prog="sandtable", description="Axis & Allies games, played by their rulebooks.")
    top.add_argument("--version", action="version", version=f"sandtable {__version__}")
    commands = top.add_subparsers(
        dest="command", required=True, metavar="COMMAND", parser_class=Parser
    )
    shared = [common()]

    def add(name: str, run: str, text: str, parent: object = commands) -> Parser:
        found: Parser = parent.add_parser(  # type: ignore[attr-defined]
            name, help=text, description=text[0].upper() + text[1:] + ".", parents=shared
        )
        found.set_defaults(run=run)
        return found

    play = add("play", "serving:play", "play in the browser, or at the terminal")
    play.add_argument("--no-browser", dest="browser", action="store_false", help="open no browser")
    server_options(play)
    play.add_argument("--terminal", action="store_true", help="play here; so does all that follows")
    play.add_argument("file", nargs="?", metavar="FILE", help="the game's file; made if need be")
    play.add_argument("--edition", metavar="ID", help="for a new game; asked for if left out")
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    play.add_argument("--me", nargs="+", metavar="POWER", help="the powers you play")
    play.add_argument(
        "--against", metavar="NAME", help="who plays the others: a level, or module:Class"
    )
    play.add_argument("--seed", help="the seed of a new game's dice and opponents")
    play.add_argument("--dice", help="as for new")
    play.add_argument("--new", action="store_true", help="begin another game, in a file of its own")

    serve = add("serve", "serving:serve", "run the server for others to play on")
    serve.add_argument("--host", help="the address to listen at (default 127.0.0.1)")
    server_options(serve)
    serve.add_argument("--redis", metavar="URL", help="where several workers tell each other")
    serve.add_argument("--public-url", metavar="URL", help="the address that players use")
    serve.add_argument("--workers", type=int, default=1, metavar="N", help="processes (default 1)")

    new = add("new", "gamefile:new", "start a game and save it")
    new.add_argument("file", metavar="FILE")
    new.add_argument("--edition", metavar="ID", help="an edition or a scenario folder")
    new.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    new.add_argument("--seat", action="append", default=[], metavar="PLAYER=POWER,...")
    new.add_argument("--seed", help="the dice's seed")
    new.add_argument("--dice", help="seeded:SEED, low-luck:SEED, entered or verifiable")
    new.add_argument("--position", metavar="LINE", help="begin from a position")
    new.add_argument("--force", action="store_true", help="write over an existing file")

    show = add("show", "showing:run", "show the board")
    show.add_argument("file", metavar="FILE")
    what = show.add_mutually_exclusive_group()
    what.add_argument("--space", metavar="SPACE", help="one territory or sea zone")
    what.add_argument("--power", metavar="POWER", help="one power")
    what.add_argument("--units", action="store_true", help="the kinds of units")

    legal = add("legal", "choices:run", "list what is legal from here")
    legal.add_argument("file", metavar="FILE")
    legal.add_argument("--space", metavar="SPACE", help="from or to this space")
    legal.add_argument("--unit", metavar="UNIT", help="with this kind of unit")
    legal.add_argument("--decision", metavar="KIND", help="for this open decision")
    legal.add_argument("--limit", type=int, default=500, metavar="N", help="0: all (default 500)")

    decide = add("decide", "gamefile:decide", "answer what the game asks")
    decide.add_argument("file", metavar="FILE")
    decide.add_argument("line", metavar="LINE", help='such as "germany: buy 2 infantry"')
    decide.add_argument(
        "--rolled",
        action="append",
        default=[],
        metavar="DICE",
        help="for entered dice: 1 5 6; once for each roll",
    )

    undo = add("undo", "gamefile:undo", "take back the last decision")
    undo.add_argument("file", metavar="FILE")

    replay = add("replay", "gamefile:replay", "list the decisions of a game")
    replay.add_argument("file", metavar="FILE")
    replay.add_argument("--to", type=int, metavar="N", help="up to this decision")
    replay.add_argument("--events", action="store_true", help="with what came of them")

    position = add("position", "gamefile:position", "print the position as one line")
    position.add_argument("file", metavar="FILE")

    map_options(add("map", "mapping:run", "draw a board as a picture"))

    add("editions", "reference:editions", "list the editions")

    rule = add("rule", "reference:rule", "print a rule of a catalogue")
    rule.add_argument("id", metavar="ID", help="such as 1941/blitz/only-tanks")

    validate = add("validate", "validating:run", "check a scenario folder")
    validate.add_argument("directory", metavar="DIR")

    rand = add("random", "randomly:run", "play games at random")
    rand.add_argument("--edition", default="1941", metavar="ID")
    rand.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    rand.add_argument("--games", type=int, default=1, metavar="N")
    rand.add_argument("--seed", default="0")
    rand.add_argument("--rounds", type=int, default=20, metavar="R", help="at most (default 20)")
    rand.add_argument("--save", metavar="FILE", help="save the last game")
    rand.add_argument("--force", action="store_true", help="write over an existing file")

    arena_options(add("arena", "arena:run", "let computer players play matches"))

    bot_options(add("bot", "bot:run", "let a player play at a seat of a server"))

    odds_options(add("odds", "odds:run", "reckon the odds of a battle"))

    luck = add("luck", "luck:run", "compare the dice of a game with what was to be expected")
    luck.add_argument("file", metavar="FILE")
    luck.add_argument("--rolls-only", action="store_true", help="leave out the odds of battles")

    dice = commands.add_parser("dice", help="work with verifiable dice")
    kinds = dice.add_subparsers(dest="what", required=True, metavar="WHAT", parser_class=Parser)
    verify = add("verify", "reference:verify", "check a transcript", kinds)
    verify.add_argument("transcript", metavar="TRANSCRIPT")
    verify.add_argument("--commitment", metavar="HEX", help="as published before the game")
    mix = add("mix", "reference:mix", "add a player's text to the dice to come", kinds)
    mix.add_argument("file", metavar="FILE")
    mix.add_argument("party", metavar="PARTY")
    mix.add_argument("text", metavar="TEXT")
    reveal = add("reveal", "reference:reveal", "print the transcript with the secret", kinds)
    reveal.add_argument("file", metavar="FILE")
    reveal.add_argument("--force", action="store_true", help="even before the game is over")

    conform = add("conform", "conforming:run", "run conformance scenarios")
    conform.add_argument("paths", nargs="*", metavar="PATH")
    conform.add_argument("--coverage", action="store_true", help="which rules have a scenario")
    conform.add_argument("--edition", metavar="ID", help="only scenarios of this edition")
    return top


def check_words(argv: Sequence[str], top: Parser) -> None:
    """Refuse what is no text, and a command that does not exist."""
    for word in argv:
        if "\0" in word or (not word.isascii() and any("\ud800" <= c <= "\udfff" for c in word)):
            raise UsageError(f"{word!a} is not text")
    action = next(a for a in top._actions if isinstance(a, argparse._SubParsersAction))
    commands = [word for word in argv if not word.startswith("-")][:1]
    for word in commands:
        if word not in action.choices:
            raise UsageError(f"unknown command {word!r}{nearest(word, action.choices)}")


def main(argv: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    settle_streams()
    wants_json = "--json" in words
    try:
        top = parser()
        check_words(words, top)
        args = top.parse_args(words)
        module, name = args.run.split(":")
        run = getattr(importlib.import_module(f"sandtable.cli.{module}"), name)
        code: int = run(args, Out(json=args.json, quiet=args.quiet))
        sys.stdout.flush()
    except BrokenPipeError:
        # Nobody reads on. What was to be saved is saved; leave without a word.
        silence()
        return BROKEN_PIPE
    except KeyboardInterrupt as error:
        print(file=sys.stderr)
        return getattr(error, "status", INTERRUPTED)
    except (SandtableError, DiceError) as error:
        return report(error, wants_json)
    except OSError as error:
        # Without a file's name it is standard output that failed.
        code = report(error, wants_json and error.filename is not None)
        if error.filename is None:
            silence()
    return code


def settle_streams() -> None:
    """Print what a terminal cannot show in another way, and do without streams that are closed."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        elif name != "stdin" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def silence() -> None:
    """Let nothing more come out: what is still to be flushed would fail again."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def report(error: Exception, wants_json: bool) -> int:
    """Tell what went wrong: a line for people, and a document for programs that want one."""
    if isinstance(error, Refusal):
        texts = refusal_lines(error)
        data: dict[str, object] = {"refused": error.to_json()}
    else:
        text = str(error)
        if isinstance(error, EditionError):
            first = error.problems[0]
            text = ": ".join(filter(None, (first.file, first.key, first.message)))
            if len(error.problems) > 1:
                text += f" (and {len(error.problems) - 1} more; see sandtable validate)"
        if isinstance(error, OSError) and error.strerror:
            text = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
        line = " ".join(text.split())
        if len(line) > LONGEST_ERROR:
            line = f"{line[: LONGEST_ERROR - 3]}..."
        texts = [f"sandtable: {line}"]
        data = {"error": text}
    if wants_json:
        print(json.dumps(data, ensure_ascii=False, indent=2, default=str))
    for line in texts:
        print(line, file=sys.stderr)
    return WRONG


if __name__ == "__main__":
    sys.exit(main())
