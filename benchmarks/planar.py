"""How long do open rook boards take: counts, lengths, longest paths, samples, corner to corner?

Warm: a first round on a small board compiles.  Nothing is kept from one question to the next but the
compiled code.  Every answer is checked against OEIS A007764 or by parity.
"""

import resource
import time

import numpy as np

from gridwalk.frontier.profile.best import longest
from gridwalk.frontier.profile.count import count, lengths
from gridwalk.frontier.profile.rank import Sampler
from gridwalk.frontier.profile.roles import CellRoles

COUNTS = {
    10: 41044208702632496804,
    12: 182413291514248049241470885236,
    13: 64528039343270018963357185158482118,
    14: 69450664761521361664274701548907358996488,
    15: 227449714676812739631826459327989863387613323440,
    16: 2266745568862672746374567396713098934866324885408319028,
}


def corner(n):
    """Ask for the paths from corner to corner of the open n x n board."""
    return CellRoles.paths(np.ones((n, n)), (0, 0), [(n - 1, n - 1)])


def report(name, ask, expected):
    """Print what a question takes, and stop if its answer is wrong."""
    wall, cpu = time.perf_counter(), time.process_time()
    answer = ask()
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    if answer != expected:
        raise SystemExit(f"planar: {name} gave {answer}, not {expected}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(f"planar: {name:24} {wall:6.2f} s, {cpu:6.2f} s of processor time, peak so far {peak} MiB")


def main():
    """Print seconds per question."""
    for ask in (count, lengths, longest, lambda asked: Sampler(asked).unrank(0)):
        for _ in range(2):
            ask(corner(10))
    longest(corner(10), np.full((10, 10), 1 << 20))
    count(corner(13))  # the narrow residue
    for n, expected in COUNTS.items():
        report(f"count {n} x {n}", lambda n=n: count(corner(n)), expected)
    for n in (10, 12):
        report(f"lengths {n} x {n}", lambda n=n: sum(lengths(corner(n)).values()), COUNTS[n])
    for n in (10, 12, 14, 16):
        report(f"longest {n} x {n}", lambda n=n: len(longest(corner(n))), n * n - 1)
    for n in (10, 12):
        rng = np.random.default_rng(1)
        report(f"1,000 samples {n} x {n}", lambda n=n, r=rng: len(Sampler(corner(n)).sample(1000, r)), 1000)


if __name__ == "__main__":
    main()
