"""An answer at random, out of what the server says is possible. Knows messages, no rules."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

Options = dict[str, Any]
Answer = dict[str, Any]

END: Answer = {"type": "end"}


def choose(options: Options, rng: Random) -> Answer | None:
    """One answer to a decision; None where earlier moves led nowhere and must be taken back."""
    for kind, chosen in CHOOSE.items():
        if options[kind] is not None:
            return chosen(options[kind], rng)
    answer: Answer = rng.choice(options["answers"])["answer"]
    return answer


def buying(options: Options, rng: Random) -> Answer:
    """Units as long as the money lasts, no more than can be placed."""
    money: int = options["money"]
    units: dict[str, int] = {}
    room = options["capacity"] if options.get("capacity") is not None else 6
    for _ in range(room):
        able = [price for price in options["units"] if price["cost"] <= money]
        if not able:
            break
        price = rng.choice(able)
        units[price["unit"]] = units.get(price["unit"], 0) + 1
        money -= price["cost"]
    return {"type": "buy", "units": units}


def moving(options: Options, rng: Random) -> Answer | None:
    """A move more often than not; the phase is ended if that is possible."""
    endings = [END] if options["end_refused"] is None else []
    endings += [offer["answer"] for offer in options["end_promises"]]
    moves = [offer["answer"] for offer in (*options["moves"], *options["attacks"])]
    if endings and (not moves or rng.random() < 0.3):
        return rng.choice(endings)
    return rng.choice(moves) if moves else None


def losing(options: Options, rng: Random) -> Answer:
    answer: Answer = options["proposed"]
    return answer


def placing(options: Options, rng: Random) -> Answer:
    answer: Answer = options["proposed"]
    return answer


def researching(options: Options, rng: Random) -> Answer:
    if options["technologies"] and options["money"] >= options["die_cost"] and rng.random() < 0.2:
        return {"type": "research", "technology": rng.choice(options["technologies"]), "dice": 1}
    return {"type": "research"}


def bidding(options: Options, rng: Random) -> Answer:
    return {"type": "place", "places": {}}


def advantages(options: Options, rng: Random) -> Answer:
    if options["by_dice"]:
        return {"type": "roll"}
    chosen = rng.sample(options["advantages"], options["number"])
    return {"type": "choose", "advantages": chosen}


CHOOSE: dict[str, Callable[[Options, Random], Answer | None]] = {
    "purchase": buying,
    "moving": moving,
    "casualties": losing,
    "mobilize": placing,
    "research": researching,
    "bid": bidding,
    "advantages": advantages,
}
