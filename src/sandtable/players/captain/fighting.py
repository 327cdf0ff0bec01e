"""Decisions in battles: losses, retreats, diving, and which battle comes next."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from sandtable.board.graph import mask_of
from sandtable.game.answers import (
    Answer,
    Bombard,
    Fight,
    Launch,
    Lose,
    Press,
    Retreat,
    Submerge,
)
from sandtable.game.draft import Draft
from sandtable.game.offers import others
from sandtable.game.state import Decision, Force
from sandtable.players.captain.candidates import outcome
from sandtable.players.captain.means import bought_walkers
from sandtable.players.captain.special import assailants
from sandtable.players.interface import Choice
from sandtable.players.losses import preferred
from sandtable.players.staff.chances import Chance, Heap, chance, heap_of, left_over, plus
from sandtable.players.staff.outlook import Outlook
from sandtable.players.staff.standing import at_call
from sandtable.rules.position import more
from sandtable.words.reasons import Reason


def expected(d: Draft) -> Chance:
    """What will become of the battle under way. Guns have fired when it began."""
    attack, defend = standing(d, d.battle.attack), standing(d, d.battle.defend)
    return chance(d.ed, d.ed.board.sea[d.battle.space], attack, defend)


def standing(d: Draft, force: Force) -> Heap:
    """Those of a force who fight."""
    return heap_of(d.ed, ((t, n) for t, n in force if not d.ed.units[t.unit].bystander))


def lose(look: Outlook, asked: Decision) -> Choice:
    """The cheapest losses; a unit that can take the ground is kept if the ground is worth what is
    lost in its place."""
    d, battle = look.d, look.d.battle
    cheapest = preferred(d, keep_ground=False)
    reason = Reason("cheapest", battle.space)
    if battle.side_hit != "attacker" or d.ed.board.sea[battle.space]:
        return Choice(cheapest, reason)
    keeping = preferred(d)
    if keeping == cheapest:
        return Choice(cheapest, reason)
    if after_losses(look, keeping) >= after_losses(look, cheapest):
        return Choice(keeping, Reason("keep-taker", battle.space))
    return Choice(cheapest, reason)


def after_losses(look: Outlook, given: Lose) -> float:
    """What the battle gains from here on, after some losses of the attackers."""
    d, ed = look.d, look.ed
    force = list(standing(d, d.battle.attack))
    lost = 0
    for spec in given.units:
        if ed.units[spec.unit].hits == 1 or spec.damage > 0:
            force[spec.unit] = max(0, force[spec.unit] - spec.number)
            lost += spec.number * (ed.units[spec.unit].cost or 0)
    space, heap = d.battle.space, tuple(force)
    odd = chance(ed, False, heap, standing(d, d.battle.defend))
    return pressed(look, heap, odd, space, mask_of((space, *d.turn.battles))) - lost


def leave(look: Outlook, asked: Decision) -> Choice:
    """Go on as long as that pays more than leaving, the enemy's answer to either included."""
    d = look.d
    ways = [given for given in others.leaving(d, asked) if isinstance(given, Retreat)]
    odd, space = expected(d), d.battle.space
    press = Choice(Press(), Reason("press", space, odds=odd.wins))
    if not ways:
        return press
    gone = mask_of((space, *d.turn.battles))
    going_on = pressed(look, heap_of(d.ed, d.battle.attack), odd, space, gone)
    best = max(ways, key=lambda way: (left(look, way.to, gone), way.to))
    leaving = left(look, best.to, gone)
    if going_on >= leaving or going_on + odd.takes * shelter(look, best.to) >= leaving:
        return press
    return Choice(best, Reason("retreat", space, odds=odd.wins, gain=going_on))


