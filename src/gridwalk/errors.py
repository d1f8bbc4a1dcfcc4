"""Every error gridwalk raises on purpose: one class per cause, all below `GridwalkError`.

A message names the argument, shows the value, says what is allowed and guesses the
mistake; the data stay attributes, so a caller never has to parse the words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

Cell = tuple[int, int]


def counted(number: int, noun: str) -> str:
    """Return *number* and its noun: ``1 cell``, ``2,257 cells``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _did_you_mean(value: str, choices: Sequence[str]) -> str:
    import difflib  # only on the way to an error

    close = difflib.get_close_matches(value, choices, n=1)
    return f"; did you mean {close[0]!r}?" if close else ""


class GridwalkError(ValueError):
    """Base class of all errors that gridwalk raises on purpose.

    Parameters
    ----------
    words : str
        What is wrong, and what is allowed.
    argument : (str, object), optional
        Name and value of the argument at fault; the message begins with ``name=value``.  The command
        line, whose options have other names, begins with those.

    """

    def __init__(self, words: str = "", argument: tuple[str, object] | None = None) -> None:
        self.words, self.argument = words, argument
        super().__init__(words if argument is None else f"{argument[0]}={argument[1]!r} {words}")

    def __reduce__(self) -> tuple[Any, ...]:
        # The plain way would call the class with its message: here classes take data, and make the message.
        return _rebuilt, (type(self), self.args, self.__dict__)


class CompileCacheWarning(UserWarning):
    """Compiled code could not be read back, or could not be kept: answers are right, start-up is slower."""


def _rebuilt(kind: type[GridwalkError], arguments: tuple[Any, ...], data: dict[str, Any]) -> GridwalkError:
    error = kind.__new__(kind, *arguments)
    error.__dict__.update(data)
    return error


def _is_square(given: str | None) -> bool:
    return given is not None and given.strip()[:1].isalpha()


class OutsideBoardError(GridwalkError):
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


class WallCellError(GridwalkError):
    """A cell that must be open is a wall; *given* is its name where it was given by a name."""

    def __init__(
        self, name: str, cell: Cell, swapped_is_open: bool = False, given: str | None = None
    ) -> None:
        self.name, self.cell, self.given = name, cell, given
        words = "is a wall; it must be an open cell"
        if swapped_is_open and not _is_square(given):
            words += f"; {cell[::-1]} is open: did you pass (x, y)?"
        super().__init__(words, (name, cell if given is None else given))


class ClosedMarkError(GridwalkError):
    """A wall where the board's start or an exit is."""

    def __init__(self, mark: str, cell: Cell) -> None:
        self.mark, self.cell = mark, cell
        what = "the board's start" if mark == "start" else "an exit of the board"
        super().__init__(
            f"no wall can be put at {cell}, {what}: choose another cell, or move the mark first with "
            f"board.replace({mark}=...)"
        )


class CellNameError(GridwalkError):
    """Something that is neither ``(row, column)`` nor a square name."""

    def __init__(self, name: str, value: object) -> None:
        self.name, self.value = name, value
        super().__init__(
            "is not a cell: give row,column (0,0 is the top left) or a square name (a1 is the bottom left)",
            (name, value),
        )


class NoOpenCellError(GridwalkError):
    """A board without a single open cell."""

    def __init__(self, shape: tuple[int, int]) -> None:
        self.shape = shape
        super().__init__(f"the board has no open cell: all {shape[0]} x {shape[1]} are walls")


class BoardArrayError(GridwalkError):
    """An array that cannot be a board."""


class BoardSizeError(GridwalkError):
    """A board with no cell, or with more than a flat int32 index can number."""

    def __init__(self, shape: tuple[int, int], limit: int) -> None:
        self.shape, self.limit = shape, limit
        super().__init__(
            f"a board of {shape[0]} x {shape[1]} is not possible: "
            f"it must have at least 1 and at most {limit:,} cells"
        )


class PathCellsError(GridwalkError):
    """Cells that are no path: not integers of shape ``(n, 2)``, none at all, or off the board."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(
            f"cells must be integers of shape (n, 2), each (row, column) on the board, at least one: {reason}"
        )


class CostsError(GridwalkError):
    """Cell costs that are not positive, finite numbers of the board's shape."""


class OneWayError(GridwalkError):
    """A one-way cell whose direction is none of the board's moves, or which is a wall."""


