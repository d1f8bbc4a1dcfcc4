"""Tasks: independent parts of an answer, done here, in threads, or by the workers of an executor.

All that is ours is which tasks there are and what their results mean.  Queues, transport, retries and
machines that die are the executor's: any `concurrent.futures.Executor`, such as a pool of processes, or a
cluster by Dask's ``Client(...).get_executor(pure=False, retries=5)``.  What has been done stays done where
results are kept.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from dataclasses import dataclass
from functools import cache, partial
from queue import Empty, SimpleQueue
from threading import Event
from typing import Any

from gridwalk.errors import GridwalkError, WorkerError
from gridwalk.runtime import slices
from gridwalk.runtime.limits import On, current_check, with_check
from gridwalk.runtime.results import Finished, Results
from gridwalk.runtime.store import digest
from gridwalk.runtime.threads import Check, OverError, useful
from gridwalk.runtime.tuning import POLL_EVERY, Tuning, tuned_as, tuning

IN_FLIGHT = 1024  # tasks given to an executor at a time: more than there are workers
PER_THREAD = 4  # tasks given to a thread of ours at a time
GRACE = 2.0  # seconds after the time limit at which a worker gives up by itself
PATIENCE = 2.0  # times what the first result took, without any result, after which tasks are given again
VERSION = 1  # of tasks in general: another number makes all results others


@dataclass(frozen=True)
class Task:
    """A part of an answer.

    Parameters
    ----------
    name : str
        Says all that the result depends on, see `task_name`; results are kept by it.
    function : callable
        At the top of a module; it must return plain data (`gridwalk.runtime.plaindata`), the same each time.
    arguments : tuple
        Picklable.
    reads : callable, optional
        Raises an error if a value that somebody else kept is no result of the function.

    """

    name: str
    function: Callable[..., Any]
    arguments: tuple[Any, ...] = ()
    reads: Callable[[Any], object] | None = None

    def known(self, results: Results) -> Finished | None:
        """Return the result that is kept; raise `KeepError` if it is none of such a task."""
        found = results.find(self.name)
        if found is not None and self.reads is not None:
            with results.naming(self.name):
                self.reads(found.value)
        return found

    def done(self, results: Results | None) -> Any:
        """Return the result: that which is kept, or else do the task, and keep it."""
        if results is None:
            return self.function(*self.arguments)
        if (known := self.known(results)) is not None:  # it may have been given to somebody else, too
            return known.value
        began = time.monotonic()
        with results.begun(self.name):
            value = self.function(*self.arguments)
            results.save(self.name, value, time.monotonic() - began)
        return value


def read_number(value: Any) -> None:
    """Raise `TypeError` if *value* is no whole number."""
    if type(value) is not int:
        raise TypeError(f"{value!r:.60} is no whole number")


def read_numbers(value: Any) -> None:
    """Raise `TypeError` if *value* is no mapping of whole numbers to whole numbers."""
    if type(value) is not dict:
        raise TypeError(f"{value!r:.60} is no mapping")
    for each in (*value, *value.values()):
        read_number(each)


def task_name(kind: str, *facts: object, kernels: Sequence[str] = ()) -> str:
    """Return a name for a task: the same for the same *facts* and the same sources of its kernels.

    Parameters
    ----------
    kind : str
        A word for people.
    facts
        All that the result depends on: values for `store.digest`, with a version of the algorithm.
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
    from hashlib import sha256
    from pathlib import Path

    from gridwalk import kernels

    home = Path(kernels.__path__[0])
    return (
        sha256(b"".join(file.read_bytes() for file in sorted(home.rglob("*.py")))).hexdigest()
        if folders
        else ""
    )


def run_tasks(
    tasks: Iterable[Task],
    on: On = None,
    results: Results | None = None,
    check: Check = lambda: None,
    *,
    deadline: float | None = None,
    in_flight: int | None = None,
) -> Iterator[tuple[int, Any]]:
    """Do all *tasks*, and yield number (from 0) and result of each, in the order in which they finish.

    Results are the same wherever they are from.  What has not begun is cancelled when the caller stops, or
    *check* raises.  What has begun in an executor goes on to its end there, and its result is kept.

    Parameters
    ----------
    tasks : iterable of Task
        Of any length: a bounded number is asked for in advance.
    on : None, int or Executor
        None: this thread.  A number: so many threads, one if kernels are interpreted.
    results : Results, optional
        Where results are kept and looked for; whoever does a task writes its result.
    check : callable
        Called several times a second in this thread; raises to stop.
    deadline : float, optional
        The `time.monotonic` after which *check* will raise; workers then stop by themselves.
    in_flight : int, optional
        The maximum of tasks that have been given away; default 1,024, for threads 4 each.

    Raises
    ------
    WorkerError
        If a worker died, and the executor does not try again.
    KeepError
        If results cannot be kept.
    GridwalkError
        What a task raises.

    Examples
    --------
    >>> tasks = [Task(task_name("power", n), pow, (n, 100, 7)) for n in range(5)]
    >>> sorted(run_tasks(tasks, on=2))
    [(0, 0), (1, 1), (2, 2), (3, 4), (4, 4)]

    """
    if isinstance(on, int):
        on = useful(on)
    if on is None or on == 1:
        outer = current_check()  # *check* may ask it, where this is a task itself
        for number, task in enumerate(tasks):
            check()
            yield (
                number,
                copy_context().run(with_check, partial(with_check, outer, check), task.done, results),
            )
    elif isinstance(on, int):
        with ThreadPoolExecutor(on, "gridwalk") as pool:
            over = Event()

            def go_on() -> None:
                if over.is_set():
                    raise OverError

            def start(task: Task) -> Future[Any]:
                return pool.submit(copy_context().run, with_check, go_on, task.done, results)

            yield from _given(tasks, start, results, check, in_flight or PER_THREAD * on, over, twice=False)
    else:
        executor = on

        def start_away(task: Task) -> Future[Any]:
            left = None if deadline is None else deadline - time.monotonic() + GRACE
            return executor.submit(_done_away, task, results, slices.tier_here(), tuning(), left)

        twice = not is_of_processes(executor)  # they are as quick as each other, and nobody can stop one
        yield from _given(tasks, start_away, results, check, in_flight or IN_FLIGHT, Event(), twice=twice)


