"""Lines before and after a board: sizes, the cells of start and exit, a path of letters."""

from __future__ import annotations

import re
from typing import Any

from gridwalk.errors import Cell, Message, UnclearBoardError, error_of
from gridwalk.io.boardtext import BoardText
from gridwalk.io.text.conventions import EXIT_NAME
from gridwalk.io.text.layout import Layout, beside_numbers
from gridwalk.io.text.rows import HEADER
from gridwalk.io.text.sides import side_of

_PATH = re.compile(r"[NESW]{3,}|[UDLR]{3,}|[news]{3,}|[udlr]{3,}")
_STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


def with_other_lines(board: BoardText, layout: Layout, notes: list[str]) -> BoardText:
    """Return *board* with the ends in the lines before and after it; raise an error for other lines."""
    lines = [line.strip() for line in (*layout.before, *layout.after) if line.strip()]
    path = next((line for line in lines if _PATH.fullmatch(line)), "")
    lines = [line for line in lines if line != path]
    named = [entry for line in lines for entry in beside_numbers(line) or [("", [])]]
    numbers = [pair for _, pair in sorted(named, key=lambda entry: bool(EXIT_NAME.match(entry[0])))]
    if [len(pair) for pair in numbers] == [4]:
        numbers = [numbers[0][:2], numbers[0][2:]]
    shape = board.open_cells.shape
    if board.walls is not None and len(numbers) in (1, 3) and tuple(numbers[0]) in (shape, shape[::-1]):
        numbers = numbers[1:]
    if not numbers:
        return board
    line = lines[0][:40]
    if any(len(pair) != 2 for pair in numbers) or len(numbers) > 2:
        raise _beside("beside the board stands {line!r}, which is no row and no cell", line=line)
    if shape[1] == 2 and board.walls is None:
        raise _beside("beside the board stands {line!r}: it may be another board, or an end", line=line)
    cells = _placed(board, [(a, b) for a, b in numbers], layout.sizes, path, notes)
    marked = [cell for cell in (board.start, *board.exits) if cell is not None]
    if marked and board.walls is None and cells != marked[: len(cells)]:
        seen = "{cells} are marked on the board, and beside it stands {others}: which are the ends?"
        raise error_of(UnclearBoardError, seen, cells=marked, others=cells)
    return board._replace(start=cells[0], exits=tuple(cells[1:]) or board.exits)


def _beside(template: str, advice: str = "", **values: Any) -> UnclearBoardError:
    seen = Message(template, **values)
    return UnclearBoardError(seen + HEADER + advice, seen)


def _placed(
    board: BoardText, numbers: list[tuple[int, int]], sizes: tuple[int, ...], path: str, notes: list[str]
) -> list[Cell]:
    """Return the cells of pairs of numbers, if there is one way to read all of them as open cells.

    A pair may be (row, column) or (x, y), from 0 or from 1.  The order of unequal sizes in a header decides.
    """
    found: dict[tuple[Cell, ...], str] = {}
    for order in ("row, column", "x, y"):
        for base in (0, 1):
            pairs = [pair if order == "row, column" else pair[::-1] for pair in numbers]
            cells = tuple((row - base, column - base) for row, column in pairs)
            is_open = all(board.is_open(cell) for cell in cells)
            if is_open and (not path or _follow(board, cells[0], path) == cells[-1]):
                found.setdefault(cells, order + (", from 1" if base else ""))
    if len(found) > 1 and len({*sizes}) == 2:
        order = "row, column" if sizes == board.open_cells.shape else "x, y"
        found = {cells: name for cells, name in found.items() if name.startswith(order)} or found
    if len(found) > 1 and any(0 in pair for pair in numbers):
        found = {cells: name for cells, name in found.items() if "from 1" not in name}
    given = " and ".join(f"{a} {b}" for a, b in numbers)
    if len(found) != 1:
        ways = "; ".join(f"{name}: {', '.join(map(str, cells))}" for cells, name in found.items())
        (rows, columns), say = board.open_cells.shape, ", start=... and exits=... give the ends"
        if found:
            seen = "beside the board stands {cells}, which can be read as {ways}"
            raise _beside(seen, say, cells=given, ways=ways)
        seen = "beside the board stands {cells}, no open cells of its {rows} x {columns} in any order"
        raise _beside(seen, say, cells=given, rows=rows, columns=columns)
    cells, name = next(iter(found.items()))
    ends = "the start" if len(cells) == 1 else "start and exit"
    notes.append(f"{given} beside the board: {ends} ({name})")
    return [*cells]


def _follow(board: BoardText, cell: Cell, path: str) -> Cell | None:
    """Return the last cell of a path of letters; None if it goes through a wall."""
    for letter in path:
        down, right = _STEPS[side_of(letter) or ""]
        there = cell[0] + down, cell[1] + right
        if not board.is_open(there):
            return None
        if board.walls is not None and board.walls[0 if right else 1][min(cell, there)]:
            return None
        cell = there
    return cell
