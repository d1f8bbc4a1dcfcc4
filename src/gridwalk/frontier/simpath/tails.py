"""Tails of any machine: a sum that is counted along, and the directions in which pieces leave their ends."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gridwalk.frontier.simpath.plan import SimpathPlan, frontiers
from gridwalk.frontier.simpath.sweep import STEPS, Keys, SliceRows
from gridwalk.kernels.frontier.simpath import meter as kernels
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import call

ENDLESS = 1 << 62
PER_WORD = 8  # directions in a word


class Summed:
    """What choices (and rows) weigh, added up; with the sums from *least* to *most* only."""

    words = 1
    kernel = kernels.keep_between

    def __init__(
        self,
        weights: list[NDArray[np.int64]],
        least: int = -ENDLESS,
        most: int = ENDLESS,
        of_rows: NDArray[np.int64] | None = None,
    ) -> None:
        self._weights, self._range = weights, (least, most)
        self._of_rows = np.zeros(0, np.int64) if of_rows is None else of_rows
        self._later = [0] * len(weights)  # what the layers after each one add at most
        for number in range(len(weights) - 1, 0, -1):
            self._later[number - 1] = self._later[number] + int(weights[number].max())

    def __call__(self, number: int, keys: Keys, rows: SliceRows, count: int, watch: Watch) -> int:
        """Add up; keep what is in range, or may come to be."""
        facts = *self._range, self._later[number], self._weights[number], self._of_rows
        given = keys, rows.pending, rows.steps, *facts, count
        kept: int = call(kernels.keep_between, watch, *given, compiled=rows.compiled)
        return kept


class Turns:
    """The direction in which the piece that ends in a slot leaves it; `weights` has what a row's turns weigh.

    Parameters
    ----------
    plan : SimpathPlan
    leaves : sequence of (int, int)
        The directions in which each corridor leaves its tail and its head.
    opposite : sequence of int
        For each direction the other one.
    turn : int
        What a turn weighs.

    """

    kernel = kernels.turn

    def __init__(
        self, plan: SimpathPlan, leaves: Sequence[tuple[int, int]], opposite: Sequence[int], turn: int
    ) -> None:
        network, before = plan.network, dict[int, int]()
        tail, head = [*network.tail.tolist(), network.sink], [*network.head.tolist(), network.source]
        self._turn, self._opposite = turn, np.array(opposite, np.int64)
        self._layers: list[tuple[NDArray[np.int64], NDArray[np.int64]]] = []
        most = 1
        for layer, after in zip(plan.layers, frontiers(plan), strict=True):
            slot = {junction: place for place, junction in [*before.items(), *after.items()]}
            near = {layer.junction}
            for arcs in layer.arcs_of_choice:
                near.update(end for c, _ in arcs for end in (tail[c], head[c]))
            taken = set(before) | set(after)
            free = (place for place in range(len(taken) + len(near)) if place not in taken)
            for junction in sorted(near - set(slot)):  # nothing of it is seen outside this layer
                slot[junction] = next(free)
            ends = [
                [
                    (slot[end], way)
                    for c, _ in arcs
                    for end, way in zip((tail[c], head[c]), leaves[c], strict=True)
                ]
                for arcs in layer.arcs_of_choice
            ]
            flat = np.array([end for some in ends for end in some], np.int64).reshape(-1, 2)
            self._layers.append((np.cumsum([0, *map(len, ends)]), flat))
            most, before = max(most, 1 + max(slot.values())), after
        self.words = -(-most // PER_WORD)
        self._words = plan.words, plan.words + self.words
        choices = max((len(layer.arcs_of_choice) for layer in plan.layers), default=1)
        self.weights = np.zeros(max(STEPS, choices), np.int64)

    def __call__(self, number: int, keys: Keys, rows: SliceRows, count: int, watch: Watch) -> int:
        """Note the directions, and weigh the turns."""
        facts = self.weights, self._layers[number], self._opposite, *self._words, self._turn
        given = keys, rows.pending, rows.steps, *facts, count
        call(kernels.turn, watch, *given, compiled=rows.compiled)
        return count
