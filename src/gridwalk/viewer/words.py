"""Reasons and errors in the page's own names: titles of algorithms and choices instead of Python's words."""

from __future__ import annotations

import re
from collections.abc import Mapping

from gridwalk import algorithms
from gridwalk.algorithms import ALGORITHMS
from gridwalk.errors import UnsuitableAlgorithmError

# The page's names of the corner rules, as in its form "Diagonals past corners".
CORNERS: Mapping[str, str] = {"both": "never", "one": "past one wall", "none": "always"}
_TITLES: Mapping[str, str] = {row.name: row.title for row in reversed(ALGORITHMS)}  # paths before tours
_QUOTED = re.compile(r"(?:by=)?'([a-z-]+)'")


def page_words(reason: str) -> str:
    """Return *reason* with the page's names for what Python calls by a word in quotes.

    >>> page_words("it knows the corner rules 'both' and 'none': use 'astar'")
    'it knows the corner rules never and always: use A*'
    """
    return _QUOTED.sub(lambda word: _TITLES.get(word[1], CORNERS.get(word[1], word[0])), reason)


def title_of(by: str) -> str:
    """Return the page's name of an algorithm.

    >>> title_of("astar")
    'A*'
    """
    return "the automatic choice" if by == "auto" else algorithms.title_of(by)


def sentence(reason: str) -> str:
    """Return *reason* as a sentence in the page's names, for an algorithm that cannot be chosen.

    >>> sentence("it is for open tours")
    'It is for open tours.'
    """
    words = page_words(reason)
    return f"{words[:1].upper()}{words[1:].rstrip('.')}."


def in_page_words(error: Exception) -> str:
    """Return the message of *error* for the page.

    >>> in_page_words(UnsuitableAlgorithmError("jps", "it knows no costs: use 'astar'"))
    'Jump points does not suit this board: it knows no costs: use A*'
    """
    if isinstance(error, UnsuitableAlgorithmError):
        title = title_of(error.by)
        return f"{title[:1].upper()}{title[1:]} does not suit this board: {page_words(error.reason)}"
    return page_words(str(error))
