"""The heaviest path of a small network, exactly, by a sweep; or word that it would take long."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.anytime.longnetwork import LongNetwork
from gridwalk.frontier.simpath.answers import best
from gridwalk.frontier.simpath.size import SimpathSize
from gridwalk.runtime.limits import Watch
from gridwalk.shrink.network import Network

LARGE = 5000  # junctions of a network of which no order is searched for

Walk = tuple[list[int], list[bool]]  # edges, and whether each is walked from tail to head


class TooHardError(Exception):
    """Says that a sweep is expected to take too long."""


def heaviest_walk(network: LongNetwork, watch: Watch, seconds: float) -> Walk | None:
    """Return the heaviest path of *network* as a walk, None if there is no path.

    Raises
    ------
    TooHardError
        If a sweep is estimated to take longer than *seconds*: by its plan, so always for the same networks.

    """
    ends = network.junctions, network.source, network.sink
    return heaviest_of(ends, (network.tail, network.head, network.weight, network.one_way), watch, seconds)


def heaviest_of(
    ends: tuple[int, int, int],
    edges: tuple[NDArray[np.int32], NDArray[np.int32], NDArray[Any], NDArray[np.bool_]],
    watch: Watch,
    seconds: float,
) -> Walk | None:
    """Return the heaviest path of (junctions, source, sink) over (tail, head, weight, one-way) edges."""
    tail, head, weight, one_way = edges
    if ends[0] > LARGE:
        raise TooHardError
    visits, uses = np.zeros(ends[0], bool), np.zeros(len(tail), bool)
    own = Network(*ends, tail, head, one_way, weight, weight, visits, uses)
    if SimpathSize.searched(own, watch).estimate.seconds > seconds:
        raise TooHardError
    found = best(own, watch=watch)
    return None if found is None else (found.corridors.tolist(), found.onward.tolist())
