"""Events in plain English, for people who read along."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.game.events import Event
from sandtable.words.battle_sentences import BATTLE_SENTENCES
from sandtable.words.english import Data, Speaker, ipcs, joined, phase_name, thrown


def sentence(speaker: Speaker, event: Event) -> str:
    """One fact as a sentence."""
    tell = SENTENCES.get(event.type)
    text = tell(speaker, event.data) if tell is not None else str(event)
    return text[:-1] if text.endswith("..") else text  # a name may end with a full stop


def tell_phase(s: Speaker, e: Data) -> str:
    return f"Round {e['round']}: {s.power(e['power'])}, {phase_name(e['phase'])}"


def tell_purchased(s: Speaker, e: Data) -> str:
    if not e["units"]:
        return f"{s.power(e['power'])} buys nothing."
    return f"{s.power(e['power'])} buys {s.units(e['units'])} for {ipcs(e['cost'])}."


def tell_moved(s: Speaker, e: Data) -> str:
    start, *way, end = (s.space(name) for name in e["path"])
    by = f" by way of {joined(way)}" if way else ""
    return f"{s.power(e['power'])} moves {s.units(e['units'])} from {start} to {end}{by}."


def tell_loaded(s: Speaker, e: Data) -> str:
    return (
        f"{s.power(e['power'])} loads {s.units(e['units'])} from {s.space(e['territory'])} "
        f"onto a transport in {s.space(e['zone'])}."
    )


def tell_assault(s: Speaker, e: Data) -> str:
    return (
        f"{s.power(e['power'])} announces an amphibious assault: {s.units(e['units'])} "
        f"from {s.space(e['zone'])} on {s.space(e['territory'])}."
    )


def tell_offloaded(s: Speaker, e: Data) -> str:
    return (
        f"{s.power(e['power'])} lands {s.units(e['units'])} from {s.space(e['zone'])} "
        f"in {s.space(e['territory'])}."
    )


def tell_attack(s: Speaker, e: Data) -> str:
    return f"{s.power(e['power'])} will attack in {s.space(e['space'])}."


def tell_control(s: Speaker, e: Data) -> str:
    space, after, before = s.space(e["space"]), s.power(e["after"]), s.power(e["before"])
    if e["how"] == "liberation":
        return f"{space} is liberated and belongs to {after} again."
    if e["how"] == "reversion":
        return f"{space} goes back to {after}."
    how = " in passing" if e["how"] == "blitz" else ""
    return f"{after} takes {space} from {before}{how}."


def tell_seized(s: Speaker, e: Data) -> str:
    return f"{s.power(e['power'])} seizes {ipcs(e['amount'])} from {s.power(e['from'])}."


def tell_mobilized(s: Speaker, e: Data) -> str:
    return f"{s.power(e['power'])} places {s.units(e['units'])} in {s.space(e['space'])}."


def tell_refunded(s: Speaker, e: Data) -> str:
    return f"{s.power(e['power'])} gets {ipcs(e['amount'])} back for {s.units(e['units'])}."


def tell_collected(s: Speaker, e: Data) -> str:
    return f"{s.power(e['power'])} collects {ipcs(e['amount'])}."


def tell_consent(s: Speaker, e: Data) -> str:
    verb = "lets" if e["given"] else "no longer lets"
    return f"{s.power(e['power'])} {verb} {s.power(e['to'])} share its spaces and ships."


def tell_won(s: Speaker, e: Data) -> str:
    return f"The {str(e['side']).title()} have won the game."


def tell_individual_winner(s: Speaker, e: Data) -> str:
    powers = [s.power(name) for name in e["powers"]]
    verb = "has" if len(powers) == 1 else "have"
    return f"Among the winners {joined(powers)} {verb} gained the most."


def tell_researched(s: Speaker, e: Data) -> str:
    result = "a success" if e["success"] else "no success"
    return (
        f"{s.power(e['power'])} does research for {s.trait(e['technology'])}, "
        f"{thrown(e['dice'])}: {result}."
    )


def tell_developed(s: Speaker, e: Data) -> str:
    return f"{s.power(e['power'])} now has {s.trait(e['technology'])}."


def tell_advantages(s: Speaker, e: Data) -> str:
    rolled = f", {thrown(e['dice'])}" if e.get("dice") else ""
    names = joined(map(s.trait, e["advantages"])) or "nothing"
    return f"National advantages of {s.power(e['power'])}{rolled}: {names}."


def tell_used(s: Speaker, e: Data) -> str:
    return f"{s.power(e['power'])} uses {s.trait(e['advantage'])}."


def tell_declined(s: Speaker, e: Data) -> str:
    return f"{s.power(e['power'])} does not use {s.trait(e['advantage'])} now."


def tell_placed(s: Speaker, e: Data) -> str:
    return f"{s.power(e['power'])} gets {s.units(e['units'])} in {s.space(e['space'])}."


def tell_bid(s: Speaker, e: Data) -> str:
    left = f"{ipcs(e['left'])} of it {'goes' if e['left'] == 1 else 'go'} to the treasury"
    return f"{s.power(e['power'])} spends {ipcs(e['cost'])} of its bid; {left}."


def tell_converted(s: Speaker, e: Data) -> str:
    return (
        f"{s.power(e['power'])} takes over {s.units(e['units'])} of {s.power(e['from'])} "
        f"in {s.space(e['space'])}."
    )


def tell_surplus_lost(s: Speaker, e: Data) -> str:
    return f"{s.power(e['power'])} loses {s.units(e['units'])} that were not placed."


SENTENCES: dict[str, Callable[[Speaker, Data], str]] = {
    "phase": tell_phase,
    "purchased": tell_purchased,
    "moved": tell_moved,
    "loaded": tell_loaded,
    "assault": tell_assault,
    "offloaded": tell_offloaded,
    "attack": tell_attack,
    "control": tell_control,
    **BATTLE_SENTENCES,
    "seized": tell_seized,
    "mobilized": tell_mobilized,
    "refunded": tell_refunded,
    "surplus-lost": tell_surplus_lost,
    "collected": tell_collected,
    "consent": tell_consent,
    "won": tell_won,
    "individual-winner": tell_individual_winner,
    "researched": tell_researched,
    "developed": tell_developed,
    "advantages": tell_advantages,
    "used": tell_used,
    "declined": tell_declined,
    "placed": tell_placed,
    "bid": tell_bid,
    "converted": tell_converted,
}
