"""Perft for paths: exact numbers that a program which counts or lists paths can be tested with.

    python -m tests.perft                                # the rows that take seconds in all
    python -m tests.perft --size minute                  # those that take a minute; "hour": the rest
    python -m tests.perft --only "knight*"               # the rows of these names
    python -m tests.perft --only orthogonal-5 --divide     # the number by first step

Chess programs are tested with perft: the number of positions after a few moves, a table that all of them
share.  `tests/perft.csv` is such a table for paths.  If your number differs, ``--divide`` splits it into
smaller questions with the same sum; follow the part that differs.

Columns of the table:

board     "6x8": 6 rows, 8 columns, all open; "..#/.../#..": rows from the top, # is a wall; "2x3x4": levels,
          rows, columns, with moves to the same cell of the next level; "hexagons 4x5": 4 rows of 5 hexagons,
          odd rows half a cell to the right; "cylinder 4x4": left and right side meet, "torus 4x4": top and
          bottom, too; "complete 5", "hypercube 3": graphs of nodes 0, 1 ...; "edges 0-1 1-2": any graph
moves     how a cell is left: orthogonal, king, knight; "D,R": only down and right; "-": to neighbours
question  paths (each ends at the first exit it enters), induced paths (only successive cells are neighbours),
          tours (paths through every cell), cycles and closed tours (each once, without start and direction),
          pairs (disjoint paths, from each start to its exit)
start, exits   row,column from 0, top left (before them the level), or the number of a node; "anywhere": any
          cell, each direction counts; "-": from the first cell to the last one, tours from any start
length    the number of moves that a member has, or "-"
count     the number of members
first     digest of the first 1,000 members, or "-": in the order of a depth-first search that tries moves up,
          right, down, left (other pieces: clockwise from up; graphs: in the order of the edges).  It is the
          first 16 digits of SHA-256 over a line for each path: its cells as k = row * columns + column with
          blanks between, and a line feed
samples   the same of ``sample(10, rng=1)``: it shows that the samples of gridwalk stay the same
source    a sequence of the OEIS, a book, a formula, or the engines that agree

The table is meant for other programs, too: test them with it.
"""

import argparse
import csv
import hashlib
from fnmatch import fnmatch
from itertools import combinations, islice
from pathlib import Path
from time import process_time

import gridwalk as gw

TABLE = Path(__file__).parent / "perft.csv"
SIZES = ("second", "minute", "hour")
WRAPS = {"torus": "both", "cylinder": "columns"}


