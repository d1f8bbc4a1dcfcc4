"""A reason why there is no tour, in a form that can be checked by hand or by a program of one's own."""

from __future__ import annotations

from dataclasses import dataclass

from gridwalk.errors import Cell


@dataclass(frozen=True)
class Refutation:
    """Why there is no tour.

    Attributes
    ----------
    reason : str
        In words.
    kind : {"definition", "exits", "theorem", "colour", "degree", "pieces", "search", "each"}
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
