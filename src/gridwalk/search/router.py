"""Branch and bound over orders of stops and nodes that a leg may not use; bounds by Lagrangian relaxation.

Every node may be used by one leg only.  Where that is relaxed and each use of a node costs its price, the
legs of one order are independent shortest paths, and what they cost less the sum of all prices is a lower
bound (Held and Karp 1971; the prices of negotiated congestion in the routing of circuits, McMurchie and
Ebeling 1995, are the same).  Subgradient steps raise it; legs routed round one another, under the same
prices, are paths, whose cost is an upper bound.
"""

from __future__ import annotations

import heapq
import random
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from gridwalk.kernels.search.legs import CLOSED, OPEN
from gridwalk.runtime.limits import Watch
from gridwalk.search.legs import LegGraph, Legs, Nodes
from gridwalk.search.visiting import MAX_STOPS, Order, good_orders, lower_bound, orders

ROUNDED = 2.0**-48  # relative: what a sum of weights and prices may be off
CLOSE = 1e-11  # relative: two costs that are not whole numbers are the same if they differ by less
MAX_ARCS = 1 << 24  # of a graph whose costs are looked at for a common divisor
STEPS = 12  # of the subgradient, between two looks at which part is the least bounded
MAX_STEPS = 60  # of one part, before it is split
Forbidden = tuple[tuple[int, int], ...]  # (leg by its number in the order, node)


@dataclass
class Branch:
    """The paths of one order of stops of which some legs may not enter some nodes; what is known of them.

    Attributes
    ----------
    order : tuple of int
    forbidden : tuple of (leg, node)
        Legs by their number in the order.
    bound : float
        What each of them costs at least.
    steps : int
        How many steps of the subgradient it has seen.
    priced, prices : arrays
        The nodes of which the price is not zero, and their prices.
    pace : float
        The length of the steps, as a share of Polyak's.
    split_at : (leg, node) or None
        A node where that leg met another.

    """

    order: Order
    forbidden: Forbidden
    bound: float
    steps: int = 0
    priced: Nodes = field(default_factory=lambda: np.empty(0, np.int32))
    prices: NDArray[np.float64] = field(default_factory=lambda: np.empty(0))
    pace: float = 1.0
    split_at: tuple[int, int] | None = None  # (leg, node) of a conflict


