"""The shortest path through given cells: against listings and sweeps."""

import itertools

import numpy as np
import pytest

import gridwalk as gw
import oracles
import profiles
import seeded
from gridwalk.errors import (
    HopelessError,
    TimeLimitError,
)
from strategies import KING, KNIGHT, ORTHOGONAL, board_of

ONE_SIDED = ((0, 1), (1, 0), (-1, 0)), ((0, 1), (1, 1), (-1, 0), (1, -1))
KINDS = {
    "orthogonal": ((ORTHOGONAL,), (None,), False),
    "king and knight": ((KING, KNIGHT), (None,), False),
    "one-way": ((ORTHOGONAL, KING, *ONE_SIDED), (None,), True),
    "costs": ((ORTHOGONAL, KING, KNIGHT), ("small", "large", "fractions"), False),
    "costs, one-way": ((ORTHOGONAL, *ONE_SIDED), ("small", "fractions"), True),
}
FEW = 5000  # paths of a board whose paths are all listed


def asked(seed, kind, number):
    """Boards of a kind with starts, exits, cells to visit (mostly on some path), and all their paths."""
    stencils, cost_kinds, one_way = KINDS[kind]
    boards = seeded.raws(seed, 25 * number, stencils, cost_kinds=cost_kinds, one_way=one_way, most=5)
    number = profiles.number(number)
    for raw, rng in boards:
        if not number:
            return
        if not 4 <= len(raw.cells) <= 14:
            continue
        starts, exits = (rng.sample(raw.cells, rng.choice((1, 1, 1, 2))) for _ in range(2))
        listed = (path for start in starts for path in oracles.simple_paths(raw, start, exits))
        every = list(itertools.islice(listed, FEW))
        if len(every) < FEW:
            on = rng.choice(every) if every and rng.random() < 0.85 else raw.cells
            number -= 1
            yield raw, starts, exits, sorted(rng.sample(on, min(len(on), rng.randint(1, 3)))), every


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_the_shortest_through_cells(tier, kind):
    """Of all paths, whether their legs meet or not."""
    found = []
    for raw, starts, exits, cells, every in asked(1, kind, 40):
        board = board_of(raw, start=starts[0], exits=exits)
        paths = board.paths(starts, exits).through(cells)
        best = min((oracles.worth(raw, path) for path in every if set(cells) <= set(path)), default=None)
        path = paths.shortest()
        if best is None:
            assert path is None
            continue
        found.append(path.by)
        assert path in paths
        assert path.cost == pytest.approx(best)
        assert path.proved
    assert len(found) > 4
    assert "legs" in found


def clutter(rng, n, walls, **options):
    cells = rng.random((n, n)) >= walls
    cells[0, 0] = cells[-1, -1] = True
    return gw.Board(cells, start=(0, 0), exits=[(n - 1, n - 1)], **options)


def through(rng, board, k):
    return [tuple(cell) for cell in rng.permutation(np.argwhere(board.open_cells))[:k].tolist()]


LARGER = {
    "orthogonal": lambda rng: clutter(rng, 12, 0.25),
    "costs": lambda rng: clutter(rng, 11, 0.25, costs=rng.integers(1, 9, (11, 11))),
    "fractions": lambda rng: clutter(rng, 10, 0.25, costs=rng.random((10, 10)) + 0.1),
    "king": lambda rng: clutter(rng, 8, 0.35, moves=gw.KING),
    "torus": lambda rng: clutter(rng, 8, 0.35, wrap="both"),
    "braid": lambda rng: gw.make("wilson", 8, 8, seed=rng, braid=0.7),
}


@pytest.mark.long
@pytest.mark.parametrize("k", [1, 2, 4])
@pytest.mark.parametrize("kind", LARGER)
def test_as_short_as_a_sweep_finds(kind, k):
    rng = np.random.default_rng([k, *kind.encode()])
    some = 0
    for _ in range(12):
        board = LARGER[kind](rng)
        paths = board.paths().through(through(rng, board, k))
        best, path = paths.shortest(by="sweep"), paths.shortest()
        if best is None:
            assert path is None
            continue
        some += 1
        assert path in paths
        assert path.proved
        assert path.cost == pytest.approx(best.cost)
    assert some


