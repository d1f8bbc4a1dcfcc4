"""A proof that there is no tour, in a form that can be checked by hand or by an independent program.

How to check a search
---------------------
Take the edges between neighbouring cells.  For an open tour add an *extra cell*, written None.  It is joined
to each cell where the tour may start or end (of the right colour, if every move changes colour), so that a
closed tour through it is an open one without it.  If the start is given, the edge to it is in the tour.  Two
rules decide everything:

1. Exactly two edges of each cell are in the tour.  If two are in, the others are out; if only two are left,
   both are in.
2. The edges in the tour make no cycle before all cells are on it.  An edge that would close one is out.

A rule is broken if a cell has three edges in the tour or fewer than two left, or if there is such a cycle.

`Refutation.decisions` is read from left to right.  An edge, given as its two cells, opens two cases: first
the edge is in the tour, then it is out.  After each decision apply the rules as long as they force anything.
None means that a rule is broken, and closes the case; the next entry belongs to the second case of the last
edge whose second case is still open.  The proof is complete when no case is left.

On this board the king has no tour.  It may not cut corners, so (1, 0) and (1, 3) have one move each: the tour
starts at one of them and ends at the other, and the extra cell has both of its edges::

      (0, 1) (0, 2)             decisions = ((1, 1), (0, 1)), None, None
    (1, 0) to (1, 3)
      (2, 1) (2, 2)

- The edge from (1, 1) to (0, 1) is in.  With that to (1, 0), (1, 1) has its two.  So (2, 1) and (2, 2) have
  two left each, to each other and to (1, 2).  They are in, and make a cycle of three cells: None.
- The edge is out.  (0, 1) has two left, to (0, 2) and (1, 2).  They are in, so (1, 2) has its two, with that
  to (1, 3).  Then (0, 2) has two left, to (0, 1) and (1, 1).  They are in, so (1, 1) has its two as well.
  (2, 1) has one left: None.
"""

from __future__ import annotations

from dataclasses import dataclass

from gridwalk.errors import Cell, in_a_line


@dataclass(frozen=True, repr=False)
class Refutation:
    """The proof that there is no tour.

    Attributes
    ----------
    reason : str
        The reason, as text.
    kind : {"definition", "exits", "theorem", "colour", "degree", "pieces", "search", "each"}
        What to check:

        - "definition": no tour has the requested length, or avoids the given cell.
        - "exits": the only exit is the start.
        - "theorem": a theorem about the knight on rectangles; the reason names it.
        - "colour": the numbers of cells of the two chessboard colours.
        - "degree": *cells* have too few moves.
        - "pieces": without *cells* the board has more components than a tour can have.
        - "search": the *decisions* of a search.
        - "each": a refutation for each start, in *each*.

    cells : tuple of cells
        For "degree" the cells with too few moves; for "pieces" the cells to remove; for "colour" and
        "theorem" the impossible start or exit.
    decisions : tuple
        For "search" the whole proof: an edge, as a pair of cells, for each decision, and None where a rule is
        broken; `gridwalk.tours.refutation` explains how to check it.  In a pair, None is the extra cell of an
        open tour.  Empty if the proof is too long to store, or if the search was not over edges.
    start : cell, optional
        The start for which this is a refutation; None: for any start.  If the question has no start, this may
        be a cell with a single move, where every tour starts or ends; a tour that ends there can be reversed.
    each : tuple of Refutation
        For "each": one refutation for each given start, which is its *start*.  If only exits are given, and
        moves can be undone, one for each exit: tours are reversed, so that they start at the exit.

    Examples
    --------
    >>> from gridwalk import KING, Board
    >>> board = Board.from_matrix([[1, 0, 0, 1], [0, 0, 0, 0], [1, 0, 0, 1]], moves=KING)
    >>> refutation = board.tours().refutation()
    >>> refutation.kind, refutation.start, refutation.decisions
    ('search', (1, 0), (((1, 1), (0, 1)), None, None))

    """

    reason: str
    kind: str
    cells: tuple[Cell, ...] = ()
    decisions: tuple[tuple[Cell | None, Cell | None] | None, ...] = ()
    start: Cell | None = None
    each: tuple[Refutation, ...] = ()

    def __repr__(self) -> str:
        return in_a_line(f"<Refutation: {self.reason}>")
