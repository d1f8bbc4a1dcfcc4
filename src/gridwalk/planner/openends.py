"""Paths that may start or end anywhere, as paths between given cells."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from gridwalk.question import Question


def between_required(question: Question) -> Iterator[Question]:
    """Yield questions between given cells, the shortest of whose paths are the shortest of *question*.

    What a path does before the first required cell, if it may start anywhere, and after the last, if it may
    end anywhere, can be left out.  So a shortest one starts, or ends, at a required cell.  Nothing is
    yielded if no cell is required.
    """
    required = [(cell,) for cell in question.required]
    if question.starts is not None:
        yield from (question.between(question.starts, last) for last in required)
    elif question.exits is not None:
        yield from (question.between(first, question.exits) for first in required)
    elif len(required) == 1:
        yield question.between(required[0], required[0])
    else:
        yield from (question.between(first, last) for first, last in permutations(required, 2))
