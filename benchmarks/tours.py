"""How fast is one knight's tour?

8 x 8 from all 64 starts; Warnsdorff's rule on 4000 x 4000; tours built of tiles up to
4096 x 4096; boards with 2 to 6 % holes, found or refuted.  Compilation is excluded by
a first run, and every tour is checked.  Times are the best of some rounds: building is bound by
memory, which others use too.
"""

import time
from collections import Counter

import numpy as np

from benchmarks.figures import Figure
from gridwalk import KNIGHT, Board, TimeLimitError
from gridwalk.runtime.slices import tier
from gridwalk.tours.tiles import built


def knights(rows, columns):
    """Return the knight's board."""
    return Board.rectangle(rows, columns, moves=KNIGHT)


def check(board, path, closed=False):
    """Stop where *path* is no tour of *board*."""
    cells = path.cells
    flat = cells[:, 0].astype(np.int64) * board.columns + cells[:, 1]
    seen = np.zeros(board.size, bool)
    seen[flat] = True
    around = np.concatenate([cells, cells[:1]]) if closed else cells
    steps = np.sort(np.abs(np.diff(around, axis=0)), axis=1)
    if len(flat) != board.open_count or not np.array_equal(seen, board.open_cells.reshape(-1)):
        raise SystemExit(f"tours: not every cell of {board!r} once")
    if not (steps == (1, 2)).all():
        raise SystemExit(f"tours: no knight's move on {board!r}")


def best(work, rounds=5):
    """Return the least seconds *work* took, and what it returned last."""
    least, answer = float("inf"), None
    for _ in range(rounds):
        answer = None  # two large answers at once would not fit
        began = time.perf_counter()
        answer = work()
        least = min(least, time.perf_counter() - began)
    return least, answer


def chessboard():
    """All 64 starts of 8 x 8; the aim is 5 ms."""
    board = knights(8, 8)
    starts = [divmod(v, 8) for v in range(64)]
    seconds, paths = best(lambda: [board.tours(start).find() for start in starts], 20)
    for path in paths:
        check(board, path)
    yield Figure("8 x 8 from all 64 starts", "ms", seconds * 1e3, aim=5.0)


def warnsdorff():
    """4000 x 4000; the aim is 70 ns per cell."""
    for start in ((0, 0), (1234, 2345)):
        board = knights(4000, 4000)
        board._moves_of_cell  # noqa: B018 (the table is made once for a board)
        seconds, path = best(board.tours(start).find, 3)
        check(board, path)
        aim = 70.0 if start == (0, 0) else None
        yield Figure(
            f"4000 x 4000 from {start}", "ns per cell", seconds / board.size * 1e9, aim=aim, note=path.by
        )


def tiles():
    """Return how long tours built of tiles take."""
    for n in (1024, 4096):
        seconds, _ = best(lambda: built(n, n, (0, 0)), 3)  # noqa: B023 (asked at once)
        yield Figure(f"{n} x {n} closed, built: cells", "ns per cell", seconds / n / n * 1e9)


def holes(boards=200):
    """Boards of 12 to 30 rows with 2 to 6 % holes, as many of each colour: the worst is to be below 5 s."""
    rng = np.random.default_rng(2024)
    for closed in (False, True):
        answers, worst = Counter(), 0.0
        for _ in range(boards):
            n = int(rng.integers(12, 31))
            grid = np.ones((n, n), bool)
            colour = np.add.outer(np.arange(n), np.arange(n)).reshape(-1) % 2
            count = int(n * n * rng.uniform(0.02, 0.06)) // 2
            for c in (0, 1):
                more = count + (n % 2 and c == 0)
                grid.flat[rng.choice(np.flatnonzero(colour == c), more, replace=False)] = False
            board = Board(grid, moves=KNIGHT)
            began = time.perf_counter()
            try:
                path = board.tours(closed=closed).within(5).find()
                answers["none" if path is None else path.by] += 1
                if path is not None:
                    check(board, path, closed)
            except TimeLimitError:
                answers["undecided"] += 1
            worst = max(worst, time.perf_counter() - began)
        kind = "closed" if closed else "open"
        told = ", ".join(f"{number} {by}" for by, number in answers.items())
        yield Figure(f"{boards} boards with holes, {kind}: the slowest", "s", worst, aim=5.0, note=told)


def figures():
    """Return all figures."""
    with tier("compiled"):
        knights(7, 7).tours((2, 2)).find()
        return [*chessboard(), *warnsdorff(), *tiles(), *holes()]
