"""In how many ways ends can be paired off."""

from __future__ import annotations

from threading import Lock

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.halves import matchings as kernels
from gridwalk.allpaths.halves.half_step import NO_TABLE_YET, WITHOUT_TABLE
from gridwalk.allpaths.halves.matchings import INSERT, JOIN, MAX_ENDS, SHIFT
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.slices import call, interpreting
from gridwalk.runtime.tuning import tuning

LARGEST_ENDS = MAX_ENDS - 2  # a new piece has two more
LARGEST_BRIEFLY, MANY_SIGNATURES = 10, 2_000_000  # ends that have tables where there are not many signatures


def _pairings() -> NDArray[np.int64]:
    """Return in how many ways each number of ends can be paired off."""
    counts = np.zeros(MAX_ENDS + 1, np.int64)
    counts[0] = 1
    for size in range(2, MAX_ENDS + 1, 2):
        counts[size] = counts[size - 2] * (size - 1)
    return counts


PAIRINGS = _pairings()


def pair_scratch() -> tuple[NDArray[np.int64], ...]:
    """Return the scratch memory of the kernels that look at single pairings."""
    return tuple(np.zeros(MAX_ENDS + 2, np.int64) for _ in range(3))


class Tables:
    """All tables made so far, one after another in one array that never moves.

    Parameters
    ----------
    most_ends : int
        Of a signature.
    signatures : int
        In all layers: where there are few, the largest tables would take longer than to do without.
    watch : Watch
    memory : MemoryBudget

    """

    def __init__(self, most_ends: int, signatures: int, watch: Watch, memory: MemoryBudget) -> None:
        self._watch, self._memory = watch, memory
        worth = LARGEST_BRIEFLY if signatures < MANY_SIGNATURES else LARGEST_ENDS
        self._largest = min(most_ends, worth, tuning().largest_table)
        sizes = range(0, self._largest + 1, 2)
        operations = (size**2 + 1 + size * (size - 1) // 2 + (size + 2) * (size + 1) // 2 for size in sizes)
        room = sum(int(PAIRINGS[size]) * count for size, count in zip(sizes, operations, strict=True))
        self.entries = np.empty(room, np.uint32)  # memory that is not written to costs nothing
        self.used = 0
        self._lock = Lock()
        self._at: dict[int, int] = {}

    @property
    def bytes(self) -> int:
        """How many bytes the tables take."""
        return self.used * self.entries.itemsize

    def empty_index(self) -> NDArray[np.int64]:
        """Return an index, from operations to tables made so far, for one thread to fill as it goes."""
        index = np.full((3, MAX_ENDS, MAX_ENDS, MAX_ENDS), NO_TABLE_YET, np.int64)
        index[:, self._largest + 1 :] = WITHOUT_TABLE
        found = index.reshape(-1)
        with self._lock:
            found[[*self._at]] = [*self._at.values()]
        return found

    def ensure(self, number: int, index: NDArray[np.int64]) -> None:
        """Make the table of an operation, unless it is there, and enter it in *index*.

        Small tables of the same kind and size are made with it: each would soon be asked for.
        """
        operations, own = divmod(number, MAX_ENDS**2)
        kind, size = divmod(operations, MAX_ENDS)
        i, j = divmod(own, MAX_ENDS)
        i, j = (i, j) if kind == SHIFT else (min(i, j), max(i, j))  # which is the same
        on = {(i, j)}
        if size <= LARGEST_BRIEFLY and not interpreting():
            every = range(size + 2 if kind == INSERT else size)
            on |= {(i, j) for i in every for j in every if kind == SHIFT or i < j}
        numbers = {(operations * MAX_ENDS + i) * MAX_ENDS + j: (i, j) for i, j in on}
        one = (operations * MAX_ENDS + i) * MAX_ENDS + j
        with self._lock:
            if one not in self._at:
                self._make(kind, size, numbers)
            index[[*numbers]] = [self._at[each] for each in numbers]
            index[number] = self._at[one]

    def _make(self, kind: int, size: int, on: dict[int, tuple[int, int]]) -> None:
        each = int(PAIRINGS[size])
        begin, self.used = self.used, self.used + each * len(on)
        tables = self.entries[begin : self.used].reshape(-1, each)
        self._memory.take(tables.nbytes)
        given = kind, size, np.array([*on.values()], np.int64), PAIRINGS, pair_scratch(), tables
        call(kernels.fill_tables, self._watch, *given, compiled=not interpreting())
        self._at |= zip(on, range(begin, self.used, each), strict=True)

    def index_for_joining(self, most_ends: int) -> NDArray[np.int64]:
        """Return an index with all that joining two halves needs."""
        index = self.empty_index()
        for size in range(2, min(most_ends, self._largest) + 1, 2):
            for end in range(1, size):
                number = ((JOIN * MAX_ENDS + size) * MAX_ENDS) * MAX_ENDS + end
                self.ensure(number, index)
            self._watch.check(0, 0, 0, "making tables")
        return index
