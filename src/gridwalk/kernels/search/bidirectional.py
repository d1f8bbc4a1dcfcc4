"""Breadth-first search from both ends, layer by layer, until one side meets the other.

Registers: HEAD, END and TAIL of the side that is expanded: the cells of its layer are
``cell_of_queue[HEAD:END]``, those of the next one up to TAIL.  REST_HEAD and REST_TAIL are the layer of the
other side, and SIDE says whose turn it is: 0 from the starts, 1 from the exits.

The caller owns all memory; the kernels allocate nothing and raise nothing.
"""

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.codes import (
    CLOSE,
    EXHAUSTED,
    EXPANDED,
    FOUND,
    GOAL,
    HEAD,
    NONE,
    OPEN,
    PAUSED,
    TAIL,
    record,
)

END, REST_HEAD, REST_TAIL, SIDE = 6, 7, 8, 9  # registers
MEETING = 2  # register: the cell of the other side that lies next to GOAL


@kernel
def expand_layer(table, parents, others, cell_of_queue, state, budget, events):
    """Expand cells of the layer; return FOUND if one has a neighbour that the other side has seen."""
    moves_of_cell, delta_of_move = table
    head, tail = state[HEAD], state[TAIL]
    status = PAUSED
    for _ in range(min(budget, state[END] - head)):
        u = cell_of_queue[head]
        head += 1
        state[EXPANDED] += 1
        if events is not None:
            record(events, CLOSE, u, state[EXPANDED])
        legal = moves_of_cell[u]
        for m in range(len(delta_of_move)):
            if legal >> m & 1:
                v = u + delta_of_move[m]
                if others[v] != NONE:
                    state[GOAL], state[MEETING] = u, v
                    status = FOUND
                    break
                if parents[v] == NONE:
                    parents[v] = u
                    cell_of_queue[tail] = v
                    tail += 1
                    if events is not None:
                        record(events, OPEN, v, u)
        if status == FOUND:
            break
    state[HEAD], state[TAIL] = head, tail
    return status


@kernel
def bidirectional(table, entering, parents, queues, state, budget, events):
    """Search from both sides until they meet (registers GOAL, MEETING, SIDE), or one has no cell left.

    ``entering`` is the table backwards.  ``parents`` and ``queues`` are pairs of arrays, one a side;
    ``parents[side][v]`` is NONE, or the cell from which that side reached *v* (a first cell: itself).

    A side expands a whole layer before the turn passes to the one with fewer cells waiting.  So when two
    sides meet, both know all cells nearer than their layers, and no path has fewer moves.
    """
    while budget > 0:
        if state[HEAD] == state[END]:
            if state[HEAD] == state[TAIL]:
                return EXHAUSTED
            if state[REST_TAIL] - state[REST_HEAD] < state[TAIL] - state[HEAD]:
                head, tail = state[HEAD], state[TAIL]
                state[HEAD], state[TAIL] = state[REST_HEAD], state[REST_TAIL]
                state[REST_HEAD], state[REST_TAIL] = head, tail
                state[SIDE] = 1 - state[SIDE]
            state[END] = state[TAIL]
        before = state[HEAD]
        if state[SIDE] == 0:
            status = expand_layer(table, parents[0], parents[1], queues[0], state, budget, events)
        else:
            status = expand_layer(entering, parents[1], parents[0], queues[1], state, budget, events)
        if status == FOUND:
            return FOUND
        budget -= state[HEAD] - before
    return PAUSED
