"""Which paths a set has: its definition in values and in words, `in`, and the smaller sets made of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from typing import Self

from gridwalk.board import Board
from gridwalk.cells import CellLike, as_cell
from gridwalk.checks import checked_number
from gridwalk.errors import Cell, GridwalkError, QuestionError
from gridwalk.grid import Grid
from gridwalk.grid_without import GridWithout
from gridwalk.runtime.limits import NO_LIMITS, Limits, Progress

SHOWN = 8  # cells that are named one by one


@dataclass(frozen=True, repr=False)
class Members:
    """The definition of a set of paths; `gridwalk.PathSet` adds the questions.

    Attributes
    ----------
    board : Board
    starts, exits : tuple of cells, or None
        Where a path starts and ends, in reading order; None: anywhere.
    tour, closed : bool
        Whether every open cell must be visited; whether a move must lead from the last cell to the first.
    undirected : bool
        Whether a tour and its reverse are one.
    required, avoided : tuple of cells
        What every path must visit, and what none may visit.
    fewest, most : int
        Of how many moves a path may be; most None: any number.
    limits : Limits
        What an answer may take.

    """

    board: Board
    starts: tuple[Cell, ...] | None
    exits: tuple[Cell, ...] | None
    tour: bool = False
    closed: bool = False
    undirected: bool = False
    required: tuple[Cell, ...] = ()
    avoided: tuple[Cell, ...] = ()
    fewest: int = 0
    most: int | None = None
    limits: Limits = NO_LIMITS
    # Of the cells avoided.  Handed on to the sets made of this one, for what is kept with it serves them all.
    _without: GridWithout | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        """Check the cells, for a set can be made without `Board.paths`, and kernels trust them."""
        keep = self.__dict__
        for attribute, name in (
            ("starts", "start"),
            ("exits", "exits"),
            ("required", "through"),
            ("avoided", "avoiding"),
        ):
            cells = keep[attribute]
            if type(cells) is tuple and len(cells) == 1:  # the way most sets are made
                keep[attribute] = (self.board.open_cell(cells[0], name),)
            elif cells is not None and not (type(cells) is tuple and not cells):
                keep[attribute] = self.board.open_cells_of(cells, name)

    # ---------------------------------------------------------------------------- members

    def __contains__(self, path: object) -> bool:
        """Whether *path*, a `Path` or a sequence of cells, is in the set; O(length).

        Where a tour or cycle and its reverse are counted once, both are in the set.
        """
        try:
            cells = [as_cell(cell, self.board.shape, "path") for cell in path]  # type: ignore[attr-defined]
        except (TypeError, GridwalkError):
            return False
        if getattr(path, "closed", self.closed) != self.closed:
            return False
        if not cells or len(set(cells)) < len(cells) or not self.board.open_cells[cells[0]]:
            return False
        steps = list(zip(cells, cells[1:] + cells[:1] * self.closed, strict=False))
        ends = self.exits is None or cells[-1] in self.exits
        starts = self.closed or self.starts is None or cells[0] in self.starts
        if not (starts and ends and all(self.board.has_move(u, v) for u, v in steps)):
            return False
        if not self.has_length(len(steps)) or not self._visits(cells):
            return False
        if self.closed and len(cells) < 3:
            return False
        if self.tour:
            return len(cells) == self.board.open_count
        return not set(cells[:-1]) & set(self.exits or ())

    def has_length(self, moves: int) -> bool:
        """Whether a path of so many moves may be in the set."""
        return self.fewest <= moves and (self.most is None or moves <= self.most)

    def _visits(self, cells: Iterable[Cell]) -> bool:
        """Whether *cells* are such as a path of the set must visit, and may."""
        visited = set(cells)
        return set(self.required) <= visited and not visited & set(self.avoided)

    @property
    def why_empty(self) -> str | None:
        """Why the definition alone leaves no path, in words; ``None``: there may be some.

        >>> Board.rectangle(3, 3).paths().avoiding((0, 0)).why_empty
        'every path begins at (0, 0), which it is to avoid'
        """
        if self.most is not None and self.most < self.fewest:
            return f"no path has {self.fewest:,} moves or more and {self.most:,} or fewer"
        if self.tour and not self.has_length(self.moves_of_tour):
            return f"every tour has {self.moves_of_tour:,} moves"
        if not self.avoided:
            return None
        if self.tour:
            return f"a tour visits every cell, so none avoids {_all_of(self.avoided)}"
        if both := set(self.required) & set(self.avoided):
            return f"every path is to visit, and to avoid, {_all_of(sorted(both))}"
        if self._starts_left == ():
            return f"every path begins at {_either(self.starts or ())}, which it is to avoid"
        if self._exits_left == ():
            return f"every path ends at {_either(self.exits or ())}, which it is to avoid"
        return None

    @property
    def _ground(self) -> Grid:
        """The board without the cells avoided, which is what every engine is given."""
        if not self.avoided:
            return self.board
        return self._without or GridWithout(self.board, self.avoided)

    @property
    def _starts_left(self) -> tuple[Cell, ...] | None:
        """The starts that are not avoided; None: anywhere."""
        return self._left(self.starts)

    @property
    def _exits_left(self) -> tuple[Cell, ...] | None:
        """The exits that are not avoided; None: anywhere."""
        return self._left(self.exits)

    def _left(self, ends: tuple[Cell, ...] | None) -> tuple[Cell, ...] | None:
        if ends is None or not self.avoided:
            return ends
        return tuple(cell for cell in ends if cell not in self.avoided)

    @property
    def is_filtered(self) -> bool:
        """Whether paths must visit given cells or be of given lengths, which no search for one path knows."""
        # All tours visit all cells, in as many moves.
        return (bool(self.required) and not self.tour) or self._has_given_lengths

    @property
    def _has_given_lengths(self) -> bool:
        """Whether only paths of given lengths are in the set; tours are all of one length."""
        return not self.tour and (self.fewest > 0 or self.most is not None)

    @property
    def moves_of_tour(self) -> int:
        """How many moves every tour of the board has."""
        return self.board.open_count - (not self.closed)

    def __repr__(self) -> str:
        once = ", a tour and its reverse once" if self.undirected and not self.closed else ""
        return f"<{type(self).__name__}: {self.described}{once}, on {self.board!r}>"

    # ------------------------------------------------------------------------ smaller sets

    def through(self, *cells: CellLike) -> Self:
        """Return the paths that visit each of *cells*, in whatever order.

        >>> Board.rectangle(3, 3).paths().through((1, 1)).count()
        10
        """
        more = self.board.open_cells_of(cells, "through")
        return replace(self, required=tuple(sorted({*self.required, *more})))

    def avoiding(self, *cells: CellLike) -> Self:
        """Return the paths that visit none of *cells*: all but those `through` one of them.

        So for a single cell the counts of the two sets add up to that of all.  No path avoids its start, and
        no tour any cell: such sets are empty, and `why_empty` tells.  A diagonal step beside a cell stays
        allowed; where it is to be gone, as beside a wall, ask ``board.with_walls(*cells).paths()``.

        >>> paths = Board.rectangle(3, 3).paths()
        >>> paths.avoiding((1, 1)).count(), paths.through((1, 1)).count(), paths.count()
        (2, 10, 12)
        """
        more = self.board.open_cells_of(cells, "avoiding")
        avoided = tuple(sorted({*self.avoided, *more}))
        return replace(self, avoided=avoided, _without=GridWithout(self.board, avoided))

    def longer_than(self, moves: int) -> Self:
        """Return the paths of more than so many moves."""
        return replace(self, fewest=max(self.fewest, checked_number(moves, "moves", 0) + 1))

    def shorter_than(self, moves: int) -> Self:
        """Return the paths of fewer than so many moves."""
        limit = checked_number(moves, "moves", 1) - 1
        return replace(self, most=limit if self.most is None else min(self.most, limit))

    def of_length(self, moves: int) -> Self:
        """Return the paths of exactly so many moves.

        >>> Board.rectangle(3, 3).paths().of_length(6).count()
        4
        """
        checked_number(moves, "moves", 0)
        return self.longer_than(moves - 1).shorter_than(moves + 1) if moves else self.shorter_than(1)

    def within(
        self,
        seconds: float | None = None,
        *,
        memory: int | None = None,
        checkpoint: str | PathLike[str] | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> Self:
        """Return the same set, whose every answer may take so long and so much; *progress* is told meanwhile.

        Parameters
        ----------
        seconds : float, optional
            An answer that is not there in time raises `TimeLimitError`, which carries what is
            known by then.
        memory : int, optional
            Bytes that questions about all paths at once may take; default: 60 % of what is free.
            A count that needs more goes on on disk.
        checkpoint : path, optional
            A directory in which counts (`count`, `lengths`, `counts_by_start`) keep their state and their
            answers, so that they go on there when they are asked again, after whatever
            stop.  It serves any number of questions, each of one process at a time (`CheckpointError`).
            Questions that keep no state refuse it (`QuestionError`).
        progress : callable, optional
            Told a `Progress` some ten times a second.

        """
        return replace(self, limits=Limits(seconds, progress, memory, checkpoint))

    def _refuse_checkpoint(self, verb: str) -> None:
        """Refuse a *verb* that keeps no state, where the user relies on it."""
        if self.limits.checkpoint is not None:
            raise QuestionError("within(checkpoint=...)", f"counts keep their state, {verb} does not")

    def _running(self) -> Self:
        """Return the same set with its clock started: all parts of an answer share the time given."""
        if self.limits.began is not None:
            return self
        return replace(self, limits=replace(self.limits, began=time.monotonic()))

    # ---------------------------------------------------------------------------- in words

    @property
    def start(self) -> Cell | None:
        """Where paths start, the first of several starts; None: anywhere."""
        return self.starts[0] if self.starts else None

    @property
    def convention(self) -> str:
        """What counts as one path here, in words."""
        if self.closed and self.board.symmetric:
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
        """What is in the set, in words."""
        if self.closed:
            words = "closed tours" if self.tour else "simple cycles"
        else:
            start = "any square" if self.starts is None else _either(self.starts)
            end = "" if self.exits is None else " to " + _either(self.exits)
            words = f"{'open tours' if self.tour else 'simple paths'} from {start}{end}"
        if self.required:
            words += f" through {_all_of(self.required)}"
        if self.avoided:
            words += f" avoiding {_all_of(self.avoided)}"
        if self.most is not None and self.most == self.fewest:
            return f"{words} of {self.most:,} moves"
        if self.most is not None:
            return f"{words} of {self.fewest:,} to {self.most:,} moves"
        return f"{words} of {self.fewest:,} moves or more" if self.fewest else words


def _either(cells: Iterable[Cell]) -> str:
    return " or ".join(map(str, cells))


def _all_of(cells: Sequence[Cell]) -> str:
    if len(cells) > SHOWN:
        return f"{', '.join(map(str, cells[:SHOWN]))} and {len(cells) - SHOWN:,} more"
    return " and ".join(map(str, cells))
