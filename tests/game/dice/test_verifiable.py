"""Verifiable dice: honest games pass, and every kind of tampering shows."""

from collections import Counter

import pytest

from sandtable.game.dice import (
    DiceError,
    Entropy,
    LowLuck,
    RollLog,
    Transcript,
    VerifiableDice,
    commitment_of,
    rolled_dice,
    verify,
    verify_transcript,
)
from sandtable.rules.roll import RollRequest, Shot

SECRET = bytes(range(100, 132))
SIZES = (3, 1, 0, 12, 40, 2, 5)


def request(count: int, purpose: str = "attack") -> RollRequest:
    return RollRequest(purpose, "russia", "ukraine", (Shot("infantry", 1, count, "other"),))


def play() -> VerifiableDice:
    dice = VerifiableDice(SECRET)
    dice.add_entropy("russia", "the bear")
    dice.add_entropy("germany", "der Adler")
    for index, size in enumerate(SIZES):
        if index == 4:
            dice.add_entropy("russia", "more of the bear")
        dice.roll(index, request(size))
    return dice


def check(game: Transcript, rolls: tuple[RollLog, ...] | None = None) -> list[str]:
    assert game.secret is not None
    used = game.rolls if rolls is None else rolls
    return verify(game.commitment, game.secret, game.entropies, used, SIZES)


@pytest.fixture
def game() -> Transcript:
    return play().reveal()


def test_an_honest_game_passes(game: Transcript) -> None:
    assert check(game) == []
    assert verify_transcript(game, game.commitment.upper() + "\n", SIZES) == []
    assert [len(roll.dice) for roll in game.rolls] == list(SIZES)
    assert [entropy.since for entropy in game.entropies] == [0, 0, 4]


def test_every_changed_die_shows(game: Transcript) -> None:
    for index, dice in game.rolls:
        for place, number in enumerate(dice):
            forged = (*dice[:place], number % 6 + 1, *dice[place + 1 :])
            rolls = (*game.rolls[:index], RollLog(index, forged), *game.rolls[index + 1 :])
            problems = check(game, rolls)
            assert len(problems) == 1
            assert f"roll {index}: die {place + 1} of" in problems[0]


@pytest.mark.parametrize(
    "forged",
    [
        Entropy(0, "russia", "the beer"),
        Entropy(0, "germany", "the bear"),
        Entropy(1, "russia", "the bear"),
    ],
)
def test_a_changed_entropy_shows(game: Transcript, forged: Entropy) -> None:
    entropies = [e for e in game.entropies if e != Entropy(0, "russia", "the bear")]
    problems = verify(game.commitment, SECRET, [*entropies, forged], game.rolls)
    assert any(problem.startswith("roll 0:") for problem in problems)
    assert any(problem.startswith("roll 4:") for problem in problems)


def test_a_missing_or_added_entropy_shows_from_where_it_holds(game: Transcript) -> None:
    missing = verify(game.commitment, SECRET, game.entropies[:-1], game.rolls)
    extra = [*game.entropies, Entropy(4, "germany", "late")]
    added = verify(game.commitment, SECRET, extra, game.rolls)
    for problems in (missing, added):
        assert problems
        assert {problem.split(":")[0] for problem in problems} <= {"roll 4", "roll 5", "roll 6"}
        assert problems[0].startswith("roll 4:")


def test_an_entropy_that_could_not_have_been_added_shows(game: Transcript) -> None:
    late = [*game.entropies, Entropy(7, "germany", "x"), Entropy(8, "italy", "x")]
    problems = verify(game.commitment, SECRET, late, game.rolls)
    assert len(problems) == 1
    assert "italy" in problems[0]
    bad = verify(game.commitment, SECRET, [Entropy(-1, "germany", "x")], game.rolls)
    assert bad == ["entropies: entropy cannot hold from roll -1"]


def test_the_order_in_which_entropies_are_listed_does_not_matter(game: Transcript) -> None:
    assert verify(game.commitment, SECRET, game.entropies[::-1], game.rolls) == []


