"""Every question about the paths of a network, answered by one sweep each.

In all of them *network* may be a `SimpathPlan` made before, *watch* is the clock that may stop the
sweep (`TimeLimitError`), and *resources* tell how much memory it may take (`MemoryLimitError`).  The paths of
a network whose source is `NOWHERE` are its cycles, each counted once, or once for each direction
in which it can be walked where any corridor is one-way.

The work grows like a power of the width of the frontier (`SimpathLayer.width`), not with the number of paths.

Examples
--------
Three rooms in a ring, from the first to the second, 2 moves along each corridor:

>>> none = np.zeros(3, bool)
>>> two = np.full(3, 2)
>>> ends = np.array([0, 1, 0], np.int32), np.array([1, 2, 2], np.int32)
>>> ring = BlockNetwork(3, 0, 1, *ends, none, two, two, none, none)
>>> count(ring), count_by_length(ring)
(2, {2: 1, 4: 1})
>>> longest = best(ring)
>>> longest.corridors.tolist(), longest.onward.tolist()
([2, 1], [True, False])
>>> [walk.length(ring) for walk in keep(ring).at([0, 1])]
[2, 4]

"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.engine import Range
from gridwalk.allpaths.reduce.network import BlockNetwork
from gridwalk.allpaths.simpath.algebras import Best, Counts, LengthCounts
from gridwalk.allpaths.simpath.plan import Arc, CorridorPath, SimpathPlan, make_plan, ordered
from gridwalk.allpaths.simpath.rank import KeptPaths
from gridwalk.allpaths.simpath.sweep import LayerSweep, Machine
from gridwalk.allpaths.simpath.tails import Within
from gridwalk.allpaths.simpath.tape import Tape
from gridwalk.errors import InputError
from gridwalk.runtime.limits import NO_LIMITS, Watch
from gridwalk.runtime.resources import DEFAULT_RESOURCES, Resources


def count(
    network: BlockNetwork | SimpathPlan | Machine,
    *,
    resources: Resources = DEFAULT_RESOURCES,
    watch: Watch | None = None,
) -> int:
    """Return how many paths there are, exactly."""
    return summed("count", network, resources=resources, watch=watch).get(0, 0)


def count_by_length(
    network: BlockNetwork | SimpathPlan | Machine,
    *,
    resources: Resources = DEFAULT_RESOURCES,
    watch: Watch | None = None,
) -> dict[int, int]:
    """Return how many paths there are of every length that occurs, shortest first; see `count`."""
    return summed("lengths", network, resources=resources, watch=watch)


def summed(
    asked: str,
    network: BlockNetwork | SimpathPlan | Machine,
    *,
    moves: Range | None = None,
    apart: bool = True,
    resources: Resources = DEFAULT_RESOURCES,
    watch: Watch | None = None,
) -> dict[int, int]:
    """Return what a sweep adds up.

    How many paths there are (under 0), of each length, or of each length *within* a range of *moves*: these
    are counted along, and what cannot become such a path is left out.  Not *apart*: all lengths from the
    least on may be one, where there is no most.
    """
    machine = network if isinstance(network, Machine) else Machine(_plan(network, watch))
    plan, clock = machine.plan, watch or NO_LIMITS.watch()
    if not plan.possible:
        return {}
    budget = resources.budget()
    within = () if moves is None else (Within(plan, *moves, clock, budget, all_lengths=apart),)
    algebra = LengthCounts(plan) if asked == "lengths" else Counts(tagged=bool(within))
    whole = replace(machine, tails=(*machine.tails, *within))
    LayerSweep(whole, algebra, clock, budget, resources.threads).done()
    return dict(sorted(algebra.total.items()))


def best(
    network: BlockNetwork | SimpathPlan,
    *,
    by: Literal["length", "cost"] = "length",
    longest: bool = True,
    resources: Resources = DEFAULT_RESOURCES,
    watch: Watch | None = None,
) -> CorridorPath | None:
    """Return a path of most (or least) length or cost, None if there is no path.

    Every run returns the same path, also where memory is short: layers that are
    not kept are computed again (`gridwalk.allpaths.simpath.tape`).  Whole costs are added exactly, others as
    float64 in the order of the sweep.

    Raises
    ------
    InputError
        If whole lengths or costs add up to 2**62 or more.

    """
    plan = _plan(network, watch)
    weight: NDArray[Any] = plan.network.length if by == "length" else plan.network.cost
    if weight.dtype.kind != "f" and sum(map(abs, weight.tolist())) >= 1 << 62:
        raise InputError(f"the {by}s of all corridors add up to more than 2**62: scale them down")
    weight = weight.astype(np.float64 if weight.dtype.kind == "f" else np.int64)
    gain = weight if longest else -weight

    arcs = best_arcs(Machine(plan), gain, resources, watch or NO_LIMITS.watch())
    return None if arcs is None else ordered(plan.network, arcs)


def best_arcs(machine: Machine, gain: NDArray[Any], resources: Resources, watch: Watch) -> list[Arc] | None:
    """Return the arcs of a path of the largest sum of gains, None if there is no path."""
    if not machine.plan.possible:
        return None
    algebra = Best(machine.plan, gain)
    tape = Tape(LayerSweep(machine, algebra, watch, resources.budget(), resources.threads))
    made = tape.run(tape.first, tape.layers)
    if algebra.end_layer < 0:
        return None
    state, arcs = 0, list[Arc]()
    for number, (came,) in tape.backwards(made, algebra.end_layer + 1):
        arcs += machine.plan.layers[number].arcs_of_choice[came[state, 1]]
        state = int(came[state, 0])
    return arcs


def keep(
    network: BlockNetwork | SimpathPlan,
    *,
    resources: Resources = DEFAULT_RESOURCES,
    watch: Watch | None = None,
    moves: Range | None = None,
) -> KeptPaths:
    """Return all paths, or those of some number of *moves*, kept for sampling and ranking."""
    plan, clock, budget = _plan(network, watch), watch or NO_LIMITS.watch(), resources.budget()
    machine = Machine(plan)
    if moves is not None:
        machine = machine.also(Within(plan, *moves, clock, budget))
    return KeptPaths(machine, clock, budget)


def _plan(network: BlockNetwork | SimpathPlan, watch: Watch | None) -> SimpathPlan:
    return network if isinstance(network, SimpathPlan) else make_plan(network, watch=watch)


def question_of(asked: str, plan: SimpathPlan) -> tuple[object, ...]:
    """Return what a number of paths depends on."""
    given = plan.network
    ends = given.junctions, given.source, given.sink
    more: list[Any] = [given.loose] * (given.loose is not None) + sorted(given.twins.items())
    if plan.by_cells:  # its network has no corridors
        more += [layer.arrays for layer in plan.layers]
    needs = given.must_visit, given.must_use, *more
    return "network", asked, *ends, given.tail, given.head, given.one_way, *needs
