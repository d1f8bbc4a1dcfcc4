"""Disjoint paths between pairs of cells: counted, ranked and drawn by the sweep cell by cell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np

from gridwalk.answers.path import Path
from gridwalk.errors import Cell, UnsuitableAlgorithmError
from gridwalk.frontier.simpath.cellpaths import CellPaths, Chosen
from gridwalk.frontier.simpath.cellplan import RolesOnPaths, plan_cells
from gridwalk.grids.grid import Grid
from gridwalk.kernels.frontier.simpath import cells as codes
from gridwalk.questions.question import Question
from gridwalk.runtime.limits import NO_LIMITS, Limits
from gridwalk.runtime.resources import Resources
from gridwalk.shrink.network import Neighbours

TOGETHER = 256  # tuples of paths that are made at a time


@dataclass(frozen=True)
class PairQuestion:
    """Which pairs of cells the paths join, whether they fill the board, and the limits of an answer."""

    grid: Grid
    pairs: tuple[tuple[Cell, Cell], ...]
    fill: bool = False
    limits: Limits = field(default=NO_LIMITS, compare=False)

    def within(self, limits: Limits) -> PairQuestion:
        """Return the question with other limits."""
        return replace(self, limits=limits)

    @property
    def of_task(self) -> PairQuestion:
        """The question for a worker."""
        return self.within(self.limits.of_task)

    @property
    def facts(self) -> tuple[object, ...]:
        """All that an answer depends on, but for limits."""
        return *Question(self.grid).facts, self.pairs, self.fill

    def __contains__(self, paths: object) -> bool:
        """Whether *paths*, one for each pair in order, are such paths."""
        try:
            every = [[(int(row), int(column)) for row, column in path] for path in paths]  # type: ignore[attr-defined]
        except (TypeError, ValueError):
            return False
        cells = [cell for path in every for cell in path]
        if len(every) != len(self.pairs) or len(set(cells)) < len(cells):
            return False
        rows, columns = self.grid.shape
        if not all(0 <= row < rows and 0 <= column < columns for row, column in cells):
            return False
        if self.fill and len(cells) < self.grid.open_count:
            return False
        return all(
            len(path) > 1
            and (path[0], path[-1]) == pair
            and all(self.grid.has_move(u, v) for u, v in pairwise(path))
            for path, pair in zip(every, self.pairs, strict=True)
        )

    def sweep(self) -> CellPaths:
        """Return all such paths, ready to be swept."""
        grid, watch = self.grid, self.limits.watch()
        label = {}
        of_cell: list[tuple[int, ...]] = [
            ((codes.INNER,) if self.fill else (codes.OFF, codes.INNER)) if is_open else ()
            for is_open in grid.open_cells.reshape(-1).tolist()
        ]
        for number, ends in enumerate(self.pairs):
            for cell, role in zip(ends, (codes.START, codes.EXIT), strict=True):
                label[grid.index(cell)] = 2 * number
                of_cell[grid.index(cell)] = (role,)
        near = Neighbours.of(grid.whole, grid)
        planned = plan_cells(near, RolesOnPaths(tuple(of_cell), label), grid.columns, watch)
        return CellPaths(planned, Resources.within(self.limits), watch)

    def paths_of(self, swept: CellPaths, chosen: Chosen) -> tuple[Path, ...]:
        """Return the paths of the cells *chosen*, in the order of the pairs."""
        walks = {int(flat[0]): flat for flat in swept.walks(chosen)}
        every = [walks[self.grid.index(start)] for start, _ in self.pairs]
        columns = np.int32(self.grid.columns)
        return tuple(
            Path._found(self.grid, np.stack(np.divmod(flat, columns), axis=1), False, "sweep")
            for flat in every
        )

    def count(self) -> int:
        """Return how many tuples of paths there are."""
        return self.sweep().count()

    def shortest(self) -> tuple[Path, ...] | None:
        """Return the paths of the fewest moves in all."""
        if not self.grid.step_costs.are_equal:
            raise UnsuitableAlgorithmError("shortest", "steps differ in cost, and only moves are counted")
        swept = self.sweep()
        chosen = swept.best(longest=False)
        return None if chosen is None else self.paths_of(swept, chosen)

    def every(self) -> Iterator[tuple[Path, ...]]:
        """Yield all in the order of their ranks."""
        swept = self.sweep()
        for first in range(0, swept.kept.count, TOGETHER):
            for chosen in swept.at(range(first, min(first + TOGETHER, swept.kept.count))):
                yield self.paths_of(swept, chosen)

    def sample(self, n: int, rng: np.random.Generator) -> list[tuple[Path, ...]]:
        """Return *n* drawn independently and exactly uniformly."""
        swept = self.sweep()
        return [self.paths_of(swept, chosen) for chosen in swept.sample(n, rng)]
