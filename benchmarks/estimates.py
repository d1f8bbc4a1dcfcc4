"""Estimates of counts: how good in how much time.  Whether their intervals are honest: `intervals`.

Asked: the standard error of `estimate_count` and its time, on open boards, boards with walls, and for closed
knight's tours.  Times are processor time,
all threads together, planning included, beside the time on the clock.

Unfair: nothing is beside it, because no other program gives an interval.  Boards of 27 x 27 and more have
no exact number here.
"""

import time

import numpy as np

from benchmarks.figures import Figure
from gridwalk import KNIGHT, Board
from gridwalk.runtime.slices import tier

# name, set, states, runs, the standard error that is aimed at in per cent, the true number or None
TABLE = (
    ("12 x 12", Board.rectangle(12, 12).paths(), 10_000, 30, 1.0, 182413291514248049241470885236),
    ("20 x 20", Board.rectangle(20, 20).paths(), 16_384, 10, 3.0, None),
    ("27 x 27", Board.rectangle(27, 27).paths(), 16_384, 12, 5.0, None),
    ("40 x 40", Board.rectangle(40, 40).paths(), 8_192, 12, 8.0, None),
    ("12 x 12, 60 moves", Board.rectangle(12, 12).paths().of_length(60), 2_000, 12, 1.0,
     33548015746008978536),
    ("16 x 16, 80 moves", Board.rectangle(16, 16).paths().of_length(80), 3_000, 16, 1.3, None),
    ("30 x 30, 120 moves", Board.rectangle(30, 30).paths().of_length(120), 3_000, 12, 4.0, None),
    ("knight, 8 x 8, closed", Board.rectangle(8, 8, moves=KNIGHT).tours(closed=True), 30_000, 40, 3.0,
     13267364410532),
    ("knight, 10 x 10, closed", Board.rectangle(10, 10, moves=KNIGHT).tours(closed=True), 60_000, 40,
     None, None),
)  # fmt: skip


def board_with_walls(rows, columns, share, *, seed, **options):
    """Return a board with a share of random walls on which there is a path."""
    random = np.random.default_rng(seed)
    while True:
        open_cells = random.random((rows, columns)) >= share
        open_cells[0, 0] = open_cells[-1, -1] = True
        board = Board(open_cells, **options)
        if board.paths().find() is not None:
            return board


def table():
    """The standard error, and the time it took."""
    cases = list(TABLE)
    for share in (0.1, 0.2):
        board = board_with_walls(40, 40, share, seed=1)
        cases.append((f"40 x 40, {share:.0%} walls", board.paths(), 8_192, 12, None, None))
    rows = []
    for name, paths, states, runs, aim, true in cases:
        began, clock = time.process_time(), time.monotonic()
        found = paths.estimate_count(states=states, runs=runs, seed=1)
        used, passed = time.process_time() - began, time.monotonic() - clock
        known = "" if true is None else f"; {found.value / true:.3f} of the true number"
        note = f"{found}; {used:.3g} s, by the clock {passed:.3g} s; {runs} runs of {states:,} states{known}"
        rows.append(Figure(f"{name}, standard error", "%", 100 * found.relative_error, aim=aim, note=note))
    return rows


def figures():
    """Return what estimates take."""
    with tier("compiled"):
        return table()
