"""Mazes of any network, and two kinds of *grounds* for them: rings around a disc, and triangles.

A ground is a network whose nodes have outlines, so it is drawn as cells with walls between them.  A maze is a
ground without some of its edges.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from gridwalk.board.checks import Rng, checked_number
from gridwalk.errors import ArgumentError, InputError, check_choice
from gridwalk.makers.algorithms import PICKS
from gridwalk.makers.boards import options_of
from gridwalk.makers.site import Site, stream, threshold
from gridwalk.makers.table import MAKERS, MakerName, maker
from gridwalk.makers.tree_steps import AT, ROOT
from gridwalk.network.network import Network
from gridwalk.runtime.chance import below, happens, one_alive
from gridwalk.runtime.codes import EXHAUSTED, PAUSED
from gridwalk.runtime.kernel import kernel

MAX_TILES = 1_000_000
CHORDS = 64  # the minimum number of chords of a circle
HIGH = math.sqrt(3) / 2  # the height of a triangle with sides of length 1


def make_maze(
    name: MakerName,
    network: Network,
    *,
    rng: Rng = None,
    seed: Rng = None,
    braid: float = 0.0,
    loops: float = 0.0,
    **options: Any,
) -> Network:
    """Return a perfect maze of *network*: all its nodes, and the edges without a wall.

    Parameters
    ----------
    name : {"backtracker", "prim", "growing-tree", "wilson"}
        The maker.  "wilson" makes every spanning tree with the same probability.
    network : Network
        The ground; it must be undirected.  Each connected component gets a spanning tree.
    rng, seed, braid, loops
        As for `gridwalk.make`.
    **options
        The option ``pick`` of "growing-tree": "newest", "random", "oldest", "mix".

    Raises
    ------
    ArgumentError
        If there is no such maker or option, or a probability is invalid.
    InputError
        If the maker needs squares, or the network is directed.

    Notes
    -----
    Takes O(nodes + edges) time; "wilson" takes the mean hitting time of a random walk.

    Examples
    --------
    >>> maze = make_maze("wilson", rings(4), rng=1)
    >>> len(maze), len(maze.edges), maze.paths((0, 0), (4, 0)).count()
    (67, 66, 1)

    """
    row = maker(name)
    if not isinstance(network, Network):
        allowed = "a Network, such as gridwalk.rings(8); boards are made by gridwalk.make"
        raise ArgumentError("network", network, allowed)
    chosen = options_of(row, options)
    if not row.networks:
        able = ", ".join(name for name, other in MAKERS.items() if other.networks)
        raise InputError(f"{name} needs squares; of a network these make a maze: {able}")
    if network.is_directed:
        raise InputError("a maze is made of edges that lead both ways, and this network is directed")
    first, node, edge = network._board._leaving
    dead_ends, any_wall = threshold("braid", braid), threshold("loops", loops)
    site = Site(len(network), 1, stream(rng, seed))
    kept, inside = np.zeros(len(network.keys), np.int8), np.zeros(len(network), np.int8)
    how: dict[str, Any] = {"first": first, "kept": kept, "inside": inside}
    newest, oldest = PICKS[chosen.get("pick", "newest" if name == "backtracker" else "random")]
    left, live = np.diff(first).astype(np.int32), np.empty(len(network), np.int32)
    site.run(grow, **how, node=node.copy(), edge=edge.copy(), left=left, live=live,
             newest=newest, oldest=oldest)  # fmt: skip
    how |= {"node": node, "edge": edge}
    if name == "wilson":  # the first nodes of all components are known now
        kept[:] = 0
        inside[inside != BEGIN] = 0
        site.run_in_slices(wilson, most=0, way=np.empty(len(network), np.int64), **how)
    site.run(open_more, **how, dead_ends=dead_ends, any_wall=any_wall)
    return network._part(frozenset(), np.flatnonzero(kept))


def rings(n: int) -> Network:
    """Return the ground of a polar maze: a disc, and *n* rings around it, divided into cells.

    A node is ``(ring, number)``: ``(0, 0)`` is the disc, ``(1, 0)`` begins on top, numbers go on clockwise.
    The number of cells of a ring is that of the inner ring or a multiple, so that cells are about as wide as
    high: 6, 12, 24, 24, 24, 48 ... (J. Buck, "Mazes for Programmers", 2015, chapter 7).

    Parameters
    ----------
    n : int
        The number of rings, at most 398 (1,000,000 cells).

    Examples
    --------
    >>> ground = rings(2)
    >>> len(ground), len(ground.edges)
    (19, 36)
    >>> ground.paths((0, 0), (2, 0)).count()
    5362

    """
    counts = [1]
    for ring in range(1, checked_number(n, "n", 0) + 1):
        counts.append(counts[-1] * max(1, round(2 * math.pi * ring / counts[-1])))
        _check_tiles(sum(counts))
    edges: list[tuple[Any, Any]] = []
    positions: dict[Any, Any] = {(0, 0): (0.0, 0.0)}
    circles = [_circle(ring, count) for ring, count in enumerate([*counts, counts[-1]])]
    outlines: dict[Any, Any] = {(0, 0): circles[1]}
    for ring, count in enumerate(counts[1:], 1):
        inner, outer = circles[ring], circles[ring + 1]
        for number in range(count):
            cell, turn = (ring, number), 2 * math.pi * (number + 0.5) / count
            beside, inside = (ring, (number + 1) % count), (ring - 1, number * counts[ring - 1] // count)
            edges += [(cell, beside), (cell, inside)]
            positions[cell] = (ring + 0.5) * math.sin(turn), (ring + 0.5) * math.cos(turn)
            outlines[cell] = [*_arc(outer, number, count), *reversed([*_arc(inner, number, count)])]
    return Network(edges, positions, positions=positions, outlines=outlines)


def _circle(radius: int, count: int) -> list[tuple[float, float]]:
    """Return points of a circle, clockwise from the top; their number is a multiple of *count*."""
    number = count * -(-CHORDS // count)
    turns = (2 * math.pi * i / number for i in range(number))
    return [(radius * math.sin(turn), radius * math.cos(turn)) for turn in turns]


def _arc(circle: list[tuple[float, float]], number: int, count: int) -> Iterator[tuple[float, float]]:
    """Yield the points of one of *count* arcs of a circle, with both ends."""
    step = len(circle) // count
    return (circle[i % len(circle)] for i in range(number * step, (number + 1) * step + 1))


def triangles(rows: int, columns: int | None = None) -> Network:
    """Return rows of triangles that stand on a side and on a corner in turn; without *columns*, a square.

    A node is ``(row, column)``.  The upper left triangle, ``(0, 0)``, stands on a side.  Neighbours share a
    side.

    >>> ground = triangles(3, 7)
    >>> len(ground), len(ground.edges), ground.paths((0, 0), (2, 6)).count()
    (21, 25, 24)
    """
    high = checked_number(rows, "rows", 1)
    wide = high if columns is None else checked_number(columns, "columns", 1)
    _check_tiles(high * wide)
    return _of_triangles({(row, column) for row in range(high) for column in range(wide)}, 0)


def triangle(n: int) -> Network:
    """Return a large triangle of ``n * n`` small ones, with *n* on each side.

    A node is ``(row, column)``.  Row *r* has ``2 * r + 1`` nodes, with column ``n - 1`` in the middle.

    >>> [len(triangle(n).edges) for n in (1, 2, 3, 4)]
    [0, 3, 9, 18]
    """
    _check_tiles(checked_number(n, "n", 1) ** 2)
    cells = {(row, column) for row in range(n) for column in range(n - 1 - row, n + row)}
    return _of_triangles(cells, (n - 1) % 2)


def _of_triangles(cells: set[tuple[int, int]], parity: int) -> Network:
    """Return the network of triangles; they stand on a side if row + column has the given *parity*."""
    edges, outlines = [], {}
    for row, column in sorted(cells):
        stands = (row + column) % 2 == parity
        beside, below = (row, column + 1), (row + 1, column)
        edges += [((row, column), other) for other in (beside, *[below] * stands) if other in cells]
        top, base = (row, row + 1) if stands else (row + 1, row)
        corners = (column / 2, base), (column / 2 + 1, base), (column / 2 + 0.5, top)
        outlines[row, column] = [(x, -y * HIGH) for x, y in corners]
    return Network(edges, outlines, outlines=outlines)


GROUNDS: Mapping[str, Callable[..., Network]] = {"rings": rings, "triangles": triangles}


def ground(name: str, rows: int, columns: int | None = None) -> Network:
    """Return the ground of the given name; "rings" needs one number.

    >>> ground("rings", 3) == rings(3)
    True
    """
    check_choice("cells", name, GROUNDS)
    if name == "rings":
        if columns not in (None, rows):
            raise InputError(f"rings have one number, such as 8, not {rows}x{columns}")
        return rings(rows)
    return GROUNDS[name](rows, columns)


def word_of(node: tuple[int, int]) -> str:
    """Return the name of a node of a ground in files.

    >>> word_of((8, 3))
    '8.3'
    """
    return f"{node[0]}.{node[1]}"


def _check_tiles(number: int) -> None:
    if number > MAX_TILES:
        raise InputError(f"a ground has at most {MAX_TILES:,} cells, and this one would have more")


# ---------------------------------------------------------------- kernels

# Node v is left by the arcs first[v] to below first[v + 1]: arc k leads to node[k], along edge[k].  kept
# (int8) is 1 for edges of the maze.  inside (int8) is 0 for a node that is not in the maze yet, BEGIN for the
# first node of a part, else 1.  The caller owns all memory.
BEGIN = 2


@kernel
def grow(first, node, edge, kept, inside, left, live, newest, oldest, random):
    """Grow a spanning forest from active nodes: take an arc of an active node; its target becomes active.

    The node is the newest with probability *newest* / 2**32, else the oldest with *oldest* / 2**32, else any.
    ``left`` (int32) is the number of arcs of each node, ``live`` (int32) has an entry per node; ``node`` and
    ``edge`` are reordered.
    """
    for root in range(len(inside)):
        if inside[root]:
            continue
        inside[root] = BEGIN
        live[0] = root
        head, tail = 0, 1
        # Invariant: live[head:tail] are the active nodes, the newest last; untried arcs of a node come first.
        while head < tail:
            i = one_alive(random, head, tail, newest, oldest)
            v = live[i]
            if left[v] == 0:
                if i == tail - 1:
                    tail -= 1
                else:
                    live[i] = live[head]
                    head += 1
                continue
            k = first[v] + below(random, left[v])
            left[v] -= 1
            last = first[v] + left[v]
            w, e = node[k], edge[k]
            node[k], edge[k] = node[last], edge[last]
            if inside[w] == 0:
                inside[w] = 1
                kept[e] = 1
                live[tail] = w
                tail += 1


@kernel
def wilson(first, node, edge, kept, inside, way, random, state, budget):
    """Walk from a node until the walk meets the maze; then add the walk without its loops to the maze.

    For each node ``way`` (int64) stores only the last arc by which the walk left, which erases the loops.
    """
    v = state[AT]
    for root in range(state[ROOT], len(inside)):
        if inside[root]:
            continue
        if v == 0:  # no walk is under way: node 0 is in the maze from the beginning
            v = root
        while inside[v] == 0:
            if budget == 0:
                state[ROOT], state[AT] = root, v
                return PAUSED
            budget -= 1
            way[v] = first[v] + below(random, first[v + 1] - first[v])
            v = node[way[v]]
        v = root
        while inside[v] == 0:
            inside[v] = 1
            kept[edge[way[v]]] = 1
            v = node[way[v]]
        v = 0
    return EXHAUSTED


@kernel
def open_more(first, node, edge, kept, dead_ends, any_wall, random):
    """Open a wall of each dead end, then each wall, with probabilities *dead_ends* and *any_wall* / 2**32."""
    for v in range(len(first) - 1):
        number, seen, chosen = 0, 0, -1
        for k in range(first[v], first[v + 1]):
            number += kept[edge[k]]
        if dead_ends == 0 or number != 1 or not happens(random, dead_ends):
            continue
        for k in range(first[v], first[v + 1]):
            if node[k] != v and kept[edge[k]] == 0:
                seen += 1
                if below(random, seen) == 0:
                    chosen = edge[k]
        if chosen >= 0:
            kept[chosen] = 1
    for e in range(len(kept)):
        if kept[e] == 0 and any_wall and happens(random, any_wall):
            kept[e] = 1
