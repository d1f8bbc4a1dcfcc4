"""The board at one step of a trace: status of cells, stack, queue or heap, predecessors or labels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.algorithms import algorithm, rows
from gridwalk.answers.events import FRONTIER, LEFT, STATUS_NAMES, STATUS_OF_KIND, UNSEEN, WALK, Run
from gridwalk.errors import Cell, UnsuitableAlgorithmError
from gridwalk.grids.moves import SQRT2, letters_of
from gridwalk.kernels.codes import BACK, CLOSE, FOUND_PATH, NONE, OPEN, PRUNE, RELAX, STEP
from gridwalk.render.seams import steps_along, through_portals
from gridwalk.render.text import draw_frame

HEAPS = tuple(row.name for row in rows("trace") if row.keeps == "heap")


@dataclass(frozen=True, eq=False, repr=False)
class Snapshot:
    """A board at one step of a trace; made by `Trace.at`, and printed as a drawing.

    Two are equal if the same algorithm has done the same on equal boards.

    Attributes
    ----------
    trace : Trace
    step : int
        The number of events so far.

    """

    trace: Run
    step: int

    @cached_property
    def status(self) -> NDArray[np.uint8]:
        """The status of each cell, an index into `STATUS_NAMES`: shape (rows, columns)."""
        board, begun = self.trace.board, self._begun
        status = np.zeros(board.size, np.uint8)
        for events in (self._done[:begun], self._done[begun:]):
            status[status == WALK] = LEFT  # by an earlier search, from another start, which found nothing
            status_of_event = STATUS_OF_KIND[events[:, 0]]
            shown = status_of_event != UNSEEN
            # With several events in one cell the last one counts: assignment by index keeps the last value.
            status[events[shown, 1]] = status_of_event[shown]
        return status.reshape(board.shape)

    def where(self, name: str) -> NDArray[np.bool_]:
        """Return which cells have the status *name*, one of `STATUS_NAMES`: shape (rows, columns)."""
        mask: NDArray[np.bool_] = self.status == STATUS_NAMES.index(name)
        return mask

    @cached_property
    def expanded(self) -> int:
        """The number of cells expanded."""
        return self._number_of(self.trace.expanding_kind)

    @cached_property
    def backtracks(self) -> int:
        """The number of steps back."""
        return self._number_of(BACK)

    @cached_property
    def found(self) -> int:
        """The number of paths found."""
        return self._number_of(FOUND_PATH)

    @property
    def cell(self) -> Cell | None:
        """The cell of the last event; None before the first."""
        return None if self.step == 0 else self.trace.cell_of(int(self._done[-1, 1]))

    @cached_property
    def stack(self) -> NDArray[np.int32]:
        """The cells of the path so far, from the start: int32 of shape (n, 2).

        For a depth-first search this is its stack, for "labels" the path traced back from the exit so far.
        """
        events = self._search
        events = events[np.isin(events[:, 0], (STEP, BACK))]
        is_step = events[:, 0] == STEP
        depth = np.cumsum(np.where(is_step, 1, -1))
        if not len(depth) or depth[-1] <= 0:
            return self._cells(np.empty(0, np.int64))
        # The cell at each depth is the last one that stepped there.
        last = np.zeros(int(depth.max()) + 1, np.int64)
        last[depth[is_step]] = np.flatnonzero(is_step)
        walk = events[last[1 : depth[-1] + 1]]
        before = walk[:1, 2] if walk[0, 2] != walk[0, 1] else walk[:0, 2]  # traced back from the exit
        return self._cells(np.concatenate([before, walk[:, 1]]))

    @property
    def depth(self) -> int:
        """The number of cells on the stack; for "dfs-recursive" the depth of the recursion."""
        return len(self.stack)

    @property
    def directions(self) -> tuple[str, ...]:
        """The direction tried last from each cell of `stack`, in letters; "" where none was tried yet.

        A portal is a ``*``.

        So ``zip(snapshot.stack, snapshot.directions)`` are the entries of an explicit stack.

        >>> from gridwalk import Board
        >>> trace = Board.from_text("S..\\n.#E").paths().trace(by="dfs")
        >>> trace.at(2).stack.tolist(), trace.at(2).directions
        ([[0, 0], [0, 1]], ('R', ''))
        """
        cells, last = self.stack, self._search[-1:]
        if not self.depth:
            return ()
        if last[0, 0] in (BACK, PRUNE):  # the top has tried the cell of the last event
            cells = np.concatenate([cells, self._cells(last[:, 1])])
        steps = steps_along(self.trace.board, cells).tolist()
        jumps = through_portals(self.trace.board, cells).tolist()
        # A cell that refuses to go on is pruned itself: a step to nowhere, which has no letters.
        words = ["*" if is_jump else letters_of(*step) for step, is_jump in zip(steps, jumps, strict=True)]
        return (*words, *[""] * (self.depth - len(words)))

    @cached_property
    def queue(self) -> NDArray[np.int32]:
        """The cells in the queue or heap, in the order in which they were added: int32 of shape (n, 2).

        "bfs" and "labels" keep a queue, its front first here, "bidirectional" one for each end; "dijkstra",
        "astar", "jps", "greedy" and "weighted-astar" keep a heap: see `heap`.
        """
        opened = np.flatnonzero(self._done[:, 0] == OPEN)
        joined = np.zeros(self.trace.board.size, np.int64)
        joined[self._done[opened, 1]] = opened
        waiting = np.flatnonzero(self.status.reshape(-1) == FRONTIER)
        return self._cells(waiting[np.argsort(joined[waiting])])

    @property
    def queue_indices(self) -> NDArray[np.int64]:
        """`queue` as one number for each cell, ``row * columns + column``, as `Board.index` returns it."""
        return self.queue.astype(np.int64) @ (self.trace.board.columns, 1)

    @cached_property
    def heap(self) -> list[tuple[float, Cell]]:
        """The heap as pairs of key and cell, the least key first; of equal keys the one that is taken first.

        The key of "dijkstra" is the cost of the path found so far; "astar" and "jps" add a lower bound on the
        cost of the rest, "weighted-astar" the weight times as much.  The key of "greedy" is the bound alone.
        O(events) Python operations.

        Raises
        ------
        UnsuitableAlgorithmError
            If the algorithm keeps no heap.

        Examples
        --------
        >>> from gridwalk import Board
        >>> board = Board([[True, True, True], [True, True, True]], costs=[[1, 1, 1], [5, 1, 1]])
        >>> board.paths().trace(by="dijkstra").at(4).heap
        [(1.0, (0, 1)), (5.0, (1, 0))]

        """
        run = self.trace
        if run.by not in HEAPS:
            raise UnsuitableAlgorithmError(run.by, f"it keeps no heap; {', '.join(HEAPS)} do")
        rest = getattr(run, "rest", None)
        cost = (
            dict.fromkeys(self._costs_found, 0.0) if algorithm(run.by).key == "bound" else self._costs_found
        )
        order = run.first_expanded.reshape(-1)
        entries = [
            (cost[v] + (0 if rest is None else rest[v].item()), int(order[v]), v)
            for v in self.queue_indices.tolist()
        ]
        return [(key, run.cell_of(v)) for key, _, v in sorted(entries)]

    @property
    def numbers(self) -> dict[Cell, int]:
        """The labels of labelled cells; where there are no labels, the numbers of expanded cells, from 1."""
        kinds, cells, values = self._done.T
        chosen = kinds == (OPEN if self.trace.keeps_labels else CLOSE)
        at = map(self.trace.cell_of, cells[chosen].tolist())
        return dict(zip(at, values[chosen].tolist(), strict=True))

    @cached_property
    def predecessors(self) -> NDArray[np.int32]:
        """The predecessor matrix: for each cell the cell before it, int32 of shape (rows, columns, 2).

        The start is its own predecessor; (-1, -1) stands where there is none.
        See `Trace.predecessors`.
        """
        board, events = self.trace.board, self._search
        if self.trace.keeps_labels:
            raise UnsuitableAlgorithmError(
                "labels", "it keeps distance labels, and no predecessors: see labels()"
            )
        # Where footprints are wiped out, going back takes the predecessor away again.
        wiped = (events[:, 0] == BACK) & self.trace.wiped
        noted = events[np.isin(events[:, 0], (OPEN, STEP, RELAX)) | wiped]
        before = np.full(board.size, NONE, np.int32)
        before[noted[:, 1]] = np.where(noted[:, 0] == BACK, NONE, noted[:, 2])
        matrix = np.stack([before // board.columns, before % board.columns], axis=-1)
        matrix[before == NONE] = NONE
        return matrix.reshape(*board.shape, 2)

    @cached_property
    def labels(self) -> NDArray[np.int32]:
        """The distance labels, from 0 at the start, and -1 where there is none: int32, shape (rows, columns).

        See `Trace.labels`.
        """
        if not self.trace.keeps_labels:
            raise UnsuitableAlgorithmError(self.trace.by, "it writes no labels: trace by='labels'")
        labels = np.full(self.trace.board.size, NONE, np.int32)
        opened = self._done[self._done[:, 0] == OPEN]
        labels[opened[:, 1]] = opened[:, 2]
        return labels.reshape(self.trace.board.shape)

    @cached_property
    def footprints(self) -> NDArray[np.uint8]:
        """The matrix of the maze with footprints: uint8 of shape (rows, columns).

        0 is an open cell, 1 a wall, and 2 a cell with a footprint.  See `Trace.footprints`.
        """
        noted = self.labels != NONE if self.trace.keeps_labels else self.predecessors[..., 0] != NONE
        return np.where(noted, 2, ~self.trace.board.open_cells).astype(np.uint8)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Snapshot):
            return NotImplemented
        return (
            (self.trace.by, self.trace.wiped) == (other.trace.by, other.trace.wiped)
            and np.array_equal(self._done, other._done)
            and self.trace.board == other.trace.board
        )

    def __hash__(self) -> int:
        return hash((self.trace.board, self.trace.by, self.step))

    def __str__(self) -> str:
        return draw_frame(self)

    def _repr_svg_(self) -> str | None:
        """The SVG for notebooks; None for large boards, which are shown as text."""
        from gridwalk.render.svg import notebook

        trace: Any = self.trace
        return notebook(trace.board, trace=trace, at=self.step)

    def __repr__(self) -> str:
        return f"<Snapshot: {self.trace.by} after {self.step:,} of {len(self.trace):,} events>"

    @property
    def _done(self) -> NDArray[np.int32]:
        return self.trace.events[: self.step]

    @cached_property
    def _begun(self) -> int:
        """The start of the search in progress: there is one for each start."""
        done = self._done
        begun = np.flatnonzero((done[:, 0] == STEP) & (done[:, 1] == done[:, 2]))
        return int(begun[-1]) if len(begun) else 0

    @property
    def _search(self) -> NDArray[np.int32]:
        return self._done[self._begun :]

    @property
    def _costs_found(self) -> dict[int, float]:
        """The cost of the path found so far to each cell that was in the heap, by flat index."""
        board, jumps = self.trace.board, algorithm(self.trace.by).jumps
        cost: dict[int, float] = {}
        closed, out_of, moves = set(), NONE, dict[Cell, float]()
        for kind, v, u in self._done.tolist():
            if kind == CLOSE:
                closed.add(v)
            elif kind == OPEN and v == u:
                cost[v] = 0.0
            elif kind == RELAX or (kind == OPEN and v not in closed):  # opened again it keeps its cost
                at, to = self.trace.cell_of(u), self.trace.cell_of(v)
                if jumps:
                    less, more = sorted((abs(at[0] - to[0]), abs(at[1] - to[1])))
                    cost[v] = cost[u] + more - less + less * SQRT2
                else:
                    if u != out_of:
                        out_of, moves = u, {}
                        for cell, price in board.moves_from(at):  # a portal may lead where a move does
                            moves[cell] = min(price, moves.get(cell, price))
                    cost[v] = cost[u] + moves[to]
        return cost

    def _number_of(self, kind: int) -> int:
        return int((self._done[:, 0] == kind).sum())

    def _cells(self, flat: NDArray[np.integer[Any]]) -> NDArray[np.int32]:
        return np.stack(np.divmod(flat, self.trace.board.columns), axis=1).astype(np.int32)
