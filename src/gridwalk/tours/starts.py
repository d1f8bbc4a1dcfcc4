"""Where the paths of a set may start: all starts, or those that no quick proof rules out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from gridwalk.errors import Cell
from gridwalk.question.question import Question
from gridwalk.tours import existence


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
    if not question.tour or question.board._is_network:
        yield from starts_of(question)
        return
    watch, starts = question.watch(), starts_of(question)
    ends = () if question.closed else existence.dead_ends(question.board)
    if len(ends) > 1:
        starts = iter([end for end in ends if question.starts is None or end in question.starts])
    for start in starts:
        watch.check(0, 0, 0, "looking at the starts")
        if existence.quick_refutation(question.between((start,), question.exits)) is None:
            yield start


def exits_from(question: Question, starts: Sequence[Cell] | None) -> Sequence[Cell] | None:
    """Return where a path from *starts* may end (None: anywhere): a tour ends at the other dead end."""
    if (
        not question.tour
        or question.closed
        or question.board._is_network
        or starts is None
        or len(starts) != 1
    ):
        return question.exits_left
    ends = [cell for cell in existence.dead_ends(question.board) if cell != starts[0]]
    if not ends or question.exits is None:
        return ends or question.exits
    return [cell for cell in ends if cell in question.exits]
