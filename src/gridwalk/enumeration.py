"""The questions that go through a set path by path: iteration, lists, batches."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from gridwalk.checks import checked_number
from gridwalk.errors import Cell, ListMemoryError
from gridwalk.listing.backtracking import Backtracking
from gridwalk.listing.batches import batches, count_paths, one_by_one
from gridwalk.listing.cycles import CycleSearch
from gridwalk.members import Members
from gridwalk.path import Path, PathBatch
from gridwalk.runtime.eventlog import EventLog
from gridwalk.runtime.limits import MIN_MEMORY, Limits, Watch

BATCH_CELLS = 1 << 17  # a megabyte: it stays in the cache of a processor
TELL_AFTER = 64  # paths handed on
PATH_BYTES = 450  # of a path in a list, without its cells


@dataclass(frozen=True, repr=False)
class Enumeration(Members):
    """A set of paths, and its paths one after another."""

    def __iter__(self) -> Iterator[Path]:
        """Yield every path, depth-first in move order; stop whenever you like.

        Cycles come in the order of their first cells.  The time given by `within` is that of the whole
        iteration from its first path on, with what is done between two paths.
        """
        self._refuse_checkpoint("a listing")
        return self._members()

    def batches(self, cells: int = BATCH_CELLS) -> Iterator[PathBatch]:
        """Yield all paths in the order of iteration, many at a time: two arrays of about so many *cells*.

        For consumers that want speed: millions of paths a second.  A batch has 2**28 cells at most, or one
        path that is longer.

        >>> from gridwalk import Board
        >>> [batch.lengths.tolist() for batch in Board.rectangle(2, 3).paths().batches()]
        [[3, 3, 5, 3]]
        """
        self._refuse_checkpoint("batches()")
        return self._batches(checked_number(cells, "cells", 1))

    def list(self, limit: int | None = None) -> list[Path]:
        """Return the first *limit* paths (default: all) in the order of iteration.

        Raises
        ------
        ListMemoryError
            If they take more than the memory given by `within`.

        """
        most = None if limit is None else min(checked_number(limit, "limit", 0), sys.maxsize)
        return collected(islice(self, most), self.limits)

    def _members(self, watch: Watch | None = None) -> Iterator[Path]:
        """Yield the paths of the set: the clock starts with the first, and knows of no others."""
        watch = watch or self.limits.watch()
        watch.kept = 0
        for path in one_by_one(self._search(watch=watch)):
            if self._is_kept(path):
                watch.kept += 1
                yield path
                if watch.kept % TELL_AFTER == 0:
                    watch.check(0, 0, 0)

    def _batches(self, cells: int, watch: Watch | None = None) -> Iterator[PathBatch]:
        watch = watch or self.limits.watch()
        watch.kept = 0
        for batch in batches(self._search(watch=watch), cells):
            kept = self._kept_of(batch) if self.is_filtered else batch
            watch.kept += len(kept)
            yield kept
            watch.check(0, 0, 0)

    def _listed(self, watch: Watch | None = None) -> int:
        """Count by visiting every path."""
        if self.is_filtered:
            return sum(map(len, self._batches(BATCH_CELLS, watch)))
        return count_paths(self._search(watch=watch))

    def _is_kept(self, path: Path) -> bool:
        return not self.is_filtered or (self.has_length(path.length) and self._visits(path))

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
        watch = watch or self.limits.watch()
        if self._is_cyclic:
            before = min((self.board.index(cell) for cell in self.required), default=self.board.size)
            before = before if self.why_empty is None else -1
            return CycleSearch(self._ground, (), None, most=self.most, watch=watch, before=before)
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
            most=None if self.tour else self.most,
            watch=watch,
            log=log,
        )

    @property
    def _is_cyclic(self) -> bool:
        """Whether these are cycles of any length."""
        return self.closed and not self.tour

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


def collected(paths: Iterator[Path], limits: Limits, number: int = 0) -> list[Path]:
    """Return *paths*, of which there are *number* or more, in a list that memory is left for."""
    found: list[Path] = []
    memory, taken = limits.memory, 0
    for path in paths:
        taken += PATH_BYTES + path.cells.nbytes
        needed = max(taken, number * PATH_BYTES)
        if memory is None and needed > MIN_MEMORY:
            memory = limits.memory_allowed
        if memory is not None and needed > memory:
            raise ListMemoryError(max(number, len(found) + 1), needed, memory)
        found.append(path)
    return found
