"""Which rules of the catalogues the scenarios test."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sandtable.conformance.runner import Result
from sandtable.rules.refusal import Rule


@dataclass
class Topic:
    """A topic of one edition's catalogue: how many scenarios cite each of its rules."""

    edition: str
    name: str
    scenarios: dict[str, int] = field(default_factory=dict)

    @property
    def covered(self) -> int:
        return sum(1 for count in self.scenarios.values() if count)

    @property
    def missing(self) -> list[str]:
        """The rules that no scenario cites, in the catalogue's order."""
        return [rule for rule, count in self.scenarios.items() if not count]


def topics(edition: str, catalogue: Mapping[str, Rule], results: Iterable[Result]) -> list[Topic]:
    """The topics of a catalogue in its order, counted over some results.

    Rules that an edition inherits are those of the edition that wrote them, and counted there.
    A scenario counts whether it passed or not: a failure is reported as such.
    """
    cited: dict[str, int] = {}
    for result in results:
        for rule_id in dict.fromkeys(result.rules):
            cited[rule_id] = cited.get(rule_id, 0) + 1
    found: dict[str, Topic] = {}
    for rule_id, rule in catalogue.items():
        if not rule_id.startswith(f"{edition}/"):
            continue
        topic = found.setdefault(rule.topic, Topic(edition, rule.topic))
        topic.scenarios[rule_id] = cited.get(rule_id, 0)
    return list(found.values())
