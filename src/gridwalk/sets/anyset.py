"""The base class of all sets: conditions, estimates, limits, listing, and the text of a set."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from inspect import Signature
from itertools import islice
from os import PathLike
from typing import Any, Self

from gridwalk.answers.estimated import CountEstimate, LengthEstimates
from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.board.cells import CellLike
from gridwalk.board.checks import Rng, checked_number, generator_of
from gridwalk.board.without import EdgeLike
from gridwalk.draw import notebook
from gridwalk.errors import CallError, Cell, in_a_line
from gridwalk.planner import estimates, listed
from gridwalk.question.question import Question
from gridwalk.question.verbs import Refusing
from gridwalk.runtime.limits import Limits, On
from gridwalk.runtime.progress import ProgressLike


@dataclass(frozen=True, repr=False)
class AnySet(Refusing):
    """The base class of all sets of paths, tours and cycles.

    ===================  =====================================================================
    smaller sets         `through`, `avoiding`, `through_edges`, `avoiding_edges`,
                         `longer_than`, `shorter_than`, `of_length`
    listed               `list`
    estimated            `estimate_count`, `estimate_lengths`
    limits               `within`
    ===================  =====================================================================

    """

    __signature__ = Signature()  # shown by help(): users do not construct sets
    _made = "a set is made by board.paths(start, exits), board.tours() or board.cycles()"

    _question: Question

    def __post_init__(self) -> None:
        if not isinstance(self._question, Question):
            raise CallError(f"{type(self).__name__}()", self._made)

    @property
    def board(self) -> Board:
        """The board."""
        return self._question.board._whole

    def __iter__(self) -> Iterator[Any]:
        """Yield every member."""
        raise NotImplementedError

    def __len__(self) -> int:
        """Raise `CallError`, because counting may take long; `list(paths)` treats this as unknown length."""
        raise CallError("a set is lazy and has no len()", "paths.count() is the number of its members")

    def __getitem__(self, number: object) -> Any:
        """Raise `CallError`: members have two orders, that of iteration and that of ranks."""
        asked = "next(iter(paths)) is the first, paths.list(limit=5) has five, paths.unrank(0) is one by rank"
        raise CallError("a set is lazy and has no [...]", asked)

    def _asked(self) -> estimates.Asked:
        """Return the question for `gridwalk.planner.estimates`."""
        raise NotImplementedError

    # ------------------------------------------------------------------------ listed

    def list(self, limit: int | None = None) -> builtins.list[Path]:
        """Return the first *limit* paths, in the order of iteration; by default all paths.

        Raises
        ------
        MemoryLimitError
            If the list needs more than the memory allowed by `within`.

        """
        most = None if limit is None else min(checked_number(limit, "limit", 0), sys.maxsize)
        return listed.collected(islice(self, most), self._question.limits)

    # -------------------------------------------------------------------------- smaller sets

    def through(self, *cells: CellLike | Iterable[CellLike]) -> Self:
        """Return the paths that visit all *cells*, in any order.

        Pass cells, or one list of cells.  An empty list returns the same set.

        >>> from gridwalk import Board
        >>> paths = Board.rectangle(3, 3).paths()
        >>> paths.through((1, 1)).count(), paths.through([(1, 1), (0, 2)]).count()
        (10, 4)
        """
        every = self.board._cells_named(_cells(cells), "through")
        return replace(self, _question=self._question.through(every))

    def avoiding(self, *cells: CellLike | Iterable[CellLike]) -> Self:
        """Return the paths that visit none of *cells*.

        Pass cells, or one list of cells.  An empty list returns the same set.  For a single cell, the counts
        of this set and of `through` add up to the count of all paths.  If a path has to avoid its start, or a
        tour any cell, the set is empty, and `why_empty` returns the reason.

        Unlike a wall (``board.with_walls(*cells).paths()``), an avoided cell never forbids a diagonal step
        past its corner.

        >>> from gridwalk import Board
        >>> paths = Board.rectangle(3, 3).paths()
        >>> paths.avoiding((1, 1)).count(), paths.through((1, 1)).count(), paths.count()
        (2, 10, 12)
        """
        every = self.board._cells_named(_cells(cells), "avoiding")
        return replace(self, _question=self._question.avoiding(every))

    def through_edges(self, *edges: EdgeLike, directed: bool = False) -> Self:
        """Return the paths that use all *edges*.  An edge is a move between two cells, in either direction.

        Parameters
        ----------
        *edges : (cell, cell)
            The two cells of each edge.  Without edges, the same set is returned.
        directed : bool
            If true, the path must move from the first cell of the edge to the second.

        Raises
        ------
        ArgumentError
            If no move of the board leads from one cell to the other.
        InputError
            If *directed* is true in a set where a path and its reverse count once: undirected tours, and
            cycles of a board where every move has a reverse.

        >>> from gridwalk import Board
        >>> paths = Board.rectangle(3, 3).paths()
        >>> paths.through_edges(((1, 1), (1, 2))).count()
        5
        >>> paths.through_edges(((1, 1), (1, 2)), directed=True).count()
        3
        """
        every = self.board._edges_named(edges, "through_edges", directed=directed)
        return replace(self, _question=self._question.through_edges(every, directed=directed))

    def avoiding_edges(self, *edges: EdgeLike, directed: bool = False) -> Self:
        """Return the paths that use none of *edges*; the arguments are the same as for `through_edges`.

        For a single edge, the counts of this set and of `through_edges` add up to the count of all paths.

        >>> from gridwalk import Board
        >>> paths = Board.rectangle(3, 3).paths()
        >>> paths.avoiding_edges(((1, 1), (1, 2))).count()
        7
        """
        every = self.board._edges_named(edges, "avoiding_edges", directed=directed)
        return replace(self, _question=self._question.avoiding_edges(every, directed=directed))

    def longer_than(self, moves: int) -> Self:
        """Return the paths of more than *moves* moves."""
        shortest = checked_number(moves, "moves", 0) + 1
        return replace(self, _question=self._question.of_lengths(shortest))

    def shorter_than(self, moves: int) -> Self:
        """Return the paths of fewer than *moves* moves."""
        longest = checked_number(moves, "moves", 1) - 1
        return replace(self, _question=self._question.of_lengths(0, longest))

    def of_length(self, moves: int) -> Self:
        """Return the paths of exactly *moves* moves.

        >>> from gridwalk import Board
        >>> Board.rectangle(3, 3).paths().of_length(6).count()
        4
        """
        length = checked_number(moves, "moves", 0)
        return replace(self, _question=self._question.of_lengths(length, length))

    # ---------------------------------------------------------------------------- estimates

    def estimate_count(
        self,
        error: float = 0.05,
        *,
        anytime: float | None = None,
        states: int | None = None,
        runs: int | None = None,
        rng: Rng = None,
        seed: Rng = None,
    ) -> CountEstimate:
        """Return an unbiased estimate of the number of paths, with a 95 % confidence interval.

        The estimate is the mean of independent runs.  A run is the sweep of `count`, but if a layer has too
        many states, only a weighted random sample of them continues.

        Parameters
        ----------
        error : float
            Target half width of the interval, divided by the value.  The number of runs is chosen from the
            variance of the first runs, so *error* is met only roughly.
        anytime : float, optional
            Seconds after which no new run starts, even if the error is larger.  At least one run is made.
        states : int, optional
            Approximate maximum number of states in a layer.  Default: chosen by trial runs.
        runs : int, optional
            Number of runs, without trial runs.  If *states*, *runs* and a seed are given, the answer is the
            same on every machine.
        rng, seed
            As for `PathSet.sample`.

        Returns
        -------
        CountEstimate
            If counting takes only a moment, or no layer has more than *states* states, ``exact`` is true and
            the value is that of `count`.  If the runs vary too much for a reliable interval (a standard
            deviation above half the mean in the trial runs, or fewer than 10 runs), ``is_lower_bound`` is
            true: ``low`` is a lower bound with 95 % confidence, by Markov's inequality, and ``high`` is None.

        Raises
        ------
        ArgumentError
            If an argument is out of range.
        TimeLimitError, MemoryLimitError
            If a limit of `within` is reached.

        Notes
        -----
        O(cells * states * runs) time.  Equal states are merged and layers resampled as in Fearnhead and
        Clifford 2003; the number of runs is chosen as in Stein 1945.

        >>> from gridwalk import Board
        >>> paths = Board.rectangle(10, 10).paths()
        >>> print(paths.estimate_count(states=500, runs=20, rng=1))
        4.03e19 (3.89e19 .. 4.19e19, 95 %)
        >>> paths.count()
        41044208702632496804
        """
        wanted = estimates.wanted(error, anytime, states, runs)
        return estimates.count(self._asked(), wanted, generator_of(rng, seed))

    def estimate_lengths(
        self,
        error: float = 0.05,
        *,
        anytime: float | None = None,
        states: int | None = None,
        runs: int | None = None,
        rng: Rng = None,
        seed: Rng = None,
    ) -> LengthEstimates:
        """Return an estimate of the number of paths of each length in moves, each with its own interval.

        The parameters are the same as for `estimate_count`.  *error* is the target for the number of all
        paths; the errors of single lengths are larger.  Runs need more states than in `estimate_count`,
        because a state also holds the number of moves so far.  Lengths that no run finds are left out.

        >>> from gridwalk import Board
        >>> lengths = Board.rectangle(8, 8).paths().estimate_lengths(states=2000, runs=12, rng=1)
        >>> round(lengths.mean, 1), round(lengths.mean_error, 1), str(lengths[40])
        (47.6, 0.0, '3.32e10 (3.18e10 .. 3.48e10, 95 %)')
        """
        wanted = estimates.wanted(error, anytime, states, runs)
        return estimates.lengths(self._asked(), wanted, generator_of(rng, seed))

    # ---------------------------------------------------------------------------------- how

    def within(
        self,
        seconds: float | None = None,
        *,
        memory: int | str | None = None,
        keep: str | PathLike[str] | None = None,
        on: On = None,
        progress: ProgressLike = None,
    ) -> Self:
        """Return the same set with limits for each answer.

        Parameters
        ----------
        seconds : float, optional
            The maximum time of an answer.  If it is exceeded, `TimeLimitError` is raised; its attributes hold
            the progress.
        memory : int or str, optional
            The maximum memory of sweeps and lists, in bytes or as text (``"2GB"``).  Default: 60 % of the
            free memory.
        keep : path or str, optional
            A folder for the finished parts of `count`, `lengths`, `counts_by_start` and `counts_by_end`.
            After a stop, the same question continues with the stored parts, on any machine that can read the
            folder.  Many questions and processes may share a folder.  Other methods raise `QuestionError`.
        on : int or concurrent.futures.Executor, optional
            The number of threads (default: one for each processor), or an executor.  Its workers compute the
            parts of counts and the runs of estimates, and each may use *memory*: a process pool, or a Dask
            cluster (``client.get_executor(pure=False, retries=5)``).  The answers are the same.
        progress : callable or bool, optional
            A function that is called about ten times a second with a `Progress`.  ``True`` shows a bar.

        """
        return replace(self, _question=self._question.limited(Limits(seconds, progress, memory, keep, on)))

    # ---------------------------------------------------------------------------- as text

    @property
    def _described(self) -> str:
        """The members of the set, as text."""
        return self._question.described

    @property
    def _convention(self) -> str:
        """A sentence that defines what counts as one member."""
        return self._question.convention

    def __str__(self) -> str:
        return self._convention

    def __repr__(self) -> str:
        return in_a_line(f"<{type(self).__name__}: {self._described}, on {self.board!r}>")

    def _repr_html_(self) -> str | None:
        """The definition and the board, for notebooks; None if the board is large."""
        return notebook.on_board(self.board, self._described)


@dataclass(frozen=True, repr=False)
class EndedSet(AnySet):
    """A set of paths or tours from given starts to given exits."""

    @property
    def starts(self) -> tuple[Cell, ...] | None:
        """The cells where paths may start, in reading order; None for all open cells."""
        return self._question.board._names(self._question.starts)

    @property
    def exits(self) -> tuple[Cell, ...] | None:
        """The cells where paths may end, in reading order; None for all open cells."""
        return self._question.board._names(self._question.exits)


def _cells(cells: tuple[CellLike | Iterable[CellLike], ...]) -> Iterable[CellLike]:
    """Return the cells of ``through(a, b)`` or ``through([a, b])``."""
    if len(cells) > 1 or not cells:
        return cells
    return cells[0]
