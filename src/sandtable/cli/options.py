"""What players agree on before a game: an edition's options, explained and read."""

from __future__ import annotations

from typing import Any

from sandtable.cli.console import Table, UsageError
from sandtable.game.state import Match
from sandtable.rules.edition import Edition, Option

Data = dict[str, Any]


def given(texts: list[str]) -> dict[str, str]:
    """`victory=short` and the like."""
    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise UsageError(f"an option is written as NAME=VALUE, not {text!r}")
        if name.strip() in found:
            raise UsageError(f"option {name.strip()!r} is given twice")
        found[name.strip()] = value.strip()
    return found


def option_data(option: Option) -> Data:
    """An option for programs."""
    found: Data = {"default": option.default}
    if option.most < 0:
        found["values"] = list(option.values)
    else:
        found["least"], found["most"] = 0, option.most
    return {**found, "about": option.about}


def values_text(option: Option) -> str:
    """The values, the default first; numbers as a range."""
    if option.most >= 0:
        return f"{option.default} (0 to {option.most})"
    words = [option.default, *(v for v in option.values if v != option.default)]
    numbers = [v for v in words[1:] if v.isdigit()]
    if len(numbers) > 2:
        words = [v for v in words if v not in numbers] + [f"{numbers[0]} to {numbers[-1]}"]
    return "|".join(words)


def option_table(edition: Edition) -> Table:
    """Every option with its values. Those that each power has are one row."""
    table = Table(("option", "values, default first", "what it is"))
    seen: set[str] = set()
    for option in edition.options:
        name = option.id
        for power in edition.powers:
            if name.endswith(f"_{power.id}"):
                name = f"{name.removesuffix(power.id)}POWER"
        if name not in seen:
            table.add(name, values_text(option), option.about)
        seen.add(name)
    return table


def agreed(match: Match) -> dict[str, str]:
    """The options that are not as they would be by default."""
    defaults = {option.id: option.default for option in match.edition.options}
    return {name: value for name, value in match.options if value != defaults.get(name)}


def example(edition: Edition) -> str:
    """Some options as they are written, none with its default."""
    found = []
    for option in edition.options:
        other = next((v for v in reversed(option.values) if v != option.default), "9")
        found.append(f"{option.id}={other}")
    return " ".join((*found[:1], *found[2:4]))
