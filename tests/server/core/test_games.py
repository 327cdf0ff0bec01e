"""Games over HTTP: making, deciding, taking back, looking back, records."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.game.dice import Entropy, verify
from sandtable.game.dice.transcript import RollLog
from sandtable.game.game import Game
from sandtable.game.notation import format_position, read_record
from sandtable.game.recording import replay, write_record
from sandtable.players import registry
from tests.server.core.conftest import POWERS, Play
from tests.server.core.playing import next_answers
from tools.driving.choosing import choose

NOTHING = {"type": "buy", "units": []}
END = {"type": "end"}
ATTACK = {
    "type": "move",
    "units": [{"unit": "infantry", "count": 3}, {"unit": "tank", "count": 1}],
    "path": ["caucasus", "ukraine"],
}


def play_at_random(play: Play, game: str, decisions: int, seed: str) -> None:
    """Answers through the front door, as many as wanted or until the game is over."""
    rng = Random(seed)
    made = 0
    while made < decisions:
        table = play.server.hub._tables[game]
        if table.result is not None:
            return
        power, answers = next_answers(table, rng)
        for answer in answers:
            got = play.decide(game, table.version, power, answer)
            assert got.status_code == 200, got.text
            made += 1


def in_battle(play: Play) -> dict[str, Any]:
    """A game with dice on the table, in the middle of a battle; nobody knows how they fall, and
    they may end it at once."""
    for _ in range(20):
        game = play.new()
        for answer in (NOTHING, ATTACK, END):
            got = play.decide(game["id"], game["version"], "soviet-union", answer)
            assert got.status_code == 200, got.text
            game = play.get(game["id"])["game"]
        if game["battle"] is not None:
            return game
    raise AssertionError("no battle outlasts its first round")


class TestMaking:
    def test_seats(self, play: Play) -> None:
        wanted = [{"power": "germany", "kind": "me"}, {"power": "japan", "kind": "open"}]
        game = play.new(seats=wanted, title="  Sand  ", visibility="public")
        kinds = {seat["power"]: seat["kind"] for seat in game["seats"]}
        assert kinds["germany"] == "person"
        assert kinds["japan"] == "open"
        assert kinds["soviet-union"] == "computer"
        assert game["status"] == "waiting"
        assert game["title"] == "Sand"
        assert game["host"]["id"] == play.get(game["id"])["me"]["person"]["id"]

    @pytest.mark.parametrize(
        "wanted",
        [
            {"edition": "1942"},
            {"edition": "global1940"},
            {"options": {"weather": "rain"}},
            {"options": {"victory": "maybe"}},
            {"position": "not a position"},
            {"seats": [{"power": "atlantis", "kind": "me"}]},
            {"seats": [{"power": "germany", "kind": "computer", "level": "godlike"}]},
            {"seats": [{"power": "germany", "kind": kind} for kind in ("me", "computer")]},
            {"time": {"kind": "live"}},
            {"dice": "loaded"},
            {"secret": "00"},
        ],
    )
    def test_what_cannot_be(self, play: Play, wanted: dict[str, Any]) -> None:
        answer = play.browser.post("/api/games", {"edition": "1941"} | wanted)
        assert answer.status_code == 400, answer.text
        assert answer.json()["code"] == "malformed"
        assert play.browser.get("/api/games").json()["games"] == []

    def test_ids_cannot_be_guessed(self, play: Play) -> None:
        ids = {play.new()["id"] for _ in range(5)}
        assert len(ids) == 5
        assert all(len(found) >= 16 for found in ids)

    def test_so_many_and_no_more(self, play: Play) -> None:
        play.server.settings.max_games_per_person = 2
        play.new()
        play.new()
        assert play.browser.post("/api/games", {"edition": "1941"}).status_code == 429

    def test_from_a_position(self, play: Play) -> None:
        """A position that was shared is looked at, and played on from."""
        game = in_battle(play)
        shared = game["position"]
        seen = play.browser.post("/api/positions", {"edition": "1941", "position": shared})
        assert seen.status_code == 200, seen.text
        begun = play.new(position=seen.json()["position"])
        assert begun["position"] == seen.json()["position"]
        text = play.browser.get(f"/api/games/{begun['id']}/record").text
        assert format_position(
            replay(read_record(text)).edition, replay(read_record(text)).position
        )


class TestDeciding:
    def test_who_was_too_late(self, play_everywhere: Play) -> None:
        play = play_everywhere
        game = play.new()
        assert play.decide(game["id"], 1, "soviet-union", NOTHING).status_code == 200
        again = play.decide(game["id"], 1, "soviet-union", NOTHING)
        assert again.status_code == 409
        assert again.json()["code"] == "conflict"
        assert again.json()["version"] == 2
        log = play.get(f"{game['id']}/log")["entries"]
        assert [entry["line"] for entry in log] == [None, "soviet-union: buy nothing"]

    def test_nobody_answers_for_another(self, play: Play) -> None:
        game = play.new(seats=[{"power": "germany", "kind": "me"}, *open_seats("germany")])
        for browser in (play.browser, play.running.browser()):
            body = {"power": "soviet-union", "version": 1, "answers": [NOTHING]}
            answer = browser.post(f"/api/games/{game['id']}/decide", body)
            assert answer.status_code in (401, 403)
        assert play.get(game["id"])["game"]["version"] == 1

    def test_a_power_keeps_a_friend_out_while_it_is_not_on_turn(self, play: Play) -> None:
        game = play.new()
        for give, kept_out in ((False, ["united-states"]), (True, [])):
            answer = {"type": "consent", "to": "united-states", "give": give}
            got = play.decide(game["id"], game["version"], "united-kingdom", answer)
            assert got.status_code == 200, got.text
            game = play.get(game["id"])["game"]
            assert game["powers"]["united-kingdom"]["keeps_out"] == kept_out
            assert game["powers"]["united-states"]["keeps_out"] == []

    def test_undo(self, play: Play) -> None:
        game = play.new()
        play.decide(game["id"], 1, "soviet-union", NOTHING, ATTACK)
        body = {"power": "soviet-union", "version": 3}
        undone = play.browser.post(f"/api/games/{game['id']}/undo", body)
        assert undone.status_code == 200, undone.text
        assert undone.json()["entries"][0]["kind"] == "undo"
        body = {"power": "soviet-union", "version": 4, "to_version": 1}
        assert play.browser.post(f"/api/games/{game['id']}/undo", body).status_code == 200
        now = play.get(game["id"])["game"]
        assert now["spaces"] == game["spaces"]
        assert (now["version"], now["decisions"]) == (5, 0)

    def test_it_goes_on_in_the_middle_of_a_battle(self, play_everywhere: Play) -> None:
        play = play_everywhere
        game = in_battle(play)
        play.forget()
        again = play.get(game["id"])["game"]
        assert again == game
        asked = again["pending"][0]
        options = play.get(f"{game['id']}/options")["options"][0]
        answer = choose(options, Random("battle"))
        assert answer is not None
        got = play.decide(game["id"], game["version"], asked["power"], answer)
        assert got.status_code == 200, got.text


def open_seats(*but: str) -> list[dict[str, str]]:
    return [{"power": power, "kind": "open"} for power in POWERS if power not in but]


class TestLookingBack:
    def test_each_moment(self, play: Play) -> None:
        game = play.new()
        shown = [game["position"]]
        rng = Random("back")
        for _ in range(12):
            table = play.server.hub._tables[game["id"]]
            power, answers = next_answers(table, rng)
            assert play.decide(game["id"], table.version, power, answers[0]).status_code == 200
            shown.append(play.get(game["id"])["game"]["position"])
        for decisions, position in enumerate(shown):
            then = play.get(f"{game['id']}/at/{decisions}")
            assert (then["position"], then["decisions"]) == (position, decisions)
        assert play.browser.get(f"/api/games/{game['id']}/at/99").status_code == 404

    def test_the_log_in_pages(self, play: Play) -> None:
        game = play.new()["id"]
        play_at_random(play, game, 20, "pages")
        whole = play.get(f"{game}/log")
        after, found = 0, []
        while True:
            page = play.get(f"{game}/log?after={after}&limit=7")
            found += page["entries"]
            after += 7
            if not page["more"]:
                break
        assert found == whole["entries"]
        assert [entry["version"] for entry in found] == list(range(1, whole["version"] + 1))


class TestRecords:
    def test_out_and_in(self, play: Play) -> None:
        """A game goes out as a record and comes in again; its dice go on, and no roll is made
        twice. The second record replays as the first did."""
        first = play.new()["id"]
        play_at_random(play, first, 60, "record")
        text = play.browser.get(f"/api/games/{first}/record").text
        record = read_record(text)
        assert "DiceSecret" not in record.free_tags
        answer = play.browser.post("/api/games/import", {"record": text, "title": "Again"})
        assert answer.status_code == 201, answer.text
        second = answer.json()["game"]
        assert second["position"] == play.get(first)["game"]["position"]
        rolls = replay(record).rolls_made
        assert second["dice"]["rolls"] == rolls > 0
        play_at_random(play, second["id"], 30, "more")
        dice = play.get(f"{second['id']}/dice")
        assert [roll["index"] for roll in dice["rolls"]] == list(
            range(rolls, rolls + len(dice["rolls"]))
        )
        again = play.browser.get(f"/api/games/{second['id']}/record").text
        there = play.get(second["id"])["game"]
        game = replay(read_record(again))
        assert len(game.history) == there["decisions"]
        assert game.round == there["round"]

    @pytest.mark.parametrize("edition", ["1941", "revised", "lhtr"])
    def test_a_record_from_elsewhere(self, play: Play, edition: str) -> None:
        game = Game.new(edition, seed=7)
        rng = Random(edition)
        while len(game.history) < 40:
            decision = rng.choice(game.pending)
            for choice in registry.choose(
                game.state, decision, level="random", seed=str(rng.random())
            ):
                game.decide(decision.power, choice.answer)
        answer = play.browser.post("/api/games/import", {"record": write_record(game)})
        assert answer.status_code == 201, answer.text
        found = answer.json()["game"]
        assert found["decisions"] == len(game.history)
        assert found["dice"]["rolls"] == game.rolls_made
        text = play.browser.get(f"/api/games/{found['id']}/record").text
        assert [p.answer for p in read_record(text).plays] == [
            p.answer for p in read_record(write_record(game)).plays
        ]

    @pytest.mark.parametrize("text", ["", "x", '[Format "sandtable-record/1"]\n'])
    def test_what_is_no_record(self, play: Play, text: str) -> None:
        answer = play.browser.post("/api/games/import", {"record": text})
        assert answer.status_code == 400
        assert answer.json()["code"] == "malformed"


class TestDice:
    @pytest.mark.parametrize("kind", ["fair", "low-luck"])
    def test_to_the_end(self, play: Play, kind: str) -> None:
        """Texts are added, the game is played out, and everybody can check each roll."""
        game = play.new(dice=kind)
        for power in ("germany", "japan"):
            body = {"power": power, "text": f"by {power}"}
            assert play.browser.post(f"/api/games/{game['id']}/dice", body).status_code == 200
        play_at_random(play, game["id"], 150, kind)
        body = {"kind": "concede", "power": "germany"}
        answer = play.browser.post(f"/api/games/{game['id']}/proposals", body)
        assert answer.status_code == 200, answer.text
        over = play.get(game["id"])["game"]
        assert over["status"] == "finished"
        found = play.get(f"{game['id']}/dice")
        secret = bytes.fromhex(found["dice"]["secret"])
        entropies = [Entropy(**text) for text in found["dice"]["entropies"]]
        assert len(entropies) == 2
        rolls = [RollLog(roll["index"], tuple(roll["dice"])) for roll in found["rolls"]]
        assert rolls
        assert verify(game["dice"]["commitment"], secret, entropies, rolls) == []
        text = play.browser.get(f"/api/games/{game['id']}/record").text
        assert read_record(text).free_tags["DiceSecret"] == secret.hex()


class TestHidden:
    PATHS = ("", "/log", "/at/0", "/record", "/dice", "/options")

    def test_private_games(self, play: Play) -> None:
        """Strangers cannot tell a private game from none."""
        game = play.new(visibility="private")["id"]
        stranger = play.running.browser()
        stranger.post("/api/games", {"edition": "1941"})
        for path in self.PATHS:
            hidden = stranger.get(f"/api/games/{game}{path}")
            absent = stranger.get(f"/api/games/{'x' * len(game)}{path}")
            assert hidden.status_code == absent.status_code == 404
            assert hidden.json() == absent.json()
            assert play.browser.get(f"/api/games/{game}{path}").status_code == 200

    def test_lists(self, play: Play) -> None:
        for visibility in ("private", "link", "public"):
            play.new(visibility=visibility, title=visibility)
        mine = play.browser.get("/api/games?scope=mine").json()["games"]
        assert [found["title"] for found in mine] == ["public", "link", "private"]
        assert all(found["my_turn"] for found in mine)
        seen = play.running.browser().get("/api/games?scope=public").json()["games"]
        assert [found["title"] for found in seen] == ["public"]
        assert not seen[0]["my_turn"]


def test_a_broken_log_harms_nobody_else(play: Play) -> None:
    """A game whose log was damaged cannot be opened; the server goes on."""
    broken, sound = play.new()["id"], play.new()["id"]
    play.decide(broken, 1, "soviet-union", NOTHING)
    damage = (
        "UPDATE entries SET data = json_set(data, '$.answer', 'buy 99 tank') WHERE kind = 'decided'"
    )

    async def harm() -> None:
        from sqlalchemy import text

        async with play.server.engine.begin() as connection:
            await connection.execute(text(damage))

    play.running.run(harm())
    play.forget()
    answer = play.browser.get(f"/api/games/{broken}")
    assert answer.status_code == 500
    assert answer.json()["code"] == "failed"
    assert play.browser.get(f"/api/games/{sound}").status_code == 200
