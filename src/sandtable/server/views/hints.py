"""What a computer player would do in a person's place, and why."""

from __future__ import annotations

from sandtable.game.answers import Answer
from sandtable.game.notation import answer_to_json, format_answer
from sandtable.players.interface import Choice, Plan
from sandtable.rules.edition import Edition
from sandtable.server.schemas.options import HintChoice
from sandtable.words.answering import answer_text
from sandtable.words.english import Speaker
from sandtable.words.reasons import reason_line


def hint_choices(edition: Edition, plan: Plan) -> list[HintChoice]:
    """The answers of a plan, in their order."""
    speaker = Speaker(edition)
    return [hint_choice(edition, speaker, choice) for choice in plan]


def hint_choice(edition: Edition, speaker: Speaker, choice: Choice) -> HintChoice:
    answer, reason = choice
    found = spaces_of(answer)
    if reason is not None and reason.space >= 0 and reason.space not in found:
        found.append(reason.space)
    return HintChoice(
        answer=answer_to_json(edition, answer),
        line=format_answer(edition, answer),
        text=answer_text(speaker, answer),
        why=None if reason is None else reason_line(edition, reason),
        spaces=[edition.board.spaces[space].id for space in found],
    )


def spaces_of(answer: Answer) -> list[int]:
    """Spaces that an answer is about: of a move, where it begins and where it ends."""
    path = getattr(answer, "path", ())
    found = [*path[:1], *path[-1:]]
    found += [space for space, _ in getattr(answer, "places", ())]
    for part in getattr(answer, "parts", ()):
        found += part.path
    for name in ("space", "origin", "target"):
        found.append(getattr(answer, name, -1))
    if answer.kind == "retreat":
        found.append(getattr(answer, "to", -1))
    return [space for space in dict.fromkeys(found) if isinstance(space, int) and space >= 0]
