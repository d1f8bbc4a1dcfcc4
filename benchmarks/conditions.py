"""How long do samples of one length take, and counts by length and turns?

Of open rook boards, corner to corner, each on a board of its own, so with the sweep; compiled before.  The
turns of 6 x 6 are listed, too, which at 8 x 8 no listing ends.
"""

from collections import Counter
from itertools import islice
from time import process_time

import numpy as np

import gridwalk as gw
from benchmarks.figures import Figure

ROUNDS = 3


def drawn(side, moves, number):
    """Draw paths of so many moves."""
    return gw.Board.rectangle(side, side).paths().of_length(moves).sample(number, rng=1)


def by_sweep(side):
    """Count by length and turns."""
    return gw.Board.rectangle(side, side).paths().generating_function("length", "turns").coefficients


def by_listing(side):
    """List, and count by length and turns."""
    counts = Counter()
    for batch in gw.Board.rectangle(side, side).paths().batches():
        steps = np.diff(batch.cells, axis=0)
        turned = (steps[1:] != steps[:-1]).any(axis=1)
        turns_before = np.concatenate([[0, 0], np.cumsum(turned)])  # up to each cell
        turns = turns_before[batch.offsets[1:] - 1] - turns_before[batch.offsets[:-1] + 1]
        pairs, numbers = np.unique(np.stack([batch.lengths, turns]), axis=1, return_counts=True)
        counts.update(dict(zip(zip(*pairs.tolist(), strict=True), numbers.tolist(), strict=True)))
    return dict(sorted(counts.items()))


def listed_gap(side):
    """List a few paths of a large board."""
    return list(islice(gw.Board.rectangle(side, side).paths(), 5))


def figures():
    """Return the figures of the page."""
    asked = {
        "1,000 samples of 22 moves, 12 x 12": lambda: drawn(12, 22, 1000),
        "1,000 samples of 60 moves, 30 x 30": lambda: drawn(30, 60, 1000),
        "by length and turns, 6 x 6": lambda: by_sweep(6),
        "by length and turns, 8 x 8": lambda: by_sweep(8),
        "listed": lambda: by_listing(6),
        "the first five paths, 300 x 300": lambda: listed_gap(300),
    }
    seconds = {question: [] for question in asked}
    assert by_sweep(6) == by_listing(6)
    for _ in range(ROUNDS):
        for question, ask in asked.items():
            began = process_time()
            ask()
            seconds[question].append(process_time() - began)
    best = {question: min(taken) for question, taken in seconds.items()}
    listed = best.pop("listed")
    return [
        Figure(question, "s", taken, *(("listing", listed) if "6 x 6" in question else ()))
        for question, taken in best.items()
    ]
