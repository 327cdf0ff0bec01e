"""Votes: undoing what cannot be undone alone, conceding, agreeing on a draw.

These give entries for the log and change nothing. Every person with a seat has to agree (of the
side that would concede: those of that side); who proposes has agreed. One person's word counts for
all seats of that person. A decision in between closes the proposal of an undo.
"""

from __future__ import annotations

import secrets

from sandtable.server.problems import NotAllowed, NotFound, ProblemError
from sandtable.server.schemas.games import Propose, Vote
from sandtable.server.table.entries import Ended, Entry, Proposed, Undone, Voted
from sandtable.server.table.table import Proposal, Table

MOST_OPEN = 4
"""Proposals that may be open at a time."""


def voters(table: Table, proposed: Proposed) -> list[str]:
    """Powers whose players have a say."""
    return [
        power
        for power, seat in table.seats.items()
        if seat.kind == "person"
        and (proposed.what != "concede" or table.side_of(power) == proposed.side)
    ]


def waiting_for(table: Table, proposal: Proposal) -> list[str]:
    """Powers whose players have still to agree."""
    agreed = {table.seats[power].person for power in proposal.agreed}
    return [p for p in voters(table, proposal.entry) if table.seats[p].person not in agreed]


def propose(table: Table, person: str, given: Propose, proposal_id: str = "") -> list[Entry]:
    """Entries for a proposal, and for what it asks for if nobody else has a say."""
    check_seat(table, person, given.power)
    check_running(table)
    if len(table.proposals) >= MOST_OPEN:
        raise NotAllowed("There are enough proposals to vote on.")
    if any(p.entry.what == given.kind and p.entry.power == given.power
           for p in table.proposals.values()):  # fmt: skip
        raise NotAllowed("You have already proposed this.")
    side = table.side_of(given.power) if given.kind == "concede" else None
    to = target(table, given) if given.kind == "undo" else None
    entry = Proposed(
        id=proposal_id or secrets.token_hex(6),
        what=given.kind,
        power=given.power,
        by=person,
        side=side,
        to=to,
        to_version=given.to_version if given.kind == "undo" else None,
    )
    proposal = Proposal(entry, table.changed, [given.power])
    return [entry, *agreed_on(table, proposal)]


def target(table: Table, given: Propose) -> int:
    """How many decisions an undo would leave in force: by default the last one goes."""
    if given.to_version is None:
        to = len(table.in_force) - 1
    else:
        to = table.decisions_at(given.to_version)
    if not 0 <= to < len(table.in_force):
        raise ProblemError("malformed", "There is nothing to take back.")
    return to


def vote(table: Table, person: str, proposal_id: str, given: Vote) -> list[Entry]:
    """Entries for a vote, and for what was agreed on if it was the last."""
    check_seat(table, person, given.power)
    check_running(table)
    proposal = table.proposals.get(proposal_id)
    if proposal is None:
        raise NotFound("This proposal is no longer open.")
    if given.power not in voters(table, proposal.entry):
        raise NotAllowed("You have no say in this.")
    entry = Voted(id=proposal_id, power=given.power, agree=given.agree, by=person)
    if not given.agree:
        return [entry]
    if given.power in proposal.agreed:
        return []
    after = Proposal(proposal.entry, proposal.made, [*proposal.agreed, given.power])
    return [entry, *agreed_on(table, after)]


def settle(table: Table) -> list[Entry]:
    """What follows if everybody who still has a seat agrees to a proposal, as when others left."""
    if table.result is not None or table.closed or table.paused:
        return []
    for proposal in table.proposals.values():
        if found := agreed_on(table, proposal):
            return found
    return []


def agreed_on(table: Table, proposal: Proposal) -> list[Entry]:
    """The effect of a proposal that everybody agrees to."""
    entry = proposal.entry
    if not voters(table, entry) or waiting_for(table, proposal):
        return []
    if entry.what == "undo":
        assert entry.to is not None
        return [Undone(to=entry.to, power=entry.power, by=entry.by, agreed=True)]
    if entry.what == "draw":
        return [Ended("draw", "agreement", by=entry.by)]
    other = next(side for side in table.edition.sides if side != entry.side)
    return [Ended(other, "concession", by=entry.by)]


def check_seat(table: Table, person: str, power: str) -> None:
    if power not in table.seats:
        raise NotFound("There is no such power.")
    if table.seats[power].person != person:
        raise NotAllowed("This is not your seat.")


def check_running(table: Table) -> None:
    if table.result is not None:
        raise NotAllowed("The game is over.")
    if table.closed:
        raise NotAllowed("The game has been closed.")
