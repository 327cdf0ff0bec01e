"""Where in a TOML or JSON text a key stands, so that a mistake can be shown with its line.

The parsers of the standard library give values without places. Here the text is scanned once
more, for keys only: every key gets its path (`units.india.japan`) and its line. A table in a list
is known by its number and, when it has an `id`, by that too: `powers[1]` and `powers.germany`.
"""

from __future__ import annotations

import re

Path = tuple[str, ...]
Places = list[tuple[Path, int]]

TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|\n|[\[\]{},:]',
    re.DOTALL,
)
BARE = r'[A-Za-z0-9_\-]+|"(?:\\.|[^"\\])*"|\'[^\']*\''
DOTTED = re.compile(rf"\s*((?:{BARE})(?:\s*\.\s*(?:{BARE}))*)\s*=(?!=)")
HEADER = re.compile(rf"\s*(\[\[?)\s*((?:{BARE})(?:\s*\.\s*(?:{BARE}))*)\s*\]\]?")
SYNTAX_LINE = re.compile(r"\(?at line (\d+),|line (\d+) column \d+")


def line_of(text: str, file: str, key: str, message: str) -> int | None:
    """The line of a key, or of its nearest parent that is there; None if nothing fits."""
    syntax = SYNTAX_LINE.search(message)
    if syntax is not None:
        return int(syntax[1] or syntax[2])
    wanted = path_of(key)
    if not wanted:
        return None
    places = toml_places(text) if file.endswith(".toml") else json_places(text)
    best: Path = ()
    line: int | None = None
    for path, number in places:
        common = 0
        for a, b in zip(path, wanted, strict=False):
            if a != b:
                break
            common += 1
        if common > min(len(best), len(wanted)) and common == min(len(path), len(wanted)):
            best, line = path, number
    if line is None:
        return None
    below = [n for path, n in places if n > line and path[: len(best)] != best]
    return line_of_word(text, line, min(below, default=None), message)


def line_of_word(text: str, line: int, last: int | None, message: str) -> int:
    """The line of the name that a message quotes, if it stands in the value of the key."""
    quoted = re.search(r"'([^']+)'", message)
    if quoted is None:
        return line
    lines = text.splitlines()
    word = re.compile(rf"(?<![\w\-]){re.escape(quoted[1])}(?![\w\-])")
    for number in range(line, len(lines) + 1):
        if last is not None and number >= last:
            break
        if word.search(lines[number - 1]):
            return number
    return line


def path_of(key: str) -> Path:
    """`powers[1].id` as (`powers`, `1`, `id`)."""
    return tuple(part for part in re.split(r"[.\[\]]+", key) if part)


def unquoted(name: str) -> str:
    return name.strip().strip("\"'")


def dotted(text: str) -> Path:
    return tuple(unquoted(part) for part in re.findall(BARE, text))


# --- TOML


def toml_places(text: str) -> Places:
    """Every key of a TOML text, tables in lists under number and id."""
    places: Places = []
    heads: list[Path] = [()]
    counts: dict[Path, int] = {}
    depth = 0
    for number, line in enumerate(text.splitlines(), 1):
        if depth == 0:
            header = HEADER.match(line)
            if header is not None:
                path = dotted(header[2])
                heads = [path]
                if header[1] == "[[":
                    counts[path] = counts.get(path, -1) + 1
                    heads = [(*path, str(counts[path]))]
                places += [(head, number) for head in heads]
                continue
            match = DOTTED.match(line)
            if match is not None:
                path = dotted(match[1])
                value = line[match.end() :]
                if path == ("id",) and heads[0] and heads[0][-1].isdigit():
                    heads.append((*heads[0][:-1], unquoted(value.split("#")[0])))
                    places.append((heads[-1], number))
                for head in heads:
                    places.append(((*head, *path), number))
                    places += inline_keys((*head, *path), value, number)
                depth = max(0, nesting(value))
            continue
        depth = max(0, depth + nesting(line))
    return places


def inline_keys(head: Path, value: str, number: int) -> Places:
    """Keys of an inline table on the same line."""
    if not value.lstrip().startswith("{"):
        return []
    return [((*head, *dotted(m[1])), number) for m in DOTTED.finditer(value.replace("{", " "))]


def nesting(text: str) -> int:
    """How many brackets a line leaves open."""
    depth = 0
    for token in TOKEN.findall(text.split("#")[0]):
        depth += token in ("[", "{")
        depth -= token in ("]", "}")
    return depth


# --- JSON


def json_places(text: str) -> Places:
    """Every key of a JSON text, objects in lists under number and id."""
    places: Places = []
    stack: list[tuple[str, Path, int]] = []
    path: Path = ()
    key: str | None = None
    last: str | None = None
    number = 1
    for match in TOKEN.finditer(text):
        token = match[0]
        if token == "\n":
            number += 1
        elif token in "[{":
            if stack and stack[-1][0] == "[":
                path = (*stack[-1][1], str(stack[-1][2]))
            elif key is not None:
                path = (*stack[-1][1], key)
            stack.append((token, path, 0))
            places.append((path, number))
            key = last = None
        elif token in "]}":
            if stack:
                stack.pop()
            path = stack[-1][1] if stack else ()
            key = last = None
        elif token == ",":
            if stack and stack[-1][0] == "[":
                kind, head, index = stack[-1]
                stack[-1] = (kind, head, index + 1)
            key = last = None
        elif token == ":":
            key = last
            if stack and key is not None:
                places.append(((*stack[-1][1], key), number))
        else:
            last = token[1:-1]
            if key == "id" and stack and stack[-1][1] and stack[-1][1][-1].isdigit():
                named = (*stack[-1][1][:-1], last)
                places.append((named, number))
                stack[-1] = (stack[-1][0], named, stack[-1][2])
    return places
