"""Seeded inputs of the benchmarks: perfect mazes."""

import numpy as np

from gridwalk.kernels._kernel import kernel


@kernel
def carve(walls, stack, random):
    """Carve a depth-first maze out of *walls*, rooms at odd cells; *random* is the generator's state."""
    rows, columns = walls.shape
    depth = 0
    stack[0, 0], stack[0, 1] = 1, 1
    walls[1, 1] = False
    while depth >= 0:
        row, column = stack[depth, 0], stack[depth, 1]
        chosen, seen = -1, 0
        for m in range(4):
            r, c = row + (2, 0, -2, 0)[m], column + (0, 2, 0, -2)[m]
            if 0 < r < rows and 0 < c < columns and walls[r, c]:
                seen += 1
                random[0] = (random[0] * 1103515245 + 12345) % 2147483648
                if (random[0] >> 8) % seen == 0:
                    chosen = m
        if chosen < 0:
            depth -= 1
            continue
        r, c = row + (2, 0, -2, 0)[chosen], column + (0, 2, 0, -2)[chosen]
        walls[(row + r) // 2, (column + c) // 2] = False
        walls[r, c] = False
        depth += 1
        stack[depth, 0], stack[depth, 1] = r, c


def perfect_maze(side, seed=1):
    """Return the open cells of a depth-first maze of *side* x *side* cells (odd)."""
    walls = np.ones((side, side), bool)
    carve.compiled(walls, np.zeros((side * side // 4 + 1, 2), np.int32), np.array([seed], np.int64))
    return ~walls
