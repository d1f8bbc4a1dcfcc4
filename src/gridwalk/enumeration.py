"""The questions that go through a set path by path: iteration, lists, batches."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from gridwalk.checks import checked_number
from gridwalk.errors import Cell, UnsuitableAlgorithmError
from gridwalk.limits import Watch
from gridwalk.listing.backtracking import Backtracking
from gridwalk.listing.batches import batches, count_paths, one_by_one
from gridwalk.members import Members
from gridwalk.path import Path, PathBatch
from gridwalk.trace import EventLog

BATCH_CELLS = 1 << 17  # a megabyte: it stays in the cache of a processor


@dataclass(frozen=True, repr=False)
class Enumeration(Members):
    """A set of paths, and its paths one after another."""

    def __iter__(self) -> Iterator[Path]:
        """Yield every path, depth-first in move order; stop whenever you like."""
        self._refuse_checkpoint("a listing")
        paths = one_by_one(self._search())
        return filter(self._is_kept, paths) if self.is_filtered else paths

    def batches(self, cells: int = BATCH_CELLS) -> Iterator[PathBatch]:
        """Yield all paths in the order of iteration, many at a time: two arrays of about so many *cells*.

        (2**28 at most, or one path that is longer.)
        For consumers that want speed: millions of paths a second.

        >>> from gridwalk import Board
        >>> [batch.lengths.tolist() for batch in Board.rectangle(2, 3).paths().batches()]
        [[3, 3, 5, 3]]
        """
        self._refuse_checkpoint("batches()")
        found = batches(self._search(), checked_number(cells, "cells", 1))
        return map(self._kept_of, found) if self.is_filtered else found

    def list(self, limit: int | None = None) -> list[Path]:
        """Return the first *limit* paths (default: all) in the order of iteration."""
        most = None if limit is None else min(checked_number(limit, "limit", 0), sys.maxsize)
        return list(islice(self, most))

    def _listed(self, watch: Watch | None = None) -> int:
        """Count by visiting every path."""
        search = self._search(watch=watch)
        if not self.is_filtered:
            return count_paths(search)
        return sum(len(self._kept_of(batch)) for batch in batches(search, BATCH_CELLS))

    def _is_kept(self, path: Path) -> bool:
        return self.has_length(path.length) and self._visits(path)

    def _kept_of(self, batch: PathBatch) -> PathBatch:
        """Return those of a batch that have the right length and visit what is required."""
        kept = batch.lengths >= self.fewest
        if self.most is not None:
            kept &= batch.lengths <= self.most
        for row, column in self.required:
            on = np.flatnonzero((batch.cells[:, 0] == row) & (batch.cells[:, 1] == column))
            visits = np.zeros(len(batch), bool)
            visits[np.searchsorted(batch.offsets, on, side="right") - 1] = True
            kept &= visits
        return batch.only(kept)

    def _search(
        self,
        log: EventLog | None = None,
        *,
        warnsdorff: bool = False,
        plain: bool = False,
        watch: Watch | None = None,
    ) -> Backtracking:
        """Return the search over all paths; a *plain* one, or one with a log, looks no step ahead."""
        plain = plain or warnsdorff or log is not None
        if self.closed and not self.tour:
            raise UnsuitableAlgorithmError("list", "cycles are found by a sweep: iterate, or sample")
        starts = self._starts() if plain else self._promising_starts()
        return Backtracking(
            self._ground,
            starts if self.why_empty is None else (),
            self._exits_left,
            tour=self.tour,
            closed=self.closed,
            one_direction=self.board.symmetric and (self.closed or self.undirected),
            warnsdorff=warnsdorff,
            plain=plain,
            watch=watch or self.limits.watch(),
            log=log,
        )

    def _starts(self) -> Iterable[Cell]:
        """Yield where the search must begin: a cycle passes everywhere, so one start is enough."""
        if self.closed:
            yield self._first_start()
            return
        if self._starts_left is not None:
            yield from self._starts_left
            return
        for v in np.flatnonzero(self.board.open_cells):
            yield divmod(int(v), self.board.columns)

    def _promising_starts(self) -> Iterable[Cell]:
        """Yield those starts of which it is not known at once that no path of the set begins there."""
        return self._starts()

    def _first_start(self) -> Cell:
        return self.starts[0] if self.starts else self._first_open()

    def _first_open(self) -> Cell:
        return divmod(int(self.board.open_cells.argmax()), self.board.columns)
