"""The classes of errors, subclasses of `GridwalkError`: one for each cause that callers may handle.

`gridwalk.errors.messages` has functions that make errors whose messages are composed from data.
"""

from __future__ import annotations

from collections.abc import Sequence
from reprlib import Repr
from typing import Any, TypeVar

from gridwalk.errors.message import Message, printable

Cell = tuple[int, int]
_Kind = TypeVar("_Kind", bound="GridwalkError")


def counted(number: int, noun: str) -> Message:
    """Return *number* and its noun: ``1 cell``, ``2,257 cells``."""
    return Message(f"{{n:,}} {noun}{'s' * (number != 1)}", n=number)


def in_a_line(words: str, most: int = 119) -> str:
    """Return *words* shortened to at most *most* characters, for a ``repr``."""
    return words if len(words) <= most else f"{words[: most - 4]}...{words[-1]}"


_SHORT = Repr()
_SHORT.maxstring, _SHORT.maxother, _SHORT.maxlong = 200, 100, 60


def shown(value: object) -> str:
    """Return *value* as text for an error message: in one line, and shortened if it has many parts.

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
        A description of the error, and the allowed values; a `Message` if it contains values.
    argument : (str, object), optional
        The name and value of the wrong argument.  The message begins with ``name=value``, on the command line
        with the option.

    Attributes
    ----------
    message : Message
        The message as template, values and advice.

    """

    def __init__(self, words: str = "", argument: tuple[str, object] | None = None) -> None:
        self.words, self.argument = words, argument
        super().__init__(
            printable(words if argument is None else f"{argument[0]}={shown(argument[1])} {words}")
        )

    @property
    def message(self) -> Message:
        """The message as template, values and advice."""
        words = Message.made_of(self.words)
        if self.argument is None:
            return words
        given = printable(f"{self.argument[0]}={shown(self.argument[1])}")
        return Message.of(f"{{given}} {words.template}", {"given": given, **words.values}, words.advice)

    def __reduce__(self) -> tuple[Any, ...]:
        # By default pickle calls the class with the message; these classes take other arguments.
        return _rebuilt, (type(self), self.args, self.__dict__)


def _rebuilt(kind: type[GridwalkError], arguments: tuple[Any, ...], data: dict[str, Any]) -> GridwalkError:
    # `kind.__new__` fails for a MemoryError with a second base class.
    base: Any = kind.__base__
    error: GridwalkError = base.__new__(kind)
    error.args = arguments
    error.__dict__.update(data)
    return error


def error_of(kind: type[_Kind], template: str, /, advice: str = "", **values: Any) -> _Kind:
    """Return the error of class *kind* with the `Message` of this template and these values."""
    return kind(Message(template, advice, **values))


class InputError(GridwalkError, ValueError):
    """Bad input: a wrong board, text, question or argument."""


class LimitError(GridwalkError):
    """An answer needs more time, memory or disk space than allowed; with higher limits it can be found."""


class ReadingWarning(UserWarning):
    """A board was read in one of two possible ways; the message contains the option for the other one."""


# ------------------------------------------------------------------------ arguments and questions


class ArgumentError(InputError):
    """An argument of the wrong kind, out of its range, or not one of the allowed words.

    Attributes
    ----------
    name, value : str, object
        Name and value of the argument.
    allowed : str
        A description of the allowed values.
    choices : tuple of str
        The allowed words, if the argument is one of several words.

    """

    def __init__(
        self, name: str, value: object, allowed: str, *, words: str = "", choices: Sequence[str] = ()
    ) -> None:
        self.name, self.value, self.allowed, self.choices = name, value, allowed, tuple(choices)
        super().__init__(words or Message("must be {allowed}", allowed=allowed), (name, value))


class CallError(InputError, TypeError):
    """Wrong arguments of a call: an unknown keyword, or too many or too few values."""

    def __init__(self, what: str, instead: str) -> None:
        self.what, self.instead = what, instead
        super().__init__(f"{what}: {instead}")


class UnsuitableAlgorithmError(InputError):
    """An algorithm that cannot answer this question on this board."""

    def __init__(self, by: str, reason: str) -> None:
        self.by, self.reason = by, reason
        super().__init__(Message("does not suit: {reason}", reason=reason), ("by", by))


class QuestionError(InputError):
    """A question that this set cannot answer."""

    def __init__(self, question: str, reason: str) -> None:
        self.question, self.reason = question, reason
        super().__init__(Message("{question} does not fit here: {reason}", question=question, reason=reason))


