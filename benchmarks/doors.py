"""What does a door cost that opens or closes, first answer included?  Run: python -m benchmarks doors

Boards of 512 x 512 with walls at random, with and without costs, and with ``GRIDWALK_MAPS`` as a folder of
them a map of a game.  A door is the cell in the middle of a shortest path of some 40 moves; one and the same
question is asked after it has closed, and after it has opened again.  Beside: the same boards built anew, and
asked.  The figure is the median over 16 doors of the least processor time of their rounds, which take turns.
What a game feels is the 90th percentile of all doors and rounds, closed and opened: a row of its own.
The note says how much of it the search alone is: the same question, asked again.  Every path is compared.
"""

from __future__ import annotations

import os
import statistics
import time
from pathlib import Path

import numpy as np

from benchmarks.figures import Figure, show
from gridwalk import KING, ORTHOGONAL, Board, read

SIDE, SHARE = 512, 0.1
DOORS, ROUNDS = 16, 15
NEAR = 30, 50  # moves of the path through a door
MAP = "brc202d.map"
AIM, LATE = 0.15, 0.25  # ms


def boards():
    """Return the boards by what they are."""
    rng = np.random.default_rng(1)
    is_open = rng.random((SIDE, SIDE)) >= SHARE
    costs = rng.integers(1, 10, (SIDE, SIDE))
    found = {
        "king": Board(is_open, moves=KING),
        "orthogonal": Board(is_open, moves=ORTHOGONAL),
        "orthogonal, costs 1 to 9": Board(is_open, moves=ORTHOGONAL, costs=costs),
        "king, costs in fractions": Board(is_open, moves=KING, costs=costs + 0.5),
    }
    folder = os.environ.get("GRIDWALK_MAPS")
    if folder and (Path(folder) / MAP).exists():
        found[f"map {Path(MAP).stem}"] = read(Path(folder) / MAP)
    return found


def doors_of(board):
    """Return (start, goal, door) for some doors that can be closed."""
    rng, found = np.random.default_rng(2), []
    cells = np.argwhere(board.open_cells)
    while len(found) < DOORS:
        start = rng.choice(cells)
        goal = start + rng.integers(-NEAR[1], NEAR[1] + 1, 2)
        if (goal < 0).any() or (goal >= board.shape).any() or not board.open_cells[tuple(goal)]:
            continue
        question = tuple(start.tolist()), tuple(goal.tolist())
        path = board.paths(*question).shortest()
        if path is None or not NEAR[0] <= path.length <= NEAR[1]:
            continue
        door = path[path.length // 2]
        if door not in (board.start, *board.exits) and board.with_walls(door).paths(*question).shortest():
            found.append((*question, door))
    return found


def timed(function):
    """Return the processor time of a call in milliseconds, and its answer."""
    began = time.thread_time_ns()
    answer = function()
    return (time.thread_time_ns() - began) / 1e6, answer


def anew(board):
    """Return an equal board with nothing kept."""
    return Board(board.open_cells, moves=board.moves, costs=board.costs)


def measured(board):
    """Return the milliseconds of closing and opening a door, each also "anew" and "again", and "late"."""
    doors = doors_of(board)
    kinds = [f"{verb}{what}" for verb in ("close", "open") for what in ("", " anew", " again")]
    times = {kind: [[] for _ in doors] for kind in kinds}

    def note(kind, number, began):
        times[kind][number].append(time.thread_time_ns() - began)

    board = board.with_open(*(door for *_, door in doors), costs=None if board.costs is None else 1)
    for _ in range(ROUNDS):
        answers = []
        for number, (start, goal, door) in enumerate(doors):
            board.paths(start, goal).shortest()
            last = board
            for verb in ("close", "open"):
                began = time.thread_time_ns()
                last = last.with_walls(door) if verb == "close" else last.with_open(door)
                path = last.paths(start, goal).shortest()
                note(verb, number, began)
                began = time.thread_time_ns()
                last.paths(start, goal).shortest()
                note(f"{verb} again", number, began)
                answers.append((verb, number, path.cells.tolist()))
        last = path = None  # as in a game, no board of before is held
        for verb, number, cells in answers:
            start, goal, door = doors[number]
            changed = board.with_walls(door) if verb == "close" else board
            began = time.thread_time_ns()
            fresh = anew(changed).paths(start, goal).shortest()
            note(f"{verb} anew", number, began)
            assert fresh.cells.tolist() == cells
    took = {kind: statistics.median(map(min, of_doors)) / 1e6 for kind, of_doors in times.items()}
    return took | {"late": np.percentile([times["close"], times["open"]], 90) / 1e6}


def figures():
    """Return what a door takes on each board, closed and opened."""
    rows = []
    for name, board in boards().items():
        took = measured(board)
        for verb in ("close", "open"):
            rows.append(
                Figure(
                    f"close; open one cell, {name}",
                    "ms",
                    took[verb],
                    "gridwalk, new board",
                    took[f"{verb} anew"],
                    aim=AIM,
                    of_ratio=False,
                    note=f"{1000 * took[f'{verb} again']:.0f} us of it are the search",
                )
            )
        rows.append(Figure(f"a door, 90th percentile: {name}", "ms", took["late"], aim=LATE))
    return rows


if __name__ == "__main__":
    show("doors", figures())
