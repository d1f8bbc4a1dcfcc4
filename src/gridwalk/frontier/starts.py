"""Tours from several starts: those from each, one after another.

One sweep for all starts has to keep both ends of a tour open to the last.  With a knight's moves there is
no end to that, and one sweep for each start takes far less time in all; on a rook's board it does not.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from typing import Any, Literal

from gridwalk.errors import Cell
from gridwalk.frontier.all_paths import AllPaths
from gridwalk.frontier.draws import Streams, fair_ranks
from gridwalk.frontier.estimate import EngineOption, Estimate
from gridwalk.frontier.hopeless import why_hopeless
from gridwalk.frontier.question import Cells
from gridwalk.frontier.together import check_ranks
from gridwalk.runtime.limits import Watch


@dataclass
class FromEachStart:
    """The tours from all of *starts*; answers as `AllPaths` does.

    Parameters
    ----------
    starts : sequence of cells
    tours_from : callable
        Returns the tours from a start; the last is kept, others are made when they are asked for.
    flat_of : callable
        Returns a cell's flat index.
    watch : Watch
        The clock of all.

    Attributes
    ----------
    apart : callable, optional
        Returns the counts, or the counts by length, from all starts, found elsewhere.

    """

    starts: Sequence[Cell]
    tours_from: Callable[[Cell], AllPaths]
    flat_of: Callable[[Cell], int]
    watch: Watch
    trivial: tuple[Cells, ...] = ()  # a tour of one cell has one start
    apart: Callable[[Literal["count", "lengths"]], list[Any]] | None = field(default=None, init=False)
    _kept: tuple[int, AllPaths] | None = field(default=None, init=False)

    @property
    def estimate(self) -> Estimate:
        """What a count will take: as much for every start."""
        return self._from(0).estimate.times(len(self.starts))

    @property
    def estimate_of_lengths(self) -> Estimate:
        """What a count by length will take."""
        return self._from(0).estimate_of_lengths.times(len(self.starts))

    def options(self, *, lengths: bool = False) -> list[EngineOption]:
        """Return of every engine what it would take for all starts, or why it cannot answer."""
        return [
            replace(one, estimate=one.estimate and one.estimate.times(len(self.starts)))
            for one in self._from(0).options(lengths=lengths)
        ]

    def why_hopeless(self, memory: int, disk: int = 0, *, lengths: bool = False) -> str | None:
        """Return why there is no point in beginning to count; see `AllPaths.why_hopeless`."""
        return why_hopeless(self.estimate_of_lengths if lengths else self.estimate, memory, disk)

    def count(self) -> int:
        """Return how many tours there are, exactly."""
        return self.total

    def lengths(self) -> dict[int, int]:
        """Return how many tours there are of each number of moves that occurs."""
        total: Counter[int] = Counter()
        if self.apart is not None:
            every = iter(self.apart("lengths"))
        else:
            every = (self._from(n).lengths() for n in range(len(self.starts)))
        for lengths in every:
            total.update(lengths)
        return dict(sorted(total.items()))

    def best(self, *, longest: bool, by_cost: bool, measure: Callable[[Cells], float]) -> Cells | None:
        """Return a tour of most or least cost; None if there is none.  All have as many moves."""
        best: Cells | None = None
        for n in range(len(self.starts)):
            found = self._from(n).best(longest=longest, by_cost=by_cost, measure=measure)
            if found is not None and not by_cost:
                return found
            both = [cells for cells in (best, found) if cells is not None]
            best = (max if longest else min)(both, key=measure, default=None)
        return best

    @property
    def bytes(self) -> int:
        """How many bytes of memory are held for the ranks asked for so far."""
        return 0 if self._kept is None else self._kept[1].bytes

    def close(self) -> None:
        """Forget what is held for ranks, but for the counts; it is made again when a rank is asked for."""
        self._kept = None

    # ------------------------------------------------------------------------------- ranks

    @cached_property
    def _ends(self) -> list[int]:
        if self.apart is not None:
            counts = iter(self.apart("count"))
        else:
            counts = (self._from(n).count() for n in range(len(self.starts)))
        return list(accumulate(counts, initial=0))

    @property
    def total(self) -> int:
        """How many tours have a rank."""
        return self._ends[-1]

    def at(self, ranks: Sequence[int]) -> list[Cells]:
        """Return the tours of some ranks, from 0 to below `total`."""
        found: dict[int, Cells] = {}
        for start in sorted({self._start_of(rank) for rank in ranks}):
            below = self._ends[start]
            mine = sorted({rank for rank in ranks if self._start_of(rank) == start})
            found.update(zip(mine, self._from(start).at([rank - below for rank in mine]), strict=True))
        return [found[rank] for rank in ranks]

    def sample(self, n: int, streams: Streams) -> list[Cells]:
        """Return *n* tours drawn independently, each of all with the same chance; none if there are none."""
        if not self.total:
            return []
        starts = [self._start_of(rank) for rank in fair_ranks(self.total, n, streams.rng, self.watch)]
        number = Counter(starts)
        found = {k: iter(self._from(k).sample(number[k], streams.under(k))) for k in sorted(number)}
        return [next(found[start]) for start in starts]

    def rank(self, cells: Cells) -> int | None:
        """Return the rank of a tour, None if it is none of these."""
        for n, start in enumerate(self.starts):
            if self.flat_of(start) == cells[0]:
                rank = self._from(n).rank(cells)
                return None if rank is None else self._ends[n] + rank
        return None

    def _start_of(self, rank: int) -> int:
        check_ranks([rank], self.total)
        return bisect_right(self._ends, rank) - 1

    def _from(self, number: int) -> AllPaths:
        if self._kept is None or self._kept[0] != number:
            tours = self.tours_from(self.starts[number])
            tours.heading = f"start {number + 1} of {len(self.starts)}, "
            self._kept = number, tours
        return self._kept[1]
