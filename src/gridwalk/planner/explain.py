"""Tables of engines: which one answers a verb, its estimated cost, and why other engines do not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from gridwalk.algorithms import algorithm, names
from gridwalk.answers.explanation import EVERY_PATH, Explanation, Option
from gridwalk.errors import HopelessError, check_choice
from gridwalk.planner import counts, longest, single, swept
from gridwalk.question.conditions import Conditions, answers
from gridwalk.question.question import Question
from gridwalk.question.verbs import EXPLAINED
from gridwalk.search.choice import FIRST, choose, why_unsuitable
from gridwalk.tours import find as tour_finding
from gridwalk.tours import tiles

LEGS = "cheapest legs in the best order, if they do not meet, else a sweep"
BY_TURNS = "a short cut where there is one, else listing and sweep, whichever is over sooner"
ALONG = "moves are counted along"
WITHIN = "moves are counted along; where such lengths are common, paths are drawn among all"


def why_not(verb: str, by: str, question: Question) -> str | None:
    """Return the reason why the algorithm *by* does not answer *verb*; None if it does."""
    if question.tour:
        if (verb, by) == ("find", "construct"):
            return tiles.unsuitable(question)
        return counts.Halves.why_not(question) if (verb, by) == ("count", "halves") else None
    if verb == "shortest" and by in names("shortest"):
        return why_unsuitable(question.ground, by, len(question.starts_left or ())) or None
    return longest.why_not_anytime(question) if (verb, by) == ("longest", "anytime") else None


def _of_network(question: Question, chosen: str, algorithms: Sequence[str]) -> list[Option]:
    """Return the ways to find one path of a network."""
    engines = [by for by in algorithms if by != "auto"] + ["lawler"] * (chosen == "lawler")
    unfit = {}
    if not question.is_plain:
        unfit = dict.fromkeys(("bfs", "dijkstra"), f"it does not find {question.described}")
    elif chosen == "dijkstra":
        unfit = {"bfs": "it counts edges, but here they differ in cost"}
    return [Option(by, unfit.get(by), chosen=by == chosen) for by in engines]


def _find(question: Question) -> list[Option]:
    way = single.way_to_find(question)
    if question.board._is_network:
        return _of_network(question, "dfs" if way == "conditions" else way, single.FIND["network"])
    if way == "tour":
        return _strategies(question)
    if way == "conditions":
        return _with_conditions(question, single.FIND)
    return [
        Option(by, chosen=by == way, note=algorithm(by, "paths").title)
        for by in single.FIND["paths"]
        if by != "auto"
    ]


def _strategies(question: Question) -> list[Option]:
    """Return the strategies for finding a tour, in order; the chosen ones are tried in turn."""
    rows = [
        Option(row.name, row.why_not, chosen=row.why_not is None, note=row.what)
        for row in tour_finding.strategies_of(question)
    ]
    named = {"auto", *(name for row in rows for name in row.engine.split("+"))}
    return rows + [
        Option(by, "only if it is asked for by name", note=algorithm(by, "tours").title)
        for by in single.FIND["tours"]
        if by not in named
    ]


def _with_conditions(
    question: Question, algorithms: Mapping[str, Sequence[str]], auto: str = BY_TURNS
) -> list[Option]:
    """Return the algorithms for a set with conditions, and those that do not support conditions."""
    known, plain = algorithms["conditional"], algorithms["tours" if question.tour else "paths"]
    options = [Option(by, chosen=by == "auto", note=auto if by == "auto" else "") for by in known]
    reason = f"no plain search finds {question.described}"
    return options + [Option(by, reason) for by in plain if by not in known]


def _shortest(question: Question) -> list[Option]:
    way = single.way_to_shortest(question)
    if question.board._is_network:
        return _of_network(question, way, single.SHORTEST["network"])
    if way == "sweep":
        return _swept(question, finds=True)
    if way == "find":
        return _find(question)
    if way == "conditions":
        legs = question.needed and not question.is_cyclic
        return _with_conditions(question, single.SHORTEST, LEGS if legs else BY_TURNS)
    if question.has_open_ends:
        return [Option(FIRST, chosen=True, note="a path of no move is the shortest")]
    board, starts, exits = question.ground, question.starts_left or (), question.exits_left or ()
    chosen = choose(board, len(starts), len(exits))
    reasons = {by: why_not("shortest", by, question) for by in names("shortest")}
    return [
        Option(by, reason, chosen=by == chosen, note="" if reason else algorithm(by).title)
        for by, reason in reasons.items()
    ]


def _count(question: Question) -> list[Option]:
    why_no_halves = counts.Halves.why_not(question)
    halved = counts.Halves(question) if why_no_halves is None else None
    by_length = question.has_given_lengths
    sweep, last = swept.ByLength(question) if by_length else swept.all_paths(question), list[Option]()
    chosen: counts.Counter | None = None
    try:
        chosen = counts.choose(halved, sweep)
    except HopelessError as error:
        last = [_none_of_them(error.reason)]
    estimate = halved.cost() if halved else None
    return [
        Option("list", EVERY_PATH),
        Option("halves", why_no_halves, estimate, chosen=halved is not None and chosen is halved),
        *(_of_sweep(sweep) if chosen is sweep else _not_chosen(_of_sweep(sweep))),
        *last,
    ]


def _lengths(question: Question) -> list[Option]:
    return _count(question) if question.tour else _swept(question, by_length=True)


def _longest(question: Question) -> list[Option]:
    return _find(question) if question.tour else _swept(question, finds=True)


def _sample(question: Question) -> list[Option]:
    if not question.has_given_lengths or swept.acyclic(question) is not None:
        return _swept(question, finds=True)
    return [Option("list", EVERY_PATH), Option("simpath", chosen=True, note=WITHIN)]


def _swept(question: Question, *, by_length: bool = False, finds: bool = False) -> list[Option]:
    """Return the options for a sweep; it is chosen unless it is hopeless."""
    if by_length:
        sweep = swept.ByLength(question)
        rows, reason = _of_sweep(sweep), sweep.why_hopeless()
    else:
        whole = swept.all_paths(question)
        rows, reason = _of_whole(whole, finds=finds), whole.why_hopeless(finds=finds)
    if reason is None:
        return [Option("list", EVERY_PATH), *rows]
    if by_length:
        rows = _of_whole(sweep.whole, lengths=True)
    return [Option("list", EVERY_PATH), *_not_chosen(rows), _none_of_them(reason)]


def _of_sweep(sweep: swept.Whole | swept.ByLength) -> list[Option]:
    """Return the engines of a sweep that counts."""
    if not isinstance(sweep, swept.ByLength):
        return _of_whole(sweep)
    rows, states = _of_whole(sweep.whole, lengths=True), sweep.states_along
    if states == 0:
        return rows
    beyond = f"; past {states:,} states, paths of all lengths are swept" if states else ""
    slower = "sweeps over paths of all lengths"
    rows = [replace(row, chosen=False, reason=row.reason or slower) for row in rows]
    return [Option("simpath", chosen=True, note=ALONG + beyond), *rows]


def _of_whole(whole: swept.Whole, *, lengths: bool = False, finds: bool = False) -> list[Option]:
    """Return the engines for all paths, with the chosen ones marked."""
    if rows := whole.options(lengths=lengths, finds=finds):
        return rows
    cost = whole.cost()  # no block needs a sweep
    return [Option(cost.engine, estimate=cost, chosen=True)]


def _not_chosen(rows: Sequence[Option]) -> list[Option]:
    return [replace(row, chosen=False) for row in rows]


def _none_of_them(reason: str) -> Option:
    return Option("none", f"hopeless: {reason}", chosen=True)


def _in_order(question: Question) -> list[Option]:
    if question.tour or question.closed:
        return [Option("lawler", "only paths from start to exit are listed in order")]
    measure = "length" if question.ground._step_costs.are_equal else "cost"
    note = f"by {measure}, from a tree of the branches not yet followed"
    return [Option("lawler", chosen=True, note=note), Option("list", "it would have to find all paths first")]


# The engines of each verb, as `explain` lists them.
ENGINES: Mapping[str, Callable[[Question], list[Option]]] = {
    "find": _find,
    "shortest": _shortest,
    "longest": _longest,
    "count": _count,
    "lengths": _lengths,
    "sample": _sample,
    "in_order": _in_order,
}


@answers(Conditions.ALL, "explain()")
def explain(question: Question, verb: str) -> Explanation:
    """Return the table of engines for *verb*, with the chosen one marked."""
    check_choice("verb", verb, EXPLAINED)
    asked = question.running()
    if (proof := counts.refutation(asked)) is not None:
        options = [Option("proof", f"there is none: {proof.reason}", chosen=True)]
    else:
        options = ENGINES[verb](asked)
    return Explanation(verb, asked.described, tuple(options))
