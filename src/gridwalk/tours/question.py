"""What is asked of a tour, and the reasons why there may be none."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from gridwalk.errors import Cell
from gridwalk.grid import Grid
from gridwalk.moves import KNIGHT
from gridwalk.runtime.limits import NO_LIMITS, Watch


@dataclass(frozen=True)
class TourQuestion:
    """One tour asked for: from *start* to any of *ends* (None: anywhere), or closed."""

    grid: Grid
    start: Cell | None
    ends: tuple[Cell, ...] | None
    closed: bool
    watch: Watch = field(default_factory=NO_LIMITS.watch, compare=False)

    @cached_property
    def is_knights_rectangle(self) -> bool:
        """Whether this is the knight on a board without holes, about which most is known."""
        geometry = self.grid.geometry
        return geometry.open_rectangle and geometry.has_moves_of(KNIGHT)


@dataclass(frozen=True)
class Refutation:
    """Why there is no tour.

    Attributes
    ----------
    reason : str
        In words.
    kind : {"definition", "ends", "theorem", "colour", "degree", "pieces", "search", "each"}
        What is to be checked: that no tour has a length asked for, or avoids a cell; that the only end is
        the start; a theorem about rectangles; how many cells there are of each colour of a chessboard; cells
        of too few moves; cells without which the board falls into too many pieces; a search; or each of
        several refutations.
    cells : tuple of cells
        The cells of too few moves, or those to take away.
    decisions : tuple
        All there is to know of a search: which cells it took to be side by side in the tour, in order -
        first they are, and then they are not - or None where that breaks a rule: each cell keeps two
        of its moves, and there is no cycle of some cells only.  A cell that is None stands between the
        end of the tour and its beginning, and beside cells of the right colour only.  Empty where the
        search was too long to be kept, or was another one.
    start : cell, optional
        Where tours were taken to begin: the start asked for, or a cell to which only one move leads,
        for a tour that ends there can be made the other way round.  None: whatever the start.
    each : tuple of Refutation
        Where no one reason holds for all starts asked for: one for each of them, which is its ``start``.
        (Where only ends are asked for, and moves can be made back: for each of these, as tours that begin
        there.)

    """

    reason: str
    kind: str
    cells: tuple[Cell, ...] = ()
    decisions: tuple[tuple[Cell | None, Cell | None] | None, ...] = ()
    start: Cell | None = None
    each: tuple[Refutation, ...] = ()
