"""What does starting cost?  ``gridwalk find`` on a 5 x 5 maze against importing what it stands on.

Whole processes, processor seconds, in pairs; the figure is the median ratio.
"""

import statistics
import sys
from pathlib import Path

from benchmarks.rounds import process_seconds

MAZE = Path(__file__).parent.parent / "examples" / "articles.txt"


def main(pairs=15):
    """Print the median ratio; the aim is at most 1.6."""
    ours = [sys.executable, "-m", "gridwalk", "find", str(MAZE)]
    base = [sys.executable, "-c", "import numpy, click"]
    ratios = [process_seconds(ours) / process_seconds(base) for _ in range(pairs)]
    print(
        f"start-up: gridwalk find 5x5 / import numpy, click = {statistics.median(ratios):.2f} "
        f"(median of {pairs} pairs, {min(ratios):.2f} to {max(ratios):.2f})"
    )
