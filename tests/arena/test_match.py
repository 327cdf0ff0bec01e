"""Matches between computer players: games, faults, results that survive."""

from __future__ import annotations

import contextlib
import sys
import time
import types
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import pytest

from sandtable.arena import crew, playing
from sandtable.arena.contestants import contestant
from sandtable.arena.measure import shares
from sandtable.arena.settings import Settings, jobs
from sandtable.game.answers import Answer, Consent, Fight
from sandtable.game.game import Game
from sandtable.game.notation.record import read_record
from sandtable.game.recording import replay
from sandtable.players.interface import Decision, View
from sandtable.players.registry import UnknownPlayer

RANDOM = Settings("1941", ("random", "random#2"), rounds=2)


class Made:
    def __init__(self, seed: str, seconds: float | None) -> None:
        self.seed = seed


class Failing(Made):
    def decide(self, view: View, decision: Decision) -> Answer:
        raise RuntimeError("thought too hard")


class Cheating(Made):
    def decide(self, view: View, decision: Decision) -> Answer:
        return Fight(0)


class Slow(Made):
    def decide(self, view: View, decision: Decision) -> str:
        with contextlib.suppress(Exception):
            time.sleep(30)
        return "end"


class Idle(Made):
    """Withholds its consent and gives it again, and never gets on."""

    def decide(self, view: View, decision: Decision) -> Answer:
        friend = view.edition.friends[decision.power][0]
        return Consent(friend, bool(view.state.withheld))


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players of these tests, as a module that can be named."""
    module = types.ModuleType("own_players")
    module.__spec__ = ModuleSpec("own_players", None)
    for player in (Failing, Cheating, Slow, Idle):
        setattr(module, player.__name__, player)
    monkeypatch.setitem(sys.modules, "own_players", module)


def told(result: playing.Result) -> dict[str, Any]:
    """A result without the times, which differ."""
    return {key: value for key, value in result.items() if key not in ("wall", "cpu")}


def test_pairs_play_both_sides_with_the_same_dice() -> None:
    found = list(jobs(Settings("revised", ("a", "b", "c")), 4))
    assert len(found) == 12
    of_one = [job for job in found if job.pair == ("a", "c")]
    assert [job.first_side for job in of_one] == [0, 1, 0, 1]
    assert [job.seed for job in of_one] == ["1/0", "1/0", "1/1", "1/1"]


def test_a_game_is_the_same_each_time_and_its_record_replays() -> None:
    job = next(jobs(RANDOM, 1))
    done, again = playing.play(job, RANDOM), playing.play(job, RANDOM)
    assert told(done.result) == told(again.result)
    assert done.record is not None
    assert done.record == again.record
    game = replay(read_record(done.record))
    assert len(game.history) == done.result["decisions"]
    at = game.edition.sides.index("axis")
    assert done.result["shares"]["axis"][1] == pytest.approx(shares(game.state)[at], abs=1e-3)


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize(
    ("player", "kind"),
    [("Failing", "failed"), ("Cheating", "refused"), ("Slow", "stalled"), ("Idle", "stalled")],
)
def test_a_player_at_fault_loses_the_game(player: str, kind: str) -> None:
    name = f"own_players:{player}"
    given = Settings("1941", ("random", name), rounds=2, patience=0.2)
    for job in jobs(given, 2):
        result = playing.play(job, given).result
        assert (result["winner"], result["how"]) == ("random", "forfeit")
        assert result["fault"]["player"] == name
        assert result["fault"]["kind"] == kind


@pytest.mark.parametrize("name", ["captian", "no_such_module:plan", "sandtable.players:nothing"])
def test_unknown_players(name: str) -> None:
    with pytest.raises(UnknownPlayer):
        contestant(name)


def test_processes_play_the_same_games_as_one(tmp_path: Path) -> None:
    todo = list(jobs(RANDOM, 2))
    one = {done.job: told(done.result) for done in crew.alone(todo, RANDOM)}
    two = {done.job: told(done.result) for done in crew.processes(2)(todo, RANDOM)}
    assert one == two


# --- Ray


class FakeRay(types.ModuleType):
    """As much of Ray as is used, in this process."""

    def __init__(self) -> None:
        super().__init__("ray")
        self.calls: list[Any] = []

    def init(self, **given: Any) -> None:
        self.calls.append(given)

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 1.0}

    def remote(self, function: Any) -> Any:
        return types.SimpleNamespace(remote=lambda *given: (function, given))

    def wait(self, doing: list[Any], num_returns: int) -> tuple[list[Any], list[Any]]:
        return doing[:num_returns], doing[num_returns:]

    def get(self, each: Any) -> Any:
        function, given = each
        return function(*given)

    def shutdown(self) -> None:
        self.calls.append("shutdown")


def test_a_ray_cluster_plays_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = FakeRay()
    monkeypatch.setitem(sys.modules, "ray", ray)
    todo = list(jobs(RANDOM, 3))
    found = {done.job: told(done.result) for done in crew.cluster("head:6379")(todo, RANDOM)}
    assert found == {job: told(playing.play(job, RANDOM).result) for job in todo}
    assert ray.calls[0]["address"] == "head:6379"
    assert ray.calls[-1] == "shutdown"


def test_a_node_with_other_code_is_refused() -> None:
    with pytest.raises(crew.CrewError, match="another version"):
        crew.play_there(next(jobs(RANDOM, 1)), RANDOM, "other")


def test_without_ray_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(crew.CrewError, match=r"sandtable\[ray\]"):
        crew.cluster("auto")


def test_shares_are_parts_of_a_whole() -> None:
    game = Game.new("revised", seed=1)
    assert sum(shares(game.state)) == pytest.approx(1)
