"""Decisions as lines of text. See docs/decisions-notation.md."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from sandtable.game.answers import (
    ABSENT_KINDS,
    MANNERS,
    Absent,
    Answer,
    Attack,
    Bombard,
    Buy,
    CallOff,
    Choose,
    Consent,
    Decline,
    End,
    Fight,
    Land,
    Launch,
    Lose,
    Move,
    Part,
    Place,
    Press,
    Research,
    Retreat,
    Roll,
    Submerge,
    Units,
    Use,
)
from sandtable.game.notation.names import (
    format_unit,
    format_units,
    parse_number,
    parse_unit,
    parse_units,
    plain,
    power_named,
    space_named,
    unit_named,
)
from sandtable.game.sense import TRAIT
from sandtable.rules.edition import Edition
from sandtable.rules.problems import nearest
from sandtable.rules.refusal import InvalidAnswer
from sandtable.rules.traits import ADVANTAGE, TECHNOLOGY

ENDINGS = ("done", "finish", "next", "pass", "skip", "stop")
"""What people type who mean `end`."""
LONGEST_LINE = 20_000


def parse_path(edition: Edition, text: str) -> tuple[int, ...]:
    parts = [part for part in re.split(r"\s*(?:>|->|→)\s*", text.strip()) if part]
    if len(parts) > 40:
        raise InvalidAnswer("the path is too long")
    return tuple(space_named(edition, part) for part in parts)


def split_once(text: str, what: str) -> tuple[str, str]:
    head, colon, tail = text.partition(":")
    if not colon:
        raise InvalidAnswer(f"{what} needs a colon between the units and the place")
    return head, tail


def parse_move(edition: Edition, text: str) -> Move:
    head, tail = split_once(text, "a move")
    manner = ""
    if match := re.fullmatch(rf"(.*\S)\s+({'|'.join(MANNERS)})", tail.strip(), re.IGNORECASE):
        tail, manner = match[1], match[2].casefold()
    ship = None
    if match := re.fullmatch(r"(.*?\S)\s+(?:onto|from)\s+(.+)", tail.strip(), re.IGNORECASE):
        tail, ship = match[1], parse_unit(edition, match[2])
    return Move(parse_units(edition, head), parse_path(edition, tail), ship, manner)


def parse_attack(edition: Edition, text: str) -> Attack:
    head, _, tail = re.sub(r"\s+with\s+", "\0", text, count=1).partition("\0")
    return Attack(space_named(edition, head), parse_units(edition, tail) if tail else ())


def parse_end(edition: Edition, text: str) -> End:
    promises = []
    if text.strip() and ">" not in text:
        raise InvalidAnswer(
            "`end` stands alone, or names carriers that will come: end: carrier sz-42 > sz-44"
        )
    for part in filter(None, (p.strip() for p in text.strip().lstrip(":").split(","))):
        match = re.fullmatch(r"new\s+([\w\-]+)\s*>\s*(.+)", part) or re.fullmatch(
            r"([\w\-]+)\s+(\S.*>.*)", part
        )
        if match is None or not edition.deck_room[unit_named(edition, match[1])]:
            raise InvalidAnswer(f"cannot read the promise {part!r}")
        path = parse_path(edition, match[2])
        if not path:
            raise InvalidAnswer(f"cannot read the promise {part!r}")
        promises.append((-1 if part.startswith("new") else path[0], path[-1]))
    return End(tuple(promises))


def parse_places(edition: Edition, text: str) -> tuple[tuple[int, Units], ...]:
    places: list[tuple[int, Units]] = []
    if text.strip().casefold() in ("", "nothing", "none"):
        return ()
    for part in filter(None, (p.strip() for p in text.split(";"))):
        head, tail = split_once(part, "a placement")
        places.append((space_named(edition, tail), parse_units(edition, head)))
    return tuple(places)


def parse_consent(edition: Edition, text: str) -> Consent:
    match = re.fullmatch(r"(.+?)\s+(yes|no)", text.strip(), re.IGNORECASE)
    if match is None:
        raise InvalidAnswer("consent is written as: consent POWER yes, or: consent POWER no")
    return Consent(power_named(edition, match[1]), match[2].casefold() == "yes")


def parse_fight(edition: Edition, text: str) -> Fight:
    if match := re.fullmatch(r"(.*\S)\s+(raid|rocket)", text.strip(), re.IGNORECASE):
        return Fight(space_named(edition, match[1]), match[2].casefold())
    return Fight(space_named(edition, text))


def trait_named(edition: Edition, text: str, kind: str) -> str:
    """The id of a development or an advantage."""
    known = {plain(n): t.id for t in edition.traits.values() for n in (t.id, t.name)}
    found = known.get(plain(text))
    if found is None or edition.traits[found].kind != kind:
        names = [t.id for t in edition.traits.values() if t.kind == kind]
        raise InvalidAnswer(f"unknown {kind} {text.strip()!r}{nearest(text.strip(), names)}")
    return found


def parse_research(edition: Edition, text: str) -> Answer:
    if "research" in edition.rules.absent:
        return Absent("research", text)
    if text.casefold() in ("", "nothing", "none"):
        return Research()
    if match := re.fullmatch(r"(\d+)(?:\s+(?:dice|die))?", text, re.ASCII):
        return Research("", parse_number(match[1]))
    match = re.fullmatch(r"(.+?)(?:\s+(\d+)(?:\s+(?:dice|die))?)?", text, re.ASCII)
    assert match is not None
    dice = parse_number(match[2]) if match[2] else 1
    return Research(trait_named(edition, match[1], TECHNOLOGY), dice)


def parse_launch(edition: Edition, text: str) -> Launch:
    path = parse_path(edition, text)
    if len(path) != 2:
        raise InvalidAnswer(
            "a rocket is launched from a gun at a complex: launch caucasus > germany"
        )
    return Launch(*path)


def parse_call(edition: Edition, text: str) -> CallOff:
    word, _, rest = text.partition(" ")
    if word.casefold() != "off":
        raise InvalidAnswer("a landing is called off as in: call off western-europe")
    return CallOff(space_named(edition, rest))


def parse_choose(edition: Edition, text: str) -> Choose:
    if text.casefold() in ("", "nothing", "none"):
        return Choose(())
    return Choose(tuple(chosen(edition, part.strip()) for part in text.split(",")))


def chosen(edition: Edition, text: str) -> str:
    """The id of an advantage; one that this edition has not is left to the rules."""
    try:
        return trait_named(edition, text, ADVANTAGE)
    except InvalidAnswer:
        name = re.sub(r"[\s_]+", "-", text.casefold())
        if not TRAIT.fullmatch(name):
            raise
        return name


def parse_roll(edition: Edition, text: str) -> Roll:
    if text:
        raise InvalidAnswer("`roll` stands alone: the engine knows how many dice")
    return Roll()


def parse_use(edition: Edition, text: str) -> Use:
    head, _, tail = text.partition(":")
    parts = [parse_part(edition, p) for p in tail.split(";") if p.strip()]
    return Use(trait_named(edition, head, ADVANTAGE), tuple(p for found in parts for p in found))


def parse_part(edition: Edition, text: str) -> list[Part]:
    """`china`; `2 tank: russia`; `3 tank: archangel > karelia`; `1 fighter at carrier, ...`."""
    if re.search(r"\sat\s", text):
        found = []
        for piece in text.split(","):
            head, _, tail = re.sub(r"\s+at\s+", "\0", piece, count=1).partition("\0")
            aim = (parse_unit(edition, tail),) if tail else ()
            found.append(Part((parse_unit(edition, head),), (), aim))
        return found
    head, colon, tail = text.partition(":")
    if colon:
        return [Part(parse_units(edition, head), parse_path(edition, tail))]
    if re.match(r"\s*\d", text):
        return [Part(parse_units(edition, text))]
    return [Part((), (space_named(edition, text),))]


def parse_buy(edition: Edition, text: str) -> Buy:
    if not text:
        raise InvalidAnswer("buy what? As in: buy 2 infantry, or: buy nothing")
    return Buy(parse_units(edition, text))


def parse_submerge(edition: Edition, text: str) -> Submerge:
    return Submerge(0 if text.casefold() == "none" else parse_number(text))


PARSERS: dict[str, Callable[[Edition, str], Answer]] = {
    "buy": parse_buy,
    "move": parse_move,
    "attack": parse_attack,
    "end": parse_end,
    "fight": parse_fight,
    "submerge": parse_submerge,
    "lose": lambda edition, text: Lose(parse_units(edition, text)),
    "press": lambda edition, text: Press(),
    "retreat": lambda edition, text: Retreat(space_named(edition, text) if text else -1),
    "land": lambda edition, text: Land(space_named(edition, text)),
    "place": lambda edition, text: Place(parse_places(edition, text)),
    "consent": parse_consent,
    "research": parse_research,
    "launch": parse_launch,
    "call": parse_call,
    "bombard": lambda edition, text: Bombard(parse_places(edition, text)),
    "choose": parse_choose,
    "roll": parse_roll,
    "use": parse_use,
    "decline": lambda edition, text: Decline(trait_named(edition, text, ADVANTAGE)),
}


def parse_answer(edition: Edition, line: str) -> Answer:
    """An answer from its line. Raises `InvalidAnswer` with what is wrong."""
    if len(line) > LONGEST_LINE:
        raise InvalidAnswer("the line is too long")
    # One space is as good as many, and keeps the patterns from trying every split of them.
    text = " ".join(line.split())
    word, _, rest = text.partition(" ")
    rest = rest.strip()
    verb = word.casefold().rstrip(":")
    if word.endswith(":"):
        rest = f": {rest}"
    if verb in PARSERS:
        return PARSERS[verb](edition, rest)
    if verb in ABSENT_KINDS:
        return Absent(verb, rest)
    hint = "; did you mean 'end'?" if verb in ENDINGS else nearest(verb, list(PARSERS))
    raise InvalidAnswer(f"unknown answer {word!r}{hint}")


# --- writing


def format_path(edition: Edition, path: Iterable[int]) -> str:
    return " > ".join(edition.board.spaces[s].id for s in path)


def format_places(edition: Edition, places: Iterable[tuple[int, Units]]) -> str:
    spaces = edition.board.spaces
    return "; ".join(f"{format_units(edition, u)}: {spaces[s].id}" for s, u in places) or "nothing"


def format_part(edition: Edition, part: Part) -> str:
    if part.aims:
        aim = format_unit(edition, part.aims[0])
        return f"{format_units(edition, part.units)} at {aim}"
    path = format_path(edition, part.path)
    if not part.units:
        return path
    units = format_units(edition, part.units)
    return f"{units}: {path}" if path else units


def format_end(edition: Edition, answer: End) -> str:
    spaces = edition.board.spaces
    carrier = edition.units[edition.decks[0]].id if edition.decks else "carrier"
    promises = [
        f"new {carrier} > {spaces[zone].id}"
        if origin < 0
        else f"{carrier} {spaces[origin].id} > {spaces[zone].id}"
        for origin, zone in answer.promises
    ]
    return f"end: {', '.join(promises)}" if promises else "end"


def format_move(edition: Edition, answer: Move) -> str:
    text = f"move {format_units(edition, answer.units)}: {format_path(edition, answer.path)}"
    if answer.ship is not None:
        word = "from" if edition.board.sea[answer.path[0]] else "onto"
        text += f" {word} {format_unit(edition, answer.ship)}"
    return text + (f" {answer.manner}" if answer.manner else "")


def format_answer(edition: Edition, answer: Answer) -> str:
    """The line of an answer; `parse_answer` reads it back."""
    spaces = edition.board.spaces
    match answer:
        case Buy() | Lose():
            return f"{answer.kind} {format_units(edition, answer.units)}"
        case Move():
            return format_move(edition, answer)
        case Attack():
            text = f"attack {spaces[answer.space].id}"
            return text + (f" with {format_units(edition, answer.units)}" if answer.units else "")
        case End():
            return format_end(edition, answer)
        case Place() | Bombard():
            return f"{answer.kind} {format_places(edition, answer.places)}"
        case Fight():
            return f"fight {spaces[answer.space].id} {answer.what}".strip()
        case Land():
            return f"land {spaces[answer.space].id}"
        case CallOff():
            return f"call off {spaces[answer.space].id}"
        case Launch():
            return f"launch {spaces[answer.origin].id} > {spaces[answer.target].id}"
        case Submerge():
            return f"submerge {answer.number}"
        case Press():
            return "press on"
        case Roll():
            return "roll"
        case Retreat():
            return f"retreat {spaces[answer.to].id}" if answer.to >= 0 else "retreat"
        case Consent():
            return f"consent {edition.powers[answer.to].id} {'yes' if answer.give else 'no'}"
        case Research():
            named = f"{answer.technology} {answer.dice}".strip()
            return f"research {named if answer.dice else 'nothing'}"
        case Choose():
            return f"choose {', '.join(answer.advantages) or 'nothing'}"
        case Use():
            details = "; ".join(format_part(edition, part) for part in answer.parts)
            return f"use {answer.advantage}: {details}" if details else f"use {answer.advantage}"
        case Decline():
            return f"decline {answer.advantage}"
    return f"{answer.kind} {answer.text}".strip()
