"""Sets combined by ``|``, ``&`` and ``-``: a union of disjoint sets, which is a sum of families."""

from __future__ import annotations

import builtins
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from heapq import merge
from itertools import chain
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.estimated import CountEstimate, GeneratingFunction, LengthEstimates, VisitEstimate
from gridwalk.answers.path import Path
from gridwalk.errors import Cell, InputError, QuestionError, in_a_line
from gridwalk.grids.cells import CellLike
from gridwalk.grids.checks import checked_number
from gridwalk.grids.grid import Grid
from gridwalk.keywords import BATCH_CELLS
from gridwalk.planner import estimates, generating, ordered, ranks
from gridwalk.planner.tables import Explanation
from gridwalk.questions.question import Question
from gridwalk.questions.questionalgebra import difference, intersection
from gridwalk.runtime.limits import NO_LIMITS, Limits
from gridwalk.sets.anyset import AnySet

if TYPE_CHECKING:
    from gridwalk.answers.batch import Batch
    from gridwalk.anytime.bound import Bound
    from gridwalk.frontier.families import Streams, Sum
    from gridwalk.keywords import Explained, Measure, Variable
    from gridwalk.planner.ranks import RNG
    from gridwalk.planner.tasks import ToCount

MAX_PARTS = 256  # disjoint sets
WORDS = {"&": "and also", "|": "or", "-": "but not"}


