"""Odds as plain data, for programs. The fields are described in docs/odds.md."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from sandtable.odds.naming import Counts
from sandtable.odds.spread import Spread

if TYPE_CHECKING:
    from sandtable.odds.result import Odds

Data = dict[str, Any]

QUANTILES = (5, 10, 25, 50, 75, 90, 95)


def odds_data(odds: Odds, most: int) -> Data:
    """Everything about a battle; lists of ends hold the likeliest ones."""
    chances = {**odds.ends, "takes": odds.takes, "holds": odds.holds}
    ends = odds.joint(most)
    data: Data = {
        "edition": odds.edition.id,
        "sea": odds.fight.sea,
        "attackers": odds.attackers,
        "defenders": odds.defenders,
        "guns": odds.guns,
        "bombarding": odds.ships,
        "policy": policy_data(odds),
        "method": odds.method,
        "by": odds.by,
        "samples": odds.samples,
        "dropped": odds.dropped,
        "chances": chances,
        "errors": {name: odds.error(chance) for name, chance in chances.items()},
        "left": {"attackers": odds.attackers_left, "defenders": odds.defenders_left},
        "lost": {
            "attackers": spread_data(odds.attacker_loss),
            "defenders": spread_data(odds.defender_loss),
        },
        "swing": spread_data(odds.swing),
        "ground": odds.ground,
        "cycles": spread_data(odds.rounds),
        "survivors": {
            "attackers": survivors_data(odds.attack_ends(), most),
            "defenders": survivors_data(odds.defend_ends(), most),
        },
        "ends": [
            {
                "attackers": end.attackers,
                "defenders": end.defenders,
                "how": end.how,
                "chance": end.chance,
            }
            for end in ends
        ],
    }
    data["ends_left_out"] = max(0.0, sum(odds.ends.values()) - sum(end.chance for end in ends))
    return data


def policy_data(odds: Odds) -> Data:
    """How both sides decide; an order of losses is a list."""
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in asdict(odds.policy).items()
    }


def spread_data(spread: Spread) -> Data:
    return {
        "mean": spread.mean,
        "deviation": spread.deviation,
        "error": spread.error,
        "quantiles": {str(share): spread.quantile(share / 100) for share in QUANTILES},
        "chances": [
            [float(value), float(chance)]
            for value, chance in zip(spread.values, spread.chances, strict=True)
        ],
    }


def survivors_data(ends: list[tuple[Counts, float]], most: int) -> list[Data]:
    return [{"units": dict(counts), "chance": chance} for counts, chance in ends[:most]]
