"""Texts: boards in every form, read as they were written; and all of them a little wrong."""

from __future__ import annotations

import random
from collections.abc import Callable

from benchmarks.scenarios import parse_scenarios

import gridwalk as gw
from spoilt import READERS, spoilt, tried

from . import draw
from .case import Case
from .grounds import HEX

MUTANTS = 40  # of each text
ARROWS = {"^": (-1, 0), ">": (0, 1), "v": (1, 0), "<": (0, -1)}


# ---------------------------------------------------------------------------------- board texts


def run_boards(case: Case) -> None:
    """A board that is known, written in one of the forms, is read as it was written."""
    rng = case.rng
    grid = _grid(rng)
    if rng.random() < 0.5:
        text = matrix(rng, grid)
        case.same(f"gw.Board.from_text({text!r}).open_cells.tolist()", [list(row) for row in grid])
        return
    text, start, exits, ways, costs = maze(rng, grid)
    case.let("board", f"gw.Board.from_text({text!r}, costs={costs is not None})")
    case.same("board.open_cells.tolist()", [list(row) for row in grid])
    case.same("dict(board.one_way)", ways)
    if start:
        case.same("board.start", start)
    if exits:
        case.same("board.exits", tuple(sorted(exits)))
    if costs:
        case.same("board.costs[board.open_cells].tolist()", costs)


def run_texts(case: Case) -> None:
    """Board texts with something wrong: read or refused."""
    rng = case.rng
    grid = _grid(rng)
    text = matrix(rng, grid) if rng.random() < 0.5 else maze(rng, grid)[0]
    for _ in range(MUTANTS):
        wrong, costs = spoilt(rng, text), rng.random() < 0.3
        known = None if costs else plainly(wrong)
        asked = f"gw.Board.from_text({wrong!r}, costs={costs})"
        board = case.survives(asked)
        if known is not None and board is not None:
            case.same(f"{asked}.open_cells.tolist()", known)


def plainly(text: str) -> list[list[bool]] | None:
    """The board where there is one way only to read *text*; None: no opinion."""
    lines = text.strip("\n").split("\n")
    if len({len(line) for line in lines}) != 1 or not lines[0] or len(lines[0]) % 2 == 0:
        return None
    used = set("".join(lines))
    if used <= set("01"):
        return [[character == "0" for character in line] for line in lines]
    if used <= set("#.SE") and "#" in used and "." in used:
        return [[character != "#" for character in line] for line in lines]
    return None


def _grid(rng: random.Random) -> tuple[tuple[bool, ...], ...]:
    """An odd number of columns, or one that is no board of pairs: nothing is written double."""
    while True:
        grid = draw.small_grid(rng, rng.choice((6, 20, 60)))
        columns = list(zip(*grid, strict=True))
        if columns[::2] != columns[1::2]:
            return grid


def matrix(rng: random.Random, grid: tuple[tuple[bool, ...], ...]) -> str:
    """A matrix of 0 and 1: bare, with blanks or commas, in brackets, or as C has it."""
    rows = [["01"[not ok] for ok in row] for row in grid]
    apart = rng.choice(("", " ", "\t", ",", ", ")) if len(rows[0]) > 1 else rng.choice(("", " "))
    end = rng.choice(("\n", "\r\n", "\r"))
    kind = rng.randrange(5)
    if kind <= 1:
        text = end.join(apart.join(row) for row in rows)
    elif kind == 2:
        text = "[" + f",{end} ".join("[" + ", ".join(row) + "]" for row in rows) + "]"
    else:
        size = f"{len(rows)}][{len(rows[0])}"
        inner = f",{end}  ".join("{" + ", ".join(row) + "}" for row in rows)
        if kind == 4:
            inner = ", ".join(", ".join(row) for row in rows)
        text = f"int maze[{size}] = {{{inner}}};"
    return rng.choice(("", "", "\ufeff", end)) + text + rng.choice(("", end, end + end))


