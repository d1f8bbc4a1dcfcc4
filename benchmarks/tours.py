"""How fast is one knight's tour?  Run: python -m benchmarks.tours [long]

8 x 8 from all 64 starts; Warnsdorff's rule on 4000 x 4000; tours built of tiles up to
16384 x 16384; boards with 2 to 6 % holes, found or refuted.  `long` answers every start of every
n x n, n = 5 to 80, and every start of every m x n with sides 5 to 30.  Compilation is excluded by
a first run, and every tour is checked.  Times are the best of some rounds: building is bound by
memory, which others use too.
"""

import sys
import time
from collections import Counter

import numpy as np

from gridwalk import KNIGHT, Board, TimeLimitError
from gridwalk.runtime.slices import tier
from gridwalk.tours.implicit import ImplicitTour


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
    print(f"tours: 8 x 8 from all 64 starts: {seconds * 1e3:.2f} ms")


def warnsdorff():
    """4000 x 4000; the aim is 70 ns a cell."""
    for start in ((0, 0), (1234, 2345)):
        board = knights(4000, 4000)
        board.moves_of_cell  # noqa: B018 (the table is made once for a board)
        seconds, path = best(board.tours(start).find, 3)
        check(board, path)
        print(f"tours: 4000 x 4000 from {start} by {path.by}: {seconds / board.size * 1e9:.1f} ns a cell")


def built():
    """Tiles; the aim is 40 ns a cell with step numbers, 1 ns without."""
    for n in (1024, 4096, 16384):
        tour = ImplicitTour(n, n)
        figures = []
        for name, work in (("moves", tour.moves), ("numbers", tour.numbers), ("cells", tour.cells)):
            seconds, _ = best(work, 3)
            figures.append(f"{name} {seconds / n / n * 1e9:.2f}")
        print(f"tours: {n} x {n} closed, built, ns a cell: {', '.join(figures)}")
    tour = ImplicitTour(10**6, 10**6)
    questions = [k * 987_654_321 for k in range(1000)]
    seconds, _ = best(lambda: [tour.index(tour.square(k)) for k in questions])
    print(f"tours: 10^6 x 10^6, square(k) and its index: {seconds * 1e3:.1f} us")


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
        print(f"tours: {boards} boards with holes, {kind}: {dict(answers)}, worst {worst:.2f} s")


def every_start(sizes, name):
    """Answer every valid start of every size."""
    answers, worst, began = Counter(), 0.0, time.perf_counter()
    for rows, columns in sizes:
        board = knights(rows, columns)
        for v in range(board.size):
            start = divmod(v, columns)
            if board.size % 2 and sum(start) % 2:
                continue
            one = time.perf_counter()
            path = board.tours(start).find()
            worst = max(worst, time.perf_counter() - one)
            if path is None:
                raise SystemExit(f"tours: none found on {rows} x {columns} from {start}")
            check(board, path)
            answers[path.by] += 1
    seconds = time.perf_counter() - began
    print(f"tours: {name}: all solved, {dict(answers)}, worst {worst * 1e3:.0f} ms, {seconds:.0f} s in all")


def main():
    """Print all figures."""
    with tier("compiled"):
        knights(7, 7).tours((2, 2)).find()
        chessboard()
        warnsdorff()
        built()
        holes()
        if "long" in sys.argv[1:]:
            every_start([(n, n) for n in range(5, 81)], "every start of n x n, n = 5..80")
            every_start([(m, n) for m in range(5, 31) for n in range(5, 31)], "every start of sides 5..30")


if __name__ == "__main__":
    main()
