"""The runner plays what nobody is there to play, and nothing twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime, timedelta

import pytest

import sandtable
from sandtable.game.notation import format_answer
from sandtable.game.state import Decision
from sandtable.players import registry
from sandtable.players.interface import Mind, Plan, View
from sandtable.server.correspondence import due
from sandtable.server.correspondence.due import Asked
from sandtable.server.correspondence.leases import Leases
from sandtable.server.correspondence.orders import OrdersStore
from sandtable.server.correspondence.runner import Connected, Runner, nobody_connected, taken_back
from sandtable.server.schemas.games import StandingOrders
from sandtable.server.store.base import now
from sandtable.server.table.entries import (
    COMPUTER,
    STANDING_ORDER,
    Changed,
    Decided,
    Seat,
    SeatChanged,
    Times,
    Undone,
)
from sandtable.server.table.hub import Change, Hub
from sandtable.server.table.table import Table
from tests.server.correspondence.helping import (
    POWERS,
    SECRET,
    Clock,
    a_hub,
    created,
    do,
    person,
    table_of,
)


@asynccontextmanager
async def running(
    hub: Hub,
    leases: Leases | None = None,
    connected: Connected = nobody_connected,
    clock: Callable[[], datetime] = now,
) -> AsyncIterator[Runner]:
    runner = Runner(
        hub, OrdersStore(hub.store.engine), leases, connected=connected, clock=clock, tick=0.05
    )
    await runner.start()
    try:
        yield runner
    finally:
        await runner.stop()


async def until(hub: Hub, game_id: str, wanted: Callable[[Table], bool]) -> Table:
    """Wait until a game has come so far."""
    news = asyncio.Event()

    def heard(change: Change) -> None:
        news.set()

    hub.after_append.append(heard)
    try:
        async with asyncio.timeout(60):
            while True:
                news.clear()
                async with hub.open(game_id) as table:
                    if wanted(table):
                        return table
                try:
                    await asyncio.wait_for(news.wait(), 0.2)
                except TimeoutError:
                    continue
    finally:
        hub.after_append.remove(heard)


async def captains_turn(url: str) -> None:
    """A captain plays a first turn, until a person is asked."""
    async with a_hub(url) as hub, running(hub):
        seats = {"soviet-union": Seat("computer", None, "captain"), "germany": person("ann")}
        game = await hub.create(created(seats))
        await until(hub, game.id, lambda t: "germany" in t.asked)


def british(table: Table) -> bool:
    return ("united-kingdom", COMPUTER) in deciders(table)


def deciders(table: Table) -> list[tuple[str, str]]:
    return [(i.entry.power, i.entry.by) for i in table.items if isinstance(i.entry, Decided)]


def test_computers_play_until_a_person_is_asked(database_url: str) -> None:
    async def play() -> None:
        async with a_hub(database_url) as hub, running(hub):
            game = await hub.create(created({"japan": person("ann")}))
            table = await until(hub, game.id, lambda t: "japan" in t.asked)
            assert {by for _, by in deciders(table)} == {COMPUTER}
            # Japan may be asked in another's turn, for its losses. All up to that turn have played.
            powers = [power.id for power in table.edition.powers]
            turns = set(powers[: powers.index(table.game.turn) + 1]) - {"japan"}
            assert {power for power, _ in deciders(table)} >= turns
            assert "japan" not in {power for power, _ in deciders(table)}

    asyncio.run(play())


def test_games_begun_without_a_runner_go_on_when_one_starts(sqlite_url: str) -> None:
    async def play() -> None:
        async with a_hub(sqlite_url) as hub:
            game = await hub.create(created({"germany": person("ann")}))
            async with running(hub):
                await until(hub, game.id, lambda t: "germany" in t.asked)

    asyncio.run(play())


def test_computers_wait_for_open_seats_and_for_the_end_of_a_pause(sqlite_url: str) -> None:
    async def play() -> None:
        async with a_hub(sqlite_url) as hub, running(hub) as runner:
            game = await hub.create(created({"germany": Seat("open")}))
            runner.look_at(game.id)
            await runner.idle()
            async with hub.open(game.id) as table:
                assert deciders(table) == []
                await hub.append(table, [Changed("host", paused=True)])
                await hub.append(table, [SeatChanged("germany", person("ann"), "ann")])
            runner.look_at(game.id)
            await runner.idle()
            async with hub.open(game.id) as table:
                assert deciders(table) == []
                await hub.append(table, [Changed("host", paused=False)])
            await until(hub, game.id, lambda t: "germany" in t.asked)

    asyncio.run(play())


def test_several_games_come_on_together(sqlite_url: str) -> None:
    async def play() -> None:
        async with a_hub(sqlite_url) as hub, running(hub):
            seats = dict.fromkeys(POWERS, Seat("computer", None, "random"))
            games = [await hub.create(created(seats)) for _ in range(6)]
            for game in games:
                await until(hub, game.id, lambda t: t.game.round >= 2)
            rounds = []
            for game in games:
                async with hub.open(game.id) as table:
                    rounds.append(table.game.round)
            assert max(rounds) - min(rounds) <= 4

    asyncio.run(play())


def test_two_workers_on_one_database_decide_nothing_twice(database_url: str) -> None:
    """Both run the same game without knowing of each other; the log stays one that replays."""

    async def play() -> None:
        async with a_hub(database_url) as one, a_hub(database_url) as other:
            game = await one.create(created({"japan": person("ann")}))
            async with running(one), running(other):
                await until(one, game.id, lambda t: "japan" in t.asked)
        async with a_hub(database_url) as fresh, fresh.open(game.id) as table:
            assert "japan" in table.asked
            assert [item.version for item in table.items] == list(range(1, table.version + 1))

    asyncio.run(play())


def test_a_lease_keeps_others_away_until_it_expires(database_url: str) -> None:
    async def play() -> None:
        clock = Clock()
        async with a_hub(database_url) as hub:
            engine = hub.store.engine
            one, other = Leases(engine, clock=clock), Leases(engine, clock=clock)
            assert await one.take("g")
            assert not await other.take("g")
            clock.pass_(20)
            assert await one.take("g")
            clock.pass_(29)
            assert not await other.take("g")
            clock.pass_(2)
            assert await other.take("g")
            assert not await one.take("g")
            await other.release("g")
            assert await one.take("g")

    asyncio.run(play())


def test_workers_with_leases_hand_a_game_to_each_other(database_url: str) -> None:
    """Whoever hears of a person's answer goes on at once, though another did before."""

    async def play() -> None:
        async with a_hub(database_url) as one, a_hub(database_url) as other:
            leases = [Leases(hub.store.engine, seconds=3600) for hub in (one, other)]
            async with running(one, leases[0]), running(other, leases[1]):
                game = await one.create(created({"germany": person("ann")}))
                await until(one, game.id, lambda t: "germany" in t.asked)
                while True:
                    table = await until(
                        other, game.id, lambda t: "germany" in t.asked or british(t)
                    )
                    if british(table):
                        break
                    async with other.open(game.id) as table:
                        power = table.edition.power_index["germany"]
                        asked = next(d for d in table.game.pending if d.power == power)
                        plan = registry.choose(table.game.state, asked, level="random")
                        lines = [format_answer(table.edition, choice.answer) for choice in plan]
                        await other.append(table, table.decide("germany", lines, "ann"))

    asyncio.run(play())


