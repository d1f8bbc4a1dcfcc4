"""What the paths of one run are like: how often they use each corridor, and a random one of them.

The layers of a run are a sample of the state DAG, and the product of weights along a path in it is what that
path counts for.  A sweep back adds these up: exactly for the run, whatever its states were drawn from.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from gridwalk.frontier.sampled.sweep import BlockRun, Floats, Record
from gridwalk.frontier.simpath.plan import Arc, SimpathPlan
from gridwalk.frontier.simpath.rank import SLICE
from gridwalk.frontier.simpath.sweep import compiling
from gridwalk.frontier.simpath.traceback import NetworkPath, ordered
from gridwalk.kernels.codes import NONE
from gridwalk.kernels.frontier.simpath import thinning as kernels
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import call
from gridwalk.shrink.reduced import Block


def use_of_corridors(plan: SimpathPlan, run: BlockRun, watch: Watch) -> Floats:
    """Return the share of the run's paths that uses each corridor; zeros if it found no path."""
    use = np.zeros(plan.network.corridors + 1)  # the last one leads from the sink back to the source
    if not run.value:
        return use[:-1]
    worth = np.zeros(0)  # of a path through each state, as a share of all
    for number in reversed(range(len(run.records))):
        record, layer = run.records[number], plan.layers[number]
        first, to, choice = record.steps
        gains = np.zeros(max(int(to.max(initial=0)), int(record.kept[-1])) + 1)
        if len(worth):
            gains[record.kept] = record.gains * worth
        gains[0] = _finish(record, run)
        worth, flow = np.zeros(len(record.weights)), np.zeros(len(layer.arcs_of_choice))
        for state in range(0, len(worth), SLICE):
            last = min(state + SLICE, len(worth))
            given = record.weights, gains, worth, flow, first, to, choice, state, last
            call(kernels.go_back, watch, *given, compiled=compiling())
        worth[0] = 0.0
        for arcs, share in zip(layer.arcs_of_choice, flow.tolist(), strict=True):
            for corridor, _ in arcs:
                use[corridor] += share
    return use[:-1]


def _finish(record: Record, run: BlockRun) -> float:
    """Return what a finished path is worth in the units of a layer."""
    return float(Fraction(2) ** record.scale / run.value)


def visits(block: Block, use: Floats) -> tuple[NDArray[np.int64], Floats]:
    """Return the cells of a block, and the share of the paths that visits each, from the use of corridors."""
    network = block.network
    both, twice = np.concatenate([network.tail, network.head]), np.concatenate([use, use])
    ends = np.bincount(both, twice, network.junctions).astype(np.float64)
    if not network.cyclic:
        total = float(use[(network.tail == network.source) | (network.head == network.source)].sum())
        ends[[network.source, network.sink]] += total
    real = block.cell_of_junction != NONE
    cells = np.concatenate([block.cell_of_junction[real], block.inner]).astype(np.int64)
    shares = np.concatenate([ends[real] / 2, np.repeat(use, np.diff(block.offsets))])
    cells, place = np.unique(cells, return_inverse=True)  # an exit ends several corridors
    return cells, np.bincount(place, shares, len(cells)).astype(np.float64)


def draw(plan: SimpathPlan, run: BlockRun, rng: np.random.Generator) -> NetworkPath | None:
    """Return a path of the run, drawn by what it counts for; None if it found none."""
    arcs = drawn(plan, run, rng)
    return None if arcs is None else ordered(plan.network, arcs)


def drawn(plan: SimpathPlan, run: BlockRun, rng: np.random.Generator) -> list[Arc] | None:
    """Return the corridors of a path of the run, drawn by what it counts for; None if it found none."""
    if not run.value:
        return None
    shares = np.array([_finish(record, run) * _weights_of(record, 0)[1].sum() for record in run.records])
    number = _chosen(shares, rng)
    state, arcs = 0, list[Arc]()
    for at in reversed(range(number + 1)):
        record = run.records[at]
        steps, weights = _weights_of(record, 0 if at == number else int(record.kept[state]))
        step = int(steps[_chosen(weights, rng)])
        first, _, choice = record.steps
        arcs += plan.layers[at].arcs_of_choice[choice[step]]
        state = int(np.searchsorted(first, step, side="right")) - 1
    return arcs


def _weights_of(record: Record, state: int) -> tuple[NDArray[np.intp], Floats]:
    """Return the steps to a state, and their weights."""
    first, to, _ = record.steps
    steps = np.flatnonzero(to == state)
    return steps, record.weights[np.searchsorted(first, steps, side="right") - 1]


def _chosen(weights: Floats, rng: np.random.Generator) -> int:
    """Return an index drawn in proportion to its weight."""
    sums = np.cumsum(weights)
    return min(int(np.searchsorted(sums, rng.random() * sums[-1], side="right")), len(weights) - 1)
