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
    offered = {row.name: _algorithm(row, asked) for row in asked.algorithms}
    if not asked.auto:
        return offered
    # Which algorithm "auto" takes is known only when the answer is there.
    unknown = {"title": asked.auto, "code": [], "lines": {}, "executed": {}, "begin": [], "promise": []}
    return {"auto": {**next(iter(offered.values())), **unknown}, **offered}


def _algorithm(row: Algorithm, asked: PageQuestion) -> dict[str, Any]:
    executed = {kind: lines for kind, lines in row.lines_of_event.items() if kind != "begin"}
    return {
        "title": row.title,
        "promise": row.promise,
        "keeps": row.keeps if asked.is_film else "",
        "key": row.key,
        "labels": row.labels,
        "jumps": row.jumps,
        "code": row.pseudocode_for(asked.verb),
        "begin": row.lines_of_event.get("begin", ()),
        "lines": {EVENT_NAMES.index(kind): line for kind, line in row.line_of_event.items()},
        "executed": {EVENT_NAMES.index(kind): lines for kind, lines in executed.items()},
    }
