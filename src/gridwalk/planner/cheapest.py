"""All cheapest paths of a board, and all of the fewest turns: counted, listed, drawn and ranked at once.

The moves that are on one lead ever farther from the starts, so one pass over them answers
(`gridwalk.allpaths.acyclic`).
"""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.acyclic import Acyclic, numbered, only
from gridwalk.allpaths.combine import Streams
from gridwalk.allpaths.walks import Walks, step_costs, walks_of
from gridwalk.answers.path import Path
from gridwalk.board.cells import CellLike, pairs_of
from gridwalk.board.checks import Rng, checked_number, generator_of
from gridwalk.errors import QuestionError, UnsuitableAlgorithmError, check_choice, in_a_line
from gridwalk.planner import listed, ranks, single
from gridwalk.question.conditions import Conditions, answers
from gridwalk.question.question import Question
from gridwalk.question.verbs import Refusing
from gridwalk.runtime.limits import Watch
from gridwalk.search.bounds import tolerance
from gridwalk.search.dijkstra import Sources
from gridwalk.search.fields import distances_of
from gridwalk.search.query import Query
from gridwalk.search.states import Turning, headings_of

PATHS_TOGETHER = 64  # paths between two checks of the clock


@dataclass(frozen=True, eq=False, repr=False)
class CheapestPaths(Refusing):
    """All paths of minimum cost from the starts to the nearest exits.

    Notes
    -----
    The first answer computes a distance field.  Then `count` takes O(moves on cheapest paths) additions of
    Python integers.  Iteration is depth-first in move order and never meets a dead end; ranks follow the same
    order.  The time limit of `PathSet.within` applies to each answer, and to an iteration from its first path
    on.  Costs are compared exactly if float64 represents their sums exactly (whole numbers, halves ...), else
    to a relative 1e-11.
    """

    query: Query

    _others = "they are counted, listed, drawn and ranked"

    def __post_init__(self) -> None:
        if self.query.board._step_costs.least == 0:
            reason = (
                "steps that cost nothing may go in circles: take in_order(), which lists the cheapest first"
            )
            raise UnsuitableAlgorithmError("all_shortest", reason)

    def __repr__(self) -> str:
        starts, exits = (" or ".join(map(str, ends)) for ends in (self.query.starts, self.query.exits))
        return in_a_line(f"<{type(self).__name__}: from {starts} to {exits}, on {self.query.board._whole!r}>")

    def count(self) -> int:
        """Return the exact number of paths."""
        return self._begun().count()

    @property
    def cost(self) -> float:
        """The cost of each path; infinite if there is none."""
        self._start()
        return self._field[1]

    def __iter__(self) -> Iterator[Path]:
        watch = self._start()
        watch.kept = 0
        for cells in self._paths:
            watch.kept += 1
            yield self._path(cells)
            if watch.kept % PATHS_TOGETHER == 0:
                watch.check(0, 0, 0)

    def sample(self, n: int = 1, *, rng: Rng = None, seed: Rng = None) -> builtins.list[Path]:
        """Return *n* random paths, drawn independently and exactly uniformly.

        >>> from gridwalk import Board
        >>> cheapest = Board.rectangle(50, 50).paths().all_shortest()
        >>> [path.length for path in cheapest.sample(2, rng=1)]
        [98, 98]
        """
        n, paths = checked_number(n, "n", 0), self._begun()
        drawn = paths.sample(n, Streams.of(generator_of(rng, seed)))
        return listed.collected(map(self._path, drawn), self.query.watch.limits, n)

    def unrank(self, rank: int) -> Path:
        """Return the path with number *rank* in the order of iteration, from 0 to ``count() - 1``.

        >>> from gridwalk import Board
        >>> cheapest = Board.rectangle(50, 50).paths().all_shortest()
        >>> cheapest.rank(cheapest.unrank(10**20))
        100000000000000000000
        """
        return self._path(self._begun().at([checked_number(rank, "rank", 0)])[0])

    def rank(self, path: Path | Iterable[CellLike]) -> int | None:
        """Return the rank of *path*, the inverse of `unrank`; ``None`` if it is not in the set."""
        cells = ranks.flat_cells(self.query.board, path)
        return None if cells is None else self._begun().rank(cells)

    def _start(self) -> Watch:
        """Start the clock of the query, and return another one, started now."""
        limits = self.query.watch.limits
        self.query.watch.start(limits.watch())
        return limits.watch()

    def _begun(self) -> Acyclic:
        self._start()
        return self._paths

    def _path(self, cells: NDArray[np.int32]) -> Path:
        return Path._found(self.query.board, pairs_of(cells, self.query.board.columns), False, "all")

    @cached_property
    def _paths(self) -> Acyclic:
        (value, least), slack = self._field, tolerance(self.query.board)
        most = least * (1 + slack) if least < np.inf else -1.0
        walks, weights = self._walks(value <= most)
        value = np.concatenate([value, [-1.0, most]])  # of the source, and of the sink
        source, sink = len(value) - 2, len(value) - 1
        near = value[walks.head] <= most
        walks, weights = only(walks, near), weights[near]
        before, after = value[walks.tail], value[walks.head]
        # The first test prevents circles if costs are lost in rounding.
        tight = (before < after) & (np.abs(before + weights - after) <= slack * after)
        walks = only(walks, tight | (walks.tail == source) | (walks.head == sink))
        value[sink] = np.inf
        return Acyclic(self.query.board, numbered(walks, np.argsort(value, kind="stable")), self.query.watch)

    @cached_property
    def _field(self) -> tuple[NDArray[np.float64], float]:
        """The distance of each vertex from the starts, and the least distance of an exit."""
        query = self.query
        if not query.starts:
            return np.full(query.board.size, np.inf), np.inf
        distance = distances_of(query.board, Sources.plain(query.sources), query.watch)
        return distance, float(distance[query.is_exit > 0].min(initial=np.inf))

    def _walks(self, is_near: NDArray[np.bool_]) -> tuple[Walks, NDArray[Any]]:
        """Return the graph of the vertices that are near enough, and the weights of its edges."""
        board = self.query.board
        exits = [v for v in self.query.goals if is_near[v]]
        walks = walks_of(board, is_near, self.query.sources, exits, turning=False)
        return walks, step_costs(board, walks)


