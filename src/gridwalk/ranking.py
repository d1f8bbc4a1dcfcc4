"""The questions about single paths of a set too large to list: at random, by rank."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gridwalk.altogether import Altogether
from gridwalk.cells import CellLike, as_cell
from gridwalk.checks import checked_number
from gridwalk.errors import ArgumentError, UnsuitableAlgorithmError
from gridwalk.path import Path

if TYPE_CHECKING:
    from gridwalk.frontier.starts import FromEachStart
    from gridwalk.frontier.whole import AllPaths

RAREST = 1e-4  # of all paths; a rarer length is not drawn for


@dataclass(frozen=True)
class Ranking(Altogether):
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
            What the new one is made of; default: from the operating system.

        Returns
        -------
        list of Path
            Empty if there is no path.

        >>> from gridwalk import Board
        >>> [path.length for path in Board.rectangle(4, 4).paths().sample(3, seed=1)]
        [6, 12, 12]
        """
        from gridwalk.frontier.whole import fair_ranks

        n = checked_number(n, "n", 0)
        if rng is None:
            rng = np.random.default_rng(seed)
        elif not isinstance(rng, np.random.Generator):
            raise ArgumentError("rng", rng, "a numpy.random.Generator, such as numpy.random.default_rng(1)")
        paths = self._running()
        if paths._is_refuted():
            return []
        whole = paths._whole()
        if not whole.total:
            return []
        if self.tour or (not self.fewest and self.most is None):
            return self._paths(whole.at(fair_ranks(whole.total, n, rng)))
        share = paths.count() / self._in_all(whole.total, len(whole.trivial))
        if share == 0:
            return []
        if share < RAREST:
            raise UnsuitableAlgorithmError("sample", f"only {share:.2g} of all paths are of such a length")
        found: list[Path] = []
        while len(found) < n:  # what is drawn of another length is put back
            drawn = self._paths(whole.at(fair_ranks(whole.total, n, rng)))
            found += [path for path in drawn if self.has_length(path.length)]
        return found[:n]

    def unrank(self, rank: int) -> Path:
        """Return the path of a rank, from 0 to below `count`.

        The order is the sweep's own, the same on every run.

        >>> from gridwalk import Board
        >>> paths = Board.rectangle(8, 8).paths()
        >>> paths.rank(paths.unrank(123456789))
        123456789
        """
        return self._paths(self._ranked().at([checked_number(rank, "rank", 0)]))[0]

    def rank(self, path: Path | Iterable[CellLike]) -> int | None:
        """Return the rank of *path*, the inverse of `unrank`; ``None`` if it is not in the set."""
        cells = [as_cell(cell, self.board.shape, "path") for cell in path]
        if cells not in self:
            return None
        flat = np.array([row * self.board.columns + column for row, column in cells], np.int32)
        return self._ranked().rank(flat)

    # ------------------------------------------------------------------------- how it works

    def _ranked(self) -> AllPaths | FromEachStart:
        """Return the set's ranks, which are kept with the board: made once, they serve again."""
        given_lengths = not self.tour and (self.fewest > 0 or self.most is not None)
        if given_lengths or (self.undirected and not self.closed):
            raise UnsuitableAlgorithmError(
                "rank", "sets of given lengths, or without direction, have no ranks"
            )
        key = "ranked", self.starts, self.exits, self.required, self.tour, self.closed, self.limits.memory
        ranked: AllPaths | FromEachStart | None = self.board.kept.get(key)
        if ranked is None:
            ranked = self.board.kept[key] = self._whole()
        else:
            ranked.watch.start(self.limits)
        return ranked
