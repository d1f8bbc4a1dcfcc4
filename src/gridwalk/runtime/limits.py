"""Limits and progress: what a long search may take, and whom it tells."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from numbers import Integral, Real
from os import PathLike, fspath
from typing import NamedTuple

from gridwalk.errors import ArgumentError, TimeLimitError
from gridwalk.runtime.memory import MIN_MEMORY, default_memory
from gridwalk.runtime.tuning import tuning


class Progress(NamedTuple):
    """How far a search has come."""

    seconds: float
    expanded: int
    backtracks: int
    found: int
    doing: str = ""  # in words, where it is not a search: compiling, for one


@dataclass(frozen=True)
class Limits:
    """What a search may take.

    Parameters
    ----------
    seconds : float, optional
        The time given; when it is over the search raises `TimeLimitError`.
    progress : callable, optional
        Called with a `Progress` some ten times a second while a search is under way.
        Whatever it raises stops the search.
    memory : int, optional
        Bytes that a question about all paths at once may take; default: 60 % of what is free.
    checkpoint : path, optional
        A directory where counts keep their state; questions that are no counts refuse it.

    """

    seconds: float | None = None
    progress: Callable[[Progress], None] | None = None
    memory: int | None = None
    checkpoint: str | PathLike[str] | None = None

    def __post_init__(self) -> None:
        seconds = self.seconds
        number = isinstance(seconds, Real) and not isinstance(seconds, bool)
        if seconds is not None and not (number and seconds > 0 and math.isfinite(seconds)):
            raise ArgumentError("seconds", seconds, "a positive, finite number")
        if self.progress is not None and not callable(self.progress):
            raise ArgumentError("progress", self.progress, "a function of one Progress")
        memory = self.memory
        if memory is not None:
            whole = isinstance(memory, Integral) and not isinstance(memory, bool)
            if not (whole and memory >= MIN_MEMORY):
                raise ArgumentError("memory", memory, f"a whole number of at least {MIN_MEMORY:,} bytes")
            object.__setattr__(self, "memory", int(memory))  # NumPy's would overflow
        checkpoint = self.checkpoint
        name = fspath(checkpoint) if isinstance(checkpoint, str | PathLike) else checkpoint
        if name is not None and not (isinstance(name, str) and name.strip() and "\0" not in name):
            raise ArgumentError("checkpoint", checkpoint, "the path of a directory")

    @property
    def memory_allowed(self) -> int:
        """How many bytes may be taken: what was given, else a share of what is free now."""
        return self.memory or default_memory()

    def watch(self, patience: int | None = None) -> Watch:
        """Start the clock."""
        return Watch(self, time.monotonic(), patience)


NO_LIMITS = Limits()


class PatienceError(Exception):
    """Ends a search that another one is to replace."""


@dataclass
class Watch:
    """The clock of one question; every slice of every search it takes reports here."""

    limits: Limits
    began: float = field(default_factory=time.monotonic)
    patience: int | None = None  # cells that may be entered, where there is another way to the answer
    plan: str = ""  # of a sweep, in words
    kept: int | None = None  # members of the set found so far, where a search finds others, too
    _told: float = 0.0
    _known: tuple[int, int, int] = (0, 0, 0)  # expanded, backtracks, found

    def start(self, clock: Watch) -> None:
        """Begin anew, by the *clock* of another answer of the same search."""
        self.limits, self.began = clock.limits, clock.began
        self._told, self._known, self.kept = 0.0, (0, 0, 0), None

    def check(self, expanded: int, backtracks: int, found: int, doing: str = "") -> None:
        """Tell the progress; raise `TimeLimitError` when the time is over."""
        seconds = time.monotonic() - self.began
        found = found if self.kept is None else self.kept
        # Parts of the work may know of nothing that was done before.
        known = self._known
        known = max(expanded, known[0]), max(backtracks, known[1]), max(found, known[2])
        expanded, backtracks, found = self._known = known
        if self.patience is not None and expanded > self.patience:
            raise PatienceError
        if self.plan and not doing:
            doing = f"{self.plan}; {expanded:,} looked at"
        if self.kept is not None and doing:
            doing = f"{doing}; {found:,} found so far"
        if self.limits.progress is not None and seconds - self._told >= tuning().tell_every:
            self._told = seconds
            self.limits.progress(Progress(seconds, expanded, backtracks, found, doing))
        if self.limits.seconds is not None and seconds >= self.limits.seconds:
            raise TimeLimitError(self.limits.seconds, expanded, backtracks, found, doing)
