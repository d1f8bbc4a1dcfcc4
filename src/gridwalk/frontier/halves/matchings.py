"""In how many ways ends can be paired off."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gridwalk.kernels.frontier.halves.matchings import MAX_ENDS

LARGEST_ENDS = MAX_ENDS - 2  # a new piece has two more


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
