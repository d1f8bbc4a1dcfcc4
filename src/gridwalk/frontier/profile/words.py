"""Words over the cut of a planar board, and a cell's transitions as lists of operations.

A word is a *head* and a *tail* that fit: as many ends left open by the head as the tail
closes.  Its place in the table is ``base_of_head[head] + place of the tail in its class``, so
every transition is a product of a change of heads and a change of tails: a few thousand rows for
a table of millions of counts.  After S. Iwashita, Y. Nakazawa, J. Kawahara, T. Uno, S. Minato,
"Efficient computation of the number of paths in a grid graph with minimal perfect hash
functions", 2013, with a table of halves in place of the hash function.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from functools import cache

import numpy as np
from numpy.typing import NDArray

from gridwalk.frontier.profile.operations import END_RULES, INNER_RULES, Ints, Operations, Rule
from gridwalk.kernels.frontier.profile import HEIGHT, LEFT, LOOSE, NOTHING, RIGHT, TURN

Plugs = tuple[tuple[int, int], ...]  # (place, plug) pairs
Edit = tuple[Plugs, Plugs, int | None, int, int]  # the arguments of `HalfWords.change`

Indices = NDArray[np.int32]

DIRECT = 8  # places of words that are looked up in a table of all codes
LEVELS = 3  # 0, 1 or 2 loose ends in a word
EVEN_BITS = 0x5555555555555555


def reflect(codes: Ints, places: int) -> Ints:
    """Return words read from the other side: a left end is a right end then, with its two bits exchanged."""
    found = np.zeros_like(codes)
    for bit in range(2 * places):
        found |= (codes >> bit & 1) << 2 * places - 1 - bit
    return found


def used_places(codes: Ints) -> Ints:
    """Return which places of words are in use, in every other bit."""
    found: Ints = (codes | codes >> 1) & EVEN_BITS
    return found


def spelt(
    places: Iterable[int], symbols: Sequence[int], rooms: Sequence[int], loose: int, shallow: bool
) -> tuple[Ints, Ints, Ints]:
    """Return the codes of half words, place by place; the ends that each leaves open, and its loose ends.

    *symbols* are those allowed: nothing, if it is, an opening, a closing and a loose end.  At each place no
    more ends are open than there is room for.
    """
    *nothing, opening, closing, _ = symbols
    code, depth, ends = (np.zeros(1, np.int64) for _ in range(3))
    for p, room in zip(places, rooms, strict=True):
        ok = {
            **dict.fromkeys(nothing, depth >= 0),
            opening: depth < room,
            closing: depth > 0,
            LOOSE: (ends < loose) & ((depth == 0) | (not shallow)),
        }
        parts = [
            (code[m] | s << 2 * p, depth[m] + (s == opening) - (s == closing), ends[m] + (s == LOOSE))
            for s, m in ok.items()
        ]
        code, depth, ends = (np.concatenate(part) for part in zip(*parts, strict=True))
    return code, depth, ends


class HalfWords:
    """All heads (or, mirrored, all tails) of a length, in order of their class.

    The class is ``LEVELS * depth + loose ends``, the depth being the number of ends left open at
    the seam.  ``partner[w, p]`` is the place of the other end of the piece at place *p*, or ``-k`` if
    that is the ``k``-th end (from 1) that the other half leaves open, counted from the seam.
    """

    def __init__(self, length: int, deepest: int, loose: int, shallow: bool, mirrored: bool) -> None:
        self._opening, self._closing = (RIGHT, LEFT) if mirrored else (LEFT, RIGHT)
        self._places = range(length - 1, -1, -1) if mirrored else range(length)
        symbols, rooms = (NOTHING, self._opening, self._closing, LOOSE), [length] * length
        code, depth, ends = spelt(self._places, symbols, rooms, loose, shallow)
        fits = depth <= deepest
        self.code: Ints = code[fits]
        self.depth, self.loose = (part[fits].astype(np.int8) for part in (depth, ends))
        self.sort(np.zeros(self.code.size, np.int64))
        self.start = np.searchsorted(self.classes, np.arange(LEVELS * (length + deepest + 2)))

    def sort(self, by: Ints) -> None:
        """Put the words of each class in order of *by*, and where that is equal, of their codes."""
        order = np.lexsort((self.code, by, LEVELS * self.depth + self.loose))
        self.code, self.depth, self.loose = self.code[order], self.depth[order], self.loose[order]
        self.classes = (LEVELS * self.depth + self.loose).astype(np.int32)
        self._by_code = np.argsort(self.code).astype(np.int32)
        self._sorted = self.code[self._by_code]
        self._word_of_code = None
        if len(self._places) <= DIRECT:
            self._word_of_code = np.full(1 << 2 * len(self._places), -1, np.int32)
            self._word_of_code[self.code] = np.arange(self.code.size)
        plugs = [(self.code >> 2 * p & 3).astype(np.int8) for p in range(len(self._places))]
        self.plugs = np.array(plugs).T  # the words of a place lie together
        self.partner, self.open_at = self._match()

    def _match(self) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        rows = np.arange(self.code.size)
        partner = np.zeros_like(self.plugs)
        stack = np.zeros((rows.size, len(self._places) + 1), np.int8)
        height = np.zeros(rows.size, np.int64)
        self.height = np.zeros(rows.size, np.int64)  # the most pieces over one another
        for p in self._places:
            up, down = (rows[self.plugs[:, p] == plug] for plug in (self._opening, self._closing))
            stack[up, height[up]] = p
            height[up] += 1
            np.maximum(self.height, height, out=self.height)
            height[down] -= 1
            other = stack[down, height[down]]
            partner[down, p], partner[down, other] = other, p
        open_at = np.full((rows.size, len(self._places) + 1), -1, np.int8)
        for k in range(1, len(self._places) + 1):
            deep = rows[height >= k]
            open_at[deep, k] = stack[deep, height[deep] - k]
            partner[deep, open_at[deep, k]] = -k
        return partner, open_at

    @property
    def used(self) -> Ints:
        """Which places of each word are in use, in every other bit."""
        return used_places(self.code)

    def find(self, codes: Ints) -> Ints:
        """Return the index of each word, -1 where there is none."""
        if self._word_of_code is not None:
            return self._word_of_code[codes].astype(np.int64)
        i = np.minimum(np.searchsorted(self._sorted, codes), self._sorted.size - 1)
        return np.where(self._sorted[i] == codes, self._by_code[i], -1)

    def change(
        self, before: Plugs, after: Plugs, place: int | None, into: int, k: int
    ) -> tuple[Indices, Indices]:
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
        cleared, set_ = 0, 0
        for p, plug in after:
            cleared, set_ = cleared | 3 << 2 * p, set_ | plug << 2 * p
        code = self.code[old] & ~cleared | set_
        if (place is None) == (k > 0):
            other = self.open_at[old, k] if place is None else self.partner[old, place]
            shift = 2 * other.astype(np.int64)
            code = code & ~(3 << shift) | into << shift
        new = self.find(code)
        some = new >= 0
        return old[some].astype(np.int32), new[some].astype(np.int32)


# Of each product the kind, the edit of its heads, and, (4, products, classes), the tails (`Words._list`).
Products = tuple[Ints, list[Edit], Ints]


@cache
def half_words(places: int, shallow: bool, used: bool = False) -> dict[tuple[int, int], int]:
    """Return how many half words of some *places*, all of them *used* or not, there are.

    By the ends that they leave open, and their loose ends.
    """
    ways = {(0, 0): 1}
    for _ in range(places):
        longer: dict[tuple[int, int], int] = {}
        for (depth, loose), n in ways.items():
            following = [(depth + 1, loose), (depth - 1, loose)] + [(depth, loose)] * (not used)
            if not (shallow and depth):
                following.append((depth, loose + 1))
            for key in following:
                if key[0] >= 0 and key[1] < LEVELS:
                    longer[key] = longer.get(key, 0) + n
        ways = longer
    return ways


def number_of_words(places: int, shallow: bool) -> tuple[int, ...]:
    """Return how many words there are with 0, 1 and 2 loose ends."""
    return tuple(half_words(places, shallow).get((0, loose), 0) for loose in range(LEVELS))


class Words:
    """The table of all words of ``places`` plugs with the given numbers of loose ends.

    Parameters
    ----------
    places : int
    levels : frozenset of int
        Numbers of loose ends.
    shallow : bool
        Whether there are loose ends at depth 0 only.
    seam : int, optional
        The places of the head; default: about half of them.

    """

    def __init__(self, places: int, levels: frozenset[int], shallow: bool, seam: int | None = None) -> None:
        self.seam = max(1, (places - 1) // 2) if seam is None else seam
        tail = places - self.seam
        self.head = HalfWords(self.seam, min(self.seam, tail), max(levels), shallow, mirrored=False)
        self.tail = HalfWords(tail, min(self.seam, tail), max(levels), shallow, mirrored=True)
        self._classes = np.arange(self.tail.start.size)
        self._place_of_tail = np.arange(self.tail.code.size) - self.tail.start[self.tail.classes]
        self._fitting: dict[int, Indices] = {}
        size_of_class = np.diff(self.tail.start)
        self.sizes: dict[int, Ints] = {}  # how many tails fit each head
        for level in sorted(levels):
            self.sizes[level] = np.where(self.head.loose <= level, size_of_class[self.fitting(level)], 0)
        self._lay_out()
        self._heads_of: dict[Edit, tuple[Indices, Indices]] = {}
        self._products_of: dict[tuple[int, bool], Products] = {}
        self._list_of: dict[Edit, Ints] = {}
        self._places: list[tuple[Ints, Ints]] = []
        self._listed = 0

    def _lay_out(self) -> None:
        """Give every head the first place of its tails."""
        self.base: dict[int, Ints] = {}
        self.size = 0
        for level, sizes in self.sizes.items():
            self.base[level] = self.size + np.cumsum(sizes) - sizes
            self.size += int(sizes.sum())

    def of_heads(self, inside: NDArray[np.bool_]) -> Words:
        """Return the table of the words that have one of some heads, which no operation leaves.

        It shares all else with this one, where `products` was called for the cells of its operations.
        """
        part = copy(self)
        part.sizes = {level: np.where(inside, sizes, 0) for level, sizes in self.sizes.items()}
        part._lay_out()
        part._heads_of = {}
        for edit, (old, new) in self._heads_of.items():
            part._heads_of[edit] = old[inside[old]], new[inside[old]]
        return part

    def fitting(self, level: int) -> Indices:
        """Return the class of the tails that fit each head (0 where none does, as `sizes` tells)."""
        if level not in self._fitting:
            self._fitting[level] = np.maximum(self.head.classes + level - 2 * self.head.loose, 0)
        return self._fitting[level]

    def index(self, plugs: dict[int, int], level: int) -> int:
        """Return the place in the table of the word that has these plugs and no others; -1: none is."""
        code = sum(plug << 2 * p for p, plug in plugs.items())
        return int(self.look_up(np.array([code]), level)[0])

    def spell(self, words: Ints, level: int) -> Ints:
        """Return the codes of words of a level: two bits for each plug."""
        base, head = self.base[level], self.head_of(words, level)
        tail = self.tail.start[self.fitting(level)[head]] + words - base[head]
        codes: Ints = self.head.code[head] | self.tail.code[tail] << 2 * self.seam
        return codes

    def head_of(self, words: Ints, level: int) -> Ints:
        """Return the heads of words of a level."""
        filled = np.flatnonzero(self.sizes[level])  # an empty head shares its base with the next
        heads: Ints = filled[np.searchsorted(self.base[level][filled], words, side="right") - 1]
        return heads

    def look_up(self, codes: Ints, level: int) -> Ints:
        """Return the places in the table of words of a level; -1 for those of other tables' heads."""
        head, tail = self.head.find(codes & (1 << 2 * self.seam) - 1), self.tail.find(codes >> 2 * self.seam)
        words: Ints = self.base[level][head] + tail - self.tail.start[self.tail.classes[tail]]
        return np.where(self.sizes[level][head] > 0, words, -1)

    def by_level(self, words: Ints) -> Iterator[tuple[int, NDArray[np.bool_]]]:
        """Yield which of the words are of each level."""
        for level, base in self.base.items():
            yield level, (words >= base[0]) & (words < base[-1] + self.sizes[level][-1])

    def shifted(self, words: Ints, by: int) -> Ints:
        """Return what words become when every plug moves a place on (*by* 1) or back (-1).

        The plug that would fall off must be nothing.
        """
        moved = np.empty_like(words)
        for level, here in self.by_level(words):
            codes = self.spell(words[here], level)
            moved[here] = self.look_up(codes << 2 if by > 0 else codes >> 2, level)
        return moved

    def operations(self, column: int, level: int, ends: bool) -> Operations:
        """Return the operations of a cell on the words of a level (see the kernel `apply`).

        With *ends*, those that raise the level by one: an end of the path in this cell.
        """
        kinds, edits, listed = self.products(column, ends)
        heads = [self._heads_of[edit] for edit in edits]
        old, new = (np.concatenate(side) for side in zip(*heads, strict=True))
        product = np.repeat(np.arange(kinds.size), [before.size for before, _ in heads])
        classes = self.fitting(level)[old]
        some = np.flatnonzero((listed[1, product, classes] > 0) & (self.sizes[level][old] > 0))
        product, classes, old, new = product[some], classes[some], old[some], new[some]
        first, size, i, k = listed[:, product, classes]
        i, k = i + self.base[level][old], k + self.base[level + ends][new]
        height = np.minimum(self.head.height[old], self.head.height[new])
        rows = np.stack([kinds[product] | height << HEIGHT, i, k, first, size], 1)
        # First what stays within a head, or changes two words that nothing else does; then what adds
        # to words of other heads.  Head by head, for a head's part of the table to stay in the
        # cache, and for two threads to have heads of their own.
        adds = (kinds[product] > TURN) & (ends | (old != new))
        group = np.where(adds, new, old if column >= self.seam else np.arange(adds.size))
        order = np.lexsort((group, adds))
        rows, group, middle = np.ascontiguousarray(rows[order]), group[order], int((~adds).sum())
        return Operations.cut(rows, [(group[:middle], 0), (group[middle:], middle)])

    def products(self, column: int, ends: bool) -> Products:
        """Return what `operations` of a cell are made from: as many edits of heads and of tails."""
        key = (column, ends)
        if key not in self._products_of:
            rows = [row for rule in (END_RULES if ends else INNER_RULES) for row in self._of(rule, column)]
            kinds, edits, listed = zip(*rows, strict=True)
            self._products_of[key] = np.array(kinds), list(edits), np.stack(listed, 1)
        return self._products_of[key]

    def _of(self, rule: Rule, column: int) -> Iterator[tuple[int, Edit, Ints]]:
        """Yield the edits of heads by a rule, each with the changes of tails that go with it."""
        kind, before, after, which, into = rule
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
        for k in links:
            edits: list[Edit] = [
                (tuple((p, o) for p, o, _ in side), tuple((p, n) for p, _, n in side), place, into, k)
                for side, place in zip(sides, flipped, strict=True)
            ]
            if edits[0] not in self._heads_of:
                self._heads_of[edits[0]] = self.head.change(*edits[0])
            if self._heads_of[edits[0]][0].size:
                yield kind, edits[0], self._list(edits[1])

    def _list(self, edit: Edit) -> Ints:
        """Return (first, size, i, k) by class of tails for a change of tails (see the kernel `apply`)."""
        if edit in self._list_of:
            return self._list_of[edit]
        old, new = self.tail.change(*edit)
        bounds = np.searchsorted(self.tail.classes[old], self._classes)
        i, k = self._place_of_tail[old], self._place_of_tail[new]
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

    def lists(self, *, keep: bool = False) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """Return *sources* and *targets* for all operations, and forget what made them (or *keep* some)."""
        places = self._places
        self._list_of, self._places = {}, []
        if not keep:
            self._products_of, self._heads_of = {}, {}
        for half in (self.head, self.tail):
            del half.plugs, half.partner, half.open_at
        if not places:
            return np.zeros(1, np.uint32), np.zeros(1, np.uint32)
        i, k = (np.concatenate(part).astype(np.uint32) for part in zip(*places, strict=True))
        return i, k
