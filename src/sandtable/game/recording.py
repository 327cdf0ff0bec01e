"""From a game to its record, and back by playing it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sandtable.game import machine
from sandtable.game.answers import UnitSpec
from sandtable.game.dice import BadDescription, DiceExhausted, DiceSource, from_description
from sandtable.game.dice.errors import DiceError
from sandtable.game.events import Event
from sandtable.game.game import Entry, Game
from sandtable.game.library import load_edition
from sandtable.game.notation.errors import NotationError, RecordError, shown
from sandtable.game.notation.names import format_units, parse_units
from sandtable.game.notation.position import format_position, parse_position
from sandtable.game.notation.record import (
    FORMAT,
    Play,
    Record,
    Rolled,
    Tag,
    check_free_tags,
    digest,
    significant,
    tag_line,
)
from sandtable.game.notation.state import format_state, parse_state
from sandtable.game.setup import make_match, starting_position
from sandtable.game.state import Match, State
from sandtable.rules.edition import Edition
from sandtable.rules.position import Position
from sandtable.rules.refusal import SandtableError
from sandtable.rules.roll import RollRequest

__all__ = ["RecordedDice", "record_of", "replay", "write_record"]

UNDECIDED = "*"


# --- writing


def write_record(
    game: Game,
    tags: Mapping[str, str] | None = None,
    notes: Mapping[int, str] | None = None,
) -> str:
    """The record of a game as text. `tags` are the caller's own: a date, a place, names; `notes`
    are comments to decisions, by their number from 0."""
    record = record_of(game, tags)
    lines = [tag_line(tag.key, tag.value) for tag in record.tags]
    before, heading = game.start, ""
    for number, (entry, play) in enumerate(zip(game.history, record.plays, strict=True)):
        if (now := heading_of(before)) != heading:
            if now.rpartition(",")[0] != heading.rpartition(",")[0]:
                lines.append("")
            lines.append(f"# {now}")
            heading = now
        note = " ".join((notes or {}).get(number, "").split())
        lines.append(f"{play.power}: {play.answer}{f'  # {note}' if note else ''}")
        lines += result_lines(entry, play)
        before = entry.state
    lines += ["", f"end-position {record.end_position}"]
    seal = digest(significant(record.tags, record.plays, record.end_position))
    return "\n".join([*lines, f"end-record {seal}", ""])


def heading_of(state: State) -> str:
    edition, position = state.match.edition, state.position
    phase = edition.turn[position.phase]
    return f"round {position.round}, {edition.powers[position.turn].id}, {phase}"


def result_lines(entry: Entry, play: Play) -> Iterator[str]:
    """The dice of a decision, and comments that tell what came of it."""
    rolls = iter(play.rolls)
    for event in entry.events:
        lines = [dice_line(roll) for roll in rolls_of(event, rolls)]
        if event.type in TOLD:
            lines[-1:] = [f"{''.join(lines[-1:])}  # {told(event)}"]
        yield from lines
    yield from map(dice_line, rolls)


def rolls_of(event: Event, rolls: Iterator[Rolled]) -> Iterator[Rolled]:
    """The rolls that an event tells of: more than one where dice were thrown again."""
    numbers = len(event.data.get("dice", ()))
    while numbers > 0 and (roll := next(rolls, None)) is not None:
        numbers -= len(roll.dice)
        yield roll


def dice_line(roll: Rolled) -> str:
    return f"  dice {' '.join(map(str, roll.dice))}"


TOLD = {
    "rolled": "{space}: {side}, hits {hits}",
    "researched": "{technology}",
    "developed": "{power} has developed {technology}",
    "raided": "{space}: {victim} loses {amount}",
    "rocket": "{to}: {victim} loses {amount}",
    "ended": "{space}: the battle is over, winner: {winner}",
    "control": "{space}: {after} takes control from {before}",
    "won": "{side} won",
}
"""Events that are worth a comment."""


def told(event: Event) -> str:
    data = {key: str(value) for key, value in event.data.items()}
    try:
        return TOLD[event.type].format(**data)
    except KeyError:
        return event.type


def record_of(game: Game, tags: Mapping[str, str] | None = None) -> Record:
    """A game as a record that has not been written down. Lines are not numbered."""
    check_free_tags(tags or {})
    edition, match = game.edition, game.match
    usual = tuple(power.id for power in edition.powers)
    pairs = [
        ("Format", FORMAT),
        *(tags or {}).items(),
        ("Edition", edition.id),
        ("RulesVersion", str(edition.rules_version)),
        *(("Option", f"{name}={value}") for name, value in match.options),
    ]
    if match.seats != usual:
        pairs += (("Seat", f"{p}={s}") for p, s in zip(usual, match.seats, strict=True))
    for name, value in game.dice.describe().items():
        if not name or "=" in name:
            raise NotationError("dice", f"{shown(name)} cannot be written in a record")
        pairs.append(("Dice", f"{name}={value}"))
    pairs += beginning_of(game)
    pairs.append(("Result", game.winner or UNDECIDED))
    plays = []
    for entry in game.history:
        power, _, answer = game.line(entry).partition(": ")
        plays.append(Play(power, answer, 0, tuple(Rolled(dice, 0) for dice in entry.rolls)))
    end = digest([format_position(edition, game.position)])
    return Record(tuple(Tag(key, value, 0) for key, value in pairs), tuple(plays), end)


def beginning_of(game: Game) -> list[tuple[str, str]]:
    """The tags that say where the game began, if not at the usual place."""
    began = (game.start, game.opening_events)
    if not game.first_roll:
        if machine.begin(game.match, starting_position(game.match)) == began:
            return []
        if game.opening is not None:
            position, bought = game.opening
            line = format_position(game.edition, position)
            if begun_at(game.match, line, bought) == began:
                return [("Position", line), *bought_tag(game.edition, bought)]
    return [("State", format_state(game.start)), ("RollsBefore", str(game.first_roll))]


def bought_tag(edition: Edition, bought: tuple[int, ...] | None) -> list[tuple[str, str]]:
    if bought is None:
        return []
    specs = tuple(UnitSpec(count, unit) for unit, count in enumerate(bought) if count)
    return [("Bought", format_units(edition, specs))]


def begun_at(
    match: Match, line: str, bought: tuple[int, ...] | None
) -> tuple[State, tuple[Event, ...]] | None:
    try:
        return machine.begin(match, parse_position(match.edition, line), bought)
    except NotationError:
        return None


# --- replaying


class RecordedDice:
    """The dice of a record; when they are used up, nothing more can be rolled."""

    def __init__(self, rolls: tuple[Rolled, ...], line: int, description: dict[str, str]) -> None:
        self._rolls = rolls
        self._line = line
        self._description = description
        self.used = 0

    def roll(self, index: int, request: RollRequest) -> tuple[int, ...]:
        wanted = f"{request.size} dice ({request.purpose} in {request.space})"
        if not self._line:
            raise DiceExhausted(f"{wanted} are wanted, and the record's dice cannot be made again")
        if self.used == len(self._rolls):
            raise RecordError(self._line, f"after this decision {wanted} are missing")
        rolled = self._rolls[self.used]
        if len(rolled.dice) != request.size:
            raise RecordError(rolled.line, f"{wanted} are wanted here, not {len(rolled.dice)}")
        self.used += 1
        return rolled.dice

    def describe(self) -> dict[str, str]:
        return dict(self._description)


def replay(
    record: Record, *, edition: Edition | None = None, dice: DiceSource | None = None
) -> Game:
    """Play a record with its own dice. Raises `RecordError` where it does not hold.

    The game can be continued with `dice`, if given, or else with the record's source, if its
    description is enough to make it again.
    """
    game = begin_game(record, edition)
    description = game.dice.describe()
    for play in record.plays:
        recorded = RecordedDice(play.rolls, play.line, description)
        game.dice = recorded
        decide(game, play)
        if recorded.used < len(play.rolls):
            raise RecordError(play.rolls[recorded.used].line, "no dice are rolled here")
    check_end(record, game)
    if dice is None:
        try:
            dice = from_description(description)
        except BadDescription:
            dice = RecordedDice((), 0, description)
    game.dice = dice
    return game


def decide(game: Game, play: Play) -> None:
    try:
        game.decide(play.power, play.answer)
    except RecordError:
        raise
    except (SandtableError, DiceError) as error:
        what = f"{play.power}: {shown(play.answer, 80)}"
        raise RecordError(play.line, f"{what}: {error}") from None
    except Exception as error:  # a mistake of the engine, which a hostile record may look for
        raise RecordError(play.line, f"the engine failed: {error!r}") from error


def begin_game(record: Record, edition: Edition | None) -> Game:
    """The game before its first decision."""
    edition = edition_of(record, edition)
    dice = RecordedDice((), 0, record.pairs("Dice"))
    options = record.pairs("Option")
    seats: dict[str, list[str]] = {}
    for power, player in record.pairs("Seat").items():
        seats.setdefault(player, []).append(power)
    doing = "Option"
    try:
        make_match(edition, options)
        doing = "Seat"
        match = make_match(edition, options, seats or None)
    except SandtableError as error:
        raise RecordError(record.line_of(doing), str(error)) from None
    position, state, bought = record.get("Position"), record.get("State"), record.get("Bought")
    if state is not None and position is not None:
        raise RecordError(record.line_of("Position"), "a game begins at a Position or at a State")
    if state is not None:
        return begin_at_state(record, match, state, dice)
    if bought is not None and position is None:
        raise RecordError(record.line_of("Bought"), "Bought belongs to a Position")
    if record.get("RollsBefore") is not None:
        raise RecordError(record.line_of("RollsBefore"), "RollsBefore belongs to a State")
    return Game.new(
        edition,
        options=options,
        seats=seats or None,
        dice=dice,
        position=None if position is None else read_position(record, edition, position),
        bought=None if bought is None else read_bought(record, edition, bought),
    )


def edition_of(record: Record, edition: Edition | None) -> Edition:
    line = record.line_of("Edition")
    if edition is None:
        try:
            edition = load_edition(record.edition)
        except SandtableError as error:
            raise RecordError(line, str(error)) from None
    if edition.id != record.edition:
        raise RecordError(line, f"a game of {shown(record.edition)}, not of {edition.id!r}")
    if record.rules_version > edition.rules_version:
        raise RecordError(
            record.line_of("RulesVersion"),
            f"it was played by version {record.rules_version} of the rules of {edition.id}; "
            f"{edition.rules_version} is the newest known here",
        )
    return edition


def begin_at_state(record: Record, match: Match, text: str, dice: DiceSource) -> Game:
    line = record.line_of("State")
    try:
        state = parse_state(text, match.edition)
    except NotationError as error:
        raise RecordError(line, str(error)) from None
    if state.match != match:
        raise RecordError(line, "the state has other options or seats than the record")
    return Game(match, state, dice, rolls=int(record.get("RollsBefore") or 0))


def read_position(record: Record, edition: Edition, text: str) -> Position:
    try:
        return parse_position(edition, text)
    except NotationError as error:
        raise RecordError(record.line_of("Position"), str(error)) from None


def read_bought(record: Record, edition: Edition, text: str) -> tuple[int, ...]:
    counts = [0] * len(edition.units)
    try:
        for spec in parse_units(edition, text):
            counts[spec.unit] += spec.number
    except SandtableError as error:
        raise RecordError(record.line_of("Bought"), str(error)) from None
    return tuple(counts)


def check_end(record: Record, game: Game) -> None:
    result = game.winner or UNDECIDED
    if record.result != result:
        raise RecordError(
            record.line_of("Result"), f"the result is {result}, not {shown(record.result)}"
        )
    if not record.end_position:
        return
    found = digest([format_position(game.edition, game.position)])
    if found != record.end_position:
        older = ""
        if record.rules_version < game.edition.rules_version:
            older = (
                f"; it was played by version {record.rules_version} of the rules, "
                f"here by {game.edition.rules_version}"
            )
        raise RecordError(
            record.end_line,
            f"the game leads to another position ({found}) than it did ({record.end_position})"
            + older,
        )
