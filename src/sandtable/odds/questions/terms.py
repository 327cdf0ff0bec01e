"""The terms of a battle: all that it depends on besides the forces.

Questions ask for many battles with other forces on the same terms. A battle is staged from two
stacks as `sandtable.odds.battle` stages one from texts, with the same functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypedDict, Unpack

from sandtable.game.library import load_edition
from sandtable.game.notation.names import space_named
from sandtable.odds import sides, staging
from sandtable.odds.forces import ForceText, Group, parse_force
from sandtable.odds.lineup import fight_of
from sandtable.odds.naming import token_name
from sandtable.odds.policy import Policy
from sandtable.odds.sides import Names
from sandtable.odds.staging import Staged
from sandtable.rules.battle import Field, boons_at_start
from sandtable.rules.edition import Edition
from sandtable.rules.position import SEABORNE, Stack, stack_of
from sandtable.rules.refusal import InvalidAnswer

NOBODY = ("", "nothing", "none", "nobody")
"""Ways to write an empty force."""


class Conditions(TypedDict, total=False):
    """Keywords that every question takes, as `sandtable.odds.battle` does."""

    sea: bool | None
    attacker: str | None
    defender: str | None
    attacker_has: Names
    defender_has: Names
    at: str | None
    exit: bool
    policy: Policy
    prices: Mapping[str, float] | None
    ground: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Terms:
    """Where a battle is fought, between whom, and how both sides decide."""

    field: Field
    sea: bool
    attacker: int
    defender: int
    prices: tuple[float, ...]
    exit: bool
    policy: Policy
    ground: float
    """What the ground is worth."""
    seconds: float

    @property
    def edition(self) -> Edition:
        return self.field.ed

    def attackers(self, text: ForceText, landed: ForceText = "") -> Stack:
        """A force that attacks; `landed` of it come ashore."""
        groups = groups_of(self.edition, text)
        for group in groups:
            staging.check_group(self.field, group, self.attacker, sea=self.sea, attacking=True)
        ashore = staging.landed_of(self.edition, landed, groups, self.attacker, sea=self.sea)
        return staging.attackers(self.edition, groups, self.attacker, ashore)

    def defenders(self, text: ForceText) -> Stack:
        """A force that stands in the space, guns and all."""
        groups = groups_of(self.edition, text)
        for group in groups:
            staging.check_group(self.field, group, self.defender, sea=self.sea, attacking=False)
        fighting, guns = staging.defenders(self.field, groups, self.defender)
        return stack_of((*fighting, *guns))

    def ships(self, text: ForceText) -> Stack:
        """Ships that bombard for a landing."""
        landing = self.field._replace(amphibious=True)
        return staging.bombarding(landing, empty(text), self.attacker, sea=self.sea)

    def stage(self, attack: Stack, defend: Stack, ships: Stack = ()) -> Staged:
        """The battle of two forces, ready to be reckoned; `ships` bombard for it."""
        guns = tuple((t, n) for t, n in defend if self.stands_by(t.power, t.unit))
        fighting = tuple((t, n) for t, n in defend if not self.stands_by(t.power, t.unit))
        landing = any(t.mark.flags & SEABORNE for t, _ in attack)
        field = self.field._replace(amphibious=landing)
        if field.traits:
            field = field._replace(boons=boons_at_start(field, attack, fighting))
        program = "sea" if self.sea else "land"
        fight = fight_of(
            field,
            program,
            attack,
            fighting,
            self.prices,
            sea=self.sea,
            exit=self.exit,
            guns=staging.flak(field, program, attack, guns),
            ships=staging.ship_shots(field, ships),
        )
        return Staged(
            self.edition,
            field,
            attack,
            fighting,
            guns,
            ships,
            self.sea,
            self.attacker,
            self.defender,
            fight,
        )

    def stands_by(self, power: int, unit: int) -> bool:
        """Whether a unit takes no part in battles."""
        return self.field.kinds[power][unit].bystander

    def worth(self, force: Stack) -> float:
        """What a force costs, all aboard included."""
        prices = self.prices
        return sum(n * (prices[t.unit] + sum(prices[u] for _, u in t.cargo)) for t, n in force)

    def between(self, attacker: int, defender: int, has: Names = ()) -> Terms:
        """The same with other powers, of which the attacker has some traits more."""
        ed, field = self.edition, self.field
        if not ed.is_enemy[attacker][defender]:
            names = ed.powers[attacker].name, ed.powers[defender].name
            raise InvalidAnswer(f"{names[0]} and {names[1]} are not enemies")
        every = [set(names) for names in field.traits or ((),) * len(ed.powers)]
        for name in sides.traits_named(ed, has):
            trait = ed.traits[name]
            if trait.power not in (-1, attacker):
                raise InvalidAnswer(
                    f"{trait.name} is an advantage of {ed.powers[trait.power].name}"
                )
            every[attacker].add(name)
        traits = tuple(tuple(sorted(names)) for names in every) if any(every) else ()
        field = field._replace(
            kinds=ed.everything(traits)[0],
            traits=traits,
            owner=defender if field.owner >= 0 else -1,
        )
        return replace(self, field=field, attacker=attacker, defender=defender)


def terms_of(
    edition: Edition | str,
    attack: Iterable[ForceText],
    defend: Iterable[ForceText],
    **given: Unpack[Conditions],
) -> Terms:
    """The terms that keywords describe, for battles between such forces."""
    ed = edition_of(edition)
    groups = (
        tuple(group for text in attack for group in groups_of(ed, text)),
        tuple(group for text in defend for group in groups_of(ed, text)),
    )
    at = given.get("at")
    space = -1 if at is None else space_named(ed, at)
    sea = sides.is_sea(ed, given.get("sea"), space, (*groups[0], *groups[1]))
    traits = (
        sides.traits_named(ed, given.get("attacker_has", ())),
        sides.traits_named(ed, given.get("defender_has", ())),
    )
    names = given.get("attacker"), given.get("defender")
    powers = sides.powers_of(ed, names, groups, traits, space)
    return Terms(
        sides.field_of(ed, powers, groups, traits, space, sea=sea),
        sea,
        *powers,
        staging.prices_of(ed, given.get("prices")),
        given.get("exit", True),
        given.get("policy", Policy()),
        staging.amount("ground", given.get("ground", 0.0), -1e6, 1e6),
        staging.amount("seconds", given.get("seconds", 10.0), 0, 86_400),
    )


def edition_of(edition: Edition | str) -> Edition:
    return load_edition(edition) if isinstance(edition, str) else edition


def empty(text: ForceText) -> ForceText:
    """A force as it is written, nobody being an empty text."""
    return "" if isinstance(text, str) and text.strip().casefold() in NOBODY else text


def groups_of(ed: Edition, text: ForceText) -> tuple[Group, ...]:
    return parse_force(ed, empty(text))


def named(ed: Edition, force: Stack) -> str:
    """A force in words that can be read again."""
    several = len({token.power for token, _ in force}) > 1
    return ", ".join(f"{n} {token_name(ed, t, several)}" for t, n in force) or "nothing"
