"""The areas of the campaign, each with its questions and its share of the time."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from .case import Case

ORACLE, SURVIVAL = "against an oracle", "without a traceback"


@dataclass(frozen=True)
class Area:
    """Cases of one kind."""

    where: str  # module and function
    share: float  # of the time, relative to other areas
    kind: str
    words: str
    needs: str = ""  # a program that must be installed

    def run(self, case: Case) -> None:
        """Ask the questions of a case of this area."""
        module, _, function = self.where.partition(":")
        getattr(import_module(f".{module}", __package__), function)(case)


AREAS = {
    "paths": Area("paths:run", 12, ORACLE, "simple paths of small boards, every question, brute force"),
    "wide": Area("paths:run_wide", 2, ORACLE, "the same with stencils of 9 to 32 moves"),
    "cycles": Area("cycles:run", 2, ORACLE, "simple cycles of small boards, brute force"),
    "tours": Area("tours:run", 4, ORACLE, "tours of small boards, symmetry, refutations replayed"),
    "numbered": Area(
        "numbered:run", 2, ORACLE, "tours with numbered cells on small boards, puzzles, brute force"
    ),
    "acyclic": Area("acyclic:run", 3, ORACLE, "acyclic questions, brute force, and sums over the edges"),
    "families": Area("families:run", 6, ORACLE, "every family of paths: ranks, samples, limits, brute force"),
    "parallel": Area("parallel:run", 2, ORACLE, "networks with parallel edges and loops, brute force"),
    "fields": Area("fields:run", 5, ORACLE, "distances, flow, matrices, islands, stops, every seam"),
    "doors": Area("fields:run_doors", 5, ORACLE, "changed boards, before and after the change"),
    "promises": Area("beyond:promises", 1, ORACLE, "intervals of estimates of known counts"),
    "shortest": Area("shortest:run", 14, ORACLE, "shortest paths on boards of 100 to 4,000 cells, Dijkstra"),
    "networks": Area("grounds:run_networks", 4, ORACLE, "random networks, every question, brute force"),
    "hexagons": Area("grounds:run_hexagons", 3, ORACLE, "boards of hexagons, every question, brute force"),
    "levels": Area("levels:run", 3, ORACLE, "boards of levels, every question, brute force"),
    "lifts": Area("lifts:run", 3, ORACLE, "lifts with small automata, against the product graph"),
    "turns": Area("turns:run", 3, ORACLE, "turns counted, priced, fewest: all paths, and Dijkstra"),
    "mazes": Area("mazes:run", 2, ORACLE, "mazes of networks: trees, and the paths in them"),
    "relations": Area("relations:run", 3, ORACLE, "boards up to 8 x 8: turned, joined, split, two engines"),
    "boards": Area("readers:run_boards", 0.5, ORACLE, "boards in every text form, read back"),
    "arrays": Area("values:run_arrays", 1, ORACLE, "odd arrays: layouts, byte orders, odd bytes, types"),
    "far": Area("values:run_far_costs", 0.5, ORACLE, "costs whose sums are not exact"),
    "threads": Area("threads:run", 1, ORACLE, "threads that use one board at the same time"),
    "spoilt": Area("readers:run_spoilt", 2, SURVIVAL, "all readers, compared with the reference reader"),
    "texts": Area("readers:run_texts", 1.5, SURVIVAL, "board texts with something wrong"),
    "maps": Area("readers:run_maps", 1, SURVIVAL, "MovingAI maps with something wrong"),
    "scenarios": Area("readers:run_scenarios", 0.7, SURVIVAL, "MovingAI scenarios with something wrong"),
    "cells": Area("readers:run_cells", 0.3, SURVIVAL, "cells and squares with something wrong"),
    "moves": Area("readers:run_moves", 0.7, SURVIVAL, "moves and their orders with something wrong"),
    "limits": Area("readers:run_limits", 0.3, SURVIVAL, "times and amounts of memory with something wrong"),
    "messages": Area("viewer:run_messages", 4, SURVIVAL, "requests to the viewer"),
    "links": Area(
        "viewer:run_links", 2.5, SURVIVAL, "links to the page, read by its own module", needs="node"
    ),
    "commands": Area(
        "commands:run", 1.5, SURVIVAL, "command lines: status, output, JSON; some with the oracle"
    ),
    "wrong": Area("values:run_wrong", 1, SURVIVAL, "wrong values for every public function"),
}
# Planted faults, which only `tests/test_campaign.py` runs.
FAULTS = {
    "false": Area("faults:false", 1, ORACLE, "an answer that is wrong"),
    "raises": Area("faults:raises", 1, SURVIVAL, "an exception that is not a GridwalkError"),
    "dies": Area("faults:dies", 1, ORACLE, "a case that ends its process"),
    "hangs": Area("faults:hangs", 1, ORACLE, "a case that does not end"),
}


def area_of(name: str) -> Area:
    """Return the area of that name."""
    return AREAS.get(name) or FAULTS[name]
