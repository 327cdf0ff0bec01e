"""A game at the terminal: people type, the computer answers for the rest."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from sandtable.cli import lines, showing
from sandtable.cli.briefing import briefing, ruled, title
from sandtable.cli.choices import choices, line, narrowed
from sandtable.cli.console import Out, UsageError, folded
from sandtable.cli.dicebox import fresh_seed
from sandtable.cli.files import GameFile, NotSaved
from sandtable.cli.hints import note, suggestions, unfinished
from sandtable.cli.opponents import Opponent, advice
from sandtable.cli.refusing import refusal_lines
from sandtable.cli.terminal import Quit, Terminal
from sandtable.game.dice import DiceError
from sandtable.game.events import Event
from sandtable.game.notation.names import names_of, plain
from sandtable.game.state import Decision
from sandtable.rules.problems import nearest
from sandtable.rules.refusal import Refusal, SandtableError
from sandtable.words import situation
from sandtable.words.english import Speaker, stopped
from sandtable.words.sentences import sentence

HELP = """\
Answer the question, or type one of these:
  legal [SPACE or UNIT]   list what is allowed now
  show [SPACE or POWER]   look at the board, one place or one power
  hint [LEVEL]            what a captain, or another level, would do, and why
  units                   the kinds of units and their numbers
  rule NAME               a rule by its id, a development or an advantage
  undo                    take your last decision back, if no dice have fallen
  log [N]                 what happened last
  end                     end the phase
  save FILE               write a copy of the game
  quit                    leave; the game is saved and can be resumed
