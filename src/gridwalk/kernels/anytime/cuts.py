"""Sets of junctions that a relaxed path visits more than it can: their cuts tighten the relaxation.

*share* says how much of each edge is walked, *visits* how much of each junction is visited.  The caller owns
all memory; the kernels allocate nothing and raise nothing.
"""

from gridwalk.kernels.anytime.places import fill_ball
from gridwalk.kernels.codes import EXPANDED, FOUND, HEAD, NONE, PAUSED
from gridwalk.runtime.kernel import kernel

SETS, WRITTEN = 6, 7  # registers of `find_cuts`: sets, and junctions in them
COMPONENTS = 6  # register of `label_components`
SLIGHT = 1e-3  # of a flow: nothing
WORTH = 0.05  # by how much a cut must be violated
AUGMENTATIONS = 24
TIED = 0.8  # of an edge


@kernel
def label_components(first, near, edge, joins, label, queue, state, budget, events):
    """Number the components over the edges that *joins* marks; *label* starts as NONE."""
    at, count, steps = state[HEAD], state[COMPONENTS], 0
    while at < len(label) and steps < budget:
        if label[at] == NONE:
            queue[0], label[at] = at, count
            last, i = 1, 0
            while i < last:
                u = queue[i]
                i += 1
                for k in range(first[u], first[u + 1]):
                    v = near[k]
                    if joins[edge[k]] and label[v] == NONE:
                        queue[last], label[v] = v, count
                        last += 1
                steps += 1 + first[u + 1] - first[u]
            count += 1
        steps += 1
        at += 1
    state[HEAD], state[COMPONENTS] = at, count
    state[EXPANDED] += steps
    return PAUSED if at < len(label) else FOUND


@kernel
def left(e, u, tail, share, flow):
    """Return how much more can flow through edge *e* from *u*."""
    return share[e] - flow[e] if tail[e] == u else share[e] + flow[e]


@kernel
def reach(v, network, ends, share, flow, ball_of, seen, came, queue):
    """Search from *v* for a way out of the ball with room; return (last junction or NONE, how many seen)."""
    first, near, edge, tail, _ = network
    queue[0], seen[v], came[v] = v, 1, NONE
    last, i = 1, 0
    while i < last:
        u = queue[i]
        i += 1
        for k in range(first[u], first[u + 1]):
            w = near[k]
            if seen[w] or left(edge[k], u, tail, share, flow) <= SLIGHT:
                continue
            seen[w], came[w] = 1, k
            queue[last] = w
            last += 1
            if ball_of[w] == 0 or w == ends[0] or w == ends[1]:
                return w, last
    return NONE, last


@kernel
def augment(w, network, share, flow, came):
    """Send as much as there is room for along the way found to *w*; return how much."""
    _, _, edge, tail, head = network
    most, x = 2.0, w
    while came[x] != NONE:
        e = edge[came[x]]
        x = tail[e] + head[e] - x
        most = min(most, left(e, x, tail, share, flow))
    x = w
    while came[x] != NONE:
        e = edge[came[x]]
        x = tail[e] + head[e] - x
        flow[e] += most if tail[e] == x else -most
    return most


@kernel
def lacks(v, wanted, network, ends, share, flow, ball_of, scratch):
    """Return how many junctions, in the queue, are cut off with *v* by less than *wanted*; 0: none."""
    seen, came, queue = scratch
    sent = 0.0
    for _ in range(AUGMENTATIONS):
        w, last = reach(v, network, ends, share, flow, ball_of, seen, came, queue)
        for i in range(last):
            seen[queue[i]] = 0
        if w == NONE:
            return last
        sent += augment(w, network, share, flow, came)
        if sent >= wanted:
            return 0
    return 0


@kernel
def pass_over(v, network, share, done, queue):
    """Mark as done what edges walked almost wholly join with *v*: cuts hardly ever part them."""
    first, near, edge, _, _ = network
    queue[0], done[v] = v, 1
    last, i = 1, 0
    while i < last:
        u = queue[i]
        i += 1
        for k in range(first[u], first[u + 1]):
            w = near[k]
            if share[edge[k]] >= TIED and not done[w]:
                queue[last], done[w] = w, 1
                last += 1
    return last


@kernel
def find_cuts(network, ends, share, visits, size, balls, scratch, flow, found, state, budget, events):
    """Write sets, each cut off from the ends by less than twice the visits of a junction of it.

    *balls* is (ball, ball_of, done): room for *size* junctions, zeros, zeros.  *found* is (junction, end of
    set).  It stops when *found* is full.
    """
    first, near, edge = network[0], network[1], network[2]
    ball, ball_of, done = balls
    member, end = found
    v, sets, written, steps = state[HEAD], state[SETS], state[WRITTEN], 0
    while v < len(visits) and steps < budget and written + size <= len(member):
        steps += 1
        wanted = 2.0 * visits[v] - WORTH
        if done[v] or wanted < WORTH or v == ends[0] or v == ends[1]:
            v += 1
            continue
        count = fill_ball(first, near, v, size, ball, ball_of, 0, False)
        last = lacks(v, wanted, network, ends, share, flow, ball_of, scratch)
        if last > 1:
            for i in range(last):
                member[written + i] = scratch[2][i]
                done[scratch[2][i]] = 1
            written += last
            end[sets] = written
            sets += 1
        else:
            steps += pass_over(v, network, share, done, scratch[2])
        for i in range(count):
            u = ball[i]
            ball_of[u] = 0
            for k in range(first[u], first[u + 1]):
                flow[edge[k]] = 0.0
        steps += 20 * count
        v += 1
    state[HEAD], state[SETS], state[WRITTEN] = v, sets, written
    state[EXPANDED] += steps
    return PAUSED if v < len(visits) and written + size <= len(member) else FOUND
