"""All errors, by what caused them: a board, a limit, a question.

The base classes are `GridwalkError`, and below it bad input and limits.

Errors in the parts of a board: cells, walls, costs, moves.

Errors of limits: the time, memory or disk allowed is not enough.

Errors in a question: unknown names, unsuitable algorithms, numbers out of range.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from reprlib import Repr
from typing import Any

Cell = tuple[int, int]
SEARCHED = 10_000  # nodes among which the one meant is looked for


def counted(number: int, noun: str) -> str:
    """Return *number* and its noun: ``1 cell``, ``2,257 cells``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def in_a_line(words: str, most: int = 119) -> str:
    """Return *words* with the end left out where there are more than *most* characters: for a ``repr``."""
    return words if len(words) <= most else f"{words[: most - 4]}...{words[-1]}"


def printable(words: str) -> str:
    """Return *words* with escapes for what a terminal would obey, and for bytes that are no text.

    >>> printable("a\\x1b]0;b\\udcff.txt") == r"a\\x1b]0;b\\xff.txt"
    True
    """
    return words if words.isprintable() else "".join(map(_escaped, words))


def _escaped(character: str) -> str:
    if character.isprintable() or character == "\n":
        return character
    undecoded = "\udc80" <= character <= "\udcff"  # a byte of a file's name
    return f"\\x{ord(character) - 0xDC00:02x}" if undecoded else ascii(character)[1:-1]


_SHORT = Repr()
_SHORT.maxstring, _SHORT.maxother, _SHORT.maxlong = 200, 100, 60


def shown(value: object) -> str:
    """Return *value* as an error shows it: in one line, and of many parts the first.

    >>> shown(3 * (300 * (True,),))
    '((True, True, True, True, True, True, ...), (True, True, True, True, True, True, ...), ...)'
    """
    words = _SHORT.repr(value)
    return " ".join(words.split()) if "\n" in words else words


class GridwalkError(Exception):
    """Base class of all errors that gridwalk raises on purpose.

    Parameters
    ----------
    words : str
        What is wrong, and what is allowed.
    argument : (str, object), optional
        Name and value of the wrong argument; the message begins with ``name=value``.  On the command
        line it begins with the option instead.

    """

    def __init__(self, words: str = "", argument: tuple[str, object] | None = None) -> None:
        self.words, self.argument = words, argument
        super().__init__(
            printable(words if argument is None else f"{argument[0]}={shown(argument[1])} {words}")
        )

    def __reduce__(self) -> tuple[Any, ...]:
        # By default pickle calls the class with the message; our classes take data and make the message.
        return _rebuilt, (type(self), self.args, self.__dict__)


def _rebuilt(kind: type[GridwalkError], arguments: tuple[Any, ...], data: dict[str, Any]) -> GridwalkError:
    # Not `kind.__new__`: Python refuses it for a MemoryError with a second base class.
    base: Any = kind.__base__
    error: GridwalkError = base.__new__(kind)
    error.args = arguments
    error.__dict__.update(data)
    return error


class InputError(GridwalkError, ValueError):
    """Bad input: a wrong board, text, question or argument."""


class LimitError(GridwalkError):
    """An answer needs more time, memory or disk than allowed; with more of it, the answer can be found."""


class ReadingWarning(UserWarning):
    """A board was read in one of two ways; the message says how the other is asked for."""


def _is_square(given: str | None) -> bool:
    return given is not None and given.strip()[:1].isalpha()


class OutsideBoardError(InputError):
    """A cell that is not on the board; *given* is its name where it was given by a name."""

    def __init__(self, name: str, cell: Cell, shape: tuple[int, ...], given: str | None = None) -> None:
        self.name, self.cell, self.shape, self.given = name, cell, shape, given
        *levels, rows, columns = shape
        ranges = f"rows run 0..{rows - 1} and columns 0..{columns - 1}"
        words = f"is outside the board: {ranges} (cells are (row, column), row 0 on top)"
        if levels:
            words = f"is outside the board: levels run 0..{levels[0] - 1}, {ranges}: (level, row, column)"
        elif _is_square(given):
            words = f"is outside the board: it would be {cell}; {ranges} (a1 is the bottom left)"
        elif 0 <= cell[1] < rows and 0 <= cell[0] < columns:
            words += f"; {cell[::-1]} is inside: did you pass (x, y)?"
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
        allowed = "give row,column (0,0 is the top left) or a square name (a1 is the bottom left)"
        if _is_of_bools(value):
            allowed = "is it a mask, an array of bool? then np.argwhere(mask) has its cells"
        super().__init__(f"is not a cell: {allowed}", (name, value))


def _is_of_bools(value: Any) -> bool:
    """Whether this is a mask, or a row of one: an array of bool, or a list of them."""
    if hasattr(value, "dtype"):
        return bool(value.dtype == bool)
    return isinstance(value, list | tuple) and any(part is True or part is False for part in value)


class NodeError(InputError):
    """Something that is no node of the network."""

    def __init__(self, name: str, node: object, nodes: Sequence[object]) -> None:
        self.name, self.node = name, node
        shown = ", ".join(repr(one) for one in nodes[:4]) + ", ..." * (len(nodes) > 4)
        kin = [one for one in nodes[:SEARCHED] if str(one) == str(node)]
        guess = f"; {kin[0]!r} is one: did you mean that?" if kin else ""
        super().__init__(f"is no node; there are {len(nodes):,}: {shown}{guess}", (name, node))


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
            f"a board of {shape[0]} x {shape[1]}"
            f" is not possible: it must have at least 1 and at most {limit:,} cells"
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


