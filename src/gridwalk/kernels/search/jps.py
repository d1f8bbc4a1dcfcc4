"""Jump point search over the lines of `jump_maps`: cheapest paths, of the king or of four moves.

A node is a cell where a path may turn.  Runs are looked up, not walked: a straight run is one
scan, a turning run (diagonal; with four moves upright) one scan per turning place, and turning places
get no node of their own (the path from a node to the next goes by a turning run first, then straight).
A node popped from the queue has the least possible cost through it; if the goal is seen from it, the
search is over.

A cost is a pair of counts (straight steps, diagonal steps), so it is exact; compared as a float64,
in which two different costs below 2**22 steps differ by far more than the rounding.  With four moves, a
diagonal step is two moves.

The caller owns all memory and has checked all arguments::

    board    (words, turns, (columns, row_words, column_words, lean)): see `jump_maps` and `turns`
    scratch  (node_of_cell, nodes, keys, queue, found); contents do not matter
             node_of_cell int32[cells]; nodes int32[any, 7]; keys float64[any] and queue int32[as
             many]: a heap; found int32[max(8 * min(rows, columns), 2 * rows) + 16, 3]: of each turning run
             two a cell and one more, and four straight ones

Nodes, heap and events are looked at for room before the successors of a node are written.

Nothing is cleared for a query: ``node_of_cell[v]`` counts only if it is a node of this query whose
row and column are those of ``v``.
"""

from __future__ import annotations

from gridwalk.kernels.codes import CLOSE, FULL, NONE, PLACE, RELAX, record
from gridwalk.kernels.codes import OPEN as JOINS
from gridwalk.kernels.search.jump_runs import EVERY, EVERY_OF_FOUR, sees, successors
from gridwalk.runtime.kernel import inline_kernel, kernel
from gridwalk.search.heap import dequeue, enqueue, put_in_front

ROW, COLUMN, PARENT, STRAIGHT, DIAGONAL, TODO, SEEN = range(7)
ROOT = 2**0.5
TIE = 2.0**-24


@inline_kernel
def reach(nodes, u, k, is_new, ways, row, column, root):
    """Record that node *k* is reached from node *u*; return whether it must be queued."""
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
            # As cheap as before from another side: only the ways not yet followed are new.
            fresh = ways & ~nodes[k, SEEN]
            nodes[k, SEEN] |= fresh
            nodes[k, TODO] |= fresh
            return fresh != 0
    nodes[k, PARENT], nodes[k, STRAIGHT], nodes[k, DIAGONAL] = u, straight, diagonal
    nodes[k, TODO], nodes[k, SEEN] = ways, ways
    return True


@inline_kernel
def estimate(nodes, k, goal_row, goal_column, root):
    """Return the cost of node *k* plus the least that the way from it to the goal can cost.

    With four moves, very many nodes have the same: that nearest to the goal comes first.
    """
    down, right = abs(goal_row - nodes[k, ROW]), abs(goal_column - nodes[k, COLUMN])
    least = min(down, right)
    cost = nodes[k, STRAIGHT] + down + right - 2 * least + root * (nodes[k, DIAGONAL] + least)
    return cost + (down + right) * TIE if root == 2.0 else cost


@kernel
def jps(board, scratch, start, goal, events):
    """Return (last, moves, cost, expanded): the node that sees the goal, and the least cost.

    *last* is NONE if there is no path and FULL if the scratch arrays or the event log are too small.
    A node that is found again at the same cost, from another side, may be expanded again.
    """
    columns, lean = board[2][0], board[2][3]
    root = ROOT if lean else 2.0
    node_of_cell, nodes, keys, queue, found = scratch
    goal_row, goal_column = goal // columns + 1, goal % columns + 1
    nodes[0, ROW], nodes[0, COLUMN], nodes[0, PARENT] = start // columns + 1, start % columns + 1, NONE
    nodes[0, STRAIGHT], nodes[0, DIAGONAL] = 0, 0
    nodes[0, TODO] = nodes[0, SEEN] = EVERY if lean else EVERY_OF_FOUR
    node_of_cell[start] = 0
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
                return FULL, 0, 0.0, expanded
            record(events, CLOSE, (row - 1) * columns + column - 1, expanded)
        if sees(board, ways, row, column, goal_row, goal_column):
            down, right = abs(goal_row - row), abs(goal_column - column)
            diagonal = nodes[u, DIAGONAL] + min(down, right)
            straight = nodes[u, STRAIGHT] + max(down, right) - min(down, right)
            return u, straight + diagonal * (2 - lean), straight + root * diagonal, expanded
        nodes[u, TODO] = 0
        fresh = successors(board, ways, row, column, found)
        if count + fresh > nodes.shape[0] or size + fresh > keys.shape[0]:
            return FULL, 0, 0.0, expanded
        if events is not None and events[0, 0] + fresh >= events.shape[0]:
            return FULL, 0, 0.0, expanded
        for i in range(fresh):
            row, column = found[i, 0], found[i, 1]
            v = (row - 1) * columns + column - 1
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
    return NONE, 0, 0.0, expanded


@kernel
def unfold(nodes, last, goal_row, goal_column, lean, cells, end):
    """Write all cells of the path, from its end, to ``cells[:end]``; return the index of the first."""
    row, column, u = goal_row, goal_column, last
    end -= 1
    cells[end, 0], cells[end, 1] = row, column
    while u != NONE:
        to_row, to_column = nodes[u, ROW] - 1, nodes[u, COLUMN] - 1
        # The run into a cell ends with its straight part, so going back that comes first.
        while row != to_row or column != to_column:
            down, right = to_row - row, to_column - column
            if right == 0 or (lean and abs(down) >= abs(right)):
                row += 1 if down > 0 else -1
            if right != 0 and (not lean or abs(right) >= abs(down)):
                column += 1 if right > 0 else -1
            end -= 1
            cells[end, 0], cells[end, 1] = row, column
        u = nodes[u, PARENT]
    return end
