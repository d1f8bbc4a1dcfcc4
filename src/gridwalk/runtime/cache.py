"""What was made once and is kept in memory: for a board its solvers, tables and sweeps, for all boards plans.

Keys are typed, so that what comes out is what was put in.  All that a cache keeps is bounded in bytes,
together: what was used longest ago goes first, and is made again when it is asked for.
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
LARGE = 1 << 20  # bytes of a value, from which on it is worth a look how much memory is free


class Key(NamedTuple, Generic[T]):
    """The name of a kept `T`, and the facts that tell it from others of that name."""

    name: str
    facts: tuple[Hashable, ...] = ()


class Repairable:
    """What a board keeps, and a changed copy of the board can take over: when it is first asked for."""

    lasts = True  # whether it may be repaired at all

    def after(self, change: Any) -> Any:
        """Return this, repaired for the changed board; None: it must be made again."""
        raise NotImplementedError


class _Entry:
    """A value, when it was last used, a lock if one thread at a time may use it, a change it waits for."""

    __slots__ = ("change", "lock", "used", "value")

    def __init__(self, value: Any, used: int, lock: Lock | None = None, change: Any = None) -> None:
        self.value, self.used, self.lock, self.change = value, used, lock, change


class Cache:
    """Values by key.  Any thread may use it at any time.

    A value that is `get`, or `put`, is shared: it is complete, and never changed later.  One that is `lent`
    belongs to one thread at a time.  With *most*, values hold at most so many bytes together; else at most
    what the last question that was lent something may take.
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
        """Return a shared value if it is kept."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        if entry.change is not None:
            return self._repaired(key, entry)
        entry.used = next(self._ticks)
        value: T = entry.value
        return value

    def get(self, key: Key[T], make: Callable[[], T]) -> T:
        """Return a shared value; *make* it if it is not kept, without a lock, for that may take minutes."""
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
        """Keep a shared value, and return it."""
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
        """Lend a value to one thread, made first if need be; what is kept then holds *memory* at most.

        While another thread has it, *waiting* is called again and again: it raises when time is over.
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
        """Keep what another cache has, to be repaired after a *change* if it can be."""
        for key, entry in list(other._entries.items()):
            if isinstance(entry.value, Repairable) and entry.value.lasts:
                both = change if entry.change is None else entry.change.then(change)
                if both is not None:
                    self._entries[key] = _Entry(entry.value, next(self._ticks), None, both)

    def _repaired(self, key: Key[T], entry: _Entry) -> T | None:
        """Return a value after the change it waits for, which is kept; None: it is dropped.

        Two threads may both do this: of two entries the last stays, and both are right.
        """
        value: T | None = entry.value.after(entry.change)
        if value is None:
            self._entries.pop(key, None)
            return None
        self._entries[key] = _Entry(value, next(self._ticks))  # in place of one as large
        return value

    def drop(self, key: Key[Any]) -> None:
        """Forget a shared value."""
        self._entries.pop(key, None)

    def clear(self) -> None:
        """Forget everything; who uses something at this moment goes on with it."""
        self._entries.clear()

    def _keep_within(self, memory: int) -> None:
        """Drop what was used longest ago until the rest holds *memory* at most, and is not too many.

        What was just lent stays, whatever its size: the next rank is asked of it.
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
    """A `cached_property` for what takes long: on Python 3.11 those of all objects share one lock.

    A thread would wait for another's sweep, off the clock; for one that waits for it, it would wait for ever.
    """

    def __get__(self, instance: Any, owner: type[Any] | None = None) -> T:  # type: ignore[override]
        """Return the value, made now: from then on it is found before this is asked."""
        value: T = self.func(instance)
        instance.__dict__[self.attrname] = value
        return value


def bytes_of(value: Any) -> int:
    """Return how many bytes a value holds: as it says itself, or those of its arrays."""
    if isinstance(value, (tuple, list)):
        return sum(map(bytes_of, value))
    for name in ("held", "bytes", "nbytes"):
        if (size := getattr(value, name, None)) is not None:
            return int(size)
    return 0
