"""The table of all searches for one path, or for a tour, on one board; and walking by hand.

A person who walks gets the legal moves of the board, and as a hint the next cell of a path that goes on.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from statistics import median
from typing import Any

import numpy as np

from gridwalk.algorithms import Algorithm, rows
from gridwalk.answers.path import Path
from gridwalk.answers.snapshot import FRONTIER, STATUS_OF_KIND, WALK
from gridwalk.answers.trace import Trace
from gridwalk.board.board import Board
from gridwalk.draw.pagedata import moves_data
from gridwalk.errors import Cell, GridwalkError, InputError, Message, TimeLimitError
from gridwalk.planner.explain import why_not
from gridwalk.runtime.codes import BACK, CLOSE, OPEN, STEP
from gridwalk.runtime.progress import Progress
from gridwalk.viewer.answers import traced
from gridwalk.viewer.asked import Answer, Asked, in_page_words, legal_parts, sentence, told

ROW_SECONDS = 0.5
SHORT = 0.1  # seconds; shorter searches are timed three times


class _RowOverError(Exception):
    """Ends a search at its limit of time."""


class _Clock:
    """Limits the time of each search; compiling and preparing the board do not count."""

    def __init__(self, asked: Asked) -> None:
        self.asked, self.searching = asked, time.monotonic()

    def tell(self, progress: Progress) -> None:
        self.asked.tell(progress)
        now = time.monotonic()
        if progress.doing:  # compiling, or preparing the board
            self.searching = now
        elif now - self.searching > ROW_SECONDS:
            raise _RowOverError


def table(asked: Asked) -> Answer:
    """Return a row for every algorithm of `find` and `shortest`, or of `find` for tours."""
    of = "tours" if asked.tour else "paths"
    known = {row.name: row for verb in ("find", "shortest") for row in rows(verb, of) if row.name != "sweep"}
    found = [_row(replace(asked, members=of), row) for row in known.values()]
    found = [{**row, "reason": told(row["reason"])} for row in found]
    return Answer({"kind": "table", "rows": found})


def _row(asked: Asked, row: Algorithm) -> dict[str, Any]:
    question = asked.all._question
    refused = why_not("find" if asked.tour else "shortest", row.name, question)
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
        return data | {"reason": Message("It did not end within {n} seconds.", n=ROW_SECONDS)}
    except GridwalkError as error:
        return data | {"reason": sentence(in_page_words(error))}


def _measured(asked: Asked, row: Algorithm, *, exact: bool) -> dict[str, Any]:
    """Run the search without a log for its time, and with one for its frontier."""

    def search() -> Path | None:
        members: Any = replace(asked, tell=_Clock(asked).tell).all
        path: Path | None = members.shortest(by=row.name) if exact else members.find(by=row.name)
        return path

    search()  # compiles, and prepares the board
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
    """Return the number of expansions: cells taken from queue or heap, or entered."""
    return int(np.count_nonzero(trace.events[:, 0] == trace._expanding_kind))


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


HINT_SECONDS = 1.0
NO_PATH = "No path goes on from here to an exit: go back some steps."
NO_TOUR = "No tour goes on from here: go back some steps."
NO_MOVE = "There is no move to a free cell: go back some steps."


def play(asked: Asked) -> Answer:
    """Return the legal moves of the board; cells to avoid are closed."""
    ground = asked.all._question.ground
    parts = {"events": np.zeros(0, np.int32), **legal_parts(ground), "rest": np.zeros(0)}
    return Answer({"kind": "play", "moves": moves_data(ground), "tour": asked.tour}, None, parts)


def hint(asked: Asked) -> Answer:
    """Return the next cell (flat) of a way that continues the walk; None, with a reason, if there is no way.

    The way is a shortest path to an exit through free cells; for a tour it visits all free cells.  If no tour
    is found in a second, return the neighbour with the fewest moves on (*sure* is false).
    """
    ground = replace(asked, through=()).all._question.ground
    walked = _checked_walk(ground, asked)
    if asked.tour:
        return _hint_of_tour(ground, asked, walked)
    here, exits = walked[-1], set(asked.board.exits)
    left = tuple(cell for cell in asked.through if cell not in walked)
    if here in exits:
        return _hint(ground, None, "You are at the exit.")
    before = tuple(dict.fromkeys((*asked.avoiding, *walked[:-1])))
    paths = asked.board.paths(here)
    paths = paths.avoiding(before) if before else paths
    paths = paths.through(left) if left else paths
    try:
        path = paths.within(HINT_SECONDS if left else None, progress=asked.tell).shortest()
    except TimeLimitError:
        return _hint(ground, None, Message("No way on was found in {n:.0f} second.", n=HINT_SECONDS))
    return _hint(ground, None if path is None else path[1], NO_PATH)


def _hint_of_tour(ground: Board, asked: Asked, walked: list[Cell]) -> Answer:
    visited = set(walked)
    if len(visited) == ground.open_count:
        return _hint(ground, None, "Every cell is visited.")
    free = _degrees(ground, walked[-1], visited)
    if not free:
        return _hint(ground, None, NO_MOVE)
    fewest = min(free, key=lambda cell: free[cell])
    if ground.moves.has_diagonals and ground.moves.corners != "none":
        return _hint(ground, fewest, sure=False)  # closing visited cells would block diagonal steps
    left = asked.board.replace(open_cells=_open_left(ground, walked), start=walked[-1], exits=[walked[-1]])
    try:
        tour = left.tours(start=walked[-1]).within(HINT_SECONDS, progress=asked.tell).find()
    except TimeLimitError:
        return _hint(ground, fewest, sure=False)
    return _hint(ground, None if tour is None else tour[1], NO_TOUR)


def _open_left(ground: Board, walked: list[Cell]) -> Any:
    """Return which cells are open and free; the last of the walk counts as free."""
    open_cells = ground.open_cells.copy()
    for cell in walked[:-1]:
        open_cells[cell] = False
    return open_cells


def _degrees(ground: Board, cell: Cell, visited: set[Cell]) -> dict[Cell, int]:
    """Return the free neighbours of a cell, each with its number of free neighbours."""

    def free(of: Cell) -> list[Cell]:
        return [other for other, _ in ground.moves_from(of) if other not in visited]

    return {other: len([one for one in free(other) if one != other]) for other in free(cell)}


def _checked_walk(ground: Board, asked: Asked) -> list[Cell]:
    """Return the cells of the walk; raise `InputError` unless it is a walk of free cells from the start."""
    if not all(0 <= v < ground.size for v in asked.walked):
        raise InputError("a cell of the walk is not on the board")
    walked = [divmod(v, ground.columns) for v in asked.walked] or [asked.board.start]
    if not ground.open_cells[walked[0]]:
        raise InputError(f"the walk begins at {walked[0]}, which is not open")
    if len(set(walked)) < len(walked):
        raise InputError("the walk enters a cell twice")
    for u, v in pairwise(walked):
        if not ground.has_move(u, v):
            raise InputError(f"there is no move from {u} to {v}")
    return walked


def _hint(ground: Board, cell: Cell | None, reason: str = "", *, sure: bool = True) -> Answer:
    flat = None if cell is None else ground.index(cell)
    why = reason if cell is None else None
    return Answer({"kind": "hint", "next": flat, "reason": why, "sure": sure})
