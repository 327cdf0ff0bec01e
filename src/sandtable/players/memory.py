"""Memory of a process that does nothing but think."""

from __future__ import annotations

import gc

NEW_OBJECTS = 100_000
"""So many more than have gone since, before those that are new are looked through."""


def collect_seldom() -> None:
    """Look for garbage less often than Python does. Positions and plans are gone as soon as nobody
    knows them; looking through all that is kept takes a sixth of the time to think."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, 20, 100)
