"""Half a sweep: at the middle of a board that is its own mirror image the table is joined with itself."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from gridwalk.frontier.profile.meanders import meanders_of
from gridwalk.frontier.profile.mirror import Mirror
from gridwalk.frontier.profile.sweep import Pause
from gridwalk.frontier.profile.table import Table


class Fold:
    """Ends the sweep of a table at the middle.

    Parameters
    ----------
    table : Table
        Of counts, without grades; it has not come further than the middle.
    mirror : Mirror

    """

    def __init__(self, table: Table, mirror: Mirror) -> None:
        self._table, self._mirror = table, mirror
        self._below: NDArray[Any] | None = None  # the values before the middle row
        self._closed_below = 0

    @classmethod
    def of(cls, table: Table) -> Fold | None:
        """Return what ends the sweep of a table; None: it has to go on to the last cell."""
        mirror, algebra = table.sweep.plan.mirror, table.algebra
        if mirror is None or algebra.grades > 1 or algebra.weight_of_cell is not None:
            return None
        return cls(table, mirror) if table.at <= mirror.upper else None

    @property
    def stop(self) -> int:
        """The cell before which `ends` has to be asked next."""
        mirror = self._mirror
        return mirror.upper if self._table.at < mirror.upper else mirror.middle

    def ends(self, pause: Pause) -> bool:
        """Whether the middle is reached; if so add to what is closed all that the other half would."""
        table, mirror = self._table, self._mirror
        if table.at == mirror.upper:
            self._closed_below = len(table.closed)
            if mirror.upper < mirror.middle:
                meanders = meanders_of(table.sweep, pause)
                self._below = meanders.packed(table.values, pause)
        if table.at != mirror.middle:
            return False
        meanders = meanders_of(table.sweep, pause)
        modulus = table.algebra.modulus
        through = meanders.joined(table.values, self._below, modulus, pause)
        table.closed += [*table.closed[: self._closed_below], (table.at, -1, [through])]
        return True