def is_of_processes(on: On) -> bool:
    """Whether it is a pool of processes of this machine."""
    return type(on).__module__ == "concurrent.futures.process"


def _given(
    tasks: Iterable[Task],
    start: Callable[[Task], Future[Any]],
    results: Results | None,
    check: Check,
    most: int,
    over: Event,
    *,
    twice: bool,
) -> Iterator[tuple[int, Any]]:
    """Give tasks away, up to *most* at a time, and yield what comes back; *over* is set in the end.

    *twice*: when all are given and nothing comes back for long, those that are left are given a second time,
    to whoever is idle: a worker may be slow, or dead without anybody knowing.  The first result counts.
    """
    finished = set() if results is None else results.finished()
    back: SimpleQueue[tuple[int, Future[Any]]] = SimpleQueue()
    given: dict[int, tuple[Task, list[Future[Any]]]] = {}
    numbered, more = enumerate(tasks), True
    began = heard = time.monotonic()
    pace: float | None = None  # seconds that the first result took

    def give(number: int, task: Task) -> None:
        with _telling(results):
            future = start(task)
        given.setdefault(number, (task, []))[1].append(future)
        future.add_done_callback(lambda future: back.put((number, future)))

    try:
        while more or given:
            while more and len(given) < most:
                check()
                number, task = next(numbered, (-1, None))
                if task is None:
                    more = False
                elif (
                    results is not None
                    and task.name in finished
                    and (known := task.known(results)) is not None
                ):
                    yield number, known.value
                else:
                    give(number, task)
                if not back.empty():
                    break
            if not given:
                continue
            check()
            try:
                number, future = back.get(timeout=POLL_EVERY)
            except Empty:
                silent = time.monotonic() - heard
                if twice and not more and pace and silent > max(tuning().silence, PATIENCE * pace):
                    twice = False
                    for number, (task, _) in list(given.items()):
                        give(number, task)
                continue
            if number not in given:  # it was given twice
                continue
            heard = time.monotonic()
            pace = pace or heard - began
            with _telling(results):
                result = future.result()
            for other in given.pop(number)[1]:
                other.cancel()
            if isinstance(result, Raised):
                check()  # the time limit says more than a worker that kept to it
                raise result.error
            yield number, result
    except WorkerError as error:
        if isinstance(error.__cause__, BrokenExecutor):
            given.clear()  # it fails them itself, and its thread would die of one that is cancelled by then
        raise
    finally:
        over.set()
        for _, futures in given.values():
            for future in futures:
                future.cancel()


# ------------------------------------------------------------------------------- in a worker


@dataclass(frozen=True)
class Raised:
    """An error that is an answer: to try again would not help."""

    error: GridwalkError


def _done_away(task: Task, results: Results | None, tier: str, sizes: Tuning, seconds: float | None) -> Any:
    """Do a task in a worker, as the context of the client has it; return its result, or `Raised`."""
    until = None if seconds is None else time.monotonic() + seconds

    wanted = current_check()  # of the process that does tasks

    def check() -> None:
        wanted()
        if until is not None and time.monotonic() > until:
            raise OverError

    def work() -> Any:
        with slices.tier(tier), tuned_as(sizes):
            return with_check(check, task.done, results)

    try:
        return copy_context().run(work)
    except GridwalkError as error:
        return Raised(error)
    except OverError:
        return Raised(WorkerError("a worker was out of time", None if results is None else results.address))


@contextmanager
def _telling(results: Results | None) -> Iterator[None]:
    """Turn what executors raise when workers die into a `WorkerError`."""
    try:
        yield
    except GridwalkError:
        raise
    except (Exception, CancelledError) as error:
        if (reason := _why_lost(error)) is None:
            raise
        raise WorkerError(reason, None if results is None else results.address) from error


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
