"""The base class of all sets: smaller sets, estimates, limits, members one by one, and the text of a set."""

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
    """A set of any kind: its members listed, the smaller sets, estimates, limits, and how it is shown.

    ===================  =====================================================================
    smaller sets         `through`, `avoiding`, `through_edges`, `avoiding_edges`,
                         `longer_than`, `shorter_than`, `of_length`
    listed               `list`
    estimated            `estimate_count`, `estimate_lengths`
    how                  `within` (limits)
    ===================  =====================================================================

    """

    __signature__ = Signature()  # for help: only the library makes sets
    _made = "a set is made by board.paths(start, exits), board.tours() or board.cycles()"

    _question: Question  # the conditions on paths, and the limits of an answer

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
        """Refuse to count, which may take long; `list` takes this for an unknown length."""
        raise CallError("a set is lazy and has no len()", "paths.count() is the number of its members")

    def __getitem__(self, number: object) -> Any:
        """Refuse to number the members in one of two orders."""
        asked = "next(iter(paths)) is the first, paths.list(limit=5) has five, paths.unrank(0) is one by rank"
        raise CallError("a set is lazy and has no [...]", asked)

    def _asked(self) -> estimates.Asked:
        """Return the question in the form that estimates take."""
        raise NotImplementedError

    # ------------------------------------------------------------------------ listed

    def list(self, limit: int | None = None) -> builtins.list[Path]:
        """Return the first *limit* paths (default: all) in the order of iteration.

        Raises
        ------
        MemoryLimitError
            If they need more than the memory allowed by `within`.

        """
        most = None if limit is None else min(checked_number(limit, "limit", 0), sys.maxsize)
        return listed.collected(islice(self, most), self._question.limits)

    # -------------------------------------------------------------------------- smaller sets

    def through(self, *cells: CellLike | Iterable[CellLike]) -> Self:
        """Return the paths that visit all of *cells* (cells, or one list of cells), in any order.

        Without any cell that is no condition: of an empty list the answer is this set.

        >>> from gridwalk import Board
        >>> paths = Board.rectangle(3, 3).paths()
        >>> paths.through((1, 1)).count(), paths.through([(1, 1), (0, 2)]).count()
        (10, 4)
        """
        every = self.board._cells_named(_cells(cells), "through")
        return replace(self, _question=self._question.through(every))

    def avoiding(self, *cells: CellLike | Iterable[CellLike]) -> Self:
        """Return the paths that visit none of *cells*; without any cell, all paths.

        For a single cell, the counts of this set and of `through` add up to the count of all paths.  No path
        avoids its start, and no tour avoids any cell: such sets are empty, and `why_empty` gives the reason.
        A diagonal step beside an avoided cell stays legal; walls, by ``board.with_walls(*cells).paths()``,
        may forbid it.

        >>> from gridwalk import Board
        >>> paths = Board.rectangle(3, 3).paths()
        >>> paths.avoiding((1, 1)).count(), paths.through((1, 1)).count(), paths.count()
        (2, 10, 12)
        """
        every = self.board._cells_named(_cells(cells), "avoiding")
        return replace(self, _question=self._question.avoiding(every))

    def through_edges(self, *edges: EdgeLike, directed: bool = False) -> Self:
        """Return the paths that take all of *edges*: moves between two cells, in either direction.

        Parameters
        ----------
        *edges : (cell, cell)
            The two cells of each edge; without any, the answer is this set.
        directed : bool
            Whether the path must make the move from the first cell to the second.

        Raises
        ------
        ArgumentError
            If no move of the board leads from one cell to the other.
        InputError
            If *directed* is given where a path and its reverse count once: of undirected tours, and of cycles
            unless some move of the board has no reverse.

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
        """Return the paths that take none of *edges*; with the arguments of `through_edges`.

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
        """Return an estimate of the number of paths, with an interval that holds the true number at 95 %.

        The sweep of `count` with a bounded store: where a layer has more states than that, a sample of them
        goes on, without bias.  The estimate is the mean of independent runs.

        Parameters
        ----------
        error : float
            Target half width of the interval, as a share of the value.  The number of runs is chosen from the
            differences of the first runs, so *error* is met roughly.
        anytime : float, optional
            No run is begun after this time, even if the error is larger; at least one run is made.
        states : int, optional
            Approximate number of states of a layer in a run.  Default: chosen by trial runs.
        runs : int, optional
            Number of runs, besides trial runs.  With *states* and a seed as *rng* the answer is the same on
            every machine.
        rng, seed
            As for `PathSet.sample`.

        Returns
        -------
        CountEstimate
            ``exact``: where counting takes no more than a moment, or all layers fit into *states*, it is
            the number of `count`.  ``is_lower_bound``: if the runs vary too much for a reliable interval
            (a standard deviation above half the mean in the trial runs, or fewer than 10 runs), ``low`` is a
            lower bound at 95 %, by Markov's inequality, and ``high`` is None.

        Raises
        ------
        ArgumentError
            If an argument is out of range.
        TimeLimitError, MemoryLimitError
            If a limit of `within` is reached.

        Notes
        -----
        The time is proportional to cells, states and runs.  Merging of equal states and resampling: Fearnhead
        and Clifford 2003; the number of runs: Stein 1945.

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

        The parameters are those of `estimate_count`; *error* belongs to the number of all paths, and the
        errors of single lengths are larger.  The number of moves so far is a part of each state, so runs
        need more states.  Lengths that no run finds are left out.

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
            The time for an answer.  After that it raises `TimeLimitError`, whose attributes hold the
            progress.
        memory : int, optional
            Bytes for questions about all paths at once; default: 60 % of the free memory.
        keep : path or str, optional
            A folder where the finished parts of counts (`count`, `lengths`, `counts_by_start`,
            `counts_by_end`) are stored, each in a small file of JSON.  After any stop, the same question
            goes on from its parts, on any machine that sees the folder.  A folder serves any number of
            questions and processes.  Other questions raise `QuestionError`.
        on : int or concurrent.futures.Executor, optional
            The number of threads (default: one a processor), or an executor, whose workers do the parts of
            counts and of estimates and have *memory* each: a pool of processes, or a cluster, by Dask's
            ``client.get_executor(pure=False, retries=5)``.  The answers are the same.
        progress : callable or bool, optional
            Called about ten times a second with a `Progress`; ``True`` shows a bar (`Limits`).

        """
        return replace(self, _question=self._question.limited(Limits(seconds, progress, memory, keep, on)))

    # ---------------------------------------------------------------------------- as text

    @property
    def _described(self) -> str:
        """The members of the set, as text."""
        return self._question.described

    @property
    def _convention(self) -> str:
        """A sentence that defines one path of the count."""
        return self._question.convention

    def __str__(self) -> str:
        return self._convention

    def __repr__(self) -> str:
        return in_a_line(f"<{type(self).__name__}: {self._described}, on {self.board!r}>")

    def _repr_html_(self) -> str | None:
        """The definition and the board, for notebooks; None where the board is large."""
        return notebook.on_board(self.board, self._described)


@dataclass(frozen=True, repr=False)
class EndedSet(AnySet):
    """A set of paths or tours from given starts to given exits."""

    @property
    def starts(self) -> tuple[Cell, ...] | None:
        """Where paths may start, in reading order; None: anywhere."""
        return self._question.board._names(self._question.starts)

    @property
    def exits(self) -> tuple[Cell, ...] | None:
        """Where paths may end, in reading order; None: anywhere."""
        return self._question.board._names(self._question.exits)


def _cells(cells: tuple[CellLike | Iterable[CellLike], ...]) -> Iterable[CellLike]:
    """Return the cells of ``through(a, b)`` or ``through([a, b])``."""
    if len(cells) > 1 or not cells:
        return cells
    return cells[0]
