"""Boards printed as rows of numbers: 0 (open) and 1 (wall), or costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridwalk.errors import BoardTextError

if TYPE_CHECKING:
    from gridwalk.board.board import Board


def print_matrix(grid: Board) -> str:
    """Return the rows of 0 (open) and 1 (wall), or of costs, with ``#`` for walls and commas between."""
    costs = [] if grid.costs is None or grid.columns > 1 else grid.costs[grid.open_cells].tolist()
    if any(len(str(cost)) > 1 for cost in costs):
        raise BoardTextError("in a matrix of one column a cost of several digits can be read in two ways")
    return rows_of_numbers(grid, " ")


def print_csv(grid: Board) -> str:
    """Return 0 (open) and 1 (wall), or costs with ``#`` for walls, with commas between."""
    return rows_of_numbers(grid, ",")


def rows_of_numbers(grid: Board, gap: str) -> str:
    """Return 0 (open) and 1 (wall) with *gap* between, or costs, and ``#`` for walls, with commas between."""
    if grid.costs is None:
        lines = np.full((grid.rows, 2 * grid.columns), ord(gap), np.uint8)
        lines[:, ::2] = np.where(grid.open_cells, np.uint8(ord("0")), np.uint8(ord("1")))
        lines[:, -1] = ord("\n")
        return lines.tobytes()[:-1].decode("ascii")
    words = np.where(grid.open_cells, grid.costs.astype(str), "#")
    return "\n".join(map(",".join, words.tolist()))
