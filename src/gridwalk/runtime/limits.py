"""Limits and progress of long searches: the clock, and the workers of an answer."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, fields
from numbers import Real
from os import PathLike, fspath
from typing import Any, TypeAlias, TypeVar
from weakref import finalize

from gridwalk.errors import ArgumentError, Message, TimeLimitError, in_a_line
from gridwalk.runtime.memory import bytes_of, default_memory
from gridwalk.runtime.progress import COUNTING, Bar, Progress, ProgressLike, take_away
from gridwalk.runtime.tuning import tuning

T = TypeVar("T")

_check: ContextVar[Callable[[], object]] = ContextVar("check of a task", default=lambda: None)


def task_check() -> None:
    """Raise inside a task that has to stop; to be called several times a second."""
    _check.get()()


def current_check() -> Callable[[], object]:
    """Return the function that `task_check` calls here."""
    return _check.get()


def with_check(check: Callable[[], object], function: Callable[..., T], *arguments: Any) -> T:
    """Call *function*, in which `task_check` calls *check*."""
    token = _check.set(check)
    try:
        return function(*arguments)
    finally:
        _check.reset(token)


def checked_seconds(seconds: Any, name: str) -> float | None:
    """Return a time given as *name*; raise `ArgumentError` if it is none."""
    number = isinstance(seconds, Real) and not isinstance(seconds, bool)
    if seconds is not None and not (number and seconds > 0 and math.isfinite(seconds)):
        raise ArgumentError(name, seconds, "a positive, finite number")
    return None if seconds is None else float(seconds)


@dataclass(frozen=True, repr=False)
class Limits:
    """Limits of time and memory for an answer, and its workers.

    Parameters
    ----------
    seconds : float, optional
        The time limit; after that the search raises `TimeLimitError`.
    progress : callable or bool, optional
        Called about ten times a second with a `Progress`.  An exception it raises stops the search.
        ``True`` shows a bar, on stderr or in the notebook.
    memory : int or str, optional
        For a question about all paths at once: bytes, or a text such as ``"500MB"``, ``"64MiB"``, ``"2GiB"``;
        default: 60 % of the free memory.
    keep : path or str, optional
        A folder where each finished part of a count is stored, in a small file of JSON.  A count that was
        stopped goes on from its parts, on any machine that sees the folder.  Other questions refuse it.
    on : int or concurrent.futures.Executor, optional
        The number of threads, or an executor, whose workers do the parts of an answer and have *memory*
        each.  Default: a thread per processor.  Questions without parts refuse an executor.

    """

    seconds: float | None = None
    progress: ProgressLike = None
    memory: int | str | None = None
    keep: str | PathLike[str] | None = None
    on: On = None

    def __post_init__(self) -> None:
        checked_seconds(self.seconds, "seconds")
        if not (self.progress is None or isinstance(self.progress, bool) or callable(self.progress)):
            raise ArgumentError("progress", self.progress, "a function of one Progress, or True for a bar")
        if self.memory is not None:
            object.__setattr__(self, "memory", bytes_of(self.memory))
        path = fspath(self.keep) if isinstance(self.keep, str | PathLike) else self.keep
        if path is not None and not (isinstance(path, str) and path.strip() and "\0" not in path):
            raise ArgumentError("keep", self.keep, "the path of a folder")
        if path is not None and "://" in path:
            raise ArgumentError("keep", self.keep, "the path of a folder, not an address")
        if self.on is not None:
            checked_on(self.on)

    def __repr__(self) -> str:
        given = {each.name: getattr(self, each.name) for each in fields(self)}
        return in_a_line(f"Limits({', '.join(f'{n}={v!r}' for n, v in given.items() if v is not None)})")

    @property
    def threads(self) -> int | None:
        """The number of threads given; None: as many as processors."""
        return self.on if isinstance(self.on, int) else None

    @property
    def has_workers(self) -> bool:
        """Whether an executor is given."""
        return not (self.on is None or isinstance(self.on, int))

    @property
    def has_tasks(self) -> bool:
        """Whether the answer is put together from tasks: for an executor, or to store its parts."""
        return self.has_workers or self.keep is not None

    @property
    def of_task(self) -> Limits:
        """The limits of a task: progress, executor and stored parts stay with the client."""
        return Limits(memory=self.memory, on=1 if self.has_workers else self.on)

    @property
    def memory_allowed(self) -> int:
        """The bytes allowed: those given, else a share of the memory free now."""
        return default_memory() if self.memory is None else bytes_of(self.memory)

    def watch(self, patience: int | None = None) -> Watch:
        """Start the clock."""
        return Watch(self, time.monotonic(), patience)


NO_LIMITS = Limits()


class PatienceError(Exception):
    """Stops a search that another algorithm will replace."""


TRUSTED = 0.1  # the share of a sweep from which on the time it took tells how long it takes, not the estimate
ALL_BUT_DONE = 0.999  # the greatest share that is reported


@dataclass
class Watch:
    """The clock of one question; every slice of each of its searches reports here."""

    limits: Limits = NO_LIMITS
    began: float = field(default_factory=time.monotonic)
    patience: int | None = None  # cells that may be entered before another algorithm takes over
    plan: str = ""  # the work, as text, for parts that do not describe their own
    planned: tuple[float, float] = (0.0, 0.0)  # when the sweeps began, and their seconds by the estimate
    planned_sweep: float = math.inf  # the seconds of the sweep that is made now, of those
    measured: bool = False  # whether the sweeps report their share
    done: float = 0.0  # the share of the sweeps that is done, as they report it
    unit: str = "cells"  # as in `Progress`
    kept: int | None = None  # members of the set found so far, if the search also finds other paths
    answer: Callable[[], tuple[Any, ...]] | None = None  # value, low, high, path: as in `Progress`
    _told: float = 0.0
    _known: tuple[int, int, int] = (0, 0, 0)  # expanded, backtracks, found
    _sweep: tuple[float, float] = (0.0, 0.0)  # when a sweep began, and the share that was done then
    _tell: Callable[[Progress], None] | None = None

    def __post_init__(self) -> None:
        progress = self.limits.progress
        if progress is True:
            progress = Bar()
            finalize(self, progress.close)  # the answer is over
        self._tell = progress or None

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to a worker as the clock of a task there."""
        return Watch, ()

    @property
    def deadline(self) -> float | None:
        """The `time.monotonic` at which the time is over, if it ever is."""
        return None if self.limits.seconds is None else self.began + self.limits.seconds

    def start(self, clock: Watch) -> None:
        """Restart with the *clock* of another answer of the same search."""
        self.limits, self.began, self.patience = clock.limits, clock.began, clock.patience
        self._told, self._known, self.kept = 0.0, (0, 0, 0), None
        self.__post_init__()

    @contextmanager
    def telling(self, answer: Callable[[], tuple[Any, ...]]) -> Iterator[None]:
        """Report the *answer* so far with the progress, within this context: it holds this clock."""
        self.answer = answer
        try:
            yield
        finally:
            self.answer = None

    def begin(self, seconds: float, *, measured: bool = False) -> None:
        """Begin sweeps that take *seconds* (0: unknown); if *measured*, they report the share done."""
        self.plan, self.unit, self.planned = COUNTING, "states", (time.monotonic(), seconds)
        self.measured, self.done, self._sweep = measured, 0.0, (0.0, 0.0)

    def report(self, began: float, share: float) -> None:
        """Take the *share* of the sweep that *began* at this time which is done; that of all never falls."""
        if self._sweep[0] != began:
            self._sweep = began, self.done
        first, planned = self._sweep[1], self.planned[1]
        part = min(1 - first, self.planned_sweep / planned) if planned else 1 - first
        self.done = max(self.done, min(first + part * share, ALL_BUT_DONE))

    def _so_far(self) -> tuple[float, float]:
        """Return the seconds of the sweeps that are over and those of all: as planned, then as measured."""
        began, seconds = self.planned
        spent = time.monotonic() - began if began else 0.0
        if not self.measured:
            return spent, seconds
        return (
            (spent, spent / self.done) if self.done >= TRUSTED else (min(spent, TRUSTED * seconds), seconds)
        )

    def check(self, expanded: int, backtracks: int, found: int, doing: str = "") -> None:
        """Report the progress; raise `TimeLimitError` after the time limit, and inside a task to stop it."""
        task_check()
        seconds = time.monotonic() - self.began
        found = found if self.kept is None else self.kept
        # A part of the work may report only its own numbers.
        known = self._known
        known = max(expanded, known[0]), max(backtracks, known[1]), max(found, known[2])
        expanded, backtracks, found = self._known = known
        if self.patience is not None and expanded > self.patience:
            raise PatienceError
        is_over = self.limits.seconds is not None and seconds >= self.limits.seconds
        is_due = self._tell is not None and seconds - self._told >= tuning().tell_every
        if not is_over and not is_due:
            return
        so_far = self.answer() if is_due and self.answer is not None else ()
        spent, planned = self._so_far()
        told = Progress(seconds, expanded, backtracks, found, doing or self.plan, *so_far)._replace(
            unit=self.unit, spent=spent if planned else 0.0, planned=planned
        )
        if is_due and self._tell is not None:
            self._told = seconds
            self._tell(told)
        if is_over and self.limits.seconds is not None:
            take_away()
            words = (
                told.doing
                if told.share is None
                else Message("{doing}, {n:.0f} % done", doing=told.doing, n=100 * told.share)
            )
            if words and (found or self.kept is not None):
                words = Message("{doing}; {n:,} found so far", doing=words, n=found)
            raise TimeLimitError(self.limits.seconds, expanded, backtracks, found, words)


On: TypeAlias = int | Executor | None


def checked_on(on: object) -> On:
    """Return *on*; raise `ArgumentError` if it is no place for tasks.

    >>> checked_on(4)
    4
    >>> checked_on(0)
    Traceback (most recent call last):
        ...
    gridwalk.errors.ArgumentError: on=0 must be a number of threads, or a concurrent.futures.Executor
    """
    if on is None or isinstance(on, Executor):
        return on
    if isinstance(on, int) and not isinstance(on, bool) and on >= 1:
        return on
    allowed = "a number of threads, or a concurrent.futures.Executor"
    if hasattr(on, "get_executor"):
        allowed += ": client.get_executor(pure=False, retries=5)"
    raise ArgumentError("on", on, allowed)
