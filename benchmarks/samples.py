"""How much memory, and how long, do samples and a longest path take beside a count?

Of open boards, corner to corner.  Every question has a process of its own, start-up included, warm; the
questions take turns.
"""

import subprocess
import sys

from benchmarks.figures import Figure

PROGRAM = """
import sys
from resource import RUSAGE_SELF, getrusage
import numpy as np
from gridwalk.allpaths.profile.walkback import best
from gridwalk.allpaths.profile.count import count
from gridwalk.allpaths.profile.draw import Drawer
from gridwalk.allpaths.profile.roles import END_CELL, INNER, CellRoles
verb, n = sys.argv[1], int(sys.argv[2])
roles = np.full((n, n), INNER, np.uint8)
roles[[0, -1], [0, -1]] = END_CELL
asked = CellRoles(roles, np.zeros((n, n), bool), start=0)
if verb == "sample":
    assert len(Drawer(asked).sample(1000, np.random.default_rng(1))) == 1000
else:
    count(asked) if verb == "count" else best(asked, longest=True)
used = getrusage(RUSAGE_SELF)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
"""

IN_TURN = """
import sys
from resource import RUSAGE_SELF, getrusage
import gridwalk
gridwalk.Board.rectangle(14, 14).paths().sample(1000, seed=1)
gridwalk.Board.rectangle(16, 16).paths().sample(1000, seed=1)
used = getrusage(RUSAGE_SELF)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
"""


def apart(verb, n, program=PROGRAM):
    """Return the seconds of processor time and the MB of a process of its own."""
    child = subprocess.run(
        [sys.executable, "-c", program, verb, str(n)], check=True, capture_output=True, text=True
    )
    seconds, peak = child.stdout.split()
    return float(seconds), int(peak) / 1000


def figures():
    """Return the figures of the page: what a walk back takes beside a count."""
    found = []
    for n in (16, 17):
        best = {verb: [] for verb in ("count", "longest", "sample")}
        for _ in range(3):
            for verb, taken in best.items():
                taken.append(apart(verb, n))
        seconds = {verb: min(taken)[0] for verb, taken in best.items()}
        peak = {verb: min(mb for _, mb in taken) for verb, taken in best.items()}
        if n == 16:
            found.append(Figure("1,000 samples of 16 x 16", "s", seconds["sample"], aim=5.0))
            found.append(Figure("1,000 samples of 16 x 16", "MB", peak["sample"], aim=350.0))
            after = apart("sample", n, IN_TURN)[1]
            found.append(Figure("1,000 samples of 14 x 14, then of 16 x 16", "MB", after, aim=350.0))
        for verb in ("longest", "sample"):
            found.append(Figure(f"{verb} {n} x {n}", "MB", peak[verb], "count", peak["count"], aim=3.0))
    return found
