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
>>> ring = Network(3, 0, 1, *ends, none, two, two, none, none)
>>> count(ring), count_by_length(ring)
(2, {2: 1, 4: 1})
>>> longest = best(ring)
>>> longest.corridors.tolist(), longest.onward.tolist()
([2, 1], [True, False])
>>> [walk.length(ring) for walk in keep(ring).at([0, 1])]
[2, 4]

"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import InputError, MemoryLimitError
from gridwalk.frontier.engine import Range
from gridwalk.frontier.simpath.algebras import Best, Counts, CountsWithin, LengthCounts
from gridwalk.frontier.simpath.disk import FORMAT, KeptLengths, count_on_disk
from gridwalk.frontier.simpath.metered import CountingSweep, Meter
from gridwalk.frontier.simpath.plan import Arc, SimpathPlan, make_plan
from gridwalk.frontier.simpath.rank import KeptPaths
from gridwalk.frontier.simpath.sweep import Keeper, run, sweep
from gridwalk.frontier.simpath.tape import Tape
from gridwalk.frontier.simpath.tape_store import TapeStore
from gridwalk.frontier.simpath.traceback import NetworkPath, ordered
from gridwalk.kernels.frontier.simpath import layer as codes
from gridwalk.runtime.checkpoint import Answer, Checkpoint, answered, kept_in
from gridwalk.runtime.limits import NO_LIMITS, Watch
from gridwalk.runtime.resources import DEFAULT_RESOURCES, Resources
from gridwalk.shrink.network import Network


