"""Event logs of searches, and the layers of a sweep of a small board."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.algorithms import algorithm, names
from gridwalk.allpaths.simpath import Simpath
from gridwalk.answers.path import Path
from gridwalk.answers.trace import Trace
from gridwalk.board.checks import checked_number
from gridwalk.errors import Message, QuestionError, UnsuitableAlgorithmError, check_choice
from gridwalk.planner import listed, single, swept
from gridwalk.question.conditions import Conditions, answers
from gridwalk.question.question import Question
from gridwalk.runtime.progress import EventLog, LogFullError
from gridwalk.search.greedy import bound_on_rest, checked_weight
from gridwalk.search.query import WEIGHT
from gridwalk.tours.existence import first_start

if TYPE_CHECKING:
    from gridwalk.allpaths.film import SweepFilm

LIST = "list"  # the listing of the whole set
_STATES = (
    "it follows states of a frontier, and keeps no log of cells: gridwalk view "
    "(gridwalk.planner.traces) shows them on a small board"
)
_JUNCTIONS = "it searches a graph of junctions that was made before, and keeps no log of cells: trace 'astar'"
# Algorithms without a trace: the reason, and an alternative.
UNTRACED = {"sweep": _STATES, "halves": _STATES, "corridors": _JUNCTIONS}
TRACED = {of: ("auto", *names("trace", of)) for of in ("paths", "tours")}


@answers(Conditions.ANY & ~Conditions.NETWORK, "trace()")
def trace(question: Question, by: str, max_events: int, weight: float | None = None) -> Trace:
    """Run an algorithm and return its event log."""
    if question.is_conditional:
        raise only_swept(question)
    log = EventLog(checked_number(max_events, "max_events", 1))
    of = "tours" if question.tour else "paths"
    check_traced("by", by, of)
    if weight is not None:
        weight = checked_weight(weight, by)
    path: Path | None = None
    truncated = False
    try:
        if by == LIST:
            for path in listed.search_of(question, question.watch(), log).paths():  # noqa: B007
                pass
        elif by == "auto" or by in names("find", of):
            path = single.any_path(question, by, weight, log)
        else:
            path = single.cheapest(question, by, log)
    except LogFullError:
        truncated = True
    name = by
    if by == "auto":
        name = path.by if question.tour and path is not None else "warnsdorff" if question.tour else "dfs"
    wiped = question.tour or algorithm(name, of).wipes
    kind = "closed tours" if question.tour and question.closed else of
    rest = (
        None
        if wiped or "bound" not in algorithm(name, of).key
        else _rest(question, name, path, weight or WEIGHT)
    )
    begin, events = first_start(question), log.events()
    return Trace(
        question.board, name, begin, events, path, truncated, wiped, kind, tuple(question.avoided or ()), rest
    )


def check_traced(name: str, by: str, of: str) -> None:
    """Raise an error unless *by*, the value of the argument *name*, has a trace for "paths" or "tours"."""
    if isinstance(by, str) and by not in TRACED[of] and by in UNTRACED:
        raise UnsuitableAlgorithmError(by, UNTRACED[by])
    check_choice(name, by, TRACED[of])


def only_swept(question: Question) -> QuestionError:
    """Return the error for a set that no algorithm with a trace supports."""
    instead = "" if question.has_given_lengths else "; gridwalk view shows the sweep of a small board"
    return QuestionError(
        "trace", f"only a sweep over all paths finds {question.described}, without steps to watch{instead}"
    )


def _rest(question: Question, by: str, path: Path | None, weight: float) -> NDArray[np.float64]:
    """Return the lower bound on the remaining cost that the search used, by flat cell."""
    end = None if path is None else path.end
    return bound_on_rest(by, question.ground, question.exits_left or (), end, weight)


PICTURE = "a picture of the sweep"


@answers(Conditions.ALL & ~Conditions.LENGTHS & ~Conditions.NETWORK, PICTURE)
def sweep_film(question: Question) -> SweepFilm:
    """Return the layers of a counting sweep by `simpath`, with all states and their counts.

    Parameters
    ----------
    question : Question
        Its board may have up to 36 open cells.

    Raises
    ------
    QuestionError
        If the board or the sweep is too large to be shown, or lengths are given.

    Examples
    --------
    >>> from gridwalk import Board
    >>> film = sweep_film(Board.rectangle(4, 4).paths()._question)
    >>> film.number, len(film.layers), max(len(layer.states) for layer in film.layers)
    (184, 14, 17)

    """
    from gridwalk.allpaths.film import Recorder, SweepFilm, record, too_large

    question = question.running()
    if (reason := _too_many_cells(question)) is not None:
        raise too_large(reason)
    paths = swept.by_sweep(question)
    recorder, numbers, many, trivial = Recorder(), list[int](), len(paths.questions), len(paths.listed)
    for n, block in enumerate(paths.questions, 1):
        if (reason := Simpath.why_not(block)) is not None:
            raise QuestionError(PICTURE, reason)
        number = record(block, recorder, f"block {n} of {many}" if many > 1 else "")
        numbers.append(number * (1 + Simpath(block).joins_directions))
    combined = sum(numbers) if paths.reduced.cyclic or not numbers else prod(numbers)
    total = swept.each_once(question, trivial + combined, trivial)
    return SweepFilm(question.board.shape, tuple(recorder.layers), total)


def why_no_film(question: Question) -> str | None:
    """Return the reason why `sweep_film` does not support a board; None if it may.

    Examples
    --------
    >>> from gridwalk import Board
    >>> why_no_film(Board.rectangle(7, 7).paths()._question)
    'the board has 49 open cells, and it takes up to 36'

    """
    if (reason := _too_many_cells(question)) is not None:
        return reason
    paths = swept.by_sweep(question.running())
    return next((reason for block in paths.questions if (reason := Simpath.why_not(block))), None)


def _too_many_cells(question: Question) -> str | None:
    from gridwalk.allpaths.film import MAX_CELLS

    cells = question.board.open_count
    if cells <= MAX_CELLS:
        return None
    return Message("the board has {n:,} open cells, and it takes up to {most}", n=cells, most=MAX_CELLS)
