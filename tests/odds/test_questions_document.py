"""The examples in the document are true."""

import doctest
from pathlib import Path

from sandtable.odds import questions

DOCUMENT = Path(__file__).parents[2] / "docs" / "odds-questions.md"


def test_the_examples_of_the_document() -> None:
    failed, tried = doctest.testfile(str(DOCUMENT), module_relative=False, encoding="utf-8")
    assert tried > 20
    assert not failed


def test_the_example_of_the_package() -> None:
    failed, tried = doctest.testmod(questions)
    assert tried
    assert not failed


def test_the_document_names_every_question() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    asked = [name for name in questions.__all__ if name[0].islower()]
    assert [name for name in asked if f"{name}(" not in text] == []
