"""One question about one board: the arguments of every search, and the bounds that steer it to an exit.

And why an algorithm is not exact on a board: a function each, which returns the reason, or nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.board.moves import KING_STEPS, ORTHOGONAL_STEPS
from gridwalk.board.stepcosts import StepCosts
from gridwalk.errors import Cell
from gridwalk.kernels.codes import BACKTRACKS, EXPANDED, FOUND, FOUND_PATH, GOAL, HEAD, MET, NONE, OPEN, TAIL
from gridwalk.kernels.search.first_path import EXIT, SOURCE, WANTED, bfs, follow_marks
from gridwalk.runtime.kernel import Kernel
from gridwalk.runtime.limits import NO_LIMITS, Watch
from gridwalk.runtime.slices import call, check, registers, run

if TYPE_CHECKING:
    from gridwalk.runtime.progress import EventLog

WEIGHT = 2.0  # of the bound in weighted A*, unless another is asked for


def bound_on_rest(
    by: str, board: Board, exits: tuple[Cell, ...], nearest: Cell | None = None, weight: float = WEIGHT
) -> NDArray[np.float64]:
    """Return for each cell, flat, what the search *by* takes the rest of the cost for.

    The log of "jps" is the search for one exit: the *nearest*, or the first if none can be reached.
    "weighted-astar" multiplies the bound by *weight*; "greedy" takes that of a board without costs.
    """
    if by == "jps" and exits:
        return lower_bounds(board, (nearest or exits[0],))
    if by == "greedy":
        return lower_bounds(board, exits, StepCosts(board.open_cells, board.moves, None, None))
    return lower_bounds(board, exits) * (weight if by == "weighted-astar" else 1.0)


def lower_bounds(
    board: Board, exits: tuple[Cell, ...], step_costs: StepCosts | None = None
) -> NDArray[np.float64]:
    """Return for each cell, flat, a lower bound on the cost of a path to the bounding box of *exits*."""
    if not exits:
        return np.zeros(board.size)
    (top, left), (bottom, right) = np.min(exits, axis=0), np.max(exits, axis=0)
    rows, columns = np.arange(board.rows)[:, None], np.arange(board.columns)[None, :]
    down, across = rows - rows.clip(top, bottom), columns - columns.clip(left, right)
    return bounds_apart(board, down, across, step_costs).reshape(-1)


def bounds_apart(
    board: Board, down: NDArray[Any], across: NDArray[Any], step_costs: StepCosts | None = None
) -> NDArray[np.float64]:
    """Return what paths cost at least between cells by so many rows and columns apart, with their signs."""
    rate, slope = (step_costs or board._step_costs).rates(is_wrapped=board.wrap is not None)
    shorter = np.minimum(abs(down), abs(across))
    if slope < 0:  # hexagons: see `gridwalk.kernels.search.astar.bound`
        slope, shorter = -slope, np.where((down < 0) == (across < 0), shorter, 0)
    bounds: NDArray[np.float64] = rate * np.maximum(abs(down), abs(across)) + slope * shorter
    return bounds


@dataclass
class Query:
    """Starts, exits, clock, registers, and an event log to fill or None."""

    board: Board
    starts: tuple[Cell, ...]
    exits: tuple[Cell, ...]
    watch: Watch = field(default_factory=NO_LIMITS.watch)
    log: EventLog | None = None
    state: NDArray[np.int64] = field(default_factory=registers)
    weight: float = WEIGHT  # of weighted A*

    @property
    def source(self) -> int:
        """The flat index of the start, or of the first of several."""
        return self.board.index(self.starts[0])

    @property
    def sources(self) -> list[int]:
        """The flat indices of the starts."""
        return [self.board.index(start) for start in self.starts]

    @property
    def goals(self) -> list[int]:
        """The flat indices of the exits."""
        return [self.board.index(cell) for cell in self.exits]

    def seed(self, queue: NDArray[np.int32], label: int | None = None) -> None:
        """Put the starts in an empty queue or heap, and log them, with a *label* if given."""
        sources = self.sources
        queue[: len(sources)] = sources
        self.state[HEAD], self.state[TAIL] = 0, len(sources)
        for source in sources:
            self.note(OPEN, source, source if label is None else label)

    @property
    def table(self) -> tuple[NDArray[Any], NDArray[np.int64]]:
        """The legal-move table in the form of kernels."""
        return self.board._moves_of_cell, self.board._delta_of_move

    @cached_property
    def is_exit(self) -> NDArray[np.uint8]:
        """1 at every exit, flat."""
        mask = np.zeros(self.board.size, np.uint8)
        for cell in self.exits:
            mask[self.board.index(cell)] = 1
        return mask

    def marks(self) -> NDArray[np.uint8]:
        """Return the marks that `kernels.search.first_path.bfs` begins with."""
        mark_of_cell = np.zeros(self.board.size, np.uint8)
        mark_of_cell[self.goals] = EXIT
        mark_of_cell[self.sources] |= SOURCE
        return mark_of_cell

    def labels(self, queue: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return the labels that `distance_labels` begins with, and put the starts in its empty *queue*."""
        label_of_cell, sources = self.no_cells(), self.sources
        label_of_cell[self.goals] = WANTED
        reached = np.flatnonzero(label_of_cell[sources] == WANTED)
        self.state[MET] = reached[0] + 1 if reached.size else 0
        label_of_cell[sources] = 0
        self.seed(queue, 0)
        return label_of_cell

    def no_cells(self) -> NDArray[np.int32]:
        """Return an array with the entry NONE for each cell."""
        return np.full(self.board.size, NONE, np.int32)

    def run(self, kernel: Kernel, *arguments: Any) -> int:
        """Run *kernel* to its end, in slices."""
        return run(
            kernel,
            self.table,
            *arguments,
            state=self.state,
            moves_of_cell=self.board._moves_of_cell,
            watch=self.watch,
            log=self.log,
        )

    def from_each_start(self, search: Search) -> Path | None:
        """Return the first path that *search* finds, from one start after another."""
        for start in self.starts:
            query = self if len(self.starts) == 1 else replace(self, starts=(start,))
            if (path := search(query)) is not None:
                return path
        return None

    def check(self) -> None:
        """Report the progress of this search; raise `TimeLimitError` after the time limit."""
        check(self.watch, self.state)

    def note(self, kind: int, cell: int, value: int) -> None:
        """Log an event outside of kernels, if there is a log."""
        if self.log is not None:
            self.log.append(np.array([(kind, cell, value)], np.int32))

    def found(self, flat_cells: NDArray[np.int32], by: str) -> Path:
        """Log that a path was found, and return it."""
        self.note(FOUND_PATH, int(flat_cells[-1]), len(flat_cells))
        return self.path(flat_cells, by)

    def breadth_first(
        self, closed: list[int] | slice | None = None
    ) -> tuple[NDArray[np.uint8], NDArray[np.int32] | None]:
        """Run breadth-first search, which does not enter flat cells that are *closed*.

        Return the marks, and the way to the first exit, None if none is reached.
        """
        mark_of_cell, queue = self.marks(), np.empty(self.board.open_count, np.int32)
        if closed is not None:
            mark_of_cell[closed] |= SOURCE
        self.seed(queue)
        if self.run(bfs, mark_of_cell, queue) != FOUND:
            return mark_of_cell, None
        # The queue is free now, and long enough for any path: reuse it for the answer.
        return mark_of_cell, self.way(mark_of_cell, int(self.state[GOAL]), queue)

    def way(
        self, mark_of_cell: NDArray[np.uint8], goal: int, room: NDArray[np.int32] | None = None
    ) -> NDArray[np.int32]:
        """Return the flat cells of the way to *goal* by the marks; *room* for any path."""
        cells = np.empty(self.board.open_count, np.int32) if room is None else room
        steps = call(follow_marks, self.watch, self.board._delta_of_move, mark_of_cell, goal, cells)
        return cells[:steps][::-1]

    def path(self, flat_cells: NDArray[np.int32], by: str, *, closed: bool = False) -> Path:
        """Return the path over *flat_cells*, in order, with this query's statistics."""
        cells = np.empty((len(flat_cells), 2), np.int32)
        np.divmod(flat_cells, self.board.columns, out=(cells[:, 0], cells[:, 1]))
        return Path._found(
            self.board, cells, closed, by, int(self.state[EXPANDED]), int(self.state[BACKTRACKS])
        )


