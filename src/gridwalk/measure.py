"""Measures of a maze: dead ends, junctions, corridors, loops and the solution.

Cells are the vertices of a graph, and moves are its edges.  A maze with walls between cells and the same maze
with walls as cells have the same numbers of dead ends, junctions and loops; in the second, lengths are
doubled.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.results import Facts
from gridwalk.board.board import Board
from gridwalk.runtime.codes import NONE, TAIL
from gridwalk.runtime.kernel import kernel
from gridwalk.runtime.limits import NO_LIMITS, Limits, Watch
from gridwalk.runtime.slices import call, registers, run
from gridwalk.search.choice import shortest
from gridwalk.search.components import part_of_cell
from gridwalk.search.labels import distance_labels

PIECE = 1 << 20  # cells that are counted together
MAX_STEPS = 200_000_000  # the maximum number of cells that searches for the diameter enter: a few seconds


@dataclass(frozen=True, repr=False)
class Measures(Facts):
    """The measures of a board, as `gridwalk.Board.measure` returns them.

    Attributes
    ----------
    cells : int
        The number of open cells.
    dead_ends, junctions : int
        The numbers of cells with one move, and with three moves or more.
    corridors : int or None
        The number of corridors: walks through cells with two moves, from and to cells with any other number
        of moves.  None if a move has no reverse move.
    mean_corridor, longest_corridor : float and int, or None
        The mean and the maximum number of moves of a corridor.
    loops : int or None
        The number of independent cycles: edges - cells + components.  None if a move has no reverse move.
    perfect : bool
        Whether exactly one path joins any two open cells: one component, no loop.
    solution_length : int or None
        The number of moves of a cheapest path from the start to an exit; None if there is no path.
    turns : int or None
        The number of changes of direction on this path.
    decisions : int or None
        The number of cells of this path, except the last, with a move to a cell that is neither the previous
        nor the next cell of the path.
    diameter : int or None
        The greatest distance, in moves, between two connected cells.  None if a move has no reverse move, or
        if the computation would take too long.
    """

    cells: int
    dead_ends: int
    junctions: int
    corridors: int | None
    mean_corridor: float | None
    longest_corridor: int | None
    loops: int | None
    perfect: bool
    solution_length: int | None
    turns: int | None
    decisions: int | None
    diameter: int | None

    def to_dict(self) -> dict[str, Any]:
        """Return all measures by name."""
        return asdict(self)

    def __repr__(self) -> str:
        way = "no solution" if self.solution_length is None else f"solution of {self.solution_length:,} moves"
        ends, loops = f"{self.dead_ends:,} dead ends", f"{_number(self.loops)} loops"
        return f"<Measures: {self.cells:,} cells, {ends}, {loops}, {way}>"

    def __str__(self) -> str:
        """The measures in words, one per line."""
        share = f"{self.dead_ends / self.cells:.1%} of the cells"
        lines = {
            "open cells": f"{self.cells:,}",
            "dead ends": f"{self.dead_ends:,} ({share})",
            "junctions": f"{self.junctions:,}",
            "corridors": _number(self.corridors)
            + (f", {self.mean_corridor:.1f} moves on average, at most {self.longest_corridor:,}"
               if self.corridors and self.mean_corridor else ""),
            "loops": _number(self.loops),
            "perfect": "yes: one path between any two cells" if self.perfect else "no",
            "solution": "none" if self.solution_length is None else
            f"{self.solution_length:,} moves, {self.turns:,} turns, "
            f"{self.decisions:,} decisions",
            "diameter": _number(self.diameter),
        }  # fmt: skip
        return "\n".join(f"{name:10}  {words}" for name, words in lines.items())


def _number(value: int | None) -> str:
    return "not known" if value is None else f"{value:,}"


def measures_of(board: Board, limits: Limits = NO_LIMITS) -> Measures:
    """Return the measures of *board*; raise `TimeLimitError` if the time of *limits* is over."""
    watch = limits.watch()
    degree = np.bitwise_count(board._moves_of_cell)
    counts = _counted(degree, max(4, 1 + int(degree.max())))
    counts[0] -= board.size - board.open_count  # a wall has no moves
    edges = int(degree.sum()) // 2 if board._symmetric else _edges(board)
    parts = part_of_cell(board)
    components = None if parts is None else int(parts.max()) + 1 + int(counts[0])
    loops = None if components is None else edges - board.open_count + components
    ends = total = longest = None
    if parts is not None:
        ends, total, longest = call(corridor_ends, watch, board._moves_of_cell, board._delta_of_move)
    return Measures(
        cells=board.open_count,
        dead_ends=int(counts[1]),
        junctions=int(counts[3:].sum()),
        corridors=None if ends is None else ends // 2,
        mean_corridor=total / ends if ends and total is not None else None,
        longest_corridor=longest,
        loops=loops,
        perfect=components == 1 and loops == 0,
        diameter=None if parts is None else _diameter(board, parts, loops == 0, watch),
        **_solution(board, degree, watch),
    )


@kernel
def corridor_ends(moves_of_cell: Any, delta_of_move: Any) -> Any:
    """Return the number of ends of corridors, the moves of all corridors from both ends, and the longest."""
    ends, total, longest = 0, 0, 0
    for u in range(len(moves_of_cell)):
        legal = np.int64(moves_of_cell[u])
        rest = legal & (legal - 1)
        if rest and not rest & (rest - 1):
            continue  # two moves: inside a corridor
        for m in range(len(delta_of_move)):
            if legal >> m & 1:
                ends += 1
                before, v, length = u, u + delta_of_move[m], 1
                onward = v
                while onward != NONE:
                    here, others, onward = np.int64(moves_of_cell[v]), 0, NONE
                    for n in range(len(delta_of_move)):
                        if here >> n & 1:
                            others += 1
                            if v + delta_of_move[n] != before:
                                onward = v + delta_of_move[n]
                    if others != 2:
                        onward = NONE
                    else:
                        before, v, length = v, onward, length + 1
                total += length
                longest = max(longest, length)
    return ends, total, longest


def _counted(values: NDArray[Any], number: int) -> NDArray[np.int64]:
    """Return the number of each of 0 .. *number* - 1 among *values*.

    The values are counted in pieces, because `numpy.bincount` takes 8 bytes per value.
    """
    counts, step = np.zeros(number, np.int64), max(PIECE, number)
    for first in range(0, values.size, step):
        piece = values[first : first + step]
        counts += np.bincount(piece[piece >= 0], minlength=number)
    return counts


def _edges(board: Board) -> int:
    """Return the number of pairs of cells joined by a move, in one direction or both."""
    one = board._moves_of_cell.dtype.type(1)
    number, table = 0, board._moves_of_cell
    backs = {delta: m for m, delta in enumerate(board.moves.deltas)}
    for m, (d_row, d_column) in enumerate(board.moves.deltas):
        here = np.flatnonzero(table >> table.dtype.type(m) & one)
        back = backs.get((-d_row, -d_column))
        number += here.size
        if back is not None and back < m:  # the reverse moves have been counted
            there = table[here + board._delta_of_move[m]]
            number -= int(np.count_nonzero(there >> table.dtype.type(back) & one))
    return number


def _solution(board: Board, degree: NDArray[np.uint8], watch: Watch) -> dict[str, Any]:
    """Return the measures of the shortest path from the start to the nearest exit."""
    path = shortest("auto", board, (board.start,), board.exits, lambda: watch)
    if path is None:
        return dict.fromkeys(("solution_length", "turns", "decisions"))
    rows, columns = path.cells.T
    ways = degree[rows * board.columns + columns].astype(np.int64)
    # One move of a cell leads back, except at the start, and one leads on.
    others = ways[:-1] - np.where(np.arange(path.length) == 0, 1, 2)
    return {
        "solution_length": path.length,
        "turns": path.turns,
        "decisions": int((others > 0).sum()),
    }


class _Distances:
    """The distances from one cell, by breadth-first searches that share their arrays."""

    def __init__(self, board: Board, watch: Watch) -> None:
        self.board, self.watch = board, watch
        self.distance = np.full(board.size, NONE, np.int32)  # from the source of the last search
        self.queue = np.empty(board.size, np.int32)
        self.reached = self.steps = 0  # cells entered by the last search, and by all

    def search(self, source: int) -> NDArray[np.int32]:
        """Return the reachable cells in order of their distance from *source*."""
        self.watch.check(0, 0, 0, "measuring the diameter")
        self.distance[self.queue[: self.reached]] = NONE
        self.distance[source], self.queue[0], state = 0, source, registers()
        state[TAIL] = 1
        moves = self.board._moves_of_cell
        arguments = (moves, self.board._delta_of_move), self.distance, self.queue
        run(distance_labels, *arguments, state=state, moves_of_cell=moves, watch=self.watch)
        self.reached = int(state[TAIL])
        self.steps += self.reached
        return self.queue[: self.reached]


def _diameter(board: Board, parts: NDArray[np.int32], is_forest: bool, watch: Watch) -> int | None:
    """Return the greatest distance within a component, exactly; None if it would need too many searches.

    Two searches find a long path, in a tree the longest.  Further searches start at the cells farthest from
    the middle of that path.  Cells within distance d of the middle are at most 2 d apart; once 2 d is at most
    the greatest distance found, the search ends (Crescenzi, Grossi, Habib, Lanzi and Marino, "On computing
    the diameter of real-world undirected graphs", 2013).
    """
    sizes = _counted(parts, int(parts.max()) + 1)
    if len(sizes) == 1:  # most mazes: no sorting
        firsts = np.array([(parts >= 0).argmax()])
    else:
        labels, places = np.unique(parts, return_index=True)
        firsts = places[labels >= 0]
    found, greatest = _Distances(board, watch), 0
    for size, first in sorted(zip(sizes.tolist(), firsts.tolist(), strict=True), reverse=True):
        if size - 1 <= greatest:
            break
        end = int(found.search(first)[-1])
        other = int(found.search(end)[-1])
        greatest = max(greatest, int(found.distance[other]))
        if is_forest:
            continue
        middle = other
        for step in range(int(found.distance[other]) // 2):
            middle = _step_down(board, found.distance, middle, step)
        by_distance = found.search(middle).copy()
        radius = found.distance[by_distance]
        for cell, far in zip(by_distance[::-1].tolist(), radius[::-1].tolist(), strict=True):
            if 2 * far <= greatest:
                break
            if found.steps > MAX_STEPS:
                return None
            last = int(found.search(cell)[-1])
            greatest = max(greatest, int(found.distance[last]))
    return greatest


def _step_down(board: Board, distance: NDArray[np.int32], cell: int, first: int) -> int:
    """Return a neighbour of *cell* that is nearer to the source; try the moves from number *first* on."""
    number = len(board._delta_of_move)
    for m in (np.arange(first, first + number) % number).tolist():
        delta = int(board._delta_of_move[m])
        if int(board._moves_of_cell[cell]) >> m & 1 and distance[cell + delta] == distance[cell] - 1:
            return int(cell + delta)
    raise AssertionError("a cell that was reached has a neighbour that is nearer")
