"""How long do counts of open orthogonal boards take, also by length, corner to corner?

Counts stand beside FastGridPathCounter, which gives residues: as many runs of it as the exact count has words
of 63 bits.  A first round on a small board compiles; nothing else is kept from one question to the next, so
what is set up is in every figure, on both sides.  Every answer is checked against OEIS A007764 or by parity.
"""

import math
import resource
import time
from dataclasses import replace

import numpy as np

from benchmarks.figures import Figure
from benchmarks.native import built
from benchmarks.rounds import process_seconds
from gridwalk.allpaths import planar
from gridwalk.allpaths.planar import END_CELL, INNER, CellRoles, count, lengths
from gridwalk.runtime.resources import DEFAULT_RESOURCES

COUNTS = {
    10: 41044208702632496804,
    12: 182413291514248049241470885236,
    13: 64528039343270018963357185158482118,
    14: 69450664761521361664274701548907358996488,
    15: 227449714676812739631826459327989863387613323440,
    16: 2266745568862672746374567396713098934866324885408319028,
    17: 68745445609149931587631563132489232824587945968099457285419306,
}
PRIME = 9223372036854775783  # of 63 bits, for FastGridPathCounter
BESIDE = {10: 15, 13: 9, 16: 3}  # rounds
QUESTION = "count paths, " + "; ".join(f"{n} x {n}" for n in BESIDE)


def corner(n):
    """Ask for the paths from corner to corner of the open n x n board."""
    roles = np.full((n, n), INNER, np.uint8)
    roles[[0, -1], [0, -1]] = END_CELL
    return CellRoles(roles, np.zeros((n, n), bool))


def counted(n, threads=1):
    """Count from nothing, check the answer, and return the processor time and the wall time."""
    planar.PLANS.clear()
    wall, cpu = time.perf_counter(), time.process_time()
    answer = count(corner(n), resources=replace(DEFAULT_RESOURCES, threads=threads))
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    if answer != COUNTS[n]:
        raise SystemExit(f"planar: count {n} x {n} gave {answer}, not {COUNTS[n]}")
    return cpu, wall


def took(ask, expected):
    """Return the processor seconds of a question, and stop if its answer is wrong."""
    cpu = time.process_time()
    answer = ask()
    cpu = time.process_time() - cpu
    if answer != expected:
        raise SystemExit(f"planar: {answer}, not {expected}")
    return cpu


def figures():
    """Measure, in turns with the peer where there is one."""
    for _ in range(2):
        counted(13)  # compiles
    found = []
    one = {}
    for n, rounds in BESIDE.items():
        peer, residues = built(f"FastGridPathCounter:{n}"), math.ceil(math.log2(COUNTS[n]) / 63)
        ours, theirs = [], []
        for _ in range(rounds):
            ours.append(counted(n)[0])
            if peer is not None:
                theirs.append(residues * process_seconds([str(peer), str(PRIME)]))
        one[n] = min(ours)
        name = "FastGridPathCounter" if peer is not None else ""
        note = f"{residues} of its residues; medians {np.median(ours):.3g}"
        if theirs:
            note += f" and {np.median(theirs):.3g}"
        aim, least = (0.9, min(theirs)) if theirs else (None, None)
        found.append(Figure(QUESTION, "s", min(ours), name, least, aim, note=note))
    walls = [(counted(16)[1], counted(16, 2)[1]) for _ in range(3)]
    alone, both = (min(column) for column in zip(*walls, strict=True))
    found.append(
        Figure("count paths, 16 x 16, two threads", "s", both, "one thread", alone, 0.6, note="by the wall")
    )
    found.append(Figure("count paths, 17 x 17", "s", counted(17)[0], "count paths, 16 x 16", one[16], 3.0))
    others = {f"count paths, {n} x {n}": (lambda n=n: count(corner(n)), COUNTS[n]) for n in (12, 14, 15)}
    for n in (10, 12):
        others[f"lengths {n} x {n}"] = lambda n=n: sum(lengths(corner(n)).values()), COUNTS[n]
    for _ in range(2):
        lengths(corner(8))  # compiles
    found += [Figure(name, "s", took(*question)) for name, question in others.items()]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    return [*found, Figure("peak of all of these", "MB", peak)]