class FewestTurns(CheapestPaths):
    """All paths with the fewest moves among those with the fewest turns; see `CheapestPaths`.

    A vertex is a pair of a cell and the direction in which it is entered.
    """

    def __post_init__(self) -> None:
        headings_of(self.query.board)  # refuses boards where directions are ambiguous

    @property
    def turns(self) -> float:
        """The number of turns of each path; infinite if there is none."""
        self._start()
        return self._field[1] // self._search.turn

    @property
    def cost(self) -> float:
        """Raise `QuestionError`: paths with equal numbers of turns and moves may differ in cost."""
        raise QuestionError("cost", "paths of as many turns may differ in cost: ask turns, or each path")

    @cached_property
    def _search(self) -> Turning:
        query = self.query
        return Turning(Query(query.board, query.starts, (), query.watch))

    @cached_property
    def _field(self) -> tuple[NDArray[np.float64], float]:
        search = self._search
        none = np.empty(0, np.int64)
        value = search.graph.cheapest(search.sources, none, self.query.watch).cost
        return value, float(value[search.nodes_of(self.query.is_exit)].min(initial=np.inf))

    def _walks(self, is_near: NDArray[np.bool_]) -> tuple[Walks, NDArray[Any]]:
        near = np.asarray(is_near.reshape(-1, self._search.headings).any(axis=1))
        walks = walks_of(self.query.board, near, self.query.sources, self.query.goals, turning=True)
        # Another exit, or this one from another direction, may be farther.
        kept = np.append(is_near, [True, True])[walks.tail]
        return only(walks, kept), (walks.moves + self._search.turn * walks.turns)[kept]


@answers(Conditions.ANYWHERE, "all_shortest()")
def all_shortest(question: Question, measure: str = "cost") -> CheapestPaths:
    """Return all paths of minimum cost, or of fewest turns."""
    check_choice("measure", measure, ("cost", "turns"))
    return (CheapestPaths if measure == "cost" else FewestTurns)(single.query_of(question))
