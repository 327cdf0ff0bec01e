"""What players ask around a battle. docs/odds-questions.md describes it all.

>>> from sandtable.odds import questions
>>> found = questions.take_and_hold("1941", "3 infantry, 2 tank", "2 infantry", ["2 tank"])
>>> [round(after.attacker, 2) for after in found.after]
[1.0, 0.94]
"""

from sandtable.odds.questions.dead_zone import DeadZone, Garrison, garrisons
from sandtable.odds.questions.landing import Assault, Landing, assault
from sandtable.odds.questions.luck import BattleLuck, Luck, Point, Tally, luck_of
from sandtable.odds.questions.pool import Choice
from sandtable.odds.questions.raids import Raid, raid, raid_of, rocket
from sandtable.odds.questions.sizing import Sizing, best_force, least_force
from sandtable.odds.questions.throws import Throw, throws
from sandtable.odds.questions.waves import After, Standing, Wave, Waves, take_and_hold

__all__ = [
    "After",
    "Assault",
    "BattleLuck",
    "Choice",
    "DeadZone",
    "Garrison",
    "Landing",
    "Luck",
    "Point",
    "Raid",
    "Sizing",
    "Standing",
    "Tally",
    "Throw",
    "Wave",
    "Waves",
    "assault",
    "best_force",
    "garrisons",
    "least_force",
    "luck_of",
    "raid",
    "raid_of",
    "rocket",
    "take_and_hold",
    "throws",
]
