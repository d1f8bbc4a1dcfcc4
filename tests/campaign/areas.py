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
    "boards": Area("readers:run_boards", 0.5, ORACLE, "boards written in every form, read as they were written"),
    "texts": Area("readers:run_texts", 0.7, SURVIVAL, "board texts with something wrong; held against a plain reader"),
    "maps": Area("readers:run_maps", 0.5, SURVIVAL, "MovingAI maps with something wrong"),
    "scenarios": Area("readers:run_scenarios", 0.5, SURVIVAL, "MovingAI scenarios with something wrong"),
    "cells": Area("readers:run_cells", 0.5, SURVIVAL, "cells and squares with something wrong"),
    "moves": Area("readers:run_moves", 0.5, SURVIVAL, "moves and their orders with something wrong"),
    "limits": Area("readers:run_limits", 0.5, SURVIVAL, "times and amounts of memory with something wrong"),
    "messages": Area("viewer:run_messages", 2, SURVIVAL, "what a page may send to the viewer"),
    "links": Area("viewer:run_links", 1.5, SURVIVAL, "links to the page, read by its own module (needs Node)"),
    "commands": Area("commands:run", 2, SURVIVAL, "command lines: status, words, JSON; some against the oracle"),
    "arrays": Area("values:run_arrays", 1, ORACLE, "odd arrays: layouts, byte orders, odd bytes, types"),
    "far": Area("values:run_far_costs", 0.5, ORACLE, "costs farther apart than sums are exact"),
    "wrong": Area("values:run_wrong", 1, SURVIVAL, "wrong values at every public entry"),
    "stores": Area("stores:run", 2, ORACLE, "checkpoints stopped, damaged, gone on with"),
    "threads": Area("threads:run", 1, ORACLE, "threads that ask one board at once"),
}
