"""The tables of a planar sweep, and the walk back through them, as parts of a checkpoint."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.frontier.profile.operations import Ints
from gridwalk.frontier.profile.sweep import Pause
from gridwalk.frontier.profile.table import Table
from gridwalk.kernels.frontier.profile import NOT_VISITED
from gridwalk.runtime.checkpoint import Checkpoint, SaveTimer
from gridwalk.runtime.sealed import Sealed

FORMAT = 2  # of the order of words, cells and grades in a table
STATE, WALK = "state", "walk"


def resume(table: Table, saved: Sealed, pause: Pause) -> None:
    """Put into *table* what was saved of it."""
    facts = saved.about["facts"]
    rows = table.values[: facts["grades"] * table.sweep.words.size]
    saved.read([rows], lambda: pause(0))
    table.at, table.grades = facts["at"], facts["grades"]
    table.closed = [(at, word, values) for at, word, values in facts["closed"]]


class Saver:
    """Saves a table now and then."""

    def __init__(self, kept: Checkpoint | None, part: str) -> None:
        self._kept, self._part, self._timer = kept, part, SaveTimer()

    def offer(self, table: Table, pause: Pause) -> None:
        """Save *table* if it is time."""
        kept = self._kept
        if kept is None or table.done:
            return
        facts = {"at": table.at, "grades": table.grades, "closed": table.closed}
        rows = table.values[: table.grades * table.sweep.words.size]
        self._timer.offer(lambda: kept.save(self._part, facts, [rows], lambda: pause(0)))


@dataclass
class Trail:
    """Walks back through a sweep: how far they are, and how each path leaves each cell."""

    at: int  # the cell of the sweep done last
    closing: Ints  # the cell of the sweep that closed each path
    words: Ints  # before cell `at`
    leaves: NDArray[np.uint8]  # one row for a path

    @classmethod
    def begun(cls, ends: list[tuple[int, int]], cells: int) -> Trail:
        """Return the walks from each of *ends*, ``(cell of the sweep, word it closed)``."""
        closing, words = np.array(ends, np.int64).reshape(-1, 2).T.copy()
        leaves = np.full((len(ends), cells), NOT_VISITED, np.uint8)
        leaves[np.arange(len(ends)), closing] = 0
        return cls(int(closing.max(initial=0)), closing, words, leaves)


class LayerStore:
    """A sweep with layers here and there, and then the walk back, in a checkpoint."""

    def __init__(self, kept: Checkpoint) -> None:
        self._kept, self._timer = kept, SaveTimer()
        self._written: set[int] = set()

    def resume(
        self,
        tables: Sequence[Table],
        kept: dict[int, list[NDArray[Any]]],
        wanted: Sequence[int],
        pause: Pause,
    ) -> None:
        """Put into *tables* what was saved of them, and the layers *wanted* into *kept*."""
        saved = self._kept.find(STATE)
        if saved is None:
            return
        facts, cells = saved.about["facts"], len(tables[0].sweep.plan.steps)
        for at in facts["starts"]:
            found = self._kept.find(_layer(at)) if at in wanted else None
            if found is not None:  # else it is made again, or was saved with more memory
                kept[at] = [np.empty_like(table.values) for table in tables]
                found.read(kept[at], lambda: pause(0))
                self._written.add(at)
        if facts["at"] < cells:
            saved.read([table.values for table in tables], lambda: pause(0))
        for table, closed in zip(tables, facts["closed"], strict=True):
            table.at = facts["at"]
            table.closed = [(at, word, values) for at, word, values in closed]

    def offer(self, tables: Sequence[Table], kept: dict[int, list[NDArray[Any]]], pause: Pause) -> None:
        """Save *tables*, and the layers *kept* before them, if it is time."""
        self._timer.offer(lambda: self._save(tables, kept, pause))

    def _save(self, tables: Sequence[Table], kept: dict[int, list[NDArray[Any]]], pause: Pause) -> None:
        for at in sorted(kept.keys() - self._written):
            self._kept.save(_layer(at), {}, kept[at], lambda: pause(0))
            self._written.add(at)
        facts = {
            "at": tables[0].at,
            "closed": [table.closed for table in tables],
            "starts": sorted(kept),
        }
        values = [] if tables[0].done else [table.values for table in tables]
        self._kept.save(STATE, facts, values, lambda: pause(0))

    def resume_walk(self, trail: Trail) -> float | None:
        """Put into *trail*, of one walk, what was saved of it, and return its value; None: nothing was."""
        saved = self._kept.find(WALK)
        if saved is None:
            return None
        facts = saved.about["facts"]
        saved.read([trail.words, trail.leaves])
        trail.at = facts["at"]
        value: float = facts["value"]
        return value

    def offer_walk(self, trail: Trail, value: float) -> None:
        """Save a *trail* of one walk, if it is time."""
        facts = {"at": trail.at, "value": value}
        self._timer.offer(lambda: self._kept.save(WALK, facts, [trail.words, trail.leaves]))


def _layer(at: int) -> str:
    return f"layer-{at}"
