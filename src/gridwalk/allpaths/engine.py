"""What an engine is asked, about one block of a reduced board, and what it looks like; all cells are flat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.combine import Countable
from gridwalk.allpaths.estimate import Estimate
from gridwalk.allpaths.reduce.network import Block
from gridwalk.board.board import Board
from gridwalk.question.knows import PLAIN, Knows, why_unknown
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.resources import Resources

Cells = NDArray[np.int32]
# What blocks show by themselves, or is done with their answers; the engines must know all else.
IN_BLOCKS = Knows.ANYWHERE | Knows.CELLS | Knows.EDGES | Knows.LENGTHS | Knows.CYCLES
IN_BLOCKS |= Knows.TOURS | Knows.UNDIRECTED | Knows.LIMITS
Range = tuple[int, int | None]  # of numbers of moves; None: without end


@dataclass(frozen=True, eq=False)
class BlockQuestion:
    """All paths through one block of a board (or its cycles), and what may be spent on them.

    Parameters
    ----------
    block : Block
    board : Grid
        The board that the block is a part of.
    passing : bool
        Whether paths may pass exits, as tours do, and paths that may end anywhere.
    resources : Resources
        Memory, threads and workers.
    watch : Watch
        The clock.
    moves : pair of int, optional
        The least and the greatest number of moves (None: any) of the paths asked for.
    ranked : bool
        Whether paths of so many moves are kept for their ranks; else they are only counted.
    window : pair of int, optional
        The numbers of moves that are looked at of a count by length, which may leave out others.
    others : Knows
        The conditions of the whole question that a block does not show by itself.

    """

    block: Block
    board: Board
    passing: bool
    resources: Resources
    watch: Watch
    moves: Range | None = None
    ranked: bool = True
    window: Range | None = None
    others: Knows = PLAIN

    @property
    def needs(self) -> Knows:
        """The conditions that an engine must know."""
        block = self.block
        found = Knows.LENGTHS if self.moves is not None else PLAIN
        found |= Knows.EDGES if block.edges else PLAIN
        found |= Knows.CELLS if block.must.size else PLAIN
        return found | (Knows.CYCLES if self.cyclic else PLAIN) | self.others

    @property
    def cyclic(self) -> bool:
        """Whether cycles are asked for."""
        return self.block.network.cyclic


class Engine(Countable[Cells], Protocol):
    """One algorithm for all paths (or cycles) through one block, made for a question that it can answer.

    It plans nothing until it has to.
    """

    knows: ClassVar[Knows] = PLAIN  # conditions beside starts and ends; all others are refused
    only_counts: ClassVar[bool] = False  # whether its `finder` is another engine

    def __init__(self, question: BlockQuestion) -> None: ...

    @classmethod
    def why_not(cls, question: BlockQuestion) -> str | None:
        """Return why this engine cannot answer, in words; None: it can."""
        return why_unknown(question, cls.knows) or cls.why_unfit(question)

    @classmethod
    def why_unfit(cls, question: BlockQuestion) -> str | None:
        """Return why a block with conditions that it knows is still not for it; None: it is."""

    @property
    def name(self) -> str:
        """By which engine."""

    @property
    def finder(self) -> Engine:
        """The engine that finds paths: this one, or another if this one only counts."""
        return self

    @property
    def rough(self) -> Estimate:
        """What a count will take: at once, and at most."""

    @property
    def estimate(self) -> Estimate:
        """What a count will take: after a short search for a good plan."""

    @property
    def estimate_of_lengths(self) -> Estimate:
        """What a count by length will take."""

    @property
    def is_quick(self) -> bool:
        """Whether there is so little to do that to look at the next engine would take longer."""

    @property
    def joins_directions(self) -> bool:
        """Whether it takes each path (or cycle) and its reverse for one, where they are two."""

    @property
    def bytes(self) -> int:
        """How many bytes of memory it holds for the ranks asked for so far."""

    def close(self) -> None:
        """Forget what is held for ranks; it is made again when one is asked for."""
