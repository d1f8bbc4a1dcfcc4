"""A tail that adds up weights of choices, such as costs or turns, in the last word of every state.

Invariant: the word is the sum over all choices so far.  A row is dropped if the rest of a path cannot bring
the sum into the given range.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.frontier import CHOICE, FROM, TO, Sweep
from gridwalk.runtime.kernel import kernel

ENDLESS = 1 << 62


class Summed:
    """The tail that adds up the weights of choices and rows, for sums from *least* to *most*.

    Parameters
    ----------
    weights : list of int64 arrays
        The weights of the choices of each layer (`Family.weights`).
    least, most : int
    of_rows : int64 array, optional
        The weights of rows, which another tail writes.

    """

    words = 1

    def __init__(
        self,
        weights: list[NDArray[np.int64]],
        least: int = -ENDLESS,
        most: int = ENDLESS,
        of_rows: NDArray[np.int64] | None = None,
    ) -> None:
        self._weights, self._range = weights, (least, most)
        self._of_rows = np.zeros(0, np.int64) if of_rows is None else of_rows
        self._later = [0] * len(weights)  # the maximum that the layers after each one add
        for number in range(len(weights) - 1, 0, -1):
            self._later[number - 1] = self._later[number] + int(weights[number].max(initial=0))

    def __call__(self, sweep: Sweep, number: int, count: int) -> int:
        """Add the weights; keep the rows whose sums are in the range, or may get there."""
        facts = *self._range, self._later[number], self._weights[number], self._of_rows
        kept: int = sweep.call(keep_between, sweep.before, sweep.pending, sweep.rows, *facts, count)
        return kept


@kernel
def keep_between(before, pending, rows, least, most, later, weight_of_choice, weight_of_row, count):
    """Add the weights in the last word, and move the rows that are kept to the front; return their number.

    A row is kept if its sum is in the range, or may get there: all later layers together add at most *later*.
    ``weight_of_row`` may be empty.
    """
    last = pending.shape[1] - 1
    kept = 0
    for i in range(count):
        total = np.int64(before[rows[i, FROM], last]) + weight_of_choice[rows[i, CHOICE]]
        if i < len(weight_of_row):
            total += weight_of_row[i]
        rest = 0 if rows[i, TO] == 0 else later
        if total <= most and total + rest >= least:
            if kept != i:
                for column in range(3):
                    rows[kept, column] = rows[i, column]
                for w in range(last):
                    pending[kept, w] = pending[i, w]
            pending[kept, last] = np.uint64(total)
            kept += 1
    return kept
