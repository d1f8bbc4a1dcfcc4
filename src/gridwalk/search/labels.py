"""Distance labels (Lee 1961): label the cells by distance, then walk back along decreasing labels.

O(cells + moves) time; eight bytes for each cell.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.runtime.codes import (
    CLOSE,
    EXHAUSTED,
    EXPANDED,
    FOUND,
    GOAL,
    HEAD,
    MET,
    OPEN,
    PAUSED,
    PLACE,
    STEP,
    TAIL,
    record,
)
from gridwalk.runtime.kernel import kernel
from gridwalk.runtime.slices import call
from gridwalk.search.query import Query

WANTED = -2  # label of an exit that is not reached yet


def find(query: Query) -> Path | None:
    """Return a path with the fewest moves from a start to the nearest exit, or None."""
    cell_of_queue = np.empty(query.board.open_count, np.int32)
    label_of_cell = first_labels(query, cell_of_queue)
    if query.run(distance_labels, label_of_cell, cell_of_queue) != FOUND:
        return None
    goal = int(query.state[GOAL])
    moves = int(label_of_cell[goal])
    events = None if query.log is None else np.zeros((moves + 1, 3), np.int32)
    call(walk_back, query.watch, query.table, label_of_cell, goal, cell_of_queue, events)
    if query.log is not None and events is not None:
        query.log.append(events[1:])
    return query.found(cell_of_queue[: moves + 1], "labels")


def first_labels(query: Query, queue: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the initial labels for `distance_labels`, and put the starts into the empty *queue*."""
    label_of_cell, sources = query.no_cells(), query.sources
    label_of_cell[query.goals] = WANTED
    reached = np.flatnonzero(label_of_cell[sources] == WANTED)
    query.state[MET] = reached[0] + 1 if reached.size else 0
    label_of_cell[sources] = 0
    query.seed(queue, 0)
    return label_of_cell


@kernel
def distance_labels(table, label_of_cell, cell_of_queue, state, budget, events):
    """Label cells with their distances, in order, until an exit leaves the queue (register GOAL).

    ``label_of_cell`` is NONE in cells without a label and WANTED in exits without a label; the caller labels
    the sources 0.  Register MET is 1 + the position of the first exit in the queue, or 0.
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
    """Fill *cell_of_step* with a path from a source to *goal*, backwards along decreasing labels."""
    moves_of_cell, delta_of_move = table
    v = goal
    for step in range(label_of_cell[goal], -1, -1):
        cell_of_step[step] = v
        if step == 0:
            break
        for m in range(len(delta_of_move)):
            # Move m leads from u to v, if it is legal in u.
            u = v - delta_of_move[m]
            if 0 <= u < len(moves_of_cell) and label_of_cell[u] == step - 1 and moves_of_cell[u] >> m & 1:
                if events is not None:
                    record(events, STEP, u, v)
                v = u
                break
