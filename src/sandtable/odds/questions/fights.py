"""Battles on some terms, each reckoned once, and what a question needs to know of them."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from sandtable.odds import ask
from sandtable.odds import fight as f
from sandtable.odds.fight import Fight
from sandtable.odds.forces import unit_called
from sandtable.odds.outcomes import Outcomes
from sandtable.odds.policy import Policy
from sandtable.odds.questions.terms import Terms
from sandtable.odds.staging import Staged
from sandtable.rules.edition import Edition
from sandtable.rules.position import FRESH, Stack, stack_of

LEAST_SECONDS = 1.0
"""What a single battle may take, however short of time a search is."""


class End(NamedTuple):
    """One way a battle may end."""

    chance: float
    attack: Stack
    """Attackers still in the space."""
    away: Stack
    """Attackers that retreated."""
    defend: Stack
    cleared: bool
    """Whether no defender is left that would have to be fought."""
    held: bool
    """Whether besides an attacker is there that can take the ground; at sea, any attacker."""


class Summary(NamedTuple):
    """What a battle comes to."""

    wins: float
    """The chance that the defenders are gone and attackers are there."""
    takes: float
    """The chance that the ground is taken; at sea that the zone is cleared."""
    attack_lost: float
    """IPCs that the attackers lose on average."""
    defend_lost: float

    @property
    def swing(self) -> float:
        return self.defend_lost - self.attack_lost


class Fights:
    """Battles that were reckoned, on some terms."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.samples = 0
        """The least number of samples of any battle; 0: all are exact."""
        self.dropped = 0.0
        """The most probability that any battle left out of account."""
        self.count = 0
        self._done: dict[tuple[Stack, Stack, Stack], tuple[Fight, Outcomes]] = {}

    @property
    def exact(self) -> bool:
        return not self.samples

    def fought(self, attack: Stack, defend: Stack, ships: Stack = ()) -> tuple[Fight, Outcomes]:
        """The battle of two forces, with the ships that bombard."""
        key = attack, defend, ships
        if key not in self._done:
            staged = self.terms.stage(attack, defend, ships)
            self._done[key] = staged.fight, self.reckoned(staged)
        return self._done[key]

    def reckoned(self, staged: Staged) -> Outcomes:
        policy = ask.settled(for_present(self.terms.policy, staged), staged)
        seconds = max(self.terms.seconds, LEAST_SECONDS)
        found = ask.outcomes_of(staged, policy, self.terms.ground, seconds)
        self.count += 1
        if found.samples:
            self.samples = min(found.samples, self.samples or found.samples)
        self.dropped = max(self.dropped, found.dropped)
        return found

    def summary(self, attack: Stack, defend: Stack, ships: Stack = ()) -> Summary:
        """What the battle of two forces comes to, also if one of them is nobody."""
        if not fights_back(self.terms, defend):
            able = any(self.terms.edition.units[t.unit].captures for t, _ in attack)
            taken = float(bool(attack) if self.terms.sea else able)
            return Summary(float(bool(attack)), taken, 0.0, 0.0)
        if not attack:
            return Summary(0.0, 0.0, 0.0, 0.0)
        return summary(*self.fought(attack, defend, ships))

    def ends(self, attack: Stack, defend: Stack, ships: Stack = ()) -> list[End]:
        """Every end of the battle of two forces, also if one of them is nobody."""
        terms, ed = self.terms, self.terms.edition
        guns = tuple((t, n) for t, n in defend if terms.stands_by(t.power, t.unit))
        if not fights_back(terms, defend):
            able = any(ed.units[t.unit].captures for t, _ in attack)
            return [End(1.0, attack, (), defend, True, bool(attack) if terms.sea else able)]
        if not attack:
            return [End(1.0, (), (), defend, False, False)]
        return ends(terms, *self.fought(attack, defend, ships), guns)


def for_present(policy: Policy, staged: Staged) -> Policy:
    """A policy whose orders of losses name only units that are there."""
    if isinstance(policy.attack_losses, str) and isinstance(policy.defend_losses, str):
        return policy
    return replace(
        policy,
        attack_losses=present(staged.edition, policy.attack_losses, staged.fight.attack),
        defend_losses=present(staged.edition, policy.defend_losses, staged.fight.defend),
    )


def present(ed: Edition, losses: str | tuple[str, ...], side: f.Side) -> str | tuple[str, ...]:
    if isinstance(losses, str):
        return losses
    here = {token.unit for token in side.tokens}
    return tuple(name for name in losses if unit_called(ed, name) in here)


def fights_back(terms: Terms, defend: Stack) -> bool:
    """Whether anybody in a space would have to be fought."""
    return any(not terms.stands_by(t.power, t.unit) for t, _ in defend)


def summary(fight: Fight, outcomes: Outcomes) -> Summary:
    chance = outcomes.fought + outcomes.left
    by_attack, by_defend = chance.sum(axis=1), chance.sum(axis=0)
    gone = ~outcomes.defend_present
    wins = chance[:, gone].sum(axis=1)
    holds = outcomes.attack_present if fight.sea else outcomes.attack_holds
    return Summary(
        float(wins[outcomes.attack_present].sum()),
        float(wins[holds].sum()),
        float(worth(fight.attack) - by_attack @ (outcomes.attack_states @ fight.attack.costs)),
        float(worth(fight.defend) - by_defend @ (outcomes.defend_states @ fight.defend.costs)),
    )


def worth(side: f.Side) -> float:
    return float(side.counts @ side.costs)


def ends(terms: Terms, fight: Fight, outcomes: Outcomes, guns: Stack) -> list[End]:
    """Every end of a battle, as forces."""
    mend = terms.edition.rules.damage_lasts == "battle"
    last = fight.defend.table[:, f.LAST] > 0
    stays = fight.attack.table[:, f.STAYS] > 0
    holds = outcomes.attack_present if fight.sea else outcomes.attack_holds
    # Units that are lost last do not keep a zone.
    cleared = ~outcomes.defend_present | ~(outcomes.defend_states[:, ~last] > 0).any(axis=1)
    found = []
    for retreat, chances in ((False, outcomes.fought), (True, outcomes.left)):
        for i, j in np.argwhere(chances):
            there = outcomes.attack_states[i]
            attack = force_of_row(fight.attack, there * stays if retreat else there, mend)
            away = force_of_row(fight.attack, there * ~stays if retreat else 0 * there, mend)
            defend = force_of_row(fight.defend, outcomes.defend_states[j], mend)
            clear = bool(cleared[j])
            found.append(
                End(
                    float(chances[i, j]),
                    attack,
                    away,
                    stack_of((*defend, *guns)),
                    clear,
                    clear and bool(holds[i]),
                )
            )
    return found


def force_of_row(side: f.Side, counts: f.IntArray, mend: bool) -> Stack:
    """Counts of rows as units, their damage mended after the battle where it is."""
    return stack_of(
        (token._replace(damage=0 if mend else token.damage, mark=FRESH), int(count))
        for token, count in zip(side.tokens, counts, strict=True)
        if count
    )
