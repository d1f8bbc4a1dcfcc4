"""Reasons why there is no tour that need no search: theorems, colours, degrees, cut vertices, matchings.

Each is a `Refutation` that can be checked without trusting this module.  None means that no reason was found
here, not that there is a tour.  Only for the knight on a rectangle the theorems decide both ways.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.board import Board
from gridwalk.board.moves import KNIGHT
from gridwalk.errors import Cell
from gridwalk.question.question import Question
from gridwalk.tours import matching, refutation

if TYPE_CHECKING:
    from gridwalk.tours.refutation import Refutation

MAX_CELLS = 40_000  # of a board whose cut vertices and matchings are looked at
SCHWENK = "Schwenk 1991"
OPEN_THEOREM = "Cull and De Curtins 1978, Chia and Ong 2005"


def quick_refutation(question: Question) -> Refutation | None:
    """Return why there is no tour, if a theorem, the colours or the degrees of the cells show it."""
    if question.exits == ():
        return refutation.Refutation("a tour of more than one cell does not end where it begins", "exits")
    if is_knights_rectangle(question.board) and (found := _by_theorem(question)):
        return found
    return _by_colour(question) or _by_degree(question)


def is_knights_rectangle(board: Board) -> bool:
    """Whether *board* is a whole rectangle with the knight's moves, about which most is known."""
    return board._is_plain(KNIGHT, whole=True)


def structural_refutation(question: Question) -> Refutation | None:
    """Return why there is no tour, if without some cells the board falls into too many pieces."""
    board = question.board
    if not board._symmetric or board.size > MAX_CELLS:
        return None
    neighbours = neighbours_of(board)
    return _by_pieces(question, neighbours) or _by_matching(question, neighbours)


def fixed_endpoints(question: Question) -> list[Cell]:
    """Return the start and the exit of the tour, as far as there is no choice."""
    start, exits = question.start, question.exits
    given = [] if start is None or question.closed else [start]
    return given + ([exits[0]] if exits is not None and len(exits) == 1 else [])


# ----------------------------------------------------------------------------- the knight


def _by_theorem(question: Question) -> Refutation | None:
    rows, columns = question.board.shape
    narrow, wide = sorted((rows, columns))
    size = f"{rows} x {columns}"
    if question.closed:
        none = narrow in (1, 2, 4) or (rows * columns) % 2 or (narrow == 3 and wide in (4, 6, 8))
        reason = f"no closed knight's tour of {size} exists ({SCHWENK})"
        return refutation.Refutation(reason, "theorem") if none else None
    none = narrow <= 2 < rows * columns or (narrow == 3 and wide in (3, 5, 6)) or (narrow, wide) == (4, 4)
    if none or (narrow, wide) == (1, 2):
        return refutation.Refutation(f"no open knight's tour of {size} exists ({OPEN_THEOREM})", "theorem")
    if narrow == 4:
        # Outer rows lead to inner rows only, and both have half of the cells: Pósa's argument.
        for cell in fixed_endpoints(question):
            across = cell[0] if rows == 4 else cell[1]
            if across in (1, 2):
                reason = f"an open tour of {size} begins and ends in its outer lines; {cell} is inside"
                return refutation.Refutation(reason, "theorem", (cell,))
    return None


# -------------------------------------------------------------------------------- counting


def changes_colour(board: Board) -> bool:
    """Whether every move leads to a cell of the other colour of a chessboard."""
    return all((d_row + d_column) % 2 for d_row, d_column in board.moves.deltas)


def colours(board: Board) -> tuple[int, int]:
    """Return how many open cells are of the colour of (0, 0), and how many of the other."""
    even = int(board.open_cells[::2, ::2].sum()) + int(board.open_cells[1::2, 1::2].sum())
    return even, board.open_count - even


