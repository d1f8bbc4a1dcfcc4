"""The base class for sets answered by a sweep cell by cell: induced paths and cycles, disjoint paths.

A `CellQuestion` answers a method by a listing if that takes only a moment, otherwise by the sweep.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.cellgraph import CellGraph, PathCells, cell_graph
from gridwalk.allpaths.combine import check_ranks
from gridwalk.allpaths.estimate import Estimate
from gridwalk.allpaths.frontier import Family
from gridwalk.allpaths.members import Members
from gridwalk.allpaths.reduce.network import Neighbours
from gridwalk.allpaths.sums import ENDLESS, Summed
from gridwalk.answers.explanation import EVERY_PATH, Explanation, Option
from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.errors import (
    Cell,
    HopelessError,
    QuestionError,
    TimeLimitError,
    UnsuitableAlgorithmError,
    check_choice,
)
from gridwalk.planner import measured
from gridwalk.planner.ranks import cached
from gridwalk.question.conditions import Conditions, refuse_unsupported
from gridwalk.question.question import Question
from gridwalk.question.verbs import EXPLAINED
from gridwalk.runtime.limits import Limits, PatienceError, Watch
from gridwalk.runtime.resources import Resources

if TYPE_CHECKING:
    from gridwalk.allpaths.sampled.paths import SampledCells

T = TypeVar("T")

PATIENCE = 200_000  # cells that a listing may enter before a sweep starts
BATCH = 256  # members constructed at a time
BEST_PATIENCE = 20_000  # the same if each path is constructed, to find the longest
COUNT_BY = ("auto", "sweep", "list")
FIND_BY = ("auto", "dfs", "sweep")


@dataclass(frozen=True)
class CellQuestion(ABC, Generic[T]):
    """A question answered by a sweep cell by cell; *question* holds the board, conditions and limits."""

    question: Question

    words: ClassVar[str]  # a name for the members
    tried: ClassVar[str] = "a listing may be over sooner, and is tried first"
    of_cells: ClassVar[bool] = True  # whether cells are swept, instead of places on edges

    # --------------------------------------------------------------------- defined by each kind

    @property
    @abstractmethod
    def described(self) -> str:
        """The members, as text."""

    @abstractmethod
    def __contains__(self, one: object) -> bool:
        """Whether *one* is a member."""

    def listed(self, patience: int | None = None) -> Iterator[T]:
        """Yield all members; raise `PatienceError` after *patience* cells entered.

        This default lists by rank, which needs the sweep; with *patience* it raises at once.
        """
        if patience is not None:
            raise PatienceError
        swept = self.sweep()
        number = swept.members.tape.count
        for first in range(0, number, BATCH):
            for edges in swept.members.at(range(first, min(first + BATCH, number))):
                yield self.made(swept, edges)

    @abstractmethod
    def paths_of(self, one: Any) -> tuple[Any, ...]:
        """Return the paths of the member *one*."""

    @abstractmethod
    def made(self, swept: CellSweep, edges: Sequence[int]) -> T:
        """Return the member of the *edges* of a sweep."""

    @abstractmethod
    def wanted(self) -> PathCells:
        """Return the cells that may be on the paths."""

    @abstractmethod
    def family(self, planned: CellGraph) -> Family:
        """Return the family of paths for a sweep over a graph of cells."""

    @property
    def why_empty(self) -> str | None:
        """The reason why the definition excludes all members; None if it does not."""
        return self.question.why_empty

    @property
    def why_no_sweep(self) -> str | None:
        """The reason why no sweep can count the members; None if a sweep can."""
        return None

    def count_listed(self, patience: int | None = None) -> int:
        """Count by visiting every member; raise `PatienceError` after *patience* cells entered."""
        return sum(1 for _ in self.listed(patience))

    # ------------------------------------------------------------------------- as a question

    @property
    def board(self) -> Board:
        """The board."""
        return self.question.board._whole

    @property
    def limits(self) -> Limits:
        """The limits of an answer."""
        return self.question.limits

    @property
    def facts(self) -> tuple[object, ...]:
        """The values that an answer depends on, without limits."""
        return *self.question.facts, *self.own

    @property
    def own(self) -> tuple[object, ...]:
        """The values, besides the question, that an answer depends on."""
        return (self.words,)

    @property
    def of_task(self) -> Self:
        """The question for a worker."""
        return replace(self, question=self.question.of_task)

    def limited(self, limits: Limits) -> Self:
        """Return the question with other limits."""
        return replace(self, question=self.question.limited(limits))

    def running(self, verb: str) -> Self:
        """Return the question with its clock started; raise an error if workers are given."""
        refuse_unsupported(self.question, Conditions.ANY, f"{verb} of {self.words}")
        return replace(self, question=self.question.running())

    def _places_of(self, path: Any) -> list[Cell]:
        """Return the cells of *path*, with the places between them if these are swept."""
        places = self.board._places_along(path, closed=self.question.closed)
        return [place for place in places if not self.of_cells or self.board.open_cells[place]]

    def value(self, one: T, measure: str = "length") -> float:
        """Return the length or cost of a member, the sum over its paths."""
        number: float = sum(getattr(path, measure) for path in self.paths_of(one))
        return number

    # --------------------------------------------------------------------------------- counts

    def count(self, by: str = "auto") -> int:
        """Return the number of members."""
        check_choice("by", by, COUNT_BY)
        asked = self.running("count()")
        if asked.why_empty is not None:
            return 0
        if by == "auto" and (number := asked.count_within(PATIENCE)) is not None:
            return number
        if by == "list" or (by == "auto" and asked.why_no_sweep is not None):
            return asked.count_listed()
        return asked.sweep().begin().count()

    def count_within(self, patience: int) -> int | None:
        """Count by visiting every member; None if more cells than *patience* would be entered."""
        with suppress(PatienceError):
            return self.count_listed(patience)
        return None

    def lengths(self, measure: str = "length") -> dict[Any, int]:
        """Return the number of members of each length, cost or number of turns."""
        check_choice("measure", measure, measured.MEASURES)
        asked = self.running("lengths()")
        if measure == "turns":
            measured.refuse_turns(asked.question)
        if asked.why_empty is not None:
            return {}
        if measure != "length" or asked.why_no_sweep is not None:
            return measured.of_listed(map(asked.paths_of, asked.listed()), measure)
        return asked.sweep().begin().count_by_length()

    # ------------------------------------------------------------------- one, the best, in order

    def find(self, by: str = "auto") -> T | None:
        """Return the first member of a listing, or if that takes long, one with the fewest moves."""
        check_choice("by", by, FIND_BY)
        asked = self.running("find()")
        if asked.why_empty is not None:
            return None
        if by == "sweep":
            return asked._swept_best(longest=False)
        try:
            return next(asked.listed(PATIENCE if by == "auto" else None), None)
        except PatienceError:
            return asked._best(longest=False)

    def longest(self, measure: str = "length") -> T | None:
        """Return a longest member, the same on every run."""
        check_choice("measure", measure, ("length", "cost"))
        asked = self.running("longest()")
        if asked.why_empty is not None:
            return None
        if measure == "cost" and not asked.board._step_costs.are_equal:
            return max(asked.listed(), key=lambda one: asked.value(one, "cost"), default=None)
        best = asked._best(longest=True)
        return best._claiming(measure) if isinstance(best, Path) else best  # type: ignore[return-value, arg-type]

    def shortest(self, by: str = "auto") -> T | None:
        """Return a member of least cost."""
        check_choice("by", by, ("auto", "sweep"))
        asked = self.running("shortest()")
        if asked.why_empty is not None:
            return None
        if asked.board._step_costs.are_equal:
            return asked._swept_best(longest=False) if by == "sweep" else asked._best(longest=False)
        asked.refuse_costs("shortest()")
        return next(asked.in_order("cost"), None)

    def in_order(self, measure: str) -> Iterator[T]:
        """Yield all members, the shortest first; if they are few, list and sort them."""
        check_choice("measure", measure, ("length", "cost"))
        asked = self.running("in_order()")
        if measure == "cost" and not asked.board._step_costs.are_equal:
            asked.refuse_costs("in_order()")
        try:
            few = list(asked.listed(PATIENCE))
        except PatienceError:
            yield from asked._many_in_order(measure)
        else:
            yield from sorted(few, key=lambda one: asked.value(one, measure))

    def _many_in_order(self, measure: str) -> Iterator[T]:
        """Yield all members, the shortest first, by a listing for each length."""
        for length in self.lengths():
            yield from replace(self, question=self.question.of_lengths(length, length)).listed()

    def refuse_costs(self, verb: str) -> None:
        """Raise `UnsuitableAlgorithmError` for a *verb* that supports moves only."""
        reason = f"steps differ in cost, and only moves of {self.words} are counted"
        raise UnsuitableAlgorithmError(verb, reason)

    def _best(self, *, longest: bool) -> T | None:
        """Return a member with the most or the fewest moves, by a listing if that takes only a moment."""
        choose, so_far = max if longest else min, list[T]()

        def best_listed(patience: int | None) -> T | None:
            for one in self.listed(patience):
                so_far[:] = [choose([*so_far, one], key=self.value)]
            return so_far[0] if so_far else None

        try:
            with suppress(PatienceError):
                return best_listed(BEST_PATIENCE)
            return best_listed(None) if self.why_no_sweep else self._swept_best(longest=longest)
        except TimeLimitError as error:
            if not so_far:
                raise
            kind = "longest" if longest else "shortest"
            best = f"the {kind} found so far has {self.value(so_far[0]):,} moves"
            effort = error.expanded, error.backtracks, max(error.found, 1)
            raise TimeLimitError(error.seconds, *effort, f"{error.doing}; {best}".lstrip("; ")) from None

    def _swept_best(self, *, longest: bool) -> T | None:
        swept = self.sweep()
        gain = np.array(swept.members.lengths, np.int64) * (1 if longest else -1)
        edges = swept.begin().best(gain)
        return None if edges is None else self.made(swept, edges)

    # ---------------------------------------------------------------------- at random, by rank

    @contextmanager
    def cached_sweep(self) -> Iterator[CellSweep]:
        """Return a context with the board's cached sweep for ranks, for one thread at a time."""
        asked = self.running("ranks")
        if (reason := self.why_no_sweep) is not None:
            raise QuestionError("sample(), unrank() and rank()", reason)

        def make(question: Question) -> CellSweep:
            return replace(self, question=question).sweep()

        with cached(asked.question, repr(self.own), make, asked.question.lengths) as swept:
            yield swept

    def sample(self, n: int, rng: np.random.Generator) -> list[T]:
        """Return *n* members, drawn independently and exactly uniformly."""
        if self.why_empty is not None:
            return []
        with self.cached_sweep() as swept:
            return [self.made(swept, edges) for edges in swept.members.sample(n, rng)]

    def at(self, ranks: Sequence[int]) -> list[T]:
        """Return the members of the given ranks."""
        if self.why_empty is not None:
            check_ranks(ranks, 0)
        with self.cached_sweep() as swept:
            check_ranks(ranks, swept.members.tape.count)
            return [self.made(swept, edges) for edges in swept.members.at(ranks)]

    def rank(self, one: object) -> int | None:
        """Return the rank of *one*; None if it is not a member."""
        if one not in self:
            return None
        index, every = self.board.index, map(self._places_of, self.paths_of(one))
        flat = [[index(cell) for cell in cells] for cells in every]
        with self.cached_sweep() as swept:
            return swept.members.rank(swept.planned.edges(flat, closed=self.question.closed))

    # --------------------------------------------------------------------------- for estimates

    def for_estimate(self, verb: str) -> Self:
        """Return the question with its clock started; workers may make the runs."""
        refuse_unsupported(self.question, Conditions.ANY_BY_WORKERS, verb)
        return replace(self, question=self.question.running())

    @property
    def is_refuted(self) -> bool:
        """Whether the definition excludes all members."""
        return self.why_empty is not None

    def count_in_one_pass(self) -> None:
        """Return None: a single pass over the moves cannot count the members."""

    def lengths_within(self, seconds: float) -> None:
        """Return None: the time of a sweep is not known in advance."""

    def sampled(self, quick: float | None) -> SampledCells:
        """Return the members, for runs; if that takes at most *quick* seconds, they are counted exactly."""
        from gridwalk.allpaths.sampled.paths import SampledCells

        swept = self.sweep()
        is_quick = quick is not None and swept.estimate.seconds <= quick
        return SampledCells(swept.members, swept.members.count() if is_quick else None)

    # ------------------------------------------------------------------------------- explained

    def explain(self, verb: str) -> Explanation:
        """Return the table of engines for *verb*, with the chosen one marked."""
        refuse_unsupported(self.question, Conditions.ALL, "explain()")
        check_choice("verb", verb, EXPLAINED[:-1])  # not in_order
        asked = replace(self, question=self.question.running())
        return Explanation(verb, self.described, tuple(asked._options(verb)))

    def _options(self, verb: str) -> list[Option]:
        if (reason := self.why_empty) is not None:
            return [Option("proof", f"there is none: {reason}", chosen=True)]
        if verb == "shortest" and not self.board._step_costs.are_equal:
            note = "the first path that is induced, in the order of costs"
            return [Option("in_order", chosen=True, note=note)]
        if (reason := self.why_no_sweep) is not None:
            return [Option("list", chosen=True), Option("sweep", reason)]
        try:
            cost = self.sweep().estimate
        except HopelessError as error:
            return [Option("list", EVERY_PATH), Option("none", f"hopeless: {error.reason}", chosen=True)]
        first = "" if verb in ("lengths", "sample") else self.tried
        return [Option("list", EVERY_PATH), Option("sweep", None, cost, True, first)]

    # ------------------------------------------------------------------------------- the sweep

    def sweep(self) -> CellSweep:
        """Return a prepared sweep over the members."""
        if (reason := self.why_no_sweep) is not None:
            raise UnsuitableAlgorithmError("sweep", reason)
        question, watch = self.question, self.question.watch()
        near = Neighbours.of(self.board, question.ground, of_cells=self.of_cells)
        is_network = self.board._is_network
        planned = cell_graph(near, self.wanted(), self.board.columns, watch, is_network=is_network)
        family = self.family(planned)
        lengths = planned.lengths(None if self.of_cells else self.board._length_of_place)
        tails, (least, most) = list[Summed](), question.lengths
        if question.has_given_lengths:
            tails = [Summed(family.weights(lengths), least, ENDLESS if most is None else most)]
        members = Members(family, lengths, Resources.within(self.limits), watch, tails)
        return CellSweep(planned, members, planned.estimate(family), watch)

    def path(self, flat: NDArray[np.int32]) -> Path:
        """Return a path of its flat cells."""
        if self.of_cells:
            flat = self.question.ground._places_between(flat, closed=self.question.closed)
        cells: NDArray[np.int32] = np.stack(np.divmod(flat, np.int32(self.board.columns)), axis=1)
        return Path._found(self.board, cells, self.question.closed, "sweep")


@dataclass(eq=False)
class CellSweep:
    """A prepared sweep over the members of a question, with its estimated cost; boards cache it for ranks."""

    planned: CellGraph
    members: Members
    estimate: Estimate
    watch: Watch

    def begin(self) -> Members:
        """Start the report of progress, and return the members."""
        self.watch.begin(self.estimate.seconds, measured=True)
        return self.members

    @property
    def bytes(self) -> int:
        """The bytes of memory held for ranks."""
        return self.members.bytes
