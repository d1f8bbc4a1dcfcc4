"""Sets combined by ``|``, ``&`` and ``-``: a union of disjoint sets, asked one after another."""

from __future__ import annotations

import builtins
import sys
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import merge
from itertools import accumulate, islice
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.batch import Batch
from gridwalk.answers.estimated import CountEstimate, GeneratingFunction
from gridwalk.answers.path import Path
from gridwalk.errors import QuestionError, in_a_line
from gridwalk.grids.cells import CellLike
from gridwalk.grids.checks import checked_number
from gridwalk.grids.grid import Grid
from gridwalk.keywords import BATCH_CELLS
from gridwalk.planner import counts, estimates, explain, generating, listed, ordered, ranks
from gridwalk.planner.tables import Explanation
from gridwalk.planner.tasks import ToCount
from gridwalk.questions.question import Question
from gridwalk.render.notebook import on_board
from gridwalk.sets.combining import combined
from gridwalk.sets.smallersets import SmallerVerbs

if TYPE_CHECKING:
    from gridwalk.anytime.bound import Bound
    from gridwalk.keywords import Explained, Measure, Variable
    from gridwalk.planner.ranks import RNG

TOGETHER = 1024  # samples drawn at a time


@dataclass(frozen=True, repr=False)
class CombinedSet(SmallerVerbs):
    """A lazy set of paths, tours or cycles: what `|`, `&` and `-` make of sets of one kind on one board.

    It is a union of disjoint sets, each with one definition: the conditions of a set are split so that no
    path is in two parts.  So counts add up, samples are exactly uniform, and every path comes once, part by
    part.  A smaller set, as by `through` or `of_length`, is the union of what its parts become.  The limits
    of `within` are those of the first set, and cover all parts together.  A set has at most 256 parts.

    Attributes
    ----------
    parts : tuple of PathSet, TourSet or CycleSet
        The disjoint sets; none of them is known at once to be empty.
    described : str
        The members of the set, as text.

    Examples
    --------
    >>> from gridwalk import Board
    >>> paths = Board.rectangle(4, 4).paths()
    >>> left, right = paths.through((3, 0)), paths.through((0, 3))
    >>> left.count(), right.count(), (left & right).count(), (left | right).count(), (left - right).count()
    (76, 76, 32, 120, 44)
    >>> [part.described for part in (left | right).parts][1]
    'simple paths from (0, 0) to (3, 3) through (0, 3) avoiding (3, 0)'
    >>> (left | right).through((1, 1)).count(), (left | right).of_length(6).count()
    (100, 2)

    """

    parts: tuple[Any, ...]
    described: str
    board: Grid

    _others = "it is asked of one set, as are those in `parts`"

    # ---------------------------------------------------------------------------- members

    def __contains__(self, path: object) -> bool:
        """Whether *path*, a `Path` or a sequence of cells, is in the set."""
        return any(path in part for part in self.parts)

    def __iter__(self) -> Iterator[Path]:
        """Yield every path once: part by part, each depth-first in move order."""
        for question in self._questions():
            question.refuse_checkpoint("a listing")
            yield from listed.members(question)

    def list(self, limit: int | None = None) -> builtins.list[Path]:
        """Return the first *limit* paths (default: all) in the order of iteration."""
        number = None if limit is None else min(checked_number(limit, "limit", 0), sys.maxsize)
        if not self.parts:
            return []
        return listed.collected(islice(self, number), self.parts[0].question.limits)

    def batches(self, cells: int = BATCH_CELLS) -> Iterator[Batch[Path]]:
        """Yield all paths in the order of iteration, in batches of about *cells* cells each."""
        number = checked_number(cells, "cells", 1)
        for question in self._questions():
            question.refuse_checkpoint("batches()")
            yield from listed.batches(question, number)

    def is_empty(self) -> bool:
        """Return whether the set has no path; this takes as long as `find`."""
        return self.find() is None

    def __bool__(self) -> bool:
        """Whether the set has a path; raises `QuestionError` if `is_empty` might take long."""
        return any(self.parts)

    def why_empty(self) -> str | None:
        """Return the reason if every part is known at once to be empty; else ``None``."""
        reasons = [part.why_empty() for part in self.parts] or ["no path meets the conditions of all sets"]
        return None if None in reasons else "; ".join(dict.fromkeys(reasons))

    # ---------------------------------------------------------------------------- one path

    def find(self, *, by: str = "auto") -> Path | None:
        """Return a path of the set, or ``None`` if it is empty; *by* as for each of the sets."""
        every = (part.find(by=by) for part in self._running())
        return next((path for path in every if path is not None), None)

    def shortest(self, *, by: str = "auto") -> Path | None:
        """Return a path of minimum cost, or ``None`` if there is none; *by* as for each of the sets."""
        found = [path for part in self._running() if (path := part.shortest(by=by)) is not None]
        return min(found, key=lambda path: path.cost, default=None)

    def longest(self, *, measure: Measure = "length") -> Path | None:
        """Return a path of maximum length or cost, or ``None`` if there is none."""
        found = [path for part in self._running() if (path := part.longest(measure=measure)) is not None]
        return max(found, key=lambda path: getattr(path, measure), default=None)

    def bound(self, *, measure: Measure = "length", seconds: float | None = None) -> Bound | None:
        """Return what no path exceeds, and why, the greatest over the parts; see `PathSet.bound`."""
        share = seconds and seconds / max(1, len(self.parts))
        found = [part.bound(measure=measure, seconds=share) for part in self._running()]
        return max((one for one in found if one is not None), key=lambda one: one.value, default=None)

    def in_order(self, *, measure: Measure = "cost") -> Iterator[Path]:
        """Yield every path once, the shortest first; only of sets of paths, as `PathSet.in_order`."""
        if any(one.tour or one.closed for one in self._questions()):
            raise QuestionError("in_order()", "only paths from start to exit are listed in order")
        every = [ordered.in_order(one, measure) for one in self._questions()]
        return merge(*every, key=lambda path: getattr(path, measure))

    # ------------------------------------------------------------------------- all at once

    def count(self, *, by: str = "auto") -> int:
        """Return the exact number of paths: the sum over the parts; *by* as for each of the sets."""
        return sum(part.count(by=by) for part in self._running())

    def lengths(self) -> dict[int, int]:
        """Return the number of paths of each length in moves, in ascending order."""
        total: Counter[int] = Counter()
        for one in self._questions():
            total.update(counts.lengths(one))
        return dict(sorted(total.items()))

    def counts_by_end(self) -> NDArray[Any]:
        """Return how many paths end in each cell, as `PathSet.counts_by_end`."""
        zero = np.zeros(self.board.shape, object)
        return sum((part.counts_by_end() for part in self._running()), zero)

    def estimate_count(
        self,
        error: float = 0.05,
        *,
        seconds: float | None = None,
        states: int | None = None,
        runs: int | None = None,
        rng: RNG = None,
    ) -> CountEstimate:
        """Return about how many paths there are, with an interval: the sum over the parts.

        The parameters are those of `PathSet.estimate_count`; the parts share the *seconds*.  The interval is
        wider than it need be: it is the sum of those of the parts.
        """
        share, generated = seconds and seconds / max(1, len(self.parts)), ranks.generator(rng)
        options = {"seconds": share, "states": states, "runs": runs, "rng": generated}
        estimates.wanted(error, seconds, states, runs)
        return CountEstimate.total([part.estimate_count(error, **options) for part in self._running()])

    def generating_function(self, *variables: Variable) -> GeneratingFunction:
        """Return how many paths there are by "length", "cost" or "turns", as `PathSet.generating_function`.

        >>> from gridwalk import Board
        >>> paths = Board.rectangle(3, 3).paths()
        >>> (paths.through((0, 2)) | paths.through((2, 0))).generating_function("turns")
        <GeneratingFunction in turns: 2 x + 6 x^4>
        """
        total: Counter[Any] = Counter()
        for one in self._questions():
            total.update(generating.generating_function(one, variables).coefficients)
        names = generating.checked(variables)
        return GeneratingFunction(names, dict(sorted(total.items())))

    def sample(self, n: int = 1, *, rng: RNG = None) -> builtins.list[Path]:
        """Return *n* random paths, drawn independently and exactly uniformly; empty if there is no path.

        >>> from gridwalk import Board
        >>> paths = Board.rectangle(4, 4).paths()
        >>> either = paths.through((3, 0)) | paths.through((0, 3))
        >>> all(path in either for path in either.sample(3, rng=1))
        True
        """
        return self._drawn(checked_number(n, "n", 0), ranks.generator(rng), self._ends())

    def samples(self, n: int | None = None, *, rng: RNG = None) -> Iterator[Path]:
        """Yield the paths of `sample` in batches; without *n* the iteration is endless."""
        left = None if n is None else checked_number(n, "n", 0)
        generated, ends = ranks.generator(rng), self._ends()
        while left != 0:
            paths = self._drawn(TOGETHER if left is None else min(left, TOGETHER), generated, ends)
            if not paths:
                return
            left = None if left is None else left - len(paths)
            yield from paths

    def _drawn(self, n: int, rng: np.random.Generator, ends: Sequence[int]) -> builtins.list[Path]:
        from gridwalk.frontier.families import fair_ranks

        if not ends[-1]:
            return []
        questions = self._questions()
        drawn = fair_ranks(ends[-1], n, rng, questions[0].watch())
        of_part = [bisect_right(ends, rank) - 1 for rank in drawn]
        number = Counter(of_part)
        found = {part: iter(ranks.sample(questions[part], number[part], rng)) for part in sorted(number)}
        return [next(found[part]) for part in of_part]

    def unrank(self, rank: int) -> Path:
        """Return the path with number *rank*, from 0 to ``count() - 1``: the parts follow one another."""
        from gridwalk.frontier.families import check_ranks

        ends, number = self._ends(), checked_number(rank, "rank", 0)
        check_ranks([number], ends[-1])
        part = bisect_right(ends, number) - 1
        return ranks.unrank(self._questions()[part], number - ends[part])

    def rank(self, path: Path | Iterable[CellLike]) -> int | None:
        """Return the rank of *path*, the inverse of `unrank`; ``None`` if it is not in the set."""
        ends = self._ends()
        for below, one in zip(ends, self._questions(), strict=False):
            if (rank := ranks.rank(one, path)) is not None:
                return below + rank
        return None

    def _ends(self) -> builtins.list[int]:
        return list(accumulate((counts.count(one) for one in self._questions()), initial=0))

    # ---------------------------------------------------------------------------- other sets

    def _smaller(self, change: Callable[[Question], Question]) -> Self:
        """Return the union of what each part becomes; what it is called shows on all paths of the board."""
        whole = Question(self.board)
        words = change(whole).described.removeprefix(whole.described)
        every = [part._asking(change(part.question)) for part in self.parts]
        parts = tuple(part for part in every if part.question.why_empty is None)
        return replace(self, parts=parts, described=f"({self.described}){words}")

    def __and__(self, other: object) -> CombinedSet:
        """Return the paths in both sets."""
        return CombinedSet(*combined("&", self, other))

    def __or__(self, other: object) -> CombinedSet:
        """Return the paths in one set or both."""
        return CombinedSet(*combined("|", self, other))

    def __sub__(self, other: object) -> CombinedSet:
        """Return the paths of this set that are not in the other."""
        return CombinedSet(*combined("-", self, other))

    __rand__, __ror__ = __and__, __or__

    def __rsub__(self, other: object) -> CombinedSet:
        """Return the paths of the other set that are not in this one."""
        return CombinedSet(*combined("-", other, self))

    def within(self, *args: Any, **options: Any) -> Self:
        """Return the same set with limits for each answer, as `LazySet.within`; all parts share them."""
        return replace(self, parts=tuple(part.within(*args, **options) for part in self.parts))

    def explain(self, verb: Explained = "count") -> Explanation:
        """Return the engines that answer *verb*, part by part, as `LazySet.explain`."""
        rows = [explain.explain(one, verb).options for one in self._questions()]
        return Explanation(verb, self.described, tuple(option for options in rows for option in options))

    def _to_count(self) -> builtins.list[ToCount]:
        return [one for part in self.parts for one in part._to_count()]

    def _disjoint(self) -> tuple[Any, ...]:
        return self.parts

    def _named(self) -> str:
        return f"({self.described})"

    def _running(self) -> builtins.list[Any]:
        """Return the parts, which share one clock."""
        return [part._asking(one) for part, one in zip(self.parts, self._questions(), strict=True)]

    def _questions(self) -> builtins.list[Question]:
        """Return the questions of the parts, which share one clock."""
        began = time.monotonic()
        return [replace(part.question, _began=began) for part in self.parts]

    @property
    def convention(self) -> str:
        """A sentence that says what counts as one path."""
        return self.parts[0].convention.replace(self.parts[0].described, self.described) if self.parts else ""

    def __repr__(self) -> str:
        return in_a_line(f"<CombinedSet: {self.described}, on {self.board!r}>")

    def _repr_html_(self) -> str | None:
        """The definition and the board, for notebooks; None where the board is large."""
        return on_board(self.board, self.described)
