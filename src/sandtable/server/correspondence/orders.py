"""Standing orders in the database: a player's own, and nobody else's business."""

from __future__ import annotations

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from sandtable.server.schemas.games import StandingOrders
from sandtable.server.store.tables_correspondence import StandingOrdersRow
from sandtable.server.table.table import Table


class OrdersStore:
    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def of_person(self, game_id: str, person: str | None) -> dict[str, StandingOrders]:
        """A person's orders by power."""
        if person is None:
            return {}
        query = select(StandingOrdersRow.power, StandingOrdersRow.orders).where(
            StandingOrdersRow.game_id == game_id, StandingOrdersRow.person_id == person
        )
        async with self.engine.connect() as connection:
            rows = await connection.execute(query)
            return {power: StandingOrders.model_validate(orders) for power, orders in rows}

    async def of_table(self, table: Table) -> dict[str, StandingOrders]:
        """Orders that count in a game: those of whoever has the seat now."""
        query = select(StandingOrdersRow).where(StandingOrdersRow.game_id == table.id)
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return {
            row.power: StandingOrders.model_validate(row.orders)
            for row in rows
            if table.seats[row.power].person == row.person_id
        }

    async def put(self, game_id: str, power: str, person: str, orders: StandingOrders) -> None:
        """Set a seat's orders. Those that only ask are not kept."""
        idle = orders.casualties == orders.submerge == orders.retreat == "ask"
        async with self.engine.execution_options(writes=True).begin() as connection:
            await connection.execute(
                delete(StandingOrdersRow).where(
                    StandingOrdersRow.game_id == game_id, StandingOrdersRow.power == power
                )
            )
            if not idle:
                row = {
                    "game_id": game_id,
                    "power": power,
                    "person_id": person,
                    "orders": orders.model_dump(),
                }
                await connection.execute(insert(StandingOrdersRow), [row])

    async def hand_over(self, person: str, to: str) -> None:
        """A guest has become somebody else."""
        query = (
            update(StandingOrdersRow)
            .where(StandingOrdersRow.person_id == person)
            .values(person_id=to)
        )
        async with self.engine.execution_options(writes=True).begin() as connection:
            await connection.execute(query)

    async def forget(self, person: str) -> None:
        query = delete(StandingOrdersRow).where(StandingOrdersRow.person_id == person)
        async with self.engine.execution_options(writes=True).begin() as connection:
            await connection.execute(query)
