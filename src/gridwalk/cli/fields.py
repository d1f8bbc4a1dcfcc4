"""The commands that lead from cell to cell: visit, a walk through stops, and field, from everywhere."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

import numpy as np

from gridwalk.answers import results
from gridwalk.cli.answers import claim, figures, write
from gridwalk.cli.forms import JsonOption, checked_for_stdout
from gridwalk.cli.options import Excludes, Needs, Own, Rules, argument, option
from gridwalk.cli.output import LookOptions, OutFile, answer_to, give_walk
from gridwalk.cli.progress import ProgressLine, say
from gridwalk.cli.question import OfPaths, OnBoard
from gridwalk.cli.status import Status
from gridwalk.cli.values import File, Output, Time
from gridwalk.draw import arrows as arrowed
from gridwalk.draw import raster, save
from gridwalk.draw import text as drawings
from gridwalk.errors import InputError, counted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwalk.answers.walk import Walk
    from gridwalk.board.board import Board
    from gridwalk.errors import Cell
    from gridwalk.search.flow import FlowField


class VisitCommand(OnBoard, Own, LookOptions, JsonOption, under="How"):
    """Find the shortest walk of BOARD through every CELL.

    The walk begins at the start, and may enter a cell again.  It is drawn on the board: @ start,
    the stops by number in the order of the walk, + the cells between.  At most 16 stops.  For a
    path that enters no cell twice ask shortest --through.

    \b
    Examples:
      gridwalk visit maze.txt 3,4 0,7 5,5
      gridwalk visit 8x8 --moves knight --from a1 h8 a8 h1 --back
      gridwalk visit maze.txt 3,4 0,7 --json

    Exit status: 0 found, 1 no such walk, 2 bad input, 3 out of time or memory.
    """

    common = "starts moves costs back lines"
    without = {"exits": "a walk ends at its last stop, or with --back at its start"}  # noqa: RUF012
    cells: tuple[str, ...] = argument("CELL...")
    back: bool = option("Return to the start in the end.")
    measure: Literal["cost", "length"] = option("What is minimised.", default="cost", shown=True)
    seconds: Time | None = OfPaths.seconds
    lines: bool = option("Print one cell per line, as row,column; for pipes.", under="Output")
    output: Annotated[File, Output(save.WALK)] | None = answer_to(save.WALK)
    squares: bool = option("Name cells as squares (a1).", under="Output")
    rules: ClassVar[Rules] = (
        Excludes(("lines", "squares"), "in_json", "{a} applies to characters: leave out --json"),
    )

    def shows_only(self) -> bool:
        """Walk from a start that is given, without an exit."""
        return bool(self.starts)

    def answer(self) -> int:
        """Find the shortest walk through cells."""
        self.refuse_several_starts("a walk")
        board = self.reading.board
        with ProgressLine() as line:
            walk = board.visit(
                self.as_cells(self.cells, "cells"),
                back=self.back,
                measure=self.measure,
                seconds=self.seconds,
                progress=line,
            )
        how = "" if walk is None or walk.proved else claim(walk, "at least", "the shortest")
        nowhere = f"no walk from {board.start} visits all stops"
        return give_walk(self, board, walk, nowhere, _stops, how)


def _stops(walk: Walk, name: Callable[[Cell], str]) -> str:
    return " ".join(map(name, walk.stops))


class FieldCommand(OnBoard, Own, LookOptions, JsonOption, under="How"):
    """Show from every cell where to go next to the nearest exit.

    An arrow is the first move of a cheapest path, E a goal; '.' is an open cell from which no goal
    is reached.  Moves that leap are written in letters.  With --from and --distances: the cost
    from there to every cell.

    \b
    Examples:
      gridwalk field maze.txt
      gridwalk field maze.txt --to 3,4 --to 0,7 --distances
      gridwalk field hills.txt --costs --to 3,4 --to 0,7=5
      gridwalk field maze.txt --flee -1.2
      gridwalk field maze.txt -o field.svg

    Exit status: 0 answered, 1 no other cell reaches a goal, 2 bad input, 3 out of time or memory.
    """

    common = "starts exits moves distances output"
    exits: tuple[str, ...] = option("Goal, and what is added to the cost there; repeatable.", "--to",
                                    "CELL[=VALUE]", default=(), under="Board")  # fmt: skip
    distances: bool = option("Print the cost to the nearest goal instead of arrows.", under="Output")
    flee: float | None = option("Lead away: each cell is a goal of FACTOR times its distance, such as -1.2.",
                                metavar="FACTOR")  # fmt: skip
    max_cost: float | None = option("Leave out cells from which a path costs more.", metavar="COST")
    seconds: Time | None = OfPaths.seconds
    output: Annotated[File, Output(save.FIELD)] | None = option(
        "Write a heat map (.svg with arrows, .png), the text, or an array (.npy): the next cells, or with "
        "--distances the costs.", "-o --output", under="Output")  # fmt: skip
    rules: ClassVar[Rules] = (
        Excludes("starts", ("exits", "flee"),
                 "distances are from --from, or to goals: give one of them"),
        Needs("starts", "distances", "--from is for --distances; arrows lead to the exits, which --to names"),
        Excludes("in_json", "output=.txt", "a .txt file has the text: leave out --json"),
    )  # fmt: skip

    def shows_only(self) -> bool:
        """Ask for no path where a cell is named from which, or to which, the field leads."""
        return bool(self.starts or self.exits)

    def named_ends(self, *, shows_only: bool) -> tuple[tuple[str, ...], tuple[str, ...], set[str]]:
        """As for every board; the values of goals are left out."""
        plain = self.but(exits=tuple(word.partition("=")[0] for word in self.exits))
        return super(FieldCommand, plain).named_ends(shows_only=shows_only)

    def answer(self) -> int:
        """Show from every cell where to go next."""
        board, limits = self.reading.board, dict[str, Any](seconds=self.seconds)
        arrows = None
        with ProgressLine() as line:
            if self.starts:
                starts = self.as_cells(self.starts, "start")
                found = board.distances(starts, max_cost=self.max_cost, progress=line, **limits)
            else:
                goals = dict(map(_goal, self.exits))
                cells = self.as_cells(tuple(goals), "exits")
                ends = dict(zip(cells, goals.values(), strict=True)) or board.exits
                arrows = board.flow_field(ends, max_cost=self.max_cost, progress=line, **limits)
                if self.flee is not None:
                    arrows = arrows.flee(self.flee, progress=line, **limits)
                found = arrows.distances
        reached = int(np.count_nonzero(np.isfinite(found)))
        shown = None if self.distances else arrows

        def facts() -> Mapping[str, Any]:
            if arrows is not None:
                return arrows.to_dict()
            return {
                "rows": board.rows,
                "columns": board.columns,
                "reached": reached,
                "distances": found.tolist(),
            }

        text = partial(_text, board, found, shown)
        out = OutFile.of(self)
        if out is not None:
            out.save(_files(board, found, shown, out, text))
        if self.in_json:
            write(results.as_json(facts()))
        elif out is None:
            write(text())
            if reached < board.open_count:
                say(f"{counted(reached, 'cell')} of {board.open_count:,} reached")
        return Status.ANSWERED if arrows is None or reached > len(arrows.goals) else Status.NO_PATH


def _goal(word: str) -> tuple[str, float]:
    """Return the cell and the value of ``CELL=VALUE``, or of a cell alone."""
    cell, equals, value = word.partition("=")
    try:
        number = float(value) if equals else 0.0
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise InputError(f"--to {word!r} is no CELL=VALUE, such as 3,4=2.5")
    return cell, number


def _text(board: Board, distances: NDArray[np.float64], arrows: FlowField | None) -> str:
    if arrows is not None:
        return checked_for_stdout(str(arrows), "field, which draws arrows,")
    words = [figures(value).replace(",", "") if math.isfinite(value) else "." for value in distances.flat]
    words = [word if is_open else "#" for word, is_open in zip(words, board.open_cells.flat, strict=True)]
    from gridwalk.io.lines.rooms import by_levels

    return by_levels(board, drawings.in_columns(np.array(words).reshape(board.shape)), 1)


def _files(
    board: Board,
    distances: NDArray[np.float64],
    arrows: FlowField | None,
    out: OutFile,
    text: Callable[[], str],
) -> save.Forms:
    shown = board if arrows is None else arrowed.marked(board, arrows.goals)
    moves = np.full(board.shape, -1, np.int8) if arrows is None else arrows.next_move
    return {
        ".txt": lambda: f"{text()}\n",
        ".svg": lambda: arrowed.svg_of_field(shown, distances, moves, out.dark or None),
        ".npy": lambda: distances if arrows is None else arrows.next_cell,
        ".png": lambda: raster.image(shown, field=distances, dark=out.dark, cell=out.pixels),
    }