@dataclass(frozen=True, repr=False)
class CombinedSet(AnySet):
    """A lazy set of paths, tours or cycles: what `|`, `&` and `-` make of sets of one kind on one board.

    It is a union of disjoint sets, each with one definition: the conditions of a set are split so that no
    path is in two parts.  So counts add up, samples are exactly uniform, and every path comes once, part by
    part.  A smaller set, as by `through` or `of_length`, is the union of what its parts become.  The limits
    of `within` are those of the first set, and cover all parts together.  A set has at most 256 parts.

    ===================  =====================================================================
    one path             `find`, `shortest`, `longest`, `sample`, `unrank`; ``path in paths``
    at most              `bound`
    all, one by one      ``for path in paths``, `list`, `batches`, `samples`
    in order of length   `in_order`, `nearly_shortest`
    all at once          `count`, `counts_by_end`, `lengths`, `generating_function`, `rank`, `is_empty`
    about                `estimate_count`, `estimate_lengths`, `estimate_visits`, `sample_approximately`
    smaller sets         `through`, `avoiding`, `longer_than`, `shorter_than`, `of_length`, `induced`
    how                  `within` (limits), `explain` (which engine, at what cost)
    ===================  =====================================================================

    Attributes
    ----------
    parts : tuple of PathSet, TourSet, CycleSet or InducedSet
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
        return chain.from_iterable(self._running())

    def batches(self, cells: int = BATCH_CELLS) -> Iterator[Batch[Path]]:
        """Yield all paths in the order of iteration, in batches of about *cells* cells each."""
        number = checked_number(cells, "cells", 1)
        return chain.from_iterable(part.batches(number) for part in self._running())

    def __bool__(self) -> bool:
        """Whether the set has a path; raises `QuestionError` if `is_empty` might take long."""
        return any(self.parts)

    def why_empty(self) -> str | None:
        """Return the reason if every part is known at once to be empty; else ``None``."""
        reasons = [part.why_empty() for part in self.parts] or ["no path meets the conditions of all sets"]
        return None if None in reasons else "; ".join(dict.fromkeys(reasons))

    @property
    def start(self) -> Cell | None:
        """Where paths start, the first of several starts; None: anywhere, or nowhere."""
        return self.starts[0] if self.starts else None

    @property
    def starts(self) -> tuple[Cell, ...] | None:
        """Where paths may start, in reading order; None: anywhere."""
        return _either(part.starts for part in self.parts)

    @property
    def exits(self) -> tuple[Cell, ...] | None:
        """Where paths may end, in reading order; None: anywhere."""
        return _either(part.exits for part in self.parts)

    # ---------------------------------------------------------------------------- one path

    def find(self, *, by: str = "auto", weight: float | None = None) -> Path | None:
        """Return a path of the set, or ``None`` if it is empty; *by* and *weight* as for each of the sets."""
        given = {} if weight is None else {"weight": weight}
        every = (part.find(by=by, **given) for part in self._running())
        return next((path for path in every if path is not None), None)

    def shortest(self, *, by: str = "auto", max_cost: float | None = None) -> Path | None:
        """Return a path of minimum cost, or ``None`` if there is none; the options are those of each set."""
        given = {} if max_cost is None else {"max_cost": max_cost}
        found = [path for part in self._running() if (path := part.shortest(by=by, **given)) is not None]
        return min(found, key=lambda path: path.cost, default=None)

    def longest(self, *, measure: Measure = "length") -> Path | None:
        """Return a path of maximum length or cost, or ``None`` if there is none."""
        return self._family().best(longest=True, by_cost=measure == "cost")

    def bound(self, *, measure: Measure = "length", seconds: float | None = None) -> Bound | None:
        """Return what no path exceeds, and why, the greatest over the parts; see `PathSet.bound`."""
        share = self._share(seconds)
        found = [part.bound(measure=measure, seconds=share) for part in self._running()]
        return max((one for one in found if one is not None), key=lambda one: one.value, default=None)

    def in_order(self, *, measure: Measure = "cost") -> Iterator[Path]:
        """Yield every path once, the shortest first; only of sets of paths, as `PathSet.in_order`."""
        if any(part.question.tour or part.question.closed for part in self.parts):
            raise QuestionError("in_order()", "only paths from start to exit are listed in order")
        every = [part.in_order(measure=measure) for part in self._running()]
        return merge(*every, key=lambda path: getattr(path, measure))

    def nearly_shortest(self, slack: float | str = 2, *, measure: Measure = "cost") -> Iterator[Path]:
        """Yield, as `in_order` does, the paths that cost at most *slack* more than the shortest."""
        return ordered.near(self.in_order(measure=measure), lambda path: getattr(path, measure), slack)

    # ------------------------------------------------------------------------- all at once

    def count(self, *, by: str = "auto") -> int:
        """Return the exact number of paths: the sum over the parts; *by* as for each of the sets."""
        return sum(part.count(by=by) for part in self._running())

    def lengths(self) -> dict[int, int]:
        """Return the number of paths of each length in moves, in ascending order."""
        return self._family().lengths()

    def counts_by_end(self) -> NDArray[Any]:
        """Return how many paths end in each cell, as `PathSet.counts_by_end`."""
        zero = np.zeros(self.board.shape, object)
        return sum((part.counts_by_end() for part in self._running()), zero)

    def counts_by_start(self) -> builtins.list[builtins.list[int]]:
        """Return the number of open tours from each cell, as `TourSet.counts_by_start`."""
        every = [np.array(part.counts_by_start(), object) for part in self._running()]
        table: builtins.list[builtins.list[int]] = sum(every, np.zeros(self.board.shape, object)).tolist()
        return table

    def generating_function(self, *variables: Variable) -> GeneratingFunction:
        """Return how many paths there are by "length", "cost" or "turns", as `PathSet.generating_function`.

        >>> from gridwalk import Board
        >>> paths = Board.rectangle(3, 3).paths()
        >>> (paths.through((0, 2)) | paths.through((2, 0))).generating_function("turns")
        <GeneratingFunction in turns: 2 x + 6 x^4>
        """
        total: Counter[Any] = Counter()
        for part in self._running():
            total.update(part.generating_function(*variables).coefficients)
        return GeneratingFunction(generating.checked(variables), dict(sorted(total.items())))

    # ------------------------------------------------------------------- at random, by rank

    def sample(self, n: int = 1, *, rng: RNG = None) -> builtins.list[Path]:
        """Return *n* random paths, drawn independently and exactly uniformly; empty if there is no path.

        >>> from gridwalk import Board
        >>> paths = Board.rectangle(4, 4).paths()
        >>> either = paths.through((3, 0)) | paths.through((0, 3))
        >>> all(path in either for path in either.sample(3, rng=1))
        True
        """
        number, generated = checked_number(n, "n", 0), ranks.generator(rng)
        return self._drawing()(number, generated)

    def _drawing(self) -> Callable[[int, np.random.Generator], builtins.list[Path]]:
        from gridwalk.frontier.families import OneStream

        family = self._family()
        return lambda n, rng: family.sample(n, OneStream(rng))

    def unrank(self, rank: int) -> Path:
        """Return the path with number *rank*, from 0 to ``count() - 1``: the parts follow one another."""
        path: Path = self._family().at([checked_number(rank, "rank", 0)])[0]
        return path

    def rank(self, path: Path | Iterable[CellLike]) -> int | None:
        """Return the rank of *path*, the inverse of `unrank`; ``None`` if it is not in the set."""
        return self._family().rank(path)

    def _family(self) -> Sum[Any]:
        """Return the parts as one family, on one clock."""
        from gridwalk.frontier.families import Sum

        parts = self._running()
        watch = parts[0].question.watch() if parts else NO_LIMITS.watch()
        return Sum(
            [_AsFamily(part) for part in parts],
            watch,
            lambda path, by_cost: path.cost if by_cost else path.length,
        )

    # ------------------------------------------------------------------------------ estimates

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
        return CountEstimate.total(self._each("estimate_count", error, seconds, states, runs, rng))

    def estimate_lengths(
        self,
        error: float = 0.05,
        *,
        seconds: float | None = None,
        states: int | None = None,
        runs: int | None = None,
        rng: RNG = None,
    ) -> LengthEstimates:
        """Return about how many paths there are of each length: sums over the parts, as `estimate_count`."""
        return estimates.total_lengths(self._each("estimate_lengths", error, seconds, states, runs, rng))

    def estimate_visits(
        self,
        error: float = 0.05,
        *,
        seconds: float | None = None,
        states: int | None = None,
        runs: int | None = None,
        rng: RNG = None,
    ) -> VisitEstimate:
        """Return about which share of the paths visits each cell: the mean over the parts."""
        every = self._each("estimate_visits", error, seconds, states, runs, rng)
        return estimates.total_visits(every, self.board.shape)

    def _each(
        self,
        verb: str,
        error: float,
        seconds: float | None,
        states: int | None,
        runs: int | None,
        rng: RNG,
    ) -> builtins.list[Any]:
        """Return an estimate of each part."""
        estimates.wanted(error, seconds, states, runs)
        given = {"seconds": self._share(seconds), "states": states, "runs": runs, "rng": ranks.generator(rng)}
        return [getattr(part, verb)(error, **given) for part in self._running()]

    def sample_approximately(
        self, n: int = 1, *, states: int | None = None, rng: RNG = None
    ) -> builtins.list[Path]:
        """Return *n* random paths, approximately uniform: each of a part drawn by its estimated number."""
        number, generated = checked_number(n, "n", 0), ranks.generator(rng)
        every = [one.value for one in self._each("estimate_count", 0.05, None, states, None, generated)]
        if not any(every):
            return []
        share = np.array([float(Fraction(value, sum(every))) for value in every])
        of_part = generated.choice(len(share), number, p=share / share.sum()).tolist()
        times, parts = Counter(of_part), self._running()
        found = {
            k: iter(parts[k].sample_approximately(times[k], states=states, rng=generated))
            for k in sorted(times)
        }
        return [path for k in of_part if (path := next(found[k], None)) is not None]

    # ---------------------------------------------------------------------------- other sets

    def _smaller(self, change: Callable[[Question], Question]) -> Self:
        """Return the union of what each part becomes; what it is called shows on all paths of the board."""
        whole = Question(self.board)
        words = change(whole).described.removeprefix(whole.described)
        every = [part._asking(change(part.question)) for part in self.parts]
        parts = tuple(part for part in every if part.question.why_empty is None)
        return replace(self, parts=parts, described=f"({self.described}){words}")

    def induced(self) -> CombinedSet:
        """Return the paths or cycles without chords, as `PathSet.induced`."""
        return replace(
            self, parts=tuple(part.induced() for part in self.parts), described=f"induced ({self.described})"
        )

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

    def explain(self, verb: Explained = "count") -> Explanation:
        """Return the engines that answer *verb*, part by part, as `LazySet.explain`."""
        rows = [part.explain(verb).options for part in self._running()]
        return Explanation(verb, self.described, tuple(option for options in rows for option in options))

    def _to_count(self) -> builtins.list[ToCount]:
        return [one for part in self.parts for one in part._to_count()]

    def _disjoint(self) -> tuple[Any, ...]:
        return self.parts

    def _named(self) -> str:
        return f"({self.described})"

    @property
    def _limits(self) -> Limits:
        return self.parts[0].question.limits if self.parts else NO_LIMITS

    def _limited(self, limits: Limits) -> Self:
        return replace(self, parts=tuple(part._limited(limits) for part in self.parts))

    def _share(self, seconds: float | None) -> float | None:
        """Return the seconds of a part."""
        return seconds and seconds / max(1, len(self.parts))

    def _running(self) -> builtins.list[Any]:
        """Return the parts, which share one clock."""
        began = time.monotonic()
        return [part._asking(replace(part.question, _began=began)) for part in self.parts]

    @property
    def convention(self) -> str:
        """A sentence that says what counts as one path."""
        return self.parts[0].convention.replace(self.parts[0].described, self.described) if self.parts else ""

    def __repr__(self) -> str:
        return in_a_line(f"<CombinedSet: {self.described}, on {self.board!r}>")


class _AsFamily:
    """A set as a family."""

    def __init__(self, part: Any) -> None:
        self._part = part

    def count(self) -> int:
        """Return how many there are."""
        number: int = self._part.count()
        return number

    def lengths(self) -> dict[int, int]:
        """Return how many there are of each number of moves."""
        lengths: dict[int, int] = self._part.lengths()
        return lengths

    def best(self, *, longest: bool, by_cost: bool) -> Any:
        """Return a longest path, or a shortest."""
        return (
            self._part.longest(measure="cost" if by_cost else "length") if longest else self._part.shortest()
        )

    def at(self, ranks: Sequence[int]) -> builtins.list[Any]:
        """Return the paths of the given ranks."""
        return [self._part.unrank(rank) for rank in ranks]

    def sample(self, n: int, streams: Streams) -> builtins.list[Any]:
        """Return *n* drawn independently."""
        found: builtins.list[Any] = self._part.sample(n, rng=streams.rng)
        return found

    def rank(self, one: Any) -> int | None:
        """Return the rank of one, None if it is none of these."""
        rank: int | None = self._part.rank(one)
        return rank


def _either(every: Iterable[tuple[Cell, ...] | None]) -> tuple[Cell, ...] | None:
    """Return the cells of any; None: some are anywhere."""
    found = list(every)
    return None if None in found else tuple(sorted({cell for cells in found for cell in cells or ()}))


def combined(sign: str, one: Any, other: Any) -> tuple[tuple[Any, ...], str, Grid]:
    """Return the disjoint parts of two sets combined, the set in words, and the board.

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
    if len({type(part) for part in (*parts, *others)}) > 1:
        kinds = f"{one.described}, and {other.described}"
        raise InputError(f"sets of different kinds cannot be combined: {kinds}")
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
    return tuple(found), f"{one._named()} {WORDS[sign]} {other._named()}", one.board


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
    if not isinstance(some, AnySet):
        raise InputError(f"a set of paths can be combined with a set of paths, not with {some!r}")
    return some._disjoint()
