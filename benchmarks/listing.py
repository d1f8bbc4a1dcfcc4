"""How fast are paths listed?  All 1,262,816 paths of the open 6 x 6 board from corner to corner, one core.

The count is checked against OEIS A007764.  Compiling is excluded by a first run.  The peer is a plain search
in C++, depth first over bytes, that copies each path to a buffer (benchmarks/native/listing.cpp); as a whole
process it prints the drawings of `gridwalk list`.  Its search enters dead ends, ours does not; it writes 4
bytes a cell, ours writes 8: row and column.  Processor time, minima of rounds in turns.
"""

import subprocess
import sys
import time
from functools import partial

from benchmarks.figures import Figure
from benchmarks.native import built
from benchmarks.rounds import process_seconds
from gridwalk import KING, KNIGHT, Board

PATHS = 1_262_816  # OEIS A007764(6)
ROUNDS = 5


def figures():
    """Return millions of paths a second: in batches, as objects, and by the command line."""
    paths = Board.rectangle(6, 6).paths()
    if paths.count() != PATHS or sum(map(len, paths.batches())) != PATHS:
        raise SystemExit("listing: wrong count")
    program = built("listing")
    ways = {
        "counter": lambda: paths.count(by="list"),
        "batches": lambda: sum(len(batch.cells) for batch in paths.batches()),
        "objects": lambda: sum(1 for _ in paths),
        "cells": lambda: sum(len(path.cells) for path in paths),
        "facts": lambda: sum(len(path.to_dict()) for path in paths),
    }
    ours = {name: _least(way) for name, way in ways.items()}
    theirs = None
    for _ in range(ROUNDS):
        for name, way in ways.items():
            ours[name] = min(ours[name], _seconds(way))
        if program:
            theirs = min(theirs or 1e9, _inside(program, "batches"))
    command = {name: _whole(name) for name in ("drawn", "--json", "--lines")}
    drawn = process_seconds([str(program), "6", "drawn"]) if program else None
    found = [
        _figure("list paths, 6 x 6, in batches", ours["batches"], theirs, 1),
        _figure("as Path objects, 6 x 6", ours["objects"], aim=1),
        _figure("as Path objects, their cells looked at, 6 x 6", ours["cells"]),
        _figure("as Path objects, each as plain values, 6 x 6", ours["facts"]),
        _figure("counted path by path, 6 x 6", ours["counter"]),
        _figure("command `gridwalk list 6x6`, from its start to its end", command["drawn"], drawn, 0.33),
        _figure("gridwalk list 6x6 --json, whole process", command["--json"], aim=0.3),
        _figure("gridwalk list 6x6 --lines, whole process", command["--lines"]),
    ]
    for name, moves in (("king", KING), ("knight", KNIGHT)):
        others = Board.rectangle(5, 5, moves=moves).paths()
        seconds = min(_seconds(partial(_first, others, 1_000_000)) for _ in range(ROUNDS))
        number = _first(others, 1_000_000)
        found.append(
            _figure(f"list paths, {name} 5 x 5, the first {number:,}, in batches", seconds, number=number)
        )
    return found


def _figure(question, seconds, theirs=None, aim=None, number=PATHS, of_ratio=None):
    speed, peer = number / seconds / 1e6, "C++ array search" if theirs else ""
    other = number / theirs / 1e6 if theirs else None
    return Figure(question, "M paths/s", speed, peer, other, aim, at_least=True, of_ratio=of_ratio)


def _first(paths, number):
    """Return how many paths there are in batches, of which the last reaches *number*."""
    listed = 0
    for batch in paths.batches():
        listed += len(batch)
        if listed >= number:
            break
    return listed


def _seconds(way):
    began = time.process_time()
    way()
    return time.process_time() - began


def _least(way):
    way()
    return _seconds(way)


def _inside(program, how):
    """Return the processor seconds that the C++ program says it took."""
    asked = subprocess.run([str(program), "6", how], check=True, capture_output=True, text=True)
    number, seconds = asked.stderr.split()
    if int(number) != PATHS:
        raise SystemExit("listing: the C++ program counts other paths")
    return float(seconds)


def _whole(option):
    """Return the processor seconds of the command line."""
    words = [] if option == "drawn" else [option]
    command = [sys.executable, "-m", "gridwalk", "list", "6x6", *words]
    return min(process_seconds(command) for _ in range(3))
