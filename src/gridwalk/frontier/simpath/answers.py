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

from collections.abc import Callable
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import InputError, MemoryLimitError
from gridwalk.frontier.engine import Range
from gridwalk.frontier.simpath.algebras import Best, Counts, LengthCounts
from gridwalk.frontier.simpath.disk import FORMAT, sweep_on_disk
from gridwalk.frontier.simpath.metered import Within
from gridwalk.frontier.simpath.plan import Arc, SimpathPlan, make_plan
from gridwalk.frontier.simpath.rank import KeptPaths
from gridwalk.frontier.simpath.sweep import LayerSweep, Machine
from gridwalk.frontier.simpath.tape import Tape
from gridwalk.frontier.simpath.tape_store import TapeStore, way_back
from gridwalk.frontier.simpath.traceback import NetworkPath, ordered
from gridwalk.kernels.frontier.simpath import layer as codes
from gridwalk.runtime.checkpoint import Answer, Checkpoint, answered, kept_in
from gridwalk.runtime.limits import NO_LIMITS, Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.resources import DEFAULT_RESOURCES, Resources
from gridwalk.shrink.network import Network


def count(
    network: Network | SimpathPlan | Machine,
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
    machine = network if isinstance(network, Machine) else Machine(_plan(network, watch))
    plan = machine.plan
    found = _summed(
        plan,
        lambda: question_of("count", plan),
        lambda *_: (machine, Counts()),
        resources,
        watch,
        spills=not plan.by_cells,
    )
    return found.get(0, 0)


def count_by_length(
    network: Network | SimpathPlan | Machine,
    *,
    resources: Resources = DEFAULT_RESOURCES,
    watch: Watch | None = None,
) -> dict[int, int]:
    """Return how many paths there are of every length that occurs, shortest first; see `count`."""
    machine = network if isinstance(network, Machine) else Machine(_plan(network, watch))
    plan = machine.plan
    return _summed(
        plan,
        lambda: (question_of("lengths", plan), plan.network.length),
        lambda *_: (machine, LengthCounts(plan)),
        resources,
        watch,
    )


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
    plan = _plan(network, watch)

    def made(clock: Watch, budget: MemoryBudget) -> tuple[Machine, Counts]:
        within = Within(plan, *moves, clock, budget, all_lengths=apart)
        return Machine(plan).also(within), Counts(tagged=True)

    def question() -> object:
        return *question_of("within", plan), moves, apart, plan.network.length

    return _summed(plan, question, made, resources, watch)


def _summed(
    plan: SimpathPlan,
    question: Callable[[], object],
    made: Callable[[Watch, MemoryBudget], tuple[Machine, Counts]],
    resources: Resources,
    watch: Watch | None,
    *,
    spills: bool = False,
) -> Answer:
    """Return what a sweep adds up: in memory if it can, else on disk, and from a checkpoint on.

    Only what *spills* goes to disk without a checkpoint: of others it is better to know that memory is short.
    """
    clock = watch or NO_LIMITS.watch()

    def total(kept: Checkpoint | None) -> Answer:
        if not plan.possible:
            return {}
        for on_disk in (True,) if kept is not None else (False, True):
            budget = resources.budget()
            machine, algebra = made(clock, budget)
            sweep = LayerSweep(machine, algebra, clock, budget, resources.threads)
            try:
                if on_disk:
                    sweep_on_disk(sweep, algebra, kept, resources.spill_directory)
                else:
                    sweep.done()
                break
            except MemoryLimitError:
                if on_disk or not (spills and resources.spill):
                    raise
        return dict(sorted(algebra.total.items()))

    return _answered(plan, question, total, resources)


def _answered(
    plan: SimpathPlan,
    question: Callable[[], object],
    found: Callable[[Checkpoint | None], Answer],
    resources: Resources,
) -> Answer:
    """Return what is *found*, or was, if there is a checkpoint."""
    if resources.keep is None:
        return found(None)
    return answered(resources.keep, question(), (FORMAT, _order(plan)), found)


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
    KeepError
        If the directory cannot be written to (the state before stays), or the checkpoint is damaged.

    """
    plan = _plan(network, watch)
    weight: NDArray[Any] = plan.network.length if by == "length" else plan.network.cost
    if weight.dtype.kind != "f" and sum(map(abs, weight.tolist())) >= 1 << 62:
        raise InputError(f"the {by}s of all corridors add up to more than 2**62: scale them down")
    weight = weight.astype(np.float64 if weight.dtype.kind == "f" else np.int64)
    gain = weight if longest else -weight

    def found(kept: Checkpoint | None) -> Answer:
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
    return NetworkPath(np.where(steps < 0, ~steps, steps), steps >= 0)


def best_arcs(
    machine: Machine,
    gain: NDArray[Any],
    resources: Resources,
    watch: Watch,
    kept: Checkpoint | None = None,
) -> list[Arc] | None:
    """Return the arcs of a path of the largest sum of gains, None if there is no path."""
    if not machine.plan.possible:
        return None
    algebra = Best(machine.plan, gain)
    store = None if kept is None else TapeStore(kept, algebra, watch)
    tape = Tape(LayerSweep(machine, algebra, watch, resources.budget(), resources.threads))
    return way_back(tape, algebra, store)


def keep(
    network: Network | SimpathPlan,
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


def _plan(network: Network | SimpathPlan, watch: Watch | None) -> SimpathPlan:
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


ASKED: dict[str, Callable[..., Any]] = {
    "count": count,
    "lengths": count_by_length,
    "within": count_within,
}
