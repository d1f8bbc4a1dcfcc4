"""The question: which paths of a grid are asked for, in values and in words.  There is one class for it.

The sets that people hold (`gridwalk.PathSet`, `TourSet`, `CycleSet`) are a question with verbs; every
engine is handed the question, or what it takes of it.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Self

from gridwalk.cells import CellLike, as_cell
from gridwalk.errors import Cell, GridwalkError, QuestionError
from gridwalk.grid import Grid
from gridwalk.grid_without import GridWithout
from gridwalk.runtime.limits import NO_LIMITS, Limits, Watch

SHOWN = 8  # cells that are named one by one


@dataclass(frozen=True, repr=False)
class Question:
    """Which paths of a grid are asked for, and what an answer may take.

    Attributes
    ----------
    grid : Grid
    starts, exits : tuple of cells, or None
        Where a path starts and ends, in reading order; None: anywhere.
    tour, closed : bool
        Whether every open cell must be visited; whether a move must lead from the last cell to the first.
    undirected : bool
        Whether a tour and its reverse are one.
    required, avoided : tuple of cells
        What every path must visit, and what none may visit.
    min_length, max_length : int
        Of how many moves a path may be; max_length None: any number.
    limits : Limits
        What an answer may take.

    """

    grid: Grid
    starts: tuple[Cell, ...] | None = None
    exits: tuple[Cell, ...] | None = None
    tour: bool = False
    closed: bool = False
    undirected: bool = False
    required: tuple[Cell, ...] = ()
    avoided: tuple[Cell, ...] = ()
    min_length: int = 0
    max_length: int | None = None
    limits: Limits = NO_LIMITS
    _began: float | None = field(default=None, compare=False)  # of an answer whose parts share the time
    # Of the cells avoided.  Handed on to the questions made of this one, for what is kept with it serves all.
    _without: GridWithout | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        """Check the cells, for kernels trust them."""
        keep = self.__dict__
        for attribute, name in (
            ("starts", "start"),
            ("exits", "exits"),
            ("required", "through"),
            ("avoided", "avoiding"),
        ):
            cells = keep[attribute]
            if type(cells) is tuple and len(cells) == 1:  # the way most questions are made
                keep[attribute] = (self.grid.open_cell(cells[0], name),)
            elif cells is not None and not (type(cells) is tuple and not cells):
                keep[attribute] = self.grid.open_cells_of(cells, name)

    # ------------------------------------------------------------------------ which paths

    def __contains__(self, path: object) -> bool:
        """Whether *path*, a `Path` or a sequence of cells, is asked for; O(length)."""
        try:
            cells = [as_cell(cell, self.grid.shape, "path") for cell in path]  # type: ignore[attr-defined]
        except (TypeError, GridwalkError):
            return False
        if getattr(path, "closed", self.closed) != self.closed:
            return False
        if not cells or len(set(cells)) < len(cells) or not self.grid.open_cells[cells[0]]:
            return False
        steps = list(zip(cells, cells[1:] + cells[:1] * self.closed, strict=False))
        ends = self.exits is None or cells[-1] in self.exits
        starts = self.closed or self.starts is None or cells[0] in self.starts
        if not (starts and ends and all(self.grid.has_move(u, v) for u, v in steps)):
            return False
        if not self.has_length(len(steps)) or not self.visits(cells):
            return False
        if self.closed and len(cells) < 3:
            return False
        if self.tour:
            return len(cells) == self.grid.open_count
        return not set(cells[:-1]) & set(self.exits or ())

    def has_length(self, moves: int) -> bool:
        """Whether a path of so many moves may be asked for."""
        return self.min_length <= moves and (self.max_length is None or moves <= self.max_length)

    def visits(self, cells: Iterable[Cell]) -> bool:
        """Whether *cells* include all that a path must visit, and none that it must not."""
        visited = set(cells)
        return set(self.required) <= visited and not visited & set(self.avoided)

    def keeps(self, path: Sequence[Cell], moves: int) -> bool:
        """Whether a path of the set without other conditions, of so many *moves*, meets the conditions."""
        return not self.is_filtered or (self.has_length(moves) and self.visits(path))

    @property
    def why_empty(self) -> str | None:
        """Why the definition alone leaves no path, in words; ``None``: there may be some."""
        if self.max_length is not None and self.max_length < self.min_length:
            return f"no path has {self.min_length:,} moves or more and {self.max_length:,} or fewer"
        if self.tour and not self.has_length(self.moves_of_tour):
            return f"every tour has {self.moves_of_tour:,} moves"
        if not self.avoided:
            return None
        if self.tour:
            return f"a tour visits every cell, so none avoids {_all_of(self.avoided)}"
        if both := set(self.required) & set(self.avoided):
            return f"every path is to visit, and to avoid, {_all_of(sorted(both))}"
        if self.starts_left == ():
            return f"every path begins at {one_of(self.starts or ())}, which it is to avoid"
        if self.exits_left == ():
            return f"every path ends at {one_of(self.exits or ())}, which it is to avoid"
        return None

    # ----------------------------------------------------------------- what engines are given

    @property
    def ground(self) -> Grid:
        """The grid without the cells avoided, which is what every engine is given."""
        if not self.avoided:
            return self.grid
        return self._without or GridWithout(self.grid, self.avoided)

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
    def start(self) -> Cell | None:
        """Where paths start, the first of several starts; None: anywhere."""
        return self.starts[0] if self.starts else None

    @property
    def is_cyclic(self) -> bool:
        """Whether cycles of any length are asked for."""
        return self.closed and not self.tour

    @property
    def has_given_lengths(self) -> bool:
        """Whether only paths of given lengths are asked for; tours are all of one length."""
        return not self.tour and (self.min_length > 0 or self.max_length is not None)

    @property
    def is_filtered(self) -> bool:
        """Whether paths must visit given cells or be of given lengths, which no search for one path knows."""
        # All tours visit all cells, in as many moves.
        return (bool(self.required) and not self.tour) or self.has_given_lengths

    @property
    def is_conditional(self) -> bool:
        """Whether no search for one path knows the conditions: cells, lengths, or coming back."""
        return self.is_filtered or self.is_cyclic

    @property
    def moves_of_tour(self) -> int:
        """How many moves every tour of the grid has."""
        return self.grid.open_count - (not self.closed)

    @property
    def halves_trivial(self) -> bool:
        """Whether a path and its reverse, counted as two by the engines, are one here."""
        return self.undirected and not self.closed

    # ------------------------------------------------------------------------ other questions

    def through(self, cells: Iterable[CellLike]) -> Self:
        """Ask for the paths that visit each of *cells*, too."""
        more = self.grid.open_cells_of(cells, "through")
        return replace(self, required=tuple(sorted({*self.required, *more})))

    def avoiding(self, cells: Iterable[CellLike]) -> Self:
        """Ask for the paths that visit none of *cells*."""
        more = self.grid.open_cells_of(cells, "avoiding")
        avoided = tuple(sorted({*self.avoided, *more}))
        return replace(self, avoided=avoided, _without=GridWithout(self.grid, avoided))

    def of_lengths(self, shortest: int, longest: int | None = None) -> Self:
        """Ask for the paths of at least *shortest* moves, and at most *longest* if it is given."""
        limits = [limit for limit in (self.max_length, longest) if limit is not None]
        return replace(self, min_length=max(self.min_length, shortest), max_length=min(limits, default=None))

    def between(self, starts: tuple[Cell, ...] | None, exits: tuple[Cell, ...] | None) -> Self:
        """Ask for the paths from *starts* to *exits*, cells that this or another question has checked."""
        other = copy(self)  # `replace` would check them all again, for each of many starts
        other.__dict__.update(starts=starts, exits=exits)
        return other

    def unconditional(self) -> Self:
        """Ask for all paths, whatever they visit and however long they are."""
        return replace(self, required=(), min_length=0, max_length=None)

    # ------------------------------------------------------------------------------- limits

    def running(self) -> Self:
        """Return the question with its clock started: all parts of an answer share the time given."""
        if self._began is not None:
            return self
        return replace(self, _began=time.monotonic())

    def watch(self, patience: int | None = None) -> Watch:
        """Return the clock of an answer; it ends a search that enters more cells than *patience*."""
        began = time.monotonic() if self._began is None else self._began
        return Watch(self.limits, began, patience)

    def refuse_checkpoint(self, verb: str) -> None:
        """Refuse a *verb* that keeps no state, where the user relies on it."""
        if self.limits.checkpoint is not None:
            raise QuestionError("within(checkpoint=...)", f"counts keep their state, {verb} does not")

    # ---------------------------------------------------------------------------- in words

    @property
    def convention(self) -> str:
        """What counts as one path here, in words."""
        if self.closed and self.grid.symmetric:
            return f"{self.described}, counted once in all: neither start nor direction matters"
        if self.closed:
            return f"{self.described}, counted once per direction: moves cannot be undone here"
        if not self.tour:
            return f"{self.described}; a path ends at the first exit it enters"
        if self.undirected:
            return f"{self.described}, a tour and its reverse counted once"
        return self.described + (", counted once per direction" if self.starts is None else "")

    @property
    def described(self) -> str:
        """The paths asked for, in words."""
        if self.closed:
            words = "closed tours" if self.tour else "simple cycles"
        else:
            start = "any square" if self.starts is None else one_of(self.starts)
            end = "" if self.exits is None else " to " + one_of(self.exits)
            words = f"{'open tours' if self.tour else 'simple paths'} from {start}{end}"
        if self.required:
            words += f" through {_all_of(self.required)}"
        if self.avoided:
            words += f" avoiding {_all_of(self.avoided)}"
        if self.max_length is not None and self.max_length == self.min_length:
            return f"{words} of {self.max_length:,} moves"
        if self.max_length is not None:
            return f"{words} of {self.min_length:,} to {self.max_length:,} moves"
        return f"{words} of {self.min_length:,} moves or more" if self.min_length else words

    def __repr__(self) -> str:
        once = ", a tour and its reverse once" if self.halves_trivial else ""
        return f"{self.described}{once}, on {self.grid!r}"


def one_of(cells: Iterable[Cell]) -> str:
    """Return the cells as alternatives, in words."""
    return " or ".join(map(str, cells))


def _all_of(cells: Sequence[Cell]) -> str:
    if len(cells) > SHOWN:
        return f"{', '.join(map(str, cells[:SHOWN]))} and {len(cells) - SHOWN:,} more"
    return " and ".join(map(str, cells))
