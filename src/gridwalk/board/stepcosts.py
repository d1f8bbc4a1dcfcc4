"""The costs of steps: the factor of the move times the cost of the cell entered, or the price of a portal.

Most boards are *plain*: a step costs as much as the cell entered; without costs it costs 1, and a diagonal
step the square root of 2.  Code that applies only to such boards checks `StepCosts.is_plain` first.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.checks import CostFacts, exact_sums
from gridwalk.board.moves import HEX_STEPS, KING_STEPS, SQRT2, Moves
from gridwalk.board.passages import Jump, Portal, PortalMoves
from gridwalk.runtime.codes import NONE

FINE = 2**20  # `are_exact` accepts factors that are multiples of 1 / FINE


class StepCosts:
    """The costs of the steps of a board.

    Attributes
    ----------
    cost_of_cell : int64 or float64 array, flat, or None
        The costs of the cells, or None if each is 1.
    factor_of_move, extra_of_move : float64 arrays
        Move *m* into cell *v* costs ``factor_of_move[m] * cost_of_cell[v] + extra_of_move[m]``.
    facts_of_cells : CostFacts
    diagonal : int or float
        The factor of a diagonal step of one cell; 1 for pieces that slide and for hexagons.

    """

    def __init__(
        self,
        open_cells: NDArray[np.bool_],
        moves: Moves,
        costs: NDArray[Any] | None,
        diagonal: float | None,
        portals: tuple[Portal, ...] = (),
        facts: CostFacts | None = None,
    ) -> None:
        self._open_cells, self._moves, self._columns = open_cells, moves, open_cells.shape[1]
        self.cost_of_cell = None if costs is None else costs.reshape(-1)
        self.facts_of_cells = facts or CostFacts(float(open_cells.size), 1.0, 1.0)
        usual = SQRT2 if costs is None else 1
        self.diagonal = usual if diagonal is None else diagonal
        if moves.slides or moves.cells != "square":
            self.diagonal = 1
        slanted = moves._slanted
        self.factor_of_move = np.where(slanted, float(self.diagonal), 1.0)
        self.extra_of_move = np.zeros(len(slanted))
        first: int = len(slanted)
        jumps: tuple[Jump, ...] = ()
        if isinstance(moves, PortalMoves):
            first, jumps = len(moves.base), moves.jumps
        self._factors: set[float] = set(self.factor_of_move[:first].tolist())
        self._prices = set[float]()
        for m, (_, price) in enumerate(jumps, first):
            if price is not None:
                self._prices.add(price)
                self.factor_of_move[m] = price if costs is None else 0.0
                self.extra_of_move[m] = 0.0 if costs is None else price
        self._portals = portals
        self.is_plain = not portals and (self.diagonal == usual or not slanted.any())

    @cached_property
    def _price_of_portal(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The portals, each as ``source * size + target``, and their prices, nan if not given."""
        size, columns = self._open_cells.size, self._columns
        flat = [[row * columns + column for row, column in one[:2]] for one in self._portals]
        prices = [np.nan if one.cost is None else one.cost for one in self._portals]
        return np.array([u * size + v for u, v in flat], np.int64), np.array(prices, np.float64)

    @property
    def are_equal(self) -> bool:
        """Whether every step costs 1, so that a path with the fewest moves is a cheapest one."""
        return self.cost_of_cell is None and self._factors == {1} >= self._prices

    @cached_property
    def are_mutual(self) -> bool:
        """Whether a path and its reverse cost the same, apart from the costs of their end cells.

        On a board wrapped after three columns, for example, a leap may be the reverse of a diagonal step.
        """
        factor_of = dict(zip(self._moves.deltas, self.factor_of_move.tolist(), strict=True))
        both_ways = all(factor_of.get((-d[0], -d[1]), factor) == factor for d, factor in factor_of.items())
        by_moves = self.cost_of_cell is None and not self._portals
        return both_ways and (self.is_plain or by_moves)

    @property
    def are_whole(self) -> bool:
        """Whether the costs of all steps are integers."""
        whole_cells = self.cost_of_cell is None or self.cost_of_cell.dtype.kind == "i"
        return whole_cells and all(factor == int(factor) for factor in self._factors | self._prices)

    @cached_property
    def are_exact(self) -> bool:
        """Whether float64 holds every sum of costs of steps exactly, in any order."""
        if self.are_whole:
            return True
        numbers = self._factors | self._prices
        fine = all(number < FINE and number * FINE == int(number * FINE) for number in numbers)
        if self.cost_of_cell is None or not fine:
            return fine
        if self._factors == {1} and not self._prices:
            return exact_sums(self.cost_of_cell[self._open_cells.reshape(-1)])
        entered = self.cost_of_cell[self._open_cells.reshape(-1)].astype(np.float64)
        return exact_sums(np.concatenate([entered * FINE, entered / FINE]))

    @cached_property
    def least(self) -> float:
        """The minimum cost of a step."""
        return min(min(self._factors) * self.facts_of_cells.least, *self._prices, np.inf)

    @cached_property
    def greatest(self) -> float:
        """The maximum cost of a step."""
        return max(max(self._factors) * self.facts_of_cells.greatest, *self._prices, 0.0)

    @property
    def facts(self) -> tuple[object, ...]:
        """The values, besides moves and costs of cells, on which answers depend; empty on a plain board."""
        return () if self.is_plain and not self._moves.slides else (self.factor_of_move, self.extra_of_move)

    @property
    def in_kernels(self) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """The cost of each cell, and for each move a factor and an extra cost."""
        cost = self.cost_of_cell
        entering = np.ones(self._open_cells.size) if cost is None else cost.astype(np.float64)
        return entering, self.factor_of_move, self.extra_of_move

    def of_move(self, m: int, v: int) -> float:
        """Return the cost of move *m* into the flat cell *v*."""
        factor: float = self.factor_of_move[m].item()
        extra: float = self.extra_of_move[m].item()
        return factor if self.cost_of_cell is None else factor * self.cost_of_cell[v].item() + extra

    def of_steps(self, u: NDArray[Any], v: NDArray[Any]) -> NDArray[Any]:
        """Return the costs of the steps from flat cells *u* to *v*, int64 if all are integers; 0 for NONE.

        >>> from gridwalk import KING, Board
        >>> board = Board.rectangle(2, 2, moves=KING, costs=[[1, 2], [3, 4]], diagonal=1.5)
        >>> board._step_costs.of_steps(np.array([0, 0]), np.array([1, 3])).tolist()
        [2.0, 6.0]
        """
        cost = np.ones(len(v), np.int64) if self.cost_of_cell is None else self.cost_of_cell[v]
        if self._factors != {1}:
            factor = np.where(self._are_diagonal(u, v), self.diagonal, 1)
            cost = cost * (factor.astype(np.int64) if self.are_whole else factor)
        cost = self._with_portals(cost, u, v)
        return np.where((u == NONE) | (v == NONE), cost.dtype.type(0), cost)

    def total(self, cells: NDArray[Any]) -> int | float:
        """Return the cost of a path along *cells*, shape (n, 2); factors are applied to sums."""
        rows, columns = cells[1:].T
        cost = (
            None if self.cost_of_cell is None else self.cost_of_cell[rows * np.int64(self._columns) + columns]
        )
        if self._portals:
            places = cells[:, 0] * np.int64(self._columns) + cells[:, 1]
            total: int | float = self.of_steps(places[:-1], places[1:]).sum().item()
            return total
        if self._factors == {1}:
            return len(rows) if cost is None else cost.sum().item()
        slanted = self._moves.are_diagonal(*np.diff(cells, axis=0).T)
        if cost is None:
            diagonals = int(slanted.sum())
            return len(rows) - diagonals + diagonals * self.diagonal if diagonals else len(rows)
        straight: int | float = cost[~slanted].sum().item()
        return straight + cost[slanted].sum().item() * self.diagonal if slanted.any() else straight

    def _with_portals(self, cost: NDArray[Any], u: NDArray[Any], v: NDArray[Any]) -> NDArray[Any]:
        """Return *cost* with the prices of the steps through portals."""
        if not self._portals:
            return cost
        known, prices = self._price_of_portal
        steps = u.astype(np.int64) * self._open_cells.size + v
        place = np.minimum(np.searchsorted(known, steps), len(known) - 1)
        usual = np.ones(len(v), np.int64) if self.cost_of_cell is None else self.cost_of_cell[v]
        price = prices[place]
        paid = np.where(np.isnan(price), usual, price)
        if self.are_whole:
            paid = paid.astype(np.int64)
        return np.where(known[place] == steps, paid, cost)

    def _are_diagonal(self, u: NDArray[Any], v: NDArray[Any]) -> NDArray[np.bool_]:
        (row, column), (to_row, to_column) = np.divmod(u, self._columns), np.divmod(v, self._columns)
        return self._moves.are_diagonal(to_row - row, to_column - column)

    def rates(self, *, is_wrapped: bool) -> tuple[float, float]:
        """Return rate and slope of the lower bound of A* (`gridwalk.search.bounds.bound`)."""
        if self._portals:
            return 0.0, 0.0  # a portal may lead anywhere
        deltas = set(self._moves.deltas)
        whole = self.cost_of_cell is not None and self.are_whole
        straight = self.facts_of_cells.least
        if not is_wrapped and all(abs(d_row) + abs(d_column) == 1 for d_row, d_column in deltas):
            return straight, straight
        if not is_wrapped and self._moves.cells == "hex" and deltas <= {*HEX_STEPS}:
            return straight, -straight
        if not is_wrapped and deltas <= KING_STEPS:
            # If a diagonal step is cheaper than a straight one, zigzags cover the longer side.
            return straight * min(1, self.diagonal), straight * max(0, min(self.diagonal, 2) - 1)
        reach = max(abs(part) for delta in deltas for part in delta)
        return (self.least // reach if whole else self.least / reach), 0.0
