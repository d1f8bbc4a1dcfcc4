"""One path: depth-first with an explicit stack, breadth-first with a queue, distance labels.

A cell is its flat index ``v = row * columns + column``.  Array names read
``value_of_index``: ``parent_of_cell[v]`` is a cell, ``cell_of_queue[i]`` a cell.

Room: ``parent_of_cell`` and ``label_of_cell`` have an entry a cell; ``stack``, ``cell_of_queue`` and
``cell_of_step`` as many as there are open cells, for a cell is entered once.

The caller owns all memory; the kernels allocate nothing and raise nothing.
They trust their arguments: `gridwalk.search` has checked them.
"""

from gridwalk.kernels._kernel import kernel
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
    NONE,
    OPEN,
    PAUSED,
    STEP,
    TAIL,
)
from gridwalk.kernels.events import record


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
def bfs(table, is_exit, parent_of_cell, cell_of_queue, state, budget, events):
    """Fill *parent_of_cell* in order of distance until an exit leaves the queue (register GOAL).

    ``parent_of_cell`` is NONE in cells not reached; a source is its own parent.
    """
    moves_of_cell, delta_of_move = table
    head, tail = state[HEAD], state[TAIL]
    # Invariant: queue[head:tail] is sorted by distance and spans at most two values.
    for _ in range(min(budget, len(cell_of_queue) + 1)):
        state[HEAD], state[TAIL] = head, tail
        if head == tail:
            return EXHAUSTED
        u = cell_of_queue[head]
        head += 1
        state[EXPANDED] += 1
        if events is not None:
            record(events, CLOSE, u, head)
        if is_exit[u]:
            state[GOAL] = u
            return FOUND
        legal = moves_of_cell[u]
        for m in range(len(delta_of_move)):
            if legal >> m & 1:
                v = u + delta_of_move[m]
                if parent_of_cell[v] == NONE:
                    parent_of_cell[v] = u
                    cell_of_queue[tail] = v
                    tail += 1
                    if events is not None:
                        record(events, OPEN, v, u)
    state[HEAD], state[TAIL] = head, tail
    return PAUSED


@kernel
def distance_labels(table, is_exit, label_of_cell, cell_of_queue, state, budget, events):
    """Label every cell with its distance, wave by wave, until an exit is labelled (register GOAL).

    ``label_of_cell`` is NONE in cells without a label; the caller labelled the sources 0.
    """
    moves_of_cell, delta_of_move = table
    head, tail = state[HEAD], state[TAIL]
    for _ in range(min(budget, len(cell_of_queue) + 1)):
        state[HEAD], state[TAIL] = head, tail
        if head == tail:
            return EXHAUSTED
        u = cell_of_queue[head]
        if is_exit[u]:
            state[GOAL] = u
            return FOUND
        head += 1
        state[EXPANDED] += 1
        if events is not None:
            record(events, CLOSE, u, label_of_cell[u])
        legal = moves_of_cell[u]
        for m in range(len(delta_of_move)):
            if legal >> m & 1:
                v = u + delta_of_move[m]
                if label_of_cell[v] == NONE:
                    label_of_cell[v] = label_of_cell[u] + 1
                    cell_of_queue[tail] = v
                    tail += 1
                    if events is not None:
                        record(events, OPEN, v, label_of_cell[v])
    state[HEAD], state[TAIL] = head, tail
    return PAUSED


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


@kernel
def follow_parents(parent_of_cell, goal, cell_of_step):
    """Fill *cell_of_step* with the way from the goal back to its source; return how many cells it has."""
    v = goal
    steps = 0
    while True:
        cell_of_step[steps] = v
        steps += 1
        if parent_of_cell[v] == v:
            return steps
        v = parent_of_cell[v]
