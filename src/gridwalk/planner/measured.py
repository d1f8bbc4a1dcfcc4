"""Counts by cost or by number of turns: a sweep that adds them up along each path, block by block."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import isclose, lcm
from typing import TYPE_CHECKING, Any

import numpy as np

from gridwalk.answers.path import Path
from gridwalk.errors import HopelessError, QuestionError, UnknownChoiceError
from gridwalk.frontier.estimate import why_hopeless
from gridwalk.kernels.codes import NONE
from gridwalk.listing.ordered import costs_of
from gridwalk.planner import counts, swept
from gridwalk.question.knows import Knows, answers, refuse_unknown
from gridwalk.question.question import Question
from gridwalk.runtime.resources import Resources
from gridwalk.tours import starts

if TYPE_CHECKING:
    from gridwalk.frontier.acyclic import Acyclic
    from gridwalk.frontier.all_paths import AllPaths
    from gridwalk.frontier.engine import BlockQuestion

MEASURES = ("length", "cost", "turns")
FINEST = 10**6  # parts of a unit of cost
ROUNDED = 1e-12  # relative
NO_UNIT = f"costs have no common unit of 1/{FINEST:,} or more"
ANY = 0, None  # a range of numbers of moves
LARGEST = 1 << 62  # the measure and the length of a path are one number


@answers(Knows.ALL, "lengths()")
def lengths(question: Question, measure: str) -> dict[Any, int]:
    """Return the number of paths of each length, cost or number of turns."""
    UnknownChoiceError.check("measure", measure, MEASURES)
    if measure == "length":
        return counts.lengths(question)
    refuse_unknown(question, Knows.ANY, f"lengths(measure={measure!r})")
    _refuse(question, measure)
    return _counted(question.running(), measure)


def _counted(question: Question, measure: str) -> dict[Any, int]:
    if counts.is_refuted(question):
        return {}
    sums = _Sums(question, measure)
    one_pass = swept.acyclic(question) if measure == "cost" else None
    if one_pass is not None:
        return sums.of_acyclic(one_pass)
    found: Counter[Any] = Counter()
    for whole in _parts(question):
        if whole.listed and question.has_length(0):
            found[0] += len(whole.listed)  # paths of one cell
        for block in whole.questions:
            found.update(sums.of(block))
    return dict(sorted(found.items()))


def of_listed(every: Iterable[Sequence[Path]], measure: str) -> dict[Any, int]:
    """Return the number of members of each *measure*, where each consists of some paths: all are visited."""
    found = Counter(_unit(sum((_value(path, measure) for path in paths), Fraction(0)), 1) for paths in every)
    return dict(sorted(found.items()))


def _value(path: Path, measure: str) -> Fraction:
    if measure == "turns":
        return Fraction(path.turns)
    return Fraction(path.length) if measure == "length" else _exact(path.cost)


def refuse_turns(question: Question) -> None:
    """Refuse to count turns where a step has no one direction."""
    if question.board._has_jumps:
        kind = "portals" if question.board.levels is None else "levels"
        raise QuestionError("lengths", f"turns are not counted on a board with {kind}")
    refuse_unknown(question, Knows.ALL & ~Knows.NETWORK, "turns")
    if question.board.wrap is not None:
        raise QuestionError("lengths", "turns are not counted on a board that is wrapped round")


def _refuse(question: Question, measure: str) -> None:
    board = question.board
    if question.halves_trivial:
        reason = "each tour has a direction: leave out undirected=True, or halve the numbers"
        raise QuestionError("lengths", reason)
    if measure == "turns":
        refuse_turns(question)
    elif not board._is_network:
        if board.costs is None and board.moves.has_diagonals:
            raise QuestionError("lengths", "costs of diagonal steps have no common unit")
        if board.moves.has_diagonals and board._step_costs.diagonal != 1:
            raise QuestionError("lengths", "costs with a factor for diagonals have no common unit")
        if question.closed and not board._step_costs.are_mutual:
            reason = "a cycle costs more one way than the other here: list them, or count moves"
            raise QuestionError("lengths", reason)
        if question.tour and question.closed is False and question.starts is None:
            raise QuestionError("lengths", "the cost of a tour needs a start: give one")


def _parts(question: Question) -> Iterator[AllPaths]:
    """Yield the paths asked for: blocks in series as one; tours start by start."""
    if swept.has_many_starts(question):
        for start in starts.promising_starts(question):
            yield swept.blocks_of(question, [start], ANY)
    else:
        yield swept.blocks_of(question, question.starts_left, ANY)


class _Sums:
    """What a path adds up: the measure, and its moves where lengths are given, as one number.

    The number is ``measure * radix + moves``.
    """

    def __init__(self, question: Question, measure: str) -> None:
        self.question, self.measure = question, measure
        self.scale = 1
        self.costs: list[int] = []
        self._has_prices = not question.board._step_costs.is_plain
        if measure == "cost":
            costs = question.board.costs
            costs = question.board._step_costs.cost_of_cell if question.board._is_network else costs
            flat = [1] * question.board.size if costs is None else costs.reshape(-1).tolist()
            open_cells = question.board._passable.tolist()
            exact = [
                _exact(cost) if is_open else Fraction(0)
                for cost, is_open in zip(flat, open_cells, strict=True)
            ]
            prices = [_exact(portal.cost) for portal in question.board.portals if portal.cost is not None]
            self.scale = lcm(*{cost.denominator for cost in (*exact, *prices)})
            if self.scale > FINEST:
                raise QuestionError("lengths", NO_UNIT)
            self.costs = [int(cost * self.scale) for cost in exact]

    def of_acyclic(self, paths: Acyclic) -> dict[Any, int]:
        """Return the number of paths by their cost, where none can return."""
        different, place = np.unique(costs_of(paths.board, paths.walks)[0], return_inverse=True)
        values = np.array([int(_exact(cost) * self.scale) for cost in different.tolist()], object)[place]
        return {_unit(value, self.scale): number for value, number in paths.sums(values).items()}

    def of(self, question: BlockQuestion) -> dict[Any, int]:
        """Return the number of paths of a block by their measure, of the lengths asked for."""
        from gridwalk.frontier.simpath.engine import Simpath
        from gridwalk.frontier.simpath.tails import Turns, count_by_measures, directions_of

        resources, whole = Resources.within(self.question.limits), self.question
        if reason := Simpath.why_not(question):
            raise HopelessError(reason)
        engine = Simpath(question)
        if reason := why_hopeless(engine.estimate_of_lengths, resources.memory):
            raise HopelessError(reason)
        block, moves = question.block, question.block.network.length.tolist()
        leaves, opposite, inside = directions_of(block, whole.board.columns)
        values = self._costs_of(question) if self.costs else inside
        limit = sum(values) + 1 if self.costs else whole.board.open_count + 1
        radix = sum(moves) + 1 if whole.has_given_lengths else 1
        if limit * radix >= LARGEST:
            raise QuestionError("lengths", "lengths and costs are too many together")
        weight = [radix * value + length * (radix > 1) for value, length in zip(values, moves, strict=True)]
        turns = None if self.costs else Turns(engine.plan, leaves, opposite, radix)
        total = count_by_measures(engine.plan, weight, turns, question.watch, resources.budget())
        times = 2 if engine.joins_directions else 1
        found: dict[Any, int] = {}
        for key, number in total.items():
            value, length = divmod(key, radix)
            if number and (radix == 1 or whole.has_length(length)):
                exact = _unit(self._from_start(value, question), self.scale) if self.costs else value
                found[exact] = found.get(exact, 0) + times * number
        return found

    def _costs_of(self, question: BlockQuestion) -> list[int]:
        """Return the cost of each corridor in halves; the cells of virtual sources are not entered."""
        block, network = question.block, question.block.network
        found = []
        if self._has_prices:  # then corridors are one-way, or cost the same both ways
            self._lift = 0
            return [2 * round(_exact(cost) * self.scale) for cost in network.cost.tolist()]
        for c in range(network.corridors):
            tail, head = (int(block.cell_of_junction[end]) for end in (network.tail[c], network.head[c]))
            inner = block.inner[block.offsets[c] : block.offsets[c + 1]].tolist()
            cost = sum(2 * self.costs[cell] for cell in inner)
            cost += sum(self.costs[cell] for cell in (tail, head) if cell != NONE)
            for end, first in ((network.tail[c], 0), (network.head[c], -1)):
                if end == network.source and block.cell_of_junction[end] == NONE:
                    cost -= 2 * self.costs[int(block.walked(c)[first])]
            found.append(cost)
        return self._lifted(found, question)

    def _lifted(self, found: list[int], question: BlockQuestion) -> list[int]:
        """Make costs of corridors of a virtual source, of which a path uses one, zero or more."""
        network = question.block.network
        self._lift = max(0, -min(found, default=0))
        if self._lift:
            at = (network.tail == network.source) | (network.head == network.source)
            found = [cost + self._lift * bool(here) for cost, here in zip(found, at.tolist(), strict=True)]
        return found

    def _from_start(self, halves: int, question: BlockQuestion) -> int:
        """Return the cost of the cells entered: all but the start."""
        network, block = question.block.network, question.block
        halves -= self._lift
        if not network.cyclic and not self._has_prices:
            start, end = (int(block.cell_of_junction[end]) for end in (network.source, network.sink))
            halves += (0 if end == NONE else self.costs[end]) - (0 if start == NONE else self.costs[start])
        return halves // 2


def _exact(cost: float) -> Fraction:
    """Return the fraction that *cost* is but for rounding."""
    found = Fraction(cost).limit_denominator(FINEST)
    if not isclose(found, cost, rel_tol=ROUNDED):
        raise QuestionError("lengths", NO_UNIT)
    return found


def _unit(number: int | Fraction, scale: int) -> int | Fraction:
    value = Fraction(number, scale)
    return value.numerator if value.denominator == 1 else value
