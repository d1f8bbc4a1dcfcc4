"""The lower bound that steers A*: ``rate * longer + slope * shorter`` of the two differences.

With c the least cost of a move, (rate, slope) is (c, c) for rook moves (Manhattan), (c, 0) for king
moves at equal cost (Chebyshev), (c, (sqrt 2 - 1) c) where a diagonal costs sqrt 2 times as much
(octile), and (c / r, 0) for moves that reach r rows or columns, rounded down in whole numbers.
All are consistent: no move lowers the bound by more than it costs.
"""

from gridwalk.kernels._kernel import kernel


@kernel
def bound(v, goal_row, goal_column, columns, rate, slope):
    """Return the lower bound of the cost from cell *v* to the goal."""
    row = v // columns
    down = abs(row - goal_row)
    across = abs(v - row * columns - goal_column)
    return rate * max(down, across) + slope * min(down, across)
