"""One path: depth-first with a stack, breadth-first with a queue, distance labels, both ends, deepening.

A cell is its flat index ``v = row * columns + column``.  Array names read
``value_of_index``: ``parent_of_cell[v]`` is a cell, ``cell_of_queue[i]`` a cell.

Room: ``parent_of_cell``, ``mark_of_cell`` and ``label_of_cell`` have an entry a cell; ``stack``,
``cell_of_queue`` and ``cell_of_step`` as many as there are open cells, for a cell is entered once.

The caller owns all memory; the kernels allocate nothing and raise nothing.
They trust their arguments: `gridwalk.search` has checked them.
"""

from gridwalk.kernels.codes import (
    BACK,
    BACKTRACKS,
    CLOSE,
    DEPTH,
    EXHAUSTED,
    EXPANDED,
    FOUND,
    GOAL,
    HEAD,
    MET,
    NONE,
    OPEN,
    PAUSED,
    PLACE,
    PRUNE,
    STEP,
    TAIL,
    record,
)
from gridwalk.runtime.kernel import inline_kernel, kernel

SEEN, SOURCE, EXIT = 63, 63, 128  # of a mark: the bits that say how a cell was seen, a source, an exit
WANTED = -2  # label of an exit that is not yet reached


@kernel
def dfs(table, is_exit, parent_of_cell, stack, state, budget, events):
    """Search depth-first until an exit is entered (register GOAL) or no cell is left.

    ``stack[i]`` is ``(cell, next move to try)``; the stack is the path walked.  A cell is
    entered once: ``parent_of_cell[v]`` is the footprint (NONE: never entered) and the
    cell before.  The caller has put the source on the stack, as its own parent.
    """
    moves_of_cell, delta_of_move = table
    depth = state[DEPTH]
    for _ in range(budget):
        u = stack[depth, 0]
        m = stack[depth, 1]
        if is_exit[u]:
            state[GOAL], state[DEPTH] = u, depth
            return FOUND
        legal = moves_of_cell[u] >> m
        while legal and not (legal & 1 and parent_of_cell[u + delta_of_move[m]] == NONE):
            legal >>= 1
            m += 1
        if legal:
            v = u + delta_of_move[m]
            stack[depth, 1] = m + 1
            depth += 1
            stack[depth, 0], stack[depth, 1] = v, 0
            parent_of_cell[v] = u
            state[EXPANDED] += 1
            if events is not None:
                record(events, STEP, v, u)
        elif depth > 0:
            depth -= 1
            state[BACKTRACKS] += 1
            if events is not None:
                record(events, BACK, u, stack[depth, 0])
        else:
            return EXHAUSTED
    state[DEPTH] = depth
    return PAUSED


@kernel
def bfs(table, mark_of_cell, cell_of_queue, state, budget, events):
    """Mark cells in order of distance until an exit leaves the queue (register GOAL).

    ``mark_of_cell`` holds 0 in cells not seen, `SOURCE` in the sources and in cells not to be entered, else
    1 + the move by which a cell was entered; plus `EXIT` at exits.
    """
    moves_of_cell, delta_of_move = table
    head, tail = state[HEAD], state[TAIL]
    state[EXPANDED] -= head
    status = PAUSED
    # Invariant: queue[head:tail] is sorted by distance and spans at most two values.
    for _ in range(min(budget, len(cell_of_queue) + 1)):
        if head == tail:
            status = EXHAUSTED
            break
        u = cell_of_queue[head & PLACE] & PLACE
        head += 1
        if events is not None:
            record(events, CLOSE, u, head)
        if mark_of_cell[u] & EXIT:
            state[GOAL] = u
            status = FOUND
            break
        legal = moves_of_cell[u]
        for m in range(len(delta_of_move)):
            if legal >> m & 1:
                v = u + delta_of_move[m] & PLACE
                if mark_of_cell[v] & SEEN == 0:
                    mark_of_cell[v] |= m + 1
                    cell_of_queue[tail & PLACE] = v
                    tail += 1
                    if events is not None:
                        record(events, OPEN, v, u)
    state[HEAD], state[TAIL] = head, tail
    state[EXPANDED] += head
    return status


