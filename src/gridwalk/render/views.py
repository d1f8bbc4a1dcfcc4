"""What pictures need of a path, a trace and a step of it: so drawing knows nothing of their classes."""

# ruff: noqa: D102 (the members are described where they are made)

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell

if TYPE_CHECKING:
    from typing import TypeAlias

    from gridwalk.board.board import Board
    from gridwalk.keywords import Least

    OnBoard: TypeAlias = "PathView | tuple[PathView, ...]"  # a path, or those of a linkage


class PathView(Protocol):
    """What a picture needs of a path; `gridwalk.Path` has it."""

    board: Board
    cells: NDArray[np.int32]
    closed: bool
    by: str
    expanded: int
    backtracks: int
    best: Least | Literal[""]

    @property
    def length(self) -> int | float: ...
    @property
    def cost(self) -> int | float: ...
    @property
    def start(self) -> Cell: ...
    @property
    def end(self) -> Cell: ...
    @property
    def is_tour(self) -> bool: ...
    @property
    def bound(self) -> int | float | None: ...
    @property
    def gap(self) -> float | None: ...


class RunView(Protocol):
    """What a picture of one step needs of the whole run."""

    @property
    def board(self) -> Board: ...
    @property
    def path(self) -> PathView | None: ...
    def __len__(self) -> int: ...


class SnapshotView(Protocol):
    """What a picture needs of one step; `gridwalk.answers.snapshot.Snapshot` has it."""

    @property
    def trace(self) -> RunView: ...
    @property
    def step(self) -> int: ...
    @property
    def cell(self) -> Cell | None: ...
    @property
    def stack(self) -> NDArray[np.int32]: ...
    @property
    def numbers(self) -> dict[Cell, int]: ...
    @property
    def expanded(self) -> int: ...
    @property
    def backtracks(self) -> int: ...
    @property
    def found(self) -> int: ...
    def where(self, name: str) -> NDArray[np.bool_]: ...


class TraceView(RunView, Protocol):
    """What pictures need of a trace; `gridwalk.Trace` has it."""

    @property
    def by(self) -> str: ...
    @property
    def start(self) -> Cell: ...
    @property
    def _answer(self) -> str: ...
    @property
    def _doing(self) -> tuple[str, str]: ...
    @property
    def _statuses(self) -> frozenset[str]: ...
    @property
    def first_expanded(self) -> NDArray[np.int64]: ...
    @property
    def expansion_order(self) -> NDArray[np.int64]: ...
    def at(self, step: int) -> SnapshotView: ...
    def _board_at(self, step: int) -> Board: ...
    def _checked_step(self, step: int, name: str = "step") -> int: ...


class SearchView(TraceView, Protocol):
    """What a page needs of the trace of a search, besides; `gridwalk.Trace` has it, a maker's film not."""

    @property
    def _of(self) -> str: ...
    @property
    def events(self) -> NDArray[np.int32]: ...
    @property
    def truncated(self) -> bool: ...
    @property
    def _avoided(self) -> tuple[Cell, ...]: ...
    @property
    def _ground(self) -> Board: ...
    @property
    def _rest(self) -> NDArray[np.float64] | None: ...
