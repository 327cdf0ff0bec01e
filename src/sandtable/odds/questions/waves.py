"""Take and hold: several attacks on one space, each on what the one before has left there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Unpack

from sandtable.game.notation.names import power_named
from sandtable.odds.policy import Policy
from sandtable.odds.questions.fights import Fights
from sandtable.odds.questions.terms import Conditions, Terms, named, terms_of
from sandtable.odds.questions.weights import CERTAIN, Weight, total
from sandtable.rules.edition import Edition
from sandtable.rules.position import Stack, stack_of
from sandtable.rules.refusal import InvalidAnswer

ATTACKER, DEFENDER, NOBODY = "attacker", "defender", "nobody"
"""The two sides, by what they were in the first wave."""
SIDES = (ATTACKER, DEFENDER)
NEGLIGIBLE = 1e-18
"""What is less likely than this is not followed into the next wave."""


class Wave(NamedTuple):
    """An attack that comes if the other side holds the space then."""

    attack: str
    by: str = DEFENDER
    """The side that attacks: `defender` for a counter-attack, `attacker` to attack again."""
    reinforce: str = ""
    """What moves in afterwards if this side holds the space."""
    power: str | None = None
    """The power that attacks, if it is not that of its side in the first wave."""
    has: tuple[str, ...] = ()
    """Its developments and advantages."""
    policy: Policy | None = None
    """How both sides decide in this wave, if otherwise than in the first."""


class Standing(NamedTuple):
    """How things may stand in the space."""

    holder: str
    attacker: Stack
    defender: Stack


@dataclass(frozen=True, slots=True)
class After:
    """How things stand after a wave."""

    attacker: float
    """The chance that the first attacker's side holds the space."""
    defender: float
    fought: float
    """The chance that this wave comes to a battle, or takes the space without one."""
    attacker_lost: float
    """IPCs lost so far on average."""
    defender_lost: float

    def to_json(self) -> dict[str, float]:
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Waves:
    """What several attacks on a space come to."""

    edition: Edition
    after: tuple[After, ...]
    """Wave by wave, the first attack being the first."""
    ends: dict[Standing, float]
    """How things may stand at the end, with chances."""
    swing: float
    """What the defender's side loses more than the attacker's on average, in IPCs.

    The ground counts for the attacker if its side holds the space at the end.
    """
    deviation: float
    """The standard deviation of the swing, the ground left out."""
    samples: int
    dropped: float

    @property
    def hold(self) -> float:
        """The chance that the first attacker's side holds the space at the end."""
        return self.after[-1].attacker

    @property
    def exact(self) -> bool:
        return not self.samples

    def to_json(self) -> dict[str, Any]:
        return {
            "after": [after.to_json() for after in self.after],
            "hold": self.hold,
            "swing": self.swing,
            "deviation": self.deviation,
            "exact": self.exact,
            "samples": self.samples,
            "dropped": self.dropped,
            "ends": [
                {
                    "chance": chance,
                    "holder": end.holder,
                    "attacker": named(self.edition, end.attacker),
                    "defender": named(self.edition, end.defender),
                }
                for end, chance in sorted(self.ends.items(), key=lambda item: -item[1])
            ],
        }


def take_and_hold(
    edition: Edition | str,
    attack: str,
    defend: str,
    then: Iterable[Wave | str] = (),
    *,
    reinforce: str = "",
    **given: Unpack[Conditions],
) -> Waves:
    """An attack, and what comes after it in later turns.

    A plain text among `then` is a counter-attack. `reinforce` moves in after the first attack if
    the attackers hold the space. A wave whose side holds the space already does not come.
    """
    terms = terms_of(edition, (attack,), (defend,), **given)
    first = coming(terms, Wave(attack, ATTACKER, reinforce))
    if not first.force:
        raise InvalidAnswer("nobody attacks")
    start = Standing(DEFENDER, (), terms.defenders(defend))
    return run(terms, start, [first, *later_waves(terms, then)])


class Coming(NamedTuple):
    """A wave ready to come."""

    by: str
    force: Stack
    reinforce: Stack
    fights: Fights
    ships: Stack = ()


def later_waves(terms: Terms, then: Iterable[Wave | str]) -> tuple[Coming, ...]:
    """Waves that come after the first; a plain text is a counter-attack."""
    found = []
    for wave in (then,) if isinstance(then, str) else then:
        given = Wave(wave) if isinstance(wave, str) else wave
        if not isinstance(given, Wave):
            raise InvalidAnswer(f"a wave is a text or a Wave, not a {type(wave).__name__}")
        found.append(coming(terms, given))
    return tuple(found)


def coming(terms: Terms, wave: Wave) -> Coming:
    own = terms_of_wave(terms, wave)
    joining = own.between(own.defender, own.attacker).defenders(wave.reinforce)
    return Coming(wave.by, own.attackers(wave.attack), joining, Fights(own))


