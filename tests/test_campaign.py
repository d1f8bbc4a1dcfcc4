"""The campaign: it runs, cases are reproducible, and faults planted in gridwalk are found."""

import ast
import random
import shutil
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

import gridwalk as gw
from campaign import draw
from campaign.areas import AREAS, FAULTS
from campaign.command import main
from campaign.families import is_uniform
from campaign.runner import Plan, one_case, run_here, run_workers
from campaign.truth import TooManyError, Truth, edges_of
from gridwalk.planner import listed
from inside import failing
from oracles import Raw, cost_of_move, graph
from published import KNIGHT_OPEN, ROOK_CYCLES, ROOK_PATHS
from strategies import KNIGHT, ORTHOGONAL

TESTS = Path(__file__).parent
CASES = {  # the number of cases in a short campaign; 4 for other areas
    "families": 40, "paths": 20, "cycles": 20, "tours": 20,
    "relations": 2, "commands": 2, "messages": 2, "links": 1, "shortest": 2, "promises": 1,
}  # fmt: skip


def plan(*areas, seed=1, cases=1, **more):
    given = {"seconds": None, "jobs": 1, "tiers": ("python",), "patience": 600}
    return Plan(areas, seed, cases=cases, **{**given, **more})


@pytest.mark.parametrize("area", AREAS)
def test_a_short_campaign(area):
    if area == "links":
        shutil.which("node") or pytest.skip("needs Node")
    told = []
    tally = run_here(plan(area, cases=CASES.get(area, 4)), told.append)[area]
    assert [str(disagreement) for disagreement in told] == []
    assert tally.answers > 0


@pytest.mark.parametrize("area", ["paths", "tours", "texts", "shortest"])
def test_a_case_depends_on_seed_area_and_number_only(area):
    asked = [one_case(plan(area, seed=seed), area, 3).asked for seed in (5, 5, 6)]
    assert asked[0] == asked[1] != asked[2]


# ------------------------------------------------------------------------- planted faults


def disagreements(area, cases=1):
    """Yield the disagreements of the first cases of an area."""
    return (found for number in range(cases) for found in one_case(plan(area), area, number).disagreements)


def one_more(count):
    return lambda self, **options: count(self, **options) + 1


@pytest.mark.parametrize(
    ("area", "kind"), [("paths", gw.PathSet), ("cycles", gw.CycleSet), ("tours", gw.TourSet)]
)
def test_a_wrong_count(spoil, area, kind):
    spoil(kind, "count", one_more)
    assert any(".count(" in told.asked for told in disagreements(area, cases=12))


def test_a_path_too_many(spoil):
    spoil(gw.PathSet, "list", lambda _: lambda self, limit=None: [*self, *self][:limit])
    assert any(".list(" in told.asked for told in disagreements("paths", cases=20))


def test_a_wrong_distance(spoil):
    spoil(gw.Board, "distances", lambda ask: lambda *given, **more: ask(*given, **more) * 1.000001)
    assert any("distances" in told.asked for told in disagreements("shortest", cases=2))


def test_a_path_through_a_wall(spoil):
    def wrong(path):
        return path and gw.Path(path.board, path.cells[[0, -1]])

    spoil(gw.PathSet, "shortest", lambda ask: lambda self, **options: wrong(ask(self, **options)))
    assert any("no path" in told.said for told in disagreements("shortest", cases=4))


FAULTS_OF_VERBS = {  # a verb, the area that asks it, its class, and a wrong form of it
    "moves_from": ("fields", gw.Board, lambda ask: lambda *given: ask(*given)[:-1]),
    "islands": ("fields", gw.Board, lambda ask: lambda *given: ask(*given) + 1),
    "distance_matrix": ("fields", gw.Board, lambda ask: lambda *given, **more: ask(*given, **more) * 1.001),
    "with_walls": ("doors", gw.Board, lambda ask: lambda self, *cells: self),
    "with_costs": ("doors", gw.Board, lambda ask: lambda self, costs: self),
    "with_walls_between": ("doors", gw.Board, lambda ask: lambda self, *pairs: self),
    "counts_by_end": ("paths", gw.PathSet, lambda ask: lambda *given: ask(*given) + 1),
    "estimate_lengths": ("paths", gw.PathSet, lambda ask: lambda *given, **more: {}),
}


@pytest.mark.parametrize("verb", FAULTS_OF_VERBS)
def test_a_wrong_answer_of_a_verb(spoil, verb):
    area, kind, broken = FAULTS_OF_VERBS[verb]
    spoil(kind, verb, broken)
    assert any(found.kind for found in disagreements(area, cases=40))


def test_an_exception_of_another_kind(spy):
    spy(listed, "SimpleListing", failing(RuntimeError("planted")))
    found = disagreements("paths", cases=12)
    assert any("RuntimeError: planted" in each.said and ".count(" in each.asked for each in found)


