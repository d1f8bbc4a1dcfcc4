"""How long the longest path of a board can be at most, without a path: the bounds of its blocks, added."""

from __future__ import annotations

from collections.abc import Iterable

from gridwalk.anytime.bound import Bound, bound_of
from gridwalk.anytime.exact import TooHardError, heaviest_walk
from gridwalk.anytime.longnetwork import LongNetwork
from gridwalk.anytime.pieces import without_pieces
from gridwalk.anytime.values import Scale
from gridwalk.errors import counted
from gridwalk.grids.cells import CellLike
from gridwalk.grids.grid import Grid
from gridwalk.keywords import Measure
from gridwalk.runtime.limits import Watch
from gridwalk.shrink.reduction import shrink

EASY = 0.5  # seconds, estimated, of a sweep for a block,
SHARE = 0.25  # or of the seconds given
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

    That a path must go *through* cells is used only where it takes cells from the board.  Blocks that a sweep
    answers soon are exact; the others share the *seconds*, if there are any.
    """
    starts, exits = list(starts), list(exits)
    reduced = shrink(grid, starts, exits, through=through, watch=watch)
    if not reduced.blocks:
        return Bound(0, NO_MOVE) if reduced.trivial else None
    scale = Scale.of(grid, reduced, starts, exits, measure)
    networks = [without_pieces(LongNetwork.of(block.network, measure), watch) for block in reduced.blocks]
    total: int | float = 0
    hard: list[LongNetwork] = []
    easy = EASY if seconds is None else max(EASY, SHARE * seconds)
    for network in networks:
        try:
            walk = heaviest_walk(network, watch, easy)
        except TooHardError:
            hard.append(network)
            continue
        if walk is None:
            return None
        total += network.weight[walk[0]].sum().item()
    reasons = []
    edges = sum(network.edges for network in hard)
    for network in hard:
        share = None if seconds is None else seconds * network.edges / edges
        bound = bound_of(network, watch, share)
        total += bound.value
        reasons.append((network.edges, bound.by))
    if not scale.whole:
        total += SLACK * abs(total)
    value = scale.value(total)
    if reduced.trivial:
        value = max(value, 0)
    return Bound(value, _why(len(networks), reasons))


def _why(blocks: int, reasons: list[tuple[int, str]]) -> str:
    """Return the reason for a bound of so many blocks, from (edges, reason) of those that are not exact."""
    if not reasons:
        return EXACT
    why = max(reasons, key=lambda both: both[0])[1]
    if blocks == 1:
        return why
    return f"{counted(blocks, 'part')} one after another, {blocks - len(reasons):,} of them exact; {why}"
