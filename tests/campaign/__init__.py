"""The campaign: many random questions, whose answers are compared with an oracle.

    python -m tests.campaign --seconds 600                    # everything, on every core
    python -m tests.campaign --areas paths,tours --seed 7     # some of it
    python -m tests.campaign --area paths --seed 7 --case 41  # repeat one case and print its questions

A *case* is a board (or text, message, command line ...) with some questions.  It depends only on the seed,
the area and its number, so it can be repeated.  An *answer* is a value of gridwalk that is compared with an
oracle.  A whole distance field, or a whole list of paths, is one answer.

Questions are Python expressions, so a disagreement prints a program that reproduces it.  The oracles
(`campaign.truth`, `oracles`) import nothing of gridwalk.
"""

import sys
from pathlib import Path

# `python -m tests.campaign` finds only the package `tests`.  The oracles are modules beside this package, and
# the gridwalk of this checkout is tested, even if another one is installed.
TESTS = Path(__file__).resolve().parent.parent
for directory in (TESTS.parent / "src", TESTS):
    if str(directory) not in sys.path:
        sys.path.insert(0, str(directory))
