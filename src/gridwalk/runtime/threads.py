"""Threads that take turns of work until there is none left, beside the clock."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from threading import Event

from gridwalk.runtime.limits import TELL_EVERY, Watch
from gridwalk.runtime.slices import interpreting

SMALL_LAYER = 20_000  # signatures; one thread is as good
MAX_THREADS = 4  # more are slowed down by the memory


def threads() -> int:
    """Return how many threads to work with; interpreted kernels hold the interpreter's lock."""
    return 1 if interpreting() else min(MAX_THREADS, os.cpu_count() or 1)


def together(turns: Sequence[Callable[[], bool]], watch: Watch, tell: Callable[[], tuple[int, str]]) -> None:
    """Call each of *turns* until it says that nothing is left to do, all at the same time.

    *tell* says how much was done, and what is being done.
    """
    stop = Event()

    def work(turn: Callable[[], bool]) -> None:
        while not stop.is_set() and turn():
            pass

    def check() -> None:
        done, doing = tell()
        watch.check(done, 0, 0, doing)

    if len(turns) == 1:
        while turns[0]():
            check()
        check()
        return
    with ThreadPoolExecutor(len(turns)) as pool:
        try:
            pending = {pool.submit(work, turn) for turn in turns}
            while pending:
                done, pending = wait(pending, TELL_EVERY, FIRST_EXCEPTION)
                for future in done:
                    future.result()
                check()
        finally:
            stop.set()
