"""A table's game as a record, and the record of its dice."""

from __future__ import annotations

from sandtable.game.recording import write_record
from sandtable.server.schemas.views import DiceRecord, DrawnView
from sandtable.server.table.dice import Described
from sandtable.server.table.entries import RECORD, Decided
from sandtable.server.table.table import Table
from sandtable.server.table.telling import dice_of


def record_text(table: Table) -> str:
    """The record of the decisions in force, docs/game-record.md. The secret of the dice is a tag
    of it once the game is over."""
    game = table.whole_game()
    game.dice = Described(table.beginning.commitment, table.beginning.dice)
    tags = {"Date": table.created.date().isoformat()}
    if table.title:
        tags["Event"] = table.title
    if table.secret is not None:
        tags["DiceSecret"] = table.secret.hex()
    return write_record(game, tags, reasons_of(table))


def reasons_of(table: Table) -> dict[int, str]:
    """Why computer players decided as they did, by the number of the decision."""
    found = enumerate(item.entry for item in table.in_force)
    return {at: entry.why for at, entry in found if isinstance(entry, Decided) and entry.why}


def dice_record(table: Table) -> DiceRecord:
    """Every roll that was made here, in force or not."""
    rolls = []
    for item in table.items:
        entry = item.entry
        if isinstance(entry, Decided) and entry.by != RECORD:
            for number, dice in enumerate(entry.thrown or entry.rolls):
                rolls.append(DrawnView(index=entry.first_roll + number, dice=list(dice)))
    return DiceRecord(dice=dice_of(table), rolls=rolls)
