"""Casualties that are proposed, in battles that were set up for it."""

from __future__ import annotations

from sandtable import Game, load_edition, new_game
from sandtable.game.dice import ScriptedDice
from sandtable.game.notation.answers_json import answer_from_json
from sandtable.rules.position import Position, Token, stack_of
from sandtable.server.schemas.options import CasualtyOptions
from sandtable.server.views.battle import battle_view
from sandtable.server.views.options import options_for

REVISED = load_edition("revised")
SOVIET, GERMANY = 0, 1


def placed(position: Position, space: str, power: int, **units: int) -> Position:
    """A position with just these units in a space."""
    index = REVISED.board.index[space]
    stack = stack_of(
        (Token(power, REVISED.unit_index[name.replace("_", "-")]), n) for name, n in units.items()
    )
    stacks = [*position.stacks]
    stacks[index] = stack
    return position._replace(stacks=tuple(stacks))


def fought(position: Position, lines: list[str], *rolls: tuple[int, ...]) -> Game:
    """The first Soviet turn up to the first casualties that are to be chosen."""
    game = new_game(REVISED, position=position, dice=ScriptedDice(sum(rolls, ())))
    for line in ("research nothing", "buy nothing", *lines, "end"):
        game.play(f"soviet-union: {line}")
    return game


def options(game: Game) -> CasualtyOptions:
    found = options_for(game, game.pending[0], 0).casualties
    assert found is not None
    return found


def lost(found: CasualtyOptions) -> dict[str, int]:
    """What is proposed, by kind of unit."""
    lose = answer_from_json(REVISED, found.proposed)
    return REVISED.name_counts(lose.units)  # type: ignore[union-attr]


def land_battle(attack: dict[str, int], defend: dict[str, int], *rolls: tuple[int, ...]) -> Game:
    start = new_game(REVISED).position
    start = placed(start, "russia", SOVIET, **attack)
    start = placed(start, "west-russia", GERMANY, **defend)
    moves = [f"move {n} {unit}: russia > west-russia" for unit, n in attack.items()]
    return fought(start, moves, *rolls)


def test_the_cheapest_are_lost_first() -> None:
    game = land_battle({"infantry": 2, "tank": 2}, {"infantry": 3}, (6, 6, 6, 6), (1, 6, 6))
    found = options(game)
    assert found.hits == 1
    assert lost(found) == {"infantry": 1}
    assert {unit.unit: (unit.count, unit.most, unit.cost) for unit in found.units} == {
        "infantry": (2, 1, 3),
        "tank": (2, 1, 5),
    }


def test_somebody_is_kept_to_take_the_territory() -> None:
    game = land_battle({"infantry": 2, "fighter": 2}, {"infantry": 4}, (6, 6, 6, 6), (1, 1, 6, 6))
    found = options(game)
    assert lost(found) == {"infantry": 1, "fighter": 1}
    assert [offer.text for offer in found.proposals] == ["Cheapest first: lose 2 infantry"]


def test_a_first_hit_on_a_battleship_costs_nothing() -> None:
    start = new_game(REVISED).position
    start = placed(start, "sz-4", SOVIET, battleship=1, destroyer=1, transport=1)
    start = placed(start, "sz-3", GERMANY, destroyer=2)
    game = fought(
        start,
        ["move 1 battleship, 1 destroyer, 1 transport: sz-4 > sz-3"],
        (6, 6),
        (1, 6),
    )
    found = options(game)
    assert lost(found) == {"battleship": 1}
    battleship = next(unit for unit in found.units if unit.unit == "battleship")
    assert not battleship.damaged


def test_the_battle_board_tells_numbers_as_artillery_helps() -> None:
    game = land_battle({"infantry": 3, "artillery": 2}, {"infantry": 3}, (6, 6, 6, 6, 6), (1, 6, 6))
    view = battle_view(game.state)
    assert view is not None
    assert [(f.unit, f.number, f.count, f.dice) for f in view.attack] == [
        ("infantry", 1, 1, 1),
        ("infantry", 2, 2, 2),
        ("artillery", 2, 2, 2),
    ]
    assert [(f.unit, f.number, f.count) for f in view.defend] == [("infantry", 2, 3)]
    assert (view.round, view.hits_to_take, view.step) == (1, 1, "The attacker takes hits")
    assert (view.attackers, view.defenders) == (["soviet-union"], ["germany"])
