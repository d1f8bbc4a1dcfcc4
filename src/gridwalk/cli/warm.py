"""What `gridwalk warm` asks: all that this machine has not yet compiled is compiled by it."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path
from subprocess import PIPE, Popen

from gridwalk.cli.progress import TALK
from gridwalk.cli.status import Status
from gridwalk.errors import LimitError

# What is asked, in the words of the command line: together it calls every kernel with such arguments as
# people's questions have.  Each group is a process; what its questions share is compiled once.
MADE = "make"  # stands for a maze of every maker
NODES = "nodes"  # stands for what NetworkX asks
GROUPS: dict[str, tuple[str, ...]] = {
    "searches": (
        *(f"find maze.txt --by {by}" for by in ("dfs", "dfs-recursive", "bfs", "greedy")),
        *(f"shortest maze.txt --by {by}" for by in ("bfs", "labels", "dijkstra", "astar", "corridors")),
        *(f"shortest maze.txt --by {by}" for by in ("bidirectional", "idastar")),
        *(f"shortest king.txt --moves king --by {by}" for by in ("dijkstra", "astar", "jps", "corridors")),
        *(f"shortest hills.txt --costs --by {by}" for by in ("dijkstra", "astar")),
        "shortest hills.txt --costs --moves king",
        "shortest king.txt --moves king --smooth",
        "shortest 9x9 --from 0,0 --from 8,0 --to 8,8 --to 0,8",
        "shortest maze.txt --labels --by labels",
        "shortest 5x5 --to 4,4 --wall 3,4 --wall 4,3 --nearest",
        "trace maze.txt --by bfs",
        "trace king.txt --moves king --by jps",
        "visit hills.txt 8,8 4,4 --costs --back",
        "field hills.txt --costs --flee -1.2",
        "show 5x5 --moves R,D --islands",
    ),
    "paths one by one": (
        "list 4x4",
        "list 4x4 --json",
        "list 3x3 --moves king",
        "list 4x4 --moves knight",
        "list 3x3 --cycles",
        "list 5x4 --moves knight --tour",
        "list 4x4 --shortest-first",
        "list 4x4 --shortest-first --longer-than 8",
        "trace 4x4 --by list",
    ),
    "open boards": (
        "count 12x12",
        "count 8x8 --lengths",
        "longest 9x9 --wall 4,4 --wall 2,2",
        "longest hills.txt --costs --measure cost",
        "sample 10x10 -n 3 --seed 1",
        "count 10x10 --cycles",
        "count 8x8 --tour --closed",
        "count 12x12 --approx 20% --seed 1",
        "count 14x14 --length 80 --approx 20% --seed 1",
    ),
    "all boards": (
        "count 6x6 --moves king",
        "count 5x5 --moves king --lengths",
        "count 5x5 --moves king --cycles",
        "count 5x5 --moves knight",
        "longest 6x6 --moves king --wall 2,2",
        "longest hills.txt --costs --moves king --measure cost",
        "count 5x5 --moves king --shorter-than 9",
        "sample 6x6 --moves king -n 3 --seed 1",
        "count 6x6 --through 3,3",
        "count 8x8 --moves king --approx 20% --seed 1",
        "count 8x8 --moves king --visits --approx 20% --seed 1",
        "count 8x8 --moves king --lengths --approx 20% --seed 1",
    ),
    "tours": (
        "count 6x6 --moves knight --tour",
        "count 6x6 --moves knight --tour --closed",
        "count 6x5 --moves knight --tour --from a1",
        "count 6x6 --moves knight --tour --closed --up-to-symmetry",
        "sample 5x5 --moves knight --tour -n 3 --seed 1",
        "find 8x8 --moves knight --tour",
        "find 5x5 --moves knight --tour --by dfs",
        "find 20x20 --moves knight --tour --by warnsdorff",
        "find 30x31 --moves knight --tour --by construct",
        "find 12x12 --moves knight --tour --closed --wall 3,3 --wall 3,4",
        "find 8x8 --moves king --tour",
        "find 9x9 --moves knight --tour --wall 4,4",
    ),
    "long paths": (
        "longest 24x24 --wall 5,5 --wall 9,8 --wall 12,13 --anytime 3 --seed 1",
        "longest 20x20 --moves king --anytime 2 --seed 1",
        "longest hills.txt --costs --measure cost --anytime 2 --seed 1",
        "longest maze.txt --bound",
        "longest 24x24 --wall 5,5 --bound",
        "shortest 20x20 --through 15,2 --through 2,15 --wall 9,9",
        "visit 20x20 15,2 2,15",
        "visit 20x20 " + " ".join(f"{7 * i % 20},{i}" for i in range(20)),
        "longest maze.txt --anytime 2 --seed 1",
        "shortest maze.txt --through 15,15",
    ),
    "mazes": (
        MADE,
        "make kruskal 20x20 --seed 1 --ends far",
        "survey kruskal 9x9 -n 2 --ask find,reach,span,shortest,longest,count,measure --seed 1",
    ),
    "networks": (
        "count torus.edges --from 0 --to 21",
        "shortest torus.edges --from 0 --to 21",
        "list torus.edges --from 0 --to 21 --limit 3",
        "list torus.edges --cycles --limit 3",
        "list torus.edges --from 0 --to 21 --induced --limit 3",
    ),
    "graphs of NetworkX": (NODES,),
}
BOARDS = (  # made beforehand, in the folder where the questions are asked
    "make backtracker 31x31 --braid 40% --seed 1 -o maze.txt",
    "make percolation 80x80 --walls 10% --seed 1 --ends far -o king.txt",
)
TORUS = "\n".join(f"{u} {u // 6 * 6 + (u + 1) % 6}\n{u} {(u + 6) % 36}" for u in range(36))
HILLS = "\n".join(
    "".join(str((3 * row + 5 * column * column) % 9 + 1) for column in range(9)) for row in range(9)
)


def answer_all() -> None:
    """Answer all questions, a process for each group, as many at once as there are processors.

    Raises
    ------
    LimitError
        If what is compiled cannot be kept.
    InputError
        If nothing can be compiled for the processor that the environment names.

    """
    from rich.console import Console
    from rich.progress import Progress

    from gridwalk.kernels._machine import processor

    processor()
    running: list[Popen[str]] = []
    with Progress(console=Console(stderr=True), transient=True, disable=TALK.quiet) as bar:
        task = bar.add_task("compiling", total=sum(map(len, GROUPS.values())))
        answered = partial(_answered, running=running, advance=lambda: bar.advance(task))
        pool = ThreadPoolExecutor(os.cpu_count())
        try:
            list(pool.map(answered, GROUPS))
        finally:  # on Ctrl-C and errors nothing goes on
            pool.shutdown(wait=False, cancel_futures=True)
            left = [*running]
            for process in left:
                process.terminate()
            for process in left:
                process.wait()


# A process that answers a group.  Told to end, it removes its folder; it ends, too, when nobody listens.
CHILD = """
import signal, sys
signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
from gridwalk.cli.warm import answer_group
try:
    answer_group({name!r}, lambda: print(flush=True))
