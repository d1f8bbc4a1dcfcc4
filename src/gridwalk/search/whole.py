"""The costs of a board as whole numbers, for searches by buckets; and what such a search works with.

Whole costs are taken as they are, others if all are multiples of 1 / `FINEST`, so that sums are exact.
A diagonal that costs a factor more is p where a straight step costs q, with p / q so near to the factor that
sums of steps keep their order.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.board import Board
from gridwalk.board.repairs import Change, CostFacts
from gridwalk.kernels.search.buckets import INSIDE, SHIFT
from gridwalk.runtime.cache import Key
from gridwalk.runtime.memory import copied
from gridwalk.search.solver import Model, Scratch

WHOLE: Key[Model | None] = Key("whole costs")
MOST_BUCKETS = 2048  # it may take long to look for a bucket that is not empty
WIDER = 2  # so many doublings of a bucket beyond the least cost are allowed
ROOM = 1 << 60  # distances are below it
SMALL = 1 << 29  # twice the distances are below it where labels have 32 bits
FINEST = 2.0**10  # what 1 is, where costs are real
SOME = 64  # cells that tell soon that costs are no such multiples
EXACT = 1e-15  # relative
FINE = 64.0  # parts of a step, where all cost the same and bounds are shares of it
TABLE, COSTS, PRICES, FRAME = range(4)  # parts of a model
REACH, RING = 5, 6  # entries of a frame: how far labels may be above a base, how many buckets


def whole_costs(board: Board) -> Model | None:
    """Return the model of `pairs.find_buckets`; None where costs are not whole, or differ too much.  Kept."""
    return board._kept.get(WHOLE, lambda: _in_units(board))


def _in_units(board: Board) -> Model | None:
    factors = board._step_costs.factor_of_move
    total = float(board.size) if board.costs is None else CostFacts.of(board).total
    if (units := _units_of(board, total)) is None:
        return None
    one, straight, slanted, shift, *frame = units
    factor_of_move = None if straight == slanted else np.where(factors == 1, straight, slanted)
    costs_in_kernels = _scaled(board, slice(None), one), factor_of_move, shift
    table = board._moves_of_cell, board._delta_of_move
    return table, costs_in_kernels, factors / one, np.array(frame, np.int64)


def _scaled(board: Board, places: Any, one: float) -> NDArray[Any]:
    """Return the whole costs of cells."""
    if board.costs is None:
        return np.full(board.size, one, np.uint8)
    costs: NDArray[Any] = board.costs.reshape(-1)[places]
    if costs.dtype.kind == "f":
        costs = costs * one  # whole, but for walls
    return costs.astype(np.uint8 if one == 1 and board._step_costs.greatest_cell < 256 else np.int64)


def _units_of(board: Board, total: float) -> tuple[Any, ...] | None:
    """Return what 1 is, a straight and a diagonal step, the shift of a bucket, and the frame."""
    steps = board._step_costs
    whole, factors = board.costs is None or board.costs.dtype.kind == "i", {*steps.factor_of_move.tolist()}
    if steps.extra_of_move.any() or steps.least <= 0 or factors - {1.0, float(steps.diagonal)}:
        return None  # prices of portals; and where steps cost nothing, a way back may go in circles
    same = min(factors) if len(factors) == 1 else 1.0  # a factor of all steps is left out
    least, greatest, *rates = (
        cost / same for cost in (steps.least, steps.greatest, *steps.rates(is_wrapped=board.wrap is not None))
    )
    one = 1.0 if board.costs is not None or len(factors) > 1 or rates[0] == 1 else FINE
    if board.costs is not None and not whole:
        if not _are_multiples(board.costs[board.open_cells]):
            return None
        one = FINEST
    straight, slanted = _near(steps.diagonal) if len(factors) > 1 else (1, 1)
    unit = one * straight
    if (total := total * one * max(straight, slanted)) >= ROOM:
        return None
    shift = max(1, int(least * unit)).bit_length() - 1
    most = 2 * int(greatest * unit) + 2  # a move may raise both a distance and a bound
    shift += min(WIDER, max(0, ((most >> shift) + 1).bit_length() - MOST_BUCKETS.bit_length() + 1))
    ring = 1 << ((most >> shift) + 1).bit_length()
    if ring > MOST_BUCKETS:
        return None
    bits, columns = board.size.bit_length() + board.columns.bit_length(), board.columns
    aim = columns, (1 << bits) // columns + 1, bits, *(int(rate * unit) for rate in rates)
    return one, straight, slanted, shift, *aim, _reach(total), ring


def _reach(total: float) -> int:
    """Return how far labels may be above a base where all cells together cost *total* units."""
    return 2 << int(total + 1).bit_length()


def repaired(model: Model, change: Change) -> Model | None:
    """Return the *model* with the repaired legal-move table and costs; None where it must be made anew."""
    (_, delta_of_move), (flat, factor_of_move, shift), prices, frame = model
    board = change.after
    if board.costs is not None:
        one = float(board._step_costs.factor_of_move[0] / prices[0])
        most = 1 if factor_of_move is None else int(factor_of_move.max())
        if board.costs.dtype.kind == "f" and not _are_multiples(board.costs.reshape(-1)[change.priced]):
            return None
        frame = frame.copy()
        frame[REACH] = min(_reach(CostFacts.of(board).total * one * most), ROOM)
        if change.is_repriced or _is_small(frame) != _is_small(model[FRAME]) or frame[REACH] == ROOM:
            return None
        if len(change.priced):
            flat = copied(flat)
            flat[change.priced] = _scaled(board, change.priced, one)
    return (board._moves_of_cell, delta_of_move), (flat, factor_of_move, shift), prices, frame


def _is_small(frame: NDArray[np.int64]) -> bool:
    """Whether labels have room in 32 bits."""
    return bool(frame[REACH] < SMALL)


def may_fit(board: Board) -> bool:
    """Whether real costs of a changed board may all have become multiples: nothing speaks against it soon."""
    if board.costs is None:
        return False
    some = np.flatnonzero(board.open_cells.reshape(-1)[: SOME * SOME])[:SOME]
    return _are_multiples(board.costs.reshape(-1)[some])


def _are_multiples(costs: NDArray[np.float64]) -> bool:
    """Whether real costs are whole in units of 1 / `FINEST`."""
    return bool((costs * FINEST % 1 == 0).all())


def _near(number: float) -> tuple[int, int]:
    """Return q and p: p / q is *number*, but for rounding.

    >>> _near(1.5), _near(2**0.5)
    ((2, 3), (15994428, 22619537))
    """
    over, under = float(number).as_integer_ratio()
    p, q, last_p, last_q = 1, 0, 0, 1
    while under and abs(p - number * q) > EXACT * p:
        whole = over // under
        p, q, last_p, last_q = whole * p + last_p, whole * q + last_q, p, q
        over, under = under, over - whole * under
    return q, p


def scratch_of(model: Model, open_count: int, room: int) -> Scratch:
    """Return what a search works with: labels, queue, fresh cells, registers, way back."""
    size, moves, ring = len(model[TABLE][0]), len(model[TABLE][1]), int(model[FRAME][RING])
    cost_of_cell, factor_of_move, _ = model[COSTS]  # three kinds of kernels suffice for nearly all boards
    small = _is_small(model[FRAME]) and cost_of_cell.dtype == np.uint8 and factor_of_move is None
    labels = np.zeros(size, np.int32 if small else np.int64), np.ones(2, np.int64)
    chunks = ring + INSIDE * moves + room * (open_count // 4 + 1024 >> SHIFT)
    queue = np.empty(ring, np.int32), np.empty(chunks << SHIFT, np.int32)
    fresh = np.empty(INSIDE * moves + 1, np.int32)
    return labels, queue, fresh, np.zeros(10, np.int64), np.empty(open_count, np.int32)
