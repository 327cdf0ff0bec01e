"""Declaring attacks on ships that do not make a zone hostile."""

from __future__ import annotations

from sandtable.game.answers import Attack, UnitSpec
from sandtable.game.cargo import marked
from sandtable.game.draft import Draft
from sandtable.game.picking import Reason, owner_of, select
from sandtable.game.queries import enemy_ships, hostile_land, own_attacker, own_ships
from sandtable.rules.position import ATTACKS, COMBAT_MOVED, Token, with_mark
from sandtable.rules.refusal import InvalidAnswer


def attack_zone(d: Draft, zone: int) -> None:
    if not d.turn.attacked >> zone & 1:
        d.turn = d.turn._replace(attacked=d.turn.attacked | 1 << zone)
        d.emit("attack", power=d.power_id(d.power), space=d.space_id(zone))


def check_enemies(d: Draft, zone: int) -> None:
    if enemy_ships(d, d.power, zone):
        return
    if any(t.power != d.power for t, _ in d.stacks[zone]):
        d.ed.refuse(
            "turn/no-attack-on-own-side",
            f"only friendly units are in {d.space_name(zone)}",
            space=d.space_id(zone),
        )
    raise InvalidAnswer(f"there is no enemy to attack in {d.space_id(zone)}")


def check_attackers(d: Draft, zone: int) -> None:
    if own_attacker(d, zone) or (d.ed.rules.transports_alone and own_ships(d, zone)):
        return
    if not own_ships(d, zone):
        raise InvalidAnswer(f"{d.power_id(d.power)} has no ship in {d.space_id(zone)}")
    enemy = d.at_war[d.power]
    only_transports = all(d.carries[t.power][t.unit] for t, _ in d.stacks[zone] if enemy[t.power])
    d.ed.refuse(
        "sea-combat/lone-transports-are-destroyed"
        if only_transports
        else "transport/needs-company-to-attack",
        "transports alone cannot attack",
        zone=d.space_id(zone),
    )


def declare_attack(d: Draft, given: Attack) -> None:
    """Attack submarines and transports in an own zone, or send deck aircraft into a battle."""
    space = given.space
    if not d.ed.board.sea[space]:
        slug = "turn/no-attack-on-own-side"
        if hostile_land(d, d.power, space):
            raise InvalidAnswer("units attack a territory by moving into it")
        d.ed.refuse(slug, f"{d.space_name(space)} is friendly", space=d.space_id(space))
    check_enemies(d, space)
    for spec in given.units:
        if not d.ed.units[spec.unit].air:
            raise InvalidAnswer(
                "only air units are sent into a battle this way; ships all take part"
            )
        commit(d, spec, space)
    check_attackers(d, space)
    attack_zone(d, space)


def commit(d: Draft, spec: UnitSpec, zone: int) -> None:
    """Send aircraft that start in a zone into the battle there."""
    if spec.power >= 0 and spec.power != d.power:
        select(d, zone, spec, lambda _: None)
    here = any(t.unit == spec.unit for t, _ in d.own(zone))
    aboard = any((owner_of(d, spec), spec.unit) in t.cargo for t, _ in d.stacks[zone])
    if not here and not aboard and any(d.ed.deck_room[t.unit] for t, _ in d.own(zone)):
        d.ed.refuse(
            "carrier/fighter-must-launch-to-fight",
            "a fighter fights where it has flown to from its carrier's first zone",
            zone=d.space_id(zone),
        )

    def why_not(token: Token) -> Reason | None:
        if token.mark.flags & ATTACKS:
            return "combat-move/simultaneous", "the unit is already sent into a battle"
        return None

    for token, count in select(d, zone, spec, why_not):
        mark = marked(d, token, COMBAT_MOVED | ATTACKS)
        d.change(zone, token, count, with_mark(token, mark))


def idle(d: Draft, end: int) -> Reason:
    """That a move leads to no combat."""
    advice = "other moves belong to the Noncombat Move phase"
    if d.ed.board.sea[end] and enemy_ships(d, d.power, end):
        advice = "to attack the ships there, add `attack` to the move"
    return (
        "combat-move/must-lead-to-combat",
        f"the move to {d.space_name(end)} does not result in combat; {advice}",
    )


def refuse_idle(d: Draft, path: tuple[int, ...], unit: int) -> None:
    d.ed.refuse(
        *idle(d, path[-1]),
        unit=d.ed.units[unit].id,
        space=d.space_id(path[-1]),
    )
