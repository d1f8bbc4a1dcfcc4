"""Large arrays of which parts can be given back to the system while others are still in use."""

from __future__ import annotations

import mmap
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import MemoryLimitError
from gridwalk.runtime.memory import free_memory

CAN_GIVE_BACK = hasattr(mmap, "MAP_ANONYMOUS") and hasattr(mmap, "MADV_DONTNEED")


class LentArray:
    """A flat array whose memory is given back from its beginning on.

    Memory that is never written to costs nothing.  Where the system has no such memory (`CAN_GIVE_BACK`),
    all of it goes with the array.

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
        """Give back what lies before an entry, and return how many bytes more that is than so far."""
        size = before * self.array.itemsize // mmap.PAGESIZE * mmap.PAGESIZE
        if self._map is None or size <= self.given:
            return 0
        self._map.madvise(mmap.MADV_DONTNEED, self.given, size - self.given)
        more, self.given = size - self.given, size
        return more