class TimeLimitError(LimitError, TimeoutError):
    """The time limit was reached; the attributes hold the progress until then."""

    def __init__(self, seconds: float, expanded: int, backtracks: int, found: int, doing: str = "") -> None:
        self.seconds, self.expanded, self.backtracks, self.found = seconds, expanded, backtracks, found
        self.doing = doing
        effort = f"{counted(expanded, 'cell')} expanded, {counted(backtracks, 'backtrack')}"
        known = f"{effort}, {found:,} found so far"
        super().__init__(f"stopped after {seconds:g} s, the time given: {doing or known}")


class MemoryLimitError(LimitError, MemoryError):
    """An answer needs more memory than allowed.

    Attributes
    ----------
    limit, needed : int
        The bytes allowed, and the bytes needed, at least.
    doing : str
        What needs the memory.

    """

    def __init__(self, limit: int, needed: int, doing: str, advice: str = "") -> None:
        self.limit, self.needed, self.doing = limit, needed, doing
        words = f"{limit:,} bytes of memory are not enough: {doing} needs at least {needed:,}"
        super().__init__(f"{words}; {advice}" if advice else words)


class HopelessError(LimitError):
    """A question that would not come to an end in the memory or in the years there are."""

    def __init__(self, reason: str, advice: str = "paths can still be listed one by one") -> None:
        self.reason = reason
        super().__init__(f"too large for an exact answer: {advice} ({reason})")


class KeepError(LimitError):
    """A folder of finished parts, or a file in it, that cannot be read or written."""

    def __init__(self, path: object, reason: str) -> None:
        self.path, self.reason = str(path), reason
        super().__init__(f"kept {self.path}: {reason}")


class WorkerError(LimitError):
    """A worker that died, or does not answer; *keep* is where finished tasks are, if anywhere.

    *kept* are words on what is kept of an answer that takes no *keep*.
    """

    def __init__(
        self, reason: str, keep: object = None, *, begun: bool = True, kept: str | None = None
    ) -> None:
        self.reason, self.keep = reason, None if keep is None else str(keep)
        if not begun:
            super().__init__(reason)
            return
        words = kept or "nothing is kept: with keep=... finished parts of counts are"
        if keep is not None:
            words = f"finished tasks are in {keep}: the same question goes on from there"
        super().__init__(f"{reason}; {words}")


def guess(name: str, value: str, choices: Sequence[str], advice: str = "") -> str:
    """Return which of *choices* is meant by *value*, as *name*; if none is known for it, *advice*, or a like.

    An empty text if there is none.
    """
    import difflib  # only on the way to an error

    from gridwalk.errors.words import ours

    our = ours(name, value)
    if our in choices or advice:
        return our if our in choices else advice
    return next(iter(difflib.get_close_matches(value, choices, n=1)), "")


class UnknownChoiceError(InputError):
    """An argument that is not one of the allowed words."""

    def __init__(self, name: str, value: object, choices: Iterable[str], advice: str = "") -> None:
        self.name, self.value, self.choices = name, value, tuple(choices)
        words = f"is not known: choose from {', '.join(self.choices)}"
        if meant := guess(name, str(value), self.choices, advice=advice):
            words += f"; ask {meant}" if meant == advice else f"; did you mean {meant!r}?"
        super().__init__(words, (name, value))

    @classmethod
    def check(
        cls, name: str, value: object, choices: Iterable[str], advice: Callable[[str], str] = lambda _: ""
    ) -> None:
        """Raise the error unless *value* is one of *choices*; *advice* knows what answers to it elsewhere."""
        if not isinstance(value, str) or value not in choices:
            from gridwalk.errors.words import ours

            raise cls(name, value, choices, advice(ours(name, value) or str(value)))


class ArgumentError(InputError):
    """An argument of the wrong kind or out of its range."""

    def __init__(self, name: str, value: object, allowed: str) -> None:
        self.name, self.value, self.allowed = name, value, allowed
        super().__init__(f"must be {allowed}", (name, value))


class CallError(InputError, TypeError):
    """Arguments that a function does not take: an unknown keyword, too many values, or one too few."""

    def __init__(self, what: str, instead: str) -> None:
        self.what, self.instead = what, instead
        super().__init__(f"{what}: {instead}")


class UnsuitableAlgorithmError(InputError):
    """An algorithm that cannot answer this question on this board."""

    def __init__(self, by: str, reason: str) -> None:
        self.by, self.reason = by, reason
        super().__init__(f"does not suit: {reason}", ("by", by))


class QuestionError(InputError):
    """A question that this set cannot answer."""

    def __init__(self, question: str, reason: str) -> None:
        self.question, self.reason = question, reason
        super().__init__(f"{question} does not fit here: {reason}")


class UnansweredError(QuestionError, AttributeError):
    """A verb or an option that sets of another kind have, and this one does not."""


class TooDeepError(InputError):
    """The recursive search reached Python's recursion limit."""

    def __init__(self, depth: int) -> None:
        self.depth = depth
        super().__init__(
            f"went {depth}"
            " calls deep, as far as Python allows: the board is too large for recursion; "
            "'dfs' gives the same path with an explicit stack",
            ("by", "dfs-recursive"),
        )


class RankError(InputError):
    """A rank outside 0 .. count - 1."""

    def __init__(self, rank: int, count: int) -> None:
        self.rank, self.count = rank, count
        super().__init__(
            f"is out of range: there are {count:,} paths, with ranks from 0 to {count - 1}", ("rank", rank)
        )
