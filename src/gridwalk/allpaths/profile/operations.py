"""The operations of a cell on the words of a level, and how they are cut: in time, and for two threads.

An operation is a product: of what an edit does to a head, and another to the tails of a class.  All edits of
all cells are made together, for even a small board has hundreds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.profile.steps import (
    CLEAR,
    END,
    END_LEFT,
    END_RIGHT,
    FORK,
    HEIGHT,
    JOIN,
    LEFT,
    LOOSE,
    NOTHING,
    RIGHT,
    TURN,
)
from gridwalk.allpaths.profile.words import TOGETHER, Indices, Ints, Words

SIZE = -1  # the column of the size in rows of `Products.tails`
Cell = tuple[int, bool]  # column, and whether an end is placed
OpKey = tuple[int, int, bool]  # column, level, and whether an end is placed
Lists = tuple[NDArray[np.uint32], NDArray[np.uint32]]
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


# Rows (whether an end is placed, kind, before, after, which or -1, into, the plug whose other end changes)
RULES: Ints = np.array(
    [
        (ends, kind, old[0] | old[1] << 2, new[0] | new[1] << 2)
        + ((-1, 0, NOTHING) if which is None else (which, into, old[which]))
        for ends, rules in enumerate((INNER_RULES, END_RULES))
        for kind, old, new, which, into in rules
    ]
)


@dataclass
class Operations:
    """The operations of a cell on the words of a level, in the order of doing them one by one.

    Attributes
    ----------
    rows : int64 array, shape (operations, 5)
        As the kernel `apply` wants them.
    up_to : int64 array, shape (operations,)
        How many pairs of words there are up to each, with it.
    group : int32 array, shape (operations,)
        What a cut in two must leave whole.
    middle : int
        The first row of those that add to words of other heads.

    """

    rows: Ints
    up_to: Ints
    group: NDArray[np.int32]
    middle: int

    @cached_property
    def parts(self) -> list[tuple[int, int, int]]:
        """Rows (first, middle, last but one): two threads may do both halves of a part at the same time."""
        parts = []
        for low, high in ((0, self.middle), (self.middle, len(self.rows))):
            if high > low:
                group, up_to = self.group[low:high], self.up_to[low:high]
                half = int(up_to[0] - self.rows[low, 4] + up_to[-1]) // 2
                whole = group[np.searchsorted(up_to, half)]
                parts.append((low, low + int(np.searchsorted(group, whole)), high))
        return parts

    @property
    def nbytes(self) -> int:
        """The memory they take."""
        return self.rows.nbytes + self.up_to.nbytes + self.group.nbytes

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


def edits_of(cells: Sequence[Cell], seam: int, links: int) -> tuple[Ints, Ints, Ints, Ints]:
    """Return of each product of some cells the number of the cell, the kind, and the edits of both halves.

    These are rows for `HalfWords.changes`; up to *links* ends are left open at the seam.
    """
    cell, rule, k = (axis.ravel() for axis in np.indices((len(cells), len(RULES), links + 1)))
    columns, raises = np.array(cells, np.int64).reshape(-1, 2).T
    ends, kind, before, after, which, into, plug = RULES.T[:, rule]
    column = columns[cell]
    far = column + which >= seam
    over = (which >= 0) & (plug == np.where(far, RIGHT, LEFT))  # the other end may be over the seam
    some = np.flatnonzero((ends == raises[cell]) & (over | (k == 0)))
    plugs = np.array([np.full(column.size, 15), before, after]) << 2 * column
    edits = []
    for side, part in enumerate((plugs & (1 << 2 * seam) - 1, plugs >> 2 * seam)):
        here = np.maximum(column - seam, 0) if side else np.minimum(column, seam - 1)
        place = np.where((which >= 0) & (far == side), column + which - side * seam, -1)
        edits.append(np.stack([here, *part >> 2 * here, place, into, k], 1)[some])
    return cell[some], kind[some], *edits


@dataclass
class Products:
    """What the operations of some cells are made from: edits of heads, each with one of tails.

    Attributes
    ----------
    of_cell : dict of (column, whether an end is placed) to (first product, last but one)
    kind, head, tail : int64 arrays, shape (products,)
        The kind of each, and its edits.
    heads : tuple of int64 and two int32 arrays
        Where the changes by each edit begin; the heads before; and after.
    tails : int64 array, shape (edits * classes, 4)
        Rows (i, k, first, size) of the changes by each edit in each class of tails (see the kernel `apply`).
    lists : tuple of uint32 arrays
        The sources and targets of all operations.

    """

    of_cell: dict[Cell, tuple[int, int]]
    kind: Ints
    head: Ints
    tail: Ints
    heads: tuple[Ints, Indices, Indices]
    tails: Ints
    lists: Lists

    @classmethod
    def of(cls, words: Words, cells: Sequence[Cell], pause: Callable[[int], None]) -> Products:
        """Return what the operations of some cells are made from."""
        cell, kind, heads, tails = edits_of(cells, words.seam, int(words.head.depth.max()))
        edits, head = _distinct(heads)
        _, *changes = zip(*words.head.changes(edits, pause), strict=True)
        edit, old, new = (np.concatenate(each).astype(np.int32) for each in changes)
        first = np.searchsorted(edit, np.arange(len(edits) + 1))
        some = np.flatnonzero(np.diff(first)[head])
        edits, tail = _distinct(tails[some])
        bounds = np.searchsorted(cell[some], np.arange(len(cells) + 1)).tolist()
        of_cell = dict(zip(cells, pairwise(bounds), strict=True))
        return cls(of_cell, kind[some], head[some], tail, (first, old, new), *_lists(words, edits, pause))

    def operations(
        self, words: Words, keys: Sequence[OpKey], pause: Callable[[int], None]
    ) -> dict[OpKey, Operations]:
        """Return the operations on *words* of the cells and levels of some *keys*."""
        count, found = max(1, TOGETHER // (4 * words.head.code.size)), dict[OpKey, Operations]()
        for low in range(0, len(keys), count):
            found |= self._operations(words, keys[low : low + count])
            pause(0)
        return found

    def _operations(self, words: Words, keys: Sequence[OpKey]) -> dict[OpKey, Operations]:
        number = {level: n for n, level in enumerate(words.base)}
        base, sizes = (np.stack([*each.values()]) for each in (words.base, words.sizes))
        fitting = np.stack([words.fitting(level) for level in number])
        spans = [self.of_cell[column, ends] for column, _, ends in keys]
        product = np.concatenate([np.arange(*span) for span in spans])
        facts = [
            (n, column, number[level], number[level + ends]) for n, (column, level, ends) in enumerate(keys)
        ]
        # Of each product the changes of heads, and of each of these the tails that fit.
        first, size = self.heads[0][self.head[product]], np.diff(self.heads[0])[self.head[product]]
        change = np.repeat(first - np.cumsum(size) + size, size) + np.arange(size.sum())
        key, column, level, to = np.repeat(np.array(facts).T, np.diff(spans).ravel(), 1)
        each, (old, new) = np.repeat(np.arange(product.size), size), (side[change] for side in self.heads[1:])
        tails = (self.tail[product] * words.tail.start.size)[each] + fitting[level[each], old]
        some = np.flatnonzero((self.tails[tails, SIZE] > 0) & (sizes[level[each], old] > 0))
        each, old, new = each[some], old[some], new[some]
        # First what stays within a head, or changes two words that nothing else does; then what adds
        # to words of other heads.  Head by head, for a head's part of the table to stay in the
        # cache, and for two threads to have heads of their own.
        kind = self.kind[product]
        adds = (kind > TURN)[each] & ((level != to)[each] | (old != new))
        group = np.where(adds, new, np.where((column >= words.seam)[each], old, np.arange(old.size)))
        part = 2 * key[each] + adds
        order = np.lexsort((group, part))
        each, old, new, tails, part = (every[order] for every in (each, old, new, tails[some], part))
        group, rows = group[order].astype(np.int32), np.empty((order.size, 5), np.int64)
        rows[:, 0] = kind[each] | np.minimum(words.head.height[old], words.head.height[new]) << HEIGHT
        rows[:, 1:] = self.tails[tails]
        rows[:, 1] += base[level[each], old]
        rows[:, 2] += base[to[each], new]
        bounds = np.searchsorted(part, np.arange(2 * len(keys) + 1)).tolist()
        return {
            key: Operations(rows[low:high], np.cumsum(rows[low:high, 4]), group[low:high], middle - low)
            for key, low, middle, high in zip(keys, bounds[:-1:2], bounds[1::2], bounds[2::2], strict=True)
        }


def _distinct(edits: Ints) -> tuple[Ints, NDArray[np.intp]]:
    """Return the edits that differ, and which of them each is."""
    packed = (edits + 1 << 5 * np.arange(edits.shape[1])).sum(1)  # no number is above 30
    _, first, number = np.unique(packed, return_index=True, return_inverse=True)
    return edits[first], number


def _lists(words: Words, edits: Ints, pause: Callable[[int], None]) -> tuple[Ints, Lists]:
    """Return what *edits* change in tails (see `Products.tails`), and the lists that this points to."""
    tail, classes = words.tail, words.tail.start.size
    place = (np.arange(tail.code.size) - tail.start[tail.classes]).astype(np.int32)
    nothing = np.zeros(1, np.uint32)  # a list is never empty
    rows, lists, listed = [], [(nothing, nothing)], 1
    for numbers, edit, old, new in tail.changes(edits, pause):
        ends = np.arange(numbers.start * classes, numbers.stop * classes + 1)
        bounds = np.searchsorted(edit * classes + tail.classes[old], ends)
        begin, size = bounds[:-1], np.diff(bounds)
        i, k = (np.append(place[each], np.int32(0)) for each in (old, new))
        breaks = np.cumsum((np.diff(i, prepend=0) != 1) | (np.diff(k, prepend=0) != 1))
        plain = breaks[np.maximum(bounds[1:] - 1, begin)] == breaks[begin]  # both run on, and need no list
        lengths = np.where(plain, 0, size)
        first = np.where(plain, -1, listed + np.cumsum(lengths) - lengths)
        rows.append(np.stack([i[begin] * plain, k[begin] * plain, first, size], 1))
        some = np.flatnonzero(np.repeat(~plain, size))
        lists.append((i[some].astype(np.uint32), k[some].astype(np.uint32)))
        listed += some.size
    sources, targets = map(np.concatenate, zip(*lists, strict=True))
    return np.concatenate(rows), (sources, targets)
