"""A sweep that counts moves along: which of its steps can still lead to a path of a wanted length.

The last word of a key has the moves of all pieces so far.  The rest of a path takes at least about half of
what all loose ends are away from the nearest end of another piece, over what is undecided, and at most half
of what the longest two corridors of every junction add up to.

The caller owns all memory; the kernels allocate nothing and raise nothing.  They trust their arguments.
"""

import numpy as np

from gridwalk.kernels._kernel import inline_kernel, kernel
from gridwalk.kernels.codes import NONE
from gridwalk.kernels.frontier.simpath.layer import CHOICE, FROM, TO
from gridwalk.kernels.frontier.simpath.mates import FULL, LOOSE, UNTOUCHED, get

# Facts of a layer: the range of moves of a whole path; from where on all numbers of moves are one; twice what
# the junctions not reached yet can take; whether the corridor from sink to source is undecided, or directed.
LEAST, MOST, CAP, LATER, OPEN, DIRECTED = 0, 1, 2, 3, 4, 5
METER_FACTS = 6
FAR = 1 << 30  # apart: no way
TOUCHED = 1  # column of ``most_of_slot``; column 0: untouched


@inline_kernel
def ends_of(key, fields, slots, facts, ends):
    """Write the loose ends and their mates to *ends*, and return how many there are."""
    found = 0
    for slot in range(slots):
        code = get(key, fields, slot)
        if code >= LOOSE:
            ends[found, 0] = slot
            ends[found, 1] = (code - LOOSE) >> facts[DIRECTED]
            found += 1
    if facts[OPEN]:  # the two ends of the path, which one more corridor joins
        ends[found, 0] = slots
        ends[found, 1] = slots + 1
        ends[found + 1, 0] = slots + 1
        ends[found + 1, 1] = slots
        found += 2
    return found


@inline_kernel
def nearest(apart, ends, found, i, but):
    """Return how far end *i* is from the nearest end of another piece, end *but* left out."""
    least = FAR
    for j in range(found):
        if j != i and j != but and ends[j, 0] != ends[i, 1]:
            least = min(least, apart[ends[i, 0], ends[j, 0]])
    return least


@inline_kernel
def rest_at_least(apart, ends, found):
    """Return how many moves join all pieces at least: exactly so many, if they are one or two.

    The end that is farthest from all others is joined to one of them, and the others among themselves.
    """
    if found == 0:
        return 0
    if found == 2:
        return apart[ends[0, 0], ends[0, 1]]
    lone, far = 0, -1
    for i in range(found):
        moves = nearest(apart, ends, found, i, NONE)
        if moves > far:
            lone, far = i, moves
    twice = 0
    for i in range(found):
        if i != lone:
            ends[i, 2] = nearest(apart, ends, found, i, lone)
            twice += ends[i, 2]
    least = FAR
    for i in range(found):
        if i != lone and ends[i, 0] != ends[lone, 1]:
            least = min(least, apart[ends[lone, 0], ends[i, 0]] + ((twice - ends[i, 2] + 1) >> 1))
    return least


@inline_kernel
def rest_at_most(key, fields, most_of_slot, facts):
    """Return how many moves the rest of a path can have at most."""
    twice = facts[LATER]
    for slot in range(len(most_of_slot)):
        code = get(key, fields, slot)
        if code == UNTOUCHED:
            twice += most_of_slot[slot, 0]
        elif code != FULL:
            twice += most_of_slot[slot, TOUCHED]
    return twice >> 1


@kernel
def keep_within(keys, pending, steps, layer, fields, key, ends, count):
    """Count the moves of the first *count* steps; move those to the front that may lead to a path.

    ``layer`` is the tuple ``(facts, moves_of_choice, apart, most_of_slot)``: *apart* is how far slots are
    from each other over what is undecided, source and sink last.  ``key`` and ``ends`` are scratch.
    Return how many steps are kept.
    """
    facts, moves_of_choice, apart, most_of_slot = layer
    last = pending.shape[1] - 1
    kept = 0
    for i in range(count):
        moves = np.int64(keys[steps[i, FROM], last]) + moves_of_choice[steps[i, CHOICE]]
        for w in range(last):
            key[w] = pending[i, w]
        if steps[i, TO] == 0:
            good = facts[LEAST] <= moves <= facts[MOST]
        else:
            good = moves + rest_at_most(key, fields, most_of_slot, facts) >= facts[LEAST]
            if good:
                found = ends_of(key, fields, len(most_of_slot), facts, ends)
                good = moves + rest_at_least(apart, ends, found) <= facts[MOST]
        if good:
            for column in range(3):
                steps[kept, column] = steps[i, column]
            for w in range(last):
                pending[kept, w] = key[w]
            pending[kept, last] = np.uint64(min(moves, facts[CAP]))
            kept += 1
    return kept
