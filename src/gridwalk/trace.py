"""The trace: what an algorithm did, event by event, with the board it was done on.

The same log is the lesson, the film and the tests' witness: a kernel writes it while it
runs.  A row is ``(kind, cell, value)``; the kinds stand in `gridwalk.kernels.codes`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell
from gridwalk.kernels.codes import BACK, CLOSE, EVENT_NAMES, FOUND_PATH, OPEN, PRUNE, RELAX, STEP

if TYPE_CHECKING:
    from gridwalk.board import Board
    from gridwalk.path import Path

# What a cell is at some step of a trace.
UNSEEN, FRONTIER, EXPANDED, WALK, LEFT = range(5)
STATUS_NAMES = ("unseen", "frontier", "expanded", "walk", "left")
_STATUS_OF_KIND = {OPEN: FRONTIER, CLOSE: EXPANDED, STEP: WALK, BACK: LEFT}
_VALUE_OF_KIND = {OPEN: "from", CLOSE: "number", STEP: "from", BACK: "to", RELAX: "from", PRUNE: "from"}

MOST_EVENTS = 1_000_000


class LogFullError(Exception):
    """The event log holds as many events as it may; stops the search that writes it."""


class EventLog:
    """Events as they come, in batches, up to *most* of them."""

    def __init__(self, most: int = MOST_EVENTS) -> None:
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


class Snapshot(NamedTuple):
    """A board at one step of a trace."""

    status: NDArray[np.uint8]  # of every cell, shape (rows, columns)
    expanded: int
    backtracks: int
    found: int
    cell: Cell | None  # where the last event was


@dataclass(frozen=True, eq=False)
class Trace:
    """An event log with its board and the answer.

    Attributes
    ----------
    board : Board
    by : str
        The algorithm.
    start : cell
        Where the search began.
    events : int32 array, shape (n, 3), read-only
        Rows ``(kind, cell, value)``, the cell as its flat index.
    path : Path or None
        The answer, or the last of several.
    truncated : bool
        Whether the log was full before the search was over.

    Examples
    --------
    >>> from gridwalk import Board
    >>> trace = Board.rectangle(1, 2).paths().trace(by="bfs")
    >>> print(*trace.lines(), sep="\\n")
    1 open (0, 0) from (0, 0)
    2 close (0, 0) number 1
    3 open (0, 1) from (0, 0)
    4 close (0, 1) number 2
    5 found (0, 1)

    """

    board: Board
    by: str
    start: Cell
    events: NDArray[np.int32]
    path: Path | None = None
    truncated: bool = False

    def __post_init__(self) -> None:
        self.events.flags.writeable = False

    def __len__(self) -> int:
        return len(self.events)

    def _repr_svg_(self) -> str | None:
        """What a notebook shows of the whole search; None, and so the text, where that is large."""
        from gridwalk.render.svg import notebook

        return notebook(self.board, trace=self)

    def at(self, step: int) -> Snapshot:
        """Return the board after the first *step* events."""
        done = self.events[: max(0, step)]
        status = np.zeros(self.board.size, np.uint8)
        kinds, cells = done[:, 0], done[:, 1]
        shown = self._status_of_kind[kinds] != UNSEEN
        # Of several events at a cell the last one wins, as assignment by index has it.
        status[cells[shown]] = self._status_of_kind[kinds[shown]]
        return Snapshot(
            status.reshape(self.board.shape),
            int((kinds == self._expansion).sum()),
            int((kinds == BACK).sum()),
            int((kinds == FOUND_PATH).sum()),
            self._cell(int(cells[-1])) if len(done) else None,
        )

    def lines(self) -> Iterator[str]:
        """Yield the log as text, one event a line."""
        for number, (kind, cell, value) in enumerate(self.events.tolist(), 1):
            words = [str(number), EVENT_NAMES[kind], str(self._cell(cell))]
            if self.by == "labels" and kind in (OPEN, CLOSE):
                words += ["label", str(value)]
            elif kind in _VALUE_OF_KIND:
                is_number = _VALUE_OF_KIND[kind] == "number"
                words += [_VALUE_OF_KIND[kind], str(value if is_number else self._cell(value))]
            yield " ".join(words)

    @property
    def _status_of_kind(self) -> NDArray[np.uint8]:
        return np.array([_STATUS_OF_KIND.get(kind, UNSEEN) for kind in range(len(EVENT_NAMES))], np.uint8)

    @property
    def _expansion(self) -> int:
        """The kind of event that expands a cell: a walk's step, but not the walk back along labels."""
        return CLOSE if CLOSE in self.events[:, 0] else STEP

    def _cell(self, flat: int) -> Cell:
        return divmod(flat, self.board.columns)
