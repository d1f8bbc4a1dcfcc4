"""Counts by length, cost and turns: against listings, published numbers and each other."""

import itertools
import json
import random
from collections import Counter
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from gridwalk.errors import ArgumentError, HopelessError, MemoryLimitError, QuestionError, UnknownChoiceError
from profiles import examples
from seeded import raw_board
from strategies import board_of, small_questions

VARIABLES = ("length", "cost", "turns")


def turns_of(cells, closed):
    """How often the direction changes, for a closed path also at its start."""
    cells = [*cells, *cells[: 2 * closed]]
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(cells)]
    return sum(one != other for one, other in itertools.pairwise(steps))


def listed(paths, variables):
    """The coefficients by listing all paths."""
    cost_of = {} if paths.board.costs is None else np.array(paths.board.costs, object)

    def measures(path):
        cells = [tuple(cell) for cell in path]
        entered = cells if path.closed else cells[1:]
        exact = [Fraction(cost_of[cell]).limit_denominator(1000) if len(cost_of) else 1 for cell in entered]
        known = {"length": path.length, "cost": sum(exact), "turns": turns_of(cells, path.closed)}
        values = tuple(known[variable] for variable in variables)
        return values if len(values) > 1 else values[0]

    return dict(sorted(Counter(map(measures, paths)).items()))


def agrees(paths, *variables):
    found = paths.generating_function(*variables)
    assert found.variables == variables
    assert list(found.coefficients.items()) == list(listed(paths, variables).items())
    return found


@given(small_questions(), st.permutations(VARIABLES), st.integers(1, 3))
@examples(150)
def test_it_is_that_of_a_listing(question, variables, number):
    """Walls, one-way cells, several exits, corridors and blocks in series, all moves but wrapped boards."""
    if question.raw.wrap is not None:
        return
    every = oracles.simple_paths(question.raw, question.start, question.exits)
    if len(list(itertools.islice(every, 800))) == 800:
        return
    board = board_of(question.raw)
    chosen = [one for one in variables[:number] if one != "cost" or not board.moves.has_diagonals]
    agrees(board.paths(question.start, question.exits), *chosen or ["turns"])


COSTS = np.arange(16).reshape(4, 4) + 1


@pytest.mark.parametrize("costs", [None, COSTS, COSTS / 4, COSTS * 0.1])
def test_paths_tours_and_cycles(tier, costs):
    board = gw.Board(np.ones((4, 4), bool), costs=costs)
    agrees(board.paths(), "cost", "turns")
    agrees(board.paths((0, 1), [(3, 3), (2, 2)]), "turns", "cost")
    agrees(board.paths([(0, 1), (3, 0)], [(3, 3), (0, 0), (3, 0)]), "length", "cost", "turns")
    agrees(board.cycles(), "cost", "turns")
    agrees(board.tours(start=(0, 0)), "turns", "cost")
    agrees(board.tours(closed=True), "turns", "cost")
    agrees(board.paths().through((1, 1)).avoiding((2, 2)), "turns", "length")
    agrees(board.paths().longer_than(7).shorter_than(13), "turns")
    agrees(board.cycles().of_length(8), "cost")
    agrees(board.paths().through_edges(((1, 1), (1, 2))).avoiding_edges(((0, 0), (0, 1))), "cost", "turns")


def test_boards_of_other_kinds(tier):
    agrees(gw.Board.rectangle(4, 4).tours(), "turns", "length")
    agrees(gw.Board.rectangle(3, 4, moves=gw.KING).paths(), "turns", "length")
    agrees(gw.Board.rectangle(3, 3, one_way={(0, 0): (0, 1)}).cycles(), "turns")
    agrees(gw.Board.rectangle(3, 3).paths("anywhere", (0, 0)), "turns", "length")
    agrees(gw.Board.rectangle(1, 5).paths(), "turns")
    agrees(gw.Board.rectangle(1, 1).paths(), "turns", "cost")
    rooms = gw.Board.from_text("...#...\n.......\n...#...")
    agrees(rooms.paths((0, 0), (2, 6)), "turns", "length")
    agrees(rooms.paths((0, 0), [(0, 0), (2, 6)]), "length", "turns")
    assert gw.Board.from_text("S#E").paths().generating_function("turns").coefficients == {}


