"""Words over the cut of a planar board, and a cell's transitions as lists of operations.

A word is a *head* and a *tail* that fit: as many ends left open by the head as the tail
closes.  Its place in the table is ``base_of_head[head] + place of the tail in its class``, so
every transition is a product of a change of heads and a change of tails: a few thousand rows for
a table of millions of counts.  After S. Iwashita, Y. Nakazawa, J. Kawahara, T. Uno, S. Minato,
"Efficient computation of the number of paths in a grid graph with minimal perfect hash
functions", 2013, with a table of halves in place of the hash function.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.frontier.profile.operations import Ints, Operations
from gridwalk.kernels.frontier.profile import CLEAR, END, END_LEFT, END_RIGHT, FORK, JOIN, TURN

Rule = tuple[int, tuple[int, int], tuple[int, int], int | None, int]
Plugs = tuple[tuple[int, int], ...]  # (place, plug) pairs
Edit = tuple[Plugs, Plugs, int | None, int, int]  # the arguments of `HalfWords.change`

NOTHING, LEFT, RIGHT, LOOSE = range(4)
LEVELS = 3  # 0, 1 or 2 loose ends in a word

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


@cache
def number_of_words(places: int, shallow: bool) -> tuple[int, ...]:
    """Return how many words there are with 0, 1 and 2 loose ends."""
    ways = {(0, 0): 1}
    for _ in range(places):
        longer: dict[tuple[int, int], int] = {}
        for (depth, loose), n in ways.items():
            following = [(depth, loose), (depth + 1, loose), (depth - 1, loose)]
            if not (shallow and depth):
                following.append((depth, loose + 1))
            for key in following:
                if key[0] >= 0 and key[1] < LEVELS:
                    longer[key] = longer.get(key, 0) + n
        ways = longer
    return tuple(ways.get((0, loose), 0) for loose in range(LEVELS))


class HalfWords:
    """All heads (or, mirrored, all tails) of a length, in order of their class.

    The class is ``LEVELS * depth + loose ends``, the depth being the number of ends left open at
    the seam.  ``partner[w, p]`` is the place of the other end of the piece at place *p*, or ``-k`` if
    that is the ``k``-th end (from 1) that the other half leaves open, counted from the seam.
    """

    def __init__(self, length: int, deepest: int, loose: int, shallow: bool, mirrored: bool) -> None:
        opening, closing = (RIGHT, LEFT) if mirrored else (LEFT, RIGHT)
        places = range(length - 1, -1, -1) if mirrored else range(length)
        code, depth, ends = (np.zeros(1, np.int64) for _ in range(3))
        for p in places:
            ok = {
                NOTHING: depth >= 0,
                opening: depth < length,
                closing: depth > 0,
                LOOSE: (ends < loose) & ((depth == 0) | (not shallow)),
            }
            parts = [
                (code[m] | s << 2 * p, depth[m] + (s == opening) - (s == closing), ends[m] + (s == LOOSE))
                for s, m in ok.items()
            ]
            code, depth, ends = (np.concatenate(part) for part in zip(*parts, strict=True))
        fits = depth <= deepest
        code, depth, ends = code[fits], depth[fits], ends[fits]
        order = np.lexsort((code, LEVELS * depth + ends))
        self.code, self.depth, self.loose = code[order], depth[order], ends[order]
        self.classes = LEVELS * self.depth + self.loose
        self.start = np.searchsorted(self.classes, np.arange(LEVELS * (length + deepest + 2)))
        self._by_code = np.argsort(self.code)
        self._sorted = self.code[self._by_code]
        self.plugs = np.stack([self.code >> 2 * p & 3 for p in range(length)], 1)
        self.partner, self.open_at = self._match(opening, closing, places)

    def _match(self, opening: int, closing: int, places: range) -> tuple[Ints, Ints]:
        rows = np.arange(self.code.size)
        partner = np.zeros_like(self.plugs)
        stack = np.zeros((rows.size, len(places) + 1), np.int64)
        height = np.zeros(rows.size, np.int64)
        for p in places:
            up, down = rows[self.plugs[:, p] == opening], rows[self.plugs[:, p] == closing]
            stack[up, height[up]] = p
            height[up] += 1
            height[down] -= 1
            other = stack[down, height[down]]
            partner[down, p], partner[down, other] = other, p
        open_at = np.full((rows.size, len(places) + 1), -1)
        for k in range(1, len(places) + 1):
            deep = rows[height >= k]
            open_at[deep, k] = stack[deep, height[deep] - k]
            partner[deep, open_at[deep, k]] = -k
        return partner, open_at

    def find(self, codes: Ints) -> Ints:
        """Return the index of each word, -1 where there is none."""
        i = np.minimum(np.searchsorted(self._sorted, codes), self._sorted.size - 1)
        return np.where(self._sorted[i] == codes, self._by_code[i], -1)

    def change(self, before: Plugs, after: Plugs, place: int | None, into: int, k: int) -> tuple[Ints, Ints]:
        """Return the words that have the plugs *before*, and what becomes of them.

        *place* is that of the plug whose other end changes, if it is in this half; the other end is
        in this half too if *k* is 0, else at the *k*-th link over the seam.
        """
        keep = self.depth >= (k if place is None else 0)
        for p, plug in before:
            keep &= self.plugs[:, p] == plug
        if place is not None:
            keep &= self.partner[:, place] >= 0 if k == 0 else self.partner[:, place] == -k
        old = np.flatnonzero(keep)
        code = self.code[old]
        for p, plug in after:
            code = code & ~(3 << 2 * p) | plug << 2 * p
        if (place is None) == (k > 0):
            shift = 2 * (self.open_at[old, k] if place is None else self.partner[old, place])
            code = code & ~(3 << shift) | into << shift
        new = self.find(code)
        return old[new >= 0], new[new >= 0]


class Words:
    """The table of all words of ``places`` plugs with the given numbers of loose ends."""

    def __init__(self, places: int, levels: frozenset[int], shallow: bool) -> None:
        self.seam = max(1, (places - 1) // 2)
        tail = places - self.seam
        self.head = HalfWords(self.seam, min(self.seam, tail), max(levels), shallow, mirrored=False)
        self.tail = HalfWords(tail, min(self.seam, tail), max(levels), shallow, mirrored=True)
        size_of_class = np.diff(self.tail.start)
        self.base: dict[int, Ints] = {}
        self._sizes: dict[int, Ints] = {}  # how many tails fit each head
        self.size = 0
        for level in sorted(levels):
            sizes = np.where(self.head.loose <= level, size_of_class[self._fitting(level)], 0)
            self._sizes[level] = sizes
            self.base[level] = self.size + np.cumsum(sizes) - sizes
            self.size += int(sizes.sum())
        self._products_of: dict[tuple[int, Rule], list[Any]] = {}
        self._list_of: dict[Edit, Ints] = {}
        self._places: list[tuple[Ints, Ints]] = []
        self._listed = 0

    def _fitting(self, level: int) -> Ints:
        """Return the class of the tails that fit each head (0 where none does)."""
        classes: Ints = np.maximum(LEVELS * self.head.depth + level - self.head.loose, 0)
        return classes

    def index(self, plugs: dict[int, int], level: int) -> int:
        """Return the place in the table of the word that has these plugs and no others."""
        code = sum(plug << 2 * p for p, plug in plugs.items())
        return int(self.look_up(np.array([code]), level)[0])

    def spell(self, words: Ints, level: int) -> Ints:
        """Return the codes of words of a level: two bits for each plug."""
        base = self.base[level]
        filled = np.flatnonzero(self._sizes[level])  # an empty head shares its base with the next
        head = filled[np.searchsorted(base[filled], words, side="right") - 1]
        tail = self.tail.start[self._fitting(level)[head]] + words - base[head]
        codes: Ints = self.head.code[head] | self.tail.code[tail] << 2 * self.seam
        return codes

    def look_up(self, codes: Ints, level: int) -> Ints:
        """Return the places in the table of words of a level."""
        head, tail = self.head.find(codes & (1 << 2 * self.seam) - 1), self.tail.find(codes >> 2 * self.seam)
        words: Ints = self.base[level][head] + tail - self.tail.start[self.tail.classes[tail]]
        return words

    def shifted(self, words: Ints, by: int) -> Ints:
        """Return what words become when every plug moves a place on (*by* 1) or back (-1).

        The plug that would fall off must be nothing.
        """
        moved = np.empty_like(words)
        for level, base in self.base.items():
            here = (words >= base[0]) & (words < base[-1] + self._sizes[level][-1])
            codes = self.spell(words[here], level)
            moved[here] = self.look_up(codes << 2 if by > 0 else codes >> 2, level)
        return moved

    def operations(self, column: int, level: int, ends: bool) -> Operations:
        """Return the operations of a cell on the words of a level (see `plugs.apply`).

        With *ends*, those that raise the level by one: an end of the path in this cell.
        """
        blocks, heads = [], []
        for rule in END_RULES if ends else INNER_RULES:
            for (old, new), listed in self._products(column, rule):
                classes = self._fitting(level)[old]
                first, size, i, k = (column_of[classes] for column_of in listed)
                keep = (size > 0) & (self.head.loose[old] <= level)
                i = i + self.base[level][old]
                k = k + self.base[level + ends][new]
                block = np.stack([np.full(i.size, rule[0]), i, k, first, size], 1)
                blocks.append(block[keep])
                heads.append(np.stack([old[keep], new[keep]], 1))
        rows, pairs = np.concatenate(blocks), np.concatenate(heads)
        # First what stays within a head, or changes two words that nothing else does; then what adds
        # to words of other heads.  Head by head, for a head's part of the table to stay in the
        # cache, and for two threads to have heads of their own.
        adds = (rows[:, 0] > TURN) & (ends | (pairs[:, 0] != pairs[:, 1]))
        group = np.where(adds, pairs[:, 1], pairs[:, 0] if column >= self.seam else np.arange(adds.size))
        order = np.lexsort((group, adds))
        rows, group, middle = np.ascontiguousarray(rows[order]), group[order], int((~adds).sum())
        return Operations.cut(rows, [(group[:middle], 0), (group[middle:], middle)])

    def _products(self, column: int, rule: Rule) -> list[tuple[tuple[Ints, Ints], Ints]]:
        """Return the changes of heads by a rule, each with the changes of tails that go with it."""
        key = (column, rule)
        if key not in self._products_of:
            _, before, after, which, into = rule
            places = (column, column + 1)
            sides: tuple[list[tuple[int, int, int]], ...] = ([], [])
            for p, old, new in zip(places, before, after, strict=True):
                sides[p >= self.seam].append((p - (p >= self.seam) * self.seam, old, new))
            flipped: list[int | None] = [None, None]
            links = range(1)
            if which is not None:
                far = places[which] >= self.seam
                flipped[far] = places[which] - far * self.seam
                if before[which] == (RIGHT if far else LEFT):
                    links = range(self.head.depth.max() + 1)
            found = []
            for k in links:
                edits: list[Edit] = [
                    (tuple((p, o) for p, o, _ in side), tuple((p, n) for p, _, n in side), place, into, k)
                    for side, place in zip(sides, flipped, strict=True)
                ]
                heads = self.head.change(*edits[0])
                if heads[0].size:
                    found.append((heads, self._list(edits[1])))
            self._products_of[key] = found
        return self._products_of[key]

    def _list(self, edit: Edit) -> Ints:
        """Return (first, size, i, k) by class of tails for a change of tails (see `plugs.apply`)."""
        if edit in self._list_of:
            return self._list_of[edit]
        old, new = self.tail.change(*edit)
        bounds = np.searchsorted(self.tail.classes[old], np.arange(self.tail.start.size))
        i = old - self.tail.start[self.tail.classes[old]]
        k = new - self.tail.start[self.tail.classes[new]]
        breaks = np.zeros(old.size + 1, np.int64)
        if old.size:
            jump = (np.diff(i) != 1) | (np.diff(k) != 1)
            breaks[1:-1] = np.cumsum(jump)
            breaks[-1] = breaks[-2]
        low, high = bounds[:-1], bounds[1:]
        some = high > low
        safe = np.where(some, low, 0)
        plain = some & (breaks[np.maximum(high - 1, 0)] == breaks[safe])
        listed = np.zeros((4, low.size), np.int64)
        listed[0] = np.where(plain, -1, self._listed + low)
        listed[1] = high - low
        if old.size:
            listed[2], listed[3] = np.where(plain, i[safe], 0), np.where(plain, k[safe], 0)
        if not plain[some].all():
            self._places.append((i, k))
            self._listed += i.size
        self._list_of[edit] = listed
        return listed

    def lists(self) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """Return *sources* and *targets* for all operations, and forget what made them."""
        places = self._places
        self._products_of, self._list_of, self._places = {}, {}, []
        for half in (self.head, self.tail):
            del half.plugs, half.partner, half.open_at
        if not places:
            return np.zeros(1, np.uint32), np.zeros(1, np.uint32)
        i, k = (np.concatenate(part).astype(np.uint32) for part in zip(*places, strict=True))
        return i, k
