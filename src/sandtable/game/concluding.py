"""How battles begin, end and are left."""

from __future__ import annotations

from sandtable.game import casualties
from sandtable.game.advantages import moments
from sandtable.game.ashore import set_down
from sandtable.game.cargo import marked, without
from sandtable.game.control import captor_of, take
from sandtable.game.decks import board_friend, deck_room
from sandtable.game.draft import Draft
from sandtable.game.opening import no_flak
from sandtable.game.queries import hostile_land, landing_ships, landing_to_come
from sandtable.game.retreats import (
    bound_units,
    held_ashore,
    nobody_leaves,
    retreat_options,
    why_not_to,
)
from sandtable.game.state import Battle, Force, Step
from sandtable.game.sworn import remove_sworn, set_apart
from sandtable.game.telling import tell_tokens
from sandtable.rules import reckoning
from sandtable.rules.battle import boons_at_start, cancelled_by, fighting, summary
from sandtable.rules.position import (
    ATTACKS,
    FOUGHT,
    OFFLOADED,
    RAIDS,
    RETREATED,
    SEABORNE,
    SUBMERGED,
    Mark,
    Token,
    less,
    with_mark,
)

# --- beginning


def begin(d: Draft, space: int, program: str = "") -> None:
    """Set up a battle or a raid: who is in it, and where the attackers came from."""
    sea = d.ed.board.sea[space]
    program = program or ("sea" if sea else "land")
    if program == "land":
        disembark(d, space)
    guests = launch_defending_guests(d, space) if sea else ()
    attack = attackers_of(d, space, program)
    defend = defenders_of(d, space) if program != "raid" else ()
    origins = {
        t.mark.origin
        for t, _ in attack
        if t.mark.origin >= 0 and not d.ed.air[t.unit] and not t.mark.flags & SEABORNE
    }
    battle = Battle(
        space,
        1,
        0,
        attack,
        defend,
        origins=tuple(sorted(origins)),
        guests=guests,
        program=program,
        amphibious=any(t.mark.flags & SEABORNE for t, _ in attack),
        attack_cancels=cancelled_by(d.kinds, attack),
        defend_cancels=cancelled_by(d.kinds, defend),
    )
    if d.traits:
        battle = battle._replace(boons=boons_at_start(d.field(battle), attack, defend))
    d.agenda = (*d.agenda, Step("battle", battle))
    if not attack:
        finish(d, "none")
        return
    if program == "raid":
        return
    d.emit(
        "battle",
        space=d.space_id(space),
        attacker=d.power_id(d.power),
        attackers=d.counts_by_power(attack),
        defenders=d.counts_by_power(defend),
    )


def open_fight(d: Draft) -> None:
    """What was to be decided before a battle is decided: it begins, unless it is over at once."""
    d.agenda = (*d.agenda[:-1], d.top._replace(begun=True))
    set_apart(d)
    battle = d.battle
    guns = "antiair" in d.ed.rules.programs[battle.program].opening and not no_flak(d, battle)
    if battle.program != "raid" and not battle.sworn and not guns:
        over(d, at_start=True)


def attackers_of(d: Draft, space: int, program: str) -> Force:
    """The acting power's units that attack in a space."""
    raiders = program == "raid"
    domain = d.ed.ships if program == "sea" else d.ed.lands
    return tuple(
        (t, n)
        for t, n in d.own(space)
        if not t.mark.flags & (FOUGHT | SUBMERGED)  # what retreated to here has had its battle
        and bool(t.mark.flags & RAIDS) == raiders
        and (t.mark.flags & ATTACKS or domain[t.unit])
        and not d.kind(t).bystander
    )


def defenders_of(d: Draft, space: int) -> Force:
    """Enemy units that defend a space."""
    enemy = d.at_war[d.power]
    return tuple(
        (t, n)
        for t, n in d.stacks[space]
        if enemy[t.power] and not d.kind(t).bystander and not t.mark.flags & SUBMERGED
    )


def disembark(d: Draft, territory: int) -> None:
    """Units announced for an assault go ashore, unless their zone was not cleared."""
    for zone, ship, count in landing_ships(d, territory):
        if d.turn.uncleared >> zone & 1:
            d.change(zone, ship, count, with_mark(ship, called_off(ship.mark)))
            continue
        mark = ship.mark._replace(flags=ship.mark.flags | OFFLOADED, ashore=(), boarded=())
        lighter = ship._replace(cargo=without(ship.cargo, ship.mark.ashore), mark=mark)
        d.change(zone, ship, count, lighter)
        set_down(d, zone, ship, count)


def anybody_attacks(d: Draft, space: int) -> bool:
    """Whether a battle still has attackers: those of a landing may have been lost at sea."""
    return (
        d.ed.board.sea[space] or bool(attackers_of(d, space, "land")) or landing_to_come(d, space)
    )


