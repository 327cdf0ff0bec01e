"""Whatever happens at one worker is told at the other."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random
from typing import Any

from tests.server.workers.conftest import Pair
from tools.driving.choosing import choose
from tools.driving.client import Data, Person, Refused
from tools.driving.watching import Watching, watching

RACES = 200


def test_decisions_and_who_is_there(pair: Pair) -> None:
    """A decision at one worker is pushed to whoever is connected to the other; so is presence."""

    async def scenario() -> None:
        async with pair.person() as (here, there), Person(pair.other.address) as stranger:
            powers = await here.powers("1941")
            game = await here.new_game(powers=powers)
            async with watching(there, game) as mine, watching(here, game) as also_mine:
                everybody = await also_mine.until("presence", lambda m: not m["spectators"])
                assert sorted(everybody["connected"]) == sorted(powers)
                for number in range(10):
                    at = (here, there)[number % 2]
                    done = await at.step(game, Random(number))
                    assert done is not None
                    for each in (mine, also_mine):
                        update = await each.until("update")
                        assert update["head"]["version"] == done["version"]
                        assert update["entries"] == done["entries"]
                async with watching(stranger, game):
                    for each in (mine, also_mine):
                        await each.until("presence", lambda m: m["spectators"] == 1)
                for each in (mine, also_mine):
                    await each.until("presence", lambda m: m["spectators"] == 0)
            games = [(await each.get(f"/api/games/{game}"))["game"] for each in (here, there)]
            assert games[0] == games[1]

    asyncio.run(scenario())


async def attempt(person: Person, game: str, power: str, version: int, answer: Any) -> int:
    try:
        await person.decide(game, power, version, [answer])
    except Refused as problem:
        if problem.code != "conflict":
            raise
        return 0
    return 1


def test_racing_answers(pair: Pair) -> None:
    """Answers to one question reach both workers at once: one of them counts, each time. Those
    who watch are told of all that counted, wherever they are connected."""

    async def scenario() -> None:
        rng, wins = Random("racing workers"), Counter[int]()
        async with pair.person() as people:
            game = await people[0].new_game(powers=await people[0].powers("1941"))
            async with watching(people[0], game) as one, watching(people[1], game) as other:
                for number in range(RACES):
                    asked = await people[number % 2].options(game)
                    if not asked["options"]:
                        break
                    options, version = rng.choice(asked["options"]), asked["version"]
                    power, answers = options["power"], [choose(options, rng) for _ in range(2)]
                    if None in answers:
                        await people[0].undo(game, power, version)
                        await told(version, one, other)
                        continue
                    order = rng.sample(range(2), 2)
                    won = await asyncio.gather(
                        *(attempt(people[at], game, power, version, answers[at]) for at in order)
                    )
                    assert sum(won) == 1, f"race {number}: {won}"
                    wins[order[won.index(1)]] += 1
                    await told(version, one, other)
            log = await people[0].log(game)
            assert log == await people[1].log(game)
            decisions = [entry for entry in log if entry["kind"] == "decision"]
            assert len(decisions) == sum(wins.values())
            rolls = [roll["index"] for entry in log for roll in entry["rolls"]]
            assert rolls == list(range(len(rolls)))
            assert min(wins.values()) > 0, f"only one worker ever won: {wins}"

    asyncio.run(scenario())


async def told(version: int, *everybody: Watching) -> None:
    for each in everybody:
        await each.until_version(version + 1)


def test_votes(pair: Pair) -> None:
    """A proposal made at one worker is voted on at the other."""

    async def scenario() -> None:
        async with Person(pair.one.address) as ann, Person(pair.other.address) as bob:
            game = await ann.new_game(powers=["germany", "japan"], others="open")
            for power in ("soviet-union", "united-kingdom", "united-states"):
                await bob.post(f"/api/games/{game}/seats/{power}", {"action": "take"})
            async with watching(ann, game) as at_anns, watching(bob, game) as at_bobs:
                body = {"kind": "draw", "power": "germany"}
                await ann.post(f"/api/games/{game}/proposals", body)
                update = await at_bobs.until("update", lambda m: bool(m["head"]["proposals"]))
                proposal = update["head"]["proposals"][0]
                assert proposal["waiting_for"]
                path = f"/api/games/{game}/proposals/{proposal['id']}"
                await bob.post(path, {"power": proposal["waiting_for"][0], "agree": True})
                over = await at_anns.until("update", lambda m: m["head"]["result"] is not None)
                assert over["head"]["ended_by"] == "agreement"

    asyncio.run(scenario())


def test_standing_orders(pair: Pair) -> None:
    """An order answers while its player is away, which includes: from the other worker."""

    async def scenario() -> None:
        async with Person(pair.one.address) as ann, Person(pair.other.address) as bob:
            game = await ann.new_game(powers=["soviet-union"], others="open")
            for power in ("germany", "united-kingdom", "japan", "united-states"):
                await bob.post(f"/api/games/{game}/seats/{power}", {"action": "take"})
            orders = {"casualties": "cheapest", "only_when_away": True}
            path = f"/api/games/{game}/seats/soviet-union/orders"
            assert (await ann.http.put(path, json=orders)).status_code == 200
            async with watching(bob, game) as at_bobs:
                async with watching(ann, game):
                    await at_bobs.until("presence", lambda m: "soviet-union" in m["connected"])
                    await until_soviet_losses(ann, bob, game)
                    asked_at = at_bobs.version
                    for _ in range(10):
                        asked = (await bob.get(f"/api/games/{game}"))["game"]["pending"]
                        assert [each["power"] for each in asked] == ["soviet-union"]
                answered = await at_bobs.until(
                    "update",
                    lambda m: any(entry["by"] == "standing order" for entry in m["entries"]),
                )
                assert answered["head"]["version"] > asked_at

    asyncio.run(scenario())


async def until_soviet_losses(ann: Person, bob: Person, game: str) -> None:
    """Germany goes for Caucasus; all else is at random, until Soviet units are hit."""
    units = {"infantry": 3, "tank": 2}
    move: Data = {"type": "move", "units": units, "path": ["ukraine", "caucasus"]}
    nothing: Data = {"type": "buy", "units": {}}
    end: Data = {"type": "end"}
    plan: dict[str, list[Data]] = {
        "soviet-union": [nothing, end, end],
        "germany": [nothing, move, end],
    }
    rng = Random("losses")
    while True:
        view = (await bob.get(f"/api/games/{game}"))["game"]
        asked = view["pending"][0]
        if (asked["power"], asked["kind"]) == ("soviet-union", "casualties"):
            return
        person = ann if asked["power"] == "soviet-union" else bob
        if plan.get(asked["power"]):
            answer = plan[asked["power"]].pop(0)
            await person.decide(game, asked["power"], view["version"], [answer])
        else:
            await person.step(game, rng)
