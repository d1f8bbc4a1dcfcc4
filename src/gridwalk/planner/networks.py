"""One path of a network: along its edges, or where there are conditions the first listed, or by a sweep."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf
from typing import TYPE_CHECKING, TypeAlias, cast

from gridwalk.algorithms import elsewhere
from gridwalk.errors import MemoryLimitError, UnknownChoiceError, UnsuitableAlgorithmError
from gridwalk.network.board import NetworkBoard
from gridwalk.planner import listed, swept
from gridwalk.search import edges
from gridwalk.search.query import is_varied

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gridwalk.answers.path import Path
    from gridwalk.question.question import Question
    from gridwalk.runtime.progress import EventLog

Way: TypeAlias = "Callable[[Question, EventLog | None], Path | None]"
PATIENCE = 200_000  # steps of a listing before a sweep is thought of
SENSELESS = 86400  # seconds; no sweep is begun that takes longer than a day


def way_of(shortest: bool, by: str) -> Way:
    """Return the way called *by* to find a path, or a *shortest* one."""
    ways = SHORTEST if shortest else FIND
    UnknownChoiceError.check("by", by, tuple(ways), elsewhere)
    return ways[by]


def _along_edges(by: str) -> Way:
    """Return the way that searches along edges; for sets with conditions it lists or sweeps."""

    def shortest(question: Question, _: EventLog | None) -> Path | None:
        if question.why_empty is not None:
            return None
        board, ends = cast(NetworkBoard, question.ground), (question.start_cells, question.end_cells)
        if not (question.tour or question.is_conditional):
            return edges.shortest(board, by, *ends, question.watch())
        if by not in ("auto", "sweep"):
            raise UnsuitableAlgorithmError(by, f"only 'sweep' finds {question.described}")
        if question.tour or question.closed:
            return _swept(question, None)
        return next(listed.in_order(question), None)

    return shortest


def _swept(question: Question, _: EventLog | None) -> Path | None:
    return swept.best(question, longest=False, by_cost=is_varied(question.ground))


def _fewest(question: Question, _: EventLog | None) -> Path | None:
    return swept.best(question, longest=False, by_cost=False)


def _listed(question: Question, _: EventLog | None) -> Path | None:
    return listed.first(question)


def _found(question: Question, log: EventLog | None) -> Path | None:
    """Return a path along edges, or where there are conditions the first listed, or one of a sweep."""
    if not (question.tour or question.is_conditional):
        return _along_edges("any")(question, log)
    question = question.running()
    path, known = listed.first_within(question, PATIENCE)
    if known:
        return path
    seconds = swept.seconds_of(question)
    if seconds is None or seconds > SENSELESS:
        return listed.first(question)
    try:
        return _fewest(question, log)
    except MemoryLimitError:
        return listed.first(question)


FIND: Mapping[str, Way] = {"auto": _found, "bfs": _along_edges("any"), "dfs": _listed, "sweep": _fewest}
SHORTEST: Mapping[str, Way] = {
    **{by: _along_edges(by) for by in ("auto", "bfs", "dijkstra")},
    "sweep": _swept,
}


def distances(question: Question, max_cost: float | None, measure: str) -> NDArray[np.float64]:
    """Return the cost of a cheapest path from the start to each node that has one, by name."""
    UnknownChoiceError.check("measure", measure, ("cost", "worst"))
    board, most = cast(NetworkBoard, question.ground), inf if max_cost is None else max_cost
    found = edges.distances(board, question.start_cells, question.watch(), worst=measure == "worst")
    near = {node: cost for node, cost in board._table(found).items() if cost <= most and cost < inf}
    return cast("NDArray[np.float64]", near)  # what a board answers with
