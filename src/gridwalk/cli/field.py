"""The command field."""

from __future__ import annotations

import io
import math
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.results import as_json
from gridwalk.board import Board
from gridwalk.cli.answers import figures, write
from gridwalk.cli.forms import checked_for_stdout
from gridwalk.cli.options import BOARD_OPTIONS, JSON_OPTION, BoardArguments, options
from gridwalk.cli.output import LOOK, array_bytes, save_bytes, wants_file
from gridwalk.cli.progress import ProgressLine, say
from gridwalk.cli.status import Status
from gridwalk.cli.values import Output, Seconds
from gridwalk.errors import InputError, counted
from gridwalk.render.text import in_columns
from gridwalk.search.flowfield import FlowField

ENDINGS = (".svg", ".png", ".txt", ".npy")


@click.command()
@options(BOARD_OPTIONS)
@click.option("--goal", "goals", multiple=True, metavar="CELL=VALUE",
              help="Instead of --to: a goal, and what is added to the cost there; repeatable.")  # fmt: skip
@click.option("--distances", is_flag=True, help="Print the cost to the nearest goal instead of arrows.")
@click.option("--flee", type=float, metavar="FACTOR",
              help="Lead away: each cell is a goal of FACTOR times its distance, such as -1.2.")  # fmt: skip
@click.option("--max-cost", type=float, metavar="COST", help="Leave out cells from which a path costs more.")
@click.option("--time", "seconds", type=Seconds(), metavar="TIME",
              help="Stop after this time (10s, 5m, 2h) with exit status 3.")  # fmt: skip
@click.option("-o", "--output", type=Output(ENDINGS), metavar="FILE",
              help="Write a heat map (.svg with arrows, .png), the text, or an array (.npy): the next cells, "
              "or with --distances the costs.")  # fmt: skip
@options(LOOK, JSON_OPTION)
def field(
    goals: tuple[str, ...],
    distances: bool,
    flee: float | None,
    max_cost: float | None,
    seconds: float | None,
    in_json: bool,
    **given: Any,
) -> int:
    """Show from every cell of BOARD where to go next to reach the nearest exit.

    An arrow is the first move of a cheapest path, E a goal; '.' is an open cell from which no goal
    is reached.  Moves that leap are written in letters.  With --from and --distances: the cost
    from there to every cell.

    \b
    Examples:
      gridwalk field maze.txt
      gridwalk field maze.txt --to 3,4 --to 0,7 --distances
      gridwalk field hills.txt --costs --goal 3,4=0 --goal 0,7=5
      gridwalk field maze.txt --flee -1.2
      gridwalk field maze.txt -o field.svg

    Exit status: 0 answered, 1 no other cell reaches a goal, 2 bad input, 3 out of time or memory.
    """
    _refuse_contradictions(given, goals, distances, flee, in_json)
    to_file = wants_file(given)
    board = BoardArguments(given, shows_only=bool(given["starts"] or given["exits"] or goals)).board()
    with ProgressLine() as line:
        limits: dict[str, Any] = {"seconds": seconds, "progress": line}
        if given["starts"]:
            found = board.distances(given["starts"], max_cost=max_cost, **limits)
            arrows = None
        else:
            ends = dict(map(_goal, goals)) if goals else board.exits
            arrows = board.flow_field(ends, max_cost=max_cost, **limits)
            arrows = arrows if flee is None else arrows.flee(flee, **limits)
            found = arrows.distances
    reached = int(np.count_nonzero(np.isfinite(found)))
    if to_file:
        _save(board, found, None if distances else arrows, given)
    if in_json:
        write(_in_json(found) if arrows is None else arrows.to_json())
    elif not to_file:
        write(_text(board, found, None if distances else arrows))
    if not in_json and not to_file:
        words = (
            "" if flee else f", cost up to {figures(float(found.max(where=np.isfinite(found), initial=0)))}"
        )
        say(f"{counted(reached, 'cell')} of {board.open_count:,} reached{words}")
    return Status.ANSWERED if arrows is None or reached > len(arrows.goals) else Status.NO_PATH


def _refuse_contradictions(
    given: dict[str, Any], goals: tuple[str, ...], distances: bool, flee: float | None, in_json: bool
) -> None:
    if given["starts"] and (given["exits"] or goals or flee is not None):
        raise InputError("distances are from --from, or to goals: give one of them")
    if given["starts"] and not distances:
        raise InputError("--from is for --distances; arrows lead to the exits, which --to names")
    if goals and given["exits"]:
        raise InputError("--goal names goals with their values, --to without: give one of them")
    if in_json and given["output"] is not None and given["output"].suffix.lower() == ".txt":
        raise InputError("a .txt file has the text: leave out --json")


def _goal(word: str) -> tuple[str, float]:
    """Return the cell and the value of ``CELL=VALUE``."""
    cell, equals, value = word.rpartition("=")
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not equals or not math.isfinite(number):
        raise InputError(f"--goal {word!r} is not CELL=VALUE, such as 3,4=2.5")
    return cell, number


def _text(board: Board, distances: NDArray[np.float64], arrows: FlowField | None) -> str:
    if arrows is not None:
        return checked_for_stdout(str(arrows), "field, which draws arrows,")
    words = [figures(value).replace(",", "") if math.isfinite(value) else "." for value in distances.flat]
    words = [word if is_open else "#" for word, is_open in zip(words, board.open_cells.flat, strict=True)]
    return in_columns(np.array(words).reshape(board.shape))


def _in_json(distances: NDArray[np.float64]) -> str:
    """Return distances from a start as the JSON of a field has those to goals."""
    rows, columns = distances.shape
    reached = int(np.count_nonzero(np.isfinite(distances)))
    return as_json({"rows": rows, "columns": columns, "reached": reached, "distances": distances.tolist()})


def _save(
    board: Board, distances: NDArray[np.float64], arrows: FlowField | None, given: dict[str, Any]
) -> None:
    from gridwalk.render.lines import marked, svg_of_field
    from gridwalk.render.raster import image

    ending = given["output"].suffix.lower()
    shown = board if arrows is None else marked(board, arrows.goals)
    if ending == ".txt":
        data = f"{_text(board, distances, arrows)}\n".encode()
    elif ending == ".svg":
        none = np.full(board.shape, -1, np.int8)
        moves = none if arrows is None else arrows.next_move
        data = svg_of_field(shown, distances, moves, given["dark"] or None).encode()
    elif ending == ".npy":
        data = array_bytes(distances if arrows is None else arrows.next_cell)
    else:
        out = io.BytesIO()
        image(shown, field=distances, dark=given["dark"], cell=given["pixels"]).save(out, "png")
        data = out.getvalue()
    save_bytes(given["output"], data)
