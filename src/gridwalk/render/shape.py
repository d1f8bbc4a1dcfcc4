"""Where cells are in a drawing, and what they look like: squares, hexagons in rows, nodes of a network.

The unit is the width of a cell.  What is drawn in a cell asks for the square around its middle; only the
ground and the walls know corners.

Nodes of a network are dots where their positions are, else on a circle.  There the unit is half the distance
that neighbouring nodes have, so that there is room for a name in a dot and for an edge between two.  An edge
is a straight line; parallel ones are bent, and a loop is a circle.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.grids.hexagons import shown_cells
from gridwalk.grids.moves import HEX_STEPS
from gridwalk.grids.networkedges import BOTH, FORWARD
from gridwalk.grids.networkgrid import NetworkGrid
from gridwalk.render.seams import pieces_of

if TYPE_CHECKING:
    from gridwalk.grids.grid import Grid

APART = 2.0  # units between neighbouring nodes
MAX_SIDE = 400.0  # units of the longer side
MARGIN = 0.9  # units around the middles of nodes
EXACT_NODES = 1_000  # so many are compared with each other to find neighbours
BEND, LOOP = 0.5, 0.45  # units from a bent edge to the next at their middles; the radius of a loop
LETTER, HIGH = 0.15, 0.36  # about how wide a letter of a name is, and how high
SAMPLES = 48  # points of an edge that a name shall not cover
IN_DOT = 4  # letters that a dot has room for
LARGE, SMALL = 0.42, 0.25  # the radius of a dot with and without its name in it
BESIDE = ((0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))  # where a name stands if not in its dot
ROW = math.sqrt(3) / 2  # from a row of hexagons to the next
SIDE = 1 / math.sqrt(3)  # of a hexagon; and from its middle to a corner
# The corners of a hexagon around its middle; from corner k to k + 1 runs the side that step k crosses.
CORNERS = SIDE * np.array(
    [(math.cos(k * math.pi / 3), math.sin(k * math.pi / 3)) for k in (-0.5, 0.5, 1.5, 2.5, 3.5, 4.5)]
)


class Shape:
    """Squares: cell ``(row, column)`` reaches from ``x = column, y = row`` to one more of both.

    Attributes
    ----------
    width, height : float
        Of the drawing of the whole board.

    """

    def __init__(self, board: Grid) -> None:
        self._board = board
        self.width, self.height = float(board.columns), float(board.rows)

    def points(self, places: NDArray[np.floating]) -> NDArray[np.float64]:
        """Return (x, y) of places (row, column), of which (0.5, 0.5) is the middle of cell (0, 0)."""
        return places[..., ::-1].astype(np.float64, copy=False)

    def corner(self, row: int, column: int) -> tuple[float, float]:
        """Return the upper left corner of the square around the middle of a cell."""
        return column, row

    def pieces(self, cells: NDArray[np.integer]) -> list[NDArray[np.float64]]:
        """Return the line through the middles of *cells*, where it turns and ends, broken at seams."""
        return [self.points(piece) for piece in pieces_of(self._board, cells)]

    def turn(self, step: tuple[int, int]) -> float:
        """Return the direction of a step, clockwise from the right."""
        return math.atan2(*step)


class Outlined(Shape):
    """Cells that are no squares, each with an outline; as such they have none, and nothing is filled."""

    def __init__(self, board: Grid) -> None:
        super().__init__(board)
        self.shown: NDArray[np.bool_] = np.zeros(board.shape, np.bool_)

    def outlines(self, mask: NDArray[np.bool_], size: float = 1.0) -> Iterable[NDArray[np.float64]]:
        """Return the corners of those cells of *mask* that are shown, *size* times as large: (n, 2) each."""
        return ()


class Hexagons(Outlined):
    """Hexagons with a corner on top, each row half a cell further right; the outside of a map is left out."""

    def __init__(self, board: Grid) -> None:
        super().__init__(board)
        self.shown = shown_cells(board.open_cells)
        rows, columns = np.nonzero(self.shown)
        left = columns + rows / 2
        self._left = float(left.min())
        self.width, self.height = float(left.max()) - self._left + 1, (board.rows - 1) * ROW + 2 * SIDE

    def points(self, places: NDArray[np.floating]) -> NDArray[np.float64]:
        """Return (x, y) of places (row, column)."""
        down, across = places[..., 0] - 0.5, places[..., 1] - 0.5
        return np.stack([across + down / 2 + 0.5 - self._left, down * ROW + SIDE], axis=-1)

    def corner(self, row: int, column: int) -> tuple[float, float]:
        """Return the upper left corner of the square around the middle of a cell."""
        return column + row / 2 - self._left, row * ROW + SIDE - 0.5

    def turn(self, step: tuple[int, int]) -> float:
        """Return the direction of a step, clockwise from the right."""
        return math.atan2(step[0] * ROW, step[1] + step[0] / 2)

    def outlines(self, mask: NDArray[np.bool_], size: float = 1.0) -> NDArray[np.float64]:
        """Return the corners of those cells of *mask* that are shown, *size* times as large: (n, 6, 2)."""
        return self.points(np.argwhere(mask & self.shown) + 0.5)[:, None] + size * CORNERS

    @cached_property
    def walls(self) -> NDArray[np.float64]:
        """The sides of open cells at which a wall stands, or the drawing ends: (n, 2, 2), each once."""
        board = self._board
        rows, columns = board.shape
        shown, is_open = np.pad(self.shown, 1), np.pad(board.open_cells, 1)
        sides = () if board.walls is None else board.walls.padded(board.shape).sides
        found = []
        for k, (down, across) in enumerate(HEX_STEPS):
            beyond = np.s_[1 + down : rows + 1 + down, 1 + across : columns + 1 + across]
            here = board.open_cells & ~shown[beyond]
            if k < len(sides):
                here |= board.open_cells & is_open[beyond] & sides[k]
            middles = self.points(np.argwhere(here) + 0.5)
            found.append(middles[:, None] + CORNERS[[k, (k + 1) % 6]])
        return np.concatenate(found)


class Dots(Outlined):
    """Nodes and edges; ``at`` has the middle of each node, (x, y)."""

    def __init__(self, board: Grid) -> None:
        super().__init__(board)
        assert isinstance(board, NetworkGrid)
        self._edges, self._nodes = board.edges, board.nodes
        at = _places(board)
        low, span = (at.min(axis=0), np.ptp(at, axis=0)) if len(at) else (np.zeros(2), np.zeros(2))
        apart = _distance(at)
        unit = max(apart / APART, float(span.max()) / MAX_SIDE) or 1.0
        self.at = (at - low) / unit + MARGIN
        self.width, self.height = (float(size) / unit + 2 * MARGIN for size in span)
        self.names = [str(node) for node in board.edges.nodes]
        self.inside = max(map(len, self.names), default=0) <= IN_DOT
        self.radius = (LARGE if self.inside else SMALL) * min(1.0, apart / APART / unit)

    @cached_property
    def _bends(self) -> NDArray[np.float64]:
        """How far the middle of each edge is from the straight line, to the left as seen from its tail."""
        tail, head = self._edges.tail, self._edges.head
        pair = np.minimum(tail, head).astype(np.int64) * self._nodes + np.maximum(tail, head)
        order = np.argsort(pair, kind="stable")
        _, first, number = np.unique(pair[order], return_index=True, return_counts=True)
        bends = np.empty(len(pair))
        bends[order] = np.arange(len(pair)) - np.repeat(first + (number - 1) / 2, number)
        return BEND * bends * np.where(tail < head, 1, -1)

    @cached_property
    def middles(self) -> NDArray[np.float64]:
        """The middle of each edge."""
        tail, head = self.at[self._edges.tail], self.at[self._edges.head]
        way = head - tail
        length = np.maximum(np.hypot(*way.T), 1e-9)[:, None]
        aside = np.stack([way[:, 1], -way[:, 0]], axis=1) / length * self._bends[:, None]
        loop = (self._edges.tail == self._edges.head)[:, None]
        return np.where(loop, tail - (0, 2 * LOOP), (tail + head) / 2 + aside)

    def points(self, places: NDArray[np.floating]) -> NDArray[np.float64]:
        """Return (x, y) of places (number + 0.5, 0.5): of a node, or of the middle of an edge."""
        return np.concatenate([self.at, self.middles])[places[..., 0].astype(np.int64)]

    def corner(self, row: int, column: int) -> tuple[float, float]:
        """Return the upper left corner of the square around the middle of a node or an edge."""
        x, y = (self.at[row] if row < self._nodes else self.middles[row - self._nodes]).tolist()
        return x - 0.5, y - 0.5

    def curve(self, edge: int, *, back: bool = False) -> NDArray[np.float64]:
        """Return points of an edge from tail to head, or *back*."""
        ends = int(self._edges.tail[edge]), int(self._edges.head[edge])
        first, middle, last = self.at[ends[back]], self.middles[edge], self.at[ends[not back]]
        if ends[0] == ends[1]:
            turn = np.linspace(0, 2 * np.pi, 25)[:, None]
            loop: NDArray[np.float64] = (first + middle) / 2 + LOOP * np.hstack([np.sin(turn), np.cos(turn)])
            return loop
        if not self._bends[edge]:
            return np.array([first, middle, last])
        t, control = np.linspace(0, 1, 13)[:, None], 2 * middle - (first + last) / 2
        bent: NDArray[np.float64] = (1 - t) ** 2 * first + 2 * t * (1 - t) * control + t**2 * last
        return bent

    def pieces(self, cells: NDArray[np.integer]) -> list[NDArray[np.float64]]:
        """Return the line of a path through its nodes, along its edges."""
        rows = cells[:, 0].tolist()
        line = [self.at[rows[:1]]]
        for node, place in zip(rows[::2], rows[1::2], strict=False):
            edge = place - self._nodes
            line.append(self.curve(edge, back=bool(self._edges.tail[edge] != node))[1:])
        return [np.concatenate(line)]

    @cached_property
    def arrows(self) -> list[tuple[tuple[float, float], float]]:
        """The corner and the direction of an arrow on each edge that leads one way, behind its middle."""
        found = []
        for edge in np.flatnonzero(self._edges.ways != BOTH).tolist():
            curve = self.curve(edge, back=bool(self._edges.ways[edge] != FORWARD))
            at = max(1, 2 * len(curve) // 3)
            way, middle = curve[at] - curve[at - 1], (curve[at] + curve[at - 1]) / 2
            x, y = (middle - 0.5).tolist()
            found.append(((x, y), float(np.arctan2(way[1], way[0]))))
        return found

    @cached_property
    def lines(self) -> tuple[NDArray[np.float64], list[NDArray[np.float64]]]:
        """The straight edges, from end to end: (n, 2, 2); and points of the bent ones."""
        tail, head = self._edges.tail, self._edges.head
        bent = (self._bends != 0) | (tail == head)
        straight = np.stack([self.at[tail[~bent]], self.at[head[~bent]]], axis=1)
        return straight, [self.curve(edge) for edge in np.flatnonzero(bent).tolist()]

    @cached_property
    def costs(self) -> list[tuple[int, str]]:
        """The edges as places, with what they cost; nothing if all cost the same."""
        cost = self._edges.cost
        if not len(cost) or (cost == cost[0]).all():
            return []
        return [(self._nodes + edge, f"{each:.4g}") for edge, each in enumerate(cost.tolist())]

    @cached_property
    def labels(self) -> list[tuple[tuple[float, float], int]]:
        """The corners of the names that fit, and their nodes: in the dots, or beside them.

        A name covers no dot and no other name; it covers no edge if there is such a place.
        """
        if self.inside:
            return [(self.corner(node, 0), node) for node in range(self._nodes)]
        found = []
        taken: Any = np.concatenate([self.at - self.radius, self.at + self.radius], axis=1)
        t = np.linspace(0, 1, SAMPLES)[:, None, None]
        straight, bent = self.lines
        edges = np.concatenate([((1 - t) * straight[:, 0] + t * straight[:, 1]).reshape(-1, 2), *bent])
        for node, name in enumerate(self.names):
            half = np.array([LETTER * len(name), HIGH]) / 2
            places: list[tuple[int, int, list[float]]] = []
            for way in BESIDE:
                middle = self.at[node] + way * (half * (abs(way[0]), 1) + 1.05 * self.radius)
                low, high = middle - half, middle + half
                inside = (low >= 0).all() and (high <= (self.width, self.height)).all()
                if inside and not ((taken[:, :2] < high) & (taken[:, 2:] > low)).all(axis=1).any():
                    covered = int(((edges > low) & (edges < high)).all(axis=1).sum())
                    places.append((covered, len(places), [*low.tolist(), *high.tolist()]))
            if places:
                _, _, box = min(places)
                taken = np.concatenate([taken, [box]])
                found.append((((box[0] + box[2] - 1) / 2, (box[1] + box[3] - 1) / 2), node))
        return found


def _places(board: NetworkGrid) -> NDArray[np.float64]:
    """Return (x, y) of each node, *y* downwards."""
    given, names = board.network.positions, board.edges.nodes
    if given is None:
        turn = 2 * np.pi * np.arange(len(names)) / max(1, len(names))
        return np.stack([np.sin(turn), -np.cos(turn)], axis=1)
    places = np.array([given[node] for node in names], np.float64).reshape(-1, 2)
    return places * (1, -1)


def _distance(at: NDArray[np.float64]) -> float:
    """Return the distance that nodes have from the nearest one: or about the mean."""
    if len(at) < 2:
        return 1.0
    if len(at) > EXACT_NODES:
        wide, high = np.ptp(at, axis=0).tolist()
        return float(max(wide * high / len(at), (max(wide, high) / len(at)) ** 2) ** 0.5)
    apart = np.hypot(*(at[:, None] - at).transpose(2, 0, 1))
    nearest = np.where(apart > 0, apart, np.inf).min(axis=1)
    nearest = nearest[np.isfinite(nearest)]
    return float(np.quantile(nearest, 0.1)) if len(nearest) else 1.0


def shape_of(board: Grid) -> Shape:
    """Return the shape of the cells of *board*; of a network, of its nodes."""
    if isinstance(board, NetworkGrid):
        return Dots(board)
    return Shape(board) if board.moves.cells == "square" else Hexagons(board)
