"""Errors in the text or file of a board."""

from __future__ import annotations

from gridwalk.errors.causes import Cell, InputError, printable


class BoardTextError(InputError):
    """Text that is not a board; subclasses give the reason, with line and column if possible."""


class _LineError(BoardTextError):
    """A line that is wrong, and why."""

    def __init__(self, line: int, reason: str) -> None:
        self.line, self.reason = line, reason
        super().__init__(f"line {line}: {reason}")


class _PlaceError(BoardTextError):
    """A place in a text that is wrong, and why."""

    def __init__(self, line: int, column: int, reason: str) -> None:
        self.line, self.column, self.reason = line, column, reason
        super().__init__(f"line {line}, column {column}: {reason}")


class _FileError(InputError):
    """A file that is wrong, and why."""

    def __init__(self, path: object, reason: str) -> None:
        self.path, self.reason = str(path), reason
        super().__init__(f"{self.path}: {reason}")


class EmptyTextError(BoardTextError):
    """A text without cells."""

    def __init__(self) -> None:
        super().__init__("the board is empty: it has no row of cells")


class RaggedRowsError(BoardTextError):
    """Rows of different lengths."""

    def __init__(self, line: int, width: int, expected: int) -> None:
        self.line, self.width, self.expected = line, width, expected
        super().__init__(
            f"line {line} has {width} cells where the first row has {expected}"
            ": all rows must be of one length (were spaces at a line's end lost?)"
        )


class UnknownCharacterError(BoardTextError):
    """A character that has no meaning on a board."""

    def __init__(self, line: int, column: int, character: str, allowed: str) -> None:
        self.line, self.column, self.character = line, column, character
        super().__init__(
            f"line {line}, column {column}: {character!r} has no meaning here; allowed are {allowed}"
        )


class TwoReadingsError(BoardTextError):
    """Ambiguous text: the caller has to choose one of its readings."""

    def __init__(self, what: str, readings: tuple[str, ...], advice: str) -> None:
        self.what, self.readings, self.advice = what, readings, advice
        ways = "two" if len(readings) == 2 else "several"
        super().__init__(f"{what} can be read in {ways} ways, as {' or as '.join(readings)}: {advice}")


class UnclearBoardError(BoardTextError):
    """Text that can be read as a board in several ways, or in none: what was seen, and what to type.

    Attributes
    ----------
    seen : str
        The message without what to type.
    walls : tuple of str
        The signs of which one is the wall, if that is the question.

    """

    def __init__(self, message: str, seen: str = "", walls: tuple[str, ...] = ()) -> None:
        self.seen, self.walls = printable(seen or message), walls
        super().__init__(message)


class CostsNotAskedForError(UnclearBoardError):
    """Numbers that would be costs, in a text read without costs."""


class OneBoardError(BoardTextError):
    """Text with more than one board."""

    def __init__(self, line: int, what: str) -> None:
        self.line, self.what = line, what
        super().__init__(f"line {line}: {what}; a text must hold one board and nothing else")


class BracketsError(_LineError):
    """Brackets that do not enclose rows."""


class TextSyntaxError(_PlaceError):
    """Text that breaks the rules of its language: JSON, XML, CSV."""


class FieldError(BoardTextError):
    """A wrong or missing field of a file that has named fields."""

    def __init__(self, key: str, reason: str) -> None:
        self.key, self.reason = key, reason
        super().__init__(f"{key}: {reason}")


class DeclaredShapeError(BoardTextError):
    """A text whose size differs from its declaration."""


class MapHeaderError(_LineError):
    """A MovingAI map with an invalid header."""


class MarksError(BoardTextError):
    """Two starts on one board."""

    def __init__(self, first: Cell, second: Cell) -> None:
        self.first, self.second = first, second
        message = f"two starts are marked 'S', {first} and {second}: mark one"
        if second == (first[0], first[1] + 1):
            message += " (is each cell two characters wide? then use --cell-width 2, in Python cell_width=2)"
        super().__init__(message)


class ScenarioError(_LineError):
    """An invalid scenario file."""


class StepError(InputError):
    """A step of a tour or path in a file that is no legal move."""

    def __init__(self, path: str, number: int, cell: Cell, following: Cell, moves: str) -> None:
        self.path, self.number, self.cell, self.following, self.moves = path, number, cell, following, moves
        self.reason = f"step {number} to {number + 1}: no {moves} move leads from {cell} to {following}"
        super().__init__(f"{path}: {self.reason}")


class NotPrintableError(BoardTextError):
    """A board that the text form cannot represent."""


class PictureError(BoardTextError):
    """A picture in which no board is recognised; the message gives the reason."""


class PictureEndsError(PictureError):
    """A picture whose openings do not say where paths start and end.

    Attributes
    ----------
    openings : tuple of cells
        All openings of the border, in reading order.

    """

    def __init__(self, openings: tuple[Cell, ...], reason: str) -> None:
        self.openings = openings
        super().__init__(reason)


class BoardFileError(_FileError):
    """A file that cannot be read as a board."""


class NetworkFileError(_FileError):
    """A file that cannot be read as a network."""
