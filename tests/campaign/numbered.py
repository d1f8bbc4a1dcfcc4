"""Tours past numbered cells, in order and at steps, against all tours of small boards; and puzzles made."""

from __future__ import annotations

from typing import Any

from oracles import Cell

from . import draw
from .case import Case
from .families import Members, limited, ranked, uniform
from .tours import TOUR_BOARDS, board
from .truth import Truth, Way


def run(case: Case) -> None:
    rng = case.rng
    ends: list[list[Cell] | None] = [None, None]

    def ways_of(truth: Truth) -> list[Way]:
        ends[:] = [draw.ends(rng, truth.raw.cells) if rng.random() < 0.3 else None for _ in ends]
        return truth.open_tours(*ends, draw.STEPS)

    truth, ways = draw.enumerated(rng.choice(TOUR_BOARDS), lambda most: Truth(board(case, most)), ways_of)
    cells = sorted(truth.raw.cells)
    case.let("board", draw.board(truth.raw))
    asked, kept = f"board.tours({ends[0]}, {ends[1]})", list(ways)
    base = list(rng.choice(kept)) if kept else rng.sample(cells, len(cells))
    for kind in rng.choice(("order", "steps", "order steps", "steps order", "order order")).split():
        share = rng.choice((0.1, 0.3, 0.6))
        some = [cell for cell in base if rng.random() < share] or [rng.choice(base)]
        if rng.random() < 0.1:
            rng.shuffle(some)
        if kind == "order":
            asked += f".visiting({some})"
            kept = [way for way in kept if [cell for cell in way if cell in some] == some]
        elif ".numbered" not in asked:
            steps = {cell: base.index(cell) + 1 for cell in some}
            asked += f".numbered({steps})"
            kept = [way for way in kept if all(way[step - 1] == cell for cell, step in steps.items())]
    case.let("tours", asked)
    number = len(kept)
    case.same("tours.count()", number)
    case.same("tours.is_unique()", number == 1)
    case.same("tours.lengths()", {len(cells) - 1: number} if number else {})
    case.same("sorted(tuple(tour) for tour in tours)", sorted(kept))
    case.same("[tours.rank(tour) for tour in tours]", list(range(number)))
    case.same("[tours.unrank(rank) for rank in range(tours.count())] == tours.list()", True)
    lengths = {way: {"length": len(way) - 1} for way in kept}
    members = Members("tours", lengths, lambda tour: tuple(map(tuple, tour)), "numbered", ("length",))
    for question in (uniform, limited, ranked):
        if rng.random() < 0.5:
            question(case, members)
    for way in rng.sample(ways, min(len(ways), 3)):
        case.same(f"{list(way)} in tours", way in kept)
    if rng.random() < 0.2:
        made(case)


def made(case: Case) -> None:
    """A puzzle that is made: one solution, and as many numbers as were asked for at least."""
    rng = case.rng
    size, least = (rng.randint(2, 5), rng.randint(2, 5)), rng.choice((1, 4))
    options = f"steps={rng.random() < 0.5}, moves={rng.choice(('king', 'orthogonal'))!r}, numbers={least}"
    asked = f"gw.make_numbered({size[0]}, {size[1]}, {options}, rng={rng.randrange(100)})"

    def is_right(puzzle: Any) -> bool:
        (solution,) = puzzle
        return solution in puzzle and len(puzzle.numbers) >= min(least, size[0] * size[1])

    case.holds(asked, is_right)
