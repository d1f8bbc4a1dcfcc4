"""Counts by several measures at once: by a sweep that adds them up, block by block."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import isclose, lcm
from typing import TYPE_CHECKING, Any

from gridwalk.answers.estimated import GeneratingFunction
from gridwalk.answers.path import Path
from gridwalk.errors import HopelessError, QuestionError, UnknownChoiceError
from gridwalk.kernels.codes import NONE
from gridwalk.planner import counts, swept, tasks
from gridwalk.questions.knows import PLAIN, Knows, refuse_unknown
from gridwalk.questions.question import Question
from gridwalk.questions.verbs import answering
from gridwalk.runtime.resources import Resources
from gridwalk.tours import starts

if TYPE_CHECKING:
    from gridwalk.frontier.all_paths import AllPaths
    from gridwalk.frontier.engine import BlockQuestion

VARIABLES = ("length", "cost", "turns")
FINEST = 10**6  # parts of a unit of cost
ROUNDED = 1e-12  # relative
NO_UNIT = f"costs have no common unit of 1/{FINEST:,} or more"
ANY = 0, None  # a range of numbers of moves
MOST = 1 << 62  # a sum of measures is one number


@answering("generating_function")
def generating_function(question: Question, variables: tuple[str, ...]) -> GeneratingFunction:
    """Return how many paths there are by *variables*."""
    variables = checked(variables)
    _refuse(question, variables)
    question = question.running()
    if variables == ("length",):
        return GeneratingFunction(variables, counts.lengths(question))
    return _by_measures(question, variables)


def _read(value: Any, _: object) -> GeneratingFunction:
    variables, found = value
    if any(variable not in VARIABLES for variable in variables) or type(found) is not dict:
        raise ValueError("it is no generating function")
    return GeneratingFunction(variables, found)


FUNCTION = tasks.AnswerForm(lambda found: (found.variables, dict(found.coefficients)), _read)


@tasks.keeps("generating function", FUNCTION, saves=PLAIN, tells=lambda variables: variables)
def _by_measures(question: Question, variables: tuple[str, ...]) -> GeneratingFunction:
    if counts.is_refuted(question):
        return GeneratingFunction(variables, {})
    measures = _Measures(question, variables)
    found: dict[tuple[int, ...], int] = {}
    for whole in _parts(question):
        of_one_cell = {(0,) * len(measures.names): len(whole.listed)}
        for part in (of_one_cell, *map(measures.of, whole.questions)):
            for exponents, number in part.items():
                found[exponents] = found.get(exponents, 0) + number
    return measures.function(found)


def checked(variables: tuple[str, ...]) -> tuple[str, ...]:
    """Return the variables asked for, "length" if none are."""
    for n, variable in enumerate(variables):
        UnknownChoiceError.check("variable", variable, VARIABLES)
        if variable in variables[:n]:
            raise QuestionError("generating_function", f"{variable} is given twice")
    return variables or ("length",)


def of_listed(every: Iterable[Sequence[Path]], variables: tuple[str, ...]) -> GeneratingFunction:
    """Return how many there are by *variables*, where each is made of some paths: all are visited."""
    found: Counter[Any] = Counter()
    for paths in every:
        values = tuple(sum((_value(path, name) for path in paths), Fraction(0)) for name in variables)
        key = tuple(_unit(value, 1) for value in values)
        found[key if len(key) > 1 else key[0]] += 1
    return GeneratingFunction(variables, dict(sorted(found.items())))


def total(every: Iterable[GeneratingFunction], variables: tuple[str, ...]) -> GeneratingFunction:
    """Return how many there are in disjoint sets together."""
    found: Counter[Any] = Counter()
    for one in every:
        found.update(one.coefficients)
    return GeneratingFunction(checked(variables), dict(sorted(found.items())))


def _value(path: Path, variable: str) -> Fraction:
    if variable == "turns":
        return Fraction(path.turns)
    return Fraction(path.length) if variable == "length" else _exact(path.cost)


def refuse_turns(question: Question, variables: tuple[str, ...]) -> None:
    """Refuse to count turns where a step has no one direction."""
    if question.grid._has_jumps and "turns" in variables:
        kind = "portals" if question.grid.levels is None else "levels"
        raise QuestionError("generating_function", f"turns are not counted on a board with {kind}")
    if "turns" in variables:
        refuse_unknown(question, Knows.ALL & ~Knows.NETWORK, "turns")
    if "turns" in variables and question.grid.wrap is not None:
        raise QuestionError("generating_function", "turns are not counted on a board that is wrapped round")


def _refuse(question: Question, variables: tuple[str, ...]) -> None:
    grid = question.grid
    refuse_turns(question, variables)
    if question.halves_trivial and variables != ("length",):
        reason = "each tour has a direction: leave out undirected=True, or halve the coefficients"
        raise QuestionError("generating_function", reason)
    if "cost" in variables and not grid._is_network:
        if grid.costs is None and grid.moves.has_diagonals:
            raise QuestionError("generating_function", "costs of diagonal steps have no common unit")
        if grid.moves.has_diagonals and grid._step_costs.diagonal != 1:
            raise QuestionError(
                "generating_function", "costs with a factor for diagonals cannot be exponents"
            )
        if question.closed and not grid._step_costs.are_mutual:
            reason = "a cycle costs more one way than the other here: list them, or leave out the cost"
            raise QuestionError("generating_function", reason)
        if question.tour and question.closed is False and question.starts is None:
            raise QuestionError("generating_function", "the cost of a tour needs a start: give one")


def _parts(question: Question) -> Iterator[AllPaths]:
    """Yield the paths asked for: blocks in series as one; tours start by start."""
    if swept.has_many_starts(question):
        for start in starts.promising_starts(question):
            yield swept.blocks_of(question, [start], ANY)
    else:
        yield swept.blocks_of(question, question.starts_left, ANY)


class _Measures:
    """The variables of a question as one number in mixed radix, the first the most significant."""

    def __init__(self, question: Question, variables: tuple[str, ...]) -> None:
        self.question, self.variables = question, variables
        hidden = question.has_given_lengths and "length" not in variables
        self.names = (*variables, *["length"] * hidden)
        self.scale = 1
        self.costs: list[int] = []
        self._has_prices = not question.grid._step_costs.is_plain
        if "cost" in variables:
            costs = question.grid.costs
            costs = question.grid._step_costs.cost_of_cell if question.grid._is_network else costs
            flat = [1] * question.grid.size if costs is None else costs.reshape(-1).tolist()
            open_cells = question.grid._passable.tolist()
            exact = [
                _exact(cost) if is_open else Fraction(0)
                for cost, is_open in zip(flat, open_cells, strict=True)
            ]
            prices = [_exact(portal.cost) for portal in question.grid.portals if portal.cost is not None]
            self.scale = lcm(*{cost.denominator for cost in (*exact, *prices)})
            if self.scale > FINEST:
                raise QuestionError("generating_function", NO_UNIT)
            self.costs = [int(cost * self.scale) for cost in exact]

    def of(self, question: BlockQuestion) -> dict[tuple[int, ...], int]:
        """Return the number of paths of a block by their measures."""
        from gridwalk.frontier.simpath.engine import Simpath
        from gridwalk.frontier.simpath.tails import Turns, count_by_measures, directions_of

        resources = Resources.within(self.question.limits)
        if reason := Simpath.why_not(question):
            raise HopelessError(reason)
        engine = Simpath(question)
        if reason := _why_hopeless(engine, resources):
            raise HopelessError(reason)
        block, network = question.block, question.block.network
        leaves, opposite, inside = directions_of(block, self.question.grid.columns)
        of_each = {
            "length": network.length.tolist(),
            "turns": inside,
            "cost": self._costs_of(question) if self.costs else [],
        }
        cells = self.question.grid.open_count
        limits = {"length": sum(of_each["length"]) + 1, "turns": cells + 1, "cost": sum(of_each["cost"]) + 1}
        radix: dict[str, int] = {}
        size = 1
        for name in reversed(self.names):
            radix[name] = size
            size *= limits[name]
        if size >= MOST:
            raise QuestionError("generating_function", "lengths, costs and turns are too many together")
        weight = [sum(radix[name] * int(of_each[name][c]) for name in self.names)
                  for c in range(network.corridors)]  # fmt: skip
        turns = Turns(engine.plan, leaves, opposite, radix["turns"]) if "turns" in radix else None
        total = count_by_measures(engine.plan, weight, turns, question.watch, resources.budget())
        times = 2 if engine.joins_directions else 1
        found: dict[tuple[int, ...], int] = {}
        for key, number in total.items():
            exponents = tuple(key // radix[name] % limits[name] for name in self.names)
            found[self._from_start(exponents, question)] = times * number
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

    def _from_start(self, exponents: tuple[int, ...], question: BlockQuestion) -> tuple[int, ...]:
        """Return exponents with the cost of the cells entered: all but the start."""
        if not self.costs:
            return exponents
        place, network, block = self.names.index("cost"), question.block.network, question.block
        halves = exponents[place] - self._lift
        if not network.cyclic and not self._has_prices:
            start, end = (int(block.cell_of_junction[end]) for end in (network.source, network.sink))
            halves += (0 if end == NONE else self.costs[end]) - (0 if start == NONE else self.costs[start])
        return (*exponents[:place], halves // 2, *exponents[place + 1 :])

    def function(self, found: dict[tuple[int, ...], int]) -> GeneratingFunction:
        """Return the numbers of those asked for, by the variables asked for."""
        wanted: dict[Any, int] = {}
        limited = self.question.has_given_lengths
        for exponents, number in found.items():
            if not number or (
                limited and not self.question.has_length(exponents[self.names.index("length")])
            ):
                continue
            values = tuple(
                _unit(exponent, self.scale) if name == "cost" else exponent
                for name, exponent in zip(self.variables, exponents, strict=False)
            )
            key: Any = values if len(values) > 1 else values[0]
            wanted[key] = wanted.get(key, 0) + number
        return GeneratingFunction(self.variables, dict(sorted(wanted.items())))


def _exact(cost: float) -> Fraction:
    """Return the fraction that *cost* is but for rounding."""
    found = Fraction(cost).limit_denominator(FINEST)
    if not isclose(found, cost, rel_tol=ROUNDED):
        raise QuestionError("generating_function", NO_UNIT)
    return found


def _unit(number: int | Fraction, scale: int) -> int | Fraction:
    value = Fraction(number, scale)
    return value.numerator if value.denominator == 1 else value


def _why_hopeless(engine: Any, resources: Resources) -> str | None:
    from gridwalk.frontier.estimate import why_hopeless

    reason: str | None = why_hopeless(engine.estimate_of_lengths, resources.memory, resources.disk)
    return reason
