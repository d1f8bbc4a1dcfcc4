"""Linkages: paths that share no cell, one for each of several pairs of cells, as one value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

from gridwalk.answers.path import Path
from gridwalk.answers.results import Drawn
from gridwalk.board.board import Board
from gridwalk.board.cells import letters_of_pairs
from gridwalk.draw.text import draw_letters, draw_linkage, letters_at_ends
from gridwalk.errors import Cell, counted
from gridwalk.keywords import GLYPHS


class Linkage(tuple[Path, ...], Drawn):
    """Paths that share no cell, one for each pair of cells: a member of `gridwalk.DisjointPaths`.

    It is a tuple of its paths, in the order of the pairs, and equal to any tuple of the same.
    ``str(linkage)`` is a drawing of the whole board: each path has a letter, capital at its ends.

    Attributes
    ----------
    letters : tuple of str
        The letter of each path in drawings, as `Board.path_pairs` got them: A, B, C ... by default.

    Examples
    --------
    >>> from gridwalk import Board
    >>> board = Board.rectangle(3, 4)
    >>> linkage = board.path_pairs(((0, 0), (1, 2)), ((1, 0), (2, 0)), fill=True).find()
    >>> linkage
    <Linkage: 2 paths of 10 moves in all, by sweep>
    >>> print(linkage)
    A-a a-a
      | | |
    B a A a
    | |   |
    B a-a-a
    >>> linkage.length, [path.length for path in linkage]
    (10, [9, 1])

    """

    letters: tuple[str, ...]

    def __new__(cls, paths: Iterable[Path], letters: Sequence[str] | None = None) -> Self:
        """Return the linkage of *paths*, with the *letters* A, B, C ... if none are given."""
        linkage = super().__new__(cls, paths)
        linkage.letters = letters_of_pairs(len(linkage)) if letters is None else tuple(letters)
        return linkage

    @property
    def paths(self) -> tuple[Path, ...]:
        """The paths, in the order of the pairs."""
        return tuple(self)

    @property
    def board(self) -> Board:
        """The board."""
        return self[0].board

    @property
    def by(self) -> str:
        """The algorithm that found it."""
        return self[0].by

    @property
    def pairs(self) -> tuple[tuple[Cell, Cell], ...]:
        """Where each path starts and ends."""
        return tuple((path.start, path.end) for path in self)

    @property
    def length(self) -> int:
        """The number of moves of all paths together."""
        return sum(path.length for path in self)

    @property
    def cost(self) -> int | float:
        """What all paths cost together."""
        return sum(path.cost for path in self)

    @property
    def numbers(self) -> dict[str, Any]:
        """All that `to_dict` has but the cells."""
        lengths = [path.length for path in self]
        return {"by": self.by, "length": self.length, "cost": self.cost, "lengths": lengths}

    def to_dict(self) -> dict[str, Any]:
        """Return plain values: ``by``, ``length``, ``cost``, and ``lengths`` and ``cells`` of each path.

        Of a network ``nodes`` and ``edges`` of each path.
        """
        return {**self.numbers, **self._visited}

    @property
    def _visited(self) -> dict[str, Any]:
        every = [path.to_dict() for path in self]
        return {name: [path[name] for path in every] for name in self[0]._visited}

    def draw(self, *, solved: bool = True, glyphs: str = GLYPHS) -> str:
        """Return it drawn on its board: letters at the ends, between them small ones, joined by lines.

        Of a network, which has no rows and columns, the names of the nodes, a line for each path.

        Parameters
        ----------
        solved : bool
            Whether to draw the paths; else only their ends: the puzzle.
        glyphs : str
            The characters of an open cell and of a wall, no letters.

        >>> from gridwalk import Board
        >>> print(Board.rectangle(2, 3).path_pairs(((0, 0), (0, 2))).shortest().draw(solved=False))
        A.A
        ...
        """
        if self.board._is_network:
            return "\n".join(map(str, self))
        if solved:
            return draw_linkage(self.board, self, glyphs=glyphs)
        return draw_letters(self.board, letters_at_ends(self), glyphs=glyphs)

    def _repr_svg_(self) -> str | None:
        """The SVG for notebooks; None for large boards, which are shown as text."""
        from gridwalk.draw.svg import notebook

        return notebook(self.board, self)

    def __repr__(self) -> str:
        return f"<Linkage: {counted(len(self), 'path')} of {self.length:,} moves in all, by {self.by}>"
