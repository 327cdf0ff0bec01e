"""A client that knows nothing but the server's options, and clicks at random."""

from __future__ import annotations

import random
from typing import Any

from sandtable.game.game import Game
from sandtable.game.notation.answers_json import answer_from_json
from sandtable.rules.refusal import SandtableError
from sandtable.server.schemas.options import MoveOffer, Options
from sandtable.server.views.options import options_for

Answer = dict[str, Any]
END: Answer = {"type": "end"}


def with_count(answer: Answer, number: int) -> Answer:
    """An order for one unit, given to so many."""
    units = answer["units"]
    if isinstance(units, dict):
        (name,) = units
        return {**answer, "units": {name: number}}
    (spec,) = units
    return {**answer, "units": [{**spec, "count": number}]}


class Clicker:
    """Answers decisions of all powers by what `Options` offers."""

    def __init__(self, seed: int, restless: float = 0.8) -> None:
        self.random = random.Random(seed)
        self.restless = restless
        self.refused = 0
        """How often in a row the phase could not be ended."""

    def play(self, game: Game, rounds: int, decisions: int = 20_000) -> int:
        """Play until the game is won or so many rounds are over; how many answers that took."""
        for made in range(decisions):
            if not game.pending or game.round > rounds:
                return made
            self.step(game)
        raise AssertionError(f"the game did not end within {decisions} answers")

    def step(self, game: Game) -> None:
        decision = game.pending[0]
        options = options_for(game, decision, len(game.history))
        sent = Options.model_validate_json(options.model_dump_json())
        assert sent == options
        answer = self.answer(sent)
        if answer is None:
            self.go_back(game)
            return
        game.decide(decision.power, answer_from_json(game.edition, answer))

    def go_back(self, game: Game) -> None:
        """Take orders back until the phase can be ended."""
        self.refused = 0
        while game.can_undo():
            game.undo()
            options = options_for(game, game.pending[0], len(game.history))
            if options.moving is None or options.moving.end_refused is None:
                return

    def answer(self, options: Options) -> Answer | None:
        draw = self.random
        if options.moving is not None:
            return self.movement(options)
        if options.purchase is not None:
            return self.purchase(options)
        if options.casualties is not None:
            offers = [options.casualties.proposed]
            offers += [offer.answer for offer in options.casualties.proposals]
            return draw.choice(offers)
        if options.mobilize is not None:
            return options.mobilize.proposed
        if options.research is not None:
            return self.research(options)
        if options.bid is not None:
            return {"type": "place", "places": {}}
        if options.advantages is not None and not options.advantages.by_dice:
            chosen = draw.sample(options.advantages.advantages, options.advantages.number)
            return {"type": "choose", "advantages": chosen}
        return draw.choice(options.answers).answer

    def movement(self, options: Options) -> Answer | None:
        moving = options.moving
        assert moving is not None
        may_end = moving.end_refused is None
        self.refused = 0 if may_end else self.refused + 1
        if may_end and self.random.random() > self.restless:
            return END
        offers: list[MoveOffer] = moving.moves
        if moving.landing:
            return moving.landing[0].answer
        if not may_end:
            urgent = [m for m in offers if m.effect in ("land", "assault")]
            offers = urgent or offers
        if moving.attacks and self.random.random() < 0.1:
            return self.random.choice(moving.attacks).answer
        if not offers:
            return END if may_end else None
        if self.refused > 6 and options.kind == "combat-move":
            return None
        offer = self.random.choice(offers)
        if offer.most == 1:
            return offer.answer
        return with_count(offer.answer, self.random.randint(1, offer.most))

    def purchase(self, options: Options) -> Answer:
        found = options.purchase
        assert found is not None
        units: dict[str, int] = {}
        money = found.money
        while affordable := [each for each in found.units if each.cost <= money]:
            if self.random.random() < 0.1:
                break
            each = self.random.choice(affordable)
            units[each.unit] = units.get(each.unit, 0) + 1
            money -= each.cost
        return {"type": "buy", "units": units}

    def research(self, options: Options) -> Answer:
        found = options.research
        assert found is not None
        most = min(2, found.money // found.die_cost)
        if not most or not found.technologies or self.random.random() < 0.5:
            return {"type": "research"}
        technology = self.random.choice(found.technologies)
        return {"type": "research", "technology": technology, "dice": most}


def accepted(game: Game, power: str, answer: Answer) -> SandtableError | None:
    """Why an answer would not be accepted, if so."""
    return game.refusal(power, answer_from_json(game.edition, answer))
