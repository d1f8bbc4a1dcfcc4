"""A cell of a planar sweep over a few words, each with a value for every length that may still come right.

A word is a row of plugs (`gridwalk.kernels.frontier.profile`), one in a byte.  Words that are not there take
no room, so that a sample of them may go on.  Column *k* of a word's values is a length, ``base + unit * k``;
``spans[w]`` is the range of the lengths of a word that may still come to be wanted.  Where both ends are
given all lengths of a word are odd, or all are even, by colour: then *unit* is 2.

A length counts the plugs opened so far.  The rest of a path takes at least about half of what all plugs, and
the ends to come, are away from the nearest one of another piece, and at most what the cells to come can take.

The caller owns all memory; the kernels allocate nothing and raise nothing.  They trust their arguments.
"""

import numpy as np

from gridwalk.kernels.frontier.profile import LEFT, LOOSE, NOTHING, RIGHT
from gridwalk.runtime.kernel import inline_kernel, kernel

# Facts of a cell: the place of its left plug; what it may do; the bits of the levels at which a path may end;
# whether any cell may be an end; whether cycles are meant; how many moves the cells to come can take, twice.
COLUMN, BY_LEFT, BY_RIGHT, SKIP, INNER, DONE, ENDS, FREE, CYCLES, TO_COME = range(10)
FACTS = 10
PARENT, MOVES, FINISHED = 0, 1, 2  # columns of rows
OPTIONS = 4  # of a word at a cell, at most
FAR = 1 << 30
_ODD = np.uint64(0x9E3779B1)
_LOW = np.uint64(0xFFFFFFFF)
_FOLD = np.uint64(15)


@inline_kernel
def mate(words, w, place):
    """Return where the piece that has an end at *place* has its other end."""
    depth, way = 0, 1 if words[w, place] == LEFT else -1
    while True:
        if words[w, place] == LEFT:
            depth += 1
        elif words[w, place] == RIGHT:
            depth -= 1
        if depth == 0:
            return place
        place += way


@inline_kernel
def joined(words, w, facts, child):
    """Join the two plugs of a cell in *child*; return whether that closes the last piece."""
    c = facts[COLUMN]
    p, q = words[w, c], words[w, c + 1]
    if p == q == LOOSE or (p == LEFT and q == RIGHT):
        return True
    if LOOSE in (p, q):
        child[mate(words, w, c + 1 if p == LOOSE else c)] = LOOSE
    elif p == q:
        child[mate(words, w, c + 1 if p == LEFT else c)] = p
    return False


@kernel
def branch(words, facts, child, children, rows):
    """Write what each word may be after a cell to *children*; return how many there are.

    ``rows[i]`` is the word before, how many plugs were opened, and whether the path is finished.  Room: four
    times as many as there are words.
    """
    c, made = facts[COLUMN], 0
    for w in range(len(words)):
        p, q = words[w, c], words[w, c + 1]
        plugs, level = 0, 0
        for place in range(len(child)):
            plugs += words[w, place] != NOTHING
            level += words[w, place] == LOOSE
        own = (p != NOTHING) + (q != NOTHING)
        ends = facts[ENDS] >> level & 1
        for option in range(OPTIONS):
            for place in range(len(child)):
                child[place] = words[w, place]
            child[c] = child[c + 1] = NOTHING
            moves, finished = 0, False
            good = option < 2
            if option >= 2:  # the path leaves by one plug only
                good = own < 2 and facts[BY_LEFT + option - 2] and (facts[INNER] if own else ends)
                child[c + option - 2] = p + q if own else LOOSE
                moves = 1
            elif own == 0 and option == 0:
                good = facts[SKIP]
            elif own == 0:
                good = facts[INNER] and facts[BY_LEFT] and facts[BY_RIGHT]
                child[c], child[c + 1] = LEFT, RIGHT
                moves = 2
            elif option == 1:
                good = False
            elif own == 1:
                good = ends
                finished = LOOSE in (p, q)
                if not finished:
                    child[mate(words, w, c if p else c + 1)] = LOOSE
            else:
                good = facts[INNER]
                finished = joined(words, w, facts, child)
                good = good and (not finished or p == LOOSE or facts[CYCLES])
            if good and (not finished or (plugs == own and facts[DONE])):
                for place in range(len(child)):
                    children[made, place] = child[place]
                rows[made, PARENT], rows[made, MOVES], rows[made, FINISHED] = w, moves, finished
                made += 1
    return made


@inline_kernel
def apart(cells, i, j):
    """Return how many moves two cells are apart at least."""
    return abs(cells[i, 0] - cells[j, 0]) + abs(cells[i, 1] - cells[j, 1])


