"""Events and decisions as the lines of a log."""

from __future__ import annotations

from sandtable.game.answers import End, Fight, Lose, Press, Roll, Submerge, Units, UnitSpec
from sandtable.game.events import Event
from sandtable.game.game import Entry, Game
from sandtable.game.state import State
from sandtable.server.schemas.views import EventView
from sandtable.server.views.moment import phase_of
from sandtable.words.answering import answer_text
from sandtable.words.english import Speaker, phase_name, stopped
from sandtable.words.sentences import sentence

WAYS = {
    "loaded": ("territory", "zone"),
    "assault": ("zone", "territory"),
    "offloaded": ("zone", "territory"),
    "retreated": ("from", "to"),
    "rocket": ("from", "to"),
}
"""Events that lead from one space to another, and where they name these."""


def event_view(speaker: Speaker, event: Event, attacker: str = "") -> EventView:
    """A fact with its sentence and the spaces to look at; the attacker by name, if it is known."""
    return EventView(
        type=event.type,
        data=dict(event.data),
        text=named_winner(speaker, event, attacker) or sentence(speaker, event),
        spaces=spaces_of(speaker, event),
    )


def spaces_of(speaker: Speaker, event: Event) -> list[str]:
    """Where something happened; a move's way in its order."""
    data = event.data
    if "path" in data:
        named = list(data["path"])
    else:
        named = [data[key] for key in WAYS.get(event.type, ("space",)) if key in data]
    return [name for name in named if name in speaker.spaces]


def heading(state: State) -> str:
    """Round, power and phase: `Round 1, Germany, Combat Move`."""
    ed, position = state.match.edition, state.position
    phase = phase_of(state)
    if phase in ed.before:
        return f"Before the first round, {phase_name(phase)}"
    return f"Round {position.round}, {ed.powers[position.turn].name}, {phase_name(phase)}"


def named_winner(speaker: Speaker, event: Event, attacker: str) -> str | None:
    """How a battle ended, with the name of the power that began it."""
    if event.type != "ended" or not attacker or event.data["winner"] == "none":
        return None
    verb = "wins" if event.data["winner"] == "attacker" else "loses"
    return stopped(f"{attacker} {verb} the battle in {speaker.space(event.data['space'])}")


def entry_text(speaker: Speaker, game: Game, entry: Entry) -> str:
    """A decision in a sentence: what came of it at once, or else what was answered."""
    told = [event for event in entry.events if event.type != "phase"]
    if told and told[0].type in FIRST:
        # An attack is announced before the move that carries it out: the move says more.
        moves = [event for event in told if event.type == "moved"]
        return sentence(speaker, moves[0] if told[0].type == "attack" and moves else told[0])
    begun = [event for event in told if event.type == "battle"]
    if begun and isinstance(entry.answer, Fight):
        return sentence(speaker, begun[0])
    power = game.edition.powers[entry.power].name
    return stopped(f"{power} {deed(speaker, entry)}")


def deed(speaker: Speaker, entry: Entry) -> str:
    """What a power does by an answer that no event tells of: `presses on`."""
    match entry.answer:
        case End(promises=()):
            return "ends the phase"
        case Press():
            return "presses on"
        case Roll():
            return "rolls the dice"
        case Submerge(number=0):
            return "stays and fights"
        case Fight(what=""):
            return answer_text(speaker, entry.answer).replace("Fight", "fights", 1)
        case Lose(units=units):
            return f"takes hits on {hit_units(speaker, entry.power, units)}"
    said = answer_text(speaker, entry.answer)
    return f"decides: {said[0].lower()}{said[1:]}"


def hit_units(speaker: Speaker, power: int, units: Units) -> str:
    """Units chosen as casualties, equal ones together; those of others by their power's name."""
    counts: dict[UnitSpec, int] = {}
    for spec in units:
        whose = -1 if spec.power == power else spec.power
        plain = UnitSpec(1, spec.unit, whose, damage=spec.damage)
        counts[plain] = counts.get(plain, 0) + spec.number
    together = tuple(spec._replace(number=count) for spec, count in counts.items())
    return answer_text(speaker, Lose(together)).removeprefix("Lose ")


FIRST = {
    "purchased",
    "moved",
    "loaded",
    "assault",
    "offloaded",
    "attack",
    "submerged",
    "retreated",
    "landed",
    "bombarding",
    "called-off",
    "mobilized",
    "consent",
    "advantages",
    "used",
    "declined",
}
"""Events that tell what was decided."""
