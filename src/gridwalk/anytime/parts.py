"""A block of a chain, with a long path through it and a bound of the longest: exact, or found by a search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from gridwalk.anytime.expand import cells_of
from gridwalk.anytime.search import LongSearch
from gridwalk.errors import LimitError
from gridwalk.frontier.choice import chosen, part_of
from gridwalk.frontier.question import BlockQuestion, Cells
from gridwalk.keywords import Measure
from gridwalk.shrink.reduced import Block

MAX_PLANNED = 5000  # junctions: to plan a sweep of more takes too long, and none is over soon


@dataclass(eq=False)
class ExactPart:
    """A block whose longest path is known.

    Attributes
    ----------
    value, bound : int or float
        Its weight, and itself again.
    cells : int32 array

    """

    value: int | float
    cells: Cells
    searched = False

    @property
    def bound(self) -> int | float:
        """The weight of a longest path."""
        return self.value

    @property
    def is_open(self) -> bool:
        """Whether the path may get longer: never."""
        return False


@dataclass(eq=False)
class SearchedPart:
    """A block whose path gets longer with time.

    Attributes
    ----------
    block : Block
    search : LongSearch
    bound : int or float
        The weight that no path can exceed.

    """

    block: Block
    search: LongSearch
    bound: int | float
    searched = True
    _cells: tuple[int | float, Cells] | None = field(default=None, init=False)

    @property
    def value(self) -> int | float:
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


def exact(
    question: BlockQuestion, measure: Measure, seconds: float, weigh: Callable[[Cells], int | float]
) -> ExactPart | None:
    """Return the longest path of a block, if a sweep finds it in about *seconds*; else None."""
    network = question.block.network
    if network.junctions > MAX_PLANNED:
        return None
    try:
        engine = chosen(question)
        if engine is None or engine.estimate.seconds > seconds:
            return None
        if engine.estimate.bytes > question.resources.memory:
            return None
        cells = part_of(engine, question).best(longest=True, by_cost=measure == "cost")
    except LimitError:
        return None
    return None if cells is None else ExactPart(weigh(cells), cells)


def weight_of(block: Block, measure: Measure) -> Callable[[NDArray[np.int32]], int | float]:
    """Return a function that weighs the cells of a path through *block*."""
    network = block.network
    weight = network.length if measure == "length" else network.cost

    def weigh(cells: NDArray[np.int32]) -> int | float:
        if measure == "length":
            return len(cells) - 1
        steps = np.array(block.steps(cells))
        total: int | float = weight[np.where(steps < 0, ~steps, steps)].sum().item()
        return total

    return weigh
