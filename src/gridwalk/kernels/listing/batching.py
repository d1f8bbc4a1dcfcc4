"""All paths, written in batches.

A batch is ``(cell_of_place, offsets)``: its i-th path is ``cell_of_place[offsets[i]:offsets[i + 1]]``,
and ``offsets[0]`` is 0.  Ask `has_room` before writing to it.
"""

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.codes import BACKTRACKS, DEPTH, EXPANDED, FOUND, GATHERED, PAUSED
from gridwalk.kernels.listing.backtrack import PRUNING, next_path
from gridwalk.kernels.listing.tour_listing import next_tour


@kernel
def has_room(batch, paths, longest):
    """Whether one more path, of at most *longest* cells, fits after the *paths* in a batch."""
    cell_of_place, offsets = batch
    return paths + 1 < len(offsets) and offsets[paths] + longest <= len(cell_of_place)


@kernel
def gather(table, is_exit, rules, path, ways, on_path, batch, state, budget, events):
    """Write the next paths to *batch* until the next may not fit (FOUND); else return as `next_path` does.

    ``state[GATHERED]`` counts the paths in *batch*; no path is longer than the arrays of *path*.
    """
    cell_of_place, offsets = batch
    cell_of_step = path[0]
    status = FOUND
    while status == FOUND and budget > 0:
        if not has_room(batch, state[GATHERED], len(cell_of_step)):
            return FOUND
        steps = state[EXPANDED] + state[BACKTRACKS]
        if rules[PRUNING]:
            status = next_tour(table, is_exit, rules, path, ways, on_path, state, budget, events)
        else:
            status = next_path(table, is_exit, rules, path, ways, on_path, state, budget, events)
        budget -= 1 + state[EXPANDED] + state[BACKTRACKS] - steps
        if status == FOUND:
            number = state[GATHERED]
            first, length = offsets[number], state[DEPTH] + 1
            for i in range(length):
                cell_of_place[first + i] = cell_of_step[i]
            offsets[number + 1] = first + length
            state[GATHERED] = number + 1
    return PAUSED if status == FOUND else status
