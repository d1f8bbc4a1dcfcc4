"""The tables of a planar sweep, and the walk back through them, as they are kept in a directory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.frontier.profile.sweep import Pause
from gridwalk.frontier.profile.table import Table
from gridwalk.frontier.profile.words import Ints
from gridwalk.kernels.frontier.profile import NOT_VISITED
from gridwalk.runtime.kept import KeptParts, KeptState
from gridwalk.runtime.sealed import Sealed

FORMAT = 2  # of the order of words, cells and grades in a table
WALK = "walk"

KeptLayers = dict[int, list[NDArray[Any]]]  # by cell


def resume(table: Table, saved: Sealed, pause: Pause) -> None:
    """Put into *table* what was saved of it."""
    facts = saved.facts
    rows = table.values[: facts["grades"] * table.sweep.words.size]
    saved.read([rows], lambda: pause(0))
    table.at, table.grades = facts["at"], facts["grades"]
    table.closed = [(at, word, values) for at, word, values in facts["closed"]]


class Saver:
    """Saves a table now and then, as one part."""

    def __init__(self, kept: KeptParts | None, part: str, pause: Pause) -> None:
        self._state, self._part = None if kept is None else KeptState(kept, lambda _: pause(0)), part

    def offer(self, table: Table) -> None:
        """Save *table* if it is time."""
        state = self._state
        if state is None or table.done:
            return
        facts = {"at": table.at, "grades": table.grades, "closed": table.closed}
        rows = table.values[: table.grades * table.sweep.words.size]
        state.offer(state.kept.save, self._part, facts, [rows], state.saving)


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
    """A sweep with layers here and there, and then the walk back."""

    def __init__(self, kept: KeptParts, pause: Pause) -> None:
        self._state = KeptState(kept, lambda _: pause(0))

    def resume(self, tables: Sequence[Table], kept: KeptLayers, wanted: Sequence[int]) -> None:
        """Put into *tables* what was saved of them, and the layers *wanted* into *kept*."""
        saved = self._state.find()
        if saved is None:
            return
        facts, cells = saved.facts, len(tables[0].sweep.plan.steps)
        for at in facts["starts"]:
            found = self._state.find(_layer(at)) if at in wanted else None
            if found is not None:  # else it is made again, or was saved with more memory
                kept[at] = self._state.read(found, [np.empty_like(table.values) for table in tables])
                self._state.there.add(_layer(at))
        if facts["at"] < cells:
            self._state.read(saved, [table.values for table in tables])
        for table, closed in zip(tables, facts["closed"], strict=True):
            table.at = facts["at"]
            table.closed = [(at, word, values) for at, word, values in closed]

    def offer(self, tables: Sequence[Table], kept: KeptLayers) -> None:
        """Save *tables*, and the layers *kept* before them, if it is time."""
        self._state.offer(self._save, tables, kept)

    def _save(self, tables: Sequence[Table], kept: KeptLayers) -> None:
        starts = sorted(kept)
        for at in starts:
            self._state.put(_layer(at), kept[at])
        facts = {"at": tables[0].at, "closed": [table.closed for table in tables], "starts": starts}
        values = [] if tables[0].done else [table.values for table in tables]
        self._state.save(facts, values, parts=[WALK, *map(_layer, starts)])

    def resume_walk(self, trail: Trail) -> float | None:
        """Put into *trail*, of one walk, what was saved of it, and return its value; None: nothing was."""
        saved = self._state.find(WALK)
        if saved is None:
            return None
        self._state.read(saved, [trail.words, trail.leaves])
        trail.at = saved.facts["at"]
        value: float = saved.facts["value"]
        return value

    def offer_walk(self, trail: Trail, value: float) -> None:
        """Save a *trail* of one walk, if it is time."""
        facts = {"at": trail.at, "value": value}
        self._state.offer(self._state.kept.save, WALK, facts, [trail.words, trail.leaves])


def _layer(at: int) -> str:
    return f"layer-{at}"
