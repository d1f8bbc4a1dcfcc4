"""Limits of answers, and the clock that checks them and reports progress."""

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

_checks: ContextVar[tuple[Callable[[], object], ...]] = ContextVar("checks of nested tasks", default=())


def task_check() -> None:
    """Raise if the current task has to stop; to be called several times a second."""
    if checks := _checks.get():
        _with_checks(checks[:-1], checks[-1])


def with_check(check: Callable[[], object], function: Callable[..., T], *arguments: Any) -> T:
    """Call *function* in a context where `task_check` calls *check*, which runs outside of this context."""
    return _with_checks((*_checks.get(), check), function, *arguments)


def _with_checks(checks: tuple[Callable[[], object], ...], function: Callable[..., T], *arguments: Any) -> T:
    token = _checks.set(checks)
    try:
        return function(*arguments)
    finally:
        _checks.reset(token)


def checked_seconds(seconds: Any, name: str) -> float | None:
    """Return *seconds* as a float or None; raise `ArgumentError` for the argument *name* if it is wrong."""
    number = isinstance(seconds, Real) and not isinstance(seconds, bool)
    if seconds is not None and not (number and seconds > 0 and math.isfinite(seconds)):
        raise ArgumentError(name, seconds, "a positive, finite number")
    return None if seconds is None else float(seconds)


@dataclass(frozen=True, repr=False)
class Limits:
    """Limits of an answer: time, memory, and the workers that compute it.

    Parameters
    ----------
    seconds : float, optional
        The time limit.  If it is exceeded, `TimeLimitError` is raised.
    progress : callable or bool, optional
        A function that is called about ten times a second with a `Progress`.  If it raises an exception, the
        search stops.  ``True`` shows a bar, on stderr or in the notebook.
    memory : int or str, optional
        The memory limit of sweeps and lists: bytes, or text such as ``"500MB"``, ``"64MiB"``, ``"2GiB"``.
        Default: 60 % of the free memory.
    keep : path or str, optional
        A folder for the finished parts of a count, each a small JSON file.  A stopped count continues with
        its stored parts, on any machine that can read the folder.  Other questions raise `QuestionError`.
    on : int or concurrent.futures.Executor, optional
        The number of threads, or an executor whose workers compute the parts of an answer; each may use
        *memory*.  Default: a thread for each processor.  Questions without parts raise `QuestionError` for an
        executor.

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
        """The given number of threads; None for one for each processor."""
        return self.on if isinstance(self.on, int) else None

    @property
    def has_workers(self) -> bool:
        """Whether an executor is given."""
        return not (self.on is None or isinstance(self.on, int))

    @property
    def has_tasks(self) -> bool:
        """Whether the answer is computed in tasks: for an executor, or to store its parts."""
        return self.has_workers or self.keep is not None

    @property
    def of_task(self) -> Limits:
        """The limits of a task, without time, progress, executor and stored parts."""
        return Limits(memory=self.memory, on=1 if self.has_workers else self.on)

    @property
    def memory_allowed(self) -> int:
        """The memory limit in bytes; by default a fraction of the memory that is free now."""
        return default_memory() if self.memory is None else bytes_of(self.memory)

    def watch(self, patience: int | None = None) -> Watch:
        """Start the clock."""
        return Watch(self, time.monotonic(), patience)


NO_LIMITS = Limits()


class PatienceError(Exception):
    """Stops a search that another algorithm will replace."""


TRUSTED = 0.1  # from this fraction of a sweep on, the measured time replaces the estimate
ALL_BUT_DONE = 0.999  # the greatest fraction that is reported


@dataclass
class Watch:
    """The clock of one answer: all of its searches report to it."""

    limits: Limits = NO_LIMITS
    began: float = field(default_factory=time.monotonic)
    patience: int | None = None  # cells that may be entered before `PatienceError` is raised
    plan: str = ""  # a description of the work, for parts without their own
    planned: tuple[float, float] = (0.0, 0.0)  # the start of all sweeps, and their estimated seconds
    planned_sweep: float = math.inf  # the estimated seconds of the current sweep
    measured: bool = False  # whether sweeps report the fraction done
    done: float = 0.0  # the fraction done of all sweeps
    unit: str = "cells"  # as in `Progress`
    kept: int | None = None  # members of the set found so far, if the search also finds other paths
    answer: Callable[[], tuple[Any, ...]] | None = None  # value, low, high, path: as in `Progress`
    _told: float = 0.0
    _known: tuple[int, int, int] = (0, 0, 0)  # expanded, backtracks, found
    _sweep: tuple[float, float] = (0.0, 0.0)  # the start of the current sweep, and `done` at that time
    _tell: Callable[[Progress], None] | None = None

    def __post_init__(self) -> None:
        progress = self.limits.progress
        if progress is True:
            progress = Bar()
            finalize(self, progress.close)  # the answer is over
        self._tell = progress or None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as a new clock: a task in a worker has its own."""
        return Watch, ()

    @property
    def deadline(self) -> float | None:
        """The value of `time.monotonic` at the time limit; None without a limit."""
        return None if self.limits.seconds is None else self.began + self.limits.seconds

    def start(self, clock: Watch) -> None:
        """Restart with the *clock* of another answer of the same search."""
        self.limits, self.began, self.patience = clock.limits, clock.began, clock.patience
        self._told, self._known, self.kept = 0.0, (0, 0, 0), None
        self.__post_init__()

    @contextmanager
    def telling(self, answer: Callable[[], tuple[Any, ...]]) -> Iterator[None]:
        """Return a context in which reports of progress include the *answer* so far."""
        # The function refers to this clock, so it must be removed.
        self.answer = answer
        try:
            yield
        finally:
            self.answer = None

    def begin(self, seconds: float, *, measured: bool = False) -> None:
        """Begin sweeps that take *seconds* (0: unknown); if *measured*, they report the fraction done."""
        self.plan, self.unit, self.planned = COUNTING, "states", (time.monotonic(), seconds)
        self.measured, self.done, self._sweep = measured, 0.0, (0.0, 0.0)

    def report(self, began: float, share: float) -> None:
        """Report the *share* done of the sweep that *began* at this time; `done` never decreases."""
        if self._sweep[0] != began:
            self._sweep = began, self.done
        first, planned = self._sweep[1], self.planned[1]
        part = min(1 - first, self.planned_sweep / planned) if planned else 1 - first
        self.done = max(self.done, min(first + part * share, ALL_BUT_DONE))

    def _so_far(self) -> tuple[float, float]:
        """Return the seconds spent on sweeps and their total, by the estimate, later by measurement."""
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
        # Some parts of the work report only their own numbers.
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
    """Return *on*; raise `ArgumentError` unless it is a number of threads or an executor.

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
