"""Notices arrive once, at the right time, and only where they may go."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import pytest
from pydantic import SecretStr
from sqlalchemy import insert, update

from sandtable.server.correspondence import hooking
from sandtable.server.correspondence.delivery import Messenger
from sandtable.server.correspondence.hooking import Unwanted, public_address
from sandtable.server.correspondence.outbox import Outbox, Parcel
from sandtable.server.settings import Settings
from sandtable.server.store.tables_people import PersonRow
from sandtable.server.table.entries import Changed, Proposed, Times
from sandtable.server.table.hub import Hub
from sandtable.server.table.table import Table
from tests.server.correspondence.helping import Clock, a_hub, created, person
from tests.server.correspondence.receiving import mail_server, web_hook

THREE_DAYS = Times("correspondence", 3 * 86400)
SECRET = "a secret of hers"


async def add_person(hub: Hub, name: str, **other: Any) -> None:
    row = {"id": name, "name": name.title(), "name_key": name, "guest": False, "reminders": True}
    async with hub.store.engine.begin() as connection:
        await connection.execute(insert(PersonRow), [row | other])


class Post:
    """A messenger whose rounds the test makes, with a clock of its own."""

    def __init__(self, hub: Hub, clock: Clock, settings: Settings) -> None:
        self.hub, self.clock = hub, clock
        self.there: set[str] = set()
        self.messenger = Messenger(hub, settings, connected=self.connected, clock=clock)
        hub.after_append.append(self.messenger.heard)

    async def connected(self, game: str, who: str) -> bool:
        return who in self.there

    async def game(self, title: str = "Dinner", **seats: str) -> Table:
        powers = {name.replace("_", "-"): person(who) for name, who in seats.items()}
        return await self.hub.create(created(powers, THREE_DAYS, title=title))

    async def decide(self, game: Table, power: str, *lines: str) -> None:
        async with self.hub.open(game.id) as table:
            by = table.seats[power].person or "computer"
            for line in lines:
                await self.hub.append(table, table.decide(power, [line], by))

    async def round(self, *, everything: bool = False) -> None:
        await self.messenger.round(everything=everything)


@asynccontextmanager
async def post_office(
    url: str, monkeypatch: pytest.MonkeyPatch, smtp: str = "", private: bool = True
) -> AsyncIterator[Post]:
    clock = Clock(datetime(2026, 5, 1, 12, tzinfo=UTC))
    monkeypatch.setattr("sandtable.server.table.hub.now", clock)
    settings = Settings(
        smtp_url=SecretStr(smtp),
        mail_from="Sandtable <table@sand.example>",
        public_url="https://sand.example",
        webhook_private=private,
    )
    async with a_hub(url) as hub:
        yield Post(hub, clock, settings)


def test_a_mail_says_whose_turn_it_is_once(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        with mail_server() as box:
            async with post_office(database_url, monkeypatch, box.url) as post:
                await add_person(post.hub, "ann", email="ann@example.org")
                await add_person(post.hub, "bob", email="bob@example.org")
                game = await post.game(soviet_union="ann", germany="bob")
                await post.round()
                await post.round(everything=True)
                (mail,) = box.mails
                assert mail["To"] == "ann@example.org"
                assert mail["From"] == "Sandtable <table@sand.example>"
                assert mail["Subject"] == "It is your turn: Dinner"
                text = mail.get_content()
                assert f"https://sand.example/games/{game.id}" in text.splitlines()
                assert "as Soviet Union in round 1" in text
                assert "until 04 May 2026, 12:00 UTC" in text
                await post.decide(game, "soviet-union", "buy 2 infantry")
                await post.round()
                assert len(box.mails) == 1
                await post.decide(game, "soviet-union", "end", "end", "place 2 infantry: russia")
                await post.round()
                assert [mail["To"] for mail in box.mails[1:]] == ["bob@example.org"]
                assert len({mail["Message-ID"] for mail in box.mails}) == 2

    asyncio.run(play())


def test_nobody_is_told_while_they_are_there_or_want_no_reminders(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        with mail_server() as box:
            async with post_office(sqlite_url, monkeypatch, box.url) as post:
                await add_person(post.hub, "ann", email="ann@example.org")
                await add_person(post.hub, "bob", email="bob@example.org", reminders=False)
                post.there = {"ann"}
                await post.game(soviet_union="ann")
                await post.game(soviet_union="bob")
                await post.round()
                assert box.mails == []
                post.there = set()
                await post.round()
                assert [mail["To"] for mail in box.mails] == ["ann@example.org"]

    asyncio.run(play())


def test_games_without_correspondence_and_paused_ones_are_silent(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        with mail_server() as box:
            async with post_office(sqlite_url, monkeypatch, box.url) as post:
                await add_person(post.hub, "ann", email="ann@example.org")
                await post.hub.create(created({"soviet-union": person("ann")}))
                game = await post.game(soviet_union="ann")
                async with post.hub.open(game.id) as table:
                    await post.hub.append(table, [Changed("host", paused=True)])
                await post.round(everything=True)
                assert box.mails == []

    asyncio.run(play())


def test_a_clock_that_runs_low_and_a_proposal_are_told(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        with mail_server() as box:
            async with post_office(sqlite_url, monkeypatch, box.url) as post:
                await add_person(post.hub, "ann", email="ann@example.org")
                await add_person(post.hub, "bob", email="bob@example.org")
                game = await post.game(soviet_union="ann", germany="bob")
                await post.round()
                post.clock.pass_(2 * 86400)
                await post.round()
                assert len(box.mails) == 1
                post.clock.pass_(0.5 * 86400)
                await post.round()
                await post.round()
                assert [mail["Subject"] for mail in box.mails[1:]] == [
                    "Your clock is running low: Dinner"
                ]
                async with post.hub.open(game.id) as table:
                    await post.hub.append(table, [Proposed("p", "draw", "soviet-union", "ann")])
                await post.round()
                await post.round()
                assert [(mail["To"], mail["Subject"]) for mail in box.mails[2:]] == [
                    ("bob@example.org", "A proposal waits for your vote: Dinner")
                ]

    asyncio.run(play())


def test_a_title_cannot_smuggle_lines_into_a_mail(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        with mail_server() as box:
            async with post_office(sqlite_url, monkeypatch, box.url) as post:
                await add_person(post.hub, "ann", email="ann@example.org")
                await post.game("Ha\r\nBcc: all@example.org", soviet_union="ann")
                await post.round()
                (mail,) = box.mails
                assert mail["Subject"] == "It is your turn: Ha Bcc: all@example.org"
                assert mail["Bcc"] is None

    asyncio.run(play())


def test_a_mail_that_is_not_taken_is_sent_again_later(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        with mail_server() as box:
            box.refusals = 1
            async with post_office(sqlite_url, monkeypatch, box.url) as post:
                await add_person(post.hub, "ann", email="ann@example.org")
                await post.game(soviet_union="ann")
                await post.round()
                post.clock.pass_(30)
                await post.round()
                assert box.mails == []
                post.clock.pass_(40)
                await post.round()
                await post.round()
                assert len(box.mails) == 1

    asyncio.run(play())


def test_what_a_dying_server_was_sending_is_sent_again_with_the_same_id(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        with mail_server() as box:
            async with post_office(sqlite_url, monkeypatch, box.url) as post:
                await add_person(post.hub, "ann", email="ann@example.org")
                game = await post.game(soviet_union="ann")
                await post.messenger.look_at(game.id)
                taken = await post.messenger.outbox.take(post.clock())
                mail = next(parcel for parcel in taken if parcel.channel == "mail")
                await post.messenger._send(mail)
                await post.round()
                assert len(box.mails) == 1
                post.clock.pass_(121)
                await post.round()
                first, second = box.mails
                assert first["Message-ID"] == second["Message-ID"]
                post.clock.pass_(10_000)
                await post.round()
                assert len(box.mails) == 2

    asyncio.run(play())


def test_two_workers_never_take_the_same_notice(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with post_office(database_url, monkeypatch) as post:
            for number in range(8):
                game = await post.game(soviet_union=f"p{number}")
                await post.messenger.look_at(game.id)
            boxes = [Outbox(post.hub.store.engine) for _ in range(3)]
            taken = await asyncio.gather(*(box.take(post.clock()) for box in boxes))
            ids = [parcel.id for found in taken for parcel in found]
            assert len(ids) == len(set(ids)) == 8

    asyncio.run(play())


def test_a_web_hook_is_signed(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with web_hook() as hook, post_office(sqlite_url, monkeypatch) as post:
            await add_person(post.hub, "ann", webhook=hook.url, webhook_secret=SECRET)
            game = await post.game(soviet_union="ann")
            await post.round()
            ((headers, body),) = hook.requests
            stamp = headers["x-sandtable-timestamp"]
            made = hmac.new(SECRET.encode(), stamp.encode() + b"." + body, hashlib.sha256)
            assert headers["x-sandtable-signature"] == "sha256=" + made.hexdigest()
            assert headers["host"] == hook.url.split("/")[2]
            told = json.loads(body)
            assert told["id"] == headers["x-sandtable-id"]
            assert told["game"] == game.id
            assert told["kind"] == "asked"
            assert told["power"] == "soviet-union"
            assert told["link"] == f"https://sand.example/games/{game.id}"

    asyncio.run(play())


def test_a_hook_that_fails_is_called_again_ever_later_and_given_up(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with web_hook() as hook, post_office(sqlite_url, monkeypatch) as post:
            hook.status = "500 No"
            await add_person(post.hub, "ann", webhook=hook.url, webhook_secret=SECRET)
            await post.game(soviet_union="ann")
            calls = []
            for _ in range(9):
                await post.round()
                calls.append(len(hook.requests))
                post.clock.pass_(60 if len(calls) < 2 else 86_400)
            kinds = [json.loads(body)["kind"] for _, body in hook.requests]
            assert calls[:2] == [1, 2]
            assert kinds.count("asked") == 8

    asyncio.run(play())


def test_a_hook_that_is_gone_is_not_called_again_and_no_redirect_is_followed(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with (
            web_hook() as hook,
            web_hook() as elsewhere,
            post_office(sqlite_url, monkeypatch) as post,
        ):
            hook.status = "302 Found"
            hook.location = elsewhere.url
            await add_person(post.hub, "ann", webhook=hook.url, webhook_secret=SECRET)
            await post.game(soviet_union="ann")
            await post.round()
            assert elsewhere.requests == []
            hook.status = "410 Gone"
            post.clock.pass_(61)
            await post.round()
            post.clock.pass_(3600)
            await post.round()
            assert len(hook.requests) == 2

    asyncio.run(play())


def test_private_addresses_are_not_called(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with web_hook() as hook, post_office(sqlite_url, monkeypatch, private=False) as post:
            await add_person(post.hub, "ann", webhook=hook.url, webhook_secret=SECRET)
            await post.game(soviet_union="ann")
            await post.round()
            name = hook.url.replace("127.0.0.1", "localhost")
            async with post.hub.store.engine.begin() as connection:
                await connection.execute(update(PersonRow).values(webhook=name))
            await post.game(soviet_union="ann")
            await post.round()
            assert hook.requests == []

    asyncio.run(play())


@pytest.mark.parametrize(
    "address",
    ["10.1.2.3", "192.168.0.1", "169.254.169.254", "::1", "fd00::1", "0.0.0.0", "100.64.0.1",
     "::ffff:127.0.0.1", "224.0.0.1", "fe80::1"],
)  # fmt: skip
def test_what_counts_as_private(address: str) -> None:
    with pytest.raises(Unwanted):
        asyncio.run(public_address(address, 80, private=False))


def test_a_name_with_one_private_address_is_not_called(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async def both(host: str, port: int, **_: Any) -> list[Any]:
            return [(2, 1, 6, "", ("93.184.216.34", port)), (2, 1, 6, "", ("127.0.0.1", port))]

        loop = asyncio.get_running_loop()
        monkeypatch.setattr(loop, "getaddrinfo", both)
        with pytest.raises(Unwanted):
            await public_address("trick.example", 443, private=False)

    asyncio.run(play())


def test_public_addresses_are_called() -> None:
    assert asyncio.run(public_address("93.184.216.34", 443, private=False)) == "93.184.216.34"


def test_hooks_with_odd_addresses_are_refused() -> None:
    parcel = Parcel("id", "ann", "hook", "g", "", "", {}, 0)
    for url in ("ftp://example.org/", "http://user:pw@example.org/", "file:///etc/passwd"):
        with pytest.raises(Unwanted):
            asyncio.run(hooking.call_hook(url, SECRET, parcel, "", datetime.now(UTC), private=True))
