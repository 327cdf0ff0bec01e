"""Players at the seats of a server, over the network."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from sandtable.game.answers import Answer, Buy
from sandtable.players import Decision, View, make_player
from sandtable.players.interface import Given
from sandtable.players.remote import AGAIN, PlayerFailed, RemoteError, Unreachable, play_seat
from tools.driving.serving import Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(f"sqlite+aiosqlite:///{tmp_path / 'games.db'}", tmp_path / "log") as running:
        yield running


def token_of(http: httpx.Client, name: str) -> str:
    made = http.post("/api/me/sign-up", json={"name": name, "password": "a long password"})
    assert made.status_code < 300, made.text
    return str(http.post("/api/me/tokens", json={"name": "bot"}).json()["token"])


def test_two_bots_play_a_game_over_the_network(server: Server) -> None:
    headers = {"Origin": server.address, "X-Requested-With": "test"}
    with (
        httpx.Client(base_url=server.address, headers=headers) as ann,
        httpx.Client(base_url=server.address, headers=headers) as bob,
    ):
        first, second = token_of(ann, "Ann"), token_of(bob, "Bob")
        axis, allies = ("germany", "japan"), ("soviet-union", "united-kingdom", "united-states")
        seats = [
            *({"power": power, "kind": "me"} for power in axis),
            *({"power": power, "kind": "open"} for power in allies),
        ]
        answer = ann.post("/api/games", json={"edition": "1941", "seats": seats})
        game = answer.json()["game"]["id"]

        async def play() -> None:
            one = play_seat(server.address, game, first, make_player("random", "a"), decisions=60)
            other = play_seat(
                server.address, game, second, make_player("random", "b"), take=allies, decisions=60
            )
            done, waiting = await asyncio.wait(
                [asyncio.create_task(one), asyncio.create_task(other)],
                return_when=asyncio.FIRST_COMPLETED,
                timeout=90,
            )
            for task in waiting:
                task.cancel()
            assert [task.result() for task in done] == [60]

        asyncio.run(play())
        head = ann.get(f"/api/games/{game}").json()["game"]
        assert head["decisions"] > 60
        who = {e["by"] for e in ann.get(f"/api/games/{game}/log").json()["entries"] if e["line"]}
        assert who == {"Ann", "Bob"}


def test_a_bot_without_rights_is_told_so(server: Server) -> None:
    with pytest.raises(RemoteError):
        asyncio.run(play_seat(server.address, "A" * 16, "sandtable_no", make_player("random")))


class Does:
    """Answers by a function of its own and counts; the random player does the rest."""

    def __init__(self, idea: Callable[[View, Decision], Answer | str | None] | None = None) -> None:
        self.idea, self.asked = idea or (lambda view, decision: None), 0
        self.helper = make_player("random", "h")

    def decide(self, view: View, decision: Decision) -> Given:
        self.asked += 1
        return self.idea(view, decision) or self.helper.decide(view, decision)


def a_game(http: httpx.Client, **kinds: str) -> str:
    """A new game; the seats that are not named are the caller's."""
    powers = ("soviet-union", "germany", "united-kingdom", "japan", "united-states")
    seats = [{"power": p, "kind": kinds.get(p.replace("-", "_"), "me")} for p in powers]
    made = http.post("/api/games", json={"edition": "1941", "seats": seats})
    return str(made.json()["game"]["id"])


def a_person(server: Server) -> httpx.Client:
    headers = {"Origin": server.address, "X-Requested-With": "test"}
    return httpx.Client(base_url=server.address, headers=headers)


def kinds_of(http: httpx.Client, game: str) -> list[str]:
    return [each["kind"] for each in http.get(f"/api/games/{game}/log").json()["entries"]]


@pytest.mark.parametrize("end", [Server.kill, Server.stop])
def test_a_bot_that_plays_comes_back_after_the_server_does(
    server: Server, end: Callable[[Server], None], caplog: pytest.LogCaptureFixture
) -> None:
    def restarts(view: View, decision: Decision) -> None:
        if player.asked == 5:
            end(server)
            server.start()

    player = Does(restarts)
    with a_person(server) as ann:
        token, game = token_of(ann, "Ann"), a_game(ann)
    made = asyncio.run(play_seat(server.address, game, token, player, decisions=8, waits=[0.1] * 9))
    assert made == 8
    assert "trying again" in caplog.text


