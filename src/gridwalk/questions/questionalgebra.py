"""Questions combined: what two have in common, and what one has and the other has not, as disjoint questions.

A question is a conjunction of conditions: where paths start, where they end, cells and edges that they take
or avoid, lengths.  So what two have in common is one question.  The members of one that fail the other are
those that fail its first condition, those that meet the first and fail the second, and so on; and the
contrary of a condition is a condition again.

When an answer that gets better with time is good enough.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from numbers import Real

import numpy as np

from gridwalk.errors import ArgumentError, Cell, InputError, QuestionError
from gridwalk.grids.checks import checked_number
from gridwalk.questions.question import Question
from gridwalk.runtime.limits import Limits


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
    if one.grid.whole is not other.grid.whole and one.grid.whole != other.grid.whole:
        raise InputError("sets of different boards cannot be combined")
    kinds = [(each.tour, each.closed, each.undirected) for each in (one, other)]
    if kinds[0] != kinds[1]:
        raise InputError(
            f"sets of different kinds cannot be combined: {one.described}, and {other.described}"
        )


def _conditions(question: Question) -> Iterator[_Condition]:
    """Yield the conditions whose conjunction the question is."""
    if not question.closed:
        if question.starts is not None:
            yield _Starts(question.starts)
        if question.exits is not None:
            yield _Exits(question.exits)
    if not question.tour:  # a tour visits every cell
        yield from (_Visits(cell) for cell in question.required)
    yield from (_Avoids(cell) for cell in question.avoided)
    yield from (_Takes(*edge) for edge in question.required_edges)
    yield from (_Omits(*edge) for edge in question.avoided_edges)
    yield from (_Omits(*move, directed=True) for move in question.avoided_moves)
    if question.min_length or question.max_length is not None:
        yield _Lengths(question.min_length, question.max_length)


class _Condition:
    """What paths may meet or fail."""

    def met(self, question: Question) -> Question:
        """Return the question for the paths that meet it."""
        raise NotImplementedError

    def failed(self, question: Question) -> list[Question]:
        """Return disjoint questions for the paths that fail it."""
        raise NotImplementedError


@dataclass(frozen=True)
class _Starts(_Condition):
    cells: tuple[Cell, ...]

    def met(self, question: Question) -> Question:
        left = self.cells if question.starts is None else _common(question.starts, self.cells)
        return question.between(left, question.exits)

    def failed(self, question: Question) -> list[Question]:
        return [question.between(_others(question.start_cells, self.cells), question.exits)]


@dataclass(frozen=True)
class _Exits(_Condition):
    """A path ends in one of *cells*, and a path that is no tour enters none of them before."""

    cells: tuple[Cell, ...]

    def met(self, question: Question) -> Question:
        if question.exits is None:
            return question.between(question.starts, self.cells)
        both = _common(question.exits, self.cells)
        one = question.between(question.starts, both)
        out = set(question.exits).symmetric_difference(self.cells)
        return one if question.tour or not out else one.avoiding(out)

    def failed(self, question: Question) -> list[Question]:
        starts = question.starts
        if question.tour:
            return [question.between(starts, _others(question.end_cells, self.cells))]
        if question.exits is None:
            reason = f"{question.described} without those to given exits have no definition of this kind"
            raise QuestionError("a difference", f"{reason}: name the exits of both")
        both, own = _common(question.exits, self.cells), _others(question.exits, self.cells)
        elsewhere = question.between(starts, own)
        found = [elsewhere.avoiding(both) if both and own else elsewhere]
        to_both = question.between(starts, both)
        to_both = to_both.avoiding(own) if own and both else to_both
        for cell in _others(self.cells, question.exits):  # an exit of the other that it enters on its way
            found.append(to_both.through([cell]))
            to_both = to_both.avoiding([cell])
        return found


@dataclass(frozen=True)
class _Visits(_Condition):
    cell: Cell

    def met(self, question: Question) -> Question:
        return question.through([self.cell])

    def failed(self, question: Question) -> list[Question]:
        return [question.avoiding([self.cell])]


@dataclass(frozen=True)
class _Avoids(_Condition):
    cell: Cell

    def met(self, question: Question) -> Question:
        return question.avoiding([self.cell])

    def failed(self, question: Question) -> list[Question]:
        return [question.through([self.cell])]


@dataclass(frozen=True)
class _Takes(_Condition):
    u: Cell
    v: Cell

    def met(self, question: Question) -> Question:
        return question.through_edges([(self.u, self.v)])

    def failed(self, question: Question) -> list[Question]:
        return [question.avoiding_edges([(self.u, self.v)])]


@dataclass(frozen=True)
class _Omits(_Condition):
    u: Cell
    v: Cell
    directed: bool = False

    def met(self, question: Question) -> Question:
        return question.avoiding_edges([(self.u, self.v)], directed=self.directed)

    def failed(self, question: Question) -> list[Question]:
        return [question.through_edges([(self.u, self.v)], directed=self.directed)]


@dataclass(frozen=True)
class _Lengths(_Condition):
    shortest: int
    longest: int | None

    def met(self, question: Question) -> Question:
        return question.of_lengths(self.shortest, self.longest)

    def failed(self, question: Question) -> list[Question]:
        shorter = [question.of_lengths(0, self.shortest - 1)] if self.shortest else []
        return shorter + ([] if self.longest is None else [question.of_lengths(self.longest + 1)])


def _common(cells: tuple[Cell, ...], others: tuple[Cell, ...]) -> tuple[Cell, ...]:
    return tuple(sorted(set(cells) & set(others)))


def _others(cells: tuple[Cell, ...], without: tuple[Cell, ...]) -> tuple[Cell, ...]:
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
        seconds: float | None,
        rng: np.random.Generator | None,
        steps: int | None = None,
    ) -> Enough:
        """Return it for the arguments that people give; raise `ArgumentError` if they are not right."""
        share = float(gap) if isinstance(gap, Real) and not isinstance(gap, bool) else -1.0
        if gap is None:
            share = 0.0
        if not 0 <= share < 1:
            raise ArgumentError("gap", gap, "a share: a number from 0 to below 1")
        if rng is not None and gap is None and seconds is None and steps is None:
            raise InputError("rng is the seed of a search: give seconds or a gap with it")
        return cls(
            share,
            Limits(seconds).seconds,
            None if steps is None else checked_number(steps, "steps", 1),
            0 if rng is None else int(rng.bit_generator.random_raw()),  # NumPy keeps these bits for ever
        )

    @property
    def is_exact(self) -> bool:
        """Whether only a proved path will do."""
        return self.gap == 0 and self.seconds is None and self.steps is None


EXACT = Enough()