def read_table(file=TABLE):
    """Return the rows of the table as dictionaries."""
    with open(file, encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def board_of(row):
    """Return the board or the network of a row."""
    kind, rest = ["", *row["board"].split(" ", 1)][-2:]
    options = {} if row["moves"] == "-" else {"moves": gw.parse_moves(row["moves"])}
    match kind:
        case "edges":
            return gw.Network([tuple(map(int, edge.split("-"))) for edge in rest.split()])
        case "complete":
            return gw.Network(combinations(range(int(rest)), 2))
        case "hypercube":
            nodes = range(2 ** int(rest))
            return gw.Network([(u, v) for u, v in combinations(nodes, 2) if (u ^ v).bit_count() == 1])
        case "hexagons":
            return gw.Board.hexagons(*map(int, rest.split("x")))
    if "." in rest:
        return gw.Board.from_text("\n".join(rest.split("/")), **options)
    sizes = [int(number) for number in rest.split("x")]
    if len(sizes) == 3:
        levels, rows, columns = sizes
        return gw.Board.from_levels([[[0] * columns] * rows] * levels, **options)
    return gw.Board.rectangle(*sizes, wrap=WRAPS.get(kind), **options)


def cells_of(text):
    """Return the cells or nodes of a column: "0,0 2,3", "5" or "anywhere"."""
    if text in ("", "-"):
        return None
    if text == "anywhere":
        return text
    found = [tuple(map(int, cell.split(","))) for cell in text.split()]
    return [cell[0] if len(cell) == 1 else cell for cell in found]


def members_of(row, start=None):
    """Return the set of a row, as `gridwalk` asks it; *start* in place of its own."""
    board, starts, exits = board_of(row), start or cells_of(row["start"]), cells_of(row["exits"])
    match row["question"]:
        case "paths":
            members = board.paths(starts, exits)
        case "induced paths":
            members = board.paths(starts, exits).induced()
        case "tours":
            members = board.tours(starts, exits)
        case "closed tours":
            members = board.tours(closed=True)
        case "cycles":
            members = board.cycles()
        case "pairs":
            members = disjoint(board, starts, exits)
    return members if row["length"] == "-" else members.of_length(int(row["length"]))


def disjoint(board, starts, exits):
    """Return the set of disjoint paths that join each start to its exit."""
    return board.path_pairs(*zip(starts, exits, strict=True))


def numbers_of(path):
    """Return the nodes of a path, or its cells as numbers k = row * columns + column."""
    if isinstance(path, gw.NetworkPath):
        return path.nodes
    if path.board.levels is not None:
        rows, columns = path.board.levels.rows, path.board.levels.columns
        return [(level * rows + row) * columns + column for level, row, column in path.nodes]
    return (path.cells @ (path.board.columns, 1)).tolist()


def digest(paths):
    """Return the digest of *paths* that the table has."""
    text = "".join(" ".join(map(str, numbers_of(path))) + "\n" for path in paths)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def first_of(row):
    """Return the digest of the first 1,000 members."""
    return digest(islice(members_of(row), 1000))


def samples_of(row):
    """Return the digest of ten members drawn by the seed 1."""
    return digest(members_of(row).sample(10, rng=1))


def divide(row):
    """Return the parts of the number of a row, by name: their sum is the number.

    Cycles are split by the two moves at the first cell or node, and those that do not visit it are one part
    more; paths from several starts by the start, others by the first step.
    """
    board, members = board_of(row), members_of(row)
    graph = board if isinstance(board, gw.Network) else board.network
    if row["question"] in ("cycles", "closed tours"):
        first = graph.nodes[0]
        pairs = combinations(neighbours(graph, first), 2)
        parts = {f"{u} - {first} - {v}": members.through_edges((u, first), (first, v)) for u, v in pairs}
        return parts | ({f"not {first}": members.avoiding(first)} if row["question"] == "cycles" else {})
    if row["question"] == "pairs":
        (start, *starts), exits = cells_of(row["start"]), cells_of(row["exits"])
        firsts = [to for to in neighbours(graph, start) if to not in starts]
        return {f"{start} - {to}": disjoint(board, [to, *starts], exits).avoiding(start) for to in firsts}
    starts = cells_of(row["start"])
    if starts == "anywhere" or (row["question"] == "tours" and starts is None):
        starts = graph.nodes
    if starts and len(starts) > 1:
        return {str(start): members_of(row, [start]) for start in starts}
    start = starts[0] if starts else board.start
    return {f"{start} - {to}": members.through_edges((start, to)) for to in neighbours(graph, start)}


def neighbours(graph, node):
    """Return the nodes to which an edge leads from *node*, in order."""
    edges = [edge[:2] for edge in graph.edges]
    if not graph.is_directed:
        edges += [edge[::-1] for edge in edges]
    return [to for origin, to in edges if origin == node]


def main():
    """Count the rows of the table anew, and print them; exit with 1 if a number differs."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", choices=SIZES, default="second", help="the rows that take as long in all")
    parser.add_argument(
        "--only", metavar="NAMES", help="the rows of these names, such as 'knight*', of any size"
    )
    parser.add_argument("--divide", action="store_true", help="split each number into smaller questions")
    args = parser.parse_args()
    column, pattern = ("name", args.only) if args.only else ("size", args.size)
    rows = [row for row in read_table() if fnmatch(row[column], pattern)]
    if not rows:
        parser.error(f"no row of {TABLE.name} is named {args.only!r}")
    wrong = 0
    for row in rows:
        began = process_time()
        count = members_of(row).count()
        seconds = process_time() - began
        verdict = "" if count == int(row["count"]) else f"  WRONG: {row['count']}"
        wrong += bool(verdict)
        print(f"{row['name']:24} {count}  ({row['source']}; {seconds:.2f} s){verdict}", flush=True)
        if args.divide:
            for name, part in divide(row).items():
                print(f"    {name:20} {part.count()}")
    raise SystemExit(wrong > 0)


if __name__ == "__main__":
    main()
