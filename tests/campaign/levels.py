"""Boards of levels, every question against brute force over (level, row, column)."""

from __future__ import annotations

import itertools
from typing import Any

import seeded
from oracles import Cell

from . import draw, fields
from .beyond import bounded, estimated, in_order
from .case import Case
from .grounds import Board, ask_set, some_of, tours
from .known import Known
from .paths import ALL, filtered, induced
from .truth import Edges, Given, Way, edges_of, entering, offset

Node = tuple[int, int, int]


class Stacked(Board):
    """The truth about levels, by the names that cells have on one flat board."""

    def __init__(self, levels: list[Given], stairs: set[Node] | None) -> None:
        self.rows, columns = levels[0].shape
        flat: Edges = {}
        for level, raw in enumerate(levels):
            for (row, column), leads in edges_of(raw).items():
                beside = {self.flat(level, *to): cost for to, cost in leads.items()}
                for step in (-1, 1) if stairs is None else (1, -1):  # in the order of tries
                    upper = min(level, level + step), row, column
                    if (
                        0 <= level + step < len(levels)
                        and levels[level + step].is_open(row, column)
                        and (stairs is None or upper in stairs)
                    ):
                        cost = entering(levels[level + step], (row, column))
                        beside[self.flat(level + step, row, column)] = cost
                flat[self.flat(level, row, column)] = beside
        super().__init__(dict(sorted(flat.items())), (len(levels) * (self.rows + 1) - 1, columns))
        self.period = columns if levels[0].wrap else 0

    def flat(self, level: int, row: int, column: int) -> Cell:
        return level * (self.rows + 1) + row, column

    def node(self, cell: Cell) -> Node:
        level, row = divmod(cell[0], self.rows + 1)
        return level, row, cell[1]

    def directions(self, u: Cell, v: Cell) -> set[Cell]:
        """Within a level; up and down there are none."""
        (down, across), half = offset(u, v), self.period / 2
        around = (across + half) % self.period - half if self.period else across
        return {(down, around)} if abs(down) < 2 else set()  # type: ignore[arg-type]


def run(case: Case) -> None:
    rng = case.rng
    king, free = rng.random() < 0.4, rng.random() < 0.5
    wrap = "columns" if rng.random() < 0.15 else None
    priced, walled = rng.random() < 0.4, rng.random() < 0.3
    rule, drawn, ends = rng.choice(seeded.RULES), {}, [[], []]  # type: ignore[var-annotated]

    def made(most: int) -> Stacked:
        most = max(most, 4)
        shapes = [s for s in itertools.product((2, 3), (1, 2, 3), (1, 2, 3, 4)) if s[0] * s[1] * s[2] <= most]
        number, rows, columns = rng.choice([s for s in shapes if wrap is None or s[2] > 2] or [(2, 1, 3)])
        share = rng.choice((0.7, 0.9, 1.0))

        def side(part: float) -> Any:
            return tuple(tuple(rng.random() < part for _ in range(columns)) for _ in range(rows))

        levels = [
            Given(
                side(share),
                draw.KING if king else draw.ORTHOGONAL,
                rule if king else "both",
                costs=tuple(tuple(rng.choice((0, 1, 2, 5)) for _ in range(columns)) for _ in range(rows))
                if priced
                else None,
                walls=(side(0.25), side(0.25)) if walled else None,
                wrap=wrap,
            )
            for _ in range(number)
        ]
        every = [(level, *cell) for level, raw in enumerate(levels) for cell in raw.cells]
        landings = [node for node in every if (node[0] + 1, *node[1:]) in every]
        stairs = None if free else {node for node in landings if rng.random() < 0.6}
        drawn.update(levels=levels, stairs=stairs)
        truth = Stacked(levels, stairs)
        for n in range(2):
            ends[n] = draw.ends(rng, truth.cells) if truth.cells else []
        return truth

    def ways_of(truth: Any) -> list[Way]:
        return truth.simple_paths(*ends, draw.STEPS) if truth.cells else []

    truth, ways = draw.enumerated(rng.choice((6, 9, 12, 16)), made, ways_of)  # type: ignore[arg-type]
    if not truth.cells:
        return
    levels, stairs = drawn["levels"], drawn["stairs"]
    is_wall = [[[int(not ok) for ok in row] for row in raw.open_cells] for raw in levels]
    moves = f"gw.Moves({levels[0].deltas}, {levels[0].corners!r})"
    options = [f"moves={moves}", f"wrap={wrap!r}"]
    if priced:
        options.append(f"costs={[[list(row) for row in raw.costs] for raw in levels]}")
    if walled:
        sides = [[[list(map(int, row)) for row in raw.walls[n]] for raw in levels] for n in range(2)]
        options.append(f"walls=({', '.join(f'np.array({side}, bool)' for side in sides)})")
    text = None if stairs is None else sorted(stairs)
    case.let("board", f"gw.Board.from_levels({is_wall}, {text}, {', '.join(options)})")
    named = [[truth.node(cell) if rng.random() < 0.5 else cell for cell in some] for some in ends]  # type: ignore[attr-defined]
    case.let("paths", f"board.paths({named[0]}, {named[1]})")
    known = Known(truth, ways)
    nodes = "sorted([tuple(map(int, node)) for node in path.nodes] for path in paths)"
    case.same(nodes, sorted([truth.node(cell) for cell in way] for way in ways))  # type: ignore[attr-defined]
    fields.distances(case, truth, "board")
    fields.islands(case, truth, "board")
    suits = ["dijkstra", *["astar"] * (len(ends[0]) == 1)]
    suits += ["bfs", "bidirectional", "labels"] * (not priced and not king)
    ask_set(case, known, ends, suits, (*ALL, in_order, bounded, estimated))
    some_of(case, known, {filtered: 0.7, induced: 0.3})
    tours(case, truth, "board")
