"""Votes: who has to agree, and what follows."""

from __future__ import annotations

from datetime import timedelta

import pytest

from sandtable.server.correspondence import votes
from sandtable.server.problems import NotAllowed, ProblemError
from sandtable.server.schemas.games import Propose, Vote
from sandtable.server.table.entries import (
    Ended,
    Entry,
    Proposed,
    Seat,
    SeatChanged,
    Undone,
    Voted,
)
from sandtable.server.table.table import Table
from tests.server.correspondence.helping import do, person, table_of

SEATS = {
    "soviet-union": person("ann"),
    "united-kingdom": person("ann"),
    "germany": person("bob"),
    "united-states": person("cem"),
}


def told(table: Table, entries: list[Entry]) -> list[Entry]:
    for entry in entries:
        table.apply(entry, table.changed + timedelta(seconds=1))
    return entries


def propose(table: Table, who: str, power: str, kind: str, to: int | None = None) -> list[Entry]:
    given = Propose.model_validate({"kind": kind, "power": power, "to_version": to})
    return told(table, votes.propose(table, who, given, "p1"))


def vote(table: Table, who: str, power: str, agree: bool = True) -> list[Entry]:
    return told(table, votes.vote(table, who, "p1", Vote(power=power, agree=agree)))


def test_an_undo_needs_everybody_and_goes_past_dice() -> None:
    table = table_of(SEATS)
    do(table, "soviet-union", "buy 2 infantry", "end")
    do(table, "soviet-union", "end")
    assert [e.kind for e in propose(table, "ann", "soviet-union", "undo", 2)] == ["proposed"]
    assert votes.waiting_for(table, table.proposals["p1"]) == ["germany", "united-states"]
    assert [e.kind for e in vote(table, "bob", "germany")] == ["voted"]
    last = vote(table, "cem", "united-states")
    assert last[1:] == [Undone(to=1, power="soviet-union", by="ann", agreed=True)]
    assert len(table.in_force) == 1
    assert table.proposals == {}


def test_nobody_goes_back_to_what_was_taken_back() -> None:
    table = table_of({"soviet-union": person("ann"), "germany": person("bob")})
    do(table, "soviet-union", "buy nothing", "end")
    gone = table.version
    propose(table, "ann", "soviet-union", "undo", 1)
    vote(table, "bob", "germany")
    assert len(table.in_force) == 0
    do(table, "soviet-union", "buy 1 infantry", "end", "end")
    with pytest.raises(ProblemError, match="taken back"):
        propose(table, "ann", "soviet-union", "undo", gone)


def test_one_refusal_closes_a_proposal() -> None:
    table = table_of(SEATS)
    propose(table, "bob", "germany", "draw")
    vote(table, "ann", "soviet-union", agree=False)
    assert table.proposals == {}
    with pytest.raises(ProblemError, match="no longer open"):
        vote(table, "cem", "united-states")


def test_a_decision_closes_the_proposal_of_an_undo_but_not_of_a_draw() -> None:
    table = table_of(SEATS)
    do(table, "soviet-union", "buy 2 infantry")
    propose(table, "bob", "germany", "undo")
    do(table, "soviet-union", "end")
    assert table.proposals == {}
    propose(table, "bob", "germany", "draw")
    do(table, "soviet-union", "end")
    assert "p1" in table.proposals


def test_a_side_concedes_when_its_people_agree() -> None:
    table = table_of(SEATS)
    propose(table, "ann", "soviet-union", "concede")
    with pytest.raises(NotAllowed, match="no say"):
        vote(table, "bob", "germany")
    last = vote(table, "cem", "united-states")
    assert last[-1] == Ended("axis", "concession", by="ann")
    assert table.result == "axis"


def test_a_side_of_one_person_and_computers_concedes_at_once() -> None:
    table = table_of(SEATS)
    assert propose(table, "bob", "germany", "concede")[-1] == Ended(
        "allies", "concession", by="bob"
    )


def test_a_draw_needs_all_people_of_both_sides() -> None:
    table = table_of(SEATS)
    propose(table, "bob", "germany", "draw")
    assert [entry.kind for entry in vote(table, "ann", "united-kingdom")] == ["voted"]
    assert vote(table, "cem", "united-states")[-1] == Ended("draw", "agreement", by="bob")
    assert (table.result, table.ended_by) == ("draw", "agreement")


def test_alone_against_computers_one_goes_back_as_one_likes() -> None:
    table = table_of({"soviet-union": person("ann")})
    do(table, "soviet-union", "buy 2 infantry", "end")
    done = propose(table, "ann", "soviet-union", "undo", 1)
    assert isinstance(done[0], Proposed)
    assert done[1] == Undone(to=0, power="soviet-union", by="ann", agreed=True)


def test_nobody_speaks_for_another_seat_or_twice() -> None:
    table = table_of(SEATS)
    with pytest.raises(NotAllowed, match="not your seat"):
        propose(table, "bob", "soviet-union", "concede")
    with pytest.raises(NotAllowed, match="not your seat"):
        propose(table, "bob", "japan", "concede")
    propose(table, "bob", "germany", "draw")
    with pytest.raises(NotAllowed, match="already proposed"):
        propose(table, "bob", "germany", "draw")
    assert vote(table, "bob", "germany") == []


def test_nothing_can_be_undone_before_the_first_decision() -> None:
    with pytest.raises(ProblemError, match="nothing to take back"):
        propose(table_of(SEATS), "ann", "soviet-union", "undo")


def test_when_the_last_who_had_not_agreed_leaves_the_proposal_is_settled() -> None:
    table = table_of(SEATS)
    propose(table, "ann", "soviet-union", "concede")
    assert votes.settle(table) == []
    told(table, [SeatChanged("united-states", Seat("computer"), "cem")])
    assert votes.settle(table) == [Ended("axis", "concession", by="ann")]


def test_votes_end_with_the_game() -> None:
    table = table_of(SEATS)
    propose(table, "bob", "germany", "concede")
    with pytest.raises(NotAllowed, match="over"):
        propose(table, "ann", "soviet-union", "draw")
    assert all(not isinstance(item.entry, Voted) for item in table.items)
