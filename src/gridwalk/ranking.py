"""The questions about single paths of a set too large to list: at random, by rank."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from gridwalk.cells import CellLike, as_cell
from gridwalk.checks import checked_number
from gridwalk.enumeration import collected
from gridwalk.errors import ArgumentError, OutsideBoardError, QuestionError, UnsuitableAlgorithmError
from gridwalk.finding import Finding
from gridwalk.path import Path
from gridwalk.runtime.limits import TELL_EVERY, Limits

if TYPE_CHECKING:
    from gridwalk.frontier.all_paths import AllPaths
    from gridwalk.frontier.starts import FromEachStart

RAREST = 1e-4  # of all paths; a rarer length is not drawn for
RANKS = 1024  # paths made at a time
SLOW = 0.1  # seconds for a few paths: what takes the time is a walk over the whole board, so one for many


@dataclass(frozen=True, repr=False)
class Ranking(Finding):
    """A set of paths, and any of them without the others."""

    def sample(
        self, n: int = 1, rng: np.random.Generator | None = None, *, seed: int | None = None
    ) -> list[Path]:
        """Return *n* paths drawn at random, independently, each of all with exactly the same chance.

        Parameters
        ----------
        n : int
            How many.
        rng : numpy.random.Generator, optional
            Where chance comes from; default: a new one.
        seed : int, optional
            What the new one is made of, 0 or more; default: from the operating system.  Not with *rng*.

        Returns
        -------
        list of Path
            Empty if there is no path.

        Raises
        ------
        ListMemoryError
            If so many paths take more than the memory given by `within`; `samples` holds none of them.

        >>> from gridwalk import Board
        >>> [path.length for path in Board.rectangle(4, 4).paths().sample(3, seed=1)]
        [6, 12, 12]
        """
        n = checked_number(n, "n", 0)
        self._refuse_checkpoint("sample()")
        return collected(self._drawn(n, _generator(rng, seed), RANKS), self.limits, n)

    def samples(
        self, n: int | None = None, rng: np.random.Generator | None = None, *, seed: int | None = None
    ) -> Iterator[Path]:
        """Yield what `sample` returns, each path as it is drawn; without *n* there is no end.

        The time given by `within` is that of the whole iteration.

        >>> from itertools import islice
        >>> from gridwalk import Board
        >>> [path.length for path in islice(Board.rectangle(4, 4).paths().samples(seed=1), 3)]
        [6, 12, 12]
        """
        n = None if n is None else checked_number(n, "n", 0)
        self._refuse_checkpoint("samples()")
        return self._drawn(n, _generator(rng, seed), 1)

    def _drawn(self, n: int | None, rng: np.random.Generator, together: int) -> Iterator[Path]:
        """Yield *n* fair paths, made *together* at first, and more and more at a time."""
        from gridwalk.frontier.all_paths import fair_ranks

        paths = self._running()
        if n == 0 or paths._is_refuted():
            return
        whole = paths._whole()
        if not whole.total:
            return
        given_lengths = self._has_given_lengths
        if given_lengths and not paths._may_be_drawn(whole):
            return
        watch, drawn = whole.watch, 0
        watch.kept, watch.plan = 0, ""
        while n is None or drawn < n:
            began = time.monotonic()
            # What is drawn of another length is put back.
            number = RANKS if given_lengths else together if n is None else min(together, n - drawn)
            for path in self._paths(whole.at(fair_ranks(whole.total, number, rng, watch))):
                if self.has_length(path.length) and drawn != n:
                    drawn += 1
                    watch.kept = drawn
                    yield path
            slow = time.monotonic() - began > SLOW
            together = RANKS if slow else min(2 * together, RANKS)

    def _may_be_drawn(self, whole: AllPaths | FromEachStart) -> bool:
        """Whether there are paths of the given lengths; refuse where they are too rare."""
        share = self.count() / self._in_all(whole.total, len(whole.trivial))
        if 0 < share < RAREST:
            raise QuestionError("sample", f"only {share:.2g} of all paths are of such a length")
        return share > 0

    def unrank(self, rank: int) -> Path:
        """Return the path of a rank, from 0 to below `count`.

        The order is the sweep's own, the same on every run.

        >>> from gridwalk import Board
        >>> paths = Board.rectangle(8, 8).paths()
        >>> paths.rank(paths.unrank(123456789))
        123456789
        """
        number = checked_number(rank, "rank", 0)
        with self._running()._ranked() as ranked:
            return self._paths(ranked.at([number]))[0]

    def rank(self, path: Path | Iterable[CellLike]) -> int | None:
        """Return the rank of *path*, the inverse of `unrank`; ``None`` if it is not in the set."""
        try:
            listed = None if isinstance(path, str) else list(path)
        except TypeError:  # an array without dimensions, too, says that it can be iterated over
            listed = None
        if listed is None:
            raise ArgumentError("path", path, "a Path, or cells in order")
        try:
            cells = [as_cell(cell, self.board.shape, "path") for cell in listed]
        except OutsideBoardError:
            return None
        if cells not in self:
            return None
        flat = np.array([row * self.board.columns + column for row, column in cells], np.int32)
        with self._running()._ranked() as ranked:
            return ranked.rank(flat)

    # ------------------------------------------------------------------------- how it works

    @contextmanager
    def _ranked(self) -> Iterator[AllPaths | FromEachStart]:
        """Lend the set's ranks, which are kept with the board: made once, they serve again, in turns."""
        self._refuse_checkpoint("a table of ranks")
        if self.why_empty is not None:
            yield self._whole()
            return
        if self._has_given_lengths or (self.undirected and not self.closed):
            raise UnsuitableAlgorithmError(
                "rank", "sets of given lengths, or without direction, have no ranks"
            )
        key = "ranked", self.starts, self.exits, self.required, self.tour, self.closed, self.limits.memory
        with self._ground.kept.setdefault(key, _Ranks()).lent(self._whole, self.limits) as ranked:
            yield ranked


class _Ranks:
    """The ranks of a set.  Threads use them in turns, for a walk back changes the tables it goes through."""

    def __init__(self) -> None:
        self._ranked: AllPaths | FromEachStart | None = None
        self._lock = Lock()

    @contextmanager
    def lent(
        self, made: Callable[[], AllPaths | FromEachStart], limits: Limits
    ) -> Iterator[AllPaths | FromEachStart]:
        """Lend them, made first if need be, to one thread, on its clock; to wait for them counts, too."""
        watch = limits.watch()
        while not self._lock.acquire(timeout=TELL_EVERY):
            watch.check(0, 0, 0, "waiting for the ranks, which another thread uses")
        try:
            if self._ranked is None:
                self._ranked = made()
            else:
                self._ranked.watch.start(limits)
            yield self._ranked
        finally:
            self._lock.release()


def _generator(rng: np.random.Generator | None, seed: int | None) -> np.random.Generator:
    """Return *rng*, or a new one made of *seed*."""
    if rng is None:
        return np.random.default_rng(None if seed is None else checked_number(seed, "seed", 0))
    if not isinstance(rng, np.random.Generator):
        raise ArgumentError("rng", rng, "a numpy.random.Generator, such as numpy.random.default_rng(1)")
    if seed is not None:
        raise ArgumentError("seed", seed, "left out where rng is given, which has a seed of its own")
    return rng
