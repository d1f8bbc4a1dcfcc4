"""How long or dear a path can be at most: a bound, without a path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwalk.errors import QuestionError, UnknownChoiceError
from gridwalk.planner import single, theorem
from gridwalk.questions.question import Question
from gridwalk.runtime.limits import Limits

if TYPE_CHECKING:
    from gridwalk.anytime.bound import Bound
    from gridwalk.keywords import Measure

LARGER = "; of all paths, also those that miss a cell or length asked for"
EXACT = "exact: a theorem about paths in open rectangles"
ASKED = "no path of the set has more moves"


def bound(question: Question, measure: Measure = "length", seconds: float | None = None) -> Bound | None:
    """Return what no path of the set exceeds in length or cost; None if there is no path, as far as is known.

    With conditions on cells or lengths it is a bound of a larger set, and says so.
    """
    from gridwalk.anytime.boardbound import bound_of_paths
    from gridwalk.anytime.bound import Bound  # few ask for it

    UnknownChoiceError.check("measure", measure, single.MEASURES)
    seconds = Limits(seconds).seconds  # checked
    question.refuse_checkpoint("bound()")
    if question.has_open_ends:
        raise QuestionError(
            "bound", f"it is about paths from given starts to given exits, not {question.described}"
        )
    question = question.running()
    if question.why_empty is not None or single.find(question.unconditional()) is None:
        return None
    if (length := theorem.longest_length(question, measure)) is not None:
        return Bound(length, EXACT)
    starts, exits = question.starts_left or (), question.exits_left or ()
    found = bound_of_paths(
        question.ground, starts, exits, question.required, measure, question.watch(), seconds
    )
    if found is None or not question.is_filtered:
        return found
    if measure == "length" and question.has_given_lengths:
        if found.value < question.min_length:
            return None
        if question.max_length is not None and question.max_length <= found.value:
            return Bound(question.max_length, ASKED)
    return Bound(found.value, found.by + LARGER)
