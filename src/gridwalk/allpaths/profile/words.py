"""Words over the cut of a planar board: heads, tails, and their places in a table.

A word is a *head* and a *tail* that fit: as many ends left open by the head as the tail
closes.  Its place in the table is ``base_of_head[head] + place of the tail in its class``, so
every transition is a product of a change of heads and a change of tails: a few thousand rows for
a table of millions of counts.  After S. Iwashita, Y. Nakazawa, J. Kawahara, T. Uno, S. Minato,
"Efficient computation of the number of paths in a grid graph with minimal perfect hash
functions", 2013, with a table of halves in place of the hash function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.profile.steps import LEFT, LOOSE, NOTHING, RIGHT

Ints = NDArray[np.int64]
Indices = NDArray[np.int32]

DIRECT = 8  # places of words that are looked up in a table of all codes
TOGETHER = 1 << 17  # words times edits looked at together: what they take stays in a cache
LEVELS = 3  # 0, 1 or 2 loose ends in a word
EVEN_BITS = 0x5555555555555555


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
    words = np.zeros((3, 1), np.int64)
    for p, room in zip(places, rooms, strict=True):
        _, depth, ends = words
        ok = {
            **dict.fromkeys(nothing, depth >= 0),
            opening: depth < room,
            closing: depth > 0,
            LOOSE: (ends < loose) & ((depth == 0) | (not shallow)),
        }
        steps = {s: [[s << 2 * p], [(s == opening) - (s == closing)], [s == LOOSE]] for s in ok}
        words = np.concatenate([words.compress(ok[s], 1) + step for s, step in steps.items()], 1)
    return words[0], words[1], words[2]


class HalfWords:
    """All heads (or, mirrored, all tails) of a length, in order of their class.

    The class is ``LEVELS * depth + loose ends``, the depth being the number of ends left open at
    the seam.
    """

    def __init__(self, length: int, deepest: int, loose: int, shallow: bool, mirrored: bool) -> None:
        self._opening, self._closing = (RIGHT, LEFT) if mirrored else (LEFT, RIGHT)
        self._places = range(length - 1, -1, -1) if mirrored else range(length)
        symbols, rooms = (NOTHING, self._opening, self._closing, LOOSE), [length] * length
        code, depth, ends = spelt(self._places, symbols, rooms, loose, shallow)
        fits = depth <= deepest
        self.code: Ints = code[fits]
        self.depth, self.loose = (part[fits].astype(np.int8) for part in (depth, ends))
        order = np.lexsort((self.code, LEVELS * self.depth + self.loose))
        self.code, self.depth, self.loose = self.code[order], self.depth[order], self.loose[order]
        self.classes = (LEVELS * self.depth + self.loose).astype(np.int32)
        self.start = np.searchsorted(self.classes, np.arange(LEVELS * (deepest + 1) + 1))
        self._word_of_code = None
        if len(self._places) > DIRECT:
            self._by_code = np.argsort(self.code).astype(np.int32)
            self._sorted = self.code[self._by_code]
        else:
            self._word_of_code = np.full(1 << 2 * len(self._places), -1, np.int32)
            self._word_of_code[self.code] = np.arange(self.code.size)

    def _match(self) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """Return how the ends in each word are linked, and where their other ends are: a row a place.

        Row *p* of the links is ``k`` where the other end of the piece at place *p* is the ``k``-th (from 1)
        that the other half leaves open, counted from the seam, and zero where it is here; the last row is
        the depth.  Row *p* of the other ends is the place of the one here; row ``length + k`` that of the
        ``k``-th end left open; -1: there is none.
        """
        length, words = len(self._places), self.code.size
        links, others = (np.zeros((rows, words), np.int8) for rows in (length + 1, 2 * length + 1))
        links[-1], others[length:] = self.depth, -1
        stack, height = np.zeros((length + 1, words), np.int8), np.zeros(words, np.int64)
        self.height = np.zeros(words, np.int64)  # the most pieces over one another
        for p in self._places:
            plugs = self.code >> 2 * p & 3
            up, down = (np.flatnonzero(plugs == plug) for plug in (self._opening, self._closing))
            stack[height[up], up] = p
            height[up] += 1
            np.maximum(self.height, height, out=self.height)
            height[down] -= 1
            other = stack[height[down], down]
            others[p, down], others[other, down] = other, p
        for k in range(1, int(self.depth.max()) + 1):
            deep = np.flatnonzero(height >= k)
            at = others[length + k, deep] = stack[height[deep] - k, deep]
            links[at, deep] = k
        return links, others

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

    def changes(
        self, edits: Ints, pause: Callable[[int], None]
    ) -> Iterator[tuple[range, NDArray[np.intp], Ints, Ints]]:
        """Yield, for some *edits* at a time, the edit, the word before and that after of each change.

        Edits are rows ``(column, mask, plugs before, plugs after, place, into, k)``: mask and plugs are of
        the two places from *column* on.  *place* is that of the plug whose other end changes, if it is in
        this half, else -1; the other end is in this half too if *k* is 0, else at the *k*-th link over the
        seam.
        """
        links, others = self._match()
        length, count = len(self._places), max(1, TOGETHER // self.code.size)
        pairs = (self.code >> 2 * np.arange(length)[:, None] & 15).astype(np.int8)
        for low in range(0, max(1, len(edits)), count):
            column, mask, before, after, place, into, k = edits[low : low + count].T
            bounds = np.array([mask, before, k, np.where(place < 0, length, k)], np.int8)[:, :, None]
            keep = pairs[column] & bounds[0] == bounds[1]
            keep &= (links[place] >= bounds[2]) & (links[place] <= bounds[3])
            edit = np.repeat(np.arange(mask.size), np.count_nonzero(keep, 1))
            old = np.flatnonzero(keep) - edit * self.code.size
            code = self.code[old] & ~(mask << 2 * column)[edit] | (after << 2 * column)[edit]
            row = np.where(place < 0, length + k, np.where(k > 0, length, place))
            other = others[row[edit], old]
            some = np.flatnonzero(other >= 0)
            shift = 2 * other[some].astype(np.int64)
            code[some] = code[some] & ~(3 << shift) | into[edit[some]] << shift
            new = self.find(code)
            some = np.flatnonzero(new >= 0)
            yield range(low, low + mask.size), low + edit[some], old[some], new[some]
            pause(0)


@cache
def half_words(places: int, shallow: bool) -> dict[tuple[int, int], int]:
    """Return the number of half words of some *places*, by their open ends and their loose ends."""
    ways = {(0, 0): 1}
    for _ in range(places):
        longer: dict[tuple[int, int], int] = {}
        for (depth, loose), n in ways.items():
            following = [(depth + 1, loose), (depth - 1, loose), (depth, loose)]
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

    """

    def __init__(self, places: int, levels: frozenset[int], shallow: bool) -> None:
        self.seam = max(1, (places - 1) // 2)  # the places of the head
        tail = places - self.seam
        self.head = HalfWords(self.seam, min(self.seam, tail), max(levels), shallow, mirrored=False)
        self.tail = HalfWords(tail, min(self.seam, tail), max(levels), shallow, mirrored=True)
        self._fitting: dict[int, Indices] = {}
        size_of_class = np.diff(self.tail.start)
        self.sizes: dict[int, Ints] = {}  # how many tails fit each head
        for level in sorted(levels):
            self.sizes[level] = np.where(self.head.loose <= level, size_of_class[self.fitting(level)], 0)
        self.base: dict[int, Ints] = {}  # of every head the first place of its tails
        self.size = 0
        for level, sizes in self.sizes.items():
            self.base[level] = self.size + np.cumsum(sizes) - sizes
            self.size += int(sizes.sum())

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
        """Return the places in the table of words of a level; -1 where no tail fits the head."""
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
