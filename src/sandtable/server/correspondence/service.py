"""Everything that goes on beside the requests of people, started and stopped together."""

from __future__ import annotations

from sandtable.server.correspondence.delivery import Messenger
from sandtable.server.correspondence.leases import Leases
from sandtable.server.correspondence.orders import OrdersStore
from sandtable.server.correspondence.runner import (
    TICK_SECONDS,
    Connected,
    Runner,
    nobody_connected,
)
from sandtable.server.correspondence.thinking import Thinkers
from sandtable.server.settings import Settings
from sandtable.server.table.hub import Hub


class Correspondence:
    """Made once for each worker; `connected` says whether a person has a game open."""

    def __init__(
        self, hub: Hub, settings: Settings, connected: Connected = nobody_connected
    ) -> None:
        engine = hub.store.engine
        several = engine if settings.redis else None
        self.orders = OrdersStore(engine)
        self.thinkers = Thinkers(settings.thinkers)
        self.runner = Runner(
            hub,
            self.orders,
            Leases(several, seconds=settings.lease_seconds),
            self.thinkers,
            connected=connected,
            tick=min(TICK_SECONDS, settings.lease_seconds / 3),
        )
        self.messenger = Messenger(hub, settings, connected=connected)

    async def start(self) -> None:
        await self.runner.start()
        await self.messenger.start()

    async def stop(self) -> None:
        await self.messenger.stop()
        await self.runner.stop()
