"""Programs in C and C++ to measure beside: how each is built.

Our own are single files of this folder.  The others are built from a checkout in ``$GRIDWALK_PEERS/NAME``:

    mkdir peers && cd peers && export GRIDWALK_PEERS=$PWD
    git clone https://github.com/milostatarevic/FastGridPathCounter
    git clone https://github.com/kunisura/TdZdd
    git clone https://github.com/ShortestPathLab/warthog-core
    git clone https://github.com/ShortestPathLab/warthog-jps

`built` returns the program, built when it is first asked for, or None where there is no compiler or no
checkout: that part of a benchmark is left out then, and says so.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
FLAGS = ["-O3", "-march=native", "-DNDEBUG", "-pthread"]

# What builds a peer from its checkout: shell commands, with {out} for the program's place and {here} for this
# folder.  A name is that of the checkout, and after a colon what tells several programs of it apart.
RECIPES: dict[str, list[str]] = {
    **{
        f"FastGridPathCounter:{n}": [
            f"gcc {' '.join(FLAGS)} -flto -w -DN={n} -DTYPE=uint64_t -DCYCLES=0 -DHAMILTONIAN=0 -DN_THREADS=1"
            " src/*.c -o {out}"
        ]
        for n in (10, 13, 16)
    },
    "TdZdd:king": [f"c++ {' '.join(FLAGS)} -w -I include {{here}}/tdzdd_king.cpp -o {{out}}"],
    "warthog-jps": [
        "cmake -B build -DCMAKE_BUILD_TYPE=Release "
        "-DFETCHCONTENT_SOURCE_DIR_WARTHOG-CORE=$PWD/../warthog-core && cmake --build build",
        "cp build/warthog-jps {out}",
    ],
}


def built(name: str) -> Path | None:
    """Return the program *name*: a file of this folder without ``.cpp``, or a row of `RECIPES`."""
    own = HERE / f"{name}.cpp"
    checkout = Path(os.environ.get("GRIDWALK_PEERS", "peers")) / name.partition(":")[0]
    source = own if own.exists() else checkout
    if not source.exists() or not shutil.which("c++"):
        print(f"{name} is left out: there is no {'compiler' if source.exists() else source}")
        return None
    out = _place() / name.replace(":", "-")
    if not out.exists() or out.stat().st_mtime < source.stat().st_mtime:
        out.parent.mkdir(parents=True, exist_ok=True)
        if own.exists():
            subprocess.run(["c++", *FLAGS, str(own), "-o", str(out)], check=True)
        for command in [] if own.exists() else RECIPES[name]:
            subprocess.run(command.format(out=out, here=HERE), shell=True, check=True, cwd=checkout)
    return out


def _place() -> Path:
    return Path(tempfile.gettempdir()) / f"gridwalk-peers-{os.getuid()}"
