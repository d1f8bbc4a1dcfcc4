"""Jump point search (Harabor and Grastien 2011) on bit maps, for a king's moves or the four orthogonal moves.

1. The driver: `why_not` (which boards), `prepare` (the maps of a board), `trace` (a search with a log).
2. The search: `find_jps`, `write_jps`.
3. Runs: `successors` and `sees` find where a run from a cell stops.
4. Maps: `lay_maps` makes them.

A node of the search is a cell where a path may turn.  From a node to the next, a path makes a *turning run*
(diagonal; with four moves: vertical), then a *straight run*.  The search ends when the goal is in sight of
the node popped from the queue, because no other node can lead to a cheaper path.

A *map* has a bit for each cell.  ``words[OPEN]`` is the map of open cells.  ``words[d]`` is the map of
*stops* in direction ``d``: the cells where a run must end, may turn, or may branch.  An open stop of a
straight run is a *jump point*.  An open stop of a turning run is a *turning place*: from there, a straight
run leads to a jump point.  The bits of a line are adjacent, so that a scan reads 64 cells at once:

    direction        line                           place in line    words per line
    E, W  (0, 4)     row                            column           row_words
    S, N  (1, 5)     column                         row              column_words
    SE, NW (2, 6)    (column - row) mod 64 row_words    row          column_words
    SW, NE (3, 7)    (column + row) mod 64 row_words    row          column_words

With four moves, S and N are the turning runs and take the numbers of SE and NW.  LEAN, the change of column
for each row down, is 0 for them.  Directions from 4 on lead to lower places in their lines; these lines are
stored reversed, so that every scan reads upwards.  Closed cells surround the board: one line before it and
at least two after it.  So rows and columns count from 1, every open cell has words on both sides, and a
diagonal that wraps round stops in this margin.

``turns[d, n]`` is the set of directions, as bits, in which a path may leave a cell that it entered in
direction ``d``; it is 0 if the path may not enter.  The nine bits of ``n`` are the open cells of the 3 x 3
block around the cell, by rows::

    model    (words, turns, sides, (columns, row_words, column_words, is_king))
             sides int64 (8, 3): for a turning run its LEAN and the two straight runs FIRST and SECOND
    scratch  (node_of_cell, nodes, keys, queue, found), with any contents at the start
             found int32 (any, 3): the successors of a node, (row, column, directions to leave in)

A cost is exact, because it is a pair of counts: straight and diagonal steps.  Costs are compared as float64;
below 2**22 steps, different costs differ by far more than the rounding error.  With four moves, a diagonal
step stands for two moves.
"""

from __future__ import annotations

from contextlib import nullcontext
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.board.moves import KING_STEPS, ORTHOGONAL_STEPS, Moves
from gridwalk.board.repairs import Change
from gridwalk.errors import Message
from gridwalk.runtime.codes import (
    CLOSE,
    EXPANDED,
    FULL,
    NONE,
    PLACE,
    RELAX,
    record,
    reversed_bits,
    trailing_zeros,
)
from gridwalk.runtime.codes import OPEN as JOINS
from gridwalk.runtime.kernel import inline_kernel, kernel
from gridwalk.runtime.slices import beside, call_whole, interpreting, tier, undecided
from gridwalk.search.heap import dequeue, enqueue, put_in_front
from gridwalk.search.prepared import GETTING_READY, Model, Prepared, Scratch, key_of
from gridwalk.search.query import Query

UNUSUAL = Message(
    "it supports no portals, and only diagonal steps that cost the square root of 2: "
    "use {one!r} or {other!r}",
    one="dijkstra",
    other="astar",
)
SMALL = 4096  # cells; up to this size a trace is interpreted
Traced = tuple[NDArray[np.int32] | None, float, NDArray[np.int32], int]

E, S, SE, SW, W, N, NW, NE, OPEN = range(9)  # rows of words
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1))  # (rows, columns) of E S SE ..
LEAN, FIRST, SECOND = range(3)  # columns of sides
EVERY, EVERY_OF_FOUR = 255, 1 << E | 1 << SE | 1 << W | 1 << NW  # directions in which to leave the start
ROW, COLUMN, PARENT, STRAIGHT, DIAGONAL, TODO, SEEN = range(7)  # columns of nodes
ROOT = 2**0.5
TIE = 2.0**-24
ONE, SEVEN, TOP = np.uint64(1), np.uint64(7), np.uint64(63)
ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


