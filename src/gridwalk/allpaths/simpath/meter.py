"""A sweep that counts along: moves, turns, any sum; and which of its steps can still lead to a wanted one.

The last word of a key has the sum of all pieces so far.  Of moves (`keep_within`), the rest of a path takes
at least about half of what all loose ends are away from the nearest end of another piece, over what is
undecided, and at most half of what the longest two corridors of every junction add up to.

The caller owns all memory; the kernels allocate nothing and raise nothing.  They trust their arguments.
"""

import numpy as np

from gridwalk.allpaths.simpath.layer import CHOICE, FROM, FULL, LOOSE, TO, UNTOUCHED, get
from gridwalk.runtime.codes import NONE
from gridwalk.runtime.kernel import inline_kernel, kernel

# Facts of a layer: the range of moves of a whole path; from where on all numbers of moves are one; twice what
# the junctions not reached yet can take; whether the corridor from sink to source is undecided, or directed.
LEAST, MOST, CAP, LATER, OPEN, DIRECTED = 0, 1, 2, 3, 4, 5
METER_FACTS = 6
FAR = 1 << 30  # apart: no way
STRAIGHT = 1  # a direction that no other makes a turn with: the ends of a path; 0: none
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
    """Return a lower bound on the moves that join all pieces; exact for one or two.

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


@kernel
def keep_between(keys, pending, steps, least, most, later, weight_of_choice, weight_of_step, count):
    """Add up in the last word; move the steps to the front whose sums are in a range, or may come to be.

    All layers after this one add *later* at most.  Steps have weights of their own, or there are none.
    Return how many steps are kept.
    """
    last = pending.shape[1] - 1
    kept = 0
    for i in range(count):
        total = np.int64(keys[steps[i, FROM], last]) + weight_of_choice[steps[i, CHOICE]]
        if i < len(weight_of_step):
            total += weight_of_step[i]
        rest = 0 if steps[i, TO] == 0 else later
        if total <= most and total + rest >= least:
            if kept != i:
                for column in range(3):
                    steps[kept, column] = steps[i, column]
                for w in range(last):
                    pending[kept, w] = pending[i, w]
            pending[kept, last] = np.uint64(total)
            kept += 1
    return kept


@kernel
def turn(keys, pending, steps, weights, layer, opposite, first_word, last_word, weight_of_turn, count):
    """Let the corridors of each step begin and end at their slots; leave what its turns weigh in *weights*.

    A byte of the words from *first_word* to before *last_word* has the direction in which the piece that ends
    in a slot leaves it.  ``layer`` is the tuple ``(first end of each choice, slots and directions of ends)``.
    """
    first, ends = layer
    byte = np.uint64(255)
    for i in range(count):
        for w in range(first_word, last_word):
            pending[i, w] = keys[steps[i, FROM], w]
        turns = 0
        for k in range(first[steps[i, CHOICE]], first[steps[i, CHOICE] + 1]):
            w = first_word + (ends[k, 0] >> 3)
            shift = np.uint64((ends[k, 0] & 7) << 3)
            leaves = ends[k, 1]
            known = np.int64((pending[i, w] >> shift) & byte)
            after = np.uint64(0 if known > 0 else leaves)
            pending[i, w] = pending[i, w] ^ ((np.uint64(known) ^ after) << shift)
            if leaves != STRAIGHT and known > STRAIGHT and known != opposite[leaves]:
                turns += 1
        weights[i] = turns * weight_of_turn
