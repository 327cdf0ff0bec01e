"""Who has won games that were stopped at the last round."""

from __future__ import annotations

from sandtable.arena import playing
from sandtable.arena.deciding import decided
from sandtable.arena.playing import Result
from sandtable.arena.settings import Settings, jobs


def game(number: int, axis: str, share: float, how: str = "limit") -> Result:
    """A game in which the axis has a share at the end; it has won if that is 1."""
    allies = "b" if axis == "a" else "a"
    winner = None if how == "limit" else (axis if share == 1 else allies)
    return {
        "pair": ["a", "b"],
        "number": number,
        "sides": {"axis": axis, "allies": allies},
        "shares": {"axis": [0.4, share], "allies": [0.6, 1 - share]},
        "winner": winner,
        "how": how,
    }


def winners(*games: Result) -> list[str | None]:
    return [each["winner"] for each in decided(games)]


def test_the_same_side_is_compared_not_the_start() -> None:
    # The axis gains in all games, and more under b than under a.
    few, many = game(0, "a", 0.5), game(1, "b", 0.7)
    assert winners(few, many) == ["b", "b"]
    assert [each["how"] for each in decided([few, many])] == ["decision", "decision"]


def test_luck_of_the_dice_gives_games_to_both() -> None:
    found = winners(
        game(0, "a", 0.7), game(1, "b", 0.5), game(2, "a", 0.45), game(3, "b", 0.6)
    )  # the middle is 0.55
    assert found == ["a", "a", "b", "b"]


def test_who_lets_the_other_win_outright_has_done_worse_than_who_does_not() -> None:
    lost = [game(n, "a", 1.0, "outright") for n in (0, 2)]
    held = [game(n, "b", 0.9) for n in (1, 3)]
    assert winners(*lost, *held) == ["a", "a", "a", "a"]


def test_a_game_in_the_middle_is_drawn() -> None:
    assert winners(game(0, "a", 0.3), game(1, "b", 0.5), game(2, "a", 0.7)) == ["b", None, "a"]


def test_a_game_on_its_own_is_won_by_who_gained() -> None:
    assert winners(game(0, "a", 0.45)) == ["a"]
    assert winners(game(0, "a", 0.35)) == ["b"]
    assert winners(game(0, "a", 0.4)) == [None]


def test_forfeits_say_nothing_about_what_is_usual() -> None:
    forfeit = game(2, "a", 0.4, "forfeit")
    assert winners(game(0, "a", 0.5), game(1, "b", 0.7), forfeit)[:2] == ["b", "b"]


def test_pairs_of_players_are_compared_among_themselves() -> None:
    others = [{**game(n, axis, 0.9), "pair": ["a", "c"]} for n, axis in enumerate("ac")]
    for each in others:
        each["sides"] = {side: "c" if who == "b" else who for side, who in each["sides"].items()}
    found = winners(game(0, "a", 0.5), game(1, "b", 0.7), *others)
    assert found == ["b", "b", None, None]


def test_a_real_game_is_stopped_undecided() -> None:
    given = Settings("1941", ("random", "random#2"), rounds=2)
    results = [playing.play(job, given).result for job in jobs(given, 2)]
    assert [(each["winner"], each["how"]) for each in results] == [(None, "limit")] * 2
    one, other = decided(results)
    more = one if one["shares"]["axis"][1] > other["shares"]["axis"][1] else other
    assert one["winner"] == other["winner"] == more["sides"]["axis"]
