"""Paths with conditions, by simpler questions: legs from cell to cell, or no edges; else a sweep."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING

from gridwalk.answers.path import Path
from gridwalk.errors import Cell, HopelessError, QuestionError, TimeLimitError
from gridwalk.planner import swept
from gridwalk.questions.enough import EXACT, Enough
from gridwalk.questions.knows import Knows, answers
from gridwalk.questions.question import Question
from gridwalk.search import routes
from gridwalk.search.query import Query, is_varied

if TYPE_CHECKING:
    from gridwalk.grids.grid import Grid
    from gridwalk.search.routes import Routes

ROUND = 1_000_000  # nodes expanded, or as much, between two looks at the clock: a fraction of a second
EARLY = 3 * ROUND  # then a sweep is asked what it would take
SOON = 2.0  # seconds of a sweep that is made then
LATE = 200 * ROUND  # then a sweep has to do it, if it can: about a minute
LARGE = 20_000  # cells of a board whose sweep is not even estimated early


def shortest_through(question: Question, enough: Enough = EXACT) -> Path | None:
    """Return a path of minimum cost through the required cells, or the best found, if that is enough."""
    if question.why_empty is not None:
        return None
    if question.has_given_lengths and not enough.is_exact:
        reason = f"gap and anytime are for paths through cells of any length, not {question.described}"
        raise QuestionError("shortest", reason)
    routes = routes_of(question, enough.seed)
    with routes.query.watch.telling(routes.so_far):
        answered = _is_answered(routes, question, enough)
    if answered:
        path = routes.path
        if path is None or question.keeps(path, path.length):
            return _claimed(routes)
        too_long = question.max_length is not None and path.length > question.max_length
        if too_long and not is_varied(question.ground):
            return None
    return _swept(question, routes)


@answers(Knows.ALL & ~Knows.EDGES, "paths through cells")
def routes_of(question: Question, seed: int = 0) -> Routes:
    """Return the search for paths through the required cells, begun; lengths do not matter to it."""
    query = Query(question.ground, question.starts_left or (), question.exits_left or (), question.watch())
    return routes.Routes(query, question.required, seed)


def found_through(question: Question) -> tuple[Path | None, bool]:
    """Return a path of the set that the router finds, and whether that, or that there is none, is known."""
    routes = routes_of(question)
    while routes.path is None and not routes.refuted and routes.effort < EARLY and not routes.exhausted:
        routes.improve(ROUND)
    path = routes.path
    if path is None:
        return None, routes.refuted
    path = path if question.keeps(path, path.length) else None
    return path, path is not None


def _is_answered(routes: Routes, question: Question, enough: Enough) -> bool:
    """Search until the path is good enough; False if a sweep should take over."""
    began = time.monotonic()
    asked = False
    while not routes.proved and (routes.path is None or routes.gap > enough.gap):
        routes.improve(ROUND, enough.gap)
        if routes.exhausted and not routes.proved:
            return enough.seconds is not None and routes.path is not None
        if enough.seconds is not None:
            if time.monotonic() - began < enough.seconds:
                continue
            if routes.path is None and not routes.refuted:
                raise TimeLimitError(enough.seconds, routes.expanded, 0, 0, "no path is found yet")
            return True
        if routes.effort > EARLY and not asked and question.ground.open_count <= LARGE:
            asked = True
            seconds = swept.seconds_of(question)
            if seconds is not None and seconds < SOON:
                return False
        if routes.effort > LATE:
            return False
    return True


def _claimed(routes: Routes) -> Path | None:
    path = routes.path
    if path is None or routes.proved:
        return path
    return path._claiming("cost", routes.bound)


def _swept(question: Question, routes: Routes) -> Path | None:
    try:
        return swept.best(question, longest=False, by_cost=is_varied(question.ground))
    except HopelessError as error:
        if routes.path is None:
            raise
        raise HopelessError(error.reason, "shortest(anytime=10) finds a short path, with a bound") from None


MAX_ORIENTED = 4  # required edges; each may be taken in two directions


def simpler(question: Question) -> list[Question]:
    """Return questions whose shortest path, of all, is that of *question* without its lengths; or none.

    They have given starts and exits, and no required edges.
    """
    question = replace(question, min_length=0, max_length=None)
    if question.has_open_ends:
        return [] if question.required_edges else list(between_required(question))
    return list(oriented(question)) if question.required_edges else []


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


def oriented(question: Question) -> Iterator[Question]:
    """Yield questions without required edges whose paths are those of *question*, each of one of them.

    A path makes the move from *u* to *v* if and only if it visits both, on the grid without all other moves
    out of *u* and into *v*, does not start at *v* and does not end at *u*.  Nothing is yielded if the edges
    are many.
    """
    if not question.required_edges:
        yield question
        return
    if len(question.required_edges) > MAX_ORIENTED:
        return
    (first, second), *others = question.required_edges
    exits, starts = question.exits or (), question.starts or ()
    for u, v in ((first, second), (second, first)):
        left = tuple(cell for cell in starts if cell != v)
        if u in exits or not left or not question.grid.has_move(u, v):
            continue
        out = [(u, cell) for cell, _ in question.grid.moves_from(u) if cell != v]
        into = [(cell, v) for cell in _leading_to(question.grid, v) if cell != u]
        one = question.without_edges((), [*out, *into]) if out or into else question
        cells = tuple(sorted({*one.required, u, v}))
        yield from oriented(replace(one, starts=left, required=cells, required_edges=tuple(others)))


def _leading_to(grid: Grid, v: Cell) -> list[Cell]:
    """Return the cells from which a move leads to *v*."""
    near = [(v[0] - d_row, v[1] - d_column) for d_row, d_column in grid.moves.deltas]
    inside = [(row, column) for row, column in near if 0 <= row < grid.rows and 0 <= column < grid.columns]
    return [cell for cell in inside if grid.has_move(cell, v)]
