"""The rooms of a mask, part by part, each room after a neighbour of it."""

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.makers.rooms import toward


@kernel
def flood(free, columns, order, starts):
    """Write the rooms into ``order``, breadth-first, and where each part begins into ``starts``.

    ``starts`` has an entry for each room and one more; after the last part comes the number of rooms.  Return
    how many parts there are.  Rooms written down are not ``free`` any more.
    """
    stride = columns + 2
    head = tail = parts = 0
    for root in range(len(free)):
        if free[root] == 0:
            continue
        starts[parts] = tail
        parts += 1
        order[tail] = root
        tail += 1
        free[root] = 0
        while head < tail:
            for m in range(4):
                w = order[head] + toward(m, stride)
                if free[w]:
                    free[w] = 0
                    order[tail] = w
                    tail += 1
            head += 1
    starts[parts] = tail
    return parts
