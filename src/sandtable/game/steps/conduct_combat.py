"""The Conduct Combat phase: battles, raids and rockets, and their order."""

from __future__ import annotations

from sandtable.game import bombing, concluding, flak
from sandtable.game.advantages import moments
from sandtable.game.advantages.lightning import landers, take_back
from sandtable.game.answers import Answer, CallOff, End, Fight, Launch
from sandtable.game.draft import Draft
from sandtable.game.queries import landing_ships, landing_to_come
from sandtable.game.rocketry import could_launch, launch
from sandtable.game.state import Decision, Step
from sandtable.game.steps.common import begin_phase, finish_step, misplaced
from sandtable.rules.position import with_mark
from sandtable.rules.refusal import InvalidAnswer

Clash = tuple[str, int]
"""`battle`, `raid` or `rocket`, and the space."""


def advance(d: Draft) -> bool:
    if begin_phase(d, "conduct-combat"):
        return True
    left = open_clashes(d)
    launching = d.ed.rules.rockets == "conduct-combat" and could_launch(d)
    if not left:
        if launching:
            return False
        finish_step(d)
        return True
    idle = [c for c in left if c[0] == "battle" and not concluding.anybody_attacks(d, c[1])]
    undecided = launching or any(may_call_off(d, space) for space in d.turn.battles)
    if idle or (len(left) == 1 and not undecided):
        start(d, (idle or left)[0])
        return True
    return False


def open_clashes(d: Draft) -> list[Clash]:
    """What may be resolved next."""
    found = [("battle", space) for space in COMBAT_ORDERS[d.ed.rules.combat_order](d)]
    if d.turn.raids or d.turn.rockets:
        if d.ed.rules.raid_order == "before-battle":
            targets = {*d.turn.raids, *(target for _, target in d.turn.rockets)}
            found = [clash for clash in found if clash[1] not in targets]
        found += [("raid", space) for space in d.turn.raids]
        found += [("rocket", target) for _, target in d.turn.rockets]
    return found


def assaults_first(d: Draft) -> list[int]:
    """Battles that may come next: assaults first, and their sea battles before landings."""
    zones = {zone for zone, _ in d.turn.assaults}
    targets = {territory for _, territory in d.turn.assaults}
    left = d.turn.battles
    first = [
        space
        for space in left
        if space in zones
        or (space in targets and not any(z in left for z, t in d.turn.assaults if t == space))
    ]
    return first or list(left)


def attacker_chooses(d: Draft) -> list[int]:
    """Any battle may come next, a landing only after the sea battles it depends on."""
    left = d.turn.battles
    return [
        space
        for space in left
        if not any(z in left for z, territory in d.turn.assaults if territory == space)
    ]


COMBAT_ORDERS = {"assaults-first": assaults_first, "attacker-chooses": attacker_chooses}


def may_call_off(d: Draft, space: int) -> bool:
    """Whether a landing is to come that may still be called off."""
    if not d.ed.rules.call_off or d.ed.board.sea[space]:
        return False
    return landing_to_come(d, space) or any(True for _ in landers(d, space))


def start(d: Draft, clash: Clash) -> None:
    kind, space = clash
    turn = d.turn
    if kind == "battle":
        d.turn = turn._replace(battles=tuple(b for b in turn.battles if b != space))
    elif kind == "raid":
        d.turn = turn._replace(raids=tuple(s for s in turn.raids if s != space))
    d.agenda = (*d.agenda, Step("engage", power=d.power, about=kind, space=space))


def pending(d: Draft) -> tuple[Decision, ...]:
    return (Decision(d.power, "battle"),)


def answer(d: Draft, power: int, given: Answer) -> None:
    if isinstance(given, CallOff):
        call_off(d, given.space)
    elif isinstance(given, Launch) and d.ed.rules.rockets == "conduct-combat":
        origin, target = launch(d, given)
        d.turn = d.turn._replace(rockets=(*d.turn.rockets, (origin, target)))
        start(d, ("rocket", target))
    elif isinstance(given, End) and not open_clashes(d) and not given.promises:
        finish_step(d)
    elif isinstance(given, Fight):
        fight(d, given)
    else:
        misplaced(d, power, given)


def fight(d: Draft, given: Fight) -> None:
    clash = (given.what or "battle", given.space)
    if clash in open_clashes(d):
        start(d, clash)
        return
    facts = {"space": d.space_id(given.space)}
    if given.what or given.space not in d.turn.battles:
        what = f"no {given.what or 'battle'}"
        raise InvalidAnswer(f"{what} is to be resolved in {d.space_id(given.space)}")
    zones = {z for z, t in d.turn.assaults if t == given.space and z in d.turn.battles}
    if zones:
        d.ed.refuse(
            "amphibious/sequence",
            "the sea battle comes before the landing",
            zones=[d.space_id(z) for z in sorted(zones)],
            **facts,
        )
    if given.space in d.turn.raids or any(t == given.space for _, t in d.turn.rockets):
        d.ed.refuse(
            "raid/resolved-before-land-battle-there",
            "the raid is resolved while the complex is still the enemy's",
            **facts,
        )
    d.ed.refuse(
        "combat/kinds-and-order", "amphibious assaults are resolved before other battles", **facts
    )


def call_off(d: Draft, territory: int) -> None:
    """The units announced for a landing stay aboard."""
    facts = {"space": d.space_id(territory)}
    if not d.ed.rules.call_off:
        d.ed.refuse(
            "amphibious/target-declared-in-combat-move", "a landing cannot be called off", **facts
        )
    if territory not in d.turn.battles:
        raise InvalidAnswer(f"no landing is to come in {d.space_id(territory)}")
    if not may_call_off(d, territory):
        d.ed.refuse(
            "combat/declared-attacks-take-place",
            f"no landing is to come in {d.space_name(territory)}, and an attack takes place",
            **facts,
        )
    for zone, ship, count in landing_ships(d, territory):
        d.change(zone, ship, count, with_mark(ship, concluding.called_off(ship.mark)))
    take_back(d, territory)
    d.turn = d.turn._replace(
        assaults=tuple(pair for pair in d.turn.assaults if pair[1] != territory)
    )
    if not concluding.anybody_attacks(d, territory):
        left = tuple(b for b in d.turn.battles if b != territory)
        d.turn = d.turn._replace(battles=left)
    d.emit("called-off", power=d.power_id(d.power), space=d.space_id(territory))


# --- the step in which a battle, a raid or a rocket begins


def engage(d: Draft) -> bool:
    """Guns on the way fire, the battle is laid out, and decisions at its start are asked."""
    step = d.top
    space, raid = step.space, step.about == "raid"
    if step.about == "rocket":
        pair = next(p for p in d.turn.rockets if p[1] == space)
        bombing.strike_roll(d, *pair)
        return False
    while (group := flak.fired_at(d, space, raid=raid)) is not None:
        if flak.shoot(d, space, *group):
            return False
    d.pop()
    concluding.begin(d, space, "raid" if raid else "")
    if d.top.battle is not None and not raid:
        moments.ask(d, "battle", space)
    return True


def engaged(d: Draft, dice: tuple[int, ...]) -> None:
    step = d.top
    if step.about == "rocket":
        pair = next(p for p in d.turn.rockets if p[1] == step.space)
        bombing.struck(d, *pair, dice)
        d.turn = d.turn._replace(rockets=tuple(p for p in d.turn.rockets if p != pair))
        d.pop()
        return
    group = flak.fired_at(d, step.space, raid=step.about == "raid")
    assert group is not None
    flak.overflight_rolled(d, step.space, *group, dice)


def nobody(d: Draft) -> tuple[Decision, ...]:
    return ()