class MovesError(GridwalkError):
    """A stencil of moves that cannot be."""


class UnknownChoiceError(GridwalkError):
    """A word that is none of the words allowed."""

    def __init__(self, name: str, value: object, choices: Iterable[str]) -> None:
        self.name, self.value, self.choices = name, value, tuple(choices)
        super().__init__(
            f"is not known: choose from {', '.join(self.choices)}" + _did_you_mean(str(value), self.choices),
            (name, value),
        )

    @classmethod
    def check(cls, name: str, value: object, choices: Iterable[str]) -> None:
        """Raise unless *value* is one of the words; an array, which equals nothing or all, is none."""
        if not isinstance(value, str) or value not in choices:
            raise cls(name, value, choices)


class UnsuitableAlgorithmError(GridwalkError):
    """An algorithm that does not answer this question on this board."""

    def __init__(self, by: str, reason: str) -> None:
        self.by, self.reason = by, reason
        super().__init__(f"does not suit: {reason}", ("by", by))


class QuestionError(GridwalkError):
    """A question that does not fit the set it is put to."""

    def __init__(self, question: str, reason: str) -> None:
        self.question, self.reason = question, reason
        super().__init__(f"{question} does not fit here: {reason}")


class TooDeepError(GridwalkError):
    """The recursive lesson met Python's recursion limit."""

    def __init__(self, depth: int) -> None:
        self.depth = depth
        super().__init__(
            f"went {depth} calls deep, as far as Python allows: the board is too "
            "large for recursion; 'dfs' gives the same path with an explicit stack",
            ("by", "dfs-recursive"),
        )


class TimeLimitError(GridwalkError):
    """The time given ran out; carries what was known by then."""

    def __init__(self, seconds: float, expanded: int, backtracks: int, found: int, doing: str = "") -> None:
        self.seconds, self.expanded, self.backtracks, self.found = seconds, expanded, backtracks, found
        self.doing = doing
        effort = f"{counted(expanded, 'cell')} expanded, {counted(backtracks, 'backtrack')}"
        known = f"{effort}, {found:,} found so far"
        super().__init__(f"stopped after {seconds:g} s, the time given: {doing or known}")


class BoardTextError(GridwalkError):
    """Text that is not a board; subclasses say why, with line and column where there is one."""


class EmptyTextError(BoardTextError):
    """No row of cells at all."""

    def __init__(self) -> None:
        super().__init__("the board is empty: there is no row of cells in it")


class RaggedRowsError(BoardTextError):
    """Rows of different lengths."""

    def __init__(self, line: int, width: int, expected: int) -> None:
        self.line, self.width, self.expected = line, width, expected
        super().__init__(
            f"line {line} has {width} cells where the first row has {expected}: "
            "all rows must be of one length (were spaces at a line's end lost?)"
        )


class UnknownCharacterError(BoardTextError):
    """A character that means nothing on a board."""

    def __init__(self, line: int, column: int, character: str, allowed: str) -> None:
        self.line, self.column, self.character = line, column, character
        super().__init__(
            f"line {line}, column {column}: {character!r} means nothing here; allowed are {allowed}"
        )


class CostsNotAskedForError(UnknownCharacterError):
    """A number that is a cost only where costs are asked for."""


class TwoReadingsError(BoardTextError):
    """Text with two readings: it says neither, so whoever asks has to."""

    def __init__(self, what: str, readings: tuple[str, str], advice: str) -> None:
        self.what, self.readings, self.advice = what, readings, advice
        super().__init__(f"{what} can be read in two ways, as {' or as '.join(readings)}: {advice}")


class OneBoardError(BoardTextError):
    """Text with more in it than one board."""

    def __init__(self, line: int, what: str) -> None:
        self.line, self.what = line, what
        super().__init__(f"line {line}: {what}; a text has one board and nothing else")


class SeparatorError(BoardTextError):
    """A cell left empty between two separators, or separators of two kinds."""

    def __init__(self, line: int, column: int, reason: str) -> None:
        self.line, self.column, self.reason = line, column, reason
        super().__init__(f"line {line}, column {column}: {reason}")


class BracketsError(BoardTextError):
    """Brackets that do not say where rows begin and end."""

    def __init__(self, line: int, reason: str) -> None:
        self.line, self.reason = line, reason
        super().__init__(f"line {line}: {reason}")


class DeclaredShapeError(BoardTextError):
    """A text that says how many rows and columns it has, and has others."""


