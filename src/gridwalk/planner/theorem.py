"""The longest path where a theorem gives it at once: between two cells of an open rectangle, rook moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwalk.answers.path import Path
from gridwalk.questions.question import Question

if TYPE_CHECKING:
    from gridwalk.keywords import Measure

NAME = "theorem"
TITLE = "open rectangles have a path of known length, which is put together from pieces"


def why_not(question: Question, measure: Measure = "length") -> str | None:
    """Return why no theorem gives the longest path, in one sentence; None: one does."""
    from gridwalk.anytime.rectangle import why_not  # few ask for it

    if question.tour or question.is_conditional:
        return f"it is about all simple paths, not {question.described}"
    if measure == "cost" and question.grid.costs is not None:
        return "it counts moves, but here cells have costs"
    return why_not(question.ground, question.starts_left, question.exits_left)


def longest(question: Question, measure: Measure = "length") -> Path | None:
    """Return a longest path; None where no theorem gives it."""
    if why_not(question, measure) is not None:
        return None
    from gridwalk.anytime.rectangle import rectangle_path

    (start,), (end,) = question.starts or (), question.exits or ()
    return Path._found(question.grid, rectangle_path(*question.grid.shape, start, end), by=NAME)


def longest_length(question: Question, measure: Measure = "length") -> int | None:
    """Return the length of a longest path without the path; None where no theorem gives it."""
    if why_not(question, measure) is not None:
        return None
    from gridwalk.anytime.rectangle import longest_length

    (start,), (end,) = question.starts or (), question.exits or ()
    return longest_length(*question.grid.shape, start, end)
