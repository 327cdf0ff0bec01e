"""What the hits of one side can fall on among the units of the other."""

from __future__ import annotations

import numpy as np

from sandtable.odds import fight as f
from sandtable.odds.compiling import inner
from sandtable.odds.fight import IntArray
from sandtable.odds.kernels.states import MOST_GROUPS, Reach


@inner
def reach_of(target: IntArray, shooters: IntArray, kinds: int) -> Reach:
    """What the hits of shooters can fall on among the rows of a target."""
    rows = len(target)
    group_of = np.full(kinds, -1, np.int64)
    masks = np.zeros((2, kinds), np.int64)
    groups = 0
    leader = np.zeros(kinds, np.int64)
    for k in range(kinds):
        fires = False
        for i in range(len(shooters)):
            fires |= shooters[i, f.KIND] == k
        if not fires:
            continue
        for i in range(rows):
            masks[0, k] |= (target[i, f.TAKES] >> k & 1) << i
            masks[1, k] |= (target[i, f.BARE] >> k & 1) << i
        for g in range(groups):
            other = leader[g]
            if masks[0, other] == masks[0, k] and masks[1, other] == masks[1, k]:
                group_of[k] = g
        if group_of[k] < 0:
            group_of[k] = groups
            leader[groups] = k
            groups += 1
    classes = np.zeros(2 * groups + (1 << MOST_GROUPS), np.int64)
    used = 0
    of_group = np.zeros((2, groups), np.int64)
    patterns = np.zeros(rows, np.int64)
    crosswise = False
    for g in range(groups):
        for cover in range(2):
            mask = masks[cover, leader[g]]
            at = -1
            for c in range(used):
                if classes[c] == mask:
                    at = c
            if at < 0:
                at = used
                classes[used] = mask
                used += 1
            of_group[cover, g] = at
        for i in range(rows):
            patterns[i] |= (masks[0, leader[g]] >> i & 1) << g
        for other in range(g):
            first, second = masks[0, leader[g]], masks[0, leader[other]]
            crosswise |= first & ~second != 0 and second & ~first != 0
    pattern_class = np.full(1 << MOST_GROUPS, -1, np.int64)
    if crosswise:
        for i in range(rows):
            by = patterns[i]
            if by == 0 or pattern_class[by] >= 0:
                continue
            mask = 0
            for j in range(rows):
                if patterns[j] == by:
                    mask |= 1 << j
            pattern_class[by] = used
            classes[used] = mask
            used += 1
    return Reach(group_of, classes[:used], of_group, patterns, pattern_class)
