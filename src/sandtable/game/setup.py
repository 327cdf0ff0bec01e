"""From an edition, options and seats to the first position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sandtable.game.state import Match
from sandtable.rules.edition import Edition, Forces
from sandtable.rules.position import Position, Stack, Token, stack_of
from sandtable.rules.problems import nearest
from sandtable.rules.refusal import InvalidAnswer


def check_arguments(
    edition: object, options: object, seats: object, dice: object, position: object
) -> None:
    """Raise `InvalidAnswer` for what cannot be the beginning of a game."""
    if not isinstance(edition, Edition):
        raise InvalidAnswer(f"an edition is named by its id or its directory, not {edition!r:.40}")
    for name, given in (("options", options), ("seats", seats)):
        if given is not None and not isinstance(given, Mapping):
            raise InvalidAnswer(f"{name} are given as a mapping, not {given!r:.40}")
        if isinstance(given, Mapping) and not all(isinstance(key, str) for key in given):
            raise InvalidAnswer(f"{name} have names that are text")
    if isinstance(seats, Mapping):
        for player, powers in seats.items():
            if not isinstance(player, str) or not isinstance(powers, list | tuple):
                raise InvalidAnswer("seats map the names of players to lists of powers")
    if dice is not None and not callable(getattr(dice, "roll", None)):
        raise InvalidAnswer(f"{dice!r:.40} is no source of dice")
    if position is not None and not isinstance(position, Position):
        raise InvalidAnswer("a position is made by `parse_position`, or taken from a game")


def make_match(
    edition: Edition,
    options: Mapping[str, str] | None = None,
    seats: Mapping[str, Sequence[str]] | None = None,
) -> Match:
    """What is agreed before the game, checked. Seats map players to their powers."""
    chosen = {option.id: option.default for option in edition.options}
    for name, value in (options or {}).items():
        option = next((o for o in edition.options if o.id == name), None)
        if option is None:
            raise InvalidAnswer(f"unknown option {name!r}{nearest(name, chosen)}")
        if not option.allows(value):
            raise InvalidAnswer(f"option {name} is one of {option.choices}, not {value!r:.40}")
        chosen[name] = value
    return Match(edition, tuple(sorted(chosen.items())), make_seats(edition, seats))


def make_seats(edition: Edition, seats: Mapping[str, Sequence[str]] | None) -> tuple[str, ...]:
    """The player of each power; by default every power has its own."""
    if seats is None:
        return tuple(power.id for power in edition.powers)
    if len(seats) > edition.rules.most_seats:
        edition.refuse(
            "setup/player-powers-same-side",
            f"at most {edition.rules.most_seats} players",
            players=len(seats),
        )
    taken: dict[int, str] = {}
    for player, names in seats.items():
        powers = []
        for name in names:
            if name not in edition.power_index:
                raise InvalidAnswer(f"unknown power {name!r}{nearest(name, edition.power_index)}")
            powers.append(edition.power_index[name])
        for power in powers:
            if power in taken:
                raise InvalidAnswer(f"{edition.powers[power].id} has two players")
            taken[power] = player
        if len({edition.powers[power].side for power in powers}) > 1:
            edition.refuse(
                "setup/player-powers-same-side",
                f"{player} cannot hold powers of both sides",
                player=player,
            )
    missing = [power.id for power in edition.powers if power.index not in taken]
    if missing:
        raise InvalidAnswer(f"nobody plays {', '.join(missing)}")
    check_split(edition, seats, taken)
    return tuple(taken[power.index] for power in edition.powers)


def check_split(edition: Edition, players: Iterable[str], taken: Mapping[int, str]) -> None:
    """Where the book lists how the powers are dealt out, they are dealt out so."""
    if edition.rules.seat_split != "table":
        return
    split = [frozenset(power for power, of in taken.items() if of == player) for player in players]
    if frozenset(split) not in edition.rules.seat_tables:
        edition.refuse(
            "setup/players-to-powers",
            f"the powers are not dealt out like this among {len(split)} players",
            players=len(split),
        )


def starting_position(match: Match) -> Position:
    """The edition's setup, with what the options change in it."""
    edition = match.edition
    counts: list[list[tuple[Token, int]]] = [[] for _ in edition.board.spaces]
    treasuries = [power.treasury for power in edition.powers]
    add_forces(counts, edition.setup)
    for option in match.options:
        variant = edition.setup_variants.get(option)
        if variant is not None:
            add_forces(counts, variant.add)
            for power, amount in variant.treasury.items():
                treasuries[power] = amount
    stacks: list[Stack] = [stack_of(found) for found in counts]
    return Position(
        round=1,
        turn=0,
        phase=0,
        owners=edition.original_owners,
        stacks=tuple(stacks),
        facilities=edition.facilities,
        treasuries=tuple(treasuries),
    )


def add_forces(counts: list[list[tuple[Token, int]]], forces: Forces) -> None:
    for space, by_power in forces.items():
        for power, units in by_power.items():
            for unit, count in units.items():
                counts[space].append((Token(power, unit), count))
