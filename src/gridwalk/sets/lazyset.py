"""The base class of `PathSet`, `TourSet` and `CycleSet`."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from gridwalk.answers.batch import Batch
from gridwalk.answers.explanation import Explanation
from gridwalk.answers.path import Path
from gridwalk.board.cells import CellLike
from gridwalk.board.checks import Rng, generator_of
from gridwalk.errors import in_a_line
from gridwalk.keywords import BATCH_CELLS, Explained, Variable
from gridwalk.planner import counts, estimates, explain, listed, measured, ranks, single
from gridwalk.planner.counts import ToCount
from gridwalk.sets.anyset import EndedSet


@dataclass(frozen=True, repr=False)
class LazySet(EndedSet):
    """A lazy set of paths: it computes nothing until a method is called."""

    # ---------------------------------------------------------------------------- members

    def __contains__(self, path: object) -> bool:
        """Whether *path*, a `Path` or a sequence of cells, is in the set; O(length).

        If a tour or cycle and its reverse count once, both directions are in the set.
        """
        return path in self._question

    def __iter__(self) -> Iterator[Path]:
        """Yield every path, depth-first in move order.

        Cycles are ordered by their first cells.  The time limit of `within` covers the whole iteration,
        including the time between two paths.
        """
        return listed.plainly(self._question)

    def batches(self, cells: int = BATCH_CELLS) -> Iterator[Batch[Path]]:
        """Yield all paths in the order of iteration, in batches of about *cells* cells each.

        This is the fastest way to list paths: millions per second.  A batch has at most 2**28 cells, unless
        a single path is longer.

        >>> from gridwalk import Board
        >>> [batch.lengths.tolist() for batch in Board.rectangle(2, 3).paths().batches()]
        [[3, 3, 5, 3]]
        """
        return listed.in_batches(self._question, cells)

    def is_empty(self) -> bool:
        """Return whether the set has no path; this takes as long as `find`.

        >>> from gridwalk import KNIGHT, Board
        >>> Board.rectangle(4, 4, moves=KNIGHT).tours().is_empty()
        True
        """
        return single.is_empty(self._question)

    def __bool__(self) -> bool:
        """Whether the set has a path; raises `QuestionError` if `is_empty` might take long."""
        return not single.is_empty_at_once(self._question)

    def why_empty(self) -> str | None:
        """Return the reason if a quick argument proves that the set is empty; else ``None``.

        >>> from gridwalk import KNIGHT, Board
        >>> Board.rectangle(3, 3).paths().avoiding((0, 0)).why_empty()
        'every path begins at (0, 0), which it must avoid'
        >>> Board.rectangle(4, 5, moves=KNIGHT).tours(closed=True).why_empty()
        "no closed knight's tour of 4 x 5 exists (Schwenk 1991)"
        """
        found = counts.refutation(self._question)
        return None if found is None else found.reason

    def lengths(self, *, measure: Variable = "length") -> dict[Any, int]:
        """Return the number of paths of each length, in ascending order.

        Parameters
        ----------
        measure : {"length", "cost", "turns"}
            The keys of the answer: numbers of moves, costs, or numbers of turns.  Costs are integers, or
            fractions if they are not whole.  A turn is a change of direction; a closed path may turn at its
            start.

        Raises
        ------
        QuestionError
            If costs have no common unit, or if *measure* is "turns" on a board that is wrapped round.
        MemoryLimitError, HopelessError
            If the sweep needs more than the memory allowed by `within`.

        >>> from gridwalk import Board
        >>> Board.rectangle(3, 3).paths().lengths()
        {4: 6, 6: 4, 8: 2}
        >>> Board.rectangle(4, 4).paths().lengths(measure="turns")
        {1: 2, 2: 4, 3: 8, 4: 28, 5: 26, 6: 48, 7: 30, 8: 20, 9: 18}
        """
        return measured.lengths(self._question, measure)

    # ------------------------------------------------------------------------ at random, by rank

    def sample(self, n: int = 1, *, rng: Rng = None, seed: Rng = None) -> builtins.list[Path]:
        """Return *n* random paths, drawn independently and exactly uniformly from the set.

        Parameters
        ----------
        n : int
            The number of paths.
        rng : int, numpy.random.Generator, BitGenerator or SeedSequence, optional
            The source of random numbers, as for `numpy.random.default_rng`.  With the same seed (an integer
            of 0 or more) the paths are the same each time; a generator continues its sequence.  Default:
            different paths each time.
        seed
            Another name of *rng*.

        Returns
        -------
        list of Path
            Empty if there is no path.

        Raises
        ------
        MemoryLimitError
            If the list needs more than the memory allowed by `within`; `samples` stores no list.

        >>> from gridwalk import Board
        >>> [path.length for path in Board.rectangle(4, 4).paths().sample(3, rng=1)]
        [12, 12, 6]
        """
        return ranks.sample(self._question, n, generator_of(rng, seed))

    def samples(self, n: int | None = None, *, rng: Rng = None, seed: Rng = None) -> Iterator[Path]:
        """Yield the paths of `sample` one by one; without *n* the iteration is endless.

        The time limit of `within` covers the whole iteration.

        >>> from itertools import islice
        >>> from gridwalk import Board
        >>> [path.length for path in islice(Board.rectangle(4, 4).paths().samples(rng=1), 3)]
        [12, 12, 6]
        """
        return ranks.samples(self._question, n, generator_of(rng, seed))

    def unrank(self, rank: int) -> Path:
        """Return the path with number *rank*, from 0 to ``count() - 1``.

        The order is that of the sweep of `count`, the same on every run; a set with a condition on lengths
        has its own.  On acyclic boards and networks (such as moves right and down only) it is the order of
        iteration.  The board caches the sweep, so further ranks and samples of the same set are fast;
        `Board.forget` clears the cache.

        >>> from gridwalk import Board
        >>> paths = Board.rectangle(8, 8).paths()
        >>> paths.rank(paths.unrank(123456789))
        123456789
        """
        return ranks.unrank(self._question, rank)

    def rank(self, path: Path | Iterable[CellLike]) -> int | None:
        """Return the rank of *path*, the inverse of `unrank`; ``None`` if it is not in the set."""
        return ranks.rank(self._question, path)

    # ---------------------------------------------------------------------------- how

    def explain(self, verb: Explained = "count") -> Explanation:
        """Return the engine that answers *verb*, its estimated cost, and why other engines do not.

        >>> from gridwalk import Board
        >>> Board.rectangle(12, 12).paths().explain("count").chosen
        'profile'
        """
        return explain.explain(self._question, verb)

    def _asked(self) -> estimates.Asked:
        return estimates.AllQuestion(self._question)

    def _to_count(self) -> ToCount:
        return "count", counts.count, self._question

    # ---------------------------------------------------------------------------- as text

    def __repr__(self) -> str:
        return in_a_line(f"<{type(self).__name__}: {self._question!r}>")
