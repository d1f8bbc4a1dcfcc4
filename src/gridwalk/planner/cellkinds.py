"""The kinds of `cells.CellQuestion`: induced paths and cycles, disjoint paths, and tours past numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from gridwalk.allpaths.cellgraph import CellGraph, PathCells
from gridwalk.allpaths.families.induced import InducedCycles, InducedPaths
from gridwalk.allpaths.families.numbered import Counter, NumberedPaths
from gridwalk.allpaths.families.pairs import DisjointPairs, PairsApart
from gridwalk.allpaths.frontier import Family
from gridwalk.allpaths.reduce.network import Neighbours
from gridwalk.answers.linkage import Linkage
from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.errors import (
    Cell,
    GridwalkError,
    HopelessError,
    QuestionError,
    UnsuitableAlgorithmError,
    check_choice,
)
from gridwalk.listing.induced import InducedListing
from gridwalk.planner import listed
from gridwalk.planner.cells import COUNT_BY, CellQuestion, CellSweep
from gridwalk.question.question import Question, cells_of
from gridwalk.runtime.limits import PatienceError

MOST_STATES = 50_000_000  # of numbered tours without a time limit: about half a minute


@dataclass(frozen=True)
class InducedQuestion(CellQuestion[Path]):
    """The induced paths or cycles of a question: no move joins cells that are not consecutive."""

    words = "induced paths"

    @property
    def described(self) -> str:
        """The members, as text."""
        return self.question.described.replace("simple", "induced", 1)

    def __contains__(self, path: object) -> bool:
        """Whether *path* is a path of the question and induced."""
        if path not in self.question:
            return False
        return _are_apart(self.board, [self._places_of(path)], closed=self.question.closed)

    def listed(self, patience: int | None = None) -> Iterator[Path]:
        """Yield all members, depth-first in move order."""
        return InducedListing(self.question, self.question.watch(patience)).paths()

    def count_listed(self, patience: int | None = None) -> int:
        """Count by visiting every path, without constructing `Path` objects."""
        return InducedListing(self.question, self.question.watch(patience)).count()

    def paths_of(self, one: Any) -> tuple[Any, ...]:
        """Return the path."""
        return (one,)

    def made(self, swept: CellSweep, edges: Sequence[int]) -> Path:
        """Return the path of *edges*; a cycle starts at its first cell, towards its lower neighbour."""
        planned = swept.planned
        (flat,) = planned.walks(edges, [] if self.question.closed else [planned.start])
        if self.question.closed and flat[1] > flat[-1]:
            flat[1:] = flat[:0:-1].copy()
        return self.path(flat)

    @property
    def why_no_sweep(self) -> str | None:
        """The reason why no sweep can count the members; None if a sweep can."""
        if self.question.closed and not self.question.board._symmetric:
            return "some move has no reverse, and the sweep counts cycles without a direction: list them"
        return None

    def _many_in_order(self, measure: str) -> Iterator[Path]:
        """Yield all members, the shortest first; induced paths are filtered from all paths in order."""
        if self.question.closed:
            yield from super()._many_in_order(measure)
            return
        every = listed.in_order(self.question, measure)  # type: ignore[arg-type]
        yield from (path for path in every if path in self)

    def refuse_costs(self, verb: str) -> None:
        """Raise `UnsuitableAlgorithmError` for cycles; the costs of paths are supported."""
        if self.question.closed:
            reason = "the least cost of a cycle is not known here: list them"
            raise UnsuitableAlgorithmError("induced", reason)

    def wanted(self) -> PathCells:
        """Return the cells that may be on the paths."""
        question, closed, index = self.question, self.question.closed, self.board.index
        return PathCells(
            question.ground.open_cells.reshape(-1),
            [index(cell) for cell in question.cells_needed],
            starts=() if closed else [index(cell) for cell in question.start_cells],
            exits=() if closed else [index(cell) for cell in question.end_cells],
            stops=not question.passes_exits,
            induced=True,
        )

    def family(self, planned: CellGraph) -> Family:
        """Return the paths of a graph of cells."""
        graph, order, watch = planned.graph, planned.order, self.question.watch()
        if planned.start < 0:
            return InducedCycles(graph, order, watch)
        return InducedPaths(graph, planned.start, planned.end, order, watch)


@dataclass(frozen=True)
class PairQuestion(CellQuestion[Linkage]):
    """Disjoint paths that join *pairs* of cells.

    With *fill* they visit all open cells.  With *apart* no move joins two of their cells that are not
    consecutive on a path.  The conditions of the question apply to all paths together.
    """

    pairs: tuple[tuple[Cell, Cell], ...]
    fill: bool = False
    apart: bool = False
    letters: tuple[str, ...] = ()  # of the pairs, in drawings

    words = "disjoint paths"
    tried = ""

    @property
    def own(self) -> tuple[object, ...]:
        """The values, besides the question, that an answer depends on."""
        return self.pairs, self.fill, self.apart

    @property
    def of_cells(self) -> bool:  # type: ignore[override]
        """Whether cells are swept, instead of places on edges: if paths are *apart*."""
        return self.apart

    @property
    def described(self) -> str:
        """The members, as text."""
        name = self.board._said
        ends = " and ".join(f"from {name(first)} to {name(second)}" for first, second in self.pairs)
        whole = Question(self.board).described
        kind = "induced paths apart from each other" if self.apart else "disjoint simple paths"
        words = f"{kind} {ends}{', through every open cell' if self.fill else ''}"
        return words + self.question.described.removeprefix(whole)

    def __contains__(self, paths: object) -> bool:
        """Whether *paths*, one for each pair in order, are a member."""
        try:
            every = [self.board._places_along(path) for path in paths]  # type: ignore[attr-defined]
        except (TypeError, GridwalkError):
            return False
        question, ground = self.question, self.question.ground
        cells = [cell for path in every for cell in path]
        visited, nodes = set(cells), {cell for cell in cells if self.board.open_cells[cell]}
        if len(every) != len(self.pairs) or len(visited) < len(cells):
            return False
        if self.fill and not visited.issuperset(cells_of(self.board)):
            return False
        if not visited.issuperset(question.required):
            return False
        if self.apart and not _are_apart(self.board, [[u for u in path if u in nodes] for path in every]):
            return False
        lengths = [ground._length_along(path, closed=False) for path in every]
        if None in lengths or not question.has_length(sum(length or 0 for length in lengths)):
            return False
        ends = tuple((path[0], path[-1]) for path in every if len(path) > 1)
        return ends == self.pairs

    @property
    def why_empty(self) -> str | None:
        """The reason why the definition excludes all members; None if it does not."""
        out = sorted(set(self.question.avoided))
        ends = [cell for cell in out if any(cell in pair for pair in self.pairs)]
        if ends:
            return f"a path begins or ends at {self.board._said(ends[0])}, which it must avoid"
        if self.fill and out:
            return f"the paths visit every cell, so none avoid {self.board._said(out[0])}"
        return super().why_empty

    def paths_of(self, one: Any) -> tuple[Any, ...]:
        """Return the paths."""
        return tuple(one)

    def made(self, swept: CellSweep, edges: Sequence[int]) -> Linkage:
        """Return the paths of *edges*, in the order of the pairs."""
        starts = swept.planned.place(self.board.index(start) for start, _ in self.pairs)
        return Linkage(map(self.path, swept.planned.walks(edges, starts)), self.letters)

    def wanted(self) -> PathCells:
        """Return the cells that may be on the paths."""
        question, index = self.question, self.board.index
        needed = {index(cell) for cell in question.required}
        if self.fill:
            needed |= {index(cell) for cell in cells_of(question.ground)}
        passable = question.ground.open_cells if self.of_cells else question.ground._passable
        pairs = [(index(first), index(last)) for first, last in self.pairs]
        return PathCells(passable.reshape(-1), sorted(needed), pairs=pairs, induced=self.apart)

    def family(self, planned: CellGraph) -> Family:
        """Return the paths of a graph of cells."""
        graph, order, watch = planned.graph, planned.order, self.question.watch()
        if not len(graph.edges):
            return DisjointPairs(graph, [], order, watch)
        cells = iter(planned.place(self.board.index(cell) for pair in self.pairs for cell in pair))
        kind = PairsApart if self.apart else DisjointPairs
        return kind(graph, list(zip(cells, cells, strict=True)), order, watch)


def _are_apart(board: Board, paths: list[list[Cell]], *, closed: bool = False) -> bool:
    """Whether a move, in either direction, joins two cells of *paths* only if they are consecutive."""
    ways = [(board.index(u), board.index(v)) for path in paths for u, v in pairwise(path + path[:closed])]
    joined = {*ways, *(way[::-1] for way in ways)}
    near = Neighbours.of(board, board, of_cells=True)
    flat = {board.index(cell) for path in paths for cell in path}
    return all((u, v) in joined for u in flat for v, _ in near.of_cell(u) if v in flat)


def refuse_induced(question: Question) -> None:
    """Raise `QuestionError` if induced paths or cycles are not defined on the board."""
    if (reason := question.board._whole._why_not_induced(closed=question.closed)) is not None:
        knows = "single edges of length 1, and for cycles both ways and without loops: leave the others out"
        raise QuestionError("induced()", f"{reason}; of networks it supports {knows}")


def count_induced(question: Question) -> int:
    """Count induced paths, as a task."""
    return InducedQuestion(question).count()


def count_cells(question: CellQuestion[Any]) -> int:
    """Count the members of a set, as a task."""
    return question.count()


@dataclass(frozen=True)
class NumberedQuestion(CellQuestion[Path]):
    """Tours that visit the cells of each of *orders* in that order, and some cells at given *steps*."""

    orders: tuple[tuple[Cell, ...], ...] = ()
    steps: tuple[tuple[Cell, int], ...] = ()

    words = "numbered tours"
    tried = "the more numbers, the fewer states"

    @property
    def own(self) -> tuple[object, ...]:
        """The values, besides the question, that an answer depends on."""
        return self.orders, self.steps

    @property
    def described(self) -> str:
        """The members, as text."""
        name = self.board._said
        words = [f"past {', '.join(map(name, order))} in this order" for order in self.orders]
        words += [f"in {name(cell)} at step {step:,}" for cell, step in self.steps]
        return f"{self.question.described}, {', '.join(words)}"

    def __contains__(self, path: object) -> bool:
        """Whether *path* is in the set; O(length)."""
        if path not in self.question:
            return False
        step_of_cell = {cell: step for step, cell in enumerate(self.board._places_along(path), 1)}
        in_order = [[step_of_cell[cell] for cell in order] for order in self.orders]
        at_steps = all(step_of_cell[cell] == step for cell, step in self.steps)
        return at_steps and all(steps == sorted(steps) for steps in in_order)

    def paths_of(self, one: Any) -> tuple[Any, ...]:
        """Return the path."""
        return (one,)

    def made(self, swept: CellSweep, edges: Sequence[int]) -> Path:
        """Return the path of *edges*."""
        (flat,) = swept.planned.walks(edges, [swept.planned.start])
        return self.path(flat)

    def count(self, by: str = "auto") -> int:
        """Return the number of tours; without a time limit, raise an error after `MOST_STATES` states."""
        check_choice("by", by, COUNT_BY)
        try:
            return self.count_states(None if self.limits.seconds else MOST_STATES)
        except PatienceError:
            reason = f"more than {MOST_STATES:,} states of the frontier"
            advice = "within(seconds=600) gives it more time, and more numbers make it easier"
            raise HopelessError(reason, advice) from None

    def count_states(self, states: int | None) -> int:
        """Return the number of tours; raise `PatienceError` after the given number of *states*."""
        asked = self.running("count()")
        if asked.why_empty is not None:
            return 0
        members = asked.sweep().members
        members.watch.patience = states
        return members.count()

    def wanted(self) -> PathCells:
        """Return the cells, which must all be visited, and the ends; a cell at step 1 is the only start."""
        cells, cell_of_step = self.board.open_cells.reshape(-1), {step: cell for cell, step in self.steps}

        def ends(some: Iterable[Cell], step: int) -> list[int]:
            given = cell_of_step.get(step)
            return [self.board.index(cell) for cell in some if given in (None, cell)]

        starts = ends(self.question.start_cells, 1)
        exits = ends(self.question.end_cells, self.board.open_count)
        every: list[int] = np.flatnonzero(cells).tolist()
        return PathCells(cells, every, starts, exits)

    def family(self, planned: CellGraph) -> NumberedPaths:
        """Return the paths of a graph of cells."""
        graph, order, start, end = planned.graph, planned.order, planned.start, planned.end
        counters: list[Counter] = []
        if start >= 0:
            of_pair = {frozenset(pair): edge for edge, pair in enumerate(graph.edges.tolist())}
            for need, pair in enumerate(self.question.required_edges):
                graph.need[of_pair[frozenset(self._places(planned, pair))]] = need
            for cells in self.orders:
                place = {u: n for n, u in enumerate(self._places(planned, cells), 1)}
                counters.append(Counter({start: 0, end: len(cells) + 1} | place, every=False))
            if self.steps:
                numbered = self._places(planned, [cell for cell, _ in self.steps])
                step = dict(zip(numbered, [step for _, step in self.steps], strict=True))
                first, last = planned.flat[[start, end]] < 0  # a virtual end is one step before or after
                ends = {start: 1 - int(first), end: self.board.open_count + int(last)}
                counters.append(Counter(ends | step, every=True))
        return NumberedPaths(graph, start, end, counters, order, self.question.watch())

    def _places(self, planned: CellGraph, cells: Iterable[Cell]) -> list[int]:
        return planned.place(map(self.board.index, cells))
