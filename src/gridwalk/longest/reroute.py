"""Make a path longer: take a stretch of it away, and look for another way between its ends.

The other way is searched for depth-first, each junction's edges from a random one on, through junctions that
the path does not visit.  Ways that are no shorter are taken, and while the temperature is above 0 also ways
that are a little shorter (simulated annealing, Kirkpatrick, Gelatt and Vecchi 1983).  Where stretches of
equal length take one another's place, the free junctions move about until they can be used.

All numbers are integers, so both tiers take the same decisions on every machine.

The caller owns all memory; the kernels allocate nothing and raise nothing.
They trust their arguments.
"""

from gridwalk.longest.places import OFF, TAKEN
from gridwalk.runtime.chance import below, draw
from gridwalk.runtime.codes import EXHAUSTED, EXPANDED, NONE, PAUSED
from gridwalk.runtime.kernel import inline_kernel, kernel

VALUE, RECORD, STEPS = 3, 4, 5  # registers: of the path, of the best path; steps to go
LONGEST_STRETCH = 16  # edges
MAX_TRIED = 200  # edges that a search for another way looks at
ROOM = MAX_TRIED + 2  # junctions that it can stand on
NEAR_FREE = 224  # of 256 steps begin near a junction that the path does not visit,
MAX_WALK = 3  # at most so many edges from it,
MAX_LOOKS = 200  # if it is found so soon


@inline_kernel
def take_away(network, onward, u, number, taken):
    """Take up to *number* edges from *u* on off the path, all but the first one's tail.

    Their places go to *taken*; return how many there are, where the path goes on, and what they were worth.
    """
    _, near, gain = network
    count, x, worth = 0, u, 0
    while count < number and onward[x] >= 0:
        place = onward[x]
        if count > 0:
            onward[x] = OFF
        taken[count] = place
        worth += gain[place]
        x = near[place]
        count += 1
    return count, x, worth


@inline_kernel
def put_back(near, onward, u, count, taken):
    """Undo `take_away`."""
    x = u
    for n in range(count):
        onward[x] = taken[n]
        x = near[taken[n]]


@inline_kernel
def find_way(network, onward, stack, ends, least, longest, random):
    """Search depth-first for a way from u to v, *ends*, of at most *longest* edges that is worth *least*.

    Return what it is worth, or NONE, and how many edges were tried.  A way found is on the path then.
    """
    first, near, gain = network
    here, next_place, left, worth = stack
    u, v = ends
    depth, tried = 0, 0
    here[0], left[0], worth[0] = u, first[u + 1] - first[u], 0
    next_place[0] = first[u] + below(random, left[0])
    while depth >= 0 and tried < MAX_TRIED:
        x = here[depth]
        if left[depth] == 0 or depth == longest:
            onward[x] = OFF
            depth -= 1
            continue
        place = next_place[depth]
        left[depth] -= 1
        next_place[depth] = place + 1 if place + 1 < first[x + 1] else first[x]
        tried += 1
        y, so_far = near[place], worth[depth] + gain[place]
        if y == v:
            if so_far >= least:
                onward[x] = place
                return so_far, tried
        elif onward[y] == OFF:
            onward[x] = place
            onward[y] = TAKEN
            depth += 1
            here[depth], left[depth], worth[depth] = y, first[y + 1] - first[y], so_far
            next_place[depth] = first[y] + below(random, left[depth])
    while depth > 0:
        onward[here[depth]] = OFF
        depth -= 1
    return NONE, tried


@inline_kernel
def where_to_begin(network, onward, random):
    """Return a junction, mostly near one that the path does not visit: there it may get longer."""
    first, near, _ = network
    u = below(random, len(onward))
    if draw(random) & 255 < NEAR_FREE:
        for _ in range(MAX_LOOKS):
            if onward[u] == OFF:
                break
            u = below(random, len(onward))
        for _ in range(1 + below(random, MAX_WALK)):
            number = first[u + 1] - first[u]
            if number > 0:
                u = near[first[u] + below(random, number)]
    return u


@kernel
def reroute(network, onward, best, stack, losses, random, state, budget, events):
    """Try ``state[STEPS]`` times to reroute the path *onward*; whenever it is a record, copy it to *best*.

    *losses* are 256 values: by how much the path may get shorter in a step, one drawn at random.
    """
    _, near, _ = network
    here, next_place, left, worth, taken = stack
    while state[STEPS] > 0:
        if budget <= 0:
            return PAUSED
        u = where_to_begin(network, onward, random)
        budget -= 1
        if onward[u] < 0:
            continue
        state[STEPS] -= 1
        count, v, old = take_away(network, onward, u, 1 + below(random, LONGEST_STRETCH), taken)
        least = old - losses[draw(random) & 255]
        longest = count + 2 + below(random, 2 * LONGEST_STRETCH)
        new, tried = find_way(
            network, onward, (here, next_place, left, worth), (u, v), least, longest, random
        )
        budget -= tried
        state[EXPANDED] += tried
        if new == NONE:
            put_back(near, onward, u, count, taken)
            continue
        state[VALUE] += new - old
        if state[VALUE] > state[RECORD]:
            state[RECORD] = state[VALUE]
            for x in range(len(onward)):
                best[x] = onward[x]
    return EXHAUSTED
