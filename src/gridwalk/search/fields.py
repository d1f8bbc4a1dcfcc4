"""Distance fields: distances from some cells to every cell of a board, or from every cell to them.

A board caches its fields, and a changed copy of the board repairs them.  A repaired field is bitwise equal to
that of a new search.  The time depends on the number of cells whose distances change.  If many change, the
repair is abandoned, because a new search is as fast.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.board import Board
from gridwalk.board.cells import CellLike
from gridwalk.board.passages import period_of
from gridwalk.board.repairs import Change
from gridwalk.errors import ArgumentError, Cell, check_choice
from gridwalk.runtime.cache import Key, Repairable
from gridwalk.runtime.codes import NONE, TAIL
from gridwalk.runtime.kernel import inline_kernel, kernel
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import copied
from gridwalk.runtime.slices import call_whole, registers, run
from gridwalk.search import dijkstra
from gridwalk.search.backwards import reversed_table
from gridwalk.search.bfs import SEEN, reachable_cells
from gridwalk.search.bounds import allowed
from gridwalk.search.dijkstra import DistanceTree, Sources, sift_down, sift_up
from gridwalk.search.labels import distance_labels
from gridwalk.search.query import Query

Ends: TypeAlias = CellLike | Iterable[CellLike] | Mapping[CellLike, float]
Kind: TypeAlias = Literal["from", "to", "flow"]  # from the sources, to them, to them with the next moves
FAR = np.int32(1 << 30)  # more moves than any path has
NO_MOVES = np.empty(0, np.int8)


def distances(
    board: Board,
    start: Ends | None,
    exits: Ends | None,
    max_cost: float | None,
    watch: Watch,
    measure: str = "cost",
) -> NDArray[np.float64]:
    """Return the answer of `gridwalk.Board.distances`."""
    if exits is not None and start is not None:
        raise ArgumentError("exits", exits, "left out with start: distances are from cells or to them")
    if exits is None:
        kind: Kind = "from"
        sources = Sources.of(board, board.start if start is None else start, "start")
    else:
        kind, sources = "to", Sources.of(board, exits, "exits")
    most = allowed(board, max_cost)
    check_choice("measure", measure, ("cost", "worst"))
    if measure == "worst":
        return dijkstra.worst_distances(board, sources, most, watch, backwards=kind == "to").reshape(
            board.shape
        )
    found = cached_tree(board, kind, sources, most, watch).distances
    return (found if found.flags.writeable else copied(found)).reshape(board.shape)


def cached_tree(board: Board, kind: Kind, sources: Sources, most: float, watch: Watch) -> DistanceTree:
    """Return the result of `search_tree`; without a limit *most*, the board caches it, read-only."""
    if most < np.inf or board.size > MAX_CACHED_CELLS or may_cost_nothing(board):
        return search_tree(board, kind, sources, most, watch)
    key: Key[CachedField] = Key(FIELD, (kind, sources.places.tobytes(), sources.values.tobytes()))
    found = board._kept.peek(key)
    if found is None:
        tree = read_only(search_tree(board, kind, sources, most, watch))
        found = board._kept.put(key, CachedField(sources, kind != "from", tree))
        fields: list[Key[Any]] = [one for one in board._kept if one.name == FIELD]
        for oldest in fields[: -max(1, min(MAX_FIELDS, MAX_CACHED_CELLS // board.size))]:
            board._kept.drop(oldest)
    return found.tree


def search_tree(board: Board, kind: Kind, sources: Sources, most: float, watch: Watch) -> DistanceTree:
    """Return the distances of a *kind* up to *most*, with the next moves if *kind* is "flow"."""
    if kind != "flow":
        distances = distances_of(board, sources, watch, backwards=kind == "to", most=most)
        return DistanceTree(distances, NO_MOVES)
    found = dijkstra.run_buckets(board, sources, watch, backwards=True, most=most)
    if found is None:
        return dijkstra.spread_from(board, sources, watch, backwards=True, most=most)
    distances, marks = found
    moves = (marks & SEEN).view(np.int8) - np.int8(1)
    moves[sources.places[distances[sources.places] == sources.values]] = NONE
    return DistanceTree(distances, moves)


def distances_of(
    board: Board,
    sources: Sources,
    watch: Watch,
    *,
    backwards: bool = False,
    most: float = np.inf,
    is_wanted: NDArray[np.uint8] | None = None,
    enough: int = 0,
) -> NDArray[np.float64]:
    """Return the distances from *sources*, or *backwards* to them, up to *most*, flat: see `spread_from`.

    The search is breadth-first if all moves cost the same, else Dijkstra's algorithm with buckets or a heap.
    """
    if board.costs is None and board._symmetric and board._step_costs.are_mutual:
        backwards = False  # a path and its reverse cost the same
    if board._step_costs.are_equal and not sources.values.any() and most == np.inf:
        return moves_from(board, sources, watch, backwards=backwards)
    tree = dijkstra.run_buckets(board, sources, watch, backwards=backwards, most=most)
    if tree is not None:
        return tree[0]
    return dijkstra.spread_from(
        board, sources, watch, backwards=backwards, most=most, is_wanted=is_wanted, enough=enough
    ).distances


def moves_from(
    board: Board, sources: Sources, watch: Watch, *, backwards: bool = False
) -> NDArray[np.float64]:
    """Return the number of moves from *sources*, or *backwards* to them, flat; infinite without a path."""
    table = reversed_table(board, watch) if backwards else (board._moves_of_cell, board._delta_of_move)
    label_of_cell = _labels(board, table, sources, watch)
    return np.where(label_of_cell >= 0, label_of_cell, np.inf)


def moves_to(query: Query) -> NDArray[np.int32]:
    """Return the number of moves from every cell to the nearest exit, flat; `FAR` without a path."""
    table, exits = reversed_table(query.board, query.watch), Sources.plain(query.goals)
    label_of_cell = _labels(query.board, table, exits, query.watch)
    return np.where(label_of_cell >= 0, label_of_cell, FAR)


def _labels(
    board: Board, table: tuple[NDArray[Any], NDArray[np.int64]], sources: Sources, watch: Watch
) -> NDArray[np.int32]:
    """Return the number of moves of *table* from *sources* to each cell; NONE without a path."""
    label_of_cell, queue = np.full(board.size, NONE, np.int32), np.empty(board.open_count, np.int32)
    places, state = sources.places, registers()
    label_of_cell[places], queue[: len(places)], state[TAIL] = 0, places, len(places)
    run(distance_labels, table, label_of_cell, queue, state=state, moves_of_cell=table[0], watch=watch)
    return label_of_cell


def nearest_reachable(query: Query) -> Cell:
    """Return the reachable cell with the least Euclidean distance to an exit; of equals, the first.

    On a wrapped board distances may cross the seam.
    """
    board: Board = query.board
    cells = np.divmod(np.flatnonzero(reachable_cells(query)), board.columns)
    least = np.full(len(cells[0]), np.inf)
    for exit_ in query.exits:
        away = [np.abs(part - at) for part, at in zip(cells, exit_, strict=True)]
        period = period_of(board.shape, board.wrap)
        around = [np.minimum(d, n - d) if n else d for d, n in zip(away, period, strict=True)]
        least = np.minimum(least, np.hypot(*around))
    best = int(least.argmin())
    return int(cells[0][best]), int(cells[1][best])


# ------------------------------------------------------------- the cache, and repairs on changed boards

FIELD = "field"  # name of the cache key
MAX_FIELDS = 4  # maximum number of fields that a board caches
MAX_CACHED_CELLS = 1 << 22  # maximum number of cells of all cached fields
SHARE = 16  # a repair may change at most one cell in 16,
MORE = 256  # plus this number of cells
ONE = np.ones(1)
# The two arrays of a heap, and the value of each source, infinite for other cells.
Workspace: TypeAlias = tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float64]]


def may_cost_nothing(board: Board) -> bool:
    """Return whether some move may cost nothing."""
    return bool(board.portals) or not board._step_costs.least > 0


@dataclass(frozen=True)
class CachedField(Repairable):
    """A cached field: distances from *sources*, or *backwards* to them, and possibly the next moves.

    On a board of 512 x 512 cells of which one is closed, a repair takes 0.3 to 0.5 ms, of which a third to a
    half is the copy of the arrays, and a new search 4 to 14 ms.  An abandoned repair adds up to 6 ms.
    """

    sources: Sources
    backwards: bool
    tree: DistanceTree
    spare: list[Workspace] = field(default_factory=list)  # shared with the fields of changed boards

    @property
    def bytes(self) -> int:
        """The size of the arrays."""
        return self.tree.distances.nbytes + self.tree.moves.nbytes

    def after(self, change: Change) -> CachedField | None:
        """Return the field of the changed board; None if many distances change or moves may cost nothing."""
        board, (places, values) = change.after, (self.sources.places, self.sources.values)
        if may_cost_nothing(board) or not board.open_cells.reshape(-1)[places].all():
            return None
        distances, moves = copied(self.tree.distances), copied(self.tree.moves)
        steps = board._step_costs
        cost = ONE if board.costs is None else board.costs.reshape(-1)
        costs = cost, steps.factor_of_move, steps.extra_of_move, int(self.backwards)
        table = board._moves_of_cell, board._delta_of_move
        near = np.concatenate([change.moved, change.priced])
        near = near[:, None] + np.append(-board._delta_of_move if self.backwards else board._delta_of_move, 0)
        cells = np.unique(near[(near >= 0) & (near < board.size)])
        cell_of_place, place_of_cell, value_of_cell = workspace = self._workspace(board)
        value_of_cell[places] = values
        heap = cell_of_place, place_of_cell, distances
        touched = np.empty(board.size // SHARE + MORE, np.int32)
        count = call_whole(forget, board.size, table, costs, value_of_cell, heap, cells, touched)
        if count != NONE:
            count = call_whole(restore, board.size, table, costs, value_of_cell, heap, cells, touched, count)
        if count == NONE:
            return None
        if len(moves):
            changed = np.concatenate([cells, touched[:count]])
            call_whole(repoint, board.size, table, costs, value_of_cell, distances, moves, changed)
        value_of_cell[places] = np.inf
        self.spare.append(workspace)
        return replace(self, tree=read_only(DistanceTree(distances, moves)))

    def _workspace(self, board: Board) -> Workspace:
        """Return a workspace for a single call, with an empty heap and no sources."""
        try:
            return self.spare.pop()
        except IndexError:
            size = board.size
            return np.empty(size, np.int32), np.full(size, NONE, np.int32), np.full(size, np.inf)


def read_only(tree: DistanceTree) -> DistanceTree:
    """Make the arrays of *tree* read-only and return it."""
    for array in tree:
        array.flags.writeable = False
    return tree


# The repair is Dijkstra's algorithm from the boundary of the change (Ramalingam and Reps 1996).  A neighbour
# *explains* the distance of a cell if its own distance plus the cost of the move equals it.  First, in order
# of distance, `forget` makes all distances infinite that no neighbour explains any more.  Then `restore`
# computes distances of these cells and of the changed cells from their neighbours, and spreads smaller
# distances.  Every move costs more than 0, so a cell that explains a distance is nearer.  Sums are added in
# the same order as in `dijkstra`.
#
# ``costs`` is ``(cost_of_cell, factor_of_move, extra_of_move, backwards)`` as for `dijkstra`, but
# ``cost_of_cell`` has a single entry if all cells cost the same.  ``heap`` is that of `dijkstra`, with
# distances as keys; ``place_of_cell`` is NONE everywhere before and after.  ``touched`` is filled with the
# cells whose distances changed.  If it is too short, the kernels return NONE, and the arrays are unusable.


@inline_kernel
def joined(table, m, u, leaves):
    """Return the other cell of move *m* that leaves *u*, or else enters *u*; NONE if the move is illegal."""
    moves_of_cell, delta_of_move = table
    v = u + delta_of_move[m] if leaves else u - delta_of_move[m]
    if v < 0 or v >= len(moves_of_cell) or not moves_of_cell[u if leaves else v] >> m & 1:
        return NONE
    return v


@inline_kernel
def cost_of(costs, m, v):
    """Return the cost of move *m* into *v*."""
    cost_of_cell, factor_of_move, extra_of_move, _ = costs
    return cost_of_cell[v if len(cost_of_cell) > 1 else 0] * factor_of_move[m] + extra_of_move[m]


@kernel
def offered(table, costs, value_of_cell, distance_of_cell, u):
    """Return the least distance of *u* by its neighbours or by its value as a source."""
    least, leaves = value_of_cell[u], costs[3] != 0
    for m in range(len(table[1])):
        v = joined(table, m, u, leaves)
        if v != NONE:
            least = min(least, distance_of_cell[v] + cost_of(costs, m, v if leaves else u))
    return least


@inline_kernel
def first_of(heap, size):
    """Remove the cell of least distance from a heap of *size* cells and return it."""
    cell_of_place, place_of_cell, _ = heap
    u = np.int64(cell_of_place[0])
    place_of_cell[u] = NONE
    if size > 1:
        sift_down(heap, size - 1, np.int64(cell_of_place[size - 1]))
    return u


@inline_kernel
def lowered(heap, size, u, distance):
    """Set the smaller *distance* of *u* and update the heap of *size* cells; return the new size."""
    _, place_of_cell, distance_of_cell = heap
    distance_of_cell[u] = distance
    is_new = place_of_cell[u] == NONE
    sift_up(heap, size if is_new else place_of_cell[u], u)
    return size + is_new


@kernel
def forget(table, costs, value_of_cell, heap, cells, touched):
    """Make each distance infinite that no neighbour explains; return the number of cells *touched*.

    *cells* are the different cells with a changed move or cost.
    """
    _, place_of_cell, distance_of_cell = heap
    size, count, leaves = 0, 0, costs[3] != 0
    for i in range(len(cells)):
        if distance_of_cell[cells[i]] < np.inf:
            sift_up(heap, size, cells[i])
            size += 1
    while size > 0:
        u = first_of(heap, size)
        size -= 1
        distance = distance_of_cell[u]
        if offered(table, costs, value_of_cell, distance_of_cell, u) <= distance:
            continue
        if count == len(touched):
            return NONE
        touched[count] = u
        count += 1
        distance_of_cell[u] = np.inf
        for m in range(len(table[1])):
            w = joined(table, m, u, not leaves)
            if w == NONE or place_of_cell[w] != NONE:
                continue
            if distance_of_cell[w] == distance + cost_of(costs, m, u if leaves else w):
                sift_up(heap, size, w)
                size += 1
    return count


@kernel
def restore(table, costs, value_of_cell, heap, cells, touched, count):
    """Set the distances of *cells* and the *count* touched cells, shorten others; return the new count."""
    distance_of_cell = heap[2]
    size, leaves = 0, costs[3] != 0
    for i in range(len(cells) + count):
        u = np.int64(cells[i]) if i < len(cells) else np.int64(touched[i - len(cells)])
        distance = offered(table, costs, value_of_cell, distance_of_cell, u)
        if distance < distance_of_cell[u]:
            size = lowered(heap, size, u, distance)
    while size > 0:
        u = first_of(heap, size)
        size -= 1
        if count == len(touched):
            return NONE
        touched[count] = u
        count += 1
        for m in range(len(table[1])):
            w = joined(table, m, u, not leaves)
            if w == NONE:
                continue
            distance = distance_of_cell[u] + cost_of(costs, m, u if leaves else w)
            if distance < distance_of_cell[w]:
                size = lowered(heap, size, w, distance)
    return count


@kernel
def next_move(table, costs, value_of_cell, distance_of_cell, u):
    """Return the first move of *u*, in move order, that begins a cheapest path to a goal; NONE at a goal."""
    distance = distance_of_cell[u]
    if distance < np.inf and distance != value_of_cell[u]:
        for m in range(len(table[1])):
            v = joined(table, m, u, True)
            if v != NONE and distance_of_cell[v] + cost_of(costs, m, v) == distance:
                return m
    return NONE


@kernel
def repoint(table, costs, value_of_cell, distance_of_cell, move_of_cell, cells):
    """Set the next moves of *cells*, and of neighbours whose next move may change with them."""
    for i in range(len(cells)):
        u = np.int64(cells[i])
        move_of_cell[u] = next_move(table, costs, value_of_cell, distance_of_cell, u)
        for m in range(len(table[1])):
            w = joined(table, m, u, False)
            if w == NONE:
                continue
            beyond = distance_of_cell[u] + cost_of(costs, m, u)
            if move_of_cell[w] == m or beyond == distance_of_cell[w]:
                move_of_cell[w] = next_move(table, costs, value_of_cell, distance_of_cell, w)
