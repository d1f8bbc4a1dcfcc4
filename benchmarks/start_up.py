"""What does starting cost?  Whole commands in processes of their own: the first run, and every later one.

Processor seconds, the least of some rounds in turns.  *Compiling*: nothing is kept yet, so the command
compiles what it needs.  *With shipped code*: nothing is kept either, but the package brings its code, as a
wheel for one kind of machine does.  *Later*: what an earlier run compiled is kept.  The peer imports what
gridwalk stands on, and does nothing.
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
    "longest 10x10 --wall 4,4 --wall 2,7",
    "sample 10x10",
    "count 6x6 --moves knight --tour",
)
AIM_FIRST, AIM_LATER = 2.5, 0.45
BASE = [sys.executable, "-c", "import numpy, click, llvmlite.binding"]


def figures(rounds=5):
    """Measure each command in turns with the peer."""
    maps = Path(os.environ.get("GRIDWALK_MAPS", "maps"))
    commands = [f"shortest {maps / MAP}" if words == MAP else words for words in COMMANDS]
    commands = [words for words in commands if MAP not in words or (maps / MAP).exists()]
    with tempfile.TemporaryDirectory() as folder:
        kept, objects, nothing = (Path(folder) / name for name in ("kept", "objects", "nothing"))
        shipped(objects)
        found = []
        for words in commands:
            call = [sys.executable, "-m", "gridwalk", *words.split()]
            name = words.replace(str(EXAMPLES) + "/", "").replace(str(maps) + "/", "")
            first = seconds(call, nothing / words.split()[0] / str(len(found)))
            ready = min(seconds(call, nothing / f"{len(found)}-{n}", objects) for n in range(3))
            seconds(call, kept)
            later, base = [], []
            for _ in range(rounds):
                later.append(seconds(call, kept))
                base.append(process_seconds(BASE))
            peer = {"peer": "import numpy, click, llvmlite", "theirs": min(base), "of_ratio": False}
            found += [
                Figure(f"first run, compiling: {name}", "s", first, aim=AIM_FIRST),
                Figure(f"first run, with shipped code: {name}", "s", ready, aim=AIM_FIRST),
                Figure(f"later: {name}", "s", min(later), aim=AIM_LATER, **peer),
            ]
    return sorted(found, key=lambda figure: figure.question.partition(":")[0])


def seconds(call, cache, objects=None):
    """Return the processor seconds of a command that keeps its code in *cache*."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"GRIDWALK_CACHE_DIR": str(cache)}
    if objects is not None:
        environment["GRIDWALK_SHIP"] = str(objects)
    return process_seconds(call, environment)


def shipped(objects):
    """Compile what a wheel brings into the folder *objects*, in a process of its own."""
    code = f"import hatch_build; hatch_build.fill({str(objects)!r})"
    process_seconds([sys.executable, "-c", code], {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
