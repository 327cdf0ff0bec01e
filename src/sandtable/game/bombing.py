"""Strategic bombing: raids and rockets, and what they cost."""

from __future__ import annotations

from sandtable.game.cargo import marked
from sandtable.game.draft import Draft
from sandtable.game.state import Battle
from sandtable.rules import raids
from sandtable.rules.position import ATTACKS, FOUGHT, RAIDS
from sandtable.rules.roll import RollRequest, Shot


def bombed_power(d: Draft, territory: int) -> int:
    """Whose complex stands in a territory, if it is an enemy's; else -1."""
    owner = d.owners[territory]
    works = any(d.ed.units[f].produces for f in d.facilities[territory])
    return owner if works and owner >= 0 and d.at_war[d.power][owner] else -1


def bomb(d: Draft, battle: Battle) -> bool:
    """Ask for the dice of the raiders that are left, or end the raid."""
    victim = bombed_power(d, battle.space)
    shots = [
        Shot(d.ed.units[t.unit].id, 0, n, "", raids.dice_of(d.kind(t)))
        for t, n in sorted(battle.attack, key=lambda entry: entry[0].unit)
    ]
    if not shots or victim < 0:
        end_raid(d, battle)
        return True
    d.roll = RollRequest("raid", d.power_id(d.power), d.space_id(battle.space), tuple(shots))
    return False


def raided(d: Draft, dice: tuple[int, ...]) -> None:
    """The dice of a raid have fallen."""
    battle = d.battle
    d.roll = None
    value = d.ed.values[battle.space]
    rolled = iter(dice)
    loss = 0
    for token, count in sorted(battle.attack, key=lambda entry: entry[0].unit):
        unit = d.kind(token)
        for _ in range(count):
            thrown = [next(rolled) for _ in range(raids.dice_of(unit))]
            loss += raids.caused(unit, thrown, value)
    victim = d.owners[battle.space]
    amount = pay(d, battle.space, loss)
    d.emit(
        "raided",
        power=d.power_id(d.power),
        space=d.space_id(battle.space),
        dice=list(dice),
        amount=amount,
        victim=d.power_id(victim),
    )
    end_raid(d, battle)


def pay(d: Draft, territory: int, loss: int) -> int:
    """The controller of a complex pays; what it lost."""
    before = dict(d.turn.damage).get(territory, 0)
    loss = raids.counted(d.ed.rules.raid_limit, loss, d.ed.values[territory], before)
    victim = d.owners[territory]
    amount = raids.paid(loss, d.treasuries[victim])
    d.treasuries[victim] -= amount
    others = tuple(pair for pair in d.turn.damage if pair[0] != territory)
    d.turn = d.turn._replace(damage=tuple(sorted((*others, (territory, before + loss)))))
    return amount


def end_raid(d: Draft, battle: Battle) -> None:
    """The raiders have had their combat; they fly on later."""
    for token, count in battle.attack:
        mark = marked(d, token, FOUGHT)
        mark = mark._replace(flags=mark.flags & ~(ATTACKS | RAIDS))
        d.change(battle.space, token, count, token._replace(mark=mark))
    d.pop()


# --- rockets


def strike_roll(d: Draft, origin: int, target: int) -> None:
    """Ask for the die of a rocket."""
    gun = next(unit.id for unit in d.ed.units if unit.antiair)
    shot = Shot(gun, 0, 1, "")
    d.roll = RollRequest("rocket", d.power_id(d.power), d.space_id(target), (shot,))


def struck(d: Draft, origin: int, target: int, dice: tuple[int, ...]) -> None:
    """A rocket has come down."""
    d.roll = None
    victim = d.owners[target]
    amount = 0
    if bombed_power(d, target) >= 0:
        amount = pay(d, target, raids.rocket_caused(dice[0], d.ed.values[target]))
    d.emit(
        "rocket",
        power=d.power_id(d.power),
        **{"from": d.space_id(origin)},
        to=d.space_id(target),
        dice=list(dice),
        amount=amount,
        victim=d.power_id(victim),
    )
