"""Suggest the right name when an object has no attribute of the given name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from gridwalk.errors.words import ours


class Suggesting:
    """A base class whose error for a missing attribute suggests the right name."""

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Raise an `AttributeError` that suggests the right name."""
            if hasattr(type(self), name):  # a property raised an AttributeError: raise it again
                return object.__getattribute__(self, name)
            words = "" if name.startswith("_") else self._elsewhere(name)
            raise AttributeError(f"a {type(self).__name__} has no {name!r}" + (f": {words}" if words else ""))

    def _elsewhere(self, name: str) -> str:
        """Return a suggestion for the unknown attribute *name*, or an empty string."""
        return meant(name, dir(self))


def meant(name: str, names: Sequence[str]) -> str:
    """Return a suggestion: the one of *names* that *name* probably stands for, or an empty string.

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
