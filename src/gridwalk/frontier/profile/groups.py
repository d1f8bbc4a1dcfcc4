"""The operations of all cells in groups of words, so that several cells in a row are done group by group.

While the cells of the tail's columns are swept, no head changes which of its places are in use: a join may
turn an end in the head, but not move it.  So the words whose heads use the same places are a *group* that no
operation leaves.  A group fits in a cache where the table does not, and two threads take some groups each.
The cells of the head's columns have one group: all words.  A table that fits in a cache itself *is one*
group: all its cells are done together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gridwalk.frontier.profile.halfwords import used_places
from gridwalk.frontier.profile.motzkin import Words
from gridwalk.frontier.profile.operations import Ints, Operations

OpKey = tuple[int, int, bool]  # column, level, and whether an end is placed

CACHED = 1 << 14  # words: a table that fits in a cache, and is one group


@dataclass(frozen=True)
class CellRun:
    """What a run of cells does to a table: the same in every sweep of a plan, whatever is counted.

    Attributes
    ----------
    end : int
        The cell after the last.
    masks : uint8 array
        What each cell may do (`gridwalk.kernels.frontier.profile`).
    rows : int64 array, shape (n, 2)
        Rows (key, cell) of work, in order; key ``-1 - w`` closes word ``w``.
    spans : list of list of (first group, last but one)
        Spans of groups; those of one list may be done at the same time.
    pairs : list of int
        The pairs of words of each list.

    """

    end: int
    masks: NDArray[np.uint8]
    rows: Ints
    spans: list[list[tuple[int, int]]]
    pairs: list[int]


class Groups:
    """The operations of a sweep, one after another, and which of them belong to each group.

    Attributes
    ----------
    rows : int64 array, shape (operations, 5)
        All operations (`gridwalk.kernels.frontier.profile`).
    order : int32 array
        The operations, for each key, group by group.
    first : int64 array, shape (keys, groups + 1)
        Where in *order* a group of a key begins; keys of the head's columns have one group.

    """

    def __init__(self, words: Words, operations: Mapping[OpKey, Operations]) -> None:
        self.seam = words.seam
        self.number = {key: n for n, key in enumerate(operations)}
        patterns, pattern_of_head = np.unique(used_places(words.head.code), return_inverse=True)
        self.is_one = words.size <= CACHED
        self.count = 1 if self.is_one else patterns.size
        self.rows = np.concatenate([each.rows for each in operations.values()])
        self.order = np.empty(len(self.rows), np.int32)
        self.first = np.empty((len(operations), self.count + 1), np.int64)
        self._up_to = np.zeros(self.first.shape, np.int64)  # pairs of words
        low = 0
        for n, (key, each) in enumerate(operations.items()):
            high = low + len(each.rows)
            each.rows = self.rows[low:high]
            group = np.zeros(high - low, np.int64)
            if key[0] >= self.seam and not self.is_one:
                group = pattern_of_head[words.head_of(each.rows[:, 1], key[1])]
            order = np.argsort(group, kind="stable")
            self.order[low:high] = low + order
            self.first[n] = low + np.searchsorted(group[order], np.arange(self.count + 1))
            pairs = np.cumsum(each.rows[order, 4])
            self._up_to[n] = np.concatenate([[0], pairs])[self.first[n] - low]
            low = high
        self._all_pairs = self._up_to[:, -1].tolist()

    @property
    def nbytes(self) -> int:
        """The memory that is not also that of the operations."""
        return self.order.nbytes + self.first.nbytes + self._up_to.nbytes

    def spans(self, keys: Sequence[int], most: int, halves: int) -> Iterator[list[tuple[int, int]]]:
        """Cut the groups into spans of about *most* pairs of words, and yield *halves* of them at a time."""
        if not keys:
            return
        up_to: Ints = self._up_to[list(keys)].sum(0)
        low, parts = 0, max(1, -(-int(up_to[-1]) // most)) * halves
        spans = []
        for part in range(1, parts + 1):
            high = self.count if part == parts else int(np.searchsorted(up_to, up_to[-1] * part // parts))
            if high > low:
                spans.append((low, high))
                low = high
        for n in range(0, len(spans), halves):
            yield spans[n : n + halves]

    def pairs(self, keys: Sequence[int], spans: Sequence[tuple[int, int]]) -> int:
        """Return how many pairs of words some spans have."""
        up_to: Ints = self._up_to[list(keys)].sum(0)
        return sum(int(up_to[high] - up_to[low]) for low, high in spans)

    def pairs_of(self, keys: Sequence[int]) -> int:
        """Return how many pairs of words there are in all groups."""
        return sum(self._all_pairs[key] for key in keys)

    @property
    def arrays(self) -> tuple[NDArray[np.int32], Ints]:
        """Return *order* and *first*, as the kernel takes them."""
        return self.order, self.first
