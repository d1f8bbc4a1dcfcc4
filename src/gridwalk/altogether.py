"""The questions about all paths of a set at once: how many, how long, the longest."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.checks import exact_sums
from gridwalk.enumeration import Enumeration
from gridwalk.errors import (
    Cell,
    QuestionError,
    TourMemoryError,
    UnknownChoiceError,
    UnsuitableAlgorithmError,
)
from gridwalk.path import Path
from gridwalk.runtime.limits import PatienceError

if TYPE_CHECKING:
    from gridwalk.frontier.all_paths import AllPaths
    from gridwalk.frontier.estimate import Estimate
    from gridwalk.frontier.starts import FromEachStart
    from gridwalk.keywords import CountBy, Measure

COUNT_BY = ("auto", "sweep", "list", "blocks")
MEASURES = ("length", "cost")
PATIENCE = 20_000  # cells a listing may enter before a sweep takes over
MAX_BLOCKS = 10  # cells along the shorter side; each makes the work some twenty times as much
SHORT_SWEEP = 60  # seconds, estimated: what may take the place of a count for which there is no memory
MORE_PATIENCE = 2_000_000  # more cells for every second that a sweep may take: a tenth of its time ...
MAX_PATIENCE = 100_000_000  # ... but no more than this: what is not listed by then hardly ever will be
ROUNDED = 2.0**-52  # relative: what an addition may lose
CLOSE = 1e-11  # relative: what the cost of a best path may be off


@dataclass(frozen=True, repr=False)
class Altogether(Enumeration):
    """A set of paths, and the answers that look at all of them without listing them."""

    def count(self, *, by: CountBy = "auto", up_to_symmetry: bool = False) -> int:
        """Return how many paths there are, exactly.

        Parameters
        ----------
        by : {"auto", "sweep", "list", "blocks"}
            "sweep" looks at all paths at once: a frontier moves over the board, and for each way in which
            what lies behind it may go on there is one number.  "list" visits every path, millions a second.
            "blocks" is for tours of open boards up to some eight cells wide: it counts those of both halves
            and joins them.  "auto" lists where that is over at once, and otherwise takes blocks or a sweep.
        up_to_symmetry : bool
            Count tours that are turned or mirrored into each other once (by those of the eight ways to
            turn and mirror the board that leave its walls, costs, moves and the given ends as they are).

        Raises
        ------
        TimeLimitError, TableSizeError, SweepMemoryError, SpillError, CheckpointError
            If the limits of `within` are met.

        Notes
        -----
        A sweep takes time and memory exponential in the board's shorter side only, for the rook some three
        times more a column.  Knuth, TAOCP 7.1.4 (Simpath); Iwashita et al. 2013 for the rook.

        >>> from gridwalk import Board
        >>> Board.rectangle(12, 12).paths().count()
        182413291514248049241470885236
        """
        UnknownChoiceError.check("by", by, COUNT_BY)
        paths = self._running()
        return paths._up_to_symmetry(by) if up_to_symmetry else paths._count(by)

    def _count(self, by: str) -> int:
        if self.why_empty is not None:
            return 0
        if by == "list":
            self._refuse_checkpoint("a listing")
            return self._listed()
        if by == "auto" and self._is_refuted():
            return 0
        known = self._listed_within(PATIENCE) if by == "auto" else None
        if known is None and by != "sweep":
            known = self._count_blocks(by)
        if known is not None:
            return known
        whole = self._whole()
        if by == "auto" and whole.estimate.seconds > 1:
            known = self._listed_within(min(int(whole.estimate.seconds * MORE_PATIENCE), MAX_PATIENCE))
            if known is not None:
                return known
        if self._has_given_lengths:
            return sum(self.lengths().values())
        return self._in_all(whole.count(), len(whole.trivial))

    def lengths(self) -> dict[int, int]:
        """Return how many paths there are of each number of moves, the least first.

        >>> from gridwalk import Board
        >>> Board.rectangle(3, 3).paths().lengths()
        {4: 6, 6: 4, 8: 2}
        """
        if self.tour:
            number = self.count()
            return {self.moves_of_tour: number} if number else {}
        whole = self._whole()
        found = {
            length: self._in_all(number, len(whole.trivial) if length == 0 else 0)
            for length, number in whole.lengths().items()
        }
        return {length: number for length, number in found.items() if self.has_length(length)}

    def longest(self, *, measure: Measure = "length") -> Path | None:
        """Return a longest path, or ``None`` if there is none; of several the same on every run.

        Parameters
        ----------
        measure : {"length", "cost"}
            What there is to be most of: moves, or what they cost.

        Notes
        -----
        Exact, by the sweep of `count`.

        >>> from gridwalk import Board
        >>> Board.rectangle(12, 12).paths().longest().length
        142
        """
        UnknownChoiceError.check("measure", measure, MEASURES)
        self._refuse_checkpoint("longest()")
        return self._running()._best(longest=True, by_cost=measure == "cost")

    def estimate(self, *, lengths: bool = False) -> Estimate:
        """Return what `count` will take, about: by what, states at once, seconds.

        Where a listing is over at once, `count` does not get as far.

        Parameters
        ----------
        lengths : bool
            What `lengths` will take instead, which has a number for each length.

        >>> from gridwalk import Board
        >>> Board.rectangle(12, 12).paths().estimate().states
        71799
        """
        paths = self._running()
        try:
            blocks = None if lengths and not self.tour else paths._estimate_of_blocks()
        except TourMemoryError:
            if paths._whole().estimate.seconds >= SHORT_SWEEP:
                raise
            blocks = None
        if blocks is not None:
            return blocks
        whole = paths._whole()
        return whole.estimate_of_lengths if lengths and not self.tour else whole.estimate

    # ------------------------------------------------------------------------- how it works

    def _is_refuted(self) -> bool:
        """Whether it is known at once that there is nothing to count."""
        return False

    def _up_to_symmetry(self, by: str) -> int:
        """Count those once that a symmetry of the board takes to each other."""
        raise QuestionError("up_to_symmetry", "it counts tours")

    def _count_blocks(self, by: str) -> int | None:
        """Count the tours of an open board by blocks; None where they do not suit, if *by* is "auto"."""
        if by == "auto" and min(self.board.shape) == 1:
            return None  # a single line shrinks to nothing much
        try:
            return self._in_all(self._count_by_blocks(), int(self.board.size == 1))
        except UnsuitableAlgorithmError:
            if by != "auto":
                raise
        except TourMemoryError:
            if by != "auto" or self._whole().estimate.seconds >= SHORT_SWEEP:
                raise  # else a sweep can go on on disk
        return None

    def _why_not_blocks(self) -> str:
        """Return why tours cannot be counted by blocks, in words; "": they can."""
        board = self.board
        if not self.tour or self.exits is not None:
            return "it counts tours, from anywhere or from one start"
        if not board.geometry.open_rectangle or min(board.shape) > MAX_BLOCKS:
            return f"it needs an open board of at most {MAX_BLOCKS} cells in one direction"
        if not self.closed and self.starts is not None and len(self.starts) > 1:
            return "it counts from one start or from all"
        return ""

    def _count_by_blocks(self) -> int:
        from gridwalk.frontier.halves.count import count_tours

        return count_tours(**self._as_blocks(), checkpoint=self.limits.checkpoint)

    def _estimate_of_blocks(self) -> Estimate | None:
        """Return what blocks will take; None where a count takes no blocks."""
        from gridwalk.frontier.halves.count import estimate_tours

        if self.why_empty is not None or min(self.board.shape) == 1 or self._why_not_blocks():
            return None
        try:
            return estimate_tours(**self._as_blocks())
        except UnsuitableAlgorithmError:
            return None

    def _as_blocks(self) -> dict[str, Any]:
        """Return the question as blocks take it; refuse what they cannot count."""
        if reason := self._why_not_blocks():
            raise UnsuitableAlgorithmError("blocks", reason)
        return {
            "rows": self.board.rows,
            "columns": self.board.columns,
            "moves": self.board.moves,
            "closed": self.closed,
            "start": None if self.closed else self.start,
            "memory": self.limits.memory_allowed,
            "watch": self.limits.watch(),
        }

    def _listed_within(self, patience: int) -> int | None:
        """Count by visiting every path, unless more cells than *patience* would be entered."""
        try:
            return self._listed(self.limits.watch(patience))
        except PatienceError:
            return None

    @property
    def _needs_sweep(self) -> bool:
        """Whether no search for one path knows the set's conditions."""
        return self.is_filtered or self._is_cyclic

    def _whole(self) -> AllPaths | FromEachStart:
        from gridwalk.frontier.all_paths import AllPaths
        from gridwalk.frontier.profile.count import Room
        from gridwalk.frontier.starts import FromEachStart

        checkpoint = None if self.limits.checkpoint is None else FilePath(self.limits.checkpoint)
        room = Room(self.limits.memory_allowed, os.cpu_count() or 1, spill=True, checkpoint=checkpoint)
        watch = self.limits.watch()

        def paths_from(starts: Sequence[Cell] | None) -> AllPaths:
            return AllPaths(
                self._ground,
                starts,
                self._ends_from(starts),
                through=self.required,
                tour=self.tour,
                closed=self.closed,
                none=self.why_empty is not None,
                room=room,
                watch=watch,
            )

        some = self.why_empty is None
        if some and self.tour and not self.closed and (self.starts is None or len(self.starts) > 1):
            starts = list(self._promising_starts())
            if len(starts) > 1:
                return FromEachStart(starts, lambda start: paths_from([start]), self.board.index, watch)
            return paths_from(starts)
        return paths_from(self._starts_left)

    def _ends_from(self, starts: Sequence[Cell] | None) -> Sequence[Cell] | None:
        """Return where a path from *starts* may end; None: anywhere."""
        return self._exits_left

    def _in_all(self, number: int, trivial: int) -> int:
        """Return how many count of *number*, among them so many *trivial* ones, which have no reverse."""
        both_ways = self.undirected and not self.closed
        return trivial + (number - trivial) // 2 if both_ways else number

    def _best(self, *, longest: bool, by_cost: bool) -> Path | None:
        """Return a longest or a shortest path.

        A sweep loses digits of a small cost beside a far larger one that is on no path worth having.  So
        where that may matter it is made again, with costs bounded by twice that of the path found: no
        path is shorter and visits a bounded cell, and a longer one that does shows by its cost.
        """
        path, board, bound = self._swept_best(longest=longest, by_cost=by_cost), self.board, np.inf
        if path is None or not by_cost or board.costs is None or exact_sums(board.costs[board.open_cells]):
            return path
        costs = board.costs
        while path.cost > bound or _may_be_off(costs[board.open_cells], path.cost):
            bound = 2 * path.cost
            costs = np.minimum(board.costs, bound)
            bounded = replace(self, board=board.replace(costs=costs), _without=None)
            found = bounded._swept_best(longest=longest, by_cost=True)
            assert found is not None
            path = Path._found(board, found.cells, found.closed, found.by)
        return path

    def _swept_best(self, *, longest: bool, by_cost: bool) -> Path | None:
        whole = self._whole()

        def measure(cells: NDArray[np.int32]) -> float:
            path = self._paths([cells])[0]
            return path.cost if by_cost else path.length

        cells = whole.best(longest=longest, by_cost=by_cost, measure=measure)
        if cells is None:
            return None
        (path,) = self._paths([cells])
        if self.has_length(path.length):
            return path
        if by_cost and (self.board.costs is not None or self.board.moves.has_diagonals):
            raise UnsuitableAlgorithmError("cost", "among paths of given lengths only moves can be counted")
        allowed = self.lengths()
        if not allowed:
            return None
        return next(iter(self.of_length(max(allowed) if longest else min(allowed))), None)

    def _paths(self, every: Sequence[NDArray[np.int32]]) -> list[Path]:
        """Return paths of their flat cells; those that are closed begin at the start."""
        paths = []
        for flat in every:
            turned = self._begun(flat) if self.closed else flat
            cells = np.stack(np.divmod(turned, np.int32(self.board.columns)), axis=1)
            paths.append(Path._found(self.board, cells, self.closed, "sweep"))
        return paths

    def _begun(self, flat: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return a cycle as it is told: from the set's start if that is on it, else from its first cell."""
        first = flat.min() if self.start is None else np.int32(self.board.index(self.start))
        at = np.flatnonzero(flat == first)
        turned = np.roll(flat, -int(at[0]) if at.size else -int(flat.argmin()))
        if self.board.symmetric and turned[1] > turned[-1]:
            turned[1:] = turned[:0:-1].copy()
        return turned


def _may_be_off(costs: NDArray[np.float64], best: float) -> bool:
    """Whether rounding in sums of *costs* may have hidden a path that is better than *best*."""
    lost = float(costs.sum()) * costs.size * ROUNDED
    return lost > CLOSE * best > 0 and bool(costs.max() > 4 * best)
