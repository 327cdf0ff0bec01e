"""Refusals: what a player is told when a rule forbids an answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


class SandtableError(Exception):
    """Every error that this package raises on purpose."""


class InvalidAnswer(SandtableError):
    """An answer that makes no sense here: malformed, unknown names, nobody asked."""


@dataclass(frozen=True, slots=True)
class Rule:
    """An entry of an edition's rule catalogue."""

    id: str
    section: str
    text: str
    checks: int = 1

    @property
    def topic(self) -> str:
        return self.id.split("/")[1]


class Refusal(SandtableError):
    """An answer that a rule forbids. Nothing has changed."""

    def __init__(self, rule: Rule, message: str, facts: Mapping[str, object]) -> None:
        super().__init__(message)
        self.rule = rule
        self.message = message
        self.facts = dict(facts)

    def __str__(self) -> str:
        return f"{self.message} [{self.rule.id}]"

    def __reduce__(self) -> tuple[type[Refusal], tuple[Rule, str, dict[str, object]]]:
        """Lets a refusal be copied, and be sent from one process to another."""
        return type(self), (self.rule, self.message, self.facts)

    def to_json(self) -> dict[str, object]:
        return {
            "rule": self.rule.id,
            "section": self.rule.section,
            "text": self.rule.text,
            "message": self.message,
            "facts": self.facts,
        }
