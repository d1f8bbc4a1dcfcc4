"""Upper bounds on the longest path: never below a path; and their parts, one by one."""

import math
from dataclasses import replace

import networkx
import numpy as np
import pytest
from hypothesis import given

import gridwalk as gw
import oracles
from gridwalk.allpaths.reduce.network import BlockNetwork
from gridwalk.allpaths.reduce.reduction import shrink
from gridwalk.errors import TimeLimitError
from gridwalk.longest import bound as bounds
from gridwalk.longest.bound import Clock, bound_of, degree_bound
from gridwalk.longest.longnetwork import LongNetwork
from gridwalk.longest.relaxation import Relaxation
from gridwalk.planner.longest import bound as bound_of_set
from gridwalk.runtime.limits import NO_LIMITS, Watch
from gridwalk.runtime.tuning import tuned
from inside import turned
from profiles import examples
from seeded import corner_to_corner
from strategies import ORTHOGONAL, listable_questions

WATCH = NO_LIMITS.watch()
MEASURES = ["length", "cost"]


def networks(board, starts, exits, measure="length"):
    blocks = shrink(board, starts, exits).blocks
    return [(block, LongNetwork.of(block.network, measure)) for block in blocks]


def long_network(junctions, tail, head, weight, one_way):
    """The network of these edges, from junction 0 to the last."""
    nowhere, unused = np.zeros(junctions, bool), np.zeros(len(tail), bool)
    ends, weights = (junctions, 0, junctions - 1), (weight, weight)
    return LongNetwork.of(BlockNetwork(*ends, tail, head, one_way, *weights, nowhere, unused))


# ---------------------------------------------------------------------------- against all paths


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("sweeps", [True, False])
@pytest.mark.usefixtures("either_solver")
@examples(200)
@given(question=listable_questions())
def test_no_path_exceeds_it(measure, sweeps, question):
    with turned(**({} if sweeps else {"bound_easy": -1.0})):
        bound = question.board.paths().bound(measure=measure)
    raw = question.raw
    paths = list(oracles.simple_paths(raw, question.start, question.exits))
    if not paths:
        assert bound is None
        return
    best = max(oracles.worth(raw, path, measure) for path in paths)
    slack = 1e-9 * max(1.0, abs(best))
    assert bound.value >= best - slack
    if bound.by.startswith("exact"):
        assert math.isclose(bound.value, best, rel_tol=1e-7, abs_tol=1e-7)
    if sweeps and not raw.one_way:
        assert bound.by.startswith("exact")


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("moves", [gw.ORTHOGONAL, gw.KING, gw.KNIGHT], ids=lambda moves: moves.name)
def test_no_longest_path_exceeds_it(moves, measure, tune, either_solver):
    tune(bound_easy=-1.0)
    met, solver = 0, set()
    for seed in range(20):
        board = corner_to_corner(6 if moves != gw.KING else 5, 0.2, seed, moves)
        if measure == "cost":
            board = board.replace(costs=np.random.default_rng(seed).integers(1, 9, board.shape))
        paths = board.paths()
        longest, bound = paths.longest(measure=measure), paths.bound(measure=measure)
        assert (longest is None) == (bound is None)
        if longest is not None:
            assert bound.value >= getattr(longest, measure)
            met += bound.value == getattr(longest, measure)
            solver.add("solved by HiGHS" in bound.by)
            assert ("pip install" in bound.by) == (either_solver == "none")
    assert met >= (5 if measure == "length" and either_solver == "HiGHS" else 0)
    assert either_solver == "HiGHS" or True not in solver


@pytest.mark.usefixtures("either_solver")
def test_no_path_of_a_network_exceeds_it(tune):
    tune(bound_easy=-1.0, longest_exact_seconds=-1.0)
    for seed in range(20):
        graph = networkx.gnm_random_graph(9, 14, seed=seed)
        for number, (u, v) in enumerate(graph.edges):
            graph.edges[u, v]["weight"] = 1 + number % 5
        paths = gw.Network.from_networkx(graph).paths(0, 8)
        for measure in MEASURES:
            longest, bound = paths.longest(measure=measure), paths.bound(measure=measure)
            assert (longest is None) == (bound is None)
            if longest is not None:
                worth = longest.length if measure == "length" else longest.cost
                assert bound.value >= worth - 1e-9
                path = paths.longest(measure=measure, steps=50, seed=1)
                assert path.bound >= worth - 1e-9


def test_colours_are_counted_without_a_solver(no_solver, tune):
    """On a square of odd side, the start has the rarer colour, so a path misses two cells."""
    tune(bound_easy=-1.0)
    paths = gw.Board.rectangle(5, 5).paths((0, 1), [(4, 3)])
    assert paths.bound().value == paths.longest().length == 22
    assert paths.bound().by.startswith(bounds.COLOURS)