@kernel
def follow_marks(delta_of_move, mark_of_cell, goal, cell_of_step):
    """Fill *cell_of_step* with the way from the goal back to its source; return how many cells it has."""
    v = goal
    steps = 0
    while True:
        cell_of_step[steps & PLACE] = v
        steps += 1
        mark = mark_of_cell[v] & SEEN
        if mark == SOURCE:
            return steps
        v = v - delta_of_move[mark - 1 & PLACE] & PLACE


@kernel
def distance_labels(table, label_of_cell, cell_of_queue, state, budget, events):
    """Label every cell with its distance, wave by wave, until an exit leaves the queue (register GOAL).

    ``label_of_cell`` is NONE in cells without a label, WANTED in exits without one; the caller labelled the
    sources 0.  Register MET is one more than the place in the queue of the first exit, if one is there.
    """
    moves_of_cell, delta_of_move = table
    head, tail, met = state[HEAD], state[TAIL], state[MET]
    state[EXPANDED] -= head
    status = PAUSED
    for _ in range(min(budget, len(cell_of_queue) + 1)):
        if head == tail:
            status = EXHAUSTED
            break
        u = cell_of_queue[head & PLACE] & PLACE
        if head + 1 == met:
            state[GOAL] = u
            status = FOUND
            break
        head += 1
        label = label_of_cell[u]
        if events is not None:
            record(events, CLOSE, u, label)
        legal = moves_of_cell[u]
        for m in range(len(delta_of_move)):
            if legal >> m & 1:
                v = u + delta_of_move[m] & PLACE
                if label_of_cell[v] < 0:
                    cell_of_queue[tail & PLACE] = v
                    tail += 1
                    if label_of_cell[v] == WANTED and met == 0:
                        met = tail
                    label_of_cell[v] = label + 1
                    if events is not None:
                        record(events, OPEN, v, label + 1)
    state[HEAD], state[TAIL], state[MET] = head, tail, met
    state[EXPANDED] += head
    return status


@kernel
def walk_back(table, label_of_cell, goal, cell_of_step, events):
    """Fill *cell_of_step* with a way from a source to *goal*, from its end, along falling labels."""
    moves_of_cell, delta_of_move = table
    v = goal
    for step in range(label_of_cell[goal], -1, -1):
        cell_of_step[step] = v
        if step == 0:
            break
        for m in range(len(delta_of_move)):
            # If move m is legal in u, it leads to v.
            u = v - delta_of_move[m]
            if 0 <= u < len(moves_of_cell) and label_of_cell[u] == step - 1 and moves_of_cell[u] >> m & 1:
                if events is not None:
                    record(events, STEP, u, v)
                v = u
                break


END, REST_HEAD, REST_TAIL, SIDE = 6, 7, 8, 9  # registers
MEETING = 2  # register: the cell of the other side that lies next to GOAL
BACKWARD = EXIT  # of a mark in `bidirectional`: seen from the exits


@inline_kernel
def expand_layer(table, mark_of_cell, side, cell_of_queue, span, expanded, events):
    """Expand the cells of a layer, from the first of *span* to below the second.

    Return where the next begins, where the queue ends, and the two cells where the sides meet, or NONE.
    """
    moves_of_cell, delta_of_move = table
    head, end, tail = span
    while head < end:
        u = cell_of_queue[head & PLACE] & PLACE
        head += 1
        if events is not None:
            record(events, CLOSE, u, expanded + head)
        legal = moves_of_cell[u]
        for m in range(len(delta_of_move)):
            if legal >> m & 1:
                v = u + delta_of_move[m] & PLACE
                mark = mark_of_cell[v]
                if mark == 0:
                    mark_of_cell[v] = side + m + 1
                    cell_of_queue[tail & PLACE] = v
                    tail += 1
                    if events is not None:
                        record(events, OPEN, v, u)
                elif mark & BACKWARD != side:
                    return head, tail, u, v
    return head, tail, NONE, NONE