class UnansweredError(QuestionError, AttributeError):
    """A method or option that this set does not have, but sets of another kind have."""


# ------------------------------------------------------------------------ boards and their cells


class CellError(InputError):
    """A wrong cell or node: it is not on the board, or it is a wall but must be open."""


class BoardError(InputError):
    """An invalid part of a board: its cells, size, moves, costs, walls or portals."""


# ------------------------------------------------------------------------ texts, pictures, files


class BoardTextError(InputError):
    """A text that is not a board, or a board that cannot be written as text.

    Attributes
    ----------
    line, column : int or None
        The position of the error in the text, from 1; None if unknown.

    """

    def __init__(self, words: str, line: int | None = None, column: int | None = None) -> None:
        self.line, self.column = line, column
        super().__init__(words)


class UnclearBoardError(BoardTextError):
    """A text that can be read as a board in several ways, or in none.

    Attributes
    ----------
    seen : str
        The message without its advice.
    walls : tuple of str
        The characters of which one is the wall, if that is unclear.
    readings : tuple of str
        The possible readings, if they are known.
    needs_costs : bool
        Whether the text has numbers that would be costs, but costs were not requested.

    """

    def __init__(
        self,
        message: str,
        seen: str = "",
        walls: tuple[str, ...] = (),
        *,
        readings: tuple[str, ...] = (),
        needs_costs: bool = False,
    ) -> None:
        self.seen, self.walls = seen or message, walls
        self.readings, self.needs_costs = readings, needs_costs
        super().__init__(message)

    @property
    def message(self) -> Message:
        """The message without its advice."""
        return Message.made_of(self.seen)


class PictureError(BoardTextError):
    """A picture in which no board is recognised, or whose start and exits are unclear.

    Attributes
    ----------
    openings : tuple of cells, or None
        All openings of the border, in reading order, if start and exits are unclear.

    """

    def __init__(self, words: str, openings: tuple[Cell, ...] | None = None) -> None:
        self.openings = openings
        super().__init__(words)


class FileError(InputError):
    """A file that is not a board or network, or whose path has a step that is not a move.

    Attributes
    ----------
    path, reason : str
        The name of the file, and the error.
    step : (int, cell, cell), optional
        The number of the step that is not a move, and its two cells.

    """

    def __init__(self, path: object, reason: str, step: tuple[int, Cell, Cell] | None = None) -> None:
        self.path, self.reason, self.step = str(path), reason, step
        super().__init__(Message("{place}: {words}", place=self.path, words=reason))


# ------------------------------------------------------------------------ limits


class TimeLimitError(LimitError, TimeoutError):
    """The time limit was reached; the attributes hold the progress so far."""

    def __init__(self, seconds: float, expanded: int, backtracks: int, found: int, doing: str = "") -> None:
        self.seconds, self.expanded, self.backtracks, self.found = seconds, expanded, backtracks, found
        self.doing = doing
        known = Message(
            "{cells} expanded, {backs}, {n:,} found so far",
            cells=counted(expanded, "cell"),
            backs=counted(backtracks, "backtrack"),
            n=found,
        )
        words = Message("stopped after {n:g} s, the time given: {words}", n=seconds, words=doing or known)
        super().__init__(words)


class MemoryLimitError(LimitError, MemoryError):
    """An answer needs more memory than allowed.

    Attributes
    ----------
    limit, needed : int
        The number of bytes allowed, and the minimum number needed.
    doing : str
        The part of the answer that needs the memory.

    """

    def __init__(self, limit: int, needed: int, doing: str, advice: str = "") -> None:
        self.limit, self.needed, self.doing = limit, needed, doing
        words = Message(
            "{n:,} bytes of memory are not enough: {doing} needs at least {needed:,}",
            f"; {advice}" if advice else "",
            n=limit,
            doing=doing,
            needed=needed,
        )
        super().__init__(words)


class HopelessError(LimitError):
    """A question that needs too much time or memory, by an estimate."""

    def __init__(self, reason: str, advice: str = "paths can still be listed one by one") -> None:
        self.reason = reason
        words = Message("too large for an exact answer: {instead} ({reason})", instead=advice, reason=reason)
        super().__init__(words)


class KeepError(LimitError):
    """A folder of finished parts, or a file in it, that cannot be read or written."""

    def __init__(self, path: object, reason: str) -> None:
        self.path, self.reason = str(path), reason
        super().__init__(f"kept {self.path}: {reason}")


class WorkerError(LimitError):
    """A worker that died or does not answer.

    *keep* is the folder of finished tasks, if any; *kept* is the text for an answer that does not support it.
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
