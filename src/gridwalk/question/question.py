"""The question: which paths of a board, with which limits.

The sets of the API (`gridwalk.PathSet`, `TourSet`, `CycleSet`) are a question with methods; engines take
the question, or parts of it.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self

import numpy as np

from gridwalk.board.board import Board
from gridwalk.board.cells import CellLike
from gridwalk.board.without import Edge, EdgeLike, edges_of
from gridwalk.errors import Cell, GridwalkError, InputError
from gridwalk.question.knows import PLAIN, Knows, refuse_unknown
from gridwalk.question.questionwords import InWords
from gridwalk.runtime.limits import NO_LIMITS, Limits, Watch

NAMES = {"starts": "start", "exits": "exits", "required": "through", "avoided": "avoiding"}


@dataclass(frozen=True, repr=False)
class Question(InWords):
    """The definition of a set of paths of a board, and the limits of an answer.

    Attributes
    ----------
    board : Grid
    starts, exits : tuple of cells, or None
        The cells where a path may start and end, in reading order; None: anywhere.  A path ends at the
        first of the exits that it enters; a tour, and a path that may end anywhere, may pass them.
    tour, closed : bool
        Whether every open cell must be visited; whether a move must lead from the last cell to the first.
    undirected : bool
        Whether a tour and its reverse count once.
    required, avoided : tuple of cells
        The cells that every path must visit, and those that none may visit.
    required_edges, avoided_edges, avoided_moves : tuple of (cell, cell)
        The edges that every path must take, in either direction, and those that none may take; the moves,
        from the first cell to the second, that none may make.  *board* is without the latter two.
    min_length, max_length : int
        The range of the number of moves; max_length None: no maximum.
    limits : Limits
        Limits of time, memory and disk.

    """

    board: Board
    starts: tuple[Cell, ...] | None = None
    exits: tuple[Cell, ...] | None = None
    tour: bool = False
    closed: bool = False
    undirected: bool = False
    required: tuple[Cell, ...] = ()
    avoided: tuple[Cell, ...] = ()
    required_edges: tuple[Edge, ...] = ()
    avoided_edges: tuple[Edge, ...] = ()
    avoided_moves: tuple[Edge, ...] = ()
    min_length: int = 0
    max_length: int | None = None
    limits: Limits = NO_LIMITS
    _began: float | None = field(default=None, compare=False)  # of an answer whose parts share the time
    # The board without the cells avoided; derived questions share it, because it caches solvers.
    _without: Board | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        """Check the cells, because kernels do not."""
        keep = self.__dict__
        for attribute, name in NAMES.items():
            cells = keep[attribute]
            if cells is not None and not (type(cells) is tuple and not cells):
                keep[attribute] = self.board._open_cells_of(cells, name)

    # ------------------------------------------------------------------------ which paths

    def __contains__(self, path: object) -> bool:
        """Whether *path*, a `Path` or a sequence of cells, is in the set; O(length)."""
        try:
            cells = self.board._places_along(path, closed=self.closed)
        except (TypeError, GridwalkError):
            return False
        return getattr(path, "closed", self.closed) == self.closed and self.holds(cells)

    def holds(self, cells: list[Cell]) -> bool:
        """Whether a path of these cells is in the set; O(length)."""
        if not cells or len(set(cells)) < len(cells) or not self.board.open_cells[cells[0]]:
            return False
        ends = self.exits is None or cells[-1] in self.exits
        starts = self.closed or self.starts is None or cells[0] in self.starts
        length = self.board._length_along(cells, closed=self.closed)
        if not (starts and ends) or length is None:
            return False
        if not self.has_length(length) or not self.visits(cells):
            return False
        if self.tour:
            return sum(bool(self.board.open_cells[cell]) for cell in cells) == self.board.open_count
        return not set(cells[:-1]) & set(self.exits or ())

    def has_length(self, moves: int) -> bool:
        """Whether the range of lengths contains *moves*."""
        return self.min_length <= moves and (self.max_length is None or moves <= self.max_length)

    def visits(self, path: Iterable[Cell]) -> bool:
        """Whether the cells of *path* include all required cells and edges, and no avoided cell."""
        cells = list(getattr(path, "_places", path))
        visited = set(cells)
        if not set(self.required) <= visited or visited & set(self.avoided):
            return False
        if not self.required_edges:
            return True
        return set(self.required_edges) <= self.board._edges_along(cells, closed=self.closed)

    def keeps(self, path: Sequence[Cell], moves: int) -> bool:
        """Whether *path*, of *moves* moves, meets the conditions on cells and lengths."""
        return not self.is_filtered or (self.has_length(moves) and self.visits(path))

    # ----------------------------------------------------------------- for engines

    @cached_property
    def needs(self) -> Knows:
        """The conditions and limits that an engine must know."""
        limits = self.limits
        given = self.starts is not None and self.exits is not None
        other = self.tour or self.closed or self.required or self.required_edges or self.min_length
        plain = given and not other and self.max_length is None and limits is NO_LIMITS
        if plain and not self.board._is_network:
            return PLAIN  # most are, and small boards are asked often
        conditions = (
            (Knows.ANYWHERE, self.has_open_ends),
            (Knows.CELLS, self.required and not self.tour),
            (Knows.EDGES, self.required_edges),
            (Knows.LENGTHS, self.has_given_lengths),
            (Knows.CYCLES, self.is_cyclic),
            (Knows.TOURS, self.tour),
            (Knows.UNDIRECTED, self.halves_trivial),
            (Knows.KEPT, limits.keep is not None),
            (Knows.EXECUTOR, limits.has_workers),
            (Knows.NETWORK, self.board._is_network),
        )
        return Knows(sum(flag._value_ for flag, has in conditions if has))

    @property
    def is_one_pair(self) -> bool:
        """Whether it asks for all paths between two cells of a board, without conditions and limits."""
        starts, exits = self.starts, self.exits
        return (
            self.needs is PLAIN and starts is not None is not exits and len(starts) == len(exits) == 1
            and not self.avoided
        )  # fmt: skip

    @property
    def ground(self) -> Board:
        """The board without the cells avoided, for engines."""
        if not self.avoided:
            return self.board
        return self._without or self.board._without(self.avoided)

    @property
    def starts_left(self) -> tuple[Cell, ...] | None:
        """The starts that are not avoided; None: anywhere."""
        return self._left(self.starts)

    @property
    def exits_left(self) -> tuple[Cell, ...] | None:
        """The exits that are not avoided; None: anywhere."""
        return self._left(self.exits)

    def _left(self, ends: tuple[Cell, ...] | None) -> tuple[Cell, ...] | None:
        if ends is None or not self.avoided:
            return ends
        return tuple(cell for cell in ends if cell not in self.avoided)

    @property
    def start_cells(self) -> tuple[Cell, ...]:
        """The starts that are not avoided, one by one also where paths may start anywhere."""
        return cells_of(self.ground) if self.starts is None else self.starts_left or ()

    @property
    def end_cells(self) -> tuple[Cell, ...]:
        """The exits that are not avoided, one by one also where paths may end anywhere."""
        return cells_of(self.ground) if self.exits is None else self.exits_left or ()

    @property
    def start(self) -> Cell | None:
        """The start, the first of several; None: anywhere."""
        return self.starts[0] if self.starts else None

    @property
    def is_cyclic(self) -> bool:
        """Whether the set has cycles of any length."""
        return self.closed and not self.tour

    @property
    def has_open_ends(self) -> bool:
        """Whether paths (not tours, not cycles) may start anywhere or end anywhere."""
        return not (self.tour or self.closed) and (self.starts is None or self.exits is None)

    @property
    def passes_exits(self) -> bool:
        """Whether a path may enter an exit and go on: tours, and paths that may end anywhere."""
        return self.tour or self.exits is None

    @property
    def has_given_lengths(self) -> bool:
        """Whether the lengths are restricted; never for the tours of a board, which all have one length."""
        if self.tour and not self.board._lengths_vary:
            return False
        return self.min_length > 0 or self.max_length is not None

    @property
    def is_filtered(self) -> bool:
        """Whether cells are required or lengths restricted, which searches for one path ignore."""
        # All tours visit all cells and have the same length.
        return (bool(self.required) and not self.tour) or self.has_given_lengths or bool(self.required_edges)

    @property
    def is_conditional(self) -> bool:
        """Whether a search for one path does not suffice: required cells, lengths, or cycles."""
        return self.is_filtered or self.is_cyclic

    @property
    def moves_of_tour(self) -> int:
        """The number of moves of every tour of the board."""
        return self.board.open_count - (not self.closed)

    @property
    def halves_trivial(self) -> bool:
        """Whether a path and its reverse count once, while the engines count two."""
        return self.undirected and not self.closed

    # ------------------------------------------------------------------------ other questions

    def through(self, cells: Iterable[CellLike]) -> Self:
        """Return the question that also requires *cells*; without any it is this one."""
        more = self.board._open_cells_of(cells, "through", least=0)
        return replace(self, required=tuple(sorted({*self.required, *more})))

    def avoiding(self, cells: Iterable[CellLike]) -> Self:
        """Return the question that also avoids *cells*; without any it is this one."""
        more = self.board._open_cells_of(cells, "avoiding", least=0)
        if not more:
            return self  # on a board of its own it would be another board
        avoided = tuple(sorted({*self.avoided, *more}))
        return replace(self, avoided=avoided, _without=self.board._without(avoided))

    def through_edges(self, edges: Iterable[EdgeLike], *, directed: bool = False) -> Self:
        """Return the question that also requires *edges*; if *directed*, from first cell to second."""
        found = edges_of(self.board._whole, edges, "through_edges", directed=directed)
        more = {self.board._either_way(edge) for edge in found}
        other = replace(self, required_edges=tuple(sorted({*self.required_edges, *more})))
        back = [turned for edge in found if (turned := self.board._whole._turned(edge)) is not None]
        return other.without_edges((), back) if directed and back else other

    def avoiding_edges(self, edges: Iterable[EdgeLike], *, directed: bool = False) -> Self:
        """Return the question that also avoids *edges*; if *directed*, from first cell to second."""
        more = edges_of(self.board._whole, edges, "avoiding_edges", directed=directed)
        if not more:
            return self
        return self.without_edges(() if directed else more, more if directed else ())

    def without_edges(self, edges: Iterable[Edge], moves: Iterable[Edge]) -> Self:
        """Return the question that also avoids *edges* and *moves*, which are legal."""
        if moves and (self.undirected or (self.closed and self.board._whole._symmetric)):
            reason = f"applies to paths that have a direction, not to {self.described}"
            raise InputError(reason, ("directed", True))
        out, out_moves = (
            tuple(sorted({*old, *new}))
            for old, new in ((self.avoided_edges, edges), (self.avoided_moves, moves))
        )
        board = self.board._whole._without((), out, out_moves)
        without = board._without(self.avoided) if self.avoided else None
        return replace(self, board=board, avoided_edges=out, avoided_moves=out_moves, _without=without)

    def of_lengths(self, shortest: int, longest: int | None = None) -> Self:
        """Return the question for paths of at least *shortest* moves, and at most *longest* if given."""
        limits = [limit for limit in (self.max_length, longest) if limit is not None]
        return self._with(min_length=max(self.min_length, shortest), max_length=min(limits, default=None))

    def between(self, starts: tuple[Cell, ...] | None, exits: tuple[Cell, ...] | None) -> Self:
        """Return the question for paths from *starts* to *exits*, cells that were checked before."""
        return self._with(starts=starts, exits=exits)

    def unconditional(self) -> Self:
        """Return the question without conditions on cells and lengths."""
        return self._with(required=(), required_edges=(), min_length=0, max_length=None)

    def _with(self, **changes: Any) -> Self:
        """Return the question with changes that need no check: `replace` would check all cells again."""
        other = copy(self)
        other.__dict__.update(changes)
        other.__dict__.pop("needs", None)
        return other

    # ------------------------------------------------------------------------------- limits

    def running(self) -> Self:
        """Return the question with its clock started: all parts of an answer share the time given."""
        if self._began is not None:
            return self
        return self._with(_began=time.monotonic())

    def limited(self, limits: Limits) -> Self:
        """Return the question with other limits."""
        return self._with(limits=limits)

    def watch(self, patience: int | None = None) -> Watch:
        """Return the clock of an answer; it stops a search that enters more cells than *patience*."""
        began = time.monotonic() if self._began is None else self._began
        unit = "nodes" if self.board._is_network else "cells"
        return self.limits.clock(self.limits, began, patience, unit=unit)

    @property
    def facts(self) -> tuple[object, ...]:
        """All that an answer depends on, for the names of tasks: limits and caches are left out."""
        board = self.board
        return (
            *board._facts,
            # Cells that are joined by an edge to avoid are still beside each other: induced paths differ.
            *(board._whole._moves_of_cell,) * bool(self.avoided_edges or self.avoided_moves),
            *("each direction counts",) * (self.closed and not board._symmetric),
            *(self.starts, self.exits, self.tour, self.closed, self.undirected),
            *(self.required, self.avoided, self.required_edges, self.min_length, self.max_length),
        )

    @property
    def of_task(self) -> Self:
        """The question as a task of a larger one: on a worker's own clock, and with nobody's help."""
        return self._with(limits=self.limits.of_task, _began=None)

    def refuse_tasks(self, verb: str) -> None:
        """Raise `QuestionError` if *keep*, or an executor, is given for a *verb* without parts."""
        refuse_unknown(self, Knows.ANY, verb)


def cells_of(board: Board) -> tuple[Cell, ...]:
    """Return the open cells, in reading order."""
    return tuple((row, column) for row, column in np.argwhere(board.open_cells).tolist())
