"""All paths through one block, by whichever sweep does less work: over the plane or over the network.

Both answer in flat cells of the board.  A rook's board is planar, and swept cell by cell in a
table of known size; anything else, and a maze of few junctions, corridor by corridor.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import TooWideError
from gridwalk.frontier.direct import DirectPart, is_direct
from gridwalk.frontier.estimate import Estimate
from gridwalk.frontier.profile import best, count
from gridwalk.frontier.profile.count import pause_for
from gridwalk.frontier.profile.plan import END_CELL, ProfilePlan
from gridwalk.frontier.profile.plan import make_plan as plan_planar
from gridwalk.frontier.profile.plane import Plane, plane_of
from gridwalk.frontier.profile.rank import Sampler
from gridwalk.frontier.simpath import answers
from gridwalk.frontier.simpath.order import GROWTH, MAX_WIDTH, PLANNING
from gridwalk.frontier.simpath.plan import SimpathPlan, lengths_after
from gridwalk.frontier.simpath.plan import make_plan as plan_network
from gridwalk.frontier.simpath.rank import KeptPaths
from gridwalk.frontier.simpath.traceback import Walk
from gridwalk.grid import Grid
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.resources import Resources
from gridwalk.shrink.shrunk import Block

Cells = NDArray[np.int32]
WORD_SECONDS = 1.5e-9  # about, for a word in a table of residues
STATE_SECONDS = 3e-7  # about, for a state in a hash table
MAX_JUNCTIONS = 50_000  # of a network that is worth a try
SMALL_NETWORK = 1e5  # estimated states of a sweep that is over before anything better is found
CELLS_PER_JUNCTION = 16  # from here on a network is planned sooner than a plane
NUMBER_SECONDS = 3e-9  # about, for one of the numbers of a state, one for each length


class Part(Protocol):
    """All paths (or cycles) through one block."""

    @property
    def estimate(self) -> Estimate:
        """What a count will take, about."""

    @property
    def estimate_of_lengths(self) -> Estimate:
        """What a count by length will take, about."""

    def count(self) -> int:
        """Return how many there are."""

    def lengths(self) -> dict[int, int]:
        """Return how many there are of each number of moves."""

    def best(self, *, longest: bool, by_cost: bool) -> Cells | None:
        """Return one of most or fewest moves, or of greatest or least cost; None if there is none."""

    def at(self, ranks: Sequence[int]) -> list[Cells]:
        """Return those of some ranks, from 0 to below `count`."""

    def rank(self, cells: Cells) -> int | None:
        """Return the rank of one, None if it is none of these."""


class PlanarPart:
    """A block of a rook's board, swept cell by cell."""

    def __init__(
        self, plane: Plane, costs: NDArray[np.generic] | None, resources: Resources, watch: Watch
    ) -> None:
        self.plane, self.question, self.resources, self.watch = plane, plane.question, resources, watch
        self.costs = None if costs is None else costs[plane.window]

    @cached_property
    def _plan(self) -> ProfilePlan:
        return plan_planar(self.question, pause_for(self.watch, PLANNING))

    @property
    def _residues(self) -> int:
        return 1 + len(self._plan.steps) // 80  # a count has less than a bit a cell

    @cached_property
    def estimate(self) -> Estimate:
        """A table of known size, visited cell after cell, residue after residue."""
        work = self._plan.work * self._residues
        return Estimate("planar", self._plan.states, work, work * WORD_SECONDS)

    @cached_property
    def estimate_of_lengths(self) -> Estimate:
        """A table with a row for each number of cells left out: one more with each cell that may be."""
        plan = self._plan
        work = plan.work_by_length * self._residues
        return Estimate("planar", plan.states * plan.grades, work, work * WORD_SECONDS)

    def count(self) -> int:
        """Return how many there are."""
        return count.count(self.question, resources=self.resources, watch=self.watch)

    def lengths(self) -> dict[int, int]:
        """Return how many there are of each number of moves."""
        return count.lengths(self.question, resources=self.resources, watch=self.watch)

    def best(self, *, longest: bool, by_cost: bool) -> Cells | None:
        """Return one of most or fewest moves, or of greatest or least cost."""
        find = best.longest if longest else best.shortest
        cells = find(
            self.question, self.costs if by_cost else None, resources=self.resources, watch=self.watch
        )
        return None if cells is None else self.plane.on_board(cells)

    @cached_property
    def _sampler(self) -> Sampler:
        return Sampler(self.question, resources=self.resources, watch=self.watch)

    def at(self, ranks: Sequence[int]) -> list[Cells]:
        """Return those of some ranks."""
        found = self._sampler.unrank_many(ranks, watch=self.watch)
        return [self.plane.on_board(cells) for cells in found]

    def rank(self, cells: Cells) -> int | None:
        """Return the rank of one, None if it is none of these."""
        inside = self.plane.in_window(cells)
        return None if inside is None else self._sampler.rank(inside, watch=self.watch)


