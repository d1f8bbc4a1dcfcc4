"""One path: any, a shortest, one that costs no more than a maximum, and whether there is any."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from gridwalk.algorithms import elsewhere, names
from gridwalk.answers.path import Path
from gridwalk.board.checks import checked_real
from gridwalk.errors import (
    ArgumentError,
    MemoryLimitError,
    QuestionError,
    UnknownChoiceError,
    UnsuitableAlgorithmError,
)
from gridwalk.listing import batches
from gridwalk.network.board import NetworkBoard
from gridwalk.planner import conditional, listed, networks, swept
from gridwalk.question.knows import Knows, answers
from gridwalk.question.question import Question
from gridwalk.question.verbs import answering
from gridwalk.runtime.slices import registers
from gridwalk.search import (
    choice,
    edges,
    fields,
    flowfield,
    product,
    query,
    searches,
    spreading,
    through,
    worst,
)
from gridwalk.tours import existence, refutation
from gridwalk.tours import find as tours

if TYPE_CHECKING:
    from gridwalk.keywords import Least
    from gridwalk.listing.backtracking import Backtracking
    from gridwalk.runtime.progress import EventLog
    from gridwalk.search.query import Query
    from gridwalk.tours.refutation import Refutation

PATIENCE = 20_000  # cells a listing may enter before a sweep takes over
PATIENCE_PER_CELL = 20  # more cells entered: to shrink a board and walk its first path takes some
HEDGE = 0.05  # of a sweep's time, for a listing that may be over sooner
LISTED_PER_SECOND = {False: 20_000_000, True: 5_000_000}  # cells entered, of paths and of tours
MAX_PATIENCE = 100_000_000  # what is not listed by then hardly ever will be
SENSELESS = 86400  # seconds, estimated: rather than begin such a sweep a listing goes on
SEARCHES = ("auto", *(name for name in names("shortest") if name != "sweep"))
EVEN_GIRTH, GIRTH = 4, 3  # moves of the shortest cycle there can be, where moves change colour and elsewhere
PRICE = "a number from 0 to 2**50, and none unless measure='cost'"
LEAST = (*listed.ORDERS, "worst")
Way = Callable[["Question", "EventLog | None"], "Path | None"]


def _kind_of(question: Question) -> str:
    """Return which tables a question is looked up in: "tours", "conditional" sets, or plain "paths"."""
    if question.tour and not question.required_edges:
        return "tours"
    return "conditional" if question.is_conditional else "paths"


def way_of(tables: Mapping[str, Mapping[str, Way]], question: Question, by: str) -> Way:
    """Return the way called *by* in the table for this kind of question.

    Raises
    ------
    UnknownChoiceError
        If no paths are found in that way.
    UnsuitableAlgorithmError
        If these are not.

    """
    if question.board._is_network:
        return networks.way_of(tables is SHORTEST, by)
    ways = tables[kind := _kind_of(question)]
    if type(by) is str and by in ways:
        return ways[by]
    others = tables["tours" if question.tour else "paths"] if kind == "conditional" else {}
    UnknownChoiceError.check("by", by, tuple(dict.fromkeys((*others, *ways))), elsewhere)
    exact = " and ".join(repr(name) for name in ways if name != "auto")
    raise UnsuitableAlgorithmError(by, f"only {exact} find {question.described}")


# ------------------------------------------------------------------------------------- find


@answers(Knows.ALL)
def find(question: Question, by: str = "auto", log: EventLog | None = None) -> Path | None:
    """Return a path of the set."""
    way = way_of(FIND, question, by)
    if by != "sweep" and question.why_empty is not None:
        return None
    return way(question, log)


def is_empty(question: Question) -> bool:
    """Whether there is no path at all."""
    return find(question.running()) is None


def is_empty_at_once(question: Question) -> bool:
    """Whether there is no path, where to find one takes no longer than to look at every cell."""
    if question.why_empty is None and (question.tour or question.is_conditional):
        words = f"whether there are {question.described} may take long to tell: ask is_empty()"
        raise QuestionError("bool", words)
    return find(question) is None


@answers(Knows.ALL & ~Knows.NETWORK, "a search")
def query_of(question: Question, log: EventLog | None = None) -> Query:
    """Return the question as a search for one path takes it."""
    return query.Query(question.ground, question.start_cells, question.end_cells, question.watch(), log)


def _by(name: str) -> Way:
    """Return the way that runs the algorithm of that name."""

    def find(question: Question, log: EventLog | None) -> Path | None:
        return choice.find(name, query_of(question, log))

    return find


def _fewest_moves_of_all(question: Question, log: EventLog | None) -> Path | None:
    return swept.best(question, longest=False, by_cost=False)


def _first_listed(question: Question, log: EventLog | None) -> Path | None:
    return listed.first(question)


def _whichever_is_quickest(question: Question, log: EventLog | None) -> Path | None:
    """Return any path of a set with conditions: a short cut, else the first listed or one of a sweep."""
    question = question.running()
    if (path := _short_cut(question)) is not None:
        return path
    path, known = listed.first_within(question, PATIENCE + PATIENCE_PER_CELL * question.board.open_count)
    if known:
        return path
    seconds = swept.seconds_of(question)
    if seconds is None or seconds > SENSELESS:
        return listed.first(question)
    path, known = listed.first_within(question, patience_for(question, seconds))
    if known:
        return path
    try:
        return swept.best(question, longest=False, by_cost=False)
    except MemoryLimitError:  # a listing may take for ever, but no memory
        return listed.first(question)


def patience_for(question: Question, seconds: float) -> int:
    """Return how many cells a listing may enter where a sweep takes so long."""
    return min(int(HEDGE * seconds * LISTED_PER_SECOND[question.tour]), MAX_PATIENCE)


def _short_cut(question: Question) -> Path | None:
    """Return a path of the set that can be had at once; None if there is none of this kind."""
    path: Path | None = None
    if question.tour:
        return None
    if question.is_cyclic:
        path = None if question.needed else batches.short_cycle(question.ground, question.watch())
    elif question.has_open_ends:
        every = (
            through.find_in_legs(query_of(one), one.required)
            for one in conditional.between_required(question)
        )
        path = next((found for found in every if found is not None), None)
    elif question.needed:
        path = through.find_in_legs(query_of(question), question.needed)
    return path if path is not None and question.keeps(path, path.length) else None


def _tour(by: str) -> Way:
    def find(question: Question, log: EventLog | None) -> Path | None:
        found = tour_or_refutation(question, by, log)
        return found if isinstance(found, Path) else None

    return find


@answers(Knows.ALL, "find()")
def tour_or_refutation(
    question: Question, by: str = "auto", log: EventLog | None = None
) -> Path | Refutation:
    """Return a tour, or why there is none."""
    if (reason := question.why_empty) is not None:
        return refutation.Refutation(reason, "definition")
    return tours.find_tour(question, by=by, log=log)


def _backtracking_tour(*, warnsdorff: bool) -> Way:
    def find(question: Question, log: EventLog | None) -> Path | None:
        search: Backtracking = listed.search_of(question, log, warnsdorff=warnsdorff, plain=True)
        return next(search.paths(), None)

    return find


FIND: Mapping[str, Mapping[str, Way]] = {
    "paths": {
        "auto": _by("auto"),
        **{name: _by(name) for name in names("find") if name != "sweep"},
        "sweep": _fewest_moves_of_all,
    },
    "conditional": {
        "auto": _whichever_is_quickest,
        "dfs": _first_listed,
        "sweep": _fewest_moves_of_all,
    },
    "tours": {
        "auto": _tour("auto"),
        "warnsdorff": _backtracking_tour(warnsdorff=True),
        "dfs": _backtracking_tour(warnsdorff=False),
        "construct": _tour("construct"),
        "sweep": _fewest_moves_of_all,
    },
}


# --------------------------------------------------------------------------------- shortest


@answering("shortest")
def shortest(question: Question, by: str = "auto", *, nearest: bool = False) -> Path | None:
    """Return a path of minimum cost; with *nearest*, else one to the reachable cell nearest to an exit."""
    if question.is_one_pair and isinstance(by, str) and by in SEARCHES:  # asked most, and often in loops
        path = choice.shortest(by, question.board, question.start_cells, question.end_cells, question.watch)
    else:
        path = shortest_or_none(question, by)
    if path is not None:
        return path if path.best else path._claiming("cost")
    plain = not (question.tour or question.is_conditional)
    if nearest and plain and question.starts_left:
        end = fields.nearest_reachable(replace(query_of(question), exits=question.exits or ()))
        return shortest_or_none(replace(question, exits=(end,)), by)
    return None


@answers(Knows.ALL, "shortest()")
def shortest_or_none(question: Question, by: str = "auto", log: EventLog | None = None) -> Path | None:
    """Return a path of minimum cost."""
    return way_of(SHORTEST, question, by)(question, log)


def _cheapest(by: str) -> Way:
    def shortest(question: Question, log: EventLog | None) -> Path | None:
        if question.why_empty is not None:
            return None
        if log is not None:
            return choice.trace(by, query_of(question, log))
        return choice.shortest(by, question.ground, question.start_cells, question.end_cells, question.watch)

    return shortest


def _best(question: Question, log: EventLog | None) -> Path | None:
    return swept.best(question, longest=False, by_cost=query.is_varied(question.ground))


def _best_with_conditions(question: Question, log: EventLog | None) -> Path | None:
    """Return a shortest path: that of all paths if it is in the set, else one of legs or of a sweep."""
    question = question.running()
    by_cost = query.is_varied(question.ground)
    if question.tour:
        return _best_tour(question, log)
    path: Path | None
    if question.is_cyclic:
        path = None if by_cost else _short_cut(question)
        girth = EVEN_GIRTH if existence.changes_colour(question.board) else GIRTH
        if path is not None and path.length == girth:
            return path
    else:
        path = shortest_or_none(question.unconditional())
        if path is None or question.keeps(path, path.length):
            return path
        if others := conditional.simpler(question):
            every = (_best_with_conditions(one, None) for one in others)
            path = min((one for one in every if one is not None), key=lambda one: one.cost, default=None)
            if path is None or question.has_length(path.length):
                return path
        elif question.required and not (question.required_edges or question.has_open_ends):
            if question.why_empty is not None:
                return None
            path = through.shortest_in_legs(query_of(question), question.required)
            if path is not None and question.keeps(path, path.length):
                return path
            if path is not None and not by_cost and path.length > (question.max_length or path.length):
                return None  # the shortest of all lengths is too long
    return swept.best(question, longest=False, by_cost=by_cost)


def _best_tour(question: Question, log: EventLog | None) -> Path | None:
    if query.is_varied(question.ground):
        return _best(question, log)
    return find(question, "auto", log)  # all have the same number of moves


SHORTEST: Mapping[str, Mapping[str, Way]] = {
    "paths": {
        "auto": _cheapest("auto"),
        **{by: _cheapest(by) for by in names("shortest") if by != "sweep"},
        "sweep": _best,
    },
    "conditional": {"auto": _best_with_conditions, "sweep": _best},
    "tours": {"auto": _best_tour, "sweep": _best},
}


@answering("shortest")
def shortest_by(
    question: Question, measure: Least, turn_cost: float | None, *, nearest: bool, others: bool
) -> Path | None:
    """Return a path of fewest moves, or turns, or one that is cheapest with a price of turns.

    By one search over cells and directions; with conditions the first in order.  Or a path whose worst step
    costs least.  *Others*: whether options are given that ask for a path of minimum cost alone.
    """
    UnknownChoiceError.check("measure", measure, LEAST)
    price = 0.0 if turn_cost is None else checked_real(turn_cost, "turn_cost", PRICE)
    if not 0 <= price <= product.MAX_TURN or (turn_cost is not None and measure != "cost"):
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
    if measure == "worst":
        return _least_worst(question, nearest=nearest)
    if question.is_conditional or question.board._is_network:
        every = listed.in_order(question, measure) if turn_cost is None else None
        return next(every, None) if every else listed.cheapest_with_turns(question, price)
    asked = query_of(question)
    path = product.Turning(asked, measure, price).path()
    if path is None and nearest:
        end = fields.nearest_reachable(replace(asked, state=registers()))
        asked = replace(asked, exits=(end,), state=registers())
        return product.Turning(asked, measure, price).path()
    return path


def _least_worst(question: Question, *, nearest: bool) -> Path | None:
    """Return a path whose most expensive step costs least; with *nearest* as `shortest`."""
    if question.board._is_network:
        if nearest:
            query_of(question)  # refuses a network
        board = cast(NetworkBoard, question.ground)
        path = edges.least_worst(board, question.start_cells, question.end_cells, question.watch())
        return path and path._claiming("worst")
    asked = query_of(question)
    path = worst.shortest(asked)
    if path is None and nearest:
        end = fields.nearest_reachable(replace(asked, state=registers()))
        path = worst.shortest(replace(asked, exits=(end,), state=registers()))
    return path


# ---------------------------------------------------------------------- from the start to all


@answering("distances")
def distances(
    question: Question, max_cost: float | None = None, measure: str = "cost"
) -> NDArray[np.float64]:
    """Return the cost of a cheapest path from the start to every cell; infinite beyond *max_cost*."""
    if question.board._is_network:
        return networks.distances(question, max_cost, measure)
    starts = question.starts_left or ()
    return flowfield.distances(question.ground, starts, None, max_cost, question.watch(), measure)


@answering("find")
def find_weighted(
    question: Question, by: str, weight: float | None = None, log: EventLog | None = None
) -> Path | None:
    """Return a path of the set; a *weight* is for weighted A* only."""
    if weight is None:
        return find(question, by, log)
    way_of(FIND, question, by)  # refuses what no search finds
    checked = searches.checked_weight(weight, by)
    if question.why_empty is not None:
        return None
    return choice.find(by, replace(query_of(question, log), weight=checked))


@answering("shortest")
def shortest_within_cost(question: Question, by: str, max_cost: float, *, exact: bool) -> Path | None:
    """Return a path of minimum cost, or None if that is more than *max_cost*.

    Where few cells are within that cost, these are searched and no others; elsewhere a search for the
    shortest path at any cost is as fast.
    """
    if not exact:
        raise ArgumentError("max_cost", max_cost, "left out with nearest")
    board, most = question.ground, spreading.allowed(question.ground, max_cost)
    if by == "auto" and question.why_empty is None and not (question.is_conditional or board._is_network):
        reach = max(max(map(abs, step)) for step in board.moves.steps)
        if (2 * most / spreading.least_cost(board) * reach + 1) ** 2 < board.size:
            found = searches.nearest_within(query_of(question), most)
            return None if found is None else found._claiming("cost")
    path = shortest_or_none(question, by)
    if path is None or path.cost > most:
        return None
    return path if path.best else path._claiming("cost")
