"""Sweeps kept with their grid, few and bounded in bytes: ranks and samples of a set share one."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING

from gridwalk.planner.swept import all_paths, refuse_if_hopeless
from gridwalk.questions.question import Question
from gridwalk.runtime.tuning import POLL_EVERY

if TYPE_CHECKING:
    from gridwalk.frontier.all_paths import AllPaths
    from gridwalk.frontier.starts import FromEachStart

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
        yield all_paths(question)
        return
    kept: _Kept = question.ground._kept.setdefault("sweeps", _Kept())
    with kept.sweep_of(question, metered).lent(question, metered, patience) as paths:
        yield paths
    kept.keep_within(question.limits.memory_allowed)


class _Kept:
    """The sweeps of one grid; the one used last is the last to go."""

    def __init__(self) -> None:
        self._sweeps: OrderedDict[object, _Sweep] = OrderedDict()
        self._lock = Lock()

    def sweep_of(self, question: Question, metered: bool) -> _Sweep:
        """Return the sweep of a question, an empty one if there is none yet."""
        key = (
            question.starts, question.exits, question.required, question.required_edges,
            question.tour, question.closed,
            question.limits.memory, question.limits.checkpoint,
            (question.min_length, question.max_length) if metered else None,
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


class _Sweep:
    """A sweep that threads use in turns: following a path back changes the tables it goes through."""

    def __init__(self) -> None:
        self._paths: AllPaths | FromEachStart | None = None
        self._lock = Lock()

    @property
    def bytes(self) -> int:
        """How many bytes of memory it holds."""
        return 0 if self._paths is None else self._paths.bytes

    @contextmanager
    def lent(
        self, question: Question, metered: bool, patience: int | None
    ) -> Iterator[AllPaths | FromEachStart]:
        """Lend it, made first if need be, to one thread, on its clock; waiting for it takes time, too."""
        watch = question.watch()
        while not self._lock.acquire(timeout=POLL_EVERY):
            watch.check(0, 0, 0, "waiting for the ranks, which another thread uses")
        try:
            watch.patience = patience
            if self._paths is None:
                paths = all_paths(question, metered=metered)
                refuse_if_hopeless(question, paths)
                self._paths = paths
            self._paths.watch.start(watch)
            yield self._paths
        finally:
            self._lock.release()
