"""One half of the frontier of a planar sweep, and the words over the frontier in partitions for it.

A cell works on two neighbouring places of the frontier.  A join also changes the matching elsewhere, but not
which places are in use.  So while the cells of one half of the columns are swept, words with different
patterns of used places on the other half do not meet.  A *partition* holds the words with some of these
patterns: their heads, in the order of this half, with all tails that fit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from gridwalk.frontier.profile.cutting import first_fit
from gridwalk.frontier.profile.halfwords import EVEN_BITS, LOOSE, Indices, reflect, used_places
from gridwalk.frontier.profile.motzkin import Words
from gridwalk.frontier.profile.operations import Ints
from gridwalk.frontier.profile.plan import CellStep, ProfilePlan
from gridwalk.frontier.profile.sweep import Lists, ProfileSweep, keys_of


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
        self.patterns = np.unique(used_places(self.words.head.code))
        self._pattern_of_head = np.searchsorted(self.patterns, used_places(self.words.head.code))
        self.lists: Lists

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
        for column, _, ends in keys_of(steps, self.words):
            self.words.products(column, ends)
            pause(0)
        self.lists = self.words.lists(keep=True)

    def sweep(self, partition: int, cells: slice, pause: Callable[[int], None]) -> ProfileSweep:
        """Return the sweep of a partition over some cells of this half."""
        words = self.words.of_heads(self.partition_of_head == partition)
        return ProfileSweep(self.plan, pause, (words, self.lists, cells))

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
