"""Where the paths of a set may start: all starts, or those that no quick proof rules out."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from gridwalk.errors import Cell
from gridwalk.question.question import Question
from gridwalk.tours.existence import quick_refutation


def starts_of(question: Question) -> Iterator[Cell]:
    """Yield the starts that a search must try: one is enough for closed tours, which visit every cell."""
    if question.closed:
        yield first_start(question)
    elif question.starts_left is not None:
        yield from question.starts_left
    else:
        for v in np.flatnonzero(question.ground.open_cells):
            yield divmod(int(v), question.board.columns)


def first_start(question: Question) -> Cell:
    """Return the start; if any cell may be the start, the first open cell."""
    return question.start or divmod(int(question.board.open_cells.argmax()), question.board.columns)


def promising_starts(question: Question) -> Iterator[Cell]:
    """Yield the starts but those from which a quick proof shows that there is no tour."""
    watch = question.watch()
    for start in starts_of(question):
        watch.check(0, 0, 0, "looking at the starts")
        if not question.tour or quick_refutation(question.between((start,), question.exits)) is None:
            yield start
