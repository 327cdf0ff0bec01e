"""What is asked of a player and what a phase is for, in words for a screen with buttons."""

from __future__ import annotations

from sandtable.game.advantages.loaded import MODULES
from sandtable.game.answers import End
from sandtable.game.before.choosing import by_dice
from sandtable.game.draft import Draft
from sandtable.game.game import Game
from sandtable.game.state import Decision
from sandtable.words.effects import effect
from sandtable.words.english import phase_name

PHASE_HELP = {
    "advantages": "Each power takes its national advantages.",
    "bid": "Powers with a bid place extra units before the first turn.",
    "research": "Buy dice for a new weapon, or save your IPCs.",
    "purchase": "Spend IPCs on new units. You place them at the end of your turn.",
    "combat-move": "Move the units that shall attack this turn.",
    "conduct-combat": "Fight your battles, one after the other.",
    "noncombat-move": "Move units that did not fight, and land all aircraft.",
    "mobilize": "Place the units that you bought at your factories.",
    "collect-income": "You are paid for the territories that you hold.",
}

TITLES = {
    "advantages": "Choose national advantages",
    "bid": "Place your bid",
    "research": "Develop weapons",
    "purchase": "Purchase units",
    "combat-move": "Combat move",
    "battle": "Choose a battle",
    "bombard": "Bombard the shore",
    "submerge": "Submerge submarines",
    "casualties": "Choose casualties",
    "retreat": "Press on or retreat",
    "land": "Land a fighter",
    "noncombat-move": "Noncombat move",
    "new-carriers": "Board the new carrier",
    "mobilize": "Mobilize new units",
}

HELP = {
    "advantages": "Take the advantages that you want for the whole game.",
    "bid": "Place units where you have some already. What you do not spend is added to your IPCs.",
    "research": "Choose a development and how many dice you buy for it. Every die that shows its "
    "number is a success.",
    "purchase": "Buy units with your IPCs. They are placed at the end of your turn.",
    "combat-move": "Move units that shall fight: into enemy territories, or against enemy ships. "
    "End the phase when all attacks are set up.",
    "battle": "Choose which battle is fought next.",
    "bombard": "Choose the ships that fire at the shore before the landing.",
    "submerge": "Submarines that submerge leave the battle and cannot be hit.",
    "casualties": "Choose which of your units take the hits.",
    "retreat": "Fight another round, or withdraw.",
    "land": "A fighter has lost its carrier. Choose where it lands.",
    "noncombat-move": "Move units that did not fight, and land all aircraft. End the phase when "
    "done.",
    "new-carriers": "A new carrier has room: move fighters aboard, or go on.",
    "mobilize": "Place the units you bought, in territories with a factory or the sea beside one.",
}

RAIDING = "Bombers may also bomb a factory."


def title_of(game: Game, decision: Decision) -> str:
    """What is asked, in a few words."""
    if decision.kind == "advantages" and by_dice(Draft(game.state)):
        return "Roll for national advantages"
    trait = game.edition.traits.get(decision.kind)
    if trait is not None:
        return f"Use {trait.name}"
    return TITLES.get(decision.kind, phase_name(decision.kind))


def help_of(game: Game, decision: Decision) -> str:
    """A line for somebody who does not know what to answer."""
    kind = decision.kind
    trait = game.edition.traits.get(kind)
    if trait is not None:
        module = MODULES.get(trait.module)
        ask = "Use it now, or keep it for later." if module is None or module.declinable else ""
        return f"{effect(game.edition, trait)} {ask}".strip()
    if kind == "advantages" and by_dice(Draft(game.state)):
        return "The dice say which national advantages you have for the whole game."
    if kind == "battle" and game.refusal(decision.power, End()) is None:
        return "Launch rockets, or end the phase."
    if kind == "combat-move" and any(u.raids for u in Draft(game.state).kinds[decision.power]):
        return f"{HELP[kind]} {RAIDING}"
    return HELP.get(kind, "")
