"""Runs of a sweep cell by cell: induced paths, and disjoint paths, are estimated as all paths are."""

from __future__ import annotations

import numpy as np

from gridwalk.frontier.sampled import history
from gridwalk.frontier.sampled.results import LengthsRun, PathRun, VisitsRun, Whole
from gridwalk.frontier.sampled.sweep import BlockRun, run_of
from gridwalk.frontier.simpath.cellpaths import CellPaths
from gridwalk.runtime.limits import Watch


class SampledCells:
    """The paths of a sweep cell by cell, for independent runs; *known* is their number, if it is known.

    The cells of a path, or of paths together, are *more* than the moves.
    """

    trivial = 0

    def __init__(self, paths: CellPaths, more: int, known: int | None) -> None:
        self.paths, self.watch, self.more, self.known = paths, paths.watch, more, known

    @property
    def is_exact(self) -> bool:
        """Whether the number is known."""
        return self.known is not None

    @property
    def count(self) -> int:
        """The number, where it is known."""
        return self.known or 0

    @property
    def facts(self) -> tuple[object, ...]:
        """What a run depends on, beside the question: nothing."""
        return ()

    def plan(self) -> None:
        """Plan the sweep: it is planned already."""

    def settle(self, states: int, rng: np.random.Generator, memory: int) -> None:
        """Count exactly, if so many states are enough; a run that shows it is thrown away."""
        if not self._swept(states, rng, self.watch, memory).thinned:
            self.known = self.paths.count()

    def run(self, states: int, rng: np.random.Generator, watch: Watch, memory: int) -> Whole:
        """Make a run that counts."""
        run = self._swept(states, rng, watch, memory)
        return Whole(run.value, run.thinned, run.peak)

    def run_of_lengths(self, states: int, rng: np.random.Generator, watch: Watch, memory: int) -> LengthsRun:
        """Make a run that counts by the number of moves."""
        run = self._swept(states, rng, watch, memory, lengths=True)
        found = {cells - self.more: number for cells, number in sorted(run.of_length.items())}
        return LengthsRun(found, run.thinned, run.peak)

    def run_of_visits(self, states: int, rng: np.random.Generator, watch: Watch, memory: int) -> VisitsRun:
        """Make a run that counts, for every cell, the paths that visit it."""
        run = self._swept(states, rng, watch, memory, recording=True)
        planned = self.paths.planned
        shares = np.zeros(self.paths.cells_of_board)
        shares[planned.flat] = history.use_of_corridors(planned.plan, run, watch)
        return VisitsRun(run.value, shares, run.thinned, run.peak)

    def run_for_path(self, states: int, rng: np.random.Generator, watch: Watch, memory: int) -> PathRun:
        """Make a run, and draw by it the choices that make a path."""
        run = self._swept(states, rng, watch, memory, recording=True)
        arcs = history.drawn(self.paths.planned.plan, run, rng)
        chosen = None if arcs is None else np.array(arcs, np.int32)
        return PathRun(run.value, chosen, run.thinned, run.peak)

    def _swept(
        self, states: int, rng: np.random.Generator, watch: Watch, memory: int, **asked: bool
    ) -> BlockRun:
        return run_of(self.paths.planned.machine, states, rng, watch, memory, **asked)
