"""The questions of the page and their answers, without any web code.

If the algorithm keeps an event log, the answer is a *film*: the log with the path found.  Otherwise the
answer is a path, or a number in decimal digits, because numbers in JavaScript are not exact.  If the
library knows at once that no path exists, the answer is the reason.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from gridwalk.algorithms import Algorithm, rows
from gridwalk.board import Board
from gridwalk.errors import UnknownChoiceError
from gridwalk.path import Path
from gridwalk.pathset import PathSet
from gridwalk.runtime.limits import Progress
from gridwalk.search.choice import suitable
from gridwalk.tourset import TourSet
from gridwalk.trace import Trace

Tell = Callable[[Progress], None]

MAX_EVENTS = 1_000_000  # of a film: 12 bytes each
SECONDS = 10  # for an answer that gets better with time
CHECK_EVERY = 500  # paths skipped between two checks of the clock


class PageQuestion(NamedTuple):
    """A question of the page: its title, what it finds, and its algorithms."""

    title: str
    noun: str
    verb: str  # of the registry of algorithms, for sets of the kind *of*
    of: str = "paths"
    auto: str = ""  # what "auto" takes; empty: the question has no "auto"

    @property
    def is_film(self) -> bool:
        """Whether the answer is an event log."""
        return self.verb in ("find", "shortest", "list")

    @property
    def algorithms(self) -> tuple[Algorithm, ...]:
        """The algorithms that the page offers; for a film those that keep an event log."""
        return tuple(row for row in rows(self.verb, self.of) if "trace" in row.verbs or not self.is_film)


PAGE_QUESTIONS: Mapping[str, PageQuestion] = {
    "find": PageQuestion("Find a path", "path", "find"),
    "shortest": PageQuestion("Shortest path", "path", "shortest"),
    "list": PageQuestion("List all paths", "path", "list"),
    "order": PageQuestion("Paths, shortest first", "path", "in_order"),
    "count": PageQuestion("Count all paths", "path", "count", auto="list or sweep"),
    "estimate": PageQuestion("Count, about", "path", "estimate"),
    "longest": PageQuestion("Longest path", "path", "longest"),
    "sample": PageQuestion("A random path", "path", "sample"),
    "tour": PageQuestion("Tour of all cells", "tour", "find", "tours", auto="the quickest"),
    "closed": PageQuestion("Closed tour", "closed tour", "find", "tours", auto="the quickest"),
    "tours": PageQuestion("Count all tours", "tour", "count", "tours", auto="list or sweep"),
}
QUESTIONS: Mapping[str, tuple[str, ...]] = {
    name: (*(["auto"] if asked.auto else []), *(row.name for row in asked.algorithms))
    for name, asked in PAGE_QUESTIONS.items()
}
FILMS: Mapping[str, tuple[str, ...]] = {
    name: QUESTIONS[name] for name, asked in PAGE_QUESTIONS.items() if asked.is_film
}


def check_question(question: str, by: str) -> None:
    """Raise `UnknownChoiceError` for an unknown question or algorithm."""
    UnknownChoiceError.check("question", question, QUESTIONS)
    UnknownChoiceError.check("by", by, QUESTIONS[question])


def answer(
    question: str, by: Any, board: Board, seed: int, tell: Tell
) -> tuple[dict[str, Any], Trace | None]:
    """Return the answer, and the film if there is one; *tell* is called with the progress, and may raise."""
    check_question(question, by)
    paths = _set(question, board, tell)
    if question in FILMS:
        if (reason := paths.why_empty()) is not None:
            return {"kind": "path", "path": None, "reason": reason}, None
        trace = film(question, by, board, tell)
        name = by if trace.path is None else trace.by  # "auto" is known by its algorithm at the end
        data = {"by": name, "truncated": trace.truncated, "path": path_data(trace.path)}
        return {"kind": "film", **data}, trace
    if question in ("count", "tours"):
        number = paths.count(by=by)
        reason = None if number else paths.why_empty()
        words = {"number": str(number), "convention": paths.convention, "reason": reason}
        return {"kind": "number", **words}, None
    if question == "order":
        assert isinstance(paths, PathSet)
        return {"kind": "path", "path": path_data(next(paths.in_order(), None))}, None
    if question == "longest":
        assert isinstance(paths, PathSet)
        return _longest(paths, by, seed), None
    if question == "estimate":
        return _estimate(paths, seed), None
    return {"kind": "path", "path": path_data(next(iter(paths.sample(1, rng=seed)), None))}, None


def _longest(paths: PathSet, by: str, seed: int) -> dict[str, Any]:
    """Return a longest path, or the best of some seconds, with what is known of longer ones."""
    began = time.monotonic()
    path = paths.longest() if by == "sweep" else paths.longest(seconds=SECONDS, rng=seed)
    if path is None:
        return {"kind": "path", "path": None}
    assert path.bound is not None
    found = _closing(began, path.length, path.length, path.bound, path)
    return {"kind": "path", "path": path_data(path), "closing": found}


def _estimate(paths: PathSet | TourSet, seed: int) -> dict[str, Any]:
    """Return about how many there are, with the interval after some seconds."""
    began = time.monotonic()
    found = paths.estimate_count(0.02, seconds=SECONDS, rng=seed)
    return {
        "kind": "estimate",
        "words": str(found),
        "convention": paths.convention,
        "closing": _closing(began, found.value, found.low, found.high),
    }


def _closing(
    began: float, value: int, low: int, high: int | float | None, path: Path | None = None
) -> dict[str, Any]:
    """Return the answer in the form of the progress that led to it."""
    return progress_data(Progress(time.monotonic() - began, 0, 0, 0, "", value, low, high, path))


def film(question: str, by: Any, board: Board, tell: Tell) -> Trace:
    """Return the event log of an algorithm of `FILMS`."""
    if question == "shortest":  # `trace` accepts bfs on boards with costs, where it is not exact
        suitable(board, by, 1, len(board.exits))
    paths = _set(question, board, tell)
    return paths.trace(by="list" if question == "list" else by, max_events=MAX_EVENTS)


def _set(question: str, board: Board, tell: Tell) -> PathSet | TourSet:
    paths: PathSet | TourSet = board.paths()
    if question in ("tour", "tours", "closed"):
        paths = board.tours(start=board.start, closed=question == "closed")
    return paths.within(progress=tell)  # and the library's default for memory


def progress_data(progress: Progress) -> dict[str, Any]:
    """Return *progress* in the form of the page: the answer so far as decimal digits."""
    so_far = {name: _digits(getattr(progress, name)) for name in ("value", "low", "high")}
    return progress._asdict() | so_far | {"path": path_data(progress.path)}


def _digits(number: int | float | None) -> str | None:
    return None if number is None else str(number)


def path_data(path: Path | None) -> dict[str, Any] | None:
    """Return *path* in the form of the page: flat cells and figures."""
    if path is None:
        return None
    return {
        "cells": (path.cells[:, 0] * path.board.columns + path.cells[:, 1]).tolist(),
        "closed": path.closed,
        "length": path.length,
        "cost": path.cost,
        "by": path.by,
        "expanded": path.expanded,
        "backtracks": path.backtracks,
        **({"bound": path.bound, "gap": path.gap} if path.best == "length" else {}),
    }


class Pages:
    """Lists the paths of a set page by page: goes on after the last page, or starts again for any other."""

    def __init__(self) -> None:
        self._listed: tuple[Board, bool] | None = None
        self._paths: Iterator[Path] = iter(())
        self._next = 0
        self._tell: Tell = _silent

    def page(
        self, board: Board, first: int, count: int, tell: Tell, *, ordered: bool = False
    ) -> dict[str, Any]:
        """Return the paths from number *first* on, at most *count*, and whether there are more.

        If they are *ordered*, the shortest come first.
        """
        self._tell = tell
        if self._listed != (board, ordered) or self._next != first:
            self._begin(board, ordered=ordered)
            while self._next < first:
                skipped = sum(1 for _ in islice(self._paths, min(CHECK_EVERY, first - self._next)))
                self._next += skipped
                tell(Progress(0.0, 0, 0, self._next, "listing"))
                if not skipped:
                    break
        self._listed = None  # an iterator that raises cannot be used again
        paths = [path_data(path) for path in islice(self._paths, count)]
        self._listed, self._next = (board, ordered), self._next + len(paths)
        return {"kind": "page", "first": first, "paths": paths, "more": len(paths) == count}

    def _begin(self, board: Board, *, ordered: bool) -> None:
        # Each page has its own receiver of progress: `_pass_on` calls that of the current page.
        paths = board.paths().within(progress=self._pass_on)
        self._paths = paths.in_order() if ordered else iter(paths)
        self._listed, self._next = (board, ordered), 0

    def _pass_on(self, progress: Progress) -> None:
        self._tell(progress)


def _silent(progress: Progress) -> None:
    """Ignore the progress."""
