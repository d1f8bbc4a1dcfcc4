"""Errors in the parts of a board: cells, walls, costs, moves."""

from __future__ import annotations

from gridwalk.errors.base import Cell, InputError


def _is_square(given: str | None) -> bool:
    return given is not None and given.strip()[:1].isalpha()


class OutsideBoardError(InputError):
    """A cell that is not on the board; *given* is its name where it was given by a name."""

    def __init__(self, name: str, cell: Cell, shape: tuple[int, int], given: str | None = None) -> None:
        self.name, self.cell, self.shape, self.given = name, cell, shape, given
        rows, columns = shape
        ranges = f"rows run 0..{rows - 1} and columns 0..{columns - 1}"
        row, column = cell
        if _is_square(given):
            words = f"is outside the board: it would be {cell}; {ranges} (a1 is the bottom left)"
        else:
            words = f"is outside the board: {ranges} (cells are (row, column), row 0 on top)"
            if 0 <= column < rows and 0 <= row < columns:
                words += f"; {(column, row)} is inside: did you pass (x, y)?"
        super().__init__(words, (name, cell if given is None else given))


class WallCellError(InputError):
    """A cell that must be open is a wall; *given* is its name where it was given by a name."""

    def __init__(
        self, name: str, cell: Cell, swapped_is_open: bool = False, given: str | None = None
    ) -> None:
        self.name, self.cell, self.given = name, cell, given
        words = "is a wall; it must be an open cell"
        if swapped_is_open and not _is_square(given):
            words += f"; {cell[::-1]} is open: did you pass (x, y)?"
        super().__init__(words, (name, cell if given is None else given))


class ClosedMarkError(InputError):
    """A wall put on the start or an exit of the board."""

    def __init__(self, mark: str, cell: Cell) -> None:
        self.mark, self.cell = mark, cell
        what = "the board's start" if mark == "start" else "an exit of the board"
        super().__init__(
            f"no wall can be put at {cell}, {what}: choose another cell, or move the mark first with "
            f"board.replace({mark}=...)"
        )


class CellNameError(InputError):
    """Something that is neither ``(row, column)`` nor a square name."""

    def __init__(self, name: str, value: object) -> None:
        self.name, self.value = name, value
        super().__init__(
            "is not a cell: give row,column (0,0 is the top left) or a square name (a1 is the bottom left)",
            (name, value),
        )


class NoOpenCellError(InputError):
    """A board without a single open cell."""

    def __init__(self, shape: tuple[int, int]) -> None:
        self.shape = shape
        super().__init__(f"the board has no open cell: all {shape[0]} x {shape[1]} are walls")


class BoardArrayError(InputError):
    """An array that is not a board: of the wrong shape or type."""


class BoardSizeError(InputError):
    """A board without cells, or with too many."""

    def __init__(self, shape: tuple[int, int], limit: int) -> None:
        self.shape, self.limit = shape, limit
        super().__init__(
            f"a board of {shape[0]} x {shape[1]} is not possible: "
            f"it must have at least 1 and at most {limit:,} cells"
        )


class PathCellsError(InputError):
    """Cells that are not a path: not integers of shape ``(n, 2)``, none at all, or off the board."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(
            f"cells must be integers of shape (n, 2), each (row, column) on the board, at least one: {reason}"
        )


class CostsError(InputError):
    """Cell costs that are not finite numbers of the board's shape, 0 or more."""


class OneWayError(InputError):
    """A one-way cell that is a wall, or whose direction is not a move of the board."""


class PortalsError(InputError):
    """A portal that begins or ends in a wall, is given twice, or is none."""


class WallsError(InputError):
    """Walls between cells that are not two arrays of bool of the board's shape."""


class ThicknessError(InputError):
    """A board that cannot be put into its thick or thin form."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"this board has no other form: {reason}")


class MovesError(InputError):
    """Invalid moves."""
