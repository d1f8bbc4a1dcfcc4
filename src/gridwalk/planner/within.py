"""Paths of given lengths: drawn among all paths, or by a sweep that counts moves along."""

from __future__ import annotations

import numpy as np

from gridwalk.errors import MemoryLimitError
from gridwalk.planner.kept import lent
from gridwalk.planner.swept import all_paths, why_hopeless
from gridwalk.questions.question import Question
from gridwalk.runtime.limits import PatienceError

PATIENCE = 1 << 20  # states: of a sweep that takes a second or two
TRIED = 256  # paths drawn to see how many are of a wanted length
RARE = 32  # where fewer than one of so many is, a sweep that counts moves is worth its time


def is_direct(question: Question) -> bool:
    """Whether to draw by a sweep that counts moves: where that is short, or where such lengths are rare.

    It is known from then on: the answer does not depend on what is drawn later, so all draws are fair.
    """
    known: dict[object, bool] = question.ground._kept.setdefault("direct", {})
    key = (
        question.starts, question.exits, question.required, question.required_edges, question.closed,
        question.min_length, question.max_length,
    )  # fmt: skip
    if key not in known:
        known[key] = _is_direct(question)
    return known[key]


def _is_direct(question: Question) -> bool:
    if why_hopeless(question, all_paths(question)) is not None:
        return True
    try:
        with lent(question, metered=True, patience=PATIENCE) as whole:
            return whole.total >= 0
    except (PatienceError, MemoryLimitError):
        pass
    from gridwalk.frontier.draws import Streams

    with lent(question) as whole:
        drawn = whole.sample(TRIED, Streams.of(np.random.default_rng(0)))
    moves = (len(cells) - (not question.closed) for cells in drawn)
    return sum(map(question.has_length, moves)) * RARE < TRIED
