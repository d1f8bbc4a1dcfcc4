"""Paths through given cells: legs routed round one another, with a bound; else a sweep."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from gridwalk.answers.path import Path
from gridwalk.errors import HopelessError, QuestionError, TimeLimitError
from gridwalk.planner import swept
from gridwalk.questions.enough import EXACT, Enough
from gridwalk.questions.question import Question
from gridwalk.search.query import Query
from gridwalk.search.suits import is_varied
from gridwalk.search.through import routes

if TYPE_CHECKING:
    from gridwalk.search.through.routes import Routes

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
        reason = f"gap and seconds are for paths through cells of any length, not {question.described}"
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
        raise HopelessError(error.reason, "shortest(seconds=10) finds a short path, with a bound") from None
