"""Walking by hand: the legal moves of the board, and the next cell of a way on from where somebody stands."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from gridwalk.errors import Cell, InputError, TimeLimitError
from gridwalk.grids.grid import Grid
from gridwalk.render.pagedata import moves_data
from gridwalk.viewer.asked import Answer, Asked
from gridwalk.viewer.filmdata import legal_parts

HINT_SECONDS = 1.0
NO_PATH = "No path goes on from here to an exit: go back some steps."
NO_TOUR = "No tour goes on from here: go back some steps."
NO_MOVE = "There is no move to a free cell: go back some steps."


def play(asked: Asked) -> Answer:
    """Return what the page needs to know which steps are allowed; cells avoided are closed."""
    ground = asked.all.question.ground
    parts = {"events": np.zeros(0, np.int32), **legal_parts(ground), "rest": np.zeros(0)}
    return Answer({"kind": "play", "moves": moves_data(ground), "tour": asked.tour}, None, parts)


def hint(asked: Asked) -> Answer:
    """Return the next cell, flat, of a way on from the walk; None with a reason if there is none.

    For a path it is a shortest way to an exit that enters no cell twice; for a tour one that visits all other
    cells, or, where none is found in a second, the neighbour with the fewest moves on (*sure* is false).
    """
    ground = replace(asked, through=()).all.question.ground
    walked = _checked_walk(ground, asked)
    if asked.tour:
        return _hint_of_tour(ground, asked, walked)
    here, exits = walked[-1], set(asked.board.exits)
    left = tuple(cell for cell in asked.through if cell not in walked)
    if here in exits:
        return _hint(ground, None, "You are at the exit.")
    before = tuple(dict.fromkeys((*asked.avoiding, *walked[:-1])))
    paths = asked.board.paths(here)
    paths = paths.avoiding(before) if before else paths
    paths = paths.through(left) if left else paths
    try:
        path = paths.within(HINT_SECONDS if left else None, progress=asked.tell).shortest()
    except TimeLimitError:
        return _hint(ground, None, f"No way on was found in {HINT_SECONDS:.0f} second.")
    return _hint(ground, None if path is None else path[1], NO_PATH)


def _hint_of_tour(ground: Grid, asked: Asked, walked: list[Cell]) -> Answer:
    visited = set(walked)
    if len(visited) == ground.open_count:
        return _hint(ground, None, "Every cell is visited.")
    free = _degrees(ground, walked[-1], visited)
    if not free:
        return _hint(ground, None, NO_MOVE)
    fewest = min(free, key=lambda cell: free[cell])
    if ground.moves.has_diagonals and ground.moves.corners != "none":
        return _hint(ground, fewest, sure=False)  # closed cells would stand in the way of diagonal steps
    left = asked.board.replace(open_cells=_open_left(ground, walked), start=walked[-1], exits=[walked[-1]])
    try:
        tour = left.tours(start=walked[-1]).within(HINT_SECONDS, progress=asked.tell).find()
    except TimeLimitError:
        return _hint(ground, fewest, sure=False)
    return _hint(ground, None if tour is None else tour[1], NO_TOUR)


def _open_left(ground: Grid, walked: list[Cell]) -> Any:
    """Return which cells are open and free; the last of the walk counts as free."""
    open_cells = ground.open_cells.copy()
    for cell in walked[:-1]:
        open_cells[cell] = False
    return open_cells


def _degrees(ground: Grid, cell: Cell, visited: set[Cell]) -> dict[Cell, int]:
    """Return the free neighbours of a cell, each with its number of free neighbours."""

    def free(of: Cell) -> list[Cell]:
        return [other for other, _ in ground.moves_from(of) if other not in visited]

    return {other: len([one for one in free(other) if one != other]) for other in free(cell)}


def _checked_walk(ground: Grid, asked: Asked) -> list[Cell]:
    """Return the cells of the walk; raise `InputError` unless it is a walk of free cells from the start."""
    if not all(0 <= v < ground.size for v in asked.walked):
        raise InputError("a cell of the walk is not on the board")
    walked = [divmod(v, ground.columns) for v in asked.walked] or [asked.board.start]
    if not ground.open_cells[walked[0]]:
        raise InputError(f"the walk begins at {walked[0]}, which is not open")
    if len(set(walked)) < len(walked):
        raise InputError("the walk enters a cell twice")
    for u, v in pairwise(walked):
        if not ground.has_move(u, v):
            raise InputError(f"there is no move from {u} to {v}")
    return walked


def _hint(ground: Grid, cell: Cell | None, reason: str = "", *, sure: bool = True) -> Answer:
    flat = None if cell is None else ground.index(cell)
    why = reason if cell is None else None
    return Answer({"kind": "hint", "next": flat, "reason": why, "sure": sure})
