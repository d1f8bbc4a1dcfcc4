"""Which algorithms cannot answer a question about a board, and why: for the page's menus.

The reasons are those that the library gives when it refuses; here nothing is searched.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from gridwalk.planner import long, sweepfilms, theorem
from gridwalk.planner.counts import COUNTERS
from gridwalk.questions.question import Question
from gridwalk.search.choice import why_unsuitable
from gridwalk.tours.construct import unsuitable
from gridwalk.viewer.answers import BY_ITSELF
from gridwalk.viewer.asked import Asked
from gridwalk.viewer.questions import PAGE_QUESTIONS
from gridwalk.viewer.words import sentence

WhyNot = Callable[[Question], str | None]


def _single(question: Question) -> str | None:
    """A search for one path does not know of cells to visit."""
    return BY_ITSELF if question.is_conditional else None


def _exact(by: str) -> WhyNot:
    return lambda question: _single(question) or why_unsuitable(question.ground, by, 1)


# By the verb and kind of the registry, and the algorithm; all others answer on every board.
REASONS: Mapping[tuple[str, str, str], WhyNot] = {
    **{("shortest", "paths", row.name): _exact(row.name) for row in PAGE_QUESTIONS["shortest"].algorithms},
    **{("find", "paths", row.name): _single for row in PAGE_QUESTIONS["find"].algorithms},
    ("longest", "paths", "theorem"): theorem.why_not,
    ("longest", "paths", "anytime"): long.why_not,
    ("find", "tours", "construct"): unsuitable,
    **{("count", "tours", name): counter.why_not for name, counter in COUNTERS.items()},
}


def offers(asked: Asked) -> dict[str, Any]:
    """Return why algorithms cannot answer: ``{question: {by: reason}}``, those that can left out."""
    refused: dict[str, dict[str, str]] = {}
    for name, row in PAGE_QUESTIONS.items():
        question = replace(asked, members=row.members).all.question
        for offered in row.algorithms:
            why_not = REASONS.get((row.verb, row.of, offered.name))
            reason = None if why_not is None else why_not(question)
            if reason:
                refused.setdefault(name, {})[offered.name] = sentence(reason)
    if watched := _watched(asked):
        refused["watch"] = watched
    return {"kind": "offers", "refused": refused}


def _watched(asked: Asked) -> dict[str, str]:
    """Return why the sweeps that count cannot be watched: of tours where the piece leaps, else of paths."""
    leaps = any(abs(step) > 1 for move in asked.board.moves.unwrapped.deltas for step in move)
    question = replace(asked, members="tours" if leaps else "paths").all.question
    reasons = {by: sweepfilms.why_not(question, by) for by in ("auto", *sweepfilms.RECORDED)}
    return {by: sentence(reason) for by, reason in reasons.items() if reason}
