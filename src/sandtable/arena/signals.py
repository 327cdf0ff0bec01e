"""Signals: those that end a match, and the alarm that ends a thought which takes too long."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator
from types import FrameType

AGAIN = 0.5
"""Seconds after which an alarm that was not heeded comes again."""
MOST_ALARMS = 4
"""So often it comes before the player is given up."""


class OutOfTimeError(BaseException):
    """A decision has taken too long. No `Exception`, so that few players swallow it."""


class Stopped(KeyboardInterrupt):
    """A signal asks for the end of the match."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.status = 128 + number
        """The exit status of a program that was ended so."""


@contextlib.contextmanager
def heeded() -> Iterator[None]:
    """Raises `Stopped` when a signal asks for an end. Some programs send it twice, and the second
    must not disturb the work of the first; a third ends the process at once."""
    if not in_main_thread():
        yield
        return
    came: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        came.append(number)
        if len(came) == 1:
            raise Stopped(number)
        if len(came) > 2:
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)

    wanted = [n for n in (signal.SIGINT, signal.SIGTERM) if signal.getsignal(n) != signal.SIG_IGN]
    before = {number: signal.signal(number, stop) for number in wanted}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """What must be done as a whole: signals that ask for an end are heard after it."""
    if not in_main_thread():
        yield
        return
    came: list[tuple[int, FrameType | None]] = []

    def wait(number: int, frame: FrameType | None) -> None:
        came.append((number, frame))

    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    before = {number: handler for number, handler in handlers.items() if callable(handler)}
    for known in before:
        signal.signal(known, wait)
    try:
        yield
    finally:
        for known, handler in before.items():
            signal.signal(known, handler)
    for number, frame in came:
        before[signal.Signals(number)](number, frame)


def is_from_outside(error: BaseException) -> bool:
    """Whether somebody asks for an end of the match, and not a player that raised this itself."""
    if isinstance(error, KeyboardInterrupt) and not isinstance(error, Stopped):
        return signal.getsignal(signal.SIGINT) is signal.default_int_handler
    return isinstance(error, Stopped)


@contextlib.contextmanager
def patience(seconds: float, give_up: Callable[[], object] | None = None) -> Iterator[None]:
    """Stops what takes too long, where the system can: in the main thread, with timers.

    Whoever goes on all the same is stopped again and again, and then `give_up` is called, which
    had better not return.
    """
    if not hasattr(signal, "setitimer") or not in_main_thread() or seconds <= 0:
        yield
        return
    alarms = 0

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal alarms
        alarms += 1
        if alarms > MOST_ALARMS and give_up is not None:
            signal.setitimer(signal.ITIMER_REAL, 0)
            give_up()
        raise OutOfTimeError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    if alarms:
        raise OutOfTimeError


def in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()
