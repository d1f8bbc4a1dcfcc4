"""How long the longest path of a board can be at most, without a path: the bounds of its blocks, added."""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import suppress

from gridwalk.anytime.blocks import without_pieces
from gridwalk.anytime.bound import Bound, bound_of
from gridwalk.anytime.exact import TooHardError, heaviest_walk
from gridwalk.anytime.improver import Clock
from gridwalk.anytime.longnetwork import LongNetwork, Scale
from gridwalk.errors import counted
from gridwalk.grids.cells import CellLike
from gridwalk.grids.grid import Grid
from gridwalk.keywords import Measure
from gridwalk.runtime.limits import Watch
from gridwalk.shrink.reduced import ReducedGraph
from gridwalk.shrink.reduction import shrink

EASY = 0.5  # seconds, estimated, of a sweep for a block,
SHARE = 0.25  # or of the seconds given
PIECES, SWEEPS = 0.2, 0.5  # of the seconds left, at most, for the pieces and the sweep of a block
EXACT = "exact: every part of the board was swept"
NO_MOVE = "exact: the only path has no move"
SLACK = 1e-9  # of weights that are not whole


def bound_of_paths(
    grid: Grid,
    starts: Iterable[CellLike],
    exits: Iterable[CellLike],
    through: Iterable[CellLike],
    measure: Measure,
    watch: Watch,
    seconds: float | None = None,
) -> Bound | None:
    """Return what no path from *starts* to *exits* exceeds; None if there is none, as far as can be seen.

    That a path must go *through* cells is used only where it takes cells from the board.
    """
    starts, exits = list(starts), list(exits)
    reduced = shrink(grid, starts, exits, through=through, watch=watch)
    if not reduced.blocks:
        return Bound(0, NO_MOVE) if reduced.trivial else None
    return bound_of_blocks(reduced, Scale.of(grid, reduced, starts, exits, measure), measure, watch, seconds)


def bound_of_blocks(
    reduced: ReducedGraph, scale: Scale, measure: Measure, watch: Watch, seconds: float | None = None
) -> Bound | None:
    """Return what no path through all blocks exceeds; None if there is none.

    Blocks that a sweep answers soon are exact; the others share the *seconds*, if there are any.  When these
    are over, each has the best bound so far.
    """
    clock = Clock(watch, None if seconds is None else time.monotonic() - watch.began + seconds)
    total: int | float = 0
    hard: list[LongNetwork] = []
    easy = EASY if seconds is None else max(EASY, SHARE * seconds)
    for block in reduced.blocks:
        network = LongNetwork.of(block.network, measure)
        with clock.stopping():
            network = without_pieces(network, clock.part(PIECES))
        with suppress(TooHardError), clock.stopping():
            walk = heaviest_walk(network, clock.part(SWEEPS), easy)
            if walk is None:
                return None
            total += network.weight[walk[0]].sum().item()
            continue
        hard.append(network)
    reasons = []
    left, edges = clock.left, sum(network.edges for network in hard)
    for network in hard:
        bound = bound_of(network, watch, None if seconds is None else left * network.edges / edges)
        total += bound.value
        reasons.append((network.edges, bound.by))
    if not scale.whole:
        total += SLACK * abs(total)
    value = scale.value(total)
    if reduced.trivial:
        value = max(value, 0)
    return Bound(value, _why(len(reduced.blocks), reasons))


def _why(blocks: int, reasons: list[tuple[int, str]]) -> str:
    """Return the reason for a bound of so many blocks, from (edges, reason) of those that are not exact."""
    if not reasons:
        return EXACT
    why = max(reasons, key=lambda both: both[0])[1]
    if blocks == 1:
        return why
    return f"{counted(blocks, 'part')} one after another, {blocks - len(reasons):,} of them exact; {why}"
