"""The lazy set of induced paths or cycles: each verb is its docstring and one line to the planner."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Self

from gridwalk.answers.path import Path
from gridwalk.errors import Cell, QuestionError, in_a_line
from gridwalk.grids.cells import CellLike
from gridwalk.grids.checks import checked_number
from gridwalk.grids.grid import Grid
from gridwalk.planner import induced, listed, ranks
from gridwalk.render.notebook import on_board
from gridwalk.runtime.limits import Limits
from gridwalk.runtime.progress import ProgressLike
from gridwalk.sets.smallersets import SmallerSets

if TYPE_CHECKING:
    from gridwalk.algorithms import CountBy
    from gridwalk.keywords import Explained
    from gridwalk.planner.ranks import RNG
    from gridwalk.planner.tables import Explanation
    from gridwalk.planner.tasks import ToCount

TOGETHER = 1024  # samples drawn at a time


@dataclass(frozen=True, repr=False)
class InducedSet(SmallerSets):
    """The induced paths, or cycles, of a set; made by `PathSet.induced` and `CycleSet.induced`.

    A path is *induced*, or chordless, if no move joins two of its cells that are not consecutive, in either
    direction: a snake.  So is a cycle (a coil), where its last cell and its first are consecutive; each
    counts as it does among all cycles.  The moves are those of the board: `avoiding_edges` forbids a path to
    take an edge, and two cells that it joins are still beside each other.

    ===================  =====================================================================
    one path             `find`, `shortest`, `longest`, `sample`, `unrank`; ``path in paths``
    all, one by one      ``for path in paths``, `list`, `samples`
    all at once          `count`, `lengths`, `rank`, `is_empty`
    smaller sets         `through`, `avoiding`, `longer_than`, `shorter_than`, `of_length`, ...
    how                  `within` (limits), `explain` (which engine, at what cost)
    ===================  =====================================================================

    Examples
    --------
    >>> from gridwalk import Board
    >>> snakes = Board.rectangle(5, 5).paths("anywhere", "anywhere").induced()
    >>> snakes.longest().length
    16
    >>> Board.rectangle(5, 5).cycles().induced().count()
    229

    """

    _others = "it is asked of all paths or cycles"
    _combines = False

    @property
    def board(self) -> Grid:
        """The board."""
        return self.question.grid.whole

    @property
    def start(self) -> Cell | None:
        """Where paths start, the first of several starts; None: anywhere."""
        return self.question.start

    @property
    def starts(self) -> tuple[Cell, ...] | None:
        """Where paths may start, in reading order; None: anywhere."""
        return self.question.starts

    @property
    def exits(self) -> tuple[Cell, ...] | None:
        """Where paths may end, in reading order; None: anywhere."""
        return self.question.exits

    # ---------------------------------------------------------------------------- members

    def __contains__(self, path: object) -> bool:
        """Whether *path*, a `Path` or a sequence of cells, is in the set."""
        return induced.is_induced(self.question, path)

    def __iter__(self) -> Iterator[Path]:
        """Yield every path, depth-first in move order; cycles in the order of their first cells."""
        return induced.members(self.question)

    def list(self, limit: int | None = None) -> builtins.list[Path]:
        """Return the first *limit* paths (default: all) in the order of iteration.

        >>> from gridwalk import Board
        >>> [path.letters for path in Board.rectangle(3, 3).paths().induced().list(2)]
        ['RRDD', 'RDRD']
        """
        number = None if limit is None else min(checked_number(limit, "limit", 0), sys.maxsize)
        return listed.collected(islice(self, number), self.question.limits)

    def is_empty(self) -> bool:
        """Return whether the set has no path; this takes as long as `find`."""
        return self.find() is None

    def __bool__(self) -> bool:
        """Refuse to say whether the set has a path, which may take long, unless its definition says so."""
        if self.question.why_empty is None:
            raise QuestionError("bool()", f"it may take long: ask is_empty() of {self.described}")
        return False

    def why_empty(self) -> str | None:
        """Return the reason if the definition alone excludes all paths; else ``None``."""
        return self.question.why_empty

    # ---------------------------------------------------------------------------- one path

    def find(self) -> Path | None:
        """Return a path of the set, or ``None`` if it is empty: the first listed, or one by the sweep."""
        return induced.find(self.question)

    def shortest(self) -> Path | None:
        """Return a path of minimum cost, or ``None`` if there is none.

        Notes
        -----
        Where all steps cost the same, by the sweep of `count`.  Else the paths of the whole set are
        searched in the order of their costs (as `PathSet.in_order`) for the first that is induced, which may
        take long; of cycles that raises `UnsuitableAlgorithmError`.

        """
        return induced.shortest(self.question)

    def longest(self) -> Path | None:
        """Return a path of most moves, or ``None`` if there is none; by the sweep of `count`.

        >>> from gridwalk import KNIGHT, Board
        >>> Board.rectangle(4, 4, moves=KNIGHT).paths("anywhere", "anywhere").induced().longest().length
        8
        """
        return induced.longest(self.question)

    # -------------------------------------------------------------------------- all at once

    def count(self, *, by: CountBy = "auto") -> int:
        """Return the exact number of paths.

        Parameters
        ----------
        by : {"auto", "sweep", "list"}
            "sweep" decides the cells one after another: on no path, or on one, and then joined to all
            neighbours that are on one.  States of the frontier are counted, not paths.  "list" visits every
            path.  "auto" lists if that takes a moment.

        Raises
        ------
        HopelessError
            If the board is too wide for a sweep, or too large.
        UnsuitableAlgorithmError
            If *by* is "sweep", for cycles of a board where some move has no reverse: these are listed.
        TimeLimitError, MemoryLimitError
            If a limit of `within` is reached.

        Notes
        -----
        The time and memory of the sweep are exponential only in the width of the frontier: a factor of about
        3.6 per column for the rook, and of 2.7 for the king.

        >>> from gridwalk import Board
        >>> Board.rectangle(8, 8).paths().induced().count()
        1008708
        """
        return induced.count(self.question, by)

    def lengths(self) -> dict[int, int]:
        """Return the number of paths of each length in moves, in ascending order.

        >>> from gridwalk import Board
        >>> Board.rectangle(5, 5).paths().induced().lengths()
        {8: 70, 10: 8, 12: 8, 14: 4, 16: 2}
        """
        return induced.lengths(self.question)

    # --------------------------------------------------------------------- at random, by rank

    def sample(self, n: int = 1, *, rng: RNG = None) -> builtins.list[Path]:
        """Return *n* random paths, drawn independently and exactly uniformly; empty if there is no path.

        Paths of given lengths, too, are drawn directly.  *rng* is as in `PathSet.sample`.

        >>> from gridwalk import Board
        >>> snakes = Board.rectangle(8, 8).paths().induced()
        >>> all(path in snakes for path in snakes.sample(3, rng=1))
        True
        """
        return induced.sample(self.question, checked_number(n, "n", 0), ranks.generator(rng))

    def samples(self, n: int | None = None, *, rng: RNG = None) -> Iterator[Path]:
        """Yield the paths of `sample` in batches; without *n* the iteration is endless."""
        left, drawn = None if n is None else checked_number(n, "n", 0), ranks.generator(rng)
        while left != 0:
            paths = self.sample(TOGETHER if left is None else min(left, TOGETHER), rng=drawn)
            if not paths:
                return
            left = None if left is None else left - len(paths)
            yield from paths

    def unrank(self, rank: int) -> Path:
        """Return the path with number *rank*, from 0 to ``count() - 1``, in the order of the sweep."""
        return induced.unrank(self.question, checked_number(rank, "rank", 0))

    def rank(self, path: Path | Iterable[CellLike]) -> int | None:
        """Return the rank of *path*, the inverse of `unrank`; ``None`` if it is not in the set."""
        return induced.rank(self.question, path)

    # ---------------------------------------------------------------------------------- how

    def within(
        self,
        seconds: float | None = None,
        *,
        memory: int | None = None,
        progress: ProgressLike = None,
    ) -> Self:
        """Return the same set with limits of time and memory for each answer, as `PathSet.within`."""
        return replace(self, question=replace(self.question, limits=Limits(seconds, progress, memory)))

    def explain(self, verb: Explained = "count") -> Explanation:
        """Return how *verb* is answered, what it takes, and why not otherwise, as `PathSet.explain`.

        >>> from gridwalk import Board
        >>> Board.rectangle(12, 12).paths().induced().explain("count").chosen
        'sweep'
        """
        return induced.explain(self.question, self.described, verb)

    def _to_count(self) -> builtins.list[ToCount]:
        return [("count induced", induced.count, self.question)]

    # ---------------------------------------------------------------------------- as text

    @property
    def convention(self) -> str:
        """A sentence that says what counts as one path."""
        return self.question.convention.replace("simple", "induced", 1)

    @property
    def described(self) -> str:
        """The members of the set, as text."""
        return self.question.described.replace("simple", "induced", 1)

    def __repr__(self) -> str:
        return in_a_line(f"<InducedSet: {self.described}, on {self.board!r}>")

    def _repr_html_(self) -> str | None:
        """The definition and the board, for notebooks; None where the board is large."""
        return on_board(self.board, self.described)