def possible_exits(question: Question) -> tuple[Cell, ...] | None:
    """Return the exits of the colour at which an open tour from the start can end; None: anywhere."""
    board, exits = question.board, question.exits
    if not changes_colour(board):
        return exits
    even, odd = colours(board)
    if even == odd and question.start is None:
        return exits
    # A path alternates colours, so the majority colour takes both ends; with equal numbers it takes one end.
    colour = int(odd > even) if even != odd else 1 - sum(question.start or (0, 0)) % 2
    if exits is None:
        rows, columns = np.nonzero(board.open_cells)
        right = (rows + columns) % 2 == colour
        return tuple(zip(rows[right].tolist(), columns[right].tolist(), strict=True))
    return tuple(cell for cell in exits if sum(cell) % 2 == colour)


def dead_ends(board: Board) -> tuple[Cell, ...]:
    """Return the cells of degree 1, where an open tour must begin or end; none if moves are one-way."""
    if not board._symmetric:
        return ()
    one = np.bitwise_count(board._moves_of_cell) == 1
    return _cells(board, np.flatnonzero(board.open_cells.reshape(-1) & one))


def begun_where_it_must(question: Question) -> Question:
    """Return the same question with a cell of degree 1 as the start, if there is such a cell and no start.

    A tour begins or ends there.  If start and exits are free and moves can be undone, a tour that ends there
    can be reversed, so no tour is lost.
    """
    board = question.board
    if question.closed or question.start or question.exits or not board._symmetric:
        return question
    degree = np.bitwise_count(board._moves_of_cell)
    few = np.flatnonzero(board.open_cells.reshape(-1) & (degree == 1))
    return question.between(_cells(board, few[:1]), question.exits) if few.size else question


def _by_colour(question: Question) -> Refutation | None:
    """Compare the numbers of both colours, if every move changes colour.

    A closed tour has as many cells of both colours; an open one may have one more of the colour at its ends.
    """
    board = question.board
    if board.open_count < 2 or not changes_colour(board):
        return None
    even, odd = colours(board)
    counts = f"{even} cells are of the colour of (0, 0) and {odd} of the other, and every move changes colour"
    if abs(even - odd) > (0 if question.closed else 1):
        return refutation.Refutation(counts, "colour")
    given = [] if question.closed else fixed_endpoints(question)
    if even != odd:
        for cell in given:
            if sum(cell) % 2 != (even < odd):
                return refutation.Refutation(f"{counts}: no tour begins or ends at {cell}", "colour", (cell,))
    elif len(given) == 2 and sum(given[0]) % 2 == sum(given[1]) % 2:
        reason = f"{counts}: a tour does not join {given[0]} and {given[1]}, which have the same colour"
        return refutation.Refutation(reason, "colour", tuple(given))
    return None


def _by_degree(question: Question) -> Refutation | None:
    board = question.board
    if not board._symmetric or board.open_count < 3 or is_knights_rectangle(question.board):
        return None  # the theorems decide
    degree = np.bitwise_count(board._moves_of_cell)
    few = np.flatnonzero(board.open_cells.reshape(-1) & (degree < 2))
    alone = few[degree[few] == 0]
    if alone.size:
        cell = _cells(board, alone[:1])
        return refutation.Refutation(f"no move leads to {cell[0]}", "degree", cell)
    if question.closed:
        if few.size:
            cell = _cells(board, few[:1])
            return refutation.Refutation(
                f"only one move leads to {cell[0]}, and a closed tour needs two", "degree", cell
            )
        return None
    given = fixed_endpoints(question)
    ends = [cell for cell in _cells(board, few[:4]) if cell not in given]
    if len(ends) > 2 - len(given):
        shown = ", ".join(map(str, ends))
        reason = (
            f"only one move leads to each of {shown}: a tour must begin or end at each, which is impossible"
        )
        return refutation.Refutation(reason, "degree", tuple(ends))
    return None


# --------------------------------------------------------------------------------- cutting


