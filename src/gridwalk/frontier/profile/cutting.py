"""How the words over a frontier are cut into partitions: their numbers, and the words.

A cell works on two neighbouring places of the frontier.  A join also changes the matching elsewhere, but not
which places are in use.  So while the cells of one half of the columns are swept, words with different
patterns of used places on the other half do not meet.  A *partition* holds the words with some of these
patterns: their heads, in the order of this half, with all tails that fit.  How many words have a pattern
depends only on how many of its places are used: those that are not change nothing.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from math import comb
from pathlib import Path

import numpy as np

from gridwalk.frontier.estimate import Partitioned
from gridwalk.frontier.exact import HALF, WIDE
from gridwalk.frontier.profile.operations import Products
from gridwalk.frontier.profile.plan import CellStep, ProfilePlan, ProfileSize
from gridwalk.frontier.profile.sweep import ProfileSweep, cells_of, keys_of
from gridwalk.frontier.profile.words import EVEN_BITS, Indices, Ints, Words, half_words, reflect, used_places
from gridwalk.kernels.frontier.profile import LOOSE
from gridwalk.runtime.resources import Resources
from gridwalk.runtime.threads import useful

SHARE = 0.7  # of the memory left, for tables and operations; the rest is for pieces on their way
ROW_BYTES = 52  # of an operation (`Operations`)
TAIL_BYTES, HEAD_BYTES = 100, 140  # of `Words` and what `FrontierHalf` adds, as measured at 18 x 18

FEWEST_COLUMNS = 2


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
    (7142008, (29, 29))

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
            n for (_, loose), n in half_words(places, self.shallow).items() if loose <= max(self.levels)
        )

    def _cost(self, rest: int, used: int) -> int:
        """Return the bytes for the words with a pattern of *used* places, and for their operations."""
        tails, cost = half_words(self.places - rest, self.shallow), 0
        for (depth, loose), heads in half_words(used, self.shallow, True).items():
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

    What rounds take in the directory already is free for them: whose they are is for `RoundSweep`.
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

    >>> from gridwalk.frontier.profile.roles import END_CELL, CellRoles
    >>> from gridwalk.frontier.profile.plan import size_of
    >>> roles = np.ones((16, 16), np.uint8)
    >>> roles[[0, 15], [0, 15]] = END_CELL
    >>> board = size_of(CellRoles(roles, np.zeros((16, 16), bool)))
    >>> residues_of(board, WIDE), residues_of(board, HALF)
    (4, 7)
    """
    return 1 + 4 * size.cells // (5 * bits)  # it has less than 4/5 bit a cell


def loose_ends(codes: Ints) -> Ints:
    """Return the number of loose ends in words: their level."""
    both: Ints = codes & codes >> 1 & EVEN_BITS
    assert LOOSE == 3
    return np.bitwise_count(both).astype(np.int64)


