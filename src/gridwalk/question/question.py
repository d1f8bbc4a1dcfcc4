"""The question: a board, the conditions on its paths, and limits; and its description as text.

A set of the API (`gridwalk.PathSet`, `TourSet`, `CycleSet`) wraps a question; engines receive the question.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

import numpy as np

from gridwalk.board.board import Board
from gridwalk.board.cells import CellLike
from gridwalk.board.without import Edge, EdgeLike, edges_of
from gridwalk.errors import Cell, GridwalkError, InputError, Message, joined
from gridwalk.question.conditions import PLAIN, Conditions
from gridwalk.runtime.cache import unlocked_property
from gridwalk.runtime.limits import NO_LIMITS, Limits, Watch

SHOWN = 8  # maximum number of cells named in a description


# A question never changes.  It is not frozen, because that doubles the time to make it, to 2 microseconds.
@dataclass(repr=False, unsafe_hash=True)
class Question:
    """The definition of a set of paths of a board, and the limits of an answer.

    Sets check cells when they are made; kernels do not.

    Attributes
    ----------
    board : Board
    starts, exits : tuple of cells, or None
        The cells where a path may start and end, in reading order; None for all open cells.  A path ends at
        the first exit that it enters; tours, and paths that may end anywhere, may pass exits.
    tour, closed : bool
        Whether a path must visit every open cell; whether it must return from its last cell to its first.
    undirected : bool
        Whether a tour and its reverse count once.
    required, avoided : tuple of cells
        The cells that every path must visit, and the cells that no path may visit.
    required_edges, avoided_edges, avoided_moves : tuple of (cell, cell)
        The edges that every path must use, the edges that no path may use, and the moves (directed edges)
        that no path may make.  *board* does not have the avoided edges and moves.
    min_length, max_length : int, and int or None
        The range of the number of moves; None for no maximum.
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
    _began: float | None = field(default=None, compare=False)  # the time when the answer began
    # The board without the avoided cells; derived questions share it and its cache.
    _without: Board | None = field(default=None, compare=False)

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

    def meets(self, path: Sequence[Cell], moves: int) -> bool:
        """Whether *path*, of *moves* moves, meets the conditions on cells and lengths."""
        return not self.is_filtered or (self.has_length(moves) and self.visits(path))

    # ----------------------------------------------------------------- for engines

    @unlocked_property
    def needs(self) -> Conditions:
        """The conditions and limits that an engine must support; none for paths between given cells."""
        needs = PLAIN
        if not (self.tour or self.closed) and (self.starts is None or self.exits is None):
            needs |= Conditions.ANYWHERE
        if self.required and not self.tour:  # every tour visits all cells
            needs |= Conditions.CELLS
        if self.required_edges:
            needs |= Conditions.EDGES
        is_long_or_short = self.min_length > 0 or self.max_length is not None
        if is_long_or_short and not (self.tour and not self.board._lengths_vary):  # tours of one length
            needs |= Conditions.LENGTHS
        if self.closed and not self.tour:
            needs |= Conditions.CYCLES
        if self.tour:
            needs |= Conditions.TOURS
        if self.undirected and not self.closed:
            needs |= Conditions.UNDIRECTED
        if self.limits.keep is not None:
            needs |= Conditions.KEPT
        if self.limits.has_workers:
            needs |= Conditions.EXECUTOR
        if self.board._is_network:
            needs |= Conditions.NETWORK
        return needs

    @property
    def ground(self) -> Board:
        """The board without the avoided cells, for engines."""
        if not self.avoided:
            return self.board
        return self._without or self.board._without(self.avoided)

    @property
    def starts_left(self) -> tuple[Cell, ...] | None:
        """The starts that are not avoided; None for all open cells."""
        return None if self.starts is None else self._left(self.starts)

    @property
    def exits_left(self) -> tuple[Cell, ...] | None:
        """The exits that are not avoided; None for all open cells."""
        return None if self.exits is None else self._left(self.exits)

    def _left(self, ends: tuple[Cell, ...]) -> tuple[Cell, ...]:
        return tuple(cell for cell in ends if cell not in self.avoided) if self.avoided else ends

    @property
    def start_cells(self) -> tuple[Cell, ...]:
        """The starts that are not avoided; if paths may start anywhere, all open cells."""
        return cells_of(self.ground) if self.starts is None else self._left(self.starts)

    @property
    def end_cells(self) -> tuple[Cell, ...]:
        """The exits that are not avoided; if paths may end anywhere, all open cells."""
        return cells_of(self.ground) if self.exits is None else self._left(self.exits)

    @property
    def needed(self) -> tuple[Cell, ...]:
        """The required cells, and the ends of required edges."""
        return tuple(sorted({*self.required, *(cell for edge in self.required_edges for cell in edge)}))

    @property
    def cells_needed(self) -> tuple[Cell, ...]:
        """The required cells, and the cells joined by required edges."""
        return tuple(sorted({cell for place in self.needed for cell in self.board._cells_at(place)}))

    @property
    def lengths(self) -> tuple[int, int | None]:
        """The minimum and the maximum number of moves; None for no maximum."""
        return self.min_length, self.max_length

    @property
    def start(self) -> Cell | None:
        """The first start; None if paths may start anywhere."""
        return self.starts[0] if self.starts else None

    @property
    def is_cyclic(self) -> bool:
        """Whether the set has cycles of any length."""
        return Conditions.CYCLES in self.needs

    @property
    def has_open_ends(self) -> bool:
        """Whether the set has paths (not tours or cycles) that may start or end anywhere."""
        return Conditions.ANYWHERE in self.needs

    @property
    def passes_exits(self) -> bool:
        """Whether a path may continue from an exit: tours, and paths that may end anywhere."""
        return self.tour or self.exits is None

    @property
    def has_given_lengths(self) -> bool:
        """Whether the lengths are restricted; never for the tours of a board, which all have one length."""
        return Conditions.LENGTHS in self.needs

    @property
    def is_filtered(self) -> bool:
        """Whether cells or edges are required, or lengths restricted; searches for one path ignore these."""
        return bool(self.needs & Conditions.FILTERED)

    @property
    def is_conditional(self) -> bool:
        """Whether a search for one path does not suffice: required cells or edges, lengths, or cycles."""
        return bool(self.needs & (Conditions.FILTERED | Conditions.CYCLES))

    @property
    def is_plain(self) -> bool:
        """Whether a search for one path suffices: for paths, not tours or cycles, without conditions."""
        return not (self.tour or self.is_conditional)

    @property
    def moves_of_tour(self) -> int:
        """The number of moves of every tour of the board."""
        return self.board.open_count - (not self.closed)

    @property
    def halves_trivial(self) -> bool:
        """Whether the counts of engines, which count a path and its reverse, must be halved."""
        return Conditions.UNDIRECTED in self.needs

    # ------------------------------------------------------------------------ other questions

    def through(self, cells: Iterable[CellLike]) -> Self:
        """Return the question that also requires *cells*; this question if there are none."""
        more = self.board._open_cells_of(cells, "through", least=0)
        return replace(self, required=tuple(sorted({*self.required, *more})))

    def avoiding(self, cells: Iterable[CellLike]) -> Self:
        """Return the question that also avoids *cells*; this question if there are none."""
        more = self.board._open_cells_of(cells, "avoiding", least=0)
        if not more:
            return self  # with the same board, and its cache
        avoided = tuple(sorted({*self.avoided, *more}))
        return replace(self, avoided=avoided, _without=self.board._without(avoided))

    def through_edges(self, edges: Iterable[EdgeLike], *, directed: bool = False) -> Self:
        """Return the question that also requires *edges*; if *directed*, from their first cells."""
        found = edges_of(self.board._whole, edges, "through_edges", directed=directed)
        more = {self.board._either_way(edge) for edge in found}
        other = replace(self, required_edges=tuple(sorted({*self.required_edges, *more})))
        back = [turned for edge in found if (turned := self.board._whole._turned(edge)) is not None]
        return other.without_edges((), back) if directed and back else other

    def avoiding_edges(self, edges: Iterable[EdgeLike], *, directed: bool = False) -> Self:
        """Return the question that also avoids *edges*; if *directed*, from their first cells."""
        more = edges_of(self.board._whole, edges, "avoiding_edges", directed=directed)
        if not more:
            return self
        return self.without_edges(() if directed else more, more if directed else ())

    def without_edges(self, edges: Iterable[Edge], moves: Iterable[Edge]) -> Self:
        """Return the question that also avoids *edges* and *moves*, which must be legal."""
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
        return replace(self, min_length=max(self.min_length, shortest), max_length=min(limits, default=None))

    def between(self, starts: tuple[Cell, ...] | None, exits: tuple[Cell, ...] | None) -> Self:
        """Return the question for paths from *starts* to *exits*, which are not checked."""
        return replace(self, starts=starts, exits=exits)

    def unconditional(self) -> Self:
        """Return the question without conditions on cells and lengths."""
        return replace(self, required=(), required_edges=(), min_length=0, max_length=None)

    # ----------------------------------------------------------------------------- in words

    @property
    def convention(self) -> str:
        """A sentence that defines what counts as one path."""
        words = self.described
        if self.closed and self.board._symmetric:
            return Message("{words}, counted once in all: neither start nor direction matters", words=words)
        if self.closed:
            return Message("{words}, counted once per direction: some move has no reverse", words=words)
        if self.tour:
            if self.undirected:
                return Message("{words}, a tour and its reverse counted once", words=words)
            return words if self.starts else Message("{words}, counted once per direction", words=words)
        if self.exits is not None:
            return Message("{words}; a path ends at the first exit it enters", words=words)
        if self.starts is not None:
            return Message("{words}; every self-avoiding walk counts, also one of no move", words=words)
        return Message(
            "{words}; every self-avoiding walk counts, once per direction, also one of no move", words=words
        )

    @property
    def described(self) -> str:
        """The members of the set, as text."""
        words = self._kind
        if self.required:
            words = Message("{words} through {cells}", words=words, cells=self._all_of(self.required))
        if self.avoided:
            words = Message("{words} avoiding {cells}", words=words, cells=self._all_of(self.avoided))
        for verb, edges, sign in (
            ("through the edges", self.required_edges, "-"),
            ("avoiding the edges", self.avoided_edges, "-"),
            ("avoiding the moves", self.avoided_moves, " -> "),
        ):
            if edges:
                words += f" {verb if len(edges) > 1 else verb[:-1]} {self._edges(edges, sign)}"
        fewest, most = self.min_length, self.max_length
        if most is not None and most == fewest:
            return Message("{words} of {n:,} moves", words=words, n=most)
        if most is not None:
            return Message("{words} of {n:,} to {m:,} moves", words=words, n=fewest, m=most)
        return Message("{words} of {n:,} moves or more", words=words, n=fewest) if fewest else words

    @property
    def _kind(self) -> str:
        if self.closed:
            return "closed tours" if self.tour else "simple cycles"
        any_cell = "any node" if self.board._is_network else "any square"
        anywhere = any_cell if self.tour else "anywhere"
        start = anywhere if self.starts is None else self._one_of(self.starts)
        if self.tour:
            if self.exits is None:
                return Message("open tours from {start}", start=start)
            return Message("open tours from {start} to {exit}", start=start, exit=self._one_of(self.exits))
        return Message(
            "simple paths from {start} to {exit}",
            start=start,
            exit=anywhere if self.exits is None else self._one_of(self.exits),
        )

    def __repr__(self) -> str:
        once = ", a tour and its reverse once" if self.undirected and not self.closed else ""
        return f"{self.described}{once}, on {self.board._whole!r}"

    @property
    def why_empty(self) -> str | None:
        """The reason why the definition excludes all paths; ``None`` if it does not."""
        fewest, most = self.min_length, self.max_length
        if most is not None and most < fewest:
            return Message("no path has {n:,} moves or more and {m:,} or fewer", n=fewest, m=most)
        if self.tour and not self.board._lengths_vary:
            moves = self.board.open_count - (not self.closed)
            if not fewest <= moves <= (moves if most is None else most):
                return Message("every tour has {n:,} moves", n=moves)
        if most == fewest and (parity := self._parity) not in (None, fewest % 2):
            return Message(
                "every such path has an {parity} number of moves, by colour",
                parity="odd" if parity else "even",
            )
        if both := set(self.required_edges) & set(self.avoided_edges):
            return Message(
                "every path must take, and must avoid, the edge {edges}", edges=self._edges(sorted(both), "-")
            )
        if self.starts == () or self.exits == ():
            return Message(
                "no cell is left where a path may {begin}", begin="start" if self.starts == () else "end"
            )
        if not self.avoided:
            return None
        if self.tour:
            return Message(
                "a tour visits every cell, so none avoids {cells}", cells=self._all_of(self.avoided)
            )
        out = set(self.avoided)
        if both_ways := sorted(out.intersection(self.needed)):
            return Message("every path must visit, and must avoid, {cells}", cells=self._all_of(both_ways))
        if self.starts is not None and out.issuperset(self.starts):
            return Message(
                "every path begins at {cells}, which it must avoid", cells=self._one_of(self.starts)
            )
        if self.exits is not None and out.issuperset(self.exits):
            return Message("every path ends at {cells}, which it must avoid", cells=self._one_of(self.exits))
        return "every open cell must be avoided" if len(out) == self.board.open_count else None

    @property
    def _parity(self) -> int | None:
        """The parity of the lengths of all paths, if every move changes the colour of the cell; else None."""
        board = self.board
        if board._is_network:
            return None
        both = any((rows + columns) % 2 == 0 for rows, columns in board.moves.deltas)
        if both or board.wrap or board.portals or board.moves.slides:
            return None
        if self.closed:
            return 0
        if self.starts is None or self.exits is None:
            return None
        parities = {(sum(start) + sum(end)) % 2 for start in self.starts for end in self.exits}
        return parities.pop() if len(parities) == 1 else None

    def _one_of(self, cells: Iterable[Cell]) -> str:
        return one_of(map(self.board._said, cells))

    def _all_of(self, cells: Iterable[Cell]) -> str:
        return _all_of(list(map(self.board._said, cells)))

    def _edges(self, edges: Iterable[Edge], sign: str) -> str:
        return _all_of([self.board._said_edge(edge, sign) for edge in edges])

    # ------------------------------------------------------------------------------- limits

    def running(self) -> Self:
        """Return the question with its clock started; all parts of an answer share the time limit."""
        if self._began is not None:
            return self
        return replace(self, _began=time.monotonic())

    def limited(self, limits: Limits) -> Self:
        """Return the question with other limits."""
        return replace(self, limits=limits)

    def watch(self, patience: int | None = None) -> Watch:
        """Return the clock of an answer; with *patience*, it also stops a search after that many cells."""
        began = time.monotonic() if self._began is None else self._began
        unit = "nodes" if self.board._is_network else "cells"
        return Watch(self.limits, began, patience, unit=unit)

    @property
    def facts(self) -> tuple[object, ...]:
        """The values that an answer depends on, for the names of tasks: without limits and caches."""
        board = self.board
        return (
            *board._facts,
            # Induced paths also depend on the edges that are avoided.
            *(board._whole._moves_of_cell,) * bool(self.avoided_edges or self.avoided_moves),
            *("each direction counts",) * (self.closed and not board._symmetric),
            *(self.starts, self.exits, self.tour, self.closed, self.undirected),
            *(self.required, self.avoided, self.required_edges, self.min_length, self.max_length),
        )

    @property
    def of_task(self) -> Self:
        """The question as a task for a worker, which starts its own clock and has no workers."""
        return replace(self, limits=self.limits.of_task, _began=None)


def cells_of(board: Board) -> tuple[Cell, ...]:
    """Return the open cells, in reading order."""
    return tuple((row, column) for row, column in np.argwhere(board.open_cells).tolist())


def one_of(cells: Iterable[Cell | str]) -> str:
    """Return the cells as alternatives: "(0, 0) or (0, 1)"."""
    return joined("{one} or {other}", [*map(str, cells)])


def _all_of(cells: Sequence[str]) -> str:
    if len(cells) > SHOWN:
        return Message("{cells} and {n:,} more", cells=", ".join(cells[:SHOWN]), n=len(cells) - SHOWN)
    return joined("{one} and {other}", cells)
