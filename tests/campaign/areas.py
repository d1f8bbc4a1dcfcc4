"""The areas: what a case of each asks, and its share of the time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from .case import Case

ORACLE, SURVIVAL = "against an oracle", "without a traceback"


@dataclass(frozen=True)
class Area:
    """Cases of one kind."""

    where: str  # module and function
    share: float  # of the time, against the other areas
    kind: str
    words: str

    @property
    def run(self) -> Callable[[Case], None]:
        module, _, function = self.where.partition(":")
        run: Callable[[Case], None] = getattr(import_module(f".{module}", __package__), function)
        return run


AREAS = {
    "paths": Area("paths:run", 8, ORACLE, "simple paths of small boards, every question, brute force"),
    "wide": Area("paths:run_wide", 2, ORACLE, "the same with stencils of 9 to 32 moves"),
    "cycles": Area("cycles:run", 2, ORACLE, "simple cycles of small boards, brute force"),
    "tours": Area("tours:run", 4, ORACLE, "tours of small boards, symmetry, refutations replayed"),
    "shortest": Area("shortest:run", 8, ORACLE, "shortest paths on boards of 100 to 4,000 cells, Dijkstra"),
    "relations": Area("relations:run", 3, ORACLE, "boards up to 8 x 8: turned, joined, split, two engines"),
}
