"""What must hold of every position, whatever happened: no unit in an impossible place."""

from __future__ import annotations

from sandtable.game.game import Game
from sandtable.rules.position import FRESH, Position, Token

LAND_UNITS = {"infantry", "artillery", "tank", "aa-gun"}
AIR_UNITS = {"fighter", "bomber"}


def check_position(game: Game, *, turn_begins: bool) -> None:
    """Domains, cargo, decks and damage."""
    state = game.state
    fighting = any(step.battle is not None for step in state.agenda)
    for space, stack in enumerate(state.position.stacks):
        where = game.edition.board.spaces[space]
        for token, count in stack:
            unit = game.edition.units[token.unit]
            facts = f"{count} {game.edition.powers[token.power].id} {unit.id} in {where.id}"
            assert count > 0, facts
            assert not where.impassable, facts
            assert unit.domain in (("sea", "air") if where.sea else ("land", "air")), facts
            assert 0 <= token.damage < unit.hits, facts
            assert fighting or not token.damage, facts
            check_cargo(game, token, facts)
        assert list(stack) == sorted(stack), f"{where.id} is out of order"
        assert len({token for token, _ in stack}) == len(stack), f"{where.id} is not merged"
    check_others_decks(game, state.position, fighting=fighting)
    if turn_begins:
        assert fresh(state.position)
        check_rest(game, state.position)


def fresh(position: Position) -> bool:
    return all(token.mark == FRESH for stack in position.stacks for token, _ in stack)


def check_cargo(game: Game, token: Token, facts: str) -> None:
    unit = game.edition.units[token.unit].id
    aboard = [game.edition.units[kind].id for _, kind in token.cargo]
    assert list(token.cargo) == sorted(token.cargo), facts
    if unit == "transport":
        assert set(aboard) <= LAND_UNITS, facts
        assert len(aboard) <= 2, f"{facts}: {aboard}"
        assert len([u for u in aboard if u != "infantry"]) <= 1, f"{facts}: {aboard}"
    elif unit == "carrier":
        assert set(aboard) <= {"fighter"}, facts
        assert len(aboard) <= 2, f"{facts}: {aboard}"
        rides = game.edition.rules.own_deck_cargo and token.mark != FRESH
        own = [power for power, _ in token.cargo if power == token.power]
        assert rides or not own, f"{facts}: own as guests"
    elif unit == "destroyer" and aboard:
        traits = game.state.position.traits
        assert aboard == ["infantry"], f"{facts}: {aboard}"
        assert "tokyo-express" in traits[token.power], facts
    else:
        assert not aboard, facts
    sides = {game.edition.powers[power].side for power, _ in token.cargo}
    assert sides <= {game.edition.powers[token.power].side}, facts


def room_and_planes(game: Game, position: Position, zone: int, power: int) -> tuple[int, int, int]:
    """Free places on a power's carriers in a zone, its fighters and its bombers there."""
    room = fighters = bombers = 0
    for token, count in position.stacks[zone]:
        unit = game.edition.units[token.unit].id
        if token.power == power:
            if unit == "carrier":
                room += count * (2 - len(token.cargo))
            elif unit == "fighter":
                fighters += count
            elif unit == "bomber":
                bombers += count
    return room, fighters, bombers


def check_others_decks(game: Game, position: Position, *, fighting: bool) -> None:
    """Between battles nobody but the acting power has aircraft at sea without a deck."""
    if fighting or game.state.turn.stranded:
        return
    for power in range(len(game.edition.powers)):
        if power not in (position.turn, game.state.turn.joint):
            check_decks(game, position, power)


def check_decks(game: Game, position: Position, power: int) -> None:
    for zone in game.edition.board.zones:
        room, fighters, bombers = room_and_planes(game, position, zone, power)
        facts = f"{game.edition.powers[power].id} in {game.edition.board.spaces[zone].id}"
        assert not bombers, f"{facts}: {bombers} bombers"
        assert fighters <= max(room, 0), f"{facts}: {fighters} fighters, room for {room}"


def check_rest(game: Game, position: Position) -> None:
    """When a turn begins all aircraft are down and no territory is shared by enemies."""
    for power in range(len(game.edition.powers)):
        check_decks(game, position, power)
    for space, stack in enumerate(position.stacks):
        if not game.edition.board.sea[space] and stack:
            owner = position.owners[space]
            sides = {game.edition.powers[token.power].side for token, _ in stack}
            facts = game.edition.board.spaces[space].id
            assert owner >= 0, facts
            assert sides == {game.edition.powers[owner].side}, facts
