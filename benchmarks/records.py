"""Exact numbers beyond, or at the end of, what is listed: each counted twice, in two ways.

Run: python -m benchmarks.records [NAME ...]; without names all of them, cheapest first.  With the number of a
sequence and its last n, such as A236753 15, its b-file is printed; with the name of a table, such as
cylinder-cycles, or puzzles 3 3, its rows, each counted in both ways.  Each way of a record is a
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
from itertools import combinations, product
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
    for down, right in whole.moves.deltas:  # with those over a joined side
        row, column = cell[0] + down, cell[1] + right
        if 0 <= row < rows and 0 <= column < columns and whole.has_move(cell, (row, column)):
            found.add((row, column))
    return sorted(found)


def by_first_step(whole, start, end, verb="paths"):
    """Count paths, or tours, from *start* by their second cell, on the board without the first."""
    rest = without(whole, start)
    return sum(getattr(rest, verb)(cell, [end]).count() for cell in near(whole, start))


def by_corner(whole, verb="tours"):
    """Count closed tours by the two cells beside the first one: tours of the rest from one to the other."""
    first = tuple(np.argwhere(whole.open_cells)[0].tolist())
    rest = without(whole, first)
    beside = combinations(near(whole, first), 2)
    return sum(getattr(rest, verb)(one, [other]).count() for one, other in beside)


def past_a_cell_or_not(whole):
    """Count cycles through the first cell, as paths between two cells beside it, and the others."""
    return by_corner(whole, "paths") + without(whole, (0, 0)).cycles().count()


def by_start(side):
    """Count walks anywhere by their first cell; one of an eighth of the square stands for all alike."""
    whole = board(side, side)
    orbits: dict[tuple[int, int], int] = {}
    for row, column in np.ndindex(side, side):
        turned = [(min(r, side - 1 - r), min(c, side - 1 - c)) for r, c in ((row, column), (column, row))]
        orbits[min(turned)] = orbits.get(min(turned), 0) + 1
    return sum(whole.paths(cell, "anywhere").count() * often for cell, often in orbits.items())


def round_the_axis(side):
    """Count paths of a cylinder by their first cell: those round the axis are alike."""
    whole = board(side, side, wrap="rows")
    firsts = [whole.paths((0, column), "anywhere").count() for column in range(side)]
    return (side * sum(firsts) - side * side) // 2


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


def after_a_step(side):
    """Count the same walks by their first step, right or down alike, on the square without its corner."""
    rest = without(board(side, side), (0, 0))
    ends = [(last, sides) for last, sides in sides_out(side) if last != (0, 0)]
    return 2 + 2 * sum(rest.paths((0, 1), last).count() * sides for last, sides in ends)


def walks(side):
    """Count walks anywhere of a square, in both directions, with those of no move."""
    return board(side, side).paths("anywhere", "anywhere").count()


def paths_of_cylinder(side):
    """Count paths anywhere of a cylinder, in one direction, without those of no move."""
    return (board(side, side, wrap="rows").paths("anywhere", "anywhere").count() - side * side) // 2


def diagonal(side):
    """Return the cells from corner to corner."""
    return [(place, place) for place in range(side)]


def crossing(side):
    """Return the cells of the other diagonal."""
    return [(place, side - 1 - place) for place in range(side)]


def past(cells, side, closed=False):
    """Count paths from corner to corner, or cycles, of a square that visit all *cells* of it."""
    whole = board(side, side)
    return (whole.cycles() if closed else whole.paths()).through(cells(side)).count()


def past_without_first(cells, side, closed=False):
    """Count the same on the square without its first cell: paths from the one next to it on the right.

    They lead to the cell below it, or to the last corner; then those from the cell below are as many.
    """
    needed = [cell for cell in cells(side) if cell != (0, 0)]
    rest, end = without(board(side, side), (0, 0)), (1, 0) if closed else (side - 1, side - 1)
    return rest.paths((0, 1), [end]).through(needed).count() * (1 if closed else 2)


def stuck(side):
    """Count walks from a corner that cannot go on: paths through all cells next to their last one."""
    whole = board(side, side)  # its diagonal is an axis
    return sum(
        whole.paths((0, 0), last).through(near(whole, last)).count() * (1 + (last[0] < last[1]))
        for last in np.ndindex(side, side) if last[0] <= last[1]
    )  # fmt: skip


def stuck_after_a_step(side):
    """Count the same walks by their first step, right or down alike, on the square without its corner."""
    rest = without(board(side, side), (0, 0))
    ends = np.argwhere(rest.open_cells).tolist()
    return 2 * sum(rest.paths((0, 1), last).through(near(rest, last)).count() for last in ends)


def cube(side):
    """Return the cells of a cube's surface."""
    cells = np.ones((side,) * 3, bool)
    cells[1:-1, 1:-1, 1:-1] = False
    return cells


def over_the_cube(side):
    """Count paths between opposite corners of a cube over its surface."""
    return Board.from_levels(~cube(side)).paths().count()