class MapHeaderError(BoardTextError):
    """A MovingAI map whose header is none."""

    def __init__(self, line: int, reason: str) -> None:
        self.line, self.reason = line, reason
        super().__init__(f"line {line}: {reason}")


class MarksError(BoardTextError):
    """Two starts on one board."""

    def __init__(self, first: Cell, second: Cell) -> None:
        self.first, self.second = first, second
        message = f"two starts are marked 'S', {first} and {second}: mark one"
        if second == (first[0], first[1] + 1):
            message += " (is each cell two characters wide? then say --cell-width 2, in Python cell_width=2)"
        super().__init__(message)


class ScenarioError(BoardTextError):
    """A scenario file that is none."""

    def __init__(self, line: int, reason: str) -> None:
        self.line, self.reason = line, reason
        super().__init__(f"line {line}: {reason}")


class NotPrintableError(BoardTextError):
    """A board that the text form cannot hold without loss."""


class ArgumentError(GridwalkError):
    """An argument of the wrong kind or out of its range."""

    def __init__(self, name: str, value: object, allowed: str) -> None:
        self.name, self.value, self.allowed = name, value, allowed
        super().__init__(f"must be {allowed}", (name, value))


class BoardFileError(GridwalkError):
    """A file that cannot be read as a board."""

    def __init__(self, path: object, reason: str) -> None:
        self.path, self.reason = str(path), reason
        super().__init__(f"{self.path}: {reason}")


class RoomError(GridwalkError):
    """More time, memory or disk would be needed than there is."""


class TableSizeError(RoomError):
    """A table that does not fit in the memory given."""

    def __init__(self, states: int, needed: int, memory: int) -> None:
        self.states, self.needed, self.memory = states, needed, memory
        super().__init__(
            f"{memory:,} bytes of memory are too few: a table of {states:,} states needs {needed:,} bytes"
        )


class ListMemoryError(RoomError):
    """More paths in one list than there is memory for."""

    def __init__(self, paths: int, needed: int, memory: int) -> None:
        self.paths, self.needed, self.memory = paths, needed, memory
        super().__init__(
            f"memory={memory:,} bytes is too little: a list of {paths:,} paths needs {needed:,} or more; "
            "take them one by one: iterate, or ask samples()"
        )


class BatchMemoryError(RoomError):
    """More paths in one batch than there is memory for."""

    def __init__(self, paths: int, needed: int, memory: int) -> None:
        self.paths, self.needed, self.memory = paths, needed, memory
        super().__init__(
            f"memory={memory:,} bytes is too little: the cells of {paths:,} paths need {needed:,} or more; "
            "ask fewer pairs at a time"
        )


class CheckpointError(RoomError):
    """A checkpoint that is damaged, in use, of another version, or cannot be read or written."""

    def __init__(self, path: object, reason: str) -> None:
        self.path, self.reason = str(path), reason
        super().__init__(f"checkpoint {self.path}: {reason}")


class SpillError(RoomError):
    """A directory in which a table finds no room."""

    def __init__(self, directory: object, needed: int, reason: str) -> None:
        self.directory, self.needed, self.reason = str(directory), needed, reason
        super().__init__(f"{self.directory}: no room for a table of {needed:,} bytes: {reason}")


class RankError(GridwalkError):
    """A rank that no path has."""

    def __init__(self, rank: int, count: int) -> None:
        self.rank, self.count = rank, count
        super().__init__(f"is not one of {count:,}: ranks run from 0 to {count - 1}", ("rank", rank))


class SweepMemoryError(RoomError):
    """A sweep that does not fit into the memory given; carries how far it came."""

    def __init__(self, memory: int, needed: int, layer: int, layers: int) -> None:
        self.memory, self.needed, self.layer, self.layers = memory, needed, layer, layers
        super().__init__(
            f"{memory:,} bytes of memory are too few: layer {layer} of {layers} needs at least {needed:,}"
        )


class TooWideError(RoomError):
    """A board with so many ways side by side that no sweep over it ends."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"too large for a sweep: {reason}; paths can still be listed one by one")


class TourMemoryError(RoomError):
    """A count of tours that does not fit into the memory given; carries what it was doing."""

    def __init__(self, memory: int, needed: int, doing: str) -> None:
        self.memory, self.needed, self.doing = memory, needed, doing
        super().__init__(f"{memory:,} bytes of memory are too few: {doing} needs about {needed:,}")
