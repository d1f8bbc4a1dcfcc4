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

from gridwalk.answers.batch import Batch
from gridwalk.answers.generating import GeneratingFunction
from gridwalk.answers.path import Path
from gridwalk.errors import InputError, QuestionError, in_a_line
from gridwalk.grids.cells import CellLike
from gridwalk.grids.checks import checked_number
from gridwalk.grids.grid import Grid
from gridwalk.planner import counts, explain, generating, listed, ordered, ranks, single
from gridwalk.planner.listed import BATCH_CELLS
from gridwalk.planner.tables import Explanation
from gridwalk.questions.question import Question
from gridwalk.questions.questionalgebra import difference, intersection
from gridwalk.render.notebook import on_board
from gridwalk.sets.smallersets import SmallerSets, SmallerVerbs

if TYPE_CHECKING:
    from gridwalk.keywords import Explained, Measure, Variable
    from gridwalk.planner.ranks import RNG

MAX_PARTS = 256  # disjoint sets
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

    # ---------------------------------------------------------------------------- one path

    def find(self) -> Path | None:
        """Return a path of the set, or ``None`` if it is empty."""
        return next((path for one in self._questions() if (path := single.find(one)) is not None), None)

    def shortest(self) -> Path | None:
        """Return a path of minimum cost, or ``None`` if there is none."""
        return self._best(single.shortest, min, "cost")

    def longest(self, *, measure: Measure = "length") -> Path | None:
        """Return a path of maximum length or cost, or ``None`` if there is none."""
        return self._best(lambda one: single.longest(one, measure), max, measure)

    def _best(self, ask: Callable[[Question], Path | None], choose: Any, measure: str) -> Path | None:
        found = [path for one in self._questions() if (path := ask(one)) is not None]
        best: Path | None = choose(found, key=lambda path: getattr(path, measure), default=None)
        return best

    def in_order(self, *, measure: Measure = "cost") -> Iterator[Path]:
        """Yield every path once, the shortest first; only of sets of paths, as `PathSet.in_order`."""
        if any(one.tour or one.closed for one in self._questions()):
            raise QuestionError("in_order()", "only paths from start to exit are listed in order")
        every = [ordered.in_order(one, measure) for one in self._questions()]
        return merge(*every, key=lambda path: getattr(path, measure))

    # ------------------------------------------------------------------------- all at once

    def count(self) -> int:
        """Return the exact number of paths: the sum over the parts."""
        return sum(counts.count(one) for one in self._questions())

    def lengths(self) -> dict[int, int]:
        """Return the number of paths of each length in moves, in ascending order."""
        total: Counter[int] = Counter()
        for one in self._questions():
            total.update(counts.lengths(one))
        return dict(sorted(total.items()))

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
        from gridwalk.frontier.draws import fair_ranks

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
        from gridwalk.frontier.together import check_ranks

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
        return combined("&", self, other)

    def __or__(self, other: object) -> CombinedSet:
        """Return the paths in one set or both."""
        return combined("|", self, other)

    def __sub__(self, other: object) -> CombinedSet:
        """Return the paths of this set that are not in the other."""
        return combined("-", self, other)

    __rand__, __ror__ = __and__, __or__

    def __rsub__(self, other: object) -> CombinedSet:
        """Return the paths of the other set that are not in this one."""
        return combined("-", other, self)

    def within(self, *args: Any, **options: Any) -> Self:
        """Return the same set with limits for each answer, as `LazySet.within`; all parts share them."""
        return replace(self, parts=tuple(part.within(*args, **options) for part in self.parts))

    def explain(self, verb: Explained = "count") -> Explanation:
        """Return the engines that answer *verb*, part by part, as `LazySet.explain`."""
        rows = [explain.explain(one, verb).options for one in self._questions()]
        return Explanation(verb, self.described, tuple(option for options in rows for option in options))

    def _questions(self) -> builtins.list[Question]:
        """Return the questions of the parts, which share one clock."""
        began = time.monotonic()
        return [replace(part.question, _began=began) for part in self.parts]

    def __repr__(self) -> str:
        return in_a_line(f"<CombinedSet: {self.described}, on {self.board!r}>")

    def _repr_html_(self) -> str | None:
        """The definition and the board, for notebooks; None where the board is large."""
        return on_board(self.board, self.described)


WORDS = {"&": "and also", "|": "or", "-": "but not"}


def combined(sign: str, one: Any, other: Any) -> CombinedSet:
    """Return what ``|``, ``&`` or ``-`` makes of two sets.

    Raises
    ------
    InputError
        If they are of different kinds or boards, or the second is no set of paths.
    QuestionError
        If it would have more than 256 parts, or is no union of sets of this kind.

    """
    parts, others = _parts_of(one), _parts_of(other)
    if one.board is not other.board and one.board != other.board:
        raise InputError("sets of different boards cannot be combined")
    if sign == "&":
        both = [a._asking(intersection(a.question, b.question)) for a in parts for b in others]
        found = [part for part in both if part.question.why_empty is None]
    elif sign == "-":
        found = _without(parts, others)
    else:
        try:
            found = [*parts, *_without(others, parts)]
        except QuestionError:  # paths that may end anywhere, without some to given exits: the other way round
            found = [*others, *_without(parts, others)]
    if len(found) > MAX_PARTS:
        raise QuestionError(f"a {sign!r} of sets", f"it has more than {MAX_PARTS} disjoint parts")
    first, second = (
        f"({each.described})" if isinstance(each, CombinedSet) else each.described for each in (one, other)
    )
    return CombinedSet(tuple(found), f"{first} {WORDS[sign]} {second}", one.board)


def _without(parts: Iterable[Any], others: Iterable[Any]) -> list[Any]:
    left = list(parts)
    for other in others:
        left = [
            part._asking(question) for part in left for question in difference(part.question, other.question)
        ]
        if len(left) > MAX_PARTS:
            raise QuestionError("a '-' of sets", f"it has more than {MAX_PARTS} disjoint parts")
    return left


def _parts_of(some: Any) -> tuple[Any, ...]:
    if isinstance(some, CombinedSet):
        return some.parts
    if isinstance(some, SmallerSets):
        if not some._combines:
            raise QuestionError("a combination of sets", "sets of induced paths are not combined")
        return () if some.question.why_empty is not None else (some,)
    raise InputError(f"a set of paths can be combined with a set of paths, not with {some!r}")
