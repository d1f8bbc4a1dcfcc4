"""Sets combined by ``|``, ``&`` and ``-``: a union of disjoint sets, which is a sum of families."""

from __future__ import annotations

import builtins
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from heapq import merge
from itertools import chain
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.errors import Cell, InputError, QuestionError, in_a_line
from gridwalk.grids.cells import CellLike
from gridwalk.grids.checks import checked_number
from gridwalk.grids.grid import Grid
from gridwalk.keywords import BATCH_CELLS
from gridwalk.planner import estimates, explain, generating, listed, ranks
from gridwalk.questions.question import Question
from gridwalk.questions.questionalgebra import difference, intersection
from gridwalk.runtime.limits import NO_LIMITS, Limits
from gridwalk.sets.anyset import AnySet

if TYPE_CHECKING:
    from gridwalk.answers.batch import Batch
    from gridwalk.answers.estimated import GeneratingFunction
    from gridwalk.answers.explanation import Explanation
    from gridwalk.anytime.bound import Bound
    from gridwalk.frontier.families import Sum
    from gridwalk.keywords import Explained, Measure, Variable
    from gridwalk.planner.ranks import Seed
    from gridwalk.planner.tasks import ToCount

MAX_PARTS = 256  # disjoint sets
WORDS = {"&": "and also", "|": "or", "-": "but not"}


class Combinable(AnySet):
    """A set that can be combined with others of its kind."""

    def __and__(self, other: object) -> CombinedSet:
        """Return the paths in both sets, which are of one kind and on one board.

        >>> from gridwalk import Board
        >>> paths = Board.rectangle(4, 4).paths()
        >>> left, right = paths.through((3, 0)), paths.through((0, 3))
        >>> (left & right).count(), (left | right).count(), (left - right).count()
        (32, 120, 44)
        """
        return combined("&", self, other)

    def __or__(self, other: object) -> CombinedSet:
        """Return the paths in one set or both."""
        return combined("|", self, other)

    def __sub__(self, other: object) -> CombinedSet:
        """Return the paths of this set that are not in the other."""
        return combined("-", self, other)


