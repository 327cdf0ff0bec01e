"""A person at the server's REST interface: sets games up, and plays as the test says."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import APIRequestContext, APIResponse

from tools.driving.choosing import choose

Data = dict[str, Any]
Chooser = Callable[[Data], Data | None]
"""An answer to what can be answered; None where the last move must be taken back."""

MOST = 500
"""Answers after which a game that does not go on is given up."""


class Seat:
    """Speaks with the cookie of its context: of somebody without a page, or of a visitor."""

    def __init__(self, requests: APIRequestContext, address: str) -> None:
        self.requests = requests
        self.address = address

    def get(self, path: str) -> Any:
        return self._body(self.requests.get(f"{self.address}{path}"))

    def post(self, path: str, body: Data | None = None) -> Any:
        headers = {"Origin": self.address}
        return self._body(
            self.requests.post(f"{self.address}{path}", data=body or {}, headers=headers)
        )

    def new_game(
        self,
        edition: str = "1941",
        *,
        mine: list[str] | None = None,
        others: str = "open",
        **more: Any,
    ) -> str:
        """A game in which these powers, or all, are mine; its id."""
        powers = [power["id"] for power in self.get(f"/api/editions/{edition}")["powers"]]
        seats = [
            {"power": power, "kind": "me" if mine is None or power in mine else others}
            for power in powers
        ]
        made = self.post("/api/games", {"edition": edition, "seats": seats, **more})
        game: str = made["game"]["id"]
        return game

    def invite(self, game: str, powers: list[str]) -> str:
        made = self.post(f"/api/games/{game}/invitations", {"powers": powers})
        secret: str = made["secret"]
        return secret

    def join(self, secret: str, powers: list[str]) -> None:
        for power in powers:
            self.post("/api/invitations/use", {"secret": secret, "power": power})

    def view(self, game: str) -> Data:
        view: Data = self.get(f"/api/games/{game}")["game"]
        return view

    def asked(self, game: str) -> list[Data]:
        """What the game asks of me."""
        found = self.get(f"/api/games/{game}")
        return [
            asked
            for asked in found["game"]["pending"]
            if found["game"]["status"] == "playing" and asked["power"] in found["me"]["powers"]
        ]

    def decide(self, game: str, power: str, *answers: Data) -> None:
        version = self.view(game)["version"]
        body = {"power": power, "version": version, "answers": list(answers)}
        self.post(f"/api/games/{game}/decide", body)

    def answer(self, game: str, power: str, answer: Data | None) -> None:
        """Decides, or takes the last move back."""
        if answer is not None:
            self.decide(game, power, answer)
            return
        version = self.view(game)["version"]
        self.post(f"/api/games/{game}/undo", {"power": power, "version": version})

    def play_on(self, game: str, chooser: Chooser, until: Callable[[Data], bool]) -> None:
        """Answers all that is asked of me until the game stands as wanted, or asks others."""
        for _ in range(MOST):
            asked = self.asked(game)
            if not asked or until(self.view(game)):
                return
            options = self.get(f"/api/games/{game}/options")["options"][0]
            self.answer(game, options["power"], chooser(options))
        raise AssertionError(f"still asked after {MOST} answers")

    def pass_turn(self, game: str) -> None:
        """Does nothing for as long as it is asked."""
        self.play_on(game, nothing, lambda view: False)

    @staticmethod
    def _body(response: APIResponse) -> Any:
        assert response.ok, f"{response.status} {response.url}: {response.text()}"
        return response.json() if response.body() else None


def nothing(options: Data) -> Data | None:
    """Buys, moves and places nothing; in battles does what is proposed."""
    if options["purchase"] is not None:
        return {"type": "buy", "units": {}}
    if options["moving"] is not None:
        return {"type": "end"}
    return choose(options, Random(0))


def at_random(seed: int) -> Chooser:
    rng = Random(seed)
    return lambda options: choose(options, rng)