def over_the_cube_by_first_step(side):
    """Count the same paths by their second cell, three alike, on the cube without the first."""
    cells = cube(side)
    cells[0, 0, 0] = False
    return 3 * Board.from_levels(~cells).paths((0, 0, 1), [(side - 1,) * 3]).count()


def linked(rows, columns, fill):
    """Count the ways to join the upper corners, and the lower ones, by two disjoint paths."""
    lower = (rows - 1, 0), (rows - 1, columns - 1)
    return board(rows, columns).path_pairs(((0, 0), (0, columns - 1)), lower, fill=fill).count()


def linked_after_a_step(rows, columns, fill):
    """Count the same by the second cell of the upper path, on the board without the first one."""
    whole, end = board(rows, columns), (0, columns - 1)
    lower = (rows - 1, 0), (rows - 1, columns - 1)
    rest, number = without(whole, (0, 0)), 0
    for cell in near(whole, (0, 0)):
        if cell == end:  # the lower path is alone
            alone = without(rest, end)
            number += (alone.tours if fill else alone.paths)(lower[0], [lower[1]]).count()
        elif cell not in lower:
            number += rest.path_pairs((cell, end), lower, fill=fill).count()
    return number


def puzzles(rows, columns):
    """List all puzzles Numberlink that have a solution: pairs of cells, and how many solutions there are.

    Cell by cell, each with a move to the right, one down, both or none: no cell without a move or with three,
    and no cycle.  This shares no code with gridwalk.
    """
    size, found = rows * columns, dict[frozenset[tuple[int, int]], int]()

    def go_on(cell, moves, mate):
        if cell == size:
            ends = frozenset((one, mate[one]) for one in range(size) if moves[one] == 1 and one < mate[one])
            found[ends] = found.get(ends, 0) + 1
            return
        ahead = [other for other, there in (
            (cell + 1, (cell + 1) % columns > 0), (cell + columns, cell + columns < size)
        ) if there]  # fmt: skip
        for number in range(len(ahead) + 1):
            for chosen in combinations(ahead, number):
                if not 1 <= moves[cell] + number <= 2:
                    continue
                more, mates = moves[:], mate[:]
                for other in chosen:
                    if more[other] == 2 or mates[cell] == other:
                        break
                    more[cell], more[other] = more[cell] + 1, more[other] + 1
                    one, two = mates[cell], mates[other]
                    mates[one], mates[two] = two, one
                else:
                    go_on(cell + 1, more, mates)

    go_on(0, [0] * size, list(range(size)))
    return found


def solutions(rows, columns, pairs):
    """Return how many solutions a puzzle has, by gridwalk."""
    cells = [tuple(divmod(end, columns) for end in pair) for pair in sorted(pairs)]
    return board(rows, columns).path_pairs(*cells, fill=True).count()


class Record(NamedTuple):
    """A question, and two ways to its answer."""

    words: str
    sequence: str
    command: str
    first: Callable[[], int]
    check: str
    second: Callable[[], int]


class Series(NamedTuple):
    """A sequence: its question for n, and two ways to each of its numbers."""

    words: str
    sequence: str
    command: str
    begins: int
    first: Callable[[int], int]
    check: str
    second: Callable[[int], int]

    def record(self, name, n):
        """Return the record of its n-th number."""
        command = self.command or f"python -m benchmarks.records {name}-{n}"
        return Record(
            self.words.format(n=n), self.sequence, command.format(n=n, last=n - 1),
            partial(self.first, n), self.check, partial(self.second, n),
        )  # fmt: skip


class Sheet(NamedTuple):
    """A table by rows and columns, and two ways to each of its numbers."""

    words: str
    begins: tuple[int, int]  # rows and columns
    ends: tuple[int, int]
    first: Callable[[int, int], int]
    check: str
    second: Callable[[int, int], int]

    def numbers(self, most=99):
        """Yield rows, columns and the number, counted twice; of *most* rows and columns."""
        ranges = [range(begin, min(end, most) + 1) for begin, end in zip(self.begins, self.ends, strict=True)]
        for rows, columns in product(*ranges):
            number = self.first(rows, columns)
            if number != self.second(rows, columns):
                raise SystemExit(f"records: {self.words}: {rows} x {columns} differs")
            yield rows, columns, number


def cylinder(rows, columns):
    """Return the cylinder C_rows x P_columns."""
    return board(rows, columns, wrap="rows")


