"""What several routes answer with."""

from __future__ import annotations

from sandtable.server.context import Server
from sandtable.server.people.absence import may_return
from sandtable.server.people.caller import Caller
from sandtable.server.people.rights import is_host, may_watch
from sandtable.server.schemas.games import GameAndMe, Me
from sandtable.server.schemas.views import GameView
from sandtable.server.store.base import now
from sandtable.server.table.table import Table
from sandtable.server.table.telling import view_of


def game_view(server: Server, table: Table) -> GameView:
    return view_of(table, now(), server.publisher.present(table.id))


async def me_of(server: Server, table: Table, caller: Caller) -> Me:
    """What the caller is and has at a table."""
    powers = table.powers_of(caller.id)
    orders = await server.correspondence.orders.of_person(table.id, caller.id)
    return Me(
        person=None if caller.person is None else caller.person.view,
        powers=powers,
        host=is_host(table, caller),
        may_watch=await may_watch(server.people, table, caller),
        may_return=may_return(table, caller.id),
        orders={power: found for power, found in orders.items() if power in powers},
    )


async def game_and_me(server: Server, table: Table, caller: Caller) -> GameAndMe:
    return GameAndMe(game=game_view(server, table), me=await me_of(server, table, caller))
