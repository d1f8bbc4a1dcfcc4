"""Tours up to symmetry: against a plain listing that turns every tour, and published numbers."""

import random

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.errors import QuestionError
from gridwalk.tours.symmetry import symmetries
from oracles import Raw, graph, open_tours

SIGNS = (1, -1)


def plain_symmetries(raw):
    """The maps of cells that take open cells to open cells and moves to moves, as dictionaries."""
    rows, columns = len(raw.open_cells), len(raw.open_cells[0])
    ways = [
        lambda r, c: (r, c), lambda r, c: (rows - 1 - r, c), lambda r, c: (r, columns - 1 - c),
        lambda r, c: (rows - 1 - r, columns - 1 - c),
    ]  # fmt: skip
    if rows == columns:
        ways += [lambda r, c, way=way: way(c, r) for way in ways]
    leads_to = graph(raw)
    maps = [{cell: way(*cell) for cell in raw.cells} for way in ways]
    return [
        to for to in maps
        if set(to.values()) == set(raw.cells)
        and all({to[v] for v in leads_to[u]} == set(leads_to[to[u]]) for u in raw.cells)
    ]  # fmt: skip


def plain_classes(raw, *, closed, undirected, start=None):
    """The number of tours up to these maps."""
    maps = plain_symmetries(raw)
    if start is not None:
        maps = [to for to in maps if to[start] == start]
    leads_to = graph(raw)

    def forms(tour):
        for to in maps:
            image = [to[cell] for cell in tour]
            for cells in (image, image[::-1]) if closed or undirected else (image,):
                at = cells.index(min(cells)) if closed else 0
                yield tuple(cells[at:] + cells[:at])

    starts = [start] if start is not None else raw.cells[:1] if closed else raw.cells
    tours = (tour for first in starts for tour in open_tours(raw, first))
    if closed:
        tours = (tour for tour in tours if len(tour) > 2 and tour[0] in leads_to[tour[-1]])
    return len({min(forms(tour)) for tour in tours})


BOARDS = [
    (gw.KNIGHT, ["....", "....", "...."]),
    (gw.KNIGHT, [".....", ".....", ".....", "....."]),
    (gw.KNIGHT, ["......", ".....#", "......", "#....."]),
    (gw.KING, ["...", ".#.", "...", "..."]),
    (gw.ORTHOGONAL, ["....", "....", "....", "...."]),
    (gw.KING, ["..", ".."]),
    (gw.ORTHOGONAL, ["."]),
    (gw.leaper(1, 4), ["." * 5] * 5),
]


@pytest.mark.long
@pytest.mark.parametrize("number", range(len(BOARDS)))
@pytest.mark.parametrize("kind", ["open", "undirected", "closed"])
def test_boards_are_those_of_turning_every_tour(number, kind):
    moves, rows = BOARDS[number]
    raw = Raw(tuple(tuple(c == "." for c in row) for row in rows), moves.deltas)
    board = gw.Board(np.array(raw.open_cells), moves=moves)
    closed, undirected = kind == "closed", kind == "undirected"
    tours = board.tours(closed=closed, undirected=undirected)
    expected = plain_classes(raw, closed=closed, undirected=undirected)
    assert tours.count(up_to_symmetry=True) == expected


@pytest.mark.parametrize("seed", range(16))
def test_random_boards(seed):
    """Boards made of a part and its reflections, so that symmetries are left."""
    rng = random.Random(seed)
    part = np.array([[rng.random() < 0.85 for _ in range(3)] for _ in range(rng.choice([1, 2]))])
    part = np.hstack([part, part[:, :: rng.choice([1, -1])][:, rng.choice([0, 1]) :]])
    cells = np.vstack([part, part[::-1, :: rng.choice([1, -1])]])[: rng.choice([3, 4])]
    raw = Raw(tuple(map(tuple, cells.tolist())), rng.choice([gw.KING, gw.ORTHOGONAL, gw.leaper(0, 2)]).deltas)
    if not cells.any() or cells.sum() > 15:
        return
    board = gw.Board(cells, moves=gw.Moves(raw.deltas))
    assert len(symmetries(board)) == len(plain_symmetries(raw))
    for closed, undirected in ((False, False), (False, True), (True, False)):
        tours = board.tours(closed=closed, undirected=undirected)
        assert tours.count(up_to_symmetry=True) == plain_classes(raw, closed=closed, undirected=undirected)


