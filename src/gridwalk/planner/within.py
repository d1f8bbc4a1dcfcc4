"""Paths of given lengths: drawn and counted among all paths, or by a sweep that counts moves along."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from gridwalk.errors import HopelessError, MemoryLimitError
from gridwalk.planner import swept
from gridwalk.planner.kept import facts_of, lent
from gridwalk.planner.swept import all_paths, why_hopeless
from gridwalk.planner.tables import Option
from gridwalk.questions.question import Question
from gridwalk.runtime.cache import Key
from gridwalk.runtime.limits import PatienceError

if TYPE_CHECKING:
    from gridwalk.frontier.all_paths import AllPaths, FromEachStart

    Whole = AllPaths | FromEachStart

PATIENCE = 1 << 20  # states: of a sweep that takes a second or two
TRIED = 256  # paths drawn to see how many are of a wanted length
RARE = 32  # where fewer than one of so many is, a sweep that counts moves is worth its time


def is_direct(question: Question) -> bool:
    """Whether to draw by a sweep that counts moves: where that is short, or where such lengths are rare.

    It is known from then on: the answer does not depend on what is drawn later, so all draws are fair.
    """
    key: Key[bool] = Key("is direct", (*facts_of(question), *question.lengths))
    return question.ground._kept.get(key, lambda: _is_direct(question))


def _is_direct(question: Question) -> bool:
    if why_hopeless(question, all_paths(question)) is not None:
        return True
    try:
        with lent(question, metered=True, patience=PATIENCE) as whole:
            return whole.total >= 0
    except (PatienceError, MemoryLimitError):
        pass
    from gridwalk.frontier.families import Streams

    with lent(question) as whole:
        drawn = whole.sample(TRIED, Streams.of(np.random.default_rng(0)))
    moves = (len(cells) - (not question.closed) for cells in drawn)
    return sum(map(question.has_length, moves)) * RARE < TRIED


# ------------------------------------------------------------------------------------ counts

QUICK = 0.5  # seconds: of a sweep by length that is over before anything better is found
STATES_A_SECOND = 1 << 18  # that a try may take of what a sweep by length is estimated to take: a quarter
COMMON = 0.4, 0.8  # of the open cells: so many moves have most paths of a board that no sweep takes
ALONG = "moves are counted along"
ENGINE = "simpath"


def lengths(question: Question, whole: Whole | None = None) -> dict[int, int]:
    """Return how many paths there are of each number of moves asked for."""
    return _counted(question, whole, apart=True)


def count(question: Question, whole: Whole) -> int:
    """Return how many paths there are of the lengths asked for."""
    return sum(_counted(question, whole, apart=False).values())


def _counted(question: Question, whole: Whole | None, *, apart: bool) -> dict[int, int]:
    whole = all_paths(question) if whole is None else whole
    patience = patience_along(question, whole)
    if patience is None:
        return _along(question, None, apart=apart)
    if patience:
        try:
            return _along(question, patience, apart=apart)
        except (PatienceError, MemoryLimitError, HopelessError):
            pass
    return swept.lengths_of(question, whole)


def _along(question: Question, patience: int | None, *, apart: bool) -> dict[int, int]:
    """Count by a sweep that counts moves; `PatienceError` after so many states."""
    some = all_paths(question, metered=True, ranked=False)
    swept.refuse_if_hopeless(question, some)
    some.watch.patience = patience
    return some.lengths() if apart else {question.min_length: some.count()}


def patience_along(question: Question, whole: Whole) -> int | None:
    """Return how many states a sweep that counts moves may take; None: any number, for no other can answer.

    Where the state is saved, or the work done apart, nothing is tried that may have to be given up.
    """
    if not question.has_given_lengths:
        return 0
    if why_hopeless(question, whole, lengths=True) is not None:
        return 0 if _are_common(question) else None
    seconds = whole.estimate_of_lengths.seconds
    limits = question.limits
    if seconds <= QUICK or limits.keep is not None or limits.has_tasks:
        return 0
    return max(PATIENCE, int(seconds * STATES_A_SECOND))


def _are_common(question: Question) -> bool:
    """Whether most paths have such lengths, so that pruning gains nothing."""
    few, many = (share * question.ground.open_count for share in COMMON)
    return question.min_length <= many and (question.max_length is None or question.max_length >= few)


def why_no_count(question: Question, whole: Whole) -> str | None:
    """Return why there is no point in beginning to count by length, None: there is."""
    if patience_along(question, whole) is None:
        return why_hopeless(question, all_paths(question, metered=True))
    return why_hopeless(question, whole, lengths=True)


def options(question: Question, whole: Whole, *, lengths: bool) -> list[Option]:
    """Return the engines that may count (or count *lengths*), those chosen marked."""
    rows = swept.options(whole, lengths=lengths)
    patience = patience_along(question, whole)
    if patience == 0:
        return rows
    beyond = f"; past {patience:,} states, paths of all lengths are swept" if patience else ""
    others = [
        replace(row, chosen=False, reason=row.reason or "sweeps over paths of all lengths") for row in rows
    ]
    return [Option(ENGINE, chosen=True, note=ALONG + beyond), *others]


def explained(question: Question) -> list[Option]:
    """Return `options`; where there is no point in beginning, none is chosen, and a last row says why."""
    whole = all_paths(question)
    if (hopeless := why_no_count(question, whole)) is None:
        return options(question, whole, lengths=True)
    rows = swept.options(whole, lengths=True)
    return [*(replace(row, chosen=False) for row in rows), swept.none_of_them(hopeless)]
