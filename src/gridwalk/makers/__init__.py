"""Makers of boards: mazes, caves, dungeons and noise, each a row of a table (`gridwalk.makers.table`).

`gridwalk.make` returns a board; `watch` returns how it was made, for a film; the functions of
`gridwalk.makers.boards` return arrays of open cells, sizes in cells.

The rooms of a maze are the cells of odd row and column; the cell between two rooms is a wall or a door.
A *perfect* maze has exactly one path between any two rooms: its doors are a spanning tree.  To *braid* a
maze is to open its dead ends (W. Pullen, "Think Labyrinth: maze algorithms", 1996-2022).

An *rng* that is an int gives the same board on every machine and with every version of NumPy: random numbers
are drawn by a generator of our own (`gridwalk.runtime.chance`).

Names are imported when they are first used: the help of the command line reads the table only.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from gridwalk.makers.boards import bond_percolation, depth_first, kruskal, make, noise, with_walls_opened
    from gridwalk.makers.making import Making, watch
    from gridwalk.makers.table import MAKERS, Maker

__all__ = ["MAKERS", "Maker", "Making", "bond_percolation", "depth_first", "kruskal", "make", "noise",
           "watch", "with_walls_opened"]  # fmt: skip

_MODULE_OF_NAME = {"watch": "making", "Making": "making", "Maker": "table", "MAKERS": "table"}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULE_OF_NAME.get(name, 'boards')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
