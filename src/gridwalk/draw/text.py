"""Drawings in characters: a board, paths on it, step numbers, one step of a trace, letters, a flow field.

If there are no walls between cells, a character is a cell.  Otherwise cells are boxes, as in this drawing,
and a path also marks the openings between them (`gridwalk.io.lines.rooms`)::

    +---+---+
    | @ | $ |
    + | + | +
    | +---+ |
    +---+---+

A path over the seam of a wrapped board leaves at one side and enters at the opposite one.  In a drawing with
one character a cell, a margin marks these places with ``-`` or ``|``.

Paths that share no cell have a letter each, a capital one at the ends.  Letters of one path may lie side by
side without a move between them, so that moves are lines between cells::

    A-a-a-a
          |
    B a-A a
    | |   |
    B a-a-a
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.cells import letters_of_pairs
from gridwalk.board.moves import letters_of
from gridwalk.board.passages import steps_along
from gridwalk.errors import ArgumentError, Cell
from gridwalk.io.drawing import EXIT_MARKS, OPEN, START_MARK, UNPRINTABLE, WALL, characters_of
from gridwalk.io.lines.rooms import BLANK, SIDES, by_levels, rooms
from gridwalk.io.text.conventions import ARROWS
from gridwalk.keywords import GLYPHS

if TYPE_CHECKING:
    from gridwalk.answers.cellsequence import CellSequence
    from gridwalk.answers.snapshot import Run, Snapshot
    from gridwalk.board.board import Board

PATH_START, PATH_END, TURN = "@", "$", "+"
STRAIGHT = {(0, 1): "-", (1, 0): "|", (1, 1): "\\", (1, -1): "/"}
# The index of a step is 4 + 3 * rows down + columns across.
_STRAIGHT_OF_WAY = np.frombuffer(b"\\|/-+-/|\\", np.uint8)
_STRAIGHT_OF_HEX = np.frombuffer(b"+\\/-+-/\\+", np.uint8)  # each row begins half a cell further right
# For each step: its places from the middle to the side of its box.
_DOORS = {(1, 0): [(1, 0)], (0, 1): [(0, 1), (0, 2)], (1, 1): [(1, 2)], (1, -1): [(1, -2)]}
STATUS_CHARACTERS = {"frontier": "o", "expanded": "*", "walk": "+", "left": "x"}
_MEANINGS = dict(
    zip(STATUS_CHARACTERS, ("in the queue", "expanded", "path so far", "backtracked"), strict=True)
)
MARKS_OF_PATHS = {PATH_START, PATH_END, TURN, *STRAIGHT.values()}
CROSSING = "X"  # of two diagonal moves
ONE = np.dtype("<U1").itemsize  # bytes of a character
ARROWS_OF_STEPS = {(-1, 0): "↑", (-1, 1): "↗", (0, 1): "→", (1, 1): "↘",
                   (1, 0): "↓", (1, -1): "↙", (0, -1): "←", (-1, -1): "↖"}  # fmt: skip
_CODES = "12345678"  # for the arrows, until the drawing is text instead of bytes
MARKS_OF_BOARDS = {START_MARK, EXIT_MARKS[0], UNPRINTABLE, *ARROWS, *"23456789"}


def draw_board(board: Board, *, marks: bool = True, glyphs: str = GLYPHS, blanks: bool = False) -> str:
    """Return the board in characters, one a cell; `UNPRINTABLE` where no character will do.

    *glyphs* are the characters of an open cell and of a wall: "01" draws a matrix of 0 and 1.
    With *blanks* a blank stands between the cells of a row.
    """
    glyphs = glyphs_of(board, glyphs, MARKS_OF_BOARDS, blanks)
    picture = characters_of(board, marks=marks)
    if board.moves.cells != "square":
        picture = _of_hexagons().hexes(board, picture)
    elif board.walls is not None:
        picture = rooms(board, picture)
    return _lines(board, picture, glyphs, blanks)


def draw_path(board: Board, cells: NDArray[np.int32], *, glyphs: str = GLYPHS, blanks: bool = False) -> str:
    """Return the board with a path on it: ``@`` start, ``$`` end, ``+`` turn, ``-`` and ``|`` straight.

    Diagonal stretches are ``/`` and ``\\``.  Made for moves to neighbouring cells;
    for others see `draw_numbers`.  *glyphs* and *blanks* as for `draw_board`.
    """
    glyphs = glyphs_of(board, glyphs, MARKS_OF_BOARDS | MARKS_OF_PATHS, blanks)
    picture = characters_of(board, marks=False)
    _mark_path(picture, board, cells)
    return _lines(board, _with_doors(picture, board, cells), glyphs, blanks)


def draw_numbers(board: Board, cells: NDArray[np.int32], *, glyphs: str = GLYPHS) -> str:
    """Return the board with each cell's step number, from 1, aligned in columns.

    *glyphs* as for `draw_board`; a glyph that is drawn must not be a digit, which looks like a
    step number.
    """
    bare = not board.open_cells.all() or len(cells) < board.open_count
    glyphs = glyphs_of(board, glyphs, set("0123456789") if bare else set())
    words = np.where(board.open_cells, OPEN, WALL).astype(f"<U{len(str(len(cells)))}")
    words[cells[:, 0], cells[:, 1]] = np.arange(1, len(cells) + 1).astype(words.dtype)
    return in_cells(board, words, glyphs)


def draw_walk(
    board: Board, cells: NDArray[np.int32], stops: NDArray[np.int32], *, glyphs: str = GLYPHS
) -> str:
    """Return the board with a walk on it: ``@`` the first stop, the others by number, ``+`` all between.

    With ten stops or more the cells are aligned in columns.  *glyphs* as for `draw_numbers`.
    """
    glyphs = glyphs_of(board, glyphs, {PATH_START, TURN, *"0123456789"})
    words = np.where(board.open_cells, OPEN, WALL).astype(f"<U{len(str(len(stops) - 1))}")
    words[cells[:, 0], cells[:, 1]] = TURN
    words[stops[:, 0], stops[:, 1]] = np.arange(len(stops)).astype(words.dtype)
    words[tuple(stops[0])] = PATH_START
    if len(stops) > 10:
        return in_cells(board, words, glyphs)
    picture = words.astype("S1").view(np.uint8).reshape(board.shape)
    return _lines(board, _with_doors(picture, board, cells), glyphs, blanks=False)


def letters_at_ends(linkage: tuple[CellSequence, ...]) -> dict[Cell, str]:
    """Return the letter of each path of a linkage, by its two ends."""
    letters = getattr(linkage, "letters", letters_of_pairs(len(linkage)))
    ends = (path.cells[[0, -1]].tolist() for path in linkage)
    return {(r, c): letter for letter, both in zip(letters, ends, strict=True) for r, c in both}


def draw_letters(
    board: Board, letters: Mapping[Cell, str], *, glyphs: str = GLYPHS, blanks: bool = False
) -> str:
    """Return the board with letters or numbers in some cells; longer ones are aligned in columns.

    *glyphs* and *blanks* as for `draw_board`.
    """
    glyphs = glyphs_of(board, glyphs, {*"".join(letters.values())}, blanks)
    words = _with_letters(board, letters)
    if words.dtype.itemsize > ONE or board.moves.cells != "square":
        return in_cells(board, words, glyphs)
    picture = words.astype("S1").view(np.uint8).reshape(board.shape)
    return lines_of(picture if board.walls is None else rooms(board, picture), glyphs, blanks)


def _with_letters(board: Board, letters: Mapping[Cell, str]) -> NDArray[np.str_]:
    """Return the word in each cell."""
    width = max(map(len, letters.values()))
    words = np.where(board.open_cells, OPEN, WALL).astype(f"<U{width}")
    for cell, letter in letters.items():
        words[cell] = letter
    return words


def draw_linkage(board: Board, paths: tuple[CellSequence, ...], *, glyphs: str = GLYPHS) -> str:
    """Return the board with the letter of each path at its ends, and small between, joined by lines.

    With letters of two characters the cells are aligned in columns, without lines.  *glyphs* as for
    `draw_board`.
    """
    letters = letters_at_ends(paths)
    names = "".join(letters.values())
    between = str.lower if names.isupper() else str
    glyphs = glyphs_of(board, glyphs, {*names, *between(names)})
    words = _with_letters(board, letters)
    for path in paths:
        words[tuple(path.cells[1:-1].T)] = between(letters[path.start])
    if words.dtype.itemsize > ONE or board.moves.cells != "square":
        return in_cells(board, words, glyphs)
    picture = words.astype("S1").view(np.uint8).reshape(board.shape)
    if board.walls is not None:
        picture = rooms(board, picture)
        for path in paths:
            mark_doors(picture, board, path.cells)
        return lines_of(picture, glyphs, blanks=False)
    table = np.full((2 * board.rows - 1, 2 * board.columns - 1), ord(BLANK), np.uint8)
    table[::2, ::2] = picture
    for path in paths:
        steps = np.diff(path.cells, axis=0).tolist()
        for (row, column), (down, across) in zip(path.cells.tolist(), steps, strict=False):
            if mark := STRAIGHT.get((down, across)) or STRAIGHT.get((-down, -across)):
                place = 2 * row + down, 2 * column + across
                table[place] = ord(mark if table[place] == ord(BLANK) else CROSSING)
    return "\n".join(line.rstrip() for line in lines_of(table, glyphs, blanks=False).split("\n"))


def draw_arrows(board: Board, next_move: NDArray[np.int8], goals: NDArray[np.int64]) -> str:
    """Return the board with an arrow in each cell, ``E`` goals; letters for moves that leap.

    Cells from which no goal is reached are drawn as on the board.
    """
    known, steps = dict(zip(ARROWS_OF_STEPS, _CODES, strict=True)), board.moves.steps
    if board.levels is not None:
        known |= {(-board.levels.height, 0): "u", (board.levels.height, 0): "d"}
        pairs = zip(board.moves.deltas, steps, strict=True)
        steps = tuple(delta if step == (0, 0) else step for delta, step in pairs)
    leaps = any(step not in known for step in steps)
    words_of_move = [letters_of(*step) if leaps else known[step] for step in steps]
    words = np.where(board.open_cells, OPEN, WALL).astype(f"<U{max(map(len, words_of_move))}")
    for m, word in enumerate(words_of_move):
        words[next_move == m] = word
    words[goals[:, 0], goals[:, 1]] = EXIT_MARKS[0]
    is_hexagonal = board.moves.cells != "square"
    if board.walls is not None or is_hexagonal:
        picture = rooms_of_words(board, words, words.itemsize // 4)
        text = "\n".join(row.tobytes().decode("ascii").rstrip() for row in picture)
    else:
        text = in_columns(words) if leaps else "\n".join(map("".join, words.tolist()))
    arrows = "".join(ARROWS_OF_STEPS.values())
    if is_hexagonal:  # each row begins half a cell further right
        arrows = arrows.translate(str.maketrans("↑↓", "↖↘"))
    return by_levels(board, text if leaps else text.translate(str.maketrans(_CODES, arrows)))


def draw_frame(snapshot: Snapshot, *, glyphs: str = GLYPHS, blanks: bool = False) -> str:
    """Return the board at *snapshot*: ``o`` frontier, ``*`` expanded, ``+`` path so far, ``x`` backtracked.

    For moves that leap and for closed tours, the path so far is drawn as step numbers instead.  After the
    last event the answer is drawn, if there is one.
    *glyphs* and *blanks* as for `draw_board`.
    """
    trace = snapshot.trace
    board, numbered = trace.board, is_numbered(trace)
    others = set("0123456789") if numbered else MARKS_OF_PATHS
    glyphs = glyphs_of(board, glyphs, MARKS_OF_BOARDS | {*STATUS_CHARACTERS.values(), *others}, blanks)
    path = trace.path if snapshot.step == len(trace) else None
    picture = characters_of(board, marks=True)
    for name, character in STATUS_CHARACTERS.items():
        picture[snapshot.where(name)] = ord(character)
    if numbered:
        width = len(str(board.open_count))  # the same at every step
        words = picture.view("S1").astype(f"<U{width}")
        rows, columns = (snapshot.stack if path is None else path.cells).T
        words[rows, columns] = np.arange(1, len(rows) + 1).astype(words.dtype)
        return in_cells(board, words, glyphs, width)
    if path is not None:
        _mark_path(picture, board, path.cells)
    if path is not None:
        picture = _with_doors(picture, board, path.cells)
    elif board.moves.cells != "square":
        picture = _of_hexagons().hexes(board, picture)
    elif board.walls is not None:
        picture = rooms(board, picture)
    return _lines(board, picture, glyphs, blanks)


def legend_of(trace: Run) -> str:
    """Return the meanings of the characters."""
    marks = STATUS_CHARACTERS | ({"walk": "1 2 3"} if is_numbered(trace) else {})
    return ", ".join(f"{mark} {_MEANINGS[name]}" for name, mark in marks.items())


def in_columns(words: NDArray[np.str_], width: int = 0) -> str:
    """Return a table of words, its columns equally wide, at least *width*, and a blank apart."""
    width = max(width, int(np.char.str_len(words).max()))
    return "\n".join(" ".join(word.rjust(width) for word in row) for row in words.tolist())


def checked_glyphs(glyphs: str, marks: set[str]) -> str:
    """Return *glyphs*: two characters, different, and none of the *marks* that are drawn beside them."""
    if not isinstance(glyphs, str) or len(glyphs) != 2 or glyphs[0] == glyphs[1] or not glyphs.isprintable():
        raise ArgumentError("glyphs", glyphs, "two characters, for an open cell and for a wall, such as '01'")
    if taken := sorted(marks & set(glyphs)):
        raise ArgumentError(
            "glyphs", glyphs, f"two characters that mean nothing else here; {taken[0]!r} does"
        )
    return glyphs


def glyphs_of(board: Board, glyphs: str, marks: set[str], blanks: bool = False) -> str:
    """Return the *glyphs* to draw with; in boxes, an open cell is a blank by default."""
    if board.levels is not None:
        marks = marks | {*"udx"}
    if board.moves.cells != "square":
        if blanks:
            raise ArgumentError("blanks", blanks, "False: between hexagons of a row there are blanks always")
        return checked_glyphs(glyphs, marks | {*"|/\\", BLANK})
    if board.walls is None:
        return checked_glyphs(glyphs, marks)
    if blanks:
        raise ArgumentError("blanks", blanks, "False where there are walls between cells: they take the gaps")
    checked_glyphs(glyphs, marks | {*SIDES})
    return BLANK + WALL if glyphs == GLYPHS else glyphs


def _mark_path(picture: NDArray[np.uint8], board: Board, cells: NDArray[np.int32]) -> None:
    """Draw a path on the characters of the cells."""
    marks = _STRAIGHT_OF_WAY if board.moves.cells == "square" else _STRAIGHT_OF_HEX
    steps = steps_along(board, cells)
    picture[tuple(cells[1:-1].T)] = _marks_between(_ways_of(steps), marks)
    if board.levels is not None:
        far = np.diff(cells, axis=0)
        at = board.levels.jumps(far)
        picture[tuple(cells[:-1][at].T)] = np.where(far[at, 0] < 0, ord("u"), ord("d"))
    picture[tuple(cells[-1])] = ord(PATH_END)
    picture[tuple(cells[0])] = ord(PATH_START)


def _ways_of(steps: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return a number for each of the eight steps to a neighbour, 0 for others."""
    return np.where((np.abs(steps) > 1).any(axis=1), 0, 3 * steps[:, 0] + steps[:, 1])


