"""How much memory, and how long, do samples and counts by length take beside a count?

Corner to corner, by sweeps alone.  Every question has a process of its own, start-up included, warm; the
questions take turns.
"""

import subprocess
import sys

from benchmarks.figures import Figure

PROGRAM = """
import sys
from resource import RUSAGE_SELF, getrusage
import gridwalk
verb, moves, n = sys.argv[1], sys.argv[2], int(sys.argv[3])
paths = gridwalk.Board.rectangle(n, n, moves=moves).paths()
if verb == "sample":
    assert len(paths.sample(1000, seed=1)) == 1000
else:
    paths.count(by="sweep") if verb == "count" else paths.lengths()
used = getrusage(RUSAGE_SELF)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
"""
QUESTIONS = {"orthogonal": (12, 13), "king": (7, 8)}


def apart(*asked):
    """Return the seconds of processor time and the MB of a process of its own."""
    child = subprocess.run(
        [sys.executable, "-c", PROGRAM, *map(str, asked)], check=True, capture_output=True, text=True
    )
    seconds, peak = child.stdout.split()
    return float(seconds), int(peak) / 1000


def figures():
    """Return the figures of the page: what samples and lengths take beside a count."""
    found = []
    for moves, sides in QUESTIONS.items():
        for n in sides:
            best = {verb: [] for verb in ("count", "lengths", "sample")}
            for _ in range(3):
                for verb, taken in best.items():
                    taken.append(apart(verb, moves, n))
            seconds = {verb: min(taken)[0] for verb, taken in best.items()}
            peak = {verb: min(mb for _, mb in taken) for verb, taken in best.items()}
            for verb in ("lengths", "sample"):
                question = f"{verb} {moves} {n} x {n}"
                found.append(Figure(question, "s", seconds[verb], "count", seconds["count"]))
                found.append(Figure(question, "MB", peak[verb], "count", peak["count"]))
    return found
