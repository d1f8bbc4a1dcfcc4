"""Counts by cost or number of turns: by a sweep whose states also hold the sum so far.

`_Measured` converts the costs of cells to whole numbers, which a sweep can add.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import isclose, lcm
from typing import Any

import numpy as np

from gridwalk.allpaths.acyclic import Acyclic
from gridwalk.allpaths.engine import BlockQuestion
from gridwalk.allpaths.estimate import why_hopeless
from gridwalk.allpaths.families.turns import Turns, directions_of
from gridwalk.allpaths.members import Members
from gridwalk.allpaths.simpath import Simpath
from gridwalk.allpaths.sums import Summed
from gridwalk.allpaths.walks import costs_of
from gridwalk.answers.path import Path
from gridwalk.errors import HopelessError, QuestionError, check_choice
from gridwalk.planner import counts, swept
from gridwalk.question.conditions import Conditions, answers, refuse_unsupported
from gridwalk.question.question import Question
from gridwalk.runtime.codes import NONE
from gridwalk.runtime.resources import Resources

MEASURES = ("length", "cost", "turns")
ANY_MOVES = 0, None  # a range of numbers of moves


@answers(Conditions.ALL, "lengths()")
def lengths(question: Question, measure: str) -> dict[Any, int]:
    """Return the number of paths of each length, cost or number of turns."""
    check_choice("measure", measure, MEASURES)
    if measure == "length":
        return counts.lengths(question)
    refuse_unsupported(question, Conditions.ANY, f"lengths(measure={measure!r})")
    _refuse(question, measure)
    question = question.running()
    if counts.is_refuted(question):
        return {}
    measured = _Measured(question, measure)
    if measure == "cost" and (one_pass := swept.acyclic(question)) is not None:
        return measured.of_acyclic(one_pass)
    found: Counter[Any] = Counter()
    paths = swept.by_sweep(question, moves=ANY_MOVES)  # blocks in series are one
    if paths.listed and question.has_length(0):
        found[0] += len(paths.listed)  # paths of one cell
    for block in paths.questions:
        found.update(measured.of_block(block))
    return dict(sorted(found.items()))


def of_listed(every: Iterable[Sequence[Path]], measure: str) -> dict[Any, int]:
    """Return the number of members by *measure*; a member is a sequence of paths, and each is visited."""
    found = Counter(_plain(sum((_value(path, measure) for path in paths), Fraction(0))) for paths in every)
    return dict(sorted(found.items()))


def _value(path: Path, measure: str) -> Fraction:
    if measure == "turns":
        return Fraction(path.turns)
    return Fraction(path.length) if measure == "length" else _exact(path.cost)


# --------------------------------------------------------------------------------- refused


def refuse_turns(question: Question) -> None:
    """Raise `QuestionError` if a step of the board may have no direction, or two."""
    if question.board._has_jumps:
        kind = "portals" if question.board.levels is None else "levels"
        raise QuestionError("lengths", f"turns are not counted on a board with {kind}")
    refuse_unsupported(question, Conditions.ALL & ~Conditions.NETWORK, "turns")
    if question.board.wrap is not None:
        raise QuestionError("lengths", "turns are not counted on a board that is wrapped round")


def _refuse(question: Question, measure: str) -> None:
    board, reason = question.board, None
    if question.halves_trivial:
        reason = "each tour has a direction: leave out undirected=True, or halve the numbers"
    elif measure == "turns":
        refuse_turns(question)
    elif board._is_network:
        return
    elif board.costs is None and board.moves.has_diagonals:
        reason = "costs of diagonal steps have no common unit"
    elif board.moves.has_diagonals and board._step_costs.diagonal != 1:
        reason = "costs with a factor for diagonals have no common unit"
    elif question.closed and not board._step_costs.are_mutual:
        reason = "a cycle costs more one way than the other here: list them, or count moves"
    elif question.tour and question.closed is False and question.starts is None:
        reason = "the cost of a tour needs a start: give one"
    if reason is not None:
        raise QuestionError("lengths", reason)


# ------------------------------------------------------------------------------ whole numbers

FINEST = 10**6  # parts of a unit of cost
ROUNDED = 1e-12  # relative: by how much a cost may differ from a fraction
NO_UNIT = f"costs have no common unit of 1/{FINEST:,} or more"
LARGEST = 1 << 62  # of a sum of measures and moves


class _Measured:
    """The sums of a measure along paths, and of their moves where lengths are given, as one whole number.

    The number is ``measure * radix + moves``; costs are measured in a unit of ``1 / scale``.
    """

    def __init__(self, question: Question, measure: str) -> None:
        self.question, self.has_costs = question, measure == "cost"
        self._has_prices = not question.board._step_costs.is_plain
        self.scale, self.cost_of_cell = 1, list[int]()
        if self.has_costs:
            board = question.board
            costs = board._step_costs.cost_of_cell if board._is_network else board.costs
            flat = [1] * board.size if costs is None else costs.reshape(-1).tolist()
            exact = [
                _exact(cost) if is_open else Fraction(0)
                for cost, is_open in zip(flat, board._passable.tolist(), strict=True)
            ]
            prices = [_exact(portal.cost) for portal in board.portals if portal.cost is not None]
            self.scale = lcm(*{cost.denominator for cost in (*exact, *prices)})
            if self.scale > FINEST:
                raise QuestionError("lengths", NO_UNIT)
            self.cost_of_cell = [int(cost * self.scale) for cost in exact]

    def of_acyclic(self, paths: Acyclic) -> dict[Any, int]:
        """Return the number of paths by cost for an acyclic question."""
        different, place = np.unique(costs_of(paths.board, paths.walks)[0], return_inverse=True)
        values = np.array([int(_exact(cost) * self.scale) for cost in different.tolist()], object)[place]
        sums = paths.sums(values)
        return {_plain(Fraction(value, self.scale)): number for value, number in sums.items()}

    def of_block(self, block: BlockQuestion) -> dict[Any, int]:
        """Return the number of paths of a block by their measure, for the given lengths."""
        whole, network = self.question, block.block.network
        resources = Resources.within(whole.limits)
        if reason := Simpath.why_not(block):
            raise HopelessError(reason)
        engine = Simpath(block)
        if reason := why_hopeless(engine.estimate_of_lengths, resources.memory):
            raise HopelessError(reason)
        moves = network.length.tolist()
        leaves, opposite, inside = directions_of(block.block, whole.board.columns)
        values, more = self._halves_of(block) if self.has_costs else (inside, 0)
        limit = sum(values) + 1 if self.has_costs else whole.board.open_count + 1
        radix = sum(moves) + 1 if whole.has_given_lengths else 1
        if limit * radix >= LARGEST:
            raise QuestionError("lengths", "lengths and costs are too many together")
        weight = [radix * value + length * (radix > 1) for value, length in zip(values, moves, strict=True)]
        family, tails, of_turns = engine.family, list[Any](), None
        corridor = family.graph.same.tolist()
        if not self.has_costs:
            turns = Turns(family, [leaves[c] for c in corridor], opposite, radix)
            tails, of_turns = [turns], turns.weights
        tails.append(Summed(family.weights([weight[c] for c in corridor]), of_rows=of_turns))
        total = Members(family, (), resources, block.watch, tails).counts()
        times = 2 if engine.joins_directions else 1
        found: Counter[Any] = Counter()
        for key, number in total.items():
            value, length = divmod(key, radix)
            if number and (radix == 1 or whole.has_length(length)):
                exact = _plain(Fraction((value + more) // 2, self.scale)) if self.has_costs else value
                found[exact] += times * number
        return found

    def _halves_of(self, block: BlockQuestion) -> tuple[list[int], int]:
        """Return the cost of each corridor in halves of the unit, and a correction for each path.

        A corridor costs its inner cells and half of its ends, so that both directions cost the same.  This
        counts half of the start too much and half of the end too little, which the correction mends.
        """
        corridors, network = block.block, block.block.network
        if self._has_prices:  # corridors are one-way, or cost the same in both directions
            return [2 * round(_exact(cost) * self.scale) for cost in network.cost.tolist()], 0
        costs, cell_of = self.cost_of_cell, corridors.cell_of_junction.tolist()
        tails, heads = network.tail.tolist(), network.head.tolist()
        found = []
        for c, ends in enumerate(zip(tails, heads, strict=True)):
            inner = corridors.inner[corridors.offsets[c] : corridors.offsets[c + 1]].tolist()
            cost = 2 * sum(costs[cell] for cell in inner)
            cost += sum(costs[cell_of[end]] for end in ends if cell_of[end] != NONE)
            for end, first in zip(ends, (0, -1), strict=True):
                if end == network.source and cell_of[end] == NONE:  # the start is not entered
                    cost -= 2 * costs[int(corridors.walked(c)[first])]
            found.append(cost)
        # A path uses exactly one corridor of a virtual source; a constant makes their costs non-negative.
        lift = max(0, -min(found, default=0))
        of_source = [network.source in ends for ends in zip(tails, heads, strict=True)]
        found = [cost + lift * leaves for cost, leaves in zip(found, of_source, strict=True)]
        start, end = cell_of[network.source], cell_of[network.sink]
        more = 0
        if not network.cyclic:
            more = (0 if end == NONE else costs[end]) - (0 if start == NONE else costs[start])
        return found, more - lift


def _exact(cost: float) -> Fraction:
    """Return the fraction that *cost* rounds."""
    found = Fraction(cost).limit_denominator(FINEST)
    if not isclose(found, cost, rel_tol=ROUNDED):
        raise QuestionError("lengths", NO_UNIT)
    return found


def _plain(number: Fraction) -> int | Fraction:
    """Return a whole number as an integer."""
    return number.numerator if number.denominator == 1 else number
