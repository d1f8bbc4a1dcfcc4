"""The cache in memory: solvers, tables and sweeps of a board, and plans for all boards.

Keys are typed: a value has the type of its key.  If the values exceed a limit in bytes, the least recently
used are dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import cached_property
from itertools import count
from threading import Lock
from typing import Any, Generic, NamedTuple, TypeVar

from gridwalk.runtime.memory import default_memory
from gridwalk.runtime.tuning import POLL_EVERY

T = TypeVar("T")

MOST_LOCKED = 4  # maximum number of values with a lock; each may be as large as the memory limit
MOST_VALUES = 1000  # maximum number of values
LARGE = 1 << 24  # bytes: after a larger value, the free memory is checked


class Key(NamedTuple, Generic[T]):
    """The key of a cached `T`: a name, and values that distinguish it from others of that name."""

    name: str
    facts: tuple[Hashable, ...] = ()


class Repairable:
    """A cached value that can be updated for a changed copy of the board, when it is first needed."""

    lasts = True  # whether this value can be updated

    def after(self, change: Any) -> Any:
        """Return the value updated for the changed board; None if it must be made again."""
        raise NotImplementedError


class _Entry:
    """A cached value, the time of its last use, its lock if it is lent, and a pending change."""

    __slots__ = ("change", "lock", "used", "value")

    def __init__(self, value: Any, used: int, lock: Lock | None = None, change: Any = None) -> None:
        self.value, self.used, self.lock, self.change = value, used, lock, change


class Cache:
    """A thread-safe cache of values by key.

    Values of `get` and `put` are shared and never change.  A `lent` value belongs to one thread at a time.
    All values together have at most *most* bytes; by default, the memory limit of the last question that
    borrowed a value.
    """

    __slots__ = ("__weakref__", "_entries", "_lock", "_most", "_ticks")

    def __init__(self, most: int | None = None) -> None:
        self._most, self._ticks = most, count()
        self._entries: dict[Key[Any], _Entry] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Key[Any]]:
        return iter(list(self._entries))

    def __contains__(self, key: Key[Any]) -> bool:
        entry = self._entries.get(key)
        return entry is not None and (entry.change is None or self._repaired(key, entry) is not None)

    def peek(self, key: Key[T]) -> T | None:
        """Return a shared value; None if it is not cached."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        if entry.change is not None:
            return self._repaired(key, entry)
        entry.used = next(self._ticks)
        value: T = entry.value
        return value

    def get(self, key: Key[T], make: Callable[[], T]) -> T:
        """Return a shared value; if it is not cached, *make* it, without a lock: it may take minutes."""
        entry = self._entries.get(key)
        if entry is not None and entry.change is not None:
            self._repaired(key, entry)
            entry = self._entries.get(key)
        if entry is None:
            return self.put(key, make())
        entry.used = next(self._ticks)
        value: T = entry.value
        return value

    def put(self, key: Key[T], value: T) -> T:
        """Cache a shared value, and return it."""
        self._entries[key] = _Entry(value, next(self._ticks))
        if self._most is not None:
            self._keep_within(self._most)
        elif len(self._entries) > MOST_VALUES or bytes_of(value) > LARGE:
            self._keep_within(default_memory())
        return value

    @contextmanager
    def lent(
        self, key: Key[T], make: Callable[[], T], waiting: Callable[[], None], memory: Callable[[], int]
    ) -> Iterator[T]:
        """Lend a value to this thread; *make* it if it is not cached.

        While another thread has the value, *waiting* is called repeatedly; it raises after the time limit.
        Afterwards the cache is limited to *memory* bytes.
        """
        with self._lock:
            entry = self._entries.setdefault(key, _Entry(None, 0, Lock()))
            entry.used = next(self._ticks)
        assert entry.lock is not None
        while not entry.lock.acquire(timeout=POLL_EVERY):
            waiting()
        try:
            if entry.value is None:
                entry.value = make()
            yield entry.value
        finally:
            entry.lock.release()
        if len(self._entries) > 1:
            self._keep_within(memory())

    def take_over(self, other: Cache, change: Any) -> None:
        """Copy the values of another cache that can be updated after a *change* of the board."""
        for key, entry in list(other._entries.items()):
            if isinstance(entry.value, Repairable) and entry.value.lasts:
                both = change if entry.change is None else entry.change.then(change)
                if both is not None:
                    self._entries[key] = _Entry(entry.value, next(self._ticks), None, both)

    def _repaired(self, key: Key[T], entry: _Entry) -> T | None:
        """Apply the pending change to a value and cache the result; if that fails, drop it and return None.

        Two threads may do this at the same time: both results are right, and the last one stays.
        """
        value: T | None = entry.value.after(entry.change)
        if value is None:
            self._entries.pop(key, None)
            return None
        self._entries[key] = _Entry(value, next(self._ticks))  # replaces a value of equal size
        return value

    def drop(self, key: Key[Any]) -> None:
        """Drop a shared value."""
        self._entries.pop(key, None)

    def clear(self) -> None:
        """Drop all values; a value in use stays valid for its user."""
        self._entries.clear()

    def _keep_within(self, memory: int) -> None:
        """Drop the least recently used values until the rest fit into *memory* bytes and are few enough.

        The value that was lent last stays, whatever its size, because the next rank needs it.
        """
        with self._lock:
            held = lent = 0
            newest_first = sorted(self._entries.items(), key=lambda item: item[1].used, reverse=True)
            for place, (key, entry) in enumerate(newest_first):
                held += bytes_of(entry.value)
                lent += entry.lock is not None
                too_many = lent > MOST_LOCKED if entry.lock is not None else place >= MOST_VALUES
                if (held > memory or too_many) and (place or entry.lock is None):
                    self._entries.pop(key, None)


class unlocked_property(cached_property[T]):  # noqa: N801 - named like `cached_property`
    """A `cached_property` without a lock.

    On Python 3.11 all objects share the lock: threads would wait for sweeps of other threads without checking
    the clock, and could deadlock.
    """

    def __get__(self, instance: Any, owner: type[Any] | None = None) -> T:  # type: ignore[override]
        """Compute the value and store it in the object, where later accesses find it."""
        value: T = self.func(instance)
        instance.__dict__[self.attrname] = value
        return value


def bytes_of(value: Any) -> int:
    """Return the size of a value in bytes, as it reports it, or the sum over its parts."""
    if isinstance(value, (tuple, list)):
        return sum(map(bytes_of, value))
    for name in ("held", "bytes", "nbytes"):
        if (size := getattr(value, name, None)) is not None:
            return int(size)
    return 0
