"""Matches between computer players: games, faults, results that survive."""

from __future__ import annotations

import contextlib
import signal
import sys
import time
import types
from functools import partial
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import pytest

from sandtable.arena import crew, playing, signals
from sandtable.arena.contestants import contestant
from sandtable.arena.settings import Settings, jobs
from sandtable.game.answers import Answer, Buy, Consent, Fight
from sandtable.game.game import Game
from sandtable.game.notation.record import read_record
from sandtable.game.recording import replay
from sandtable.players.interface import Choice, Decision, Reason, View
from sandtable.players.measure import shares
from sandtable.players.registry import UnknownPlayer, make_player

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


class Late(Made):
    """Answers after its time, as if nothing had happened."""

    def decide(self, view: View, decision: Decision) -> str:
        with contextlib.suppress(BaseException):
            time.sleep(30)
        return "buy nothing"


class Leaving(Made):
    def decide(self, view: View, decision: Decision) -> str:
        sys.exit(3)


class Interrupting(Made):
    def decide(self, view: View, decision: Decision) -> str:
        raise KeyboardInterrupt


class Unspeakable(Exception):
    def __repr__(self) -> str:
        raise RuntimeError


class Secretive(Made):
    def decide(self, view: View, decision: Decision) -> str:
        raise Unspeakable


class Forging(Made):
    def decide(self, view: View, decision: Decision) -> Answer:
        return Buy(None)  # type: ignore[arg-type]


class Short(Made):
    def decide(self, view: View, decision: Decision) -> Choice:
        return tuple.__new__(Choice, ())


class Mumbling(Made):
    def decide(self, view: View, decision: Decision) -> str:
        return "er\n\ud800"


class Idle(Made):
    """Withholds its consent and gives it again, and never gets on."""

    def decide(self, view: View, decision: Decision) -> Answer:
        friend = view.edition.friends[decision.power][0]
        return Consent(friend, bool(view.state.withheld))


class Talking(Made):
    """Says why, and prints."""

    def __init__(self, seed: str, seconds: float | None) -> None:
        self.player = make_player("random", seed, seconds)

    def decide(self, view: View, decision: Decision) -> Choice:
        print("let me see")
        odds = float("nan") if decision.kind == "purchase" else 0.5
        answer = answer_of(self.player.decide(view, decision))
        return Choice(answer, Reason("Why\nnot\u2028\ud800", odds=odds))


def answer_of(given: Any) -> Answer:
    assert isinstance(given, Choice)
    return given.answer


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players of these tests, as a module that can be named."""
    module = types.ModuleType("own_players")
    module.__spec__ = ModuleSpec("own_players", None)
    for player in (*Made.__subclasses__(), Talking):
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
    [
        ("Failing", "failed"),
        ("Leaving", "failed"),
        ("Interrupting", "failed"),
        ("Secretive", "failed"),
        ("Cheating", "refused"),
        ("Forging", "refused"),
        ("Short", "refused"),
        ("Mumbling", "refused"),
        ("Slow", "stalled"),
        ("Late", "stalled"),
        ("Idle", "stalled"),
    ],
)
def test_a_player_at_fault_loses_the_game(
    player: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signal, "getsignal", lambda number: signal.SIG_IGN)
    name = f"own_players:{player}"
    given = Settings("1941", ("random", name), rounds=2, patience=0.2)
    for job in jobs(given, 2):
        result = playing.play(job, given).result
        assert (result["winner"], result["how"]) == ("random", "forfeit")
        assert result["fault"]["player"] == name
        assert result["fault"]["kind"] == kind
        assert result["fault"]["message"].isprintable()
        assert ("test_match.py:" in result["fault"]["message"]) == (kind == "failed")


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize("error", [KeyboardInterrupt, partial(signals.Stopped, signal.SIGTERM)])
def test_a_signal_is_no_fault_of_a_player(error: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def decide(self: Made, view: View, decision: Decision) -> str:
        raise error()

    monkeypatch.setattr(Failing, "decide", decide)
    given = Settings("1941", ("random", "own_players:Failing"), rounds=1)
    with pytest.raises(KeyboardInterrupt):
        playing.play(next(jobs(given, 1)), given)


@pytest.mark.usefixtures("own")
def test_records_keep_reasons_and_what_players_print_goes_elsewhere(
    capsys: pytest.CaptureFixture[str],
) -> None:
    given = Settings("1941", ("random", "own_players:Talking"), rounds=1)
    record = playing.play(next(jobs(given, 1)), given).record
    assert record is not None
    assert "  # Why not \N{REPLACEMENT CHARACTER}: wins 50%." in record
    replay(read_record(record))
    told = capsys.readouterr()
    assert "let me see" in told.err
    assert not told.out


DEAF = """
import time

