"""How large a sweep will be in an order of its junctions: states, bytes and seconds, before it is begun.

The states are estimated by the junctions on the frontier with one corridor decided and with more, as the
weight of an order is.  The constants are fitted to 78 boards (rook, king and knight moves, tori, walls, mazes
with loops, tours), 95 % of which are within a factor of three.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.allpaths.estimate import Estimate
from gridwalk.allpaths.order import QUICK_SEARCH, WIDEST, Junctions, ends_last, order_of, widths, work
from gridwalk.allpaths.reduce.network import BlockNetwork
from gridwalk.allpaths.values import LIMB_BITS
from gridwalk.runtime.limits import Watch

# With *a* junctions of the frontier with one corridor decided, and *b* with more, there are about
# SHARE * ONE**a * MORE**b / (a + b)**NARROWER states. MORE grows with the corridors of a junction.
SHARE, NARROWER = 0.28, 0.41
ONE, MORE, MORE_BY_CORRIDOR = 2.61, 3.34, 1.05
MOST_CORRIDORS = 7
ALL_VISITED = 0.91  # times the letters, where all junctions must be visited
BITS = 0.8  # of a count, for every corridor that could be left out
CHOICE_SECONDS = 1.5e-8  # for a choice at a state
JUNCTION_SECONDS = 6e-5  # for a junction beside its choices
NUMBER_SECONDS = 3e-9  # for one of the numbers of a state, one for each length
ROOM = 2.8  # a layer, the one before, and tables to find states in, as copies of a layer
SCRATCH = 1 << 20  # bytes
WORD = 8  # slots of a state


@dataclass(frozen=True)
class SweepSize:
    """The widths of a sweep in an order of the junctions, and what follows from them.

    Attributes
    ----------
    network : BlockNetwork
    order : int64 array
        The junctions.
    widths : int64 array
        How many junctions lie on the frontier after each one decided.
    more : int64 array
        How many of these have two or more neighbours decided.
    weight : float
        What orders are compared by (`gridwalk.allpaths.order.work`).

    """

    network: BlockNetwork
    order: NDArray[np.int64]
    widths: NDArray[np.int64]
    more: NDArray[np.int64]
    weight: float

    @classmethod
    def in_order(cls, network: BlockNetwork, order: ArrayLike) -> SweepSize:
        """Return the size of the sweep in an order."""
        order, graph = np.asarray(order, np.int64), Junctions.of_network(network)
        return cls(network, order, *widths(graph, order), work(graph, order))

    @classmethod
    def rough(cls, network: BlockNetwork, columns: ArrayLike | None) -> SweepSize:
        """Return the size of the sweep by rows or columns, or these with the ends last: O(corridors)."""
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
        return cls.in_order(network, order_of(network, watch, QUICK_SEARCH, columns))

    @property
    def _corridors_of_junction(self) -> float:
        return 2 * self.network.corridors / max(1, self.network.junctions)

    @property
    def states(self) -> NDArray[np.float64]:
        """About how many states there are after each junction."""
        corridors = min(self._corridors_of_junction, MOST_CORRIDORS) - 4
        each = ALL_VISITED if self.network.must_visit.all() else 1.0
        one, more = each * ONE, each * MORE * MORE_BY_CORRIDOR**corridors
        width, often = np.minimum(self.widths, WIDEST), np.minimum(self.more, WIDEST)
        words = SHARE * one ** (width - often) * more**often
        states: NDArray[np.float64] = np.maximum(1, words / np.maximum(1, width) ** NARROWER)
        return states

    @property
    def estimate(self) -> Estimate:
        """What a count will take."""
        states, limbs = self.states, 1 + self._bits // LIMB_BITS
        left = self._corridors_of_junction / 2  # undecided, when it is a junction's turn
        choice = CHOICE_SECONDS * (0.9 + 0.1 * limbs)
        seconds = float(states.sum()) * (1 + left + max(0.0, left * (left - 1) / 2)) * choice
        seconds += self.network.junctions * JUNCTION_SECONDS
        return self._estimate(states, 8 * (self._words + limbs), seconds)

    @property
    def estimate_of_lengths(self) -> Estimate:
        """What a count by length will take: as many numbers a state as its beginnings can have lengths."""
        numbers, limbs = self.states * self._lengths, 1 + self._bits // LIMB_BITS
        seconds = self.estimate.seconds + float(numbers.sum()) * NUMBER_SECONDS * limbs
        return self._estimate(numbers, 8 * limbs, seconds)

    def _estimate(self, numbers: NDArray[np.float64], size: float, seconds: float) -> Estimate:
        most = float(numbers.max(initial=1))
        return Estimate("simpath", most, ROOM * size * most + SCRATCH, float(numbers.sum()), seconds)

    @property
    def _words(self) -> int:
        """The number of words of a state."""
        slots = int(self.widths.max(initial=0)) + 2
        return -(-slots * (1 + bool(self.network.one_way.any())) // WORD)

    @property
    def _bits(self) -> int:
        """How many bits a count has."""
        return int(BITS * max(1, self.network.corridors - self.network.junctions + 1))

    @property
    def _lengths(self) -> NDArray[np.int64]:
        """How many lengths the beginnings of paths can have after each junction: those of its two longest."""
        network = self.network
        place = np.empty(network.junctions, np.int64)
        place[self.order] = np.arange(network.junctions)
        decided = np.minimum(place[network.tail], place[network.head])
        unit = gcd(*network.length.tolist()) or 1
        by_length = np.lexsort((-network.length, decided))
        decided, length = decided[by_length], network.length[by_length] // unit
        first = np.searchsorted(decided, decided)
        longest = np.arange(len(decided)) - first < 2
        spread = np.bincount(decided[longest], weights=length[longest], minlength=network.junctions)
        return 1 + np.cumsum(spread).astype(np.int64)
