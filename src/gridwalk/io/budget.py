"""How much of a text is read: known from counts, before anything is split.

Lines, lists and marks become objects of Python, some hundred bytes each; numbers some ten times less.
"""

from __future__ import annotations

from gridwalk.errors import BoardTextError

MAX_LINES = 1 << 21  # lines; rows in a line; lists and keys of JSON; elements of XML; passages; marks
MAX_NUMBERS = 1 << 24  # numbers of a table, of JSON, or of a matrix whose lines differ


def within(number: int, what: str, most: int = MAX_LINES) -> None:
    """Raise `BoardTextError` if a text has more than *most* of something."""
    if number > most:
        raise BoardTextError(
            f"it has {number:,} {what}; at most {most:,} are read of a text (an .npz file may hold more)"
        )