def induced_members(raw, closed, anywhere):
    """Every induced path from corner to corner, or between any cells, or every induced cycle."""
    cells = [(r, c) for r, row in enumerate(raw.open_cells) for c, is_open in enumerate(row) if is_open]
    if closed:
        found = oracles.simple_cycles(raw)
    elif anywhere:
        found = [path for a in cells for b in cells for path in oracles.simple_paths(raw, a, [b])]
    else:
        found = oracles.simple_paths(raw, cells[0], [cells[-1]])
    return [path for path in found if oracles.is_induced(raw, path, closed)]


@pytest.mark.parametrize("kind", ["paths", "anywhere", "cycles"])
@pytest.mark.parametrize("moves", [gw.ORTHOGONAL, gw.KING, gw.KNIGHT], ids=lambda moves: moves.name)
def test_no_induced_path_exceeds_its_bound(moves, kind, either_solver):
    met = 0
    for seed in range(5):
        side = 3 if kind == "anywhere" or moves == gw.KING else 4
        board = corner_to_corner(side, 0.15, seed, moves)
        raw = oracles.Raw(board.open_cells.tolist(), [tuple(delta) for delta in moves.deltas])
        members = induced_members(raw, kind == "cycles", kind == "anywhere")
        ends = ("anywhere", "anywhere") if kind == "anywhere" else ()
        whole = board.cycles() if kind == "cycles" else board.paths(*ends)
        bound = whole.induced().bound()
        if members:
            best = max(len(path) for path in members) - (kind != "cycles")
            assert bound.value >= best
            met += bound.value == best
    assert met >= (1 if either_solver == "HiGHS" else 0)


def test_of_long_snakes_two_cells_in_three_are_the_most():
    """Published lengths of the longest snakes, in cells, and coils (A331968, A297664)."""
    for side, snake, coil in ((5, 17, 16), (6, 24, 20), (7, 33, 32)):
        board = gw.Board.rectangle(side, side)
        assert snake <= board.paths("anywhere", "anywhere").induced().bound().value + 1 <= snake + 3
        assert coil <= board.cycles().induced().bound().value <= coil + 6
    bound = gw.Board.rectangle(20, 20).paths().induced().bound()
    assert bound.value <= 0.69 * 400
    assert "beside each other" in bound.by


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("moves", [gw.ORTHOGONAL, gw.KING, gw.KNIGHT], ids=lambda moves: moves.name)
def test_no_cycle_exceeds_its_bound(moves, measure, either_solver):
    met = 0
    for seed in range(12):
        board = corner_to_corner(6 if moves != gw.KING else 4, 0.2, seed, moves)
        costs = np.random.default_rng(seed).integers(1, 9, board.shape)
        cycles = gw.Board(board.open_cells, moves=moves, costs=costs).cycles()
        longest, bound = cycles.longest(measure=measure), bound_of_set(cycles._question, measure)
        assert (longest is None) == (bound is None)
        if longest is not None:
            value = longest.length if measure == "length" else longest.cost
            assert bound.value >= value
            met += bound.value == value
    assert met >= (5 if either_solver == "HiGHS" else 0)
    assert bound_of_set(gw.Board.rectangle(2, 2).cycles()._question).value == 4  # one corridor
    assert bound_of_set(gw.Board.rectangle(2, 3).cycles()._question).value == 6  # three side by side
    assert bound_of_set(gw.Board.rectangle(1, 4).cycles()._question) is None


def test_whenever_its_time_is_over_it_is_a_bound(spy):
    """Stopped at a later check of the clock each time: the first bound is valid, the last is the best."""
    left = 0

    class Stopped(Watch):
        def check(self, *numbers, **words):
            nonlocal left
            left -= 1
            if left < 0:
                raise TimeLimitError(1.0, 0, 0, 0)

    spy(Clock, "part", lambda _, clock, share: Stopped(clock.watch.limits))
    paths = corner_to_corner(8, 0.2, 2).paths()
    longest, values = paths.longest().length, []
    with tuned(slice=500):
        for looks in range(0, 2000, 9):
            left = looks
            values.append(paths.bound(anytime=1e6).value)
            if left > 0:
                break
        assert left > 0
        assert longest == min(values) == values[-1] < max(values) < paths.board.open_count
        left = 0
        assert paths.longest(anytime=1e6, steps=1).bound == values[0] > longest


