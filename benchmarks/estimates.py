"""Estimates of counts: how good in how much time, and whether their intervals are honest.

Asked: the standard error of `estimate_count` and its time, on open boards, boards with walls, and for closed
knight's tours; whether its intervals hold known numbers as often as they say.  Times are processor time,
all threads together, planning included, beside the time on the clock.

Unfair: nothing is beside it, because no other program gives an interval.  Boards of 27 x 27 and more have
no exact number here.
"""

import statistics
import time

import numpy as np

from benchmarks.figures import Figure
from gridwalk import KING, KNIGHT, Board
from gridwalk.runtime.slices import tier

# name, set, states, runs, the standard error that is aimed at in per cent, the true number or None
TABLE = (
    ("12 x 12", Board.rectangle(12, 12).paths(), 10_000, 30, 1.0, 182413291514248049241470885236),
    ("20 x 20", Board.rectangle(20, 20).paths(), 16_384, 10, 3.0, None),
    ("27 x 27", Board.rectangle(27, 27).paths(), 16_384, 12, 5.0, None),
    ("40 x 40", Board.rectangle(40, 40).paths(), 8_192, 12, 8.0, None),
    ("12 x 12, 60 moves", Board.rectangle(12, 12).paths().of_length(60), 2_000, 12, 1.0,
     33548015746008978536),
    ("30 x 30, 120 moves", Board.rectangle(30, 30).paths().of_length(120), 3_000, 12, 4.0, None),
    ("knight, 8 x 8, closed", Board.rectangle(8, 8, moves=KNIGHT).tours(closed=True), 30_000, 40, 3.0,
     13267364410532),
    ("knight, 10 x 10, closed", Board.rectangle(10, 10, moves=KNIGHT).tours(closed=True), 60_000, 40,
     None, None),
)  # fmt: skip
SEEDS = 15  # of each set and number of states
CLASSES = (0, 4, 8, 16, 32, 1000)  # per cent: half of the width of an interval


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


def small_sets():
    """Return sets of every kind whose numbers are known, and for each a number of states that thins it."""
    sets = [(board_with_walls(9, 9, 0.15, seed=seed).paths(), 20) for seed in range(3)]
    sets += [(board_with_walls(6, 12, 0.1, seed=seed).paths(), 15) for seed in range(2)]
    sets += [(Board.rectangle(side, side).paths(), 4 * side - 16) for side in (7, 8, 9)]
    sets += [(board_with_walls(5, 5, 0.1, seed=seed, moves=KING).paths(), 30) for seed in range(2)]
    sets += [(Board.rectangle(side, side).cycles(), 20) for side in (6, 7)]
    sets += [
        (Board.rectangle(4, 4, moves=KING).cycles(), 30),
        (Board.rectangle(5, 5, moves=KING).paths(), 40),
        (Board.rectangle(6, 6, moves=KNIGHT).tours(closed=True), 100),
        (Board.rectangle(4, 7, moves=KNIGHT).paths(), 60),
        (Board.rectangle(8, 8).tours(closed=True), 25),
        (Board.rectangle(7, 7).paths().through((0, 6), (3, 3)), 30),
        (Board.rectangle(8, 8).paths().of_length(30), 15),
        (Board.rectangle(5, 5, wrap="columns").paths((0, 0), (4, 2)), 15),
    ]
    return sets


def honesty():
    """How often intervals hold the true number, in every class of width, and whether the mean is right."""
    refused, wrong, holds = [0, 0], [], [list[bool]() for _ in CLASSES[1:]]
    for number, (paths, states) in enumerate(small_sets()):
        true, ratios = paths.count(), []
        for times in (1, 4):
            for seed in range(SEEDS):
                found = paths.estimate_count(
                    states=times * states, runs=12, seed=10_000 * number + 100 * times + seed
                )
                if found.exact:
                    continue
                ratios.append(found.value / true)
                if found.is_lower_bound:
                    refused[0] += 1
                    refused[1] += found.low <= true
                    continue
                half = 100 * (found.high - found.low) / (2 * found.value)
                of_class = next(n for n, most in enumerate(CLASSES[1:]) if half < most)
                holds[of_class].append(found.low <= true <= found.high)
        error = statistics.stdev(ratios) / len(ratios) ** 0.5 if len(ratios) > 1 else 0.0
        if error and abs(statistics.mean(ratios) - 1) > 3 * error:
            wrong.append(repr(paths))
    every = [one for some in holds for one in some]
    note = f"{refused[0]} bounds instead, {refused[1]} hold; means off by over 3 standard errors: "
    note += ", ".join(wrong) or "none"
    figures = [Figure(f"intervals of {len(every)} that hold", "%", 100 * statistics.mean(every), note=note)]
    for low, high, some in zip(CLASSES, CLASSES[1:], holds, strict=False):
        name = f"of {len(some)} with a half-width of {low} to {high} %"
        figures.append(Figure(name, "%", 100 * statistics.mean(some or [0]), note=f"{sum(some)} hold"))
    return figures


def figures():
    """Return both: whether intervals are honest, and what they take."""
    with tier("compiled"):
        return [*honesty(), *table()]
