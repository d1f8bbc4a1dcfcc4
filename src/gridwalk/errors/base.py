"""The roots of all errors: `GridwalkError`, and below it bad input and limits."""

from __future__ import annotations

from typing import Any

Cell = tuple[int, int]


def counted(number: int, noun: str) -> str:
    """Return *number* and its noun: ``1 cell``, ``2,257 cells``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


class GridwalkError(Exception):
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


def _rebuilt(kind: type[GridwalkError], arguments: tuple[Any, ...], data: dict[str, Any]) -> GridwalkError:
    # Not by `kind` itself: of a MemoryError that has another base, Python refuses that.
    base: Any = kind.__base__
    error: GridwalkError = base.__new__(kind)
    error.args = arguments
    error.__dict__.update(data)
    return error


class InputError(GridwalkError, ValueError):
    """Something given that is wrong: a board, a text, a question or one of its arguments."""


class LimitError(GridwalkError):
    """An answer needs more time, memory or disk than there is; with more of it, it can be found."""


class CompileCacheWarning(UserWarning):
    """Compiled code could not be read back, or could not be kept: answers are right, start-up is slower."""