def shelter(look: Outlook, to: int) -> float:
    """What it is worth for the own capital that the attackers take the ground, instead of leaving
    for another space: they bar the way."""
    d, power, doctrine = look.d, look.power, look.doctrine
    space = d.battle.space
    risks = []
    for stay in (True, False):
        then = d.copy()
        force = tuple((t, n) for t, n in d.stacks[space] if not d.at_war[power][t.power])
        if stay:
            then.owners[space], then.stacks[space] = power, force
        else:
            gone = tuple((t, n) for t, n in d.stacks[space] if d.at_war[power][t.power])
            then.stacks[space] = gone
            then.stacks[to] = more(d.stacks[to], force) if to >= 0 else d.stacks[to]
        after = Outlook(then, power, doctrine)
        new = bought_walkers(after)
        falls = (
            after.danger(c, plus(new, at_call(after, c))).takes * (doctrine.home + after.ground(c))
            for c in after.capitals
        )
        risks.append(max(falls, default=0.0))
    return risks[1] - risks[0]


def pressed(look: Outlook, force: Heap, odd: Chance, space: int, gone: int) -> float:
    """What going on with a force gains: units, ground, less the enemy's answer."""
    ed, sea = look.ed, look.board.sea[space]
    stays = ed.ships if sea else ed.lands
    heap = tuple(n if stays[unit] else 0 for unit, n in enumerate(force))
    back = look.worst(sea, [(space, left_over(ed, heap, odd.attacker_loss), gone)])[0]
    return outcome(look, odd, back, space, look.doctrine.fear)


def left(look: Outlook, to: int, gone: int) -> float:
    """What leaving gains: less than nothing if those who leave fall into the enemy's hands."""
    if to < 0:
        return 0.0
    ed, sea = look.ed, look.board.sea[to]
    stays = ed.ships if sea else ed.lands
    force = heap_of(ed, look.d.battle.attack)
    more = tuple(n if stays[unit] else 0 for unit, n in enumerate(force))
    ground = 0.0 if sea else look.ground(to) / 2
    before, after = look.danger(to, gone=gone), look.danger(to, more, gone=gone)
    cost = max(0.0, after.swing + after.takes * ground)
    return look.doctrine.fear * (max(0.0, before.swing + before.takes * ground) - cost)


def dive(look: Outlook, asked: Decision) -> Choice:
    """Submarines leave a battle that is as good as lost."""
    d = look.d
    odd = expected(d)
    mine = odd.wins if asked.power == d.power else 1 - odd.wins
    numbers = [given for given in others.submerging(d, asked) if isinstance(given, Submerge)]
    if mine < 0.3:
        return Choice(numbers[-1], Reason("dive", d.battle.space, odds=mine))
    return Choice(numbers[0], Reason("stay", d.battle.space, odds=mine))


def fight(look: Outlook, asked: Decision) -> Choice:
    """Battles at sea first, as landings depend on them; rockets whenever there are any."""
    d = look.d
    found = list(others.clashes(d, asked))
    battles = [given for given in found if isinstance(given, Fight)]
    launches = [given for given in found if isinstance(given, Launch)]
    if launches:
        return Choice(launches[0], Reason("raid", launches[0].target))
    battles.sort(key=lambda given: (not d.ed.board.sea[given.space], given.space))
    if not battles:
        return Choice(found[0], Reason("only"))
    return Choice(battles[0], why_next(look, battles[0]))


def why_next(look: Outlook, given: Fight) -> Reason:
    """Why a battle or a raid is next, and how it stands."""
    d, space = look.d, given.space
    if given.what:
        return Reason("raid", space)
    attack, defend = assailants(d, space), look.enemies_at(space)
    odds = chance(d.ed, d.ed.board.sea[space], attack, defend).wins
    landing = any(ship.mark.target >= 0 for ship, _ in d.own(space) if d.ed.ships[ship.unit])
    return Reason("order" if landing else "fight", space, odds=odds)


def bombard(look: Outlook, asked: Decision) -> Choice:
    """With all ships."""

    def number(given: Answer) -> int:
        assert isinstance(given, Bombard)
        return sum(spec.number for _, units in given.places for spec in units)

    best = max(islice(others.bombardments(look.d, asked), 500), key=number)
    return Choice(best, Reason("bombard", look.d.battle.space) if number(best) else Reason("only"))


CHOOSERS: dict[str, Callable[[Outlook, Decision], Choice]] = {
    "casualties": lose,
    "retreat": leave,
    "submerge": dive,
    "battle": fight,
    "bombard": bombard,
}
