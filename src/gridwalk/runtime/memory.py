"""Free memory, the memory budget of an answer, and arrays that are released part by part."""

from __future__ import annotations

import mmap
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from numbers import Integral
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import ArgumentError, MemoryLimitError

MIN_MEMORY = 1 << 20  # bytes
SHARE_OF_FREE = 0.6  # the default limit, as a fraction of the free memory
UNKNOWN_MEMORY = 4 << 30  # bytes, if the system reports none
UNLIMITED = 1 << 62  # bytes
CAN_GIVE_BACK = hasattr(mmap, "MAP_ANONYMOUS") and hasattr(mmap, "MADV_DONTNEED")
_AMOUNT = re.compile(r"(\d{1,12}(?:\.\d+)?)\s*([kmgt])(i?b?)", re.ASCII)


def copied(array: NDArray[Any]) -> NDArray[Any]:
    """Return a copy of *array*.

    ``array.copy()`` takes ten times as long on Intel processors if the copy begins 16 bytes further in a page
    than the original, as with two arrays of 2**18 bytes allocated one after the other.  A ufunc does not.
    """
    found: NDArray[Any] = np.positive(array.view(np.uint8)).view(array.dtype)
    return found


def bytes_of(memory: Any) -> int:
    """Return an amount of memory in bytes, given as a number or text; raise `ArgumentError` if it is wrong.

    >>> bytes_of("64MiB"), bytes_of("500 MB"), bytes_of("2g") == 2 << 30
    (67108864, 500000000, True)
    """
    amount = 0
    if isinstance(memory, Integral) and not isinstance(memory, bool):
        amount = int(memory)  # NumPy integers would overflow
    elif isinstance(memory, str) and (match := _AMOUNT.fullmatch(memory.strip().lower())):
        base = 1000 if match[3] == "b" else 1024
        amount = int(float(match[1]) * base ** (1 + "kmgt".index(match[2])))
    if not MIN_MEMORY <= amount < UNLIMITED:
        raise ArgumentError("memory", memory, "1MiB or more, such as 500MB, 64MiB or 2GiB")
    return amount


def free_memory() -> int:
    """Return the number of bytes that can be allocated without swapping, or `UNKNOWN_MEMORY`."""
    try:
        with Path("/proc/meminfo").open() as facts:
            free = next(int(line.split()[1]) for line in facts if line.startswith("MemAvailable:")) << 10
    except (OSError, StopIteration, ValueError):
        return UNKNOWN_MEMORY
    try:  # the limit of a container may be lower
        allowed = int(Path("/sys/fs/cgroup/memory.max").read_text())
    except (OSError, ValueError):
        return free
    return min(free, allowed)


def default_memory() -> int:
    """Return the default limit in bytes: a fraction of the memory that is free now."""
    return max(MIN_MEMORY, int(SHARE_OF_FREE * free_memory()))


@dataclass
class MemoryBudget:
    """The memory budget of one answer: the limit and the use, in bytes.

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
    doing: str = "the answer"  # the user of the memory, for the error message
    advice: str = ""  # how to use less memory, for the error message
    ask: Callable[[], int] | None = None  # called for the true limit if *limit* is exceeded
    used: int = field(default=0, init=False)
    peak: int = field(default=0, init=False)  # the maximum of `used` so far
    _lock: Lock = field(default_factory=Lock, init=False, repr=False)

    @property
    def left(self) -> int:
        """The bytes left."""
        return max(0, self.limit - self.used)

    def take(self, amount: int) -> None:
        """Reserve *amount* bytes; raise `MemoryLimitError` if they exceed the limit."""
        with self._lock:
            if self.used + amount > self.limit and self.ask is not None:
                self.limit, self.ask = self.ask(), None
            if self.used + amount > self.limit:
                raise self.error(self.used + amount)
            self.used += amount
            self.peak = max(self.peak, self.used)

    def require(self, total: int) -> None:
        """Set the use to *total* bytes; raise `MemoryLimitError` if they exceed the limit."""
        self.used = 0
        self.take(total)

    def give(self, amount: int) -> None:
        """Release *amount* bytes."""
        with self._lock:
            self.used -= amount

    def error(self, needed: int) -> MemoryLimitError:
        """Return the error for *needed* bytes."""
        return MemoryLimitError(self.limit, needed, self.doing, self.advice)


class LentArray:
    """A flat array whose memory can be released from its beginning on.

    Memory that is never written to is not used.  If the system does not support this (`CAN_GIVE_BACK`), all
    memory is released with the array.

    >>> pages = LentArray(1 << 20, np.uint32)
    >>> pages.array[-1] = 7
    >>> pages.give_back(1 << 19) in (0, 1 << 21), int(pages.array[-1])
    (True, 7)
    """

    def __init__(self, count: int, dtype: type[np.generic]) -> None:
        self.given = 0  # bytes
        self._map: mmap.mmap | None = None
        self.array: NDArray[Any]
        size = count * np.dtype(dtype).itemsize
        if not CAN_GIVE_BACK or size < mmap.PAGESIZE:
            self.array = np.empty(count, dtype)
            return
        try:
            self._map = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        except OSError:  # no memory, or no more addresses
            limit = min(free_memory(), size)
            raise MemoryLimitError(limit, size, "a table", "the system gives no more") from None
        if hasattr(mmap, "MADV_HUGEPAGE"):  # of 2 MB: fewer faults, less time
            self._map.madvise(mmap.MADV_HUGEPAGE)
        self.array = np.frombuffer(self._map, dtype)

    def give_back(self, before: int) -> int:
        """Release the memory before index *before*; return the number of bytes that this call released."""
        size = before * self.array.itemsize // mmap.PAGESIZE * mmap.PAGESIZE
        if self._map is None or size <= self.given:
            return 0
        self._map.madvise(mmap.MADV_DONTNEED, self.given, size - self.given)
        more, self.given = size - self.given, size
        return more