class Router:
    """The search for a cheapest path through the required nodes of a graph.

    Attributes
    ----------
    bound : float
        What every path costs at least; infinite if there is none.
    value : float
        The cost of the best path found; infinite if none was found.
    path : list of int
        Its nodes.

    """

    def __init__(self, graph: LegGraph, watch: Watch, seed: int = 0) -> None:
        self.graph, self.legs = graph, Legs(graph, watch)
        self.value, self.path = np.inf, list[int]()
        self._random = random.Random(seed)
        leg, self._floor = self.legs.leg, np.inf
        if len(leg) - 2 <= MAX_STOPS:
            self._orders = orders(leg)
            self._next = next(self._orders, None)
        else:  # only a few orders are looked at, and what others cost is bounded for all together
            self._orders = good_orders(leg, watch)
            self._next = next(self._orders, None)
            self._floor = 0.0 if self._next is None else lower_bound(leg, self._next[0])
        self._parts: list[tuple[float, int, Branch]] = []
        self._made = 0
        self.bound = self._least()

    @property
    def proved(self) -> bool:
        """Whether no path is cheaper than the best one found, or there is none."""
        return self.bound >= self.value

    @property
    def exhausted(self) -> bool:
        """Whether there is nothing left to look at."""
        return self._next is None and not self._parts

    def improve(self, effort: int, share: float = 0.0) -> None:
        """Search with about so much *effort*, less if the path is proved or within *share* of the bound."""
        end = self.legs.effort + effort
        while not (self.proved or self.exhausted) and self.legs.effort < end:
            if self.value - self.bound <= share * self.bound:
                return
            self._look_at(self._least_bounded())
            self.bound = max(self.bound, min(self._least(), self.value))

    def _least(self) -> float:
        waiting = np.inf if self._next is None else self._rounded(self._next[0])
        return min(waiting, self._parts[0][0] if self._parts else np.inf, self._rounded(self._floor))

    def _least_bounded(self) -> Branch:
        if self._next is not None and not (self._parts and self._parts[0][0] <= self._next[0]):
            bound, order = self._next
            self._next = next(self._orders, None)
            return Branch(order, (), bound)
        return heapq.heappop(self._parts)[2]

    def _look_at(self, part: Branch) -> None:
        """Raise the bound of *part* by some steps, then keep it, split it, or drop it."""
        self._ascend(part)
        if part.bound >= self.value or part.bound == np.inf:
            return
        if part.steps >= MAX_STEPS and part.split_at is None:
            # No two legs met: without prices they are the best of the part, or there is where to split it.
            part.priced, part.prices = part.priced[:0], part.prices[:0]
        if part.steps < MAX_STEPS or part.split_at is None:
            self._keep(part)
            return
        leg, v = part.split_at
        others = tuple((i, v) for i in range(len(part.order) - 1) if i != leg)
        for more in (((leg, v),), others):
            self._keep(
                Branch(
                    part.order, part.forbidden + more, part.bound, MAX_STEPS - STEPS, part.priced, part.prices
                )
            )

    def _keep(self, part: Branch) -> None:
        self._made += 1
        heapq.heappush(self._parts, (part.bound, self._made, part))

    # ------------------------------------------------------------------------- bounds

    def _ascend(self, part: Branch) -> None:
        """Take some subgradient steps for *part*; each is a bound and, at times, a path."""
        price = self.legs.price
        for _ in range(STEPS):
            self.legs.check()
            price[part.priced] = part.prices
            ways = self._ways(part)
            if ways is None:
                part.bound = np.inf
                break
            uses, counts = np.unique(
                np.concatenate([self._inside(i, way) for i, (_, way) in enumerate(ways)]), return_counts=True
            )
            bound = self._rounded(sum(cost for cost, _ in ways) - float(part.prices.sum()))
            part.pace = part.pace if bound > part.bound else 0.85 * part.pace
            part.bound = max(part.bound, bound)
            self._repair(part, [way for _, way in ways], uses[counts > 1])
            part.steps += 1
            if part.bound >= self.value:
                break
            self._reprice(part, uses, counts, bound)
            price[part.priced] = 0
            if not (counts > 1).any() and not part.priced.size:
                break
        price[part.priced] = 0

    def _ways(self, part: Branch) -> list[tuple[float, Nodes]] | None:
        ways = []
        for i, (a, b) in enumerate(zip(part.order, part.order[1:], strict=False)):
            way = self.legs.way(a, b, [v for leg, v in part.forbidden if leg == i])
            if way is None:
                return None
            ways.append(way)
        return ways

    def _inside(self, i: int, way: Nodes) -> Nodes:
        """Return the nodes of leg *i* that no other leg may use."""
        several = i == 0 and len(self.graph.starts) > 1 and len(way) > 1
        return way[0 if several else 1 : -1]

    def _reprice(self, part: Branch, uses: Nodes, counts: NDArray[np.int64], bound: float) -> None:
        price = self.legs.price
        nodes = np.union1d(uses[counts > 1], part.priced).astype(np.int32)
        used = np.zeros(len(nodes))
        at = np.searchsorted(uses, nodes)
        inside = at < len(uses)
        inside[inside] = uses[at[inside]] == nodes[inside]
        used[inside] = counts[at[inside]]
        slope = used - 1
        norm = float(slope @ slope)
        price[part.priced] = part.prices
        if norm:
            target = self.value if self.value < np.inf else 1.05 * bound + 10
            step = part.pace * max(target - bound, 0.0) / norm
            prices = np.maximum(price[nodes] + step * slope, 0)
        else:
            prices = price[nodes]
        price[part.priced] = 0
        part.priced, part.prices = nodes[prices > 0], prices[prices > 0]

    @cached_property
    def _residue(self) -> tuple[float, float]:
        """A number *g*, and the remainder that the cost of every path has by it; 0: all cost the same."""
        graph = self.graph
        if not graph.whole:
            return np.nan, 0.0
        if len(graph.arcs[1]) > MAX_ARCS:
            return 1.0, 0.0
        role = np.full(graph.nodes, OPEN, np.uint8)
        role[graph.removed] = CLOSED
        distance = self.legs.free_distances_to(graph.exits, role)
        first, near, weight = graph.arcs
        tails = np.repeat(np.arange(graph.nodes), np.diff(first))
        known = np.isfinite(distance[tails]) & np.isfinite(distance[near])
        known &= ~np.isin(tails, graph.exits)
        cost = 1.0 if weight is None else weight[known]
        begin = distance[graph.starts]
        begin = begin[np.isfinite(begin)]
        surplus = cost + distance[near[known]] - distance[tails[known]]
        parts = np.concatenate([surplus, begin - begin.min()]).astype(np.int64)
        return float(np.gcd.reduce(parts)), float(begin.min())

    def _rounded(self, bound: float) -> float:
        """Return the least cost that a path can have which costs at least *bound*, give or take rounding."""
        if bound >= self.value or (self.value == np.inf and bound == np.rint(bound)):
            return bound  # mostly the first legs fit, and their sum is whole
        step, rest = self._residue
        if np.isnan(step):
            return bound * (1 - CLOSE) if bound < self.value * (1 - CLOSE) else max(bound, self.value)
        if bound == np.inf:
            return bound
        if step == 0:
            return max(bound, rest)
        return float(rest + step * np.ceil((bound * (1 - ROUNDED) - 2.0**-20 - rest) / step))

    # -------------------------------------------------------------------------- paths

    def _repair(self, part: Branch, ways: list[Nodes], twice: Nodes) -> None:
        """Route those legs that meet others round them, and keep the path if it is the best so far."""
        meeting = [i for i, way in enumerate(ways) if np.isin(self._inside(i, way), twice).any()]
        if meeting:
            i = self._random.choice(meeting)
            v = next(int(v) for v in self._inside(i, ways[i]) if v in set(twice.tolist()))
            part.split_at = (i, v)
        order = meeting
        self._random.shuffle(order)
        fixed = {i: way for i, way in enumerate(ways) if i not in order}
        for i in order:
            way = ways[i]
            blocked = [self._inside(j, other) for j, other in fixed.items()]
            if blocked and np.isin(self._inside(i, way), np.concatenate(blocked)).any():
                again = self.legs.way(part.order[i], part.order[i + 1], (), blocked)
                if again is None:
                    return
                way = again[1]
            fixed[i] = way
        nodes = list(chain([int(fixed[0][0])], *(fixed[i][1:].tolist() for i in range(len(ways)))))
        cost = self.graph.cost(nodes)
        if cost < self.value:
            self.value, self.path = cost, nodes
