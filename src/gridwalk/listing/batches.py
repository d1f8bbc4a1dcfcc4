"""All paths of a search in batches of two arrays each, for consumers that want speed.

For orthogonal moves a search never enters a dead end (`gridwalk.listing.orthogonal`).
Everything else comes from the backtracking search.

All simple cycles, one after another: each from its first cell, in the direction of its lower neighbour.

So each cycle is found once; if moves cannot be undone, once for each direction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.reduce.reduction import shrink
from gridwalk.answers.batch import Batch
from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.board.cells import pairs_of
from gridwalk.board.checks import MAX_CELLS
from gridwalk.board.moves import ORTHOGONAL
from gridwalk.errors import Cell
from gridwalk.listing import backtrack
from gridwalk.listing.backtracking import Backtracking
from gridwalk.listing.orthogonal import (
    EXIT,
    EXTRA,
    FREE,
    WALL,
    cut_off,
    first_of_mask,
    list_paths,
    runs_of_ring,
    ways_on,
)
from gridwalk.runtime import codes
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import call, registers, run_slice
from gridwalk.search import bfs, fields
from gridwalk.search.query import Query

if TYPE_CHECKING:
    from gridwalk.listing.edges import EdgeListing

MAX_ORTHOGONAL_CELLS = 4096  # a step may search all free cells
STEPS = 20_000_000  # cells looked at in a slice, at worst
BY_AND_BY_CELLS = 1 << 14  # of a batch for those who take paths one by one
BITS = 63  # of a set of cells in a signed number
LAST_CELLS = 12  # left when endings are looked for: more come again less often, fewer save less
SLOTS, POOL = 1 << 15, 1 << 19  # of endings kept: four megabytes
CELLS_PER_PATH = 4  # a batch has room for so many cells per path on average


def batches(search: Backtracking | EdgeListing, most_cells: int) -> Iterator[Batch[Path]]:
    """Yield the paths of *search* in its order, in batches of at most *most_cells* cells or one long path."""
    room = max(min(most_cells, MAX_CELLS), 2 * search.board.open_count + EXTRA)
    places = np.zeros((2, room // CELLS_PER_PATH + 2), np.int64)
    offsets = places[0]
    for part in _parts(search):
        if isinstance(part, Backtracking):
            cells_of_paths = np.empty(room, np.int32)
            for paths in part.gather(cells_of_paths, offsets):
                cells = pairs_of(cells_of_paths[: offsets[paths]], search.board.columns, search.board.size)
                yield Batch(search.board, cells, offsets[: paths + 1].copy(), search.by, search.closed)
        else:
            while paths := part.fill(packed := np.empty(room, np.int64), places):
                yield part.batch(packed, places[:, : paths + 1])


def count_paths(search: Backtracking | EdgeListing) -> int:
    """Return how many paths *search* has, visiting each but writing none."""
    none, places = np.empty(0, np.int64), np.zeros((2, 1), np.int64)
    parts = _parts(search)
    return sum(part.count() if isinstance(part, Backtracking) else part.fill(none, places) for part in parts)


def by_and_by(
    search: Backtracking | EdgeListing, most_cells: int | None = None
) -> Iterator[Batch[Path] | Path]:
    """Yield the paths of *search* in its order: path by path, or in batches, the first of them small."""
    for part in _parts(search):
        if isinstance(part, Backtracking):
            yield from part.paths()
            continue
        room = 2 * part.longest
        while paths := part.fill(
            packed := np.empty(room, np.int64), places := np.zeros((2, room // CELLS_PER_PATH + 2), np.int64)
        ):
            yield part.batch(packed, places[:, : paths + 1])
            room = min(2 * room, most_cells or BY_AND_BY_CELLS)


def _parts(
    search: Backtracking | EdgeListing,
) -> Iterator[Backtracking | OrthogonalListing | EdgeListing]:
    """Yield searches that together find what *search* does, in its order."""
    if not isinstance(search, Backtracking):
        yield search
        return
    board = search.board
    if (
        not board._is_plain(ORTHOGONAL, cells_decide=True)
        or search.tour
        or search.bounded
        or not search.exits
    ):
        yield search
        return
    for start in search.starts:
        # No path enters the cells that shrinking takes away: a room behind one cell costs nothing.
        reduced = shrink(board, [start], search.exits, watch=search.watch)
        cells = sum(block.cell_of_junction.size + block.inner.size for block in reduced.blocks)
        if cells > MAX_ORTHOGONAL_CELLS or search.log is not None:
            yield replace(search, starts=(start,))
        else:
            kept = [block.cells for block in reduced.blocks]
            yield OrthogonalListing(search, start, np.concatenate([np.empty(0, np.int32), *kept]))


class OrthogonalListing:
    """The search over the simple paths from one start by orthogonal moves."""

    def __init__(self, search: Backtracking, start: Cell, kept: NDArray[np.int32]) -> None:
        self.search = search
        board, exits = search.board, np.array(search.exits)
        rows, columns = board.rows + 2, board.columns + 2
        at = np.zeros((rows, columns), np.uint8)
        on_paths = np.zeros(board.size, bool)
        on_paths[kept] = True
        at[1:-1, 1:-1] = np.where(on_paths.reshape(board.shape), FREE, WALL)
        at[exits[:, 0] + 1, exits[:, 1] + 1] = EXIT
        self.trivial = start in (search.exits or ())
        at[start[0] + 1, start[1] + 1] = WALL
        pairs = np.moveaxis(np.indices(at.shape, np.int32), 0, -1) - np.int32(1)
        self.pair_of_cell = np.ascontiguousarray(pairs).view(np.int64).reshape(-1)

        # A move is an offset from the cell above: unsigned offsets are faster.
        deltas = np.array(board.moves.deltas)
        offset_of_move = ((deltas[:, 0] + 1) * columns + deltas[:, 1]).astype(np.uint64)
        towards = np.argsort(deltas @ (exits[0] - start), kind="stable")
        width, source = np.uint64(columns), np.uint64((start[0] + 1) * columns + start[1] + 1)
        self.board = (
            at.reshape(-1), width, offset_of_move, offset_of_move[towards], runs_of_ring(), first_of_mask()
        )  # fmt: skip
        longest = kept.size + 1
        room = longest + EXTRA
        self.path = np.zeros(longest, np.uint64), np.zeros(longest, np.uint8), np.zeros(room, np.int64)
        self.cuts = np.zeros(longest + 1, np.uint64), np.zeros(longest, np.int64), np.zeros(at.size, np.int64)
        self.steps = max(1, STEPS // longest)
        self.longest = len(self.path[2])
        self.state = registers()
        self.state[codes.EXPANDED] = 1  # the start
        self.before, self.over = 0, False
        self._enter(source)
        self._keep_endings()

    def _enter(self, source: np.uint64) -> None:
        """Start the path, and cut off the cells from which no exit can be reached."""
        at, width, offset_of_move, towards, _, _ = self.board
        cells, _, search_of_cell = self.cuts
        runs = 5  # more than there can be, so that the last run is searched, too
        arguments = at, source, width, towards, runs, search_of_cell, 1, cells, 0
        self.state[codes.CUTS] = call(cut_off, self.search.query.watch, *arguments)
        self.state[codes.SEARCHES] = 1 + 4
        self.path[0][0], self.path[2][0] = source, self.pair_of_cell[source]
        self.path[1][0] = ways_on(at, source - width, offset_of_move)

    def _keep_endings(self) -> None:
        """Number the cells that are left, for the sets of them by which endings are known."""
        at = self.board[0]
        left = np.flatnonzero(at == FREE)
        bit_of_cell, left_of_step = np.zeros(at.size, np.int64), np.zeros(len(self.path[0]), np.int64)
        late = len(self.path[0]) + 1  # never
        if left.size <= BITS:
            bit_of_cell[left] = 1 << np.arange(left.size)
            left_of_step[0] = (1 << left.size) - 1
            late = int(self.state[codes.CUTS]) + left.size - LAST_CELLS
        pool = np.empty(POOL, np.int64)
        pool[0] = 1
        self.endings = bit_of_cell, left_of_step, np.zeros(SLOTS, np.int64), pool, late

    def batch(self, packed: NDArray[np.int64], places: NDArray[np.int64]) -> Batch[Path]:
        """Return the paths that `fill` wrote."""
        offsets, expanded = places[0].copy(), places[1, 1:].copy()
        cells = packed[: offsets[-1]].view(np.int32).reshape(-1, 2)
        return Batch(self.search.board, cells, offsets, self.search.by, _expanded=expanded)

    def fill(self, cells: NDArray[np.int64], places: NDArray[np.int64]) -> int:
        """Write as many of the next paths as fit; return how many.  With *cells* empty, only count them."""
        state, watch = self.state, self.search.query.watch
        if self.over:
            return 0
        if self.trivial:
            self.over = True
            cells[:1], places[:, 1:2] = self.path[2][0], 1
            return 1
        self.before += int(state[codes.FOUNDS])
        state[codes.FOUNDS] = 0
        while True:
            arguments = (
                self.board,
                self.path,
                self.cuts,
                self.endings,
                self.pair_of_cell,
                cells,
                tuple(places),
            )
            status = run_slice(
                list_paths, arguments, state, self.search.board._moves_of_cell, watch, steps=self.steps
            )
            if status == codes.EXHAUSTED:
                self.over = True
                return int(state[codes.FOUNDS])
            watch.check(
                int(state[codes.EXPANDED]),
                int(state[codes.BACKTRACKS]),
                self.before + int(state[codes.FOUNDS]),
            )
            if status == codes.FOUND:
                return int(state[codes.FOUNDS])


ROOTS = "looking for where cycles begin"


@dataclass(frozen=True)
class Root:
    """Where cycles begin: a cell, their second cell, and the cells that may be their last."""

    first: int
    second: int
    last: NDArray[np.int64]


def roots(board: Board, watch: Watch, before: int) -> Iterator[Root]:
    """Yield where cycles may begin, in the order of cells; no root is after the flat cell *before*."""
    reduced = shrink(board, None, None, cycles=True, watch=watch)
    on_cycles = np.zeros(board.size, bool)
    for block in reduced.blocks:
        on_cycles[block.cells] = True
    moves_of_cell, delta_of_move = board._moves_of_cell, board._delta_of_move
    for first in np.flatnonzero(on_cycles[: before + 1]).tolist():
        watch.check(0, 0, 0, ROOTS)
        legal = int(moves_of_cell[first])
        onward = [first + delta for m, delta in enumerate(delta_of_move.tolist()) if legal >> m & 1]
        back = [u for m, u in enumerate((first - delta_of_move).tolist()) if u >= 0 and _leads(board, u, m)]
        for second in onward:
            least = second if board._symmetric else first
            last = [u for u in back if u > least and u != second and on_cycles[u]]
            if second > first and on_cycles[second] and last:
                yield Root(first, second, np.array(last))


def _leads(board: Board, u: int, m: int) -> bool:
    return u < board.size and bool(int(board._moves_of_cell[u]) >> m & 1)


@dataclass
class CycleSearch(Backtracking):
    """The search over all simple cycles of which the first cell is not after the flat cell *before*."""

    before: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.closed = True
        self.starts: Any = roots(self.board, self.watch, self.before)

    def _begin(self, root: Any) -> int:
        """Lay out the arrays for the cycles from *root*: no cell before the first of them may be entered."""
        query = self.query
        query.starts, query.exits = _cells(self.board, [root.first]), _cells(self.board, root.last)
        self._is_exit = np.zeros(self.board.size, np.uint8)
        self._is_exit[root.last] = 1
        moves = None if self.most is None else self.most - 1
        self._lay_out([root.first, root.second], {backtrack.CLOSING: 1, backtrack.PASSING: 1}, moves)
        if self.bounded:
            self._ways[4][:] = fields.moves_to(query)
        self._on_path[: root.first + 1] = 1
        return codes.NONE


def short_cycle(board: Board, watch: Watch) -> Path | None:
    """Return a shortest cycle from the first root that has one, breadth-first; None if there is none."""
    for root in roots(board, watch, board.size):
        query = Query(board, _cells(board, [root.second]), _cells(board, root.last), watch)
        _, cells = bfs.spread(query, slice(root.first + 1))
        if cells is not None:
            return query.path(np.insert(cells, 0, root.first), "bfs", closed=True)
    return None


def _cells(board: Board, flat: Iterable[int]) -> tuple[Cell, ...]:
    return tuple(divmod(int(v), board.columns) for v in flat)
