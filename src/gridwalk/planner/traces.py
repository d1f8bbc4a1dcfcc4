"""What an algorithm does, step by step: its event log with the board."""

from __future__ import annotations

from gridwalk.checks import checked_number
from gridwalk.errors import QuestionError, UnknownChoiceError
from gridwalk.path import Path
from gridwalk.planner import listed, single
from gridwalk.question import Question
from gridwalk.runtime.eventlog import EventLog, LogFullError
from gridwalk.search.shortest import BY_CELL, LOGGED
from gridwalk.tours.starts import first_start
from gridwalk.trace import Trace

LIST = "list"  # follows the listing of the whole set
FIND_PATHS = ("dfs", "dfs-recursive", "bfs")
FIND_TOURS = ("warnsdorff", "dfs", "construct")
TRACED = {
    "paths": ("auto", *dict.fromkeys((*FIND_PATHS, *BY_CELL, *LOGGED)), LIST),
    "tours": ("auto", "warnsdorff", "dfs", LIST, "construct"),
}


def trace(question: Question, by: str, max_events: int) -> Trace:
    """Run an algorithm and return all it did."""
    question.refuse_checkpoint("trace()")
    if question.is_conditional:
        raise QuestionError("trace", f"a sweep has no events, and only it finds {question.described}")
    log = EventLog(checked_number(max_events, "max_events", 1))
    UnknownChoiceError.check("by", by, TRACED["tours" if question.tour else "paths"])
    path: Path | None = None
    truncated = False
    try:
        if by == LIST:
            for path in listed.search_of(question, log).paths():  # noqa: B007
                pass
        elif question.tour or by == "auto" or by in FIND_PATHS:
            path = single.find(question, by, log)
        else:
            path = single.shortest_or_none(question, by, log)
    except LogFullError:
        truncated = True
    name = by
    if by == "auto":
        name = path.by if question.tour and path is not None else "warnsdorff" if question.tour else "dfs"
    return Trace(
        question.grid, name, first_start(question), log.events(), path, truncated, question.tour or by == LIST
    )
