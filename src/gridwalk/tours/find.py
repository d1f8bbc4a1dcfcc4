"""One tour, or the reason why there is none: from any of several starts, or to any of several exits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from gridwalk.answers.path import Path
from gridwalk.question.question import Question
from gridwalk.runtime.progress import EventLog
from gridwalk.tours.existence import quick_refutation, structural_refutation
from gridwalk.tours.refutation import Refutation
from gridwalk.tours.tour_search import FIND, Choice, TourSearch, answer, choices

SHOWN = 3  # starts of which the reason is told in words


def find_tour(question: Question, *, by: str = "auto", log: EventLog | None = None) -> Path | Refutation:
    """Return a tour from any of the starts, or why there is none; *by* "auto" or "construct"."""
    watch, refuted = question.watch(), []
    for part, is_reversed in _parts(question):
        found = answer(TourSearch(part, watch, log), FIND[by])
        if isinstance(found, Path):
            return _reversed(found) if is_reversed else found
        refuted.append((part, found))
    return _for_all(question, refuted)


def refute_tour(question: Question) -> Refutation | None:
    """Return why there is no tour, if a quick look shows it; None: there may be one."""
    watch, refuted = question.watch(), []
    for part, _ in _parts(question):
        found = TourSearch(part, watch).quick_look()
        if found is None:
            return None
        refuted.append((part, found))
    return _for_all(question, refuted)


def strategies_of(question: Question) -> list[Choice]:
    """Return the strategies of `find_tour` in order, each with its reason: for the first start of several."""
    part, _ = next(_parts(question))
    return choices(part)


def _for_all(question: Question, refuted: Sequence[tuple[Question, Refutation]]) -> Refutation:
    """Return why no part of a question has a tour: one reason for all parts, or a reason for each."""
    if len(refuted) == 1:
        return refuted[0][1]
    anywhere = question.between(None, question.exits)
    if common := quick_refutation(anywhere) or structural_refutation(anywhere):
        return common
    each = tuple(replace(found, start=part.start) for part, found in refuted)
    shown = "; ".join(f"from {one.start}: {one.reason}" for one in each[:SHOWN])
    more = f"; and from {len(each) - SHOWN} more" if len(each) > SHOWN else ""
    return Refutation(shown + more, "each", each=each)


def _parts(question: Question) -> Iterator[tuple[Question, bool]]:
    """Yield questions of one start, or of any start, and whether their tours are to be reversed."""
    starts, exits = question.starts, question.exits
    if not question.closed and starts is not None:
        for start in starts:
            others = exits
            if exits is not None and question.board.open_count > 1:
                others = tuple(cell for cell in exits if cell != start)
            yield question.between((start,), others), False
    elif not question.closed and exits is not None and question.board._symmetric:
        for cell in exits:
            yield question.between((cell,), None), True
    else:
        yield question, False


def _reversed(path: Path) -> Path:
    return Path._found(path.board, path.cells[::-1], path.closed, path.by, path.expanded, path.backtracks)
