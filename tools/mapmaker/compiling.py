"""Compilation of the inner loops.

A compiled function is kept on disk and made anew when its own file changes, so it must not call one
of another file.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

import numba

P = ParamSpec("P")
R = TypeVar("R")


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """The function, compiled when it is first called."""
    made: Callable[P, R] = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return made
