"""What lists of games need to know: a game's columns in the database, from its table."""

from __future__ import annotations

from sandtable.server.store.games import Projection
from sandtable.server.table.table import Table


def project(table: Table) -> Projection:
    game = {
        "version": table.version,
        "edition": table.edition.id,
        "title": table.title,
        "status": table.status,
        "result": table.result,
        "created": table.created,
        "changed": table.changed,
        "round": table.game.round,
        "turn": table.game.turn,
        "phase": table.game.phase,
        "waiting_for": table.asked,
        "due": table.clocks.due(),
        "visibility": table.visibility,
        "host": table.host,
        "time_kind": table.beginning.time.kind,
        "paused": table.paused,
    }
    seats = [
        {
            "power": power,
            "place": place,
            "kind": seat.kind,
            "person_id": seat.person,
            "level": seat.level,
        }
        for place, (power, seat) in enumerate(table.seats.items())
    ]
    return Projection(game, seats)
