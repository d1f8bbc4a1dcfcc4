"""What does starting cost?  Whole commands in processes of their own: the first run, and every later one.

Processor seconds, the least of some rounds in turns.  *Compiling*: nothing is kept yet, so the command
compiles what it needs.  *Later*: what an earlier run compiled is cached.  *Without bytecode*: as
in a container where nothing is written, so each module is compiled from its source, the peer's too.  The
peer imports NumPy and click, and does nothing.
"""

import os
import sys
import tempfile
from pathlib import Path

from benchmarks.figures import Figure
from benchmarks.rounds import process_seconds

EXAMPLES = Path(__file__).parent.parent / "examples"
MAP = "brc202d.map"
COMMANDS = (
    f"find {EXAMPLES / 'articles.txt'}",
    "count 12x12",
    MAP,
    "longest 10x10",
    f"longest {EXAMPLES / 'articles.txt'}",
    "sample 10x10",
    "count 6x6 --moves knight --tour",
    "list 6x6 -n 1000",
)
AIM_FIRST = 2.5
AIM_LATER = {"shortest": 1.5, "find": 1.5, "longest": 1.5}  # of the ratio to the peer; of all others 2
AIM_WORDS = 0.1  # seconds: completion, and help of one command
PEER = "import numpy, click"
BASE = [sys.executable, "-c", PEER]
TAB = {"_GRIDWALK_COMPLETE": "bash_complete", "COMP_WORDS": "gridwalk shortest --", "COMP_CWORD": "2"}


def figures(rounds=5):
    """Measure each command in turns with the peer."""
    maps = Path(os.environ.get("GRIDWALK_MAPS", "maps"))
    commands = [f"shortest {maps / MAP}" if words == MAP else words for words in COMMANDS]
    commands = [words for words in commands if MAP not in words or (maps / MAP).exists()]
    with tempfile.TemporaryDirectory() as folder:
        kept, nothing = (Path(folder) / name for name in ("kept", "nothing"))
        found = []
        for words in commands:
            call = [sys.executable, "-m", "gridwalk", *words.split()]
            name = words.replace(str(EXAMPLES) + "/", "").replace(str(maps) + "/", "")
            first = seconds(call, nothing / words.split()[0] / str(len(found)))
            seconds(call, kept)
            later, bare = in_turns(rounds, call, kept), in_turns(rounds, call, kept, bytecode=False)
            found += [
                Figure(f"first run, compiling: {name}", "s", first, aim=AIM_FIRST),
                later_figure(f"later: {name}", later),
                later_figure(f"without bytecode: {name}", bare),
            ]
        gridwalk = [sys.executable, "-m", "gridwalk"]
        for name, call, more in (("Tab", gridwalk, TAB), ("--help", [*gridwalk, "shortest", "--help"], {})):
            ours, base = in_turns(rounds, call, kept, more)
            found.append(Figure(f"words: {name}", "s", ours, PEER, base, aim=AIM_WORDS, of_ratio=False))
    return sorted(found, key=lambda figure: figure.question.partition(":")[0])


def later_figure(question, seconds_of_both):
    """Return the figure of a later run, and of the peer."""
    aim = AIM_LATER.get(question.partition(": ")[2].split()[0], 2.0)
    return Figure(question, "s", seconds_of_both[0], PEER, seconds_of_both[1], aim=aim)


def in_turns(rounds, call, cache, more=None, bytecode=True):
    """Return the least processor seconds of a command and of the peer, in turns."""
    more = dict(more or {})
    if not bytecode:  # a folder that holds none, and where none is written
        more |= {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPYCACHEPREFIX": str(cache / "none")}
    pairs = [(seconds(call, cache, more=more), seconds(BASE, cache, more=more)) for _ in range(rounds)]
    return tuple(map(min, zip(*pairs, strict=True)))


def seconds(call, cache, more=None):
    """Return the processor seconds of a command that keeps its code in *cache*, with *more* variables."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"NUMBA_CACHE_DIR": str(cache), **(more or {})}
    return process_seconds(call, environment)
