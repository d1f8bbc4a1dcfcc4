"""The lazy set of vertex-disjoint paths between pairs of cells."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Self

from gridwalk.answers.path import Path
from gridwalk.errors import ArgumentError, Cell, QuestionError, in_a_line
from gridwalk.grids.cells import CellLike
from gridwalk.grids.checks import checked_number
from gridwalk.grids.grid import Grid
from gridwalk.planner.disjoint import PairQuestion
from gridwalk.planner.ranks import generator
from gridwalk.planner.tasks import ToCount
from gridwalk.questions.verbs import Refusing
from gridwalk.render.notebook import on_board
from gridwalk.runtime.limits import Limits
from gridwalk.runtime.progress import ProgressLike

if TYPE_CHECKING:
    from gridwalk.planner.ranks import RNG

PAIRS = "pairs of two cells each, all of them different"


@dataclass(frozen=True, repr=False)
class DisjointPaths(Refusing):
    """Tuples of simple paths, one for each pair of cells, that share no cell; made by `Board.path_pairs`.

    Each path leads from the first cell of its pair to the second, and visits no cell of another pair; it has
    one move or more.  The set computes nothing until a method is called.

    Attributes
    ----------
    question : PairQuestion
        The board, the pairs, whether the paths fill the board, and the limits of an answer.

    Examples
    --------
    >>> from gridwalk import Board
    >>> crossing = Board.rectangle(4, 4).path_pairs(((0, 0), (3, 3)), ((0, 3), (3, 0)))
    >>> crossing.is_empty()
    True
    >>> full = Board.rectangle(4, 4).path_pairs(((0, 0), (0, 3)), ((3, 0), (3, 3)), fill=True)
    >>> full.count()
    15

    Notes
    -----
    By a sweep cell by cell, as for induced paths: each state of the frontier knows which pieces of path hang
    together, and to which pair they belong.  Time and memory are exponential in the width of the frontier.
    Numberlink puzzles are this question: Yoshinaka, Saitoh, Kawahara, Tsuruma, Iwashita and Minato 2012.

    """

    question: PairQuestion

    _others = "it is asked of single paths"

    @classmethod
    def of(cls, grid: Grid, pairs: Iterable[tuple[CellLike, CellLike]], *, fill: bool = False) -> Self:
        """Return the set behind `Board.path_pairs`."""
        found: builtins.list[tuple[Cell, Cell]] = []
        for pair in pairs:
            try:
                first, second = pair
            except (TypeError, ValueError):
                raise ArgumentError("pairs", pair, PAIRS) from None
            found.append((grid.open_cell(first, "pairs"), grid.open_cell(second, "pairs")))
        cells = [cell for pair in found for cell in pair]
        if not found or len(set(cells)) < len(cells):
            raise ArgumentError("pairs", tuple(found), PAIRS)
        return cls(PairQuestion(grid, tuple(found), bool(fill)))

    @property
    def board(self) -> Grid:
        """The board."""
        return self.question.grid

    @property
    def pairs(self) -> tuple[tuple[Cell, Cell], ...]:
        """The pairs of cells."""
        return self.question.pairs

    def __contains__(self, paths: object) -> bool:
        """Whether *paths*, a `Path` or a sequence of cells for each pair in order, are in the set."""
        return paths in self.question

    def __iter__(self) -> Iterator[tuple[Path, ...]]:
        """Yield every tuple of paths, in the order of the sweep, which is made before the first."""
        return self.question.every()

    def __bool__(self) -> bool:
        """Refuse to say whether there are such paths, which may take long."""
        raise QuestionError("bool()", f"it may take long: ask is_empty() of {self.described}")

    def list(self, limit: int | None = None) -> builtins.list[tuple[Path, ...]]:
        """Return the first *limit* tuples (default: all) in the order of iteration."""
        number = None if limit is None else min(checked_number(limit, "limit", 0), sys.maxsize)
        return list(islice(self, number))

    def count(self) -> int:
        """Return the exact number of tuples.

        Raises
        ------
        HopelessError, TimeLimitError, MemoryLimitError
            If the board is too wide for a sweep, or a limit of `within` is reached.

        """
        return self.question.count()

    def is_empty(self) -> bool:
        """Return whether there are no such paths; this takes as long as `count`."""
        return self.count() == 0

    def shortest(self) -> tuple[Path, ...] | None:
        """Return paths of the fewest moves in all, or ``None`` if there are none; for steps of equal cost.

        Raises
        ------
        UnsuitableAlgorithmError
            If steps differ in cost.

        """
        return self.question.shortest()

    def sample(self, n: int = 1, *, rng: RNG = None) -> builtins.list[tuple[Path, ...]]:
        """Return *n* random tuples, drawn independently and exactly uniformly; empty if there is none.

        *rng* is as in `PathSet.sample`.
        """
        return self.question.sample(checked_number(n, "n", 0), generator(rng))

    def within(
        self,
        seconds: float | None = None,
        *,
        memory: int | None = None,
        progress: ProgressLike = None,
    ) -> Self:
        """Return the same set with limits of time and memory for each answer, as `PathSet.within`."""
        return replace(self, question=self.question.within(Limits(seconds, progress, memory)))

    def _to_count(self) -> builtins.list[ToCount]:
        return [("count pairs", PairQuestion.count, self.question)]

    @property
    def described(self) -> str:
        """The members of the set, as text."""
        ends = " and ".join(f"from {first} to {second}" for first, second in self.pairs)
        words = f"disjoint simple paths {ends}"
        return f"{words}, through every open cell" if self.question.fill else words

    def __repr__(self) -> str:
        return in_a_line(f"<DisjointPaths: {self.described}, on {self.board!r}>")

    def _repr_html_(self) -> str | None:
        """The definition and the board, for notebooks; None where the board is large."""
        return on_board(self.board, self.described)
