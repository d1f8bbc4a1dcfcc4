"""Units wider than a cell, against units that are sets of cells and move cell by cell."""

from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests import oracles

import gridwalk as gw

STEPS = {"orthogonal": ((-1, 0), (0, 1), (1, 0), (0, -1))}
STEPS["king"] = tuple(step for step in product((-1, 0, 1), repeat=2) if any(step))


class Giant:
    """A unit on a board of plain lists: whether it fits, and which steps it can make."""

    def __init__(self, is_open, right, below, size, period):
        self.is_open, self.right, self.below, self.size, self.period = is_open, right, below, size, period

    def at(self, cell):
        return tuple(part % p if p else part for part, p in zip(cell, self.period, strict=True))

    def under(self, corner):
        return [self.at((corner[0] + i, corner[1] + j)) for i, j in product(*map(range, self.size))]

    def is_free(self, cell):
        rows, columns = len(self.is_open), len(self.is_open[0])
        return 0 <= cell[0] < rows and 0 <= cell[1] < columns and self.is_open[cell[0]][cell[1]]

    def fits(self, corner):
        inside = all(self.is_free(cell) for cell in self.under(corner))
        across = product(range(self.size[0]), range(self.size[1] - 1))
        down = product(range(self.size[0] - 1), range(self.size[1]))
        r, c = corner
        return (
            inside
            and not any(self.wall(self.at((r + i, c + j)), (0, 1)) for i, j in across)
            and not any(self.wall(self.at((r + i, c + j)), (1, 0)) for i, j in down)
        )

    def wall(self, u, step):
        if step in ((0, -1), (-1, 0)):
            u, step = self.at((u[0] + step[0], u[1] + step[1])), (-step[0], -step[1])
        return (self.right if step == (0, 1) else self.below)[u[0]][u[1]]

    def straight(self, corner, step):
        """Where one straight step leads, or None."""
        to = self.at((corner[0] + step[0], corner[1] + step[1]))
        stopped = any(self.wall(cell, step) for cell in self.under(corner)) if self.fits(to) else True
        return None if stopped else to

    def leads_to(self, corner, steps, rule):
        for d, e in steps:
            if 0 in (d, e):
                to = self.straight(corner, (d, e))
            else:
                to = self.at((corner[0] + d, corner[1] + e))
                routes = 0
                for one, two in (((d, 0), (0, e)), ((0, e), (d, 0))):
                    middle = self.straight(corner, one)
                    routes += middle is not None and self.straight(middle, two) == to
                if not self.fits(to) or routes < {"both": 2, "one": 1, "none": 0}[rule]:
                    to = None
            if to is not None:
                yield to


@given(st.data())
def test_a_unit_is_all_of_its_cells(data):
    rows, columns = data.draw(st.integers(2, 5)), data.draw(st.integers(2, 5))
    size = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 3))
    wrap = data.draw(st.sampled_from([None, None, "columns"]))
    rule = data.draw(st.sampled_from(["both", "one", "none"]))
    moves = data.draw(st.sampled_from(sorted(STEPS)))
    seed = data.draw(st.integers(0, 1 << 30))
    rng = np.random.default_rng(seed)
    is_open = rng.random((rows, columns)) < 0.9
    few = data.draw(st.sampled_from([0, 0.1]))
    right, below = rng.random((rows, columns)) < few, rng.random((rows, columns)) < few
    if wrap is None:
        right[:, -1] = False
    below[-1] = False
    costs = rng.integers(1, 9, (rows, columns)) if data.draw(st.booleans()) else None
    assume(is_open.any() and size[1] <= columns)
    giant = Giant(is_open.tolist(), right.tolist(), below.tolist(), size, (0, columns if wrap else 0))
    here = [cell for cell in np.ndindex(rows, columns) if giant.fits(cell)]
    stencil = getattr(gw, moves.upper()).with_corners(rule)
    board = gw.Board(is_open, moves=stencil, wrap=wrap, walls=(right, below), costs=costs, diagonal=1)
    covers = {end: [cell for cell in here if end in giant.under(cell)] for end in (board.start, *board.exits)}
    if not all(covers.values()):
        with pytest.raises(gw.InputError, match=r"fits nowhere|cannot cover"):
            board.for_size(*size)
        return
    wide = board.for_size(*size)
    assert list(zip(*np.nonzero(wide.open_cells), strict=True)) == here
    assert wide.start in covers[board.start]
    assert wide.exits[0] in covers[board.exits[0]]
    for end, found in ((board.start, wide.start), (board.exits[0], wide.exits[0])):
        assert found == end or end not in here
    graph = {u: list(giant.leads_to(u, STEPS[moves], rule)) for u in here}
    priced = np.ones((rows, columns)) if costs is None else costs
    far = oracles.distances(graph, [wide.start], lambda _, u, v: max(priced[cell] for cell in giant.under(v)))
    expected = np.full((rows, columns), np.inf)
    for cell, cost in far.items():
        expected[cell] = cost
    assert (wide.distances() == expected).all()


@given(st.integers(0, 1 << 30), st.integers(1, 7), st.integers(1, 7), st.sampled_from([None, "both"]))
def test_clearance_is_the_largest_square_that_fits(seed, rows, columns, wrap):
    rng = np.random.default_rng(seed)
    is_open = rng.random((rows, columns)) < 0.85
    assume(is_open.any())
    none = np.zeros((rows, columns), bool).tolist()
    found = gw.Board(is_open, wrap=wrap).clearance()
    for cell in np.ndindex(rows, columns):
        sizes = [
            n
            for n in range(1, min(rows, columns) + 1)
            if Giant(is_open.tolist(), none, none, (n, n), (rows, columns) if wrap else (0, 0)).fits(cell)
        ]
        assert found[cell] == max(sizes, default=0)


@pytest.mark.parametrize("start", ["0,0", "1,0"])
def test_tours_of_a_unit_begin_where_they_are_asked_to(run, tmp_path, start):
    """4 x 4 for 2 x 2 cells is 3 x 3 of corners."""
    words, file = ("--tour", "--moves", "king", "--from", start), tmp_path / "unit.json"
    assert run("convert", "4x4", file, "--unit", "2", "--moves", "king", "--from", start)[0] == 0
    status, out, _ = run("count", file, *words)
    assert (status, out) == run("count", "3x3", *words)[:2]
    assert status == 0
