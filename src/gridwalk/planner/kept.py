"""Sweeps kept with their grid, few and bounded in bytes: ranks and samples of a set share one."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from threading import Lock
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from gridwalk.planner import swept
from gridwalk.questions.question import Question
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.tuning import POLL_EVERY

if TYPE_CHECKING:
    from gridwalk.frontier.all_paths import AllPaths
    from gridwalk.frontier.starts import FromEachStart


class Keepable(Protocol):
    """What can be kept: the paths of a question, swept once for many ranks."""

    watch: Watch

    @property
    def bytes(self) -> int:
        """How many bytes of memory it holds."""


T = TypeVar("T", bound=Keepable)
MAX_KEPT = 4  # sweeps of a grid


@contextmanager
def lent(
    question: Question, *, metered: bool = False, patience: int | None = None
) -> Iterator[AllPaths | FromEachStart]:
    """Lend the sweep behind the ranks of *question* to one thread; others wait for it, on their clocks.

    It is that of paths of all lengths, or *metered* of those asked for; `PatienceError` after so many states.
    """
    question.refuse_split("a rank or sample")
    if question.why_empty is not None:
        yield swept.all_paths(question)
        return

    def make(alone: Question) -> AllPaths | FromEachStart:
        paths = swept.all_paths(alone, metered=metered)
        swept.refuse_if_hopeless(alone, paths)
        return paths

    with kept_for(question, ("paths", *question.lengths * metered), make, patience) as paths:
        yield paths


@contextmanager
def kept_for(
    question: Question, kind: object, make: Callable[[Question], T], patience: int | None = None
) -> Iterator[T]:
    """Lend what the grid of *question* keeps of a *kind*, made first if need be, to one thread."""
    sweeps: _Kept[T] = question.ground._kept.setdefault("sweeps", _Kept())
    watch = question.watch()
    watch.patience = patience
    # What is kept must not lead back to the grid that keeps it, or both would outlive their last user.
    with sweeps.sweep_of(question, kind).lent(watch, lambda: make(_alone(question))) as sweep:
        yield sweep
    sweeps.keep_within(question.limits.memory_allowed)


def _alone(question: Question) -> Question:
    """Return the same question of grids that nobody else holds."""
    other = copy(question)
    without = None if question._without is None else question._without._alone()
    other.__dict__.update(grid=question.grid._alone(), _without=without)
    return other


class _Kept(Generic[T]):
    """The sweeps of one grid; the one used last is the last to go."""

    def __init__(self) -> None:
        self._sweeps: OrderedDict[object, _Sweep[T]] = OrderedDict()
        self._lock = Lock()

    def sweep_of(self, question: Question, kind: object) -> _Sweep[T]:
        """Return the sweep of a question, an empty one if there is none yet."""
        key = (
            kind, question.starts, question.exits, question.required, question.required_edges,
            question.tour, question.closed, question.limits.memory, question.limits.checkpoint,
        )  # fmt: skip
        with self._lock:
            sweep = self._sweeps.setdefault(key, _Sweep())
            self._sweeps.move_to_end(key)
            return sweep

    def keep_within(self, memory: int) -> None:
        """Drop those used longest ago until few are left, and they hold no more than *memory* together."""
        with self._lock:
            held = sum(sweep.bytes for sweep in self._sweeps.values())
            while len(self._sweeps) > 1 and (len(self._sweeps) > MAX_KEPT or held > memory):
                held -= self._sweeps.popitem(last=False)[1].bytes


class _Sweep(Generic[T]):
    """A sweep that threads use in turns: following a path back changes the tables it goes through."""

    def __init__(self) -> None:
        self._paths: T | None = None
        self._lock = Lock()

    @property
    def bytes(self) -> int:
        """How many bytes of memory it holds."""
        return 0 if self._paths is None else self._paths.bytes

    @contextmanager
    def lent(self, watch: Watch, make: Callable[[], T]) -> Iterator[T]:
        """Lend it, made first if need be, to one thread, on its clock; waiting for it takes time, too."""
        while not self._lock.acquire(timeout=POLL_EVERY):
            watch.check(0, 0, 0, "waiting for the ranks, which another thread uses")
        try:
            if self._paths is None:
                self._paths = make()
            self._paths.watch.start(watch)
            yield self._paths
        finally:
            self._lock.release()