def test_samples_that_are_not_uniform():
    assert is_uniform([24, 36, 30, 28, 32])
    assert not is_uniform([90] + [22] * 8)


def test_arithmetic_that_numpy_warns_of(spoil):
    spoil(gw.PathSet, "lengths", lambda _: lambda self: {1: np.float64(0) / np.float64(0)})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = disagreements("paths", cases=12)
        assert any("RuntimeWarning" in each.said and ".lengths(" in each.asked for each in found)


def test_an_exception_in_the_oracle_is_a_disagreement(spy):
    spy(Truth, "simple_paths", failing(ZeroDivisionError()))
    assert [told.asked for told in disagreements("paths")] == ["(the campaign's own code)"]


def test_a_disagreement_prints_a_program_that_reproduces_it(spoil, capsys):
    spoil(gw.PathSet, "count", lambda _: lambda self, **_: -1)
    told = next(told for told in disagreements("paths", cases=9) if told.asked == "paths.count(by='sweep')")
    exec(f"{told.program}\n    print({told.asked})", {})
    assert capsys.readouterr().out == "-1\n"
    assert told.said == "-1"
    assert f"--area paths --seed 1 --case {told.number}" in str(told)


# ----------------------------------------------------------------------- worker processes


def test_workers_that_die_or_hang_are_reported_and_replaced():
    told = []
    tallies = run_workers(plan("false", "raises", "dies", "hangs", cases=3, patience=3), told.append)
    assert {(each.area, each.number) for each in told} == {
        ("false", 2),
        ("raises", 1),
        ("dies", 1),
        ("hangs", 1),
    }
    words = {each.area: each.said for each in told}
    assert words["false"] == "9"
    assert "IndexError" in words["raises"]
    assert "SIGABRT" in words["dies"]
    assert "not over" in words["hangs"]
    assert [tallies[area].cases for area in ("false", "raises", "dies", "hangs")] == [3, 3, 3, 3]


def test_the_command(capsys):
    assert main(["--areas", "false", "--cases", "2", "--jobs", "2", "--seed", "9"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("seed 9, 2 jobs")
    told = [line.split() for line in out.splitlines() if line.startswith("false")]
    assert [line[:5] + line[7:] for line in told] == [["false", "2", "2", "0", "0", "9"]]
    assert main(["--area", "false", "--case", "2", "--seed", "9"]) == 1
    out = capsys.readouterr().out
    assert "DISAGREEMENT --area false --seed 9 --case 2\n" in out
    assert "board = gw.Board.rectangle(2, 4)\n" in out
    with pytest.raises(SystemExit, match="2"):
        main(["--areas", "nowhere"])
    assert set(AREAS) & set(FAULTS) == set()


# -------------------------------------------------------------------------------- oracles


@pytest.mark.parametrize("module", ["oracles.py", "certificates.py", "campaign/truth.py"])
def test_oracles_share_no_code_with_gridwalk(module):
    tree = ast.parse((TESTS / module).read_text())
    names = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    names += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    own = {"__future__", "oracles", *sys.stdlib_module_names}
    assert {name.split(".")[0] for name in names} <= own


def test_two_oracles_derive_the_same_edges():
    """The oracle of the campaign and that of all other tests."""
    rng = random.Random(5)
    for _ in range(150):
        raw = draw.raw(rng, 20)
        if not raw.reach:
            edges = edges_of(raw)
            assert {u: set(leads) for u, leads in edges.items()} == {
                u: set(vs) for u, vs in graph(raw).items()
            }
            assert all(cost == cost_of_move(raw, u, v) for u, vs in edges.items() for v, cost in vs.items())


def open_board(rows, columns, deltas):
    return Truth(Raw(((True,) * columns,) * rows, deltas))


def test_the_oracles_agree_with_published_numbers():
    for n in (3, 4):
        truth = open_board(n, n, ORTHOGONAL)
        assert len(truth.simple_paths([(0, 0)], [(n - 1, n - 1)], 10**6)) == ROOK_PATHS[n]
        assert len(truth.cycles(10**6)) == ROOK_CYCLES[n]
    assert len(open_board(3, 4, KNIGHT).open_tours(None, None, 10**6)) == 2 * KNIGHT_OPEN[3, 4]
    assert len(open_board(5, 5, KNIGHT).symmetries()) == 8
    board = open_board(2, 3, ORTHOGONAL)
    ways = [((0, 0), (0, 1)), ((0, 2), (0, 1))]
    assert board.orbits(ways, board.symmetries(), closed=False, undirected=False) == 1
    with pytest.raises(TooManyError):
        open_board(4, 4, ORTHOGONAL).cycles(100)
