"""What does a question in clutter take, asked one of many?  Run: python -m benchmarks clutter

Boards of 512 x 512 with random walls, the king, corners not cut; pairs of open cells that can be joined.
Each round begins with new boards, so that all that is made ready is in the figure; programs take turns, and a
figure is the least processor time of its rounds.  Beside: the same pairs by jump points, and by the search of
warthog in C++ (`benchmarks.native`), less what it takes to start and read the map.  Every cost is compared.
"""

from __future__ import annotations

import resource
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

from benchmarks.figures import Figure, show
from benchmarks.native import built
from gridwalk import KING, Board

SIDE = 512
SHARES = (0.35, 0.1)  # of walls
MANY = (100, 1000, 10_000)
JUMPS = 1000  # pairs that jump points are asked, at most: more take as long each
ROUNDS = 3
AIM = 0.4  # ms a question, of ten thousand in the denser clutter


def board_of(share):
    """Return a board of random walls, and pairs of cells of its largest part."""
    rng = np.random.default_rng(1)
    board = Board(rng.random((SIDE, SIDE)) >= share, moves=KING)
    middle = np.argwhere(board.open_cells)[rng.permutation(int(board.open_cells.sum()))]
    reached = max((board.reachable(tuple(cell)) for cell in middle[:5].tolist()), key=np.count_nonzero)
    return board, *rng.choice(np.argwhere(reached), (2, max(MANY)))


def seconds(board, starts, goals, by):
    """Return the processor time of a batch on a new board, and the batch."""
    fresh = Board(board.open_cells, moves=KING)
    began = time.process_time()
    batch = fresh.shortest_many(starts, goals, by=by, threads=1)
    return time.process_time() - began, batch


def warthog(program, board, starts, goals, costs, folder):
    """Return the processor time of the C++ program; its costs must be ours."""
    lines = ["".join(".@"[not cell] for cell in row) for row in board.open_cells]
    file = Path(folder) / "clutter.map"
    file.write_text("\n".join(["type octile", f"height {SIDE}", f"width {SIDE}", "map", *lines, ""]))
    times = []
    for count in (1, len(starts)):
        rows = [
            f"0\t{file.name}\t{SIDE}\t{SIDE}\t{start[1]}\t{start[0]}\t{goal[1]}\t{goal[0]}\t{cost:.6f}"
            for start, goal, cost in zip(starts[:count], goals[:count], costs[:count], strict=True)
        ]
        scen = Path(folder) / f"clutter-{count}.scen"
        scen.write_text("\n".join(["version 1", *rows, ""]))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [str(program), "--alg", "jps2", "--map", str(file), "--scen", str(scen)]
        said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
        theirs = [float(line.split("\t")[9]) for line in said.splitlines() if "\tjps2\t" in line]
        assert np.allclose(theirs, costs[:count], atol=0.01)
    return times[1] - times[0]


def figures():
    """Return what a question takes, index included, for each share of walls and number of questions."""
    program = built("warthog-jps")
    measured = []
    with tempfile.TemporaryDirectory() as folder:
        for share in SHARES:
            board, starts, goals = board_of(share)
            for by in ("contraction", "jps"):  # compile, or load
                small = Board(board.open_cells[:64, :64], moves=KING)
                small.shortest_many(*np.argwhere(small.open_cells)[:2, None], by=by, threads=1)
            ours, jumps, theirs = {count: [] for count in MANY}, {count: [] for count in MANY}, []
            chosen = {}
            for _ in range(ROUNDS):
                for count in MANY:
                    some = min(count, JUMPS)
                    took, batch = seconds(board, starts[:count], goals[:count], "auto")
                    ours[count].append(took / count)
                    chosen[count] = batch.by
                    took, by_jumps = seconds(board, starts[:some], goals[:some], "jps")
                    jumps[count].append(took / some)
                    assert np.allclose(batch.costs[:some], by_jumps.costs, rtol=1e-12)
                if program is not None:
                    some = slice(0, JUMPS)
                    took = warthog(program, board, starts[some], goals[some], by_jumps.costs, folder)
                    theirs.append(took / JUMPS)
            for count in MANY:
                question = f"{count:,} questions, {share:.0%} of walls"
                aim = AIM if (share, count) == (SHARES[0], MANY[-1]) else None
                row = {"question": question, "unit": "ms", "ours": 1e3 * min(ours[count])}
                row |= {"aim": aim, "of_ratio": False, "note": f"by {chosen[count]}"}
                measured.append(Figure(**row, peer="by jps", theirs=1e3 * min(jumps[count])))
                if theirs and count == MANY[-1]:
                    measured.append(Figure(**row, peer="warthog JPS2", theirs=1e3 * min(theirs)))
    return measured


if __name__ == "__main__":
    show("clutter", figures())