def test_a_bot_that_waits_comes_back_after_the_server_does(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    with a_person(server) as ann, a_person(server) as bob:
        first, second = token_of(ann, "Ann"), token_of(bob, "Bob")
        game = a_game(ann, germany="open")
        bob.post(f"/api/games/{game}/seats/germany", json={"action": "take"})

    async def turn_of(power: str) -> None:
        async with httpx.AsyncClient(headers={"Authorization": f"Bearer {first}"}) as http:
            while True:
                found = await http.get(f"{server.address}/api/games/{game}")
                if found.json()["game"]["turn"] == power:
                    return
                await asyncio.sleep(0.05)

    async def play() -> None:
        waits = [0.1] * 600
        player = Does()
        one = asyncio.create_task(play_seat(server.address, game, first, player, waits=waits))
        await turn_of("germany")
        await asyncio.to_thread(server.kill)
        while "trying again" not in caplog.text:
            await asyncio.sleep(0.05)
        await asyncio.to_thread(server.start)
        before = player.asked
        other = asyncio.create_task(play_seat(server.address, game, second, Does()))
        while player.asked == before and not one.done() and not other.done():
            await asyncio.sleep(0.05)
        assert not one.done()
        for task in (one, other):
            task.cancel()

    asyncio.run(asyncio.wait_for(play(), 60))


def test_a_server_that_stays_away_is_given_up(server: Server) -> None:
    with a_person(server) as ann:
        token, game = token_of(ann, "Ann"), a_game(ann)
    player = Does(lambda view, decision: server.kill())
    with pytest.raises(Unreachable, match="cannot be reached"):
        asyncio.run(play_seat(server.address, game, token, player, waits=[0.01, 0.01]))


def test_a_bot_without_a_seat_is_told_so(server: Server) -> None:
    with a_person(server) as ann, a_person(server) as bob:
        token_of(ann, "Ann")
        token, game = token_of(bob, "Bob"), a_game(ann, germany="open")
        with pytest.raises(RemoteError, match="no seat"):
            asyncio.run(play_seat(server.address, game, token, Does(), decisions=1))


def test_orders_that_lead_nowhere_are_taken_back(server: Server) -> None:
    """The player gives two orders, fails at the third, and does better when it is asked again."""
    orders = ["buy 2 infantry", *["move 1 infantry: caucasus > ukraine"] * 2]

    def fails_once(view: View, decision: Decision) -> str | None:
        if player.asked == 4:
            raise ValueError("no way on")
        return orders[player.asked - 1] if player.asked < 4 else None

    player = Does(fails_once)
    with a_person(server) as ann:
        token, game = token_of(ann, "Ann"), a_game(ann)
        asyncio.run(play_seat(server.address, game, token, player, decisions=6))
        kinds = kinds_of(ann, game)
    decided = ["decision"] * 3
    assert kinds[-8:] == [*decided, "undo", "undo", *decided]


@pytest.mark.parametrize(
    ("then", "why"),
    [
        ("buy 2 infantry", "not accepted: The Purchase Units phase is over"),
        (Buy(None), "TypeError"),  # type: ignore[arg-type]
        (4, "neither an answer nor a line of one: int"),
    ],
)
def test_a_player_that_fails_again_and_again_is_given_up(
    server: Server, then: Any, why: str
) -> None:
    def fails(view: View, decision: Decision) -> Any:
        if decision.kind == "purchase":
            return "buy nothing"
        return then if player.asked % 2 else "move 1 infantry: caucasus > ukraine"

    player = Does(fails)

    with a_person(server) as ann:
        token, game = token_of(ann, "Ann"), a_game(ann)
        with pytest.raises(PlayerFailed, match=why):
            asyncio.run(play_seat(server.address, game, token, player))
        assert kinds_of(ann, game).count("undo") == AGAIN


@pytest.mark.parametrize("error", [SystemExit, KeyboardInterrupt])
def test_a_player_that_would_end_the_program_has_failed(
    server: Server, error: type[BaseException]
) -> None:
    def ends(view: View, decision: Decision) -> None:
        raise error(3)

    with a_person(server) as ann:
        token, game = token_of(ann, "Ann"), a_game(ann)
        with pytest.raises(PlayerFailed, match=rf"failed: {error.__name__} at test_bots.py:\d+: 3"):
            asyncio.run(play_seat(server.address, game, token, Does(ends)))


def test_a_bot_is_stopped_while_its_player_thinks(server: Server) -> None:
    woken, thought = threading.Event(), threading.Event()

    def thinks(view: View, decision: Decision) -> None:
        woken.wait(30)
        thought.set()

    player = Does(thinks)

    async def play(token: str, game: str) -> None:
        playing = asyncio.create_task(play_seat(server.address, game, token, player))
        while not player.asked:
            await asyncio.sleep(0.01)
        playing.cancel()
        await asyncio.wait([playing])

    with a_person(server) as ann:
        asyncio.run(play(token_of(ann, "Ann"), a_game(ann)))
    assert not thought.is_set()
    woken.set()


def test_an_address_without_games(server: Server) -> None:
    where = f"{server.address}/elsewhere"
    with pytest.raises(RemoteError, match="there are no games at"):
        asyncio.run(play_seat(where, "A" * 16, "sandtable_no", make_player("random")))
