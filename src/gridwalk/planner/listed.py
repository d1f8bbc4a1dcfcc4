"""Listings: iteration, batches, lists, counts by visiting every path, and paths in order of cost."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from numbers import Real
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.batch import Batch
from gridwalk.answers.path import Path
from gridwalk.board.checks import checked_number
from gridwalk.board.moves import ORTHOGONAL
from gridwalk.errors import ArgumentError, Cell, MemoryLimitError, check_choice
from gridwalk.keywords import BATCH_CELLS, Variable
from gridwalk.listing.cycles import CycleListing
from gridwalk.listing.edges import EdgeListing
from gridwalk.listing.in_order import CLOSE, paths_in_order
from gridwalk.listing.listing import Listing
from gridwalk.listing.orthogonal import listings
from gridwalk.listing.simple import SimpleListing
from gridwalk.question.conditions import Conditions, answers, refuse_unsupported
from gridwalk.question.question import Question
from gridwalk.runtime.limits import Limits, PatienceError, Watch
from gridwalk.runtime.memory import MIN_MEMORY
from gridwalk.runtime.progress import COUNTING, EventLog
from gridwalk.search import states
from gridwalk.tours.existence import promising_starts, starts_of

T = TypeVar("T", Path, tuple[Path, ...])
M = TypeVar("M")

TELL_AFTER = 64  # paths yielded between two checks of the clock
MEASURES = ("length", "cost")
ORDERS = (*MEASURES, "turns")
SHARE = re.compile(r"(\d+(?:\.\d+)?) ?%")
SLACK = "a number of 0 or more, or a share such as '10%'"
PATH_BYTES = 450  # bytes of a path in a list, without its cells


def members(question: Question, watch: Watch | None = None) -> Iterator[Path]:
    """Yield the members of the set; the clock starts with the first."""
    watch = watch or question.watch()
    for found in as_found(question, watch):
        if isinstance(found, Path):
            yield found
            continue
        for first in range(0, len(found), TELL_AFTER):
            yield from found._paths(range(first, min(first + TELL_AFTER, len(found))))
            watch.check(0, 0, 0)


def as_found(
    question: Question, watch: Watch | None = None, most_cells: int | None = None
) -> Iterator[Batch[Path] | Path]:
    """Yield the members as the search finds them: single paths, or batches, of which the first are small."""
    watch = watch or question.watch()
    watch.kept, is_filtered = 0, question.is_filtered
    every = (found for listing in _listings(question, watch) for found in listing.by_and_by(most_cells))
    for found in every:
        if isinstance(found, Batch):
            batch = _filtered(question, found) if is_filtered else found
            watch.kept += len(batch)
            if len(batch):
                yield batch
        elif not is_filtered or question.meets(found, found.length):
            watch.kept += 1
            yield found
            if watch.kept % TELL_AFTER == 0:
                watch.check(0, 0, 0)


def first_of(found: Iterator[Any], number: int | None, at_a_time: int) -> Iterator[Any]:
    """Yield the first *number* members (None: all) of `as_found`, at most *at_a_time* in a batch."""
    left = sys.maxsize if number is None else number
    while left > 0 and (some := next(found, None)) is not None:
        if not isinstance(some, Batch):
            left -= 1
            yield some
            continue
        for first in range(0, min(left, len(some)), at_a_time):
            yield some._part(first, min(first + at_a_time, left, len(some)))
        left -= len(some)


@answers(Conditions.ANY, "a listing")
def plainly(question: Question) -> Iterator[Path]:
    """Yield the members of a set; raise an error for limits that only counts support."""
    return members(question)


def first(question: Question) -> Path | None:
    """Return the first path in the order of iteration; None if there is none."""
    return next(members(question), None)


def first_within(question: Question, patience: int) -> tuple[Path | None, bool]:
    """Return the first path, and True; or None and False if *patience* cells were entered before."""
    try:
        return next(members(question, question.watch(patience)), None), True
    except PatienceError:
        return None, False


@answers(Conditions.ANY, "batches()")
def in_batches(question: Question, cells: int) -> Iterator[Batch[Path]]:
    """Check *cells*, and yield the paths in batches."""
    return batches(question, checked_number(cells, "cells", 1))


def batches(question: Question, cells: int, watch: Watch | None = None) -> Iterator[Batch[Path]]:
    """Yield the paths in batches of about *cells* cells."""
    watch = watch or question.watch()
    watch.kept, is_filtered = 0, question.is_filtered
    every = (batch for listing in _listings(question, watch) for batch in listing.batches(cells))
    for batch in every:
        kept = _filtered(question, batch) if is_filtered else batch
        watch.kept += len(kept)
        yield kept
        watch.check(0, 0, 0)


def count(question: Question, watch: Watch | None = None) -> int:
    """Count by visiting every path."""
    watch = watch or question.watch()
    watch.plan = COUNTING
    if question.is_filtered:
        return sum(map(len, batches(question, BATCH_CELLS, watch)))
    return sum(listing.count() for listing in _listings(question, watch))


def count_within(question: Question, patience: int) -> int | None:
    """Return the number of paths by visiting each; None if that enters more than *patience* cells."""
    try:
        return count(question, question.watch(patience))
    except PatienceError:
        return None


def _filtered(question: Question, batch: Batch[Path]) -> Batch[Path]:
    """Return the paths of a batch that meet the conditions on cells, edges and lengths."""
    meets = batch.lengths >= question.min_length
    if question.max_length is not None:
        meets &= batch.lengths <= question.max_length
    for row, column in question.required:
        meets &= _have(batch, (batch.cells[:, 0] == row) & (batch.cells[:, 1] == column))
    if question.required_edges:
        flat = batch.cells[:, 0].astype(np.int64) * question.board.columns + batch.cells[:, 1]
        after, ends = np.roll(flat, -1), batch.offsets[1:] - 1
        after[ends] = flat[batch.offsets[:-1]] if question.closed else -1
        for u, v in question.required_edges:
            a, b = question.board.index(u), question.board.index(v)
            # An edge of a network is a single place.
            taken = flat == a if a == b else ((flat == a) & (after == b)) | ((flat == b) & (after == a))
            meets &= _have(batch, taken)
    return batch.only(meets)


def _have(batch: Batch[Path], is_chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return a mask of the paths that have a chosen cell."""
    have = np.zeros(len(batch), bool)
    have[np.searchsorted(batch.offsets, np.flatnonzero(is_chosen), side="right") - 1] = True
    return have


