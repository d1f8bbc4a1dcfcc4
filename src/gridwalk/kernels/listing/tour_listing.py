"""All tours, one after another: the search backtracks as soon as some cell has too low a degree.

The *degree* of a cell off the path counts its moves to other cells off the path, to the path's last cell, and
for closed tours to the start.  A tour uses two of them; at its last cell, one.  The *degree deficiency* of
a cell with fewer is 1 where the tour may end there, and 2 where it may not.  A path with a total
deficiency of more than 1 is the beginning of no tour.  Each step changes degrees around one cell only.

Room: the path has an entry for each open cell, and no move is tried from the last one.

How paths end, kept for when the rest of the board is the same again.

From where a path stands, and with the same cells left for it, all paths go on in the same ways.  Near the end
few cells are left, and a listing comes to the same few by many ways.  So the endings listed there are kept,
and copied from then on.

``kept`` is (record_of_slot, pool).  A record is in the *pool*: the cell, the cells left (a set of bits), how
many endings there are, how many cells their listing enters; then for each ending the number of its cells,
how many cells were entered until it was found, and the cells, as a batch has them.  ``pool[0]`` is where the
next record begins.  A slot has the latest of the records that belong there, 0 if there is none; a full pool
begins anew.

Room: the number of slots is a power of 2.  All arrays of cells have `EXTRA` entries more than they need.
"""

from gridwalk.kernels._kernel import inline_kernel, kernel
from gridwalk.kernels.codes import BACKTRACKS, DEFICIENCY, DEPTH, EXHAUSTED, EXPANDED, FOUND, FOUNDS, PAUSED
from gridwalk.kernels.listing.backtrack import ALL, completes, first_move


@inline_kernel
def deficiency_of(degree, may_end):
    """Return the degree deficiency of a cell off the path."""
    if degree > 1:
        return 0
    return 1 if degree == 1 and may_end else 2


@kernel
def change_degrees(table, on_path, u, v, change, degree_of_cell, may_end):
    """Add *change* to the degrees of cells off the path around *u* but *v*; return the added deficiency."""
    moves_of_cell, delta_of_move = table
    legal = moves_of_cell[u]
    deficiency = 0
    for m in range(len(delta_of_move)):
        w = u + delta_of_move[m] if legal >> m & 1 else v
        if w != v and not on_path[w]:
            deficiency -= deficiency_of(degree_of_cell[w], may_end[w])
            degree_of_cell[w] += change
            deficiency += deficiency_of(degree_of_cell[w], may_end[w])
    return deficiency


@kernel
def next_tour(table, is_exit, rules, path, ways, on_path, state, budget, events):
    """Go on to the next tour, as `gridwalk.kernels.listing.backtrack.next_path` does, without an event log.

    Here ``ways`` is ``(degree_of_cell, may_end, ...)``, and the total deficiency is ``state[DEFICIENCY]``.
    """
    moves_of_cell, delta_of_move = table
    cell_of_step, untried_of_step = path
    degree_of_cell, may_end = ways[0], ways[1]
    depth, deficiency = state[DEPTH], state[DEFICIENCY]
    last = len(cell_of_step) - 1
    status = PAUSED
    while budget > 0:
        budget -= 1
        u = cell_of_step[depth]
        untried = untried_of_step[depth]
        if untried == 0:
            if depth == 0:
                status = EXHAUSTED
                break
            depth -= 1
            state[BACKTRACKS] += 1
            on_path[u] = 0
            deficiency += deficiency_of(degree_of_cell[u], may_end[u])
            deficiency += change_degrees(table, on_path, cell_of_step[depth], u, 1, degree_of_cell, may_end)
            continue
        m = first_move(untried)
        untried_of_step[depth] = untried ^ (1 << m)
        v = u + delta_of_move[m]
        if on_path[v]:
            continue
        on_path[v] = 1
        deficiency -= deficiency_of(degree_of_cell[v], may_end[v])
        deficiency += change_degrees(table, on_path, u, v, -1, degree_of_cell, may_end)
        depth += 1
        state[EXPANDED] += 1
        cell_of_step[depth] = v
        untried_of_step[depth] = 0 if depth == last or deficiency > 1 else moves_of_cell[v]
        if depth == last and completes(table, is_exit, rules, cell_of_step, depth):
            state[FOUNDS] += 1
            if not rules[ALL]:
                status = FOUND
                break
    state[DEPTH], state[DEFICIENCY] = depth, deficiency
    return status


