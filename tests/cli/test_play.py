"""Playing at the terminal, with lines from a list."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from sandtable.cli.main import main
from sandtable.players import Decision, View
from tests.cli.conftest import Ran, Run

Play = Callable[..., Ran]


@pytest.fixture
def play(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Plays with some lines, in a folder of its own, and 1941 unless another game is named."""
    monkeypatch.chdir(tmp_path)

    def played(lines: list[str], *words: object) -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        words = (*words, "--against", "random")
        return run("play", *words, *(() if "--edition" in words else ("--edition", "1941")))

    return played


def test_enter_takes_the_side_that_begins(play: Play, run: Run, tmp_path: Path) -> None:
    ran = play([""], "--seed", "1")
    assert ran.code == 0
    assert "Soviet Union, Purchase Units" in ran.out
    assert "Go on with: python -m sandtable play 1941.sav" in ran.out
    seats = run("show", "1941.sav", "--json").data["seats"]
    assert seats["soviet-union"] == seats["united-states"] == "you-allies"
    assert seats["germany"] == "computer-axis"


def test_suggestions_lead_through_a_first_turn(play: Play, run: Run) -> None:
    """A number is always enough: nobody needs the rulebook."""
    ran = play([""] + ["1"] * 120, "--seed", "3")
    assert ran.code == 0
    assert "Round 1: United States, Purchase Units" in ran.out
    assert "Round 2: Soviet Union" in ran.out
    assert "Refused" not in ran.out
    assert "That cannot be done" not in ran.out


@pytest.mark.parametrize("power", ["germany", "japan", "united-kingdom"])
def test_one_power_against_the_computer(play: Play, power: str) -> None:
    ran = play(["1"] * 30, "--seed", "5", "--me", power)
    assert ran.code == 0
    assert "Round 1" in ran.out


