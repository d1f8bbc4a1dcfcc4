"""Frontier-based search as an engine for any block of a board (Knuth, TAOCP 4A, 7.1.4).

It decides the corridors of a block junction by junction, with the states of each layer in a hash table.  Its
time and memory are proportional to the number of states, which is exponential in the width of the frontier.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.combine import Streams
from gridwalk.allpaths.cost import SweepSize
from gridwalk.allpaths.engine import BlockQuestion, Cells, Engine
from gridwalk.allpaths.estimate import Estimate
from gridwalk.allpaths.families.cycles import Cycles
from gridwalk.allpaths.families.simple import SimplePaths
from gridwalk.allpaths.families.within import Within, outwards
from gridwalk.allpaths.frontier import Graph, ordered
from gridwalk.allpaths.members import Members
from gridwalk.allpaths.order import MAX_WIDTH, ends_last, order_of
from gridwalk.allpaths.reduce.network import BlockNetwork
from gridwalk.errors import HopelessError, InputError, Message
from gridwalk.question.conditions import Conditions
from gridwalk.runtime.cache import unlocked_property
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.tasks import Task, task_name
from gridwalk.runtime.tuning import tuning

MAX_JUNCTIONS = 50_000  # of a network that may be swept
SMALL = 2e5  # weight of a sweep; a smaller one is not compared with other engines
QUICKLY_SEARCHED = 10_000_000  # weight of a sweep; for a smaller one, a longer search finds no better order
CELLS_PER_JUNCTION = 16  # from here on, planning the network is faster than planning the cells


class Simpath(Engine):
    """A block of any board, swept corridor by corridor."""

    name = "simpath"
    supported = (
        Conditions.CELLS | Conditions.EDGES | Conditions.LENGTHS | Conditions.CYCLES | Conditions.NETWORK
    )

    def __init__(self, question: BlockQuestion) -> None:
        self.question = question
        self.block, self.resources, self.watch = question.block, question.resources, question.watch

    @classmethod
    def why_unfit(cls, question: BlockQuestion) -> str | None:
        """Return why the block is too large; None if it is not."""
        if (junctions := question.block.network.junctions) > MAX_JUNCTIONS:
            return Message("{n:,} junctions are left of the board", n=junctions)
        return None

    @property
    def columns(self) -> NDArray[np.int32] | None:
        """The columns of the junctions; None if the board is a network."""
        board = self.question.board
        return None if board._is_network else self.block.cell_of_junction % np.int32(board.columns)

    @cached_property
    def _rough_size(self) -> SweepSize:
        return SweepSize.rough(self.block.network, self.columns)

    @unlocked_property
    def _size(self) -> SweepSize:
        return SweepSize.searched(self.block.network, self.watch, self.columns)

    @property
    def rough(self) -> Estimate:
        """An upper bound of the estimate, by the rows or columns of the board."""
        return self._rough_size.estimate

    @unlocked_property
    def estimate(self) -> Estimate:
        """The size and time of a count; the final plan may be better."""
        return self._size.estimate

    @unlocked_property
    def estimate_of_lengths(self) -> Estimate:
        """The size and time of a count by length."""
        return self._size.estimate_of_lengths

    @property
    def is_quick(self) -> bool:
        """Whether a count takes less time than a comparison with other engines."""
        if self.block.inner.size < CELLS_PER_JUNCTION * self.block.network.junctions:
            return False
        return self._rough_size.weight <= SMALL or self._size.weight <= SMALL

    @property
    def joins_directions(self) -> bool:
        """Whether a cycle and its reverse are counted once: true if all corridors are two-way."""
        question, network = self.question, self.block.network
        return network.cyclic and not question.board._symmetric and not network.one_way.any()

    @unlocked_property
    def family(self) -> SimplePaths | Cycles:
        """The family of the paths or cycles, planned in the order of the sweep."""
        if reason := self.why_not(self.question):
            raise HopelessError(reason)
        network, moves = self.block.network, self.question.moves
        is_free = moves is None or moves[1] is None or network.loose is not None
        if moves is None or (is_free and self.question.board._is_network):
            size = self._size
            if size.weight > QUICKLY_SEARCHED:
                size = SweepSize.in_order(network, order_of(network, self.watch, columns=self.columns))
        elif is_free:
            size = self._rough_size
            if network.loose is not None:
                size = SweepSize.in_order(network, ends_last(network, size.order))
        else:  # a path with few extra moves visits each distance from the source only a few times
            size = SweepSize.in_order(network, outwards(network))
        widest = int(size.widths.max(initial=0))
        if widest > MAX_WIDTH:
            raise HopelessError(f"at its narrowest the board is cut through {widest:,} junctions")
        return family_of(network, size.order.tolist(), self.watch)

    @unlocked_property
    def members(self) -> Members:
        """The paths or cycles as sets of edges."""
        return self._members(apart=False)

    def _members(self, *, apart: bool) -> Members:
        """Return the paths with the given range of moves; *apart*: each length has its own count."""
        network, moves, tails = self.block.network, self.question.moves, list[Within]()
        lengths: list[int] = network.length[self.family.graph.same].tolist()
        self.watch.planned_sweep = math.inf
        if moves is None:
            self.watch.planned_sweep = self.estimate.seconds
        else:
            ends, budget = None if network.cyclic else (network.source, network.sink), self.resources.budget()
            tails = [Within(self.family, lengths, ends, *moves, self.watch, budget, apart=apart)]
        return Members(self.family, lengths, self.resources, self.watch, tails)

    def count(self) -> int:
        """Return the number of paths or cycles."""
        if self.question.moves is not None and self.question.ranked:
            return self.members.tape.count
        return sum(self._counted("count", self.members).values())

    def lengths(self) -> dict[int, int]:
        """Return the number of paths or cycles by length."""
        if self.question.moves is None:
            return self._counted("lengths", self.members)
        return self._counted("within", self._members(apart=True))

    def _counted(self, asked: str, members: Members) -> dict[int, int]:
        """Count *members*, in this process or as a task of a worker."""
        workers, network, moves = self.resources.workers, self.block.network, self.question.moves
        by_length, seconds = asked == "lengths", math.inf
        if moves is None:
            seconds = (self.estimate_of_lengths if by_length else self.estimate).seconds
        self.watch.planned_sweep = seconds
        if workers is None or seconds < tuning().worth_a_task:
            return counts_of(members, by_length)
        loose = [] if network.loose is None else [network.loose]
        needs = network.must_visit, network.must_use, sorted(network.twins.items())
        facts = network.junctions, network.source, network.sink, loose, network.tail, network.head
        name = task_name("sweep", asked, moves, *facts, network.one_way, network.length, *needs)
        task = Task(name, counts_of, (members.of_task, by_length))
        return workers.result(task, self.watch, partial(counts_of, members, by_length))

    def best(self, *, longest: bool, by_cost: bool) -> Cells | None:
        """Return a longest or shortest path, by moves or by cost; None if there is no path.

        Integer costs are added exactly, others as float64 in the order of the sweep.
        """
        network = self.block.network
        gain: NDArray[Any] = (network.cost if by_cost else network.length)[self.family.graph.same]
        if gain.dtype.kind != "f":
            if sum(map(abs, gain.tolist())) >= 1 << 62:
                what = "costs" if by_cost else "lengths"
                raise InputError(f"the {what} of all corridors add up to more than 2**62: scale them down")
            gain = gain.astype(np.int64)
        edges = self.members.best(gain if longest else -gain)
        return None if edges is None else self._cells(edges)

    def at(self, ranks: Sequence[int]) -> list[Cells]:
        """Return the paths of the given ranks, from 0 to below `count`."""
        return [self._cells(edges) for edges in self.members.at(ranks)]

    def sample(self, n: int, streams: Streams) -> list[Cells]:
        """Return *n* paths drawn independently and uniformly; an empty list if there are no paths."""
        return [self._cells(edges) for edges in self.members.sample(n, streams.rng)]

    def rank(self, cells: Cells) -> int | None:
        """Return the rank of a path; None if it is not in the set."""
        steps, graph = self.block.steps(cells), self.family.graph
        if steps is None:
            return None
        edge_of = {
            (corridor, way): e
            for e, (corridor, ways) in enumerate(zip(graph.same.tolist(), graph.ways.tolist(), strict=True))
            for way in (1, 2)
            if ways & way
        }
        return self.members.rank([edge_of[(step, 1) if step >= 0 else (~step, 2)] for step in steps])

    def _cells(self, edges: Sequence[int]) -> Cells:
        """Return the cells of the path or cycle with these edges."""
        network, corridor = self.block.network, self.family.graph.same.tolist()
        steps = ordered(self.family.graph, edges, None if network.cyclic else network.source)
        return self.block.path([corridor[step] if step >= 0 else ~corridor[~step] for step in steps])

    @property
    def bytes(self) -> int:
        """The bytes of memory in use for ranks."""
        return self.members.bytes if "members" in self.__dict__ else 0

    def close(self) -> None:
        """Free the memory in use for ranks."""
        if "members" in self.__dict__:
            self.members.close()


def family_of(network: BlockNetwork, order: Sequence[int], watch: Watch) -> SimplePaths | Cycles:
    """Return the family of the paths or cycles of a network, for a sweep in the given order of junctions."""
    graph = Graph.of_network(network)
    if network.cyclic:
        return Cycles(graph, order, watch)
    return SimplePaths(graph, network.source, network.sink, order, watch)


def counts_of(members: Members, by_length: bool) -> dict[int, int]:
    """Return the counts of `Members.counts`, or those by length; it can run in a worker."""
    return members.count_by_length() if by_length else members.counts()