@pytest.mark.parametrize("wrap", [None, "rows", "columns", "both"])
@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (3, 4), (4, 3)])
@pytest.mark.parametrize("middle", [False, True])
def test_walls_between_cells_and_seams_are_turned_too(wrap, rows, columns, middle):
    """A wall in the middle of a side, or off it, and another across it."""
    right, below = np.zeros((2, rows, columns), bool)
    right[rows // 2 if middle else 0, columns // 2 - 1] = True
    below[-1, columns // 2] = True
    raw = Raw(
        ((True,) * columns,) * rows,
        gw.ORTHOGONAL.deltas,
        walls=tuple(tuple(map(tuple, side.tolist())) for side in (right, below)),
        wrap=wrap,
    )
    board = gw.Board.rectangle(rows, columns, walls=(right, below), wrap=wrap)
    assert len(symmetries(board)) == len(plain_symmetries(raw))
    for closed, undirected in ((False, False), (False, True), (True, False)):
        tours = board.tours(closed=closed, undirected=undirected)
        assert tours.count(up_to_symmetry=True) == plain_classes(raw, closed=closed, undirected=undirected)


def test_a_given_start_keeps_its_symmetries():
    tours = gw.Board.rectangle(3, 3, moves=gw.KING).tours(start=(1, 1))
    small = Raw(((True,) * 3,) * 3, gw.KING.deltas)
    assert tours.count(up_to_symmetry=True) == plain_classes(
        small, closed=False, undirected=False, start=(1, 1)
    )
    assert tours.count(up_to_symmetry=True) * 8 == tours.count()
    corner = gw.Board.rectangle(4, 4, moves=gw.KING).tours(start=(0, 0))
    assert corner.count(up_to_symmetry=True) * 2 == corner.count()


def test_more_tours_than_are_compared_one_by_one_are_refused(tune):
    """Closed and undirected tours only: directed tours are divided by the number of symmetries."""
    board = gw.Board.rectangle(5, 6, moves=gw.KNIGHT)
    tune(tours_compared=8)
    assert board.tours(closed=True).count(up_to_symmetry=True) == 3
    tune(tours_compared=7)
    refused = "at most 7, and there are 8; count the directed tours, or leave it out"
    with pytest.raises(QuestionError, match=refused):
        board.tours(closed=True).count(up_to_symmetry=True)
    square = gw.Board.rectangle(3, 3, moves=gw.KING)
    with pytest.raises(QuestionError, match="at most 7, and there are 392"):
        square.tours(undirected=True).count(up_to_symmetry=True)
    assert square.tours().count(up_to_symmetry=True) == square.tours().count() // 8


def test_symmetries_keep_walls_costs_ways_and_ends():
    square = gw.Board.rectangle(4, 4)
    assert len(symmetries(square)) == 8
    assert len(symmetries(gw.Board.rectangle(4, 5))) == 4
    assert len(symmetries(square, [(0, 0)])) == 2
    assert len(symmetries(square, [(0, 0), (3, 3)])) == 4
    assert len(symmetries(square, [(0, 0)], [(0, 3)])) == 1
    assert len(symmetries(square.replace(costs=np.arange(1.0, 17).reshape(4, 4)))) == 1
    assert len(symmetries(square.replace(one_way={(0, 0): (0, 1)}))) == 1
    assert len(symmetries(square.replace(one_way={(0, 0): (0, 1), (3, 3): (0, -1)}))) == 2
    assert len(symmetries(gw.Board.rectangle(4, 4, moves=gw.Moves(((0, 1), (1, 0)))))) == 2
    for to in symmetries(square):
        assert sorted(to.tolist()) == list(range(16))