def test_a_newcomer_chooses_the_game(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By number or name, with options if they are wanted; the rest is asked again."""
    monkeypatch.chdir(tmp_path)
    typed = ["9", "revisd", "2", "?", "tecnology=off", "technology=off bid_japan=9", "japan"]
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    ran = run("play", "--seed", "1")
    assert ran.code == 0
    assert "  1  1941: " in ran.out
    assert "did you mean 'revised'?" in ran.out
    assert "How many national advantages each power has." in ran.out
    assert "did you mean 'technology'?" in ran.out
    assert "Before the first round: Japan, Bid" in ran.out
    assert "You have 9 IPCs for units before the first turn." in ran.out
    data = run("show", "revised.sav", "--json").data
    assert data["options"]["technology"] == "off"
    assert data["seats"]["japan"] == "you-axis"


def test_enter_plays_the_usual_game(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\n\n"))
    ran = run("play", "--seed", "1")
    assert "A new game of 1941" in ran.out
    assert "Round 1: Soviet Union, Purchase Units" in ran.out


def test_one_of_several_games_goes_on(
    run: Run, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    play([], "--me", "all", "--seed", "1")
    play([], "--me", "all", "--seed", "1", "--edition", "lhtr")
    for typed, said in (("2", "in lhtr.sav."), ("", "in 1941.sav."), ("lhtr.sav", "in lhtr.sav.")):
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{typed}\n"))
        assert f"Going on with the game {said}" in run("play", "--terminal").out
    monkeypatch.setattr("sys.stdin", io.StringIO("new\n2\n\nall\n"))
    assert "A new game of Revised, saved in revised.sav" in run("play", "--terminal").out


@pytest.mark.parametrize("edition", ["revised", "lhtr"])
def test_suggestions_lead_through_other_games(play: Play, run: Run, edition: str) -> None:
    """Research, advantages and bids included."""
    ran = play(
        ["1"] * 90,
        *("--edition", edition, "--me", "all", "--seed", "3"),
        *("--option", "advantages=2", "--option", "bid_germany=9"),
    )
    assert ran.code == 0
    assert "Before the first round: United Kingdom, National Advantages" in ran.out
    assert "Before the first round: Germany, Bid" in ran.out
    assert "Round 1: Soviet Union, Develop Weapons" in ran.out
    assert "Round 1: United Kingdom, Mobilize New Units" in ran.out
    assert "Refused" not in ran.out
    assert "That cannot be done" not in ran.out
    assert max(map(len, ran.out.splitlines())) <= 110


def test_research_and_raids_are_explained(play: Play) -> None:
    lines = ["research nothing", "buy nothing", "end", "end"]
    lines += ["research rockets 1", "buy nothing", "move 1 bomber: germany > united-kingdom raid"]
    ran = play(lines, "--edition", "revised", "--me", "all", "--seed", "1")
    assert "You have 24 IPCs; a die costs 5 IPCs." in ran.out
    assert "research heavy-bombers 1         (5 IPCs, 17% to succeed)" in ran.out
    assert "Germany does research for Rockets, die " in ran.out
    assert "(raid, up to 8 IPCs)" in ran.out
    assert "A move that ends with raid bombs a factory" in ran.out
    assert "Raid or rocket to come: United Kingdom." in ran.out


def test_rules_and_traits_are_looked_up(play: Play) -> None:
    typed = ["rule Heavy Bombers", "rule wolf-packs", "rule blitz/only-tanks", "rule wolfpack"]
    ran = play(typed, "--edition", "lhtr", "--me", "all", "--seed", "1")
    assert "lhtr/research/heavy-bombers-best-of-two-on-attack" in ran.out
    assert "lhtr/advantage/wolf-packs" in ran.out
    assert "lhtr/blitz/only-tanks" in ran.out
    assert "did you mean 'wolf-packs'?" in ran.out


def test_seats_are_dealt_as_the_book_has_them(play: Play, run: Run) -> None:
    assert play([], "--edition", "revised", "--me", "soviet-union", "--seed", "1").code == 0
    seats = run("show", "revised.sav", "--json").data["seats"]
    assert seats["soviet-union"] == "you-soviet-union"
    assert seats["united-states"] == "computer-united-states"


def test_all_powers_at_one_terminal(play: Play, run: Run) -> None:
    ran = play(["all", "buy nothing", "end", "end", "buy 4 infantry"], "--seed", "1")
    assert "Germany buys 4 infantry for 12 IPCs." in ran.out
    assert "computer" not in " ".join(run("show", "1941.sav", "--json").data["seats"].values())


def test_the_question_is_asked_again_after_a_wrong_power(play: Play) -> None:
    ran = play(["grmany", "germany"], "--seed", "1")
    assert "did you mean 'germany'?" in ran.out
    assert "Germany, Purchase Units" in ran.out


def test_a_game_is_resumed(play: Play, run: Run) -> None:
    play(["", "buy 2 infantry"], "--seed", "1")
    ran = play(["end"])
    assert "Going on with the game in 1941.sav." in ran.out
    assert "Round 1: Soviet Union, Noncombat Move" in ran.out
    lines = [d["line"] for d in run("replay", "1941.sav", "--json").data["decisions"]]
    assert lines == ["soviet-union: buy 2 infantry", "soviet-union: end"]


def test_another_game_beside_the_first(play: Play, tmp_path: Path) -> None:
    play([""], "--seed", "1")
    play([""], "--seed", "2", "--new")
    assert (tmp_path / "1941-2.sav").exists()
    assert "--seed is for a new game" in play([""], "--seed", "2").err


def test_resuming_goes_on_as_it_would_have(play: Play, run: Run) -> None:
    lines = ["buy nothing", "end", "end"]
    play(lines, "one.sav", "--seed", "4", "--me", "soviet-union")
    for name in ("two.sav", "two.sav", "two.sav"):
        first = not Path(name).exists()
        play([lines.pop(0)], name, *(["--seed", "4", "--me", "soviet-union"] if first else []))
    assert run("position", "one.sav").out == run("position", "two.sav").out


def test_refusals_in_plain_words(play: Play) -> None:
    ran = play(["", "buy 9 tanks", "germany: buy 1 tank", "by 1 tank", "buy 1 tnak"], "--seed", "1")
    assert "Refused: this costs 54 IPCs, Soviet Union has 7" in ran.out
    assert "1941/purchase/affordable-any-mix" in ran.out
    assert "it says" in ran.out
    assert "germany is played by the computer" in ran.out
    assert "did you mean 'buy'?" in ran.out
    assert "did you mean 'tank'?" in ran.out


def test_commands(play: Play, tmp_path: Path) -> None:
    ran = play(
        [
            "",
            "help",
            "show",
            "show ukraine",
            "show Germany",
            "show nowhere",
            "units",
            "legal",
            "legal tank",
            "legal nothing",
            "undo",
            "buy 1 tank",
            "log 1",
            "log x",
            "undo",
            "save copy.sav",
            "save copy.sav",
            "save",
            "quit",
            "buy 1 tank",
        ],
        "--seed",
        "1",
    )
    assert ran.code == 0
    assert "list what is allowed now" in ran.out
    assert "Held by Germany" in ran.out
    assert "unknown space or power 'nowhere'" in ran.out
    assert "unknown space or unit 'nothing'" in ran.out
    assert "there is nothing to take back" in ran.out
    assert "Taken back: soviet-union: buy 1 tank" in ran.out
    assert "copy.sav exists" in ran.out
    assert (tmp_path / "copy.sav").exists()
    assert ran.out.count("Soviet Union buys 1 tank") == 1


def test_undo_stops_at_dice(play: Play) -> None:
    lines = ["", "buy nothing", "move 3 infantry: karelia > norway-finland", "end", "undo"]
    assert "dice have fallen" in play(lines, "--seed", "1").out


def test_nothing_typed_at_all(play: Play) -> None:
    ran = play([], "--seed", "1")
    assert ran.code == 0
    assert "1941.sav" in ran.out


def test_a_file_after_the_powers(play: Play, tmp_path: Path) -> None:
    assert play([], "--me", "germany", "japan", "evening.sav").code == 0
    assert (tmp_path / "evening.sav").exists()


def test_a_phase_that_cannot_end_says_why(play: Play) -> None:
    lines = ["buy nothing", "move 1 transport: sz-10 > sz-9", "undo", "end"]
    ran = play(lines, "--me", "united-kingdom", "--seed", "4")
    assert "The phase cannot end yet: the transport in Sea Zone 9 neither fights" in ran.out
    assert "(take the last decision back)" in ran.out
    assert "Round 1: United Kingdom, Noncombat Move" in ran.out


def test_wrong_options(play: Play, tmp_path: Path) -> None:
    assert play([], "--me", "rusia").code == 2
    assert play([], "--edition", "1914").code == 2
    assert play([], "--json").code == 2
    assert list(tmp_path.iterdir()) == []


def test_a_finished_game_says_so(play: Play, run: Run) -> None:
    play(["", "buy nothing"], "x.sav", "--seed", "1")
    position = run("position", "x.sav").out.strip()
    fields = position.split(" ")
    fields[3], fields[4] = "united-states", "noncombat-move"
    fields[5] = "owners:russia=germany,united-kingdom=germany"  # two capitals of the Allies
    assert run("new", "y.sav", "--position", " ".join(fields)).code == 0
    ran = play(["end"], "y.sav")
    assert "The Axis have won the game." in ran.out
    assert "The game is over: the axis have won." in ran.out
    assert "The game is over" in play([], "y.sav").out
    assert "the game is over" in run("decide", "y.sav", "end").err
    assert "have won" in run("show", "y.sav").out
    assert run("legal", "y.sav").out == ""


@pytest.mark.parametrize("typed", ["²", "٣", "9" * 5000, "0", "-1", "1.0"])
def test_numbers_that_are_no_example(play: Play, typed: str) -> None:
    ran = play(["all", typed], "--seed", "1")
    assert ran.code == 0
    assert "That cannot be done: " in ran.out


def test_a_game_that_another_program_plays_on_is_left(
    play: Play, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What can no longer be saved is not played, nor said to be saved."""

    class Meddled(io.StringIO):
        def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
            line = super().readline(size)
            if line.startswith("buy"):
                assert main(["decide", "1941.sav", "buy nothing", "-q"]) == 0
            return line

    play(["all"], "--seed", "1")
    monkeypatch.setattr("sys.stdin", Meddled("buy 1 tank\nend\n"))
    ran = run("play", "1941.sav")
    assert ran.code == 2
    assert "changed by another program" in ran.err
    assert "is saved" not in ran.out
    assert run("show", "1941.sav", "--json").data["phase"] == "combat-move"


@pytest.mark.parametrize("typed", ["0000019", "01", "9" * 5000, "٢"])
def test_numbers_that_are_no_game(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{typed}\n2\n"))
    ran = run("play", "--seed", "1")
    assert ran.code == 0
    assert "unknown name" in ran.out
    assert "A new game of Revised" in ran.out


def test_what_is_legal_is_listed_for_the_power_that_is_asked(play: Play) -> None:
    """Others who choose at the same time have their own list when they are asked."""
    ran = play(["legal"], "--edition", "revised", "--me", "all", "--option", "advantages=2")
    listed = [line for line in ran.out.splitlines() if line.startswith("  choose ")]
    assert len(listed) == 15
    assert "  choose salvage, lend-lease" in listed
    assert not any("panzerblitz" in line for line in listed)


def test_aircraft_still_in_the_air_are_suggested_first(play: Play) -> None:
    """Also when they have not fought, and when others could fly, too."""
    lines = ["research nothing", "buy nothing", "end", "move 1 fighter: karelia-ssr > sz-5"]
    ran = play(lines, "--edition", "revised", "--seed", "1", "--me", "all")
    assert "The phase cannot end yet: 1 more air unit can be landed." in ran.out
    first = ran.out.split("can be landed.")[-1].splitlines()[2]
    assert first.startswith("  1  move 1 fighter: sz-5 > ")


def test_enigma_names_the_battles(play: Play) -> None:
    lines = [
        *["research nothing", "buy nothing", "end", "end", "end"],
        *["decline russian-winter", "research nothing", "buy nothing"],
        *["move 1 infantry, 1 tank: libya > anglo-egypt", "end"],
    ]
    words = ("--edition", "revised", "--seed", "1", "--me", "all", "--option", "advantages=6")
    ran = play(["use colonial-garrison: india", *lines], *words)
    asked = ran.out.split("You can use Enigma Decoded now")[1]
    assert "Battles set up so far: Anglo-Egypt" in asked


def test_lines_fit_a_narrow_terminal(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    lines = [
        *["research nothing", "buy nothing", "use salvage", "move 1 tank: russia > archangel"],
        *["move 3 infantry, 1 artillery, 2 tank: russia > west-russia", "undo", "log"],
    ]
    ran = play(lines, "--edition", "revised", "--seed", "1", "--me", "all")
    typed = ("Soviet Union, ",)
    long = [t for t in ran.out.splitlines() if len(t) > 60 and not t.startswith(typed)]
    assert long == []


def test_an_opponent_that_there_is_not(run: Run, tmp_path: Path) -> None:
    ran = run("play", "--edition", "1941", "--me", "axis", "--against", "capitan", tmp_path / "x")
    assert ran.code == 2
    assert "did you mean 'captain'" in ran.err
    assert not (tmp_path / "x").exists()


def test_a_hint_is_a_line_that_can_be_typed(play: Play) -> None:
    ran = play(["hint"], "--me", "soviet-union", "--seed", "1")
    hints = [line.strip() for line in ran.out.splitlines() if line.startswith("  buy ")]
    assert hints, ran.out
    ran = play([hints[-1]], "--me", "soviet-union", "--seed", "1", "--new")
    assert "Soviet Union buys" in ran.out


def test_a_hint_of_another_level(play: Play) -> None:
    def hints(*lines: str) -> list[str]:
        ran = play(list(lines), "--me", "germany", "--seed", "1", "--new")
        return [line for line in ran.out.splitlines() if line.startswith("  buy ")]

    assert hints("hint Recruit") != hints("hint") == hints("hint captain") != []
    ran = play(["hint recruti"], "--me", "soviet-union", "--seed", "1", "--new")
    assert "unknown level 'recruti'; did you mean 'recruit'?" in ran.out
    assert ran.code == 0


class Fails:
    """A player that does not do what a player does."""

    def __init__(self, seed: str = "", seconds: float | None = None) -> None:
        pass

    def decide(self, view: View, decision: Decision) -> str:
        raise RuntimeError("no idea\nat all")


class Cheats(Fails):
    def decide(self, view: View, decision: Decision) -> str:
        return "buy 99 infantry"


class Exits(Fails):
    def decide(self, view: View, decision: Decision) -> str:
        raise SystemExit(3)


class Unmade(Fails):
    def __init__(self) -> None:
        pass


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Fails", "Fails failed: RuntimeError at test_play.py:"),
        ("Cheats", "Cheats may not do so: "),
        ("Exits", "Exits failed: SystemExit at test_play.py:"),
        ("Unmade", "Unmade' cannot be made from a seed and seconds: TypeError: "),
    ],
)
def test_an_opponent_that_fails(run: Run, tmp_path: Path, name: str, said: str) -> None:
    words = ("--edition", "1941", "--me", "axis", "--against", f"{__name__}:{name}")
    ran = run("play", *words, tmp_path / "x")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert said in ran.err
    assert (tmp_path / "x").exists() == (name != "Unmade")
