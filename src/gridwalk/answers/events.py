"""The meaning of the events of a search: the status of cells, the order of expansion, the log as text.

Kernels record events as rows ``(kind, cell, value)``; `gridwalk.kernels.codes` lists the kinds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.algorithms import ALGORITHMS
from gridwalk.errors import ArgumentError, Cell
from gridwalk.kernels.codes import BACK, CLOSE, EVENT_NAMES, OPEN, PRUNE, RELAX, STEP

if TYPE_CHECKING:
    from gridwalk.answers.path import Path
    from gridwalk.grids.grid import Grid

# The status of a cell at some step.  WALK is on the current path, LEFT is backtracked.
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

    def board_at(self, step: int) -> Grid:
        """Return the board as it is after *step* events: a search leaves it as it was."""
        return self.board

    def checked_step(self, step: int, name: str = "step") -> int:
        """Return *step* as an int; raise `ArgumentError` unless it is from 0 to ``len(self)``."""
        allowed = f"a whole number of events, from 0 to {len(self):,}"
        try:
            number = index(step)
        except TypeError:
            raise ArgumentError(name, step, allowed) from None
        if isinstance(step, bool) or not 0 <= number <= len(self):
            raise ArgumentError(name, step, allowed)
        return number

    def cell_of(self, flat: int) -> Cell:
        """Return the cell with a flat index."""
        return divmod(flat, self.board.columns)

    @property
    def doing(self) -> tuple[str, str]:
        """What is done to a cell, in the words of a legend: to it, and the act."""
        return "expanded", "expansion"

    @property
    def keeps_labels(self) -> bool:
        """Whether the algorithm writes distance labels instead of predecessors."""
        return self.by in _WITH_LABELS

    @cached_property
    def statuses(self) -> frozenset[str]:
        """The members of `STATUS_NAMES` that some cell has at some step."""
        numbers = {UNSEEN, *STATUS_OF_KIND[self.events[:, 0]].tolist()}
        return frozenset(STATUS_NAMES[number] for number in numbers)

    @cached_property
    def expanding_kind(self) -> int:
        """The kind of the events that expand a cell."""
        # A search without a queue expands a cell by entering it.  "labels" has a queue, and its steps trace
        # the path back from the exit.
        return CLOSE if (self.events[:, 0] == CLOSE).any() else STEP

    @cached_property
    def first_expanded(self) -> NDArray[np.int64]:
        """The index of the event that first expanded each cell; ``len(self)`` if it was never expanded."""
        events = np.flatnonzero(self.events[:, 0] == self.expanding_kind)
        first = np.full(self.board.size, len(self), np.int64)
        # The last assignment to a cell counts; in reverse order that is its first event.
        first[self.events[events[::-1], 1]] = events[::-1]
        return first.reshape(self.board.shape)

    @cached_property
    def expansion_order(self) -> NDArray[np.int64]:
        """The rank of each cell in the order of first expansion, from 0; -1 if it is never expanded."""
        first = self.first_expanded.reshape(-1)
        order = np.full(self.board.size, -1, np.int64)
        expanded = np.flatnonzero(first < len(self))
        order[expanded[np.argsort(first[expanded])]] = np.arange(len(expanded))
        return order.reshape(self.board.shape)

    def lines(self) -> Iterator[str]:
        """Yield the log as text, one event per line."""
        value_of_kind = _VALUE_OF_LABELS if self.keeps_labels else _VALUE_OF_KIND
        for number, (kind, cell, value) in enumerate(self.events.tolist(), 1):
            words = [str(number), EVENT_NAMES[kind], str(self.cell_of(cell))]
            if (meaning := value_of_kind.get(kind)) is not None:
                is_number = meaning in ("number", "label")
                words += [meaning, str(value if is_number else self.cell_of(value))]
            yield " ".join(words)