def test_entropies_cannot_be_shifted_between_party_and_text() -> None:
    dice = []
    for party, text in (("ab", "c"), ("a", "bc")):
        source = VerifiableDice(SECRET)
        source.add_entropy(party, text)
        dice.append(source.roll(0, request(40)))
    assert dice[0] != dice[1]


def test_a_wrong_secret_shows(game: Transcript) -> None:
    problems = verify(game.commitment, bytes(32), game.entropies, game.rolls)
    assert "not the one that was committed to" in problems[0]
    assert any(problem.startswith("roll 4:") for problem in problems)
    short = verify(game.commitment, SECRET[:-1], game.entropies, game.rolls)
    assert short == ["the secret has 31 bytes, 32 are needed"]


@pytest.mark.parametrize("commitment", ["", "0" * 64, "é" * 64, "\ud800"])
def test_a_wrong_commitment_shows(game: Transcript, commitment: str) -> None:
    problems = verify(commitment, SECRET, game.entropies, game.rolls)
    assert problems == ["the secret is not the one that was committed to"]


def test_a_game_forged_as_a_whole_shows_against_the_published_commitment(game: Transcript) -> None:
    forger = VerifiableDice(bytes(32))
    forger.roll(0, request(3))
    forged = forger.reveal()
    assert verify_transcript(forged) == []
    problems = verify_transcript(forged, game.commitment)
    assert len(problems) == 1
    assert "not the one published before the game" in problems[0]


def test_missing_rolls_show(game: Transcript) -> None:
    assert check(game, game.rolls[:3] + game.rolls[4:]) == ["roll 3: missing"]
    assert check(game, game.rolls[:2] + game.rolls[5:]) == ["rolls 2 to 4: missing"]
    assert check(game, game.rolls[1:]) == ["roll 0: missing"]
    # The end can only be missed by those who know how many rolls there were.
    assert check(game, game.rolls[:-1]) == ["roll 6: missing"]
    assert check(game, ()) == [
        "rolls 0 to 6: missing",
        "the entropy of 'russia' holds from roll 4, but roll 0 is yet to be made",
    ]
    assert verify(game.commitment, SECRET, game.entropies, game.rolls[:-1]) == []


def test_reordered_rolls_show(game: Transcript) -> None:
    a, b, *rest = game.rolls
    assert check(game, (b, a, *rest)) == ["roll 0: listed out of order, after roll 1"]
    swapped = (*game.rolls[:3], RollLog(3, game.rolls[4].dice), RollLog(4, game.rolls[3].dice))
    problems = check(game, swapped + game.rolls[5:])
    assert any(problem.startswith("roll 3: die") for problem in problems)
    assert any(problem.startswith("roll 4: die") for problem in problems)


def test_repeated_and_impossible_rolls_show(game: Transcript) -> None:
    assert check(game, game.rolls + game.rolls[-1:]) == ["roll 6: listed more than once"]
    assert "roll -1: no roll can have this index" in check(game, (RollLog(-1, ()), *game.rolls))
    far = check(game, (*game.rolls, RollLog(2**70, (1,))))
    assert f"rolls 7 to {2**70 - 1}: missing" in far
    assert f"roll {2**70}: no roll can have this index" in far
    long = check(game, (*game.rolls[:-1], RollLog(6, (1,) * 10_001)))
    assert "roll 6: 10001 dice, at most 10000 can be rolled" in long


def test_left_out_or_added_dice_show_against_the_game(game: Transcript) -> None:
    short = (*game.rolls[:-1], RollLog(6, game.rolls[6].dice[:-1]))
    assert check(game, short) == ["roll 6: 4 dice are listed, the game asked for 5"]
    true = VerifiableDice(SECRET, game.entropies, game.rolls).roll(7, request(1))
    assert check(game, (*game.rolls, RollLog(7, true))) == ["roll 7: the game made only 7 rolls"]


