"""What a format cannot hold of a board, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridwalk.grids.grid import Grid

_PARTS = {
    "costs": "costs",
    "one_way": "one-way cells",
    "walls": "walls between cells",
    "wrap": "edges that meet",
    "portals": "portals",
    "zeros": "cells that cost nothing",
}


def why_not_printable(grid: Grid, title: str, holds: tuple[str, ...]) -> str:
    """Return why a format that *holds* these parts cannot hold *grid*, or an empty text.

    Moves, and start and exits, do not count: they are a part of the question as much as of the board.
    """
    has = {
        "costs": grid.costs is not None,
        "one_way": bool(grid.one_way),
        "walls": grid.walls is not None,
        "wrap": grid.wrap is not None,
        "portals": bool(grid.portals),
        "zeros": grid.costs is not None and not grid.costs.all(),
    }
    lost = [words for part, words in _PARTS.items() if has[part] and part not in holds]
    return f"a {title} cannot hold the board's {' and '.join(lost)}" if lost else ""
