"""Turns of a path: a tail that stores in which direction each piece of path leaves its ends.

The invariant: a byte for each slot holds the direction of the only edge used at its cell; 0 if no edge or two
are used.  The update: if a second edge does not leave in the opposite direction, the path turns at the cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.frontier import CELL, CHOICE, FROM, SLICE_ROWS, Family, Sweep
from gridwalk.allpaths.reduce.network import Block
from gridwalk.runtime.codes import NONE
from gridwalk.runtime.kernel import kernel

PER_WORD = 8  # directions in a word
STRAIGHT = 1  # the direction of edges to a virtual start or exit, which never make a turn


class Turns:
    """The tail; `weights` holds the weight of the turns of each row, for `sums.Summed`.

    Parameters
    ----------
    family : Family
    leaves : sequence of (int, int)
        The directions in which each edge leaves its first and its second cell; 0 at an end of the path.
    opposite : sequence of int
        The opposite of each direction.
    turn : int
        The weight of a turn.

    """

    def __init__(
        self, family: Family, leaves: Sequence[tuple[int, int]], opposite: Sequence[int], turn: int
    ) -> None:
        self._turn, self._opposite = turn, np.array(opposite, np.int64)
        self.words, first = -(-family.slots // PER_WORD), family.graph.edges[:, 0].tolist()
        self._first_word, self._layers = family.words, list[tuple[NDArray[np.int64], NDArray[np.int64]]]()
        for layer in family.layers:
            ends: list[list[tuple[int, int]]] = []
            for p, q, e, f in layer.arrays[1].tolist():
                some = []
                for slot, edge in ((p, e), (q, f)):
                    if edge != NONE:
                        here, there = leaves[edge] if first[edge] == layer.cell else leaves[edge][::-1]
                        some += [(int(layer.arrays[0][CELL]), here), (slot, there)]
                ends.append([(slot, way) for slot, way in some if way])
            flat = np.array([end for some in ends for end in some], np.int64).reshape(-1, 2)
            self._layers.append((np.cumsum([0, *map(len, ends)]), flat))
        choices = max((len(layer.edges_of_choice) for layer in family.layers), default=1)
        self.weights = np.zeros(SLICE_ROWS + choices, np.int64)

    def __call__(self, sweep: Sweep, number: int, count: int) -> int:
        """Store the directions, and the weights of the turns."""
        facts = self.weights, self._layers[number], self._opposite, self._first_word, self.words, self._turn
        sweep.call(turn, sweep.before, sweep.pending, sweep.rows, *facts, count)
        return count


@kernel
def turn(before, pending, rows, weights, layer, opposite, first_word, words, weight_of_turn, count):
    """Update the directions of each row for its choice of edges; write the weight of its turns to *weights*.

    The *words* from *first_word* on hold a byte for each slot: its direction.  ``layer`` is the tuple
    ``(first end of each choice, slots and directions of ends)``.
    """
    first, ends = layer
    byte = np.uint64(255)
    for i in range(count):
        for w in range(first_word, first_word + words):
            pending[i, w] = before[rows[i, FROM], w]
        turns = 0
        for k in range(first[rows[i, CHOICE]], first[rows[i, CHOICE] + 1]):
            w = first_word + (ends[k, 0] >> 3)
            shift = np.uint64((ends[k, 0] & 7) << 3)
            leaves = ends[k, 1]
            known = np.int64((pending[i, w] >> shift) & byte)
            after = np.uint64(0 if known > 0 else leaves)
            pending[i, w] = pending[i, w] ^ ((np.uint64(known) ^ after) << shift)
            if known > STRAIGHT and leaves != STRAIGHT and known != opposite[leaves]:
                turns += 1
        weights[i] = turns * weight_of_turn


def directions_of(block: Block, columns: int) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """Return the directions in which corridors leave tail and head, their opposites, and the turns inside.

    At the ends of a path the direction is 0, because there is no turn.
    """
    numbers: dict[tuple[int, int], int] = {}
    opposite, leaves, inside = [0, STRAIGHT], [], []

    def number(here: NDArray[np.int64], there: NDArray[np.int64]) -> int:
        down, across = int(there[0] - here[0]), int(there[1] - here[1])
        step = (down // gcd(down, across), across // gcd(down, across))  # for any distance
        if step not in numbers:
            for one in {step: 0, (-step[0], -step[1]): 0}:
                numbers[one] = len(opposite)
                opposite.append(0)
            back = numbers[-step[0], -step[1]]
            opposite[numbers[step]], opposite[back] = back, numbers[step]
        return numbers[step]

    network = block.network
    for corridor in range(network.corridors):
        cells = np.stack(np.divmod(block.walked(corridor).astype(np.int64), columns), axis=1)
        steps = np.diff(cells, axis=0)
        steps //= np.gcd(*np.abs(steps).T)[:, None]
        inside.append(int((steps[1:] != steps[:-1]).any(axis=1).sum()) if len(steps) > 1 else 0)
        ends = []
        for junction, near in ((network.tail[corridor], cells[:2]), (network.head[corridor], cells[:-3:-1])):
            if junction in (network.source, network.sink):
                ends.append(0)
            elif block.cell_of_junction[junction] == NONE or len(near) < 2:
                ends.append(STRAIGHT)
            else:
                ends.append(number(*near))
        leaves.append((ends[0], ends[1]))
    return leaves, opposite, inside
