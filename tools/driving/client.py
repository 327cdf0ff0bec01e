"""A person at a server: one identity, plain requests."""

from __future__ import annotations

from http.cookiejar import CookieJar
from random import Random
from typing import Any

import httpx

from tools.driving.choosing import choose

Data = dict[str, Any]


class Refused(Exception):
    """The server said no."""

    def __init__(self, status: int, problem: Data) -> None:
        super().__init__(f"{status} {problem}")
        self.status = status
        self.code = str(problem.get("code"))
        self.problem = problem


class Person:
    """Talks to one server; the cookie that it was given says who it is."""

    def __init__(
        self, address: str, *, timeout: float = 30.0, jar: CookieJar | None = None
    ) -> None:
        self.address = address
        self.jar = CookieJar() if jar is None else jar
        self.http = httpx.AsyncClient(
            base_url=address, timeout=timeout, headers={"Origin": address}, cookies=self.jar
        )

    def elsewhere(self, address: str) -> Person:
        """The same person at another worker of the same server."""
        return Person(address, jar=self.jar)

    async def __aenter__(self) -> Person:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    @property
    def cookie(self) -> str:
        """What a WebSocket of this person sends along."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar)

    async def get(self, path: str) -> Any:
        return self._body(await self.http.get(path))

    async def post(self, path: str, body: Data | None = None) -> Any:
        return self._body(await self.http.post(path, json=body or {}))

    async def new_game(
        self, edition: str = "1941", *, powers: list[str], others: str | None = None, **more: Any
    ) -> str:
        """A game with so many seats of one's own; its id. `others`: the kind of the other seats,
        or the level of the computer that has them."""
        seats: list[Data] = [{"power": power, "kind": "me"} for power in powers]
        if others is not None:
            rest = [power for power in await self.powers(edition) if power not in powers]
            kind = {"kind": "open"} if others == "open" else {"kind": "computer", "level": others}
            seats += [{"power": power, **kind} for power in rest]
        made = await self.post("/api/games", {"edition": edition, "seats": seats, **more})
        game: str = made["game"]["id"]
        return game

    async def powers(self, edition: str) -> list[str]:
        data = await self.get(f"/api/editions/{edition}")
        return [power["id"] for power in data["powers"]]

    async def options(self, game: str) -> Data:
        data: Data = await self.get(f"/api/games/{game}/options")
        return data

    async def decide(self, game: str, power: str, version: int, answers: list[Data]) -> Data:
        body = {"power": power, "version": version, "answers": answers}
        data: Data = await self.post(f"/api/games/{game}/decide", body)
        return data

    async def undo(self, game: str, power: str, version: int) -> Data:
        """Take one's last decision back."""
        data: Data = await self.post(
            f"/api/games/{game}/undo", {"power": power, "version": version}
        )
        return data

    async def step(self, game: str, rng: Random) -> Data | None:
        """Decide something at random, or take back what led nowhere; None when one is asked
        nothing."""
        asked = await self.options(game)
        if not asked["options"]:
            return None
        options = rng.choice(asked["options"])
        answer = choose(options, rng)
        if answer is None:
            return await self.undo(game, options["power"], asked["version"])
        return await self.decide(game, options["power"], asked["version"], [answer])

    async def log(self, game: str) -> list[Data]:
        """All entries of a game."""
        entries: list[Data] = []
        while True:
            after = entries[-1]["version"] if entries else 0
            page = await self.get(f"/api/games/{game}/log?after={after}&limit=500")
            entries += page["entries"]
            if not page["more"]:
                return entries

    @staticmethod
    def _body(response: httpx.Response) -> Any:
        if response.is_success:
            return response.json() if response.content else None
        try:
            problem = response.json()
        except ValueError:
            problem = {"code": "failed", "message": response.text[:200]}
        raise Refused(response.status_code, problem)
