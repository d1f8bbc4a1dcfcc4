"""Attributes that an object does not have: the error says which one is meant, or where it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from gridwalk.errors.words import ours


class SuggestingType(type):
    """A metaclass: the same error for attributes of the class itself, such as ``Board.from_numpy``."""

    if not TYPE_CHECKING:

        def __getattr__(cls, name: str) -> Any:
            """Raise an `AttributeError` that says which attribute is meant."""
            words = "" if name.startswith("_") else meant(name, dir(cls))
            raise AttributeError(f"{cls.__name__} has no {name!r}" + (f": {words}" if words else ""))


class Suggesting:
    """A base class: the error for a missing attribute says which one is meant."""

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Raise an `AttributeError` that says which attribute is meant."""
            if hasattr(type(self), name):  # a property raised an AttributeError: raise that one again
                return object.__getattribute__(self, name)
            words = "" if name.startswith("_") else self._elsewhere(name)
            raise AttributeError(f"a {type(self).__name__} has no {name!r}" + (f": {words}" if words else ""))

    def _elsewhere(self, name: str) -> str:
        """Return which attribute is meant by *name*, or where it is; an empty text if unknown."""
        return meant(name, dir(self))


def meant(name: str, names: Sequence[str]) -> str:
    """Return which of *names* is meant by *name*, in words, or an empty text.

    >>> meant("from_numpy", ["from_matrix"]), meant("form_matrix", ["from_matrix"])
    ('here it is from_matrix(matrix)', 'did you mean from_matrix?')
    """
    here = [each for each in names if not each.startswith("_")]
    for our in ours("attribute", name).split(" | "):
        for one in (our, our.removeprefix("paths().")):
            if one.startswith(("board[", "gridwalk.")) or re.split(r"\W", one)[0] in here:
                return f"here it is {one}"
    close = get_close_matches(name, here, n=1)
    return f"did you mean {close[0]}?" if close else ""
