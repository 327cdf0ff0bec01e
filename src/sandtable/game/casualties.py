"""Choosing and taking losses in a battle."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from sandtable.game.answers import Lose, UnitSpec
from sandtable.game.draft import Draft, one
from sandtable.game.picking import matches
from sandtable.game.queries import points
from sandtable.game.state import Battle, Force
from sandtable.rules.battle import Target, fits, hits_left, required_losses, targets
from sandtable.rules.position import FRESH, Token, less, more, with_mark
from sandtable.rules.refusal import InvalidAnswer

KAMIKAZE = "kamikaze"
OUTRIGHT = (KAMIKAZE,)
"""Kinds of hits whose victims leave at once, whoever stands beside them."""

RESTRICTED = {
    "antiair": "antiair/fighters-then-bombers",
    "bombard": "bombardment/hits-land-units-only",
    KAMIKAZE: "advantage/kamikaze-casualties",
}
"""The rule that says what hits of a special kind can fall on."""

Loss = dict[Token, int]
"""Hits taken, by token."""


def force_hit(battle: Battle) -> Force:
    return battle.attack if battle.side_hit == "attacker" else battle.defend


def open_targets(d: Draft, battle: Battle) -> list[Target]:
    cancelled = battle.attack_cancels if battle.side_hit == "defender" else battle.defend_cancels
    return targets(d.field(battle), battle.hits, force_hit(battle), cancelled)


def ask_for_losses(d: Draft) -> bool:
    """Ask the side that was hit; False if there was nothing to choose and it is done."""
    battle = d.battle
    groups = open_targets(d, battle)
    needed = required_losses(battle.hits, groups)
    wasted = sum(n for _, n in battle.hits) - needed.first - needed.last
    if wasted:
        d.emit("hits-wasted", space=d.space_id(battle.space), side=battle.side_hit, hits=wasted)
    if not needed.first and not needed.last:
        return False
    forced = only_choice(d, groups, needed.first, needed.last)
    if forced is None and len(battle.hits) > 1:
        ways = list(islice(choices(d), 2))
        forced = ways[0] if len(ways) == 1 else None
    if forced is not None:
        apply_losses(d, forced)
        return False
    d.battle = battle._replace(asked=choosers(d, battle, groups))
    return True


def only_choice(d: Draft, groups: list[Target], first: int, last: int) -> Loss | None:
    """The losses, if they are the only lawful ones."""
    losses: Loss = {}
    for wanted, chosen in ((first, False), (last, True)):
        if not wanted:
            continue
        tokens = [
            (t, n * hits_left(d.ed, t)) for g in groups if g.last == chosen for t, n in g.tokens
        ]
        if len(tokens) == 1:
            losses[tokens[0][0]] = wanted
        elif sum(n for _, n in tokens) == wanted:
            losses.update(tokens)
        else:
            return None
    return losses


def choosers(d: Draft, battle: Battle, groups: list[Target]) -> tuple[int, ...]:
    """One power for each player who has a say in the losses."""
    attacked = battle.side_hit == "attacker"
    if attacked and d.turn.joint < 0:
        return (d.power,)
    powers = sorted({t.power for g in groups for t, _ in g.tokens})
    owner = d.power if attacked else d.owners[battle.space]
    if owner in powers:
        powers.remove(owner)
        powers.insert(0, owner)
    seats: dict[str, int] = {}
    for power in powers:
        seats.setdefault(d.match.seats[power], power)
    return tuple(sorted(seats.values()))


def losses_from_answer(d: Draft, power: int, given: Lose) -> Loss:
    """The losses that an answer names, checked against the rules."""
    battle = d.battle
    force = force_hit(battle)
    losses: Loss = {}
    for spec in given.units:
        left = spec.number
        for token in preference(d, force, spec):
            room = dict(force)[token] * hits_left(d.ed, token) - losses.get(token, 0)
            take = min(left, room)
            if take:
                losses[token] = losses.get(token, 0) + take
                left -= take
        if left:
            not_there(d, battle, spec)
    groups = open_targets(d, battle)
    if not fits(d.ed, battle.hits, groups, losses):
        refuse_losses(d, battle, groups, losses)
    return losses


def preference(d: Draft, force: Force, spec: UnitSpec) -> list[Token]:
    """Tokens that a spec may mean: the whole, the least loaded, the shortest of breath first."""
    found = [t for t, _ in force if matches(d, t, spec)]
    return sorted(found, key=lambda t: (t.damage, len(t.cargo), t.mark.left, t.power))


def not_there(d: Draft, battle: Battle, spec: UnitSpec) -> None:
    unit = d.ed.units[spec.unit]
    facts = {"unit": unit.id, "battle": d.space_id(battle.space)}
    if unit.domain == "facility":
        d.ed.refuse("factory/profile", f"{one(unit.id)} cannot be a casualty", **facts)
    here = d.stacks[battle.space]
    if unit.bystander:
        d.ed.refuse("antiair/gun-is-never-a-casualty", "a gun is never a casualty", **facts)
    if battle.ships and any(t.unit == spec.unit for t, _ in battle.ships):
        d.ed.refuse(
            "bombardment/casualties-do-not-fire-back", "bombarding ships cannot be hit", **facts
        )
    side = {t.power for t, _ in force_hit(battle)}
    for token, _ in here:
        aboard = [u for p, u in token.cargo if spec.power < 0 or p == spec.power]
        if spec.unit in aboard and token.power in side:
            own = (token.power, spec.unit) in token.cargo
            plane = (
                "carrier/unlaunched-fighters-are-cargo"
                if own
                else ("carrier/guest-fighters-are-cargo")
            )
            d.ed.refuse(
                "transport/cargo-is-inert" if unit.land else plane,
                "cargo cannot be chosen as a casualty",
                **facts,
            )
    if any(
        matches(d, t, spec._replace(cargo=None, left=-1, origin=-1)) for t, _ in battle.submerged
    ):
        d.ed.refuse(
            "submarine/submerged-not-a-casualty", "a submerged submarine cannot be hit", **facts
        )
    present = any(
        t.unit == spec.unit and (spec.power < 0 or t.power == spec.power) for t, _ in here
    )
    fought = any(
        t.unit == spec.unit and (spec.power < 0 or t.power == spec.power)
        for t, _ in battle.attack + battle.defend
    )
    if present and not fought:
        d.ed.refuse(
            "multinational/bystanders-out-of-battle", f"the {unit.id} is not in the battle", **facts
        )
    raise InvalidAnswer(f"there are not {spec.number} {unit.id} to lose in this battle")


def refuse_losses(d: Draft, battle: Battle, groups: list[Target], losses: Loss) -> None:
    """Say which rule a choice of losses breaks."""
    ed = d.ed
    needed = required_losses(battle.hits, groups)
    reachable = {t for g in groups for t, _ in g.tokens}
    facts: dict[str, object] = {
        "hits": dict(battle.hits),
        "must_lose": needed.first + needed.last,
        "battle": d.space_id(battle.space),
    }
    chosen = sum(losses.values())
    out_of_reach = [t for t in losses if t not in reachable]
    if out_of_reach:
        kind = battle.hits[0][0]
        unit = ed.units[out_of_reach[0].unit]
        slug = "submarine/cannot-be-hit-by-air" if unit.hidden_from else "submarine/cannot-hit-air"
        slug = RESTRICTED.get(kind.split(":")[0], slug)
        ed.refuse(slug, f"{one(kind)} hit cannot be given to {one(unit.id)}", **facts)
    if chosen > needed.first + needed.last:
        raise InvalidAnswer(f"{needed.first + needed.last} hits are to be taken, not {chosen}")
    taken_last = sum(n for t, n in losses.items() if ed.units[t.unit].last_casualty)
    if taken_last > needed.last:
        ed.refuse(
            "transport/chosen-last",
            "transports are lost only when no other unit can take the hit",
            **facts,
        )
    side = "attacker" if battle.side_hit == "attacker" else "defender"
    if chosen < needed.first + needed.last:
        ed.refuse(
            f"casualties/assign-maximum-{side}",
            f"{needed.first + needed.last} hits can be taken and must be, not {chosen}",
            **facts,
        )
    ed.refuse(
        "casualties/hits-tracked-by-firer"
        if len(battle.hits) > 1
        else f"casualties/assign-maximum-{side}",
        "these units cannot take the hits that were scored",
        **facts,
    )


def settle_votes(d: Draft, power: int, losses: Loss) -> bool:
    """Whether the losses are decided. Players who disagree leave the choice to the enemy."""
    battle = d.battle
    if len(battle.asked) == 1 and not battle.proposals:
        return True
    vote = tuple(sorted((with_mark(t, FRESH), n) for t, n in losses.items()))
    proposals = (*battle.proposals, (power, vote))
    waiting = tuple(p for p in battle.asked if p != power)
    if waiting:
        d.battle = battle._replace(asked=waiting, proposals=proposals)
        return False
    if all(other == vote for _, other in proposals):
        return True
    chooser = defending_power(d, battle) if battle.side_hit == "attacker" else d.power
    d.battle = battle._replace(asked=(chooser,), proposals=())
    return False


def defending_power(d: Draft, battle: Battle) -> int:
    """The power that speaks for a defense."""
    enemy = d.at_war[d.power]
    forces = (*battle.defend, *battle.aside, *battle.sworn)
    powers = {t.power for t, _ in forces if enemy[t.power]}
    owner = d.owners[battle.space]
    return owner if owner in powers or not powers else min(powers)


def apply_losses(d: Draft, losses: Loss) -> None:
    """Damage units, and set aside those that are destroyed until the losses are removed."""
    battle = d.battle
    attacker_hit = battle.side_hit == "attacker"
    force = force_hit(battle)
    gone: list[tuple[Token, int]] = []
    damaged: list[tuple[Token, int, int]] = []
    for token, taken in losses.items():
        # Hits are spread: each ship takes one before any takes the next.
        strength, have = hits_left(d.ed, token), dict(force)[token]
        each, extra = divmod(taken, have)
        for wounds, count in ((each, have - extra), (each + 1, extra)):
            if count and wounds >= strength:
                gone.append((token, count))
            elif count and wounds:
                damaged.append((token, count, wounds))
    for token, count, wounds in damaged:
        hurt = token._replace(damage=token.damage + wounds)
        force = more(less(force, [(token, count)]), [(hurt, count)])
        d.change(battle.space, token, count, hurt)
    force = less(force, gone)
    at_once = any(kind in OUTRIGHT for kind, _ in battle.hits)
    if attacker_hit:
        aside = battle.attack_aside if at_once else more(battle.attack_aside, gone)
        d.battle = battle._replace(attack=force, attack_aside=aside)
    else:
        aside = battle.aside if at_once else more(battle.aside, gone)
        d.battle = battle._replace(defend=force, aside=aside)
    report(d, "damaged", [(token, count) for token, count, _ in damaged])
    if at_once:
        destroy(d, battle.space, gone, "combat")


def report(d: Draft, type_: str, tokens: list[tuple[Token, int]], **more_: object) -> None:
    """An event for each power that owns some of the tokens."""
    for power in sorted({t.power for t, _ in tokens}):
        mine = [(t, n) for t, n in tokens if t.power == power]
        d.emit(
            type_,
            power=d.power_id(power),
            space=d.space_id(d.battle.space),
            units=d.counts(mine),
            **more_,
        )


def destroy(d: Draft, space: int, tokens: list[tuple[Token, int]], why: str) -> None:
    """Take units off the board, with everything aboard them."""
    cargo: list[tuple[Token, int]] = []
    for token, count in tokens:
        d.remove(space, token, count)
        cargo += [(Token(p, u), count) for p, u in token.cargo]
    report(d, "lost", tokens, why=why)
    land = [(t, n) for t, n in cargo if d.ed.units[t.unit].land]
    planes = [(t, n) for t, n in cargo if not d.ed.units[t.unit].land]
    report(d, "lost", land, why="cargo")
    report(d, "lost", planes, why="with-carrier")


def remove_aside(d: Draft, *, attackers: bool = True, defenders: bool = True) -> None:
    """Units that were hit and have done all they could leave the board."""
    battle = d.battle
    gone = battle.attack_aside if attackers else ()
    lost = battle.aside if defenders else ()
    if not gone and not lost:
        return
    fell = (*battle.fell, *((t.power, t.unit, n) for t, n in (*gone, *lost)))
    battle = battle._replace(fell=fell)
    if attackers:
        battle = battle._replace(attack_aside=())
    if defenders:
        battle = battle._replace(aside=())
    why = "antiair" if battle.round == 1 and current_fire(d, battle) == "antiair" else "combat"
    d.battle = battle
    destroy(d, battle.space, list(gone), why)
    destroy(d, battle.space, list(lost), "combat")


def current_fire(d: Draft, battle: Battle) -> str:
    """The fire whose losses are being removed: that of guns, if the opening fire had it."""
    program = d.ed.rules.programs[battle.program]
    opening = battle.step < len(program.opening)
    return "antiair" if opening and "antiair" in program.opening else ""


def choices(d: Draft) -> Iterator[Loss]:
    """Every lawful choice of losses in the open decision, as hits per token."""
    battle = d.battle
    groups = open_targets(d, battle)
    needed = required_losses(battle.hits, groups)
    first, last = (
        [(t, n * hits_left(d.ed, t)) for g in groups if g.last == chosen for t, n in g.tokens]
        for chosen in (False, True)
    )
    for early in shares(first, needed.first):
        for late in shares(last, needed.last):
            losses = {t: n for (t, _), n in zip((*first, *last), (*early, *late), strict=True) if n}
            if fits(d.ed, battle.hits, groups, losses):
                yield losses


def shares(tokens: list[tuple[Token, int]], hits: int) -> Iterator[tuple[int, ...]]:
    """Every way to share out so many hits among tokens that can take so many each."""
    if not tokens:
        if not hits:
            yield ()
        return
    rest = tokens[1:]
    others = sum(room for _, room in rest)
    for taken in range(max(0, hits - others), min(tokens[0][1], hits) + 1):
        for more_ in shares(rest, hits - taken):
            yield (taken, *more_)


def to_answer(d: Draft, losses: Loss) -> Lose:
    """Losses as an answer that names each token exactly."""
    specs = []
    for token, count in sorted(losses.items()):
        specs.append(
            UnitSpec(
                count,
                token.unit,
                token.power,
                token.cargo,
                points(d, token) if d.ed.units[token.unit].air else -1,
                token.mark.origin,
                token.damage,
                token.mark.target,
            )
        )
    return Lose(tuple(specs))
