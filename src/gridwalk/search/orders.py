"""Orders of stops, cheapest first: Held and Karp's table, and a search over beginnings of orders.

``leg[i, j]`` is what the leg from stop *i* to stop *j* costs at least.  Stop 0 comes first, the last last.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

MAX_STOPS = 16  # between the first and the last: the table has 2**MAX_STOPS rows
Order = tuple[int, ...]


def rest_table(leg: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return ``rest[left, i]``: what it costs at least, from *i*, to visit all stops *left*, and the last.

    Bit *j* of *left* is stop *j* + 1.  Held and Karp 1962; O(2**n n**2) for n stops between.
    """
    between = len(leg) - 2
    rest = np.full((1 << between, between + 1), np.inf)
    rest[0] = leg[:-1, -1]
    sets = np.arange(1 << between)
    sizes = np.bitwise_count(sets)
    for size in range(1, between + 1):
        of_size = sets[sizes == size]
        for j in range(between):
            left = of_size[of_size >> j & 1 == 1]
            onward = rest[left ^ 1 << j, j + 1][:, None] + leg[None, :-1, j + 1]
            rest[left] = np.minimum(rest[left], onward)
    return rest


def orders(leg: NDArray[np.float64]) -> Iterator[tuple[float, Order]]:
    """Yield (cost, order) of all orders of finite cost, the cheapest first; of equals the first by number."""
    rest = rest_table(leg)
    last = len(leg) - 1
    every = (1 << (last - 1)) - 1
    heap: list[tuple[float, Order, float, int]] = [(float(rest[every, 0]), (0,), 0.0, every)]
    while heap:
        bound, order, cost, left = heapq.heappop(heap)
        if bound == np.inf:
            return
        if not left:
            yield bound, (*order, last)
            continue
        for j in range(last - 1):
            if left >> j & 1:
                so_far = cost + float(leg[order[-1], j + 1])
                after = left ^ 1 << j
                heapq.heappush(heap, (so_far + float(rest[after, j + 1]), (*order, j + 1), so_far, after))
