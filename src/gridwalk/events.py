"""What the events of a search mean: cells in the queue, expanded, entered and left; in which order; in words.

A kernel writes events while it runs.  A row is ``(kind, cell, value)``; the kinds stand in
`gridwalk.kernels.codes`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.algorithms import ALGORITHMS
from gridwalk.errors import Cell
from gridwalk.kernels.codes import BACK, CLOSE, EVENT_NAMES, OPEN, PRUNE, RELAX, STEP

if TYPE_CHECKING:
    from gridwalk.grid import Grid
    from gridwalk.path import Path

# What a cell is at some step.
UNSEEN, FRONTIER, EXPANDED, WALK, LEFT = range(5)
STATUS_NAMES = ("unseen", "frontier", "expanded", "walk", "left")
STATUS_OF_KIND = np.full(len(EVENT_NAMES), UNSEEN, np.uint8)
STATUS_OF_KIND[[OPEN, CLOSE, STEP, BACK]] = FRONTIER, EXPANDED, WALK, LEFT

_VALUE_OF_KIND = {OPEN: "from", CLOSE: "number", STEP: "from", BACK: "to", RELAX: "from", PRUNE: "from"}
_WITH_LABELS = frozenset(row.name for row in ALGORITHMS if row.labels)
_VALUE_OF_LABELS = _VALUE_OF_KIND | {OPEN: "label", CLOSE: "label"}


@dataclass(frozen=True, eq=False, repr=False)
class Run:
    """One run of an algorithm on a board: its events and its answer; the attributes are those of `Trace`."""

    board: Grid
    by: str
    start: Cell
    events: NDArray[np.int32]
    path: Path | None = None
    truncated: bool = False
    wiped: bool = False

    def __post_init__(self) -> None:
        self.events.flags.writeable = False

    def __len__(self) -> int:
        return len(self.events)

    def cell_of(self, flat: int) -> Cell:
        """Return the cell of a flat index."""
        return divmod(flat, self.board.columns)

    @property
    def keeps_labels(self) -> bool:
        """Whether the algorithm writes distance labels, and no predecessors."""
        return self.by in _WITH_LABELS

    @cached_property
    def statuses(self) -> frozenset[str]:
        """Which of `STATUS_NAMES` some cell has at some step."""
        numbers = {UNSEEN, *STATUS_OF_KIND[self.events[:, 0]].tolist()}
        return frozenset(STATUS_NAMES[number] for number in numbers)

    @cached_property
    def expanding_kind(self) -> int:
        """The kind of the events that expand a cell."""
        # A search without a queue expands a cell by entering it.  Distance labels have a queue: there the
        # steps, back from the exit, expand nothing.
        return CLOSE if (self.events[:, 0] == CLOSE).any() else STEP

    @cached_property
    def first_expanded(self) -> NDArray[np.int64]:
        """The number of the event, from 0, that first expanded each cell; ``len(self)`` where none did."""
        events = np.flatnonzero(self.events[:, 0] == self.expanding_kind)
        first = np.full(self.board.size, len(self), np.int64)
        # Of several events at a cell the last assignment wins: backwards, the first event.
        first[self.events[events[::-1], 1]] = events[::-1]
        return first.reshape(self.board.shape)

    @cached_property
    def expansion_order(self) -> NDArray[np.int64]:
        """The place of each cell in the order of first expansion, from 0; -1 where it is never expanded."""
        first = self.first_expanded.reshape(-1)
        order = np.full(self.board.size, -1, np.int64)
        expanded = np.flatnonzero(first < len(self))
        order[expanded[np.argsort(first[expanded])]] = np.arange(len(expanded))
        return order.reshape(self.board.shape)

    def lines(self) -> Iterator[str]:
        """Yield the log as text, one event a line."""
        value_of_kind = _VALUE_OF_LABELS if self.keeps_labels else _VALUE_OF_KIND
        for number, (kind, cell, value) in enumerate(self.events.tolist(), 1):
            words = [str(number), EVENT_NAMES[kind], str(self.cell_of(cell))]
            if (meaning := value_of_kind.get(kind)) is not None:
                is_number = meaning in ("number", "label")
                words += [meaning, str(value if is_number else self.cell_of(value))]
            yield " ".join(words)
