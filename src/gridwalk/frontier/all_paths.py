"""All paths of a set at once: reduced to blocks, each swept, and the answers put together.

Of blocks in series counts multiply, lengths convolve, longest paths follow one another, and the
rank of a path is a number with one digit a block.  Of cycles, each of which lies in one block, counts add.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from math import inf, prod

import numpy as np

from gridwalk.errors import Cell
from gridwalk.frontier.choice import ENGINES, chosen, part_of, why_none
from gridwalk.frontier.draws import Streams, fair_ranks
from gridwalk.frontier.engine import Engine, Part
from gridwalk.frontier.estimate import EngineOption, Estimate
from gridwalk.frontier.hopeless import why_hopeless
from gridwalk.frontier.question import BlockQuestion, Cells, Range
from gridwalk.frontier.simpath.order import PLANNING
from gridwalk.frontier.together import check_ranks, convolved, joined
from gridwalk.grids.grid import Grid
from gridwalk.grids.grid_cut import Edge
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.resources import Resources
from gridwalk.shrink.reduced import ReducedGraph
from gridwalk.shrink.reduction import shrink
from gridwalk.shrink.whole import in_one

NOTHING = ReducedGraph((), (), cyclic=False)
ALONG = "simpath: moves are counted along"


class AllPaths:
    """The paths of a board from *starts* to *exits* (None: anywhere), or its tours or cycles; cells are flat.

    Where it is known that there are *none*, the board is not looked at.  Those with a number of *moves* in
    a range are *ranked*, or else only counted.

    A path or tour from anywhere to anywhere counts once per direction; a cycle counts once, or on a board
    with one-way moves once per direction.
    """

    def __init__(
        self,
        grid: Grid,
        starts: Iterable[Cell] | None,
        exits: Iterable[Cell] | None,
        *,
        through: Iterable[Cell] = (),
        edges: Iterable[Edge] = (),
        tour: bool = False,
        closed: bool = False,
        none: bool = False,
        moves: Range | None = None,
        ranked: bool = True,
        resources: Resources,
        watch: Watch,
    ) -> None:
        self.watch, self.heading, self.cells = watch, "", grid.size
        self.reduced = (
            NOTHING
            if none
            else shrink(
                grid,
                starts,
                exits,
                through=through,
                edges=edges,
                tour=tour,
                closed=closed and tour,
                cycles=closed and not tour,
                watch=watch,
            )
        )
        if moves is not None:
            self.reduced = in_one(self.reduced)
        self.moves, trivial = moves, self.reduced.trivial if moves is None or not moves[0] else ()
        self.trivial = [np.array([v], np.int32) for v in trivial]
        rest = grid, tour or exits is None, resources, watch, moves, ranked
        self.questions = [BlockQuestion(block, *rest) for block in self.reduced.blocks]

    @cached_property
    def _engines(self) -> list[Engine | None]:
        """The engine that answers for each block: chosen when something is asked."""
        engines: list[Engine | None] = []
        for question in self.questions:
            self.watch.check(0, 0, 0, PLANNING)
            engines.append(chosen(question))
        return engines

    @cached_property
    def parts(self) -> list[Part]:
        """The blocks, each with its engine; `HopelessError` if one has none."""
        return [part_of(*both) for both in zip(self._engines, self.questions, strict=True)]

    @cached_property
    def estimate(self) -> Estimate:
        """What a count will take."""
        return Estimate.total(part.estimate for part in self.parts)

    @property
    def rough_seconds(self) -> float:
        """At most how long a count takes, known at once; infinite where no engine can answer."""
        return sum(
            min(
                (kind(one).rough.seconds for kind in ENGINES.values() if kind.why_not(one) is None),
                default=inf,
            )
            for one in self.questions
        )

    @cached_property
    def estimate_of_lengths(self) -> Estimate:
        """What a count by length will take."""
        return Estimate.total(part.estimate_of_lengths for part in self.parts)

    def options(self, *, lengths: bool = False) -> list[EngineOption]:
        """Return of every engine what it would take to count (or to count *lengths*), or why it cannot.

        An engine is asked about the blocks that it is chosen for, or else about all that must be swept.
        """
        both = list(zip(self.questions, self._engines, strict=True))
        found = []
        for name, engine in ENGINES.items():
            chosen = [own for _, own in both if own is not None and own.name == name]
            swept = [question for question, own in both if own is None or own.name != "direct"]
            if not chosen and (name == "direct" or not swept):
                continue
            reasons = [] if chosen else map(engine.why_not, swept)
            reason = next((reason for reason in reasons if reason), None)
            every = chosen or [engine(question) for question in swept if reason is None]
            estimates = [one.estimate_of_lengths if lengths else one.estimate for one in every]
            estimate = Estimate.total(estimates) if estimates else None
            found.append(EngineOption(name, reason, estimate, len(chosen)))
        return found

    def why_hopeless(self, memory: int, disk: int = 0, *, lengths: bool = False) -> str | None:
        """Return why there is no point in beginning to count, None: it may come to an end.

        Parameters
        ----------
        memory, disk : int
            The bytes allowed.
        lengths : bool
            Whether to count by length.

        """
        for question, engine in zip(self.questions, self._engines, strict=True):
            if engine is None:
                return why_none(question)
        if self.moves is not None:  # what is left out on the way is not estimated
            return None
        return why_hopeless(self.estimate_of_lengths if lengths else self.estimate, memory, disk)

    @property
    def bytes(self) -> int:
        """How many bytes of memory are held for the ranks asked for so far."""
        return sum(part.bytes for part in self.__dict__.get("parts", ()))

    def close(self) -> None:
        """Forget what is held for ranks, but for the counts; it is made again when a rank is asked for."""
        for part in self.__dict__.get("parts", ()):
            part.close()

    def count(self) -> int:
        """Return how many paths there are, exactly."""
        self._tell(None if self.moves is not None else self.estimate)
        counts = (part.count() for part in self._each_part())
        if self.reduced.cyclic or not self.parts:
            return len(self.trivial) + sum(counts)
        total = 1
        for count in counts:
            total *= count
            if not total:
                break
        return len(self.trivial) + total

    def _each_part(self) -> Iterator[Part]:
        """Yield the parts, and ask the clock before each: there may be as many as cells."""
        for part in self.parts:
            self.watch.check(0, 0, 0)
            yield part

    def _tell(self, estimate: Estimate | None) -> None:
        """Say with all progress what is done; None: what cannot be estimated."""
        self.watch.plan, self.watch.unit = f"{self.heading}{estimate or ALONG}", "states"

    def lengths(self) -> dict[int, int]:
        """Return how many paths there are of each number of moves that occurs, the least first."""
        self._tell(None if self.moves is not None else self.estimate_of_lengths)
        total: dict[int, int] = {0: len(self.trivial)} if self.trivial else {}
        every = [part.lengths() for part in self._each_part()]
        for lengths in every if self.reduced.cyclic else [convolved(every, self.watch)]:
            for length, number in lengths.items():
                total[length] = total.get(length, 0) + number
        return {length: total[length] for length in sorted(total)}

    def best(self, *, longest: bool, by_cost: bool, measure: Callable[[Cells], float]) -> Cells | None:
        """Return a path of most or fewest moves, or of greatest or least cost; None if there is none.

        *measure* tells cycles of different blocks apart, and paths of no move from the others.
        """
        self._tell(self.estimate)
        found = list(self.trivial)
        parts = [part.best(longest=longest, by_cost=by_cost) for part in self._each_part()]
        whole = [cells for cells in parts if cells is not None]
        if self.reduced.cyclic:
            found += whole
        elif parts and len(whole) == len(parts):
            found.append(joined(whole))
        choose = max if longest else min
        return choose(found, key=measure) if found else None

    # ------------------------------------------------------------------------------- ranks

    @cached_property
    def _counts(self) -> list[int]:
        self._tell(self.estimate)
        return [part.count() for part in self._each_part()]

    @cached_property
    def total(self) -> int:
        """How many paths have a rank."""
        blocks = sum(self._counts) if self.reduced.cyclic or not self.parts else prod(self._counts)
        return len(self.trivial) + blocks

    def at(self, ranks: Sequence[int]) -> list[Cells]:
        """Return the paths of some ranks, from 0 to below `total`."""
        check_ranks(ranks, self.total)
        found: dict[int, Cells] = dict(enumerate(self.trivial))
        asked = sorted({rank for rank in ranks if rank >= len(self.trivial)})
        below = [rank - len(self.trivial) for rank in asked]
        paths = self._cycles_at(below) if self.reduced.cyclic else self._paths_at(below)
        found.update(zip(asked, paths, strict=True))
        return [found[rank] for rank in ranks]

    def _paths_at(self, ranks: list[int]) -> list[Cells]:
        digits: list[list[int]] = []  # of every rank, the last block's first
        for count in reversed(self._counts):
            self.watch.check(0, 0, 0)
            digits.append([rank % count for rank in ranks])
            ranks = [rank // count for rank in ranks]
        parts = [part.at(digit) for part, digit in zip(self._each_part(), reversed(digits), strict=True)]
        return [joined(cells) for cells in zip(*parts, strict=True)]

    def _cycles_at(self, ranks: list[int]) -> list[Cells]:
        ends = list(accumulate(self._counts, initial=0))
        cycles: list[Cells] = []
        for part, (first, end) in zip(self.parts, pairwise(ends), strict=True):
            cycles += part.at([rank - first for rank in ranks if first <= rank < end])
        return cycles  # in order, for the ranks are

    def sample(self, n: int, streams: Streams) -> list[Cells]:
        """Return *n* paths drawn independently, each of all with the same chance; none if there are none."""
        alone = not self.trivial and (len(self.parts) == 1 or not self.reduced.cyclic)
        if alone:
            self._tell(self.estimate)
            return self._drawn(n, self.parts, streams)
        if not self.total:
            return []
        # First where each is from: the paths of no move, the cycles of a block, the paths through all blocks.
        blocks = [[part] for part in self.parts] if self.reduced.cyclic else [list(self.parts)]
        counts = self._counts if self.reduced.cyclic else [self.total - len(self.trivial)]
        ends = list(accumulate(counts, initial=len(self.trivial)))
        ranks = fair_ranks(self.total, n, streams.rng, self.watch)
        number = Counter(bisect_right(ends, rank) for rank in ranks)
        found = [iter(self._drawn(number[k + 1], parts, streams.under(k))) for k, parts in enumerate(blocks)]
        return [
            next(found[bisect_right(ends, rank) - 1]) if rank >= ends[0] else self.trivial[rank]
            for rank in ranks
        ]

    def _drawn(self, n: int, parts: Sequence[Part], streams: Streams) -> list[Cells]:
        """Return *n* random paths through *parts*, one after another."""
        drawn: list[list[Cells]] = []
        for k, part in enumerate(parts if n else ()):
            self.watch.check(0, 0, 0)
            drawn.append(part.sample(n, streams.under(k)))
            if not drawn[-1]:
                return []
        return [joined(cells) for cells in zip(*drawn, strict=True)]

    def rank(self, cells: Cells) -> int | None:
        """Return the rank of a path or cycle, None if it is none of these."""
        if len(cells) == 1:
            listed = [int(one[0]) for one in self.trivial]
            return listed.index(int(cells[0])) if int(cells[0]) in listed else None
        if self.reduced.cyclic:
            before = len(self.trivial)
            for part, count in zip(self.parts, self._counts, strict=True):
                rank = part.rank(cells)
                if rank is not None:
                    return before + rank
                before += count
            return None
        total, first = 0, 0
        for n, (part, block) in enumerate(zip(self.parts, self.reduced.blocks, strict=True)):
            last = len(cells) - 1
            if n < len(self.parts) - 1:
                ends = np.flatnonzero(cells == block.exits[0])
                if not ends.size:
                    return None
                last = int(ends[0])
            rank = part.rank(cells[first : last + 1])
            if rank is None:
                return None
            total, first = total * self._counts[n] + rank, last
        return len(self.trivial) + total if self.parts else None
