"""How large a count of tours by halves will be: formulas, measured on boards of 5 x 5 to 9 x 8 cells.

At the widest place all middle cells have no move, one or two, and the k pairs of those with one are matched
in (2k - 1)!! ways: ``F(n) = 2 F(n - 1) + (n - 1) F(n - 2)`` states for n cells.  On a low board there
are not so many partial tours; then their number counts, a power of the cells behind.
"""

from __future__ import annotations

from math import inf

from gridwalk.frontier.estimate import Estimate
from gridwalk.frontier.halves.steps import Half

LIKELY = 0.6  # of the states, mostly right within a factor of four for knights, kings and rooks
WAYS = 2.3, 3.0  # partial tours for every cell behind: closed, open
CROWDED = 3  # moves to each middle row from which on the next row counts, too
STEPS = 0.4  # of the widest place's states, for each cell of the rows of a half
SIGNATURES = 0.15  # of the 3**n that there are
BYTES = 8  # for a state: both layers, and room
BITS = 0.85  # of the count, for each cell of the board
EXACT_BITS = 63
SECONDS = 1.5e-8  # for a state looked at


def estimate_halves(upper: Half, lower: Half, equal: bool) -> Estimate:
    """Return what a count of tours will take."""
    halves = [upper] if equal else [upper, lower]
    middle = upper.middle * upper.columns + upper.apex
    cells = middle + (len(upper.later) / upper.middle > CROWDED)
    own = max(half.cells for half in halves)
    states = LIKELY / (1 / _matched(cells) + 1 / _power(WAYS[upper.apex], own))
    board = upper.cells + lower.cells + upper.middle * upper.columns
    residues = 1 + int(BITS * board) // EXACT_BITS
    work = states * max(1.0, STEPS * sum(half.cells for half in halves)) * residues
    signatures = SIGNATURES * _power(3.0, cells) * 8 * sum(half.own for half in halves)
    return Estimate("halves", states, BYTES * states + signatures, work, work * SECONDS)


def _matched(cells: int) -> float:
    """Return the number of states of so many cells."""
    before, now = 1.0, 1.0
    for n in range(cells):
        before, now = now, 2 * now + n * before
    return min(now, 1e300)


def _power(base: float, exponent: int) -> float:
    return base**exponent if exponent < 500 else inf
