"""Clocks follow from the log alone."""

from __future__ import annotations

from datetime import timedelta

from sandtable.server.correspondence.clocks import Clocks, Moment, after, start
from sandtable.server.correspondence.due import out_of_time
from sandtable.server.table.entries import Changed, Ended, Seat, SeatChanged, Times
from tests.server.correspondence.helping import START, do, person, table_of

LIVE = Times("live", 300, 10)
DAYS = Times("correspondence", 86400)


def at(seconds: float, *asked: str, turn: tuple[int, str], answered: str | None = None) -> Moment:
    return Moment(START + timedelta(seconds=seconds), asked, turn, answered)


def fold(times: Times, *moments: Moment) -> Clocks:
    clocks = start(times, START, ["germany", "japan"])
    for moment in moments:
        clocks = after(clocks, moment)
    return clocks


def test_a_live_clock_runs_while_its_power_is_asked_and_gains_by_answers() -> None:
    clocks = fold(
        LIVE,
        at(0, "germany", turn=(1, "germany")),
        at(40, "germany", turn=(1, "germany"), answered="germany"),
        at(100, "japan", turn=(1, "japan"), answered="germany"),
    )
    now = START + timedelta(seconds=130)
    assert clocks.seconds("germany", now) == 300 - 100 + 20
    assert clocks.seconds("japan", now) == 270
    assert clocks.running == ("japan",)
    assert clocks.due() == START + timedelta(seconds=400)


def test_an_answer_of_somebody_who_was_not_asked_gains_nothing() -> None:
    clocks = fold(
        LIVE,
        at(0, "germany", turn=(1, "germany")),
        at(5, "germany", turn=(1, "germany"), answered="japan"),
    )
    assert clocks.seconds("japan", START + timedelta(seconds=5)) == 300


def test_a_correspondence_clock_is_full_again_with_every_turn() -> None:
    clocks = fold(
        DAYS,
        at(0, "germany", turn=(1, "germany")),
        at(80_000, "japan", turn=(1, "japan"), answered="germany"),
        at(90_000, "germany", turn=(2, "germany"), answered="japan"),
    )
    assert clocks.seconds("germany", START + timedelta(seconds=90_000)) == 86_400


def test_a_question_in_anothers_turn_has_the_same_time_of_its_own() -> None:
    clocks = fold(
        DAYS,
        at(0, "germany", turn=(1, "germany")),
        at(80_000, "japan", turn=(1, "germany"), answered="germany"),
        at(100_000, "germany", turn=(1, "germany"), answered="japan"),
        at(100_400, "japan", turn=(1, "germany"), answered="germany"),
    )
    now = START + timedelta(seconds=100_500)
    assert clocks.seconds("germany", now) == 86_400 - 80_000 - 400
    assert clocks.seconds("japan", now) == 86_400 - 100


def test_a_pause_stops_all_clocks_and_keeps_what_is_left() -> None:
    clocks = fold(
        DAYS,
        at(0, "germany", turn=(1, "germany")),
        at(1_000, "japan", turn=(1, "germany"), answered="germany"),
        at(2_000, turn=(1, "germany")),
        at(500_000, "japan", turn=(1, "germany")),
    )
    assert clocks.seconds("japan", START + timedelta(seconds=500_100)) == 86_400 - 1_000 - 100


def test_without_clocks_nothing_is_due() -> None:
    clocks = fold(Times(), at(0, "germany", turn=(1, "germany")))
    assert clocks.seconds("germany", START) is None
    assert clocks.due() is None


def test_the_clocks_of_a_table_follow_its_log() -> None:
    table = table_of({"soviet-union": person("a"), "germany": person("b")}, LIVE)
    do(table, "soviet-union", "buy 2 infantry", after=60)
    do(table, "soviet-union", "end", after=30)
    assert table.clocks.seconds("soviet-union", table.changed) == 300 - 90 + 20
    assert table.clocks.due() == table.changed + timedelta(seconds=230)
    table.apply(Changed("a", paused=True), table.changed + timedelta(seconds=30))
    assert table.clocks.due() is None
    table.apply(Changed("a", paused=False), table.changed + timedelta(days=9))
    assert table.clocks.seconds("soviet-union", table.changed) == 200


def test_clocks_wait_for_all_players_and_leave_computers_alone() -> None:
    table = table_of({"soviet-union": person("a"), "germany": Seat("open")}, LIVE)
    assert table.clocks.due() is None
    table.apply(SeatChanged("germany", person("b"), "b"), START + timedelta(hours=5))
    assert table.clocks.due() == START + timedelta(hours=5, seconds=300)
    assert table_of({"germany": person("b")}, LIVE).clocks.due() is None


def test_when_time_is_over_the_computer_plays_or_the_side_concedes() -> None:
    table = table_of({"soviet-union": person("a")}, LIVE)
    over = START + timedelta(seconds=300)
    assert out_of_time(table, over - timedelta(seconds=1)) == []
    (change,) = out_of_time(table, over)
    assert isinstance(change, SeatChanged)
    assert (change.power, change.seat.kind, change.why) == ("soviet-union", "computer", "clock")
    strict = table_of({"soviet-union": person("a")}, Times("live", 300, 0, "concede"))
    assert out_of_time(strict, over) == [Ended("axis", "timeout", by="clock")]
    table.apply(change, over)
    assert out_of_time(table, over + timedelta(days=1)) == []
