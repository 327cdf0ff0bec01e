"""Advantages that cost others money."""

from __future__ import annotations

from sandtable.game.draft import Draft


def interdicted(d: Draft) -> int:
    """IPCs that enemies' advantages keep from the acting power's income."""
    loss = 0
    for power, traits in enumerate(d.traits):
        for name in traits:
            trait = d.ed.traits.get(name)
            if trait is None or d.power_id(d.power) not in trait.data.get("victims", ()):
                continue
            unit = d.ed.unit_index[trait.data["unit"]]
            loss += sum(
                n for stack in d.stacks for t, n in stack if t.power == power and t.unit == unit
            )
    return loss
