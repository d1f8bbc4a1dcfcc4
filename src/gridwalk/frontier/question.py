"""A question about one block of a reduced board: what an engine is asked."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gridwalk.grids.grid import Grid
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.resources import Resources
from gridwalk.shrink.reduced import Block

Cells = NDArray[np.int32]
Range = tuple[int, int | None]  # of numbers of moves; None: without end


@dataclass(frozen=True, eq=False)
class BlockQuestion:
    """All paths through one block of a board (or its cycles), and what may be spent on them.

    Parameters
    ----------
    block : Block
    grid : Grid
        The board that the block is a part of.
    passing : bool
        Whether paths may pass exits, as tours do, and paths that may end anywhere.
    resources : Resources
        Memory, threads, disk and checkpoint.
    watch : Watch
        The clock.
    moves : pair of int, optional
        The least and the greatest number of moves (None: any) of the paths asked for.
    ranked : bool
        Whether paths of so many moves are kept for their ranks; else they are only counted.

    """

    block: Block
    grid: Grid
    passing: bool
    resources: Resources
    watch: Watch
    moves: Range | None = None
    ranked: bool = True

    @property
    def cyclic(self) -> bool:
        """Whether cycles are asked for."""
        return self.block.network.cyclic
