"""Frontier-based search as an engine: any block, corridor by corridor, its states in a hash table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from gridwalk.allpaths.combine import Streams
from gridwalk.allpaths.engine import BlockQuestion, Cells, Engine
from gridwalk.allpaths.estimate import Estimate
from gridwalk.allpaths.simpath import answers, tails
from gridwalk.allpaths.simpath import plan as planning
from gridwalk.allpaths.simpath.order import (
    MAX_WIDTH,
    Search,
    SimpathSize,
    best_order,
    ends_last,
    order_of,
)
from gridwalk.errors import HopelessError
from gridwalk.question.knows import Knows
from gridwalk.runtime import tasks
from gridwalk.runtime.cache import unlocked_property
from gridwalk.runtime.limits import TaskWatch
from gridwalk.runtime.resources import Resources
from gridwalk.runtime.tuning import tuning

if TYPE_CHECKING:
    from gridwalk.allpaths.simpath.plan import CorridorPath, SimpathPlan
    from gridwalk.allpaths.simpath.rank import KeptPaths
    from gridwalk.board.board import Board

MAX_JUNCTIONS = 50_000  # of a network that is worth a try
SMALL = 1e5  # weight of a sweep that is over before anything better is found
QUICKLY_SEARCHED = 500_000  # weight of a sweep of a network whose order a longer search leaves as it is
CELLS_PER_JUNCTION = 16  # from here on a network is planned sooner than the cells


def search_for(board: Board) -> Search:
    """Return what looks for the orders of a board, or of a network."""
    if not board._is_network:
        return best_order
    from gridwalk.allpaths.simpath.narrow import narrow_order  # no board needs it

    return narrow_order


class Simpath(Engine):
    """A block of any board, swept corridor by corridor."""

    name = "simpath"
    knows = Knows.CELLS | Knows.EDGES | Knows.LENGTHS | Knows.CYCLES | Knows.NETWORK

    def __init__(self, question: BlockQuestion) -> None:
        self.question = question
        self.block, self.resources, self.watch = question.block, question.resources, question.watch

    @classmethod
    def why_unfit(cls, question: BlockQuestion) -> str | None:
        """Return why the block is too large; None: it is not."""
        junctions = question.block.network.junctions
        return f"{junctions:,} junctions are left of the board" if junctions > MAX_JUNCTIONS else None

    @cached_property
    def _rough_size(self) -> SimpathSize:
        board, block = self.question.board, self.block
        rough = SimpathSize.rough(block.network, block.cell_of_junction % np.int32(board.columns))
        return replace(rough, is_torus=board.wrap == "both")

    @unlocked_property
    def _size(self) -> SimpathSize:
        found = SimpathSize.searched(self.block.network, self.watch, search_for(self.question.board))
        if self.question.board._is_network:
            return found
        found = replace(found, is_torus=self._rough_size.is_torus)
        return min(found, self._rough_size, key=lambda size: size.weight)

    @property
    def rough(self) -> Estimate:
        """A bound of the estimate, at once: by the rows or columns of the board."""
        return self._rough_size.estimate

    @property
    def estimate(self) -> Estimate:
        """What a count will take; the plan it is made by may still be better."""
        return self._size.estimate

    @property
    def estimate_of_lengths(self) -> Estimate:
        """What a count by length will take."""
        return self._size.estimate_of_lengths

    @property
    def is_quick(self) -> bool:
        """Whether there is so little to do that to look at another engine would take longer."""
        if self.block.inner.size < CELLS_PER_JUNCTION * self.block.network.junctions:
            return False
        return self._rough_size.weight <= SMALL or self._size.weight <= SMALL

    @property
    def joins_directions(self) -> bool:
        """Whether a cycle and its reverse are one: where every corridor leads both ways."""
        question, network = self.question, self.block.network
        return network.cyclic and not question.board._symmetric and not network.one_way.any()

    @unlocked_property
    def plan(self) -> SimpathPlan:
        """The order of the sweep."""
        if reason := self.why_not(self.question):
            raise HopelessError(reason)
        network, moves = self.block.network, self.question.moves
        is_free = moves is None or moves[1] is None or network.loose is not None
        if moves is None or (is_free and self.question.board._is_network):
            is_final = self.question.board._is_network and self._size.weight <= QUICKLY_SEARCHED
            search = search_for(self.question.board)
            order = self._size.order if is_final else order_of(network, self.watch, search=search)
        elif is_free:
            order = self._rough_size.order
            order = order if network.loose is None else ends_last(network, order)
        else:  # a path with few moves to spare crosses each line across its way a few times
            order = tails.outwards(network)
        widest = int(SimpathSize.in_order(network, order).widths.max(initial=0))
        if widest > MAX_WIDTH:
            raise HopelessError(f"at its narrowest the board is cut through {widest:,} junctions")
        return planning.make_plan(network, order.tolist(), self.watch)

    def count(self) -> int:
        """Return how many there are."""
        if self.question.moves is None:
            return self._sums("count", self.estimate.seconds).get(0, 0)
        return self._kept.count if self.question.ranked else sum(self._within(apart=False).values())

    def lengths(self) -> dict[int, int]:
        """Return how many there are of each number of moves."""
        if self.question.moves is not None:
            return self._within(apart=True)
        return self._sums("lengths", self.estimate_of_lengths.seconds)

    def _within(self, *, apart: bool) -> dict[int, int]:
        """Return how many there are of each number of moves, those past the least *apart* or not."""
        return self._sums("within", math.inf, moves=self.question.moves, apart=apart)

    def _sums(self, asked: str, seconds: float, **given: Any) -> dict[int, int]:
        """Sweep here, or as one task."""
        workers, plan = self.resources.workers, self.plan
        here = partial(answers.summed, asked, plan, resources=self.resources, watch=self.watch, **given)
        if workers is None or not plan.possible or seconds < tuning().worth_a_task:
            return here()
        facts = *answers.question_of(asked, plan), *given.values(), plan.network.length
        name = tasks.task_name("sweep", *facts)
        task = tasks.Task(name, answer_of_task, (asked, plan, given, self.resources.of_task))
        return workers.result(task, self.watch, here)

    def best(self, *, longest: bool, by_cost: bool) -> Cells | None:
        """Return one of most or fewest moves, or of greatest or least cost; None if there is none."""
        walk = answers.best(
            self.plan,
            by="cost" if by_cost else "length",
            longest=longest,
            resources=self.resources,
            watch=self.watch,
        )
        return None if walk is None else self._cells(walk)

    @unlocked_property
    def _kept(self) -> KeptPaths:
        moves = self.question.moves
        return answers.keep(self.plan, resources=self.resources, watch=self.watch, moves=moves)

    def at(self, ranks: Sequence[int]) -> list[Cells]:
        """Return the paths of the given ranks, from 0 to below `count`."""
        return [self._cells(walk) for walk in self._kept.at(list(ranks), self.watch)]

    def sample(self, n: int, streams: Streams) -> list[Cells]:
        """Return *n* drawn independently, each of all with the same chance; none if there are none."""
        return [self._cells(walk) for walk in self._kept.sample(n, streams.rng, self.watch)]

    def rank(self, cells: Cells) -> int | None:
        """Return the rank of one, None if it is none of these."""
        steps = self.block.steps(cells)
        if steps is None:
            return None
        corridors = np.array(steps, np.int32)
        return self._kept.rank(
            planning.CorridorPath(np.where(corridors < 0, ~corridors, corridors), corridors >= 0)
        )

    def _cells(self, walk: CorridorPath) -> Cells:
        return self.block.path(np.where(walk.onward, walk.corridors, ~walk.corridors).tolist())

    @property
    def bytes(self) -> int:
        """How many bytes of memory it holds for the ranks asked for so far."""
        made = self.__dict__.get("_kept")
        return 0 if made is None else made.bytes

    def close(self) -> None:
        """Forget what is held for ranks."""
        self.__dict__.pop("_kept", None)


def answer_of_task(
    asked: str, plan: SimpathPlan, given: dict[str, Any], resources: Resources
) -> dict[int, int]:
    """Answer in a worker."""
    return answers.summed(asked, plan, resources=resources, watch=TaskWatch(), **given)
