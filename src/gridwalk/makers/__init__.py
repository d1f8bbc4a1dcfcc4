"""Makers of boards: mazes, caves, dungeons and noise.  `gridwalk.makers.table` has a row for each maker.

`gridwalk.make` returns a board, `watch` the event log of making one.  The functions of
`gridwalk.makers.boards` return arrays of open cells; their sizes are in cells.

The *rooms* of a maze are the cells of odd row and odd column.  The cell between two rooms is a wall or a
*door*.  The pseudocode calls rooms cells.  In a *perfect* maze exactly one path joins any two rooms: its
doors are a spanning tree.  To *braid* a maze is to open its dead ends (W. Pullen, "Think Labyrinth: maze
algorithms", 1996-2022).

The same int as *rng* gives the same board on every machine and with every version of NumPy, because
gridwalk has its own generator of random numbers (`gridwalk.runtime.chance`).

Names are imported on first use, because the help of the command line needs the table only.
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
