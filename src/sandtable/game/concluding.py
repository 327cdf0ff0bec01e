"""How battles begin, end and are left."""

from __future__ import annotations

from sandtable.game import casualties
from sandtable.game.cargo import marked, without
from sandtable.game.control import take
from sandtable.game.decks import board_friend, deck_room
from sandtable.game.queries import hostile_land, hostile_zone, passage_open
from sandtable.game.state import Battle, Draft, Force, Step
from sandtable.rules.battle import can_hit, cancelled_by, fighting
from sandtable.rules.position import (
    ATTACKS,
    COMBAT_MOVED,
    FOUGHT,
    OFFLOADED,
    RETREATED,
    SEABORNE,
    Mark,
    Token,
    less,
    with_mark,
)

# --- beginning


def begin(d: Draft, space: int) -> None:
    """Set up a battle: who is in it, and where the attackers came from."""
    sea = d.ed.board.sea[space]
    units = d.ed.units
    if not sea:
        disembark(d, space)
    guests = launch_defending_guests(d, space) if sea else ()
    attack = tuple(
        (t, n)
        for t, n in d.own(space)
        if not t.mark.flags & FOUGHT  # what retreated to here has had its battle
        and (t.mark.flags & ATTACKS or (units[t.unit].sea if sea else units[t.unit].land))
    )
    enemy = d.at_war[d.power]
    defend = tuple((t, n) for t, n in d.stacks[space] if enemy[t.power])
    origins = {
        t.mark.origin
        for t, _ in attack
        if t.mark.origin >= 0 and not units[t.unit].air and not t.mark.flags & SEABORNE
    }
    battle = Battle(space, 1, 0, attack, defend, origins=tuple(sorted(origins)), guests=guests)
    battle = battle._replace(
        program="sea" if sea else "land",
        attack_cancels=cancelled_by(d.ed, attack),
        defend_cancels=cancelled_by(d.ed, defend),
    )
    d.agenda = (*d.agenda, Step("battle", battle, begun=True))
    if not attack:
        finish(d, "none")
        return
    d.emit(
        "battle",
        space=d.space_id(space),
        attacker=d.power_id(d.power),
        attackers=d.counts_by_power(attack),
        defenders=d.counts_by_power(defend),
    )
    over(d, at_start=True)


def disembark(d: Draft, territory: int) -> None:
    """Units announced for an assault go ashore, unless their zone was not cleared."""
    for zone in d.ed.board.sea_neighbors[territory]:
        for ship, count in d.stacks[zone]:
            if ship.mark.target != territory or not ship.mark.ashore:
                continue
            if d.turn.uncleared >> zone & 1:
                d.change(zone, ship, count, with_mark(ship, called_off(ship.mark)))
                continue
            mark = ship.mark._replace(flags=ship.mark.flags | OFFLOADED, ashore=(), boarded=())
            d.change(
                zone,
                ship,
                count,
                ship._replace(cargo=without(ship.cargo, ship.mark.ashore), mark=mark),
            )
            landed: list[tuple[Token, int]] = []
            for power, unit in ship.mark.ashore:
                mark_ashore = Mark(0, COMBAT_MOVED | SEABORNE, zone, -1, (), ())
                token = Token(power, unit, 0, (), mark_ashore)
                d.add(territory, token, count)
                landed.append((token, count))
            d.emit(
                "offloaded",
                power=d.power_id(d.power),
                units=d.counts(landed),
                zone=d.space_id(zone),
                territory=d.space_id(territory),
            )