# ------------------------------------------------------------------------------ arguments


def test_legs_that_do_not_meet_on_large_boards():
    wide = gw.Board.rectangle(200, 200).paths()
    path = wide.through((20, 150), (150, 20), (100, 100)).shortest()
    assert (path.length, path.by, path.proved) == (658, "legs", True)
    priced = gw.Board.rectangle(60, 60, costs=np.full((60, 60), 2.5)).paths().through((10, 40), (40, 50))
    assert priced.shortest().cost == 2.5 * 118


def test_legs_that_meet_are_left_to_a_sweep():
    board = gw.Board.from_text("S....\n####.\n....E\n.....")
    assert board.paths().through((2, 0)).shortest() is None
    ring = gw.Board.from_text("S...\n.##.\n...E")
    path = ring.paths().through((0, 1), (1, 0)).shortest()
    assert path is None
    assert ring.paths().through((0, 3), (0, 1)).shortest().length == 5
    small = gw.Board.rectangle(4, 4).paths((0, 0), (0, 1)).through((0, 3))
    assert (small.shortest().length, small.shortest().by) == (9 - 2, "sweep")
    with pytest.raises(HopelessError):
        gw.Board.rectangle(60, 60).paths((0, 0), (0, 1)).through((0, 30)).shortest()


def test_more_cells_than_an_order_is_sought_for():
    cells = [(row, column) for row in range(5) for column in range(5) if (row + column) % 5 < 4]
    paths = gw.Board.rectangle(5, 5).paths().through(*cells)
    assert len(cells) > 16
    path = paths.shortest()
    assert path.by == "sweep"
    assert set(cells) <= set(path)


def test_no_option_is_left_for_a_path_that_is_not_proved(run):
    paths = gw.Board.rectangle(4, 4).paths().through((0, 3))
    for option in ("gap", "anytime", "seed"):
        with pytest.raises(TypeError, match=option):
            paths.shortest(**{option: 0.1})
        status, _, said = run("shortest", "4x4", "--through", "0,3", f"--{option}", "1")
        assert status == 2
        assert f"no option --{option}" in said


def test_legs_are_explained():
    table = gw.Board.rectangle(40, 40).paths().through((3, 30)).explain("shortest")
    assert "cheapest legs in the best order" in str(table)


def test_lengths_and_cells_together():
    paths = gw.Board.rectangle(6, 6).paths().through((0, 5), (5, 0), (3, 3))
    least = paths.shortest().length
    assert paths.of_length(least).shortest().length == least
    assert paths.shorter_than(least).shortest() is None
    assert paths.longer_than(least).shortest().length == least + 2
    assert paths.avoiding((0, 0)).shortest() is None
    assert paths.avoiding((3, 3)).shortest() is None
    assert paths.avoiding((2, 2)).shortest().length >= least


def test_the_time_limit_of_the_set_holds():
    paths = gw.Board.rectangle(500, 500).paths().through((0, 499), (499, 0), (250, 250))
    with pytest.raises(TimeLimitError):
        paths.within(1e-6).shortest()


def test_find_where_legs_one_by_one_do_not_fit():
    rng = np.random.default_rng(9)
    for _ in range(12):
        board = clutter(rng, 40, 0.3)
        paths = board.paths().through(through(rng, board, 4))
        path = paths.find()
        assert (path is None) == (paths.shortest() is None)
        assert path is None or path in paths


# --------------------------------------------------------------------------------- orders


def matrices(count, seed=1):
    rng = np.random.default_rng(seed)
    for number in range(count):
        n = int(rng.integers(2, 8))
        leg = rng.integers(1, 20, (n, n)).astype(float)
        if number % 3 == 0:
            leg = np.minimum(leg, leg.T)
        if number % 4 == 0:
            leg[rng.random((n, n)) < 0.2] = np.inf
        yield leg


def every_order(leg):
    last = len(leg) - 1
    for between in itertools.permutations(range(1, last)):
        order = (0, *between, last)
        yield sum(leg[a, b] for a, b in itertools.pairwise(order)), order


# ---------------------------------------------------------------------------- command line
