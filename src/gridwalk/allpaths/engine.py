"""The interface of engines, which answer questions about one block of a reduced board; all cells are flat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.combine import Countable
from gridwalk.allpaths.estimate import Estimate
from gridwalk.allpaths.reduce.network import Block
from gridwalk.board.board import Board
from gridwalk.question.conditions import PLAIN, Conditions, why_unsupported
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.resources import Resources

Cells = NDArray[np.int32]
# Conditions that the blocks themselves express, or that are applied to the answers of engines.  Engines must
# support all others.
IN_BLOCKS = Conditions.ANYWHERE | Conditions.CELLS | Conditions.EDGES | Conditions.LENGTHS | Conditions.CYCLES
IN_BLOCKS |= Conditions.TOURS | Conditions.UNDIRECTED | Conditions.LIMITS
Range = tuple[int, int | None]  # the least and the greatest number of moves; None: any


@dataclass(frozen=True, eq=False)
class BlockQuestion:
    """All paths through one block of a board (or its cycles), with the resources and the clock.

    Parameters
    ----------
    block : Block
    board : Grid
        The board that the block is a part of.
    passing : bool
        Whether paths may pass exits: true for tours, and for paths that may end anywhere.
    resources : Resources
        Memory, threads and workers.
    watch : Watch
        The clock.
    moves : pair of int, optional
        The least and the greatest number of moves (None: any) of the paths.
    ranked : bool
        Whether paths in this range of moves also need ranks, not only counts.
    window : pair of int, optional
        The range of lengths that a count by length needs; it may leave out others.
    others : Conditions
        The conditions of the whole question that a block does not express.

    """

    block: Block
    board: Board
    passing: bool
    resources: Resources
    watch: Watch
    moves: Range | None = None
    ranked: bool = True
    window: Range | None = None
    others: Conditions = PLAIN

    @property
    def needs(self) -> Conditions:
        """The conditions that an engine must support."""
        block = self.block
        found = Conditions.LENGTHS if self.moves is not None else PLAIN
        found |= Conditions.EDGES if block.edges else PLAIN
        found |= Conditions.CELLS if block.must.size else PLAIN
        return found | (Conditions.CYCLES if self.cyclic else PLAIN) | self.others

    @property
    def cyclic(self) -> bool:
        """Whether cycles are asked for."""
        return self.block.network.cyclic


class Engine(Countable[Cells], Protocol):
    """One algorithm for all paths (or cycles) through one block.

    Create it only for a question that it can answer (`why_not`).  Plans are made when they are first needed.
    """

    supported: ClassVar[Conditions] = PLAIN  # supported conditions, besides starts and exits
    only_counts: ClassVar[bool] = False  # True if `finder` is another engine

    def __init__(self, question: BlockQuestion) -> None: ...

    @classmethod
    def why_not(cls, question: BlockQuestion) -> str | None:
        """Return why this engine cannot answer, as text; None if it can."""
        return why_unsupported(question, cls.supported) or cls.why_unfit(question)

    @classmethod
    def why_unfit(cls, question: BlockQuestion) -> str | None:
        """Return why it cannot answer, although it supports all conditions; None if it can."""

    @property
    def name(self) -> str:
        """The name of the engine."""

    @property
    def finder(self) -> Engine:
        """The engine that finds paths: itself, or another one if it only counts."""
        return self

    @property
    def rough(self) -> Estimate:
        """An upper bound of `estimate` that needs no search for a plan."""

    @property
    def estimate(self) -> Estimate:
        """The size and time of a count, after a short search for a good plan."""

    @property
    def estimate_of_lengths(self) -> Estimate:
        """The size and time of a count by length."""

    @property
    def is_quick(self) -> bool:
        """Whether a count takes less time than the estimate of the next engine would."""

    @property
    def joins_directions(self) -> bool:
        """Whether it counts a path (or cycle) and its reverse as one, where the question counts two."""

    @property
    def bytes(self) -> int:
        """The bytes of memory in use for ranks."""

    def close(self) -> None:
        """Free the memory in use for ranks; the next rank allocates it again."""
