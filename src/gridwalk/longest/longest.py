"""The longest path, anytime: a search for longer paths and an upper bound, until the two are close enough.

The board is reduced to a chain of blocks.  If a block can be swept quickly, its longest path is exact.  For
each other block, a local search (`search`) and an upper bound (`bound`) take turns.
"""

from __future__ import annotations

from typing import TypeAlias

from gridwalk.allpaths.blocks import joined
from gridwalk.allpaths.engine import Cells
from gridwalk.allpaths.reduce.network import Block, ReducedGraph
from gridwalk.allpaths.reduce.reduction import shrink
from gridwalk.answers.path import Path
from gridwalk.board.cells import pairs_of
from gridwalk.errors import counted
from gridwalk.keywords import Measure
from gridwalk.longest.bound import BlockBound, Clock, Swept, swept_blocks
from gridwalk.longest.longnetwork import LongNetwork, Scale
from gridwalk.longest.search import LongSearch
from gridwalk.question.enough import Enough
from gridwalk.question.question import Question
from gridwalk.runtime.limits import Watch

TURN = 20_000  # steps of all searches together between two checks of the clock
LEAST_TURN = 64  # steps of each search
BOUND_SHARE = 0.3  # the share of the time for bounds before the search
EXACT_SECONDS = 2.0  # the maximum estimate of the sweep of a block, if there is no limit of time
ROUND = 100  # steps per junction between two rounds of a bound
ANYTIME, SWEEP = "anytime", "sweep"

Weight: TypeAlias = int | float


def long_path(question: Question, measure: Measure, enough: Enough) -> Path | None:
    """Return a long path from start to exit, with a bound on the longest; None if there is no path.

    *question* has no conditions except cells to avoid, and its clock is running.
    """
    watch = question.watch()
    graph = shrink(question.ground, question.starts_left or (), question.exits_left or (), watch=watch)
    if not graph.blocks:
        if not graph.trivial:
            return None
        cells = pairs_of(graph.trivial[:1], question.board.columns)
        return Path._found(question.board, cells, by=SWEEP)._claiming(measure)
    return LongPath(question, measure, enough, graph, watch).answered()


class LongPath:
    """A long path through a chain of blocks, which a search makes longer."""

    def __init__(
        self, question: Question, measure: Measure, enough: Enough, graph: ReducedGraph, watch: Watch
    ) -> None:
        self.question, self.measure, self.enough = question, measure, enough
        self.clock, self.steps = Clock(watch, enough.seconds), 0
        board, blocks = question.ground, graph.blocks
        self.swept: list[Swept | None] = [None] * len(blocks)
        starts, exits, costs = question.starts_left or (), question.exits_left or (), board._step_costs
        self.scale = Scale.of(board, graph, starts, exits, measure)
        if measure == "length" or costs.cost_of_cell is None or costs.are_exact:  # so sweeps are exact
            self.swept = swept_blocks(blocks, board, measure, self.clock, EXACT_SECONDS)
        self.searched = [
            SearchedBlock(block, measure, enough.seed + number, self.clock)
            for number, block in enumerate(blocks)
            if self.swept[number] is None
        ]
        edges = sum(part.search.network.edges for part in self.searched)
        for part in self.searched:
            part.improve_bound(BOUND_SHARE * part.search.network.edges / edges)

    def answered(self) -> Path:
        """Search until the bound is close enough or the time is over, and return the path."""
        for part in self.searched:
            part.search.watch = self.clock.part(1.0)
        with self.clock.watch.telling(self.so_far):
            while not self._enough():
                self._turn([part for part in self.searched if part.is_open])
        return self.path

    def _enough(self) -> bool:
        return (
            self.bound - self.value <= self.enough.gap * abs(self.bound)
            or not any(part.is_open for part in self.searched)
            or (self.enough.steps is not None and self.steps >= self.enough.steps)
            or self.clock.left <= 0
        )

    def _turn(self, parts: list[SearchedBlock]) -> None:
        """Make some steps of the search in each of *parts*, in proportion to their sizes."""
        junctions = sum(part.search.network.junctions for part in parts)
        for part in parts:
            steps = max(LEAST_TURN, TURN * part.search.network.junctions // junctions)
            if self.enough.steps is not None:
                steps = min(steps, self.enough.steps - self.steps)
            with self.clock.stopping():
                part.turn(steps)
            self.steps += steps
        doing = f"{self.measure} {self.value:,}, at most {self.bound:,}; {counted(self.steps, 'step')}"
        self.clock.watch.check(self.steps, 0, 0, doing)

    # ------------------------------------------------------------------------------ the answer

    @property
    def value(self) -> Weight:
        """The length (or cost) of the path."""
        return self._sum([part.search.value for part in self.searched])

    @property
    def bound(self) -> Weight:
        """The upper bound on the length (or cost) of all paths."""
        return max(self._sum([part.bound for part in self.searched]), self.value)

    def _sum(self, weights: list[Weight]) -> Weight:
        return self.scale.value(sum(found[0] for found in self.swept if found is not None) + sum(weights))

    @property
    def path(self) -> Path:
        """The path so far, with its bound."""
        searched = iter(self.searched)
        parts = [next(searched).cells if found is None else found[1] for found in self.swept]
        by, board = ANYTIME if self.searched else SWEEP, self.question.board
        path = Path._found(board, pairs_of(joined(parts), board.columns), False, by, self.steps)
        proved = not any(part.is_open for part in self.searched) or self.bound <= self._value_of(path)
        return path._claiming(self.measure, None if proved else self.bound)

    def so_far(self) -> tuple[Weight, Weight, Weight | None, Path]:
        """Return the answer so far, for `Progress`."""
        path = self.path
        return self._value_of(path), self._value_of(path), path.bound, path

    def _value_of(self, path: Path) -> Weight:
        return path.length if self.measure == "length" else path.cost


class SearchedBlock:
    """A block with a path that gets longer, and a bound that gets smaller.

    Parameters
    ----------
    block : Block
    measure : {"length", "cost"}
    seed : int
    clock : Clock

    """

    def __init__(self, block: Block, measure: Measure, seed: int, clock: Clock) -> None:
        self.block, self.clock = block, clock
        network = LongNetwork.of(block.network, measure)
        self.search = LongSearch(network, seed, clock.watch)
        self._bounding = BlockBound(network, clock.watch)

    @property
    def bound(self) -> Weight:
        """The upper bound on the weight of all paths."""
        return max(self._bounding.value, self.search.value)

    @property
    def is_open(self) -> bool:
        """Whether there may be a longer path."""
        return self.search.value < self.bound

    @property
    def cells(self) -> Cells:
        """The flat cells of the best path so far."""
        return self.search.network.cells(self.block, *self.search.path)

    def turn(self, steps: int) -> None:
        """Make *steps* steps of the search, and from time to time a round of the bound."""
        self.search.run(steps)
        if self.search.steps >= self._bounding.rounds * ROUND * self.search.network.junctions:
            self.improve_bound(1.0, 1)

    def improve_bound(self, share: float, rounds: int | None = None) -> None:
        """Do rounds of the bound; see `BlockBound.improve`."""
        self._bounding.improve(self.clock, share, rounds)