def maze(rng: random.Random, grid: tuple[tuple[bool, ...], ...]):
    """A drawing: its text, start, exits, one-way cells, and what open cells cost in reading order."""
    cells = [(r, c) for r, row in enumerate(grid) for c, ok in enumerate(row) if ok]
    marks = dict.fromkeys(cells, ".")
    start, exits, ways = None, [], {}
    for cell in rng.sample(cells, min(len(cells), rng.randint(0, 4))):
        kind = rng.choice("SEG^>v<")
        if kind == "S" and start is None:
            start = cell
        elif kind in "EG":
            exits.append(cell)
        elif kind in ARROWS:
            ways[cell] = ARROWS[kind]
        else:
            continue
        marks[cell] = kind
    costs = None
    if rng.random() < 0.3:
        for cell in cells:
            if marks[cell] == "." and rng.random() < 0.5:
                marks[cell] = str(rng.randint(1, 9))
        costs = [int(marks[cell]) if marks[cell].isdigit() else 1 for cell in cells]
    lines = ["".join(marks.get((r, c), "#") for c in range(len(row))) for r, row in enumerate(grid)]
    used = {*"".join(lines)}
    # Two ends without a start, or < and >, may be read in two ways.
    is_asked = start is None and (len(exits) == 2 or {"<", ">"} <= used)
    if not used & {*"#."} or is_asked:
        return maze(rng, grid)
    end = rng.choice(("\n", "\r\n"))
    return end.join(lines) + rng.choice(("", end)), start, exits, ways, costs


# ----------------------------------------------------------------- maps, scenarios, cells, moves, limits