def count(
    network: Network | SimpathPlan,
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
    CheckpointError, SpillError
        If the directory cannot be written to (the state before stays), or the checkpoint is damaged.

    """
    plan = _plan(network, watch)
    clock = watch or NO_LIMITS.watch()

    def total(kept: Checkpoint | None) -> Answer:
        if kept is None or not plan.possible:
            try:
                return {0: _count_in_memory(plan, resources, watch)}
            except MemoryLimitError:
                if not resources.spill:
                    raise
        spill = resources.spill_directory
        budget, threads = resources.budget(), resources.threads
        return {0: count_on_disk(plan, clock, budget, kept=kept, spill=spill, threads=threads)}

    return answered(resources.checkpoint, question_of("count", plan), (FORMAT, _order(plan)), total)[0]


def _count_in_memory(plan: SimpathPlan, resources: Resources, watch: Watch | None) -> int:
    algebra = Counts()
    _sweep(plan, algebra, resources, watch)
    return algebra.total


def count_by_length(
    network: Network | SimpathPlan,
    *,
    resources: Resources = DEFAULT_RESOURCES,
    watch: Watch | None = None,
) -> dict[int, int]:
    """Return how many paths there are of every length that occurs, shortest first; see `count`."""
    plan = _plan(network, watch)

    def total(kept: Checkpoint | None) -> Answer:
        algebra = LengthCounts(plan)
        keeper = None if kept is None else KeptLengths(kept, algebra, watch or NO_LIMITS.watch())
        _sweep(plan, algebra, resources, watch, keeper)
        return dict(sorted(algebra.total.items()))

    question = question_of("lengths", plan), plan.network.length
    return answered(resources.checkpoint, question, (FORMAT, _order(plan)), total)


def count_within(
    network: Network | SimpathPlan,
    moves: Range,
    *,
    apart: bool = True,
    resources: Resources = DEFAULT_RESOURCES,
    watch: Watch | None = None,
) -> dict[int, int]:
    """Return how many paths there are of every length in a range, shortest first; see `count`.

    Moves are counted along, and what cannot become such a path is left out.  Not *apart*: all lengths from
    the least on may be one, where there is no most.
    """
    plan, clock, budget = _plan(network, watch), watch or NO_LIMITS.watch(), resources.budget()

    def total(kept: Checkpoint | None) -> Answer:
        algebra = CountsWithin()
        if not plan.possible:
            return {}
        keeper = None if kept is None else KeptLengths(kept, algebra, clock)
        meter = Meter.of(plan, *moves, clock, budget, all_lengths=apart)
        run(CountingSweep(plan, meter, algebra, clock, budget), len(plan.layers), algebra, budget, keeper)
        return dict(sorted(algebra.of_length.items()))

    question = *question_of("within", plan), moves, apart, plan.network.length
    return answered(resources.checkpoint, question, (FORMAT, _order(plan)), total)


def best(
    network: Network | SimpathPlan,
    *,
    by: Literal["length", "cost"] = "length",
    longest: bool = True,
    resources: Resources = DEFAULT_RESOURCES,
    watch: Watch | None = None,
) -> NetworkPath | None:
    """Return a path of most (or least) length or cost, None if there is no path.

    Every run returns the same path, also where memory is short: layers that are
    not kept are computed again (`gridwalk.frontier.simpath.tape`).  Whole costs are added exactly, others as
    float64 in the order of the sweep.

    Raises
    ------
    InputError
        If whole lengths or costs add up to 2**62 or more.
    CheckpointError
        If the directory cannot be written to (the state before stays), or the checkpoint is damaged.

    """
    plan = _plan(network, watch)
    weight: NDArray[Any] = plan.network.length if by == "length" else plan.network.cost
    if weight.dtype.kind != "f" and sum(map(abs, weight.tolist())) >= 1 << 62:
        raise InputError(f"the {by}s of all corridors add up to more than 2**62: scale them down")
    weight = weight.astype(np.float64 if weight.dtype.kind == "f" else np.int64)
    if not plan.possible:
        return None
    gain = weight if longest else -weight
    found = answered(
        resources.checkpoint,
        (question_of("best", plan), gain),
        (FORMAT, _order(plan)),
        lambda kept: _best(plan, gain, resources, watch or NO_LIMITS.watch(), kept),
    )
    if not found:
        return None
    steps = np.array([found[place] for place in range(1, len(found))], np.int32)
    return NetworkPath(np.where(steps < 0, ~steps, steps), steps >= 0)


def _best(
    plan: SimpathPlan, gain: NDArray[Any], resources: Resources, watch: Watch, kept: Checkpoint | None
) -> Answer:
    """Return the corridors of a best path by position from 1 on (~c: backwards), under 0 their number.

    The answer is empty if there is no path: a path may have no corridor.
    """
    algebra = Best(plan, gain)
    store = None if kept is None else TapeStore(kept, algebra, watch)
    tape = Tape(plan, algebra, watch, resources.budget(), resources.threads)
    made = tape.run(tape.first, tape.layers, keeper=store)
    if algebra.end_layer < 0:
        return {}
    begun = None if store is None else store.resume_way()
    stop, state, arcs = begun or (algebra.end_layer + 1, 0, list[Arc]())
    for number, (came,) in tape.backwards(made, stop):
        arcs += plan.layers[number].arcs_of_choice[came[state, 1]]
        state = int(came[state, 0])
        if store is not None:
            store.offer_way(number, state, arcs)
    walk = ordered(plan.network, arcs)
    steps: list[int] = np.where(walk.onward, walk.corridors, ~walk.corridors).tolist()
    return dict(enumerate([len(steps), *steps]))


def keep(
    network: Network | SimpathPlan,
    *,
    resources: Resources = DEFAULT_RESOURCES,
    watch: Watch | None = None,
    moves: Range | None = None,
) -> KeptPaths:
    """Return all paths, or those of some number of *moves*, kept for sampling and ranking."""
    plan, clock, budget = _plan(network, watch), watch or NO_LIMITS.watch(), resources.budget()
    meter = None if moves is None else Meter.of(plan, *moves, clock, budget)
    question = question_of("ranks", plan)
    if moves is not None:
        question = *question, moves, plan.network.length
    with kept_in(resources.checkpoint, question, (FORMAT, _order(plan))) as kept:
        return KeptPaths(plan, clock, budget, kept, meter)


def _plan(network: Network | SimpathPlan, watch: Watch | None) -> SimpathPlan:
    return network if isinstance(network, SimpathPlan) else make_plan(network, watch=watch)


def _sweep(
    network: Network | SimpathPlan,
    algebra: Any,
    resources: Resources,
    watch: Watch | None,
    keeper: Keeper | None = None,
) -> None:
    plan = _plan(network, watch)
    if plan.possible:
        sweep(plan, algebra, watch or NO_LIMITS.watch(), resources.budget(), keeper, resources.threads)


def question_of(asked: str, plan: SimpathPlan) -> tuple[object, ...]:
    """Return what a number of paths depends on."""
    given = plan.network
    ends = given.junctions, given.source, given.sink
    more = [given.loose] * (given.loose is not None) + sorted(given.twins.items())
    needs = given.must_visit, given.must_use, *more
    return "network", asked, *ends, given.tail, given.head, given.one_way, *needs


def _order(plan: SimpathPlan) -> tuple[object, ...]:
    """Return what tells a plan from others for the same network."""
    return plan.words, codes.FACTS, plan.fields, [layer.arrays for layer in plan.layers]
