"""Two formats with the ending ``.maz``: bytes of micromouse contests, and the text of the game MIDI Maze.

Micromouse: a byte for each room of a square, column by column from the west, each from the south northwards;
bit 1 is a wall in the north, 2 east, 4 south, 8 west.  So each wall stands there twice, and both sides must
agree.  The start is the south-west corner, the goal the middle: four rooms if the side is even.

MIDI Maze: two digits, the side less 1; then rows of ``X`` (wall) and ``.`` (open).
"""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import BoardTextError, Cell, DeclaredShapeError, NotPrintableError, RaggedRowsError
from gridwalk.io.boardtext import BoardText, among, rectangle_of, refuse_at, wrong_at
from gridwalk.io.content import Content, Fit

if TYPE_CHECKING:
    from gridwalk.grids.grid import Grid

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
SIDES = (16, 32)  # of contests: 256 and 1024 bytes
_ORDER = (
    "the bits are 1 north, 2 east, 4 south, 8 west; columns from the west, each from the south northwards"
)


def fit_maz(content: Content) -> Fit:
    """SURE if both sides of all walls agree, in a file of 256 or 1024 bytes; MAYBE by the ending."""
    data = content.data or b""
    side = isqrt(len(data))
    if side * side != len(data) or side < 2 or len(data) > 1 << 20 or max(data) > 15:
        return Fit.NO
    if side in SIDES and _why_not(_rooms(data)) is None:
        return Fit.SURE
    return Fit.MAYBE if content.ending == ".maz" else Fit.NO


def parse_maz(data: bytes) -> BoardText:
    """Read the bytes of a micromouse maze."""
    side = isqrt(len(data))
    if side * side != len(data) or side < 1:
        raise BoardTextError(
            f"byte {len(data)}: the file ends; a micromouse maze has a byte for each room of a square, "
            "256 for 16 x 16 or 1024 for 32 x 32"
        )
    codes = np.frombuffer(data, np.uint8)
    if (codes > 15).any():
        at = int((codes > 15).argmax())
        raise BoardTextError(f"byte {at}: {codes[at]:#04x} is more than four walls; {_ORDER}")
    rooms = _rooms(data)
    if (wrong := _why_not(rooms)) is not None:
        (row, column), words = wrong
        at = column * side + side - 1 - row
        raise BoardTextError(f"byte {at}, room {(row, column)}: {words}; {_ORDER}")
    low, high = (side - 1) // 2, side // 2
    centre = tuple((r, c) for r in range(low, high + 1) for c in range(low, high + 1)) if side > 2 else ()
    walls = (rooms[:, :-1] & EAST) > 0, (rooms[:-1] & SOUTH) > 0
    return BoardText(
        "micromouse maze in bytes",
        np.ones((side, side), bool),
        start=(side - 1, 0),
        exits=tuple(sorted(set(centre))),
        walls=walls,
    )


def print_maz(grid: Grid) -> bytes:
    """Return the bytes of *grid*, a square of 16 or 32 open cells a side."""
    if grid.rows != grid.columns or grid.rows not in SIDES:
        raise NotPrintableError(
            f"a micromouse maze in bytes has 16 x 16 or 32 x 32 cells, not {grid.rows} x {grid.columns}"
        )
    if not grid.open_cells.all():
        cell = divmod(int(grid.open_cells.argmin()), grid.columns)
        raise NotPrintableError(f"a micromouse maze has no closed cells, and {cell} is one")
    side = grid.rows
    east, south = np.ones((side, side), bool), np.ones((side, side), bool)
    east[:, :-1] = False if grid.walls is None else grid.walls.right[:, : side - 1]
    south[:-1] = False if grid.walls is None else grid.walls.below[: side - 1]
    north, west = np.ones((side, side), bool), np.ones((side, side), bool)
    north[1:], west[:, 1:] = south[:-1], east[:, :-1]
    rooms = NORTH * north + EAST * east + SOUTH * south + WEST * west
    printed: bytes = rooms[::-1].T.astype(np.uint8).tobytes()
    return printed


def _rooms(data: bytes) -> NDArray[np.uint8]:
    side = isqrt(len(data))
    return np.frombuffer(data, np.uint8).reshape(side, side).T[::-1]


def _why_not(rooms: NDArray[np.uint8]) -> tuple[Cell, str] | None:
    """Return the first room that is wrong, and why."""
    checks: tuple[tuple[Any, str], ...] = (
        (
            (rooms[:, :-1] & EAST > 0) != (rooms[:, 1:] & WEST > 0),
            "the room in the east has another wall between",
        ),
        (
            (rooms[:-1] & SOUTH > 0) != (rooms[1:] & NORTH > 0),
            "the room in the south has another wall between",
        ),
    )
    for differ, words in checks:
        if differ.any():
            row, column = divmod(int(differ.argmax()), differ.shape[1])
            return (row, column), words
    border = np.zeros(rooms.shape, bool)
    border[0] |= rooms[0] & NORTH == 0
    border[-1] |= rooms[-1] & SOUTH == 0
    border[:, 0] |= rooms[:, 0] & WEST == 0
    border[:, -1] |= rooms[:, -1] & EAST == 0
    if border.any():
        row, column = divmod(int(border.argmax()), len(rooms))
        return (row, column), "the border is open here"
    return None


# ---------------------------------------------------------------- MIDI Maze


def fit_midi(content: Content) -> Fit:
    """SURE if the first line is two digits, and all others are X and ``.``."""
    lines = content.lines
    if len(lines) < 2 or len(lines[0].strip()) != 2 or not set(lines[0].strip()) <= set("0123456789"):
        return Fit.NO
    return Fit.SURE if set("".join(lines[1:])) <= set("X. ") else Fit.NO


def parse_midi(text: str) -> BoardText:
    """Read the text of MIDI Maze."""
    head, _, rest = text.lstrip("\n").partition("\n")
    line = len(text) - len(text.lstrip("\n")) + 1
    if len(head.strip(" ")) != 2 or not set(head.strip(" ")) <= set("0123456789"):
        wrong_at(line, 1, f"{head.strip()[:20]!r} stands where the side less 1 should, in two digits")
    side = int(head.strip(" ")) + 1
    codes, first = rectangle_of("\n" * line + rest)
    odd = ~among(codes, "X.")
    if odd.any():
        r, c = divmod(int(odd.argmax()), codes.shape[1])
        if codes[r, c] == ord(" "):
            raise RaggedRowsError(first + r, int((codes[r] != ord(" ")).sum()), side)
        refuse_at(text, first + r, c + 1, "'X' wall and '.' open")
    if (codes.shape[0], codes.shape[1]) != (side, side):
        raise DeclaredShapeError(
            f"line {line} says {side} x {side} cells ({head.strip()} and 1), but there are "
            f"{codes.shape[0]} x {codes.shape[1]}"
        )
    return BoardText("MIDI Maze", codes == ord("."))


def print_midi(grid: Grid) -> str:
    """Return *grid*, a square of 2 to 100 cells a side."""
    if grid.rows != grid.columns or grid.rows > 100:
        raise NotPrintableError(
            f"a MIDI Maze is a square of at most 100 x 100 cells, not {grid.rows} x {grid.columns}"
        )
    rows = ["".join(row) for row in np.where(grid.open_cells, ".", "X").tolist()]
    return "\n".join([f"{grid.rows - 1:02}", *rows])
