"""Best play of a battle, in IPCs: what it is worth, what to decide now, and what comes of it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sandtable.odds.fight import Fight, FloatArray
from sandtable.odds.kernels import solving_ends as ends
from sandtable.odds.kernels.solving import decide, without_strikes
from sandtable.odds.kernels.solving_army import Volley
from sandtable.odds.kernels.solving_desk import Desk
from sandtable.odds.kernels.solving_states import BEGIN, END
from sandtable.odds.kernels.solving_strikes import with_strikes
from sandtable.odds.outcomes import Outcomes
from sandtable.odds.policy import KEEP_GROUND, NEVER, OPTIMAL, USUAL, Policy
from sandtable.odds.solving.followed import play
from sandtable.odds.solving.setting import Estimate, Setting, TooLarge, set_up
from sandtable.rules import reckoning
from sandtable.rules.edition import Edition
from sandtable.rules.refusal import InvalidAnswer

STATES = 200_000
"""States of one side beyond which a battle is not looked at more closely."""
WORK = 1e10
"""Steps that may be spent on a battle: about ten seconds."""
MEMORY = 2_000_000_000
KNOWN = (USUAL, KEEP_GROUND, OPTIMAL)


class Table(NamedTuple):
    """Values of all pairs of states from the end of one cycle to the fire of the next."""

    values: FloatArray
    """(stages + 1, A, D)"""
    leaving: int
    desk: Desk


def estimated(setting: Setting, cycles: int = 0) -> Estimate:
    """What it takes to solve a battle, so many cycles of it one by one."""
    slots, attack, defend = setting.slots, setting.attack, setting.defend
    fire_a, fire_d = setting.volleys[1]
    covers, a, width_a, _ = attack.losses.shape
    _, d, width_d, _ = defend.losses.shape
    memory = 8 * a * d * (len(setting.course.stages) + 1 + covers * width_a * bool(slots))
    memory += 8 * 4 * a * slots * width_d
    listed = defend.losses[0, :, :, END].max(axis=1) - defend.losses[0, :, 0, BEGIN]
    entries = float(a) * float(listed.sum())
    before = np.arange(d)
    shots = fire_d.at[0, :, 1] - fire_d.at[0, :, 0]
    # The factors are nanoseconds, as measured.
    work = 300.0 * a * d + entries + float(d) * len(attack.to)
    if slots:
        volley = float((fire_a.at[0, :, 1] - fire_a.at[0, :, 0]).sum())
        fired = float(a) * float((np.minimum(listed, before + 1) * shots).sum())
        work += slots * (1.5 * fired + entries + slots * d * volley)
    else:
        work += 0.2 * a * float((before * shots).sum())
    return Estimate(a, d, memory * (cycles + 1), work * (cycles + 1))


def desk_of(setting: Setting) -> Desk:
    slots, attack, defend = setting.slots, setting.attack, setting.defend
    covers, a, width_a, _ = attack.losses.shape
    _, d, width_d, _ = defend.losses.shape
    deep = (4, a, slots) if slots else (1, 1, 1)
    return Desk(
        np.zeros((covers, d, a if slots else 1, width_a)),
        np.zeros((*deep, width_d)),
        np.full(deep, -1, dtype=np.int64),
        np.full((4, d), -1, dtype=np.int64),
        np.zeros((2, d)),
        np.zeros(3, dtype=np.int64),
    )


class Solution:
    """A battle with the values of all its states under best play of whoever plays best."""

    def __init__(self, fight: Fight, setting: Setting, tables: list[Table]) -> None:
        self.fight = fight
        self.setting = setting
        self.tables = tables

    def table(self, cycle: int) -> Table:
        """Values after a cycle; 0 is before the first."""
        return self.tables[min(cycle, len(self.tables) - 1)]

    def start(self, a: int, d: int) -> tuple[bool, int, int]:
        """Whether a battle that begins with two states is over at once, and what is left."""
        if self.fight.round > 1 or not self.fight.sea:
            return False, a, d
        setting = self.setting
        found, a, d = ends.ending(a, d, setting.attack, setting.defend, setting.course, True)
        return found != reckoning.GO_ON, a, d

    def owned(self, a: int, d: int) -> float:
        """What both sides own in the end if a battle begins with two states."""
        setting = self.setting
        over, a, d = self.start(a, d)
        if over:
            return ends.owned(a, d, setting.attack, setting.defend, setting.course.ground)
        return float(self.table(0).values[setting.before, a, d])

    def bombarded(self, a: int, hits: int) -> int:
        """The defenders' best losses by bombardment."""
        ways = self.setting.opening.defenders[hits]
        values = np.array([self.owned(a, int(d)) for d in ways])
        return int(ways[int(np.argmax(values < values.min() + 1e-9))])

    @property
    def value(self) -> float:
        """What the battle is expected to bring the attackers, in IPCs."""
        opening = self.setting.opening
        total = 0.0
        for a, chance in zip(opening.attackers.tolist(), opening.chances.tolist(), strict=True):
            for hits, share in enumerate(opening.hits.tolist()):
                total += chance * share * self.owned(a, self.bombarded(a, hits))
        whole_a = float((self.fight.attack.counts * self.fight.attack.costs).sum())
        whole_d = float((self.fight.defend.counts * self.fight.defend.costs).sum())
        return total - whole_a + whole_d

    def outcomes(self) -> Outcomes:
        """The chance of every end when both sides decide so."""
        return play(self)


