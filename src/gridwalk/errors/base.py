"""The base classes of all errors: `GridwalkError`, and below it bad input and limits."""

from __future__ import annotations

from typing import Any

Cell = tuple[int, int]


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
        super().__init__(printable(words if argument is None else f"{argument[0]}={argument[1]!r} {words}"))

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


class CompileCacheWarning(UserWarning):
    """Compiled code could not be loaded or saved: answers are the same, start-up is slower."""
