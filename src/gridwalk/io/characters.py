"""Text as an array of character codes, and the error for unknown characters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import CostsNotAskedForError, UnknownCharacterError

NEWLINE = ord("\n")
COST_DIGITS = "123456789"


def codes_of(text: str) -> NDArray[np.uint8]:
    """Return one byte per character; characters outside Latin-1 become DEL, which no format allows."""
    return np.frombuffer(text.encode("latin-1", "replace").replace(b"?", b"\x7f"), np.uint8)


def among(codes: NDArray[np.uint8], characters: str | Iterable[str]) -> NDArray[np.bool_]:
    """Return which codes are one of *characters*."""
    table = np.zeros(256, bool)
    table[[ord(character) for character in characters]] = True
    return table[codes]


def place_of(text: str, at: int) -> tuple[int, int]:
    """Return line and column, both from 1, of the character *at*."""
    return text.count("\n", 0, at) + 1, at - (text.rfind("\n", 0, at) + 1) + 1


def first_unknown(codes: NDArray[np.uint8], allowed: str) -> int | None:
    """Return the index of the first character that is neither *allowed* nor a newline."""
    unknown = ~among(codes, allowed + "\n")
    return int(unknown.argmax()) if unknown.any() else None


def refuse(text: str, at: int, words: str, *, may_be_a_cost: bool = False) -> NoReturn:
    """Raise the error for the character *at*; *words* are the allowed characters."""
    kind = CostsNotAskedForError if may_be_a_cost else UnknownCharacterError
    raise kind(*place_of(text, at), text[at], words)
