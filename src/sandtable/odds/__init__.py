"""What a battle will do: exact odds for every battle that the engine plays.

>>> from sandtable import odds
>>> found = odds.battle("1941", "2 tank", "1 infantry")
>>> print(found.percent(found.wins))
95.0%
"""

from sandtable.odds.ask import battle
from sandtable.odds.batch import Arena, Figures, batch
from sandtable.odds.parties import End, Survival
from sandtable.odds.policy import Policy
from sandtable.odds.result import Odds
from sandtable.odds.spread import Spread

__all__ = [
    "Arena",
    "End",
    "Figures",
    "Odds",
    "Policy",
    "Spread",
    "Survival",
    "batch",
    "battle",
]