def run(terms: Terms, start: Standing, attacks: Sequence[Coming]) -> Waves:
    """Let one wave after the other come."""
    now = {start: CERTAIN}
    after = []
    dropped = 0.0
    for wave in attacks:
        rare = [standing for standing, weight in now.items() if weight.chance < NEGLIGIBLE]
        dropped += sum(now.pop(standing).chance for standing in rare)
        now, fought = come(wave, now)
        after.append(told(now, fought))
    whole = total(now.values())
    return Waves(
        terms.edition,
        tuple(after),
        {standing: weight.chance for standing, weight in now.items()},
        whole.swing + terms.ground * after[-1].attacker,
        whole.deviation,
        min((wave.fights.samples for wave in attacks if wave.fights.samples), default=0),
        dropped + sum(wave.fights.dropped for wave in attacks),
    )


def told(now: dict[Standing, Weight], fought: float) -> After:
    chances = dict.fromkeys((ATTACKER, DEFENDER, NOBODY), 0.0)
    for standing, weight in now.items():
        chances[standing.holder] += weight.chance
    return After(
        chances[ATTACKER],
        chances[DEFENDER],
        fought,
        sum(weight.attacker_lost for weight in now.values()),
        sum(weight.defender_lost for weight in now.values()),
    )


def terms_of_wave(terms: Terms, wave: Wave) -> Terms:
    """The terms on which a wave is fought."""
    ed = terms.edition
    if wave.by not in SIDES:
        raise InvalidAnswer(f"a wave comes by {ATTACKER} or {DEFENDER}, not by {wave.by!r}")
    sides = terms.attacker, terms.defender
    ours, theirs = sides if wave.by == ATTACKER else sides[::-1]
    power = ours if wave.power is None else power_named(ed, wave.power)
    return replace(
        terms.between(power, theirs, wave.has), policy=wave.policy or turned(terms.policy, wave.by)
    )


def turned(policy: Policy, by: str) -> Policy:
    """The first wave's policy for one that a side attacks in: each keeps to its own ways."""
    if by == ATTACKER:
        return policy
    return replace(
        policy,
        attack_losses=policy.defend_losses,
        defend_losses=policy.attack_losses,
        attack_submerges=policy.defend_submerges,
        defend_submerges=policy.attack_submerges,
    )


def come(wave: Coming, now: dict[Standing, Weight]) -> tuple[dict[Standing, Weight], float]:
    """One wave comes to every standing: what may stand afterwards, and how likely it fights."""
    fights, terms = wave.fights, wave.fights.terms
    first = wave.by == ATTACKER
    found: dict[Standing, Weight] = {}
    fought = 0.0

    def note(holder: str, own: Stack, enemies: Stack, weight: Weight) -> None:
        if holder == wave.by:
            own = stack_of((*own, *wave.reinforce))
        standing = Standing(holder, own, enemies) if first else Standing(holder, enemies, own)
        found[standing] = found[standing].plus(weight) if standing in found else weight

    for standing, weight in now.items():
        own, enemies = standing.attacker, standing.defender
        if not first:
            own, enemies = enemies, own
        if standing.holder == wave.by and not enemies:
            note(standing.holder, own, enemies, weight)
            continue
        fought += weight.chance
        attack = stack_of((*own, *wave.force))
        spent = terms.worth(attack), terms.worth(enemies)
        for end in fights.ends(attack, enemies, wave.ships):
            ours = spent[0] - terms.worth(end.attack) - terms.worth(end.away)
            lost = (ours, spent[1] - terms.worth(end.defend))
            left, right = staying(terms, end.attack), end.defend
            if end.held:
                holder, left, right = wave.by, *taken_over(terms, left, right)
            elif terms.sea:
                holder = side_opposed(wave.by) if end.defend else NOBODY
            else:
                holder, left = side_opposed(wave.by), ()
            more = weight.then(end.chance, *(lost if first else lost[::-1]))
            note(holder, left, right, more)
    return found, fought


def side_opposed(side: str) -> str:
    return DEFENDER if side == ATTACKER else ATTACKER


def staying(terms: Terms, force: Stack) -> Stack:
    """What of a victorious force is there when the next attack comes.

    Aircraft fly home, but at sea those that fly from carriers stay as far as there is room.
    """
    ed = terms.edition
    room = (
        sum(n * max(0, ed.deck_room[t.unit] - len(t.cargo)) for t, n in force) if terms.sea else 0
    )
    found = []
    for token, count in force:
        if not ed.air[token.unit]:
            found.append((token, count))
        elif ed.deck_plane[token.unit] and room:
            found.append((token, min(count, room)))
            room -= min(count, room)
    return stack_of(found)


def taken_over(terms: Terms, own: Stack, enemies: Stack) -> tuple[Stack, Stack]:
    """Both forces after a victory: guns and the like go over to whoever takes their territory."""
    if terms.sea:
        return own, enemies
    guns = [
        (t._replace(power=terms.attacker), n)
        for t, n in enemies
        if terms.stands_by(t.power, t.unit)
    ]
    return stack_of((*own, *guns)), ()
