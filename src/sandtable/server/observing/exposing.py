"""The server's numbers, for Prometheus to fetch."""

from __future__ import annotations

from ipaddress import ip_address

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST

from sandtable.server.context import TheServer
from sandtable.server.observing import metrics
from sandtable.server.problems import NotFound

router = APIRouter(include_in_schema=False)


@router.get("/metrics")
async def numbers(request: Request, server: TheServer) -> Response:
    """Answered to private addresses only: what goes on here is not for everybody."""
    if not server.settings.metrics or not is_private(request):
        raise NotFound("There is nothing here.")
    channels = server.publisher.channels.values()
    metrics.live_connections.set(sum(len(channel.watchers) for channel in channels))
    metrics.games_in_memory.set(server.hub.games_in_memory)
    return Response(metrics.exposition(), headers={"Content-Type": CONTENT_TYPE_LATEST})


def is_private(request: Request) -> bool:
    try:
        return request.client is not None and ip_address(request.client.host).is_private
    except ValueError:
        return False
