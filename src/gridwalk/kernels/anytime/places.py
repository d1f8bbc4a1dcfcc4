"""A path of a network in one array: ``onward[v]`` is the place of the edge by which the path leaves *v*.

A network is ``(first, near, gain)``: the edges that leave *v* have the places ``first[v]`` to below
``first[v + 1]``; the one at *place* leads to ``near[place]`` and is worth ``gain[place]``, an integer.
"""

from gridwalk.kernels._kernel import kernel

OFF = -1  # the path does not visit the junction
SINK = -2  # the path ends here
TAKEN = -3  # a search stands on the junction


@kernel
def junctions_of(near, onward, source, junctions):
    """Write the junctions of the path into *junctions*, and return how many there are."""
    number, x = 0, source
    junctions[0] = x
    while onward[x] >= 0:
        x = near[onward[x]]
        number += 1
        junctions[number] = x
    return number + 1
