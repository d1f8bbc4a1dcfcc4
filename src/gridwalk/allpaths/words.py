"""Motzkin words over the cut of a planar board (`planar_kernels`), their ranks, and the changes by a cell.

A word is a *head* followed by a *tail*; the head leaves as many ends open at the *seam* between them as the
tail closes.  The rank of a word is ``base[level][head] + place of the tail in its class``.  Its code has two
bits for the plug at each place; its *level* is the number of loose ends.  A transition is a product of a
change of heads and a change of tails, so it takes a few thousand rows for a table of millions of counts.
Source: S. Iwashita, Y. Nakazawa, J. Kawahara, T. Uno, S. Minato, "Efficient computation of the number of
paths in a grid graph with minimal perfect hash functions", 2013; a table of half words replaces the hash
function.

Update: a cell replaces two neighbouring plugs; a join also changes the plug at the other end of one of the
two pieces.  That end is in the same half, or it is the k-th end left open at the seam.  So each change is one
edit of heads and one edit of tails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.planar_kernels import (
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

Ints = NDArray[np.int64]
Indices = NDArray[np.int32]
Pause = Callable[[int], None]  # called with the number of words done since the last call; raises to stop
Key = tuple[int, int, bool]  # the key of operations: column, level before, whether an end is placed

DIRECT = 10  # up to this number of places, half words are found by a table of all codes
TOGETHER = 1 << 17  # words times edits of a batch, small enough for the processor's cache
LEVELS = 3  # 0, 1 or 2 loose ends in a word
EVEN_BITS = 0x5555555555555555


# --------------------------------------------------------------------------------------------- half words


def used_places(codes: Ints) -> Ints:
    """Return the places in use of each word, as every second bit."""
    found: Ints = (codes | codes >> 1) & EVEN_BITS
    return found


def spelt(
    places: range, symbols: Sequence[int], most: Sequence[int], loose: int, shallow: bool
) -> tuple[Ints, Ints, Ints]:
    """Return the codes of half words, the number of ends that each leaves open, and of its loose ends.

    *symbols* are the allowed plugs besides loose ends: opening and closing ends, and nothing unless every
    place must be used.  *most* is the maximum number of open ends after each place.  If *shallow*, loose ends
    are only outside of all pieces.
    """
    *nothing, opening, closing = symbols
    words = np.zeros((3, 1), np.int64)
    for p, open_ends in zip(places, most, strict=True):
        _, depth, ends = words
        ok = {
            **dict.fromkeys(nothing, depth >= 0),
            opening: depth < open_ends,
            closing: depth > 0,
            LOOSE: (ends < loose) & ((depth == 0) | (not shallow)),
        }
        steps = {s: [[s << 2 * p], [(s == opening) - (s == closing)], [s == LOOSE]] for s in ok}
        words = np.concatenate([words.compress(ok[s], 1) + step for s, step in steps.items()], 1)
    return words[0], words[1], words[2]


@cache
def full_words(places: int, level: int, shallow: bool) -> Ints:
    """Return the codes of the words of a *level* that use all places, in ascending order."""
    if not places:  # no path crosses the cut
        return np.zeros(0, np.int64)
    code, depth, ends = spelt(range(places), (LEFT, RIGHT), range(places, 0, -1), level, shallow)
    return np.sort(code[(depth == 0) & (ends == level)])


@cache
def half_words(places: int, shallow: bool) -> dict[tuple[int, int], int]:
    """Return the number of half words of *places* places, by open ends and loose ends."""
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
    """Return the number of words with 0, 1 and 2 loose ends."""
    return tuple(half_words(places, shallow).get((0, loose), 0) for loose in range(LEVELS))


class HalfWords:
    """All heads (or, mirrored, all tails) of a given length, ordered by their class.

    The class is ``LEVELS * depth + loose ends``; the depth is the number of ends left open at the seam.
    """

    def __init__(self, length: int, deepest: int, loose: int, shallow: bool, mirrored: bool) -> None:
        self._opening, self._closing = (RIGHT, LEFT) if mirrored else (LEFT, RIGHT)
        self._places = range(length - 1, -1, -1) if mirrored else range(length)
        symbols = NOTHING, self._opening, self._closing
        code, depth, ends = spelt(self._places, symbols, [length] * length, loose, shallow)
        order = np.lexsort((code, LEVELS * depth + ends))
        order = order[depth[order] <= deepest]
        self.code: Ints = code[order]
        self.depth, self.loose = depth[order].astype(np.int8), ends[order].astype(np.int8)
        self.classes = (LEVELS * self.depth + self.loose).astype(np.int32)
        self.start = np.searchsorted(self.classes, np.arange(LEVELS * (deepest + 1) + 1))
        self.place = (np.arange(self.code.size) - self.start[self.classes]).astype(np.int32)  # in its class
        self._word_of_code: Indices | None = None
        if length <= DIRECT:
            self._word_of_code = np.full(1 << 2 * length, -1, np.int32)
            self._word_of_code[self.code] = np.arange(self.code.size)
        self._by_code = np.argsort(self.code).astype(np.int32)
        self._sorted = self.code[self._by_code]

    def find(self, codes: Ints) -> Ints:
        """Return the index of each half word; -1 for a code that is none."""
        if self._word_of_code is not None:
            return self._word_of_code[codes].astype(np.int64)
        i = np.minimum(np.searchsorted(self._sorted, codes), self._sorted.size - 1)
        return np.where(self._sorted[i] == codes, self._by_code[i], -1)

    def _match(self) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """Return two arrays with a row for each place: the links over the seam, and the other ends.

        Row *p* of the links is ``k`` if the piece at place *p* crosses the seam as the ``k``-th open end
        (from 1, counted from the seam), and zero if its other end is in this half; the last row is the depth.
        Row *p* of the other ends is the place of the other end in this half; row ``length + k`` is the place
        of the ``k``-th open end; -1 if there is none.
        """
        length, words = len(self._places), self.code.size
        links, others = (np.zeros((rows, words), np.int8) for rows in (length + 1, 2 * length + 1))
        links[-1], others[length:] = self.depth, -1
        stack, height = np.zeros((length + 1, words), np.int8), np.zeros(words, np.int64)
        self.height = np.zeros(words, np.int64)  # the maximum number of nested pieces
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

    def changes(self, edits: Ints, pause: Pause) -> Iterator[tuple[range, NDArray[np.intp], Ints, Ints]]:
        """Yield for each change its edit, the word before, and the word after, for some *edits* at a time.

        Edits are rows ``(column, mask, plugs before, plugs after, place, into, k)``.  Mask and plugs are for
        the two places from *column* on.  *place* is the place of the plug whose other end changes, or -1 if
        it is not in this half.  If *k* is 0, the other end is in this half, else it is the *k*-th link over
        the seam.
        """
        links, others = self._match()
        length, count = len(self._places), max(1, TOGETHER // self.code.size)
        pairs = (self.code >> 2 * np.arange(length)[:, None] & 15).astype(np.int8)
        for low in range(0, max(1, len(edits)), count):
            column, mask, before, after, place, into, k = edits[low : low + count].T
            bounds = np.array([mask, before, k, np.where(place < 0, length, k)], np.int8)[:, :, None]
            fits = pairs[column] & bounds[0] == bounds[1]
            link = links[place]
            fits &= (link >= bounds[2]) & (link <= bounds[3])
            edit, old = np.divmod(np.flatnonzero(fits), self.code.size)
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


# --------------------------------------------------------------------------------------------------- ranks


class Words:
    """The ranks of all words of ``places`` plugs with the given *levels*.

    *shallow*: whether loose ends are only outside of other pieces.
    """

    def __init__(self, places: int, levels: frozenset[int], shallow: bool) -> None:
        self.seam = max(1, (places - 1) // 2)  # the places of the head
        tail = places - self.seam
        self.head = HalfWords(self.seam, min(self.seam, tail), max(levels), shallow, mirrored=False)
        self.tail = HalfWords(tail, min(self.seam, tail), max(levels), shallow, mirrored=True)
        size_of_class = np.diff(self.tail.start)
        self.sizes: dict[int, Ints] = {}  # the number of tails that fit each head
        self.fitting: dict[int, Indices] = {}  # the class of these tails; 0 if there are none
        self.base: dict[int, Ints] = {}  # the first rank of each head
        self.size = 0
        for level in sorted(levels):
            self.fitting[level] = np.maximum(self.head.classes + level - 2 * self.head.loose, 0)
            sizes = np.where(self.head.loose <= level, size_of_class[self.fitting[level]], 0)
            self.sizes[level], self.base[level] = sizes, self.size + np.cumsum(sizes) - sizes
            self.size += int(sizes.sum())

    def rank(self, codes: Ints, level: int) -> Ints:
        """Return the ranks of words of a level; -1 if no tail fits the head."""
        head, tail = self.head.find(codes & (1 << 2 * self.seam) - 1), self.tail.find(codes >> 2 * self.seam)
        ranks: Ints = self.base[level][head] + self.tail.place[tail]
        return np.where(self.sizes[level][head] > 0, ranks, -1)

    def rank_of(self, plugs: dict[int, int], level: int) -> int:
        """Return the rank of the word with exactly these plugs; -1 if there is no such word."""
        code = sum(plug << 2 * p for p, plug in plugs.items())
        return int(self.rank(np.array([code]), level)[0])

    def heads(self, ranks: Ints, level: int) -> Ints:
        """Return the heads of words of a level."""
        filled = np.flatnonzero(self.sizes[level])  # a head without tails has the same base as the next head
        heads: Ints = filled[np.searchsorted(self.base[level][filled], ranks, side="right") - 1]
        return heads

    def shifted(self, ranks: Ints) -> Ints:
        """Return the ranks of words after every plug moves to the next place; the last must be NOTHING."""
        moved = np.empty_like(ranks)
        for level, base in self.base.items():
            here = (ranks >= base[0]) & (ranks < base[-1] + self.sizes[level][-1])
            head = self.heads(ranks[here], level)
            tail = self.tail.start[self.fitting[level][head]] + ranks[here] - base[head]
            codes = self.head.code[head] | self.tail.code[tail] << 2 * self.seam
            moved[here] = self.rank(codes << 2, level)
        return moved


# --------------------------------------------------------------------------------------------- transitions

Rule = tuple[int, tuple[int, int], tuple[int, int], int | None, int]

# (kind, plugs before, plugs after, the plug whose other end changes or None, its new value)
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


# Rows (whether an end is placed, kind, before, after, index of the plug or -1, new value, the plug itself)
RULES: Ints = np.array(
    [
        (ends, kind, old[0] | old[1] << 2, new[0] | new[1] << 2)
        + ((-1, 0, NOTHING) if which is None else (which, into, old[which]))
        for ends, rules in enumerate((INNER_RULES, END_RULES))
        for kind, old, new, which, into in rules
    ]
)


class Transitions:
    """The operations on *words* for all *keys*, in the form of `planar_kernels`, group by group.

    While the cells in the columns of the tail are swept, the places in use in the head do not change: a join
    may change the kind of an end in the head, but not its place.  So the words whose heads use the same
    places form a *group*, and no operation leads out of it.  A group fits in the processor's cache even if
    the table does not.  For the cells in the columns of the head, there is one group of all words.

    Attributes
    ----------
    keys : dict of Key to int
        The number of each key.
    rows : int64 array, shape (operations, 5)
    lists : tuple of uint32 arrays
        The sources and targets.
    groups : int
        The number of groups.
    first : int64 array
        The first row of each key and group, and the end of the last one.
    pairs : int64 array
        The cumulative number of pairs of words, by row.
    group_of_head : int64 array

    """

    def __init__(self, words: Words, keys: Sequence[Key], pause: Pause) -> None:
        self.words, self.keys = words, {key: n for n, key in enumerate(keys)}
        patterns, self.group_of_head = np.unique(used_places(words.head.code), return_inverse=True)
        self.groups = patterns.size
        cells = sorted({(column, ends) for column, _, ends in keys})
        cell, kind, heads, tails = _edits(cells, words.seam, int(words.head.depth.max()))
        # First the changes of heads for each edit; then the changes of tails for heads that change.
        edits, head = _distinct(heads)
        _, *changes = zip(*words.head.changes(edits, pause), strict=True)
        edit, self._old, self._new = (np.concatenate(each).astype(np.int32) for each in changes)
        self._changes = np.searchsorted(edit, np.arange(len(edits) + 1))  # the first change of each edit
        some = np.flatnonzero(np.diff(self._changes)[head])
        edits, tail = _distinct(tails[some])
        bounds = np.searchsorted(cell[some], np.arange(len(cells) + 1)).tolist()
        self._products = {each: (bounds[n], bounds[n + 1]) for n, each in enumerate(cells)}
        self._kind, self._head, self._tail = kind[some], head[some], tail
        self._tails, self.lists = _tail_changes(words, edits, pause)
        count = max(1, TOGETHER // (4 * words.head.code.size))
        rows, first, done = [], [np.zeros(1, np.int64)], 0
        for low in range(0, len(keys), count):
            rows_of_some, ends = self._rows(keys[low : low + count])
            rows.append(rows_of_some)
            first.append(done + ends)
            done += len(rows_of_some)
            pause(0)
        self.rows = np.concatenate([np.zeros((0, 5), np.int64), *rows])
        self.first = np.concatenate(first)
        self.pairs = np.concatenate([np.zeros(1, np.int64), np.cumsum(self.rows[:, 4])])

    def _rows(self, keys: Sequence[Key]) -> tuple[Ints, Ints]:
        """Return the operations of some keys in order, and where those of each key and group end."""
        words, number = self.words, {level: n for n, level in enumerate(self.words.base)}
        base, sizes, fitting = (
            np.stack([*each.values()]) for each in (words.base, words.sizes, words.fitting)
        )
        spans = [self._products[column, ends] for column, _, ends in keys]
        product = np.concatenate([np.arange(*span) for span in spans])
        facts = [
            (n, column, number[level], number[level + ends]) for n, (column, level, ends) in enumerate(keys)
        ]
        # For each product the changes of heads, and for each of these the tails that fit.
        first, size = self._changes[self._head[product]], np.diff(self._changes)[self._head[product]]
        change = np.repeat(first - np.cumsum(size) + size, size) + np.arange(size.sum())
        key, column, level, to = np.repeat(np.array(facts).T, np.diff(spans).ravel(), 1)
        each, old, new = np.repeat(np.arange(product.size), size), self._old[change], self._new[change]
        tails = (self._tail[product] * words.tail.start.size)[each] + fitting[level[each], old]
        some = np.flatnonzero((self._tails[tails, 3] > 0) & (sizes[level[each], old] > 0))
        each, old, new, tails = each[some], old[some], new[some], tails[some]
        # Order in a group: first the operations within a head, or on words that no other operation changes;
        # then those that add to words of other heads.  Head by head, to use the processor's cache.
        kind, in_tail = self._kind[product][each], (column >= words.seam)[each]
        adds = (kind > TURN) & ((level != to)[each] | (old != new))
        group = key[each] * self.groups + np.where(in_tail, self.group_of_head[old], 0)
        within = np.where(adds, new, np.where(in_tail, old, np.arange(old.size)))
        rows = np.empty((old.size, 5), np.int64)
        rows[:, 0] = kind | np.minimum(words.head.height[old], words.head.height[new]) << HEIGHT
        rows[:, 1:] = self._tails[tails]
        rows[:, 1] += base[level[each], old]
        rows[:, 2] += base[to[each], new]
        order = np.argsort((2 * group + adds) * (1 + within.max(initial=0)) + within, kind="stable")
        return rows[order], np.cumsum(np.bincount(group, minlength=len(keys) * self.groups))

    @property
    def bytes(self) -> int:
        """The bytes of memory of all operations."""
        arrays = self.rows, self.first, self.pairs, *self.lists, self._old, self._new, self._tails
        return sum(array.nbytes for array in arrays)


def _edits(cells: Sequence[tuple[int, bool]], seam: int, links: int) -> tuple[Ints, Ints, Ints, Ints]:
    """Return for each product of some cells the number of the cell, the kind, and the edits of both halves.

    Edits are rows for `HalfWords.changes`; at most *links* ends are left open at the seam.
    """
    cell, rule, k = (axis.ravel() for axis in np.indices((len(cells), len(RULES), links + 1)))
    columns, raises = np.array(cells, np.int64).reshape(-1, 2).T
    ends, kind, before, after, which, into, plug = RULES.T[:, rule]
    column = columns[cell]
    far = column + which >= seam
    over = (which >= 0) & (plug == np.where(far, RIGHT, LEFT))  # the other end may be in the other half
    some = np.flatnonzero((ends == raises[cell]) & (over | (k == 0)))
    plugs = np.array([np.full(column.size, 15), before, after]) << 2 * column
    edits = []
    for side, part in enumerate((plugs & (1 << 2 * seam) - 1, plugs >> 2 * seam)):
        here = np.maximum(column - seam, 0) if side else np.minimum(column, seam - 1)
        place = np.where((which >= 0) & (far == side), column + which - side * seam, -1)
        edits.append(np.stack([here, *part >> 2 * here, place, into, k], 1)[some])
    return cell[some], kind[some], *edits


def _distinct(edits: Ints) -> tuple[Ints, NDArray[np.intp]]:
    """Return the distinct edits, and the index among them of each edit."""
    packed = (edits + 1 << 5 * np.arange(edits.shape[1])).sum(1)  # no number is above 30
    _, first, number = np.unique(packed, return_index=True, return_inverse=True)
    return edits[first], number


def _tail_changes(
    words: Words, edits: Ints, pause: Pause
) -> tuple[Ints, tuple[NDArray[np.uint32], NDArray[np.uint32]]]:
    """Return the changes of each class of tails by each edit, as rows (i, k, first, size), and the lists."""
    tail, classes = words.tail, words.tail.start.size
    nothing = np.zeros(1, np.uint32)  # a list is never empty
    rows, lists, listed = [], [(nothing, nothing)], 1
    for numbers, edit, old, new in tail.changes(edits, pause):
        ends = np.arange(numbers.start * classes, numbers.stop * classes + 1)
        bounds = np.searchsorted(edit * classes + tail.classes[old], ends)
        begin, size = bounds[:-1], np.diff(bounds)
        i, k = (np.append(tail.place[each], np.int32(0)) for each in (old, new))
        breaks = np.cumsum((np.diff(i, prepend=0) != 1) | (np.diff(k, prepend=0) != 1))
        plain = breaks[np.maximum(bounds[1:] - 1, begin)] == breaks[begin]  # both consecutive: no list
        lengths = np.where(plain, 0, size)
        first = np.where(plain, -1, listed + np.cumsum(lengths) - lengths)
        rows.append(np.stack([i[begin] * plain, k[begin] * plain, first, size], 1))
        some = np.flatnonzero(np.repeat(~plain, size))
        lists.append((i[some].astype(np.uint32), k[some].astype(np.uint32)))
        listed += some.size
    sources, targets = map(np.concatenate, zip(*lists, strict=True))
    return np.concatenate(rows), (sources, targets)
