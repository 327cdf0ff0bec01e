"""Control of territories: capture, liberation, capitals, victory."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.game.advantages import moments
from sandtable.game.draft import Draft
from sandtable.rules.position import CAPTURED, Mark, Token


def captor_of(d: Draft, force: Iterable[tuple[Token, int]]) -> int:
    """The power for which some units take a territory, if any of them can."""
    powers = {t.power for t, _ in force if d.ed.units[t.unit].captures}
    if d.turn.joint not in powers or d.power in powers:
        return d.power
    return d.turn.joint if d.ed.traits["joint-strike"].data["conquests"] == "own" else d.power


def take(d: Draft, territory: int, captor: int, *, how: str = "capture") -> None:
    """A power takes a territory from the enemy."""
    original = d.ed.original_owners[territory]
    friend = original >= 0 and original != captor and not d.at_war[captor][original]
    liberated = friend and (
        territory in d.ed.powers[original].capitals or d.holds_capital(original)
    )
    new_owner = original if liberated else captor
    set_owner(d, territory, new_owner, "liberation" if liberated else how)
    take_guns(d, territory, new_owner)
    for power in d.ed.powers:
        if territory not in power.capitals:
            continue
        if d.at_war[captor][power.index]:
            seize(d, captor, power.index)
        else:
            revert(d)
    moments.ask(d, "captured", territory)


def take_guns(d: Draft, territory: int, owner: int) -> None:
    """Units that stay out of battles go with the territory; they cannot act this turn."""
    enemy = d.at_war[d.power]
    for token, count in d.stacks[territory]:
        if d.kind(token).bystander and enemy[token.power]:
            mark = Mark(0, CAPTURED, -1, -1, (), ())
            d.change(territory, token, count, Token(owner, token.unit, 0, (), mark))
            announce_guns(d, territory, token, count, owner)


def announce_guns(d: Draft, territory: int, token: Token, count: int, owner: int) -> None:
    d.emit(
        "captured",
        power=d.power_id(owner),
        **{"from": d.power_id(token.power)},
        space=d.space_id(territory),
        units=d.counts([(token, count)]),
    )


def hand_over_guns(d: Draft) -> None:
    """At the end of a turn, guns taken in it go to whoever controls their territory then."""
    if d.ed.rules.guns_taken != "end-of-turn":
        return
    for territory, stack in enumerate(d.stacks):
        for token, count in stack:
            owner = d.owners[territory]
            if token.mark.flags & CAPTURED and owner not in (-1, token.power):
                d.change(territory, token, count, token._replace(power=owner))
                announce_guns(d, territory, token, count, owner)


def set_owner(d: Draft, territory: int, owner: int, how: str) -> None:
    before = d.owners[territory]
    if before == owner:
        return
    d.owners[territory] = owner
    d.emit(
        "control",
        space=d.space_id(territory),
        before=d.power_id(before),
        after=d.power_id(owner),
        how=how,
    )


def seize(d: Draft, captor: int, loser: int) -> None:
    """Whoever takes a capital takes the treasury of the power whose capital it is."""
    amount = d.treasuries[loser]
    if not amount:
        return
    d.treasuries[loser] = 0
    d.treasuries[captor] += amount
    d.emit("seized", power=d.power_id(captor), **{"from": d.power_id(loser)}, amount=amount)


def revert(d: Draft) -> None:
    """Territory of a power that holds its capital comes back to it from its friends."""
    enemy = d.at_war
    for territory, original in enumerate(d.ed.original_owners):
        owner = d.owners[territory]
        if owner == original or original < 0 or owner < 0 or enemy[original][owner]:
            continue
        if d.holds_capital(original):
            set_owner(d, territory, original, "reversion")


def check_victory(d: Draft) -> None:
    """See whether a side has won now that the acting power's turn ends."""
    for condition in d.ed.victory[d.match.option("victory", "standard")]:
        if condition.after != d.power:
            continue
        held = sum(
            1
            for space in condition.of
            if d.owners[space] >= 0 and d.ed.powers[d.owners[space]].side == condition.side
        )
        if held >= condition.hold:
            d.winner = condition.side
            d.emit("won", side=d.ed.sides[condition.side])
            if d.match.option("individual_winner") == "on":
                d.emit("individual-winner", powers=[d.power_id(p) for p in most_grown(d)])
            return


def most_grown(d: Draft) -> list[int]:
    """The powers of the winning side whose production grew most since the start."""
    gains: dict[int, int] = {}
    for power in d.ed.powers:
        if power.side == d.winner:
            owners = d.ed.original_owners
            start = sum(d.ed.values[s] for s, owner in enumerate(owners) if owner == power.index)
            gains[power.index] = d.production(power.index) - start
    most = max(gains.values())
    return [power for power, gain in gains.items() if gain == most]