def _listings(question: Question, watch: Watch) -> Iterator[Listing]:
    """Yield the fastest listings that together find all paths, in order."""
    if question.board._is_network:
        yield EdgeListing(question, watch)
        return
    search = search_of(question, watch)
    are_plain = not (question.tour or question.closed or search.is_bounded) and question.exits_left
    if are_plain and question.ground._is_plain(ORTHOGONAL, cells_decide=True):
        yield from listings(question, search.starts, watch)
    else:
        yield search


@answers(Conditions.ALL & ~Conditions.NETWORK, "a search move by move")
def search_of(question: Question, watch: Watch, log: EventLog | None = None) -> SimpleListing:
    """Return the listing of all paths; with a log, it does not look ahead."""
    if question.is_cyclic:
        return CycleListing(question, watch)
    starts: Iterable[Cell] = ()
    if question.why_empty is None:
        starts = promising_starts(question) if log is None else starts_of(question)
    return SimpleListing(question, starts, watch, log)


def collected(paths: Iterator[T], limits: Limits, number: int = 0) -> list[T]:
    """Return a list of *paths*, or tuples of paths; raise `MemoryLimitError` if it needs too much memory.

    If *number* of them are expected, the error comes with the first.
    """
    found: list[T] = []
    memory, taken = None if limits.memory is None else limits.memory_allowed, 0
    for path in paths:
        taken += sum(PATH_BYTES + one.cells.nbytes for one in (path if isinstance(path, tuple) else (path,)))
        needed = max(taken, number * PATH_BYTES)
        if memory is None and needed > MIN_MEMORY:
            memory = limits.memory_allowed
        if memory is not None and needed > memory:
            doing = f"a list of {max(number, len(found) + 1):,} paths"
            raise MemoryLimitError(memory, needed, doing, "take them one by one: iterate, or ask samples()")
        found.append(path)
    return found