def solve(
    fight: Fight,
    policy: Policy,
    edition: Edition | None = None,
    *,
    ground: float = 0.0,
    work: float = WORK,
    memory: int = MEMORY,
) -> Solution:
    """Solve a battle for those decisions that are `optimal`; the others follow the policy.

    The attackers want to gain as many IPCs as they can: what the defenders lose, less what they
    lose themselves, and the worth of the ground if they take it. Raises `TooLarge` if it would take
    more steps or bytes than allowed.
    """
    if isinstance(policy.retreat, float):
        raise InvalidAnswer("a retreat below a chance does not go with optimal decisions")
    named = [order for order in (policy.attack_losses, policy.defend_losses) if order not in KNOWN]
    if named and edition is None:
        raise InvalidAnswer("an order of named units needs their edition")
    cycles = 0
    leaving = {NEVER: ends.NEVER, OPTIMAL: ends.MAY}.get(str(policy.retreat), ends.MUST)
    if leaving == ends.MUST:
        cycles = int(policy.retreat)
        if cycles < 1:
            raise InvalidAnswer("a retreat comes after one cycle at the earliest")
    units = () if edition is None else tuple(edition.unit_index)
    setting = set_up(fight, policy, ground, units, STATES)
    if setting.first_differs:
        cycles = max(cycles, 1)
    size = estimated(setting, cycles)
    if size.work > work or size.memory > memory:
        raise TooLarge(size)
    attack, defend, course = setting.attack, setting.defend, setting.course
    shape = (len(course.stages) + 1, len(attack.worth), len(defend.worth))
    values = np.zeros(shape)
    desk = desk_of(setting)
    later = setting.volleys[1]
    work_out(setting, later, desk, leaving, values, np.zeros((0, 0)))
    tables = [Table(values, leaving, desk)]
    for cycle in range(cycles, 0, -1):
        fire = setting.volleys[0] if cycle == 1 and fight.round == 1 else later
        fires = np.zeros(shape[1:])
        work_out(setting, fire, tables[0].desk, leaving, tables[0].values, fires)
        values = np.zeros(shape)
        values[-1] = fires
        before = leaving if leaving != ends.MUST else ends.NEVER
        decide(attack, defend, course, before, values)
        tables.insert(0, Table(values, before, desk_of(setting)))
    return Solution(fight, setting, tables)


def work_out(
    setting: Setting,
    fire: tuple[Volley, Volley],
    desk: Desk,
    leaving: int,
    values: FloatArray,
    fires: FloatArray,
) -> None:
    """Values of all pairs of states; see `without_strikes`."""
    attack, defend, course = setting.attack, setting.defend, setting.course
    if setting.slots:
        with_strikes(attack, defend, course, *fire, desk, leaving, values, fires)
    else:
        without_strikes(attack, defend, course, *fire, leaving, values, fires)
