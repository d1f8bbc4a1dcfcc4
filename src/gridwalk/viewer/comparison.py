"""All searches for one path, or for a tour, on one board: a table with what each did and found."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from statistics import median
from typing import Any

import numpy as np

from gridwalk.algorithmrow import Algorithm
from gridwalk.algorithms import rows
from gridwalk.answers.events import FRONTIER, STATUS_OF_KIND, WALK
from gridwalk.answers.path import Path
from gridwalk.answers.trace import Trace
from gridwalk.errors import GridwalkError
from gridwalk.kernels.codes import BACK, CLOSE, OPEN, STEP
from gridwalk.runtime.progress import Progress
from gridwalk.search.choice import why_unsuitable
from gridwalk.tours.construct import unsuitable
from gridwalk.viewer.answers import traced
from gridwalk.viewer.asked import Answer, Asked
from gridwalk.viewer.words import in_page_words, sentence

ROW_SECONDS = 0.5
SHORT = 0.1  # seconds; so short a search is timed three times


class _RowOverError(Exception):
    """Ends a search whose time is over."""


class _Clock:
    """Gives each search its time, in which compiling and getting ready do not count."""

    def __init__(self, asked: Asked) -> None:
        self.asked, self.searching = asked, time.monotonic()

    def tell(self, progress: Progress) -> None:
        self.asked.tell(progress)
        now = time.monotonic()
        if progress.doing:  # compiling, or getting the board ready
            self.searching = now
        elif now - self.searching > ROW_SECONDS:
            raise _RowOverError


def table(asked: Asked) -> Answer:
    """Return a row for every algorithm of `find` and `shortest`, or of `find` for tours."""
    of = "tours" if asked.tour else "paths"
    known = {row.name: row for verb in ("find", "shortest") for row in rows(verb, of) if row.name != "sweep"}
    found = [_row(replace(asked, members=of), row) for row in known.values()]
    return Answer({"kind": "table", "rows": found})


def _row(asked: Asked, row: Algorithm) -> dict[str, Any]:
    question = asked.all.question
    refused = ""
    if asked.tour:
        refused = (unsuitable(question) or "") if row.name == "construct" else ""
    elif "shortest" in row.verbs:
        refused = why_unsuitable(question.ground, row.name, 1)
    exact = not asked.tour and "shortest" in row.verbs and not refused
    data: dict[str, Any] = {
        "question": "tour" if asked.tour else "shortest" if exact or "find" not in row.verbs else "find",
        "by": row.name,
        "title": row.title,
        "exact": exact,
        "found": None,
        **dict.fromkeys(("expanded", "frontier", "length", "cost", "milliseconds", "reason")),
    }
    if refused and (asked.tour or "find" not in row.verbs):
        return data | {"reason": sentence(refused)}
    try:
        return data | _measured(asked, row, exact=exact)
    except _RowOverError:
        return data | {"reason": f"It did not end within {ROW_SECONDS} seconds."}
    except GridwalkError as error:
        return data | {"reason": sentence(in_page_words(error))}


def _measured(asked: Asked, row: Algorithm, *, exact: bool) -> dict[str, Any]:
    """Run the search without a log for its time, and with one for its frontier."""

    def search() -> Path | None:
        members: Any = replace(asked, tell=_Clock(asked).tell).all
        path: Path | None = members.shortest(by=row.name) if exact else members.find(by=row.name)
        return path

    search()  # compiles, and makes the board ready
    seconds, path = _timed(search)
    if seconds < SHORT:
        seconds = median([seconds, *(_timed(search)[0] for _ in range(2))])
    data: dict[str, Any] = {"found": path is not None, "milliseconds": round(1000 * seconds, 3)}
    if path is not None:
        data |= {"length": path.length, "cost": path.cost, "expanded": path.expanded}
    if "trace" in row.verbs:
        trace = traced(replace(asked, tell=_Clock(asked).tell), row.name, exact=exact)
        if not trace.truncated:
            data |= {"frontier": largest_frontier(trace), "expanded": _expanded(trace)}
    return data


def _timed(search: Callable[[], Path | None]) -> tuple[float, Path | None]:
    began = time.perf_counter()
    path = search()
    return time.perf_counter() - began, path


def _expanded(trace: Trace) -> int:
    """Return how many times a cell was expanded: taken from queue or heap, or entered."""
    return int(np.count_nonzero(trace.events[:, 0] == trace.expanding_kind))


def largest_frontier(trace: Trace) -> int:
    """Return the maximum number of cells that were in the queue or heap, or on the stack, at once.

    >>> from gridwalk import Board
    >>> largest_frontier(Board.rectangle(3, 3).paths().trace(by="bfs"))
    3
    """
    waits = FRONTIER if (trace.events[:, 0] == OPEN).any() else WALK
    events = trace.events[np.isin(trace.events[:, 0], (OPEN, CLOSE, STEP, BACK))]
    if len(events) == 0:
        return 0
    kept = STATUS_OF_KIND[events[:, 0]] == waits
    # Before an event, a cell has the status of the event before it on the same cell.
    order = np.lexsort((np.arange(len(events)), events[:, 1]))
    before = np.zeros(len(events), bool)
    same = events[order[1:], 1] == events[order[:-1], 1]
    before[order[1:]] = kept[order[:-1]] & same
    return int(np.cumsum(kept.astype(np.int64) - before).max())
