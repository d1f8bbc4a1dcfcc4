"""The nodes of a network in a drawing: cells with outlines, or dots at their positions.

For dots the unit is half the distance between neighbouring nodes, which leaves room for names in dots and for
edges between them.  An edge is a straight line; parallel ones are bent, and a loop is a circle.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.board import Board
from gridwalk.draw.shape import Hexagons, Outlined, Shape
from gridwalk.network.board import NetworkBoard
from gridwalk.network.edges import BOTH, FORWARD

APART = 2.0  # units between neighbouring nodes
MAX_SIDE = 400.0  # units of the longer side
MARGIN = 0.9  # units around the middles of nodes
EXACT_NODES = 1_000  # the maximum number of nodes that are compared pairwise to find neighbours
BEND, LOOP = 0.5, 0.45  # units between the middles of neighbouring parallel edges; radius of a loop
LETTER, HIGH = 0.15, 0.36  # about how wide a letter of a name is, and how high
SAMPLES = 48  # points of an edge, which a name should not cover
IN_DOT = 4  # the maximum number of letters in a dot
LARGE, SMALL = 0.42, 0.25  # the radius of a dot with and without its name in it
BESIDE = ((0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))  # where a name stands if not in its dot


class NodeShape(Outlined):
    """Nodes and edges; ``at`` has the middle of each node, (x, y)."""

    radius = 0.3  # of the mark of a node

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        assert isinstance(board, NetworkBoard)
        self._edges, self._nodes = board.edges, board.nodes
        self.shown[:] = False  # dots have no ground
        self.at: NDArray[np.float64] = np.empty((0, 2))

    @cached_property
    def _bends(self) -> NDArray[np.float64]:
        """The distance of the middle of each edge from the straight line, to the left seen from its tail."""
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
        """Return (x, y) for each place: of a node, or of the middle of an edge.

        A place is given as (its number + 0.5, 0.5).
        """
        return np.concatenate([self.at, self.middles])[places[..., 0].astype(np.int64)]

    def corner(self, row: int, column: int) -> tuple[float, float]:
        """Return the upper left corner of the square around the middle of a node or an edge."""
        x, y = (self.at[row] if row < self._nodes else self.middles[row - self._nodes]).tolist()
        return x - 0.5, y - 0.5

    def curve(self, edge: int, *, back: bool = False) -> NDArray[np.float64]:
        """Return points of an edge from tail to head, or from head to tail if *back*."""
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
        """For each one-way edge: the corner and the direction of its arrow.

        The arrow is past the middle of the edge, seen in its direction.
        """
        found = []
        for edge in np.flatnonzero(self._edges.ways != BOTH).tolist():
            curve = self.curve(edge, back=bool(self._edges.ways[edge] != FORWARD))
            at = max(1, 2 * len(curve) // 3)
            way, middle = curve[at] - curve[at - 1], (curve[at] + curve[at - 1]) / 2
            x, y = (middle - 0.5).tolist()
            found.append(((x, y), float(np.arctan2(way[1], way[0]))))
        return found


class Dots(NodeShape):
    """Nodes as dots, with the names that fit."""

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        assert isinstance(board, NetworkBoard)
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
    def walls(self) -> NDArray[np.float64]:
        """No walls: an empty array."""
        return np.empty((0, 2, 2))

    @cached_property
    def lines(self) -> tuple[NDArray[np.float64], list[NDArray[np.float64]]]:
        """The straight edges, from end to end: (n, 2, 2); and points of the bent ones."""
        tail, head = self._edges.tail, self._edges.head
        bent = (self._bends != 0) | (tail == head)
        straight = np.stack([self.at[tail[~bent]], self.at[head[~bent]]], axis=1)
        return straight, [self.curve(edge) for edge in np.flatnonzero(bent).tolist()]

    @cached_property
    def costs(self) -> list[tuple[int, str]]:
        """The edges as places, with their costs; nothing if all costs are equal."""
        cost = self._edges.cost
        if not len(cost) or (cost == cost[0]).all():
            return []
        return [(self._nodes + edge, f"{each:.4g}") for edge, each in enumerate(cost.tolist())]

    @cached_property
    def labels(self) -> list[tuple[tuple[float, float], int]]:
        """For each name that fits: the corner of its square, and its node.

        The corner is the upper left one of the unit square around the middle of the name.  If all names are
        short, they are in the dots, otherwise beside them.  A name beside its dot covers no dot and no other
        name; if possible, it covers no edge either.
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


