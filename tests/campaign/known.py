"""A set of paths, computed by the oracle."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from oracles import Cell

from .case import close
from .truth import Truth, Way, cycle_key


@dataclass(frozen=True)
class Known:
    """A set of paths, computed by the oracle, and its name in the program."""

    truth: Truth
    ways: list[Way]
    name: str = "paths"
    closed: bool = False
    undirected: bool = False
    plain: bool = True  # one set, in its order, whose verbs take `by=`; else one without an order

    def key(self, path: Iterable[Cell]) -> Way:
        """What all ways to write a path down have in common."""
        way = tuple(path)
        if self.closed:
            return cycle_key(way, directed=not self.truth.symmetric) if way else way
        return min(way, way[::-1]) if self.undirected else way

    @cached_property
    def members(self) -> frozenset[Way]:
        return frozenset(map(self.key, self.ways))

    def has(self, path: Iterable[Cell] | None) -> bool | str:
        """Whether *path*, as gridwalk gave it, is in the set; None is right where it is empty."""
        if path is None:
            return not self.ways or "no path, and there is one"
        return self.key(path) in self.members or "it is not in the set"

    def cost(self, way: Sequence[Cell]) -> float:
        return self.truth.cost(way, closed=self.closed)

    @cached_property
    def costs(self) -> list[float]:
        """What each costs; of a tour without direction, or a cycle, in its cheaper and in its dearer one."""
        two = self.undirected or (self.closed and self.truth.symmetric)
        either = [*self.ways, *(way[::-1] for way in self.ways)] if two else self.ways
        return [self.cost(way) for way in either]

    def is_extreme(
        self, of: Callable[[Sequence[Cell]], float], best: float | None
    ) -> Callable[[Iterable[Cell] | None], bool | str]:
        """Check a path: of the set, and *of* it is *best*."""

        def check(path: Iterable[Cell] | None) -> bool | str:
            verdict = self.has(path)
            if verdict is not True or path is None:
                return verdict
            return close(of(list(path)), best) or f"{of(list(path))}, not {best}"

        return check


def cheapest(
    truth: Truth, starts: Iterable[Cell], goals: Iterable[Cell], least: float
) -> Callable[[Iterable[Cell] | None], bool | str]:
    """Check a path: legal moves from a start to the first of *goals* it enters, at the *least* cost."""
    begin, ends = set(starts), set(goals)

    def check(path: Iterable[Cell] | None) -> bool | str:
        if path is None:
            return least == math.inf or "no path, and there is one"
        way = list(path)
        if way[0] not in begin or way[-1] not in ends or ends & set(way[:-1]):
            return "it does not lead from a start to the first exit"
        if len(set(way)) < len(way) or any(v not in truth.edges[u] for u, v in itertools.pairwise(way)):
            return "it is no path"
        return close(truth.cost(way), least) or f"it costs {truth.cost(way)}, not {least}"

    return check
