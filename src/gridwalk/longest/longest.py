"""The longest path, anytime: a path that gets longer, a bound, and a stop when the two are close enough.

The board is reduced to a chain of blocks first.  A block that a sweep answers soon is exact, so only the
others leave a gap.  Each of those is bounded; then a search makes a long path longer, and all take turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.all_paths import joined
from gridwalk.allpaths.engine import BlockQuestion, Cells
from gridwalk.allpaths.reduce.network import Block, ReducedGraph
from gridwalk.allpaths.reduce.reduction import shrink
from gridwalk.answers.path import Path
from gridwalk.errors import counted
from gridwalk.keywords import Measure
from gridwalk.longest.bound import EASY, BlockBound, Clock, longest_of
from gridwalk.longest.improver import LongSearch
from gridwalk.longest.longnetwork import LongNetwork, Scale
from gridwalk.question.enough import Enough
from gridwalk.question.question import Question
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.resources import Resources

TURN = 20_000  # steps of all searches together before the clock is asked
LEAST_TURN = 64  # steps of each
BOUND_SHARE = 0.3  # of the time, for a bound before anything is searched
EXACT_SHARE = 0.25  # of the time, for a sweep by its estimate,
SLACK = 2.0  # which may take so many times as long
EXACT_SECONDS = 2.0  # the same, where no time is given
ANYTIME, SWEEP = "anytime", "sweep"
MAX_ROUNDS = 30  # of the bound before a search
ROUND = 100  # steps a junction, before the bound gets another round

Weight: TypeAlias = int | float


def long_path(question: Question, measure: Measure, enough: Enough) -> Path | None:
    """Return a long path from start to exit, with a bound of the longest; None if there is no path.

    *question* has no conditions but cells to avoid, and its clock is running.
    """
    board, watch = question.ground, question.watch()
    starts, exits = question.starts_left or (), question.exits_left or ()
    graph = shrink(board, starts, exits, watch=watch)
    if not graph.blocks:
        if not graph.trivial:
            return None
        return Path._found(question.board, _cells(question, graph.trivial[:1]), by=SWEEP)._claiming(measure)
    scale = Scale.of(board, graph, starts, exits, measure)
    return LongPath(question, measure, enough, graph, scale, watch).answered()


class LongPath:
    """A long path through a chain of blocks, getting longer."""

    def __init__(
        self,
        question: Question,
        measure: Measure,
        enough: Enough,
        graph: ReducedGraph,
        scale: Scale,
        watch: Watch,
    ) -> None:
        self.question, self.measure, self.enough, self.scale = question, measure, enough, scale
        self.clock, self.steps = Clock(watch, enough.seconds), 0
        self._resources = Resources.within(question.limits)
        self.parts = [self._part(n, block) for n, block in enumerate(graph.blocks)]
        self._swept = sum(part.value for part in self.parts if isinstance(part, SweptPart))
        self.searched = [part for part in self.parts if isinstance(part, SearchedPart)]
        edges = sum(part.search.network.edges for part in self.searched)
        for part in self.searched:
            part.bound_first(BOUND_SHARE * part.search.network.edges / edges)

    # ---------------------------------------------------------------------------- the parts

    def _part(self, number: int, block: Block) -> SweptPart | SearchedPart:
        """Return the longest path of a block, or a path to begin with."""
        clock = self.clock
        if self._sweeps_are_exact:
            limit = EXACT_SECONDS if self.enough.seconds is None else max(EASY, EXACT_SHARE * clock.left)
            clock_of_sweep = clock.part(SLACK * EXACT_SHARE)
            asked = BlockQuestion(block, self.question.ground, False, self._resources, clock_of_sweep)
            found = longest_of(asked, self.measure, limit)
            if found is not None:
                return SweptPart(*found)
            clock.watch.check(0, 0, 0)
        return SearchedPart(block, self.measure, self.enough.seed + number, clock)

    @property
    def _sweeps_are_exact(self) -> bool:
        steps = self.question.ground._step_costs
        return self.measure == "length" or steps.cost_of_cell is None or steps.are_exact

    # ------------------------------------------------------------------------------ the turns

    def answered(self) -> Path:
        """Search until the stopping rule is met, and return the path."""
        for part in self.searched:
            part.search.watch = self.clock.part(1.0)
        with self.clock.watch.telling(self.so_far):
            while not self._enough():
                self._turn([part for part in self.searched if part.is_open])
        return self.path

    def _enough(self) -> bool:
        if self.bound - self.value <= self.enough.gap * abs(self.bound):
            return True
        if not any(part.is_open for part in self.searched):
            return True
        if self.enough.steps is not None and self.steps >= self.enough.steps:
            return True
        return self.clock.left <= 0

    def _turn(self, parts: list[SearchedPart]) -> None:
        """Make some steps in each of *parts*, in proportion to their sizes."""
        junctions = sum(part.search.network.junctions for part in parts)
        for part in parts:
            steps = max(LEAST_TURN, TURN * part.search.network.junctions // junctions)
            if self.enough.steps is not None:
                steps = min(steps, self.enough.steps - self.steps)
            with self.clock.stopping():
                part.turn(steps)
            self.steps += steps
        self.clock.watch.check(self.steps, 0, 0, self.said)

    # ------------------------------------------------------------------------------ the answer

    @property
    def value(self) -> int | float:
        """The length (or cost) of the path."""
        return self.scale.value(self._swept + sum(part.value for part in self.searched))

    @property
    def bound(self) -> int | float:
        """What no path can exceed."""
        found = self.scale.value(self._swept + sum(part.bound for part in self.searched))
        return max(found, self.value)

    @property
    def said(self) -> str:
        """The answer so far, as text."""
        return f"{self.measure} {self.value:,}, at most {self.bound:,}; {counted(self.steps, 'step')}"

    @property
    def path(self) -> Path:
        """The path so far, with its claim."""
        cells = _cells(self.question, joined([part.cells for part in self.parts]))
        by = ANYTIME if self.searched else SWEEP
        path = Path._found(self.question.board, cells, False, by, self.steps)
        value = path.length if self.measure == "length" else path.cost
        proved = not any(part.is_open for part in self.searched) or self.bound <= value
        return path._claiming(self.measure, None if proved else self.bound)

    def so_far(self) -> tuple[int | float, int | float, int | float, Path]:
        """Return the answer so far, as `Progress` has it."""
        path = self.path
        value = path.length if self.measure == "length" else path.cost
        bound = path.bound
        assert bound is not None
        return value, value, bound, path


def _cells(question: Question, flat: Sequence[int] | NDArray[np.int32]) -> NDArray[np.int32]:
    return np.stack(np.divmod(np.asarray(flat, np.int32), np.int32(question.board.columns)), axis=1)


@dataclass(eq=False)
class SweptPart:
    """A block whose longest path is known, with its weight."""

    value: Weight
    cells: Cells


class SearchedPart:
    """A block whose path gets longer, and its bound smaller, with time.

    Parameters
    ----------
    block : Block
    measure : {"length", "cost"}
    seed : int
    clock : Clock

    Attributes
    ----------
    bound : int or float
        The weight that no path exceeds.

    """

    def __init__(self, block: Block, measure: Measure, seed: int, clock: Clock) -> None:
        self.block, self.clock = block, clock
        network = LongNetwork.of(block.network, measure)
        self.search = LongSearch(network, seed, clock.watch)
        self._bounding = BlockBound(network, clock.watch)
        self.bound = max(self._bounding.value, self.search.value)
        self._bounded = False  # whether the bound is as small as it gets
        self._cells: tuple[Weight, Cells] | None = None

    @property
    def value(self) -> Weight:
        """The weight of the best path so far."""
        return self.search.value

    @property
    def is_open(self) -> bool:
        """Whether a longer path is not excluded."""
        return self.value < self.bound

    @property
    def cells(self) -> Cells:
        """The flat cells of the best path so far."""
        if self._cells is None or self._cells[0] != self.value:
            self._cells = self.value, self.search.network.cells(self.block, *self.search.path)
        return self._cells[1]

    def turn(self, steps: int) -> None:
        """Make that number of steps of the search, and now and then a round of the bound."""
        self.search.run(steps)
        due = self._bounding.rounds * ROUND * self.search.network.junctions
        if not self._bounded and self.search.steps >= due:
            self._tighten(1.0, 1)

    def bound_first(self, share: float) -> None:
        """Take rounds of the bound for this share of the time left; without a time those of a bound alone."""
        self._tighten(share, self._bounding.usual if self.clock.seconds is None else MAX_ROUNDS)

    def _tighten(self, share: float, rounds: int) -> None:
        with self.clock.stopping():
            self._bounding.watch = self.clock.part(share)
            for _ in range(rounds):
                if not self._bounding.tighten():
                    break
        # If the time is over before the first round is, no other is.
        self._bounded = self._bounding.done or self._bounding.rounds == 0
        self.bound = max(min(self.bound, self._bounding.value), self.value)
