"""The command scen: answers all queries of a MovingAI scenario file, checks and times them."""

from __future__ import annotations

import time
from typing import Any

import click
import numpy as np

from gridwalk.board import Board
from gridwalk.cli.answers import dumps, write
from gridwalk.cli.options import JSON_OPTION
from gridwalk.cli.progress import say
from gridwalk.cli.status import Status
from gridwalk.errors import BoardFileError, BoardTextError, GridwalkError
from gridwalk.grids.checks import MAX_CELLS
from gridwalk.grids.moves import KING
from gridwalk.io.content import decode
from gridwalk.io.files import read_bytes
from gridwalk.io.movingai import Scenario, parse_scenarios
from gridwalk.io.options import TERRAIN
from gridwalk.reading import read
from gridwalk.runtime.slices import tier

TOLERANCE = 0.02  # scenario files round their costs to between two and eight digits


@click.command()
@click.argument("map_file", metavar="MAP")
@click.argument("scenarios", metavar="SCEN")
@click.option("--by", default="auto", metavar="ALGORITHM", help="As for shortest.")
@click.option("--corners", default="both", show_default=True, metavar="RULE", help="both, one or none.")
@click.option(
    "--terrain", default=TERRAIN, show_default=True, metavar="CHARS", help="Characters that are open."
)
@JSON_OPTION
def scen(map_file: str, scenarios: str, by: Any, corners: Any, terrain: str, in_json: bool) -> int:
    """Answer every query of SCEN on MAP, check each optimum, and time them.

    Both files are in the formats of the MovingAI benchmark: king's moves, no corner cutting, a
    diagonal step costs the square root of 2.  The time of a query is that of one call from
    Python that returns the whole path; reading and preparing the board are not included.

    \b
    Examples:
      gridwalk scen arena.map arena.map.scen
      gridwalk scen arena.map arena.map.scen --by astar --json

    Exit status: 0 all costs agree, 1 a cost differs, 2 bad input.
    """
    board = read(map_file, terrain=terrain, moves=KING.with_corners(corners))
    try:
        queries = parse_scenarios(decode(read_bytes(scenarios)))
    except BoardTextError as error:
        raise BoardFileError(scenarios, str(error)) from None
    if not queries:
        raise BoardFileError(scenarios, "it has no queries")
    boards = {query.shape: _scaled(board, query, scenarios) for query in queries}
    for query in queries:
        try:
            boards[query.shape].paths(query.start, query.goal)
        except GridwalkError as error:
            raise BoardFileError(scenarios, f"line {query.line}: {_said(error)}") from None
    with tier("compiled"):  # as for a board with many queries
        for query in {query.shape: query for query in queries}.values():
            _answer(boards[query.shape], query, by)  # prepares the board of this scale
        results = [_answer(boards[query.shape], query, by) for query in queries]
    seconds = np.array([result[1] for result in results])
    wrong = [i for i, (cost, _, _) in enumerate(results) if not abs(cost - queries[i].cost) <= TOLERANCE]
    table: dict[str, Any] = {
        "map": map_file,
        "queries": len(queries),
        "wrong": len(wrong),
        "by": "+".join(sorted({result[2] for result in results})),
        "median_us": round(float(np.median(seconds)) * 1e6, 2),
        "p99_us": round(float(np.quantile(seconds, 0.99)) * 1e6, 2),
        "total_ms": round(float(seconds.sum()) * 1e3, 3),
    }
    if in_json:
        write(dumps(table))
    else:
        width = max(map(len, table))
        for name, value in table.items():
            write(f"{name:{width}}  {value:,}" if not isinstance(value, str) else f"{name:{width}}  {value}")
    for i in wrong[:10]:
        say(f"query {i + 1}: {queries[i].start} to {queries[i].goal} costs {results[i][0]:.6f}, "
            f"the file says {queries[i].cost}")  # fmt: skip
    return Status.NO_PATH if wrong else Status.ANSWERED


def _answer(board: Board, query: Scenario, by: Any) -> tuple[float, float, str]:
    """Return (cost, seconds, algorithm)."""
    began = time.perf_counter()
    path = board.paths(query.start, query.goal).shortest(by=by)
    seconds = time.perf_counter() - began
    return (np.inf, seconds, by) if path is None else (float(path.cost), seconds, path.by)


def _scaled(board: Board, query: Scenario, name: str) -> Board:
    """Return the board at the scale of the query: each cell repeated in both directions."""
    if query.shape in (board.shape, (0, 0)):
        return board
    scale = query.shape[0] // board.rows
    fits = query.shape == (scale * board.rows, scale * board.columns)
    if not (fits and scale >= 1 and scale * scale * board.size <= MAX_CELLS):
        shape = "{:,} x {:,}".format(*query.shape)
        reason = f"made for a map of {shape}, which is not a multiple of {board.rows} x {board.columns}"
        raise BoardFileError(name, reason)
    return Board(board.open_cells.repeat(scale, 0).repeat(scale, 1), moves=board.moves)


def _said(error: GridwalkError) -> str:
    """Return the message of an error about the cells of a query, which come from no option."""
    if error.argument is None:
        return str(error)
    name, value = error.argument
    return f"{'the start' if name == 'start' else 'the goal'} {value} {error.words}"
