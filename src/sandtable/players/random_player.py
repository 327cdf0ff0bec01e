"""A player that plays at random: no opponent, but a tireless tester of the rules."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import islice

from sandtable.board.graph import bits
from sandtable.game import casualties, machine
from sandtable.game.answers import (
    Answer,
    Attack,
    Buy,
    End,
    Lose,
    Move,
    Place,
    Research,
    UnitSpec,
)
from sandtable.game.before import bidding
from sandtable.game.draft import Draft
from sandtable.game.flights import flight, reach
from sandtable.game.game import Game
from sandtable.game.landing import landing_ground, landing_moves
from sandtable.game.offers import before, moves, others, placing, special, uses
from sandtable.game.offers.trying import sharing, spec_of, with_number
from sandtable.game.queries import hostile_zone, points
from sandtable.game.state import Decision
from sandtable.game.steps import mobilize
from sandtable.players.duties import way_out
from sandtable.players.interface import MOVES
from sandtable.rules.battle import fits, hits_left, required_losses
from sandtable.rules.position import EXTRA_MOVE, FRESH, Token
from sandtable.rules.refusal import Refusal, SandtableError
from sandtable.rules.units import FACILITY

MOST_TRIES = 300
"""Orders to try before a combat move that cannot end is given up."""


def takes_back(game: Game, asked: Decision) -> bool:
    """Whether the last decision belongs to the phase that is being played, and had no dice."""
    last = game.history[-1]
    if last.rolls or last.answer.kind == "end":
        return False
    mine = last.power == asked.power and last.answer.kind in ("move", "attack", "launch")
    return mine or last.answer.kind == "consent"


class RandomPlayer:
    """Answers decisions at random, always legally, from a seed."""

    def __init__(self, seed: int | str, *, restless: float = 0.85) -> None:
        self.random = random.Random(seed)
        self.restless = restless

    def play(self, game: Game, *, rounds: int = 20, decisions: int = 100_000) -> int:
        """Play a game on until it is won or a limit is reached; how many decisions it took."""
        made = 0
        while game.winner is None and game.round <= rounds and made < decisions:
            made += self.step(game)
        return made

    def step(self, game: Game, asked: Decision | None = None) -> int:
        """Answer an open decision, the first unless one is named.

        A phase that cannot end as it stands is played again.
        """
        d = Draft(game.state)
        asked = asked or machine.asked(d)[0]
        answer = self.answer(d, asked)
        try:
            game.decide(asked.power, answer)
        except Refusal:
            if not isinstance(answer, End):
                raise
            if asked.kind == "combat-move":
                return self.start_over(game, asked)
            return self.land_all(game, asked)
        return 1

    def start_over(self, game: Game, asked: Decision) -> int:
        """Take back the moves of the phase, heed what is owed then, and end it.

        A state that was resumed without its history may hold moves that cannot be taken back:
        they are led to an end, and if there is none, the refusal is raised.
        """
        made = 1
        while game.history and takes_back(game, asked):
            game.undo()
            made += 1
        for _ in range(MOST_TRIES):
            owed = game.refusal(asked.power, End())
            if owed is None:
                break
            options = self.ways_out(Draft(game.state), owed)
            if not options:
                while game.history and takes_back(game, asked):
                    game.undo()
                if not way_out(game, asked.power):
                    raise owed
                break
            game.decide(asked.power, self.random.choice(options))
            made += 1
        game.decide(asked.power, End())
        return made

    def ways_out(self, d: Draft, owed: SandtableError) -> list[Answer]:
        """Orders that may settle what is owed: ships flee, cargo lands, or else anything."""
        facts = owed.facts if isinstance(owed, Refusal) else {}
        zone = d.ed.board.index.get(str(facts.get("zone", "")))
        spaces = range(len(d.stacks)) if zone is None else (zone,)
        found = [move for space in spaces for move in moves.from_space(d, space, combat=True)]
        fleeing = [
            move
            for move in found
            if isinstance(move, Move)
            and d.ed.units[move.units[0].unit].sea
            and not hostile_zone(d, d.power, move.path[-1])
        ]
        ashore = [
            move for move in found if isinstance(move, Move) and d.ed.units[move.units[0].unit].land
        ]
        return [*fleeing] or [*ashore] or found

    def land_all(self, game: Game, asked: Decision) -> int:
        """Bring down what can be brought down, then end the phase."""
        made = 1
        fired_at = True
        while fired_at:
            fired_at = False
            for move in landing_moves(Draft(game.state)):
                game.decide(asked.power, move)
                made += 1
                if game.history[-1].rolls:
                    # Guns may have brought some down: the plan is made again.
                    fired_at = True
                    break
        game.decide(asked.power, End())
        return made

    def answer(self, d: Draft, asked: Decision) -> Answer:
        """A legal answer; `End` alone may turn out to be premature."""
        if asked.kind in MOVES:
            return self.movement(d, combat=asked.kind == "combat-move")
        chooser = CHOOSERS.get(asked.kind)
        if chooser is None:
            return self.random.choice(list(islice(uses.answers(d, asked), 200)))
        return chooser(self, d, asked)

    def movement(self, d: Draft, *, combat: bool) -> Answer:
        if self.random.random() > self.restless:
            return End()
        power, stacks, draw = d.power, d.stacks, self.random.random
        partner = d.turn.joint
        size = len(stacks)
        for _ in range(60):
            space = int(draw() * size)
            for token, _ in stacks[space]:
                if token[0] != power and (token[0] != partner or not d.orders(token)):
                    continue
                if token[4].left or token[4].flags & EXTRA_MOVE:
                    found = self.from_space(d, space, combat=combat)
                    if found is not None:
                        return found
                    break
        return End()

    def from_space(self, d: Draft, space: int, *, combat: bool) -> Answer | None:
        """An order for some units in a space, if one is found at the first try."""
        if d.ed.board.sea[space] and self.random.random() < 0.5:
            landings = list(moves.going_ashore(d, space, combat=combat))
            if landings:
                return self.random.choice(landings)
            declared = list(moves.attacks(d, space)) if combat else []
            if declared:
                return declared[0]
        if (d.traits or d.ed.rules.own_deck_cargo) and self.random.random() < 0.2:
            further = list(special.orders(d, space, combat=combat))
            if further:
                return self.random.choice(further)
        token, count = self.random.choice(d.own(space))
        mark = token.mark
        spent = mark != FRESH and mark.left <= 0 and not mark.flags & EXTRA_MOVE
        if spent and not d.ed.air[token.unit]:
            return None
        options: list[tuple[Move | Attack, int | None]]
        if not combat and d.ed.air[token.unit] and self.random.random() < 0.9:
            options = [(move, count) for move in self.flights_home(d, space, token)]
        else:
            options = list(islice(moves.of_token(d, space, token, count, combat=combat), 60))
        if not options:
            return None
        move, most = self.random.choice(options)
        return with_number(move, self.random.randint(1, most or 1))

    def flights_home(self, d: Draft, space: int, token: Token) -> list[Move | Attack]:
        """A flight to some territory in range."""
        range_ = reach(d, space, points(d, token), token.power)
        ground = range_ & landing_ground(d) & ~(1 << space)
        places = [end for end in bits(ground) if sharing(d, end)]
        if not places:
            return []
        path = flight(d, space, self.random.choice(places), token.power)
        return [Move((spec_of(d, space, token),), path)]

    def research(self, d: Draft, asked: Decision) -> Answer:
        """Mostly nothing; else a few dice."""
        if self.random.random() < 0.7:
            return Research()
        few = [r for r in others.researching(d, asked) if isinstance(r, Research) and r.dice < 4]
        return self.random.choice(few)

    def purchase(self, d: Draft, asked: Decision) -> Answer:
        money = d.treasuries[asked.power]
        bought: dict[int, int] = {}
        for_sale = [(u.index, u.cost) for u in d.ed.units if u.cost]
        while True:
            affordable = [(u, c) for u, c in for_sale if c <= money]
            if not affordable or self.random.random() < 0.1:
                break
            unit, cost = self.random.choice(affordable)
            bought[unit] = bought.get(unit, 0) + 1
            money -= cost
        return Buy(tuple(UnitSpec(n, u) for u, n in sorted(bought.items())))

    def losses(self, d: Draft, asked: Decision) -> Lose:
        battle = d.battle
        groups = casualties.open_targets(d, battle)
        needed = required_losses(battle.hits, groups)
        tokens = [t for g in groups for t, n in g.tokens for _ in range(n * hits_left(d.ed, t))]
        for _ in range(20):
            self.random.shuffle(tokens)
            chosen: dict[object, int] = {}
            first, last = needed
            for token in tokens:
                is_last = d.ed.units[token.unit].last_casualty
                if (last if is_last else first) > 0:
                    chosen[token] = chosen.get(token, 0) + 1
                    if is_last:
                        last -= 1
                    else:
                        first -= 1
            if fits(d.ed, battle.hits, groups, chosen):  # type: ignore[arg-type]
                return casualties.to_answer(d, chosen)  # type: ignore[arg-type]
        return casualties.to_answer(d, next(casualties.choices(d)))

    def placement(self, d: Draft, asked: Decision) -> Answer:
        """A random lawful placement: one drawn blindly, or else one of the first in order."""
        sites = dict(d.production_sites())
        places: dict[int, dict[int, int]] = {}
        # Ships go first, as only they need a coast.
        pieces = [unit for unit, number in enumerate(d.turn.bought) for _ in range(number)]
        for unit in sorted(pieces, key=lambda unit: not d.ed.ships[unit]):
            near = d.ed.board.sea_neighbors
            if d.ed.units[unit].domain == FACILITY:
                lots = [s for s in range(len(near)) if mobilize.why_not_build(d, s, unit) is None]
                free = [s for s in lots if unit not in places.get(s, ())]
                if free:
                    places.setdefault(self.random.choice(free), {})[unit] = 1
                continue
            open_ = [s for s, left in sites.items() if left and (near[s] or not d.ed.ships[unit])]
            if not open_:
                continue
            site = self.random.choice(open_)
            sites[site] -= 1
            space = self.random.choice(near[site]) if d.ed.ships[unit] else site
            units = places.setdefault(space, {})
            units[unit] = units.get(unit, 0) + 1
        blind = Place(
            tuple(
                (space, tuple(UnitSpec(n, unit) for unit, n in units.items()))
                for space, units in places.items()
            )
        )
        if placing.placeable(d, asked.power, blind):
            return blind
        found = list(islice(placing.placements(d, asked), 20))
        return self.random.choice(found) if found else Place(())

    def bid(self, d: Draft, asked: Decision) -> Answer:
        """Units for part of the bid, or none if the first draw will not do."""
        money = bidding.bid_of(d, asked.power)
        options = before.bid_options(d, asked.power)
        self.random.shuffle(options)
        chosen: dict[int, int] = {}
        for space, unit, cost in options[:20]:
            if cost <= money and space not in chosen:
                chosen[space] = unit
                money -= cost
        drawn = placing.placing(tuple(chosen.items()))
        return drawn if before.biddable(d, asked.power, drawn) else Place(())

    def any_of(self, d: Draft, asked: Decision) -> Answer:
        return self.random.choice(list(others.ANSWERS[asked.kind](d, asked)))


CHOOSERS: dict[str, Callable[[RandomPlayer, Draft, Decision], Answer]] = {
    "research": RandomPlayer.research,
    "purchase": RandomPlayer.purchase,
    "casualties": RandomPlayer.losses,
    "mobilize": RandomPlayer.placement,
    "battle": RandomPlayer.any_of,
    "advantages": RandomPlayer.any_of,
    "bid": RandomPlayer.bid,
    "bombard": RandomPlayer.any_of,
    "new-carriers": RandomPlayer.any_of,
    "submerge": RandomPlayer.any_of,
    "retreat": RandomPlayer.any_of,
    "land": RandomPlayer.any_of,
}
