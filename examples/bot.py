"""A bot that plays a seat over the WebSocket: it takes the first legal thing it finds.

    python examples/bot.py http://127.0.0.1:1941 GAME germany TOKEN

GAME is the last part of the game's address. The seat must be open. TOKEN is made on the account
page, or by POST /api/me/tokens. docs/protocol.md describes every message.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import httpx
import orjson
from websockets.asyncio.client import connect


def choose(options: dict[str, Any]) -> dict[str, Any]:
    """An answer: what the server proposes, or what it lists, or nothing at all."""
    for kind in ("casualties", "mobilize"):
        if options[kind]:
            return dict(options[kind]["proposed"])
    if moving := options["moving"]:
        if moving["end_refused"] is None:
            return {"type": "end"}
        return dict((moving["end_promises"] + moving["moves"])[0]["answer"])
    if options["purchase"]:
        cheapest = min(options["purchase"]["units"], key=lambda unit: unit["cost"])
        return {"type": "buy", "units": {cheapest["unit"]: cheapest["most"]}}
    if options["research"]:
        return {"type": "research"}
    return dict(options["answers"][0]["answer"])


async def play(server: str, game: str, power: str, token: str) -> None:
    headers = {"Authorization": f"Bearer {token}"}
    live = f"{server.replace('http', 'ws', 1)}/api/games/{game}/live"
    async with httpx.AsyncClient(base_url=f"{server}/api/games/{game}", headers=headers) as http:
        (await http.post(f"/seats/{power}", json={"action": "take"})).raise_for_status()
        async with connect(live, additional_headers=headers, max_size=None) as socket:
            async for text in socket:
                message = orjson.loads(text)
                head = message.get("game") or message.get("head")
                if head is None or all(asked["power"] != power for asked in head["pending"]):
                    continue
                found = (await http.get("/options")).json()
                mine = [each for each in found["options"] if each["power"] == power]
                if found["version"] != head["version"] or not mine:
                    continue  # the game has gone on: a newer message is on its way
                wanted = {"power": power, "version": head["version"], "answers": [choose(mine[0])]}
                await socket.send(
                    orjson.dumps({"type": "decide", "request": "1", "decide": wanted}).decode()
                )


if __name__ == "__main__":
    asyncio.run(play(*sys.argv[1:5]))
