"""Control of territories: capture, liberation, capitals, victory."""

from __future__ import annotations

from sandtable.game.state import Draft


def take(d: Draft, territory: int, *, how: str = "capture") -> None:
    """The acting power takes a territory from the enemy."""
    original = d.ed.original_owners[territory]
    captor = d.power
    friend = original >= 0 and original != captor and not d.at_war[captor][original]
    liberated = friend and (
        territory in d.ed.powers[original].capitals or d.holds_capital(original)
    )
    new_owner = original if liberated else captor
    set_owner(d, territory, new_owner, "liberation" if liberated else how)
    for power in d.ed.powers:
        if territory not in power.capitals:
            continue
        if d.at_war[captor][power.index]:
            seize(d, captor, power.index)
        else:
            revert(d)


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
            return
