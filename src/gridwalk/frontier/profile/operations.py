"""The operations of a cell on the words of a level, and how they are cut: in time, and for two threads."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gridwalk.kernels.frontier.profile import (
    CLEAR,
    END,
    END_LEFT,
    END_RIGHT,
    FORK,
    JOIN,
    LEFT,
    LOOSE,
    NOTHING,
    RIGHT,
    TURN,
)

Ints = NDArray[np.int64]
Rule = tuple[int, tuple[int, int], tuple[int, int], int | None, int]

# (kind, plugs before, plugs after, which plug's other end changes or None, into what)
INNER_RULES: list[Rule] = [
    (FORK, (NOTHING, NOTHING), (LEFT, RIGHT), None, 0),
    *((TURN, (plug, NOTHING), (NOTHING, plug), None, 0) for plug in (LEFT, RIGHT, LOOSE)),
    (JOIN, (RIGHT, LEFT), (NOTHING, NOTHING), None, 0),
    (JOIN, (LEFT, LEFT), (NOTHING, NOTHING), 1, LEFT),
    (JOIN, (RIGHT, RIGHT), (NOTHING, NOTHING), 0, RIGHT),
    (JOIN, (LOOSE, LEFT), (NOTHING, NOTHING), 1, LOOSE),
    (JOIN, (LOOSE, RIGHT), (NOTHING, NOTHING), 1, LOOSE),
    (JOIN, (LEFT, LOOSE), (NOTHING, NOTHING), 0, LOOSE),
    (JOIN, (RIGHT, LOOSE), (NOTHING, NOTHING), 0, LOOSE),
    (CLEAR, (LOOSE, LOOSE), (LOOSE, LOOSE), None, 0),
]
END_RULES: list[Rule] = [
    (END_LEFT, (NOTHING, NOTHING), (LOOSE, NOTHING), None, 0),
    (END_RIGHT, (NOTHING, NOTHING), (NOTHING, LOOSE), None, 0),
    *((END, (plug, NOTHING), (NOTHING, NOTHING), 0, LOOSE) for plug in (LEFT, RIGHT)),
    *((END, (NOTHING, plug), (NOTHING, NOTHING), 1, LOOSE) for plug in (LEFT, RIGHT)),
]


@dataclass
class Operations:
    """The operations of a cell on the words of a level, in the order of doing them one by one.

    Attributes
    ----------
    rows : int64 array, shape (operations, 5)
        As the kernel `apply` wants them.
    up_to : int64 array, shape (operations,)
        How many pairs of words there are up to each, with it.
    parts : list of (first, middle, last but one)
        Two threads may do the halves of a part at the same time, and then go on to the next part.

    """

    rows: Ints
    up_to: Ints
    parts: list[tuple[int, int, int]]

    @classmethod
    def cut(cls, rows: Ints, groups: list[tuple[Ints, int]]) -> Operations:
        """Cut parts, given as (group of each row, first row), near their middle, but no group."""
        up_to = np.cumsum(rows[:, 4])
        parts = []
        for group, low in groups:
            if group.size:
                before, all_of_it = (int(up_to[low - 1]) if low else 0), int(up_to[low + group.size - 1])
                half = np.searchsorted(up_to[low : low + group.size], (before + all_of_it) // 2)
                middle = low + int(np.searchsorted(group, group[half]))
                parts.append((low, middle, low + group.size))
        return cls(rows, up_to, parts)

    @property
    def nbytes(self) -> int:
        """The memory they take."""
        return self.rows.nbytes + self.up_to.nbytes

    def spans(self, low: int, high: int, most: int) -> list[tuple[int, int]]:
        """Cut the rows from *low* to *high* into spans of about *most* pairs of words."""
        found = []
        while low < high:
            before = int(self.up_to[low - 1]) if low else 0
            end = int(np.searchsorted(self.up_to[:high], before + most, side="right"))
            found.append((low, max(low + 1, end)))
            low = found[-1][1]
        return found

    def pairs(self, span: tuple[int, int]) -> int:
        """Return how many pairs of words a span has."""
        return int(self.rows[span[0] : span[1], 4].sum())
