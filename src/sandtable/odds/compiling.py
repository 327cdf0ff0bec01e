"""Compilation of kernels: on first use, and kept on disk between runs."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import ParamSpec, TypeVar

import numba
from numba.core import config
from numba.extending import register_jitable

from sandtable.odds import keeping
from sandtable.rules import reckoning

P = ParamSpec("P")
R = TypeVar("R")


@cache
def directory() -> str:
    """Where compiled kernels are kept: a place of its own for every text of them; "" for nowhere.

    A kernel calls others in other files, whose changes its own file does not show; so the name is a
    digest of all of them, and of where they are.
    """
    here = Path(__file__).parent
    files = [Path(reckoning.__file__), here / "fight.py", *here.glob("kernels/*.py")]
    digest = hashlib.sha256(f"{numba.__version__} {here}".encode())
    for file in sorted(files):
        digest.update(file.read_bytes())
    return keeping.place(digest.hexdigest()[:16])


def nothing_kept() -> bool:
    """Whether no kernel has been compiled here yet, so that the first question takes a while."""
    kept = directory()
    return not kept or next(Path(kept).rglob("*.nbi"), None) is None


def compiled(function: Callable[P, R], **options: bool) -> Callable[P, R]:
    """A function that is compiled when it is first called; nothing is compiled on import."""
    usual = config.CACHE_DIR
    if not usual:
        config.CACHE_DIR = directory()
    try:
        made = numba.njit(nogil=True, error_model="numpy", **options)(function)
        if config.CACHE_DIR:
            made._cache = keeping.Kept(function)
    finally:
        config.CACHE_DIR = usual
    kernel: Callable[P, R] = made
    return kernel


def lean(function: Callable[P, R]) -> Callable[P, R]:
    """The same for one that makes no arrays: it does not count who refers to those it is given.

    To count costs more than what a short function does.
    """
    return compiled(function, _nrt=False)


def inner(function: Callable[P, R]) -> Callable[P, R]:
    """A function that kernels call: it is compiled as a part of them."""
    made: Callable[P, R] = register_jitable(function)
    return made


for _function in vars(reckoning).values():
    if inspect.isfunction(_function):
        # Kernels call the engine's own functions; this lets the compiler see into them.
        inner(_function)
