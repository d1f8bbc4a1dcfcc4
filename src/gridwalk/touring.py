"""The questions about tours only: why there is none, how many from every cell, or up to symmetry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell, QuestionError, UnsuitableAlgorithmError
from gridwalk.path import Path
from gridwalk.ranking import Ranking
from gridwalk.runtime.eventlog import EventLog
from gridwalk.tours.construct import implicit_tour, is_implicit, unsuitable
from gridwalk.tours.existence import dead_ends, quick_refutation
from gridwalk.tours.find import find_tour, refute_tour
from gridwalk.tours.implicit import ImplicitTour
from gridwalk.tours.question import Question, Refutation
from gridwalk.tours.symmetry import FEW_CELLS, count_orbits, symmetries

if TYPE_CHECKING:
    from gridwalk.keywords import Measure


@dataclass(frozen=True, repr=False)
class Touring(Ranking):
    """A set of paths, and what can be asked if they are tours."""

    @property
    def impossible(self) -> str | None:
        """Why there is no such path or tour, in words, if that is seen at once; ``None``: there may be one.

        >>> from gridwalk import KNIGHT, Board
        >>> Board.rectangle(4, 5, moves=KNIGHT).tours(closed=True).impossible
        "no closed knight's tour of 4 x 5 exists (Schwenk 1991)"
        """
        found = self._refuted()
        return self.why_empty if found is None else found.reason

    def longest(self, *, measure: Measure = "length") -> Path | None:
        """Return a longest path, as `Altogether.longest` does; of tours, which are all as long, any."""
        self._refuse_checkpoint("longest()")
        if self.tour and measure == "length":
            found = self._find_tour("auto", None)
            return found if isinstance(found, Path) else None
        return super().longest(measure=measure)

    def counts_by_start(self) -> list[list[int]]:
        """Return for each cell how many open tours begin there: rows of numbers, 0 where a wall is.

        Cells that turning or mirroring takes to each other have the same number; one of them is asked.

        >>> from gridwalk import KNIGHT, Board
        >>> Board.rectangle(5, 5, moves=KNIGHT).tours().counts_by_start()[0]
        [304, 0, 56, 0, 304]
        """
        self._refuse_paths("counts_by_start")
        if self.closed or self.starts is not None or self.undirected:
            raise QuestionError(
                "counts_by_start", "it counts open tours, of either direction, from every cell"
            )
        board, running = self.board, self._running()
        ends = [] if self.exits is None else [self.exits]
        orbits = np.stack(symmetries(board, *ends)).min(axis=0)  # of every cell the first that is like it
        counts = np.zeros(board.size, object)
        for first in np.unique(orbits[board.open_cells.ravel()]):
            start = divmod(int(first), board.columns)
            counts[orbits == first] = replace(running, starts=(start,)).count()
        table: list[list[int]] = counts.reshape(board.shape).tolist()
        return table

    def _up_to_symmetry(self, by: str) -> int:
        """Count the tours that no symmetry takes to each other, by the fixed points of every symmetry."""
        board = self.board
        self._refuse_paths("up_to_symmetry")
        if self.closed and not board.symmetric:
            raise QuestionError("up_to_symmetry", "the moves of a closed tour must be undoable")
        ends: list[tuple[Cell, ...]] = [
            cells for cells in (self.starts, self.exits) if cells is not None and not self.closed
        ]
        group = symmetries(board, *ends)
        either_way = self.closed or self.undirected
        if either_way and board.open_count <= FEW_CELLS:
            return len({self._alike(path, group) for path in self._search().paths()})
        total = self._count(by)
        if either_way and total:
            return count_orbits(
                board,
                total,
                group,
                closed=self.closed,
                memory=self.limits.memory_allowed,
                watch=self.limits.watch(),
                checkpoint=self.limits.checkpoint,
            )
        # A symmetry that leaves every cell of a walk in its place is none, on two cells or more.
        return total if board.open_count == 1 else total // len(group)

    def _alike(self, path: Path, group: list[NDArray[np.intp]]) -> tuple[int, ...]:
        """Return what all tours that *group* takes *path* to have in common."""
        flat = np.array([self.board.index(cell) for cell in path])
        forms = [to[flat] for to in group]
        forms += [form[::-1] for form in forms]
        if self.closed:
            forms = [np.roll(form, -int(form.argmin())) for form in forms]
        return min(tuple(form.tolist()) for form in forms)

    def _promising_starts(self) -> Iterator[Cell]:
        watch, starts = self.limits.watch(), self._starts()
        ends = dead_ends(self.board) if self.tour and not self.closed else ()
        if len(ends) > 1:
            starts = [end for end in ends if self.starts is None or end in self.starts]
        for start in starts:
            watch.check(0, 0, 0, "looking at the starts")
            question = Question(self.board, start, self.exits, self.closed)
            if not self.tour or quick_refutation(question) is None:
                yield start

    def _ends_from(self, starts: Sequence[Cell] | None) -> Sequence[Cell] | None:
        """Return where a path from *starts* may end: a tour at the dead end that is not its start."""
        if not self.tour or self.closed or starts is None or len(starts) != 1:
            return super()._ends_from(starts)
        ends = [cell for cell in dead_ends(self.board) if cell != starts[0]]
        if not ends or self.exits is None:
            return ends or self.exits
        return [cell for cell in ends if cell in self.exits]

    def _is_refuted(self) -> bool:
        return self._refuted() is not None

    def refutation(self) -> Refutation | None:
        """Return why there is no tour, in a form that can be checked; ``None`` if there is one.

        Of several starts it is a reason that holds for all of them, or has a reason for each (``each``).
        Unlike `impossible` it goes on until it knows, or the time of `within` is over.
        """
        self._refuse_paths("refutation")
        self._refuse_checkpoint("refutation()")
        found = self._find_tour("auto", None)
        return found if isinstance(found, Refutation) else None

    def implicit(self) -> ImplicitTour | None:
        """Return a knight's tour that is not held in memory; ``None`` if there is none.

        It answers ``successor(cell)``, ``square(k)`` and ``index(cell)``, and is closed wherever a closed
        tour is possible, which is a tour from any start.  See `gridwalk.tours.implicit.ImplicitTour`.

        >>> from gridwalk import KNIGHT, Board
        >>> Board.rectangle(8, 8, moves=KNIGHT).tours(closed=True).implicit().square(1)
        (1, 2)
        """
        self._refuse_paths("implicit")
        if self._refuted():
            return None
        question = Question(self.board, self.start, self.exits, self.closed)
        reason = unsuitable(question)
        if reason is None and not is_implicit(question):
            reason = "on a board with an odd number of cells it begins at (0, 0)"
        if reason:
            raise UnsuitableAlgorithmError("construct", reason)
        return implicit_tour(question)

    def _refuted(self) -> Refutation | None:
        if not self.tour:
            return None
        if self.why_empty is not None:
            return Refutation(self.why_empty, "definition")
        return refute_tour(self.board, self.starts, self.exits, closed=self.closed, watch=self.limits.watch())

    def _find_tour(self, by: str, log: EventLog | None) -> Path | Refutation:
        if self.why_empty is not None:
            return Refutation(self.why_empty, "definition")
        watch = self.limits.watch()
        return find_tour(self.board, self.starts, self.exits, closed=self.closed, by=by, watch=watch, log=log)

    def _refuse_paths(self, name: str) -> None:
        if not self.tour or self._needs_sweep:
            raise QuestionError(name, "it answers for tours, without other conditions")
