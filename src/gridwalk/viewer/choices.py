"""The choices of the page as JSON: questions, algorithms, kinds of events, named moves, makers."""

from __future__ import annotations

from typing import Any

from gridwalk.algorithms import titles
from gridwalk.makers.table import MAKERS
from gridwalk.render.pagedata import algorithm_data, event_numbers, named_moves
from gridwalk.viewer.questions import PAGE_QUESTIONS, PageQuestion


def choices() -> dict[str, Any]:
    """Return all choices as values that JSON can hold."""
    return {
        "questions": {
            name: {"title": asked.title, "noun": asked.noun, "algorithms": _algorithms(asked)}
            for name, asked in PAGE_QUESTIONS.items()
        },
        "titles": titles(),
        "events": event_numbers(),
        "moves": named_moves(),
        "makers": {
            name: {"title": row.title, "texture": row.texture, "rooms": row.counts == "rooms"}
            for name, row in MAKERS.items()
        },
    }


def _algorithms(asked: PageQuestion) -> dict[str, Any]:
    """Return the algorithms of a question by name, in the order of the menu."""
    offered = {row.name: algorithm_data(row, asked.verb, is_film=asked.is_film) for row in asked.algorithms}
    if not asked.auto:
        return offered
    # Which algorithm "auto" takes is known only when the answer is there.
    unknown: dict[str, Any] = {
        "title": asked.auto,
        "code": [],
        "lines": {},
        "executed": {},
        "begin": [],
        "promise": [],
    }
    if asked.auto_last:  # its film is known by its algorithm
        unknown["keeps"] = ""
    offered["auto"] = {**next(iter(offered.values())), **unknown}
    return {name: offered[name] for name in asked.names}
