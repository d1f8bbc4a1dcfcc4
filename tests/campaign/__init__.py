"""The campaign: random questions by the hundred thousand, each answer held against an oracle.

    python -m tests.campaign --seconds 600                    # everything, on every core
    python -m tests.campaign --areas paths,tours --seed 7     # some of it
    python -m tests.campaign --area paths --seed 7 --case 41  # one case once more, and what it asks

A *case* is one board (or text, message, command line ...) with what is asked of it.  It is made from
``(seed, area, number)`` and nothing else, so it can be made again.  An *answer* is one value that
gridwalk gave and an oracle gave, too, compared: the figures at the end count answers.  A distance field,
however many cells it has, is one answer; so is a whole list of paths in its order.

What a case asks is Python text, and that very text is evaluated: a disagreement prints a program that
runs.  The oracles (`campaign.truth`, `oracles`) import nothing of gridwalk.
"""

import sys
from pathlib import Path

# `python -m tests.campaign` finds the package `tests` only: the oracles stand beside this package, and
# what is asked is the gridwalk of this checkout, wherever another one may be installed.
TESTS = Path(__file__).resolve().parent.parent
for directory in (TESTS.parent / "src", TESTS):
    if str(directory) not in sys.path:
        sys.path.insert(0, str(directory))