Search = Callable[[Query], Path | None]
MAX_CORRIDOR_CELLS = 1 << 25  # costs in units of 2**-36 stay below 2**62
UNUSUAL = "it knows no portals, and diagonal steps only at the square root of 2: use 'dijkstra' or 'astar'"


def is_varied(board: Board) -> bool:
    """Whether moves differ in cost."""
    return not board._step_costs.are_equal


def equal_costs(board: Board) -> str:
    """Refuse moves that differ in cost: for searches that count moves."""
    if board.costs is not None:
        return "it counts moves, but here cells have costs: use 'dijkstra' or 'astar'"
    if is_varied(board) and board.portals:
        return "it counts moves, but here steps differ in cost: use 'dijkstra' or 'astar'"
    if is_varied(board):
        diagonal = "the square root of 2" if board._step_costs.is_plain else f"{board._step_costs.diagonal:g}"
        return (
            f"it counts moves, but here a diagonal step costs {diagonal}: use 'dijkstra' or "
            "'astar', or find with 'bfs' for fewest moves"
        )
    return ""


def jump_points(board: Board) -> str:
    """Refuse what the jump rules of the king, and of four moves, do not know."""
    steps = set(board.moves.unwrapped.deltas)
    if board.costs is not None or steps not in (KING_STEPS, ORTHOGONAL_STEPS) or board.one_way:
        return "it needs the king's eight moves or the four orthogonal ones, equal costs and no one-way cells"
    if not board._step_costs.is_plain or board.moves.slides:
        return UNUSUAL
    if board.moves.corners == "one" and steps == KING_STEPS:
        return "it knows the corner rules 'both' and 'none', not 'one'"
    if not board._is_plain(cells_decide=True):
        return "it looks at open cells only: not at walls between cells, a wrapped board, or cells avoided"
    return ""


def corridor_graph(board: Board) -> str:
    """Refuse where corridors cannot be walked both ways at exact costs."""
    if board.size > MAX_CORRIDOR_CELLS:
        return f"its exact costs have room for boards of up to {MAX_CORRIDOR_CELLS:,} cells"
    if board.wrap is not None:
        return "its lower bounds are those of a board that is not wrapped round"
    squares = board.moves.cells == "square" and set(board.moves.deltas) <= KING_STEPS
    if board.costs is not None or not board._symmetric or not squares:
        return "it needs steps to neighbouring cells that can be taken back, at equal costs"
    if not board._step_costs.is_plain or not board._is_plain():
        return UNUSUAL
    return ""