def called_off(mark: Mark) -> Mark:
    """A transport's mark when its landing does not take place: the cargo stays aboard."""
    return mark._replace(target=-1, ashore=())


def launch_defending_guests(d: Draft, zone: int) -> tuple[tuple[int, int, int, int], ...]:
    """Guests aboard defending carriers take to the air and fight as units of their own."""
    enemy = d.at_war[d.power]
    found: list[tuple[int, int, int, int]] = []
    for ship, count in d.stacks[zone]:
        if not enemy[ship.power] or not d.ed.deck_room[ship.unit] or not ship.cargo:
            continue
        d.change(zone, ship, count, ship._replace(cargo=()))
        for power, unit in ship.cargo:
            d.add(zone, Token(power, unit), count)
            found.append((ship.power, power, unit, count))
    return tuple(found)


# --- ending


def over(d: Draft, *, at_start: bool = False) -> bool:
    """End the battle if neither side can or need go on; say whether it ended."""
    battle = d.battle
    ending = reckoning.last_standing(
        bool(battle.attack or battle.attack_aside), bool(battle.defend or battle.aside)
    )
    if ending == reckoning.GO_ON and d.ed.board.sea[battle.space]:
        judge = NO_WAY_TO_HIT[d.ed.rules.no_way_to_hit]
        ending = judge(d, battle, at_start, False)
        # A way out matters only if the battle would end without one.
        if ending != reckoning.GO_ON and retreat_options(d, battle):
            ending = judge(d, battle, at_start, True)
    if ending & reckoning.SINK_DEFENDERS:
        sink_defenseless(d, d.battle, attacking=False)
    if ending & reckoning.SINK_ATTACKERS:
        sink_defenseless(d, d.battle, attacking=True)
    winner = WINNERS.get(ending & reckoning.ENDING)
    if winner is None:
        return False
    finish(d, winner)
    return True


WINNERS = {
    reckoning.ATTACKER: "attacker",
    reckoning.DEFENDER: "defender",
    reckoning.NOBODY: "none",
}


