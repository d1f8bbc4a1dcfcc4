"""The event log of a maker, for films."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.snapshot import EXPANDED, FRONTIER, LEFT, UNSEEN, WALK, Run, Snapshot
from gridwalk.board.board import Board
from gridwalk.errors import Cell, InputError
from gridwalk.makers.boards import made
from gridwalk.makers.other_steps import FALL, JOIN, MAKING_NAMES, RISE, SPLIT
from gridwalk.makers.site import Rooms
from gridwalk.makers.table import MakerName, maker
from gridwalk.runtime.codes import BACK, CLOSE, OPEN, STEP
from gridwalk.runtime.progress import EventLog, LogFullError

MAX_EVENTS = 4_000_000
_WORDS = {OPEN: "from", CLOSE: "", STEP: "from", BACK: "to", JOIN: "to", SPLIT: "from", FALL: "to"}
_OPENING = (JOIN, FALL)


def watch(name: MakerName, rows: int | None = None, columns: int | None = None, **options: Any) -> Making:
    """Return the event log of making a board, with the arguments of `gridwalk.make`.

    The walls must be cells: *thin*, *levels* and hexagons raise an error.  The board has at most 65,536 cells
    (256 x 256; mazes of 127 x 127 rooms), the log at most 4,000,000 events.

    >>> making = watch("backtracker", 2, 2, rng=1)
    >>> print(*making.lines(), sep="\\n")
    1 step (1, 1)
    2 join (3, 1) to (1, 1)
    3 step (3, 1) from (1, 1)
    4 join (3, 3) to (3, 1)
    5 step (3, 3) from (3, 1)
    6 join (1, 3) to (3, 3)
    7 step (1, 3) from (3, 3)
    8 back (1, 3) to (3, 3)
    9 back (3, 3) to (3, 1)
    10 back (3, 1) to (1, 1)
    >>> print(making.at(5))
    #####
    #S#.#
    #.###
    #..E#
    #####
    """
    if options.get("thin") or options.get("levels") or options.get("cells", "square") != "square":
        raise InputError("a film shows walls as cells: leave out thin, levels and hexagons")
    row, log = maker(name), EventLog(MAX_EVENTS)
    try:
        board, site = made(name, rows, columns, log, **options)
    except LogFullError:
        raise InputError(
            f"this takes more than {MAX_EVENTS:,} events, the most that are kept: ask for a smaller board"
        ) from None
    events, first = log.events().copy(), np.zeros(board.shape, np.bool_)
    if isinstance(site, Rooms):
        for part in (1, 2):
            high, wide = np.divmod(events[:, part], site.columns + 2)
            events[:, part] = (2 * high - 1) * board.columns + 2 * wide - 1
        first[1::2, 1::2] = board.open_cells[1::2, 1::2]
        if row.builds:
            first[1:-1, 1:-1] = True
            first[::2, ::2] = False
    return Making(board, name, board.start, events, first=first)


@dataclass(frozen=True, eq=False, repr=False)
class Making(Run):
    """The event log of a maker, with the board that it made; `save` writes an animation.

    Attributes
    ----------
    board : Board
        The finished board.
    by : str
        The name of the maker.
    events : int32 array, shape (n, 3), read-only
        Rows ``(kind, cell, value)``, cells as flat indices.  The kinds:

        - "join": the wall between cell and value is opened; "split": a wall is built between them;
        - "fall", "rise": the same, for makers that open or build walls in two ways;
        - "step", "back": a walk goes on or back; "visit": a walk without backtracking enters the cell;
        - "open", "close": a room becomes active (the maze may grow from it), or is no longer active.
    first : bool array
        The cells that are open before the first event: the rooms.

    """

    first: NDArray[np.bool_] | None = None

    def __repr__(self) -> str:
        return f"<Making: {self.by}, {len(self):,} events, {self.board.rows} x {self.board.columns} cells>"

    @property
    def _doing(self) -> tuple[str, str]:
        """Two words of the legend: for a cell that has been opened, and one that is being opened."""
        return "opened", "opening"

    @property
    def _answer(self) -> str:
        """The result, as text."""
        return f"{self.board.open_count:,} open cells"

    def save(
        self,
        file: str | PathLike[str],
        *,
        dark: bool = False,
        pixels: int | None = None,
        frames: int | None = None,
        fps: float | None = None,
    ) -> None:
        """Write an animation to a .gif or .apng file, with the arguments of `Trace.save`."""
        from gridwalk.draw import save

        ending = save.checked_ending(file, save.FILMS, dark=dark, pixels=pixels, frames=frames, fps=fps)
        forms = save.film_forms(self, save.Look(dark, pixels), frames=frames, fps=fps or save.FPS)
        save.write(file, ending, forms)

    def at(self, step: int) -> Stage:
        """Return the board after the first *step* events, 0 to ``len(making)``."""
        return Stage(self, self._checked_step(step))

    def _board_at(self, step: int) -> Board:
        """Return the board after *step* events; its start and exit are open from the beginning."""
        open_cells = (
            np.zeros(self.board.size, np.bool_) if self.first is None else self.first.reshape(-1).copy()
        )
        for cell in (self.board.start, *self.board.exits):
            open_cells[self.board.index(cell)] = True
        changes = self.changes()
        done = changes[: np.searchsorted(changes[:, 0], step)]
        # If a cell changes several times, the last value remains.
        open_cells[done[:, 1]] = done[:, 2]
        return Board(open_cells.reshape(self.board.shape), start=self.board.start, exits=self.board.exits)

    def changes(self) -> NDArray[np.int32]:
        """Return rows (event, cell, 1 if opened or 0 if closed), int32 of shape (n, 3)."""
        kinds, between, cells = self._walls
        joins = np.isin(kinds, _OPENING)
        rooms_open = self.first is not None and bool(self.first.any())
        changes = np.empty((2 * len(kinds), 3), np.int32)
        changes[0::2] = np.stack([self._place_of_wall, between, joins], axis=1)
        changes[1::2] = np.stack([self._place_of_wall, cells, joins | rooms_open], axis=1)
        return changes

    @cached_property
    def _expanding_kind(self) -> int:
        """The kind of event by which a cell is expanded: it becomes inactive, or else it joins the maze."""
        return CLOSE if (self.events[:, 0] == CLOSE).any() else JOIN

    @cached_property
    def first_expanded(self) -> NDArray[np.int64]:
        """The index of the event by which each cell is expanded; ``len(self)`` if there is none."""
        if self._expanding_kind == JOIN:
            return self.joined.reshape(self.board.shape)
        first = self.joined.copy()
        closed = np.flatnonzero(self.events[:, 0] == CLOSE)
        first[self.events[closed, 1]] = closed
        return first.reshape(self.board.shape)

    @cached_property
    def joined(self) -> NDArray[np.int64]:
        """The index of the event by which each cell joins the maze, flat; ``len(self)`` if there is none."""
        first = np.full(self.board.size, len(self), np.int64)
        kinds, between, cells = self._walls
        joins = np.isin(kinds, _OPENING)
        for ends in (cells, 2 * between - cells, between):
            np.minimum.at(first, ends[joins], self._place_of_wall[joins])
        return first

    def lines(self) -> Iterator[str]:
        """Yield the log as text, one event per line."""
        for number, (kind, cell, value) in enumerate(self.events.tolist(), 1):
            words = [str(number), MAKING_NAMES[kind], str(self._cell_of(cell))]
            if cell != value:
                words += [_WORDS.get(kind, "from"), str(self._cell_of(value))]
            yield " ".join(words)

    @cached_property
    def _statuses(self) -> frozenset[str]:
        """The members of `STATUS_NAMES` that occur at any step."""
        kinds = set(self.events[:, 0].tolist())
        backs = np.flatnonzero(self.events[:, 0] == BACK)
        if not (self.joined[self.events[backs, 1]] < backs).any():
            kinds.discard(BACK)
        names = {OPEN: "frontier", CLOSE: "expanded", STEP: "walk", BACK: "left"}
        return frozenset({"unseen", *(name for kind, name in names.items() if kind in kinds)})

    @cached_property
    def _place_of_wall(self) -> NDArray[np.int64]:
        return np.flatnonzero(np.isin(self.events[:, 0], (*_OPENING, SPLIT, RISE)))

    @cached_property
    def _walls(self) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]:
        """For each event of a wall: its kind, the cell between the two rooms, the first room."""
        kinds, cells, values = self.events[self._place_of_wall].T.astype(np.int64)
        return kinds.astype(np.int32), (cells + values) // 2, cells


@dataclass(frozen=True, eq=False, repr=False)
class Stage(Snapshot):
    """A board at one step of its making; printed as a drawing."""

    trace: Making

    @cached_property
    def status(self) -> NDArray[np.uint8]:
        """The status of each cell, an index into `STATUS_NAMES`: shape (rows, columns)."""
        status = np.zeros(self.trace.board.size, np.uint8)
        status_of_kind = np.full(len(MAKING_NAMES), UNSEEN, np.uint8)
        status_of_kind[[OPEN, CLOSE, STEP, BACK]] = FRONTIER, EXPANDED, WALK, LEFT
        status_of_kind[list(_OPENING)] = EXPANDED
        kinds, cells, _ = self._done.T
        status[cells] = status_of_kind[kinds]
        forgotten = (status == LEFT) & (self.trace.joined >= self.step)
        status[forgotten] = UNSEEN  # a loop erased from a walk that has not met the maze yet
        return status.reshape(self.trace.board.shape)

    @cached_property
    def expanded(self) -> int:
        """The number of opened walls or cells."""
        return sum(map(self._number_of, _OPENING))

    @cached_property
    def stack(self) -> NDArray[np.int32]:
        """The cells of the walk so far, int32 of shape (n, 2); empty after the last event."""
        return self._cells(np.empty(0, np.int64)) if self.step == len(self.trace) else super().stack

    @property
    def numbers(self) -> dict[Cell, int]:
        """Always empty: cells have no numbers while a board is made."""
        return {}

    def __str__(self) -> str:
        return str(self.trace._board_at(self.step))

    def __repr__(self) -> str:
        return f"<Stage: {self.trace.by} after {self.step:,} of {len(self.trace):,} events>"