@kernel
def bidirectional(table, entering, mark_of_cell, queues, state, budget, events):
    """Search from both sides until they meet (registers GOAL, MEETING, SIDE), or one has no cell left.

    ``entering`` is the table backwards.  ``mark_of_cell`` holds what `bfs` has, plus `BACKWARD` in cells
    seen from the exits; ``queues`` are two arrays, one a side.

    A side expands a whole layer before the turn passes to the one with fewer cells waiting.  So when two
    sides meet, both know all cells nearer than their layers, and no path has fewer moves.
    """
    head, end, tail, side = state[HEAD], state[END], state[TAIL], state[SIDE]
    other_head, other_tail, expanded = state[REST_HEAD], state[REST_TAIL], state[EXPANDED]
    last, status, u, v = expanded + budget, PAUSED, NONE, NONE
    while status == PAUSED and expanded < last:
        if head == end:
            if head == tail:
                status = EXHAUSTED
                break
            if other_tail - other_head < tail - head:
                head, tail, other_head, other_tail = other_head, other_tail, head, tail
                side = 1 - side
            end = tail
        before = head
        span = head, min(end, head + last - expanded), tail
        done = expanded - head
        if side == 0:
            head, tail, u, v = expand_layer(table, mark_of_cell, 0, queues[0], span, done, events)
        else:
            head, tail, u, v = expand_layer(entering, mark_of_cell, BACKWARD, queues[1], span, done, events)
        expanded += head - before
        if u != NONE:
            state[GOAL], state[MEETING] = u, v
            status = FOUND
    state[HEAD], state[END], state[TAIL], state[SIDE] = head, end, tail, side
    state[REST_HEAD], state[REST_TAIL], state[EXPANDED] = other_head, other_tail, expanded
    return status


@kernel
def follow_both(deltas, mark_of_cell, near, far, cell_of_step):
    """Fill *cell_of_step* with the way from a start to *near* and on from *far* to an exit; return its size.

    ``deltas`` are those of the moves of either side.
    """
    steps = follow_marks(deltas[0], mark_of_cell, near, cell_of_step)
    for i in range(steps // 2):
        j = steps - 1 - i
        cell_of_step[i], cell_of_step[j] = cell_of_step[j], cell_of_step[i]
    return steps + follow_marks(deltas[1], mark_of_cell, far, cell_of_step[steps:])


@kernel
def within_limit(table, costs, bound_of_cell, is_exit, path, limits, state, budget, events):
    """Search depth-first until an exit is entered (register GOAL), or no path within the limit is left.

    ``costs`` is ``(cost_of_cell, factor_of_move, extra_of_move)``.  ``path`` is ``(stack, cost_to_place,
    is_on_path)``: ``stack[i]`` is ``(cell, next move to try)``, and the caller has put the source on it.
    ``limits[0]`` is what the cost to a cell and the bound on its rest may add up to; the least sum above
    it that was met is left in ``limits[1]``, the limit of the next search.
    """
    moves_of_cell, delta_of_move = table
    cost_of_cell, factor_of_move, extra_of_move = costs
    stack, cost_to_place, is_on_path = path
    depth = state[DEPTH]
    for _ in range(budget):
        u = stack[depth, 0]
        m = stack[depth, 1]
        if is_exit[u]:
            state[GOAL], state[DEPTH] = u, depth
            return FOUND
        legal = moves_of_cell[u] >> m
        entered = False
        while legal and not entered:
            if legal & 1:
                v = u + delta_of_move[m]
                if not is_on_path[v]:
                    cost = cost_to_place[depth] + cost_of_cell[v] * factor_of_move[m] + extra_of_move[m]
                    least = cost + bound_of_cell[v]
                    if least > limits[0]:
                        limits[1] = min(limits[1], least)
                        if events is not None:
                            record(events, PRUNE, v, u)
                    else:
                        stack[depth, 1] = m + 1
                        depth += 1
                        stack[depth, 0], stack[depth, 1] = v, 0
                        cost_to_place[depth], is_on_path[v] = cost, 1
                        state[EXPANDED] += 1
                        entered = True
                        if events is not None:
                            record(events, STEP, v, u)
            legal >>= 1
            m += 1
        if entered:
            continue
        is_on_path[u] = 0
        if depth == 0:
            return EXHAUSTED
        depth -= 1
        state[BACKTRACKS] += 1
        if events is not None:
            record(events, BACK, u, stack[depth, 0])
    state[DEPTH] = depth
    return PAUSED
