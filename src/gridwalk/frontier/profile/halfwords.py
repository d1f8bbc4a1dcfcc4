"""The halves of the words over a cut (`gridwalk.frontier.profile.motzkin`): heads, and mirrored, tails."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gridwalk.frontier.profile.operations import Ints

Plugs = tuple[tuple[int, int], ...]  # (place, plug) pairs
Edit = tuple[Plugs, Plugs, int | None, int, int]  # the arguments of `HalfWords.change`

Indices = NDArray[np.int32]

NOTHING, LEFT, RIGHT, LOOSE = range(4)
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


class HalfWords:
    """All heads (or, mirrored, all tails) of a length, in order of their class.

    The class is ``LEVELS * depth + loose ends``, the depth being the number of ends left open at
    the seam.  ``partner[w, p]`` is the place of the other end of the piece at place *p*, or ``-k`` if
    that is the ``k``-th end (from 1) that the other half leaves open, counted from the seam.
    """

    def __init__(self, length: int, deepest: int, loose: int, shallow: bool, mirrored: bool) -> None:
        self._opening, self._closing = (RIGHT, LEFT) if mirrored else (LEFT, RIGHT)
        self._places = range(length - 1, -1, -1) if mirrored else range(length)
        code, depth, ends = (np.zeros(1, np.int64) for _ in range(3))
        for p in self._places:
            ok = {
                NOTHING: depth >= 0,
                self._opening: depth < length,
                self._closing: depth > 0,
                LOOSE: (ends < loose) & ((depth == 0) | (not shallow)),
            }
            parts = [
                (
                    code[m] | s << 2 * p,
                    depth[m] + (s == self._opening) - (s == self._closing),
                    ends[m] + (s == LOOSE),
                )
                for s, m in ok.items()
            ]
            code, depth, ends = (np.concatenate(part) for part in zip(*parts, strict=True))
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