SHEETS = {
    "cylinder-ends": Sheet(
        "paths of a cylinder, from a cell of one rim to the cell of the other that is farthest round",
        (3, 1), (10, 10), lambda m, n: cylinder(m, n).paths((0, 0), (m // 2, n - 1)).count(),
        "by first step", lambda m, n: by_first_step(cylinder(m, n), (0, 0), (m // 2, n - 1)),
    ),
    "cylinder-cycles": Sheet(
        "cycles of a cylinder", (3, 1), (10, 10), lambda m, n: cylinder(m, n).cycles().count(),
        "by whether they visit the first cell", lambda m, n: past_a_cell_or_not(cylinder(m, n)),
    ),
    "cylinder-tours": Sheet(
        "closed tours of a cylinder", (3, 1), (10, 10),
        lambda m, n: cylinder(m, n).tours(closed=True).count(),
        "by the moves at a cell", lambda m, n: by_corner(cylinder(m, n)),
    ),
    "corners": Sheet(
        "two disjoint paths that join the upper corners and the lower ones", (2, 2), (10, 10),
        partial(linked, fill=False), "by first step", partial(linked_after_a_step, fill=False),
    ),
    "corners-filled": Sheet(
        "the same through all cells", (2, 2), (10, 10),
        partial(linked, fill=True), "by first step", partial(linked_after_a_step, fill=True),
    ),
}  # fmt: skip

SERIES = {
    "walks": Series(
        "walks anywhere, {n} x {n}", "A236753", "gridwalk count {n}x{n} --from anywhere --to anywhere", 1,
        walks, "by the first cell", by_start,
    ),
    "escapes": Series(
        "walks from a corner until they leave {n} x {n}", "A343962", "", 1,
        escapes, "by first step", after_a_step,
    ),
    "diagonal": Series(
        "paths, corner to corner, through all cells of the diagonal, {n} x {n}", "A333455", "", 1,
        partial(past, diagonal), "by first step", partial(past_without_first, diagonal),
    ),
    "crossing": Series(
        "paths, corner to corner, through all cells of the other diagonal, {n} x {n}", "A333464", "", 1,
        partial(past, crossing), "by first step", partial(past_without_first, crossing),
    ),
    "cylinder-paths": Series(
        "paths anywhere of the cylinder, {n} x {n}", "A338963",
        "gridwalk count {n}x{n} --wrap rows --from anywhere --to anywhere", 3,
        paths_of_cylinder, "by the first cell", round_the_axis,
    ),
    "cube": Series(
        "paths between opposite corners over the surface of a cube, side {n}", "A215577", "", 1,
        over_the_cube, "by first step", over_the_cube_by_first_step,
    ),
    "stuck": Series(
        "walks from a corner until they cannot go on, {n} x {n}", "A341269", "", 1,
        stuck, "by first step", stuck_after_a_step,
    ),
    "along": Series(
        "paths from a corner to the next one, {n} x {n}", "A271507",
        "gridwalk count {n}x{n} --to {last},0", 1, lambda n: board(n, n).paths((0, 0), (n - 1, 0)).count(),
        "by first step", lambda n: by_first_step(board(n, n), (0, 0), (n - 1, 0)),
    ),
} | {
    name: Series(
        f"cycles through {words}, {{n}} x {{n}}", sequence, "", 2, partial(past, cells, closed=True),
        "by the moves at a corner", partial(past_without_first, cells, closed=True),
    )
    for name, words, sequence, cells in (
        ("past-corner", "a corner", "A333246", lambda n: [(0, 0)]),
        ("past-two-corners", "the two corners of a side", "A333247", lambda n: [(0, 0), (n - 1, 0)]),
        ("past-corners", "all four corners", "A333466", lambda n: [*product((0, n - 1), repeat=2)]),
        ("past-diagonal", "all cells of a diagonal", "A333796", diagonal),
        ("past-diagonals", "all cells of both diagonals", "A333795", lambda n: diagonal(n) + crossing(n)),
        ("past-rim", "all cells of the border", "A333759", lambda n: [cell for cell, _ in sides_out(n)]),
    )
}  # fmt: skip


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


def table(smallest=3):
    """Return all records by name; those of series from the *smallest* on."""
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
            f"orthogonal closed tours of the cylinder, {side} x {side}", board(side, side, wrap="rows"),
            "A222197", f"gridwalk count {side}x{side} --wrap rows --tour --closed",
        )  # fmt: skip
    for name, series in SERIES.items():
        for n in range(max(smallest, series.begins), 19):
            records[f"{name}-{n}"] = series.record(name, n)
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


def main(names):
    """Print a row of a table for each record, and stop where two ways differ; or a file of terms."""
    if names[:1] == ["puzzles"]:
        rows, columns = int(names[1]), int(names[2])
        found = puzzles(rows, columns)
        for pairs, number in found.items():
            if number != solutions(rows, columns, pairs):
                raise SystemExit(f"records: {sorted(pairs)} of {rows} x {columns} differs")
        print(rows, columns, len(found), list(found.values()).count(1), sum(found.values()))
        return
    if names[:1] and names[0] in SHEETS:
        for row in SHEETS[names[0]].numbers():
            print(*row, flush=True)
        return
    for series in SERIES.values():
        if names[:1] == [series.sequence]:
            for n in range(series.begins, int(names[1]) + 1):
                print(n, series.first(n), flush=True)
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
            f"{peak / 1e9:.2f} | {record.check}: {more:.1f} | `{record.command}` |",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
