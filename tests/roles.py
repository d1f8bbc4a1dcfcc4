"""Questions about a rook board, as boards of roles; and their answers, listed."""

import numpy as np

from gridwalk.allpaths.planar import CLOSED, EITHER, END_CELL, INNER, LAST, CellRoles
from oracles import Raw, simple_cycles, simple_paths, walks
from strategies import ORTHOGONAL


def paths(is_open, start, exits, must=False):
    """All paths of at least one move from *start* to the first of *exits* that they enter; None: any cell."""
    is_open = np.asarray(is_open, bool)
    roles = np.where(is_open, EITHER if exits is None else INNER, CLOSED).astype(np.uint8)
    for cell in exits or ():
        roles[cell] = END_CELL if len(set(exits)) == 1 else LAST
    if start is not None:
        roles[start] = END_CELL
    return CellRoles(roles, _mask(is_open, must))


def cycles(is_open, must=False):
    """All cycles."""
    is_open = np.asarray(is_open, bool)
    return CellRoles(np.where(is_open, INNER, CLOSED).astype(np.uint8), _mask(is_open, must))


def corner(rows, columns=None, must=False):
    """All paths from the first cell of an open board (a square one) to the last."""
    columns = columns or rows
    return paths(np.ones((rows, columns)), (0, 0), [(rows - 1, columns - 1)], must)


def _mask(is_open, must):
    """Return a mask; True is all open cells."""
    must = np.asarray(must, bool)
    return is_open & must if must.ndim == 0 else must


def raw(is_open, *walls):
    """The board as raw data; *walls* are those to the right of each cell, and below it."""
    sides = tuple(tuple(map(tuple, side.tolist())) for side in (is_open, *walls))
    return Raw(sides[0], ORTHOGONAL, walls=sides[1:] or None)


def list_paths(raw, start, exits, must):
    """Every path of at least one move; ``exits=None`` is any cell."""
    ways = walks(raw, start) if exits is None else simple_paths(raw, start, exits)
    return [tuple(way) for way in ways if len(way) > 1 and set(must) <= set(way)]


def list_cycles(raw, must):
    """Every cycle from its first cell, in one of its two directions."""
    return [way for way in simple_cycles(raw) if way[1] < way[-1] and set(must) <= set(way)]
