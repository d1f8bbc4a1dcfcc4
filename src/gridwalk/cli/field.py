"""The command field: from every cell, where to go next to the nearest exit."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from gridwalk.answers import results
from gridwalk.cli import boards, options
from gridwalk.cli.answers import figures, write
from gridwalk.cli.messages import ProgressLine, checked_for_stdout, say
from gridwalk.cli.output import Form, write_file
from gridwalk.cli.status import Status
from gridwalk.draw import raster, save
from gridwalk.draw import text as drawings
from gridwalk.draw.svg import flow_on, svg
from gridwalk.errors import InputError, counted
from gridwalk.io.lines.rooms import by_levels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwalk.board.board import Board
    from gridwalk.search.flow import FlowField


@click.command(cls=options.Command)
@boards.options
@options.cells("--from", "starts", help="With --distances: costs from there; repeatable.")
@options.cells(
    "--to", "exits", metavar="CELL[=VALUE]", help="Goal, and a number to add to its cost; repeatable."
)
@boards.diagonal_option
@options.flag("--distances", help="Print the cost to the nearest goal instead of arrows.")
@click.option(
    "--flee",
    type=float,
    metavar="FACTOR",
    help="Lead away from the goals: each cell is a goal of value FACTOR (such as -1.2) times its distance.",
)
@click.option("--max-cost", type=float, metavar="COST", help="Leave out cells with a higher cost to a goal.")
@options.time
@options.output(save.FIELD, "Write a heat map, the text, or an array of next cells or distances to FILE")
@options.look
def field(
    board: str, starts: tuple[str, ...], exits: tuple[str, ...], distances: bool, flee: float | None,
    max_cost: float | None, seconds: float | None, form: Form, **how: Any,
) -> int:  # fmt: skip
    """Show from every cell where to go next to the nearest exit.

    An arrow is the first move of a cheapest path, E a goal; '.' is an open cell from which no goal
    can be reached.  Moves that leap are written in letters.  --from with --distances prints the
    cost from there to every cell.  With --costs every step, also a diagonal one, costs what its cell
    costs, unless --diagonal is given.

    \b
    Examples:
      gridwalk field maze.txt
      gridwalk field maze.txt --to 3,4 --to 0,7 --distances
      gridwalk field hills.txt --costs --to 3,4 --to 0,7=5
      gridwalk field maze.txt --flee -1.2
      gridwalk field maze.txt -o field.svg

    Exit status: 0 answered, 1 no other cell reaches a goal, 2 bad input, 3 out of time or memory.
    """
    if starts and (exits or flee is not None):
        raise InputError("distances are from --from, or to goals: give one of them")
    if starts and not distances:
        raise InputError("--from is for --distances; arrows lead to the exits, which --to names")
    if form.in_json and form.ending == ".txt":
        raise InputError("a .txt file has the text: leave out --json")
    goals = dict(map(_goal, exits))
    first, last = boards.named_ends(starts, tuple(goals))
    reading = boards.read(board, starts=first, exits=last, ends_needed=not (starts or exits), **how)
    grid, arrows = reading.board, None
    with ProgressLine() as line:
        limits: dict[str, Any] = {"max_cost": max_cost, "seconds": seconds, "progress": line}
        if starts:
            found = grid.distances(reading.as_cells(starts, "start"), **limits)
        else:
            cells = reading.as_cells(tuple(goals), "exits")
            ends = dict(zip(cells, goals.values(), strict=True)) or grid.exits
            arrows = grid.flow_field(ends, **limits)
            if flee is not None:
                arrows = arrows.flee(flee, progress=line, seconds=seconds)
            found = arrows.distances
    reached = int(np.count_nonzero(np.isfinite(found)))
    shown = None if distances else arrows
    if form.output is not None:
        write_file(form.output, _forms(grid, found, shown, form.look))
    if form.in_json:
        facts = {"rows": grid.rows, "columns": grid.columns, "reached": reached, "distances": found.tolist()}
        write(results.as_json(facts if arrows is None else arrows.to_dict()))
    elif form.output is None:
        write(_text(grid, found, shown))
        if reached < grid.open_count:
            say(f"{counted(reached, 'cell')} of {grid.open_count:,} reached")
        elif arrows is not None and reached == len(arrows.goals):
            say("there is no other cell than the goals")
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
    return by_levels(board, drawings.in_columns(np.array(words).reshape(board.shape)), 1)


def _forms(board: Board, found: NDArray[np.float64], arrows: FlowField | None, look: save.Look) -> save.Forms:
    shown, moves = (board, None) if arrows is None else flow_on(board, arrows.next_move, arrows.goals)
    how: dict[str, Any] = {"field": found, "arrows": moves}
    return {
        ".txt": lambda: f"{_text(board, found, arrows)}\n",
        ".npy": lambda: found if arrows is None else arrows.next_cell,
        ".svg": lambda: svg(shown, dark=look.dark or None, **how),
        ".png": lambda: raster.image(shown, dark=look.dark, cell=look.pixels, **how),
    }
