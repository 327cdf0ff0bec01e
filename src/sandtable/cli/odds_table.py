"""Odds for people: who wins, what it costs, what is left."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence

from sandtable.cli.console import Out, Table
from sandtable.odds import Odds, Spread, Survival
from sandtable.odds.parties import ATTACKER, DEFENDER, ENDS, NOBODY, RETREAT, STANDSTILL
from sandtable.odds.policy import NEVER, OPTIMAL, USUAL
from sandtable.words.english import Speaker

HOW = {
    ATTACKER: "attacker wins",
    DEFENDER: "defender wins",
    NOBODY: "nobody is left",
    STANDSTILL: "standstill",
    RETREAT: "attacker retreats",
}
LONGEST_BAR = 30


def print_odds(
    odds: Odds, survivors: Sequence[Survival], most: int, out: Out, title: str = ""
) -> None:
    speaker = Speaker(odds.edition)
    for text in heading(odds, speaker, title):
        out.line(text)
    out.line()
    out.table(chances_table(odds))
    out.line()
    out.table(money_table(odds))
    out.line()
    for text in notes(odds, survivors, speaker):
        out.line(text)
    if most:
        out.line()
        out.table(ends_table(odds, speaker, most))


def heading(odds: Odds, speaker: Speaker, title: str) -> list[str]:
    """The battle in a sentence, and how it was reckoned."""
    ships = f", {speaker.units(odds.ships)} bombarding" if odds.ships else ""
    guns = f", with {speaker.units(odds.guns)}" if odds.guns else ""
    place = title or odds.edition.name
    first = f"{place}: {speaker.units(odds.attackers)}{ships}"
    lines = [f"{first} against {speaker.units(odds.defenders)}{guns}"]
    how = "exact" if not odds.samples else f"estimated from {odds.samples:,} battles"
    lines.append(f"Odds are {how}. {policy_text(odds)}")
    return lines


def policy_text(odds: Odds) -> str:
    """How both sides decide, in a sentence."""
    p = odds.policy
    if p.attack_losses == p.defend_losses == p.retreat == OPTIMAL:
        return "Both sides decide as well as can be."
    words = []
    if p.attack_losses == p.defend_losses:
        words.append(f"losses {losses_text(p.attack_losses)}")
    else:
        words.append(f"the attacker's losses {losses_text(p.attack_losses)}")
        words.append(f"the defender's {losses_text(p.defend_losses)}")
    retreat = p.retreat
    if retreat == OPTIMAL:
        words.append("retreat when it pays")
    elif isinstance(retreat, float):
        words.append(f"retreat below {100 * retreat:g}%")
    elif retreat == NEVER:
        words.append("no retreat")
    else:
        words.append(f"retreat after {retreat} cycle{'s' if retreat != 1 else ''}")
    for side, word in (("attacker", p.attack_submerges), ("defender", p.defend_submerges)):
        if word != NEVER:
            words.append(f"{side}'s submarines submerge {word.replace('-', ' ')}")
    text = "; ".join(words)
    return f"{text[0].upper()}{text[1:]}."


def losses_text(losses: str | tuple[str, ...]) -> str:
    if isinstance(losses, tuple):
        return f"in the order {', '.join(losses)}"
    return {USUAL: "cheapest first"}.get(losses, losses)


def chances_table(odds: Odds) -> Table:
    """Who wins, with bars as long as there is room."""
    table = Table(("end", "chance", ""), right=frozenset({"chance"}))
    rows = [(HOW[how], odds.ends[how]) for how in ENDS if odds.ends[how] > 0 or how in ENDS[:2]]
    if not odds.fight.sea:
        rows.insert(1, ("  and takes the ground", odds.takes))
    widest = max(len(odds.percent(chance)) for _, chance in rows)
    room = min(LONGEST_BAR, shutil.get_terminal_size().columns - widest - 32)
    for name, chance in rows:
        table.add(name, odds.percent(chance), bar(chance, room))
    return table


def bar(share: float, width: int) -> str:
    """A bar of so many letters for the whole."""
    size = max(0.0, share * width)
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    full, parts = "█", " ▏▎▍▌▋▊▉"
    try:
        (full + parts).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return "#" * round(size)
    whole = int(size)
    part = int((size - whole) * 8)
    return full * whole + (parts[part] if part else "")


def money_table(odds: Odds) -> Table:
    """What each side risks, loses and keeps, in IPCs."""
    headings = ("IPCs on average", "sent", "lost", "deviation", "left")
    table = Table(headings, right=frozenset(headings[1:]))
    rows = (
        ("attacker", odds.fight.attack, odds.attacker_loss),
        ("defender", odds.fight.defend, odds.defender_loss),
    )
    for name, side, lost in rows:
        worth = float(side.counts @ side.costs)
        table.add(
            name, f"{worth:g}", mean_text(lost), f"{lost.deviation:.1f}", f"{worth - lost.mean:.1f}"
        )
    return table


def signed(value: float) -> str:
    return f"{value:+g}" if value else "0"


def mean_text(spread: Spread, sign: bool = False) -> str:
    text = f"{spread.mean:+.1f}" if sign else f"{spread.mean:.1f}"
    return f"{text} ±{spread.error:.1f}" if spread.samples else text


def notes(odds: Odds, survivors: Sequence[Survival], speaker: Speaker) -> list[str]:
    swing = odds.swing
    low, high = swing.quantile(0.1), swing.quantile(0.9)
    worth = f", the ground counting {odds.ground:g}" if odds.ground else ""
    lines = [
        f"Swing: {mean_text(swing, sign=True)} IPCs for the attacker{worth}; "
        f"from {signed(low)} to {signed(high)} in 8 of 10 battles",
        f"Length: {odds.cycles:.1f} cycles",
    ]
    return lines + [survival_text(odds, survival, speaker) for survival in survivors]


def survival_text(odds: Odds, survival: Survival, speaker: Speaker) -> str:
    had = len(survival.counts) - 1
    whose = f"The {survival.side}'s {speaker.unit(survival.unit, had)}"
    if had == 1:
        text = f"{whose} survives: {odds.percent(survival.any)}"
    else:
        text = (
            f"{whose}: some survive {odds.percent(survival.any)}, "
            f"all {odds.percent(survival.all)}; {survival.expected:.2f} on average"
        )
    return f"{text} ({survival.damaged:.2f} damaged)" if survival.damaged else text


def ends_table(odds: Odds, speaker: Speaker, most: int) -> Table:
    """The likeliest ends."""
    table = Table(
        ("chance", "attackers left", "defenders left"),
        title="Likeliest ends",
        right=frozenset({"chance"}),
        wraps=frozenset({"attackers left"}),
    )
    for end in odds.joint(most):
        away = " (retreated)" if end.how == RETREAT else ""
        attackers = f"{speaker.units(end.attackers)}{away}"
        table.add(odds.percent(end.chance), attackers, speaker.units(end.defenders))
    return table
