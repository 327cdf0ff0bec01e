"""What a power can answer to a decision. Lists that may explode are never enumerated."""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice

from sandtable.game.answers import Answer, Bombard, Buy
from sandtable.game.before.bidding import bid_of
from sandtable.game.before.choosing import by_dice, number_agreed, table
from sandtable.game.draft import Draft
from sandtable.game.game import Game
from sandtable.game.offers import others, uses
from sandtable.game.offers.before import bid_options as bid_places
from sandtable.game.state import Decision
from sandtable.rules.traits import TECHNOLOGY
from sandtable.rules.units import FACILITY
from sandtable.server.schemas.options import (
    AdvantageOptions,
    AllOptions,
    AnswerOffer,
    BidOptions,
    Options,
    PastPurchase,
    PriceView,
    PurchaseOptions,
    ResearchOptions,
)
from sandtable.server.views.losses import casualty_options
from sandtable.server.views.moment import space_id
from sandtable.server.views.moving import MOVING, moving_options
from sandtable.server.views.offering import answer_offer
from sandtable.server.views.placing import mobilize_options, sites_for
from sandtable.server.views.retreating import retreat_options
from sandtable.server.views.using import use_options
from sandtable.words.english import Speaker

MOST_ANSWERS = 120
"""How many answers are listed as they are."""
RECENT = 3
"""Turns of which purchases are told."""


def options_for(game: Game, decision: Decision, version: int) -> Options:
    """What can be answered to an open decision, in the form that suits its kind."""
    kind = decision.kind
    found = Options(
        version=version,
        power=game.edition.powers[decision.power].id,
        kind=kind,
        space=space_id(game.edition, decision.space),
        answers=[],
        more=False,
    )
    if kind in MOVING:
        found.moving = moving_options(game.state, decision)
    elif kind == "purchase":
        found.purchase = purchase_options(game, decision)
    elif kind == "casualties":
        found.casualties = casualty_options(game.state)
    elif kind == "mobilize":
        found.mobilize = mobilize_options(game.state, decision)
    elif kind == "research":
        found.research = research_options(game, decision)
    elif kind == "bid":
        found.bid = bid_options(game, decision)
    else:
        if kind == "advantages":
            found.advantages = advantage_options(game, decision)
        elif kind == "retreat":
            found.retreat = retreat_options(game.state)
        answers = some_answers(game, decision)
        speaker = Speaker(game.edition)
        found.answers = [answer_offer(speaker, answer) for answer in answers[:MOST_ANSWERS]]
        found.more = len(answers) > MOST_ANSWERS
        if kind in game.edition.traits:
            found.use = use_options(Draft(game.state))
        elif kind == "new-carriers":
            found.answers = aboard_first(found.answers)
    return found


def aboard_first(answers: list[AnswerOffer]) -> list[AnswerOffer]:
    """Going aboard a new carrier: most fighters first, staying ashore last and by its name."""
    stay = [offer for offer in answers if offer.answer["type"] == "end"]
    going = [offer for offer in answers if offer.answer["type"] != "end"]
    return [
        *reversed(going),
        *(offer.model_copy(update={"text": "Leave the others where they are"}) for offer in stay),
    ]


def all_options(game: Game, powers: Collection[str], version: int) -> AllOptions:
    """Options for every open decision of some powers."""
    ed = game.edition
    return AllOptions(
        version=version,
        options=[
            options_for(game, decision, version)
            for decision in game.pending
            if ed.powers[decision.power].id in powers
        ],
    )


def some_answers(game: Game, decision: Decision) -> list[Answer]:
    """Answers where they are few, and the first of them where they are many."""
    d = Draft(game.state)
    if decision.kind in d.ed.traits:
        return list(islice(uses.answers(d, decision), MOST_ANSWERS + 1))
    found = list(islice(others.ANSWERS[decision.kind](d, decision), 10 * MOST_ANSWERS))
    if decision.kind == "bombard":
        found.sort(key=ships_named, reverse=True)
    return found


def ships_named(answer: Answer) -> int:
    if not isinstance(answer, Bombard):
        return 0
    return sum(spec.number for _, specs in answer.places for spec in specs)


def purchase_options(game: Game, decision: Decision) -> PurchaseOptions:
    d = Draft(game.state)
    money = d.treasuries[decision.power]
    for_sale = [unit for unit in d.ed.units if unit.cost]
    sites = d.production_sites()
    return PurchaseOptions(
        money=money,
        units=prices(d, money),
        sites=sites_for(d, [unit.index for unit in for_sale if unit.domain != FACILITY]),
        recent=recent_purchases(game, decision.power),
        capacity=sum(capacity for _, capacity in sites),
    )


def prices(d: Draft, money: int, *, facilities: bool = True) -> list[PriceView]:
    return [
        PriceView(unit=unit.id, cost=unit.cost, most=money // unit.cost)
        for unit in d.ed.units
        if unit.cost and (facilities or unit.domain != FACILITY)
    ]


def recent_purchases(game: Game, power: int) -> list[PastPurchase]:
    """What a power bought in its last turns, newest first."""
    found: list[PastPurchase] = []
    for entry in reversed(game.history):
        if entry.power == power and isinstance(entry.answer, Buy):
            units = game.edition.name_counts(entry.answer.units)
            found.append(PastPurchase(round=entry.state.position.round, units=units))
            if len(found) == RECENT:
                break
    return found


def research_options(game: Game, decision: Decision) -> ResearchOptions:
    d = Draft(game.state)
    return ResearchOptions(
        money=d.treasuries[decision.power],
        die_cost=d.ed.rules.research_cost,
        technologies=[
            trait.id
            for trait in d.ed.traits.values()
            if trait.kind == TECHNOLOGY and not d.has(decision.power, trait.id)
        ],
    )


def bid_options(game: Game, decision: Decision) -> BidOptions:
    d = Draft(game.state)
    money = bid_of(d, decision.power)
    places = {space for space, _, _ in bid_places(d, decision.power)}
    return BidOptions(
        money=money,
        units=prices(d, money, facilities=False),
        spaces=[d.space_id(space) for space in sorted(places)],
        one_per_space=game.match.option("bid_limit") == "one-per-space",
    )


def advantage_options(game: Game, decision: Decision) -> AdvantageOptions:
    d = Draft(game.state)
    return AdvantageOptions(
        number=number_agreed(d, decision.power),
        by_dice=by_dice(d),
        advantages=list(table(d, decision.power).values()),
    )
