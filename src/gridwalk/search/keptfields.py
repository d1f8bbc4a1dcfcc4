"""Distance fields that a board keeps, and a changed copy of the board repairs.

A repair gives what a new search would give, to the last bit, and takes time by the cells whose distances
change.  Where these are many it is given up, for then a new search is as fast.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.board import Board
from gridwalk.board.repairs import Change, CostFacts
from gridwalk.kernels.codes import NONE
from gridwalk.kernels.search.field_repairs import forget, repoint, restore
from gridwalk.runtime.cache import Key, Repairable
from gridwalk.runtime.memory import copied
from gridwalk.runtime.slices import call_whole
from gridwalk.search.spreading import DistanceTree, Sources

FIELD = "field"
MOST_FIELDS = 4  # fields that a board keeps,
MOST_CELLS = 1 << 22  # that the fields kept may have together
SHARE = 16  # a repair may touch a cell in sixteen
ROOM = 256  # cells that it may touch in any case
ONE = np.ones(1)
Desk = tuple[NDArray[np.int32], NDArray[np.int32]]


@dataclass(frozen=True)
class KeptField(Repairable):
    """Distances from *sources*, or *backwards* to them, and the next moves if these were asked for."""

    sources: Sources
    backwards: bool
    tree: DistanceTree
    spare: list[Desk] = field(default_factory=list)  # shared by those of changed grids

    @property
    def bytes(self) -> int:
        """How many bytes it holds."""
        return sum(array.nbytes for array in self.tree)

    def after(self, change: Change) -> KeptField | None:
        """Return the field of the changed board; None where many distances change, or moves cost nothing."""
        board = change.after
        if is_free(board) or not board.open_cells.reshape(-1)[self.sources.places].all():
            return None
        distances, moves = copied(self.tree.distances), copied(self.tree.moves)
        order = np.argsort(self.sources.places)
        sources = self.sources.places[order], self.sources.values[order]
        steps = board._step_costs
        cost = ONE if board.costs is None else board.costs.reshape(-1)
        costs = cost, steps.factor_of_move, steps.extra_of_move, int(self.backwards)
        table = board._moves_of_cell, board._delta_of_move
        near = np.concatenate([change.moved, change.priced])
        near = near[:, None] + np.append(-board._delta_of_move if self.backwards else board._delta_of_move, 0)
        cells = np.unique(near[(near >= 0) & (near < board.size)])
        desk = self._borrowed(board)
        heap, touched = (*desk, distances), np.empty(board.size // SHARE + ROOM, np.int32)
        count = call_whole(forget, board.size, table, costs, sources, heap, cells, touched)
        if count != NONE:
            count = call_whole(restore, board.size, table, costs, sources, heap, cells, touched, count)
        if count == NONE:
            return None
        self.spare.append(desk)
        if len(moves):
            every = np.concatenate([cells, touched[:count]])
            call_whole(repoint, board.size, table, costs, sources, distances, moves, every)
        return replace(self, tree=_fixed(DistanceTree(distances, moves)))

    def _borrowed(self, board: Board) -> Desk:
        """Return a heap that nobody else uses."""
        try:
            return self.spare.pop()
        except IndexError:
            return np.empty(board.size, np.int32), np.full(board.size, NONE, np.int32)


def is_free(board: Board) -> bool:
    """Whether some move may cost nothing."""
    return bool(board.portals) or (board.costs is not None and not CostFacts.of(board).least > 0)


def kept_field(
    board: Board, kind: str, sources: Sources, backwards: bool, make: Callable[[], DistanceTree]
) -> DistanceTree:
    """Return the field that *board* keeps of this *kind*, or *make* it; read-only."""
    if board.size > MOST_CELLS or is_free(board):
        return _fixed(make())
    key: Key[KeptField] = Key(FIELD, (kind, sources.places.tobytes(), sources.values.tobytes()))
    found = board._kept.peek(key)
    if found is None:
        found = board._kept.put(key, KeptField(sources, backwards, _fixed(make())))
        fields: list[Key[Any]] = [one for one in board._kept if one.name == FIELD]
        for old in fields[: -max(1, min(MOST_FIELDS, MOST_CELLS // board.size))]:
            board._kept.drop(old)
    return found.tree


def _fixed(tree: DistanceTree) -> DistanceTree:
    for array in tree:
        array.flags.writeable = False
    return tree
