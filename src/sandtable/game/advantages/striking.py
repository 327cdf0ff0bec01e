"""Joint Strike: a power leaves its combat to a partner, who leads the units of both.

The declaration is a trait of its own until the partner's turn begins; then `Turn.joint` names the
power whose units take part.
"""

from __future__ import annotations

from sandtable.game.advantages.placing import check_bare
from sandtable.game.advantages.registry import MODULES, AdvantageModule, Occasion
from sandtable.game.answers import Use
from sandtable.game.draft import Draft
from sandtable.rules.traits import Trait

DECLARED = "joint-strike-declared"


def moment(trait: Trait) -> str:
    return "round" if trait.data["declared"] == "round" else "combat-move"


def available(d: Draft, occasion: Occasion) -> bool:
    return occasion.trait.data["declared"] == "round" or d.power == occasion.power


def declare(d: Draft, occasion: Occasion, given: Use) -> None:
    check_bare(given)
    d.give(occasion.power, DECLARED)
    if d.agenda and passed_over(d, d.top.name):
        d.pop()


def passed_over(d: Draft, phase: str) -> bool:
    """Whether the acting power has left a phase of its turn to a partner."""
    return d.has(d.power, DECLARED) and phase in d.ed.traits["joint-strike"].data["phases"]


def lead(d: Draft, occasion: Occasion) -> None:
    """The partner's turn has come: it commands the units of both."""
    data = d.ed.traits["joint-strike"].data
    if d.power_id(d.power) == data["partner"]:
        d.give(occasion.power, drop=DECLARED)
        d.turn = d.turn._replace(joint=occasion.power, joint_phases=tuple(data["phases"]))


MODULES["joint-strike"] = AdvantageModule(moment, available, declare)
MODULES["joint-strike-declared"] = AdvantageModule(lambda _: "turn", by_itself=lead)
