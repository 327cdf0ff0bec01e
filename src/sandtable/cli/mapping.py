"""A board as a picture: `map`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sandtable.cli import files
from sandtable.cli.console import Out, UsageError
from sandtable.game.storage import write_whole
from sandtable.maps.asking import Drawable, draw

STDOUT = "-"
SUFFIXES = (".svg", ".png")
LONGEST_LINE = 1_000_000
HEAD = "position/"


def run(args: argparse.Namespace, out: Out) -> int:
    name = default_name(args.edition) if args.output is None else args.output
    path = Path(name)
    if name != STDOUT:
        if path.suffix.lower() not in SUFFIXES:
            raise UsageError(f"{name or 'no name'}: a map is written as .svg or .png")
        files.check_new(path, force=args.force)
    drawing = draw(
        wanted(args),
        edition=Path(args.edition) if files.is_folder(args.edition) else args.edition,
        theme=args.theme,
        width=args.width,
        level=args.level,
        units=args.units,
        names=not args.no_names,
        legend=not args.no_legend,
        crop=listed(args.crop),
        highlight=listed(args.highlight),
        moves=args.move,
    )
    if name == STDOUT:
        print_whole(drawing.svg)
        return 0
    write_whole(path, drawing.data(path.suffix))
    out.document({"file": str(path), "width": drawing.width, "height": drawing.height})
    out.line(f"{path}: {drawing.scene.title}, {drawing.width} x {drawing.height}")
    return 0


def default_name(edition: str) -> str:
    """The file of a picture that was given none: that of a folder is called after it."""
    if not edition:
        raise UsageError("which edition, board or folder is to be drawn?")
    folder = files.is_folder(edition)
    return f"{(Path(edition).resolve().name if folder else edition) or 'map'}.svg"


def print_whole(svg: str) -> None:
    """SVG is in UTF-8, whatever the terminal uses."""
    binary = getattr(sys.stdout, "buffer", None)
    if binary is None:
        sys.stdout.write(svg)
        return
    sys.stdout.flush()
    binary.write(svg.encode())
    binary.flush()


def listed(text: str) -> list[str]:
    """`germany, sz-14` and the like."""
    return [part.strip() for part in text.split(",") if part.strip()]


def wanted(args: argparse.Namespace) -> Drawable:
    """What is to be drawn: the start of an edition, a position of it or a game."""
    folder = files.is_folder(args.edition)
    if args.game is not None:
        game = files.load(args.game)
        if not folder and args.edition not in (game.edition.id, *game.edition.lineage):
            raise UsageError(f"{args.game} is a game of {game.edition.id}, not of {args.edition}")
        return game
    if args.position is not None:
        return position_text(args.position)
    return Path(args.edition) if folder else str(args.edition)


def position_text(given: str) -> str:
    """A position's line, or the one in a file."""
    line = given.strip()
    if line.startswith(HEAD) and " " in line:
        return line
    if not line:
        raise UsageError("a position is a line of text, or a file with one")
    path = Path(given)
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(LONGEST_LINE)
    except UnicodeDecodeError:
        raise UsageError(f"{path}: this is not text in UTF-8") from None
    except IsADirectoryError:
        raise UsageError(f"{path} is a folder, not a position") from None
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    if " " not in text.strip():
        raise UsageError(f"{path} holds no position")
    return text.strip()
