"""A lower bound on the cost of visiting all stops: 1-trees with multipliers (Held and Karp 1971)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

ASCENTS = 400  # steps at most
STALE = 12  # steps without a better bound, after which the steps get shorter

Matrix = NDArray[np.float64]


def lower_bound(leg: Matrix, above: float) -> float:
    """Return what visiting all stops costs at least, from stop 0 to the last one; O(n**2) a step.

    *above* is what some order costs.  Steps are Polyak's, a share of the gap.

    ``leg[i, j]`` is what the leg from *i* to *j* costs.  Where that depends on the direction by more than a
    difference of two potentials, the cheaper direction counts.
    """
    n = len(leg)
    if n == 2:
        return float(leg[0, 1])
    both, constant = _both_ways(leg)
    # A path from 0 to the last stop is a cycle whose closing edge is forced: the tree spans all but the
    # last stop, which is tied to stop 0 and to one other.
    price, best, pace, stale = np.zeros(n), -np.inf, 1.0, 0
    for _ in range(ASCENTS):
        value, degree = _one_tree(both + price[:, None] + price[None, :])
        value -= 2 * float(price.sum())
        stale = 0 if value > best else stale + 1
        best = max(best, value)
        slope = degree - 2
        norm = float(slope @ slope)
        if norm == 0 or pace < 1e-3 or best + constant >= above:
            break
        if stale >= STALE:
            pace, stale = pace / 2, 0
        price += pace * max(above - constant - value, 0.0) / norm * slope
    return best + constant


def _both_ways(leg: Matrix) -> tuple[Matrix, float]:
    """Return costs of edges, the same both ways, infinite where none is, and what to add to their sum."""
    last = len(leg) - 1
    inner = leg[:last, :last]
    with np.errstate(invalid="ignore"):
        shift = (inner[0] - inner[:, 0]) / 2  # of each stop; exact where cells cost the same both ways
    shift = np.where(np.isfinite(shift), shift, 0.0)
    edges = np.full((last + 1, last + 1), np.inf)
    even = inner + shift[:, None] - shift[None, :]
    edges[:last, :last] = np.minimum(even, even.T)
    edges[:last, last] = edges[last, :last] = leg[:last, last] + shift
    edges[0, last] = edges[last, 0] = 0.0  # the closing edge
    np.fill_diagonal(edges, np.inf)
    return edges, -float(shift[0])


def _one_tree(edges: Matrix) -> tuple[float, NDArray[np.int64]]:
    """Return the cost of a cheapest 1-tree, its special node the last one, and the degree of each node."""
    last = len(edges) - 1
    degree = np.zeros(last + 1, np.int64)
    nearest, tree = edges[0, :last].copy(), np.zeros(last, np.int64)
    nearest[0] = np.inf
    outside = np.ones(last, bool)
    outside[0] = False
    total = 0.0
    for _ in range(last - 1):  # Prim
        v = int(np.where(outside, nearest, np.inf).argmin())
        total += float(nearest[v])
        degree[v] += 1
        degree[tree[v]] += 1
        outside[v] = False
        closer = outside & (edges[v, :last] < nearest)
        nearest[closer], tree[closer] = edges[v, :last][closer], v
    tie = edges[last, 1:last]
    total += float(edges[last, 0] + tie.min(initial=np.inf))
    degree[0] += 1
    degree[1 + int(tie.argmin())] += 1
    degree[last] = 2
    return total, degree
