"""All simple paths in a graph of lists of neighbours, one after another, in the order of the lists.

``lists`` is ``(first_of_node, node_of_place)`` (see `gridwalk.kernels.search.nodes`).  The path so far is
``node_of_step[0:DEPTH + 1]``, and ``place_of_step[i]`` is the place in the list of its i-th node that is
tried next.  A path that was found is written as the places of its edges, then NONE: of parallel edges each
makes a path of its own.

The caller owns all memory; the kernels allocate nothing and raise nothing.  They trust their arguments.
"""

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.codes import (
    DEPTH,
    EXHAUSTED,
    EXPANDED,
    FOUNDS,
    FULL,
    GATHERED,
    NONE,
    PAUSED,
    SEARCHES,
    WASTED,
)


@kernel
def exit_within(lists, is_exit, on_path, search, number, v, steps):
    """Return (whether *v* leads to an exit off the path in so many steps, nodes looked at)."""
    first_of_node, node_of_place = lists
    search_of_node, node_of_queue = search
    node_of_queue[0] = v
    search_of_node[v] = number
    head, tail, end_of_level = 0, 1, 1
    while head < tail and steps > 0:
        u = node_of_queue[head]
        head += 1
        for place in range(first_of_node[u], first_of_node[u + 1]):
            w = node_of_place[place]
            if search_of_node[w] == number or on_path[w]:
                continue
            if is_exit[w]:
                return True, head
            search_of_node[w] = number
            node_of_queue[tail] = w
            tail += 1
        if head == end_of_level:
            end_of_level = tail
            steps -= 1
    return False, head


@kernel
def gather_places(lists, ends, rules, path, search, place_of_entry, state, budget, events):
    """Write the paths to the exits into *place_of_entry*; FULL: there is no room for another one.

    ``ends`` is ``(is_exit, steps_to_exit)``, the steps too many where no path leads to an exit.  ``rules`` is
    ``(steps, patience, passing)``: the maximum of steps; after how many without a path no node is entered
    that leads to no exit; whether a path goes on from an exit to other ones.  ``path`` is ``(node_of_step,
    place_of_step, on_path)``.  The caller has put the source there, and in *on_path* unless it is an exit:
    then these are cycles.
    """
    first_of_node, node_of_place = lists
    is_exit, steps_to_exit = ends
    steps, patience, passing = rules
    node_of_step, place_of_step, on_path = path
    depth, used, wasted, spent = state[DEPTH], state[GATHERED], state[WASTED], 0
    status = PAUSED
    while spent < budget:
        if depth < 0:
            status = EXHAUSTED
            break
        if used + depth + 2 > len(place_of_entry):
            status = FULL
            break
        spent += 1
        u = node_of_step[depth]
        place = place_of_step[depth]
        if place == first_of_node[u + 1]:
            on_path[u] = 0
            depth -= 1
            continue
        place_of_step[depth] = place + 1
        w = node_of_place[place]
        if on_path[w] or depth + 1 + steps_to_exit[w] > steps:
            continue
        wasted += 1
        if is_exit[w]:
            for step in range(depth + 1):
                place_of_entry[used + step] = place_of_step[step] - 1
            place_of_entry[used + depth + 1] = NONE
            used += depth + 2
            wasted = 0
            state[FOUNDS] += 1
            if not passing:
                continue
        if wasted > patience or is_exit[w]:
            state[SEARCHES] += 1
            leads_out, looked = exit_within(
                lists, is_exit, on_path, search, state[SEARCHES], w, steps - depth - 1
            )
            spent += looked
            if not leads_out:
                continue
        depth += 1
        node_of_step[depth] = w
        place_of_step[depth] = first_of_node[w]
        on_path[w] = 1
    state[DEPTH], state[GATHERED], state[WASTED] = depth, used, wasted
    state[EXPANDED] += spent
    return status