class NetworkPart:
    """A block of any board, swept corridor by corridor."""

    def __init__(self, block: Block, resources: Resources, watch: Watch) -> None:
        self.block, self.resources, self.watch = block, resources, watch

    @cached_property
    def plan(self) -> SimpathPlan:
        """The order of the sweep."""
        junctions = self.block.network.junctions
        if junctions > MAX_JUNCTIONS:
            raise TooWideError(f"{junctions:,} junctions are left of the board")
        plan = plan_network(self.block.network, watch=self.watch)
        widest = max((layer.width for layer in plan.layers), default=0)
        if widest > MAX_WIDTH:
            raise TooWideError(f"at its narrowest the board is cut through {widest:,} junctions")
        return plan

    @cached_property
    def estimate(self) -> Estimate:
        """The widths of the frontier tell how many states there may be."""
        states = [GROWTH**layer.width for layer in self.plan.layers]
        work = sum(states)
        return Estimate("network", max(states, default=1), work, work * STATE_SECONDS)

    @cached_property
    def estimate_of_lengths(self) -> Estimate:
        """As many numbers a state as there are lengths that its beginnings can have."""
        plan, once = self.plan, self.estimate
        lengths = lengths_after(plan)
        states = [GROWTH**layer.width for layer in plan.layers]
        numbers = [here * there for here, there in zip(states, lengths, strict=True)]
        seconds = once.seconds + sum(numbers) * NUMBER_SECONDS
        return Estimate("network", max(numbers, default=1), sum(numbers), seconds)

    def count(self) -> int:
        """Return how many there are."""
        return answers.count(self.plan, resources=self.resources, watch=self.watch)

    def lengths(self) -> dict[int, int]:
        """Return how many there are of each number of moves."""
        return answers.count_by_length(self.plan, resources=self.resources, watch=self.watch)

    def best(self, *, longest: bool, by_cost: bool) -> Cells | None:
        """Return one of most or fewest moves, or of greatest or least cost."""
        walk = answers.best(
            self.plan,
            by="cost" if by_cost else "length",
            longest=longest,
            resources=self.resources,
            watch=self.watch,
        )
        return None if walk is None else self._cells(walk)

    @cached_property
    def _kept(self) -> KeptPaths:
        return answers.keep(self.plan, resources=self.resources, watch=self.watch)

    def at(self, ranks: Sequence[int]) -> list[Cells]:
        """Return those of some ranks."""
        return [self._cells(walk) for walk in self._kept.at(list(ranks), self.watch)]

    def rank(self, cells: Cells) -> int | None:
        """Return the rank of one, None if it is none of these."""
        steps = self.block.steps(cells)
        if steps is None:
            return None
        corridors = np.array(steps, np.int32)
        return self._kept.rank(Walk(np.where(corridors < 0, ~corridors, corridors), corridors >= 0))

    def _cells(self, walk: Walk) -> Cells:
        return self.block.path(np.where(walk.onward, walk.corridors, ~walk.corridors).tolist())


class BothWays:
    """A part whose sweep takes each path (or cycle) and its reverse for one, where they are two."""

    def __init__(self, part: Part, *, cyclic: bool) -> None:
        self.part, self.cyclic = part, cyclic

    @property
    def estimate(self) -> Estimate:
        """What a count will take, about."""
        return self.part.estimate

    @property
    def estimate_of_lengths(self) -> Estimate:
        """What a count by length will take, about."""
        return self.part.estimate_of_lengths

    @cached_property
    def _once(self) -> int:
        return self.part.count()

    def count(self) -> int:
        """Return how many there are."""
        return 2 * self._once

    def lengths(self) -> dict[int, int]:
        """Return how many there are of each number of moves."""
        return {length: 2 * number for length, number in self.part.lengths().items()}

    def best(self, *, longest: bool, by_cost: bool) -> Cells | None:
        """Return one of most or fewest moves, or of greatest or least cost."""
        return self.part.best(longest=longest, by_cost=by_cost)

    def at(self, ranks: Sequence[int]) -> list[Cells]:
        """Return those of some ranks; the second half are the reverses of the first."""
        found = self.part.at([rank % self._once for rank in ranks])
        return [
            cells if self._is_forward(cells) == (rank < self._once) else cells[::-1]
            for cells, rank in zip(found, ranks, strict=True)
        ]

    def rank(self, cells: Cells) -> int | None:
        """Return the rank of one, None if it is none of these."""
        rank = self.part.rank(cells)
        if rank is None:
            rank = self.part.rank(cells[::-1])
        return None if rank is None else rank + self._once * (not self._is_forward(cells))

    def _is_forward(self, cells: Cells) -> bool:
        if self.cyclic:
            cells = np.roll(cells, -int(cells.argmin()))[1:]
        return bool(cells[0] < cells[-1])


def part_of(block: Block, grid: Grid, *, tour: bool, resources: Resources, watch: Watch) -> Part:
    """Return the block with the sweep that will do less work."""
    if is_direct(block):
        return DirectPart(block)
    cyclic = block.network.cyclic
    part: Part
    part = network = NetworkPart(block, resources, watch)
    turns = cyclic and not grid.symmetric and not block.network.one_way.any()
    plane = None if _is_quick(network) else plane_of(block, grid, tour=tour)
    if plane is not None:
        planar = PlanarPart(plane, grid.costs, resources, watch)
        quick = planar.estimate.seconds <= SMALL_NETWORK * STATE_SECONDS
        if quick or planar.estimate.seconds <= part.estimate.seconds:
            part = planar
            turns = not cyclic and not (plane.question.roles == END_CELL).any()
    return BothWays(part, cyclic=cyclic) if turns else part


def _is_quick(network: NetworkPart) -> bool:
    """Whether the network is so much smaller than the plane that to plan the latter would take longer."""
    junctions, cells = network.block.network.junctions, network.block.inner.size
    if not CELLS_PER_JUNCTION * junctions <= cells or junctions > MAX_JUNCTIONS:
        return False
    return network.estimate.work <= SMALL_NETWORK
