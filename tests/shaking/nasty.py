"""Answers that nobody in his right mind would give, and some that are nearly right."""

from __future__ import annotations

import random

from sandtable.game.answers import (
    MANNERS,
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
    Submerge,
    Units,
    UnitSpec,
    Use,
)
from sandtable.game.game import Game
from sandtable.game.notation.answers import format_answer

COUNTS = (0, 1, 1, 1, 2, 3, 7, 99, 999)
GARBAGE = (
    "",
    " ",
    ":",
    "move",
    "move :",
    "move 1 infantry",
    "move 1 infantry:",
    "move 1 infantry: >",
    "move : russia > ukraine",
    "move 1 infantry: russia",
    "move -1 infantry: russia > ukraine",
    "move 1000000 infantry: russia > ukraine",
    "move 99999999999999999999999 infantry: russia > ukraine",
    "move 1 transport(((: sz-1 > sz-2",
    "move 1 transport(99 infantry): sz-1 > sz-2",
    "move 1 fighter@: germany > sz-5",
    "move 1 fighter@99: germany > sz-5",
    "move 1 fighter@@2: germany > sz-5",
    "move 1 infantry: russia > ukraine onto",
    "move 1 infantry: russia > ukraine onto fighter",
    "move 1 infantry: russia > ukraine from germany.industrial-complex",
    "move 1 industrial-complex: germany > sz-5",
    "move 1 industrial-complex: russia > caucasus",
    "move 0 infantry: russia > ukraine",
    "move 1 none.infantry: russia > ukraine",
    "move nothing: russia > ukraine",
    "move 1 infantry: russia > russia",
    "move 1 infantry: russia > russia > russia",
    "move 1 fighter: russia > " + "> ".join(["ukraine", "russia"] * 30),
    "attack",
    "attack russia",
    "attack sz-5 with nothing",
    "attack sz-5 with 1 battleship",
    "attack sz-5 with 1 industrial-complex",
    "end:",
    "end: carrier",
    "end: carrier sz-42 > sz-44",
    "end: carrier russia > germany",
    "end: infantry sz-42 > sz-44",
    "end: new carrier > sz-5",
    "end: new carrier > russia, new carrier > sz-5",
    "end, end",
    "fight",
    "fight nowhere",
    "submerge",
    "submerge -1",
    "submerge all",
    "submerge 999",
    "lose",
    "lose nothing",
    "lose 1 industrial-complex",
    "lose 999 infantry",
    "press",
    "press off",
    "retreat",
    "retreat atlantis",
    "land",
    "land turkey",
    "place",
    "place nothing",
    "place 1 infantry",
    "place 1 infantry: turkey",
    "place 1 industrial-complex: russia",
    "place 1 infantry: russia; 1 infantry: russia; 1 infantry",
    "buy",
    "buy -1 infantry",
    "buy 1 dreadnought",
    "buy 1 industrial-complex",
    "buy 1.5 infantry",
    "buy 1 infantry 1 tank",
    "buy \u0661 infantry",
    "consent",
    "consent germany perhaps",
    "consent germany no",
    "research 1",
    "research rockets",
    "research rockets 0",
    "research rockets 99999",
    "research wolf-packs 1",
    "research nothing 3",
    "launch",
    "launch germany > germany",
    "launch germany > sz-5 > united-kingdom",
    "call off",
    "call off sz-5",
    "fight germany rocket",
    "fight germany feint",
    "bombard",
    "bombard nothing",
    "bombard 1 infantry: sz-5",
    "bombard 99 battleship: sz-5; 99 battleship: sz-5",
    "choose",
    "choose wolf-packs, wolf-packs",
    "roll",
    "roll 6",
    "use",
    "use nothing",
    "use salvage: ",
    "use salvage: russia; russia",
    "use lend-lease: 1 germany.infantry: russia",
    "use enigma-decoded: 1 fighter: russia > russia",
    "use kamikaze-attacks: 1 fighter at fighter at fighter",
    "decline",
    "decline heavy-bombers",
    "move 1 bomber: russia > germany raid raid",
    "move 1 infantry: russia > ukraine raid",
    "move 1 fighter: russia > sz-16 kamikaze",
    "raid germany with 1 bomber",
    "transfer 5 to soviet-union",
    "option victory short",
    "\x00",
    "move 1 infantry: \x00 > \x00",
    "\ud800",
    "\N{PILE OF POO}" * 50,
    "{}",
    "{'type': 'end'}",
    '{"type": "end"}',
    "x" * 5000,
)


def nasty(game: Game, rng: random.Random) -> tuple[int, Answer | str]:
    """A power and an answer, most probably unlawful."""
    power = rng.randrange(len(game.edition.powers))
    if rng.random() < 0.7 and game.pending:
        power = rng.choice(game.pending).power
    if rng.random() < 0.15:
        return power, rng.choice(GARBAGE)
    answer = some_answer(game, rng)
    if rng.random() < 0.3:
        line = format_answer(game.edition, answer)
        return power, garbled(line, rng) if rng.random() < 0.5 else line
    return power, answer


def garbled(line: str, rng: random.Random) -> str:
    """A line with a few characters changed."""
    letters = list(line)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(letters) + 1)
        action = rng.randrange(3)
        if action == 0 and letters:
            del letters[min(at, len(letters) - 1)]
        elif action == 1:
            letters.insert(at, rng.choice("abz09 ->:;,.()@+\n\t\\\"'\N{BULLET}"))
        elif letters:
            swap = min(at, len(letters) - 1)
            letters[swap], letters[0] = letters[0], letters[swap]
    return "".join(letters)


