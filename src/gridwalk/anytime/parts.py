"""A block of a chain, with a long path through it and a bound of the longest: swept, or searched."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from gridwalk.anytime.bound import BlockBound, degree_bound
from gridwalk.anytime.clock import Clock
from gridwalk.anytime.exact import TooHardError, heaviest_walk
from gridwalk.anytime.expand import cells_of
from gridwalk.anytime.improver import Improver
from gridwalk.anytime.longnetwork import LongNetwork
from gridwalk.anytime.pieces import without_pieces
from gridwalk.errors import LimitError
from gridwalk.frontier.choice import chosen, part_of
from gridwalk.frontier.engine import BlockQuestion, Cells
from gridwalk.keywords import Measure
from gridwalk.shrink.reduced import Block

MAX_PLANNED = 5000  # junctions: to plan a sweep of more takes too long, and none is over soon
ROUND = 100  # steps a junction, before the bound gets another round
FIRST_ROUND = 0.3  # of the time left, at most
PIECES = 0.2
SPARSE = 1.7  # edges a junction: where there are more, few pieces hang on two junctions

Weight: TypeAlias = int | float


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
    network : LongNetwork
        What its pieces left of the block.
    seed : int
    clock : Clock

    Attributes
    ----------
    bound : int or float
        The weight that no path exceeds.

    """

    def __init__(self, block: Block, network: LongNetwork, seed: int, clock: Clock) -> None:
        self.block, self.clock = block, clock
        self.search = Improver(network, seed, clock.watch)
        self.bound = max(degree_bound(network), self.search.value)
        self._bounding = BlockBound(network, clock.watch)
        self._bounded = False  # whether the bound is as small as it gets
        self._cells: tuple[Weight, Cells] | None = None
        self._tighten(FIRST_ROUND)

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
            self._cells = self.value, cells_of(self.block, self.search.network, *self.search.path)
        return self._cells[1]

    def turn(self, steps: int) -> None:
        """Make so many steps of the search, and now and then a round of the bound."""
        self.search.run(steps)
        due = self._bounding.rounds * ROUND * self.search.network.junctions
        if not self._bounded and self.search.steps >= due:
            self._tighten(1.0)

    def _tighten(self, share: float) -> None:
        self._bounded = True  # if the time is over before the round is
        with self.clock.stopping():
            self._bounding.watch = self.clock.part(share)
            self._bounded = not self._bounding.tighten()
        self.bound = max(min(self.bound, self._bounding.value), self.value)


def swept(question: BlockQuestion, measure: Measure, seconds: float) -> SweptPart | None:
    """Return the longest path of a block, if a sweep finds it in about *seconds*; else None."""
    block = question.block
    if block.network.junctions > MAX_PLANNED:
        return None
    try:
        engine = chosen(question)
        if engine is None or engine.estimate.seconds > seconds:
            return None
        if engine.estimate.bytes > question.resources.memory:
            return None
        cells = part_of(engine, question).best(longest=True, by_cost=measure == "cost")
    except LimitError:  # of this block, not of the answer: the caller looks at its clock
        return None
    return None if cells is None else SweptPart(_weight(block, measure, cells), cells)


def reduced(
    block: Block, measure: Measure, clock: Clock, share: float, seconds: float
) -> LongNetwork | SweptPart:
    """Return what its pieces leave of a block, or its longest path, if a sweep takes *seconds* at most."""
    network = LongNetwork.of(block.network, measure)
    if network.edges <= SPARSE * network.junctions:
        with clock.stopping():
            network = without_pieces(network, clock.part(PIECES))
    try:
        walk = heaviest_walk(network, clock.part(share), seconds)
    except (TooHardError, LimitError):
        return network
    if walk is None:
        return network
    edges, onward = np.array(walk[0], np.int32), np.array(walk[1], bool)
    value: Weight = network.weight[edges].sum().item()
    return SweptPart(value, cells_of(block, network, edges, onward))


def _weight(block: Block, measure: Measure, cells: Cells) -> Weight:
    """Return the weight of a path through *block*."""
    if measure == "length":
        return len(cells) - 1
    steps = np.array(block.steps(cells))
    total: Weight = block.network.cost[np.where(steps < 0, ~steps, steps)].sum().item()
    return total
