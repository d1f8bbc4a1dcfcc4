"""A single path: any, a shortest, one with the fewest turns; distances; whether a set is empty.

`way_to_find` and `way_to_shortest` choose the algorithm for `any_path`, `cheapest` and `explain`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from math import inf
from typing import cast

import numpy as np
from numpy.typing import NDArray

from gridwalk.algorithms import elsewhere, names
from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.board.checks import checked_real
from gridwalk.errors import (
    ArgumentError,
    Cell,
    MemoryLimitError,
    Message,
    QuestionError,
    UnsuitableAlgorithmError,
    check_choice,
)
from gridwalk.errors.words import ours
from gridwalk.keywords import Least
from gridwalk.listing import cycles
from gridwalk.network.board import NetworkBoard
from gridwalk.planner import listed, swept
from gridwalk.question.conditions import PLAIN, Conditions, answers
from gridwalk.question.question import Question
from gridwalk.runtime.progress import EventLog
from gridwalk.runtime.slices import registers
from gridwalk.search import bounds, choice, dijkstra, edges, fields, greedy, query, states, visiting
from gridwalk.search.query import Query
from gridwalk.tours import existence, refutation, warnsdorff
from gridwalk.tours import find as tours
from gridwalk.tours.refutation import Refutation

# The algorithms of each kind of set (`kind_of`).
FIND = {
    "paths": ("auto", *names("find")),
    "conditional": ("auto", "dfs", "sweep"),
    "tours": ("auto", "warnsdorff", "dfs", "construct", "sweep"),
    "network": ("auto", "bfs", "dfs", "sweep"),
}
SHORTEST = {
    "paths": ("auto", *names("shortest")),
    "conditional": ("auto", "sweep"),
    "tours": ("auto", "sweep"),
    "network": ("auto", "bfs", "dijkstra", "sweep"),
}


def kind_of(question: Question) -> str:
    """Return the kind of set, a key of `FIND` and `SHORTEST`."""
    if question.board._is_network:
        return "network"
    if question.tour and not question.required_edges:
        return "tours"
    return "conditional" if question.is_conditional else "paths"


def check_by(question: Question, by: str, known: Mapping[str, Sequence[str]]) -> str:
    """Return the kind of set; raise an error unless *by* is among the algorithms *known* for it.

    Raises
    ------
    ArgumentError
        If there is no such algorithm.
    UnsuitableAlgorithmError
        If the algorithm is for sets of another kind.

    """
    kind = kind_of(question)
    here = known[kind]
    if isinstance(by, str) and by in here:
        return kind
    others = known["tours" if question.tour else "paths"] if kind == "conditional" else ()
    if question.tour and isinstance(by, str) and elsewhere(ours("by", by) or by):
        known_here = ", ".join(here)
        words = Message("is not for tours: choose from {known}", known=known_here)
        raise ArgumentError("by", by, f"one of {known_here}", words=words, choices=tuple(here))
    check_choice("by", by, tuple(dict.fromkeys((*others, *here))), elsewhere)
    exact = " and ".join(repr(name) for name in here if name != "auto")
    raise UnsuitableAlgorithmError(by, f"only {exact} find {question.described}")


@answers(Conditions.ALL & ~Conditions.NETWORK, "a search")
def query_of(question: Question, log: EventLog | None = None) -> Query:
    """Return the question for a search for one path."""
    return query.Query(question.ground, question.start_cells, question.end_cells, question.watch(), log)


# ------------------------------------------------------------------------------------- find


@answers(Conditions.ANY, "find()")
def find(question: Question, by: str = "auto", weight: float | None = None) -> Path | None:
    """Return a path of the set, or None if it is empty; *weight* is for weighted A* only."""
    return any_path(question, by, weight)


@answers(Conditions.ALL, "is_empty()")
def is_empty(question: Question) -> bool:
    """Whether there is no path."""
    return any_path(question.running()) is None


@answers(Conditions.ALL, "bool()")
def is_empty_at_once(question: Question) -> bool:
    """Return whether the set is empty; raise `QuestionError` if that may take longer than O(cells)."""
    if question.why_empty is None and not question.is_plain:
        words = f"whether there are {question.described} may take long to tell: ask is_empty()"
        raise QuestionError("bool", words)
    return any_path(question) is None


def way_to_find(question: Question) -> str:
    """Return the choice of "auto": an algorithm, "tour" or "conditions"."""
    is_network = question.board._is_network
    if question.is_plain:
        return "bfs" if is_network else choice.FIRST
    return "tour" if question.tour and not (question.required_edges or is_network) else "conditions"


def any_path(
    question: Question, by: str = "auto", weight: float | None = None, log: EventLog | None = None
) -> Path | None:
    """Return a path by the algorithm *by*, or for "auto" by that of `way_to_find`."""
    kind = check_by(question, by, FIND)
    if weight is not None:
        weight = greedy.checked_weight(weight, by)
    way = way_to_find(question) if by == "auto" else by
    if way == "sweep":
        return swept.best(question, longest=False, by_cost=False)
    if question.why_empty is not None:
        return None
    if kind == "paths":
        asked = query_of(question, log)
        return choice.find(way, asked if weight is None else replace(asked, weight=weight))
    if kind == "network" and way == "bfs":
        if not question.is_plain:
            raise UnsuitableAlgorithmError(by, f"only 'dfs' and 'sweep' find {question.described}")
        return _along_edges(question, "any")
    if way == "conditions":
        return _listed_or_swept(question)
    if kind == "tours" and way in ("warnsdorff", "dfs"):
        return warnsdorff.find_tour(question, way, log)
    if kind == "tours":
        found = tour_or_refutation(question, by, log)
        return found if isinstance(found, Path) else None
    return listed.first(question)


def _along_edges(question: Question, by: str) -> Path | None:
    """Return a path of a network, by a search along its edges."""
    board = cast(NetworkBoard, question.ground)
    return edges.shortest(board, by, question.start_cells, question.end_cells, question.watch())


@answers(Conditions.ALL, "find()")
def tour_or_refutation(
    question: Question, by: str = "auto", log: EventLog | None = None
) -> Path | Refutation:
    """Return a tour, or a proof that there is none."""
    if (reason := question.why_empty) is not None:
        return refutation.Refutation(reason, "definition")
    return tours.find_tour(question, by=by, log=log)


PATIENCE = 20_000  # cells that a listing may enter before a sweep is estimated
PATIENCE_PER_CELL = 20  # additional cells of this patience for each cell of the board
EDGES_FIRST = 200_000  # steps of a listing along edges before a sweep is estimated
SENSELESS = 86400  # seconds: if a sweep is estimated to take longer, the listing continues instead


def _listed_or_swept(question: Question) -> Path | None:
    """Return a path of a set with conditions, by a shortcut, a listing or a sweep."""
    question = question.running()
    is_network = question.board._is_network
    if not is_network and (path := _short_cut(question)) is not None:
        return path
    first = EDGES_FIRST if is_network else PATIENCE + PATIENCE_PER_CELL * question.board.open_count
    path, is_known = listed.first_within(question, first)
    if is_known:
        return path
    sweep = swept.all_paths(question)
    if sweep.why_hopeless(finds=True) or (seconds := sweep.cost(finds=True).seconds) > SENSELESS:
        return listed.first(question)
    if not is_network:
        path, is_known = listed.first_within(question, patience_for(question, seconds))
        if is_known:
            return path
    try:
        return swept.best(question, longest=False, by_cost=False)
    except MemoryLimitError:  # a listing may take long, but needs little memory
        return listed.first(question)


HEDGE = 0.05  # a listing before a sweep may take this fraction of the estimated time of the sweep
LISTED_PER_SECOND, TOURS_PER_SECOND = 20_000_000, 5_000_000  # cells entered by a listing
MAX_PATIENCE = 100_000_000  # cells: if a listing has entered more than this, it is unlikely to end


def patience_for(question: Question, seconds: float) -> int:
    """Return the number of cells that a listing may enter before a sweep of *seconds*."""
    speed = TOURS_PER_SECOND if question.tour else LISTED_PER_SECOND
    return min(int(HEDGE * seconds * speed), MAX_PATIENCE)


def _short_cut(question: Question) -> Path | None:
    """Return a path of the set if a quick heuristic finds one; else None."""
    path: Path | None = None
    if question.tour:
        return None
    if question.is_cyclic:
        path = None if question.needed else cycles.short_cycle(question.ground, question.watch())
    elif question.has_open_ends:
        every = (visiting.find_in_legs(query_of(one), one.required) for one in _between_required(question))
        path = next((found for found in every if found is not None), None)
    elif question.needed:
        path = visiting.find_in_legs(query_of(question), question.needed)
    return path if path is not None and question.meets(path, path.length) else None


# --------------------------------------------------------------------------------- shortest


@answers(Conditions.ANY, "shortest()")
def shortest(
    question: Question,
    by: str = "auto",
    *,
    measure: Least = "cost",
    turn_cost: float | None = None,
    nearest: bool = False,
    max_cost: float | None = None,
) -> Path | None:
    """Return a path of minimum cost.

    If no exit is reachable, return None, or with *nearest* a path to the reachable cell nearest to an exit.
    """
    if measure != "cost" or turn_cost is not None:
        others = by != "auto" or max_cost is not None
        return _least(question, measure, turn_cost, nearest=nearest, others=others)
    if max_cost is not None and nearest:
        raise ArgumentError("max_cost", max_cost, "left out with nearest")
    path = cheapest(question, by) if max_cost is None else _within_cost(question, by, max_cost)
    if path is not None:
        return path if path.best else path._claiming("cost")
    if nearest and question.starts_left and question.is_plain:
        end = fields.nearest_reachable(replace(query_of(question), exits=question.exits or ()))
        return cheapest(replace(question, exits=(end,)), by)
    return None


SEARCHES = tuple(by for by in SHORTEST["paths"] if by != "sweep")  # each finds one path


def way_to_shortest(question: Question) -> str:
    """Return the choice of "auto": an algorithm, "search", "find" or "conditions"."""
    if question.board._is_network:
        if question.is_plain:
            return "bfs" if edges.costs_are_equal(cast(NetworkBoard, question.ground)) else "dijkstra"
        return "sweep" if question.tour or question.closed else "lawler"
    if question.is_plain:
        return "search"
    if question.tour:  # all tours have the same number of moves
        return "find" if question.ground._step_costs.are_equal else "sweep"
    return "conditions"


def cheapest(question: Question, by: str = "auto", log: EventLog | None = None) -> Path | None:
    """Return a path of minimum cost by the algorithm *by*, or for "auto" by that of `way_to_shortest`."""
    starts, exits = question.starts, question.exits
    is_search = isinstance(by, str) and by in SEARCHES and log is None
    # The fast path for most questions: between given cells, without conditions.
    if is_search and starts and exits and not question.avoided and question.needs is PLAIN:
        return choice.shortest(by, question.board, starts, exits, question.watch)
    kind = check_by(question, by, SHORTEST)
    way = way_to_shortest(question) if by == "auto" else by
    if way == "sweep":
        return swept.best(question, longest=False, by_cost=not question.ground._step_costs.are_equal)
    if way == "find":
        return any_path(question, log=log)
    if way == "conditions":
        return _cheapest_with_conditions(question)
    if question.why_empty is not None:
        return None
    if way == "lawler":
        return next(listed.in_order(question), None)
    if kind == "network":
        if not question.is_plain:
            raise UnsuitableAlgorithmError(by, f"only 'sweep' finds {question.described}")
        return _along_edges(question, way)
    if log is not None:
        return choice.trace(by, query_of(question, log))
    return choice.shortest(by, question.ground, question.start_cells, question.end_cells, question.watch)


# The length of the shortest possible cycle, if each move changes the colour of the cell, and otherwise.
EVEN_GIRTH, GIRTH = 4, 3


def _cheapest_with_conditions(question: Question) -> Path | None:
    """Return a shortest path of a set with conditions.

    It is the shortest of all paths if that is in the set; else it is joined from cheapest paths between the
    required cells, or found by a sweep.
    """
    question = question.running()
    by_cost = not question.ground._step_costs.are_equal
    path: Path | None
    if question.is_cyclic:
        path = None if by_cost else _short_cut(question)
        girth = EVEN_GIRTH if existence.changes_colour(question.board) else GIRTH
        if path is not None and path.length == girth:
            return path
    else:
        path = cheapest(question.unconditional())
        if path is None or question.meets(path, path.length):
            return path
        if others := _simpler(question):
            every = (_cheapest_with_conditions(one) for one in others)
            path = min((one for one in every if one is not None), key=lambda one: one.cost, default=None)
            if path is None or question.has_length(path.length):
                return path
        elif question.required and not (question.required_edges or question.has_open_ends):
            if question.why_empty is not None:
                return None
            path = visiting.shortest_in_legs(query_of(question), question.required)
            if path is not None and question.meets(path, path.length):
                return path
            if path is not None and not by_cost and path.length > (question.max_length or path.length):
                return None  # even the shortest path through the required cells is longer than max_length
    return swept.best(question, longest=False, by_cost=by_cost)


# Paths with conditions are reduced to simpler questions: between given cells, or without required edges.
MAX_ORIENTED = 4  # maximum number of required edges, each of which has two directions


def _simpler(question: Question) -> list[Question]:
    """Return simpler questions, with given starts and exits and without required edges.

    The shortest of all their paths is a shortest path of *question* if its limits of length are ignored.  If
    there are no simpler questions, return an empty list.
    """
    question = replace(question, min_length=0, max_length=None)
    if question.has_open_ends:
        return [] if question.required_edges else list(_between_required(question))
    return list(_oriented(question)) if question.required_edges else []


def _between_required(question: Question) -> Iterator[Question]:
    """Yield questions between given cells; the shortest of their paths are the shortest of *question*.

    If paths may start anywhere, a shortest path starts at a required cell, because its cells before the first
    required one can be left out; the same holds for its end.  If no cell is required, yield nothing.
    """
    required = [(cell,) for cell in question.required]
    if question.starts is not None:
        yield from (question.between(question.starts, last) for last in required)
    elif question.exits is not None:
        yield from (question.between(first, question.exits) for first in required)
    elif len(required) == 1:
        yield question.between(required[0], required[0])
    else:
        yield from (question.between(first, last) for first, last in permutations(required, 2))


def _oriented(question: Question) -> Iterator[Question]:
    """Yield questions without required edges: each path of *question* belongs to one of them.

    To force the move from *u* to *v*: require both cells, forbid a start at *v* and an end at *u*, and remove
    all other moves out of *u* and all other moves into *v*.  If there are more than `MAX_ORIENTED` edges,
    yield nothing.
    """
    if not question.required_edges:
        yield question
        return
    if len(question.required_edges) > MAX_ORIENTED:
        return
    (first, second), *others = question.required_edges
    exits, starts = question.exits or (), question.starts or ()
    for u, v in ((first, second), (second, first)):
        left = tuple(cell for cell in starts if cell != v)
        if u in exits or not left or not question.board.has_move(u, v):
            continue
        out = [(u, cell) for cell, _ in question.board.moves_from(u) if cell != v]
        into = [(cell, v) for cell in _leading_to(question.board, v) if cell != u]
        one = question.without_edges((), [*out, *into]) if out or into else question
        cells = tuple(sorted({*one.required, u, v}))
        yield from _oriented(replace(one, starts=left, required=cells, required_edges=tuple(others)))


def _leading_to(board: Board, v: Cell) -> list[Cell]:
    """Return the cells from which a move leads to *v*."""
    near = [(v[0] - d_row, v[1] - d_column) for d_row, d_column in board.moves.deltas]
    inside = [(row, column) for row, column in near if 0 <= row < board.rows and 0 <= column < board.columns]
    return [cell for cell in inside if board.open_cells[cell] and board.has_move(cell, v)]


def _within_cost(question: Question, by: str, max_cost: float) -> Path | None:
    """Return a path of minimum cost, or None if that is more than *max_cost*."""
    board, most = question.ground, bounds.allowed(question.ground, max_cost)
    is_plain = not (question.is_conditional or board._is_network)
    if by == "auto" and is_plain and question.why_empty is None:
        reach = max(max(map(abs, step)) for step in board.moves.steps)
        # If few cells are within the cost, search all of them; otherwise the usual search is as fast.
        if (2 * most / bounds.least_cost(board) * reach + 1) ** 2 < board.size:
            return dijkstra.nearest_within(query_of(question), most)
    path = cheapest(question, by)
    return None if path is None or path.cost > most else path


# --------------------------------------------------- fewest moves or turns, least worst step

PRICE = "a number from 0 to 2**50, and none unless measure='cost'"
LEAST = (*listed.ORDERS, "worst")


def _least(
    question: Question, measure: Least, turn_cost: float | None, *, nearest: bool, others: bool
) -> Path | None:
    """Return a path that minimises moves, turns, the worst step, or the cost with *turn_cost* for each turn.

    The search is over pairs of a cell and a direction, or for "worst" over cells.  With conditions or in a
    network, paths are listed in the order of the measure, and the first one is returned.  *others* is whether
    *by* or *max_cost* was given.
    """
    check_choice("measure", measure, LEAST)
    price = 0.0 if turn_cost is None else checked_real(turn_cost, "turn_cost", PRICE)
    if not 0 <= price <= states.MAX_TURN or (turn_cost is not None and measure != "cost"):
        raise ArgumentError("turn_cost", turn_cost, PRICE)
    if price * (cells := question.ground.open_count) > 2**52:  # sums would be rounded
        raise ArgumentError("turn_cost", turn_cost, f"at most {2**52 // cells} on this board")
    if others:
        reason = "measure and turn_cost have a search of their own: leave out all options but nearest"
        raise QuestionError("shortest()", reason)
    if measure == "worst" and question.is_conditional:
        reason = "the least worst step is found between ends, not through cells or edges or of given lengths"
        raise QuestionError("measure='worst'", reason)
    if question.why_empty is not None:
        return None
    is_network = question.board._is_network
    if measure == "worst" and is_network:
        if nearest:
            query_of(question)  # raises the error for networks
        ends = question.start_cells, question.end_cells
        path = edges.least_worst(cast(NetworkBoard, question.ground), *ends, question.watch())
        return path and path._claiming("worst")
    if measure != "worst" and (question.is_conditional or is_network):
        if turn_cost is not None:
            return listed.cheapest_with_turns(question, price)
        return next(listed.in_order(question, measure), None)
    asked = query_of(question)
    path = _searched(asked, measure, price)
    if path is None and nearest:
        end = fields.nearest_reachable(replace(asked, state=registers()))
        path = _searched(replace(asked, exits=(end,), state=registers()), measure, price)
    return path


def _searched(asked: Query, measure: Least, price: float) -> Path | None:
    return dijkstra.least_worst(asked) if measure == "worst" else states.Turning(asked, measure, price).path()


# ---------------------------------------------------------------------- from the start to all


@answers(Conditions.ANYWHERE | Conditions.NETWORK, "distances()")
def distances(
    question: Question, max_cost: float | None = None, measure: str = "cost"
) -> NDArray[np.float64]:
    """Return the cost of a cheapest path from the start to every cell; infinite beyond *max_cost*.

    On a network, return a dictionary of the nodes within *max_cost*.
    """
    if not question.board._is_network:
        starts = question.starts_left or ()
        return fields.distances(question.ground, starts, None, max_cost, question.watch(), measure)
    check_choice("measure", measure, ("cost", "worst"))
    board, most = cast(NetworkBoard, question.ground), inf if max_cost is None else max_cost
    found = edges.distances(board, question.start_cells, question.watch(), worst=measure == "worst")
    near = {node: cost for node, cost in board._table(found).items() if cost <= most and cost < inf}
    return cast("NDArray[np.float64]", near)
