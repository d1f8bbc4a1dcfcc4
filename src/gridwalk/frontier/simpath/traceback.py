"""A path over a network, corridor by corridor."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gridwalk.frontier.simpath.plan import BACKWARD, EITHER, ONWARD, Arc
from gridwalk.shrink.network import Network


@dataclass(frozen=True, eq=False)
class NetworkPath:
    """Corridors in the order in which they are walked, from the source to the sink.

    A cycle begins at its junction of the lowest number; where it may be walked both ways and is
    counted once, with the lower corridor there.

    Parameters
    ----------
    corridors : int32 array
        Their numbers.
    onward : array of bool
        Whether each is walked from tail to head.

    """

    corridors: NDArray[np.int32]
    onward: NDArray[np.bool_]

    def length(self, network: Network) -> int:
        """Return how many moves it takes."""
        return sum(network.length[self.corridors].tolist())


def ordered(network: Network, arcs: Iterable[Arc]) -> NetworkPath:
    """Return the walk over a set of corridors that make one path or one cycle."""
    way = {corridor: direction for corridor, direction in arcs if corridor < network.corridors}
    at: dict[int, list[int]] = {}
    for corridor in sorted(way):
        for end in {int(network.tail[corridor]), int(network.head[corridor])}:
            at.setdefault(end, []).append(corridor)
    place = min(at) if network.cyclic else network.source
    corridors: list[int] = []
    onward: list[bool] = []
    used: set[int] = set()
    while len(corridors) < len(way):
        for corridor in at[place]:
            tail, head = int(network.tail[corridor]), int(network.head[corridor])
            forward = tail == place if tail != head else way[corridor] != BACKWARD
            if corridor not in used and way[corridor] in (EITHER, ONWARD if forward else BACKWARD):
                used.add(corridor)
                corridors.append(corridor)
                onward.append(forward)
                place = head if forward else tail
                break
    return NetworkPath(np.array(corridors, np.int32), np.array(onward, np.bool_))
