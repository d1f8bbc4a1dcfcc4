"""Upper bounds of the heaviest path of a network: better with time, valid whenever one stops."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gridwalk.anytime.longnetwork import LongNetwork
from gridwalk.anytime.relaxation import Relaxation, programme_of
from gridwalk.kernels.anytime.colours import colour
from gridwalk.kernels.codes import FOUND, NONE, TAIL
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import registers, run

STEPS = 250  # of a round
ROUNDS = 4  # of which a bound that is asked for once consists
DEGREES = "no junction has more than two edges of a path, and no edge ends in nothing"
COLOURS = "colours change with every step"


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


class BlockBound:
    """The bound of a network, which gets better by rounds."""

    def __init__(self, network: LongNetwork, watch: Watch) -> None:
        self.network, self.watch = network, watch
        self.relaxation: Relaxation = programme_of(network)
        self.divisor, self.rest = _lattice(network, watch)
        self.value = self._rounded(network.weight.sum().item())
        self.rounds = 0

    def tighten(self) -> bool:
        """Take a round; return whether there may be more to gain."""
        before = self.value
        self.relaxation.approach(STEPS, self.watch)
        self.value = min(self.value, self._rounded(self.relaxation.bound))
        self.rounds += 1
        return self.value < before

    def _rounded(self, value: int | float) -> int | float:
        """Return the greatest weight that a path can have, up to *value*."""
        if not self.divisor:
            return max(value, 0.0)
        return max(value - (value - self.rest) % self.divisor, self.rest)

    @property
    def bound(self) -> Bound:
        """The bound, and why."""
        return Bound(self.value, DEGREES)


def bound_of(network: LongNetwork, watch: Watch, rounds: int = ROUNDS) -> Bound:
    """Return an upper bound of the weight of a path of *network*.

    Some rounds of a linear programme, each of which leaves a valid bound: the same on every machine.
    """
    block = BlockBound(network, watch)
    while block.rounds < rounds and block.tighten():
        pass
    return block.bound


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
