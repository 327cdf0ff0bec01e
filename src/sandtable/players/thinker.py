"""A process that thinks: jobs come in at its standard input, plans go out at its standard output.

    python -m sandtable.players.thinker

Whoever starts it keeps the other ends of the pipes. When these close it ends at once, whatever it
is thinking about, so that none is left behind by a server that died. Frames are a length and a
pickle; editions of the package are sent by name.
"""

from __future__ import annotations

import io
import logging
import os
import pickle
import queue
import struct
import sys
import threading
from typing import Any, BinaryIO, NamedTuple

from sandtable.game.library import edition_names, load_edition
from sandtable.game.state import Decision, State
from sandtable.players import registry
from sandtable.players.interface import Plan
from sandtable.players.memory import collect_seldom
from sandtable.rules.edition import Edition

log = logging.getLogger(__name__)

NICE = 5
LENGTH = struct.Struct(">Q")


class Job(NamedTuple):
    """Something to think about."""

    level: str | None
    state: State
    decision: Decision
    seed: str
    seconds: float | None = None


def think(job: Job) -> Plan:
    """What a player answers; the random one takes over if it fails. Nothing, if both do."""
    for name in (job.level, "random"):
        try:
            return registry.choose(
                job.state, job.decision, level=name, seed=job.seed, seconds=job.seconds
            )
        except Exception:
            # Whatever went wrong with a player, the game must go on.
            log.exception("the player %s failed", name)
    return ()


class _Pickler(pickle.Pickler):
    def persistent_id(self, found: Any) -> str | None:
        if isinstance(found, Edition) and found.id in edition_names():
            return found.id if load_edition(found.id) is found else None
        return None


class _Unpickler(pickle.Unpickler):
    def persistent_load(self, name: str) -> Edition:
        return load_edition(name)


def frame(found: object) -> bytes:
    """Anything as it goes through a pipe."""
    buffer = io.BytesIO()
    _Pickler(buffer, pickle.HIGHEST_PROTOCOL).dump(found)
    body = buffer.getvalue()
    return LENGTH.pack(len(body)) + body


def unpacked(body: bytes) -> Any:
    return _Unpickler(io.BytesIO(body)).load()


def read_frame(pipe: BinaryIO) -> bytes | None:
    """The next frame's body, or None when there are no more."""
    head = pipe.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (size,) = LENGTH.unpack(head)
    body = pipe.read(size)
    return body if len(body) == size else None


def main() -> None:
    """Think until nobody listens any more, after everybody else who wants the processor."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    pipe = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed must not come among the plans
    jobs: queue.Queue[bytes] = queue.Queue()

    def listen() -> None:
        while (body := read_frame(sys.stdin.buffer)) is not None:
            jobs.put(body)
        os._exit(0)

    threading.Thread(target=listen, name="listen", daemon=True).start()
    registry.do_not_wait()
    collect_seldom()
    threading.Thread(target=warm_up, name="warm-up", daemon=True).start()
    while True:
        job: Job = unpacked(jobs.get())
        try:
            pipe.write(frame(tuple(think(job))))
            pipe.flush()
        except BrokenPipeError:
            os._exit(0)


def warm_up() -> None:
    try:
        registry.compile_ahead()
    except Exception:
        log.exception("the odds could not be prepared")


if __name__ == "__main__":
    main()
