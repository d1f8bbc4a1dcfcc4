"""The graph of a reduced board, with a vertex for each direction a cell is entered in: turns add up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.grids.cells import pairs_of
from gridwalk.kernels.codes import NONE
from gridwalk.render.seams import steps_along, through_portals
from gridwalk.shrink.series import Series

Ints = NDArray[Any]


def lifted(series: Series) -> tuple[Series, Ints]:
    """Return *series* with a vertex for each direction a cell is entered in, and the turns of every edge.

    The turns of an edge are those inside, and the one in which it is begun.  The copies of a vertex follow
    one another (`Series.origin_of_vertex`); source and sink have one.
    """
    first, last, inside = _directions(series)
    tail, head, sink = series.tail_of_edge, series.head_of_edge, series.vertices - 1
    enters = np.zeros((series.vertices, int(last.max(initial=0)) + 1), np.bool_)
    enters[head, last] = True
    enters[:, 0] = enters[sink] = False
    enters[[series.source, sink], 0] = True
    blank = np.flatnonzero((last == 0) & (head != sink))  # portals, and edges of a virtual source
    while blank.size:  # they keep the direction
        before = enters.sum()
        np.logical_or.at(enters, head[blank], enters[tail[blank]])
        if enters.sum() == before:
            break
    origin, heading = np.nonzero(enters)
    number = np.full(enters.shape, NONE, np.int64)
    number[origin, heading] = np.arange(len(origin))
    number[sink] = len(origin) - 1

    out = np.diff(series.first_edge)[origin]
    first_edge = np.concatenate([np.zeros(1, np.int64), np.cumsum(out)])
    base = np.arange(first_edge[-1]) + np.repeat(series.first_edge[origin] - first_edge[:-1], out)
    came = np.repeat(heading, out)
    turns = inside[base] + ((came > 0) & (first[base] > 0) & (came != first[base]))
    found = replace(
        series,
        source=int(number[series.source, 0]),
        cell_of_vertex=series.cell_of_vertex[origin],
        first_edge=first_edge,
        head_of_edge=number[head[base], np.where(last[base] > 0, last[base], came)].astype(np.int32),
        corridor_of_edge=series.corridor_of_edge[base],
        is_forward=series.is_forward[base],
        origin_of_vertex=origin,
    )
    return found, turns


def _directions(series: Series) -> tuple[Ints, Ints, Ints]:
    """Return the directions in which each edge begins and ends, as numbers (0: it has none); turns inside."""
    begin, end = series.ranges_of_edge
    inner, edges = np.abs(end - begin), series.edges
    starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(inner + 2)])
    edge = np.repeat(np.arange(edges), inner + 2)
    at = np.arange(starts[-1]) - starts[edge] - 1  # -1: the tail
    is_inner = (at >= 0) & (at < inner[edge])
    cells = np.empty(len(edge), np.int64)
    places = begin[edge] + np.where(end >= begin, 1, -1)[edge] * at
    cells[is_inner] = series.inner[places[is_inner]]
    cells[starts[:-1]] = series.cell_of_vertex[series.tail_of_edge]
    cells[starts[1:] - 1] = series.cell_of_vertex[series.head_of_edge]

    pairs = pairs_of(cells, series.grid.columns)
    steps = steps_along(series.grid, pairs)
    counts = (edge[1:] == edge[:-1]) & (cells[1:] != NONE) & (cells[:-1] != NONE)
    if series.grid._has_jumps:
        counts &= ~through_portals(series.grid, pairs)
    steps, edge = steps[counts], edge[:-1][counts]
    steps //= np.gcd(*np.abs(steps).T)[:, None]
    _, ways = np.unique(steps, axis=0, return_inverse=True)
    way = ways.reshape(-1) + 1
    first, last = np.zeros((2, edges), np.int64)
    last[edge], first[edge[::-1]] = way, way[::-1]
    changes = (edge[1:] == edge[:-1]) & (way[1:] != way[:-1])
    return first, last, np.bincount(edge[1:][changes], minlength=edges)
