"""The odds of the battles that are pending in a saved game."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from sandtable.cli import files
from sandtable.cli.console import Out, UsageError
from sandtable.cli.odds_raids import tell_raid
from sandtable.cli.odds_table import print_odds
from sandtable.game.game import Game
from sandtable.game.notation.names import space_named
from sandtable.odds import Odds, Policy, Survival, questions
from sandtable.odds.ask import settled_for
from sandtable.odds.engine.pending import RAID, Pending, pending
from sandtable.odds.fight import FloatArray
from sandtable.odds.forces import unit_called
from sandtable.odds.parties import Meeting
from sandtable.odds.pictures import picture
from sandtable.odds.staging import prices_of
from sandtable.words.english import Speaker, joined, phase_name

OPTIONS = {"then": "counter or --wave", "overland": "with"}
"""Options that are kept under another name."""


def run(args: argparse.Namespace, policy: Policy, prices: dict[str, float], out: Out) -> int:
    if len(args.words) > 2:
        raise UsageError("a game is followed by one space at most")
    refuse_forces(args)
    game = files.load(args.words[0])
    found = chosen(game, args.words)
    battles = [battle for battle in found if battle.kind != RAID]
    if args.picture is not None and not battles:
        raise UsageError("--picture draws a battle, not a raid")
    if args.picture is not None and len(battles) > 1:
        raise UsageError(f"--picture draws one battle: name the space, {spaces(battles)}")
    worth = prices_of(game.edition, prices)
    documents: dict[str, list[dict[str, Any]]] = {"battles": [], "raids": []}
    for number, battle in enumerate(found):
        if number:
            out.line()
        if battle.kind == RAID:
            documents["raids"].append(raid(game, battle, worth, out))
            continue
        odds = odds_of(game, battle, policy, worth, args.ground)
        title = title_of(game, battle)
        survivors = survivors_of(odds, args.survives, alone=len(found) == 1)
        if args.picture is not None:
            Path(args.picture).write_text(picture(odds, title), encoding="utf-8")
        if out.json:
            data = {**about(battle, game), **odds.to_json(args.ends)}
            if survivors:
                data["survives"] = [survival._asdict() for survival in survivors]
            documents["battles"].append(data)
        elif out.quiet:
            out.result(f"{battle.name} {odds.percent(odds.wins)}")
        else:
            print_odds(odds, survivors, args.ends, out, title)
    out.document(documents)
    if args.picture is not None:
        out.line(f"Drawn in {args.picture}")
    return 0


def survivors_of(odds: Odds, units: list[str], *, alone: bool) -> list[Survival]:
    """What becomes of some units; of several battles, those that have them tell."""
    tokens = (*odds.fight.attack.tokens, *odds.fight.defend.tokens)
    here = {token.unit for token in tokens}
    return [
        odds.survives(unit) for unit in units if alone or unit_called(odds.edition, unit) in here
    ]


def refuse_forces(args: argparse.Namespace) -> None:
    """Options that say what a game's position says itself."""
    for name in (
        *("attacker", "defender", "attacker_has", "defender_has", "at", "sea", "landed"),
        *("bombard", "no_way_out", "then", "reinforce", "least", "best", "dead_zone", "samples"),
        *("zone", "overland", "raid", "rocket", "no_gun", "overflown"),
    ):
        if getattr(args, name):
            option = OPTIONS.get(name, name.replace("_", "-"))
            raise UsageError(f"--{option} is for forces, not for a saved game")


def chosen(game: Game, words: list[str]) -> list[Pending]:
    """The battles and raids asked about."""
    found = pending(game)
    if len(words) > 1:
        space = space_named(game.edition, words[1])
        here = [battle for battle in found if battle.space == space]
        if not here:
            name = game.edition.board.spaces[space].name
            raise UsageError(f"no battle is pending in {name}; {spaces(found)}")
        return here
    if not found:
        raise UsageError(f"no battle is pending in {phase_name(game.phase)}")
    return found


def spaces(found: list[Pending]) -> str:
    if not found:
        return "there is none in this game now"
    return f"one of {joined((battle.name for battle in found), 'or')}"


def odds_of(
    game: Game, battle: Pending, policy: Policy, prices: tuple[float, ...], ground: float
) -> Odds:
    sides = battle.sides(prices)
    policy = settled_for(policy, game.edition, sides.attack.tokens, sides.defend.tokens)
    sea = game.edition.board.sea[battle.space]
    outcomes = battle.outcomes(policy, prices=prices, ground=ground)
    meeting = Meeting(sides.attack, sides.defend, sea)

    def lengths() -> FloatArray | None:
        return battle.outcomes(policy, prices=prices, ground=ground, by_cycle=True).rounds

    return Odds(
        game.edition, meeting, outcomes, policy, by="engine", ground=ground, lengths=lengths
    )


def raid(game: Game, battle: Pending, prices: tuple[float, ...], out: Out) -> dict[str, Any]:
    """Tell of a raid; what becomes of it as plain data."""
    found = questions.raid_of(battle, prices)
    if out.quiet:
        out.result(f"{battle.name} raid {found.swing:+.1f}")
    else:
        sent = Speaker(game.edition).units(dict(zip(found.units, sizes(battle), strict=True)))
        tell_raid(found, out, f"{title_of(game, battle)}: a raid by {sent}")
    return {**about(battle, game), **found.to_json()}


def sizes(battle: Pending) -> list[int]:
    return [int(count) for count in battle.sides().attack.counts]


def title_of(game: Game, battle: Pending) -> str:
    speaker = Speaker(game.edition)
    powers = [game.edition.powers[power].name for power in battle.attackers]
    return f"{joined(powers)} in {speaker.space(battle.name)}"


def about(battle: Pending, game: Game) -> dict[str, Any]:
    names = [power.id for power in game.edition.powers]
    return {
        "space": battle.name,
        "kind": battle.kind,
        "begun": battle.begun,
        "attacker_powers": [names[power] for power in battle.attackers],
        "defender_powers": [names[power] for power in battle.defenders if power >= 0],
    }
