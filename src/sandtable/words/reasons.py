"""Why a computer player answers as it does: data, and the line of English made of it."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.rules.edition import Edition

GOALS: dict[str, str] = {
    # attacks
    "take": "Take {space}",
    "capital": "Take the capital in {space}",
    "liberate": "Liberate {space}",
    "retake": "Retake {space}",
    "trade": "Take {space} at small cost",
    "strafe": "Wear down what stands in {space}",
    "sink": "Sink the ships in {space}",
    "clear": "Clear {space} for a landing",
    "raid": "Bomb the factory in {space}",
    "bombard": "Support the landing in {space}",
    "enough": "Nothing else is worth an attack",
    # moves
    "hold": "Hold {space}",
    "guard": "Guard the capital in {space}",
    "gather": "Gather an army in {space}",
    "advance": "Move up to {space}",
    "withdraw": "{space} cannot be held",
    "spare": "Units are better elsewhere than in {space}",
    "ferry": "Bring troops across to {space}",
    "load": "Take troops aboard for {space}",
    "fleet": "Keep the fleet together in {space}",
    "sail": "Ships stand better in {space}",
    "return": "Come back to {space} for the next load",
    "landing": "Land planes in {space}",
    "safest": "{space} is the safest place to land",
    "station": "Station planes in {space}",
    "down": "Planes must land where they can",
    "owed": "The rules want this before the phase ends",
    "rest": "Everything else stands where it should",
    # purchases and placements
    "defend": "{space} needs defenders",
    "army": "Build an army to march",
    "planes": "Factories are full: buy what is strongest",
    "flights": "Planes need no ships to carry them",
    "ships": "The fleet needs more ships",
    "factory": "A factory nearer to the front, in {space}",
    "annex": "There is money for one more factory, in {space}",
    "base": "A factory from where armies can march, in {space}",
    "works": "A factory where it makes most, in {space}",
    "save": "Keep the money for the next turn",
    "reinforce": "Reinforce {space}",
    "research": "There is money to spare for research",
    "venture": "Research promises more than it costs",
    "no-research": "Units are worth more than research",
    # battles
    "order": "This battle first: a landing depends on it",
    "fight": "Next is the battle in {space}",
    "press": "Going on pays",
    "retreat": "Going on does not pay",
    "cheapest": "The cheapest losses that keep the strength needed",
    "keep-taker": "One unit must be left to take {space}",
    "dive": "The submarines would only be lost",
    "stay": "The submarines are needed in the fight",
    # the rest
    "use": "Now is the time to use it",
    "wait": "Better used later",
    "only": "There is nothing else to do",
    "random": "Chosen at random",
}
"""What a reason can be about, as a line begins. A goal that is not here is taken as it is."""


PLAIN = frozenset({"enough", "rest"})
"""Goals with which a phase usually ends: a log can do without them."""

GAINED = frozenset({"take", "capital", "liberate", "retake", "trade"})
"""Goals by which ground is gained."""

ODDS = {"research": "{} to succeed", "venture": "{} to succeed", "raid": "{} to come through"}
"""What the chance of a goal is a chance of, if not to win a battle."""


class Reason(NamedTuple):
    """Why an answer is given. All but the goal may be left out."""

    goal: str
    """A key of `GOALS`, or a few words of English, which may contain `{space}`."""
    space: int = -1
    odds: float | None = None
    """The chance that it succeeds, from 0 to 1."""
    gain: float | None = None
    """What it is expected to gain, in IPCs."""
    risk: float | None = None
    """The chance of losing it if the strongest enemy comes with all that it can send in its next
    turn. It seldom does: this is not how often it is really lost."""
    value: float | None = None
    """The chance to win the game after it, as far as the player can tell."""
    note: str = ""
    """Anything else, in a few words."""


def reason_line(edition: Edition, reason: Reason) -> str:
    """One line: `Take Ukraine: wins 87%, gains about 6 IPCs, safe.`"""
    named = 0 <= reason.space < len(edition.board.spaces)
    where = edition.board.spaces[reason.space].name if named else "there"
    text = GOALS.get(reason.goal, reason.goal).replace("{space}", where)
    more = []
    if reason.odds is not None:
        more.append(ODDS.get(reason.goal, "wins {}").format(percent(reason.odds)))
    if reason.gain is not None and abs(reason.gain) >= 0.5:
        verb = "gains" if reason.gain > 0 else "costs"
        amount = round(abs(reason.gain))
        more.append(f"{verb} about {amount} IPC{'' if amount == 1 else 's'}")
    if reason.risk is not None:
        more.append(danger(reason.risk, reason.goal in GAINED))
    if reason.value is not None:
        more.append(f"{percent(reason.value)} to win the game")
    if reason.note:
        more.append(reason.note)
    line = f"{text}: {', '.join(more)}" if more else text
    return line if line.endswith((".", "!", "?")) else f"{line}."


def danger(risk: float, gained: bool) -> str:
    """What becomes of ground, which may have been gained just now, at the worst."""
    if risk < 0.005:
        return "safe"
    lost = "lost again" if gained else "lost"
    chance = f"{percent(risk)} to be {lost}" if risk < 0.95 else lost
    return f"{chance} if the enemy sends all it can"


def percent(chance: float) -> str:
    """`87%`; what is not quite certain is not called certain."""
    if 0 < chance < 0.005:
        return "under 1%"
    if 0.995 <= chance < 1:
        return "over 99%"
    return f"{round(100 * min(1.0, max(0.0, chance)))}%"
