"""Tours past numbered cells: in a given order, at given steps, or both; every verb is one sweep.

The sweep is that of `gridwalk.allpaths.families.numbered`: of counts, or recorded for ranks and samples.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from gridwalk.allpaths.combine import check_ranks
from gridwalk.allpaths.families.numbered import (
    Counter,
    Ends,
    NumberedPaths,
    cells_along,
    edges_along,
)
from gridwalk.allpaths.frontier import Graph
from gridwalk.allpaths.members import Members
from gridwalk.allpaths.reduce.network import Neighbours
from gridwalk.answers.explanation import Explanation, Option
from gridwalk.answers.path import Path
from gridwalk.errors import Cell, HopelessError, check_choice
from gridwalk.planner.ranks import cached
from gridwalk.question.knows import Knows, refuse_unknown
from gridwalk.question.question import Question
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.resources import Resources

BATCH = 256  # tours made at a time
EXPLAINED = ("count", "find", "lengths", "sample")


@dataclass(frozen=True)
class NumberedQuestion:
    """Tours that pass the cells of each of *orders* in that order, and are in cells at given *steps*."""

    question: Question
    orders: tuple[tuple[Cell, ...], ...] = ()
    steps: tuple[tuple[Cell, int], ...] = ()

    @property
    def described(self) -> str:
        """The members, as text."""
        name = self.question.board._said
        words = [f"past {', '.join(map(name, order))} in this order" for order in self.orders]
        words += [f"in {name(cell)} at step {step:,}" for cell, step in self.steps]
        return f"{self.question.described}, {', '.join(words)}"

    @property
    def why_empty(self) -> str | None:
        """Why the definition alone excludes all; None: there may be some."""
        return self.question.why_empty

    def __contains__(self, path: object) -> bool:
        """Whether *path* is in the set; O(length)."""
        if path not in self.question:
            return False
        step_of_cell = {cell: step for step, cell in enumerate(self.question.board._places_along(path), 1)}
        in_order = [[step_of_cell[cell] for cell in order] for order in self.orders]
        at_steps = all(step_of_cell[cell] == step for cell, step in self.steps)
        return at_steps and all(steps == sorted(steps) for steps in in_order)

    # ------------------------------------------------------------------------------- the sweep

    @cached_property
    def _flat(self) -> list[int]:
        """The flat open cells, along the shorter side of the board: so they are numbered, and decided."""
        board = self.question.board
        flat = np.flatnonzero(board.open_cells.reshape(-1))
        if board.rows < board.columns:
            flat = flat[np.lexsort(np.divmod(flat, board.columns))]
        return list(map(int, flat))

    def family(self) -> NumberedPaths:
        """Plan the sweep."""
        question, board = self.question, self.question.board
        place = {u: n for n, u in enumerate(self._flat)}
        near = Neighbours.of(board._whole, board)
        found = [(place[u], place[v], way) for u in self._flat for v, way in near.of_cell(u) if u < v and way]
        rows = np.array(found, np.int64).reshape(-1, 3)
        graph = Graph.plain(len(place), rows[:, :2], ways=rows[:, 2])
        joined = {(min(u, v), max(u, v)): edge for edge, (u, v) in enumerate(rows[:, :2].tolist())}

        def numbers(cells: Sequence[Cell]) -> list[int]:
            return [place[board.index(cell)] for cell in cells]

        for need, pair in enumerate(question.required_edges):
            u, v = numbers(pair)
            graph.need[joined[min(u, v), max(u, v)]] = need
        counters = [
            Counter({u: n for n, u in enumerate(numbers(order), 1)}, len(order) + 1, every=False)
            for order in self.orders
        ]
        starts, exits = question.start_cells, question.end_cells
        if self.steps:
            steps = {place[board.index(cell)]: step for cell, step in self.steps}
            counters.append(Counter(steps, len(place) + 1, every=True))
            starts, exits = self._of_step(starts, 1), self._of_step(exits, len(place))
        ends = Ends(numbers(starts), numbers(exits))
        return NumberedPaths(graph, ends, counters, range(len(place)), question.watch())

    def _of_step(self, cells: tuple[Cell, ...], step: int) -> tuple[Cell, ...]:
        """Return those of *cells* that may be at *step*: the numbered one, if there is one."""
        given = [cell for cell, number in self.steps if number == step]
        return tuple(cell for cell in cells if not given or cell in given)

    def running(self, verb: str) -> NumberedQuestion:
        """Return the question with its clock started; refuse workers, for the *verb* has no parts."""
        refuse_unknown(self.question, Knows.ANY & ~Knows.NETWORK, f"{verb} of numbered tours")
        return replace(self, question=self.question.running())

    def count(self, patience: int | None = None) -> int:
        """Return the number of tours; raise `PatienceError` after *patience* states."""
        asked = self.running("count()")
        if asked.why_empty is not None:
            return 0
        return asked.members(asked.question.watch(patience)).count()

    def members(self, watch: Watch) -> Members:
        """Return the tours, ready to be swept."""
        family = self.family()
        return Members(family, [1] * len(family.graph.edges), Resources.within(self.question.limits), watch)

    @contextmanager
    def recorded(self, verb: str) -> Iterator[Members]:
        """Use the recorded sweep that the board caches; one thread at a time does."""
        asked = self.running(verb)

        def make(question: Question) -> Members:
            return replace(asked, question=question).members(question.watch())

        with cached(asked.question, repr((self.orders, self.steps)), make, ()) as found:
            yield found

    def _paths(self, found: Members, chosen: Sequence[Sequence[int]]) -> list[Path]:
        board, flat = self.question.board, np.array(self._flat)
        walks = [np.divmod(flat[cells_along(found.family.graph, edges)], board.columns) for edges in chosen]
        return [Path._found(board, np.stack(walk, axis=1), by="sweep") for walk in walks]

    # --------------------------------------------------------------------------------- verbs

    def at(self, ranks: Sequence[int]) -> list[Path]:
        """Return the tours of the given ranks."""
        if self.why_empty is not None:
            check_ranks(ranks, 0)
        with self.recorded("unrank()") as found:
            check_ranks(ranks, found.tape.count)
            return self._paths(found, found.at(ranks))

    def sample(self, n: int, rng: np.random.Generator) -> list[Path]:
        """Return *n* tours drawn independently and exactly uniformly."""
        if self.why_empty is not None:
            return []
        with self.recorded("sample()") as found:
            return self._paths(found, found.sample(n, rng))

    def rank(self, path: object) -> int | None:
        """Return the rank of a tour; None if it is not in the set."""
        if path not in self:
            return None
        place = {u: n for n, u in enumerate(self._flat)}
        cells = [place[self.question.board.index(cell)] for cell in self.question.board._places_along(path)]
        with self.recorded("rank()") as found:
            return found.tape.rank(edges_along(found.family.graph, cells))

    def listed(self) -> Iterator[Path]:
        """Yield all tours in the order of their ranks."""
        if self.why_empty is not None:
            return
        with self.recorded("a listing") as found:
            count = found.tape.count
        for first in range(0, count, BATCH):
            yield from self.at(range(first, min(first + BATCH, count)))

    def explain(self, verb: str) -> Explanation:
        """Return how *verb* is answered."""
        check_choice("verb", verb, EXPLAINED)
        refuse_unknown(self.question, Knows.ALL & ~Knows.NETWORK, "explain()")
        if (reason := self.why_empty) is not None:
            return Explanation(
                verb, self.described, (Option("proof", f"there is none: {reason}", chosen=True),)
            )
        try:
            family = self.family()
        except HopelessError as error:
            return Explanation(
                verb, self.described, (Option("none", f"hopeless: {error.reason}", chosen=True),)
            )
        note = f"{len(family.layers):,} layers, at most {family.slots:,} cells on the frontier"
        return Explanation(verb, self.described, (Option("sweep", chosen=True, note=note),))
