"""When a host may give away the seat of somebody who does not come back, and who may return.

Before the first decision the host places players freely. Afterwards a seat is its player's, until
the game has waited for that player for long: a host must not take over an opponent.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sandtable.server.problems import NotAllowed
from sandtable.server.table.table import Table

AWAY = {
    "live": timedelta(minutes=10),
    "none": timedelta(hours=1),
    "correspondence": timedelta(days=1),
}
"""How long a game waits for somebody who is not connected, by its time control."""
THERE = timedelta(days=1)
"""How long for somebody who is connected and does not answer."""


def check_replaceable(table: Table, power: str, now: datetime, *, connected: bool) -> None:
    """Raises if the seat's player would be wronged by losing it."""
    if not table.in_force:
        return
    wait = THERE if connected else AWAY[table.clocks.kind]
    since = max(table.asked_since, table.seated_since.get(power, table.created))
    if power not in table.asked or table.paused:
        raise NotAllowed(
            f"The game does not wait for this player. {_needed(wait)} They may also give up the "
            "seat themselves."
        )
    if now < since + wait:
        raise NotAllowed(f"{_needed(wait)} They may also give up the seat themselves.")


def check_return(table: Table, power: str, now: datetime) -> None:
    """Whoever was replaced may sit down again, unless the clock would end it at once."""
    seconds = table.clocks.seconds(power, now)
    if seconds is None or seconds > 0:
        return
    if table.clocks.kind == "live":
        raise NotAllowed("Your time for this game is over.")
    if table.game.turn == power:
        raise NotAllowed("Your time for this turn is over. Come back when the turn has ended.")


def may_return(table: Table, person: str | None) -> list[str]:
    """Seats that somebody may have back, at once or after this turn."""
    if table.result is not None or table.closed:
        return []
    live = table.clocks.kind == "live"
    mine = [power for power, who in table.replaced.items() if who == person]
    return [p for p in mine if not (live and table.clocks.left.get(p, 1.0) <= 0)]


def _needed(wait: timedelta) -> str:
    hours = wait.total_seconds() / 3600
    told = "a day" if hours == 24 else "an hour" if hours == 1 else f"{round(hours * 60)} minutes"
    return f"A seat can be given away when the game has waited {told} for its player."
