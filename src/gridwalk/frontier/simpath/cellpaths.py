"""What a sweep cell by cell answers: counts, counts by length, a best path, samples and ranks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gridwalk.frontier.families import fair_ranks
from gridwalk.frontier.simpath import answers
from gridwalk.frontier.simpath.cellplan import CellPlan
from gridwalk.frontier.simpath.plan import Arc
from gridwalk.frontier.simpath.rank import KeptPaths
from gridwalk.kernels.frontier.simpath.cells import ALONE, START
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.resources import Resources

Chosen = list[Arc]  # the cells visited, by their numbers in the plan, each with its choice


class CellPaths:
    """The paths of a plan; each is given as the cells it visits, with the choice made at each."""

    def __init__(self, planned: CellPlan, resources: Resources, watch: Watch, cells_of_board: int) -> None:
        self.planned, self.resources, self.watch = planned, resources, watch
        self.cells_of_board = cells_of_board

    def count(self) -> int:
        """Return how many there are."""
        return answers.count(self.planned.machine, resources=self.resources, watch=self.watch)

    def cells(self) -> dict[int, int]:
        """Return how many there are of each number of cells."""
        return answers.count_by_length(self.planned.machine, resources=self.resources, watch=self.watch)

    def best(self, *, longest: bool) -> Chosen | None:
        """Return one that visits most cells, or fewest; None if there is none."""
        cells = self.planned.plan.network.length  # of each, one
        gain = cells if longest else -cells
        return answers.best_arcs(self.planned.machine, gain, self.resources, self.watch)

    @cached_property
    def kept(self) -> KeptPaths:
        """All of them, to be asked for by rank."""
        return KeptPaths(self.planned.machine, self.watch, self.resources.budget())

    @property
    def bytes(self) -> int:
        """How many bytes of memory it holds for ranks."""
        kept: KeptPaths | None = self.__dict__.get("kept")
        return 0 if kept is None else kept.bytes

    def sample(self, n: int, rng: np.random.Generator) -> list[Chosen]:
        """Return *n* drawn independently, each of all with the same chance; none if there is none."""
        return self.at(fair_ranks(self.kept.count, n, rng, self.watch)) if self.kept.count else []

    def at(self, ranks: Sequence[int]) -> list[Chosen]:
        """Return those of these ranks, from 0 to below ``kept.count``."""
        return self.kept.arcs_at(list(ranks), self.watch)

    def walks(self, chosen: Chosen) -> list[NDArray[np.int32]]:
        """Return the flat cells of each path among those *chosen*, from its start; or of the cycle."""
        links, role = self.planned.linked(chosen)
        starts = [v for v in links if role[v] in (START, ALONE)]
        starts = starts or [min(links, key=lambda v: int(self.planned.flat[v]))]
        return [self.planned.flat[_walk(links, start)].astype(np.int32) for start in starts]


def _walk(links: dict[int, list[int]], start: int) -> list[int]:
    """Return the cells from *start* on, each time the neighbour not yet visited."""
    walk, before = [start], -1
    while True:
        now = walk[-1]
        onward = [v for v in links[now] if v not in (before, start)]
        if not onward:
            return walk
        before = now
        walk.append(onward[0])
