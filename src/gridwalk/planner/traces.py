"""Traces: the event log of an algorithm with its board."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gridwalk.algorithms import algorithm, names
from gridwalk.answers.path import Path
from gridwalk.answers.trace import Trace
from gridwalk.errors import QuestionError, UnknownChoiceError, UnsuitableAlgorithmError
from gridwalk.grids.checks import checked_number
from gridwalk.planner import listed, single, weighted
from gridwalk.questions.question import Question
from gridwalk.runtime.eventlog import EventLog, LogFullError
from gridwalk.search.bestfirst import checked_weight
from gridwalk.search.lowerbounds import WEIGHT, bound_on_rest
from gridwalk.tours.starts import first_start

LIST = "list"  # follows the listing of the whole set
_STATES = (
    "it follows states of a frontier, and keeps no log of cells: count --layers "
    "(gridwalk.planner.sweepfilms) shows them on a small board"
)
_JUNCTIONS = "it searches a graph of junctions that was made before, and keeps no log of cells: trace 'astar'"
# Algorithms that answer other verbs: why they have no trace, and what to watch instead.
UNTRACED = {"sweep": _STATES, "halves": _STATES, "corridors": _JUNCTIONS, "contraction": _JUNCTIONS}
TRACED = {of: ("auto", *names("trace", of)) for of in ("paths", "tours")}


def trace(question: Question, by: str, max_events: int, weight: float | None = None) -> Trace:
    """Run an algorithm and return its event log."""
    question.refuse_checkpoint("trace()")
    if question.is_conditional:
        raise only_swept(question)
    log = EventLog(checked_number(max_events, "max_events", 1))
    of = "tours" if question.tour else "paths"
    check_traced("by", by, of)
    if weight is not None:
        weight = checked_weight(weight, by)
    path: Path | None = None
    truncated = False
    try:
        if by == LIST:
            for path in listed.search_of(question, log).paths():  # noqa: B007
                pass
        elif by == "auto" or by in names("find", of):
            path = weighted.find(question, by, weight, log)
        else:
            path = single.shortest_or_none(question, by, log)
    except LogFullError:
        truncated = True
    name = by
    if by == "auto":
        name = path.by if question.tour and path is not None else "warnsdorff" if question.tour else "dfs"
    wiped = question.tour or algorithm(name, of).wipes
    kind = "closed tours" if question.tour and question.closed else of
    rest = (
        None
        if wiped or "bound" not in algorithm(name, of).key
        else _rest(question, name, path, weight or WEIGHT)
    )
    begin, events = first_start(question), log.events()
    return Trace(
        question.grid, name, begin, events, path, truncated, wiped, kind, tuple(question.avoided or ()), rest
    )


def check_traced(name: str, by: str, of: str) -> None:
    """Raise an error unless *by*, the value of the argument *name*, has a trace for "paths" or "tours"."""
    if isinstance(by, str) and by not in TRACED[of] and by in UNTRACED:
        raise UnsuitableAlgorithmError(by, UNTRACED[by])
    UnknownChoiceError.check(name, by, TRACED[of])


def only_swept(question: Question) -> QuestionError:
    """Return the error for a set whose paths no traced algorithm finds."""
    instead = "" if question.has_given_lengths else "; count --layers shows the sweep of a small board"
    return QuestionError("trace", f"a sweep has no events, and only it finds {question.described}{instead}")


def _rest(question: Question, by: str, path: Path | None, weight: float) -> NDArray[np.float64]:
    """Return the bound on the rest of the cost that the search used, for each cell, flat."""
    end = None if path is None else path.end
    return bound_on_rest(by, question.ground, question.exits_left or (), end, weight)