class Tiles(NodeShape):
    """Nodes as cells with outlines: a wall is on each side over which no edge leads.

    The unit is the side of a square with the median area of a cell.
    """

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        assert isinstance(board, NetworkBoard)
        outlines = [np.array(board.network.outlines[node]) * (1, -1) for node in board.edges.nodes]
        every = np.concatenate(outlines)
        low, span = every.min(axis=0), np.ptp(every, axis=0)
        unit = float(np.median([_area(outline) for outline in outlines])) ** 0.5
        self._outlines = [(outline - low) / unit for outline in outlines]
        self.at = (_places(board) - low) / unit
        self.width, self.height = (float(size) / unit for size in span)
        self.shown[: self._nodes] = True

    def outlines(self, mask: NDArray[np.bool_], size: float = 1.0) -> Sequence[NDArray[np.float64]]:
        """Return the corners of the shown cells of *mask*, enlarged by *size*: (n, 2) each."""
        chosen = np.flatnonzero((mask & self.shown)[:, 0]).tolist()
        return [self.at[node] + size * (self._outlines[node] - self.at[node]) for node in chosen]

    @cached_property
    def _bends(self) -> NDArray[np.float64]:
        return np.zeros(len(self._edges.tail))

    @cached_property
    def _sides(self) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]:
        """The sides of cells, each once, (n, 2, 2); the two cells of each side; whether it has two.

        The two cells are one number: smaller * nodes + larger.  A side at the border has a single cell, which
        is both the smaller and the larger one.
        """
        every, sizes = np.concatenate(self._outlines), [len(outline) for outline in self._outlines]
        _, first, corner = np.unique(np.round(every, 6), axis=0, return_index=True, return_inverse=True)
        last = np.cumsum(sizes) - 1
        after = np.arange(1, len(every) + 1)
        after[last] = last + 1 - sizes
        ends = np.sort(np.stack([corner.reshape(-1), corner.reshape(-1)[after]], axis=1), axis=1)
        sides, side = np.unique(ends, axis=0, return_inverse=True)
        cell = np.repeat(np.arange(self._nodes), sizes)
        one, other = np.full(len(sides), self._nodes), np.zeros(len(sides), np.int64)
        np.minimum.at(one, side.reshape(-1), cell)
        np.maximum.at(other, side.reshape(-1), cell)
        return every[first][sides], one * self._nodes + other, one != other

    @cached_property
    def _pairs(self) -> NDArray[np.int64]:
        """The two cells of each edge as one number, as in `_sides`."""
        tail, head = self._edges.tail.astype(np.int64), self._edges.head
        return np.minimum(tail, head) * self._nodes + np.maximum(tail, head)

    @cached_property
    def walls(self) -> NDArray[np.float64]:
        """The sides of cells over which no edge leads: (n, 2, 2), each once."""
        ends, cells, between = self._sides
        found: NDArray[np.float64] = ends[~(between & np.isin(cells, self._pairs))]
        return found

    @property
    def jumps(self) -> NDArray[np.float64]:
        """The edges between cells that share no side, from middle to middle: (n, 2, 2)."""
        far = ~np.isin(self._pairs, self._sides[1])
        return np.stack([self.at[self._edges.tail[far]], self.at[self._edges.head[far]]], axis=1)

    @cached_property
    def middles(self) -> NDArray[np.float64]:
        """The middle of the side that an edge leads over."""
        ends, cells, _ = self._sides
        known, number, share = np.unique(cells, return_inverse=True, return_counts=True)
        sums = np.zeros((len(known), 2))
        np.add.at(sums, number, ends.mean(axis=1))
        at = np.searchsorted(known, self._pairs).clip(max=len(known) - 1)
        straight = (self.at[self._edges.tail] + self.at[self._edges.head]) / 2
        return np.where((known[at] == self._pairs)[:, None], (sums / share[:, None])[at], straight)


def _area(outline: NDArray[np.float64]) -> float:
    """Return the area of a polygon."""
    x, y = outline.T
    return float(abs(x @ np.roll(y, 1) - y @ np.roll(x, 1)) / 2)


def _places(board: NetworkBoard) -> NDArray[np.float64]:
    """Return (x, y) of each node, *y* downwards."""
    given, names = board.network.positions, board.edges.nodes
    if given is None:
        turn = 2 * np.pi * np.arange(len(names)) / max(1, len(names))
        return np.stack([np.sin(turn), -np.cos(turn)], axis=1)
    places = np.array([given[node] for node in names], np.float64).reshape(-1, 2)
    return places * (1, -1)


def _distance(at: NDArray[np.float64]) -> float:
    """Return a typical distance between nearest nodes; an estimate if there are many nodes."""
    if len(at) < 2:
        return 1.0
    if len(at) > EXACT_NODES:
        wide, high = np.ptp(at, axis=0).tolist()
        return float(max(wide * high / len(at), (max(wide, high) / len(at)) ** 2) ** 0.5)
    apart = np.hypot(*(at[:, None] - at).transpose(2, 0, 1))
    nearest = np.where(apart > 0, apart, np.inf).min(axis=1)
    nearest = nearest[np.isfinite(nearest)]
    return float(np.quantile(nearest, 0.1)) if len(nearest) else 1.0


def shape_of(board: Board) -> Shape:
    """Return the shape that draws *board*: its cells or, for a network, its nodes."""
    if isinstance(board, NetworkBoard):
        return Tiles(board) if board.network.outlines else Dots(board)
    return Shape(board) if board.moves.cells == "square" else Hexagons(board)