# ------------------------------------------------------------------------------------ in order


@answers(Conditions.ANY, "in_order()")
def in_order(question: Question, measure: Variable = "cost") -> Iterator[Path]:
    """Return an iterator over the paths, the shortest first."""
    check_choice("measure", measure, ORDERS)
    return _paths(question, measure)


def cheapest_with_turns(question: Question, turn_cost: float) -> Path | None:
    """Return a cheapest path if each turn costs *turn_cost*, also of a set with conditions."""
    return next(_paths(question, "cost", turn_cost=turn_cost), None)


@answers(Conditions.ANY, "nearly_shortest()")
def nearly_shortest(question: Question, slack: float | str, measure: Variable = "cost") -> Iterator[Path]:
    """Return an iterator, in order, over the paths at most *slack* longer than the shortest."""
    check_choice("measure", measure, ORDERS)
    return _paths(question, measure, _checked(slack))


def near(every: Iterator[M], value: Callable[[M], float], slack: float | str) -> Iterator[M]:
    """Return an iterator over the members of *every*, in order, at most *slack* longer than the first."""
    return _near(every, value, *_checked(slack))


def _near(every: Iterator[M], value: Callable[[M], float], slack: Fraction, is_share: bool) -> Iterator[M]:
    most: Fraction | None = None
    for one in every:
        if most is None:
            most = Fraction(value(one)) * (1 + slack if is_share else 1) + (0 if is_share else slack)
        if value(one) > most * Fraction(1 + CLOSE):
            return
        yield one


def _checked(slack: float | str) -> tuple[Fraction, bool]:
    """Return *slack* as a number, and whether it is a fraction of the shortest."""
    if isinstance(slack, str):
        if (match := SHARE.fullmatch(slack.strip())) is not None:
            return Fraction(match[1]) / 100, True
    elif isinstance(slack, Real) and not isinstance(slack, bool):
        with suppress(ValueError, OverflowError):  # of numbers that are not finite
            if (number := Fraction(slack)) >= 0:
                return number, False
    raise ArgumentError("slack", slack, SLACK)


def _paths(
    question: Question,
    measure: Variable,
    slack: tuple[Fraction, bool] | None = None,
    turn_cost: float | None = None,
) -> Iterator[Path]:
    """Yield the paths in order; paths that tie with the first claim to be the best."""
    if question.why_empty is not None:
        return
    if measure == "turns":
        turn_cost = math.inf
    if turn_cost is not None:
        refuse_unsupported(question, Conditions.ALL & ~Conditions.NETWORK, "a price of turns")
        states.headings_of(question.ground)  # refuses boards where a step has two directions
    watch, first = question.watch(), None
    watch.kept = 0
    is_tie = True
    by_length = measure == "length"
    every = paths_in_order(question, watch, by_length=by_length, turn_cost=turn_cost, slack=slack)
    for found, tolerance in every:
        watch.kept += 1
        if is_tie:  # after a path that is no tie, there are none
            best = found._claiming(measure, turn_cost=0 if measure == "turns" else turn_cost or 0)
            value = best.bound or 0
            first = value if first is None else first
            is_tie = value <= first * (1 + tolerance)
        yield best if is_tie else found
        if watch.kept % TELL_AFTER == 0:
            watch.check(0, 0, 0)
