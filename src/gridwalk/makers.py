"""Generators of boards: mazes, percolation and noise, as arrays of open cells.

The rooms of a maze are the cells of odd row and column; the cell between two rooms is a wall or a door.
Odd numbers of rows and columns give a maze with walls on all sides.  A *perfect* maze has exactly
one path between any two rooms; to *braid* a maze is to open its dead ends
(W. Pullen, "Think Labyrinth: maze algorithms", 1996-2022).

Every maker takes ``rng``: a generator, or an int as its seed (the same seed gives the same board on every
run).
"""

from __future__ import annotations

import random
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import ArgumentError
from gridwalk.kernels.makers.depth_first import carve
from gridwalk.runtime.limits import NO_LIMITS
from gridwalk.runtime.slices import call

Rng: TypeAlias = int | np.random.Generator | random.Random
Open: TypeAlias = NDArray[np.bool_]


def noise(rows: int, columns: int, share: float, rng: Rng) -> Open:
    """Return an array in which each cell is open with probability *share* (site percolation).

    >>> noise(2, 3, 1.0, rng=1).tolist()
    [[True, True, True], [True, True, True]]
    """
    _check_share("share", share)
    _check_shape(rows, columns, 1)
    return _uniform(rng, rows, columns) < share


def depth_first(rows: int, columns: int, rng: Rng) -> Open:
    """Return a perfect maze by randomised depth-first search: long winding corridors, few dead ends.

    O(cells) time: a second for some ten million cells.

    >>> print("\\n".join("".join(".#"[not cell] for cell in row) for row in depth_first(5, 5, rng=1)))
    #####
    #...#
    ###.#
    #...#
    #####
    """
    _check_shape(rows, columns, 3)
    walls = np.ones((rows, columns), np.bool_)
    rooms = np.zeros(((rows // 2) * (columns // 2), 2), np.int32)
    call(carve, NO_LIMITS.watch(), walls, rooms, np.array([_state(rng)], np.int64))
    return ~walls


def kruskal(rows: int, columns: int, rng: Rng, *, braid: float = 0.0, loops: float = 0.0) -> Open:
    """Return a maze by Kruskal's algorithm: a spanning tree of the rooms, walls in random order (1956).

    The maze has many short dead ends and no preferred direction.

    Parameters
    ----------
    rows, columns : int
        Cells, not rooms.
    rng : int or generator
        The source of random numbers.
    braid : float
        The share of the dead ends to open, each through one of its remaining walls.
    loops : float
        The share of the remaining walls between rooms to open at the end.

    """
    _check_shape(rows, columns, 3)
    _check_share("braid", braid)
    _check_share("loops", loops)
    draws, high, wide = _random(rng), rows // 2, columns // 2
    group = list(range(high * wide))

    def find(room: int) -> int:
        while group[room] != room:
            group[room] = room = group[group[room]]
        return room

    walls = [(v, v + 1) for v in group if v % wide < wide - 1] + [(v, v + wide) for v in group[:-wide]]
    draws.shuffle(walls)
    opened: list[tuple[int, int]] = []
    left: list[tuple[int, int]] = []
    doors = [0] * len(group)
    for wall in walls:
        a, b = map(find, wall)
        (left if a == b else opened).append(wall)
        group[a] = b
    for a, b in opened:
        doors[a] += 1
        doors[b] += 1
    if braid:
        ends = [room for room, count in enumerate(doors) if count == 1 and draws.random() < braid]
        opened += [draws.choice([wall for wall in left if end in wall] or left) for end in ends if left]
    opened += left[: int(loops * len(left))]
    cells = np.zeros((rows, columns), np.bool_)
    cells[1 : 2 * high : 2, 1 : 2 * wide : 2] = True
    for a, b in opened:
        cells[1 + a // wide + b // wide, 1 + a % wide + b % wide] = True
    return cells


def bond_percolation(rows: int, columns: int, share: float, rng: Rng) -> Open:
    """Return rooms between any two neighbours of which the wall is open with probability *share*.

    Above one half nearly all rooms of a large board hang together (Kesten 1980).
    """
    _check_share("share", share)
    _check_shape(rows, columns, 3)
    high, wide = rows // 2, columns // 2
    cells = np.zeros((rows, columns), np.bool_)
    cells[1 : 2 * high : 2, 1 : 2 * wide : 2] = True
    generator = np.random.default_rng(_seed(rng))
    cells[2 : 2 * high : 2, 1 : 2 * wide : 2] = generator.random((high - 1, wide)) < share
    cells[1 : 2 * high : 2, 2 : 2 * wide : 2] = generator.random((high, wide - 1)) < share
    return cells


def with_walls_opened(cells: Open, share: float, rng: Rng) -> Open:
    """Return the maze *cells* with every wall between two rooms opened with probability *share*."""
    _check_share("share", share)
    rows, columns = np.indices(cells.shape)
    between = (rows % 2 != columns % 2) & (rows > 0) & (columns > 0)
    between &= (rows < cells.shape[0] - 1) & (columns < cells.shape[1] - 1)
    opened: Open = cells | between & (_uniform(rng, cells.shape[0], cells.shape[1]) < share)
    return opened


def _check_shape(rows: int, columns: int, minimum: int) -> None:
    if min(rows, columns) < minimum:
        raise ArgumentError("rows, columns", (rows, columns), f"at least {minimum} each")


def _check_share(name: str, share: float) -> None:
    if not 0 <= share <= 1:
        raise ArgumentError(name, share, "a share: a number from 0 to 1")


def _uniform(rng: Rng, rows: int, columns: int) -> NDArray[np.float64]:
    """Return a number in [0, 1) for every cell."""
    if isinstance(rng, random.Random):
        return np.array([rng.random() for _ in range(rows * columns)]).reshape(rows, columns)
    return np.random.default_rng(rng).random((rows, columns))


def _random(rng: Rng) -> random.Random:
    """Return a generator that can shuffle a list."""
    if isinstance(rng, random.Random):
        return rng
    return random.Random(int(rng.integers(2**63)) if isinstance(rng, np.random.Generator) else rng)


def _seed(rng: Rng) -> int | np.random.Generator:
    """Return a seed for `numpy.random.default_rng`."""
    return rng.getrandbits(63) if isinstance(rng, random.Random) else rng


def _state(rng: Rng) -> int:
    """Return 31 bits."""
    if isinstance(rng, random.Random):
        return rng.getrandbits(31)
    return int(rng.integers(2**31)) if isinstance(rng, np.random.Generator) else rng % 2**31
