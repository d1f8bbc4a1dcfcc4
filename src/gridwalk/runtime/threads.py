"""Threads that share work while the calling thread checks the clock; compiled kernels release the GIL."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextvars import copy_context
from threading import Event, Thread
from typing import TypeVar

from gridwalk.runtime.slices import interpreting
from gridwalk.runtime.tuning import POLL_EVERY

T = TypeVar("T")

Check = Callable[[], object]  # called several times a second; raises to stop


def useful(threads: int) -> int:
    """Return how many of *threads* are useful: one for interpreted kernels, because they hold the GIL."""
    return 1 if interpreting() else threads


def together(
    tasks: Sequence[Callable[[Check], T]], threads: int, check: Check, *, halt: Check | None = None
) -> list[T]:
    """Run all *tasks* in *threads* threads, and return their results in order.

    A single thread is the calling one.  Several are new ones, in copies of its context, while the calling
    thread checks the clock.

    Parameters
    ----------
    tasks : sequence of callables
        Each gets a function to call several times a second, which raises if the task has to stop.
    threads : int
        The number of tasks that run at the same time.
    check : callable
        Reports the progress, and raises after the time limit; only the calling thread calls it.
    halt : callable, optional
        Called to stop tasks early that do not call their function.  With *halt*, even a single thread is
        a new one.

    """
    if threads == 1 and halt is None:
        return [task(check) for task in tasks]
    over = Event()

    def go_on() -> None:
        if over.is_set():
            raise OverError

    waiting, results, errors = deque(enumerate(tasks)), dict[int, T](), list[BaseException]()

    def work() -> None:
        try:
            while True:
                try:
                    number, task = waiting.popleft()
                except IndexError:  # each was taken
                    return
                results[number] = task(go_on)
        except BaseException as error:  # the caller gets it
            errors.append(error)

    workers = [Thread(target=copy_context().run, args=(work,)) for _ in range(min(threads, len(tasks)))]
    try:
        check()  # a limit may be reached before anything begins
        for worker in workers:
            worker.start()
        for worker in workers:
            while worker.is_alive() and not errors:
                worker.join(POLL_EVERY)
                check()
        if errors:
            raise errors[0]
    except BaseException:
        over.set()
        waiting.clear()
        if halt is not None:
            halt()
        raise
    finally:
        for worker in workers:
            if worker.ident is not None:  # it was started
                worker.join()
    return [results[number] for number in range(len(tasks))]


class OverError(Exception):
    """Ends a task whose answer is no longer wanted."""


def in_turns(turns: Iterable[Callable[[], bool]]) -> list[Callable[[Check], None]]:
    """Return one task for each of *turns*: it calls the function until that returns False."""

    def task_of(turn: Callable[[], bool]) -> Callable[[Check], None]:
        def task(check: Check) -> None:
            while turn():
                check()
            check()

        return task

    return [task_of(turn) for turn in turns]


class Second:
    """A second thread for pairs of functions, one pair after another."""

    def __init__(self) -> None:
        from concurrent.futures import ThreadPoolExecutor

        self._pool = ThreadPoolExecutor(1)

    def both(self, mine: Callable[[], object], other: Callable[[], object]) -> None:
        """Run *mine* in this thread and *other* in the second thread, and wait for both."""
        task = self._pool.submit(copy_context().run, other)
        try:
            mine()
        finally:
            task.result()  # also on Ctrl-C: the thread must not write to arrays that the caller has freed
