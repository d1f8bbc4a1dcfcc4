"""The cache in memory: solvers, tables and sweeps of a board, and plans for all boards.

Keys are typed, so a value has the type of its key.  The values of a cache are bounded in bytes, together:
the least recently used goes first.
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

MOST_LOCKED = 4  # values with a lock of their own: each may be as large as the memory of a question
MOST_VALUES = 1000  # values in all
LARGE = 1 << 20  # bytes; after a larger value the free memory is checked


class Key(NamedTuple, Generic[T]):
    """The name of a cached `T`, and the facts that distinguish it from others of that name."""

    name: str
    facts: tuple[Hashable, ...] = ()


class Repairable:
    """A cached value that a changed copy of the board can take over; it is repaired when first needed."""

    lasts = True  # whether it may be repaired at all

    def after(self, change: Any) -> Any:
        """Return the value, repaired for the changed board; None if it must be made again."""
        raise NotImplementedError


class _Entry:
    """A value, the time of its last use, a lock if one thread at a time may use it, a pending change."""

    __slots__ = ("change", "lock", "used", "value")

    def __init__(self, value: Any, used: int, lock: Lock | None = None, change: Any = None) -> None:
        self.value, self.used, self.lock, self.change = value, used, lock, change


class Cache:
    """Values by key.  Any thread may use it at any time.

    A value that is `get`, or `put`, is shared: it is complete, and never changed later.  One that is `lent`
    belongs to one thread at a time.  The values hold at most *most* bytes together; without *most*, at most
    the memory of the last question that borrowed a value.
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
        """Return a shared value if it is cached, else None."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        if entry.change is not None:
            return self._repaired(key, entry)
        entry.used = next(self._ticks)
        value: T = entry.value
        return value

    def get(self, key: Key[T], make: Callable[[], T]) -> T:
        """Return a shared value; *make* it if it is not cached, without a lock: that may take minutes."""
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
        """Lend a value to one thread, made first if need be; then limit the cache to *memory* bytes.

        While another thread has the value, *waiting* is called repeatedly: it raises when time is over.
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
        """Take over the values of another cache that can be repaired after a *change*."""
        for key, entry in list(other._entries.items()):
            if isinstance(entry.value, Repairable) and entry.value.lasts:
                both = change if entry.change is None else entry.change.then(change)
                if both is not None:
                    self._entries[key] = _Entry(entry.value, next(self._ticks), None, both)

    def _repaired(self, key: Key[T], entry: _Entry) -> T | None:
        """Apply the pending change to a value, and cache the result; None: it is dropped.

        Two threads may both do this: of two entries the last stays, and both are right.
        """
        value: T | None = entry.value.after(entry.change)
        if value is None:
            self._entries.pop(key, None)
            return None
        self._entries[key] = _Entry(value, next(self._ticks))  # in place of one as large
        return value

    def drop(self, key: Key[Any]) -> None:
        """Drop a shared value."""
        self._entries.pop(key, None)

    def clear(self) -> None:
        """Drop all values; a value in use stays valid for its user."""
        self._entries.clear()

    def _keep_within(self, memory: int) -> None:
        """Drop the least recently used values until the rest hold at most *memory* bytes and are few enough.

        The value that was just lent stays, whatever its size: the next rank needs it.
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


class unlocked_property(cached_property[T]):  # noqa: N801 - named as what it replaces
    """A `cached_property` without a lock: on Python 3.11 all objects share one.

    A thread would wait for another's sweep, off the clock, and two could wait for each other for ever.
    """

    def __get__(self, instance: Any, owner: type[Any] | None = None) -> T:  # type: ignore[override]
        """Compute the value, and store it in the object, where it is found from then on."""
        value: T = self.func(instance)
        instance.__dict__[self.attrname] = value
        return value


def bytes_of(value: Any) -> int:
    """Return the number of bytes of a value: its own figure, or the sum of its arrays."""
    if isinstance(value, (tuple, list)):
        return sum(map(bytes_of, value))
    for name in ("held", "bytes", "nbytes"):
        if (size := getattr(value, name, None)) is not None:
            return int(size)
    return 0