A number takes the example with that number, Enter shows the question again.
Names may be written with spaces or hyphens, in any case:
  buy 2 infantry, 1 tank
  move 3 infantry, 1 tank: Caucasus > West Russia"""

LEGAL_SHOWN = 60


def command_name() -> str:
    """How the command was called, so that a player can call it again."""
    called = Path(sys.argv[0])
    if called.name != "sandtable":
        return "python -m sandtable"
    return "sandtable" if shutil.which("sandtable") else os.path.relpath(called)


class Session:
    """One sitting with one game."""

    def __init__(
        self, file: GameFile, humans: list[int], terminal: Terminal, opponent: str | None = None
    ) -> None:
        self.file = file
        self.game = file.game
        self.humans = set(humans)
        self.terminal = terminal
        self.speaker = Speaker(self.game.edition)
        self.suggested: list[str] = []
        self.seed = self.game.dice.describe().get("seed") or fresh_seed()
        self._opponent = Opponent(opponent, self.seed) if self.against_computer else None
        self._shown: object = None
        self._suggested_at = -1
        self._heading = ""
        self._announced = ""
        self._first = True

    @property
    def against_computer(self) -> bool:
        return len(self.humans) < len(self.game.edition.powers)

    def run(self) -> int:
        """Play until the game is won or the player leaves."""
        try:
            while self.game.winner is None:
                asked = self.game.pending[0]
                if asked.power in self.humans:
                    self.human(asked)
                else:
                    self.computer()
        except (Quit, KeyboardInterrupt):
            self.terminal.say()
            self.terminal.say(f"The game is saved in {self.file.path}.")
            self.terminal.say(f"Go on with: {command_name()} play {self.file.path}")
            return 0
        self.terminal.heading(f"The game is over: the {self.game.winner} have won.")
        self.terminal.say(f"It is saved in {self.file.path}.")
        return 0

    # --- the computer

    def computer(self) -> None:
        """Let the computer play until a person is asked or the phase is over."""
        game = self.game
        first = len(game.history)
        phase = (game.round, game.turn, game.phase)
        try:
            while game.winner is None and game.pending[0].power not in self.humans:
                assert self._opponent is not None
                self._opponent.step(game)
                if (game.round, game.turn, game.phase) != phase:
                    break
        except DiceError as error:
            self.terminal.say(f"The dice cannot be rolled: {error}")
            raise Quit from None
        finally:
            self.file.save()
        self.tell(event for entry in game.history[first:] for event in entry.events)

    def tell(self, events: Iterable[Event]) -> None:
        """Print events, with a heading for each phase of the computer's in which something is."""
        for event in events:
            text = sentence(self.speaker, event)
            if event.type == "phase":
                mine = self.game.edition.power_index[event.data["power"]] in self.humans
                self._announced = "" if mine else ruled(text, self.terminal.width)
                continue
            if self._announced:
                self.terminal.heading(self._announced)
                self._announced = ""
            for part in folded(text, self.terminal.width):
                self.terminal.say(part)

    # --- the player

    def human(self, asked: Decision) -> None:
        """Ask a person once, and do what is typed."""
        self.brief(asked)
        power = self.game.edition.powers[asked.power]
        typed = self.terminal.ask(f"{power.name}, {asked.kind}> ")
        if typed is None:
            raise Quit
        if not typed:
            self._shown = None  # an empty line shows the question again
            return
        numbers = [str(number) for number in range(1, len(self.suggested) + 1)]
        if typed in numbers:
            typed = self.suggested[numbers.index(typed)]
            self.terminal.say(typed)
        word, _, rest = typed.partition(" ")
        command = COMMANDS.get(word.casefold())
        try:
            if command is not None:
                command(self, rest.strip())
            else:
                self.decide(asked, typed)
        except Refusal as refusal:
            for text in refusal_lines(refusal, with_text=True, width=self.terminal.width):
                self.terminal.say(text)
        except NotSaved:
            raise  # to go on would be to play a game that nobody keeps
        except (SandtableError, DiceError) as error:
            self.terminal.say(f"That cannot be done: {error}")
            self.terminal.say("Type help for the commands, legal for what is allowed.")

    def brief(self, asked: Decision) -> None:
        """Show the situation when the question is a new one, and suggest some answers."""
        game = self.game
        battle = game.state.agenda[-1].battle if game.state.agenda else None
        key = (game.round, game.turn, asked, battle.round if battle is not None else 0)
        if key == self._shown:
            if len(game.history) != self._suggested_at:
                self.suggest(asked)
            return
        self._shown = key
        heading = title(game, asked, self.terminal.width)
        if heading != self._heading:
            self.terminal.heading(heading)
        else:
            self.terminal.say()
        self._heading = heading
        for text in briefing(game, asked, self.terminal.width):
            self.terminal.say(text)
        self.suggest(asked)
        if self._first:
            self.terminal.say("Type a number, a line of your own, legal, show or help.")
            self._first = False

    def suggest(self, asked: Decision) -> None:
        self._suggested_at = len(self.game.history)
        self.suggested = suggestions(self.game, asked)
        if reason := unfinished(self.game, asked):
            for text in folded(f"The phase cannot end yet: {reason}.", self.terminal.width):
                self.terminal.say(text)
        if self.suggested:
            self.terminal.say("For example:")
        notes = [f"({about})" if about else "" for about in self.notes(asked)]
        width = max(map(len, self.suggested), default=0)
        width = max(0, min(width, self.terminal.width - 7 - max(map(len, notes), default=0)))
        for number, (text, about) in enumerate(zip(self.suggested, notes, strict=True), 1):
            fits = 7 + max(width, len(text)) + len(about) <= self.terminal.width
            shown = f"{text.ljust(width)}  {about if fits else ''}"
            for part in folded(f"  {number}  {shown}".rstrip(), self.terminal.width):
                self.terminal.say(part)

    def notes(self, asked: Decision) -> list[str]:
        return [note(self.game, asked, text) for text in self.suggested]

    def decide(self, asked: Decision, typed: str) -> None:
        head, colon, _ = typed.partition(":")
        named = colon and plain(head) in names_of(self.game.edition).powers
        power, answer = lines.split(self.game, typed) if named else (asked.power, typed)
        if power not in self.humans:
            raise UsageError(f"{self.game.edition.powers[power].id} is played by the computer")
        if not named:
            word = typed.split()[0].casefold().rstrip(":")
            if word not in lines.VERBS:
                known = [*lines.VERBS, *COMMANDS]
                raise UsageError(f"unknown word {word!r}{nearest(word, known)}")
        before = set(self.to_come())
        events = self.game.decide(power, answer)
        self.file.save()
        self.tell(events)
        after = self.game.pending
        if after and after[0] == asked and asked.kind == "combat-move":
            for text in self.to_come():
                if text not in before:
                    self.terminal.say(text)

    def to_come(self) -> list[str]:
        """The battles and raids that the moves so far have set up."""
        place = self.speaker.space
        texts = [f"Battle to be fought: {place(s)}" for s in situation.battles(self.game)]
        texts += [f"Raid or rocket to come: {place(s)}" for s in situation.raids(self.game)]
        return list(map(stopped, texts))

    # --- commands

    def help(self, rest: str) -> None:
        self.terminal.say(HELP)

    def show(self, rest: str) -> None:
        game, out = self.game, Out()
        if not rest:
            showing.print_board(game, situation.situation(game), None, out)
            return
        names = names_of(game.edition)
        power = names.powers.get(plain(rest))
        space = names.spaces.get(plain(rest))
        if space is not None and (power is None or rest.islower()):
            showing.print_space(game, situation.space_details(game, space), out)
        elif power is not None:
            name = game.edition.powers[power].id
            data = showing.only_power(situation.situation(game), name)
            showing.print_board(game, data, name, out)
        else:
            known = [s.id for s in game.edition.board.spaces]
            raise UsageError(f"unknown space or power {rest!r}{nearest(rest, known)}")

    def hint(self, rest: str) -> None:
        for said in advice(self.game, self.seed, rest):
            for part in folded(said, self.terminal.width):
                self.terminal.say(part)

    def units(self, rest: str) -> None:
        showing.print_units(self.game, showing.unit_chart(self.game), Out())

    def rule(self, rest: str) -> None:
        """A rule of the game's edition, or what a development or an advantage does."""
        edition = self.game.edition
        one = edition.catalogue.get(rest) or edition.slugs.get(rest)
        found = [] if one is None else [one]
        for trait in edition.traits.values():
            if not found and plain(rest) in (plain(trait.id), plain(trait.name)):
                found = edition.rules_of(trait)
        if not found:
            known = [*edition.traits, *edition.slugs]
            raise UsageError(f"unknown rule {rest!r}{nearest(rest, known)}")
        for rule in found:
            for text in (rule.id, *folded(rule.text, self.terminal.width)):
                self.terminal.say(text)

    def legal(self, rest: str) -> None:
        names = names_of(self.game.edition)
        space = unit = None
        if rest:
            space, unit = names.spaces.get(plain(rest)), names.units.get(plain(rest))
            if space is None and unit is None:
                known = [s.id for s in self.game.edition.board.spaces]
                known += [u.id for u in self.game.edition.units]
                raise UsageError(f"unknown space or unit {rest!r}{nearest(rest, known)}")
        asked = self.game.pending[0]
        own = (c for c in choices(self.game, asked.kind) if c.power == asked.power)
        found = narrowed(own, space, unit)
        texts = [line(self.game, choice) for choice in islice(found, LEGAL_SHOWN + 1)]
        for text in texts[:LEGAL_SHOWN]:
            self.terminal.say(f"  {text}")
        if len(texts) > LEGAL_SHOWN:
            self.terminal.say("  ... and more: legal SPACE or legal UNIT narrows it down")
        if not texts:
            self.terminal.say("  nothing")

    def undo(self, rest: str) -> None:
        """Take everything back since the last decision of a person, and that too."""
        if rest:
            raise UsageError("undo takes one decision back and stands alone; say it again for more")
        game = self.game
        number = 0
        for entry in reversed(game.history):
            number += 1
            if entry.rolls:
                raise UsageError("dice have fallen: your last decision cannot be taken back")
            if entry.power in self.humans:
                break
        else:
            raise UsageError("there is nothing to take back")
        taken = game.line(game.history[-number])
        for _ in range(number):
            game.undo()
        self.file.save()
        self.terminal.say(f"Taken back: {taken}")

    def log(self, rest: str) -> None:
        if rest and not (rest.isascii() and rest.isdigit() and len(rest) < 6):
            raise UsageError(f"log takes a number of lines, not {rest!r}")
        events = list(self.game.events)
        for event in events[-int(rest or 20) :] if rest != "0" else []:
            self.terminal.say(sentence(self.speaker, event))

    def save(self, rest: str) -> None:
        if not rest:
            self.file.save()
            self.terminal.say(f"The game is saved in {self.file.path} after every decision.")
            return
        self.file.copy_to(Path(rest))
        self.terminal.say(f"A copy is saved in {rest}.")

    def quit(self, rest: str) -> None:
        raise Quit


COMMANDS = {
    "help": Session.help,
    "?": Session.help,
    "show": Session.show,
    "hint": Session.hint,
    "units": Session.units,
    "rule": Session.rule,
    "legal": Session.legal,
    "undo": Session.undo,
    "log": Session.log,
    "save": Session.save,
    "quit": Session.quit,
    "exit": Session.quit,
}