class Deaf:
    def __init__(self, seed, seconds):
        pass

    def decide(self, view, decision):
        while True:
            try:
                time.sleep(10)
            except BaseException:
                pass
"""


def test_a_player_that_nothing_stops_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its process ends, and the other games are played."""
    (tmp_path / "deaf_player.py").write_text(DEAF)
    monkeypatch.syspath_prepend(tmp_path)
    given = Settings("1941", ("random", "random#2", "deaf_player:Deaf"), rounds=1, patience=0.2)
    todo = list(jobs(given, 1))[:2]
    deaf, known = crew.processes(1)(todo[::-1], given)
    assert deaf.record
    assert deaf.result["winner"] == "random"
    assert deaf.result["fault"]["kind"] == "stalled"
    assert known.result["fault"] is None


def test_a_third_signal_ends_a_match_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    killed: list[int] = []
    monkeypatch.setattr("os.kill", lambda pid, number: killed.append(number))
    before = signal.getsignal(signal.SIGTERM)
    with signals.heeded():
        with pytest.raises(signals.Stopped) as stopped:
            signal.raise_signal(signal.SIGTERM)
        assert stopped.value.status == 143
        signal.raise_signal(signal.SIGTERM)
        assert not killed
        signal.raise_signal(signal.SIGTERM)
    assert killed == [signal.SIGTERM]
    assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.parametrize("name", ["captian", "no_such_module:plan", "sandtable.players:nothing"])
def test_unknown_players(name: str) -> None:
    with pytest.raises(UnknownPlayer):
        contestant(name)


def test_processes_play_the_same_games_as_one(tmp_path: Path) -> None:
    todo = list(jobs(RANDOM, 2))
    one = {done.job: told(done.result) for done in crew.alone(todo, RANDOM)}
    two = {done.job: told(done.result) for done in crew.processes(2)(todo, RANDOM)}
    assert one == two


def test_no_two_games_have_the_same_name() -> None:
    names = ("a", "a#2", "a_2", "a##", "a#_", "m.x:Y", "m:x_Y", "A", "\xe9", "x" * 300, "x" * 301)
    found = [job.name for job in jobs(Settings("1941", names), 2)]
    assert len({name.casefold() for name in found}) == len(found) == 110
    assert max(map(len, found)) < 200
    assert all(name.isascii() for name in found)


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


def test_a_power_without_its_capital_has_no_income() -> None:
    game = Game.new("revised", seed=1)
    edition, at = game.edition, game.state.position
    germany, soviets = (edition.power_index[name] for name in ("germany", "soviet-union"))
    owners = list(at.owners)
    owners[edition.powers[germany].capitals[0]] = soviets
    lost = game.state._replace(position=at._replace(owners=tuple(owners)))
    axis = edition.sides.index("axis")
    units = sum(
        count * (edition.units[token.unit].cost or 0)
        for stack in at.stacks
        for token, count in stack
        if edition.powers[token.power].side == axis
    )
    whole = (units + 3 * 30) / shares(lost)[axis]
    assert (units + 3 * 70) / shares(game.state)[axis] - whole == pytest.approx(3 * 30)
