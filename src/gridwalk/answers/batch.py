"""Many paths of one board, as arrays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from operator import index
from typing import Any, Generic, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path, path_type
from gridwalk.answers.results import Tabular
from gridwalk.board.board import Board
from gridwalk.draw import notebook
from gridwalk.errors import ArgumentError, counted
from gridwalk.errors.missing import Suggesting

MaybePath = TypeVar("MaybePath", bound=Path | None)


@dataclass(frozen=True, eq=False, repr=False)
class Batch(Generic[MaybePath], Suggesting, Tabular):
    """Many paths of one board as arrays; ``batch[i]`` is a `Path`, or None if there is no path.

    Attributes
    ----------
    board : Board
    cells : int32 array, shape (all cells, 2), read-only
        The cells of all paths, one path after another.
    offsets : int64 array, shape (paths + 1,), read-only
        The cells of path *i* are ``cells[offsets[i]:offsets[i + 1]]``; an empty slice means no path.
    by : str
        The algorithm.
    closed : bool
        Whether the paths are cycles or closed tours.
    errors : mapping of int to str
        Errors of `Board.shortest_many` by the number of the pair, if a cell of the pair is not open.

    """

    board: Board
    cells: NDArray[np.int32]
    offsets: NDArray[np.int64]
    by: str = ""
    closed: bool = False
    _costs: NDArray[np.float64] | None = None
    _expanded: NDArray[np.int64] | None = None  # of each path of a listing, which leaves every cell again
    errors: Mapping[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "board", self.board._whole)
        self.cells.flags.writeable = self.offsets.flags.writeable = False

    def _elsewhere(self, name: str) -> str:
        return "batch[i] is a path" if name == "paths" else super()._elsewhere(name)

    @cached_property
    def costs(self) -> NDArray[np.float64]:
        """The cost of each path, infinite if there is no path; read-only."""
        costs = self._costs
        if costs is None:
            costs = np.where(np.diff(self.offsets) > 0, np.array(self._exact_costs, np.float64), np.inf)
        costs.flags.writeable = False
        return costs

    @cached_property
    def _exact_costs(self) -> list[int | float]:
        """The `Path.cost` of each path; 0 if there is no path."""
        costs, steps = self.board.costs, self.board._step_costs
        if steps.are_equal:
            return cast("list[int | float]", np.maximum(self.lengths, 0).tolist())
        if self.board._is_network and steps.are_whole:
            return cast("list[int | float]", self._sums_along(steps.cost_of_cell).tolist())
        if costs is None or not (steps.is_plain and steps.are_whole) or self.closed:
            return [0 if path is None else path.cost for path in self]
        entered = costs[self.cells[:, 0], self.cells[:, 1]]
        entered[self.offsets[:-1][self.lengths >= 0]] = 0  # the start
        sums = np.concatenate([np.zeros(1, entered.dtype), np.cumsum(entered)])
        return cast("list[int | float]", np.diff(sums[self.offsets]).tolist())

    def _sums_along(self, value: NDArray[Any] | None) -> NDArray[Any]:
        """Return the sum of the values of the cells of each path."""
        assert value is not None
        sums = np.concatenate([np.zeros(1, value.dtype), np.cumsum(value[self.cells[:, 0]])])
        return np.diff(sums[self.offsets])

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The number of moves of each path; -1 if there is no path."""
        counts = np.diff(self.offsets)
        if (length := self.board._length_of_place) is not None:
            found = self._sums_along(length)
            found[counts == 0] = -1
            return found
        return counts - 1 + (self.closed & (counts > 0))

    def to_dict(self) -> dict[str, list[Any]]:
        """Return the columns of a table with a row for each path: ``length``, ``cost``, ``cells``.

        A row without a path has None.

        >>> from gridwalk import Board
        >>> print(Board.rectangle(1, 2).shortest_many([(0, 0)], [(0, 1)]).to_csv(), end="")
        length,cost,cells
        1,1.0,"[[0, 0], [0, 1]]"
        """
        cells: list[Any] = self.board._listed_names(self.cells)
        ends = self.offsets.tolist()
        found = [end > first for first, end in pairwise(ends)]
        return {
            "length": [n if there else None for n, there in zip(self.lengths.tolist(), found, strict=True)],
            "cost": [cost if there else None for cost, there in zip(self.costs.tolist(), found, strict=True)],
            "cells": [cells[first:end] if end > first else None for first, end in pairwise(ends)],
        }

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, number: int) -> MaybePath:
        try:
            number = range(len(self))[index(number)]
        except TypeError:
            raise ArgumentError("number", number, "a whole number; iterate for all") from None
        return next(self._paths(range(number, number + 1)))

    def __iter__(self) -> Iterator[MaybePath]:
        return self._paths(range(len(self)))

    def _paths(self, numbers: range) -> Iterator[MaybePath]:
        """Yield the paths with these numbers."""
        kind, ends = path_type(self.board), self.offsets[numbers.start : numbers.stop + 1].tolist()
        for number, (first, end) in zip(numbers, pairwise(ends), strict=True):
            expanded = 0 if self._expanded is None else int(self._expanded[number])
            backtracks = expanded and expanded - (end - first)  # it left all cells that are not on the path
            cells = self.cells[first:end]
            path = kind(self.board, cells, self.closed, self.by, expanded, backtracks, _is_checked=True)
            yield cast("MaybePath", path if end > first else None)

    @property
    def _effort(self) -> NDArray[np.int64]:
        """The numbers of cells expanded and of steps back until each path was found: shape (paths, 2)."""
        if self._expanded is None:
            return np.zeros((len(self), 2), np.int64)
        return np.stack([self._expanded, self._expanded - np.diff(self.offsets)], axis=1)

    def _part(self, first: int, end: int) -> Batch[MaybePath]:
        """Return a batch of the paths from *first* to below *end*."""
        offsets = self.offsets[first : end + 1]
        return self._chosen(slice(first, end), self.cells[offsets[0] : offsets[-1]], offsets - offsets[0])

    def _repr_html_(self) -> str:
        """The first paths, in one picture and as a table, for notebooks."""
        from gridwalk.draw.svg import notebook as pictured

        first = self._part(0, min(len(self), notebook.ROWS))
        paths: list[Path | None] = list(first)
        found = [path for path in paths if path is not None][: notebook.PATHS]
        drawn = pictured(self.board, paths=found) if found else None
        columns = first.to_dict() | {"cells": [path and f"{path.start} ... {path.end}" for path in paths]}
        return notebook.picture(drawn, repr(self)) + notebook.table(columns, len(self))

    def __repr__(self) -> str:
        return (
            f"<Batch: {counted(len(self), 'answer')} with {counted(len(self.cells), 'cell')}, by {self.by}>"
        )

    def only(self, kept: NDArray[np.bool_]) -> Batch[MaybePath]:
        """Return a batch of the paths for which *kept*, an array of bool, is true."""
        counts = np.diff(self.offsets)
        offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts[kept])])
        return self._chosen(kept, self.cells[np.repeat(kept, counts)], offsets)

    def _chosen(
        self, which: slice | NDArray[np.bool_], cells: NDArray[np.int32], offsets: NDArray[np.int64]
    ) -> Batch[MaybePath]:
        """Return a batch of the paths *which*, whose *cells* and *offsets* are given."""
        costs = None if self._costs is None else self._costs[which]
        expanded = None if self._expanded is None else self._expanded[which]
        return Batch(self.board, cells, offsets, self.by, self.closed, costs, expanded)
