"""The event log of a search: rows of three numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_EVENTS = 1_000_000


class LogFullError(Exception):
    """The event log is full; this stops the search that writes it."""


class EventLog:
    """Batches of events, up to *limit* in all."""

    def __init__(self, limit: int = MAX_EVENTS) -> None:
        self.limit = limit
        self._batches: list[NDArray[np.int32]] = []
        self._rows = 0

    def append(self, batch: NDArray[np.int32]) -> None:
        """Append the rows ``(kind, cell, value)`` of *batch*; raise `LogFullError` if they do not all fit."""
        kept = batch[: self.limit - self._rows]
        self._batches.append(kept)
        self._rows += len(kept)
        if len(kept) < len(batch):
            raise LogFullError

    def events(self) -> NDArray[np.int32]:
        """Return all events, int32 of shape ``(n, 3)``."""
        import numpy as np

        events = np.concatenate([np.empty((0, 3), np.int32), *self._batches])
        events.flags.writeable = False
        return events
