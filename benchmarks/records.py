"""Exact numbers beyond, or at the end of, what is listed: each counted twice, in two ways.

Run: python -m benchmarks.records [NAME ...]; without names all of them, cheapest first.  With the number of a
sequence and its last n, such as A236753 15, its b-file is printed.  Each way is a
process of its own, so that its memory is its own.  The second way asks another question that has the same
answer: paths by their first step, closed tours by the two moves at a corner; boards, states, and residues
differ.  Where two engines can count, the second way is the other engine.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations
from multiprocessing import get_context
from typing import NamedTuple

import numpy as np

from gridwalk import KING as STRICT_KING
from gridwalk import KNIGHT, ORTHOGONAL, Board

KING = STRICT_KING.with_corners("none")  # a hole must not forbid moves past its corners


def board(rows, columns, moves=ORTHOGONAL, **options):
    """Return an open rectangle, from corner to corner."""
    return Board(np.ones((rows, columns), bool), moves=moves, **options)


def holed(side, moves=ORTHOGONAL):
    """Return an open square of odd side without its centre."""
    cells = np.ones((side, side), bool)
    cells[side // 2, side // 2] = False
    return Board(cells, moves=moves)


def without(whole, cell):
    """Return the board with a wall more."""
    cells = whole.open_cells.copy()
    cells[cell] = False
    return Board(cells, moves=whole.moves, wrap=whole.wrap)


def near(whole, cell):
    """Return the cells one move from *cell*."""
    rows, columns = whole.shape
    found = set()
    for down, right in whole.moves.deltas:
        row, column = cell[0] + down, cell[1] + right
        row = row % rows if whole.wrap in ("columns", "both") else row
        column = column % columns if whole.wrap in ("rows", "both") else column
        if 0 <= row < rows and 0 <= column < columns and whole.has_move(cell, (row, column)):
            found.add((row, column))
    return sorted(found)


def by_first_step(whole, start, end, verb="paths"):
    """Count paths, or tours, from *start* by their second cell, on the board without the first."""
    rest = without(whole, start)
    return sum(getattr(rest, verb)(cell, [end]).count() for cell in near(whole, start))


def by_corner(whole):
    """Count closed tours by the two cells beside the first one: tours of the rest from one to the other."""
    first = tuple(np.argwhere(whole.open_cells)[0].tolist())
    rest = without(whole, first)
    return sum(rest.tours(one, [other]).count() for one, other in combinations(near(whole, first), 2))


def by_start(whole):
    """Count walks anywhere by their first cell; one of an eighth of the square stands for all alike."""
    side = whole.rows
    orbits: dict[tuple[int, int], int] = {}
    for row, column in np.ndindex(side, side):
        turned = [(min(r, side - 1 - r), min(c, side - 1 - c)) for r, c in ((row, column), (column, row))]
        orbits[min(turned)] = orbits.get(min(turned), 0) + 1
    return sum(whole.paths(cell, "anywhere").count() * often for cell, often in orbits.items())


def sides_out(side):
    """Yield each cell of the border of a square, with how many of its sides are on it."""
    for row, column in np.ndindex(side, side):
        sides = sum(place in (0, side - 1) for place in (row, column)) * (1 + (side == 1))
        if sides:
            yield (row, column), sides


def escapes(side):
    """Count walks from a corner out of a square: paths to each cell of its border, times its sides there."""
    whole = board(side, side)  # its diagonal is an axis
    return sum(
        whole.paths((0, 0), last).count() * sides * (1 + (last[0] < last[1]))
        for last, sides in sides_out(side) if last[0] <= last[1]
    )  # fmt: skip


def past_the_border(side):
    """Count the same walks as paths to exits all round the square, on a board with a rim."""
    rim = [(row, column) for row, column in np.ndindex(side + 2, side + 2)
           if (row in (0, side + 1)) != (column in (0, side + 1))]  # fmt: skip
    return board(side + 2, side + 2).paths((1, 1), rim).count()


def after_a_step(side):
    """Count the same walks by their first step, right or down alike, on the square without its corner."""
    rest = without(board(side, side), (0, 0))
    ends = [(last, sides) for last, sides in sides_out(side) if last != (0, 0)]
    return 2 + 2 * sum(rest.paths((0, 1), last).count() * sides for last, sides in ends)


class Record(NamedTuple):
    """A question, and two ways to its answer."""

    words: str
    sequence: str
    command: str
    first: Callable[[], int]
    check: str
    second: Callable[[], int]


def corner_to_corner(name, moves, side, sequence):
    """Return the record of paths from corner to corner of a square."""
    whole, end = board(side, side, moves), (side - 1, side - 1)
    return Record(
        f"{name}'s paths, corner to corner, {side} x {side}", sequence,
        f"gridwalk count {side}x{side}{'' if moves is ORTHOGONAL else f' --moves {name}'}",
        whole.paths().count, "by first step", lambda: by_first_step(whole, (0, 0), end),
    )  # fmt: skip


def corner_tours(name, moves, side, sequence):
    """Return the record of tours from corner to corner of a square."""
    whole, end = board(side, side, moves), (side - 1, side - 1)
    return Record(
        f"{name}'s tours, corner to opposite corner, {side} x {side}", sequence,
        f"gridwalk count {side}x{side} --moves {name} --tour --to {side - 1},{side - 1}",
        whole.tours((0, 0), [end]).count, "by first step",
        lambda: by_first_step(whole, (0, 0), end, "tours"),
    )  # fmt: skip


def closed_tours(words, whole, sequence, command, *, engines=False):
    """Return the record of closed tours: by two engines, or by the cells beside the first one."""
    tours = whole.tours(closed=True)
    if engines:
        return Record(
            words, sequence, command, lambda: tours.count(by="halves"), "by sweep",
            lambda: tours.count(by="sweep"),
        )  # fmt: skip
    return Record(words, sequence, command, tours.count, "by the moves at a corner", lambda: by_corner(whole))


def table(smallest=13):
    """Return all records by name; those of walks from the *smallest* square on."""
    records = {}
    for side in (15, 16, 17, 18):
        records[f"rook-{side}"] = corner_to_corner("orthogonal", ORTHOGONAL, side, "A007764")
    for side in (10, 11, 12):
        records[f"king-{side}"] = corner_to_corner("king", KING, side, "A140518")
    for side in (8, 10, 12):
        records[f"king-tours-{side}"] = corner_tours("king", KING, side, "A272445")
    for side in (8, 10, 12, 13):
        records[f"king-closed-{side}"] = closed_tours(
            f"king's closed tours, {side} x {side}", board(side, side, KING), "A140519",
            f"gridwalk count {side}x{side} --moves king --tour --closed", engines=side <= 10,
        )  # fmt: skip
    for side in (14, 16):
        records[f"rook-closed-{side}"] = closed_tours(
            f"orthogonal closed tours, {side} x {side}", board(side, side), "A003763",
            f"gridwalk count {side}x{side} --tour --closed",
        )  # fmt: skip
    for side in (7, 8, 9, 10):
        records[f"torus-{side}"] = closed_tours(
            f"closed tours of the torus, {side} x {side}", board(side, side, wrap="both"), "A222199",
            f"gridwalk count {side}x{side} --wrap both --tour --closed",
        )  # fmt: skip
    for side in (8, 10, 12):
        records[f"cylinder-{side}"] = closed_tours(
            f"orthogonal closed tours of the cylinder, {side} x {side}", board(side, side, wrap="rows"), "",
            f"gridwalk count {side}x{side} --wrap rows --tour --closed",
        )  # fmt: skip
    for side in range(smallest, 17):
        whole = board(side, side)
        records[f"walks-{side}"] = Record(
            f"walks anywhere, {side} x {side}", "A236753",
            f"gridwalk count {side}x{side} --from anywhere --to anywhere",
            partial(walks, side), "by the first cell", partial(by_start, whole),
        )  # fmt: skip
    for side in range(smallest, 18):
        ways = ("past the border", past_the_border) if side <= 14 else ("by first step", after_a_step)
        records[f"escapes-{side}"] = Record(
            f"walks from a corner until they leave {side} x {side}", "A343962",
            f"python -m benchmarks.records escapes-{side}",
            partial(escapes, side), ways[0], partial(ways[1], side),
        )  # fmt: skip
    python = "Board(cells, moves={}).tours(closed=True).count()"
    for name, moves, sides in (
        ("orthogonal", ORTHOGONAL, (7, 9, 11, 13)),
        ("king", KING, (7, 9)),
        ("knight", KNIGHT, (7,)),
    ):
        for side in sides:
            records[f"{name}-holed-{side}"] = closed_tours(
                f"{name}'s closed tours, {side} x {side} without its centre", holed(side, moves), "",
                python.format(name.upper()),
            )  # fmt: skip
    return records


def counted(name, second):
    """Return the number, processor seconds, and the peak of memory in bytes."""
    record = table()[name]
    began = time.process_time()
    number = (record.second if second else record.first)()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return number, time.process_time() - began, peak


def alone(name, second):
    """Count in a new process."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(counted, name, second).result()


def walks(side):
    """Count walks anywhere of a square."""
    return board(side, side).paths("anywhere", "anywhere").count()


SERIES = {"A236753": walks, "A343962": escapes}


def main(names):
    """Print a row of a table for each record, and stop where two ways differ; or a b-file."""
    if names and names[0] in SERIES:
        for n in range(1, int(names[1]) + 1):
            print(n, SERIES[names[0]](n), flush=True)
        return
    records = table()
    for name in names or records:
        record = records[name]
        number, seconds, peak = alone(name, False)
        again, more, _ = alone(name, True)
        if number != again:
            raise SystemExit(f"records: {name}: {number} and {again}")
        print(
            f"| {record.words} | {record.sequence} | {number} | {len(str(number))} | {seconds:.1f} | "
            f"{peak / 1e9:.2f} | `{record.command}` | {record.check}: {more:.1f} |",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
