"""How long does it take to count a knight's tours, and how much memory?

Every board runs in a process of its own, warm (a first process compiled the kernels), and every answer is
checked against OEIS A193055, A193054 (closed), A308131, A389760 (open, undirected).  Beside it
graphillion counts the closed tours of two small boards, in turns with us, where it is installed.

The figures: closed 8 x 8 in turns with a plain C++ program of the same method (``native/closed_tours.cpp``),
start-up included on both sides; open 8 x 8, which takes minutes; tours from everywhere, counted and drawn.
"""

import importlib.util
import os
import subprocess
import sys
import time
from resource import RUSAGE_CHILDREN, getrusage

from benchmarks.figures import Figure
from benchmarks.native import built
from gridwalk.allpaths.halves.count import count_tours
from gridwalk.board.board import Board
from gridwalk.runtime.limits import NO_LIMITS
from gridwalk.runtime.resources import Resources

BOARDS = [
    # rows, columns, closed, tours, GiB given
    (6, 6, True, 9862, 1),
    (6, 6, False, 3318960, 1),
    (8, 6, True, 55488142, 1),
    (8, 6, False, 24964893804, 1),
    (8, 7, True, 34524432316, 1),
    (10, 7, True, 1250063279938854, 1),
    (7, 7, False, 82787609160, 2),
    (8, 7, False, 20666425060328, 2),
    (8, 8, True, 13267364410532, 4),
]
SHARED = [(6, 6, 9862), (5, 8, 44202)]  # closed, with graphillion
ROUNDS = 3
LONG = [(8, 8, False, 9795914085489952, 18)]

PROGRAM = """
import sys
from gridwalk.runtime.limits import NO_LIMITS
from gridwalk.runtime.resources import Resources
from benchmarks.figures import Figure
from benchmarks.native import built
from gridwalk.board.board import Board
from gridwalk.allpaths.halves.count import count_tours
rows, columns, closed, memory = map(int, sys.argv[1:])
tours = count_tours(rows, columns, closed=bool(closed), resources=Resources(memory), watch=NO_LIMITS.watch())
print(tours if closed else tours // 2)
"""


def count(rows, columns, closed, memory):
    """Count in a process of its own."""
    arguments = map(str, (rows, columns, int(closed), memory))
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments], check=True, capture_output=True, text=True
    )
    return int(done.stdout)


def measured(*command):
    """Return the seconds of processor time of a child, its peak in GB, and what it printed."""
    child = subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, text=True)
    out = child.stdout.read()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0, command
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1e6, out.split()[-1]


def figures():
    """Return the figures of the page."""
    peer, ours, theirs = built("closed_tours"), [], []
    for _ in range(2):
        seconds, peak, answer = measured(sys.executable, "-c", PROGRAM, 8, 8, 1, 4 << 30)
        assert answer == "13267364410532"
        ours.append((seconds, peak))
        if peer is not None:
            theirs.append(measured(peer, 8, 8))
            assert theirs[-1][2] == answer
    closed = "count closed knight's tours, 8 x 8"
    found = [
        Figure(
            closed, "s", min(ours)[0], "plain C++, same method", min(theirs)[0] if theirs else None, aim=0.9
        ),
        Figure(
            closed,
            "GB",
            min(ours)[1],
            "plain C++, same method",
            min(theirs)[1] if theirs else None,
            aim=1.0,
            of_ratio=False,
        ),
    ]
    seconds, peak, answer = measured(sys.executable, "-c", PROGRAM, 8, 8, 0, 9 << 30)
    assert answer == "9795914085489952"
    found.append(Figure("knight's tours, open 8 x 8", "s", seconds))
    found.append(Figure("knight's tours, open 8 x 8", "GB", peak, aim=9.0))
    tours = Board.rectangle(10, 10).tours(start=None)
    began = time.process_time()
    assert len(tours.sample(1000, seed=1)) == 1000
    found.append(Figure("1,000 orthogonal tours 10 x 10 from everywhere", "s", time.process_time() - began))
    return found


def moves(rows, columns):
    """Return the two cells of every knight's move."""
    for u in range(rows * columns):
        for d_row, d_column in ((1, 2), (1, -2), (2, 1), (2, -1)):
            row, column = u // columns + d_row, u % columns + d_column
            if row < rows and 0 <= column < columns:
                yield u, row * columns + column


def beside_graphillion(rows, columns, expected):
    """Print both programs' best seconds, in turns in one process."""
    graphs = importlib.import_module("graphillion").GraphSet
    edges = list(moves(rows, columns))

    def theirs():
        graphs.set_universe(edges, traversal="as-is")
        return graphs.cycles(is_hamilton=True).len()

    def ours():
        limits = {"resources": Resources(1 << 30), "watch": NO_LIMITS.watch()}
        return count_tours(rows, columns, closed=True, **limits)

    best = {}
    for _ in range(ROUNDS):
        for name, answer in (("gridwalk", ours), ("graphillion", theirs)):
            began = time.perf_counter()
            if answer() != expected:
                raise SystemExit(f"tour_counts: {name} gave another number of {rows} x {columns}")
            best[name] = min(best.get(name, float("inf")), time.perf_counter() - began)
    ratio = best["graphillion"] / best["gridwalk"]
    words = ", ".join(f"{name} {seconds:.3f} s" for name, seconds in best.items())
    print(f"tour_counts: {rows} x {columns} closed: {words}: {ratio:.0f} times")


def main(boards=BOARDS):
    """Print seconds per board, start-up included; the peak is that of the largest board so far."""
    count(8, 7, False, 1 << 32)
    for rows, columns, closed, expected, gigabytes in boards:
        wall, before = time.perf_counter(), getrusage(RUSAGE_CHILDREN)
        answer = count(rows, columns, closed, gigabytes << 30)
        wall, after = time.perf_counter() - wall, getrusage(RUSAGE_CHILDREN)
        name = f"tour_counts: {rows} x {columns} {'closed' if closed else 'open'}"
        if answer != expected:
            raise SystemExit(f"{name} gave {answer}, not {expected}")
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(f"{name:26} {wall:7.2f} s, {cpu:7.2f} s of processor time, peak {after.ru_maxrss >> 10} MiB")

    if importlib.util.find_spec("graphillion"):
        for shared in SHARED:
            beside_graphillion(*shared)


if __name__ == "__main__":
    main(BOARDS + LONG if "all" in sys.argv else BOARDS)
