"""What is left of a board to search: junctions, and the corridors between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

NOWHERE = -1  # the source and the sink of a network that is asked for its cycles


@dataclass(frozen=True)
class Network:
    """Junctions joined by corridors; a path leads from *source* to *sink* and uses no junction twice.

    Two corridors may join the same two junctions; none joins one to itself, but in a network
    asked for its cycles.

    Parameters
    ----------
    junctions : int
        How many there are; they are numbered from 0.
    source, sink : int
        The two ends of every path; both `NOWHERE`: the question is about cycles.
    tail, head : int32 arrays, shape (corridors,)
        The junctions each corridor joins.
    one_way : array of bool, shape (corridors,)
        Whether it can be walked from tail to head only.
    length : int64 array, shape (corridors,)
        How many moves it takes.
    cost : int64 or float64 array, shape (corridors,)
        What they cost, the same in both directions.
    must_visit : array of bool, shape (junctions,)
    must_use : array of bool, shape (corridors,)
        What every path must visit or use to be counted.

    """

    junctions: int
    source: int
    sink: int
    tail: NDArray[np.int32]
    head: NDArray[np.int32]
    one_way: NDArray[np.bool_]
    length: NDArray[np.int64]
    cost: NDArray[Any]
    must_visit: NDArray[np.bool_]
    must_use: NDArray[np.bool_]

    @property
    def corridors(self) -> int:
        """How many corridors there are."""
        return len(self.tail)

    @property
    def cyclic(self) -> bool:
        """Whether the question is about cycles."""
        return self.source == NOWHERE
