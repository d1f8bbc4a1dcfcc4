"""Texts of one character a cell, each with a table of what the characters mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import (
    BoardSizeError,
    Cell,
    EmptyTextError,
    MarksError,
    NotPrintableError,
    UnknownCharacterError,
)
from gridwalk.grids.checks import MAX_CELLS

if TYPE_CHECKING:
    from gridwalk.grids.grid import Grid

OTHER = 127  # every character outside ASCII: no table has it

Codes = NDArray[np.uint8]


def table_of(lines: Sequence[str], fill: str = " ") -> Codes:
    """Return the characters of *lines* as codes, rows by columns; shorter rows are filled up."""
    width = max(map(len, lines), default=0)
    if width == 0:
        raise EmptyTextError
    if len(lines) * width > MAX_CELLS:
        raise BoardSizeError((len(lines), width), MAX_CELLS)
    text = "".join(line.ljust(width, fill) for line in lines)
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    return np.where(codes < OTHER, codes, OTHER).astype(np.uint8).reshape(len(lines), width)


def is_one_of(codes: Codes, characters: str) -> NDArray[np.bool_]:
    """Return which codes are one of *characters*."""
    table = np.zeros(256, bool)
    table[list(map(ord, characters))] = True
    return table[codes]


def cells_with(codes: Codes, characters: str) -> tuple[Cell, ...]:
    """Return the cells of *characters*, in reading order."""
    rows, columns = np.nonzero(is_one_of(codes, characters))
    return tuple(zip(rows.tolist(), columns.tolist(), strict=True))


def refuse_others(
    codes: Codes, lines: Sequence[str], characters: str, allowed: str, *, first_line: int = 1
) -> None:
    """Raise `UnknownCharacterError` for the first of *codes* that is none of *characters*."""
    strange = ~is_one_of(codes, characters)
    if strange.any():
        row, column = divmod(int(strange.argmax()), codes.shape[1])
        raise UnknownCharacterError(first_line + row, column + 1, lines[row][column], allowed)


def at_most_one(cells: tuple[Cell, ...]) -> Cell | None:
    """Return the only start, or None; raise `MarksError` if there are two."""
    if len(cells) > 1:
        raise MarksError(cells[0], cells[1])
    return cells[0] if cells else None


def text_of(codes: Codes) -> str:
    """Return codes as lines."""
    lines = np.full((codes.shape[0], codes.shape[1] + 1), ord("\n"), np.uint8)
    lines[:, :-1] = codes
    return lines.tobytes()[:-1].decode("ascii")


def drawn(grid: Grid, wall: str, floor: str) -> Codes:
    """Return a grid in two characters."""
    return np.where(grid.open_cells, np.uint8(ord(floor)), np.uint8(ord(wall)))


def one_mark_a_cell(grid: Grid, title: str) -> None:
    """Raise `NotPrintableError` if the start is an exit, too."""
    if grid.start in grid.exits:
        raise NotPrintableError(f"a {title} has one mark a cell, and {grid.start} is both start and exit")


def lines_of(text: str) -> tuple[list[str], int]:
    """Return the lines between empty ones at both ends, and the number of the first, from 1."""
    bare = text.lstrip("\n")
    return (bare.rstrip("\n").split("\n") if bare else []), len(text) - len(bare) + 1


def outside_of(codes: Codes, blanks: str, walls: str) -> NDArray[np.bool_]:
    """Return the blanks before the first or after the last wall of their row or column."""
    is_wall = is_one_of(codes, walls)

    def between(axis: int) -> NDArray[np.bool_]:
        before = np.logical_or.accumulate(is_wall, axis)
        after = np.flip(np.logical_or.accumulate(np.flip(is_wall, axis), axis), axis)
        return before & after

    inside: NDArray[np.bool_] = between(0) & between(1)
    return ~inside & is_one_of(codes, blanks)


def only(lines: Iterable[str], characters: str) -> bool:
    """Whether *lines* have no other characters."""
    return set("".join(lines)) <= set(characters)
