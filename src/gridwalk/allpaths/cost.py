"""Estimates of the states, bytes and seconds of a sweep in a given order of the junctions.

The number of states after a layer is estimated from two numbers: the junctions on the frontier with exactly
one decided corridor, and those with more.  If paths can cross, as with knights, there are more ways to pair
the ends of pieces, and more states.  The constants are fitted to 86 sweeps: boards with rook, king, knight
and hexagonal moves, with walls and wrapped, for paths, cycles and tours; and random networks.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import gcd

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.allpaths.estimate import Estimate
from gridwalk.allpaths.frontier import SLICE_ROWS
from gridwalk.allpaths.order import (
    NETWORK_SEARCH,
    QUICK_SEARCH,
    WIDEST,
    Junctions,
    ends_last,
    order_of,
    weight,
    widths,
)
from gridwalk.allpaths.reduce.network import BlockNetwork
from gridwalk.allpaths.values import LIMB_BITS
from gridwalk.runtime.limits import Watch

# If paths do not cross, there are about SHARE * ONE**a * MORE**b states, where *a* junctions of the frontier
# have one decided corridor and *b* have more.  MORE grows with the number of corridors of a junction.
SHARE, ONE, MORE, MORE_BY_CORRIDOR = 0.27, 2.3, 3.2, 1.035
MOST_CORRIDORS = 7
ALL_VISITED = 0.945  # factor of ONE and MORE if all junctions must be visited; squared if paths cross
ANYWHERE = 3.4  # used in place of ONE and MORE for an end that is joined to most junctions
CYCLES = 1.3  # factor of the states for cycles
# If paths cross, n ends of pieces can be paired in about (n / e)**(n / 2) ways, so the number of states is
# multiplied by (n / PAIRED)**(n / 2).  Paths are taken to cross if the frontier is much wider than a line:
# if its width exceeds its greatest distance, in moves of four corridors a junction, by the share LINE.
PAIRED, LINE = 9.1, 0.92
BITS = 0.8  # of a count, for each corridor beyond those of a spanning tree
STATE_SECONDS = 5.5e-8
PAIR = 0.2  # more time, as a share of STATE_SECONDS, for each pair of undecided corridors at the junction
JUNCTION_SECONDS = 4e-5
NUMBER_SECONDS = 5e-9  # for each number of a state; a count by length has a number for each length
LIMB = 0.18  # more time, as a share of NUMBER_SECONDS, for each limb after the first
LENGTHS = 0.57  # the share of the possible lengths of a partial path that occur
SLOW_STATES, SLOW_NUMBERS = 0.26, 0.3  # more time for each doubling of a layer beyond the processor's caches
COPIES = 3  # memory of a layer: the layer itself, the previous one, and space to grow
ROW_BYTES = 12  # memory of a step


@dataclass(frozen=True)
class SweepSize:
    """The widths of the frontier for an order of the junctions, and the estimates that follow from them.

    Attributes
    ----------
    network : BlockNetwork
    order : int64 array
        The junctions.
    widths : int64 array
        The number of junctions on the frontier, after each decided junction.
    more : int64 array
        How many of these have two or more decided neighbours.
    weight : float
        The estimated work, for comparisons of orders (`gridwalk.allpaths.order.work`).

    """

    network: BlockNetwork
    order: NDArray[np.int64]
    widths: NDArray[np.int64]
    more: NDArray[np.int64]
    weight: float

    @classmethod
    def in_order(cls, network: BlockNetwork, order: ArrayLike) -> SweepSize:
        """Return the size of the sweep in the given order."""
        order, graph = np.asarray(order, np.int64), Junctions.of_network(network)
        found = widths(graph, order)
        return cls(network, order, *found, weight(*found))

    @classmethod
    def rough(cls, network: BlockNetwork, columns: ArrayLike | None) -> SweepSize:
        """Return the size of the sweep by rows or columns, the ends last if that is better; O(corridors)."""
        orders = [np.arange(network.junctions)]
        if columns is not None:
            orders.append(np.argsort(np.asarray(columns), kind="stable"))
        if network.loose is not None:
            orders = [ends_last(network, order) for order in orders]
        elif not network.cyclic:
            orders += [ends_last(network, order) for order in orders]
        sizes = [cls.in_order(network, order) for order in orders]
        return min(sizes, key=lambda size: size.weight)

    @classmethod
    def searched(cls, network: BlockNetwork, watch: Watch, columns: ArrayLike | None = None) -> SweepSize:
        """Return the size of the sweep in the best order that a short search finds."""
        most = NETWORK_SEARCH if columns is None else QUICK_SEARCH
        return cls.in_order(network, order_of(network, watch, most, columns))

    @cached_property
    def _place(self) -> NDArray[np.int64]:
        """The place of each junction in the order."""
        place = np.empty(self.network.junctions, np.int64)
        place[self.order] = np.arange(self.network.junctions)
        return place

    @cached_property
    def _ends_anywhere(self) -> list[int]:
        """The source and the sink, as far as they are joined to most junctions."""
        network = self.network
        ends = [] if network.cyclic else [network.source, network.sink]
        joined = np.bincount(np.append(network.tail, network.head), minlength=network.junctions)
        return [end for end in ends if joined[end] > max(MOST_CORRIDORS, network.junctions / 2)]

    @cached_property
    def _inner(self) -> NDArray[np.bool_]:
        """The corridors that do not lead to one of `_ends_anywhere`."""
        ends, network = self._ends_anywhere, self.network
        inner: NDArray[np.bool_] = ~(np.isin(network.tail, ends) | np.isin(network.head, ends))
        return inner

    @property
    def _corridors_of_junction(self) -> float:
        junctions = self.network.junctions - len(self._ends_anywhere)
        return float(2 * np.count_nonzero(self._inner) / max(1, junctions))

    @cached_property
    def _crossing(self) -> float:
        """How freely the ends of pieces can be paired, from 0 (paths do not cross) to 1."""
        network, place, inner = self.network, self._place, self._inner
        at = int(self.widths.argmax())
        tail, head = network.tail[inner], network.head[inner]
        first, last = np.minimum(place[tail], place[head]), np.maximum(place[tail], place[head])
        frontier = np.unique(self.order[last[(first <= at) & (last > at)]])

        def farthest(start: int) -> tuple[int, int]:
            """Return the junction of the frontier farthest from *start*, and its distance in moves."""
            reached, moves = np.arange(network.junctions) == start, 0
            while (left := frontier[~reached[frontier]]).size:
                before = reached.copy()
                reached[head[before[tail]]] = reached[tail[before[head]]] = True
                if np.array_equal(before, reached):
                    break
                start, moves = int(left[0]), moves + 1
            return start, moves

        if frontier.size < 2:
            return 0.0
        _, moves = farthest(farthest(int(frontier[0]))[0])
        spread = 4 * (frontier.size - 1) / (max(1, moves) * self._corridors_of_junction)
        return min(max(spread - LINE, 0.0), 1.0)

    @cached_property
    def states(self) -> NDArray[np.float64]:
        """The estimated number of states after each junction."""
        network, ends = self.network, self._ends_anywhere
        must = network.must_visit.copy()
        must[ends] = True
        corridors = self._corridors_of_junction
        each = ALL_VISITED ** (1 + self._crossing) if must.all() else 1.0
        one, more = each * ONE, each * MORE * MORE_BY_CORRIDOR ** (min(corridors, MOST_CORRIDORS) - 4)
        width = np.clip(self.widths - len(ends), 0, WIDEST)
        often = np.clip(self.more - len(ends), 0, width)
        states = SHARE * ANYWHERE ** len(ends) * (CYCLES if network.cyclic else 1.0)
        states *= one ** (width - often) * more**often
        states *= np.maximum(1, width / PAIRED) ** (width / 2 * self._crossing)
        if must.all():  # in the first layers, there are fewer partial paths than states
            beginnings = max(1.2, corridors / 2) ** np.minimum(np.arange(1, len(width) + 1), WIDEST)
            states = 1 / (1 / states + 1 / beginnings)
        found: NDArray[np.float64] = np.maximum(1, states)
        return found

    @property
    def _choices(self) -> NDArray[np.float64]:
        """The factor of the time per state at each junction, which depends on its undecided corridors."""
        network, place = self.network, self._place
        first = np.minimum(place[network.tail], place[network.head])
        left = np.bincount(first, minlength=network.junctions)
        found: NDArray[np.float64] = 1 + PAIR * left * (left - 1) / 2
        return found

    @property
    def estimate(self) -> Estimate:
        """The size and time of a count."""
        return self._estimate(np.ones(len(self.order)), 0.0)

    @property
    def estimate_of_lengths(self) -> Estimate:
        """The size and time of a count by length, with a number for each possible length of a state."""
        return self._estimate(np.maximum(1, LENGTHS * self._lengths), NUMBER_SECONDS)

    def _estimate(self, numbers: NDArray[np.float64], number_seconds: float) -> Estimate:
        """Return the estimate of a sweep in which each state has *numbers* numbers, after each junction."""
        states, limbs = self.states, 1 + self._bits // LIMB_BITS
        size, all_numbers = 8 * (self._words + 1 + limbs * numbers) * states, states * numbers
        taken = np.append(1, states[:-1]) * self._choices
        slow = np.log2(1 + size / 1e6)
        seconds = STATE_SECONDS * float((taken * (1 + SLOW_STATES * slow)).sum())
        number_seconds *= 1 + LIMB * (limbs - 1)
        seconds += number_seconds * float((taken * numbers * (1 + SLOW_NUMBERS * slow)).sum())
        seconds += JUNCTION_SECONDS * self.network.junctions
        memory = COPIES * float(size.max(initial=0)) + SLICE_ROWS * (ROW_BYTES + 8 * self._words)
        return Estimate(
            "simpath", float(all_numbers.max(initial=1)), memory, float(all_numbers.sum()), seconds
        )

    @property
    def _words(self) -> int:
        """The number of 64-bit words of a state."""
        slots = int(self.widths.max(initial=0)) + 2
        return -(-slots * (1 + bool(self.network.one_way.any())) // 8)

    @property
    def _bits(self) -> int:
        """The estimated bits of a count."""
        return int(BITS * max(1, self.network.corridors - self.network.junctions + 1))

    @property
    def _lengths(self) -> NDArray[np.int64]:
        """The number of possible lengths after each junction, from its two longest corridors."""
        network, place = self.network, self._place
        decided = np.minimum(place[network.tail], place[network.head])
        unit = gcd(*network.length.tolist()) or 1
        by_length = np.lexsort((-network.length, decided))
        decided, length = decided[by_length], network.length[by_length] // unit
        first = np.searchsorted(decided, decided)
        longest = np.arange(len(decided)) - first < 2
        spread = np.bincount(decided[longest], weights=length[longest], minlength=network.junctions)
        return 1 + np.cumsum(spread).astype(np.int64)
