"""What the three sets - `PathSet`, `TourSet`, `CycleSet` - have in common: members, conditions, limits."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from os import PathLike
from typing import TYPE_CHECKING, Self

from gridwalk.cells import CellLike
from gridwalk.checks import checked_number
from gridwalk.errors import Cell
from gridwalk.grid import Grid
from gridwalk.path import Batch, Path
from gridwalk.planner import counts, listed, ranks, single
from gridwalk.planner.listed import BATCH_CELLS
from gridwalk.question import Question
from gridwalk.runtime.limits import Limits, Progress

if TYPE_CHECKING:
    from gridwalk.planner.ranks import RNG


@dataclass(frozen=True, repr=False)
class LazySet:
    """A set of paths that is asked, not held: nothing is computed before it is asked for.

    Every answer is the same on every run.

    Attributes
    ----------
    question : Question
        Which paths are in the set, and what an answer may take.

    """

    question: Question

    @property
    def board(self) -> Grid:
        """The board."""
        return self.question.grid

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
        """Whether *path*, a `Path` or a sequence of cells, is in the set; O(length).

        Where a tour or cycle and its reverse are counted once, both are in the set.
        """
        return path in self.question

    def __iter__(self) -> Iterator[Path]:
        """Yield every path, depth-first in move order; stop whenever you like.

        Cycles come in the order of their first cells.  The time given by `within` is that of the whole
        iteration from its first path on, with what is done between two paths.
        """
        self.question.refuse_checkpoint("a listing")
        return listed.members(self.question)

    def batches(self, cells: int = BATCH_CELLS) -> Iterator[Batch[Path]]:
        """Yield all paths in the order of iteration, many at a time: two arrays of about so many *cells*.

        For consumers that want speed: millions of paths a second.  A batch has 2**28 cells at most, or one
        path that is longer.

        >>> from gridwalk import Board
        >>> [batch.lengths.tolist() for batch in Board.rectangle(2, 3).paths().batches()]
        [[3, 3, 5, 3]]
        """
        self.question.refuse_checkpoint("batches()")
        return listed.batches(self.question, checked_number(cells, "cells", 1))

    def list(self, limit: int | None = None) -> builtins.list[Path]:
        """Return the first *limit* paths (default: all) in the order of iteration.

        Raises
        ------
        MemoryLimitError
            If they take more than the memory given by `within`.

        """
        number = None if limit is None else min(checked_number(limit, "limit", 0), sys.maxsize)
        return listed.collected(islice(self, number), self.question.limits)

    def is_empty(self) -> bool:
        """Return whether there is no path in the set; as long as `find` takes.

        >>> from gridwalk import KNIGHT, Board
        >>> Board.rectangle(4, 4, moves=KNIGHT).tours().is_empty()
        True
        """
        return single.is_empty(self.question)

    def __bool__(self) -> bool:
        """Whether there is a path in the set; refused (`QuestionError`) where `is_empty` may take long."""
        return not single.is_empty_at_once(self.question)

    def why_empty(self) -> str | None:
        """Return why the set is empty, in words, if that is seen at once; ``None``: there may be some path.

        >>> from gridwalk import KNIGHT, Board
        >>> Board.rectangle(3, 3).paths().avoiding((0, 0)).why_empty()
        'every path begins at (0, 0), which it is to avoid'
        >>> Board.rectangle(4, 5, moves=KNIGHT).tours(closed=True).why_empty()
        "no closed knight's tour of 4 x 5 exists (Schwenk 1991)"
        """
        found = counts.refutation(self.question)
        return None if found is None else found.reason

    # ------------------------------------------------------------------------ at random, by rank

    def sample(self, n: int = 1, *, rng: RNG = None) -> builtins.list[Path]:
        """Return *n* paths drawn at random, independently, each of all with exactly the same chance.

        Parameters
        ----------
        n : int
            How many.
        rng : numpy.random.Generator or int, optional
            Where chance comes from: a generator, or the seed of a new one (0 or more); default: a new one
            seeded by the operating system.

        Returns
        -------
        list of Path
            Empty if there is no path.

        Raises
        ------
        MemoryLimitError
            If so many paths take more than the memory given by `within`; `samples` holds none of them.

        >>> from gridwalk import Board
        >>> [path.length for path in Board.rectangle(4, 4).paths().sample(3, rng=1)]
        [6, 12, 12]
        """
        return ranks.sample(self.question, n, rng)

    def samples(self, n: int | None = None, *, rng: RNG = None) -> Iterator[Path]:
        """Yield what `sample` returns, each path as it is drawn; without *n* there is no end.

        The time given by `within` is that of the whole iteration.

        >>> from itertools import islice
        >>> from gridwalk import Board
        >>> [path.length for path in islice(Board.rectangle(4, 4).paths().samples(rng=1), 3)]
        [6, 12, 12]
        """
        return ranks.samples(self.question, n, rng)

    def unrank(self, rank: int) -> Path:
        """Return the path of a rank, from 0 to below `count`.

        The order is the sweep's own, the same on every run.  The sweep is kept with the board
        (`Board.forget` drops it), so other ranks and samples of the same set come soon.

        >>> from gridwalk import Board
        >>> paths = Board.rectangle(8, 8).paths()
        >>> paths.rank(paths.unrank(123456789))
        123456789
        """
        return ranks.unrank(self.question, rank)

    def rank(self, path: Path | Iterable[CellLike]) -> int | None:
        """Return the rank of *path*, the inverse of `unrank`; ``None`` if it is not in the set."""
        return ranks.rank(self.question, path)

    # ------------------------------------------------------------------------ smaller sets

    def through(self, *cells: CellLike | Iterable[CellLike]) -> Self:
        """Return the paths that visit each of *cells* (or of one list of cells), in whatever order.

        >>> from gridwalk import Board
        >>> paths = Board.rectangle(3, 3).paths()
        >>> paths.through((1, 1)).count(), paths.through([(1, 1), (0, 2)]).count()
        (10, 4)
        """
        return replace(self, question=self.question.through(_cells(cells)))

    def avoiding(self, *cells: CellLike | Iterable[CellLike]) -> Self:
        """Return the paths that visit none of *cells*: all but those `through` one of them.

        So for a single cell the counts of the two sets add up to that of all.  No path avoids its start, and
        no tour any cell: such sets are empty, and `why_empty` tells.  A diagonal step beside a cell stays
        allowed; where it is to be gone, as beside a wall, ask ``board.with_walls(*cells).paths()``.

        >>> from gridwalk import Board
        >>> paths = Board.rectangle(3, 3).paths()
        >>> paths.avoiding((1, 1)).count(), paths.through((1, 1)).count(), paths.count()
        (2, 10, 12)
        """
        return replace(self, question=self.question.avoiding(_cells(cells)))

    def longer_than(self, moves: int) -> Self:
        """Return the paths of more than so many moves."""
        return self._of_lengths(checked_number(moves, "moves", 0) + 1)

    def shorter_than(self, moves: int) -> Self:
        """Return the paths of fewer than so many moves."""
        return self._of_lengths(0, checked_number(moves, "moves", 1) - 1)

    def of_length(self, moves: int) -> Self:
        """Return the paths of exactly so many moves.

        >>> from gridwalk import Board
        >>> Board.rectangle(3, 3).paths().of_length(6).count()
        4
        """
        return self._of_lengths(checked_number(moves, "moves", 0), moves)

    def _of_lengths(self, shortest: int, longest: int | None = None) -> Self:
        return replace(self, question=self.question.of_lengths(shortest, longest))

    def within(
        self,
        seconds: float | None = None,
        *,
        memory: int | None = None,
        checkpoint: str | PathLike[str] | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> Self:
        """Return the same set, whose every answer may take so long and so much.

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
            Called about ten times a second with a `Progress`.

        """
        return replace(
            self, question=replace(self.question, limits=Limits(seconds, progress, memory, checkpoint))
        )

    # ---------------------------------------------------------------------------- in words

    @property
    def convention(self) -> str:
        """What counts as one path here, in words."""
        return self.question.convention

    @property
    def described(self) -> str:
        """What is in the set, in words."""
        return self.question.described

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.question!r}>"


def _cells(cells: tuple[CellLike | Iterable[CellLike], ...]) -> Iterable[CellLike]:
    """Return the cells meant by ``through(a, b)`` or ``through([a, b])``."""
    return cells[0] if len(cells) == 1 else cells
