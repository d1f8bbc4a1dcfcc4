"""Sweeps that a board keeps for ranks and samples: lent on the clock, and within the memory, of who asks."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from copy import copy
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeVar

from gridwalk.planner import swept
from gridwalk.questions.knows import Knows, refuse_unknown
from gridwalk.questions.question import Question
from gridwalk.runtime.cache import Key
from gridwalk.runtime.limits import Watch

if TYPE_CHECKING:
    from gridwalk.frontier.all_paths import AllPaths, FromEachStart


class Keepable(Protocol):
    """What can be kept: the paths of a question, swept once for many ranks."""

    watch: Watch

    @property
    def bytes(self) -> int:
        """How many bytes of memory it holds."""


T = TypeVar("T", bound=Keepable)
WAITING = "waiting for the ranks, which another thread uses"


@contextmanager
def lent(
    question: Question, *, metered: bool = False, patience: int | None = None
) -> Iterator[AllPaths | FromEachStart]:
    """Lend the sweep behind the ranks of *question* to one thread; others wait for it, on their clocks.

    It is that of paths of all lengths, or *metered* of those asked for; `PatienceError` after so many states.
    """
    refuse_unknown(question, Knows.ANY_SAVED, "a rank or sample")
    if question.why_empty is not None:
        yield swept.all_paths(question)
        return

    def make(alone: Question) -> AllPaths | FromEachStart:
        paths = swept.all_paths(alone, metered=metered)
        swept.refuse_if_hopeless(alone, paths)
        return paths

    with kept_for(question, "paths", make, question.lengths * metered, patience) as paths:
        yield paths


@contextmanager
def kept_for(
    question: Question,
    kind: str,
    make: Callable[[Question], T],
    lengths: tuple[int | None, ...],
    patience: int | None = None,
) -> Iterator[T]:
    """Lend what the grid of *question* keeps of a *kind*, made first if need be, to one thread."""
    watch, limits = question.watch(), question.limits
    watch.patience = patience
    key: Key[T] = Key(kind, (*facts_of(question), *lengths, str(limits.keep)))
    waiting = partial(watch.check, 0, 0, 0, WAITING)

    def made() -> T:
        # What is kept must not lead back to the grid that keeps it, or both would outlive their last user.
        return make(_alone(question))

    with question.ground._kept.lent(key, made, waiting, lambda: limits.memory_allowed) as sweep:
        sweep.watch.start(watch)
        yield sweep


def facts_of(question: Question) -> tuple[Hashable, ...]:
    """Return what a sweep of all paths depends on, and the memory that it may take."""
    return (
        question.starts, question.exits, question.required, question.required_edges,
        question.tour, question.closed, question.limits.memory,
    )  # fmt: skip


def _alone(question: Question) -> Question:
    """Return the same question of grids that nobody else holds."""
    other = copy(question)
    without = None if question._without is None else question._without._alone()
    other.__dict__.update(grid=question.grid._alone(), _without=without)
    return other
