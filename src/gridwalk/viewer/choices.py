"""The choices of the page as JSON: questions, algorithms, kinds of events, named moves, makers."""

from __future__ import annotations

from typing import Any

from gridwalk.algorithms import Algorithm
from gridwalk.kernels.codes import EVENT_NAMES
from gridwalk.makers.table import MAKERS
from gridwalk.moves import NAMED_MOVES
from gridwalk.viewer.questions import PAGE_QUESTIONS, PageQuestion


def choices() -> dict[str, Any]:
    """Return all choices as values that JSON can hold."""
    return {
        "questions": {
            name: {"title": asked.title, "noun": asked.noun, "algorithms": _algorithms(asked)}
            for name, asked in PAGE_QUESTIONS.items()
        },
        "events": {name: kind for kind, name in enumerate(EVENT_NAMES)},
        "moves": {name: moves.deltas for name, moves in NAMED_MOVES.items()},
        "makers": {
            name: {"title": row.title, "texture": row.texture, "rooms": row.counts == "rooms"}
            for name, row in MAKERS.items()
        },
    }


def _algorithms(asked: PageQuestion) -> dict[str, Any]:
    """Return the algorithms of a question by name, "auto" first."""
    offered = {row.name: _algorithm(row) for row in asked.algorithms}
    if not asked.is_film:
        offered = {name: {**data, "keeps": ""} for name, data in offered.items()}
    if not asked.auto:
        return offered
    # Which algorithm "auto" takes is known only when the answer is there, so its film has no code.
    first = next(iter(offered.values()))
    quickest = {**first, "code": [], "lines": {}} if asked.is_film else first
    return {"auto": {**quickest, "title": asked.auto}, **offered}


def _algorithm(row: Algorithm) -> dict[str, Any]:
    return {
        "title": row.title,
        "keeps": row.keeps,
        "key": row.key,
        "labels": row.labels,
        "jumps": row.jumps,
        "code": row.pseudocode,
        "lines": {EVENT_NAMES.index(kind): line for kind, line in row.line_of_event.items()},
    }
