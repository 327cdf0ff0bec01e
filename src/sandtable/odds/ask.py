"""The public question: what will become of a battle between these forces?"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace

import numpy as np

from sandtable.game.library import load_edition
from sandtable.game.notation.errors import shown
from sandtable.odds import reckon
from sandtable.odds.fight import WOUNDED, Fight, FloatArray, Side
from sandtable.odds.forces import ForceText, parse_order
from sandtable.odds.outcomes import Outcomes, TooLarge
from sandtable.odds.policy import AT_ONCE, KEEP_GROUND, NEVER, OPTIMAL, USUAL, Policy
from sandtable.odds.result import Odds
from sandtable.odds.sides import Names
from sandtable.odds.staging import HIGHEST_PRICE, Staged, amount, stage
from sandtable.rules.edition import Edition
from sandtable.rules.position import Token
from sandtable.rules.problems import nearest
from sandtable.rules.refusal import InvalidAnswer

LOSSES = (USUAL, KEEP_GROUND, OPTIMAL)
SUBMERGING = (NEVER, AT_ONCE, OPTIMAL)
RETREATS = (NEVER, OPTIMAL)
MOST_CYCLES = 1_000
LONGEST = 86_400.0
"""Seconds for one battle."""
MOST_PLAYS = 100_000_000
STEPS = 1e9
"""Steps that the best decisions are found in within a second, roughly."""
PACE = 5e-8
"""Seconds for the smallest part of the work."""
BY_CHANCE = 12
"""How much longer it takes if the attackers leave below a chance, which has to be known first."""
AT_ONCE_ANYWAY = 0.1
"""Seconds that are not worth a sample instead."""
SMALL_ERROR = 0.0002
"""The standard error of the chance to win at which a sample is large enough."""
DEFAULT = Policy()


def battle(
    edition: Edition | str,
    attack: ForceText,
    defend: ForceText,
    *,
    sea: bool | None = None,
    attacker: str | None = None,
    defender: str | None = None,
    attacker_has: Names = (),
    defender_has: Names = (),
    at: str | None = None,
    landed: ForceText = "",
    bombard: ForceText = "",
    exit: bool = True,
    policy: Policy = DEFAULT,
    prices: Mapping[str, float] | None = None,
    ground: float = 0.0,
    seconds: float = 10.0,
    samples: int | None = None,
    seed: int = 0,
) -> Odds:
    """The odds of a battle between two forces.

    Forces are texts such as `5 infantry 2 tanks` or `5i 2t`. `sea` follows from the units unless
    there are only aircraft. `attacker_has` and `defender_has` name developments and advantages;
    `at` is the space, where that matters for them. `landed` says which attackers came by sea,
    `bombard` which ships support them; `exit` whether the attackers could retreat. `prices` changes
    what units are worth, and `ground` is the worth of the ground itself. `seconds` limits the time
    for battles so large that they have to be sampled, and for finding optimal decisions; `samples`
    asks for so many plays instead of exact odds, from a `seed`.
    """
    ed = load_edition(edition) if isinstance(edition, str) else edition
    ground = amount("the worth of the ground", ground, -HIGHEST_PRICE, HIGHEST_PRICE)
    seconds = amount("a time in seconds", seconds, 0, LONGEST)
    staged = stage(
        ed,
        attack,
        defend,
        sea=sea,
        attacker=attacker,
        defender=defender,
        attacker_has=attacker_has,
        defender_has=defender_has,
        at=at,
        landed=landed,
        bombard=bombard,
        exit=exit,
        prices=prices,
    )
    policy = settled(policy, staged)
    if samples is not None:
        found = played(staged, policy, samples, seed)
    else:
        found = outcomes_of(staged, policy, ground, seconds)
    return Odds(
        ed,
        staged.fight,
        found,
        policy,
        ground=ground,
        guns=staged.guns,
        ships=staged.ships,
        lengths=lambda: lengths(staged, policy),
    )


def outcomes_of(staged: Staged, policy: Policy, ground: float, seconds: float) -> Outcomes:
    """Exact outcomes, or a sample of a battle that is too large for them."""
    fight, units = staged.fight, tuple(staged.edition.unit_index)
    if policy.optimal:
        return best_play(staged, policy, ground, seconds)
    wanted = least_time(fight, policy)
    if wanted <= max(seconds, AT_ONCE_ANYWAY):
        with suppress(TooLarge):
            return reckon.outcomes(fight, policy, units)
    if isinstance(policy.retreat, float):
        more = f"; with {math.ceil(wanted)} seconds it may be exact" if wanted > seconds else ""
        raise InvalidAnswer(f"so large a battle knows no retreat below a chance{more}")
    from sandtable.odds import sampled

    return sampled.sample_until(fight, policy, units, error=SMALL_ERROR, seconds=seconds, seed=0)


def played(staged: Staged, policy: Policy, samples: int, seed: int) -> Outcomes:
    """So many plays of a battle."""
    from sandtable.odds import sampled

    for what, number in (("the number of plays", samples), ("a seed", seed)):
        if type(number) is not int:
            raise InvalidAnswer(f"{what} is a whole number, not {shown(number)}")
    amount("the number of plays", samples, 1, MOST_PLAYS)
    units = tuple(staged.edition.unit_index)
    return sampled.sample(staged.fight, policy, units, runs=samples, seed=seed)


def best_play(staged: Staged, policy: Policy, ground: float, seconds: float) -> Outcomes:
    """Outcomes when the decisions that are `optimal` are made so."""
    from sandtable.odds.solving import setting, solved

    if isinstance(policy.retreat, float):
        raise InvalidAnswer("a retreat below a chance does not go with optimal decisions")
    try:
        work = max(solved.WORK, seconds * STEPS)
        return solved.solve(
            staged.fight, policy, staged.edition, ground=ground, work=work
        ).outcomes()
    except setting.TooLarge as error:
        raise InvalidAnswer(f"{error}; allow more seconds or fewer optimal decisions") from None


def least_time(fight: Fight, policy: Policy = DEFAULT) -> float:
    """Seconds that it takes to reckon with a fight at the least, roughly.

    There are as many states of a side as hits that it can take, and from each pair of them the
    spread of hits, the root of their number, has to be gone through. Antiaircraft fire makes as
    many such battles as there are ways to lose aircraft, some of them too rare to matter.
    """
    attack, defend = toughness(fight.attack), toughness(fight.defend)
    under_fire = fight.attack.counts[fight.flak > 0]
    ways = max(1.0, 0.4 * math.prod(int(count) + 1 for count in under_fire))
    longer = BY_CHANCE if isinstance(policy.retreat, float) else 1
    return PACE * longer * ways * attack * defend * math.sqrt(max(attack, defend))


def toughness(side: Side) -> int:
    """Hits that a side can take."""
    hits = np.ones(len(side.counts), dtype=np.int64)
    for row in reversed(range(len(hits))):
        after = side.table[row, WOUNDED]
        if after >= 0:
            hits[row] += hits[after]
    return int(side.counts @ hits)


def lengths(staged: Staged, policy: Policy) -> FloatArray | None:
    """The chance of each number of cycles, which takes longer than all the rest."""
    units = tuple(staged.edition.unit_index)
    return reckon.outcomes(staged.fight, policy, units, by_cycle=True).rounds


def settled(policy: Policy, staged: Staged) -> Policy:
    """The policy for a battle that is set up."""
    attack, defend = staged.fight.attack, staged.fight.defend
    return settled_for(policy, staged.edition, attack.tokens, defend.tokens)


def settled_for(
    policy: Policy, edition: Edition, attack: Iterable[Token], defend: Iterable[Token]
) -> Policy:
    """A policy with its orders of losses as unit ids; says what is wrong with it."""
    if policy == DEFAULT:
        return policy
    if not isinstance(policy, Policy):
        raise InvalidAnswer(f"a policy is a Policy, not {shown(policy)}")
    for word in (policy.attack_submerges, policy.defend_submerges):
        check_word("submarines submerge by one of", word, SUBMERGING)
    return replace(
        policy,
        attack_losses=losses_of(edition, policy.attack_losses, attack),
        defend_losses=losses_of(edition, policy.defend_losses, defend),
        retreat=checked_retreat(policy.retreat),
    )


def losses_of(
    edition: Edition, losses: str | Iterable[str], force: Iterable[Token]
) -> str | tuple[str, ...]:
    """How losses are chosen: one of `LOSSES`, or an order of units."""
    if isinstance(losses, str):
        word = losses.strip().casefold()
        if word in LOSSES:
            return word
        if nearest(word, LOSSES) and not re.search("[,;> ]", word):
            check_word("losses are an order of units or one of", losses, LOSSES)
    elif not isinstance(losses, Iterable):
        raise InvalidAnswer(f"an order of losses is a text or names, not {shown(losses)}")
    return parse_order(edition, losses, (token.unit for token in force))


def check_word(what: str, word: str, known: tuple[str, ...]) -> None:
    if word not in known:
        hint = nearest(str(word), known)
        raise InvalidAnswer(f"{what} {', '.join(known)}, not {word!r}{hint}")


def checked_retreat(retreat: str | int | float) -> str | int | float:
    if isinstance(retreat, str):
        check_word("a retreat is a number of cycles, a chance or one of", retreat, RETREATS)
    elif isinstance(retreat, int) and not isinstance(retreat, bool):
        amount("the cycles before a retreat", retreat, 1, MOST_CYCLES)
    else:
        amount("the chance below which to retreat", retreat, 0, 1)
    return retreat