def test_published_numbers_by_turns():
    """Shortest paths of a square by turns, as MacMahon counts lattice paths (Combinatory Analysis, 1915)."""
    for n in (4, 6, 8):
        found = gw.Board.rectangle(n, n).paths().of_length(2 * n - 2).generating_function("turns")
        m = n - 1
        known = {t: 2 * comb(m - 1, t // 2) * comb(m - 1, (t - 1) // 2) for t in range(1, 2 * m)}
        assert found.coefficients == known


def test_marginals_are_the_counts_by_one_variable():
    paths = gw.Board.rectangle(7, 7).paths()
    both = paths.generating_function("length", "turns")
    assert both.total == paths.count()
    assert both.marginal("length").coefficients == paths.lengths()
    assert both.marginal("turns") == paths.generating_function("turns")
    assert paths.generating_function().coefficients == paths.lengths()


def test_moments_values_and_words():
    """Against moments of the listed numbers, as fractions."""
    paths = gw.Board.rectangle(4, 4).paths()
    both = paths.generating_function("length", "turns")
    rows = [(path.length, turns_of([tuple(cell) for cell in path], False)) for path in paths]
    mean = [Fraction(sum(row[n] for row in rows), len(rows)) for n in range(2)]
    assert [both.mean(name) for name in both.variables] == mean
    assert both.variance("turns") == sum((row[1] - mean[1]) ** 2 for row in rows) / len(rows)
    covariance = sum((a - mean[0]) * (b - mean[1]) for a, b in rows) / len(rows)
    assert both.covariance("length", "turns") == covariance == both.covariance("turns", "length")
    assert both(2, 3) == both(turns=3, length=2) == sum(2**a * 3**b for a, b in rows)
    assert both.to_dict()["count"] == list(both.coefficients.values())
    assert both.to_csv().splitlines()[0] == "length,turns,count"
    for wrong in (lambda: both(1), lambda: both(1, 2, 3), both.mean, lambda: both.mean("cost")):
        with pytest.raises(ArgumentError):
            wrong()
    halves = gw.Board(np.ones((1, 3), bool), costs=[[1, 0.5, 1]]).paths().generating_function("cost")
    assert str(halves) == "x^(3/2)"
    assert halves.to_dict() == {"cost": [1.5], "count": [1]}
    empty = gw.Board.from_text("S#E").paths().generating_function("turns")
    assert (str(empty), empty.total) == ("0", 0)
    with pytest.raises(ArgumentError):
        empty.mean()


def test_what_is_refused():
    board = gw.Board.rectangle(4, 4)
    wrong = [
        (lambda: board.paths().generating_function("width"), UnknownChoiceError),
        (lambda: board.paths().generating_function("turns", "turns"), QuestionError),
        (lambda: board.tours(undirected=True).generating_function("turns"), QuestionError),
        (lambda: board.tours().generating_function("cost"), QuestionError),
        (lambda: gw.Board.rectangle(4, 4, moves=gw.KING).paths().generating_function("cost"), QuestionError),
        (lambda: gw.Board.rectangle(4, 4, wrap="both").paths().generating_function("turns"), QuestionError),
        (
            lambda: gw.Board.rectangle(4, 4, portals=[((0, 0), (3, 1))]).paths().generating_function("turns"),
            QuestionError,
        ),
        (lambda: gw.Board.rectangle(60, 60).paths().generating_function("turns"), HopelessError),
        (
            lambda: gw.Board.rectangle(10, 10).paths().within(memory=1 << 22).generating_function("turns"),
            (MemoryLimitError, HopelessError),
        ),
        (
            lambda: gw.Board(np.ones((1, 2), bool), costs=[[1, 2**0.5]]).paths().generating_function("cost"),
            QuestionError,
        ),
    ]
    for ask, error in wrong:
        with pytest.raises(error):
            ask()


def test_the_command(run):
    status, out, err = run("count", "3x3", "--measures", "length,turns")
    assert status == 0
    assert out.splitlines()[:2] == ["length turns count", "     4     1     2"]
    assert "turns: mean 3, standard deviation 1.1547" in err
    answer = json.loads(run("count", "3x3", "--measures", "turns", "--json")[1])
    numbers = [2, 2, 2, 6]
    texts = list(map(str, numbers))
    assert answer["terms"] == {"turns": [1, 2, 3, 4], "count": numbers, "count_text": texts}
    assert answer["mean"] == {"turns": 3.0}
    assert run("count", "3x3", "--measures", "turn")[0] == 2
    assert run("count", "3x3", "--measures", "turns", "--lengths")[0] == 2
    assert run("count", "3x3", "--measures", "turns", "--approx", "5%")[0] == 2
    assert run("count", "#E\nS#", "--measures", "turns")[0] == 2


def test_tables_in_files(run, tmp_path):
    """A row for each length, or each combination; JSON is what --json prints."""
    csv, data = tmp_path / "table.csv", tmp_path / "table.json"
    status, out, err = run("count", "3x3", "--measures", "length,turns", "-o", str(csv))
    assert (status, out) == (0, "")
    assert csv.read_text() == "length,turns,count\n4,1,2\n4,2,2\n4,3,2\n6,4,4\n8,4,2\n"
    assert "wrote" in err
    assert "12 in all" in err
    status, out, _ = run("count", "3x3", "--lengths", "-o", str(csv), "--json")
    assert csv.read_text() == "length,count\n4,6\n6,4\n8,2\n"
    assert json.loads(out)["lengths"] == {"4": 6, "6": 4, "8": 2}
    for asked in (["--lengths"], ["--measures", "turns"]):
        assert run("count", "3x3", *asked, "-o", str(data))[0] == 0
        assert json.loads(data.read_text()) == json.loads(run("count", "3x3", *asked, "--json")[1])
    status, out, _ = run("count", "3x3", "--lengths", "-o", "-", "--to-format", "csv")
    assert (status, out) == (0, "length,count\n4,6\n6,4\n8,2\n")


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (["-o", "x.csv"], "add --lengths or --measures"),
        (["--lengths", "--explain", "-o", "x.csv"], "counts nothing"),
        (["--lengths", "--json", "-o", "-", "--to-format", "csv"], "both write to standard output"),
        (["--lengths", "-o", "x.svg"], "add --approx"),
        (["--approx", "5%", "--lengths", "-o", "x.csv"], "-o is for --visits"),
        (["--approx", "5%", "--visits", "-o", "x.csv"], "for exact counts"),
        (["--lengths", "-o", "x.txt"], "ending"),
    ],
)
def test_tables_that_there_are_not(run, tmp_path, monkeypatch, asked, words):
    monkeypatch.chdir(tmp_path)
    status, out, err = run("count", "3x3", *asked)
    assert (status, out) == (2, "")
    assert words in err
    assert not list(tmp_path.iterdir())


