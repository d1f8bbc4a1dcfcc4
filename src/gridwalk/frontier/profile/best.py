"""A longest or a shortest path of a question, in any weights, by one sweep for the least weight left out."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.frontier.profile.count import pause_for
from gridwalk.frontier.profile.operations import Ints
from gridwalk.frontier.profile.plan import ProfilePlan, make_plan
from gridwalk.frontier.profile.roles import CellRoles
from gridwalk.frontier.profile.store import FORMAT, LayerStore, Trail
from gridwalk.frontier.profile.sweep import ProfileAlgebra, sweep_of
from gridwalk.frontier.profile.traceback import Layers, cells_of, room_beside_count
from gridwalk.kernels.frontier.profile import NOT_VISITED
from gridwalk.runtime.checkpoint import Answer, Checkpoint, answered
from gridwalk.runtime.limits import NO_LIMITS, Watch
from gridwalk.runtime.resources import DEFAULT_RESOURCES, Resources

WHOLE = 1 << 61  # sums of whole weights stay below

Weights = NDArray[np.int64] | NDArray[np.float64]


def longest(
    question: CellRoles,
    weights: ArrayLike | None = None,
    *,
    resources: Resources = DEFAULT_RESOURCES,
    watch: Watch | None = None,
) -> list[int] | None:
    """Return the cells (flat indices, in order) of a path or cycle of greatest weight, or None.

    Parameters
    ----------
    question : CellRoles
        Which paths or cycles are meant.
    weights : array, shape of the board, optional
        What each cell visited adds; 1 by default.
    resources : Resources
        Of it, the memory: where the layers do not fit, some are made again; and the checkpoint.
    watch : Watch, optional
        The clock to report to.

    Raises
    ------
    MemoryLimitError
        If not even few enough layers fit, before they are made.
    TimeLimitError
        When the time of *watch* is over.
    KeepError
        If the disk is full or not to be written, or the checkpoint is damaged or in use.

    Notes
    -----
    Of several the answer is always the same one.  Weights are summed without rounding where whole
    multiples of their least bit sum up to less than 2**61; beyond, in floating point.

    Examples
    --------
    >>> len(longest(CellRoles.paths(np.ones((4, 4)), (0, 0), [(3, 3)])))
    15

    """
    return _best(question, _weights(question, weights), resources, watch or NO_LIMITS.watch())


def shortest(
    question: CellRoles,
    weights: ArrayLike | None = None,
    *,
    resources: Resources = DEFAULT_RESOURCES,
    watch: Watch | None = None,
) -> list[int] | None:
    """Return the cells of a path or cycle of least weight, or None; see `longest`.

    Examples
    --------
    >>> must = np.zeros((3, 3), bool)
    >>> must[2, 0] = True
    >>> shortest(CellRoles.paths(np.ones((3, 3)), (0, 0), [(0, 2)], must))
    [0, 3, 6, 7, 4, 1, 2]

    """
    return _best(question, -_weights(question, weights), resources, watch or NO_LIMITS.watch())


def _weights(question: CellRoles, weights: ArrayLike | None) -> Weights:
    """Return the weights as whole numbers, scaled by a power of two, or as floats if they do not fit."""
    given = np.ones(question.roles.shape, np.int64) if weights is None else np.asarray(weights)
    given = np.where(question.roles > 0, given, 0)
    ratios = [value.as_integer_ratio() for value in given.ravel().tolist()]
    scale = max(below for _, below in ratios)  # a power of two, as are all the others
    whole = [above * (scale // below) for above, below in ratios]
    if sum(map(abs, whole)) < WHOLE:
        return np.array(whole, np.int64).reshape(given.shape)
    return given.astype(np.float64)


def _best(question: CellRoles, weights: Weights, resources: Resources, watch: Watch) -> list[int] | None:
    if question.is_hopeless:
        return None
    plan = make_plan(question, pause_for(watch))
    asked = "planar", "best", *question.facts, question.start, weights
    found = answered(
        resources.keep,
        asked,
        (FORMAT, plan.facts),
        lambda kept: _by_sweep(question, plan, weights, resources, watch, kept),
    )
    return [found[place] for place in range(len(found))] or None


def _by_sweep(
    question: CellRoles,
    plan: ProfilePlan,
    weights: Weights,
    resources: Resources,
    watch: Watch,
    kept: Checkpoint | None,
) -> Answer:
    """Return the cells of the path by their places on it; there is no path of no cells."""
    pause = pause_for(watch)
    sweep, algebra = sweep_of(plan, pause), ProfileAlgebra.least(weights)
    store = None if kept is None else LayerStore(kept)
    budget, threads = resources.budget(), resources.threads
    room = room_beside_count(plan, threads)
    layers = Layers(sweep, [algebra], budget, pause, room, threads, store)
    along = weights.ravel()[[step.cell for step in plan.steps]]
    after = along[::-1].cumsum()[::-1] - along  # all that the cells after each one weigh
    ends = [(values[0] + after[at].item(), at, word) for at, word, values in layers.closed[0]]
    if not ends:
        return {}
    _, at, word = min(ends, key=lambda end: end[0])
    trail = Trail.begun([(at, word)], len(plan.steps))
    value = None if store is None else store.resume_walk(trail)
    if value is None:
        value = layers.at(at)[0][word].item()

    def pick(at: int, _: Ints, low: Ints, high: Ints, sources: Ints, how: Ints) -> Ints:
        nonlocal value
        before = layers.at(at)[0]
        for row in range(low[0], high[0]):
            known = before[sources[row]].item()
            if known + (along[at].item() if how[row] == NOT_VISITED else 0) == value:
                value = known
                return np.array([row])
        raise AssertionError("no predecessor explains this value")

    for _ in layers.walk(trail, pick):
        if store is not None:
            store.offer_walk(trail, value)
    return dict(enumerate(next(cells_of(trail.leaves, plan.steps, question))))
