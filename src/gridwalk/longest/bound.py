"""Upper bounds of the longest path: of a network, better with time and valid whenever one stops; of a board.

A path goes through the blocks of a board one after another, so their bounds are added; a cycle is in one.
A block that a sweep answers soon is exact.  The others have the bounds of a linear programme if HiGHS is
installed (`gridwalk.longest.relaxation`), else of counts of junctions and of cells.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.choice import chosen, part_of
from gridwalk.allpaths.engine import BlockQuestion, Cells
from gridwalk.allpaths.reduce.network import NOWHERE, Block, ReducedGraph
from gridwalk.allpaths.reduce.reduction import shrink
from gridwalk.board.board import Board
from gridwalk.board.cells import CellLike
from gridwalk.errors import LimitError, TimeLimitError, counted, in_a_line
from gridwalk.keywords import Measure
from gridwalk.longest.longnetwork import LongNetwork, Scale
from gridwalk.longest.places import colour
from gridwalk.longest.relaxation import Cuts, has_solver, relaxation_of
from gridwalk.runtime.codes import FOUND, NONE
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.resources import Resources

EDGES = 120_000  # in all rounds of a bound that is asked for once,
FEWEST, MOST = 2, 30  # of which it consists
PATIENCE = 3  # rounds without any gain after which there is none to hope for
LARGE = 150_000  # edges; the programme of a larger network would take long, and much memory
HALVES = "every junction is entered and left once: half of the two heaviest edges of each"
COLOURS = "a path alternates between two colours: twice the number of cells of the rarer one"
DEGREES = "a path enters and leaves what it visits, once: a linear programme, solved by HiGHS"
CUTS = (
    "a path enters and leaves what it visits, once, in one piece: "
    "a linear programme with {cuts:,} cuts, solved by HiGHS"
)
NO_SOLVER = "; with HiGHS (pip install highspy) it may be lower"
CHORDLESS = "; of two cells beside each other on the path, it takes the move between them"
EASY = 0.5  # seconds, estimated, of a sweep for a block,
SHARE = 0.25  # or of the seconds given
SWEEPS = 0.5  # of the seconds left, at most, for the sweep of a block
MAX_PLANNED = 5000  # junctions: to plan a sweep of more takes too long, and none is over soon
EXACT = "exact: every part of the board was swept"
NO_MOVE = "exact: the only path has no move"
SLACK = 1e-9  # of weights that are not whole


@dataclass(frozen=True)
class Clock:
    """The clock of an answer, with the seconds after which it is given as it is then.

    Parameters
    ----------
    watch : Watch
        Its own limit raises an error, as everywhere.
    seconds : float, optional
        From the beginning; None: there is no such limit.

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
        """Leave the work inside when its part of the time is over; raise if the limit of `watch` is, too."""
        try:
            yield
        except TimeLimitError:
            self.watch.check(0, 0, 0)


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

    def __repr__(self) -> str:
        return in_a_line(f"<Bound: {self.value:,}, {self.by}>")


