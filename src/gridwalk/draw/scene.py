"""The scene of a picture: a board, a path on it, or one step of a trace.  `gridwalk.draw.draw` draws it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.draw.colours import COST_SHADES, LINES, PAIRS
from gridwalk.draw.nodes import shape_of
from gridwalk.draw.shape import Outlined, Shape
from gridwalk.draw.text import letters_at_ends
from gridwalk.errors import ArgumentError, Cell, InputError, Message, counted
from gridwalk.network.board import NetworkBoard

if TYPE_CHECKING:
    from typing import TypeAlias

    from gridwalk.answers.cellsequence import CellSequence
    from gridwalk.answers.snapshot import Run, Snapshot
    from gridwalk.board.board import Board

    OnBoard: TypeAlias = "CellSequence | tuple[CellSequence, ...]"  # a path, or the paths of a linkage

FEW_CELLS = 500  # the maximum number of cells of a board with numbers in its cells


def scene(
    board: Board,
    path: OnBoard | None = None,
    trace: Run | None = None,
    at: int | None = None,
    paths: Iterable[CellSequence] = (),
    field: NDArray[np.float64] | None = None,
    letters: Mapping[Cell, str] | None = None,
    arrows: NDArray[np.int8] | None = None,
) -> Scene:
    """Return the scene of a board, a path, or a trace after *at* events (default: all, and its path).

    A *field* of any numbers is shown as a heat map; *arrows* holds the index of the next move of each cell,
    or -1.  *paths* are drawn over each other; so are the paths of a linkage, with letters, and the stages of
    a walk, which may enter a cell again.  *letters* stand in cells, in place of start and exits.
    """
    linked = path if isinstance(path, tuple) else ()
    stages: tuple[CellSequence, ...] = getattr(path, "_stages", ())
    path = None if isinstance(path, tuple) else path
    several = tuple(islice(paths, len(LINES) + 1))
    if len(several) > len(LINES):
        raise InputError(
            f"{len(LINES)} paths over each other can be told apart, not more: draw them side by side"
        )
    if several and (path is not None or linked or trace is not None):
        raise InputError("paths= are drawn over each other: leave out path= and trace=")
    if field is not None and np.shape(field) != board.shape:
        raise ArgumentError("field", field, f"an array of the board's shape, {board.shape}")
    if at is not None and trace is None:
        raise InputError(f"at={at} is a step of a trace: give trace= as well")
    for name, value, holds in (
        ("path", path, "cells"),
        ("trace", trace, "events"),
        *(("path", each, "cells") for each in several or linked),
    ):
        if value is not None and not (hasattr(value, "board") and hasattr(value, holds)):
            raise ArgumentError(name, value, f"a {name.title()}")
        if value is not None and value.board.shape != board.shape:
            raise InputError(f"{name} is of a board of {value.board.shape}, not of {board.shape}")
    if linked:
        letters = letters_at_ends(linked)
    done = 0 if trace is None else len(trace) if at is None else trace._checked_step(at, "at")
    drawn = several or linked or stages
    return Scene(board, path, trace, done, letters or {}, drawn, field, arrows, bool(linked)).after(done)


@dataclass(frozen=True)
class Scene:
    """A board with paths, or with a trace after *done* events."""

    board: Board
    given: CellSequence | None
    trace: Run | None
    done: int
    letters: Mapping[Cell, str]  # by cell
    paths: tuple[CellSequence, ...] = ()  # drawn over each other; if `given` is a walk, its stages
    field: NDArray[np.float64] | None = None  # a number for each cell; not finite: none
    arrows: NDArray[np.int8] | None = None  # the next move of each cell
    linked: bool = False  # whether *paths* belong to a linkage

    def after(self, step: int) -> Scene:
        """Return this scene after *step* events of its trace."""
        board = self.board if self.trace is None else self.trace._board_at(step)
        return replace(self, board=board, done=step)

    @cached_property
    def path(self) -> CellSequence | None:
        """The path to draw: the one given, or a finished trace's."""
        if self.given is None and self.trace is not None and self.done == len(self.trace):
            return self.trace.path
        return self.given

    @cached_property
    def snapshot(self) -> Snapshot | None:
        """The step of the trace."""
        return None if self.trace is None else self.trace.at(self.done)

    @cached_property
    def title(self) -> str:
        """The title of the picture."""
        path = self.path
        words: str = f"{len(self.paths)} paths" if self.paths else "board"
        if self.linked:
            words = f"linkage of {words}, {sum(map(steps_of, self.paths))} {self.step}s"
        if path is not None:
            kind = ("cycle" if self.board._is_network else "closed tour") if path.closed else self.noun
            words = Message(f"{{kind}} of {{n}} {self.step}s", kind=kind, n=steps_of(path))
        if self.trace is not None:
            words = Message("{by}, {n} of {all} events", by=self.trace.by, n=self.done, all=len(self.trace))
        if self.nodes is not None:
            return f"{'' if words == 'board' else f'{words}, '}network of {self.nodes:,} nodes"
        size: str = Message("{rows} x {columns} board", rows=self.board.rows, columns=self.board.columns)
        size = size if self.board.levels is None else str(self.board.levels)
        return Message("{words}, {size}", words=words, size=size)

    @property
    def nodes(self) -> int | None:
        """The number of nodes of a network; None for a board."""
        return self.board.nodes if isinstance(self.board, NetworkBoard) else None

    @property
    def size(self) -> str:
        """The number of cells, in words."""
        if self.nodes is not None:
            return counted(self.nodes, "node")
        return Message("{rows:,} x {columns:,} cells", rows=self.board.rows, columns=self.board.columns)

    @property
    def step(self) -> str:
        """The word for a step of a path."""
        return "move" if self.nodes is None else "edge"

    @property
    def noun(self) -> str:
        """The word for the line."""
        return "walk" if self.given is not None and self.paths else "path"

    @cached_property
    def stops(self) -> dict[Cell, int]:
        """The number of each stop of a walk but the first."""
        places = () if self.given is None or not self.paths else getattr(self.given, "stops", ())
        return {cell: number for number, cell in enumerate(places) if number}

    @cached_property
    def chequered(self) -> bool:
        """Whether the board is to look like a chessboard."""
        if self.nodes is not None:
            return False
        path = self.path or (self.trace.path if self.trace is not None else None)
        tours = (each.closed or each.is_tour for each in self.paths if not self.linked)
        return self.board.moves.leap or (path is not None and (path.closed or path.is_tour)) or any(tours)

    @property
    def few(self) -> bool:
        """Whether there is room for numbers in the cells."""
        return self.board.size <= FEW_CELLS

    @cached_property
    def closed(self) -> bool:
        """Whether the line returns to its start."""
        return self.path is not None and self.path.closed

    @cached_property
    def line(self) -> NDArray[np.int64]:
        """The cells of the path, or of the path so far of an unfinished search: shape ``(n, 2)``."""
        if self.paths:
            return np.empty((0, 2), np.int64)
        if self.path is not None:
            return self.path.cells.astype(np.int64)
        return np.empty((0, 2), np.int64) if self.snapshot is None else self.snapshot.stack.astype(np.int64)

    @cached_property
    def pieces(self) -> list[NDArray[np.float64]]:
        """The line through the middles of its cells, where it turns and ends, broken at seams: (x, y) each.

        If it returns to its start over no seam, it is one piece and ends in the last cell.
        """
        line = self.line
        if self.closed and len(line):
            around = self.shape.pieces(np.concatenate([line, line[:1]]))
            if len(around) > 1:
                return around
        return self.shape.pieces(line)

    @cached_property
    def shape(self) -> Shape:
        """The places of its cells."""
        return shape_of(self.board)

    @property
    def walls(self) -> NDArray[np.float64] | None:
        """The walls between cells and around the board, (n, 2, 2); None if there are none between."""
        return self.shape.walls if self.board.walls is not None or self.nodes is not None else None

    @cached_property
    def is_cell(self) -> NDArray[np.bool_]:
        """Which places are cells; the others are rows between two levels."""
        places, levels = np.ones(self.board.shape, np.bool_), self.board.levels
        if levels is not None:
            places[levels.rows :: levels.height] = False
        return places

    @property
    def beads(self) -> bool:
        """Whether the line's cells carry their step numbers."""
        return self.few and self.chequered and len(self.line) > 0

    @cached_property
    def here(self) -> Cell | None:
        """The current cell of an unfinished search."""
        return None if self.snapshot is None or self.path is not None else self.snapshot.cell

    @cached_property
    def start(self) -> Cell:
        """The cell to mark as start."""
        if self.path is not None:
            return _cell(self.path, 0)
        return self.board.start if self.trace is None else self.trace.start

    @cached_property
    def ends(self) -> tuple[Cell, ...]:
        """The cells to mark as ends: that of the path, else the exits, unless the trace has other ends."""
        if self.path is not None:
            return () if self.path.closed else (_cell(self.path, -1),)
        trace = self.trace
        asked = trace is None or trace.path is None or trace.path.end in self.board.exits
        return self.board.exits if asked and not self.chequered else ()

    @cached_property
    def colour_of(self) -> dict[str, str]:
        """The colour of each letter that occurs at least twice; colours repeat from the 13th on."""
        several = [letter for letter, number in Counter(self.letters.values()).items() if number > 1]
        return {letter: PAIRS[number % len(PAIRS)] for number, letter in enumerate(several)}

    @property
    def marked(self) -> bool:
        """Whether start and ends are marked: not on a bare chessboard or a board of letters."""
        has_ends = not self.chequered and self.nodes is None and not self.letters
        return self.path is not None or self.trace is not None or has_ends

    @cached_property
    def shade(self) -> NDArray[np.int64] | None:
        """The cost of each cell as a shade, 0 to `COST_SHADES`, or None where all cost the same."""
        open_cells, costs = self.board.open_cells, self.board.costs
        if costs is None or (costs[open_cells] == costs[open_cells].min()).all():
            return None
        priced = np.where(open_cells, costs, costs[open_cells].min())  # walls have no cost
        over = priced - priced.min()
        shade: NDArray[np.int64] = np.ceil(over / over.max() * COST_SHADES).astype(np.int64)
        return shade

    @cached_property
    def searched(self) -> NDArray[np.bool_]:
        """The mask of cells that a search has coloured: shape (rows, columns)."""
        return np.zeros(self.board.shape, bool) if self.snapshot is None else ~self.snapshot.where("unseen")

    @cached_property
    def numbers(self) -> dict[Cell, int]:
        """Distance labels, or places in the order of expansion, of some cells, if there is room."""
        return self.snapshot.numbers if self.snapshot is not None and self.few else {}

    @cached_property
    def expansions(self) -> int:
        """The number of cells that the whole trace expands."""
        return 0 if self.trace is None else int(self.trace.expansion_order.max(initial=-1)) + 1

    def heat(self, steps: int) -> NDArray[np.int64]:
        """Return each cell's place on a ramp of *steps* colours by its number, -1 for none."""
        assert self.field is not None
        low, high = self.field_range
        shown = self.board.open_cells & np.isfinite(self.field)
        part = np.where(shown, self.field - low, 0.0) / ((high - low) or 1.0)
        return np.where(shown, np.rint(part * (steps - 1)).astype(np.int64), -1)

    @cached_property
    def field_range(self) -> tuple[float, float]:
        """The minimum and maximum of the field on open cells; zeros if it has no numbers."""
        assert self.field is not None
        numbers = self.field[self.board.open_cells & np.isfinite(self.field)]
        return (float(numbers.min()), float(numbers.max())) if len(numbers) else (0.0, 0.0)

    @cached_property
    def separate(self) -> list[tuple[Scene, NDArray[np.float64]]]:
        """The scene of each of several paths, and the shift of its line, (x, y) in cells."""
        # Lines moved right and down by the same amount stay parallel; orthogonal lines never meet.
        upright = not isinstance(self.shape, Outlined) and not self.board.moves.has_diagonals
        way = np.array([1.0, 1.0 if upright else 0.45])
        apart = min(0.16, 0.64 / max(1, len(self.paths) - 1))
        middle = (len(self.paths) - 1) / 2
        alone = (replace(self, given=path, paths=()) for path in self.paths)
        return [(each, way * apart * (number - middle)) for number, each in enumerate(alone)]

    @property
    def named(self) -> Iterator[tuple[str, str, CellSequence]]:
        """Each of several paths, with its colour and its number."""
        for number, path in enumerate(self.paths):
            yield LINES[number], str(number + 1), path

    def levels(self, steps: int) -> NDArray[np.int64]:
        """Return each cell's place on a ramp of *steps* colours, -1 where not expanded yet."""
        assert self.trace is not None
        level = self.trace.expansion_order * steps // max(1, self.expansions)
        return np.where(self.trace.first_expanded < self.done, level, -1)


def steps_of(path: CellSequence) -> int:
    """Return the number of moves of a path; in a network, the number of its edges."""
    return len(path.cells) // 2 if path.board._is_network else len(path.cells) - (not path.closed)


def _cell(path: CellSequence, number: int) -> Cell:
    row, column = path.cells[number].tolist()
    return row, column
