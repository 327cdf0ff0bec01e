"""Set-up compiles all that questions need."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

import pytest
from numba.core.dispatcher import Dispatcher

from sandtable import odds
from sandtable.game.library import load_edition
from sandtable.odds import kernels, sampled
from sandtable.odds.policy import AT_ONCE, KEEP_GROUND, OPTIMAL, Policy
from sandtable.odds.prepare import prepare
from sandtable.odds.staging import stage

POLICIES = (
    Policy(),
    Policy(KEEP_GROUND, KEEP_GROUND, 2, AT_ONCE, AT_ONCE),
    Policy(retreat=0.4),
    Policy(attack_losses=OPTIMAL, retreat=OPTIMAL),
    Policy(OPTIMAL, OPTIMAL, OPTIMAL, OPTIMAL, OPTIMAL),
)


def dispatchers() -> Iterator[Dispatcher]:
    for module in iter_modules(kernels.__path__):
        found = vars(import_module(f"{kernels.__name__}.{module.name}")).values()
        yield from (kernel for kernel in found if isinstance(kernel, Dispatcher))


def compiled() -> int:
    """For how many kinds of arguments kernels are ready."""
    return sum(len(kernel.signatures) for kernel in dispatchers())


@pytest.mark.parametrize("edition", ["1941", "revised", "lhtr"])
def test_nothing_is_left_to_compile(edition: str) -> None:
    prepare()
    ready = compiled()
    ed = load_edition(edition)
    forces = {
        "land": ("3 infantry 1 tank 1 bomber", "2 infantry 1 fighter"),
        "sea": ("1 submarine 1 carrier 1 fighter 1 transport", "1 destroyer 1 battleship"),
    }
    for where, (attack, defend) in forces.items():
        for policy in POLICIES:
            found = odds.battle(ed, attack, defend, policy=policy)
            assert policy not in POLICIES[:3] or found.rounds.mean > 0
        battle = stage(ed, attack, defend).fight
        sampled.sample(battle, POLICIES[1], tuple(ed.unit_index), runs=10, seed=1)
        for policy in POLICIES[:3]:
            odds.batch(ed, [(attack, defend)] * 2, sea=where == "sea", policy=policy)
    assert compiled() == ready
