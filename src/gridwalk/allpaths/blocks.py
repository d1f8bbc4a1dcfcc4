"""All paths of a set: the blocks of the board, an engine for each block, and their sum or product.

The board is reduced to biconnected blocks.  Each block gets the engine with the shortest estimated time:
`Direct` (a block of parallel corridors), `Planar` (orthogonal moves) or `Simpath` (any block).  The paths
through blocks in series are a product of the paths of the blocks.  A cycle lies in one block, so the cycles
are a sum.  To add an engine, write a subclass of `Engine` and add it to `ENGINES`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.combine import Countable, EitherWay, Product, Streams, Sum
from gridwalk.allpaths.engine import IN_BLOCKS, BlockQuestion, Cells, Engine, Range
from gridwalk.allpaths.estimate import NO_ENGINE, Estimate, why_hopeless
from gridwalk.allpaths.order import PLANNING
from gridwalk.allpaths.planar import Planar
from gridwalk.allpaths.reduce.network import ReducedGraph
from gridwalk.allpaths.reduce.reduction import shrink
from gridwalk.allpaths.simpath import Simpath
from gridwalk.answers import explanation
from gridwalk.errors import Cell, HopelessError
from gridwalk.question.conditions import Conditions, unmet
from gridwalk.question.question import Question
from gridwalk.runtime.cache import unlocked_property
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.resources import Resources

# ---------------------------------------------------------------------------- the engine of a block


class Direct(Engine):
    """The paths through a block of two junctions: each corridor is a path, and its number gives its rank."""

    name = "direct"
    supported = Conditions.CELLS | Conditions.EDGES | Conditions.NETWORK
    estimate = estimate_of_lengths = rough = Estimate(NO_ENGINE, 1, 0, 1, 0, about=False)
    is_quick = True
    joins_directions = False
    bytes = 0

    def __init__(self, question: BlockQuestion) -> None:
        self.block = question.block

    @classmethod
    def why_unfit(cls, question: BlockQuestion) -> str | None:
        """Return why a path may have more than one corridor; None if every path is a single corridor."""
        is_direct = question.block.network.junctions == 2
        return None if is_direct else "not every corridor leads from end to end"

    def close(self) -> None:
        """Do nothing: no memory is in use."""

    @cached_property
    def _steps(self) -> list[int]:
        """The corridors that are a path, numbered as for `Block.walked`."""
        network = self.block.network
        forward = network.tail == network.source
        usable = forward | ~network.one_way
        # A path uses one corridor, so if several must be used, there is no path.
        needed = network.must_use if network.must_use.any() else np.ones(network.corridors, bool)
        if np.count_nonzero(network.must_use) > 1 + bool(network.twins):
            return []
        corridors = np.flatnonzero(usable & needed)
        steps: list[int] = np.where(forward[corridors], corridors, ~corridors).tolist()
        return steps

    def _of(self, step: int, values: NDArray[np.generic]) -> float:
        number: float = values[step if step >= 0 else ~step].item()
        return number

    def count(self) -> int:
        """Return the number of paths."""
        return len(self._steps)

    def lengths(self) -> dict[int, int]:
        """Return the number of paths of each length."""
        return dict(Counter(int(self._of(step, self.block.network.length)) for step in self._steps))

    def best(self, *, longest: bool, by_cost: bool) -> Cells | None:
        """Return the first longest or shortest path, by moves or by cost; None if there is no path."""
        network = self.block.network
        values = network.cost if by_cost else network.length
        choose = max if longest else min
        best = choose(self._steps, key=lambda step: self._of(step, values), default=None)
        return None if best is None else self.block.walked(best)

    def at(self, ranks: Sequence[int]) -> list[Cells]:
        """Return the paths of the given ranks."""
        return [self.block.walked(self._steps[rank]) for rank in ranks]

    def sample(self, n: int, streams: Streams) -> list[Cells]:
        """Return *n* drawn independently; none if there are none."""
        return self.at(streams.rng.integers(self.count(), size=n).tolist()) if self.count() else []

    def rank(self, cells: Cells) -> int | None:
        """Return the rank of a path; None if it is not in the set."""
        for rank, step in enumerate(self._steps):
            if np.array_equal(self.block.walked(step), cells):
                return rank
        return None


ENGINES: Mapping[str, type[Engine]] = {"direct": Direct, "simpath": Simpath, "profile": Planar}
HOPE = 1e4  # a search for a better plan may improve the rough estimate by up to this factor
BRIEF = 0.1  # seconds; for a shorter count, the search for a better plan takes longer than it saves


def chosen(question: BlockQuestion) -> Engine | None:
    """Return the first quick engine, else the one with the least estimate; None if no engine can answer."""
    able: list[Engine] = []
    for engine in ENGINES.values():
        if engine.why_not(question) is None:
            able.append(engine(question))
            if able[-1].is_quick:
                return able[-1]
    if len(able) < 2:
        return able[0] if able else None
    # Search for good plans only if they could change the choice.
    least = min(engine.rough.seconds for engine in able)
    hope = HOPE if least > BRIEF else 1
    rivals = [engine for engine in able if engine.rough.seconds <= hope * least]
    return rivals[0] if len(rivals) == 1 else min(rivals, key=lambda engine: engine.estimate.seconds)


def part_of(engine: Engine | None, question: BlockQuestion) -> Countable[Cells]:
    """Return the paths of a block, by its engine; raise `HopelessError` if it has no engine."""
    engine = _able(engine, question)
    if not engine.joins_directions:
        return engine
    return EitherWay(engine, _is_cycle_forward if question.cyclic else _is_forward)


def _able(engine: Engine | None, question: BlockQuestion) -> Engine:
    """Return *engine*; if it is None, raise `HopelessError` with the reason of each engine."""
    if engine is None:
        reasons = [kind.why_not(question) for kind in ENGINES.values() if kind is not Direct]
        raise HopelessError("; ".join(reason for reason in reasons if reason))
    return engine


def _is_forward(cells: Cells) -> bool:
    return bool(cells[0] < cells[-1])


def _is_cycle_forward(cells: Cells) -> bool:
    return _is_forward(np.roll(cells, -int(cells.argmin()))[1:])


# --------------------------------------------------------------------------- all blocks together

NOTHING = ReducedGraph((), (), cyclic=False)
Measure = Callable[[Cells, bool], float]


def moves_of(cells: Cells, by_cost: bool) -> float:
    """Return the number of moves of an open path."""
    return len(cells) - 1


def joined(parts: Iterable[Cells]) -> Cells:
    """Return the cells of consecutive paths, joined; each path begins at the last cell of the one before."""
    first, *others = parts
    return np.concatenate([first, *(cells[1:] for cells in others)])


class AllPaths(Sum[Cells]):
    """The paths of a question from *starts* to *exits* (None: anywhere), its tours or cycles; cells are flat.

    If the definition excludes all paths, the board is not reduced.  With a range of *moves*, only paths with
    such a number of moves are counted; *ranked* is whether ranks are needed, too.  Without *moves*, counts
    by length may leave out lengths outside of a *window*.  *measure* returns the length or cost that decides
    between the best paths of several blocks.

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
        self.memory = resources.memory
        self.moves, trivial = moves, self.reduced.trivial if moves is None or not moves[0] else ()
        super().__init__((), watch, measure, [np.array([v], np.int32) for v in trivial])
        others = unmet(question, IN_BLOCKS)
        if window is not None and len(self.reduced.blocks) > 1 and not self.reduced.cyclic:
            window = 0, window[1]  # of a block in series
        rest = board, tour or exits is None, resources, watch, moves, ranked, window, others
        self.questions = [BlockQuestion(block, *rest) for block in self.reduced.blocks]

    @unlocked_property
    def _engines(self) -> list[Engine | None]:
        """The engine of each block, chosen when it is first needed."""
        engines: list[Engine | None] = []
        for question in self.questions:
            self.watch.check(0, 0, 0, PLANNING)
            engines.append(chosen(question))
        return engines

    @unlocked_property
    def parts(self) -> Sequence[Countable[Cells]]:
        """For cycles the blocks, else the product of the blocks; `HopelessError` if one has no engine."""
        blocks = [part_of(*both) for both in zip(self._engines, self.questions, strict=True)]
        if self.reduced.cyclic or len(blocks) < 2:
            return blocks
        split = partial(_split, self.reduced)  # no method: that would be a reference cycle
        return [Product(blocks, self.watch, joined, split)]

    def holding(self, one: Cells) -> Iterable[int]:
        """Return the numbers of the parts that may contain a path; none for a path of no moves."""
        return super().holding(one) if len(one) > 1 else ()

    def sample(self, n: int, streams: Streams) -> list[Cells]:
        """Return *n* paths drawn independently and uniformly; a single part needs no draw of the part."""
        if self.listed or len(self.parts) != 1:
            return super().sample(n, streams)
        (part,) = self.parts
        self.begin()
        return part.sample(n, streams if isinstance(part, Product) else streams.under(0))

    def begin(self, *, lengths: bool = False) -> None:
        """Set the expected time of the progress from the estimate, if there is one."""
        seconds = 0.0 if self.moves is not None else self.cost(lengths=lengths).seconds
        self.watch.begin(seconds, measured=any(isinstance(engine, Simpath) for engine in self._engines))

    # ----------------------------------------------------------------------------- estimates

    def cost(self, *, lengths: bool = False, finds: bool = False) -> Estimate:
        """Return the estimate of a count (by *lengths*); raise `HopelessError` if a block has no engine.

        With *finds* (for ranks, samples and the best), it is the estimate of a count by the engines that
        find paths.
        """
        engines = [_able(*both) for both in zip(self._engines, self.questions, strict=True)]
        if finds:
            return Estimate.total(engine.finder.estimate for engine in engines)
        return Estimate.total(one.estimate_of_lengths if lengths else one.estimate for one in engines)

    def options(self, *, lengths: bool = False, finds: bool = False) -> list[explanation.Option]:
        """Return for every engine the estimate of a count (by *lengths*), or the reason why it cannot count.

        An estimate covers the blocks for which the engine is chosen; for an engine that is not chosen, all
        blocks that must be swept.  With *finds*, engines are chosen to find, rank or draw paths.
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

    def why_hopeless(self, *, lengths: bool = False, finds: bool = False) -> str | None:
        """Return why the answer would take too long, else None; the parameters are the same as for `cost`."""
        if self.moves is not None and None not in self._engines:
            return None  # paths of given lengths are not estimated
        try:
            return why_hopeless(self.cost(lengths=lengths, finds=finds), self.memory)
        except HopelessError as error:
            return error.reason

    @property
    def bytes(self) -> int:
        """The bytes of memory in use for ranks."""
        return sum(engine.bytes for engine in self.__dict__.get("_engines", ()) if engine is not None)

    def close(self) -> None:
        """Free the memory in use for ranks, but keep the counts; the next rank allocates it again."""
        for engine in self.__dict__.get("_engines", ()):
            if engine is not None:
                engine.close()


def _split(reduced: ReducedGraph, cells: Cells) -> list[Cells] | None:
    """Return the parts of a path in each block in series; None if it misses a block."""
    found, first = [], 0
    for block in reduced.blocks[:-1]:
        ends = np.flatnonzero(cells == block.exits[0])
        if not ends.size:
            return None
        found.append(cells[first : ends[0] + 1])
        first = int(ends[0])
    return [*found, cells[first:]]
