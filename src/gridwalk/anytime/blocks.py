"""A block of a chain, with a long path through it and a bound of the longest: swept, or searched.

Pieces that hang on two junctions become one edge: the heaviest way through, found exactly.

A path that enters such a piece at one of the two leaves it at the other, so of all ways through only the
heaviest matters (the split pairs of SPQR trees: Di Battista and Tamassia 1989).  Then parallel edges and
chains fall together, and other pieces become small.  Mazes with few loops come down to a fraction.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gridwalk.anytime.bound import BlockBound, degree_bound
from gridwalk.anytime.exact import TooHardError, Walk, heaviest_of, heaviest_walk
from gridwalk.anytime.improver import Clock, Improver
from gridwalk.anytime.longnetwork import LongNetwork
from gridwalk.anytime.rectangle import cells_of
from gridwalk.errors import LimitError
from gridwalk.frontier.choice import chosen, part_of
from gridwalk.frontier.engine import BlockQuestion, Cells
from gridwalk.kernels.anytime import places
from gridwalk.keywords import Measure
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import registers, run
from gridwalk.shrink.reduced import Block

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
    walk = tuple(np.zeros(n, np.int32) if part != 0 else np.zeros(n, np.int64) for part in range(4))
    ball = np.zeros(_ball_of(network), np.int32)
    found = np.zeros((2 * n, 4), np.int32)
    state = registers()
    run(
        places.find_pieces,
        network.first,
        network.near,
        (network.source, network.sink),
        wanted.view(np.uint8),
        len(ball),
        ball,
        walk,
        found,
        state=state,
        moves_of_cell=network.near,
        watch=watch,
    )
    pieces = found[: int(state[places.PIECES])]
    return pieces[np.argsort(pieces[:, 3], kind="stable")]


def _solved(
    network: LongNetwork, pieces: NDArray[np.int32], watch: Watch
) -> tuple[NDArray[np.int8], NDArray[np.int64], NDArray[np.int32]]:
    """Return what became of each piece, where its way ends, and the edges of all ways."""
    n = network.junctions
    marks = np.zeros(n, np.int8), np.zeros(n, np.int8), np.zeros(n, np.int32)
    stack = (
        np.zeros(n + 1, np.int32),
        np.zeros(n + 1, np.int64),
        np.zeros(n + 1, np.int32),
        np.zeros(n + 2, network.weight.dtype),
    )
    fate, end = np.zeros(len(pieces), np.int8), np.zeros(len(pieces), np.int64)
    ways, way = np.zeros(2 * n + 2, np.int32), np.zeros(n + 1, np.int32)
    run(
        places.solve_pieces,
        (network.first, network.near, network.edge, network.weight),
        pieces,
        marks,
        LIMIT,
        stack,
        (fate, end, ways, way),
        state=registers(),
        moves_of_cell=network.near,
        watch=watch,
    )
    return fate, end, ways


def _onward(network: LongNetwork, u: int, edges: NDArray[np.int32]) -> Walk:
    """Return the walk over *edges* from *u*, and of each whether it is walked from tail to head."""
    onward: list[bool] = []
    for e in edges:
        onward.append(int(network.tail[e]) == u)
        u = int(network.head[e] if onward[-1] else network.tail[e])
    return edges.tolist(), onward


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
    edges = np.unique(np.concatenate(list(_edges_at(network, inside))))
    tail, head = (
        np.array([place[v] for v in side[edges].tolist()], np.int32) for side in (network.tail, network.head)
    )
    listed = tail, head, network.weight[edges], network.one_way[edges]
    try:
        found = heaviest_of((len(place), 0, 1), listed, watch, EASY)
    except TooHardError:
        return None
    return None if found is None else (edges[found[0]].tolist(), found[1])


def _edges_at(network: LongNetwork, junctions: list[int]) -> Iterator[NDArray[np.int32]]:
    for first, end in ((network.first[v], network.first[v + 1]) for v in junctions):
        yield network.edge[first:end]


MAX_PLANNED = 5000  # junctions: to plan a sweep of more takes too long, and none is over soon
ROUND = 100  # steps a junction, before the bound gets another round
FIRST_ROUND = 0.3  # of the time left, at most
PIECES = 0.2
SPARSE = 1.7  # edges a junction: where there are more, few pieces hang on two junctions

Weight: TypeAlias = int | float


@dataclass(eq=False)
class SweptPart:
    """A block whose longest path is known, with its weight."""

    value: Weight
    cells: Cells


class SearchedPart:
    """A block whose path gets longer, and its bound smaller, with time.

    Parameters
    ----------
    block : Block
    network : LongNetwork
        What its pieces left of the block.
    seed : int
    clock : Clock

    Attributes
    ----------
    bound : int or float
        The weight that no path exceeds.

    """

    def __init__(self, block: Block, network: LongNetwork, seed: int, clock: Clock) -> None:
        self.block, self.clock = block, clock
        self.search = Improver(network, seed, clock.watch)
        self.bound = max(degree_bound(network), self.search.value)
        self._bounding = BlockBound(network, clock.watch)
        self._bounded = False  # whether the bound is as small as it gets
        self._cells: tuple[Weight, Cells] | None = None
        self._tighten(FIRST_ROUND)

    @property
    def value(self) -> Weight:
        """The weight of the best path so far."""
        return self.search.value

    @property
    def is_open(self) -> bool:
        """Whether a longer path is not excluded."""
        return self.value < self.bound

    @property
    def cells(self) -> Cells:
        """The flat cells of the best path so far."""
        if self._cells is None or self._cells[0] != self.value:
            self._cells = self.value, cells_of(self.block, self.search.network, *self.search.path)
        return self._cells[1]

    def turn(self, steps: int) -> None:
        """Make so many steps of the search, and now and then a round of the bound."""
        self.search.run(steps)
        due = self._bounding.rounds * ROUND * self.search.network.junctions
        if not self._bounded and self.search.steps >= due:
            self._tighten(1.0)

    def _tighten(self, share: float) -> None:
        self._bounded = True  # if the time is over before the round is
        with self.clock.stopping():
            self._bounding.watch = self.clock.part(share)
            self._bounded = not self._bounding.tighten()
        self.bound = max(min(self.bound, self._bounding.value), self.value)


def swept(question: BlockQuestion, measure: Measure, seconds: float) -> SweptPart | None:
    """Return the longest path of a block, if a sweep finds it in about *seconds*; else None."""
    block = question.block
    if block.network.junctions > MAX_PLANNED:
        return None
    try:
        engine = chosen(question)
        if engine is None or engine.estimate.seconds > seconds:
            return None
        if engine.estimate.bytes > question.resources.memory:
            return None
        cells = part_of(engine, question).best(longest=True, by_cost=measure == "cost")
    except LimitError:  # of this block, not of the answer: the caller looks at its clock
        return None
    return None if cells is None else SweptPart(_weight(block, measure, cells), cells)


def reduced(
    block: Block, measure: Measure, clock: Clock, share: float, seconds: float
) -> LongNetwork | SweptPart:
    """Return what its pieces leave of a block, or its longest path, if a sweep takes *seconds* at most."""
    network = LongNetwork.of(block.network, measure)
    if network.edges <= SPARSE * network.junctions:
        with clock.stopping():
            network = without_pieces(network, clock.part(PIECES))
    try:
        walk = heaviest_walk(network, clock.part(share), seconds)
    except (TooHardError, LimitError):
        return network
    if walk is None:
        return network
    edges, onward = np.array(walk[0], np.int32), np.array(walk[1], bool)
    value: Weight = network.weight[edges].sum().item()
    return SweptPart(value, cells_of(block, network, edges, onward))


def _weight(block: Block, measure: Measure, cells: Cells) -> Weight:
    """Return the weight of a path through *block*."""
    if measure == "length":
        return len(cells) - 1
    steps = np.array(block.steps(cells))
    total: Weight = block.network.cost[np.where(steps < 0, ~steps, steps)].sum().item()
    return total
