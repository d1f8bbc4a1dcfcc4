"""The engine that would answer a verb, its estimated cost, and why the others do not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from gridwalk.algorithms import algorithm, names
from gridwalk.answers.explanation import EVERY_PATH, Explanation, Option
from gridwalk.errors import HopelessError, UnknownChoiceError
from gridwalk.planner import counts, longest, single, swept
from gridwalk.question.knows import Knows, answers
from gridwalk.question.question import Question
from gridwalk.question.verbs import EXPLAINED
from gridwalk.search.choice import FIRST, choose, why_unsuitable
from gridwalk.search.query import is_varied
from gridwalk.tours import find as tour_finding
from gridwalk.tours import tiles

LEGS = "cheapest legs in the best order, if they do not meet, else a sweep"
BY_TURNS = "a short cut where there is one, else listing and sweep, whichever is over sooner"
WITHIN = "moves are counted along; where such lengths are common, paths are drawn among all"


def why_not(verb: str, by: str, question: Question) -> str | None:
    """Return why the algorithm *by* does not answer a verb, in one sentence; None if it does."""
    if question.tour:
        if (verb, by) == ("find", "construct"):
            return tiles.unsuitable(question)
        return counts.Halves.why_not(question) if (verb, by) == ("count", "halves") else None
    if verb == "shortest" and by in names("shortest"):
        return why_unsuitable(question.ground, by, len(question.starts_left or ())) or None
    return longest.why_not_anytime(question) if (verb, by) == ("longest", "anytime") else None


@answers(Knows.ALL, "explain()")
def explain(question: Question, verb: str) -> Explanation:
    """Return the table of a verb, the chosen row marked."""
    UnknownChoiceError.check("verb", verb, EXPLAINED)
    asked = question.running()
    return Explanation(verb, asked.described, tuple(_at_once(asked) or ENGINES[verb](asked)))


def _at_once(question: Question) -> list[Option]:
    """Return the option of not looking at all, if that is enough."""
    found = counts.refutation(question)
    return [] if found is None else [Option("proof", f"there is none: {found.reason}", chosen=True)]


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
    """Return the strategies that may find a tour, in order; those chosen are tried until one answers."""
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
    """Return the algorithms for a set with conditions, and those that do not answer it."""
    known, plain = algorithms["conditional"], algorithms["tours" if question.tour else "paths"]
    options = [Option(by, chosen=by == "auto", note=auto if by == "auto" else "") for by in known]
    reason = f"no plain search finds {question.described}"
    return options + [Option(by, reason) for by in plain if by not in known]


def _shortest(question: Question) -> list[Option]:
    way = single.way_to_shortest(question)
    if question.board._is_network:
        return _of_network(question, way, single.SHORTEST["network"])
    if way == "sweep":
        return _swept(question)
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
    able, last, chosen = counts.engines(question), [], None
    try:
        chosen = counts.chosen(able)
    except HopelessError as error:
        last = [swept.none_of_them(error.reason)]
    *others, sweep = able
    assert isinstance(sweep, swept.Sweep)
    estimate = others[0].estimate if others else None
    return [
        Option("list", EVERY_PATH),
        Option("halves", counts.Halves.why_not(question), estimate, chosen=chosen in others),
        *(replace(row, chosen=row.chosen and chosen is sweep) for row in sweep.options()),
        *last,
    ]


def _longest(question: Question) -> list[Option]:
    if question.tour:
        return _find(question)
    return _swept(question)


def _swept(question: Question, *, lengths: bool = False) -> list[Option]:
    return [Option("list", EVERY_PATH), *swept.Sweep(question, lengths=lengths).explained()]


def _sample(question: Question) -> list[Option]:
    if not question.has_given_lengths or swept.acyclic(question) is not None:
        return _swept(question, lengths=question.has_given_lengths)
    return [Option("list", EVERY_PATH), Option("simpath", chosen=True, note=WITHIN)]


def _lengths(question: Question) -> list[Option]:
    return _count(question) if question.tour else _swept(question, lengths=True)


def _in_order(question: Question) -> list[Option]:
    if question.tour or question.closed:
        return [Option("lawler", "only paths from start to exit are listed in order")]
    measure = "cost" if is_varied(question.ground) else "length"
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
