"""Memory: how much is free, and the budget of one answer, asked before anything is taken."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from gridwalk.errors import MemoryLimitError

MIN_MEMORY = 1 << 20  # bytes
SHARE_OF_FREE = 0.6  # of the memory that is free: what is taken where nothing else is said
UNKNOWN_MEMORY = 4 << 30  # bytes, where the system does not tell
UNLIMITED = 1 << 62  # bytes


def free_memory() -> int:
    """Return how many bytes can be taken without swapping, as far as the system tells."""
    try:
        facts = dict(line.split(":") for line in Path("/proc/meminfo").read_text().splitlines())
        free = int(facts["MemAvailable"].split()[0]) << 10
    except (OSError, KeyError, ValueError):
        return UNKNOWN_MEMORY
    try:  # a container may be allowed less than the machine has
        allowed = int(Path("/sys/fs/cgroup/memory.max").read_text())
    except (OSError, ValueError):
        return free
    return min(free, allowed)


def default_memory() -> int:
    """Return how many bytes an answer may take where nothing is said: a share of what is free now."""
    return max(MIN_MEMORY, int(SHARE_OF_FREE * free_memory()))


@dataclass
class MemoryBudget:
    """The bytes that one answer may take, how many it has taken, and what for.

    >>> budget = MemoryBudget(1000, "a table")
    >>> budget.take(800)
    >>> budget.left
    200
    >>> budget.take(800)
    Traceback (most recent call last):
        ...
    gridwalk.errors.MemoryLimitError: 1,000 bytes of memory are not enough: a table needs at least 1,600
    """

    limit: int = UNLIMITED
    doing: str = "the answer"  # what needs the memory, in words for the error
    advice: str = ""  # how to ask for less, where there is a way
    used: int = field(default=0, init=False)
    peak: int = field(default=0, init=False)  # the maximum of `used` so far
    _lock: Lock = field(default_factory=Lock, init=False, repr=False)

    @property
    def left(self) -> int:
        """How many bytes there still are."""
        return max(0, self.limit - self.used)

    def take(self, amount: int) -> None:
        """Note that *amount* bytes are about to be taken; `MemoryLimitError` if they are too many."""
        with self._lock:
            if self.used + amount > self.limit:
                raise self.error(self.used + amount)
            self.used += amount
            self.peak = max(self.peak, self.used)

    def give(self, amount: int) -> None:
        """Note that *amount* bytes are free again."""
        with self._lock:
            self.used -= amount

    def error(self, needed: int) -> MemoryLimitError:
        """Return the error that says that *needed* bytes are too many."""
        return MemoryLimitError(self.limit, needed, self.doing, self.advice)
