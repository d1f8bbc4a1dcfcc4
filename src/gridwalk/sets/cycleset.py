"""The lazy set of simple cycles: each verb is its docstring and one line to the planner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from gridwalk.answers.path import Path
from gridwalk.grids.grid import Grid
from gridwalk.planner import counts, longest, single
from gridwalk.questions.question import Question
from gridwalk.sets.inducedset import InducedSet
from gridwalk.sets.lazyset import LazySet

if TYPE_CHECKING:
    from gridwalk.algorithms import CountBy, FindCycleBy, SweptBy
    from gridwalk.keywords import Measure


@dataclass(frozen=True, repr=False)
class CycleSet(LazySet):
    """All simple cycles of a board, of any length; made by `Board.cycles`.

    A cycle has at least three cells.  Each counts once; if some move has no reverse, once per direction.

    ===================  =====================================================================
    one cycle            `find`, `shortest`, `longest`, `sample`, `unrank`; ``cycle in cycles``
    all, one by one      ``for cycle in cycles``, `list`, `batches`, `samples`
    all at once          `count`, `lengths`, `rank`, `is_empty`
    smaller sets         `through`, `avoiding`, `longer_than`, `shorter_than`, `of_length`, `induced`
    how                  `within` (limits), `explain` (which engine, at what cost)
    ===================  =====================================================================

    Examples
    --------
    >>> from gridwalk import Board
    >>> cycles = Board.rectangle(3, 3).cycles()
    >>> cycles.count(), cycles.through((1, 1)).count(), cycles.longest().length
    (13, 12, 8)

    """

    @classmethod
    def of(cls, grid: Grid) -> Self:
        """Return the set behind `Board.cycles`."""
        return cls(Question(grid, closed=True))

    def induced(self) -> InducedSet:
        """Return the cycles without chords: no move joins two of their cells that are not consecutive.

        >>> from gridwalk import Board
        >>> Board.rectangle(8, 8).cycles().induced().count()
        1743247
        """
        return InducedSet(self.question)

    def find(self, *, by: FindCycleBy = "auto") -> Path | None:
        """Return a cycle of the set, or ``None`` if it is empty.

        Parameters
        ----------
        by : {"auto", "dfs", "sweep"}
            "dfs" is the first cycle listed.  "sweep" considers all cycles at once (see `count`) and finds
            one with the minimum of moves.  "auto" first tries a shortest cycle by breadth-first search,
            then lists or sweeps, whichever is faster.

        """
        self.question.refuse_checkpoint("find()")
        return single.find(self.question, by)

    def shortest(self, *, by: SweptBy = "auto") -> Path | None:
        """Return a cycle of minimum cost, or ``None`` if there is none; by the sweep of `count`."""
        self.question.refuse_checkpoint("shortest()")
        return single.shortest(self.question, by)

    def longest(self, *, measure: Measure = "length") -> Path | None:
        """Return a longest cycle, or ``None`` if there is none; *measure* as for `PathSet.longest`."""
        return longest.longest_of_all(self.question, measure)

    def count(self, *, by: CountBy = "auto") -> int:
        """Return the exact number of cycles; *by*, limits and cost are as for `PathSet.count`.

        >>> from gridwalk import Board
        >>> Board.rectangle(6, 6).cycles().count()
        1222363
        """
        return counts.count(self.question, by)

    def lengths(self) -> dict[int, int]:
        """Return the number of cycles of each length in moves, in ascending order.

        >>> from gridwalk import Board
        >>> Board.rectangle(3, 3).cycles().lengths()
        {4: 4, 6: 4, 8: 5}
        """
        return counts.lengths(self.question)
