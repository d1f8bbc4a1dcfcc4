"""Pairs of cells as callers name them: arrays or cells, one with many, some perhaps not open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.errors import BoardArrayError, CellNameError, GridwalkError
from gridwalk.grids.cells import CellLike, is_one_cell
from gridwalk.grids.checks import plain_array
from gridwalk.grids.grid import Grid

INVALID = ("raise", "none")


@dataclass(frozen=True)
class Places:
    """Cells as flat indices, -1 where what was named is no open cell, and the reasons."""

    flat: NDArray[np.int64]
    reasons: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of(
        cls, grid: Grid, cells: ArrayLike | Iterable[CellLike], name: str, *, keep_invalid: bool = False
    ) -> Places:
        """Return the places of *cells*: an array of shape (n, 2) or (2,), one cell, or any cells.

        Raises an error for the first that is no open cell, unless the invalid ones are kept.
        """
        array = plain_array(cells, name, BoardArrayError) if isinstance(cells, np.ndarray) else None
        if array is not None and array.shape == (2,) and array.dtype.kind in "iu":
            array = array.reshape(1, 2)
        if array is None or array.ndim != 2 or array.shape[1] != 2 or array.dtype.kind not in "iu":
            if not isinstance(cells, Iterable) or (array is not None and not array.ndim):
                raise CellNameError(name, cells)
            return cls._listed(grid, [cells] if is_one_cell(cells) else cells, name, keep_invalid)
        rows, columns = array.astype(np.int64).T
        inside = (rows >= 0) & (rows < grid.rows) & (columns >= 0) & (columns < grid.columns)
        inside[inside] = grid.open_cells[rows[inside], columns[inside]]
        flat = np.where(inside, rows * grid.columns + columns, -1)
        if inside.all():
            return cls(flat)
        wrong = np.flatnonzero(~inside)
        listed = cls._listed(grid, array[wrong].tolist(), name, keep_invalid, wrong.tolist())
        return cls(flat, listed.reasons)

    @classmethod
    def _listed(
        cls,
        grid: Grid,
        cells: Iterable[CellLike],
        name: str,
        keep_invalid: bool,
        numbers: list[int] | None = None,
    ) -> Places:
        flat, reasons = [], {}
        for place, cell in enumerate(cells):
            number = place if numbers is None else numbers[place]
            try:
                row, column = grid.open_cell(cell, f"{name}[{number}]")
            except GridwalkError as error:
                if not keep_invalid:
                    raise
                flat.append(-1)
                reasons[number] = str(error)
            else:
                flat.append(row * grid.columns + column)
        return cls(np.array(flat, np.int64), reasons)


@dataclass(frozen=True)
class Pairs:
    """Pairs of places, rows (source, goal), and why some of them cannot be asked."""

    places: NDArray[np.int64]
    errors: dict[int, str]

    @classmethod
    def of(cls, starts: Places, exits: Places) -> Pairs:
        """Return the pairs that both make; one place goes with all of the other side."""
        n, m = len(starts.flat), len(exits.flat)
        if n != m and 1 not in (n, m):
            raise BoardArrayError(
                f"starts and exits make pairs: {n} starts do not go with {m} exits (one goes with any number)"
            )
        first, second = np.broadcast_arrays(starts.flat, exits.flat)
        pairs = np.stack([first, second], axis=1)
        errors = {}
        for number in np.flatnonzero((pairs < 0).any(axis=1)).tolist():
            reason = starts.reasons.get(number if n > 1 else 0)
            errors[number] = reason or exits.reasons[number if m > 1 else 0]
        return cls(pairs, errors)
