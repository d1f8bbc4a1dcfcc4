"""The exact number of tours of an open board by meet in the middle.

Each cell of a tour has degree two.  So the state of a sweep over half the board consists of the degree of
each cell of the frontier (the *degree signature*) and a matching of the ends of the pieces of path.  `steps`
lists the decisions, and `signatures` finds the signatures that occur.  `sweep` counts partial tours: each
signature has a block, with a count for each matching.  `join` combines the blocks of the two halves.
Sources: Loebbing and Wegener 1996 and McKay 1997 counted by half boards, Knuth (TAOCP 7.2.2.4) by frontiers.
The work grows by a factor of about twenty with each cell of the shorter side.

Examples
--------
>>> from gridwalk.runtime.limits import NO_LIMITS
>>> ask = {"resources": Resources(1 << 26), "watch": NO_LIMITS.watch()}
>>> count_tours(6, 5, closed=True, **ask)
8
>>> count_tours(3, 4, closed=False, **ask), count_tours(3, 4, closed=False, start=(0, 0), **ask)
(16, 2)

"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.estimate import Estimate
from gridwalk.allpaths.exact import join_residues, odd_moduli
from gridwalk.allpaths.halves.join import join_halves
from gridwalk.allpaths.halves.matchings import LARGEST_ENDS, Tables
from gridwalk.allpaths.halves.signatures import HalfPlan, drop_dead_ends, match, number_of_ends, plan_half
from gridwalk.allpaths.halves.steps import Half, halves
from gridwalk.allpaths.halves.sweep import CountedLayer, HalfSweep
from gridwalk.board.board import Board
from gridwalk.board.cells import CellLike, as_cell
from gridwalk.board.checks import checked_number
from gridwalk.board.moves import KNIGHT, Moves
from gridwalk.errors import Message, UnsuitableAlgorithmError
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.resources import Resources
from gridwalk.runtime.tuning import tuning

PLACES = 32  # places of a signature, with two bits each in a word
MAX_COLUMNS = 10  # cells along the shorter side; each multiplies the work by about twenty
RESIDUE_BITS = 31

# The estimate was fitted to 25 counts on boards from 5 x 7 to 8 x 8 and 6 x 20 cells.  If a count takes 0.2
# seconds or more, it is right within a factor of 3 for knights and kings; for orthogonal moves it is high.
LIKELY_STATES = 0.6, 0.5  # the share of the states of the widest frontier that occur: closed, open
WAYS = 2.2, 3.4  # factor of the number of partial tours for each decided cell: closed, open
CROWDED = 3  # with more moves to each middle row than this, cells of the next row count, too
STEPS = 0.5  # visited states per cell of the rows of a half, as a share of those of the widest frontier
SECONDS = 9.5e-9  # for each visited state
SECONDS_OF_STEP = 5e-5
BITS = 0.9  # of a count, for each cell of the board, or of a half
BYTES = 5  # for each state
SIGNATURES = 0.15  # the share of the 3**n signatures that occur


def count_tours(
    rows: int,
    columns: int,
    *,
    moves: Moves = KNIGHT,
    closed: bool,
    start: CellLike | None = None,
    resources: Resources,
    watch: Watch,
) -> int:
    """Return the number of tours of the open board of *rows* x *columns* cells.

    Parameters
    ----------
    rows, columns : int
        The shape of the board; the work depends mostly on the shorter side.
    moves : Moves
        Any leaper, king or orthogonal steps: a stencil with both reflection symmetries.
    closed : bool
        Closed tours are counted once each, in either direction and from any cell.  Open tours are counted
        with their direction: a tour and its reverse are two, whether or not its ends are a move apart.
    start : cell, optional
        Count only the open tours from this cell.
    resources : Resources
        The memory.  A count uses one thread.
    watch : Watch
        The clock; it may raise `TimeLimitError`.

    Raises
    ------
    MemoryLimitError
        If the count does not fit into the memory; this is checked in advance.
    UnsuitableAlgorithmError
        If the moves have no such symmetry, or reach so far that the cells of the middle rows do not fit into
        a word, or that there is no row above or below the middle rows.

    """
    watch.unit = "states"
    upper, lower = two_halves(rows, columns, moves, closed, start)
    tours = _count_cycles(upper, lower, resources.budget("planning"), watch)
    return tours if closed or start is not None else 2 * tours


def why_not(
    board: Board, *, tour: bool, closed: bool, starts: Sequence[CellLike] | None, exits: object
) -> str | None:
    """Return why tours cannot be counted by halves, as text; None if they can.

    If *starts* is None, a tour may start anywhere; if *exits* is None, it may end anywhere.
    """
    if not tour or exits is not None:
        return "it counts tours, from anywhere or from one start"
    if not board._is_plain(whole=True):
        return "it needs an open board"
    if min(board.shape) > MAX_COLUMNS:
        return Message(
            "the board is {n:,} cells wide, and it takes up to {most}", n=min(board.shape), most=MAX_COLUMNS
        )
    if not closed and starts is not None and len(starts) > 1:
        return "it counts from one start or from all"
    start = None if closed or starts is None else starts[0]
    try:
        two_halves(board.rows, board.columns, board.moves, closed, start)
    except UnsuitableAlgorithmError as error:
        return error.reason
    return None


def two_halves(
    rows: int, columns: int, moves: Moves, closed: bool, start: CellLike | None
) -> tuple[Half, Half]:
    """Return the upper half, and the lower half upside down; the shorter side of the board is its width."""
    rows, columns = checked_number(rows, "rows", 1), checked_number(columns, "columns", 1)
    at = None if start is None else as_cell(start, (rows, columns), "start")
    if closed and at is not None:
        raise UnsuitableAlgorithmError("halves", "a closed tour has no start: it passes every cell")
    deltas = set(moves.deltas)
    if deltas != {(sign * a, side * b) for a, b in deltas for sign in (1, -1) for side in (1, -1)}:
        reason = Message("{moves} is another stencil when it is reflected", moves=moves.deltas)
        raise UnsuitableAlgorithmError("halves", reason)
    if columns > rows:
        rows, columns, at = columns, rows, None if at is None else at[::-1]
        moves = Moves(tuple((b, a) for a, b in moves.deltas), corners=moves.corners)
    reach = max(abs(d_row) for d_row, _ in moves.deltas)
    if not 0 < reach <= rows - 2:
        raise UnsuitableAlgorithmError("halves", "these moves do not divide the board into two halves")
    upper, lower = halves(rows, columns, moves, closed=closed, start=at)
    if upper.most_places > PLACES:
        raise UnsuitableAlgorithmError("halves", "these moves reach too far on so wide a board")
    return upper, lower


def estimate_tours(
    rows: int, columns: int, *, moves: Moves = KNIGHT, closed: bool, start: CellLike | None = None
) -> Estimate:
    """Return the estimate of `count_tours`, by a formula.

    At the widest frontier, each of the n middle cells has degree 0, 1 or 2, and 2k cells of degree 1 can be
    matched in (2k - 1)!! ways.  This makes ``F(n) = 2 F(n - 1) + (n - 1) F(n - 2)`` states.  On a low board
    there are fewer partial tours than that; then the estimate uses their number, which is exponential in the
    number of decided cells.

    Raises
    ------
    UnsuitableAlgorithmError
        As for `count_tours`.

    """
    upper, lower = two_halves(rows, columns, moves, closed, start)
    states = seconds = work = signatures = 0.0
    for half in [upper] if upper.equals(lower) else [upper, lower]:
        places = half.places + CROWDED * (len(half.later) / half.middle > CROWDED)
        behind = _power(WAYS[half.universal], half.cells)
        here = LIKELY_STATES[half.universal] / (1 / _states(places) + 1 / behind)
        states, work = max(states, here), work + here * STEPS * half.cells
        seconds += SECONDS_OF_STEP * (half.cells + half.places)
        signatures += SIGNATURES * 3.0**places * half.own
    if BITS * lower.cells > tuning().narrow_limit.bit_length():
        passes = 1 + BITS * rows * columns // RESIDUE_BITS
        work, seconds = passes * work, passes * seconds
    return Estimate("halves", states, BYTES * states + 8 * signatures, work, seconds + work * SECONDS)


def _states(cells: int) -> float:
    """Return the number of states for the given number of middle cells."""
    before, now = 1.0, 1.0
    for n in range(cells):
        before, now = now, 2 * now + n * before
    return now


def _power(base: float, exponent: int) -> float:
    return base**exponent if exponent < 500 else math.inf


def _count_cycles(upper: Half, lower: Half, memory: MemoryBudget, watch: Watch) -> int:
    """Return the number of cycles that visit all cells (and the universal vertex, if there is one)."""
    parts = {"the half": upper} if upper.equals(lower) else {"the upper half": upper, "the lower half": lower}
    plans = [plan_half(half, watch, memory) for half in parts.values()]
    pairs, bits = match(plans[0], plans[-1], watch)
    if not len(pairs):
        return 0
    _refuse_if_too_large(plans, memory)
    for plan in plans:
        drop_dead_ends(plan, watch, memory)
    most = max(int(number_of_ends(layer).max()) for plan in plans for layer in plan.layers)
    if most > LARGEST_ENDS:
        raise UnsuitableAlgorithmError("halves", f"{most} pieces' ends at once are too many")

    sweep = HalfSweep(Tables(most), watch, memory)
    # The rounding error of the bounds is far less than half a bit.
    is_exact = max(plan.bits for plan in plans) + 0.5 < math.log2(tuning().narrow_limit)
    fits = is_exact and bits <= tuning().exact_bits
    moduli = [0] if fits else odd_moduli(bits, RESIDUE_BITS)
    layers: list[CountedLayer] = []
    residues = []
    for modulus in moduli:
        if not (is_exact and layers):
            memory.give(sum(layer.bytes for layer in layers))
            layers.clear()
            sweep.modulus = 0 if is_exact else modulus
            layers += [sweep.run(plan, name) for plan, name in zip(plans, parts, strict=True)]
        residues.append(_join(sweep, upper, layers, pairs, modulus))
    return int(join_residues(residues, moduli))


def _refuse_if_too_large(plans: list[HalfPlan], memory: MemoryBudget) -> None:
    final = 0
    for plan in plans:
        needed = memory.used + final + 4 * max(plan.words)  # the previous layer is freed on the way
        if needed > memory.limit:
            memory.doing = "the sweep, as estimated,"
            raise memory.error(needed)
        final += 4 * plan.words[-1]


def _join(
    sweep: HalfSweep, half: Half, layers: list[CountedLayer], pairs: NDArray[np.int64], modulus: int
) -> int:
    """Return the number of cycles of two joined layers, or of one with itself; modulo *modulus* if not 0."""
    if len(layers) == 2:
        total = join_halves(sweep, half, layers, pairs, modulus)
    else:  # two different blocks are a pair in both orders
        total = 2 * join_halves(sweep, half, layers, pairs[pairs[:, 0] < pairs[:, 1]], modulus)
        total += join_halves(sweep, half, layers, pairs[pairs[:, 0] == pairs[:, 1]], modulus)
    return total % modulus if modulus else total
