"""Single answers as offers."""

from __future__ import annotations

from sandtable.game.answers import Answer
from sandtable.game.notation.answers import format_answer
from sandtable.game.notation.answers_json import answer_to_json
from sandtable.server.schemas.options import AnswerOffer
from sandtable.words.answering import answer_text
from sandtable.words.english import Speaker


def answer_offer(speaker: Speaker, answer: Answer) -> AnswerOffer:
    """An answer as data, as a line and in words."""
    return AnswerOffer(
        answer=answer_to_json(speaker.edition, answer),
        line=format_answer(speaker.edition, answer),
        text=answer_text(speaker, answer),
    )
