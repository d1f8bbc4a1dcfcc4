"""A shortest path if it costs no more than a maximum."""

from __future__ import annotations

from gridwalk.answers.path import Path
from gridwalk.errors import ArgumentError
from gridwalk.planner.single import query_of, shortest_or_none
from gridwalk.questions.question import Question
from gridwalk.search.spreading import allowed, least_cost, nearest_within


def shortest_within_cost(question: Question, by: str, max_cost: float, *, exact: bool) -> Path | None:
    """Return a path of minimum cost, or None if that is more than *max_cost*.

    Where few cells are within that cost, these are searched and no others; elsewhere a search for the
    shortest path at any cost is as fast.
    """
    if not exact:
        raise ArgumentError(
            "max_cost", max_cost, "left out with closest, gap or seconds: these ask for other paths"
        )
    grid = question.ground
    most = allowed(grid, max_cost)
    if by == "auto" and not question.is_conditional and question.why_empty is None:
        reach = max(max(map(abs, step)) for step in grid.moves.steps)
        if (2 * most / least_cost(grid) * reach + 1) ** 2 < grid.size:
            found = nearest_within(query_of(question), most)
            return None if found is None else found._claiming("cost")
    path = shortest_or_none(question, by)
    if path is None or path.cost > most:
        return None
    return path if path.best else path._claiming("cost")
