"""Makers keep what their names promise: trees, uniform trees, one path, one part; a seed is one board."""

import hashlib
import random
from collections import Counter
from itertools import combinations, pairwise
from typing import get_args

import networkx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
from gridwalk import makers
from gridwalk.errors import ArgumentError, InputError
from gridwalk.makers import MAKERS, algorithms
from gridwalk.makers.making import watch
from gridwalk.makers.other_steps import MAKING_NAMES
from gridwalk.makers.site import Cells, stream
from gridwalk.makers.table import MakerName
from gridwalk.runtime import chance, slices
from profiles import examples

PERFECT = [name for name, row in MAKERS.items() if row.perfect]
MASKED = [name for name, row in MAKERS.items() if row.masked]
IN_CELLS = [name for name, row in MAKERS.items() if row.counts == "cells"]
ONE_PATH = ["unicursal", "spiral", "serpentine"]
sides, seeds = st.integers(1, 9), st.integers(0, 2**70)


def graph_of(open_cells):
    """The open cells and the steps between them, by NetworkX."""
    rows, columns = open_cells.shape
    graph = networkx.grid_2d_graph(rows, columns)
    graph.remove_nodes_from(map(tuple, np.argwhere(~open_cells).tolist()))
    return graph


def degrees(open_cells):
    """The doors of each room of a thick maze."""
    cells = open_cells.astype(int)
    around = cells[:-2, 1:-1] + cells[2:, 1:-1] + cells[1:-1, :-2] + cells[1:-1, 2:]
    return around[::2, ::2]


def test_type_checkers_know_the_names():
    assert get_args(MakerName) == tuple(MAKERS)


@pytest.mark.parametrize("name", MAKERS)
def test_the_lines_of_the_pseudocode_have_events(name):
    row, making = MAKERS[name], watch(name, 22, 22, seed=4)
    known = {MAKING_NAMES[kind] for kind in making.events[:, 0].tolist()} | {"begin"}
    for _, cell, value in making.events[1:].tolist():
        known.add("start" if cell == value else "down" if abs(cell - value) >= making.board.columns else "")
    assert known >= row.lines_of_event.keys()
    assert {line for lines in row.lines_of_event.values() for line in lines} == set(
        range(len(row.pseudocode))
    )


# ------------------------------------------------------------------------------ trees


@pytest.mark.parametrize("name", PERFECT)
@given(rows=sides, columns=sides, seed=seeds, data=st.data())
@examples(100)
def test_a_perfect_maze_is_a_spanning_tree_of_its_rooms(name, rows, columns, seed, data):
    """With each choice of its options, and the same as a thin maze."""
    if name == "unicursal":  # its sides are even
        rows, columns = 2 * rows, 2 * columns
    options = {option: data.draw(st.sampled_from(words)) for option, words in MAKERS[name].choices.items()}
    board = gw.make(name, rows, columns, seed=seed, **options)
    assert board.thin() == gw.make(name, rows, columns, seed=seed, thin=True, **options)
    assert name != "unicursal" or degrees(board.open_cells).max() == 2
    assert board.shape == (2 * rows + 1, 2 * columns + 1)
    assert board.open_cells[1::2, 1::2].all()
    assert not board.open_cells[::2, ::2].any()
    assert not board.open_cells[[0, -1]].any()
    assert not board.open_cells[:, [0, -1]].any()
    assert networkx.is_tree(graph_of(board.open_cells))


@pytest.mark.parametrize("name", MASKED)
@given(data=st.data(), seed=seeds)
@examples(100)
def test_each_part_of_a_mask_gets_a_tree(name, data, seed):
    rows, columns = data.draw(sides), data.draw(sides)
    bits = data.draw(st.lists(st.booleans(), min_size=rows * columns, max_size=rows * columns).filter(any))
    mask = np.array(bits).reshape(rows, columns)
    board = gw.make(name, mask=mask, seed=seed)
    assert (board.open_cells[1::2, 1::2] == mask).all()
    maze, rooms = graph_of(board.open_cells), graph_of(mask)
    assert networkx.is_forest(maze)
    assert networkx.number_connected_components(maze) == networkx.number_connected_components(rooms)
    assert not board.open_cells[::2, ::2].any()
    assert gw.make(name, mask=mask, seed=seed, thin=True).thick() == board


