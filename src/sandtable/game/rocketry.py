"""Rocket strikes: which gun may strike which complex."""

from __future__ import annotations

from sandtable.board.graph import bits
from sandtable.game.answers import Launch
from sandtable.game.bombing import bombed_power
from sandtable.game.cargo import marked
from sandtable.game.draft import Draft
from sandtable.rules.position import CAPTURED, LAUNCHED, Token, with_mark


def has_rockets(d: Draft) -> bool:
    """Whether the acting power, or one that it leads, has guns that launch."""
    powers = [power for power in range(len(d.ed.powers)) if d.commands(power)]
    return any(kind.launches for power in powers for kind in d.kinds[power])


def launchers(d: Draft, territory: int) -> list[Token]:
    """The acting power's guns in a territory that could launch."""
    return [
        t
        for t, _ in d.own(territory)
        if d.kind(t).launches and not t.mark.flags & (CAPTURED | LAUNCHED)
    ]


def reach(d: Draft, territory: int, steps: int) -> int:
    """Spaces within the range of rockets, as a mask."""
    board = d.ed.board
    if d.ed.rules.rocket_way == "flight":
        return board.within(territory, steps)
    found = 1 << territory
    for _ in range(steps):
        for near in bits(found):
            found |= board.neighbor_masks[near]
    return found


def strikes(d: Draft) -> list[tuple[int, int]]:
    """Every strike that could still be made: (gun's territory, target)."""
    if not has_rockets(d):
        return []
    hit = {target for _, target in d.turn.launched}
    used = {origin for origin, _ in d.turn.launched}
    complexes = [
        s
        for s, found in enumerate(d.facilities)
        if found and s not in hit and bombed_power(d, s) >= 0
    ]
    found = []
    for territory, stack in enumerate(d.stacks):
        if not stack or d.ed.board.sea[territory] or territory in used:
            continue
        guns = launchers(d, territory)
        if guns:
            near = reach(d, territory, d.kind(guns[0]).launches)
            found += [(territory, s) for s in complexes if near >> s & 1]
    return found


def could_launch(d: Draft) -> bool:
    return bool(strikes(d))


def launch(d: Draft, given: Launch) -> tuple[int, int]:
    """Make a strike, or say why not."""
    pair = (given.origin, given.target)
    if pair not in strikes(d):
        refuse_launch(d, *pair)
    gun = launchers(d, given.origin)[0]
    d.change(given.origin, gun, 1, with_mark(gun, marked(d, gun, LAUNCHED)))
    d.turn = d.turn._replace(launched=(*d.turn.launched, pair))
    return pair


def refuse_launch(d: Draft, origin: int, target: int) -> None:
    refuse = d.ed.refuse
    facts = {"from": d.space_id(origin), "to": d.space_id(target)}
    guns = [t for t, _ in d.stacks[origin] if d.ed.units[t.unit].antiair]
    own = [t for t in guns if d.orders(t)]
    whose = own[0].power if own else d.power
    if not any(kind.launches for kind in d.kinds[whose]):
        refuse("rocket/needs-development", f"{d.power_name(whose)} has no Rockets", **facts)
    if not own:
        refuse("rocket/own-guns-only", f"no own gun is in {d.space_name(origin)}", **facts)
    if all(t.mark.flags & CAPTURED for t in own):
        refuse("rocket/captured-gun-not-this-turn", "the gun was captured in this turn", **facts)
    if any(start == origin for start, _ in d.turn.launched):
        refuse(
            "rocket/one-launch-per-territory",
            f"a gun in {d.space_name(origin)} has launched this turn",
            **facts,
        )
    owner = d.owners[target]
    if d.facilities[target] and owner >= 0 and not d.at_war[d.power][owner]:
        refuse("turn/no-attack-on-own-side", f"{d.space_name(target)} is friendly", **facts)
    if bombed_power(d, target) < 0:
        refuse("rocket/needs-development", "rockets strike enemy complexes only", **facts)
    if any(end == target for _, end in d.turn.launched):
        refuse(
            "rocket/one-rocket-per-complex",
            f"a rocket strikes {d.space_name(target)} this turn already",
            **facts,
        )
    refuse("rocket/range-three", f"{d.space_name(target)} is out of range", **facts)
