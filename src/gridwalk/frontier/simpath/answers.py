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

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import InputError, MemoryLimitError
from gridwalk.frontier.engine import Range
from gridwalk.frontier.simpath.algebras import Best, Counts, LengthCounts
from gridwalk.frontier.simpath.disk import FORMAT, sweep_on_disk
from gridwalk.frontier.simpath.plan import Arc, CorridorPath, SimpathPlan, make_plan, ordered
from gridwalk.frontier.simpath.rank import KeptPaths
from gridwalk.frontier.simpath.sweep import LayerSweep, Machine
from gridwalk.frontier.simpath.tails import Within
from gridwalk.frontier.simpath.tape import Tape
from gridwalk.frontier.simpath.tape_store import TapeStore, way_back
from gridwalk.kernels.frontier.simpath import layer as codes
from gridwalk.runtime.kept import Answer, KeptParts, answered, kept_in
from gridwalk.runtime.limits import NO_LIMITS, Watch
from gridwalk.runtime.resources import DEFAULT_RESOURCES, Resources
from gridwalk.shrink.network import BlockNetwork


def count(
    network: BlockNetwork | SimpathPlan | Machine,
    *,
    resources: Resources = DEFAULT_RESOURCES,
    watch: Watch | None = None,
) -> int:
    """Return how many paths there are, exactly.

    Layers that do not fit in memory go to the directory of the checkpoint, from which a sweep that was
    stopped, by whatever, goes on when the same question is asked again; or, without one, to that for
    spilling, which begins anew there.

    Raises
    ------
    KeepError, SpillError
        If the directory cannot be written to (the state before stays), or the checkpoint is damaged.

    """
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
) -> Answer:
    """Return what a sweep adds up: in memory if it can, else on disk, and from a checkpoint on.

    How many paths there are (under 0), of each length, or of each length *within* a range of *moves*: these
    are counted along, and what cannot become such a path is left out.  Not *apart*: all lengths from the
    least on may be one, where there is no most.

    Only counts of corridors go to disk without a checkpoint: of others it is better to know that memory is
    short.
    """
    machine = network if isinstance(network, Machine) else Machine(_plan(network, watch))
    plan, clock = machine.plan, watch or NO_LIMITS.watch()
    spills = asked == "count" and not plan.by_cells and resources.spill

    def question() -> object:
        name = question_of(asked, plan)
        if asked == "count":
            return name
        return (name, plan.network.length) if moves is None else (*name, moves, apart, plan.network.length)

    def swept(on_disk: bool, kept: KeptParts | None) -> Answer:
        budget = resources.budget()
        within = () if moves is None else (Within(plan, *moves, clock, budget, all_lengths=apart),)
        algebra = LengthCounts(plan) if asked == "lengths" else Counts(tagged=bool(within))
        whole = replace(machine, tails=(*machine.tails, *within))
        sweep = LayerSweep(whole, algebra, clock, budget, resources.threads)
        if on_disk:
            sweep_on_disk(sweep, algebra, kept, resources.spill_directory)
        else:
            sweep.done()
        return dict(sorted(algebra.total.items()))

    def total(kept: KeptParts | None) -> Answer:
        if not plan.possible:
            return {}
        try:
            return swept(kept is not None, kept)
        except MemoryLimitError:
            if kept is not None or not spills:
                raise
        return swept(True, None)

    return _answered(plan, question, total, resources)


def _answered(
    plan: SimpathPlan,
    question: Callable[[], object],
    found: Callable[[KeptParts | None], Answer],
    resources: Resources,
) -> Answer:
    """Return what is *found*, or was, if there is a checkpoint."""
    if resources.keep is None:
        return found(None)
    return answered(resources.keep, question(), (FORMAT, _order(plan)), found)


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
    not kept are computed again (`gridwalk.frontier.simpath.tape`).  Whole costs are added exactly, others as
    float64 in the order of the sweep.

    Raises
    ------
    InputError
        If whole lengths or costs add up to 2**62 or more.
    KeepError
        If the directory cannot be written to (the state before stays), or the checkpoint is damaged.

    """
    plan = _plan(network, watch)
    weight: NDArray[Any] = plan.network.length if by == "length" else plan.network.cost
    if weight.dtype.kind != "f" and sum(map(abs, weight.tolist())) >= 1 << 62:
        raise InputError(f"the {by}s of all corridors add up to more than 2**62: scale them down")
    weight = weight.astype(np.float64 if weight.dtype.kind == "f" else np.int64)
    gain = weight if longest else -weight

    def found(kept: KeptParts | None) -> Answer:
        """Return the corridors by position from 1 on (~c: backwards), under 0 their number; no path: {}."""
        arcs = best_arcs(Machine(plan), gain, resources, watch or NO_LIMITS.watch(), kept)
        if arcs is None:
            return {}
        walk = ordered(plan.network, arcs)
        steps: list[int] = np.where(walk.onward, walk.corridors, ~walk.corridors).tolist()
        return dict(enumerate([len(steps), *steps]))

    answer = {}
    if plan.possible:
        answer = _answered(plan, lambda: (question_of("best", plan), gain), found, resources)
    if not answer:
        return None
    steps = np.array([answer[place] for place in range(1, len(answer))], np.int32)
    return CorridorPath(np.where(steps < 0, ~steps, steps), steps >= 0)


def best_arcs(
    machine: Machine,
    gain: NDArray[Any],
    resources: Resources,
    watch: Watch,
    kept: KeptParts | None = None,
) -> list[Arc] | None:
    """Return the arcs of a path of the largest sum of gains, None if there is no path."""
    if not machine.plan.possible:
        return None
    algebra = Best(machine.plan, gain)
    store = None if kept is None else TapeStore(kept, algebra, watch)
    tape = Tape(LayerSweep(machine, algebra, watch, resources.budget(), resources.threads))
    return way_back(tape, algebra, store)


def keep(
    network: BlockNetwork | SimpathPlan,
    *,
    resources: Resources = DEFAULT_RESOURCES,
    watch: Watch | None = None,
    moves: Range | None = None,
) -> KeptPaths:
    """Return all paths, or those of some number of *moves*, kept for sampling and ranking."""
    plan, clock, budget = _plan(network, watch), watch or NO_LIMITS.watch(), resources.budget()
    machine, question = Machine(plan), question_of("ranks", plan)
    if moves is not None:
        machine = machine.also(Within(plan, *moves, clock, budget))
        question = *question, moves, plan.network.length
    with kept_in(resources.keep, question, (FORMAT, _order(plan))) as kept:
        return KeptPaths(machine, clock, budget, kept)


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


def _order(plan: SimpathPlan) -> tuple[object, ...]:
    """Return what tells a plan from others for the same network."""
    # As when two more facts told the part of the states wanted: what was saved then is still read.
    arrays = [(np.append(layer.arrays[0], (0, 1)), *layer.arrays[1:]) for layer in plan.layers]
    return plan.words, codes.FACTS + 2, plan.fields, arrays
