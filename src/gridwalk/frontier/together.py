"""Answers of blocks in series, put together."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from gridwalk.errors import ArgumentError
from gridwalk.frontier.question import Cells
from gridwalk.runtime.limits import Watch

TELL_AFTER = 1024  # lengths


def check_ranks(ranks: Iterable[int], total: int) -> None:
    """Refuse ranks that none of *total* paths has."""
    for rank in ranks:
        if not 0 <= rank < total:
            raise ArgumentError("rank", rank, f"a whole number from 0 to below {total:,}, how many there are")


def joined(parts: Iterable[Cells]) -> Cells:
    """Return the cells of paths that follow one another, each from the last cell of the one before."""
    first, *others = parts
    return np.concatenate([first, *(cells[1:] for cells in others)])


def convolved(every: list[dict[int, int]], watch: Watch) -> dict[int, int]:
    """Return how many ways there are to add one length of each to every sum."""
    if not every:
        return {}
    total = {0: 1}
    for lengths in every:
        sums: dict[int, int] = {}
        for n, (length, number) in enumerate(total.items()):
            if n % TELL_AFTER == 0:
                watch.check(0, 0, 0)
            for more, times in lengths.items():
                sums[length + more] = sums.get(length + more, 0) + number * times
        total = sums
    return total
