"""Who plays the games of a match: this process, several beside it, or a Ray cluster."""

from __future__ import annotations

import contextlib
import importlib
import multiprocessing
import os
import pickle
import signal
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from sandtable.arena.playing import Finished, play
from sandtable.arena.settings import Job, Settings
from sandtable.game.storage import write_whole
from sandtable.players.memory import collect_seldom
from sandtable.players.staff.chances import compile_ahead
from sandtable.rules.refusal import SandtableError

Crew = Callable[[Sequence[Job], Settings], Iterator[Finished]]
"""Plays games and hands them out as they are done, in any order."""

MOST_DEATHS = 3
"""So often processes may die, with no game done in between, before all is given up."""
LEFT = ".game"
"""How files end in which processes leave a game behind."""
AHEAD = 2
"""Games given to processes, or to a Ray cluster, for each of the cores."""


class CrewError(SandtableError):
    """The games cannot be played in this way."""


def alone(jobs: Sequence[Job], settings: Settings) -> Iterator[Finished]:
    """One after the other, in this process."""
    compile_ahead()
    for job in jobs:
        yield play(job, settings)


# --- processes


def prepare() -> None:
    """What a process does before its first game: it leaves Ctrl-C to the one that started it,
    ends with it, prints nothing among its results, and does what would otherwise be counted as
    time to think."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):  # there need not be a standard error
        os.dup2(2, 1)
    threading.Thread(target=end_with_parent, daemon=True).start()
    compile_ahead()
    collect_seldom()


def end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def processes(number: int) -> Crew:
    """A crew of so many processes on this machine."""

    def crew(jobs: Sequence[Job], settings: Settings) -> Iterator[Finished]:
        left = list(jobs)
        deaths, careful = 0, False
        with tempfile.TemporaryDirectory(prefix="sandtable-") as folder:
            work = partial(play_or_leave, settings=settings, folder=Path(folder))
            while left:
                now = left[:number] if careful else left
                with pool(number) as executor:
                    try:
                        submit = partial(executor.submit, work)
                        for future in finished(submit, now, AHEAD * number):
                            done = future.result()
                            left.remove(done.job)
                            deaths = 0
                            yield done
                        continue
                    except BrokenProcessPool:
                        pass  # A process died. All others go with it.
                given_up = left_behind(Path(folder))
                for done in given_up:
                    left.remove(done.job)
                    yield done
                if given_up:
                    continue
                deaths, careful = deaths + 1, True  # of want of memory perhaps
                if deaths >= MOST_DEATHS:
                    names = ", ".join(job.name for job in now)
                    raise CrewError(f"the processes that play {names} die again and again")

    return crew


def play_or_leave(job: Job, settings: Settings, folder: Path) -> Finished:
    """Play a game. If a player cannot be stopped, the game is put into the folder and the process
    ends, which nothing that a player does can prevent."""

    def leave(done: Finished) -> None:
        write_whole(folder / f"{os.getpid()}{LEFT}", pickle.dumps(done))
        os._exit(1)

    return play(job, settings, leave)


def left_behind(folder: Path) -> list[Finished]:
    """The games of processes that ended so."""
    found: list[Finished] = []
    for path in folder.glob(f"*{LEFT}"):
        found.append(pickle.loads(path.read_bytes()))
        path.unlink()
    return found


def finished(
    submit: Callable[[Job], Future[Finished]], jobs: Sequence[Job], most: int
) -> Iterator[Future[Finished]]:
    """Games as they end, with so many under way.

    A signal may end the wait for them with an exception. So they are waited for at a queue: the
    locks of the futures would remain locked for ever.
    """
    waiting, doing = deque(jobs), 0
    done: SimpleQueue[Future[Finished]] = SimpleQueue()
    while waiting or doing:
        while waiting and doing < most:
            submit(waiting.popleft()).add_done_callback(done.put)
            doing += 1
        yield done.get()
        doing -= 1


@contextlib.contextmanager
def pool(number: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that are gone afterwards, in the middle of a game if need be."""
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(number, mp_context=context, initializer=prepare)
    try:
        yield executor
    except BaseException:
        for process in list((executor._processes or {}).values()):
            process.terminate()
        raise
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


# --- Ray


def cluster(address: str) -> Crew:
    """A crew on a Ray cluster, whose nodes have the same version of the package."""
    try:
        ray: Any = importlib.import_module("ray")
    except ImportError:
        raise CrewError("Ray is not installed here: pip install 'sandtable[ray]'") from None

    def crew(jobs: Sequence[Job], settings: Settings) -> Iterator[Finished]:
        ray.init(address=address, log_to_driver=False)
        try:
            remote = ray.remote(play_there)
            code = settings.code
            most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
            waiting = deque(jobs)
            doing: list[Any] = []
            while waiting or doing:
                while waiting and len(doing) < most:
                    doing.append(remote.remote(waiting.popleft(), settings, code))
                done, doing = ray.wait(doing, num_returns=1)
                for each in done:
                    try:
                        yield ray.get(each)
                    except CrewError as error:  # it comes with all that Ray knows about it
                        raise CrewError(str(getattr(error, "cause", error))) from None
        finally:
            ray.shutdown()

    return crew


def play_there(job: Job, settings: Settings, code: str) -> Finished:
    """Play a game on another machine, if it has the same players and rules."""
    if settings.code != code:
        raise CrewError("a node of the cluster has another version of the package or the players")
    compile_ahead()
    return play(job, settings)
