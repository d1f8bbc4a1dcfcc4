"""A sweep by mates, layer by layer, to be looked at."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.simpath.algebras import Counts, to_int
from gridwalk.allpaths.simpath.engine import Simpath
from gridwalk.allpaths.simpath.layer import FULL, LOOSE, get
from gridwalk.allpaths.simpath.order import ends_last
from gridwalk.allpaths.simpath.plan import SimpathLayer, SimpathPlan, frontiers, make_plan
from gridwalk.allpaths.simpath.sweep import LayerSweep, Machine, Record
from gridwalk.allpaths.sweepfilm import Arrival, Edge, Recorder, SweptLayer, SweptState, lettered


def record(engine: Simpath, recorder: Recorder, part: str) -> int:
    """Sweep the block of *engine*, add its layers to *recorder*, and return how many paths it has.

    In reading order, along the shorter side; a count takes the order with the narrowest frontier.
    """
    block, question = engine.block, engine.question
    plan = make_plan(block.network, _reading_order(engine), question.watch)
    recorder.begin(part)
    if not plan.possible:
        return 0
    algebra = Counts(keeping=True)
    sweep = LayerSweep(Machine(plan), algebra, question.watch, question.resources.budget())
    edges: list[Edge] = [tuple(block.walked(corridor).tolist()) for corridor in range(plan.network.corridors)]
    edges.append(())  # from the sink back to the source
    for at, layer, slots in zip(sweep.run(), plan.layers, frontiers(plan), strict=False):
        decided = sorted({corridor for arcs in layer.arcs_of_choice for corridor, _ in arcs})
        arrivals = _arrivals(algebra.record(), layer, decided, len(at.keys))
        (counts,) = at.values
        junctions = sorted(slots, key=slots.__getitem__)
        place_of_slot = {slot: place for place, slot in enumerate(junctions)}
        cells = [int(block.cell_of_junction[slots[slot]]) for slot in junctions]
        states = [
            _state(plan, key, place_of_slot, to_int(limbs), ways)
            for key, limbs, ways in zip(at.keys[1:], counts[1:], arrivals[1:], strict=True)
        ]
        recorder.add(
            SweptLayer(
                part,
                int(block.cell_of_junction[layer.junction]),
                tuple(edges[corridor] for corridor in decided),
                tuple((cell,) if cell >= 0 else () for cell in cells),
                tuple(states),
                to_int(counts[0]),
                arrivals[0],
            )
        )
    return algebra.total[0]


def _reading_order(engine: Simpath) -> list[int]:
    """Return the junctions in the order of their cells: row by row, or column by column if there are more."""
    cells, (rows, columns) = engine.block.cell_of_junction.tolist(), engine.question.board.shape
    order = list(range(len(cells)))
    if columns > rows:
        order.sort(key=lambda junction: divmod(cells[junction], columns)[::-1])
    network = engine.block.network
    return order if network.loose is None else ends_last(network, order).tolist()


def _state(
    plan: SimpathPlan,
    key: NDArray[np.uint64],
    place_of_slot: dict[int, int],
    number: int,
    arrivals: tuple[Arrival, ...],
) -> SweptState:
    """Return what a key means."""
    marks, pieces = ["."] * len(place_of_slot), []
    for slot, place in place_of_slot.items():
        code = int(get.python(key, plan.fields, slot))
        if code == FULL:
            marks[place] = "x"
        if code >= LOOSE:
            mate = place_of_slot[(code - LOOSE) >> plan.directed]
            ends_here = plan.directed and (code - LOOSE) & 1
            if not ends_here and (plan.directed or place < mate):
                pieces.append((place, mate))
    pieces.sort()
    return SweptState(lettered(marks, pieces), tuple(pieces), number, arrivals)


def _arrivals(
    steps: Record, layer: SimpathLayer, decided: list[int], states: int
) -> list[tuple[Arrival, ...]]:
    """Return the ways to each state; states before are numbered from 0."""
    first, to, choice = steps
    found: list[list[Arrival]] = [[] for _ in range(states)]
    before = np.repeat(np.arange(len(first) - 1), np.diff(first))
    for state, after, chosen in zip(before.tolist(), to.tolist(), choice.tolist(), strict=True):
        edges = tuple(sorted(decided.index(corridor) for corridor, _ in layer.arcs_of_choice[chosen]))
        found[after].append(Arrival(state - 1, edges))
    return [tuple(ways) for ways in found]