@pytest.mark.parametrize("mask", [np.ones((9, 14), bool), np.arange(126).reshape(9, 14) % 7 > 0])
def test_large_mazes_begin_in_the_middle(mask, tune):
    """As it is seen in small ones: another tree of each part, the same with a mask as without."""
    before = gw.make("wilson", mask=mask, seed=3)
    tune(large_maze=1)
    board, rooms = gw.make("wilson", mask=mask, seed=3), graph_of(mask)
    maze = graph_of(board.open_cells)
    assert board != before
    assert networkx.is_forest(maze)
    assert networkx.number_connected_components(maze) == networkx.number_connected_components(rooms)
    assert (board == gw.make("wilson", 9, 14, seed=3)) == mask.all()


def test_a_mask_may_be_a_board():
    letter = gw.Board.from_text("#...#\n..#..\n.....\n..#..\n..#..")
    board = gw.make("kruskal", seed=1, mask=letter)
    assert (board.open_cells[1::2, 1::2] == letter.open_cells).all()
    assert board == gw.make("kruskal", 5, 5, seed=1, mask=letter.open_cells)


# ------------------------------------------------------------------------------ textures

# Dead ends among the rooms, in percent: ours, measured once on 2001 x 2001 rooms; for the uniform
# spanning tree 100 (8 / pi**2) (1 - 2 / pi) is exact (Manna, Dhar and Majumdar 1992).
UNIFORM = 100 * 8 / np.pi**2 * (1 - 2 / np.pi)
DEAD_ENDS = {
    "backtracker": (10.0, 0.3), "prim": (27.7, 0.3), "sidewinder": (27.8, 0.3), "wilson": (UNIFORM, 0.3),
    "aldous-broder": (UNIFORM, 0.5), "eller": (29.6, 0.3), "kruskal": (30.7, 0.3),
}  # fmt: skip


@pytest.mark.parametrize("name", DEAD_ENDS)
def test_shares_of_dead_ends(name):
    share, most = DEAD_ENDS[name]
    side = 120 if name == "aldous-broder" else 400  # the walk takes a hundred steps a room
    with slices.tier("compiled"):
        board = gw.make(name, side, side, seed=1)
    assert abs(100 * (degrees(board.open_cells) == 1).mean() - share) <= most


def trees_of_nine():
    """All spanning trees of 3 x 3 rooms."""
    rooms = networkx.grid_2d_graph(3, 3)
    for edges in combinations(rooms.edges, 8):
        tree = rooms.edge_subgraph(edges)
        if len(tree) == 9 and networkx.is_connected(tree):
            yield frozenset(tuple(sorted(edge)) for edge in edges)


@pytest.mark.long
@pytest.mark.parametrize(("name", "large"), [("wilson", 100), ("wilson", 1), ("aldous-broder", 1)])
def test_every_spanning_tree_is_equally_likely(name, large, tune):
    """Chi-square over the 192 trees of 3 x 3 rooms (OEIS A007341); 6,000 samples of one stream."""
    tune(large_maze=large)
    trees, samples = set(trees_of_nine()), 6_000
    assert len(trees) == 192
    doors = {(edge[0][0] + edge[1][0] + 1, edge[0][1] + edge[1][1] + 1): edge
             for edge in networkx.grid_2d_graph(3, 3).edges}  # fmt: skip
    rng, found = np.random.default_rng(12), Counter()
    with slices.tier("compiled"):
        for _ in range(samples):
            cells = gw.make(name, 3, 3, seed=rng).open_cells
            found[frozenset(tuple(sorted(edge)) for door, edge in doors.items() if cells[door])] += 1
    assert set(found) == trees
    chi_square = sum((found[tree] - samples / 192) ** 2 / (samples / 192) for tree in trees)
    # 191 degrees of freedom: the 99.9 % point by Wilson and Hilferty's cube is 255.
    assert chi_square < 191 * (1 - 2 / (9 * 191) + 3.0902 * (2 / (9 * 191)) ** 0.5) ** 3


