"""Every question about the paths of a network, answered by one sweep each."""

from __future__ import annotations

import os
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import GridwalkError
from gridwalk.frontier.algebra import Best, Counts, Existence, LengthCounts
from gridwalk.frontier.layers import Plan, make_plan
from gridwalk.frontier.sweep import sweep
from gridwalk.frontier.sweep_disk import count_on_disk
from gridwalk.frontier.sweep_kept import KeptPaths
from gridwalk.frontier.sweep_memory import Memory
from gridwalk.frontier.sweep_walks import Walk, ordered
from gridwalk.limits import NO_LIMITS, Watch
from gridwalk.shrink.network import Network


def count(
    network: Network | Plan,
    *,
    watch: Watch | None = None,
    memory: int | None = None,
    directory: str | os.PathLike[str] | None = None,
) -> int:
    """Return how many paths there are, exactly.

    With a *directory*, layers that do not fit in *memory* go there, and a sweep that was
    stopped goes on from the last layer written there when the same question is asked again.
    """
    plan = _plan(network, watch)
    if directory is not None and plan.possible:
        watch = watch or NO_LIMITS.watch()
        return count_on_disk(plan, directory, watch, Memory(memory, len(plan.layers)))
    algebra = Counts()
    _sweep(plan, algebra, watch, memory)
    return algebra.total


def count_by_length(
    network: Network | Plan, *, watch: Watch | None = None, memory: int | None = None
) -> dict[int, int]:
    """Return how many paths there are of every length that occurs, shortest first."""
    plan = _plan(network, watch)
    algebra = LengthCounts(plan)
    _sweep(plan, algebra, watch, memory)
    return dict(sorted(algebra.total.items()))


def exists(network: Network | Plan, *, watch: Watch | None = None, memory: int | None = None) -> bool:
    """Return whether there is a path."""
    algebra = Existence()
    _sweep(network, algebra, watch, memory)
    return algebra.found


def best(
    network: Network | Plan,
    *,
    by: Literal["length", "cost"] = "length",
    longest: bool = True,
    watch: Watch | None = None,
    memory: int | None = None,
) -> Walk | None:
    """Return a path of most (or least) length or cost, None if there is no path.

    Of several the same one is returned on every run.
    """
    plan = _plan(network, watch)
    weight: NDArray[Any] = plan.network.length if by == "length" else plan.network.cost
    if weight.dtype.kind != "f" and sum(map(abs, weight.tolist())) >= 1 << 62:
        raise GridwalkError(f"the {by}s of all corridors add up to more than 2**62: scale them down")
    weight = weight.astype(np.float64 if weight.dtype.kind == "f" else np.int64)
    algebra = Best(plan, weight if longest else -weight)
    _sweep(plan, algebra, watch, memory)
    arcs = algebra.best()
    return None if arcs is None else ordered(plan.network, arcs)


def keep(network: Network | Plan, *, watch: Watch | None = None, memory: int | None = None) -> KeptPaths:
    """Return all paths, kept for sampling and ranking."""
    plan = _plan(network, watch)
    return KeptPaths(plan, watch or NO_LIMITS.watch(), Memory(memory, len(plan.layers)))


def _plan(network: Network | Plan, watch: Watch | None) -> Plan:
    return network if isinstance(network, Plan) else make_plan(network, watch=watch)


def _sweep(network: Network | Plan, algebra: Any, watch: Watch | None, memory: int | None) -> None:
    plan = _plan(network, watch)
    if plan.possible:
        sweep(plan, algebra, watch or NO_LIMITS.watch(), Memory(memory, len(plan.layers)))