def test_open_boards():
    """On a square of even side, a path from corner to corner misses a cell, because colours alternate."""
    for side in (6, 20):
        board, ends = gw.Board.rectangle(side, side), ([(0, 0)], [(side - 1, side - 1)])
        assert board.paths(*ends).bound().value == side * side - 2
        assert bounds.bound_of_paths(board, *ends, (), "length", WATCH).value == side * side - 2
    assert gw.Board.rectangle(21, 21).paths().bound().value == 21 * 21 - 1
    assert gw.Board.rectangle(30, 30, moves=gw.KING).paths().bound().value == 899


def test_not_above_a_flow(tune):
    """On a chessboard, the bound is at most that of a flow, which uses the degrees alone."""
    tune(bound_easy=-1.0)
    for seed in range(6):
        board = corner_to_corner(14, 0.25, seed)
        bound = board.paths().bound()
        if bound is None:
            continue
        near = oracles.graph(oracles.Raw(tuple(map(tuple, board.open_cells.tolist())), ORTHOGONAL))
        flow = networkx.DiGraph()
        for cell in near:
            most = 1 if cell in (board.start, *board.exits) else 2
            dark = sum(cell) % 2
            flow.add_edge(*(("s", cell) if dark else (cell, "t")), capacity=most)
            if dark:
                flow.add_edges_from(((cell, other) for other in near[cell]), capacity=1)
        assert bound.value <= networkx.maximum_flow_value(flow, "s", "t")


# --------------------------------------------------------------------------- the relaxation


@pytest.mark.parametrize("error", [KeyboardInterrupt, TimeLimitError(1.0, 0, 0, 0)])
def test_the_clock_stops_the_solver(error, monkeypatch):
    """An error of the clock, and Ctrl-C, stop HiGHS; it can be run again."""
    monkeypatch.setattr("gridwalk.longest.relaxation.CHECK_EVERY", 1)
    board = corner_to_corner(16, 0.2, 2)
    _, network = max(networks(board, [board.start], board.exits), key=lambda both: both[1].junctions)
    relaxation, looks = Relaxation(network), []

    class Stopped(Watch):
        def check(self, *numbers, **words):
            looks.append(numbers)
            if len(looks) == 5:
                raise error

    with pytest.raises((KeyboardInterrupt, TimeLimitError)):
        relaxation.solve(Stopped(NO_LIMITS))
    assert len(looks) == 5
    assert relaxation.solve(WATCH)
    assert relaxation.bound <= degree_bound(network)


def test_the_solver_prints_nothing(capfd):
    assert corner_to_corner(16, 0.2, 2).paths().bound().value
    _, network = networks(corner_to_corner(9, 0.2, 2), [(0, 0)], [(8, 8)])[0]
    Relaxation(network).solve(WATCH)
    assert capfd.readouterr() == ("", "")


def test_bounds_of_huge_weights():
    """Sums too large to be exact are added as floats, with a tolerance."""
    board = gw.Board.rectangle(4, 4)
    ((block, _),) = networks(board, [(0, 0)], [(3, 3)])
    heavy = LongNetwork.of(replace(block.network, length=block.network.length << 54))
    best = board.paths().longest().length << 54
    assert best <= bound_of(heavy, Clock(WATCH, None)).value <= 2 * degree_bound(heavy)


# ------------------------------------------------------------------------------- the network


def test_parallel_edges_and_loops_go():
    tail, head = np.array([0, 1, 0, 1, 1, 0], np.int32), np.array([1, 0, 1, 1, 2, 1], np.int32)
    weight, one_way = np.array([3, 5, 5, 9, 1, 7]), np.array([0, 0, 0, 0, 0, 1], bool)
    network = long_network(3, tail, head, weight, one_way)
    assert network.corridors.tolist() == [1, 4, 5]
    assert network.weight.tolist() == [5, 1, 7]
    assert network.one_way.any()


# ---------------------------------------------------------------------------------- the verb


def test_conditions():
    board = gw.Board.rectangle(6, 6)
    paths = board.paths()
    assert paths.bound().value == 34
    through = paths.through((2, 2)).bound()
    assert through.value == 34
    assert "also those that miss" in through.by
    assert paths.avoiding([(0, 1), (1, 0)]).bound() is None
    assert paths.avoiding((1, 1)).bound().value >= paths.avoiding((1, 1)).longest().length
    assert paths.shorter_than(20).bound() == (19, "no path of the set has more moves")
    assert paths.longer_than(34).bound() is None
    assert paths.longer_than(33).bound().value == 34
    assert board.paths((0, 0), [(0, 0)]).bound() == (0, "exact: the only path has no move")
    both = board.paths((0, 0), [(0, 0), (5, 5)])
    assert both.bound().value == 0 == both.longest().length  # it ends where it starts


def test_very_large_networks_take_half_of_two_edges(tune):
    tune(bound_large=10)
    bound = gw.Board.rectangle(30, 30, moves=gw.KING).paths().bound()
    assert bound == (899, bounds.HALVES)
