"""Tours past numbered cells: in a given order, at given steps, or both; a kind of `cells.CellQuestion`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gridwalk.allpaths.cellgraph import CellGraph, PathCells
from gridwalk.allpaths.families.numbered import Counter, NumberedPaths
from gridwalk.answers.path import Path
from gridwalk.errors import Cell, HopelessError, check_choice
from gridwalk.planner.cells import COUNT_BY, CellQuestion, CellSweep
from gridwalk.runtime.limits import PatienceError

MOST_STATES = 50_000_000  # of a count without a limit of time: about half a minute


@dataclass(frozen=True)
class NumberedQuestion(CellQuestion[Path]):
    """Tours that pass the cells of each of *orders* in that order, and are in cells at given *steps*."""

    orders: tuple[tuple[Cell, ...], ...] = ()
    steps: tuple[tuple[Cell, int], ...] = ()

    words = "numbered tours"
    tried = "the more numbers, the fewer states"

    @property
    def own(self) -> tuple[object, ...]:
        """All that an answer depends on beside the question."""
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
        """Return the number of tours; without a limit of time refuse more than `MOST_STATES`."""
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
        """Return the cells, all of which must be visited, and the ends: only the numbered one of a step."""
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
                first, last = planned.flat[[start, end]] < 0  # imagined ends are one step away
                ends = {start: 1 - int(first), end: self.board.open_count + int(last)}
                counters.append(Counter(ends | step, every=True))
        return NumberedPaths(graph, start, end, counters, order, self.question.watch())

    def _places(self, planned: CellGraph, cells: Iterable[Cell]) -> list[int]:
        return planned.place(map(self.board.index, cells))


def count_numbered(question: NumberedQuestion) -> int:
    """Count, as a task, tours past numbered cells."""
    return question.count()