def some_units(game: Game, rng: random.Random, space: int) -> Units:
    """Units that are in a space, more or less."""
    here = [token for token, _ in game.state.position.stacks[space]]
    specs = []
    for _ in range(rng.randint(1, 3)):
        if here and rng.random() < 0.8:
            token = rng.choice(here)
            specs.append(
                UnitSpec(
                    rng.choice(COUNTS),
                    token.unit,
                    rng.choice((-1, -1, token.power)),
                    rng.choice((None, None, token.cargo, ())),
                    rng.choice((-1, -1, token.mark.left, 2)),
                    rng.choice((-1, -1, token.mark.origin)),
                    rng.choice((-1, -1, 0, 1)),
                )
            )
            for power, kind in token.cargo:
                if rng.random() < 0.3:
                    specs.append(UnitSpec(1, kind, rng.choice((-1, power))))
        else:
            specs.append(
                UnitSpec(
                    rng.choice(COUNTS),
                    rng.randrange(len(game.edition.units)),
                    rng.choice((-1, -1, rng.randrange(len(game.edition.powers)))),
                )
            )
    return tuple(specs)


def some_path(game: Game, rng: random.Random, start: int) -> tuple[int, ...]:
    board = game.edition.board
    path = [start]
    for _ in range(rng.choice((0, 1, 1, 1, 2, 2, 3, 4, 6))):
        if rng.random() < 0.9:
            path.append(rng.choice(board.neighbors[path[-1]]))
        else:
            path.append(rng.randrange(len(board)))
    return tuple(path)


def busy_space(game: Game, rng: random.Random) -> int:
    """A space, mostly one with units of a power that is asked."""
    asked = {decision.power for decision in game.pending}
    stacks = game.state.position.stacks
    own = [s for s, stack in enumerate(stacks) if any(token.power in asked for token, _ in stack)]
    if own and rng.random() < 0.8:
        return rng.choice(own)
    return rng.randrange(len(stacks))


def some_ship(game: Game, rng: random.Random, zone: int) -> UnitSpec | None:
    ships = [token for token, _ in game.state.position.stacks[zone] if token.cargo]
    if ships and rng.random() < 0.5:
        ship = rng.choice(ships)
        return UnitSpec(1, ship.unit, rng.choice((-1, ship.power)), rng.choice((None, ship.cargo)))
    if rng.random() < 0.1:
        return UnitSpec(1, rng.randrange(len(game.edition.units)))
    return None


def some_answer(game: Game, rng: random.Random) -> Answer:
    size = len(game.edition.board)
    space = busy_space(game, rng)
    later_kinds = ("research", "launch", "call-off", "bombard", "choose", "use", "use", "decline")
    kind = rng.choice(
        (
            *("move",) * 8,
            "attack",
            "end",
            "fight",
            "submerge",
            "lose",
            "lose",
            "press",
            "retreat",
            "land",
            "place",
            "place",
            "buy",
            "consent",
            *(later_kinds if game.edition.traits else ()),
        )
    )
    if kind in later_kinds:
        return some_later_answer(game, rng, kind, space)
    if kind == "move":
        path = some_path(game, rng, space)
        ship = some_ship(game, rng, rng.choice(path))
        return Move(some_units(game, rng, space), path, ship, some_manner(game, rng))
    if kind == "attack":
        return Attack(space, rng.choice(((), some_units(game, rng, space))))
    if kind == "end":
        zones = game.edition.board.zones
        promises = tuple(
            (rng.choice((-1, space, *zones)), rng.choice(zones)) for _ in range(rng.randint(0, 2))
        )
        return End(promises)
    if kind == "fight":
        what = rng.choice(("", "", "raid", "rocket")) if game.edition.traits else ""
        return Fight(rng.choice((*game.state.turn.battles, rng.randrange(size))), what)
    if kind == "submerge":
        return Submerge(rng.choice(COUNTS))
    if kind == "lose":
        battle = game.state.agenda[-1].battle if game.state.agenda else None
        return Lose(some_units(game, rng, battle.space if battle else space))
    if kind == "press":
        return Press()
    if kind == "retreat":
        return Retreat(rng.choice((-1, space, rng.randrange(size))))
    if kind == "land":
        return Land(rng.choice((space, rng.randrange(size))))
    if kind == "place":
        places = tuple(
            (
                rng.choice((*game.state.turn.sites, rng.randrange(size))),
                some_units(game, rng, space),
            )
            for _ in range(rng.randint(0, 3))
        )
        return Place(places)
    if kind == "buy":
        return Buy(some_units(game, rng, space))
    return Consent(rng.randrange(len(game.edition.powers)), rng.random() < 0.6)


def some_manner(game: Game, rng: random.Random) -> str:
    if rng.random() < 0.85:
        return ""
    return rng.choice(MANNERS) if game.edition.traits else "attack"


def some_later_answer(game: Game, rng: random.Random, kind: str, space: int) -> Answer:
    """An answer that only editions with traits know."""
    traits = list(game.edition.traits)
    asked = [decision.kind for decision in game.pending if decision.kind in traits]
    name = rng.choice(asked) if asked and rng.random() < 0.7 else rng.choice(traits)
    if kind == "research":
        return Research(name, rng.choice(COUNTS))
    if kind == "launch":
        return Launch(space, rng.randrange(len(game.edition.board)))
    if kind == "call-off":
        return CallOff(space)
    if kind == "bombard":
        return Bombard(((space, some_units(game, rng, space)),))
    if kind == "choose":
        return Choose(tuple(rng.choices(traits, k=rng.randint(0, 6))))
    if kind == "decline":
        return Decline(name)
    parts = tuple(
        Part(
            rng.choice(((), some_units(game, rng, space))),
            rng.choice(((), (space,), some_path(game, rng, space))),
            rng.choice(((), (), some_units(game, rng, space)[:1])),
        )
        for _ in range(rng.randint(0, 2))
    )
    return Use(name, parts)