except OSError as error:
    sys.stderr.write(str(error))
    sys.exit({unkept})
"""


def _answered(name: str, running: list[Popen[str]], advance: Callable[[], None]) -> None:
    """Answer a group in a process of its own."""
    words = [sys.executable, "-c", CHILD.format(name=name, unkept=int(Status.OUT_OF_LIMITS))]
    with Popen(words, stdout=PIPE, stderr=PIPE, text=True) as process:
        running.append(process)
        assert process.stdout is not None
        assert process.stderr is not None
        for _ in process.stdout:
            advance()
        said = process.stderr.read()
    running.remove(process)
    if process.returncode == Status.OUT_OF_LIMITS:
        raise LimitError(said.strip())
    if process.returncode:
        raise RuntimeError(said)


def answer_group(name: str, advance: Callable[[], None] = lambda: None) -> None:
    """Answer the questions of a group in this process, in compiled code, and print nothing.

    Raises
    ------
    RuntimeError
        With the question that was not answered, and what was said.
    OSError
        If what is compiled cannot be kept, with the reason.

    """
    from gridwalk.cli import run
    from gridwalk.kernels import _cache
    from gridwalk.makers.table import MAKERS
    from gridwalk.nxbackend.graph import ask_all
    from gridwalk.runtime.slices import tier
    from gridwalk.runtime.tuning import tuned

    here = Path.cwd()
    with tempfile.TemporaryDirectory() as folder, tier("compiled"), tuned(tables_after=0):
        os.chdir(folder)
        try:
            Path("hills.txt").write_text(HILLS + "\n", encoding="ascii")
            Path("torus.edges").write_text(TORUS + "\n", encoding="ascii")
            mazes = [f"make {maker} 20x20 --seed 1" for maker in MAKERS]
            for words in (*BOARDS, *GROUPS[name]):
                if words == NODES:
                    ask_all()
                for line in {MADE: mazes, NODES: []}.get(words, [words]):
                    said = StringIO()
                    with redirect_stdout(StringIO()), redirect_stderr(said):
                        status = run(line.split())
                    if unkept := _cache.unkept():
                        raise OSError(unkept)
                    if status not in (Status.ANSWERED, Status.NO_PATH):
                        raise RuntimeError(f"gridwalk {line}: status {status}\n{said.getvalue()}")
                if words not in BOARDS:
                    advance()
        finally:
            os.chdir(here)