def test_a_player_who_failed_is_helped_out(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(view: View, asked: Decision, mind: Mind) -> Plan:
        raise ValueError("out of ideas")

    broken = registry.LEVELS["captain"]._replace(plan=fails)
    monkeypatch.setitem(registry.LEVELS, "captain", broken)

    asyncio.run(captains_turn(sqlite_url))


def test_a_phase_goes_on_when_guns_have_fired_at_a_plane_on_its_way() -> None:
    game = sandtable.new_game("revised", seed=1)
    germany = game.edition.power_index["germany"]
    while (asked := game.pending[0]) != (germany, "noncombat-move", -1):
        game.decide(asked.power, "buy nothing" if asked.kind == "purchase" else "end")
        assert not due.goes_on(game, game.pending[0])
    game.play("germany: move 1 fighter: germany > eastern-europe")
    assert not due.goes_on(game, asked)
    over_guns = "germany > eastern-europe > ukraine-ssr > caucasus > ukraine-ssr"
    game.play(f"germany: move 1 bomber: {over_guns}")
    assert asked in game.pending
    assert due.goes_on(game, asked)


@pytest.mark.parametrize(("goes_on", "wanted"), [(False, 2.0), (True, 0.1)])
def test_a_computer_thinks_quickly_where_a_phase_goes_on(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, goes_on: bool, wanted: float
) -> None:
    given = []

    def thinks(view: View, asked: Decision, mind: Mind) -> Plan:
        given.append(mind.budget.seconds)
        return registry.LEVELS["random"].plan(view, asked, mind)

    level = registry.LEVELS["captain"]._replace(plan=thinks, seconds=2.0)
    monkeypatch.setitem(registry.LEVELS, "captain", level)
    monkeypatch.setattr(due, "goes_on", lambda game, asked: goes_on)

    asyncio.run(captains_turn(sqlite_url))
    assert {*given} == {wanted}


def test_moves_that_lead_nowhere_are_taken_back() -> None:
    table = table_of({"soviet-union": person("ann")})
    do(table, "soviet-union", "buy 2 infantry")
    do(table, "soviet-union", "move 1 infantry: archangel > west-russia")
    table.apply(SeatChanged("soviet-union", Seat("computer"), "host"), table.changed)
    (asked,) = [Asked("soviet-union", found) for found in table.game.pending]
    assert taken_back(table, asked) == [Undone(to=1, power="soviet-union", by=COMPUTER)]


def test_the_computer_takes_the_seat_of_who_is_out_of_time(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr("sandtable.server.table.hub.now", clock)

    async def play() -> None:
        async with a_hub(sqlite_url) as hub, running(hub, clock=clock):
            times = Times("correspondence", 3600)
            game = await hub.create(
                created({"soviet-union": person("ann"), "germany": person("bob")}, times)
            )
            clock.pass_(3500)
            table = await until(hub, game.id, lambda t: True)
            assert table.seats["soviet-union"].kind == "person"
            clock.pass_(200)
            table = await until(hub, game.id, lambda t: "germany" in t.asked)
            assert table.seats["soviet-union"].kind == "computer"
            assert table.seats["germany"].kind == "person"
            assert table.clocks.seconds("germany", table.changed) == pytest.approx(3600, abs=5)

    asyncio.run(play())


def test_a_standing_order_answers_while_its_player_is_away(sqlite_url: str) -> None:
    """Germany attacks Caucasus and hits; the defender, who is there at first, has an order."""
    attack = (
        "buy nothing",
        "move 3 infantry: ukraine > caucasus",
        "move 2 tank: ukraine > caucasus",
        "end",
    )

    async def play() -> None:
        there = {"ann": True, "bob": True}
        asked_about: list[str] = []

        async def connected(game: str, who: str) -> bool:
            asked_about.append(who)
            return there[who]

        async with a_hub(sqlite_url) as hub:
            seats = {"soviet-union": person("ann"), "germany": person("bob")}
            game = await hub.create(created(seats), secret=SECRET)
            orders = StandingOrders(casualties="cheapest")
            await OrdersStore(hub.store.engine).put(game.id, "soviet-union", "ann", orders)
            async with running(hub, connected=connected) as runner:
                async with hub.open(game.id) as table:
                    for line in ("buy nothing", "end", "end"):
                        await hub.append(table, table.decide("soviet-union", [line], "ann"))
                    await hub.append(table, table.decide("germany", attack, "bob"))
                    assert [found.kind for found in table.game.pending] == ["casualties"]
                runner.look_at(game.id)
                await runner.idle()
                async with hub.open(game.id) as table:
                    assert ("soviet-union", STANDING_ORDER) not in deciders(table)
                    assert "ann" in asked_about
                there["ann"] = False
                table = await until(
                    hub, game.id, lambda t: ("soviet-union", STANDING_ORDER) in deciders(t)
                )
                answers = [i.entry for i in table.items if isinstance(i.entry, Decided)]
                given = next(entry for entry in answers if entry.by == STANDING_ORDER)
                assert "infantry" in given.answer
                assert "tank" not in given.answer

    asyncio.run(play())


def test_orders_are_private_to_whoever_has_the_seat(sqlite_url: str) -> None:
    async def play() -> None:
        async with a_hub(sqlite_url) as hub:
            store = OrdersStore(hub.store.engine)
            game = await hub.create(created({"germany": person("ann")}))
            orders = StandingOrders(retreat="never")
            await store.put(game.id, "germany", "ann", orders)
            assert await store.of_person(game.id, "ann") == {"germany": orders}
            assert await store.of_person(game.id, "bob") == {}
            assert await store.of_table(game) == {"germany": orders}
            game.apply(
                SeatChanged("germany", person("bob"), "bob"), game.changed + timedelta(seconds=1)
            )
            assert await store.of_table(game) == {}
            await store.hand_over("ann", "anna")
            assert await store.of_person(game.id, "anna") == {"germany": orders}
            await store.put(game.id, "germany", "bob", StandingOrders())
            assert await store.of_person(game.id, "anna") == {}

    asyncio.run(play())