def test_kruskals_tree_is_that_of_a_shuffled_list():
    """The rounds make the tree that Kruskal makes, given the same weights."""
    for rows, columns in ((1, 9), (7, 5), (12, 20)):
        state = stream(4)
        seed, stride = int(state[0]), columns + 2
        board = gw.make("kruskal", rows, columns, seed=4)
        rooms = networkx.Graph()
        rooms.add_node((0, 0))
        for (r, c), (r2, c2) in networkx.grid_2d_graph(rows, columns).edges:
            edge = 2 * ((r + 1) * stride + c + 1) + (r2 > r)
            rooms.add_edge((r, c), (r2, c2), weight=chance.weight.python(seed, edge))
        tree = sorted(networkx.minimum_spanning_tree(rooms).edges(data="weight"), key=lambda edge: edge[2])
        doors = [(u[0] + v[0] + 1, u[1] + v[1] + 1) for u, v, _ in tree]
        assert all(board.open_cells[door] for door in doors)
        making = gw.makers.watch("kruskal", rows, columns, seed=4)  # in the order in which Kruskal opens them
        assert [making._cell_of((u + v) // 2) for _, u, v in making.events.tolist()] == doors


# ------------------------------------------------------------------------------ others


@pytest.mark.parametrize("name", ONE_PATH)
def test_one_path_visits_all_rooms(name):
    for rows, columns in ((2, 2), (2, 10), (8, 6), (20, 30)):
        board = gw.make(name, rows, columns, seed=3)
        assert degrees(board.open_cells).max() <= 2
        assert board.paths().count() == 1
        path = board.paths().shortest()
        assert path.length == 2 * (rows * columns - 1)
        assert len(path.cells) == board.open_count


@pytest.mark.parametrize("name", ["caves", "dungeon"])
@given(rows=st.integers(16, 40), columns=st.integers(16, 40), seed=seeds)
@examples(100)
def test_caves_and_dungeons_are_connected(name, rows, columns, seed):
    options = {"walls": 0.3} if name == "caves" else {"block": 4 + seed % 9, "extra": seed % 5 / 4}
    board = gw.make(name, rows, columns, seed=seed, **options)
    assert board.shape == (rows, columns)
    assert networkx.is_connected(graph_of(board.open_cells))
    assert not board.open_cells[[0, -1]].any()
    assert not board.open_cells[:, [0, -1]].any()


def test_caves_are_the_largest_part_of_the_automaton():
    """Beside the rule as it is written: B678/S345678, walls live, the border is wall."""
    rows, columns, seed = 40, 60, 8
    noise = gw.makers.make("caves", rows, columns, seed=seed, rounds=0, walls=0.0).open_cells
    assert noise[1:-1, 1:-1].all()
    with pytest.raises(ArgumentError, match="no cave is left"):
        gw.make("caves", 5, 5, seed=1, walls=1.0)
    drawn = gw.makers.watch("caves", rows, columns, seed=seed, rounds=0)
    count = int((drawn.events[:, 0] == drawn.events[0, 0]).sum())
    walls = ~drawn._board_at(count).open_cells  # before the parts but one are closed
    first = drawn.first.copy()
    assert not first.any()
    walls = np.ones((rows, columns), bool)
    walls.flat[drawn.events[:count, 1]] = False
    for _ in range(5):
        walls = smoothed(walls)
    largest = max(networkx.connected_components(graph_of(~walls)), key=len)
    expected = np.zeros((rows, columns), bool)
    expected[tuple(np.array(list(largest)).T)] = True
    assert (gw.make("caves", rows, columns, seed=seed).open_cells == expected).all()


def smoothed(walls):
    """One step of the automaton, by its rule."""
    rows, columns = walls.shape
    padded = np.pad(walls, 1, constant_values=True).astype(int)
    shifts = [(r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1)]
    around = sum(padded[r : r + rows, c : c + columns] for r, c in shifts)
    walls = np.where(walls, around >= 3, around >= 6)
    walls[[0, -1]] = walls[:, [0, -1]] = True
    return walls


@pytest.mark.parametrize("shape", [(70, 2000), (3, 140_000)])
def test_caves_are_smoothed_strip_by_strip(shape):
    random = np.random.default_rng(2)
    site = Cells(*shape, np.zeros(0, np.int64))
    walls = random.random(shape) < 0.45
    walls[[0, -1]] = walls[:, [0, -1]] = True
    site.cells[:] = ~walls.reshape(-1)
    algorithms._smooth(site)
    assert (site.cells.reshape(shape) == ~smoothed(walls)).all()


def test_percolation_has_its_share_of_walls():
    """Of 250,000 cells: five standard deviations."""
    for walls in (0.0, 0.3, 0.9):
        board = gw.make("percolation", 500, 500, seed=2, walls=walls)
        assert abs(1 - board.open_cells.mean() - walls) <= 5 * (walls * (1 - walls) / 250_000) ** 0.5


# ------------------------------------------------------------------------------ doors, ends


@pytest.mark.parametrize("name", ["backtracker", "wilson", "eller", "unicursal"])
def test_a_braid_has_no_dead_ends(name):
    perfect, braided = (gw.make(name, 20, 30, seed=1, braid=share) for share in (0.0, 1.0))
    assert degrees(braided.open_cells).min() == 2
    assert (braided.open_cells | perfect.open_cells == braided.open_cells).all()
    half = gw.make(name, 20, 30, seed=1, braid=0.5)
    assert perfect.open_count <= half.open_count <= braided.open_count


def test_dead_ends_that_can_only_stay_are_left():
    mask = gw.Board.from_text("...\n.#.\n.##")  # the tip of the mask has one neighbour
    board = gw.make("wilson", mask=mask, seed=1, braid=1.0)
    assert degrees(board.open_cells)[2, 0] == 1
    assert gw.make("wilson", 1, 5, seed=1, braid=1.0) == gw.make("wilson", 1, 5, seed=1)


def test_loops_open_walls_between_rooms():
    board = gw.make("backtracker", 20, 30, seed=1, loops=1.0)
    assert board.open_count == 3 * 20 * 30 - 20 - 30
    share = gw.make("wilson", 300, 300, seed=1, loops=0.1).open_count - (2 * 300 * 300 - 1)
    walls = 300 * 300 - 600 + 1
    assert abs(share / walls - 0.1) < 5 * (0.1 * 0.9 / walls) ** 0.5


@given(st.sampled_from(["wilson", "backtracker", "binary-tree"]), sides, sides, seeds, st.booleans())
@examples(60)
def test_far_ends_are_the_diameter_of_a_perfect_maze(name, rows, columns, seed, thin):
    board = gw.make(name, rows, columns, seed=seed, thin=thin, ends="far")
    thick = board.thick() if thin else board
    longest = networkx.diameter(graph_of(thick.open_cells))
    assert board.distances()[board.exits[0]] * (2 if thin else 1) == longest
    corners = gw.make(name, rows, columns, seed=seed, thin=thin)
    assert (corners.start, corners.exits[0]) == (
        ((0, 0), (rows - 1, columns - 1)) if thin else ((1, 1), (2 * rows - 1, 2 * columns - 1))
    )


@pytest.mark.parametrize("thin", [False, True])
def test_ends_may_be_two_rooms(thin):
    board = gw.make("wilson", 4, 6, seed=1, ends=((0, 5), "3,0"), thin=thin)
    assert (board.start, board.exits) == (((0, 5), ((3, 0),)) if thin else ((1, 11), ((7, 1),)))


def test_far_ends_of_several_parts_are_in_the_largest():
    mask = gw.Board.from_text("..#.....\n..#.....\n###.....")
    board = gw.make("wilson", mask=mask, seed=1, ends="far")
    assert board.start[1] > 6
    assert board.exits[0][1] > 6
    scattered = gw.make("percolation", 30, 30, seed=3, walls=0.45, ends="far")
    assert scattered.paths().find() is not None


# ------------------------------------------------------------------------------ the same everywhere

# SHA-256 of the open cells as bytes, of 12 x 18 rooms or 24 x 35 cells with seed 7: the same on every
# machine, with every version of Python and NumPy, in both tiers.  They may never change.
GOLDEN = {
    "backtracker": "d360f557e88adad5", "hunt-and-kill": "9e0f51c25362c7b2", "prim": "75a728e4964d7ac9",
    "growing-tree": "b3748a994bdd8300", "kruskal": "d58023e8463de4c1", "wilson": "682bcde498de5707",
    "aldous-broder": "5deb0245fe7e5fa5", "eller": "cfc44e3c24dd24d4", "sidewinder": "9040fe665d59bd1f",
    "binary-tree": "7626f04b1a7e9a07", "division": "afa05e569fa71de5", "unicursal": "3bc271c1ce766cdd",
    "spiral": "29b590545a434bce", "serpentine": "87244825106ff0eb", "caves": "1878478ba814e0f3",
    "dungeon": "0327091dc2a97baf", "percolation": "4f40bd79cdad1907",
}  # fmt: skip
GOLDEN_MORE = ("e0694ac94998d419", "a333050e2a2aeddd")


def digest(board):
    return hashlib.sha256(board.open_cells.tobytes()).hexdigest()[:16]


def golden_size(name):
    return (24, 35) if name in IN_CELLS else (12, 18)


@pytest.mark.parametrize("tier", ["python", "compiled"])
@pytest.mark.parametrize("name", MAKERS)
def test_a_seed_gives_the_same_board_for_ever(name, tier):
    with slices.tier(tier):
        assert digest(gw.make(name, *golden_size(name), seed=7)) == GOLDEN[name]


def test_braids_and_loops_give_the_same_board_for_ever():
    for tier in ("python", "compiled"):
        with slices.tier(tier):
            board = gw.make("wilson", 12, 18, seed=7, braid=0.5, loops=0.1)
            mask = gw.make("aldous-broder", seed=7, mask=gw.make("caves", 24, 35, seed=7))
            assert (digest(board), digest(mask)) == GOLDEN_MORE


def test_the_stream_of_random_numbers_is_as_it_is_defined():
    """Multiply with carry, by the definition; `below` by Lemire's, in whole numbers."""
    state = stream(7)
    x, words = int(state[0]), []
    for _ in range(1000):
        x = 1822219965 * (x % 2**32) + x // 2**32
        words.append(x % 2**32 ^ x // 2**32)
    for draw in (chance.draw.python, chance.draw.compiled):
        again = state.copy()
        assert [draw(again) for _ in range(1000)] == words
    for n in (1, 2, 3, 10, 2**31 - 1):
        again, other = state.copy(), state.copy()
        drawn = [chance.below.python(again, n) for _ in range(1000)]
        assert drawn == [chance.below.compiled(other, n) for _ in range(1000)]
        kept = [word for word in words if word * n % 2**32 >= 2**32 % n]
        assert drawn[:900] == [word * n >> 32 for word in kept][:900]


def test_generators_are_drawn_from():
    for new in (lambda: np.random.default_rng(3), lambda: random.Random(3)):
        rng = new()
        one, other = gw.make("wilson", 9, 9, seed=rng), gw.make("wilson", 9, 9, seed=rng)
        assert one != other
        assert one == gw.make("wilson", 9, 9, seed=new())
    assert gw.make("wilson", 20, 20) != gw.make("wilson", 20, 20)
    assert gw.make("wilson", 9, 9, seed=np.int64(3)) == gw.make("wilson", 9, 9, seed=3)
    assert gw.make("spiral", 9, 9, seed=1) == gw.make("spiral", 9, 9, seed=2)


@pytest.mark.parametrize("name", ["wilson", "aldous-broder"])
def test_walks_go_on_where_a_slice_ended(name):
    from gridwalk.runtime.tuning import tuned

    whole = gw.make(name, 12, 18, seed=7)
    for budget in (1, 7, 100):
        with tuned(slice=budget):
            assert gw.make(name, 12, 18, seed=7) == whole
            assert gw.makers.watch(name, 6, 5, seed=7).board == gw.make(name, 6, 5, seed=7)


# ------------------------------------------------------------------------------ arrays


cells = st.integers(3, 24)


@given(rows=cells, columns=cells, share=st.floats(0, 1), seed=seeds)
def test_walls_are_opened_between_rooms_only(rows, columns, share, seed):
    maze = makers.depth_first(rows, columns, seed)
    new = makers.with_walls_opened(maze, share, seed) & ~maze
    r, c = np.indices(maze.shape)
    assert not new[(r % 2 == c % 2)].any()
    assert not new[[0, -1]].any()
    assert not new[:, [0, -1]].any()
    assert (makers.with_walls_opened(maze, 1.0, seed)[1:-1, 1:-1] | ((r + c) % 2 == 0)[1:-1, 1:-1]).all()


# ------------------------------------------------------------------------------ films


@pytest.mark.parametrize("name", MAKERS)
def test_the_event_log_makes_the_same_board(name):
    rows, columns = (20, 30) if name in IN_CELLS else (8, 12)
    making = gw.makers.watch(name, rows, columns, seed=5)
    assert making.board == gw.make(name, rows, columns, seed=5)
    open_cells = making.first.copy()
    for kind, cell, value in making.events.tolist():  # one after another, as it is written
        a, b = making._cell_of(cell), making._cell_of(value)
        between = (a[0] + b[0]) // 2, (a[1] + b[1]) // 2
        if MAKING_NAMES[kind] in ("join", "fall"):
            open_cells[a] = open_cells[b] = open_cells[between] = True
        elif MAKING_NAMES[kind] in ("split", "rise"):
            open_cells[between] = False
    assert (open_cells == making.board.open_cells).all()
    assert (making._board_at(len(making)).open_cells == making.board.open_cells).all()
    assert len(list(making.lines())) == len(making)
    if name in PERFECT and not MAKERS[name].builds:
        joins = [making.at(step).expanded for step in (0, len(making))]
        assert joins[0] == 0
        assert joins[1] >= rows * columns - 1


@pytest.mark.parametrize("name", ["wilson", "backtracker", "growing-tree", "division", "braided", "masked"])
def test_every_step_of_a_making(name):
    options = {"braid": 0.5, "loops": 0.2} if name == "braided" else {}
    if name == "masked":
        options["mask"] = np.array([[True, True, False, True], [True, True, False, True]])
        making = gw.makers.watch("wilson", seed=2, **options)
    else:
        making = gw.makers.watch("prim" if name == "braided" else name, 4, 5, seed=2, **options)
    boards = [making._board_at(step).open_cells for step in range(len(making) + 1)]
    assert (boards[-1] == making.board.open_cells).all()
    for (before, after), (kind, cell, value) in zip(pairwise(boards), making.events.tolist(), strict=True):
        changed = np.flatnonzero(before != after)
        assert set(changed) <= ({(cell + value) // 2} if kind in (7, 8) else set())
    for step in (0, len(making) // 2, len(making)):
        stage = making.at(step)
        walk = stage.stack
        assert (np.abs(np.diff(walk, axis=0)).sum(axis=1) == 2).all()
        assert len(set(map(tuple, walk.tolist()))) == len(walk)
        assert str(stage) == str(making._board_at(step))


def test_a_log_that_is_full_is_refused(tune):
    tune(making_events=100)
    with pytest.raises(InputError, match="more than 100 events"):
        gw.makers.watch("aldous-broder", 9, 9, seed=1)
