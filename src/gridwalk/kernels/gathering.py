"""Path after path, gathered in batches."""

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.backtrack import PRUNING, next_path
from gridwalk.kernels.codes import BACKTRACKS, DEPTH, EXPANDED, FOUND, GATHERED, PAUSED
from gridwalk.kernels.tour_listing import next_tour


@kernel
def gather(table, is_exit, rules, walk, ways, on_path, batch, state, budget, events):
    """Go on from path to path, writing each to *batch*, until it may be full (FOUND); else as `next_path`.

    ``batch`` is ``(cell_of_place, offsets)``; the paths in it are counted by ``state[GATHERED]``.
    """
    cell_of_place, offsets = batch
    cell_of_step = walk[0]
    status = FOUND
    while status == FOUND and budget > 0:
        steps = state[EXPANDED] + state[BACKTRACKS]
        if rules[PRUNING]:
            status = next_tour(table, is_exit, rules, walk, ways, on_path, state, budget, events)
        else:
            status = next_path(table, is_exit, rules, walk, ways, on_path, state, budget, events)
        budget -= 1 + state[EXPANDED] + state[BACKTRACKS] - steps
        if status == FOUND:
            number = state[GATHERED]
            first, length = offsets[number], state[DEPTH] + 1
            for i in range(length):
                cell_of_place[first + i] = cell_of_step[i]
            offsets[number + 1] = first + length
            state[GATHERED] = number + 1
            room = len(cell_of_place) - first - length
            if room < len(cell_of_step) or number + 2 == len(offsets):
                return FOUND
    return PAUSED if status == FOUND else status