def neighbours_of(board: Board) -> list[list[int]]:
    """Return, for each flat cell, the flat cells that moves lead to."""
    neighbours: list[list[int]] = [[] for _ in range(board.size)]
    moves_of_cell = board._moves_of_cell
    for m, delta in enumerate(board._delta_of_move.tolist()):
        for v in np.flatnonzero(moves_of_cell >> m & 1).tolist():
            neighbours[v].append(v + delta)
    return neighbours


def most_pieces(question: Question, taken: Iterable[Cell]) -> int:
    """Return the maximum number of pieces into which a tour falls without the cells *taken*."""
    out = set(taken)
    if question.closed:
        return max(1, len(out))
    return len(out) + 1 - sum(cell in out for cell in fixed_endpoints(question))


def _by_pieces(question: Question, neighbours: Sequence[Sequence[int]]) -> Refutation | None:
    board = question.board
    pieces_without, whole = _pieces_without(neighbours, np.flatnonzero(board.open_cells.reshape(-1)).tolist())
    if whole > 1:
        return refutation.Refutation(
            f"the moves do not connect the board: it falls into {whole} pieces", "pieces"
        )
    for v, pieces in pieces_without.items():
        (cell,) = _cells(board, [v])
        if pieces > most_pieces(question, (cell,)):
            return refutation.Refutation(
                f"without {cell} the board falls into {pieces} pieces", "pieces", (cell,)
            )
    return None


def _pieces_without(neighbours: Sequence[Sequence[int]], cells: list[int]) -> tuple[dict[int, int], int]:
    """Return into how many pieces the board falls without each cell, and as it is (Tarjan 1972).

    In the order of a depth-first search.
    """
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    below: dict[int, int] = {}  # how many branches of the search tree only this cell joins to the rest
    whole = 0
    for root in cells:
        if root in number:
            continue
        whole += 1
        number[root] = low[root] = len(number)
        stack = [(root, root, iter(neighbours[root]))]
        below[root] = -1  # one branch of a root counts as the rest
        while stack:
            v, parent, rest = stack[-1]
            for w in rest:
                if w not in number:
                    number[w] = low[w] = len(number)
                    below[w] = 0
                    stack.append((w, v, iter(neighbours[w])))
                    break
                if w != parent:
                    low[v] = min(low[v], number[w])
            else:
                stack.pop()
                if v != root:
                    low[parent] = min(low[parent], low[v])
                    below[parent] += low[v] >= number[parent]
    return {v: branches + 1 for v, branches in below.items()}, whole


def _by_matching(question: Question, neighbours: Sequence[Sequence[int]]) -> Refutation | None:
    """If every move changes colour: find cells of one colour with too few neighbours (Kőnig 1931)."""
    board = question.board
    if not changes_colour(board):
        return None
    open_cells = np.flatnonzero(board.open_cells.reshape(-1))
    parity = (open_cells // board.columns + open_cells % board.columns) % 2
    sides = [open_cells[parity == colour].tolist() for colour in (0, 1)]
    partner = matching.maximum_matching(sides[0], neighbours)
    for side in sides:
        deficient, held = matching.deficient_cells(side, partner, neighbours)
        taken = _cells(board, held)
        # Without *taken* each deficient cell is a piece of its own, and so is all the rest, if any is left.
        pieces = len(deficient) + (len(deficient) + len(held) < board.open_count)
        if deficient and pieces > most_pieces(question, taken):
            shown = _shown(_cells(board, deficient))
            reason = f"{len(deficient)} cells have moves to only {len(held)} others: {shown}"
            return refutation.Refutation(reason, "pieces", taken)
    return None


def _cells(board: Board, flat: Iterable[int] | NDArray[np.int64]) -> tuple[Cell, ...]:
    return tuple(divmod(int(v), board.columns) for v in flat)


def _shown(cells: tuple[Cell, ...]) -> str:
    return ", ".join(map(str, cells[:6])) + (", ..." if len(cells) > 6 else "")
