"""What the library is asked wrongly, and what would take too long."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sandtable.game.library import load_edition
from sandtable.odds import Policy, Spread, battle
from sandtable.odds.ask import least_time
from sandtable.odds.staging import stage
from sandtable.rules.refusal import InvalidAnswer


def test_guests_aboard_are_of_the_same_side() -> None:
    with pytest.raises(InvalidAnswer, match="United States does not fight on the defending side"):
        stage(load_edition("revised"), "1 ss", "carrier(us.fighter)", defender="germany")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"attacker_has": 3}, "names, not 3"),
        ({"prices": [3]}, "prices are given by unit"),
        ({"prices": {3: 3}}, "a unit is named by a text"),
        ({"policy": "optimal"}, "a policy is a Policy"),
        ({"policy": Policy(attack_losses=3)}, "an order of losses is"),  # type: ignore[arg-type]
        ({"policy": Policy("optiml")}, "did you mean 'optimal'"),
    ],
)
def test_what_is_of_the_wrong_kind_is_refused(given: dict[str, Any], told: str) -> None:
    with pytest.raises(InvalidAnswer, match=told):
        battle("revised", "2i", "1i", **given)


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan")])
def test_a_quantile_is_of_a_share(share: float) -> None:
    with pytest.raises(InvalidAnswer, match="a share is"):
        Spread(np.array([1.0]), np.array([1.0])).quantile(share)


def test_the_time_that_a_battle_takes_grows_with_what_makes_it_long() -> None:
    """Aircraft under fire, and a chance to be known before each retreat, take far longer."""
    edition = load_edition("revised")
    calm = stage(edition, "300i 50f 20b", "400i").fight
    fire = stage(edition, "300i 50f 20b", "400i aa").fight
    assert least_time(fire) > 100 * least_time(calm)
    assert least_time(calm, Policy(retreat=0.4)) > 5 * least_time(calm)


def test_a_small_battle_is_exact_however_little_time_there_is() -> None:
    assert battle("revised", "3i", "2i", seconds=0).method == "exact"


def test_a_retreat_below_a_chance_is_not_sampled() -> None:
    policy = Policy(retreat=0.4)
    with pytest.raises(InvalidAnswer, match=r"no retreat below a chance; with \d+ seconds"):
        battle("revised", "1000i", "1000i", policy=policy, seconds=1)