@inline_kernel
def rest_at_least(children, i, facts, cells, pieces):
    """Return how many moves the rest of a path takes at least, FAR if it cannot be; and count its plugs.

    ``cells`` has where each place leads to, and behind these the ends to come.  Places lie in the order of
    their columns, so the nearest plug of another piece is the next or, behind its own mate, the one after it.
    """
    found, top, places = 0, 0, children.shape[1]
    for place in range(places):
        plug = children[i, place]
        if plug != NOTHING:
            pieces[found, 0], pieces[found, 1] = place, NOTHING - 1
            if plug == LEFT:
                pieces[top, 2] = found
                top += 1
            elif plug == RIGHT:
                top -= 1
                pieces[found, 1] = pieces[top, 2]
                pieces[pieces[top, 2], 1] = found
            found += 1
    if facts[CYCLES] and found == 2:
        return apart(cells, pieces[0, 0], pieces[1, 0]), found
    if facts[FREE]:
        return 0, found
    twice = 0
    for k in range(found):
        near = FAR
        for end in range(places, len(cells)):
            near = min(near, apart(cells, pieces[k, 0], end))
        for way in (-1, 1):
            other = k + way
            if other == pieces[k, 1]:
                other += way
            if 0 <= other < found:
                near = min(near, apart(cells, pieces[k, 0], pieces[other, 0]))
        twice += near
    for end in range(places, len(cells)):
        near = FAR
        for k in range(found):
            near = min(near, apart(cells, pieces[k, 0], end))
        for other in range(places, len(cells)):
            if other != end:
                near = min(near, apart(cells, other, end))
        twice += near
    return (twice + 1) >> 1, found


@kernel
def keep_within(children, rows, facts, cells, pieces, spans, wanted, bounds, count):
    """Move those of *count* children to the front that may lead to a path of a *wanted* length.

    ``bounds[i]`` has the range of their lengths, how many moves the rest takes at least, and how many plugs
    there are.  Return how many there are.
    """
    least, most, unit = wanted
    kept = 0
    for i in range(count):
        first, last = spans[rows[i, PARENT], 0] + rows[i, MOVES], spans[rows[i, PARENT], 1] + rows[i, MOVES]
        low, high, more, plugs = least, most, 0, 0
        if not rows[i, FINISHED]:
            more, plugs = rest_at_least(children, i, facts, cells, pieces)
            low -= (facts[TO_COME] - plugs) >> 1
            high -= more
        low = max(first, low + (first - low) % unit)
        high = min(last, high)
        if low <= high:
            for place in range(children.shape[1]):
                children[kept, place] = children[i, place]
            for column in range(3):
                rows[kept, column] = rows[i, column]
            bounds[kept, 0], bounds[kept, 1], bounds[kept, 2], bounds[kept, 3] = low, high, more, plugs
            kept += 1
    return kept


@inline_kernel
def number_of(children, i, table, words, made):
    """Return the number of a child's word, *made* if it is new: then it is entered; -1 is a free place."""
    h = np.uint64(0)
    for place in range(children.shape[1]):
        h = (((h ^ np.uint64(children[i, place])) & _LOW) * _ODD) ^ (h >> _FOLD)
    at = np.int64(h & np.uint64(len(table) - 1))
    while table[at] >= 0:
        same = True
        for place in range(children.shape[1]):
            same = same and words[table[at], place] == children[i, place]
        if same:
            return np.int64(table[at])
        at = (at + 1) & (len(table) - 1)
    table[at] = made
    for place in range(children.shape[1]):
        words[made, place] = children[i, place]
    return made


@kernel
def add(children, rows, bounds, before, after, words, facts, table, finished, shape):
    """Add up the values of the children by their words, *shape*: their number, two bases and the unit.

    ``facts[w]`` has the span of lengths of a word, moves ahead and plugs.  What is finished is added to
    *finished*, by length.  Return how many words there are.
    """
    count, base_of, base, unit = shape
    made = 0
    for i in range(count):
        low, high, w = bounds[i, 0], bounds[i, 1], rows[i, PARENT]
        source = (low - rows[i, MOVES] - base_of) // unit
        if rows[i, FINISHED]:
            for length in range(low, high + 1, unit):
                finished[length] += before[w, source]
                source += 1
            continue
        v = number_of(children, i, table, words, made)
        if v == made:
            made += 1
            for column in range(4):
                facts[v, column] = bounds[i, column]
        facts[v, 0] = min(facts[v, 0], low)
        facts[v, 1] = max(facts[v, 1], high)
        target = (low - base) // unit
        for k in range((high - low) // unit + 1):
            after[v, target + k] += before[w, source + k]
    return made


@kernel
def score(values, facts, sums, powers, scores):
    """Score words, from row 1 on: every length alike, fewer for each plug and for each move ahead.

    ``sums`` is room for a number for each column, ``powers`` has the powers of both factors.
    """
    for w in range(len(values)):
        for column in range(len(sums)):
            sums[column] += values[w, column]
    for w in range(len(values)):
        total = 0.0
        for column in range(len(sums)):
            if values[w, column] > 0.0:
                total += values[w, column] / sums[column]
        scores[w + 1] = total * powers[0, facts[w, 3]] * powers[1, facts[w, 2]]
