"""The table of a planar sweep as a part of a checkpoint."""

from __future__ import annotations

from gridwalk.frontier.profile.sweep import Pause, Table
from gridwalk.runtime.checkpoint import Checkpoint, SaveTimer
from gridwalk.runtime.sealed import Sealed

FORMAT = 2  # of the order of words, cells and grades in a table


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
