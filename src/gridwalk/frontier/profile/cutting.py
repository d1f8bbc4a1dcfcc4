"""How the words over a frontier are cut into partitions, in numbers that are known without making them.

A partition holds the words with some patterns of used places on the half of the frontier at rest
(`gridwalk.frontier.profile.frontierhalf`).  How many words have a pattern depends only on how many of its
places are used: those that are not change nothing.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from math import comb
from pathlib import Path

from gridwalk.frontier.estimate import Partitioned
from gridwalk.frontier.exact import HALF, WIDE
from gridwalk.frontier.profile.halfwords import LEVELS
from gridwalk.frontier.profile.size import ProfileSize
from gridwalk.runtime.resources import Resources
from gridwalk.runtime.threads import useful

SHARE = 0.7  # of the memory left, for tables and operations; the rest is for pieces on their way
ROW_BYTES = 48  # of an operation (`Operations`)
TAIL_BYTES, HEAD_BYTES = 100, 140  # of `Words` and what `FrontierHalf` adds, as measured at 18 x 18

FEWEST_COLUMNS = 2

Ways = dict[tuple[int, int], int]  # numbers of half words by ends left open and loose ends


@cache
def _half_words(places: int, shallow: bool, used: bool) -> Ways:
    """Return how many half words there are of some *places*, all of them *used* or not."""
    ways: Ways = {(0, 0): 1}
    for _ in range(places):
        longer: Ways = {}
        for (depth, loose), number in ways.items():
            following = [(depth + 1, loose), (depth - 1, loose)] + [(depth, loose)] * (not used)
            if not (shallow and depth):
                following.append((depth, loose + 1))
            for key in following:
                if key[0] >= 0 and key[1] < LEVELS:
                    longer[key] = longer.get(key, 0) + number
        ways = longer
    return ways


def first_fit(costs: Iterable[int], capacity: int) -> list[int]:
    """Return a bin of *capacity* for each of *costs*, which descend: the first with enough room.

    >>> first_fit([5, 4, 3, 2, 1], 6)
    [0, 1, 2, 1, 0]
    """
    room: list[int] = []
    found = []
    for cost in costs:
        n = next((n for n, left in enumerate(room) if left >= cost), len(room))
        if n == len(room):
            room.append(capacity)
        room[n] -= cost
        found.append(n)
    return found


class Cutting:
    """The sizes of partitions for either half of the columns.

    Parameters
    ----------
    places, levels, shallow
        As of a `ProfileSize`.
    width : int
        Bytes of a word: of its values in all grades.

    Attributes
    ----------
    at_rest : tuple of int
        How many places are at rest while the left and the right half are swept.
    costs : tuple of list of int
        For each half the bytes for the words of a pattern, and for the operations on them, by used places.
    least : int
        Bytes that the largest of the smallest partitions takes.
    shared : int
        Bytes that all tasks share, about.

    Examples
    --------
    >>> cutting = Cutting(19, frozenset([1]), True, 8)
    >>> cutting.least, cutting.partitions(12_000_000)
    (6981520, (29, 29))

    """

    def __init__(self, places: int, levels: frozenset[int], shallow: bool, width: int) -> None:
        self.places, self.levels, self.shallow, self.width = places, levels, shallow, width
        left = (places - 1) // 2
        self.at_rest = places - 1 - left, left
        self.costs = tuple([self._cost(rest, used) for used in range(rest + 1)] for rest in self.at_rest)
        self.least = max(map(max, self.costs))
        self.shared = sum(
            TAIL_BYTES * self._total(places - rest) + HEAD_BYTES * self._total(rest) for rest in self.at_rest
        )

    def _total(self, places: int) -> int:
        return sum(
            n
            for (_, loose), n in _half_words(places, self.shallow, False).items()
            if loose <= max(self.levels)
        )

    def _cost(self, rest: int, used: int) -> int:
        """Return the bytes for the words with a pattern of *used* places, and for their operations."""
        tails, cost = _half_words(self.places - rest, self.shallow, False), 0
        for (depth, loose), heads in _half_words(used, self.shallow, True).items():
            for level in self.levels:
                fitting = tails.get((depth, level - loose), 0)
                operations = (self.places - 1 - rest) * (10 + 3 * depth) * (fitting > 0)
                cost += heads * (fitting * self.width + operations * ROW_BYTES)
        return cost

    def capacity(self, memory: int, threads: int) -> tuple[int, int]:
        """Return how many bytes a partition may take, and how many threads share the *memory*.

        Less than `least`: the words cannot be cut that far.
        """
        room = int(SHARE * (memory - self.shared))
        threads = max(1, min(threads, room // self.least))
        return room // threads, threads

    def partitions(self, capacity: int) -> tuple[int, ...]:
        """Return how many partitions of a *capacity* there are for each half."""
        found = []
        for rest, costs in zip(self.at_rest, self.costs, strict=True):
            every = [costs[used] for used in range(rest + 1) for _ in range(comb(rest, used))]
            found.append(1 + max(first_fit(sorted(every, reverse=True), capacity)))
        return tuple(found)


def bytes_of(directory: Path, pattern: str) -> int:
    """Return how many bytes the files of a *directory* have whose names are of a *pattern*."""
    total = 0
    for path in directory.glob(pattern):
        with suppress(OSError):  # somebody has just removed it
            total += path.stat().st_size
    return total


def partitioned(size: ProfileSize, grades: int, resources: Resources) -> Partitioned | None:
    """Return what a sweep takes on disk; None: its words cannot be cut so far as the memory asks for.

    What rounds take in the directory already is free for them: `RoundFiles` looks at whose they are.
    """
    columns, directory = size.places - 1, resources.kept_directory
    if columns < FEWEST_COLUMNS or directory is None:
        return None
    bits = bits_of_words(resources)
    width, residues = bits // 8, residues_of(size, bits)
    cutting = Cutting(size.places, size.levels, size.shallow, width * grades)
    threads = useful(resources.threads) if resources.crew is None else 1
    capacity, _ = cutting.capacity(resources.memory, threads)
    if capacity < cutting.least:
        return None
    partitions = max(cutting.partitions(capacity))
    rounds, layer = 1 + -(-size.cells // columns), width * size.states * grades
    there = next(path for path in (directory.absolute(), *directory.absolute().parents) if path.exists())
    return Partitioned(
        partitions,
        capacity,
        rounds * partitions * residues,
        2 * layer,
        rounds * layer * residues,
        shutil.disk_usage(there).free + bytes_of(directory, "gridwalk-*-round-*"),
    )


def bits_of_words(resources: Resources) -> int:
    """Return how wide the words are in which residues are summed: those of a crew half as wide."""
    return WIDE if resources.crew is None else HALF


def residues_of(size: ProfileSize, bits: int) -> int:
    """Return about how many residues, of words of some *bits*, a count has.

    >>> import numpy as np
    >>> from gridwalk.frontier.profile.roles import CellRoles
    >>> from gridwalk.frontier.profile.size import size_of
    >>> board = size_of(CellRoles.paths(np.ones((16, 16)), (0, 0), [(15, 15)]))
    >>> residues_of(board, WIDE), residues_of(board, HALF)
    (4, 7)
    """
    return 1 + 4 * size.cells // (5 * bits)  # it has less than 4/5 bit a cell
