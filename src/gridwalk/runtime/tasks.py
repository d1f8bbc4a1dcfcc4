"""Tasks: independent parts of an answer, computed in this thread, in several threads, or by an executor.

Compiled kernels release the GIL, so threads run in parallel; the calling thread checks the clock.

Any `concurrent.futures.Executor` can be used, such as a process pool, or a cluster by Dask's
``Client(...).get_executor(pure=False, retries=5)``.  It is responsible for queues, transport and retries.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import (
    FIRST_EXCEPTION,
    BrokenExecutor,
    CancelledError,
    Future,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from queue import Empty, SimpleQueue
from threading import Event
from typing import Any, TypeVar

import numpy as np

import gridwalk
from gridwalk.errors import GridwalkError, WorkerError
from gridwalk.runtime import slices
from gridwalk.runtime.limits import On, task_check, with_check
from gridwalk.runtime.parts import Parts
from gridwalk.runtime.tuning import POLL_EVERY, Tuning, tuned_as, tuning

T = TypeVar("T")

Check = Callable[[], object]  # called several times a second; raises to stop

IN_FLIGHT = 1024  # maximum number of tasks submitted to an executor at a time
PER_THREAD = 4  # maximum number of tasks per thread submitted at a time
GRACE = 2.0  # seconds after the time limit at which a worker stops by itself
VERSION = 2  # version of the algorithms: if it changes, stored parts are not used


class OverError(Exception):
    """Raised in a task whose result is no longer needed."""


def useful(threads: int) -> int:
    """Return *threads*, or 1 if kernels are interpreted, because these hold the GIL."""
    return 1 if slices.interpreting() else threads


def together(
    tasks: Sequence[Callable[[Check], T]], threads: int, check: Check, *, halt: Check | None = None
) -> list[T]:
    """Run all *tasks* in *threads* threads, and return their results in order.

    A single thread is the calling one.  Several threads are new, in copies of its context, and the calling
    thread checks the clock.

    Parameters
    ----------
    tasks : sequence of callables
        Each is called with a function that it must call several times a second; this raises to stop it.
    threads : int
        The number of tasks that run at the same time.
    check : callable
        Reports the progress, and raises after the time limit; only the calling thread calls it.
    halt : callable, optional
        Called to stop tasks that do not call their function.  With *halt*, a single thread is new, too.

    """
    if threads == 1 and halt is None:
        return [task(check) for task in tasks]
    over = Event()

    def go_on() -> None:
        if over.is_set():
            raise OverError

    check()  # a limit may be reached before anything begins
    with ThreadPoolExecutor(max(1, min(threads, len(tasks))), "gridwalk") as pool:
        given = [pool.submit(copy_context().run, task, go_on) for task in tasks]
        try:
            left = set(given)
            while left:
                done, left = wait(left, POLL_EVERY, FIRST_EXCEPTION)
                for future in done:
                    future.result()
                check()
        except BaseException:
            over.set()
            for future in given:
                future.cancel()
            if halt is not None:
                halt()
            raise
    return [future.result() for future in given]


@dataclass(frozen=True)
class Task:
    """A part of an answer.

    Parameters
    ----------
    name : str
        The name under which the result is stored (`task_name`); it depends on everything the result does.
    function : callable
        A function at the top of a module.  If results are stored, it must return a number, or a dictionary of
        numbers with integer keys, and be deterministic.
    arguments : tuple
        Its arguments, which must be picklable.

    """

    name: str
    function: Callable[..., Any]
    arguments: tuple[Any, ...] = ()

    def done(self) -> Any:
        """Compute and return the result."""
        return self.function(*self.arguments)


def task_name(kind: str, *facts: object) -> str:
    """Return a name for a task, equal for equal *facts* and the same version of gridwalk.

    Parameters
    ----------
    kind : str
        A readable prefix.
    facts
        The values that the result depends on: arrays, values that are identified by their `repr`, and tuples
        and lists of both.

    Examples
    --------
    >>> task_name("residue", (3, 3), 7) == task_name("residue", (3, 3), 7) != task_name("residue", (3, 3), 5)
    True

    """
    text = sha256()

    def feed(fact: object) -> None:
        if isinstance(fact, tuple | list):
            text.update(f"({len(fact)};".encode())
            for one in fact:
                feed(one)
        elif isinstance(fact, np.ndarray):
            text.update(f"{fact.dtype.str}{fact.shape};".encode())
            text.update(fact.tobytes())
        else:
            text.update(f"{fact!r};".encode())

    feed((VERSION, gridwalk.__version__, kind, facts))
    return f"{kind}-{text.hexdigest()[:24]}"


def run_tasks(
    tasks: Iterable[Task],
    on: On = None,
    parts: Parts | None = None,
    check: Check = lambda: None,
    *,
    deadline: float | None = None,
    in_flight: int | None = None,
) -> Iterator[tuple[int, Any]]:
    """Compute all *tasks*; yield the number (from 0) and the result of each, in the order of completion.

    If the caller stops iterating, or *check* raises, tasks that have not begun are cancelled.

    Parameters
    ----------
    tasks : iterable of Task
        May be long: only a bounded number of tasks is taken in advance.
    on : None, int or Executor
        None for this thread, or a number of threads (one if kernels are interpreted), or an executor.
    parts : Parts, optional
        The folder where this process looks for results and stores them.
    check : callable
        Called several times a second in this thread; raises to stop.
    deadline : float, optional
        The value of `time.monotonic` after which *check* raises; workers then stop by themselves.
    in_flight : int, optional
        The maximum number of tasks submitted at a time.  Default: 1,024, or 4 for each thread.

    Raises
    ------
    WorkerError
        If a worker died and the executor does not retry.
    KeepError
        If results cannot be stored.
    GridwalkError
        The error of a task.

    Examples
    --------
    >>> tasks = [Task(task_name("power", n), pow, (n, 100, 7)) for n in range(5)]
    >>> sorted(run_tasks(tasks, on=2))
    [(0, 0), (1, 1), (2, 2), (3, 4), (4, 4)]

    """
    if isinstance(on, int):
        on = useful(on)
    if on is None or on == 1:
        for number, task in enumerate(tasks):
            check()
            do = partial(copy_context().run, with_check, check, task.done)
            yield number, do() if parts is None else parts.get(task.name, do)
    elif isinstance(on, int):
        with ThreadPoolExecutor(on, "gridwalk") as pool:
            over = Event()

            def go_on() -> None:
                if over.is_set():
                    raise OverError

            def start(task: Task) -> Future[Any]:
                return pool.submit(copy_context().run, with_check, go_on, task.done)

            yield from _given(tasks, start, parts, check, in_flight or PER_THREAD * on, over)
    else:
        executor = on

        def start_away(task: Task) -> Future[Any]:
            left = None if deadline is None else deadline - time.monotonic() + GRACE
            return executor.submit(_done_away, task, slices.tier_here(), tuning(), left)

        yield from _given(tasks, start_away, parts, check, in_flight or IN_FLIGHT, Event())


def _given(
    tasks: Iterable[Task],
    start: Callable[[Task], Future[Any]],
    parts: Parts | None,
    check: Check,
    most: int,
    over: Event,
) -> Iterator[tuple[int, Any]]:
    """Submit tasks, at most *most* at a time, and yield the results; at the end set *over*."""
    back: SimpleQueue[int] = SimpleQueue()
    given: dict[int, tuple[Task, Future[Any]]] = {}
    numbered, more = enumerate(tasks), True

    def announce(number: int, _: Future[Any]) -> None:
        back.put(number)

    try:
        while more or given:
            while more and len(given) < most and back.empty():
                check()
                number, task = next(numbered, (-1, None))
                if task is None:
                    more = False
                elif parts is not None and (known := parts.find(task.name)) is not None:
                    yield number, known
                else:
                    with _named(parts):
                        future = start(task)
                    given[number] = task, future
                    future.add_done_callback(partial(announce, number))
            if not given:
                continue
            check()
            try:
                number = back.get(timeout=POLL_EVERY)
            except Empty:
                continue
            task, future = given.pop(number)
            with _named(parts):
                result = future.result()
            if isinstance(result, Raised):
                check()  # an error of the time limit is clearer than that of the worker
                raise result.error
            if parts is not None:
                parts.save(task.name, result)
            yield number, result
    except WorkerError as error:
        if isinstance(error.__cause__, BrokenExecutor):
            given.clear()  # a broken executor fails its futures itself; to cancel one would end its thread
        raise
    finally:
        over.set()
        for _, future in given.values():
            future.cancel()


# ------------------------------------------------------------------------------- in a worker


@dataclass(frozen=True)
class Raised:
    """An error of the task itself, returned as its result so that the executor does not retry."""

    error: GridwalkError


def _done_away(task: Task, tier: str, sizes: Tuning, seconds: float | None) -> Any:
    """Compute a task in a worker, with the tier and tuning of the client; return its result or `Raised`."""
    until = None if seconds is None else time.monotonic() + seconds

    def check() -> None:
        task_check()  # that of the worker process
        if until is not None and time.monotonic() > until:
            raise OverError

    def work() -> Any:
        with slices.tier(tier), tuned_as(sizes):
            return with_check(check, task.done)

    try:
        return copy_context().run(work)
    except GridwalkError as error:
        return Raised(error)
    except OverError:
        return Raised(WorkerError("a worker was out of time"))


@contextmanager
def _named(parts: Parts | None) -> Iterator[None]:
    """Convert the errors that executors raise for lost workers to `WorkerError`."""
    try:
        yield
    except GridwalkError:
        raise
    except (Exception, CancelledError) as error:
        if (reason := _why_lost(error)) is None:
            raise
        raise WorkerError(reason, None if parts is None else parts.folder) from error


def _why_lost(error: BaseException) -> str | None:
    """Return a description of an error of the executor; None if it is an error of the task."""
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
