"""How fast are paths listed?  All 1,262,816 paths of the open 6 x 6 board into a counter, one core.

The count is checked against OEIS A007764.  Compilation is excluded by a first run.
"""

from benchmarks.rounds import rounds
from gridwalk import Board

PATHS = 1_262_816  # OEIS A007764(6)


def main():
    """Print millions of paths a second; the aim is 10 in batches."""
    paths = Board.rectangle(6, 6).paths()
    if paths.count() != PATHS:
        raise SystemExit("listing: wrong count")
    ways = {
        "counter": paths.count,
        "batches": lambda: sum(map(len, paths.batches())),
        "path objects": lambda: sum(1 for _ in paths),
    }
    times = rounds(ways, 3)
    for name, seconds in times.items():
        print(f"listing: open 6x6 into {name:12} {PATHS / seconds / 1e6:.2f} M paths/s")
