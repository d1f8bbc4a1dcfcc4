"""Pieces that hang on two junctions become one edge: the heaviest way through, found exactly.

A path that enters such a piece at one of the two leaves it at the other, so of all ways through only the
heaviest matters (the split pairs of SPQR trees: Di Battista and Tamassia 1989).  Then parallel edges and
chains fall together, and other pieces become small.  Mazes with few loops come down to a fraction.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gridwalk.anytime.longnetwork import LongNetwork, TooHardError, Walk, heaviest_of, runs_of
from gridwalk.kernels.anytime import places
from gridwalk.runtime.limits import Watch

LEAST, MOST, IN_ALL = 64, 1000, 200_000  # junctions of a ball, a piece and what is near it, and of all balls
STEPS_OFF = 6  # from a piece that was replaced, others may have come to be
LIMIT = 2000  # steps of trying all ways
EASY = 0.2  # seconds, estimated, of a sweep for a piece

Key = tuple[int, ...]


def without_pieces(network: LongNetwork, watch: Watch) -> LongNetwork:
    """Return a network with the same heaviest paths, its pieces that hang on two junctions replaced.

    `LongNetwork.steps` gives the steps through the pieces, too.  A network with one-way edges is
    returned as it is.

    Notes
    -----
    Rounds until nothing changes, each of O(edges) for balls of few junctions.  All is bounded by steps, not
    by the clock: the same network always gives the same.

    """
    if network.directed:
        return network
    names, hard = np.arange(network.junctions), set[Key]()
    wanted, searched = np.ones(network.junctions, bool), _ball_of(network)
    while True:
        pieces = _pieces_of(network, wanted, watch)
        fate, ends, ways = _solved(network, pieces, watch)
        walks: dict[int, Walk] = {}
        begins = np.concatenate([[0], ends[:-1]])
        for i in np.flatnonzero(fate).tolist():
            piece = pieces[i]
            if fate[i] == places.SOLVED:
                walks[i] = _onward(network, int(piece[0]), ways[begins[i] : ends[i]])
            elif (key := (*names[piece[:3]].tolist(), int(piece[3]))) not in hard:
                walk = _swept(network, piece, watch)
                if walk is None:
                    hard.add(key)
                else:
                    walks[i] = walk
        if not walks:
            if _ball_of(network) <= searched:
                return network
            # Of a network that became small larger pieces can be found.
            wanted, searched = np.ones(network.junctions, bool), _ball_of(network)
            continue
        gone = np.zeros(network.junctions, bool)
        for i in walks:
            gone[_inside(network, pieces[i])] = True
        changed = np.zeros(network.junctions, bool)
        changed[pieces[list(walks), :2]] = True
        network = network.replaced(gone, [(*pieces[i, :2].tolist(), *walks[i]) for i in walks])
        names = names[~gone]
        wanted = _near(network, changed[~gone])


def _ball_of(network: LongNetwork) -> int:
    """Return how many junctions to look at round each one."""
    return min(max(IN_ALL // network.junctions, LEAST), MOST)


def _near(network: LongNetwork, some: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which junctions are few edges from *some*: only there are new pieces."""
    for _ in range(STEPS_OFF):
        touched = some[network.tail] | some[network.head]
        some = some.copy()
        some[network.tail[touched]] = some[network.head[touched]] = True
    return some


def _pieces_of(network: LongNetwork, wanted: NDArray[np.bool_], watch: Watch) -> NDArray[np.int32]:
    """Return the pieces (a, b, junction inside, size) at *wanted* junctions, the smallest first."""
    n = network.junctions
    walk = np.zeros(n, np.int64), np.zeros(n, np.int32), np.zeros(n, np.int32), np.zeros(n, np.int32)
    ball, found = np.zeros(_ball_of(network), np.int32), np.zeros((2 * n, 4), np.int32)
    ends, marked = (network.source, network.sink), wanted.view(np.uint8)
    arguments = network.first, network.near, ends, marked, len(ball), ball, walk, found
    _, state = network.run(watch, places.find_pieces, *arguments)
    pieces = found[: int(state[places.PIECES])]
    return pieces[np.argsort(pieces[:, 3], kind="stable")]


def _solved(
    network: LongNetwork, pieces: NDArray[np.int32], watch: Watch
) -> tuple[NDArray[np.int8], NDArray[np.int64], NDArray[np.int32]]:
    """Return what became of each piece, where its way ends, and the edges of all ways."""
    n = network.junctions
    marks = np.zeros(n, np.int8), np.zeros(n, np.int8), np.zeros(n, np.int32)
    depth, sums = n + 1, np.zeros(n + 2, network.weight.dtype)
    stack = np.zeros(depth, np.int32), np.zeros(depth, np.int64), np.zeros(depth, np.int32), sums
    fate, end = np.zeros(len(pieces), np.int8), np.zeros(len(pieces), np.int64)
    ways, way = np.zeros(2 * n + 2, np.int32), np.zeros(n + 1, np.int32)
    arrays, solved = (network.first, network.near, network.edge, network.weight), (fate, end, ways, way)
    network.run(watch, places.solve_pieces, arrays, pieces, marks, LIMIT, stack, solved)
    return fate, end, ways


def _onward(network: LongNetwork, u: int, edges: NDArray[np.int32]) -> Walk:
    """Return the walk over *edges* from *u*, and of each whether it is walked from tail to head."""
    onward: list[bool] = []
    for e in edges:
        onward.append(int(network.tail[e]) == u)
        u = int(network.head[e] if onward[-1] else network.tail[e])
    return edges, np.array(onward, bool)


def _inside(network: LongNetwork, piece: NDArray[np.int32]) -> list[int]:
    """Return the junctions inside a piece."""
    a, b, u = piece[:3].tolist()
    seen, members = {a, b, u}, [u]
    for v in members:
        for w in network.near[network.first[v] : network.first[v + 1]].tolist():
            if w not in seen:
                seen.add(w)
                members.append(w)
    return members


def _swept(network: LongNetwork, piece: NDArray[np.int32], watch: Watch) -> Walk | None:
    """Return the heaviest way through a piece by a sweep, None if that would take long."""
    a, b = piece[:2].tolist()
    inside = sorted(_inside(network, piece))
    place = {v: i for i, v in enumerate([a, b, *inside])}
    edges = np.unique(runs_of(network.first, network.edge, np.array(inside)))
    tail, head = (
        np.array([place[v] for v in side[edges].tolist()], np.int32) for side in (network.tail, network.head)
    )
    listed = tail, head, network.weight[edges], network.one_way[edges]
    try:
        found = heaviest_of((len(place), 0, 1), listed, watch, EASY)
    except TooHardError:
        return None
    return None if found is None else (edges[found[0]], found[1])