@dataclass(frozen=True, repr=False)
class CombinedSet(Combinable):
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

    Examples
    --------
    >>> from gridwalk import Board
    >>> paths = Board.rectangle(4, 4).paths()
    >>> left, right = paths.through((3, 0)), paths.through((0, 3))
    >>> left.count(), right.count(), (left & right).count(), (left | right).count(), (left - right).count()
    (76, 76, 32, 120, 44)
    >>> print((left | right).parts[1])
    simple paths from (0, 0) to (3, 3) through (0, 3) avoiding (3, 0); a path ends at the first exit it enters
    >>> (left | right).through((1, 1)).count(), (left | right).of_length(6).count()
    (100, 2)

    """

    parts: tuple[Any, ...]
    _described: str
    board: Grid

    _others = "it is asked of one set, as are those in `parts`"

    # ---------------------------------------------------------------------------- members

    def __contains__(self, path: object) -> bool:
        """Whether *path*, a `Path` or a sequence of cells, is in the set."""
        return any(path in part for part in self.parts)

    def __iter__(self) -> Iterator[Path]:
        """Yield every path once: part by part, each depth-first in move order."""
        return chain.from_iterable(self._running())

    def _first(self, number: int | None) -> builtins.list[Path]:
        return listed.collected(self._first_of_parts(number), self._limits)

    def _first_of_parts(self, number: int | None) -> Iterator[Path]:
        """Yield the first *number* paths, from lists of the parts, which are kept one by one."""
        for part in self._running():
            some = part._first(number)
            yield from some
            number = None if number is None else number - len(some)
            if number == 0:
                return

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

    def bound(self, *, measure: Measure = "length", anytime: float | None = None) -> Bound | None:
        """Return what no path exceeds, and why, the greatest over the parts; see `PathSet.bound`."""
        share = anytime and anytime / max(1, len(self.parts))
        found = [part.bound(measure=measure, anytime=share) for part in self._running()]
        return max((one for one in found if one is not None), key=lambda one: one.value, default=None)

    def in_order(self, *, measure: Measure = "cost") -> Iterator[Path]:
        """Yield every path once, the shortest first; only of sets of paths, as `PathSet.in_order`."""
        if any(part._question.tour or part._question.closed for part in self.parts):
            raise QuestionError("in_order()", "only paths from start to exit are listed in order")
        every = [part.in_order(measure=measure) for part in self._running()]
        return merge(*every, key=lambda path: getattr(path, measure))

    def nearly_shortest(self, slack: float | str = 2, *, measure: Measure = "cost") -> Iterator[Path]:
        """Yield, as `in_order` does, the paths that cost at most *slack* more than the shortest."""
        return listed.near(self.in_order(measure=measure), lambda path: getattr(path, measure), slack)

    # ------------------------------------------------------------------------- all at once

    def count(self, *, by: str = "auto") -> int:
        """Return the exact number of paths: the sum over the parts; *by* as for each of the sets."""
        return sum(part.count(by=by) for part in self._running())

    def lengths(self) -> dict[int, int]:
        """Return the number of paths of each length in moves, in ascending order."""
        return self._family().lengths()

    def counts_by_end(self) -> NDArray[Any]:
        """Return how many paths end in each cell, as `PathSet.counts_by_end`."""
        table: NDArray[Any] = self._added([part.counts_by_end() for part in self._running()])
        return table

    def counts_by_start(self) -> builtins.list[builtins.list[int]]:
        """Return the number of open tours from each cell, as `TourSet.counts_by_start`."""
        table = self._added([part.counts_by_start() for part in self._running()])
        return table if self.board._is_network else table.tolist()  # type: ignore[no-any-return]

    def _added(self, every: builtins.list[Any]) -> Any:
        """Return the sum of tables of numbers of all cells; of networks, of each node."""
        if self.board._is_network:
            return {node: sum(table[node] for table in every) for node in every[0]}
        return sum((np.array(table, object) for table in every), np.zeros(self.board.shape, object))

    def generating_function(self, *variables: Variable) -> GeneratingFunction:
        """Return how many paths there are by "length", "cost" or "turns", as `PathSet.generating_function`.

        >>> from gridwalk import Board
        >>> paths = Board.rectangle(3, 3).paths()
        >>> (paths.through((0, 2)) | paths.through((2, 0))).generating_function("turns")
        <GeneratingFunction in turns: 2 x + 6 x^4>
        """
        every = [part.generating_function(*variables) for part in self._running()]
        return generating.total(every, variables)

    # ------------------------------------------------------------------- at random, by rank

    def sample(self, n: int = 1, *, seed: Seed = None) -> builtins.list[Path]:
        """Return *n* random paths, drawn independently and exactly uniformly; empty if there is no path.

        >>> from gridwalk import Board
        >>> paths = Board.rectangle(4, 4).paths()
        >>> either = paths.through((3, 0)) | paths.through((0, 3))
        >>> all(path in either for path in either.sample(3, seed=1))
        True
        """
        number, generated = checked_number(n, "n", 0), ranks.generator(seed)
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
        watch = parts[0]._question.watch() if parts else NO_LIMITS.watch()
        return Sum(
            [_family_of(part) for part in parts],
            watch,
            lambda path, by_cost: path.cost if by_cost else path.length,
        )

    def _estimated(self) -> builtins.list[estimates.Asked]:
        return [one for part in self._running() for one in part._estimated()]

    # ---------------------------------------------------------------------------- other sets

    def _smaller(self, change: Callable[[Question], Question]) -> Self:
        """Return the union of what each part becomes; what it is called shows on all paths of the board."""
        whole = Question(self.board)
        words = change(whole).described.removeprefix(whole.described)
        every = [part._asking(change(part._question)) for part in self.parts]
        parts = tuple(part for part in every if part._question.why_empty is None)
        return replace(
            self, parts=parts, _described=f"({self._described}){words}" if words else self._described
        )

    def induced(self) -> CombinedSet:
        """Return the paths or cycles without chords, as `PathSet.induced`."""
        return replace(
            self,
            parts=tuple(part.induced() for part in self.parts),
            _described=f"induced ({self._described})",
        )

    def explain(self, verb: Explained = "count") -> Explanation:
        """Return the engines that answer *verb*, part by part, as `LazySet.explain`."""
        return explain.together(verb, self._described, [part.explain(verb) for part in self._running()])

    def _to_count(self) -> builtins.list[ToCount]:
        return [one for part in self.parts for one in part._to_count()]

    def _disjoint(self) -> tuple[Any, ...]:
        return self.parts

    def _named(self) -> str:
        return f"({self._described})"

    @property
    def _limits(self) -> Limits:
        return self.parts[0]._question.limits if self.parts else NO_LIMITS

    def _limited(self, limits: Limits) -> Self:
        return replace(self, parts=tuple(part._limited(limits) for part in self.parts))

    def _running(self) -> builtins.list[Any]:
        """Return the parts, which share one clock."""
        began = time.monotonic()
        return [part._asking(part._question._with(_began=began)) for part in self.parts]

    @property
    def _convention(self) -> str:
        """A sentence that says what counts as one path."""
        return (
            self.parts[0]._convention.replace(self.parts[0]._described, self._described) if self.parts else ""
        )

    def __repr__(self) -> str:
        return in_a_line(f"<CombinedSet: {self._described}, on {self.board!r}>")


def _family_of(part: Any) -> Any:
    """Return a set as a `Family`."""
    return SimpleNamespace(
        count=part.count,
        lengths=part.lengths,
        best=lambda *, longest, by_cost: part.longest(measure="cost" if by_cost else "length"),
        at=lambda ranks: [part.unrank(rank) for rank in ranks],
        sample=lambda n, streams: part.sample(n, seed=streams.rng),
        rank=part.rank,
    )


def _either(every: Iterable[tuple[Cell, ...] | None]) -> tuple[Cell, ...] | None:
    """Return the cells of any; None: some are anywhere."""
    found = list(every)
    return None if None in found else tuple(sorted({cell for cells in found for cell in cells or ()}))


def combined(sign: str, one: Any, other: Any) -> CombinedSet:
    """Return two sets combined by a sign of `WORDS`.

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
        kinds = f"{one._described}, and {other._described}"
        raise InputError(f"sets of different kinds cannot be combined: {kinds}")
    if sign == "&":
        both = [a._asking(intersection(a._question, b._question)) for a in parts for b in others]
        found = [part for part in both if part._question.why_empty is None]
    elif sign == "-":
        found = _without(parts, others)
    else:
        try:
            found = [*parts, *_without(others, parts)]
        except QuestionError:  # paths that may end anywhere, without some to given exits: the other way round
            found = [*others, *_without(parts, others)]
    if len(found) > MAX_PARTS:
        raise QuestionError(f"a {sign!r} of sets", f"it has more than {MAX_PARTS} disjoint parts")
    return CombinedSet(tuple(found), f"{one._named()} {WORDS[sign]} {other._named()}", one.board)


def _without(parts: Iterable[Any], others: Iterable[Any]) -> list[Any]:
    left = list(parts)
    for other in others:
        left = [
            part._asking(question)
            for part in left
            for question in difference(part._question, other._question)
        ]
        if len(left) > MAX_PARTS:
            raise QuestionError("a '-' of sets", f"it has more than {MAX_PARTS} disjoint parts")
    return left


def _parts_of(some: Any) -> tuple[Any, ...]:
    if not isinstance(some, AnySet):
        raise InputError(f"a set of paths can be combined with a set of paths, not with {some!r}")
    return some._disjoint()
