"""Answer every query of a MovingAI scenario file, check the costs and time them.

``python -m benchmarks.scen arena.map.scen [ALGORITHM]``; the map is beside the scenario file.  The time of a
query is that of one call that returns the whole path; reading and preparing the board are not included.
The exit status is 1 if a cost differs from that of the file.
"""

import sys
import time

import numpy as np

import gridwalk as gw
from benchmarks.scenarios import parse_scenarios
from gridwalk.io.content import decode
from gridwalk.io.files import read_bytes

TOLERANCE = 0.02  # scenario files round their costs to between two and eight digits


def scaled(board, shape):
    """Return the board at the scale that a query was made for: each cell repeated in both directions."""
    if shape in (board.shape, (0, 0)):
        return board
    scale = shape[0] // board.rows
    if scale < 1 or shape != (scale * board.rows, scale * board.columns):
        raise SystemExit(f"scen: {shape} is not a multiple of the shape of the map, {board.shape}")
    return gw.Board(board.open_cells.repeat(scale, 0).repeat(scale, 1), moves=board.moves)


def main(scenarios, by="auto"):
    """Print the figures; return the number of queries whose cost differs from the file."""
    board = gw.read(scenarios.removesuffix(".scen"), moves=gw.KING.with_corners("both"))
    queries = parse_scenarios(decode(read_bytes(scenarios)))
    if not queries:
        raise SystemExit(f"scen: {scenarios} has no queries")
    boards = {shape: scaled(board, shape) for shape in {query.shape for query in queries}}
    for query in {query.shape: query for query in queries}.values():
        boards[query.shape].paths(query.start, query.goal).shortest(by=by)  # prepares the board of this scale

    seconds, names, wrong = [], set(), 0
    for query in queries:
        began = time.perf_counter()
        path = boards[query.shape].paths(query.start, query.goal).shortest(by=by)
        seconds.append(time.perf_counter() - began)
        names.add(by if path is None else path.by)
        cost = np.inf if path is None else path.cost
        if not abs(cost - query.cost) <= TOLERANCE:
            wrong += 1
            print(f"line {query.line}: {query.start} to {query.goal} costs {cost:.6f}, not {query.cost}")

    print(f"queries    {len(queries):,}")
    print(f"wrong      {wrong:,}")
    print(f"by         {'+'.join(sorted(names))}")
    print(f"median_us  {np.median(seconds) * 1e6:,.2f}")
    print(f"p99_us     {np.quantile(seconds, 0.99) * 1e6:,.2f}")
    print(f"total_ms   {sum(seconds) * 1e3:,.3f}")
    return wrong


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) > 0)
