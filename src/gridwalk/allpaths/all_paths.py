"""All paths of a set at once: reduced to blocks, each swept, and the answers put together.

Paths through blocks in series are a product of families; cycles, each of which lies in one block, are a
sum, and so are tours from several starts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import inf

import numpy as np

from gridwalk.allpaths.choice import ENGINES, chosen, part_of, why_none
from gridwalk.allpaths.combine import Family, Product, Streams, Sum
from gridwalk.allpaths.engine import IN_BLOCKS, BlockQuestion, Cells, Engine, Range
from gridwalk.allpaths.estimate import Estimate, why_hopeless
from gridwalk.allpaths.order import PLANNING
from gridwalk.allpaths.reduce.network import ReducedGraph
from gridwalk.allpaths.reduce.reduction import shrink
from gridwalk.answers import explanation
from gridwalk.errors import Cell
from gridwalk.question.knows import unmet
from gridwalk.question.question import Question
from gridwalk.runtime.cache import unlocked_property
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.progress import COUNTING
from gridwalk.runtime.resources import Resources

NOTHING = ReducedGraph((), (), cyclic=False)
Measure = Callable[[Cells, bool], float]


def moves_of(cells: Cells, by_cost: bool) -> float:
    """Return the number of moves of a path that is not closed."""
    return len(cells) - 1


def joined(parts: Iterable[Cells]) -> Cells:
    """Return the cells of paths that follow one another, each from the last cell of the one before."""
    first, *others = parts
    return np.concatenate([first, *(cells[1:] for cells in others)])


class AllPaths(Sum[Cells]):
    """The paths of a question from *starts* to *exits* (None: anywhere), its tours or cycles; cells are flat.

    Where the definition excludes all, the board is not looked at.  Those with a number of *moves* in a range
    are *ranked*, or else only counted; without, counts by length may leave out those outside of a *window*.
    *measure* tells cycles of different blocks apart.

    A path or tour from anywhere to anywhere counts once per direction; a cycle counts once, or on a board
    with one-way moves once per direction.
    """

    def __init__(
        self,
        question: Question,
        starts: Sequence[Cell] | None,
        exits: Sequence[Cell] | None,
        *,
        moves: Range | None = None,
        ranked: bool = True,
        window: Range | None = None,
        measure: Measure = moves_of,
        resources: Resources,
        watch: Watch,
    ) -> None:
        board, tour, closed = question.ground, question.tour, question.closed
        self.reduced = NOTHING
        if question.why_empty is None:
            self.reduced = shrink(
                board,
                starts,
                exits,
                through=question.required,
                edges=question.required_edges,
                tour=tour,
                closed=closed and tour,
                cycles=closed and not tour,
                in_one=moves is not None,
                watch=watch,
            )
        self.moves, trivial = moves, self.reduced.trivial if moves is None or not moves[0] else ()
        super().__init__((), watch, measure, [np.array([v], np.int32) for v in trivial])
        others = unmet(question, IN_BLOCKS)
        if window is not None and len(self.reduced.blocks) > 1 and not self.reduced.cyclic:
            window = 0, window[1]  # of a block in series
        rest = board, tour or exits is None, resources, watch, moves, ranked, window, others
        self.questions = [BlockQuestion(block, *rest) for block in self.reduced.blocks]

    @unlocked_property
    def _engines(self) -> list[Engine | None]:
        """The engine that answers for each block: chosen when something is asked."""
        engines: list[Engine | None] = []
        for question in self.questions:
            self.watch.check(0, 0, 0, PLANNING)
            engines.append(chosen(question))
        return engines

    @unlocked_property
    def parts(self) -> Sequence[Family[Cells]]:
        """The paths through all blocks, or the cycles of each; `HopelessError` if one has no engine."""
        blocks = [part_of(*both) for both in zip(self._engines, self.questions, strict=True)]
        series = [[block] for block in blocks] if self.reduced.cyclic else [blocks] if blocks else []
        split = partial(_split, self.reduced)  # no method of this: a circle would keep its clock, and its bar
        return [Product(each, self.watch, joined, split) for each in series]

    def holding(self, one: Cells) -> Iterable[int]:
        """Return the numbers of the parts that a path may be in: one of no move is in none."""
        return super().holding(one) if len(one) > 1 else ()

    def sample(self, n: int, streams: Streams) -> list[Cells]:
        """Return *n* drawn independently; without a draw of the part, where there is but one."""
        if self.listed or len(self.parts) != 1:
            return super().sample(n, streams)
        self.begin()
        return self.parts[0].sample(n, streams)

    def begin(self, *, lengths: bool = False) -> None:
        """Say with all progress what is done, and how long it takes, but for what cannot be estimated."""
        along = self.moves is not None
        seconds = 0.0 if along else (self.estimate_of_lengths if lengths else self.estimate).seconds
        self.watch.plan, self.watch.unit = COUNTING, "states"
        self.watch.planned = time.monotonic(), seconds

    # ----------------------------------------------------------------------------- what it takes

    @unlocked_property
    def estimate(self) -> Estimate:
        """What a count will take; `HopelessError` if a block has no engine."""
        return Estimate.total(engine.estimate for engine in self._able)

    @unlocked_property
    def estimate_of_lengths(self) -> Estimate:
        """What a count by length will take."""
        return Estimate.total(engine.estimate_of_lengths for engine in self._able)

    @unlocked_property
    def estimate_of_paths(self) -> Estimate:
        """What to find, rank or draw paths will take, at the least: as much as a count by their engines."""
        return Estimate.total(engine.finder.estimate for engine in self._able)

    @property
    def _able(self) -> list[Engine]:
        _ = self.parts
        return [engine for engine in self._engines if engine is not None]

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

    def options(self, *, lengths: bool = False, finds: bool = False) -> list[explanation.Option]:
        """Return of every engine what it would take to count (or to count *lengths*), or why it cannot.

        An engine is asked about the blocks that it is chosen for, or else about all that must be swept.
        If *finds*, it is chosen to find, rank or draw paths.
        """
        engines = [engine.finder if finds and engine is not None else engine for engine in self._engines]
        both = list(zip(self.questions, engines, strict=True))
        found = []
        for name, engine in ENGINES.items():
            chosen = [own for _, own in both if own is not None and own.name == name]
            swept = [question for question, own in both if own is None or own.name != "direct"]
            if not chosen and (name == "direct" or not swept):
                continue
            reasons = [] if chosen else map(engine.why_not, swept)
            reason = next((reason for reason in reasons if reason), None)
            if finds and engine.only_counts:
                reason = reason or "it only counts"
            every = chosen or [engine(question) for question in swept if reason is None]
            estimates = [one.estimate_of_lengths if lengths else one.estimate for one in every]
            estimate = Estimate.total(estimates) if estimates else None
            found.append(explanation.Option(name, reason, estimate, chosen=bool(chosen)))
        return found

    def why_hopeless(self, memory: int, *, lengths: bool = False, finds: bool = False) -> str | None:
        """Return why there is no point in beginning, None: it may come to an end.

        Parameters
        ----------
        memory : int
            The bytes allowed.
        lengths : bool
            Whether to count by length.
        finds : bool
            Whether to find, rank or draw paths, not to count them.

        """
        for question, engine in zip(self.questions, self._engines, strict=True):
            if engine is None:
                return why_none(question)
        if self.moves is not None:  # what is left out on the way is not estimated
            return None
        if finds:
            return why_hopeless(self.estimate_of_paths, memory)
        return why_hopeless(self.estimate_of_lengths if lengths else self.estimate, memory)

    @property
    def bytes(self) -> int:
        """How many bytes of memory are held for the ranks asked for so far."""
        return sum(engine.bytes for engine in self.__dict__.get("_engines", ()) if engine is not None)

    def close(self) -> None:
        """Forget what is held for ranks, but for the counts; it is made again when a rank is asked for."""
        for engine in self.__dict__.get("_engines", ()):
            if engine is not None:
                engine.close()


def _split(reduced: ReducedGraph, cells: Cells) -> list[Cells] | None:
    """Return the parts of a path in each block, None if it passes by one; a cycle is one part."""
    found, first = [], 0
    for block in () if reduced.cyclic else reduced.blocks[:-1]:
        ends = np.flatnonzero(cells == block.exits[0])
        if not ends.size:
            return None
        found.append(cells[first : ends[0] + 1])
        first = int(ends[0])
    return [*found, cells[first:]]
