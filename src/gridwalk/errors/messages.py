"""Functions that return errors whose messages are composed from data.

The order is: cells and boards, words and other arguments, texts and files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from gridwalk.errors.causes import (
    ArgumentError,
    BoardError,
    BoardTextError,
    Cell,
    CellError,
    FileError,
    PictureError,
    UnclearBoardError,
    error_of,
)
from gridwalk.errors.message import Message, joined

SEARCHED = 10_000  # maximum number of nodes searched for a suggestion


def _is_square(given: str | None) -> bool:
    return given is not None and given.strip()[:1].isalpha()


def outside_board_error(name: str, cell: Cell, shape: tuple[int, ...], given: str | None = None) -> CellError:
    """Return the error for a cell that is not on the board; *given* is its name, if one was given."""
    *levels, rows, columns = shape
    ranges = f"rows run 0..{rows - 1} and columns 0..{columns - 1}"
    words = f"is outside the board: {ranges} (cells are (row, column), row 0 on top)"
    if levels:
        words = f"is outside the board: levels run 0..{levels[0] - 1}, {ranges}: (level, row, column)"
    elif _is_square(given):
        words = f"is outside the board: it would be {cell}; {ranges} (a1 is the bottom left)"
    elif 0 <= cell[1] < rows and 0 <= cell[0] < columns:
        words += f"; {cell[::-1]} is inside: did you pass (x, y)?"
    return CellError(words, (name, cell if given is None else given))


def wall_cell_error(
    name: str, cell: Cell, swapped_is_open: bool = False, given: str | None = None
) -> CellError:
    """Return the error for a wall where a cell must be open."""
    place = f"{cell}, " if _is_square(given) else ""
    words = f"is {place}a wall; it must be an open cell"
    if swapped_is_open and not place:
        words += f"; {cell[::-1]} is open: did you pass (x, y)?"
    return CellError(words, (name, cell if given is None else given))


def closed_mark_error(mark: str, cell: Cell) -> CellError:
    """Return the error for a wall put on the start or an exit of the board."""
    what = "the board's start" if mark == "start" else "an exit of the board"
    return CellError(
        f"no wall can be put at {cell}, {what}: choose another cell, or move the mark first with "
        f"board.replace({mark}=...)"
    )


def node_error(name: str, node: object, nodes: Sequence[object]) -> CellError:
    """Return the error for a value that is not a node of the network."""
    shown = ", ".join(repr(one) for one in nodes[:4]) + ", ..." * (len(nodes) > 4)
    kin = [one for one in nodes[:SEARCHED] if str(one) == str(node)]
    guess = f"; {kin[0]!r} is one: did you mean that?" if kin else ""
    return CellError(f"is no node; there are {len(nodes):,}: {shown}{guess}", (name, node))


def path_cells_error(reason: str) -> CellError:
    """Return the error for cells that are not a path: of a wrong shape, empty, or off the board."""
    return CellError(
        f"cells must be integers of shape (n, 2), each (row, column) on the board, at least one: {reason}"
    )


def cell_name_error(name: str, value: object) -> ArgumentError:
    """Return the error for a value that is neither ``(row, column)`` nor the name of a square."""
    allowed = "give row,column (0,0 is the top left) or a square name (a1 is the bottom left)"
    if _is_of_bools(value):
        allowed = "is it a mask, an array of bool? then np.argwhere(mask) has its cells"
    return ArgumentError(name, value, allowed, words=f"is not a cell: {allowed}")


def _is_of_bools(value: Any) -> bool:
    """Whether *value* is a mask or a row of one: an array or a list of bool."""
    if hasattr(value, "dtype"):
        return bool(value.dtype == bool)
    return isinstance(value, list | tuple) and any(part is True or part is False for part in value)


def no_open_cell_error(shape: tuple[int, int]) -> BoardError:
    """Return the error for a board without a single open cell."""
    return BoardError(
        Message(
            "the board has no open cell: all {rows} x {columns} are walls", rows=shape[0], columns=shape[1]
        )
    )


def board_size_error(shape: tuple[int, int], limit: int) -> BoardError:
    """Return the error for a board without cells, or with too many."""
    return BoardError(
        Message(
            "a board of {rows} x {columns} is not possible: it must have at least 1 and at most {n:,} cells",
            rows=shape[0],
            columns=shape[1],
            n=limit,
        )
    )


def thickness_error(reason: str) -> BoardError:
    """Return the error for a board that cannot be converted to thick or thin walls."""
    return BoardError(f"this board has no other form: {reason}")


# ------------------------------------------------------------------------ words and other arguments


def guess(name: str, value: str, choices: Sequence[str], advice: str = "") -> str:
    """Return the one of *choices* that is likely meant by *value* of the argument *name*.

    If none is known, return *advice*, or a choice with similar spelling, or an empty text.
    """
    import difflib  # needed for errors only

    from gridwalk.errors.words import ours

    our = ours(name, value)
    if our in choices or advice:
        return our if our in choices else advice
    return next(iter(difflib.get_close_matches(value, choices, n=1)), "")


def unknown_choice_error(name: str, value: object, choices: Iterable[str], advice: str = "") -> ArgumentError:
    """Return the error for an argument that is not one of the allowed words."""
    known = tuple(choices)
    all_known, meant = ", ".join(known), guess(name, str(value), known, advice=advice)
    words = Message("is not known: choose from {known}", f"; ask {meant}" if meant else "", known=all_known)
    if meant and meant != advice:
        words = Message(
            "is not known: choose from {known}; did you mean {guess!r}?", known=all_known, guess=meant
        )
    return ArgumentError(name, value, f"one of {', '.join(known)}", words=words, choices=known)


def check_choice(
    name: str, value: object, choices: Iterable[str], advice: Callable[[str], str] = lambda _: ""
) -> None:
    """Raise `ArgumentError` unless *value* is one of *choices*; *advice* returns a hint for a known word."""
    if not isinstance(value, str) or value not in choices:
        from gridwalk.errors.words import ours

        raise unknown_choice_error(name, value, choices, advice(ours(name, value) or str(value)))


def too_deep_error(depth: int) -> ArgumentError:
    """Return the error for a recursive search that reached Python's recursion limit."""
    allowed = "'dfs' gives the same path with an explicit stack"
    words = Message(
        "went {n} calls deep, as far as Python allows: the board is too large for recursion; "
        "{other!r} gives the same path with an explicit stack",
        n=depth,
        other="dfs",
    )
    return ArgumentError("by", "dfs-recursive", allowed, words=words)


