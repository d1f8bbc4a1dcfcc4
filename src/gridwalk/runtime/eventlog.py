"""The event log of a search: what it did, as rows of three numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MAX_EVENTS = 1_000_000


class LogFullError(Exception):
    """The event log holds as many events as it may; stops the search that writes it."""


class EventLog:
    """Events as they come, in batches, up to *most* of them."""

    def __init__(self, most: int = MAX_EVENTS) -> None:
        self.most = most
        self._batches: list[NDArray[np.int32]] = []
        self._rows = 0

    def append(self, batch: NDArray[np.int32]) -> None:
        """Keep the rows ``(kind, cell, value)`` of *batch*; `LogFullError` where there is no room for all."""
        kept = batch[: self.most - self._rows]
        self._batches.append(kept)
        self._rows += len(kept)
        if len(kept) < len(batch):
            raise LogFullError

    def events(self) -> NDArray[np.int32]:
        """Return all events kept, int32 of shape ``(n, 3)``."""
        events = np.concatenate([np.empty((0, 3), np.int32), *self._batches])
        events.flags.writeable = False
        return events
