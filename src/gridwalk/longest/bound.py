"""Upper bounds on the longest path of a network or a board; they improve with time, and are always valid.

A path passes the blocks of a board in series, so their bounds are added; a cycle is in one block.  If a block
can be swept quickly, its bound is exact.  For the others, a linear programme is solved if HiGHS is installed
(`gridwalk.longest.relaxation`); otherwise junctions and colours of cells are counted, in linear time.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.blocks import chosen, part_of
from gridwalk.allpaths.engine import BlockQuestion, Cells
from gridwalk.allpaths.reduce.network import NOWHERE, Block
from gridwalk.allpaths.reduce.reduction import shrink
from gridwalk.board.board import Board
from gridwalk.board.cells import CellLike
from gridwalk.errors import LimitError, TimeLimitError, counted, in_a_line
from gridwalk.keywords import Measure
from gridwalk.longest.longnetwork import LongNetwork, Scale, components
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.resources import Resources

EDGES = 120_000  # of all rounds together, if there is no limit of time
FEWEST, MOST = 2, 30  # limits of the number of these rounds
PATIENCE = 3  # the number of rounds without improvement after which the bound stops
LARGE = 150_000  # edges; the linear programme of a larger network would take too much time and memory
HALVES = "every junction is entered and left once: half of the two heaviest edges of each"
COLOURS = "a path alternates between two colours: twice the number of cells of the rarer one"
DEGREES = "a path enters and leaves what it visits, once: a linear programme, solved by HiGHS"
CUTS = (
    "a path enters and leaves what it visits, once, in one piece: "
    "a linear programme with {cuts:,} cuts, solved by HiGHS"
)
NO_SOLVER = "; with HiGHS (pip install highspy) it may be lower"
CHORDLESS = "; of two cells beside each other on the path, it takes the move between them"
EASY = 0.5  # a block is swept if the estimate is at most this number of seconds,
SHARE = 0.25  # or at most this share of the time left
SWEEPS = 0.5  # the share of the time left after which a sweep is stopped
MAX_PLANNED = 5000  # junctions; for more, planning a sweep takes too long, and so would the sweep
EXACT = "exact: every part of the board was swept"
NO_MOVE = "exact: the only path has no move"
SLACK = 1e-9  # relative tolerance for weights that are not integers

Swept = tuple[int | float, Cells]  # the weight of a longest path of a block, and its cells


@dataclass(frozen=True)
class Clock:
    """The clock of an anytime answer: when its time is over, the best answer so far is returned.

    Parameters
    ----------
    watch : Watch
        The clock of the question; its own limit raises an error.
    seconds : float, optional
        From the start of *watch*; None: no limit.

    """

    watch: Watch
    seconds: float | None

    @property
    def left(self) -> float:
        """The seconds left; infinite without a limit."""
        if self.seconds is None:
            return float("inf")
        return self.seconds - (time.monotonic() - self.watch.began)

    def part(self, share: float) -> Watch:
        """Return a clock for work that may take this share of the seconds left."""
        limits = self.watch.limits
        if self.seconds is not None:
            end = time.monotonic() - self.watch.began + max(share * self.left, 0.001)
            limits = replace(limits, seconds=min(end, limits.seconds or end))
        return Watch(limits, self.watch.began, answer=self.watch.answer)

    @contextmanager
    def stopping(self) -> Iterator[None]:
        """End the ``with`` block when its part of the time is over; raise if `watch` is over its limit."""
        try:
            yield
        except TimeLimitError:
            self.watch.check(0, 0, 0)


class Bound(NamedTuple):
    """An upper bound on the paths of a set.

    Attributes
    ----------
    value : int or float
        The length or cost that no path exceeds.
    by : str
        The reason, as text.

    """

    value: int | float
    by: str

    def __repr__(self) -> str:
        return in_a_line(f"<Bound: {self.value:,}, {self.by}>")


class BlockBound:
    """The bound of a network; each round improves it, and it is always valid.

    Without a limit of time, it is the same on every machine after the same number of rounds.

    Parameters
    ----------
    network : LongNetwork
    watch : Watch
    beside : array of bool, optional
        For induced paths or cycles: the edges that are a single move between two cells.

    Attributes
    ----------
    value : int or float
        No path of the network weighs more.
    by : str
        The reason, as text.
    rounds : int
        The number of rounds so far.
    done : bool
        Whether further rounds are not expected to improve the bound.

    """

    def __init__(self, network: LongNetwork, watch: Watch, beside: NDArray[np.bool_] | None = None) -> None:
        self.network, self.rounds = network, 0
        self._divisor, self._rest, coloured = colour_bound(network, watch)
        self.value, self.by = self._rounded(degree_bound(network)), HALVES
        if coloured < self.value:
            self.value, self.by = coloured, COLOURS
        self._cuts, self._idle = 0, 0
        self._ending = "" if beside is None else CHORDLESS
        self.done = True
        if find_spec("highspy") is None:
            self.by += NO_SOLVER
        elif network.edges <= LARGE:
            from gridwalk.longest.relaxation import Relaxation  # imports highspy

            self._relaxation, self.done = Relaxation(network, beside), False

    def improve(self, clock: Clock, share: float = 1.0, rounds: int | None = None) -> None:
        """Do rounds until this share of the time left is over, or until no improvement is expected.

        *rounds* is the maximum number of rounds.  If there is no limit of time, the default depends on the
        size: 10,000 cells take about a second.
        """
        if rounds is None and clock.seconds is None:
            rounds = min(max(EDGES // max(1, self.network.edges), FEWEST), MOST)
        watch, before = clock.part(share), self.rounds
        with clock.stopping():
            while not self.done and (rounds is None or self.rounds - before < rounds):
                self._round(watch)
        self.done = self.done or self.rounds == 0  # if the first round takes too long, so do others

    def _round(self, watch: Watch) -> None:
        """Add the cuts that the last solution violates, and solve the linear programme again."""
        cuts = self._relaxation.cut(watch) if self.rounds else 0
        self._cuts += cuts
        if not self._relaxation.solve(watch):
            self.done = True
            return
        value = self._rounded(self._relaxation.bound)
        self._idle += 1
        if value < self.value:
            self.value, self._idle = value, 0
            self.by = (CUTS.format(cuts=self._cuts) if self._cuts else DEGREES) + self._ending
        self.rounds += 1
        self.done = self._idle >= PATIENCE or (self.rounds > 1 and not cuts)

    def _rounded(self, value: int | float) -> int | float:
        """Return the greatest weight that a path can have, up to *value*."""
        if not self._divisor:
            return max(value, 0.0)
        value = int(value // 1)
        return max(value - (value - self._rest) % self._divisor, self._rest)


def bound_of(
    network: LongNetwork, clock: Clock, share: float = 1.0, beside: NDArray[np.bool_] | None = None
) -> Bound:
    """Return an upper bound on the weight of a path of *network*, after this share of the time left."""
    block = BlockBound(network, clock.watch, beside)
    block.improve(clock, share)
    return Bound(block.value, block.by)


def degree_bound(network: LongNetwork) -> int | float:
    """Return half of the sum of the two heaviest edges of every junction (one at each end of the path).

    O(edges log edges).
    """
    ends, weight = np.concatenate([network.tail, network.head]), np.tile(network.weight, 2)
    order = np.lexsort((-weight, ends))
    at, weight = ends[order], weight[order]
    rank = np.arange(len(at)) - np.searchsorted(at, at)
    most = np.where((at == network.source) | (at == network.sink), 1, 2)
    total: int | float = weight[rank < most].sum().item()
    return total // 2 if network.weight.dtype.kind != "f" else total / 2


def colour_bound(network: LongNetwork, watch: Watch) -> tuple[int, int, float]:
    """Return (divisor, rest) of the weights of all paths, and an upper bound by colours.

    Divisor 0: the weights are not integers.  Otherwise every edge is a chain of steps of equal weight, their
    greatest common divisor.  If the ends of all steps can be coloured like a chessboard, a path alternates
    between the two colours.  So the number of steps is even for all paths or odd for all, and the rarer
    colour bounds it.
    """
    if network.weight.dtype.kind == "f":
        return 0, 0, np.inf
    divisor = int(np.gcd.reduce(network.weight)) or 1
    steps = network.weight // divisor
    # Each junction has a copy in either colour.  An odd edge joins different colours, an even one equal ones.
    junctions, odd = network.junctions, steps % 2
    tails = np.concatenate([network.tail, network.tail + junctions])
    heads = np.concatenate([network.head + odd * junctions, network.head + (1 - odd) * junctions])
    label = components(2 * junctions, tails, heads, watch)
    closed = network.source == NOWHERE
    begin, end = (0, 0) if closed else (network.source, network.sink)
    if label[begin] == label[begin + junctions]:
        return divisor, 0, np.inf
    colour = (label[:junctions] != label[begin]).astype(np.int64)
    rest = int(colour[end])
    # The number of ends of steps in each colour: junctions, and ends inside edges.
    of_tail, same, other = colour[network.tail], np.maximum(steps - 1, 0) // 2, steps // 2
    light, dark = (
        np.count_nonzero(colour == side) + int(np.where(of_tail == side, same, other).sum())
        for side in (0, 1)
    )
    light -= 1 if rest == 0 and not closed else 0  # both ends are light, so one more is visited
    most = 2 * int(min(light, dark)) - rest
    return 2 * divisor, divisor * rest, divisor * most


def swept_blocks(
    blocks: Sequence[Block], board: Board, measure: Measure, clock: Clock, easy: float, passing: bool = False
) -> list[Swept | None]:
    """Return the weight and the cells of a longest path of each block; None where a sweep takes too long.

    A sweep may take *easy* seconds by its estimate, or a share of the time left if there is a limit.
    """
    resources, found = Resources.within(clock.watch.limits), []
    for block in blocks:
        seconds = easy if clock.seconds is None else max(EASY, SHARE * clock.left)
        question = BlockQuestion(block, board, passing, resources, clock.part(SWEEPS))
        found.append(_swept(question, measure, seconds))
        clock.watch.check(0, 0, 0)
    return found


def _swept(question: BlockQuestion, measure: Measure, seconds: float) -> Swept | None:
    block = question.block
    if block.network.junctions > MAX_PLANNED:
        return None
    try:
        engine = chosen(question)
        if engine is None or engine.finder.estimate.seconds > seconds:
            return None
        if engine.finder.estimate.bytes > question.resources.memory:
            return None
        cells = part_of(engine, question).best(longest=True, by_cost=measure == "cost")
    except LimitError:  # the limit of this block; the caller checks the limit of the answer
        return None
    if cells is None:
        return None
    steps, weight = np.array(block.steps(cells)), getattr(block.network, measure)
    return weight[np.where(steps < 0, ~steps, steps)].sum().item(), cells


def bound_of_paths(
    board: Board,
    starts: Iterable[CellLike] | None,
    exits: Iterable[CellLike] | None,
    through: Iterable[CellLike],
    measure: Measure,
    watch: Watch,
    seconds: float | None = None,
    *,
    cycles: bool = False,
    induced: bool = False,
) -> Bound | None:
    """Return an upper bound on the paths from *starts* to *exits*; None if the reduction finds no path.

    The cells *through* which a path must go are used only by the reduction.  If *starts* or *exits* is None,
    any cell may be an end, and *measure* must be "length".  For *induced* paths no block is swept.
    """
    starts, exits = None if starts is None else list(starts), None if exits is None else list(exits)
    reduced = shrink(board, starts, exits, through=through, cycles=cycles, watch=watch)
    blocks, clock = reduced.blocks, Clock(watch, seconds)
    if not blocks:
        return Bound(0, NO_MOVE) if reduced.trivial else None
    scale = Scale.of(board, reduced, starts or (), exits or (), measure)
    swept: list[Swept | None] = [None] * len(blocks)
    if not cycles and not induced:
        passing = starts is None or exits is None
        swept = swept_blocks(blocks, board, measure, clock, EASY, passing)
    hard = [block for block, found in zip(blocks, swept, strict=True) if found is None]
    networks = [LongNetwork.of(block.network, measure) for block in hard]
    bounds, edges = [], sum(network.edges for network in networks)
    for block, network in zip(hard, networks, strict=True):
        share, beside = network.edges / max(1, edges), network.beside(block) if induced else None
        bound = bound_of(network, clock, share, beside) if network.edges else Bound(0, EXACT)
        bounds.append(_of_all_cycles(bound, block, measure) if cycles else bound)
        edges -= network.edges
    if cycles:
        total, by = max(bounds, key=lambda bound: bound.value)
    else:
        total = sum(bound.value for bound in bounds) + sum(found[0] for found in swept if found is not None)
        by = EXACT
        if hard:
            by = max(zip(networks, bounds, strict=True), key=lambda both: both[0].edges)[1].by
        if hard and len(blocks) > 1:
            exact = len(blocks) - len(hard)
            by = f"{counted(len(blocks), 'part')} one after another, {exact:,} of them exact; {by}"
    value = scale.value(total if scale.whole else total + SLACK * abs(total))
    return Bound(max(value, 0) if reduced.trivial else value, by)


def _of_all_cycles(bound: Bound, block: Block, measure: Measure) -> Bound:
    """Return the bound of all cycles of a block, including loops and cycles of two parallel corridors."""
    tail, head, weight = block.network.tail, block.network.head, getattr(block.network, measure)
    low, high = np.minimum(tail, head), np.maximum(tail, head)
    order = np.lexsort((-weight, high, low))
    low, high, weight = low[order], high[order], weight[order]
    twins = (low[1:] == low[:-1]) & (high[1:] == high[:-1]) & (low[1:] != high[1:])
    small = max(weight[low == high].max(initial=0), (weight[1:] + weight[:-1])[twins].max(initial=0)).item()
    return Bound(max(bound.value, small), bound.by)
