"""How many paths end in each cell: a count for each end, but for those that symmetries map to each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell
from gridwalk.planner import counts
from gridwalk.planner.tasks import one_task
from gridwalk.questions.question import Question
from gridwalk.runtime.resources import Resources

CountOf = Callable[[Question], int]


def counts_by_end(question: Question, count: CountOf = counts.count_of_task) -> NDArray[Any]:
    """Return for each cell how many paths end there."""
    from gridwalk.tours.symmetry import symmetries  # brings a sweep along

    question = question.running()
    grid, number_of_cell = question.grid, np.zeros(question.grid.size, object)
    if question.why_empty is not None:
        return number_of_cell.reshape(grid.shape)
    kept = question.starts, question.exits, question.required, question.avoided
    group = symmetries(grid, *(cells for cells in kept if cells is not None))
    some = group[:1] if question.required_edges else group  # no edge need be its own image
    orbits = np.stack(some).min(axis=0)  # of every cell the first that is like it
    ends = {grid.index(cell): cell for cell in question.end_cells}
    firsts = sorted({int(orbits[end]) for end in ends})
    each = [_ending_at(question, ends[first]) for first in firsts]
    if (crew := Resources.within(question.limits).crew) is not None:
        tasks = [
            one_task("end" if count is counts.count_of_task else "end induced", count, one) for one in each
        ]
        numbers = crew.results(tasks, question.watch())
    else:
        numbers = [count(one) for one in each]
    for first, number in zip(firsts, numbers, strict=True):
        number_of_cell[orbits == first] = number
    return number_of_cell.reshape(grid.shape)


def _ending_at(question: Question, end: Cell) -> Question:
    """Return the question for the paths that end there; of several exits they enter no other."""
    if question.exits is None:
        return question.between(question.starts, (end,))
    others = [cell for cell in question.exits if cell != end]
    one = question.between(question.starts, (end,))
    return one.avoiding(others) if others else one
