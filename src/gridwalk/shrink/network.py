"""The network of a block: junctions and the corridors between them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

NOWHERE = -1  # source and sink of a network for cycles


@dataclass(frozen=True)
class Network:
    """Junctions joined by corridors; a path leads from *source* to *sink* and uses no junction twice.

    Two corridors may join the same two junctions.  Only a network for cycles has loops, which join a
    junction to itself.

    Parameters
    ----------
    junctions : int
        Their number; junctions are numbered from 0.
    source, sink : int
        The two ends of every path; both `NOWHERE` for cycles.
    tail, head : int32 arrays, shape (corridors,)
        The junctions that each corridor joins.
    one_way : array of bool, shape (corridors,)
        Whether it can be walked from tail to head only.
    length : int64 array, shape (corridors,)
        The number of moves.
    cost : int64 or float64 array, shape (corridors,)
        The cost, the same in both directions; int64 counts halves of the unit.
    must_visit : array of bool, shape (junctions,)
    must_use : array of bool, shape (corridors,)
        The junctions and corridors that every path must use; of `twins` one.
    loose : array of bool, shape (corridors,), optional
        The corridors between a cell and a virtual source or sink, where paths may start and end in one cell
        and paths of one cell are not meant: no path uses two of them at one junction.

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
    loose: NDArray[np.bool_] | None = None

    @property
    def corridors(self) -> int:
        """The number of corridors."""
        return len(self.tail)

    @cached_property
    def twins(self) -> dict[int, int]:
        """The corridors that must be used, or else their twin: both are one step, that costs more one way."""
        single = np.flatnonzero(self.must_use & self.one_way & (self.length == 1)).tolist()
        place = {(int(self.tail[c]), int(self.head[c])): c for c in single}
        return {c: place[v, u] for (u, v), c in place.items() if (v, u) in place}

    @property
    def cyclic(self) -> bool:
        """Whether the question is about cycles."""
        return self.source == NOWHERE
