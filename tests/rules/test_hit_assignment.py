"""Giving out hits against trying every way to give them out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sandtable.game.library import load_edition
from sandtable.rules import reckoning
from sandtable.rules.battle import Field, Hits, fits, required_losses, targets
from sandtable.rules.position import Stack, Token, stack_of

EDITION = load_edition("1941")
FIELD = Field(EDITION, EDITION.plain_kinds)
SHIPS = ("battleship", "carrier", "destroyer", "submarine", "transport")
NAMES = (*SHIPS, "fighter", "bomber")
Losses = dict[Token, int]

hits = st.dictionaries(st.sampled_from(["submarine", "air", "other"]), st.integers(1, 3)).map(
    lambda found: tuple(sorted(found.items()))
)
tokens = st.builds(
    lambda power, name, damage: Token(
        power, EDITION.unit_index[name], damage if name == "battleship" else 0
    ),
    st.sampled_from([0, 2]),
    st.sampled_from(NAMES),
    st.sampled_from([0, 1]),
)
forces = st.lists(st.tuples(tokens, st.integers(1, 2)), min_size=1, max_size=4).map(stack_of)


def reaches(kind: str, token: Token, *, covered: bool) -> bool:
    """The rulebook's words: what a submarine, an aircraft and anything else can hit."""
    name = EDITION.units[token.unit].id
    if kind == "submarine":
        return name in SHIPS
    if kind == "air":
        return name != "submarine" or not covered
    return True


def strength(token: Token) -> int:
    return (2 if EDITION.units[token.unit].id == "battleship" else 1) - token.damage


def every_loss(scored: Hits, force: Stack, *, covered: bool) -> list[Losses]:
    """All that can become of the hits, each given to some unit or to none."""
    single = [kind for kind, number in scored for _ in range(number)]
    found: set[frozenset[tuple[Token, int]]] = set()

    def give(at: int, taken: Losses) -> None:
        if at == len(single):
            found.add(frozenset((t, n) for t, n in taken.items() if n))
            return
        give(at + 1, taken)
        for token, count in force:
            if reaches(single[at], token, covered=covered) and taken.get(
                token, 0
            ) < count * strength(token):
                taken[token] = taken.get(token, 0) + 1
                give(at + 1, taken)
                taken[token] -= 1

    give(0, {})
    return [dict(loss) for loss in found]


def transports(losses: Losses) -> int:
    return sum(n for token, n in losses.items() if EDITION.units[token.unit].id == "transport")


@given(hits, forces, st.booleans())
def test_lawful_losses_are_those_found_by_trying(scored: Hits, force: Stack, covered: bool) -> None:
    possible = every_loss(scored, force, covered=covered)
    most = max(sum(loss.values()) for loss in possible)
    fewest = min(transports(loss) for loss in possible if sum(loss.values()) == most)
    groups = targets(
        Field(EDITION, EDITION.plain_kinds),
        scored,
        force,
        frozenset() if covered else frozenset({"cover"}),
    )
    needed = required_losses(scored, groups)
    assert (needed.first, needed.last) == (most - fewest, fewest)
    for loss in possible:
        lawful = sum(loss.values()) == most and transports(loss) == fewest
        assert fits(EDITION, scored, groups, loss) == lawful


@given(hits, forces, st.booleans(), st.lists(st.integers(0, 4), min_size=4, max_size=4))
def test_no_other_losses_fit(scored: Hits, force: Stack, covered: bool, numbers: list[int]) -> None:
    loss = {token: n for (token, _), n in zip(force, numbers, strict=False) if n}
    groups = targets(
        Field(EDITION, EDITION.plain_kinds),
        scored,
        force,
        frozenset() if covered else frozenset({"cover"}),
    )
    if fits(EDITION, scored, groups, loss):
        assert loss in every_loss(scored, force, covered=covered)


@given(
    hits,
    st.lists(
        st.tuples(
            st.frozensets(st.sampled_from(["submarine", "air", "other"]), min_size=1),
            st.integers(0, 3),
        ),
        min_size=1,
        max_size=3,
    ),
)
def test_most_taken_is_what_trying_finds(
    scored: Hits, wanted: list[tuple[frozenset[str], int]]
) -> None:
    single = [kind for kind, number in scored for _ in range(number)]
    left = [number for _, number in wanted]

    def best(at: int) -> int:
        if at == len(single):
            return 0
        most = best(at + 1)
        for i, (kinds, _) in enumerate(wanted):
            if single[at] in kinds and left[i]:
                left[i] -= 1
                most = max(most, 1 + best(at + 1))
                left[i] += 1
        return most

    reach = [
        sum(1 << bit for bit, (kind, _) in enumerate(scored) if kind in kinds)
        for kinds, _ in wanted
    ]
    room = [number for _, number in wanted]
    assert reckoning.most_taken([n for _, n in scored], reach, room) == best(0)
