"""The shortest path through given cells: against listings and sweeps; bounds that hold at every moment."""

import itertools
import json
import random

import numpy as np
import pytest

import gridwalk as gw
import oracles
import profiles
import seeded
from gridwalk.errors import (
    ArgumentError,
    HopelessError,
    InputError,
    QuestionError,
    TimeLimitError,
    UnsuitableAlgorithmError,
)
from gridwalk.questions.enough import EXACT
from gridwalk.runtime import slices
from gridwalk.runtime.limits import NO_LIMITS
from gridwalk.search.query import Query
from gridwalk.search.routes import Routes
from gridwalk.search.visiting import _one_tree, good_orders, lower_bound, orders
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
@pytest.mark.parametrize("on_cells", [True, False], ids=["cells", "blocks"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_shortest_through_cells(tier, kind, on_cells, spy):
    """Of all paths; on the cells of the board, and block by block of the reduced one."""
    if not on_cells:
        spy(Routes, "_on_cells", lambda *_: None)
    some = 0
    for raw, starts, exits, cells, every in asked(1, kind, 40):
        board = board_of(raw, start=starts[0], exits=exits)
        paths = board.paths(starts, exits).through(cells)
        best = min((oracles.worth(raw, path) for path in every if set(cells) <= set(path)), default=None)
        routes = Routes(Query(board, paths.starts, paths.exits), tuple(cells))
        routes.improve(10_000_000)
        assert routes.proved
        path = paths.shortest()
        if best is None:
            assert routes.refuted
            assert path is None
            continue
        some += 1
        for found in (routes.path, path):
            assert found in paths
            assert found.cost == pytest.approx(best)
        assert routes.bound <= routes.path.cost
        assert path.proved
    assert some > 4


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


@pytest.mark.parametrize("kind", LARGER)
def test_one_cell_is_always_proved(kind, spy):
    """Two disjoint ways, in every block: there is nothing to search."""
    spy(Routes, "_on_cells", lambda *_: None)
    rng = np.random.default_rng(7)
    for _ in range(10):
        board = LARGER[kind](rng)
        paths = board.paths().through(through(rng, board, 1))
        routes = Routes(Query(board, paths.starts, paths.exits), paths._question.required)
        routes.improve(0)
        assert routes.proved
        best = paths.shortest(by="sweep")
        assert (best is None) == (routes.path is None)
        assert best is None or routes.path.cost == pytest.approx(best.cost)


def test_the_second_way_takes_back_a_part_of_the_first():
    """From the middle the nearest end is met on the only bridge that the other way needs, too."""
    board = gw.Board.from_text("S....\n#.#.#\n.....\n.###.\n....E")
    for cell in [(2, 1), (2, 2), (2, 0), (3, 4), (1, 3)]:
        paths = board.paths().through(cell)
        best = paths.shortest(by="sweep")
        path = paths.shortest()
        assert (path is None) == (best is None)
        assert best is None or path.length == best.length


def test_bounds_hold_at_every_moment():
    """Small steps: bound <= optimum <= value, and both only get better."""
    rng, seen = np.random.default_rng(3), 0
    for _ in range(40):
        board = clutter(rng, 14, 0.3)
        paths = board.paths().through(through(rng, board, 4))
        routes = Routes(Query(board, paths.starts, paths.exits), paths._question.required)
        if routes.proved:
            continue
        best = paths.shortest(by="sweep")
        before = routes.bound, np.inf if routes.path is None else routes.path.cost
        for _ in range(300):
            routes.improve(1)
            now = routes.bound, np.inf if routes.path is None else routes.path.cost
            assert now[0] >= before[0]
            assert now[1] <= before[1]
            assert best is None or now[0] <= best.cost <= now[1]
            seen += now != before
            before = now
            if routes.proved:
                break
        assert routes.proved
        assert (best is None) == routes.refuted
    assert seen > 3


@pytest.mark.parametrize("name", ["orthogonal", "costs", "king"])
def test_the_same_path_interpreted_and_compiled(name):
    rng = np.random.default_rng(5)
    for _ in range(4):
        board = LARGER[name](rng)
        cells = through(rng, board, 3)
        found = []
        for name_of_tier in ("python", "compiled"):
            with slices.tier(name_of_tier):
                board.forget()
                found.append(board.paths().through(cells).shortest())
        assert found[0] == found[1]


def test_large_boards():
    """What timed out before: 40 x 40 with a fifth of walls, and far larger ones."""
    rng = np.random.default_rng(11)
    for n, walls, k in ((40, 0.2, 3), (120, 0.1, 4), (120, 0.3, 3)):
        while True:
            board = clutter(rng, n, walls)
            paths = board.paths().through(through(rng, board, k))
            if (path := paths.shortest()) is not None:
                break
        assert path in paths
        assert path.proved
        assert set(paths._question.required) <= set(path)


def test_many_cells():
    """More than are put in the best order: a path with a bound, or no claim."""
    board = gw.Board.rectangle(30, 30)
    rng = random.Random(1)
    cells = rng.sample([(r, c) for r in range(30) for c in range(30)], 20)
    path = board.paths().through(cells).shortest(gap=0.2)
    assert path in board.paths().through(cells)
    assert path.bound <= path.cost
    assert path.gap <= 0.2


# ------------------------------------------------------------------------------ arguments


def test_enough_is_enough():
    """A path within the gap is returned as it is; without one, more is searched."""
    board = clutter(np.random.default_rng(20), 60, 0.35)
    cells = through(np.random.default_rng(21), board, 6)
    paths = board.paths().through(cells)
    path = paths.shortest()
    if path is None:
        cells = [(0, 1), (30, 31)]
    assert gw.Board.rectangle(40, 40).paths().through((3, 30), (30, 3)).shortest(gap=0.5).gap <= 0.5
    late = gw.Board.rectangle(40, 40).paths().through((3, 30), (30, 3)).shortest(anytime=0.01, seed=3)
    assert late.bound <= late.cost


@pytest.fixture
def unproved(monkeypatch, spy):
    """From its call on no router proves anything: its bound is 1 less than its path costs."""

    def improve(_, self, effort, share=0.0):
        self._effort += effort

    def kept(found, self, *given):
        found(self, *given)
        self.bound = self.path.cost - 1

    def begin():
        monkeypatch.setattr(Routes, "proved", property(lambda self: self.refuted))
        spy(Routes, "improve", improve)
        spy(Routes, "_found", kept)

    return begin


def test_what_is_not_proved_is_never_returned_as_if(unproved):
    unproved()
    paths = gw.Board.rectangle(40, 40).paths().through((0, 39), (39, 0), (20, 20))
    with pytest.raises(HopelessError, match=r"shortest\(anytime=10\) finds a short path"):
        paths.shortest()
    path = paths.shortest(anytime=0.1)
    assert not path.proved
    assert path.bound == path.cost - 1
    assert path.gap == pytest.approx(1 / path.bound)
    assert paths.shortest(gap=0.1) == path
    small = gw.Board.rectangle(6, 6).paths().through((0, 5), (5, 0))
    assert small.shortest().by == "sweep"
    assert small.shortest().proved


def test_nothing_found_in_time(spy):
    spy(Routes, "_on_cells", lambda *_: None)
    spy(Routes, "improve", lambda *_, **__: None)
    with pytest.raises(TimeLimitError, match="no path is found yet"):
        gw.Board.rectangle(40, 40).paths().through((0, 39), (39, 0)).shortest(anytime=0.05)


@pytest.mark.parametrize("gap", [-0.1, 1, 2, True, "2%", float("nan")])
def test_a_gap_is_a_share(gap):
    with pytest.raises(ArgumentError, match="gap="):
        gw.Board.rectangle(4, 4).paths().shortest(gap=gap)


def test_bad_arguments():
    paths = gw.Board.rectangle(4, 4).paths().through((1, 1), (0, 3))
    with pytest.raises(ArgumentError, match="anytime="):
        paths.shortest(anytime=0)
    with pytest.raises(ArgumentError, match="seed="):
        paths.shortest(anytime=1, seed="dice")
    with pytest.raises(InputError, match="seed is of a search"):
        paths.shortest(seed=1)
    with pytest.raises(QuestionError, match="of any length"):
        paths.longer_than(7).shortest(gap=0.1)
    with pytest.raises(UnsuitableAlgorithmError, match="routed"):
        paths.shortest(by="sweep", gap=0.1)


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


def test_progress_tells_bound_and_path():
    told = []
    board = clutter(np.random.default_rng(2), 300, 0.37)
    cells = through(np.random.default_rng(4), board, 5)
    board.paths().through(cells).within(progress=told.append).shortest(gap=0.5)
    for progress in told:
        if progress.path is not None:
            assert progress.low <= progress.value == progress.path.cost


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


def test_orders_come_with_the_cheapest_first():
    for leg in matrices(60):
        expected = sorted(cost for cost, _ in every_order(leg) if cost < np.inf)
        found = list(orders(leg))
        assert [cost for cost, _ in found] == expected
        assert sorted(order for _, order in found) == sorted(
            o for cost, o in every_order(leg) if cost < np.inf
        )


def test_good_orders_and_their_bound(tier):
    for leg in matrices(40, seed=2):
        least = min(cost for cost, _ in every_order(leg))
        for cost, order in good_orders(leg, NO_LIMITS.watch()):
            assert sorted(order) == list(range(len(leg)))
            assert cost == sum(leg[a, b] for a, b in itertools.pairwise(order)) >= least
            assert lower_bound(leg, cost) <= least + 1e-9


@pytest.mark.parametrize("last", [2, 3, 4, 5])
def test_the_cheapest_1_tree_and_its_degrees(last):
    """Against every tree of the other nodes; the last has the edge to the first and its cheapest other."""
    rng = random.Random(last)
    pairs = list(itertools.combinations(range(last), 2))
    for _ in range(10):
        edges = np.zeros((last + 1, last + 1))
        for i, j in itertools.combinations(range(last + 1), 2):
            edges[i, j] = edges[j, i] = rng.random()
        special = [(0, last), min(((i, last) for i in range(1, last)), key=lambda pair: edges[pair])]
        trees = [each for each in itertools.combinations(pairs, last - 1) if spans(each, last)]
        tree = [*min(trees, key=lambda tree: sum(edges[pair] for pair in tree)), *special]
        cost, degree = _one_tree(edges)
        assert cost == pytest.approx(sum(edges[pair] for pair in tree))
        assert degree.tolist() == [sum(node in pair for pair in tree) for node in range(last + 1)]


def spans(tree, number):
    reached = {0}
    for _ in tree:
        reached |= {node for pair in tree if reached & {*pair} for node in pair}
    return len(reached) == number


def test_nothing_is_expanded_where_nothing_is_asked():
    board = gw.Board.rectangle(3, 3)
    paths = board.paths((1, 1), (1, 1)).through((1, 1))
    routes = Routes(Query(board, paths.starts, paths.exits), paths._question.required)
    assert (routes.proved, routes.expanded, routes.effort) == (True, 0, 0)
    assert list(paths.shortest()) == [(1, 1)]


# ---------------------------------------------------------------------------- command line


def test_the_command_line_says_what_is_proved(run, unproved):
    status, out, said = run("shortest", "40x40", "--through", "3,30", "--through", "30,3", "--anytime", "5s")
    assert status == 0
    assert out.splitlines()[-1] == "length 132"
    assert "length 132, proved the shortest; " in said
    status, out, _ = run("shortest", "40x40", "--through", "3,30", "--through", "30,3", "--json")
    answer = json.loads(out)
    assert (answer["bound"], answer["gap"], answer["proved"]) == (132, 0, True)
    unproved()
    status, _, said = run("shortest", "40x40", "--through", "3,30", "--through", "30,3", "--gap", "2%")
    assert status == 0
    assert "length 132, at least 131 (0.76 %); " in said
    status, _, said = run("shortest", "40x40", "--through", "3,30", "--through", "30,3")
    assert status == 3
    assert "--anytime 10s finds a short path, with a bound" in said


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--gap", "2%"], "--gap is for paths through cells"),
        (["--through", "1,1", "--seed", "1"], "--seed is for a search"),
        (["--through", "1,1", "--anytime", "1s", "--explain"], "--explain is about the exact answer"),
        (["--through", "1,1", "--cycles", "--gap", "1%"], "--gap applies to paths from start to exit"),
        (["--through", "1,1", "--gap", "200%"], "200%"),
    ],
)
def test_options_that_do_not_go_together(run, words, reason):
    status, _, said = run("shortest", "4x4", *words)
    assert status == 2
    assert reason in said


def test_the_router_is_explained():
    table = gw.Board.rectangle(40, 40).paths().through((3, 30)).explain("shortest")
    assert "legs routed round one another" in str(table)
    assert EXACT.is_exact
