"""Upper bounds of the heaviest path of a network: better with time, valid whenever one stops."""

from __future__ import annotations

import time
from typing import NamedTuple

import numpy as np

from gridwalk.anytime.cuts import Cuts
from gridwalk.anytime.improver import Clock
from gridwalk.anytime.longnetwork import LongNetwork
from gridwalk.anytime.relaxation import relaxation_of
from gridwalk.errors import in_a_line
from gridwalk.kernels.anytime.places import colour
from gridwalk.kernels.codes import FOUND, NONE, TAIL
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import registers, run

STEPS = 400  # of a round, towards the saddle point
EDGES = 24_000  # in all rounds of a bound that is asked for once,
FEWEST, MOST = 2, 16  # of which it consists
PATIENCE = 3  # rounds without any gain after which there is none to hope for
LARGE = 150_000  # edges; the programme of a larger network would take long, and much memory
HALVES = "every junction is entered and left once: half of the two heaviest edges of each"
DEGREES = "a path enters and leaves what it visits, once: a linear programme"
CUTS = "a path enters and leaves what it visits, once, in one piece: a linear programme with {cuts:,} cuts"


class Bound(NamedTuple):
    """What no path of a set exceeds.

    Attributes
    ----------
    value : int or float
        The length or cost that no path exceeds.
    by : str
        Why, in a sentence.

    """

    value: int | float
    by: str

    def __repr__(self) -> str:
        return in_a_line(f"<Bound: {self.value:,}, {self.by}>")


class BlockBound:
    """The bound of a network, which gets better round by round and is valid after each.

    All is bounded by steps: after as many rounds it is the same on every machine.

    Attributes
    ----------
    value : int or float
        What no path of the network weighs more than.
    rounds : int
        Those taken.
    done : bool
        Whether further rounds are expected to gain nothing.

    """

    def __init__(self, network: LongNetwork, watch: Watch) -> None:
        self.watch = watch
        self.divisor, self.rest = _lattice(network, watch)
        self.value, self.by = self._rounded(degree_bound(network)), HALVES
        self.rounds, self.given, self.idle = 0, 0, 0
        self.done = network.edges > LARGE
        if not self.done:
            self.relaxation = relaxation_of(network)
            self.cuts = Cuts(network, self.relaxation)

    def tighten(self) -> bool:
        """Take a round; return whether the next may gain anything.

        A round brings the relaxation to its saddle point, nearly, and then adds the cuts it violates.
        """
        if self.done:
            return False
        self.relaxation.approach(STEPS, self.watch)
        value = self._rounded(self.relaxation.bound)
        self.idle = 0 if value < self.value else self.idle + 1
        if value < self.value:
            self.value = value
            self.by = CUTS.format(cuts=self.given) if self.given else DEGREES
        self.rounds += 1
        more = self.cuts.more(self.watch)
        self.given += more
        self.done = self.idle >= PATIENCE or (self.idle > 0 and not more)
        return not self.done

    def _rounded(self, value: int | float) -> int | float:
        """Return the greatest weight that a path can have, up to *value*."""
        if not self.divisor:
            return max(value, 0.0)
        value = int(value // 1)
        return max(value - (value - self.rest) % self.divisor, self.rest)


def bound_of(
    network: LongNetwork, watch: Watch, seconds: float | None = None, rounds: int | None = None
) -> Bound:
    """Return an upper bound of the weight of a path of *network*; see `BlockBound`.

    It takes *seconds*, or a number of *rounds*; without either so many that 10,000 cells take about a second.
    A round that the seconds end leaves the bound of those before.
    """
    block = BlockBound(network, watch)
    clock = Clock(watch, None if seconds is None else time.monotonic() - watch.began + seconds)
    most = min(max(EDGES // max(1, network.edges), FEWEST), MOST) if rounds is None else rounds
    with clock.stopping():
        block.watch = clock.part(1.0)
        while block.tighten() and (block.rounds < most if seconds is None else clock.left > 0):
            pass
    return Bound(block.value, block.by)


def degree_bound(network: LongNetwork) -> int | float:
    """Return half of the two heaviest edges of every junction, and of one at the ends: O(edges log edges)."""
    ends = np.concatenate([network.tail, network.head])
    weight = np.tile(network.weight, 2)
    order = np.lexsort((-weight, ends))
    at, weight = ends[order], weight[order]
    rank = np.arange(len(at)) - np.searchsorted(at, at)
    most = np.where((at == network.source) | (at == network.sink), 1, 2)
    total: int | float = weight[rank < most].sum().item()
    return total // 2 if network.weight.dtype.kind != "f" else total / 2


def _lattice(network: LongNetwork, watch: Watch) -> tuple[int, int]:
    """Return (divisor, rest) of the weights of all paths; divisor 0: they are not whole.

    Where the junctions have colours, such as those of a chessboard, all paths are even or all are odd.
    """
    if network.weight.dtype.kind == "f":
        return 0, 0
    divisor = int(np.gcd.reduce(network.weight)) or 1
    odd = (network.weight // divisor % 2).astype(np.int8)
    colours, queue = np.full(network.junctions, NONE, np.int8), np.zeros(network.junctions, np.int32)
    colours[network.source], queue[0] = 0, network.source
    state = registers()
    state[TAIL] = 1
    listed = network.first, network.near, network.edge
    status = run(colour, *listed, odd, colours, queue, state=state, moves_of_cell=network.near, watch=watch)
    if status != FOUND or colours[network.sink] == NONE:
        return divisor, 0
    return 2 * divisor, divisor * int(colours[network.sink])
