"""The corridor graph: dead ends taken away, corridors as edges, and paths through all of it."""

import random

import numpy as np
import pytest

import gridwalk as gw
import oracles
import seeded
from gridwalk.kernels.search import corridors, dead_ends
from gridwalk.runtime import slices
from gridwalk.search.solver import solver
from gridwalk.search.solvers import junctions_of, onward_of
from strategies import BISHOP_STEPS, KING, ORTHOGONAL, board_of

STEPS = (ORTHOGONAL, ORTHOGONAL[::-1], KING, KING[::-1], BISHOP_STEPS)
CHAMBERS = "\n".join(["....#....", ".##...##.", ".##.#.##.", "....#...."])


def core_of(raw: oracles.Raw) -> dict[oracles.Cell, set[oracles.Cell]]:
    """The moves that are left when cells of one move are taken away as long as there are any."""
    leads_to = {u: set(near) for u, near in oracles.graph(raw).items()}
    while ends := [u for u, near in leads_to.items() if len(near) == 1]:
        for u in ends:
            for v in leads_to.pop(u, ()):
                leads_to.get(v, set()).discard(u)
    return leads_to


def test_dead_ends_are_taken_away(tier):
    for raw, _ in seeded.raws(1, 60, STEPS, wrap=0):
        board, core = board_of(raw), core_of(raw)
        onward, moves = onward_of(board), board._moves_of_cell
        junctions = 0
        for cell in raw.cells:
            v = board.index(cell)
            ahead = {(cell[0] + d[0], cell[1] + d[1]) for m, d in enumerate(raw.deltas) if onward[v] >> m & 1}
            assert int(onward[v]) & ~int(moves[v]) == 0
            if core.get(cell):
                assert ahead == core[cell]
                junctions += len(ahead) > 2
            else:
                assert len(ahead) <= 1  # towards the core, or the root of a tree
        assert junctions_of(board)[0] == junctions
        assert not onward[~board.open_cells.reshape(-1)].any()


@pytest.mark.long
def test_doors_lead_both_ways(tier):
    for raw, _ in seeded.raws(2, 40, STEPS, most=11, wrap=0):
        board = board_of(raw)
        (_, _, junctions, doors), columns, _ = solver(board, "corridors").model
        far = {}
        for j in range(len(junctions) - 1):
            for door in range(junctions[j, corridors.DOOR], junctions[j + 1, corridors.DOOR]):
                k, steps, diagonals, twin = doors[door].tolist()
                assert doors[twin].tolist() == [j, steps, diagonals, door]
                assert 0 <= diagonals <= steps
                ends = [divmod(int(junctions[i, corridors.CELL]), columns) for i in (j, k)]
                far.setdefault(ends[0], oracles.distances(raw, [ends[0]]))
                assert steps - diagonals + diagonals * 2**0.5 >= far[ends[0]][ends[1]] - 1e-9
                assert junctions[j, corridors.PART] == junctions[k, corridors.PART]
        parts = junctions[:-1, corridors.PART].tolist()
        cells = [divmod(int(v), columns) for v in junctions[:-1, corridors.CELL]]
        for part, cell in zip(parts, cells, strict=True):
            far.setdefault(cell, oracles.distances(raw, [cell]))
            same = [other in far[cell] for other in cells]
            assert same == [other == part for other in parts]


def check(raw: oracles.Raw, board: gw.Board, start, goals) -> None:
    """Compare the costs from *start* to all *goals* with the oracle's, and certify the paths."""
    oracles.check_from(raw, lambda *ends: board.paths(*ends).shortest(by="corridors"), start, goals)


@pytest.mark.parametrize("seed", range(3))
def test_all_pairs_of_small_boards(seed):
    with slices.tier("compiled"):
        for raw, rng in seeded.raws(10 + seed, 80, STEPS, most=9, wrap=0):
            check(raw, board_of(raw), rng.choice(raw.cells), raw.cells)


@pytest.mark.long
@pytest.mark.parametrize("deltas", [ORTHOGONAL, KING])
@pytest.mark.parametrize("holes", [0.0, 0.02, 0.2])
def test_mazes(tier, deltas, holes):
    rng = random.Random(f"{holes}{len(deltas)}")
    side = 21 if tier == "python" else 61
    raw = oracles.Raw(tuple(map(tuple, seeded.maze(rng, side, side, holes))), deltas)
    board = board_of(raw)
    for _ in range(4):
        check(raw, board, rng.choice(raw.cells), rng.sample(raw.cells, 25))  # a hole may lead nowhere


@pytest.mark.parametrize(
    ("text", "junctions"),
    [
        ("...\n.#.\n...", 0),  # a circle
        (".....\n.#.#.\n.....", 2),
        ("....\n.#.#\n...#", 0),  # a circle with a hair
        (".#.\n.#.\n...", 0),  # a tree alone: no core at all
        (CHAMBERS, 2),  # two circles and a way between them
    ],
)
def test_boards_of_few_junctions(tier, text, junctions):
    rows = text.split("\n")
    raw = oracles.Raw(tuple(tuple(c == "." for c in row) for row in rows), ORTHOGONAL)
    board = board_of(raw)
    assert junctions_of(board)[0] == junctions
    for start in raw.cells:
        check(raw, board, start, raw.cells)


def test_a_climb_ends_where_two_meet(tier):
    """Within one tree the core is never looked at, however far away it is."""
    text = "....................\n.##################.\n.##################.\n...................."
    board = gw.Board.from_text(text + "\n" + "#" * 10 + "." + "#" * 9 + "\n" + "#" * 10 + "." + "#" * 9)
    path = board.paths((4, 10), (5, 10)).shortest(by="corridors")
    assert (path.length, path.expanded) == (1, 1)


def test_labels_are_wiped_when_their_generations_run_out(tier):
    """A scratch holds 2**31 generations, one a query; the last one leaves no label that counts."""
    rng = random.Random(3)
    raw = oracles.Raw(((True,) * 7,) * 7, KING)
    board = board_of(raw)
    ready = solver(board, "corridors")
    desk = ready.borrow()
    desk.scratch[1][-1, corridors.COST] = corridors.LAST_BASE - (3 << 32)
    ready.give_back(desk)
    for _ in range(30):
        check(raw, board, rng.choice(raw.cells), [rng.choice(raw.cells)])
    assert desk.scratch[1][-1, corridors.COST] < 40 << 32


def test_the_tiers_build_the_same_graph():
    for raw, _ in seeded.raws(4, 60, STEPS, wrap=0):
        models = []
        for name in ("python", "compiled"):
            with slices.tier(name):
                models.append(solver(board_of(raw), "corridors").model)
        for first, second in zip(models[0][0], models[1][0], strict=True):
            assert np.array_equal(first, second)
        assert models[0][1:] == models[1][1:]


def test_a_price_is_the_cost_to_ten_digits():
    assert round(2**36 * 2**0.5) == corridors.DIAGONAL_COST
    assert corridors.price(3, 2) / corridors.STRAIGHT == pytest.approx(1 + 2 * 2**0.5, rel=1e-10)


def test_census_counts_every_bit():
    onward = np.arange(256, dtype=np.uint8)
    many = [v for v in range(256) if v.bit_count() > 2]
    assert dead_ends.census(onward) == (len(many), sum(v.bit_count() for v in many))
