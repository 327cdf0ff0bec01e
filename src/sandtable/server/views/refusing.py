"""Refusals as messages."""

from __future__ import annotations

from sandtable.rules.refusal import Refusal
from sandtable.server.schemas.errors import RefusalView


def refusal_view(refusal: Refusal) -> RefusalView:
    """Which rule forbids an answer, and why."""
    return RefusalView(
        message=sentence(refusal.message),
        rule=refusal.rule.id,
        section=refusal.rule.section,
        text=refusal.rule.text,
        facts=dict(refusal.facts),
    )


def sentence(text: str) -> str:
    """A message of the engine with a capital letter and a full stop."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else f"{text}."
