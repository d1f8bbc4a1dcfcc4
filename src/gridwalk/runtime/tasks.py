"""Tasks: independent parts of an answer, done here, in threads, or by the workers of an executor.

All that is ours is which tasks there are and what their results mean.  Queues, transport, retries and
machines that die are the executor's: any `concurrent.futures.Executor`, such as a pool of processes, or a
cluster by Dask's ``Client(...).get_executor(pure=False, retries=5)``.  What has been done stays done where
there is a journal.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from functools import cache
from queue import Empty, SimpleQueue
from threading import Event
from typing import Any

from gridwalk.errors import GridwalkError, WorkerError
from gridwalk.kernels._cache import digest_of
from gridwalk.runtime.checkpoint import digest
from gridwalk.runtime.journal import Journal
from gridwalk.runtime.limits import On, with_check
from gridwalk.runtime.threads import Check, useful
from gridwalk.runtime.tuning import POLL_EVERY
from gridwalk.runtime.working import OverError, Raised, Task, do, do_away, for_worker

__all__ = ["Task", "run_tasks", "task_name"]

IN_FLIGHT = 1024  # tasks given to an executor at a time: more than there are workers
PER_THREAD = 4  # tasks given to a thread of ours at a time
GRACE = 2.0  # seconds after the time limit at which a worker gives up by itself
VERSION = 1  # of tasks in general: another number makes all results of journals others


def task_name(kind: str, *facts: object, kernels: Sequence[str] = ()) -> str:
    """Return a name for a task: the same for the same *facts* and the same sources of its kernels.

    Parameters
    ----------
    kind : str
        A word for people.
    facts
        All that the result depends on: values for `checkpoint.digest`, with a version of the algorithm.
    kernels : sequence of str
        The folders of kernels that the task runs, such as ``"frontier"`` (`gridwalk.kernels._cache`).

    Examples
    --------
    >>> task_name("residue", (3, 3), 7) == task_name("residue", (3, 3), 7) != task_name("residue", (3, 3), 5)
    True

    """
    return f"{kind}-{digest(VERSION, kind, facts, _sources(tuple(kernels)))}"


@cache
def _sources(folders: tuple[str, ...]) -> str:
    return digest_of(folders).hex() if folders else ""


def run_tasks(
    tasks: Iterable[Task],
    on: On = None,
    journal: Journal | None = None,
    check: Check = lambda: None,
    *,
    about: str = "",
    deadline: float | None = None,
    in_flight: int | None = None,
) -> Iterator[tuple[int, Any]]:
    """Do all *tasks*, and yield number (from 0) and result of each, in the order in which they finish.

    Results are the same wherever they are from.  What has not begun is cancelled when the caller stops, or
    *check* raises.  What has begun in an executor goes on to its end there, and its result to the journal.

    Parameters
    ----------
    tasks : iterable of Task
        Of any length: a bounded number is asked for in advance.
    on : None, int or Executor
        None: this thread.  A number: so many threads, one if kernels are interpreted.
    journal : Journal, optional
        Where results are kept and looked for; whoever does a task writes its result.
    check : callable
        Called several times a second in this thread; raises to stop.
    about : str
        The question in words: the journal notes that it consists of the *tasks*, which must be a sequence.
    deadline : float, optional
        The `time.monotonic` after which *check* will raise; workers then stop by themselves.
    in_flight : int, optional
        The maximum of tasks that have been given away; default 1,024, for threads 4 each.

    Raises
    ------
    WorkerError
        If a worker died, and the executor does not try again.
    KeepError
        If the journal cannot be used.
    GridwalkError
        What a task raises.

    Examples
    --------
    >>> tasks = [Task(task_name("power", n), pow, (n, 100, 7)) for n in range(5)]
    >>> sorted(run_tasks(tasks, on=2))
    [(0, 0), (1, 1), (2, 2), (3, 4), (4, 4)]

    """
    finished = set() if journal is None else journal.finished()
    if journal is not None and about and isinstance(tasks, Sequence):
        journal.plan(about, [task.name for task in tasks])
    numbered = enumerate(tasks)
    if isinstance(on, int):
        on = useful(on)
    if on is None or on == 1:
        yield from _here(numbered, journal, finished, check)
    elif isinstance(on, int):
        with ThreadPoolExecutor(on, "gridwalk") as pool:
            over = Event()
            start = _in_threads(pool, journal, over)
            yield from _given(numbered, start, journal, finished, check, in_flight or PER_THREAD * on, over)
    else:
        start = _away(on, journal, deadline)
        yield from _given(numbered, start, journal, finished, check, in_flight or IN_FLIGHT, Event())


def _here(
    numbered: Iterator[tuple[int, Task]], journal: Journal | None, finished: set[str], check: Check
) -> Iterator[tuple[int, Any]]:
    for number, task in numbered:
        check()
        if (known := _known(task, journal, finished)) is not None:
            yield number, known.value
            continue
        yield number, copy_context().run(with_check, check, do, task, journal)


Start = Callable[[Task], "Future[Any]"]


def _in_threads(pool: Executor, journal: Journal | None, over: Event) -> Start:
    def go_on() -> None:
        if over.is_set():
            raise OverError

    def start(task: Task) -> Future[Any]:
        return pool.submit(copy_context().run, with_check, go_on, do, task, journal)

    return start


def _away(executor: Executor, journal: Journal | None, deadline: float | None) -> Start:
    def start(task: Task) -> Future[Any]:
        left = None if deadline is None else deadline - time.monotonic() + GRACE
        return executor.submit(do_away, task, journal, for_worker(left))

    return start


def _known(task: Task, journal: Journal | None, finished: set[str]) -> Any:
    return task.known(journal) if journal is not None and task.name in finished else None


def _given(
    numbered: Iterator[tuple[int, Task]],
    start: Start,
    journal: Journal | None,
    finished: set[str],
    check: Check,
    most: int,
    over: Event,
) -> Iterator[tuple[int, Any]]:
    """Give tasks away, up to *most* at a time, and yield what comes back."""
    back: SimpleQueue[tuple[int, Future[Any]]] = SimpleQueue()
    given: dict[int, Future[Any]] = {}
    more = True
    try:
        while more or given:
            while more and len(given) < most:
                check()
                number, task = next(numbered, (-1, None))
                if task is None:
                    more = False
                elif (known := _known(task, journal, finished)) is not None:
                    yield number, known.value
                else:
                    with _telling(journal):
                        given[number] = future = start(task)
                    future.add_done_callback(lambda future, number=number: back.put((number, future)))  # type: ignore[misc]
                if not back.empty():
                    break
            if not given:
                continue
            check()
            try:
                number, future = back.get(timeout=POLL_EVERY)
            except Empty:
                continue
            del given[number]
            with _telling(journal):
                result = future.result()
            if isinstance(result, Raised):
                check()  # the time limit says more than a worker that kept to it
                raise result.error
            yield number, result
    finally:
        over.set()
        for future in given.values():
            future.cancel()


@contextmanager
def _telling(journal: Journal | None) -> Iterator[None]:
    """Turn what executors raise when workers die into a `WorkerError`."""
    try:
        yield
    except GridwalkError:
        raise
    except (Exception, CancelledError) as error:
        if (reason := _why_lost(error)) is None:
            raise
        raise WorkerError(reason, None if journal is None else journal.directory) from error


def _why_lost(error: BaseException) -> str | None:
    """Return, of an error that is the executor's and not the task's, what happened."""
    words = " ".join(str(error).split())
    words = f"{type(error).__name__}: {words[:200]}" if words else type(error).__name__
    if isinstance(error, BrokenExecutor):
        return "a worker died, or could not begin"
    if isinstance(error, CancelledError):
        return "the executor has cancelled the tasks"
    if isinstance(error, ImportError):
        return f"a worker cannot import what it needs, is gridwalk installed there? ({words})"
    if type(error).__module__.partition(".")[0] in ("distributed", "dask"):
        return f"the cluster gives up ({words})"
    if isinstance(error, RuntimeError) and ("shutdown" in words or "deserialization" in words):
        return f"the executor takes no tasks ({words})"
    return None