def summaries(
    d: Draft, battle: Battle, attack: Force, defend: Force
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Both forces as far as the end of a battle depends on them."""
    field, kinds = d.field(battle), d.ed.kinds_of_fire
    return (
        summary(field, attack, kinds, attacking=True),
        summary(field, defend, kinds, attacking=False),
    )


def sink_or_go_on(d: Draft, battle: Battle, at_start: bool, way_out: bool) -> int:
    """Where nobody who can fire can hit another who can, those that cannot are sunk."""
    attack, defend = summaries(d, battle, battle.attack, battle.defend)
    return reckoning.sink_defenseless(attack, defend, way_out, at_start)


def stay_if_harmless(d: Draft, battle: Battle, at_start: bool, way_out: bool) -> int:
    """Where nobody can hit anybody, both sides stay."""
    attack, defend = summaries(d, battle, battle.attack, battle.defend)
    waiting = bool(battle.aside or battle.attack_aside)
    return reckoning.stay_if_harmless(attack, defend, waiting, way_out, at_start)


NO_WAY_TO_HIT = {"sink-defenseless": sink_or_go_on, "stay": stay_if_harmless}
"""What happens at sea where both forces are there, by the edition's choice."""


def over_at_once(d: Draft) -> bool:
    """In the middle of a round a battle ends only if a side is gone or defenseless."""
    battle = d.battle
    if battle.program == "raid":
        return False
    attack, defend = summaries(
        d, battle, battle.attack or battle.attack_aside, battle.defend or battle.aside
    )
    stay = d.ed.rules.no_way_to_hit == "stay"
    return reckoning.may_end_within_round(attack, defend, stay) and over(d)


def sink_defenseless(d: Draft, battle: Battle, *, attacking: bool) -> None:
    """Destroy one side's units that cannot fire, with all aboard, without dice."""
    force = battle.attack if attacking else battle.defend
    armed = fighting(d.kinds, force, attacking=attacking)
    gone = less(force, armed)
    if gone:
        d.battle = battle._replace(attack=armed) if attacking else battle._replace(defend=armed)
        casualties.destroy(d, battle.space, list(gone), "defenseless")


def standoff(d: Draft, battle: Battle) -> bool:
    """Whether only units that cannot fire, or hit, are left on both sides."""
    attack, defend = summaries(d, battle, battle.attack, battle.defend)
    return reckoning.standoff(attack, defend, d.ed.rules.no_way_to_hit == "stay")


def finish(d: Draft, winner: str) -> None:
    """Conclude a battle: mark who fought, mend damage, capture, look for stranded aircraft."""
    battle = d.battle
    space = battle.space
    if battle.aside or battle.attack_aside or battle.sworn:
        remove_sworn(d)
        casualties.remove_aside(d)
        battle = d.battle
    if battle.program != "raid":
        d.emit("ended", space=d.space_id(space), winner=winner)
    mend = d.ed.rules.damage_lasts == "battle"
    down = d.ed.rules.submerged_lasts != "battle"
    fought = [(entry, FOUGHT) for entry in battle.attack]
    fought += [
        (entry, FOUGHT | SUBMERGED if down else FOUGHT) for entry in own_submerged(d, battle)
    ]
    for (token, count), deeds in fought:
        mark = marked(d, token, deeds)
        mark = mark._replace(flags=mark.flags & ~ATTACKS)
        damage = 0 if mend else token.damage
        d.change(space, token, count, token._replace(mark=mark, damage=damage))
    if mend:
        for token, count in battle.defend:
            if token.damage:
                d.change(space, token, count, token._replace(damage=0))
    if down:
        for token, count in battle.submerged:
            if not d.commands(token.power):
                d.change(space, token, count, with_mark(token, marked(d, token, SUBMERGED)))
    d.pop()
    if battle.program == "raid":
        return
    if d.ed.board.sea[space]:
        if any(not d.ed.units[t.unit].last_casualty for t, _ in battle.defend):
            d.turn = d.turn._replace(uncleared=d.turn.uncleared | 1 << space)
        return_guests(d, battle)
        find_stranded(d, space)
    elif (
        not battle.defend
        and hostile_land(d, d.power, space)
        and any(d.ed.units[t.unit].captures for t, _ in battle.attack)
    ):
        take(d, space, captor_of(d, battle.attack))
    moments.ask(d, "battle-ended", space, battle)


def own_submerged(d: Draft, battle: Battle) -> list[tuple[Token, int]]:
    return [(t, n) for t, n in battle.submerged if d.commands(t.power)]


def return_guests(d: Draft, battle: Battle) -> None:
    """Guests go back aboard the carriers they came from, if these still float."""
    zone = battle.space
    for host, guest, unit, count in battle.guests:
        for _ in range(count):
            plane = next(
                (t for t, _ in d.stacks[zone] if t.power == guest and t.unit == unit), None
            )
            if plane is None or not board_friend(d, zone, plane, host, welcome=True):
                break


def find_stranded(d: Draft, zone: int) -> None:
    """Defending aircraft left without a deck; their owners place them before noncombat moves."""
    for power in d.ed.enemies[d.power]:
        excess = -deck_room(d, zone, power)
        for token, count in d.stacks[zone]:
            if excess > 0 and token.power == power and d.ed.deck_plane[token.unit]:
                entry = (zone, power, token.unit, min(count, excess))
                d.turn = d.turn._replace(stranded=(*d.turn.stranded, entry))
                excess -= entry[3]


# --- retreating


def retreat(d: Draft, to: int) -> bool:
    """The attackers leave the battle together; say whether landed units stay and fight on."""
    battle = d.battle
    space = battle.space
    leaving = bound_units(d, battle)
    facts = {"battle": d.space_id(space)}
    if to >= 0:
        facts["to"] = d.space_id(to)
        reason = why_not_to(d, battle, leaving, to) if leaving else nobody_leaves(battle)
        if reason is not None:
            d.ed.refuse(reason[0], f"no retreat to {d.space_name(to)}: {reason[1]}", **facts)
    elif leaving:
        if retreat_options(d, battle):
            d.ed.refuse(
                "retreat/all-together",
                "the whole force leaves together, its land units or ships to one space",
                options=[d.space_id(s) for s in retreat_options(d, battle)],
                **facts,
            )
        d.ed.refuse("retreat/no-destination-no-retreat", "there is no space to retreat to", **facts)
    held = held_ashore(d, battle)
    moved: list[tuple[Token, int]] = []
    staying: list[tuple[Token, int]] = []
    mend = d.ed.rules.damage_lasts == "battle"
    for token, count in battle.attack:
        if reckoning.stays(d.ed.air[token.unit], bool(token.mark.flags & SEABORNE), held):
            staying.append((token, count))
            continue
        moved.append((token, count))
        air = d.ed.units[token.unit].air
        mark = marked(d, token, FOUGHT | (0 if air else RETREATED))
        mark = called_off(mark._replace(flags=mark.flags & ~ATTACKS))
        damage = 0 if mend else token.damage
        d.remove(space, token, count)
        d.add(space if air else to, token._replace(mark=mark, damage=damage), count)
    where = {"from": d.space_id(space), "to": d.space_id(to if to >= 0 else space)}
    tell_tokens(d, "retreated", moved, **where)
    d.battle = battle._replace(attack=tuple(staying), asked=())
    if not staying:
        finish(d, "defender")
    return bool(staying)
