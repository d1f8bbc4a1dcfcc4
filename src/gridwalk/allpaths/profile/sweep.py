"""A planar sweep: what its cells do to a table (`gridwalk.allpaths.profile.table`), and in which algebra.

What is asked decides the algebra: a count modulo some number, a count for each number of cells,
the least weight.  All count or weigh the cells *left out*, for only those change a value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.exact import HALF, NARROW
from gridwalk.allpaths.profile.operations import Cell, Operations, OpKey, Products
from gridwalk.allpaths.profile.plan import CellStep, ProfilePlan
from gridwalk.allpaths.profile.steps import (
    END,
    END_LEFT,
    END_RIGHT,
    FORK,
    HIGHEST,
    JOIN,
    KINDS,
    LANES,
    LEFT,
    LOOSE,
    RIGHT,
    TURN,
    apply_least,
    apply_modular,
    apply_real,
    apply_wrapping,
    groups_lanes,
)
from gridwalk.allpaths.profile.words import Ints, Words
from gridwalk.runtime.cache import Cache, Key
from gridwalk.runtime.kernel import Kernel

# Types of numbers, and between which powers of two they are used
REAL: list[tuple[type[np.floating[Any]], int, int]] = [(np.float32, -126, 126), (np.float64, -1000, 1000)]

CACHED = 1 << 14  # words: a table that fits in a cache, and is one group
Closed = tuple[int, int, list[Any]]
Round = tuple[Ints, list[tuple[int, int]], int]  # operations, their spans that may be done at once, words
WORDS_A_CELL = 16  # words that an interpreted kernel takes through a cell in `slices.SECONDS_A_CELL`
CELL_PAIRS = 64  # what a cell takes beside its words, in pairs of words
Pause = Callable[[int], None]  # told the number of words done since the last time; raises to stop


@dataclass(frozen=True)
class ProfileAlgebra:
    """What a value is and how two are added."""

    kernel: Kernel
    dtype: type[np.generic]
    none: float  # the value of a word that cannot be
    bound: int
    grades: int = 1  # values per word: one for each number of cells left out, or 1 for any
    weight_of_cell: tuple[float, ...] | None = None  # what leaving a cell of the board out adds
    limit: float = 0  # values from here on are none, where weights are added
    one: float = 1  # the value of what a sweep begins with
    modulus: int = 0  # of counts
    lanes: tuple[int, ...] = ()  # the moduli, if a word has several residues side by side

    @classmethod
    def side_by_side(cls, moduli: Sequence[int]) -> ProfileAlgebra:
        """Count modulo up to `LANES` numbers of at most 32 bits (or 2**32) in one sweep."""
        return cls(groups_lanes, np.uint32, 0, 0, lanes=(*moduli, *[1] * (LANES - len(moduli))))

    @classmethod
    def counting(cls, modulus: int, grades: int = 1) -> ProfileAlgebra:
        """Count modulo *modulus*, one of `exact.moduli`."""
        if modulus.bit_count() > 1:
            word = np.uint32 if modulus < 1 << HALF - 1 else np.uint64
            return cls(apply_modular, word, 0, modulus, grades, modulus=modulus)
        dtypes: dict[int, type[np.generic]] = {1 << NARROW: np.uint16, 1 << HALF: np.uint32}
        wide = dtypes.get(modulus, np.uint64)
        return cls(apply_wrapping, wide, 0, modulus - 1, grades, modulus=modulus)

    @classmethod
    def real(cls, bits: int) -> ProfileAlgebra | None:
        """Count in floating point, where counts stay below ``2**bits``; None: there are no such numbers."""
        for dtype, least, most in REAL:
            if least + bits <= most:
                return cls(apply_real, dtype, 0, 0, one=2.0**least)
        return None

    @classmethod
    def least(cls, weights: NDArray[Any]) -> ProfileAlgebra:
        """Find the least weight left out: in the smallest numbers that hold twice the sum of all weights."""
        if weights.dtype.kind == "f":
            return cls(apply_least, np.float64, np.inf, 0, 1, tuple(weights.ravel().tolist()), np.inf, 0)
        cells = tuple(map(int, weights.ravel()))
        total = sum(map(abs, cells))
        dtype = np.int16 if total < 1 << 13 else np.int64
        none = 1 << (14 if dtype is np.int16 else 62)
        if total >= none >> 1:
            raise OverflowError(f"weights add up to {total}, which is more than {none >> 1}")
        return cls(apply_least, dtype, none, 0, 1, cells, total + 1, 0)

    def totals(self, closed: Sequence[Closed]) -> dict[int, int]:
        """Return the sums of the values closed, by number of cells visited (if graded; else under 0)."""
        found: dict[int, int] = {}
        for at, _, values in closed:
            for left_out, value in enumerate(values):
                used = at + 1 - left_out if self.grades > 1 else 0
                found[used] = found.get(used, 0) + value
        return found

    def reached(self, values: NDArray[Any]) -> NDArray[np.bool_]:
        """Return a mask of the values that are reached."""
        if self.lanes:  # looked at two by two
            values = np.bitwise_or(*values.view(np.uint64).T)
        some: NDArray[np.bool_] = values != 0 if self.weight_of_cell is None else values < self.limit
        return some

    def constants(self, step: CellStep) -> NDArray[Any]:
        """Return the constants of a cell (see the kernels `apply` and `groups_lanes`)."""
        if self.lanes:
            return np.array([self.lanes], np.uint64)
        weight = 0 if self.weight_of_cell is None else self.weight_of_cell[step.cell]
        return np.array([[self.none, self.bound, weight]], self.dtype)


def keys_of(steps: Sequence[CellStep], words: Words) -> dict[OpKey, None]:
    """Return which operations some cells have: column, level, and whether an end is placed."""
    return {
        (step.column, level, ends): None
        for step in steps
        for level in step.levels
        for ends in ((False, True) if level in step.ends else (False,))
        if level in words.base and level + ends in words.base
    }


def cells_of(keys: Iterable[OpKey]) -> list[Cell]:
    """Return of which columns there are operations, and whether they place an end."""
    return sorted({(column, ends) for column, _, ends in keys})


@dataclass(frozen=True)
class CellRun:
    """What a run of cells does to a table: the same in every sweep of a plan, whatever is counted.

    Attributes
    ----------
    end : int
        The cell after the last.
    masks : uint8 array
        What each cell may do (`gridwalk.allpaths.profile.steps`).
    rows : int64 array, shape (n, 2)
        Rows (key, cell) of work, in order; key ``-1 - w`` closes word ``w``.
    spans : list of list of (first group, last but one)
        Spans of groups; those of one list may be done at the same time.
    pairs : list of int
        The pairs of words of each list.

    """

    end: int
    masks: NDArray[np.uint8]
    rows: Ints
    spans: list[list[tuple[int, int]]]
    pairs: list[int]


class Groups:
    """The operations of a sweep, one after another, and which of them belong to each group of words.

    While the cells of the tail's columns are swept, no head changes which of its places are in use: a join
    may turn an end in the head, but not move it. So the words whose heads use the same places are a *group*
    that no operation leaves. A group fits in a cache where the table does not, and two threads take some
    groups each. The cells of the head's columns have one group: all words. A table that fits in a cache
    itself *is one* group: all its cells are done together.

    Attributes
    ----------
    rows : int64 array, shape (operations, 5)
        All operations (`gridwalk.allpaths.profile.steps`).
    order : int32 array
        The operations, for each key, group by group.
    first : int64 array, shape (keys, groups + 1)
        Where in *order* a group of a key begins; keys of the head's columns have one group.

    """

    def __init__(self, words: Words, operations: Mapping[OpKey, Operations]) -> None:
        self.seam = words.seam
        self.number = {key: n for n, key in enumerate(operations)}
        patterns, pattern_of_head = np.unique(words.head.used, return_inverse=True)
        self.is_one = words.size <= CACHED
        self.count = 1 if self.is_one else patterns.size
        self.rows = np.concatenate([each.rows for each in operations.values()])
        self.order = np.empty(len(self.rows), np.int32)
        self.first = np.empty((len(operations), self.count + 1), np.int64)
        self._up_to = np.zeros(self.first.shape, np.int64)  # pairs of words
        low = 0
        for n, (key, each) in enumerate(operations.items()):
            high = low + len(each.rows)
            each.rows = self.rows[low:high]
            group = np.zeros(high - low, np.int64)
            if key[0] >= self.seam and not self.is_one:
                group = pattern_of_head[words.head_of(each.rows[:, 1], key[1])]
            order = np.argsort(group, kind="stable")
            self.order[low:high] = low + order
            self.first[n] = low + np.searchsorted(group[order], np.arange(self.count + 1))
            pairs = np.cumsum(each.rows[order, 4])
            self._up_to[n] = np.concatenate([[0], pairs])[self.first[n] - low]
            low = high
        self._all_pairs = self._up_to[:, -1].tolist()

    @property
    def nbytes(self) -> int:
        """The memory that is not also that of the operations."""
        return self.order.nbytes + self.first.nbytes + self._up_to.nbytes

    def spans(self, keys: Sequence[int], most: int, halves: int) -> Iterator[list[tuple[int, int]]]:
        """Cut the groups into spans of about *most* pairs of words, and yield *halves* of them at a time."""
        if not keys:
            return
        up_to: Ints = self._up_to[list(keys)].sum(0)
        low, parts = 0, max(1, -(-int(up_to[-1]) // most)) * halves
        spans = []
        for part in range(1, parts + 1):
            high = self.count if part == parts else int(np.searchsorted(up_to, up_to[-1] * part // parts))
            if high > low:
                spans.append((low, high))
                low = high
        for n in range(0, len(spans), halves):
            yield spans[n : n + halves]

    def pairs(self, keys: Sequence[int], spans: Sequence[tuple[int, int]]) -> int:
        """Return how many pairs of words some spans have."""
        up_to: Ints = self._up_to[list(keys)].sum(0)
        return sum(int(up_to[high] - up_to[low]) for low, high in spans)

    def pairs_of(self, keys: Sequence[int]) -> int:
        """Return how many pairs of words there are in all groups."""
        return sum(self._all_pairs[key] for key in keys)

    @property
    def arrays(self) -> tuple[NDArray[np.int32], Ints]:
        """Return *order* and *first*, as the kernel takes them."""
        return self.order, self.first


class ProfileSweep:
    """A plan with its operations: what all tables share."""

    def __init__(self, plan: ProfilePlan, pause: Pause) -> None:
        self.plan, self.words = plan, Words(plan.places, plan.levels, plan.shallow)
        keys = [*keys_of(plan.steps[:-1], self.words)]
        products = Products.of(self.words, cells_of(keys), pause)
        self._operations = products.operations(self.words, keys, pause)
        self.lists = products.lists
        self._closing: dict[int, list[int]] = {}
        self._stretches: dict[tuple[int, int, int, int], CellRun] = {}
        self.bytes = sum(operations.nbytes for operations in self._operations.values())
        self.bytes += sum(array.nbytes for array in self.lists)
        tables = vars(self.words.head), vars(self.words.tail), self.words.base
        arrays = [array for table in tables for array in table.values() if isinstance(array, np.ndarray)]
        self.kept = Cache()  # what is made of it by and by
        self.held = self.bytes + sum(array.nbytes for array in arrays)  # all that keeping it takes

    @property
    def first(self) -> int:
        """The first cell that works on the table: a start in the corner is put there beforehand."""
        return int(0 not in self.words.base)

    def grades_before(self, at: int, most: int) -> int:
        """Return the rows in use before cell *at* of a table of at *most* so many."""
        return min(most, 1 + sum(step.skip for step in self.plan.steps[self.first : at]))

    def begin(self) -> list[tuple[int, int]]:
        """Return the words before the first cell, and how the path left the start if that is done."""
        if not self.first:
            return [(self.words.index({}, 0), 0)]
        step = self.plan.steps[0]
        ways = ((step.left, step.column, 1), (step.right, step.column + 1, 2))
        return [(self.words.index({p: LOOSE}, 1), how) for to, p, how in ways if to >= 0]

    def closing(self, at: int) -> list[int]:
        """Return the words whose only piece is closed by cell *at*."""
        if at not in self._closing:
            self._closing[at] = self._closed_by(self.plan.steps[at])
        return self._closing[at]

    def _closed_by(self, step: CellStep) -> list[int]:
        here, there = step.column, step.column + 1
        closing: list[tuple[dict[int, int], int]] = []
        if step.done and step.inner:
            pair = (LEFT, RIGHT) if self.plan.cycles else (LOOSE, LOOSE)
            closing.append(({here: pair[0], there: pair[1]}, 0 if self.plan.cycles else 2))
        if step.done and 1 in step.ends:
            closing += [({here: LOOSE}, 1), ({there: LOOSE}, 1)]
        words = [self.words.index(plugs, level) for plugs, level in closing if level in self.words.base]
        return [word for word in words if word >= 0]

    def keys(self, at: int) -> list[OpKey]:
        """Return what cell *at* does, in order: a level takes from the one below before that one changes."""
        step, found = self.plan.steps[at], []
        for level in range(step.levels[0] + 1, -1, -1):
            for key in ((step.column, level, False), (step.column, level - 1, True)):
                if key[1] in (step.ends if key[2] else step.levels) and key in self._operations:
                    found.append(key)
        return found

    def operations(self, at: int) -> list[Operations]:
        """Return the operations of cell *at*, in order."""
        return [self._operations[key] for key in self.keys(at)]

    @cached_property
    def groups(self) -> Groups:
        """The operations in groups of words."""
        return Groups(self.words, self._operations)

    def stretch(self, at: int, stop: int, most: int, halves: int) -> CellRun:
        """Return the work of the cells from *at* on, not beyond *stop*, that can be done together.

        Its calls have about *most* pairs of words each, *halves* of them at the same time.
        """
        key = at, stop, most, halves
        if key not in self._stretches:
            self._stretches[key] = self._stretch(*key)
        return self._stretches[key]

    def _stretch(self, at: int, stop: int, most: int, halves: int) -> CellRun:
        steps, seam, groups = self.plan.steps, self.words.seam, self.groups
        todo: list[tuple[int, int]] = []
        end, pairs, one = at, 0, groups.is_one
        while end == at or (end < stop and not steps[end].shift):
            if pairs >= most if one else (steps[end].column >= seam) != (steps[at].column >= seam):
                break
            closing = self.closing(end)
            if closing and not one and end > at:
                break
            keys = [groups.number[key] for key in self.keys(end)]
            todo += [(-1 - word, end - at) for word in closing if one]
            todo += [(key, end - at) for key in keys]
            pairs += CELL_PAIRS + groups.pairs_of(keys)
            end += 1
        keys = [key for key, _ in todo if key >= 0]
        spans = list(groups.spans(keys, pairs if one else most, halves))
        masks = np.concatenate([allowed(step) for step in steps[at:end]])
        rows = np.array(todo, np.int64).reshape(-1, 2)
        return CellRun(end, masks, rows, spans, [groups.pairs(keys, each) for each in spans])

    def rounds(self, at: int, most: int, *, pairs: bool = False) -> Iterator[Round]:
        """Yield the operations of cell *at* in spans of about *most* pairs of words, or in pairs of spans."""
        for operations in self.operations(at):
            if not pairs:
                for span in operations.spans(0, len(operations.rows), most):
                    yield operations.rows, [span], operations.pairs(span)
                continue
            for low, middle, high in operations.parts:
                sides = operations.spans(low, middle, most), operations.spans(middle, high, most)
                for pair in zip_longest(*sides):
                    spans = [span for span in pair if span is not None]
                    yield operations.rows, spans, sum(map(operations.pairs, spans))


PLANS = Cache(256 << 20)  # the sweeps of the plans used last, for all boards


def sweep_of(plan: ProfilePlan, pause: Pause) -> ProfileSweep:
    """Return the sweep of a plan; the last small ones are kept."""
    return PLANS.get(key_of(plan), lambda: ProfileSweep(plan, pause))


def key_of(plan: ProfilePlan) -> Key[ProfileSweep]:
    """Return under what the sweep of a plan is kept."""
    return Key("profile", (plan,))


def allowed(step: CellStep) -> NDArray[np.uint8]:
    """Return what the cell may do, as the kernel `apply` wants it."""
    masks = np.zeros((1, 2, KINDS + 1), np.uint8)
    arrives, stays = masks[0]
    left, right = step.left >= 0, step.right >= 0
    arrives[HIGHEST] = min(step.row, 255)
    arrives[FORK] = step.inner and left and right
    stays[FORK] = step.skip
    stays[TURN], arrives[TURN] = step.inner and left, step.inner and right
    arrives[JOIN] = step.inner
    arrives[END_LEFT], arrives[END_RIGHT] = left, right
    arrives[END] = stays[END_LEFT] = stays[END_RIGHT] = stays[END] = 1
    return masks
