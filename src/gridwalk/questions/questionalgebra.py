"""Questions combined: what two have in common, and what one has and the other has not, as disjoint questions.

A question is a conjunction of conditions: where paths start, where they end, cells and edges that they take
or avoid, lengths.  So what two have in common is one question.  The members of one that fail the other are
those that fail its first condition, those that meet the first and fail the second, and so on; and the
contrary of a condition is a condition again.

When an answer that gets better with time is good enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from numbers import Real
from typing import NamedTuple, TypeAlias

import numpy as np

from gridwalk.errors import ArgumentError, Cell, InputError, QuestionError
from gridwalk.grids.checks import checked_number
from gridwalk.grids.grid_cut import Edge
from gridwalk.questions.question import Question
from gridwalk.runtime.limits import checked_seconds

Cells: TypeAlias = tuple[Cell, ...]


def intersection(one: Question, other: Question) -> Question:
    """Return the question for the paths of both; it may be known to have none."""
    refuse_unlike(one, other)
    for condition in _conditions(other):
        one = condition.met(one)
    return one


def difference(one: Question, other: Question) -> list[Question]:
    """Return disjoint questions for the paths of *one* that are no paths of *other*, none known to be empty.

    Raises
    ------
    QuestionError
        If the paths of *one* may end anywhere, and those of *other* may not.

    """
    refuse_unlike(one, other)
    if other.why_empty is not None:
        return [] if one.why_empty is not None else [one]
    found = []
    for condition in _conditions(other):
        if one.why_empty is not None:
            break
        found += [part for part in condition.failed(one) if part.why_empty is None]
        one = condition.met(one)
    return found


def refuse_unlike(one: Question, other: Question) -> None:
    """Raise `InputError` unless both are about the same kind of paths on the same board."""
    if one.grid._whole is not other.grid._whole and one.grid._whole != other.grid._whole:
        raise InputError("sets of different boards cannot be combined")
    kinds = [(each.tour, each.closed, each.undirected) for each in (one, other)]
    if kinds[0] != kinds[1]:
        raise InputError(
            f"sets of different kinds cannot be combined: {one.described}, and {other.described}"
        )


class _Condition(NamedTuple):
    """What paths may meet or fail: the question for those that meet it, disjoint ones for those that fail."""

    met: Callable[[Question], Question]
    failed: Callable[[Question], list[Question]]


def _conditions(question: Question) -> Iterator[_Condition]:
    """Yield the conditions whose conjunction the question is."""
    if not question.closed:
        if (starts := question.starts) is not None:
            yield _Condition(partial(_starting, starts), lambda one: [_starting_elsewhere(starts, one)])
        if (exits := question.exits) is not None:
            yield _Condition(partial(_ending, exits), partial(_ending_elsewhere, exits))
    if not question.tour:  # a tour visits every cell
        yield from (_one_or_other("through", "avoiding", cell) for cell in question.required)
    yield from (_one_or_other("avoiding", "through", cell) for cell in question.avoided)
    both = "through_edges", "avoiding_edges"
    yield from (_one_or_other(*both, edge) for edge in question.required_edges)
    yield from (_one_or_other(*both[::-1], edge) for edge in question.avoided_edges)
    yield from (_one_or_other(*both[::-1], move, directed=True) for move in question.avoided_moves)
    if question.min_length or question.max_length is not None:
        least, most = question.lengths
        yield _Condition(
            lambda one: one.of_lengths(least, most), lambda one: _of_other_lengths(least, most, one)
        )


def _one_or_other(met: str, failed: str, what: Cell | Edge, **how: bool) -> _Condition:
    """Return the condition on a cell or edge that a method of the question adds, and its contrary."""
    return _Condition(
        lambda one: getattr(one, met)([what], **how), lambda one: [getattr(one, failed)([what], **how)]
    )


def _starting(cells: Cells, question: Question) -> Question:
    left = cells if question.starts is None else _common(question.starts, cells)
    return question.between(left, question.exits)


def _starting_elsewhere(cells: Cells, question: Question) -> Question:
    return question.between(_others(question.start_cells, cells), question.exits)


def _ending(cells: Cells, question: Question) -> Question:
    """Return the question for the paths that end in one of *cells*; no tours, they enter none before."""
    if question.exits is None:
        return question.between(question.starts, cells)
    both = _common(question.exits, cells)
    one = question.between(question.starts, both)
    out = set(question.exits).symmetric_difference(cells)
    return one if question.tour or not out else one.avoiding(out)


def _ending_elsewhere(cells: Cells, question: Question) -> list[Question]:
    starts = question.starts
    if question.tour:
        return [question.between(starts, _others(question.end_cells, cells))]
    if question.exits is None:
        reason = f"{question.described} without those to given exits have no definition of this kind"
        raise QuestionError("a difference", f"{reason}: name the exits of both")
    both, own = _common(question.exits, cells), _others(question.exits, cells)
    elsewhere = question.between(starts, own)
    found = [elsewhere.avoiding(both) if both and own else elsewhere]
    to_both = question.between(starts, both)
    to_both = to_both.avoiding(own) if own and both else to_both
    for cell in _others(cells, question.exits):  # an exit of the other that it enters on its way
        found.append(to_both.through([cell]))
        to_both = to_both.avoiding([cell])
    return found


def _of_other_lengths(least: int, most: int | None, question: Question) -> list[Question]:
    shorter = [question.of_lengths(0, least - 1)] if least else []
    return shorter + ([] if most is None else [question.of_lengths(most + 1)])


def _common(cells: Cells, others: Cells) -> Cells:
    return tuple(sorted(set(cells) & set(others)))


def _others(cells: Cells, without: Cells) -> Cells:
    return tuple(sorted(set(cells) - set(without)))


@dataclass(frozen=True)
class Enough:
    """When the best path found so far is the answer: proved, within a gap, or after some time.

    Attributes
    ----------
    gap : float
        How far it may be from the bound, as a share of the bound.
    seconds : float or None
    steps : int or None
        Steps of the search; the same steps find the same path.
    seed : int
        Of the random numbers of the search.

    """

    gap: float = 0.0
    seconds: float | None = None
    steps: int | None = None
    seed: int = 0

    @classmethod
    def of(
        cls,
        gap: float | None,
        anytime: float | None,
        rng: np.random.Generator | None,
        steps: int | None = None,
    ) -> Enough:
        """Return it for the arguments that people give; raise `ArgumentError` if they are not right."""
        share = float(gap) if isinstance(gap, Real) and not isinstance(gap, bool) else -1.0
        if gap is None:
            share = 0.0
        if not 0 <= share < 1:
            raise ArgumentError("gap", gap, "a share: a number from 0 to below 1")
        if rng is not None and gap is None and anytime is None and steps is None:
            raise InputError("seed is of a search: give anytime or a gap with it")
        return cls(
            share,
            checked_seconds(anytime, "anytime"),
            None if steps is None else checked_number(steps, "steps", 1),
            0 if rng is None else int(rng.bit_generator.random_raw()),  # NumPy keeps these bits for ever
        )

    @property
    def is_exact(self) -> bool:
        """Whether only a proved path will do."""
        return self.gap == 0 and self.seconds is None and self.steps is None


EXACT = Enough()