def _marks_between(ways: NDArray[np.integer], straight: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the characters of the cells between steps: of a stretch, or of a turn."""
    marks = straight.take(ways[1:] + 4, mode="clip")
    return np.where(ways[1:] == ways[:-1], marks, np.uint8(ord(TURN)))


def _with_doors(picture: NDArray[np.uint8], board: Board, cells: NDArray[np.int32]) -> NDArray[np.uint8]:
    """Return the characters of cells, with the openings between boxes, or with a margin around all."""
    if board.moves.cells != "square":
        picture = _of_hexagons().hexes(board, picture)
        if board.walls is not None:
            _of_hexagons().mark_between(picture, board, cells)
        return picture
    if board.walls is None:
        return picture if board.wrap is None else _with_margin(picture, board, cells)
    picture = rooms(board, picture)
    mark_doors(picture, board, cells)
    return picture


def mark_doors(table: NDArray[np.uint8], board: Board, cells: NDArray[np.int32]) -> None:
    """Mark the openings on a path, on the characters that `rooms` returns for words of one character.

    A path over a seam leaves at one side of the board and enters at the opposite one.
    """
    steps = steps_along(board, cells)
    middles = cells * (2, 4) + (1, 2)
    for (down, across), places in _DOORS.items():
        for sign in (1, -1):
            along = (steps == (sign * down, sign * across)).all(axis=1)
            for place in places:
                offset = np.array(place) * sign
                for at in (middles[:-1][along] + offset, middles[1:][along] - offset):
                    table[at[:, 0], at[:, 1]] = ord(STRAIGHT[down, across])


def _with_margin(picture: NDArray[np.uint8], board: Board, cells: NDArray[np.int32]) -> NDArray[np.uint8]:
    """Return the picture with a margin at each side that the path crosses, with a mark at each crossing."""
    deltas, steps = np.diff(cells, axis=0), steps_along(board, cells)
    crossing = deltas != steps
    over = crossing.any(axis=1)
    if not over.any():
        return picture
    down, across = (int(some) for some in crossing.any(axis=0))
    picture = np.pad(picture, ((down, down), (across, across)), constant_values=ord(BLANK))
    for cell, side in ((cells[:-1], 1), (cells[1:], -1)):
        places = cell[over] + (down, across) + side * np.sign(steps[over]) * crossing[over]
        picture[tuple(places.T)] = _STRAIGHT_OF_WAY[_ways_of(steps[over]) + 4]
    return picture


def in_cells(board: Board, words: NDArray[np.str_], glyphs: str, width: int = 0) -> str:
    """Return the words in the cells of the board, at least *width* wide; `OPEN` and `WALL` as *glyphs*."""
    if board.walls is None and board.moves.cells == "square":
        text = by_levels(board, in_columns(words, width))
        return text if glyphs == GLYPHS else text.translate(str.maketrans(GLYPHS, glyphs))
    return _lines(board, rooms_of_words(board, words, width), glyphs, blanks=False)


def rooms_of_words(board: Board, words: NDArray[np.str_], width: int = 0) -> NDArray[np.uint8]:
    """Return the boxes of a board with walls between cells, a word in each, at least *width* wide."""
    width = max(width, int(np.char.str_len(words).max()))
    codes = np.char.rjust(words, width).astype(f"S{width}").view(np.uint8)
    drawn = rooms if board.moves.cells == "square" else _of_hexagons().hexes
    return drawn(board, codes.reshape(*board.shape, width))


def lines_of(picture: NDArray[np.uint8], glyphs: str, blanks: bool) -> str:
    """Return the lines of a picture in characters, with *glyphs* for open cells and walls."""
    rows, columns = picture.shape
    # With blanks the line end takes the place of the last blank.
    with_ends = np.full((rows, 2 * columns if blanks else columns + 1), ord(" "), np.uint8)
    with_ends[:, : -1 : 2 if blanks else 1] = picture
    with_ends[:, -1] = ord("\n")
    text = with_ends.tobytes()[:-1].decode("ascii")
    # No other mark has these two characters, so they are replaced last, all at once.
    return text if glyphs == GLYPHS else text.translate(str.maketrans(GLYPHS, glyphs))


def _of_hexagons() -> Any:
    """Return the module that draws hexagons, loaded when there are any."""
    from gridwalk.io.lines import hexes

    return hexes


def _lines(board: Board, picture: NDArray[np.uint8], glyphs: str, blanks: bool) -> str:
    """Return `lines_of`; rows of hexagons end where their last cell does."""
    text = by_levels(board, lines_of(picture, glyphs, blanks))
    return text if board.moves.cells == "square" else "\n".join(map(str.rstrip, text.split("\n")))


def is_numbered(trace: Run) -> bool:
    """Whether the path so far is drawn as step numbers."""
    return trace.board.moves.leap or (trace.path is not None and trace.path.closed)
