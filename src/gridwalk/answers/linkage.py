"""Linkages: paths that share no cell, one for each of several pairs of cells."""

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

    A linkage is a tuple of its paths, in the order of the pairs, and equals any tuple of the same paths.
    ``str(linkage)`` is a drawing of the board: each path has a letter, which is upper-case at its ends.

    Attributes
    ----------
    letters : tuple of str
        The letter of each path in drawings; default: A, B, C ...

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
        """Return the linkage of *paths*; the default of *letters* is A, B, C ..."""
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
        """The algorithm that found the paths."""
        return self[0].by

    @property
    def pairs(self) -> tuple[tuple[Cell, Cell], ...]:
        """The start and the end of each path."""
        return tuple((path.start, path.end) for path in self)

    @property
    def length(self) -> int:
        """The number of moves of all paths together."""
        return sum(path.length for path in self)

    @property
    def cost(self) -> int | float:
        """The sum of the costs of all paths."""
        return sum(path.cost for path in self)

    @property
    def numbers(self) -> dict[str, Any]:
        """The values of `to_dict`, without the cells."""
        lengths = [path.length for path in self]
        return {"by": self.by, "length": self.length, "cost": self.cost, "lengths": lengths}

    def to_dict(self) -> dict[str, Any]:
        """Return plain values: ``by``, ``length``, ``cost``, and the ``lengths`` and ``cells`` of each path.

        On a network, there are ``nodes`` and ``edges`` instead of ``cells``.
        """
        return {**self.numbers, **self._visited}

    @property
    def _visited(self) -> dict[str, Any]:
        every = [path.to_dict() for path in self]
        return {name: [path[name] for path in every] for name in self[0]._visited}

    def draw(self, *, solved: bool = True, glyphs: str = GLYPHS) -> str:
        """Return the paths drawn on the board: letters, upper-case at the ends, joined by lines.

        On a network, return a line for each path, with the names of its nodes.

        Parameters
        ----------
        solved : bool
            If false, draw only the ends of the paths: the puzzle.
        glyphs : str
            The characters of an open cell and of a wall; letters are not allowed.

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
