"""Questions about tours only: proofs that none exists, and tours that are not stored in memory."""

from __future__ import annotations

from gridwalk.algorithms import algorithm
from gridwalk.errors import UnsuitableAlgorithmError
from gridwalk.planner import single
from gridwalk.planner.counts import is_refuted
from gridwalk.planner.tables import Option
from gridwalk.questions.knows import Knows, answers
from gridwalk.questions.question import Question
from gridwalk.tours.construct import implicit_tour, is_implicit, unsuitable
from gridwalk.tours.find import strategies_of
from gridwalk.tours.implicit import ImplicitTour
from gridwalk.tours.refutation import Refutation


def strategies(question: Question) -> list[Option]:
    """Return the strategies that may find a tour, in order; those chosen are tried until one answers."""
    rows = [
        Option(row.name, row.why_not, chosen=row.why_not is None, note=row.what)
        for row in strategies_of(question)
    ]
    named = {"auto", *(name for row in rows for name in row.engine.split("+"))}
    return rows + [
        Option(by, "only if it is asked for by name", note=algorithm(by, "tours").title)
        for by in single.FIND["tours"]
        if by not in named
    ]


@answers(Knows.TOURS | Knows.UNDIRECTED)
def refutation(question: Question) -> Refutation | None:
    """Return why there is no tour, after whatever search it takes."""
    found = single.tour_or_refutation(question)
    return found if isinstance(found, Refutation) else None


@answers(Knows.TOURS | Knows.UNDIRECTED | Knows.LIMITS)
def implicit(question: Question) -> ImplicitTour | None:
    """Return a knight's tour that is not stored in memory."""
    if is_refuted(question):
        return None
    reason = unsuitable(question)
    if reason is None and not is_implicit(question):
        reason = "on a board with an odd number of cells it begins at (0, 0)"
    if reason:
        raise UnsuitableAlgorithmError("construct", reason)
    return implicit_tour(question)
