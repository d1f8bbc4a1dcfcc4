"""How long do counts and samples under a condition take?

Paths of one length, counts by turns, induced paths, ends anywhere, disjoint paths; of open rook
boards, corner to corner if nothing is said.  Each is on a board of its own, so with the sweep; compiled
before.  Beside them stands what one would do without: list all paths, or count for each end.
"""

from collections import Counter
from itertools import islice
from time import process_time

import numpy as np

import gridwalk as gw
from benchmarks.figures import Figure

ROUNDS = 3
LISTING, EACH_END = "listing", "a count for each end"


def square(side):
    """Return a board that nobody has asked yet."""
    return gw.Board.rectangle(side, side)


def drawn(side, moves, number):
    """Draw paths of the given number of moves."""
    return square(side).paths().of_length(moves).sample(number, seed=1)


def by_sweep(side):
    """Count by the number of turns."""
    return square(side).paths().lengths(measure="turns")


def by_listing(side):
    """List, and count by the number of turns."""
    counts = Counter()
    for batch in square(side).paths().batches():
        steps = np.diff(batch.cells, axis=0)
        turned = (steps[1:] != steps[:-1]).any(axis=1)
        turns_before = np.concatenate([[0, 0], np.cumsum(turned)])  # up to each cell
        turns = turns_before[batch.offsets[1:] - 1] - turns_before[batch.offsets[:-1] + 1]
        counts.update(turns.tolist())
    return dict(sorted(counts.items()))


def number(paths):
    """List, and count."""
    return sum(1 for _ in paths)


def each_end(side):
    """Count the paths to each cell."""
    board = square(side)
    return [[board.paths((0, 0), (i, j)).count() for j in range(side)] for i in range(side)]


def pairs_of(side):
    """Return two paths that share no cell, each along a side."""
    far = side - 1
    return square(side).path_pairs(((0, 0), (0, far)), ((far, 0), (far, far)))


# What is asked, how, what stands beside it, and how that answers.
QUESTIONS = (
    ("1,000 samples of 22 moves, 12 x 12", lambda: drawn(12, 22, 1000), "", None),
    ("1,000 samples of 60 moves, 30 x 30", lambda: drawn(30, 60, 1000), "", None),
    ("count of 60 moves, 30 x 30", lambda: square(30).paths().of_length(60).count(), "", None),
    ("by turns, 6 x 6", lambda: by_sweep(6), LISTING, lambda: by_listing(6)),
    ("by turns, 8 x 8", lambda: by_sweep(8), "", None),
    ("induced paths, 7 x 7", lambda: square(7).paths().induced().count(), LISTING,
     lambda: number(square(7).paths().induced())),
    ("induced paths, 10 x 10", lambda: square(10).paths().induced().count(), "", None),
    ("induced paths, 12 x 12", lambda: square(12).paths().induced().count(), "", None),
    ("to anywhere, 5 x 5", lambda: square(5).paths((0, 0), "anywhere").count(), LISTING,
     lambda: number(square(5).paths((0, 0), "anywhere"))),
    ("to anywhere, 10 x 10", lambda: square(10).paths((0, 0), "anywhere").count(), "", None),
    ("counts by end, 8 x 8", lambda: square(8).paths((0, 0), "anywhere").counts_by_end().tolist(), EACH_END,
     lambda: each_end(8)),
    ("two disjoint paths, 5 x 5", lambda: pairs_of(5).count(), LISTING, lambda: number(pairs_of(5))),
    ("two disjoint paths, 8 x 8", lambda: pairs_of(8).count(), "", None),
    ("the first five paths, 300 x 300", lambda: list(islice(square(300).paths(), 5)), "", None),
)  # fmt: skip


def figures():
    """Return the figures of the page."""
    asked = {(name, ""): ask for name, ask, _, _ in QUESTIONS}
    asked |= {(name, peer): ask for name, _, peer, ask in QUESTIONS if ask is not None}
    answers = {of: ask() for of, ask in asked.items()}  # compiles, too
    for name, _, peer, _ in QUESTIONS:
        assert not peer or answers[name, ""] == answers[name, peer], name
    seconds = {of: [] for of in asked}
    for _ in range(ROUNDS):
        for of, ask in asked.items():
            began = process_time()
            ask()
            seconds[of].append(process_time() - began)
    best = {of: min(taken) for of, taken in seconds.items()}
    return [
        Figure(name, "s", best[name, ""], peer, best[name, peer] if peer else None)
        for name, _, peer, _ in QUESTIONS
    ]