class FrontierHalf:
    """The cells of half of the columns, and the words in order of the patterns on the other half.

    With *reflected* the frontier is read from its other end, so that the half at rest always comes first.
    """

    def __init__(self, plan: ProfilePlan, at_rest: int, reflected: bool) -> None:
        self.at_rest, self.reflected, self.places = at_rest, reflected, plan.places
        turned = tuple(map(self._turned, plan.steps))
        self.plan = replace(plan, steps=turned)
        self.words = Words(plan.places, plan.levels, plan.shallow, at_rest)
        self.patterns = np.unique(self.words.head.used)
        self._pattern_of_head = np.searchsorted(self.patterns, self.words.head.used)
        self.products: Products

    def _turned(self, step: CellStep) -> CellStep:
        if not self.reflected:
            return replace(step, shift=False)
        column = self.places - 2 - step.column
        return replace(step, column=column, left=step.right, right=step.left, shift=False)

    def turned(self, codes: Ints) -> Ints:
        """Return words in the order of the board in the order of this half, or back again."""
        return reflect(codes, self.places) if self.reflected else codes

    def cut(self, costs: list[int], capacity: int) -> None:
        """Put the patterns into partitions of at most a *capacity*, given their *costs* by used places."""
        cost = np.array(costs)[np.bitwise_count(self.patterns)]
        order = np.argsort(-cost, kind="stable")
        self.partition_of_pattern = np.zeros(cost.size, np.int64)
        self.partition_of_pattern[order] = first_fit(cost[order].tolist(), capacity)
        self.partitions = 1 + int(self.partition_of_pattern.max())
        self.partition_of_head = self.partition_of_pattern[self._pattern_of_head]
        self._heads: dict[tuple[int, int], tuple[Ints, Indices]] = {}  # and classes
        for level, sizes in self.words.sizes.items():
            for n in range(self.partitions):
                heads = np.flatnonzero((self.partition_of_head == n) & (sizes > 0))
                self._heads[n, level] = heads, self.words.fitting(level)[heads]

    def partition_of(self, heads: Ints) -> Ints:
        """Return in which partition the words with some heads are, given by their codes."""
        found = np.searchsorted(self.patterns, used_places(heads))
        return self.partition_of_pattern[np.minimum(found, self.patterns.size - 1)]

    @property
    def origin(self) -> int:
        """The partition of the words that have all their plugs on this half."""
        return int(self.partition_of_pattern[0])

    def face(self, other: FrontierHalf, pause: Callable[[int], None]) -> None:
        """Put the tails in order of the partitions of the other half, and find their words there."""
        tails = self.words.tail
        tails.sort(other.partition_of(reflect(tails.code >> 2, other.at_rest)))
        pause(0)
        heads = reflect(tails.code >> 2, other.at_rest)
        classes = tails.classes * other.partitions + other.partition_of(heads)
        bounds = np.arange(1 + (1 + int(tails.classes.max())) * other.partitions)
        self._bounds = np.searchsorted(classes, bounds)
        self.head_of_tail = other.words.head.find(heads).astype(np.int32)
        self.middle_of_tail = (tails.code & 3).astype(np.int8)

    def place_in(self, other: FrontierHalf) -> None:
        """Find the places of this half's heads, with the plug between the halves, among the other's tails."""
        tails, middle = other.words.tail, np.arange(4)
        codes = reflect(middle, 1) | reflect(self.words.head.code, self.at_rest)[:, None] << 2
        found = tails.find(codes.ravel())
        self.place = (found - tails.start[tails.classes[found]]).astype(np.int32).reshape(codes.shape)

    def prepare(self, pause: Callable[[int], None]) -> None:
        """Make what the operations need."""
        steps = [step for step in self.plan.steps[:-1] if step.column >= self.at_rest]
        self.products = Products.of(self.words, cells_of(keys_of(steps, self.words)), pause)

    def sweep(self, partition: int, cells: slice, pause: Callable[[int], None]) -> ProfileSweep:
        """Return the sweep of a partition over some cells of this half."""
        words = self.words.of_heads(self.partition_of_head == partition)
        return ProfileSweep(self.plan, pause, (words, self.products, cells))

    def runs(self, partition: int, other: FrontierHalf, to: int, level: int) -> Ints:
        """Return the words of a partition that are in partition *to* of the other half.

        As rows ``(first tail, size, head)``, in the order of the table.
        """
        heads, classes = self._heads[partition, level]
        at = classes * other.partitions + to
        first, end = self._bounds[at], self._bounds[at + 1]
        some = end > first
        return np.stack([first[some], (end - first)[some], heads[some]], 1)

    def addresses(self, words: Words, rows: Ints, level: int) -> Ints:
        """Return where the rows of `runs` begin in the table of their partition, which has *words*."""
        tails = words.tail
        found: Ints = words.base[level][rows[:, 2]] + rows[:, 0] - tails.start[tails.classes[rows[:, 0]]]
        return found
