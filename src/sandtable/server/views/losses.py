"""Casualties: what may be lost, and a sensible choice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from sandtable.game import casualties
from sandtable.game.answers import Lose, UnitSpec
from sandtable.game.draft import Draft
from sandtable.game.notation.answers_json import answer_to_json, spec_to_json
from sandtable.game.notation.names import format_unit
from sandtable.game.queries import points
from sandtable.game.state import State
from sandtable.rules.battle import Target, fits, hits_left, most_taken, required_losses, value
from sandtable.rules.position import Token
from sandtable.rules.refusal import InvalidAnswer, Refusal
from sandtable.server.schemas.options import AnswerOffer, CasualtyOptions, CasualtyView
from sandtable.server.views.offering import answer_offer
from sandtable.words.answering import answer_text
from sandtable.words.english import Speaker

Loss = dict[Token, int]
Taste = Callable[[Token], tuple[float, ...]]
"""What is lost first: the lowest."""


class Victims(NamedTuple):
    """Units that a player need not tell apart when they are hit."""

    spec: UnitSpec
    tokens: tuple[tuple[Token, int], ...]
    last: bool


def casualty_options(state: State) -> CasualtyOptions:
    d = Draft(state)
    battle = d.battle
    groups = casualties.open_targets(d, battle)
    needed = required_losses(battle.hits, groups)
    proposed = sensible(d, groups)
    return CasualtyOptions(
        hits=needed.first + needed.last,
        units=[
            casualty_view(d, victims, needed.last if victims.last else needed.first)
            for victims in victims_of(d, groups)
        ],
        proposed=answer_to_json(d.ed, answer_of(d, groups, proposed)),
        proposals=proposals(d, groups, proposed),
    )


def victims_of(d: Draft, groups: list[Target]) -> list[Victims]:
    """The units that can be hit; those that are told apart further come first."""
    found: dict[tuple[UnitSpec, bool], list[tuple[Token, int]]] = {}
    for group in groups:
        for token, count in group.tokens:
            found.setdefault((spec_of(d, token), group.last), []).append((token, count))
    made = [Victims(spec, tuple(tokens), last) for (spec, last), tokens in found.items()]
    return sorted(
        made, key=lambda v: (v.spec.target < 0, v.last, v.spec.unit, v.spec.power, v.spec)
    )


def spec_of(d: Draft, token: Token) -> UnitSpec:
    """A unit in an answer, told apart as far as a player may care."""
    kind = d.kind(token)
    return UnitSpec(
        1,
        token.unit,
        token.power,
        token.cargo if kind.loads else None,
        points(d, token) if kind.air and d.orders(token) else -1,
        -1,
        token.damage if kind.hits > 1 else -1,
        token.mark.target if kind.loads else -1,
    )


def casualty_view(d: Draft, victims: Victims, needed: int) -> CasualtyView:
    spec = victims.spec
    room = sum(n * hits_left(d.ed, t) for t, n in victims.tokens)
    return CasualtyView(
        key=format_unit(d.ed, spec),
        power=d.ed.powers[spec.power].id,
        unit=d.ed.units[spec.unit].id,
        count=sum(n for _, n in victims.tokens),
        most=min(room, needed),
        each=hits_left(d.ed, victims.tokens[0][0]),
        last=victims.last,
        damaged=spec.damage > 0,
        cost=worth(d, victims.tokens[0][0]),
        spec=spec_to_json(d.ed, spec),
    )


def worth(d: Draft, token: Token) -> int:
    """IPCs that go with a unit, its cargo included."""
    units = (token.unit, *(unit for _, unit in token.cargo))
    return sum(d.ed.units[unit].cost or 0 for unit in units)


# --- choosing


def sensible(d: Draft, groups: list[Target]) -> Loss:
    """Hits that destroy nothing first, then the cheapest, somebody kept to take the territory."""
    return chosen(d, groups, cheapest(d), keeper=keeper_of(d, groups))


def cheapest(d: Draft) -> Taste:
    """By price, of two that cost the same the weaker first, the shorter of breath first."""
    attacking = d.battle.side_hit == "attacker"

    def taste(token: Token) -> tuple[float, ...]:
        strength = value(d.kinds, token, attacking=attacking)
        return worth(d, token), strength, points(d, token), token.power

    return taste


def weakest(d: Draft) -> Taste:
    """By how well a unit fights in this battle."""
    attacking = d.battle.side_hit == "attacker"

    def taste(token: Token) -> tuple[float, ...]:
        return value(d.kinds, token, attacking=attacking), worth(d, token), points(d, token)

    return taste


def keeper_of(d: Draft, groups: list[Target]) -> Token | None:
    """A unit to be kept for taking the territory: the strongest of those that can."""
    battle = d.battle
    if battle.side_hit != "attacker" or d.ed.board.sea[battle.space] or battle.program == "raid":
        return None
    able = [t for g in groups for t, _ in g.tokens if d.kind(t).captures]
    spare = [t for t, _ in battle.attack if d.kind(t).captures and t not in able]
    return max(able, key=cheapest(d)) if able and not spare else None


def chosen(d: Draft, groups: list[Target], taste: Taste, keeper: Token | None = None) -> Loss:
    """As many hits as must be taken, given out one by one in an order of taste.

    A hit is given where all hits so far can still be given out together; so the order decides
    wherever the rules leave a choice.
    """
    battle = d.battle
    needed = required_losses(battle.hits, groups)
    wanted = [0] * len(groups)
    left = {False: needed.first, True: needed.last}
    losses: Loss = {}
    for index, token, room in queue(d, groups, taste, keeper):
        last = groups[index].last
        for _ in range(room):
            if not left[last]:
                break
            wanted[index] += 1
            if most_taken(battle.hits, groups, wanted) < sum(wanted):
                wanted[index] -= 1
                break
            left[last] -= 1
            losses[token] = losses.get(token, 0) + 1
    if not fits(d.ed, battle.hits, groups, losses):
        return next(casualties.choices(d))
    return losses


def queue(
    d: Draft, groups: list[Target], taste: Taste, keeper: Token | None
) -> Iterator[tuple[int, Token, int]]:
    """(group, token, hits) in the order in which hits are given out, last casualties last."""
    entries: list[tuple[tuple[float, ...], int, Token, int]] = []
    for index, group in enumerate(groups):
        for token, count in group.tokens:
            whole = hits_left(d.ed, token) - 1
            if whole:
                entries.append(((group.last, 0), index, token, count * whole))
            kept = int(token == keeper)
            if count > kept:
                entries.append(((group.last, 1, *taste(token)), index, token, count - kept))
            if kept:
                entries.append(((group.last, 2), index, token, 1))
    entries.sort(key=lambda entry: entry[0])
    for _, index, token, room in entries:
        yield index, token, room


def answer_of(d: Draft, groups: list[Target], losses: Loss) -> Lose:
    """Losses as an answer that names units as they are listed; exactly, if that will not do."""
    specs = []
    for victims in victims_of(d, groups):
        number = sum(losses.get(token, 0) for token, _ in victims.tokens)
        if number:
            specs.append(victims.spec._replace(number=number))
    plain = Lose(tuple(specs))
    try:
        understood = casualties.losses_from_answer(d, d.power, plain)
    except (Refusal, InvalidAnswer):
        return casualties.to_answer(d, losses)
    return plain if understood else casualties.to_answer(d, losses)


def proposals(d: Draft, groups: list[Target], usual: Loss) -> list[AnswerOffer]:
    """Other ways to choose, where they differ from the usual one."""
    speaker = Speaker(d.ed)
    found: list[AnswerOffer] = []
    seen = [usual]
    for name, losses in others(d, groups):
        if losses not in seen:
            seen.append(losses)
            lose = answer_of(d, groups, losses)
            offer = answer_offer(speaker, lose)
            text = answer_text(speaker, plainly(lose.units))
            found.append(offer.model_copy(update={"text": f"{name}: {text[:1].lower()}{text[1:]}"}))
    return found


def others(d: Draft, groups: list[Target]) -> Iterator[tuple[str, Loss]]:
    yield "Cheapest first", chosen(d, groups, cheapest(d))
    yield "Keep the strongest", chosen(d, groups, weakest(d), keeper_of(d, groups))


def plainly(units: Iterable[UnitSpec]) -> Lose:
    """Losses by kind alone, for a line of text."""
    counts: dict[int, int] = {}
    for spec in units:
        counts[spec.unit] = counts.get(spec.unit, 0) + spec.number
    return Lose(tuple(UnitSpec(number, unit) for unit, number in counts.items()))
