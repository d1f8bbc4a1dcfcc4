"""Boards too large for brute force: one count against another, by relations that must hold."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import seeded
from oracles import Cell, Raw, ways_of

from . import draw
from .case import Case, close
from .truth import Truth

AFAR = ((200, 0), (-200, 0))  # moves that no board has room for: with them the rook is no longer the rook


def run(case: Case) -> None:
    rng = case.rng
    raw, start, end = board(case)
    case.let("board", draw.board(raw))
    case.let("paths", f"board.paths({start}, {end})")
    count = case.holds("paths.count(by='sweep')", lambda n: isinstance(n, int) and n >= 0, "a number")
    if count is None:
        return
    questions = (
        turned,
        backwards,
        dead_end,
        rooms,
        exits_apart,
        starts_apart,
        complements,
        sums,
        ranked,
        closed,
    )
    for question in rng.sample(questions, 3):
        question(case, raw, start, end, count)
    if set(raw.deltas) == set(draw.ORTHOGONAL) and raw.wrap is None:
        other = replace(raw, deltas=(*raw.deltas, *AFAR))
        case.let("other", draw.board(other))
        case.same(f"other.paths({start}, {end}).count(by='sweep')", count)
        case.same(f"other.paths({start}, {end}).lengths() == paths.lengths()", True)
        case.same("other.cycles().count() == board.cycles().count()", True)


def board(case: Case) -> tuple[Raw, Cell, Cell]:
    rng = case.rng
    kind = rng.random()
    most = 8 if case.tier == "compiled" else 6
    sides = (3, most) if kind < 0.6 else (3, 5) if kind < 0.8 else (3, 4)
    deltas = draw.ORTHOGONAL if kind < 0.6 else draw.KNIGHT if kind < 0.8 else draw.KING
    rows, columns = rng.randint(*sides), rng.randint(*sides)
    share = rng.choice((0.7, 0.85, 1.0))
    grid = [[rng.random() < share for _ in range(columns)] for _ in range(rows)]
    grid[0][0] = grid[-1][-1] = True
    raw = Raw(tuple(map(tuple, grid)), deltas, rng.choice(("both", "one", "none")))
    if rng.random() < 0.2:
        raw = replace(raw, one_way={rng.choice(raw.cells): seeded.several_ways(rng, deltas)})
    # A sweep round a torus of knights or kings takes minutes where it is not compiled.
    wrap = 0.15 if case.tier == "compiled" or kind < 0.6 else 0.0
    raw = seeded.closed_in(rng, raw, walls=0.3, wrap=wrap)
    start, end = ((0, 0), (rows - 1, columns - 1)) if rng.random() < 0.6 else rng.sample(raw.cells, 2)
    return raw, start, end


def image(raw: Raw, cell: Cell, swap: bool, down: int, across: int) -> Cell:
    rows, columns = len(raw.open_cells), len(raw.open_cells[0])
    row, column = cell if down > 0 else (rows - 1 - cell[0], cell[1])
    column = column if across > 0 else columns - 1 - column
    return (column, row) if swap else (row, column)


def turned(case: Case, raw: Raw, start: Cell, end: Cell, count: int) -> None:
    """Turned or mirrored, with the moves as they are where these are turned onto themselves."""
    swap, down, across = case.rng.choice(list(itertools.product((False, True), (1, -1), (1, -1))))

    def moved(cell: Cell) -> Cell:
        return image(raw, cell, swap, down, across)

    def way(delta: Cell) -> Cell:
        row, column = delta[0] * down, delta[1] * across
        return (column, row) if swap else (row, column)

    rows, columns = len(raw.open_cells), len(raw.open_cells[0])
    grid = [[False] * (rows if swap else columns) for _ in range(columns if swap else rows)]
    for cell in raw.cells:
        row, column = moved(cell)
        grid[row][column] = True
    ways = {moved(cell): tuple(map(way, ways_of(raw, cell))) for cell in raw.one_way}
    wrap = {"rows": "columns", "columns": "rows"}.get(raw.wrap, raw.wrap) if swap else raw.wrap
    other = Raw(tuple(map(tuple, grid)), raw.deltas, raw.corners, ways, wrap=wrap)
    case.let("turned", draw.board(replace(other, walls=turned_walls(raw, other, moved, way))))
    case.same(f"turned.paths({moved(start)}, {moved(end)}).count()", count)
    case.same(f"turned.paths({moved(start)}, {moved(end)}).lengths() == paths.lengths()", True)


def turned_walls(raw: Raw, other: Raw, moved: Callable[[Cell], Cell], way: Callable[[Cell], Cell]) -> Any:
    """The walls of *raw* where they are on the turned board *other*."""
    if raw.walls is None:
        return None
    rows, columns = other.shape
    sides = {step: [[False] * columns for _ in range(rows)] for step in ((0, 1), (1, 0))}
    for row, column in itertools.product(range(raw.shape[0]), range(raw.shape[1])):
        for step in sides:
            if raw.at(row + step[0], column + step[1]) and raw.wall_between((row, column), step):
                to, turned = moved((row, column)), way(step)
                if turned not in sides:
                    to = other.at(to[0] + turned[0], to[1] + turned[1])
                    turned = -turned[0], -turned[1]
                sides[turned][to[0]][to[1]] = True
    return tuple(tuple(map(tuple, side)) for side in sides.values())


def backwards(case: Case, raw: Raw, start: Cell, end: Cell, count: int) -> None:
    if not raw.one_way:
        case.same(f"board.paths({end}, {start}).count()", count)
        case.same(f"board.paths({end}, {start}).lengths() == paths.lengths()", True)


def dead_end(case: Case, raw: Raw, start: Cell, end: Cell, count: int) -> None:
    """A cell on which nothing lies behind changes nothing."""
    if set(raw.deltas) != set(draw.ORTHOGONAL) or raw.wrap is not None:
        return
    columns = len(raw.open_cells[0])
    at = case.rng.randrange(columns)
    more = (*raw.open_cells, tuple(column == at for column in range(columns)))
    walls = raw.walls and tuple((*side, (False,) * columns) for side in raw.walls)
    case.let("longer", draw.board(replace(raw, open_cells=more, walls=walls)))
    case.same(f"longer.paths({start}, {end}).count()", count)
    case.same("longer.cycles().count() == board.cycles().count()", True)


def rooms(case: Case, raw: Raw, start: Cell, end: Cell, count: int) -> None:
    """Two rooms joined by a door: counts multiply."""
    if set(raw.deltas) != set(draw.ORTHOGONAL) or raw.walls is not None or raw.wrap is not None:
        return
    columns = len(raw.open_cells[0])
    door = tuple(column == end[1] for column in range(columns))
    wall = raw.open_cells[: end[0] + 1]  # up to the exit's row, then the door, then the same again
    if not all(wall[end[0]]) or start[0] > end[0] or end in raw.one_way:  # which may not lead to the door
        return
    room = Raw(wall, raw.deltas, raw.corners, {c: d for c, d in raw.one_way.items() if c[0] <= end[0]})
    case.let("room", draw.board(room))
    case.let("rooms", draw.board(Raw((*wall, door, *wall[::-1]), raw.deltas, raw.corners, room.one_way)))
    last = 2 * len(wall)
    one, goal, middle = (len(wall) + 1, end[1]), (last - start[0], start[1]), (len(wall), end[1])
    below = f"rooms.paths({one}, {goal}).avoiding({middle})"
    product = f"room.paths({start}, {end}).count() * {below}.count()"
    case.same(f"rooms.paths({start}, {goal}).count() == {product}", True)


def exits_apart(case: Case, raw: Raw, start: Cell, end: Cell, count: int) -> None:
    """Paths to either of two exits are those to one that avoid the other."""
    other = case.rng.choice(raw.cells)
    if other not in (start, end):
        one, two = (
            f"board.paths({start}, {end}).avoiding({other})",
            f"board.paths({start}, {other}).avoiding({end})",
        )
        case.same(f"{one}.count() + {two}.count() == board.paths({start}, [{end}, {other}]).count()", True)


def starts_apart(case: Case, raw: Raw, start: Cell, end: Cell, count: int) -> None:
    other = case.rng.choice([cell for cell in raw.cells if cell != start])
    case.same(f"board.paths([{start}, {other}], {end}).count() - board.paths({other}, {end}).count()", count)


def complements(case: Case, raw: Raw, start: Cell, end: Cell, count: int) -> None:
    """What goes through a cell and what avoids it is all there is; so for lengths."""
    cell = case.rng.choice(raw.cells)
    if cell not in (start, end):
        case.same(f"paths.through({cell}).count() + paths.avoiding({cell}).count()", count)
        case.same(f"board.cycles().through({cell}).count() + board.cycles().avoiding({cell}).count() "
                  "== board.cycles().count()", True)  # fmt: skip
    moves = case.rng.randint(1, 30)
    case.same(f"paths.longer_than({moves}).count() + paths.shorter_than({moves + 1}).count()", count)


def sums(case: Case, raw: Raw, start: Cell, end: Cell, count: int) -> None:
    """Lengths add up; the greatest is that of the longest path and the least that of the shortest."""
    table: dict[int, int] | None = case.holds(
        "paths.lengths()", lambda table: sum(table.values()) == count, count
    )
    most, least = (max(table), min(table)) if table else (None, None)
    case.same("(path := paths.longest()) and path.length", most)
    case.holds("paths.bound()", lambda bound: bound is None if most is None else bound.value >= most, most)
    asked = f"paths.longest(steps={case.rng.choice((100, 3000))}, seed={case.rng.randrange(99)})"
    case.holds(asked, lambda path: path is None if most is None else path.length <= most <= path.bound, most)
    case.same("(path := paths.find(by='bfs')) and path.length", least)
    truth = Truth(raw)
    away = truth.distances([start]).get(end)
    case.holds("(path := paths.shortest()) and path.cost", lambda cost: close(cost, away), away)


def ranked(case: Case, raw: Raw, start: Cell, end: Cell, count: int) -> None:
    def check(paths: list[Any]) -> bool:
        ends = {(path.start, path.end) for path in paths}
        return len(paths) == 4 * (count > 0) and ends <= {(start, end)}

    case.holds(f"paths.sample(4, seed={case.rng.randrange(100)})", check, "4 paths")
    for _ in range(3 * (count > 0)):
        rank = case.rng.randrange(count)
        case.same(f"paths.rank(paths.unrank({rank}))", rank)
        case.same(f"paths.unrank({rank}) in paths", True)


def closed(case: Case, raw: Raw, *_: object) -> None:
    """Cycles through every cell are closed tours; tours by start add up to all tours."""
    if len(raw.cells) > 30:
        return
    asked = f"board.cycles().of_length({len(raw.cells)}).count()"
    if len(raw.cells) > 2:
        case.same(f"board.tours(closed=True).count() == {asked}", True)
    if len(raw.cells) < 20:
        case.same("sum(map(sum, board.tours().counts_by_start())) == board.tours().count(by='sweep')", True)
