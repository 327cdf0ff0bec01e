"""What developments and national advantages do, as an edition's catalogue puts it."""

from __future__ import annotations

import re

from sandtable.rules.edition import Edition
from sandtable.rules.traits import Trait


def effect(edition: Edition, trait: Trait) -> str:
    """What a development or an advantage does, as the catalogue puts it."""
    if not trait.rule:
        return ""
    texts = [rule.text.removeprefix(f"{trait.name}: ") for rule in edition.rules_of(trait)]
    texts = [re.sub(r" \(see topic [^)]*\)", "", text) for text in texts]
    return " ".join(text[:1].upper() + text[1:] for text in texts)