def test_nothing_passes_before_the_secret_is_revealed() -> None:
    dice = play()
    open_game = dice.transcript()
    assert open_game.secret is None
    assert SECRET.hex() not in open_game.to_json()
    assert repr(SECRET) not in repr(dice)
    assert verify_transcript(open_game) == [
        "the secret has not been revealed, so no roll can be checked"
    ]


def test_no_roll_follows_the_reveal() -> None:
    dice = play()
    assert dice.reveal().secret == SECRET
    with pytest.raises(DiceError, match="has been revealed"):
        dice.roll(7, request(1))
    assert len(dice.roll(0, request(3))) == 3


def test_the_request_does_not_change_the_stream() -> None:
    source = VerifiableDice(SECRET)
    short = source.roll(0, request(3))
    assert VerifiableDice(SECRET).roll(0, request(50, "defense"))[:3] == short


def test_a_roll_can_be_made_again_but_not_ahead() -> None:
    dice = play()
    before = dice.transcript()
    for index, size in reversed(list(enumerate(SIZES))):
        assert dice.roll(index, request(size)) == before.rolls[index].dice
    assert dice.transcript() == before
    for index in (-1, 8):
        with pytest.raises(DiceError, match="roll 7 is next"):
            dice.roll(index, request(1))


def test_a_game_can_be_resumed_in_the_middle(game: Transcript) -> None:
    early = [entropy for entropy in game.entropies if entropy.since == 0]
    dice = VerifiableDice(SECRET, early, game.rolls[:4])
    assert dice.add_entropy("russia", "more of the bear") == Entropy(
        4, "russia", "more of the bear"
    )
    for index in range(4, 7):
        dice.roll(index, request(SIZES[index]))
    assert dice.reveal() == game


def test_a_resumed_game_must_fit_the_secret(game: Transcript) -> None:
    with pytest.raises(DiceError, match="roll 0: die"):
        VerifiableDice(bytes(32), game.entropies, game.rolls)
    with pytest.raises(DiceError, match="roll 2: missing"):
        VerifiableDice(SECRET, game.entropies, game.rolls[:2] + game.rolls[3:])


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_secret_has_32_bytes(size: int) -> None:
    with pytest.raises(DiceError, match=f"{size} bytes"):
        VerifiableDice(bytes(size))


def test_new_sources_have_secrets_of_their_own() -> None:
    assert VerifiableDice.new().commitment != VerifiableDice.new().commitment
    assert VerifiableDice(SECRET).commitment == commitment_of(SECRET)


@pytest.mark.parametrize(
    ("party", "text", "message"),
    [
        ("p" * 65, "x", "65 bytes"),
        ("p", "é" * 65, "130 bytes"),
        ("\ud800", "x", "valid text"),
        ("p", "\ud800", "valid text"),
    ],
)
def test_entropy_that_no_transcript_could_hold_is_refused(
    party: str, text: str, message: str
) -> None:
    dice = VerifiableDice(SECRET)
    with pytest.raises(DiceError, match=message):
        dice.add_entropy(party, text)
    assert dice.transcript().entropies == ()


def test_too_many_dice_are_refused() -> None:
    with pytest.raises(DiceError, match="10001 dice"):
        VerifiableDice(SECRET).roll(0, request(10_001))


def test_the_dice_are_fair() -> None:
    dice = VerifiableDice(SECRET)
    counts = Counter(n for index in range(3000) for n in dice.roll(index, request(10)))
    print(f"secret {SECRET.hex()}: {sorted(counts.items())}")
    # 20.5 is exceeded once in a thousand secrets with 5 degrees of freedom.
    assert sum((counts[n] - 5000) ** 2 / 5000 for n in range(1, 7)) < 20.5


def test_low_luck_can_be_verified_too() -> None:
    inner = VerifiableDice(SECRET)
    dice = LowLuck(inner)
    requests = [request(count) for count in (6, 7, 4, 12)]
    for index, wanted in enumerate(requests):
        dice.roll(index, wanted)
    sizes = [rolled_dice(wanted).size for wanted in requests]
    assert sizes == [0, 1, 1, 0]
    assert verify_transcript(inner.reveal(), inner.commitment, sizes) == []