# ------------------------------------------------------------------------------ 1. the driver


def why_not(board: Board) -> str:
    """Return why jump point search is not exact on *board*, or an empty string."""
    steps = set(board.moves.unwrapped.deltas)
    if board.costs is not None or steps not in (KING_STEPS, ORTHOGONAL_STEPS) or board.one_way:
        return "it needs the king's eight moves or the four orthogonal ones, equal costs and no one-way cells"
    if board.portals or board.moves.slides or (steps == KING_STEPS and not board._step_costs.is_plain):
        return UNUSUAL
    if board.moves.corners == "one" and steps == KING_STEPS:
        return Message(
            "it supports the corner rules {one!r} and {other!r}, not {third!r}",
            one="both",
            other="none",
            third="one",
        )
    if not board._is_plain(cells_decide=True):
        return "it looks at open cells only: not at walls between cells, a wrapped board, or cells avoided"
    return ""


def prepare(board: Board) -> Prepared:
    """Make the maps of *board*."""
    # A turning run has up to two successors for each cell and one more; the straight runs have four.
    scratch = partial(_scratch, board.size, max(8 * min(board.shape), 2 * board.rows) + 16)
    return Prepared("jps", find_jps, write_jps, board.size, _maps(board), scratch, _repaired)


def _scratch(size: int, successors: int, room: int) -> Scratch:
    nodes = room * (size // 64 + 1024)
    return (
        np.empty(size, np.int32),
        np.empty((nodes, 7), np.int32),
        np.empty(nodes // 2 + 8, np.float64),
        np.empty(nodes // 2 + 8, np.int32),
        np.empty((successors, 3), np.int32),
    )


def _maps(board: Board) -> Model:
    """Return the maps of *board*: half a millisecond for 512 x 512 cells."""
    is_king = board.moves.has_diagonals
    cut = is_king and board.moves.corners == "none"
    frame = board.columns, (board.columns + 66) // 64, (board.rows + 66) // 64, is_king
    padded = np.zeros((64 * frame[2], 64 * frame[1]), np.bool_)
    padded[1 : board.rows + 1, 1 : board.columns + 1] = board.open_cells
    words = np.full((9, padded.size // 64), ALL)
    words[OPEN] = np.packbits(padded.ravel(), bitorder="little").view("<u8")
    spares = np.full((8, words.shape[1]), ALL)
    call_whole(lay_maps, board.size, tuple(words), tuple(spares), frame, cut, np.empty(64, np.uint64))
    sides = np.zeros((8, 3), np.int64)
    if is_king:
        sides[[SE, SW, NW, NE]] = (1, S, E), (-1, S, W), (1, N, W), (-1, N, E)
    else:
        sides[[SE, NW]] = 0, E, W
    return words, turns_of(is_king, cut), sides, frame


def _repaired(model: Model, change: Change) -> Model | None:
    """Return the maps of the changed board; None if walls between cells changed."""
    return None if len(change.beside) else _maps(change.after)


def are_jump_points(moves: Moves) -> NDArray[np.bool_]:
    """Return for each 3 x 3 block whether a run to the east may enter its middle and turn there."""
    ways = turns_of(moves.has_diagonals, moves.has_diagonals and moves.corners == "none")[E]
    turns: NDArray[np.bool_] = (ways & ~np.uint8(1 << E) != 0) & _is_open(0, -1)
    return turns


def trace(query: Query) -> Path | None:
    """Return a cheapest path and log the search; of several exits, log the search for the nearest."""
    board, source, log = query.board, query.source, query.log
    assert log is not None

    def nearest() -> Traced:
        return min((_traced(board, source, goal) for goal in query.goals), key=lambda traced: traced[1])

    small = board.size <= SMALL and undecided()
    with tier("python") if small else nullcontext():  # faster than compiling
        cells, _, events, query.state[EXPANDED] = beside(nearest, query.watch, GETTING_READY)
    query.note(JOINS, source, source)
    log.append(events)
    return None if cells is None else query.found(cells, "jps")


def _traced(board: Board, source: int, goal: int) -> Traced:
    """Return (flat cells or None, cost, events, nodes expanded) of a search for a single goal."""
    plain = interpreting()
    find, write = (search, write_jps) if plain else (search.compiled, write_jps.compiled)
    ready = board._kept.get(key_of("jps"), lambda: prepare(board))
    space = ready.borrow()
    while True:
        events = np.zeros((8 * len(space.scratch[1]) + 1, 3), np.int32)
        moves, cost, expanded = find(ready.model, space.scratch, source, goal, events)
        if moves != FULL:
            break
        space = ready.larger(space)
    cells = None
    if moves != NONE:
        path = np.empty((moves + 1, 2), np.int32)
        write(ready.model, space.scratch, source, goal, path)
        cells = path[:, 0] * board.columns + path[:, 1]
    ready.give_back(space)
    return cells, cost, events[1 : events[0, 0] + 1].copy(), int(expanded)


# ------------------------------------------------------------------------------ 2. the search


@kernel
def find_jps(model, scratch, source, goal):
    """Return (moves, cost, nodes expanded) of a cheapest path."""
    return search(model, scratch, source, goal, None)


@kernel
def search(model, scratch, source, goal, events):
    """Return (moves, cost, nodes expanded) of a cheapest path; fill the log *events* unless it is None.

    The number of moves is NONE if there is no path, FULL if the scratch arrays or the log are too small.
    """
    columns, _, _, is_king = model[3]
    root = ROOT if is_king else 2.0
    node_of_cell, nodes, keys, queue, found = scratch
    goal_row, goal_column = goal // columns + 1, goal % columns + 1
    nodes[0, ROW], nodes[0, COLUMN], nodes[0, PARENT] = source // columns + 1, source % columns + 1, NONE
    nodes[0, STRAIGHT], nodes[0, DIAGONAL] = 0, 0
    nodes[0, TODO] = nodes[0, SEEN] = EVERY if is_king else EVERY_OF_FOUR
    node_of_cell[source] = 0
    expanded = 0
    count, size = 1, enqueue(keys, queue, 0, estimate(nodes, 0, goal_row, goal_column, root), 0)
    while size > 0:
        u, is_top_free = queue[0] & PLACE, True
        ways, row, column = nodes[u, TODO], nodes[u, ROW], nodes[u, COLUMN]
        if ways == 0:
            size = dequeue(keys, queue, size)
            continue
        expanded += 1
        if events is not None:
            if events[0, 0] + 1 == events.shape[0]:
                return FULL, np.inf, expanded
            record(events, CLOSE, (row - 1) * columns + column - 1, expanded)
        if sees(model, ways, row, column, goal_row, goal_column):
            down, right = abs(goal_row - row), abs(goal_column - column)
            diagonal = nodes[u, DIAGONAL] + min(down, right)
            straight = nodes[u, STRAIGHT] + max(down, right) - min(down, right)
            found[0, 0] = u  # for `write_jps`
            return straight + diagonal * (1 if is_king else 2), straight + root * diagonal, expanded
        nodes[u, TODO] = 0
        fresh = successors(model, ways, row, column, found)
        if count + fresh > nodes.shape[0] or size + fresh > keys.shape[0]:
            return FULL, np.inf, expanded
        if events is not None and events[0, 0] + fresh >= events.shape[0]:
            return FULL, np.inf, expanded
        for i in range(fresh):
            row, column = found[i, 0], found[i, 1]
            v = (row - 1) * columns + column - 1
            # No array is cleared between searches.  So an entry is valid only if that node of this search
            # is at this cell.
            k = node_of_cell[v & PLACE]
            is_new = k < 0 or k >= count or nodes[k & PLACE, ROW] != row or nodes[k & PLACE, COLUMN] != column
            if is_new:
                node_of_cell[v & PLACE] = k = count
                count += 1
            k &= PLACE
            kind = JOINS
            if events is not None and not is_new and nodes[k, TODO] != 0:
                kind = RELAX
            if reach(nodes, u, k, is_new, found[i, 2], row, column, root):
                if events is not None:
                    record(events, kind, v, (nodes[u, ROW] - 1) * columns + nodes[u, COLUMN] - 1)
                key = estimate(nodes, k, goal_row, goal_column, root)
                if is_top_free:
                    put_in_front(keys, queue, size, key, k)
                    is_top_free = False
                else:
                    size = enqueue(keys, queue, size, key, k)
        if is_top_free:
            size = dequeue(keys, queue, size)
    return NONE, np.inf, expanded


@inline_kernel
def reach(nodes, u, k, is_new, ways, row, column, root):
    """Update node *k*, reached from node *u*; return whether *k* must be added to the queue."""
    down, right = abs(row - nodes[u, ROW]), abs(column - nodes[u, COLUMN])
    diagonal = nodes[u, DIAGONAL] + min(down, right)
    straight = nodes[u, STRAIGHT] + max(down, right) - min(down, right)
    if is_new:
        nodes[k, ROW], nodes[k, COLUMN] = row, column
    else:
        gain = nodes[k, STRAIGHT] - straight + root * (nodes[k, DIAGONAL] - diagonal)
        if gain < 0:
            return False
        if gain == 0:
            # Equal cost from another side: expand the node again, in the new directions only.
            fresh = ways & ~nodes[k, SEEN]
            nodes[k, SEEN] |= fresh
            nodes[k, TODO] |= fresh
            return fresh != 0
    nodes[k, PARENT], nodes[k, STRAIGHT], nodes[k, DIAGONAL] = u, straight, diagonal
    nodes[k, TODO], nodes[k, SEEN] = ways, ways
    return True


@inline_kernel
def estimate(nodes, k, goal_row, goal_column, root):
    """Return the cost of node *k* plus the cost from there to the goal on a board without walls.

    With four moves, many nodes have equal sums: a small term puts the node nearest to the goal first.
    """
    down, right = abs(goal_row - nodes[k, ROW]), abs(goal_column - nodes[k, COLUMN])
    least = min(down, right)
    cost = nodes[k, STRAIGHT] + down + right - 2 * least + root * (nodes[k, DIAGONAL] + least)
    return cost + (down + right) * TIE if root == 2.0 else cost


@kernel
def write_jps(model, scratch, source, goal, cells):
    """Write the cells of the path, run by run, from its end."""
    columns, _, _, is_king = model[3]
    nodes, u = scratch[1], np.int64(scratch[4][0, 0])
    row, column, i = goal // columns, goal % columns, cells.shape[0] - 1
    cells[i, 0], cells[i, 1] = row, column
    while u != NONE:
        to_row, to_column = nodes[u, ROW] - 1, nodes[u, COLUMN] - 1
        # The straight run comes after the turning run, so backwards it comes first.
        while row != to_row or column != to_column:
            down, right = to_row - row, to_column - column
            if right == 0 or (is_king and abs(down) >= abs(right)):
                row += 1 if down > 0 else -1
            if right != 0 and (not is_king or abs(right) >= abs(down)):
                column += 1 if right > 0 else -1
            i -= 1
            cells[i, 0], cells[i, 1] = row, column
        u = np.int64(nodes[u, PARENT])


# -------------------------------------------------------------------------------------- 3. runs


@cache
def turns_of(is_king: bool, cut: bool) -> NDArray[np.uint8]:
    """Return the table of turns; unless diagonals may *cut* corners, both cells beside them must be open."""
    table = np.zeros((8, 512), np.uint8)
    if is_king:
        for d in range(8):
            table[d] = _ways_of(d, cut) * _is_open(0, 0)
        return table
    # Straight runs turn where those of a king do.  S has the number of SE, N that of NW.  Vertical runs may
    # turn anywhere.
    king = turns_of(is_king=True, cut=False)
    for d in (E, W):
        table[d] = king[d] & (1 << E | 1 << W) | (king[d] & (1 << S | 1 << N)) << 1
    for d in (SE, NW):
        table[d] = (1 << d | 1 << E | 1 << W) * _is_open(0, 0)
    return table


def _ways_of(d: int, cut: bool) -> NDArray[np.int64]:
    """Return the directions that may follow *d*, for each 3 x 3 block whose middle is open."""
    r, c = STEPS[d]
    ways = np.full(512, 1 << d)
    if r and c:
        ways += (1 << STEPS.index((r, 0))) + (1 << STEPS.index((0, c)))
        for side, way in (((-r, 0), (-r, c)), ((0, -c), (r, -c))):
            if cut:  # round the corner of a closed cell behind
                ways += (_is_open(*way) & ~_is_open(*side)) * (1 << STEPS.index(way))
            else:  # both cells beside the step must be open
                ways *= _is_open(*side)
        return ways
    for side in ((c, r), (-c, -r)):
        ahead, behind = (side[0] + r, side[1] + c), (side[0] - r, side[1] - c)
        if cut:  # round the corner of a closed cell beside
            ways += (_is_open(*ahead) & ~_is_open(*side)) * (1 << STEPS.index(ahead))
        else:  # past a closed cell that ends here
            turning = (1 << STEPS.index(side)) + (1 << STEPS.index(ahead))
            ways += (_is_open(*side) & ~_is_open(*behind)) * turning
    return ways


def _is_open(down: int, right: int) -> NDArray[np.bool_]:
    """Return for each 3 x 3 block whether the cell *down* rows and *right* columns off the middle is open."""
    return (np.arange(512) >> 3 * (down + 1) + right + 1 & 1).astype(np.bool_)


@inline_kernel
def successors(model, ways, row, column, found):
    """Fill *found* with the jump points in sight of a cell in the directions *ways*; return their number."""
    count = 0
    while ways:
        direction = trailing_zeros(np.uint64(ways))
        ways &= ways - 1
        if direction & 2 == 0:
            count = follow_straight(model, direction, row, column, found, count)
        else:
            count = follow_turning(model, direction, row, column, found, count)
    return count


@inline_kernel
def follow_turning(model, direction, row, column, found, count):
    """Append to *found* the jump points in sight of a turning run; return the new count."""
    words, _, sides, (_, row_words, column_words, _) = model
    lean, first, second = sides[direction, LEAN], sides[direction, FIRST], sides[direction, SECOND]
    plain = 1 << direction | 1 << first | 1 << second
    line = (column - row * lean) % (64 * row_words)
    while True:
        stop = next_stop(words, direction, line, column_words, row)
        column += (stop - row) * lean
        row = stop
        ways = ways_on(model, direction, row, column)
        if ways != plain:
            return append(found, count, row, column, ways)
        count = follow_straight(model, first, row, column, found, count)
        count = follow_straight(model, second, row, column, found, count)


@inline_kernel
def follow_straight(model, direction, row, column, found, count):
    """Append to *found* the jump point straight ahead, if there is one; return the new count."""
    row, column = straight_stop(model, direction, row, column)
    return append(found, count, row, column, ways_on(model, direction, row, column))


@inline_kernel
def append(found, count, row, column, ways):
    """Append a jump point to *found* if there are *ways* on from it; return the new count."""
    found[count & PLACE, 0] = row
    found[count & PLACE, 1] = column
    found[count & PLACE, 2] = ways
    return count + (ways != 0)


@inline_kernel
def sees(model, ways, row, column, goal_row, goal_column):
    """Return whether a turning run and a straight run, begun in a direction of *ways*, reach the goal."""
    words, _, sides, (_, row_words, column_words, is_king) = model
    down, right = goal_row - row, goal_column - column
    if down == 0 and right == 0:
        return True
    upright, level = S if down > 0 else N, E if right > 0 else W
    if is_king:
        steps = min(abs(down), abs(right))
        turning = (SE if right > 0 else SW) if down > 0 else (NE if right > 0 else NW)
    else:
        steps, turning = abs(down), SE if down > 0 else NW
    if not ways >> (turning if steps else upright if down else level) & 1:
        return False
    if steps:
        lean = sides[turning, LEAN]
        line = (column - row * lean) % (64 * row_words)
        turn = row + (steps if down > 0 else -steps)
        while row != turn:
            stop = next_stop(words, turning, line, column_words, row)
            if abs(stop - row) > abs(turn - row):
                stop = turn
            elif ways_on(model, turning, stop, column + (stop - row) * lean) == 0:
                return False
            column += (stop - row) * lean
            row = stop
    if row != goal_row:
        return abs(straight_stop(model, upright, row, column)[0] - row) >= abs(goal_row - row)
    return abs(straight_stop(model, level, row, column)[1] - column) >= abs(goal_column - column)


@inline_kernel
def straight_stop(model, direction, row, column):
    """Return (row, column) of the first stop straight ahead."""
    words, _, _, (_, row_words, column_words, _) = model
    if direction & 1:
        return next_stop(words, direction, column, column_words, row), column
    return row, next_stop(words, direction, row, row_words, column)


@inline_kernel
def next_stop(words, direction, line, line_words, place):
    """Return the place of the first stop after *place* in line number *line*."""
    turn = -(direction >> 2)  # -1 if the lines are stored reversed
    last = 64 * line_words & turn
    place = (place ^ turn) + last + 1
    i = line * line_words + (place >> 6)
    word = words[direction & 15, i & PLACE] >> np.uint64(place & 63)
    if word == 0:
        place &= -64
        while word == 0:
            i += 1
            place += 64
            word = words[direction & 15, i & PLACE]
    return (place + trailing_zeros(word) ^ turn) + last


@inline_kernel
def ways_on(model, direction, row, column):
    """Return the directions, as bits, after entering a cell in *direction*; 0 if it may not be entered."""
    words, turns, _, (_, row_words, _, _) = model
    block, low = 0, column - 1 & 63
    for k in range(3):
        # A negative index reads the last line, which belongs to the margin too.
        i = (row - 1 + k) * row_words + (column - 1 >> 6)
        word = words[OPEN, i] >> np.uint64(low)
        if low > 61:
            word |= words[OPEN, i + 1] << np.uint64(64 - low)
        block |= np.int64(word & SEVEN) << 3 * k
    return np.int64(turns[direction & 7, block])


# -------------------------------------------------------------------------------------- 4. maps


@kernel
def lay_maps(maps, spares, frame, cut, block):
    """Fill ``maps[0:8]`` from ``maps[OPEN]``; if *cut*, diagonals may cut corners.

    ``maps`` and ``spares`` are tuples of maps; all bits except those of ``maps[OPEN]`` are set at first.  A
    *live* map marks the cells from which a straight run leads to a jump point.  ``block`` has 64 words.
    """
    _, row_words, column_words, is_king = frame
    cells = maps[OPEN]
    turned, east, west, south, north, south_turned, north_turned, stops = spares
    mark_straight(cells, row_words, maps[E], east, cut, True)
    mark_straight(cells, row_words, maps[W], west, cut, False)
    if not is_king:
        for i in range(cells.size):
            stops[i] = cells[i] ^ ALL | east[i] | west[i]
        transpose(stops, row_words, maps[SE], column_words, block)
        transpose(stops, row_words, maps[NW], column_words, block)
        mirror(maps[W], row_words)
        mirror(maps[NW], column_words)
        return
    transpose(cells, row_words, turned, column_words, block)
    mark_straight(turned, column_words, maps[S], south_turned, cut, True)
    mark_straight(turned, column_words, maps[N], north_turned, cut, False)
    transpose(south_turned, column_words, south, row_words, block)
    transpose(north_turned, column_words, north, row_words, block)
    for d in (SE, SW, NW, NE):
        is_down, is_east = d < 4, d in (SE, NE)
        lives = east if is_east else west, south if is_down else north
        mark_diagonal(cells, row_words if is_down else -row_words, is_east, lives, stops, cut)
        shear(stops, row_words, 64 * column_words, 1 if d in (SE, NW) else -1, turned)
        transpose(turned, row_words, maps[d], column_words, block)
    mirror(maps[W], row_words)
    for d in (N, NW, NE):
        mirror(maps[d], column_words)


@kernel
def mark_straight(cells, words, stops, live, cut, up):
    """Fill *stops* and *live* for straight runs *up* or down the lines of *cells*."""
    carry = np.uint64(0)
    first, last = words, cells.shape[0] - 2 * words - 1
    for n in range(last + 1 - first):
        i = last - n if up else first + n
        if cut:
            jump = (cells[i - words] ^ ALL) & shifted(cells, i - words, up)
            jump |= (cells[i + words] ^ ALL) & shifted(cells, i + words, up)
        else:
            jump = (shifted(cells, i - words, not up) ^ ALL) & cells[i - words]
            jump |= (shifted(cells, i + words, not up) ^ ALL) & cells[i + words]
        jump &= cells[i]
        through = cells[i] ^ jump
        stops[i] = through ^ ALL
        # Invariant: a bit of *seen* is set if a jump point is within *width* places; a bit of *clear* is set
        # if the next *width* places have no stop.
        seen, clear = jump << ONE | carry, through << ONE
        if up:
            seen, clear = jump >> ONE | carry << TOP, through >> ONE
        for k in range(6 if seen else 0):  # most words of a board of large rooms have none
            width = np.uint64(1 << k)
            seen |= clear & (seen >> width if up else seen << width)
            clear &= clear >> width if up else clear << width
        live[i] = seen
        carry = (jump | through & seen) & ONE if up else (jump | through & seen) >> TOP


@kernel
def mark_diagonal(cells, words, east, lives, stops, cut):
    """Fill *stops*, by rows, for diagonals whose next row is *words* words on; if negative, they lead up.

    *lives* are the live maps, by rows, of the two straight runs that follow.
    """
    rise = abs(words)
    across, along = lives
    for i in range(rise, cells.shape[0] - 2 * rise):
        here, back = cells[i], cells[i - words]
        side, side_on = shifted(cells, i, not east), shifted(cells, i + words, not east)
        back_on = shifted(cells, i - words, east)
        if cut:
            stop = (here ^ ALL) | (side ^ ALL) & side_on | (back ^ ALL) & back_on
        else:
            stop = here & side & back ^ ALL
        stops[i] = stop | across[i] | along[i]


@inline_kernel
def shifted(source, i, up):
    """Return word *i* of a map, with each bit replaced by that of the next place (*up*) or the previous."""
    if up:
        return source[i] >> ONE | source[i + 1] << TOP
    return source[i] << ONE | source[i - 1] >> TOP


@kernel
def shear(source, words, lines, lean, target):
    """Write *source* to *target*, with line *k* rotated by *k* places, down if *lean* is 1, else up."""
    for line in range(lines):
        begin, turn = line * words, lean * line % (64 * words)
        low, j = np.uint64(turn & 63), turn >> 6
        for i in range(words):
            word = source[begin + j] >> low
            j = j + 1 if j + 1 < words else 0
            if turn & 63:
                word |= source[begin + j] << np.uint64(64 - (turn & 63))
            target[begin + i] = word


@kernel
def mirror(target, words):
    """Reverse the lines of a map."""
    for line in range(0, target.shape[0], words):
        for k in range((words + 1) // 2):
            i, j = line + k, line + words - 1 - k
            target[i], target[j] = reversed_bits(target[j]), reversed_bits(target[i])


@kernel
def transpose(source, source_words, target, target_words, block):
    """Write the transpose of *source* to *target*."""
    for band in range(target_words):
        for i in range(source_words):
            for k in range(64):
                block[k] = source[(64 * band + k) * source_words + i]
            flip(block)
            for k in range(64):
                target[(64 * i + k) * target_words + band] = block[k]


@kernel
def flip(block):
    """Transpose a block of 64 words of 64 bits (Warren, Hacker's Delight, 7-3)."""
    width = 32
    mask = ALL >> np.uint64(32)
    while width:
        shift = np.uint64(width)
        for base in range(0, 64, 2 * width):
            for k in range(base, base + width):
                swap = (block[k] >> shift ^ block[k + width]) & mask
                block[k] = block[k] ^ swap << shift
                block[k + width] = block[k + width] ^ swap
        width >>= 1
        mask ^= mask << np.uint64(width)