def test_a_factor_for_diagonal_steps_does_not_matter_where_there_are_none():
    costs = [[1, 2, 3], [4, 5, 6]]
    plain = gw.Board.rectangle(2, 3, costs=costs).paths().generating_function("cost")
    assert gw.Board.rectangle(2, 3, costs=costs, diagonal=2).paths().generating_function("cost") == plain


def test_portals_have_costs():
    tried = 0
    for seed in range(20):
        rng = random.Random(seed)
        raw = raw_board(rng)
        board = board_of(raw, start=raw.cells[0], exits=[raw.cells[-1]])
        if not raw.portals or board.moves.has_diagonals or raw.cells[0] == raw.cells[-1]:
            continue
        ways = list(itertools.islice(oracles.simple_paths(raw, raw.cells[0], raw.cells[-1:]), 400))
        costs = [sum(oracles.cost_of_move(raw, *step) for step in itertools.pairwise(way)) for way in ways]
        if len(ways) == 400:
            continue
        tried += 1
        function = board.paths().generating_function("cost", "length")
        lengths = [len(way) - 1 for way in ways]
        assert function.coefficients == dict(sorted(Counter(zip(costs, lengths, strict=True)).items()))
        several = board.paths(board.start, raw.cells[1:]).generating_function("cost")
        every = oracles.simple_paths(raw, raw.cells[0], raw.cells[1:])
        assert several.coefficients == Counter(
            sum(oracles.cost_of_move(raw, *step) for step in itertools.pairwise(way)) for way in every
        )
    assert tried > 3


def test_a_portal_of_a_broken_cost_and_cycles_that_pass_it():
    board = gw.Board.rectangle(2, 3, portals=[((0, 0), (1, 2), 1.5), ((1, 2), (0, 0), 0)])
    assert board.paths().generating_function("cost").coefficients == {Fraction(3, 2): 1, 3: 3, 5: 1}
    with pytest.raises(QuestionError, match="one way than the other"):
        board.cycles().generating_function("cost")
    with pytest.raises(QuestionError, match=r"turns are not counted on a board with portals$"):
        board.paths().generating_function("length", "turns")