EIGHT = EXTRA = 8
CELL, LEFT, ENDINGS, ENTERED, FIRST = 0, 1, 2, 3, 4  # of a record
MIX = 0x1E3779B97F4A7C15  # odd, with bits in no order
MOST_ENDINGS = 64  # of a record


@inline_kernel
def copy(source, first, target, to, number):
    """Copy so many entries, eight at a time: up to seven more than asked for."""
    for i in range(0, number, EIGHT):
        s, t = source[first + i :], target[to + i :]
        a, b, c, d, e, f, g, h = s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]
        t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7] = a, b, c, d, e, f, g, h


@inline_kernel
def slot_of(kept, cell, left):
    """Return the slot of what is left and where the path stands."""
    mask = len(kept[0]) - 1
    return (left * MIX >> 32 & mask) ^ (cell & mask)


@inline_kernel
def known_endings(kept, cell, left):
    """Return the record of these, or 0."""
    record_of_slot, pool = kept
    record = record_of_slot[slot_of(kept, cell, left)]
    return record if record and pool[record + LEFT] == left and pool[record + CELL] == cell else 0


@inline_kernel
def has_room(pool, record, found, offsets, cells, longest):
    """Whether all endings of *record* may be written, by paths of at most *longest* cells each."""
    number = pool[record + ENDINGS]
    return not len(cells) or (
        found + number < len(offsets) and offsets[found] + number * longest <= len(cells)
    )


@kernel
def write_endings(pool, record, prefix, length, cells, places, found, entered):
    """Write the first *length* entries of *prefix*, and each ending after them, as the next paths.

    *entered* is how many cells had been entered.  Return how many paths there are then.  With *cells* empty
    they are only counted.
    """
    if not len(cells):
        return found + pool[record + ENDINGS]
    offsets, expanded_of_path = places
    at, end = record + FIRST, offsets[found]
    for _ in range(pool[record + ENDINGS]):
        copy(prefix, 0, cells, end, length)
        copy(pool, at + 2, cells, end + length, pool[at])
        end += length + pool[at]
        found += 1
        offsets[found] = end
        expanded_of_path[found] = entered + pool[at + 1]
        at += 2 + pool[at]
    return found


@kernel
def keep_endings(kept, cell, left, length, cells, places, first, found, entered, all_entered):
    """Keep the suffixes, after so many cells, of the paths from *first* to below *found*.

    *entered* is how many cells had been entered before, *all_entered* how many until now.
    """
    record_of_slot, pool = kept
    offsets, expanded_of_path = places
    number, written = found - first, len(cells) > 0
    needed = FIRST
    if written:
        needed += offsets[found] - offsets[first] + number * (2 - length) + EXTRA
    if number > MOST_ENDINGS or needed > len(pool) - 1:
        return
    if pool[0] + needed > len(pool):
        pool[0] = 1
        for slot in range(len(record_of_slot)):
            record_of_slot[slot] = 0
    record = pool[0]
    record_of_slot[slot_of(kept, cell, left)] = record
    pool[record + CELL], pool[record + LEFT] = cell, left
    pool[record + ENDINGS], pool[record + ENTERED] = number, all_entered - entered
    at = record + FIRST
    for i in range(first, found if written else first):
        rest = offsets[i + 1] - offsets[i] - length
        pool[at], pool[at + 1] = rest, expanded_of_path[i + 1] - entered
        copy(cells, offsets[i] + length, pool, at + 2, rest)
        at += 2 + rest
    pool[0] = at
