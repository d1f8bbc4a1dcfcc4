"""Paths in order of cost or length: all of them, or those near the shortest."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from numbers import Real
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from gridwalk.answers.path import Path
from gridwalk.errors import ArgumentError, UnknownChoiceError
from gridwalk.listing.ordered import ANY, BY, CLOSE, Ordered
from gridwalk.planner.single import MEASURES
from gridwalk.planner.tables import Option
from gridwalk.questions.question import Question
from gridwalk.runtime.limits import Watch
from gridwalk.search.query import is_varied
from gridwalk.shrink.reduction import shrink
from gridwalk.shrink.series import in_series

if TYPE_CHECKING:
    from gridwalk.keywords import Measure

T = TypeVar("T")

TELL_AFTER = 64  # paths handed on
SHARE = re.compile(r"(\d+(?:\.\d+)?) ?%")
SLACK = "a number of 0 or more, or a share such as '10%'"


def in_order(question: Question, measure: Measure = "cost") -> Iterator[Path]:
    """Return an iterator over the paths, the shortest first."""
    question.refuse_keep("in_order()")
    UnknownChoiceError.check("measure", measure, MEASURES)
    return _paths(question, measure)


def nearly_shortest(question: Question, slack: float | str, measure: Measure = "cost") -> Iterator[Path]:
    """Return an iterator over the paths that are at most *slack* longer than the shortest, that one first."""
    question.refuse_keep("nearly_shortest()")
    UnknownChoiceError.check("measure", measure, MEASURES)
    return _paths(question, measure, _checked(slack))


def near(every: Iterator[T], value: Callable[[T], float], slack: float | str) -> Iterator[T]:
    """Return an iterator over those of *every*, in order, that are at most *slack* longer than the first."""
    return _near(every, value, *_checked(slack))


def _near(every: Iterator[T], value: Callable[[T], float], slack: Fraction, is_share: bool) -> Iterator[T]:
    most: Fraction | None = None
    for one in every:
        if most is None:
            most = Fraction(value(one)) * (1 + slack if is_share else 1) + (0 if is_share else slack)
        if value(one) > most * Fraction(1 + CLOSE):
            return
        yield one


def _checked(slack: float | str) -> tuple[Fraction, bool]:
    """Return *slack* as a number, and whether it is a share of the shortest."""
    if isinstance(slack, str):
        if (match := SHARE.fullmatch(slack.strip())) is not None:
            return Fraction(match[1]) / 100, True
    elif isinstance(slack, Real) and not isinstance(slack, bool):
        with suppress(ValueError, OverflowError):  # of numbers that are not finite
            if (number := Fraction(slack)) >= 0:
                return number, False
    raise ArgumentError("slack", slack, SLACK)


def _paths(
    question: Question, measure: Measure, slack: tuple[Fraction, bool] | None = None
) -> Iterator[Path]:
    """Yield the paths; those that tie with the first are proved to be the best."""
    if question.why_empty is not None:
        return
    watch, first = question.watch(), None
    watch.kept = 0
    is_tie = True
    for path, tolerance in _found(question, measure, slack, watch):
        watch.kept += 1
        if is_tie:  # no later path is as short as one that is not
            value = path.cost if measure == "cost" else path.length
            first = value if first is None else first
            is_tie = value <= first * (1 + tolerance)
        yield path._claiming(measure) if is_tie else path
        if watch.kept % TELL_AFTER == 0:
            watch.check(0, 0, 0)


def _found(
    question: Question, measure: Measure, slack: tuple[Fraction, bool] | None, watch: Watch
) -> Iterator[tuple[Path, float]]:
    """Yield the paths, each with how much longer one may be to count as equal, relative."""
    grid = question.ground
    ends, edges = (question.starts_left, question.exits_left), question.required_edges
    reduced = shrink(grid, *ends, through=question.required, edges=edges, watch=watch)
    trivial = reduced.trivial if question.has_length(0) else ()
    for v in trivial:
        yield Path._found(grid, np.array([divmod(v, grid.columns)], np.int32), False, BY), 0.0
    if not reduced.blocks:
        return
    by_length = measure == "length" or not is_varied(grid)
    most = ANY if question.max_length is None else question.max_length
    memory = question.limits.memory_allowed
    series = in_series(grid, reduced.blocks, watch)
    search = Ordered(series, by_length, question.min_length, most, memory, watch, slack is not None)
    if slack is not None and trivial:
        search.stop_at(*slack, from_zero=True)
    for batch in search.batches():
        expanded, backtracks = search.effort
        for one in batch:
            is_known = question.exits is None and len(one) == 1  # with the trivial ones
            if not is_known and (search.keeps_all or question.visits(one)):
                if slack is not None and search.one_by_one:
                    search.stop_at(*slack)
                path = Path._found(grid, one.cells, False, BY, expanded, backtracks)
                yield path, 0.0 if search.exact else CLOSE


def options(question: Question) -> list[Option]:
    """Return the ways to list in order, one of which is chosen."""
    if question.tour or question.closed:
        return [Option("lawler", "only paths from start to exit are listed in order")]
    measure = "cost" if is_varied(question.ground) else "length"
    note = f"by {measure}, from a tree of the branches not yet followed"
    return [Option("lawler", chosen=True, note=note), Option("list", "it would have to find all paths first")]
