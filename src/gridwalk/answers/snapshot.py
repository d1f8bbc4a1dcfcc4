"""The events of one run of an algorithm, and the state of the search after some of them.

Events are rows ``(kind, cell, value)``; `gridwalk.runtime.codes` lists the kinds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.algorithms import ALGORITHMS, algorithm, rows
from gridwalk.answers.cellsequence import names_of_steps
from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.board.moves import SQRT2
from gridwalk.draw.text import draw_frame
from gridwalk.errors import ArgumentError, Cell, UnsuitableAlgorithmError
from gridwalk.errors.missing import Suggesting
from gridwalk.runtime.codes import BACK, CLOSE, EVENT_NAMES, FOUND_PATH, NONE, OPEN, PRUNE, RELAX, STEP

# The status of a cell at some step.  WALK: on the current path; LEFT: left by backtracking.
UNSEEN, FRONTIER, EXPANDED, WALK, LEFT = range(5)
STATUS_NAMES = ("unseen", "frontier", "expanded", "walk", "left")
STATUS_OF_KIND = np.full(len(EVENT_NAMES), UNSEEN, np.uint8)
STATUS_OF_KIND[[OPEN, CLOSE, STEP, BACK]] = FRONTIER, EXPANDED, WALK, LEFT
HEAPS = tuple(row.name for row in rows("trace") if row.keeps == "heap")
_VALUE_OF_KIND = {OPEN: "from", CLOSE: "number", STEP: "from", BACK: "to", RELAX: "from", PRUNE: "from"}
_WITH_LABELS = frozenset(row.name for row in ALGORITHMS if row.labels)
_VALUE_OF_LABELS = _VALUE_OF_KIND | {OPEN: "label", CLOSE: "label"}


@dataclass(frozen=True, eq=False, repr=False)
class Run(Suggesting):
    """One run of an algorithm on a board: its events and its answer.  `Trace` describes the attributes."""

    board: Board
    by: str
    start: Cell
    events: NDArray[np.int32]
    path: Path | None = None
    truncated: bool = False
    _wiped: bool = False  # whether backtracking removes footprints; then a cell may be entered again

    def __post_init__(self) -> None:
        self.events.flags.writeable = False

    def __len__(self) -> int:
        return len(self.events)

    def _board_at(self, step: int) -> Board:
        """Return the board after *step* events; searches do not change it."""
        return self.board

    def _checked_step(self, step: int, name: str = "step") -> int:
        """Return *step* as an int; raise `ArgumentError` unless it is from 0 to ``len(self)``."""
        allowed = f"a whole number of events, from 0 to {len(self):,}"
        try:
            number = index(step)
        except TypeError:
            raise ArgumentError(name, step, allowed) from None
        if isinstance(step, bool) or not 0 <= number <= len(self):
            raise ArgumentError(name, step, allowed)
        return number

    def _cell_of(self, flat: int) -> Cell:
        """Return the cell with a flat index."""
        return divmod(flat, self.board.columns)

    @property
    def _doing(self) -> tuple[str, str]:
        """The participle and the noun for an expanded cell in a legend."""
        return "expanded", "expansion"

    @property
    def _keeps_labels(self) -> bool:
        """Whether the algorithm writes distance labels instead of predecessors."""
        return self.by in _WITH_LABELS

    @cached_property
    def _statuses(self) -> frozenset[str]:
        """The names of all statuses that occur."""
        numbers = {UNSEEN, *STATUS_OF_KIND[self.events[:, 0]].tolist()}
        return frozenset(STATUS_NAMES[number] for number in numbers)

    @cached_property
    def _expanding_kind(self) -> int:
        """The kind of the events that expand a cell: CLOSE with a queue, STEP without."""
        # The steps of "labels", which has a queue, trace the path back from the exit.
        return CLOSE if (self.events[:, 0] == CLOSE).any() else STEP

    @cached_property
    def first_expanded(self) -> NDArray[np.int64]:
        """The index of the event that first expanded each cell; ``len(self)`` if it was never expanded."""
        events = np.flatnonzero(self.events[:, 0] == self._expanding_kind)
        first = np.full(self.board.size, len(self), np.int64)
        # NumPy keeps the last value assigned to a cell; in reverse order that is the first event.
        first[self.events[events[::-1], 1]] = events[::-1]
        return first.reshape(self.board.shape)

    @cached_property
    def expansion_order(self) -> NDArray[np.int64]:
        """The rank of each cell in the order of first expansion, from 0; -1 if it is never expanded."""
        first = self.first_expanded.reshape(-1)
        order = np.full(self.board.size, -1, np.int64)
        expanded = np.flatnonzero(first < len(self))
        order[expanded[np.argsort(first[expanded])]] = np.arange(len(expanded))
        return order.reshape(self.board.shape)

    @property
    def _answer(self) -> str:
        """The result of the search, as text."""
        if self.path is None:
            return "no path"
        found = self.at(len(self)).found
        last = f"{found:,} paths, the last" if found > 1 else "path"
        return f"{last} of length {self.path.length:,}"

    def at(self, step: int) -> Snapshot:
        """Return the snapshot after the first *step* events.

        Raises
        ------
        ArgumentError
            If *step* is not a whole number from 0 to ``len(trace)``.

        """
        return Snapshot(self, self._checked_step(step))

    def lines(self) -> Iterator[str]:
        """Yield the events as text, one per line."""
        value_of_kind = _VALUE_OF_LABELS if self._keeps_labels else _VALUE_OF_KIND
        for number, (kind, cell, value) in enumerate(self.events.tolist(), 1):
            words = [str(number), EVENT_NAMES[kind], str(self._cell_of(cell))]
            if (meaning := value_of_kind.get(kind)) is not None:
                is_number = meaning in ("number", "label")
                words += [meaning, str(value if is_number else self._cell_of(value))]
            yield " ".join(words)


@dataclass(frozen=True, eq=False, repr=False)
class Snapshot:
    """The state of a search after some events; made by `Trace.at`.  ``str(snapshot)`` is a drawing.

    Two snapshots are equal if the algorithms, the boards and the events so far are equal.

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
            status[status == WALK] = LEFT  # by the search from an earlier start, which found nothing
            status_of_event = STATUS_OF_KIND[events[:, 0]]
            shown = status_of_event != UNSEEN
            # NumPy keeps the last value assigned to a cell, which is that of its last event.
            status[events[shown, 1]] = status_of_event[shown]
        return status.reshape(board.shape)

    def where(self, name: str) -> NDArray[np.bool_]:
        """Return a mask of the cells with the status *name*, one of `STATUS_NAMES`: shape (rows, columns)."""
        mask: NDArray[np.bool_] = self.status == STATUS_NAMES.index(name)
        return mask

    @cached_property
    def expanded(self) -> int:
        """The number of cells expanded."""
        return self._number_of(self.trace._expanding_kind)

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
        return None if self.step == 0 else self.trace._cell_of(int(self._done[-1, 1]))

    @cached_property
    def stack(self) -> NDArray[np.int32]:
        """The cells of the path so far: int32 array of shape (n, 2).

        For depth-first search, this is the stack, the start first; for "labels" the path that is traced back
        from the exit.
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
        before = walk[:1, 2] if walk[0, 2] != walk[0, 1] else walk[:0, 2]  # the exit, of "labels"
        return self._cells(np.concatenate([before, walk[:, 1]]))

    @property
    def depth(self) -> int:
        """The number of cells on the stack; for "dfs-recursive" the depth of the recursion."""
        return len(self.stack)

    @property
    def directions(self) -> tuple[str, ...]:
        """The direction tried last from each cell of `stack`, in letters; "" if none was tried yet.

        A portal is ``*``.  ``zip(snapshot.stack, snapshot.directions)`` yields the entries of an explicit
        stack.

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
        # If the top itself is pruned, the step has no direction and no letters.
        words = names_of_steps(self.trace.board, cells)
        return (*words, *[""] * (self.depth - len(words)))

    @cached_property
    def queue(self) -> NDArray[np.int32]:
        """The cells in the queue or heap, in the order in which they were added: int32 array of shape (n, 2).

        "bfs" and "labels" have a queue, "bidirectional" has one for each end; the front comes first.
        "dijkstra", "astar", "jps", "greedy" and "weighted-astar" have a heap: see `heap`.
        """
        opened = np.flatnonzero(self._done[:, 0] == OPEN)
        joined = np.zeros(self.trace.board.size, np.int64)
        joined[self._done[opened, 1]] = opened
        waiting = np.flatnonzero(self.status.reshape(-1) == FRONTIER)
        return self._cells(waiting[np.argsort(joined[waiting])])

    @property
    def queue_indices(self) -> NDArray[np.int64]:
        """The cells of `queue` as flat indices, ``row * columns + column``."""
        return self.queue.astype(np.int64) @ (self.trace.board.columns, 1)

    @cached_property
    def heap(self) -> list[tuple[float, Cell]]:
        """The heap as pairs ``(key, cell)``, in the order in which the search would take them.

        The key of "dijkstra" is the cost of the path found so far.  "astar" and "jps" add a lower bound on
        the cost of the rest, "weighted-astar" this bound times the weight.  The key of "greedy" is the bound
        alone.  O(events) time.

        Raises
        ------
        UnsuitableAlgorithmError
            If the algorithm has no heap.

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
        rest = getattr(run, "_rest", None)
        cost = (
            dict.fromkeys(self._costs_found, 0.0) if algorithm(run.by).key == "bound" else self._costs_found
        )
        order = run.first_expanded.reshape(-1)
        entries = [
            (cost[v] + (0 if rest is None else rest[v].item()), int(order[v]), v)
            for v in self.queue_indices.tolist()
        ]
        return [(key, run._cell_of(v)) for key, _, v in sorted(entries)]

    @property
    def numbers(self) -> dict[Cell, int]:
        """The labels by cell; if the algorithm has no labels, the order of expansion by cell, from 1."""
        kinds, cells, values = self._done.T
        chosen = kinds == (OPEN if self.trace._keeps_labels else CLOSE)
        at = map(self.trace._cell_of, cells[chosen].tolist())
        return dict(zip(at, values[chosen].tolist(), strict=True))

    @cached_property
    def predecessors(self) -> NDArray[np.int32]:
        """The predecessor matrix, int32 array of shape (rows, columns, 2): see `Trace.predecessors`."""
        before, board = self._cell_before[:, None], self.trace.board
        matrix = np.where(before == NONE, NONE, np.hstack(np.divmod(before, board.columns)))
        return matrix.astype(np.int32).reshape(*board.shape, 2)

    @cached_property
    def _cell_before(self) -> NDArray[np.int32]:
        """The predecessor of each cell, as flat indices; NONE if it has none."""
        events = self._search
        if self.trace._keeps_labels:
            raise UnsuitableAlgorithmError(
                "labels", "it keeps distance labels, and no predecessors: see labels()"
            )
        # If footprints are wiped, backtracking removes the predecessor.
        wiped = (events[:, 0] == BACK) & self.trace._wiped
        noted = events[np.isin(events[:, 0], (OPEN, STEP, RELAX)) | wiped]
        before = np.full(self.trace.board.size, NONE, np.int32)
        before[noted[:, 1]] = np.where(noted[:, 0] == BACK, NONE, noted[:, 2])
        return before

    @cached_property
    def labels(self) -> NDArray[np.int32]:
        """The distance labels, int32 array of shape (rows, columns), -1 for none: see `Trace.labels`."""
        if not self.trace._keeps_labels:
            raise UnsuitableAlgorithmError(self.trace.by, "it writes no labels: trace by='labels'")
        labels = np.full(self.trace.board.size, NONE, np.int32)
        opened = self._done[self._done[:, 0] == OPEN]
        labels[opened[:, 1]] = opened[:, 2]
        return labels.reshape(self.trace.board.shape)

    @cached_property
    def footprints(self) -> NDArray[np.uint8]:
        """The maze with footprints, uint8 array of shape (rows, columns): see `Trace.footprints`."""
        noted = self.labels != NONE if self.trace._keeps_labels else self.predecessors[..., 0] != NONE
        return np.where(noted, 2, ~self.trace.board.open_cells).astype(np.uint8)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Snapshot):
            return NotImplemented
        return (
            (self.trace.by, self.trace._wiped) == (other.trace.by, other.trace._wiped)
            and np.array_equal(self._done, other._done)
            and self.trace.board == other.trace.board
        )

    def __hash__(self) -> int:
        return hash((self.trace.board, self.trace.by, self.step))

    def __str__(self) -> str:
        return draw_frame(self)

    def _repr_svg_(self) -> str | None:
        """The SVG for notebooks; None for large boards, which are shown as text."""
        from gridwalk.draw.svg import notebook

        trace: Any = self.trace
        return notebook(trace.board, trace=trace, at=self.step)

    def __repr__(self) -> str:
        return f"<Snapshot: {self.trace.by} after {self.step:,} of {len(self.trace):,} events>"

    @property
    def _done(self) -> NDArray[np.int32]:
        return self.trace.events[: self.step]

    @cached_property
    def _begun(self) -> int:
        """The index of the first event of the current search; each start has a search."""
        done = self._done
        begun = np.flatnonzero((done[:, 0] == STEP) & (done[:, 1] == done[:, 2]))
        return int(begun[-1]) if len(begun) else 0

    @property
    def _search(self) -> NDArray[np.int32]:
        return self._done[self._begun :]

    @property
    def _costs_found(self) -> dict[int, float]:
        """The cost of the path found so far to each cell that has been in the heap, by flat index."""
        board, jumps = self.trace.board, algorithm(self.trace.by).jumps
        cost: dict[int, float] = {}
        closed, out_of, moves = set(), NONE, dict[Cell, float]()
        for kind, v, u in self._done.tolist():
            if kind == CLOSE:
                closed.add(v)
            elif kind == OPEN and v == u:
                cost[v] = 0.0
            elif kind == RELAX or (kind == OPEN and v not in closed):  # a cell opened again keeps its cost
                at, to = self.trace._cell_of(u), self.trace._cell_of(v)
                if jumps:
                    less, more = sorted((abs(at[0] - to[0]), abs(at[1] - to[1])))
                    cost[v] = cost[u] + more - less + less * (SQRT2 if board.moves.has_diagonals else 2)
                else:
                    if u != out_of:
                        out_of, moves = u, {}
                        for cell, price in board.moves_from(at):  # a cell is listed twice with a portal
                            moves[cell] = min(price, moves.get(cell, price))
                    cost[v] = cost[u] + moves[to]
        return cost

    def _number_of(self, kind: int) -> int:
        return int(np.count_nonzero(self._done[:, 0] == kind))

    def _cells(self, flat: NDArray[np.integer[Any]]) -> NDArray[np.int32]:
        return np.stack(np.divmod(flat, self.trace.board.columns), axis=1).astype(np.int32)
