"""Threads that share work while this one asks the clock; compiled kernels need no interpreter's lock."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextvars import copy_context
from threading import Event
from typing import TypeVar

from gridwalk.runtime.slices import interpreting
from gridwalk.runtime.tuning import POLL_EVERY

T = TypeVar("T")

Check = Callable[[], object]  # called several times a second; raises to stop


def useful(threads: int) -> int:
    """Return how many of so many *threads* are of use: interpreted kernels hold the interpreter's lock."""
    return 1 if interpreting() else threads


def together(
    tasks: Sequence[Callable[[Check], T]], threads: int, check: Check, *, halt: Check | None = None
) -> list[T]:
    """Do all *tasks*, so many at the same time, and return what they return, in their order.

    One thread is this one.  More are others, in copies of this context, while this one asks the clock.

    Parameters
    ----------
    tasks : sequence of callables
        Each is given a function to call several times a second, which raises where the task is to end.
    threads : int
        How many tasks are done at the same time.
    check : callable
        Tells the progress, and raises when the time is over; only this thread calls it.
    halt : callable, optional
        Called when all is to end early, in order to stop tasks that cannot ask.  With it, even
        a single thread is not this one.

    """
    if threads == 1 and halt is None:
        return [task(check) for task in tasks]
    over = Event()

    def go_on() -> None:
        if over.is_set():
            raise _OverError

    with ThreadPoolExecutor(threads) as pool:
        running = [pool.submit(copy_context().run, task, go_on) for task in tasks]
        try:
            waiting = set(running)
            while waiting:
                finished, waiting = wait(waiting, POLL_EVERY, FIRST_COMPLETED)
                for task in finished:
                    task.result()
                check()
        except BaseException:
            over.set()
            if halt is not None:
                halt()
            for task in running:
                task.cancel()
            raise
    return [task.result() for task in running]


class _OverError(Exception):
    """Ends a task whose answer nobody waits for."""


def in_turns(turns: Iterable[Callable[[], bool]]) -> list[Callable[[Check], None]]:
    """Return a task of each turn: to call it until it says that nothing is left to do."""

    def task_of(turn: Callable[[], bool]) -> Callable[[Check], None]:
        def task(check: Check) -> None:
            while turn():
                check()
            check()

        return task

    return [task_of(turn) for turn in turns]


class Second:
    """A second thread for work that comes in pairs, one pair after the other."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1)

    def both(self, mine: Callable[[], object], other: Callable[[], object]) -> None:
        """Do *mine* in this thread and *other* in the second, and wait for both."""
        task = self._pool.submit(copy_context().run, other)
        try:
            mine()
        finally:
            task.result()  # also on Ctrl-C: nobody must change arrays that are left
