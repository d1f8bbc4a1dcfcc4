"""The verbs of all sets that make a smaller set: each is its docstring and one line to the question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Self

from gridwalk.errors import QuestionError
from gridwalk.grids.cells import CellLike
from gridwalk.grids.checks import checked_number
from gridwalk.grids.grid_cut import EdgeLike
from gridwalk.questions.question import Question
from gridwalk.questions.verbs import Refusing


class SmallerVerbs(Refusing):
    """The sets of those paths that meet one more condition."""

    def _smaller(self, change: Callable[[Question], Question]) -> Self:
        """Return the set whose question, or each of whose questions, is changed."""
        raise NotImplementedError

    def _disjoint(self) -> tuple[Any, ...]:
        """Return the disjoint sets, each with one question, that this one is the union of."""
        raise NotImplementedError

    def through(self, *cells: CellLike | Iterable[CellLike]) -> Self:
        """Return the paths that visit all of *cells* (cells, or one list of cells), in any order.

        >>> from gridwalk import Board
        >>> paths = Board.rectangle(3, 3).paths()
        >>> paths.through((1, 1)).count(), paths.through([(1, 1), (0, 2)]).count()
        (10, 4)
        """
        every = _cells(cells)
        return self._smaller(lambda question: question.through(every))

    def avoiding(self, *cells: CellLike | Iterable[CellLike]) -> Self:
        """Return the paths that visit none of *cells*.

        For a single cell, the counts of this set and of `through` add up to the count of all paths.  No path
        avoids its start, and no tour avoids any cell: such sets are empty, and `why_empty` gives the reason.
        A diagonal step beside an avoided cell stays legal; walls, by ``board.with_walls(*cells).paths()``,
        may forbid it.

        >>> from gridwalk import Board
        >>> paths = Board.rectangle(3, 3).paths()
        >>> paths.avoiding((1, 1)).count(), paths.through((1, 1)).count(), paths.count()
        (2, 10, 12)
        """
        every = _cells(cells)
        return self._smaller(lambda question: question.avoiding(every))

    def through_edges(self, *edges: EdgeLike, directed: bool = False) -> Self:
        """Return the paths that take all of *edges*: moves between two cells, in either direction.

        Parameters
        ----------
        *edges : (cell, cell)
            The two cells of each edge.
        directed : bool
            Whether the path must make the move from the first cell to the second.

        Raises
        ------
        ArgumentError
            If no move of the board leads from one cell to the other.
        InputError
            If *directed* is given where a path and its reverse count once: of undirected tours, and of cycles
            unless some move of the board has no reverse.

        >>> from gridwalk import Board
        >>> paths = Board.rectangle(3, 3).paths()
        >>> paths.through_edges(((1, 1), (1, 2))).count()
        5
        >>> paths.through_edges(((1, 1), (1, 2)), directed=True).count()
        3
        """
        return self._smaller(lambda question: question.through_edges(edges, directed=directed))

    def avoiding_edges(self, *edges: EdgeLike, directed: bool = False) -> Self:
        """Return the paths that take none of *edges*; the arguments are those of `through_edges`.

        For a single edge, the counts of this set and of `through_edges` add up to the count of all paths.

        >>> from gridwalk import Board
        >>> paths = Board.rectangle(3, 3).paths()
        >>> paths.avoiding_edges(((1, 1), (1, 2))).count()
        7
        """
        return self._smaller(lambda question: question.avoiding_edges(edges, directed=directed))

    def longer_than(self, moves: int) -> Self:
        """Return the paths of more than *moves* moves."""
        return self._of_lengths(checked_number(moves, "moves", 0) + 1)

    def shorter_than(self, moves: int) -> Self:
        """Return the paths of fewer than *moves* moves."""
        return self._of_lengths(0, checked_number(moves, "moves", 1) - 1)

    def of_length(self, moves: int) -> Self:
        """Return the paths of exactly *moves* moves.

        >>> from gridwalk import Board
        >>> Board.rectangle(3, 3).paths().of_length(6).count()
        4
        """
        return self._of_lengths(checked_number(moves, "moves", 0), moves)

    def _of_lengths(self, shortest: int, longest: int | None = None) -> Self:
        return self._smaller(lambda question: question.of_lengths(shortest, longest))


@dataclass(frozen=True, repr=False)
class SmallerSets(SmallerVerbs):
    """A set with one question, and the smaller sets."""

    question: Question

    _combines = True  # whether `|`, `&` and `-` apply

    def _disjoint(self) -> tuple[Any, ...]:
        if not self._combines:
            raise QuestionError("a combination of sets", "sets of induced paths are not combined")
        return () if self.question.why_empty is not None else (self,)

    def _named(self) -> str:
        return self.question.described

    def _asking(self, question: Question) -> Self:
        return replace(self, question=question)

    def _smaller(self, change: Callable[[Question], Question]) -> Self:
        return self._asking(change(self.question))


def _cells(cells: tuple[CellLike | Iterable[CellLike], ...]) -> Iterable[CellLike]:
    """Return the cells of ``through(a, b)`` or ``through([a, b])``."""
    if len(cells) > 1 or not cells:
        return cells
    return (
        tuple(cells[0]) if isinstance(cells[0], Iterator) else cells[0]
    )  # each part of a set goes over them
