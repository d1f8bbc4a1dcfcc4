"""Paths on boards of several levels: their cells by level, row and column."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from gridwalk.answers.path import Path


class LevelPath(Path):
    """A simple path on a board of levels: a `Path` of the flat board, whose cells have names, too.

    Attributes
    ----------
    nodes : list of (level, row, column)
        Where its cells are.

    >>> from gridwalk import Board
    >>> path = Board.from_levels([[[0, 0]], [[1, 0]]]).paths().find()
    >>> path.nodes, path
    ([(0, 0, 0), (0, 0, 1), (1, 0, 1)], <Path: path of 2 moves from (0, 0, 0) to (1, 0, 1), by dfs>)

    """

    @cached_property
    def nodes(self) -> list[Any]:
        """Level, row and column of its cells, in order."""
        return [tuple(node) for node in self.board._listed_names(self.cells)]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values: ``length``, ``cost``, effort, a bound if there is one, ``nodes``."""
        return {**self.numbers, **self._visited}

    @property
    def _visited(self) -> dict[str, Any]:
        return {"nodes": self.nodes}
