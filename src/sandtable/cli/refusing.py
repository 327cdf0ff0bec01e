"""A refusal in plain words: the sentence, the rule, where it stands and the facts of the case."""

from __future__ import annotations

import textwrap

from sandtable.rules.refusal import Refusal

WIDTH = 78


def refusal_lines(refusal: Refusal, *, with_text: bool = False, width: int = WIDTH) -> list[str]:
    """The lines that tell of a refusal; `with_text` adds the rule in its catalogue's words."""
    found = wrapped("Refused: ", refusal.message, width)
    found += wrapped("  rule     ", refusal.rule.id, width)
    if refusal.rule.section:
        found += wrapped("  section  ", refusal.rule.section, width)
    if refusal.facts:
        facts = ", ".join(f"{key} {fact_text(value)}" for key, value in refusal.facts.items())
        found += wrapped("  facts    ", facts, width)
    if with_text and refusal.rule.text:
        found += wrapped("  it says  ", refusal.rule.text, width)
    return found


def fact_text(value: object) -> str:
    """A fact without Python's brackets."""
    if isinstance(value, dict):
        return " ".join(f"{key}={fact_text(item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return " + ".join(fact_text(item) for item in value)
    return str(value)


def wrapped(head: str, text: str, width: int) -> list[str]:
    indent = " " * len(head)
    return textwrap.wrap(
        text,
        min(width, WIDTH),
        initial_indent=head,
        subsequent_indent=indent,
        break_long_words=False,
    ) or [head.rstrip()]