# ------------------------------------------------------------------------ texts and files


def _filled(reason: str, values: dict[str, Any]) -> str:
    return Message(reason, **values) if values else reason


def line_error(line: int, reason: str, /, **values: Any) -> BoardTextError:
    """Return the error for a wrong line; *reason* is a template for *values*."""
    return BoardTextError(Message("line {line}: {words}", line=line, words=_filled(reason, values)), line)


def place_error(line: int, column: int, reason: str, /, **values: Any) -> BoardTextError:
    """Return the error for a wrong character; *reason* is a template for *values*."""
    words = Message(
        "line {line}, column {column}: {words}", line=line, column=column, words=_filled(reason, values)
    )
    return BoardTextError(words, line, column)


def empty_text_error() -> BoardTextError:
    """Return the error for a text without cells."""
    return BoardTextError("the board is empty: it has no row of cells")


def ragged_rows_error(line: int, width: int, expected: int) -> BoardTextError:
    """Return the error for rows of different lengths."""
    return BoardTextError(
        Message(
            "line {line} has {width} cells where the first row has {first}: "
            "all rows must be of one length (were spaces at a line's end lost?)",
            line=line,
            width=width,
            first=expected,
        ),
        line,
    )


def unknown_character_error(line: int, column: int, character: str, allowed: str) -> BoardTextError:
    """Return the error for a character that has no meaning on a board."""
    reason = "{character!r} has no meaning here; allowed are {allowed}"
    return place_error(line, column, reason, character=character, allowed=allowed)


def one_board_error(line: int, what: str) -> BoardTextError:
    """Return the error for a text with more than one board."""
    return line_error(line, "{words}; a text must hold one board and nothing else", words=what)


def field_error(key: str, reason: str, /, **values: Any) -> BoardTextError:
    """Return the error for a wrong or missing field of a file; *reason* is a template for *values*."""
    return error_of(BoardTextError, "{place}: {words}", place=key, words=_filled(reason, values))


def marks_error(first: Cell, second: Cell) -> BoardTextError:
    """Return the error for two starts on one board."""
    template, advice = "two starts are marked 'S', {first} and {second}: mark one", ""
    if second == (first[0], first[1] + 1):
        template = (
            "two starts are marked 'S', {first} and {second}: mark one; is each cell two characters wide?"
        )
        advice = " then use --cell-width 2, in Python cell_width=2"
    return BoardTextError(Message(template, advice, first=first, second=second))


def two_readings_error(what: str, readings: tuple[str, ...], advice: str) -> UnclearBoardError:
    """Return the error for a text with several readings, of which the caller has to choose one."""
    ways = "two" if len(readings) == 2 else "several"
    seen = Message(
        "{what} can be read in {ways} ways, as {readings}",
        what=what,
        ways=ways,
        readings=joined("{one} or as {other}", readings),
    )
    return UnclearBoardError(f"{seen}: {advice}", seen, readings=readings)


def costs_not_asked_for_error(message: str, seen: str) -> UnclearBoardError:
    """Return the error for numbers that would be costs, in a text read without costs."""
    return UnclearBoardError(message, seen, needs_costs=True)


def two_starts_error(one: Cell, other: Cell) -> PictureError:
    """Return the error for a picture in which two starts are marked."""
    return PictureError(
        Message("two starts are marked in green, {one} and {other}: mark one", one=one, other=other)
    )


def picture_ends_error(openings: tuple[Cell, ...], reason: str) -> PictureError:
    """Return the error for a picture whose openings do not say where paths start and end."""
    return PictureError(reason, openings)


def step_error(path: str, number: int, cell: Cell, following: Cell, moves: str) -> FileError:
    """Return the error for a step of a tour or path in a file that is no legal move."""
    reason = f"step {number} to {number + 1}: no {moves} move leads from {cell} to {following}"
    return FileError(path, reason, (number, cell, following))
