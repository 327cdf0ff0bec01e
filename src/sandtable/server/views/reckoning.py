"""How the odds of a battle are reckoned: exact where that is quick, else from samples.

This imports compiled kernels, which takes about a second: `odds` asks for it when it is needed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sandtable.game.state import State
from sandtable.odds.engine import methods, played
from sandtable.odds.engine.handing import fight_in
from sandtable.odds.engine.pending import RAID, Pending, pending
from sandtable.odds.lineup import usual_prices
from sandtable.odds.outcomes import Outcomes
from sandtable.odds.parties import Meeting
from sandtable.odds.policy import KEEP_GROUND, Policy
from sandtable.odds.questions.raids import Raid, raid_of
from sandtable.odds.reckon import is_chain, outcomes
from sandtable.odds.result import Odds
from sandtable.odds.sampled import sample
from sandtable.rules.refusal import SandtableError
from sandtable.server.schemas.options import OddsView

POLICY = Policy(attack_losses=KEEP_GROUND)
"""How both sides are taken to choose: cheapest first, a unit kept to take the territory."""
MOST_LANDING = 40
"""Units up to which a landing is reckoned together with the sea battles before it."""
MOST_WALKED = 120
"""Units up to which a battle within a round is walked through to its next round."""
MOST_UNITS = 44
"""Units on both sides up to which a battle at sea is reckoned exactly."""
SAMPLES = 20_000
PLAYS = 40
"""Plays through the engine, of what no kernel knows."""
MOST_ENDS = 8


def clashes(state: State) -> list[Pending]:
    """Battles and raids to come, the one under way first."""
    return pending(state)


@lru_cache(maxsize=512)
def odds_view(battle: Pending) -> OddsView | None:
    """What a battle will do; None where it cannot be told."""
    try:
        if battle.kind == RAID:
            return raid_view(battle, raid_of(battle))
        return view_of(battle, odds_of(battle))
    except SandtableError:
        return None


def odds_of(battle: Pending) -> Odds:
    sides = battle.sides()
    ed = battle.state.match.edition
    meeting = Meeting(sides.attack, sides.defend, ed.board.sea[battle.space])
    return Odds(ed, meeting, quickly(battle), POLICY, by="engine")


def quickly(battle: Pending) -> Outcomes:
    """Outcomes by the method that a player need not wait for."""
    state = battle.state
    ed = state.match.edition
    prices = usual_prices(ed)
    size = sum(int(side.counts.sum()) for side in battle.sides()[:2])
    if battle.first and size + sum(map(units_at_sea, battle.first)) <= MOST_LANDING:
        return battle.outcomes(POLICY)
    fight = fight_in(state, prices)
    if fight is not None:
        units = tuple(ed.unit_index)
        if is_chain(fight, POLICY) or size <= MOST_UNITS:
            return outcomes(fight, POLICY, units)
        return sample(fight, POLICY, units, runs=SAMPLES, seed=0)
    if size <= MOST_WALKED:
        return methods.outcomes(state, POLICY, prices)
    return played.outcomes(state, POLICY, runs=PLAYS, seed=0, prices=prices)


def units_at_sea(first: State) -> int:
    """Units in the zone of a sea battle about to begin or under way."""
    step = first.agenda[-1]
    space = step.space if step.battle is None else step.battle.space
    return sum(count for _, count in first.position.stacks[space])


# --- as messages


def view_of(battle: Pending, odds: Odds) -> OddsView:
    return OddsView(
        space=battle.name,
        kind="landing" if battle.kind == "landing" else "battle",
        wins=odds.wins,
        draws=odds.both_gone + odds.standstill,
        loses=odds.defended + odds.retreats,
        takes=odds.takes,
        exact=not odds.samples,
        attacker_loss=odds.attacker_loss.mean,
        defender_loss=odds.defender_loss.mean,
        rounds=odds.cycles,
        attackers=odds.attackers,
        defenders=odds.defenders,
        attackers_left=odds.attackers_left,
        defenders_left=odds.defenders_left,
        ends=[end_view(end) for end in odds.joint(MOST_ENDS)],
        damage=None,
    )


def end_view(end: Any) -> dict[str, Any]:
    return {
        "attackers": end.attackers,
        "defenders": end.defenders,
        "how": end.how,
        "chance": end.chance,
    }


def raid_view(battle: Pending, raid: Raid) -> OddsView:
    """A raid: it wins if any raider is left to drop its bombs."""
    side = battle.sides().attack
    sent = {name: int(count) for name, count in zip(raid.units, side.counts, strict=True)}
    total = sum(sent.values())
    lost = sum(chance for number, chance in raid.lost.items() if number >= total)
    left = dict.fromkeys(sent, 0.0)
    for (gone, _), chance in raid.ends.items():
        for name, number in zip(raid.units, gone, strict=True):
            left[name] += chance * (sent[name] - number)
    return OddsView(
        space=battle.name,
        kind="raid",
        wins=1.0 - lost,
        draws=0.0,
        loses=lost,
        takes=0.0,
        exact=True,
        attacker_loss=raid.cost,
        defender_loss=raid.paid,
        rounds=1.0,
        attackers=sent,
        defenders={},
        attackers_left=left,
        defenders_left={},
        ends=[],
        damage=raid.paid,
    )