class BlockBound:
    """The bound of a network, which gets better round by round and is valid after each.

    All is bounded by steps: after as many rounds it is the same on every machine.  *beside*: of induced paths
    (or cycles), the edges between cells beside each other.

    Attributes
    ----------
    value : int or float
        What no path of the network weighs more than.
    by : str
        Why, in a sentence.
    rounds : int
        Those taken.
    usual : int
        How many are taken where no time is given.
    done : bool
        Whether further rounds are expected to gain nothing.

    """

    def __init__(self, network: LongNetwork, watch: Watch, beside: NDArray[np.bool_] | None = None) -> None:
        self.watch = watch
        self.divisor, self.rest, coloured = colour_bound(network, watch)
        self.value, self.by = self._rounded(degree_bound(network)), HALVES
        if coloured < self.value:
            self.value, self.by = coloured, COLOURS
        self.rounds, self.given, self.idle = 0, 0, 0
        self.usual = min(max(EDGES // max(1, network.edges), FEWEST), MOST)
        self.done = network.edges > LARGE
        if not has_solver():
            self.done, self.by = True, self.by + NO_SOLVER
        if not self.done:
            self.relaxation = relaxation_of(network, beside)
            self.cuts = Cuts(network, self.relaxation)
            self.ending = "" if beside is None else CHORDLESS

    def tighten(self) -> bool:
        """Take a round; return whether the next may gain anything.

        A round adds the cuts that the last solution violates, and solves the programme again.
        """
        if self.done:
            return False
        more = self.cuts.more(self.watch) if self.rounds else 0
        self.given += more
        if not self.relaxation.solve(self.watch):
            self.done = True
            return False
        value = self._rounded(self.relaxation.bound)
        self.idle = 0 if value < self.value else self.idle + 1
        if value < self.value:
            self.value = value
            self.by = (CUTS.format(cuts=self.given) if self.given else DEGREES) + self.ending
        self.rounds += 1
        self.done = self.idle >= PATIENCE or (self.rounds > 1 and not more)
        return not self.done

    def _rounded(self, value: int | float) -> int | float:
        """Return the greatest weight that a path can have, up to *value*."""
        if not self.divisor:
            return max(value, 0.0)
        value = int(value // 1)
        return max(value - (value - self.rest) % self.divisor, self.rest)


def bound_of(
    network: LongNetwork,
    watch: Watch,
    seconds: float | None = None,
    rounds: int | None = None,
    beside: NDArray[np.bool_] | None = None,
) -> Bound:
    """Return an upper bound of the weight of a path of *network*; see `BlockBound`.

    It takes *seconds*, or a number of *rounds*; without either so many that 10,000 cells take about a second.
    A round that the seconds end leaves the bound of those before.
    """
    block = BlockBound(network, watch, beside)
    clock = Clock(watch, None if seconds is None else time.monotonic() - watch.began + seconds)
    most = block.usual if rounds is None else rounds
    with clock.stopping():
        block.watch = clock.part(1.0)
        while block.tighten() and (block.rounds < most if seconds is None else clock.left > 0):
            pass
    return Bound(block.value, block.by)


def degree_bound(network: LongNetwork) -> int | float:
    """Return half of the two heaviest edges of every junction, and of one at the ends: O(edges log edges)."""
    ends, weight = np.concatenate([network.tail, network.head]), np.tile(network.weight, 2)
    order = np.lexsort((-weight, ends))
    at, weight = ends[order], weight[order]
    rank = np.arange(len(at)) - np.searchsorted(at, at)
    most = np.where((at == network.source) | (at == network.sink), 1, 2)
    total: int | float = weight[rank < most].sum().item()
    return total // 2 if network.weight.dtype.kind != "f" else total / 2


def colour_bound(network: LongNetwork, watch: Watch) -> tuple[int, int, float]:
    """Return (divisor, rest) of the weights of all paths, and what they cannot exceed, by colours.

    Divisor 0: the weights are not whole.  Otherwise every edge is a chain of steps of equal weight: the
    greatest common divisor.  If the ends of all steps have two colours, as cells of a chessboard, a path
    alternates between them, so all paths are even or all are odd, and the rarer colour bounds them.
    """
    if network.weight.dtype.kind == "f":
        return 0, 0, np.inf
    divisor = int(np.gcd.reduce(network.weight)) or 1
    steps = network.weight // divisor
    colours, queue = np.full(network.junctions, NONE, np.int8), np.zeros(network.junctions, np.int32)
    closed = network.source == NOWHERE
    begin, end = (0, 0) if closed else (network.source, network.sink)
    colours[begin], queue[0] = 0, begin
    odd = (steps % 2).astype(np.int8)
    status, _ = network.run(
        watch, colour, network.first, network.near, network.edge, odd, colours, queue, queued=1
    )
    if status != FOUND or colours[end] == NONE:
        return divisor, 0, np.inf
    rest = int(colours[end])
    # The ends of steps of either colour: junctions, and the ends inside of edges.
    same, other = np.maximum(steps - 1, 0) // 2, steps // 2
    of_tail = colours[network.tail]
    light, dark = (
        np.count_nonzero(colours == side) + int(np.where(of_tail == side, same, other).sum())
        for side in (0, 1)
    )
    light -= 1 if rest == 0 and not closed else 0  # both ends are light: there is one more
    most = 2 * int(min(light, dark)) - rest
    return 2 * divisor, divisor * rest, divisor * most


def longest_of(question: BlockQuestion, measure: Measure, seconds: float) -> tuple[int | float, Cells] | None:
    """Return the weight and the cells of a longest path of a block; None if a sweep takes over *seconds*."""
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
    """Return what no path from *starts* to *exits* exceeds; None if there is none, as far as can be seen.

    That a path must go *through* cells is used only where it takes cells from the board.  Starts or exits
    None: anywhere, and then the *measure* is "length".
    """
    starts, exits = None if starts is None else list(starts), None if exits is None else list(exits)
    reduced = shrink(board, starts, exits, through=through, cycles=cycles, watch=watch)
    if not reduced.blocks:
        return Bound(0, NO_MOVE) if reduced.trivial else None
    scale = Scale.of(board, reduced, starts or (), exits or (), measure)
    if not cycles:
        passing = starts is None or exits is None
        return _bound_of_blocks(
            board, reduced, scale, measure, watch, seconds, passing=passing, induced=induced
        )
    share = None if seconds is None else seconds / len(reduced.blocks)
    every = [_bound_of_cycles(block, measure, watch, share, induced=induced) for block in reduced.blocks]
    best = max(every, key=lambda bound: bound.value)
    return Bound(scale.value(best.value * (1.0 if scale.whole else 1 + SLACK)), best.by)


def _bound_of_cycles(
    block: Block, measure: Measure, watch: Watch, seconds: float | None, *, induced: bool
) -> Bound:
    """Return what no cycle of a block exceeds: a loop, two corridors side by side, or a longer one."""
    network = LongNetwork.of(block.network, measure)
    tail, head = block.network.tail, block.network.head
    weight = getattr(block.network, measure)
    low, high = np.minimum(tail, head), np.maximum(tail, head)
    order = np.lexsort((-weight, high, low))
    low, high, weight = low[order], high[order], weight[order]
    twins = (low[1:] == low[:-1]) & (high[1:] == high[:-1]) & (low[1:] != high[1:])
    small = max(weight[low == high].max(initial=0), (weight[1:] + weight[:-1])[twins].max(initial=0)).item()
    if not network.edges:
        return Bound(small, EXACT)
    bound = bound_of(network, watch, seconds, beside=network.beside(block) if induced else None)
    return Bound(max(bound.value, small), bound.by)


def _bound_of_blocks(
    board: Board,
    reduced: ReducedGraph,
    scale: Scale,
    measure: Measure,
    watch: Watch,
    seconds: float | None,
    *,
    passing: bool,
    induced: bool,
) -> Bound:
    """Return what no path through all blocks exceeds.

    Blocks that a sweep answers soon are exact; the others share the *seconds*, if there are any.  When these
    are over, each has the best bound so far.  Of *induced* paths none is swept.
    """
    clock = Clock(watch, None if seconds is None else time.monotonic() - watch.began + seconds)
    resources, easy = Resources.within(watch.limits), EASY if seconds is None else max(EASY, SHARE * seconds)
    total: int | float = 0
    hard: list[tuple[LongNetwork, NDArray[np.bool_] | None]] = []
    for block in reduced.blocks:
        found = None
        if not induced:
            asked = BlockQuestion(block, board, passing, resources, clock.part(SWEEPS))
            found = longest_of(asked, measure, easy)
            watch.check(0, 0, 0)
        if found is not None:
            total += found[0]
        else:
            network = LongNetwork.of(block.network, measure)
            hard.append((network, network.beside(block) if induced else None))
    reasons = []
    left, edges = clock.left, sum(network.edges for network, _ in hard)
    for network, beside in hard:
        share = None if seconds is None else left * network.edges / edges
        bound = bound_of(network, watch, share, beside=beside)
        total += bound.value
        reasons.append((network.edges, bound.by))
    if not scale.whole:
        total += SLACK * abs(total)
    value = scale.value(total)
    if reduced.trivial:
        value = max(value, 0)
    return Bound(value, _why(len(reduced.blocks), reasons))


def _why(blocks: int, reasons: list[tuple[int, str]]) -> str:
    """Return the reason for a bound of this number of blocks, from (edges, reason) of the inexact."""
    if not reasons:
        return EXACT
    why = max(reasons, key=lambda both: both[0])[1]
    if blocks == 1:
        return why
    return f"{counted(blocks, 'part')} one after another, {blocks - len(reasons):,} of them exact; {why}"