def run_spoilt(case: Case) -> None:
    """Real inputs, spoilt; where a board is read, `reference_reader` reads the same."""
    case.bring("from random import Random", Random=random.Random)
    case.bring("from spoilt import READERS, tried", READERS=READERS, tried=tried)
    for name in READERS:
        case.label = f"spoilt {name}"
        seed = case.rng.randrange(10**6)
        asked = f"tried(Random({seed}), {{{name!r}: READERS[{name!r}]}}, {MUTANTS // 8})[1]"
        case.same(asked, [], worth=MUTANTS // 8)


def survives(case: Case, asked: str, *texts: str, number: int = MUTANTS) -> None:
    """Ask with the given number of spoilt texts in place of ``{!r}``."""
    for _ in range(number):
        case.survives(asked.format(spoilt(case.rng, case.rng.choice(texts))))


def run_maps(case: Case) -> None:
    rng = case.rng
    rows, columns = rng.randint(1, 8), rng.randint(1, 8)
    lines = ["".join(rng.choice("..G@OTSW") for _ in range(columns)) for _ in range(rows)]
    terrain = rng.choice((".GS", ".", ".GSW"))
    text = f"type octile\nheight {rows}\nwidth {columns}\nmap\n" + "\n".join(lines) + "\n"
    expected = [[character in terrain for character in line] for line in lines]
    if any(map(any, expected)):
        asked = f"gw.Board.from_text({text!r}, terrain={terrain!r})"
        case.same(f"{asked}.open_cells.tolist()", expected)
    survives(case, f"gw.Board.from_text({{!r}}, terrain={terrain!r})", text)
    survives(case, f"gw.Board.from_text({text!r}, terrain={{!r}})".replace("\n{", "{"), terrain, number=4)


def run_scenarios(case: Case) -> None:
    rng = case.rng
    case.bring("from benchmarks.scenarios import parse_scenarios", parse_scenarios=parse_scenarios)
    queries = []
    for _ in range(rng.randint(1, 4)):
        x, y, to_x, to_y = (rng.randint(0, 48) for _ in range(4))
        queries.append((rng.randint(0, 9), "a.map", 49, 49, x, y, to_x, to_y, rng.randint(0, 500) / 8))
    apart = rng.choice(("\t", " "))
    text = "version 1\n" + "".join(apart.join(map(str, query)) + "\n" for query in queries)
    read = [((y, x), (to_y, to_x), cost) for *_, x, y, to_x, to_y, cost in queries]
    case.same(f"[(query.start, query.goal, query.cost) for query in parse_scenarios({text!r})]", read)
    survives(case, "parse_scenarios({!r})", text)


def run_cells(case: Case) -> None:
    rng = case.rng
    rows, columns = rng.randint(1, 40), rng.randint(1, 40)
    case.let("board", f"gw.Board.rectangle({rows}, {columns})")
    row, column = rng.randrange(rows), rng.randrange(columns)
    name = square(column) + str(rows - row)
    forms = (f"{row},{column}", f"({row}, {column})", f"{row} {column}", f"[{row}, {column}]")
    text = rng.choice((*forms, name, name.upper()))
    case.same(f"board.open_cell({text!r})", (row, column))
    survives(case, "board.open_cell({!r})", text)
    survives(case, "board.paths({!r}).starts", text, number=MUTANTS // 4)


def square(column: int) -> str:
    """The letters of a column: a, b, ..., z, aa, ..."""
    letter = chr(ord("a") + column % 26)
    return letter if column < 26 else square(column // 26 - 1) + letter


def run_moves(case: Case) -> None:
    """Names of moves, leapers, letters; and orders of them."""
    rng = case.rng
    deltas = draw.any_moves(rng, rng.randint(2, 6), 2)
    letters = ",".join(("U" * -a or "D" * a) + ("L" * -b or "R" * b) for a, b in deltas)
    if {(row, -column) for row, column in deltas} == set(HEX):  # these are taken for moves between hexagons
        case.refuses(f"gw.parse_moves({letters!r})")
    else:
        case.same(f"gw.parse_moves({letters!r}).deltas", deltas)
    a, b = rng.randint(0, 5), rng.randint(1, 5)
    around = {(s * p, t * q) for p, q in ((a, b), (b, a)) for s in (1, -1) for t in (1, -1)}
    case.same(f"set(gw.parse_moves('{a},{b}').deltas)", around)
    words = letters, f"{a},{b}", "orthogonal", "King", "knight", "UDLR"
    survives(case, "gw.parse_moves({!r})", *words, number=MUTANTS // 2)
    moves, words = (
        rng.choice(("ORTHOGONAL", "KING", "KNIGHT")),
        ("URDL", "U,R,D,L", "DRUL", "D,R,U,L,DR,DL,UR,UL"),
    )
    survives(case, f"gw.{moves}.ordered({{!r}})", *words, number=MUTANTS // 2)


def run_limits(case: Case) -> None:
    """Times and amounts of memory, as the command line takes them."""
    from gridwalk.cli.values import seconds_of
    from gridwalk.runtime.memory import bytes_of as memory_of

    def read(parse: Callable[[str], float], text: str) -> object:
        try:
            return parse(text)
        except ValueError as error:
            raise gw.GridwalkError(str(error)) from None

    rng, number = case.rng, case.rng.randint(2, 999)
    case.names |= {"read": read, "memory_of": memory_of, "seconds_of": seconds_of}
    unit, seconds = rng.choice((("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600)))
    case.same(f"abs(read(seconds_of, '{number}{unit}') - {number} * {seconds}) < 1e-6", True)
    unit, size = rng.choice((("MB", 10**6), ("MiB", 2**20), ("GiB", 2**30), ("M", 2**20), ("gb", 10**9)))
    case.same(f"read(memory_of, '{number}{unit}')", number * size)
    survives(case, "read(seconds_of, {!r})", "500ms", "10s", "5m", "1.5h", "3", number=MUTANTS // 2)
    survives(case, "read(memory_of, {!r})", "500MB", "64MiB", "2GiB", "1.5g", number=MUTANTS // 2)