def anybody_attacks(d: Draft, space: int) -> bool:
    """Whether a battle still has attackers: those of a landing may have been lost at sea."""
    board = d.ed.board
    return (
        board.sea[space]
        or any(True for _ in d.own(space))
        or any(
            ship.mark.target == space and ship.mark.ashore
            for zone in board.sea_neighbors[space]
            if not d.turn.uncleared >> zone & 1
            for ship, _ in d.stacks[zone]
        )
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
    attack, defend = battle.attack, battle.defend
    if not defend:
        finish(d, "attacker" if attack else "none")
        return True
    if not attack:
        finish(d, "defender")
        return True
    if not d.ed.board.sea[battle.space]:
        return False
    ed = d.ed
    attackers = fighting(ed, attack, attacking=True)
    defenders = fighting(ed, defend, attacking=False)
    cancels = cancelled_by(ed, defend)
    harmless = not can_hit(
        ed, attackers, defenders, cancelled_by(ed, attack), attacking=True
    ) and not can_hit(ed, defenders, attackers, cancels, attacking=False)
    if not harmless:
        return False
    if attackers:
        sink_defenseless(d, battle, attacking=False)
    battle = d.battle
    if not battle.defend:
        finish(d, "attacker")
        return True
    if not defenders:
        # Transports face transports: the attacker may stay or leave, if there is a way out.
        if retreat_options(d, battle):
            return False
        finish(d, "none")
        return True
    exposed = can_hit(ed, defenders, battle.attack, cancels, attacking=False)
    if exposed:
        if retreat_options(d, battle) or (at_start and attackers):
            return False
        sink_defenseless(d, battle, attacking=True)
        battle = d.battle
    finish(d, "none" if battle.attack else "defender")
    return True


def over_at_once(d: Draft) -> bool:
    """In the middle of a round a battle ends only if a side is gone or defenseless."""
    battle = d.battle
    if (battle.attack and fighting(d.ed, battle.defend, attacking=False)) or (
        not fighting(d.ed, battle.attack, attacking=True) and battle.attack
    ):
        return False
    return over(d)


def sink_defenseless(d: Draft, battle: Battle, *, attacking: bool) -> None:
    """Destroy one side's units that cannot fire, with all aboard, without dice."""
    force = battle.attack if attacking else battle.defend
    armed = fighting(d.ed, force, attacking=attacking)
    gone = less(force, armed)
    if gone:
        d.battle = battle._replace(attack=armed) if attacking else battle._replace(defend=armed)
        casualties.destroy(d, battle.space, list(gone), "defenseless")


def standoff(d: Draft, battle: Battle) -> bool:
    """Whether only units that cannot fire are left on both sides."""
    return not fighting(d.ed, battle.attack, attacking=True) and not fighting(
        d.ed, battle.defend, attacking=False
    )


def finish(d: Draft, winner: str) -> None:
    """Conclude a battle: mark who fought, mend damage, capture, look for stranded aircraft."""
    battle = d.battle
    space = battle.space
    d.emit("ended", space=d.space_id(space), winner=winner)
    mend = d.ed.rules.damage_lasts == "battle"
    for token, count in (*battle.attack, *own_submerged(d, battle)):
        mark = marked(d, token, FOUGHT)
        mark = mark._replace(flags=mark.flags & ~ATTACKS)
        damage = 0 if mend else token.damage
        d.change(space, token, count, token._replace(mark=mark, damage=damage))
    if mend:
        for token, count in battle.defend:
            if token.damage:
                d.change(space, token, count, token._replace(damage=0))
    d.pop()
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
        take(d, space)


def own_submerged(d: Draft, battle: Battle) -> list[tuple[Token, int]]:
    return [(t, n) for t, n in battle.submerged if t.power == d.power]


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


def bound_units(d: Draft, battle: Battle) -> Force:
    """Attackers that need a space to retreat to: ships, and land units that came overland."""
    return tuple(
        (t, n)
        for t, n in battle.attack
        if not d.ed.units[t.unit].air and not t.mark.flags & SEABORNE
    )


def retreat_options(d: Draft, battle: Battle) -> list[int]:
    """Spaces to which the attackers may retreat."""
    leaving = bound_units(d, battle)
    if not leaving:
        return []
    return [space for space in battle.origins if why_not_to(d, battle, leaving, space) is None]


def why_not_to(d: Draft, battle: Battle, leaving: Force, to: int) -> tuple[str, str] | None:
    board = d.ed.board
    if not board.sea[battle.space]:
        if board.sea[to] or not board.adjacent(battle.space, to) or to not in battle.origins:
            return "retreat/destination-land", "no attacking land unit came from there"
        if hostile_land(d, d.power, to):
            return "retreat/destination-land", "it is not friendly"
        return None
    if not board.adjacent(battle.space, to) or to not in battle.origins:
        return "retreat/destination-sea", "no attacking ship came from there"
    if d.turn.hostile_at_start >> to & 1 or hostile_zone(d, d.power, to):
        return "retreat/destination-sea", "it was not friendly when the turn began, or is not now"
    if not all(passage_open(d, d.power, battle.space, to, t.unit) for t, _ in leaving):
        return "board/canal-start-of-turn", "the passage is closed to these ships"
    return None


def nobody_leaves(battle: Battle) -> tuple[str, str]:
    """Why attackers among whom none could go to another space name no space to retreat to."""
    if any(t.mark.flags & SEABORNE for t, _ in battle.attack):
        return "amphibious/seaborne-cannot-retreat", "units that came ashore cannot retreat"
    return "retreat/air-only-force", "air units break off and stay until they land"


def may_break_off(d: Draft, battle: Battle) -> bool:
    """Whether the attackers that can leave are air units alone, which need no space."""
    return not bound_units(d, battle) and any(d.ed.units[t.unit].air for t, _ in battle.attack)


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
    moved: list[tuple[Token, int]] = []
    staying: list[tuple[Token, int]] = []
    mend = d.ed.rules.damage_lasts == "battle"
    for token, count in battle.attack:
        if token.mark.flags & SEABORNE:
            staying.append((token, count))
            continue
        moved.append((token, count))
        air = d.ed.units[token.unit].air
        mark = marked(d, token, FOUGHT | (0 if air else RETREATED))
        mark = called_off(mark._replace(flags=mark.flags & ~ATTACKS))
        damage = 0 if mend else token.damage
        d.remove(space, token, count)
        d.add(space if air else to, token._replace(mark=mark, damage=damage), count)
    d.emit(
        "retreated",
        power=d.power_id(d.power),
        **{"from": d.space_id(space)},
        to=d.space_id(to if to >= 0 else space),
        units=d.counts(moved),
    )
    d.battle = battle._replace(attack=tuple(staying), asked=())
    if not staying:
        finish(d, "defender")
    return bool(staying)
