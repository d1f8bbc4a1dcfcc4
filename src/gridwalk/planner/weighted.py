"""Any path, or one by weighted A* with a weight."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gridwalk.answers.path import Path
from gridwalk.planner import single
from gridwalk.planner.tables import way_of
from gridwalk.questions.question import Question
from gridwalk.search import run
from gridwalk.search.bestfirst import checked_weight

if TYPE_CHECKING:
    from gridwalk.runtime.eventlog import EventLog


def find(
    question: Question, by: str, weight: float | None = None, log: EventLog | None = None
) -> Path | None:
    """Return a path of the set; a *weight* is for weighted A* only."""
    if weight is None:
        return single.find(question, by, log)
    way_of(single.FIND, question, by)  # refuses what no search finds
    checked = checked_weight(weight, by)
    if question.why_empty is not None:
        return None
    return run.find(by, replace(single.query_of(question, log), weight=checked))
