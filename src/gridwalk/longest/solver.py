"""Linear programmes solved by HiGHS (Huangfu and Hall 2018), through highspy: the extra ``bounds``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import highspy
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from gridwalk.runtime.limits import Watch

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]
ASKED_EVERY = 64  # iterations of the simplex method between two looks at the clock


class Silent(highspy.Highs):
    """HiGHS without output; version 1.16 prints its name while callbacks are enabled."""

    def enableCallbacks(self) -> None:  # noqa: N802
        """Enable callbacks, silently."""
        self.silent()
        super().enableCallbacks()


class Programme:
    """Maximise the sum of ``gain * x`` with x from 0 to 1, under rows; `solve` may follow each `add`.

    The dual simplex method starts from the last solution, so a few more rows take little time.
    """

    def __init__(self, gain: Floats) -> None:
        self._highs, self._asked = Silent(), 0
        self._watch: Watch | None = None
        self._error: BaseException | None = None
        number = len(gain)
        self._highs.setOptionValue("solver", "simplex")
        self._highs.setOptionValue("presolve", "off")
        self._highs.addVars(number, np.zeros(number), np.ones(number))
        self._highs.changeColsCost(number, np.arange(number, dtype=np.int32), -gain)  # it minimises
        self._highs.cbSimplexInterrupt += self._ask

    def add(self, row: Whole, column: Whole, entry: Whole, limit: Whole, equal: NDArray[np.bool_]) -> None:
        """Add rows: entries by row and column, and of each row its limit, and whether it is met exactly."""
        order, number = np.argsort(row, kind="stable"), len(limit)
        first = np.searchsorted(row[order], np.arange(number)).astype(np.int32)
        upper = limit.astype(np.float64)
        lower = np.where(equal, upper, -highspy.kHighsInf)
        entries = column[order].astype(np.int32), entry[order].astype(np.float64)
        self._highs.addRows(number, lower, upper, len(entry), first, *entries)

    def solve(self, watch: Watch) -> tuple[Floats, Floats] | None:
        """Return the solution and the price of each row, None if there is none; raise as *watch* does."""
        watch.check(0, 0, 0)
        self._watch, self._error = watch, None
        self._highs.run()
        self._watch, error = None, self._error
        if error is not None:
            raise error
        if self._highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        found = self._highs.getSolution()
        return np.array(found.col_value), -np.array(found.row_dual)

    def _ask(self, event: Any) -> None:
        """Look at the clock; an error stops HiGHS, and is raised when that is done."""
        event.interrupt(False)  # HiGHS remembers the last answer
        self._asked += 1
        if self._asked % ASKED_EVERY or self._watch is None:
            return
        try:
            self._watch.check(0, 0, 0)
        except BaseException as error:
            self._error = error
            event.interrupt()
