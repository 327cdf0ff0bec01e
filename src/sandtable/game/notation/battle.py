"""A battle under way, to and from plain JSON data."""

from __future__ import annotations

from typing import Any

from sandtable.game.notation.errors import NotationError
from sandtable.game.notation.plain import fields, items, mapping, number, text, truth
from sandtable.game.notation.tokens import MOST, Reader, Writer
from sandtable.game.state import Battle, Force
from sandtable.rules.conditions import LASTING
from sandtable.rules.position import Token

__all__ = ["battle_from_json", "battle_to_json"]


def battle_to_json(w: Writer, battle: Battle) -> dict[str, Any]:
    return {
        "space": w.space(battle.space),
        "round": battle.round,
        "step": battle.step,
        "attack": w.force(battle.attack),
        "defend": w.force(battle.defend),
        "aside": w.force(battle.aside),
        "hits": dict(battle.hits),
        "side_hit": battle.side_hit,
        "origins": w.spaces(battle.origins),
        "program": battle.program,
        "attack_cancels": sorted(battle.attack_cancels),
        "defend_cancels": sorted(battle.defend_cancels),
        "attack_strikes": battle.attack_strikes,
        "defend_strikes": battle.defend_strikes,
        "asked": [w.power(power) for power in battle.asked],
        "proposals": [
            {"power": w.power(power), "lose": w.force(losses)} for power, losses in battle.proposals
        ],
        "submerged": w.force(battle.submerged),
        "guests": [
            {"host": w.power(host), "power": w.power(guest), "unit": w.unit(unit), "count": count}
            for host, guest, unit, count in battle.guests
        ],
        "attack_aside": w.force(battle.attack_aside),
        "amphibious": battle.amphibious,
        "boons": sorted([w.power(power), name] for power, name in battle.boons),
        "ships": w.force(battle.ships),
        "sworn": w.force(battle.sworn),
        "aims": [[w.token(a, 1), w.token(b, 1)] for a, b in battle.aims],
        "step_done": battle.step_done,
        "fell": [[w.power(power), w.unit(unit), count] for power, unit, count in battle.fell],
    }


def battle_from_json(r: Reader, value: Any, where: str) -> Battle:
    data = fields(value, where, Battle._fields)
    space = r.space(data["space"], f"{where}.space")
    side = text(data["side_hit"], f"{where}.side_hit")
    if side not in ("", "attacker", "defender"):
        raise NotationError(f"{where}.side_hit", "this is neither of the sides")
    hits = mapping(data["hits"], f"{where}.hits", 20)
    return Battle(
        space=space,
        round=number(data["round"], f"{where}.round", 1, MOST),
        step=number(data["step"], f"{where}.step", 0, 99),
        attack=r.force(data["attack"], f"{where}.attack", space),
        defend=r.force(data["defend"], f"{where}.defend", space),
        aside=r.force(data["aside"], f"{where}.aside", space),
        hits=tuple(sorted((kind, number(n, f"{where}.hits", 1, MOST)) for kind, n in hits.items())),
        side_hit=side,
        origins=tuple(sorted(r.spaces(data["origins"], f"{where}.origins"))),
        program=read_program(r, data["program"], f"{where}.program", space),
        attack_cancels=read_cancels(r, data["attack_cancels"], f"{where}.attack_cancels"),
        defend_cancels=read_cancels(r, data["defend_cancels"], f"{where}.defend_cancels"),
        attack_strikes=truth(data["attack_strikes"], f"{where}.attack_strikes"),
        defend_strikes=truth(data["defend_strikes"], f"{where}.defend_strikes"),
        asked=r.powers(data["asked"], f"{where}.asked"),
        proposals=tuple(
            read_proposal(r, entry, f"{where}.proposals[{i}]", space)
            for i, entry in enumerate(items(data["proposals"], f"{where}.proposals", 20))
        ),
        submerged=r.force(data["submerged"], f"{where}.submerged", space),
        guests=tuple(
            read_guest(r, entry, f"{where}.guests[{i}]")
            for i, entry in enumerate(items(data["guests"], f"{where}.guests", MOST))
        ),
        attack_aside=r.force(data["attack_aside"], f"{where}.attack_aside", space),
        amphibious=truth(data["amphibious"], f"{where}.amphibious"),
        boons=read_boons(r, data["boons"], f"{where}.boons"),
        ships=r.ships(data["ships"], f"{where}.ships"),
        sworn=r.force(data["sworn"], f"{where}.sworn", space),
        aims=tuple(
            read_aim(r, entry, f"{where}.aims[{i}]", space)
            for i, entry in enumerate(items(data["aims"], f"{where}.aims", MOST))
        ),
        step_done=number(data["step_done"], f"{where}.step_done", 0, 9),
        fell=tuple(
            read_fallen(r, entry, f"{where}.fell[{i}]")
            for i, entry in enumerate(items(data["fell"], f"{where}.fell", MOST))
        ),
    )


def read_boons(r: Reader, value: Any, where: str) -> frozenset[tuple[int, str]]:
    found = set()
    for entry in items(value, where, MOST):
        power, name = items(entry, where, 2, exactly=2)
        if name not in LASTING:
            raise NotationError(where, "no condition of that name lasts through a battle")
        found.add((r.power(power, where), name))
    return frozenset(found)


def read_aim(r: Reader, value: Any, where: str, space: int) -> tuple[Token, Token]:
    first, second = items(value, where, 2, exactly=2)
    return r.token(first, where, space)[0], r.token(second, where, space)[0]


def read_fallen(r: Reader, value: Any, where: str) -> tuple[int, int, int]:
    power, unit, count = items(value, where, 3, exactly=3)
    return r.power(power, where), r.unit(unit, where), number(count, where, 1, MOST)


def read_program(r: Reader, value: Any, where: str, space: int) -> str:
    name = text(value, where)
    if name not in (("sea",) if r.edition.board.sea[space] else ("land", "raid")) or (
        name not in r.edition.rules.programs
    ):
        raise NotationError(where, "this is not how a battle is fought there")
    return name


def read_cancels(r: Reader, value: Any, where: str) -> frozenset[str]:
    known = frozenset().union(*(unit.cancels for unit in r.edition.units))
    found = [text(entry, where) for entry in items(value, where, 20)]
    if len(set(found)) < len(found) or not known.issuperset(found):
        raise NotationError(where, "no unit cancels this, or it is listed twice")
    return frozenset(found)


def read_proposal(r: Reader, value: Any, where: str, space: int) -> tuple[int, Force]:
    data = fields(value, where, ("power", "lose"))
    power = r.power(data["power"], f"{where}.power")
    return power, r.listed(data["lose"], f"{where}.lose", space)


def read_guest(r: Reader, value: Any, where: str) -> tuple[int, int, int, int]:
    data = fields(value, where, ("host", "power", "unit", "count"))
    return (
        r.power(data["host"], f"{where}.host"),
        r.power(data["power"], f"{where}.power"),
        r.unit(data["unit"], f"{where}.unit"),
        number(data["count"], f"{where}.count", 1, MOST),
    )
