"""Count the paths of many boards at once."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike

from gridwalk.board.board import Board
from gridwalk.errors import ArgumentError
from gridwalk.planner import counts
from gridwalk.runtime.limits import NO_LIMITS, Limits, On
from gridwalk.runtime.progress import ProgressLike
from gridwalk.sets.cellsets import DisjointPaths, InducedSet
from gridwalk.sets.lazyset import LazySet
from gridwalk.sets.numbered import NumberedTours

Countable = Board | LazySet | InducedSet | DisjointPaths | NumberedTours


def count_many(
    sets: Iterable[Countable],
    *,
    on: On = None,
    seconds: float | None = None,
    memory: int | str | None = None,
    keep: str | PathLike[str] | None = None,
    progress: ProgressLike = None,
) -> list[int]:
    """Return the number of paths of each of several boards or sets, counted in parallel.

    Parameters
    ----------
    sets : iterable of Board, or of sets of any kind
        A board stands for ``board.paths()``.
    on : int or concurrent.futures.Executor, optional
        The number of threads (default: one per processor), or an executor whose workers count.
    seconds, memory, keep, progress : optional
        As for `PathSet.within`, for all counts together; *memory* is the limit of each worker.

    Returns
    -------
    list of int
        Exact numbers in the order of *sets*.  Equal questions are counted once.

    Raises
    ------
    ArgumentError
        If one of *sets* has another type, or has its own limits.
    TimeLimitError, MemoryLimitError
        If a limit is reached; finished counts are stored in *keep*.

    Examples
    --------
    >>> from gridwalk import Board, count_many
    >>> count_many(Board.rectangle(n, n) for n in range(1, 6))
    [1, 2, 12, 184, 8512]

    """
    if isinstance(sets, Countable):
        raise ArgumentError("sets", sets, "several boards or sets: give a list, such as [board]")
    limits = Limits(seconds, progress, memory, keep, on)
    every = []
    for number, each in enumerate(sets):
        if not isinstance(each, Countable):
            raise ArgumentError(f"sets[{number}]", each, "a board, or a set of paths, tours or cycles")
        asked = (each.paths() if isinstance(each, Board) else each)._to_count()
        if asked[-1].limits != NO_LIMITS:
            raise ArgumentError(f"sets[{number}]", each, "without limits of its own: give them to count_many")
        every.append(asked)
    return counts.count_all(every, limits)
