"""Boards of several levels: counted by published numbers, and compared with plain searches over triples."""

from __future__ import annotations

import copy
import pickle

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import published
from gridwalk.errors import BoardTextError
from profiles import examples


@st.composite
def worlds(draw, most=12):
    shape = draw(
        st.tuples(st.integers(1, 3), st.integers(1, 3), st.integers(1, 4)).filter(
            lambda s: np.prod(s) <= most
        )
    )
    bits = draw(st.lists(st.booleans(), min_size=int(np.prod(shape)), max_size=int(np.prod(shape))))
    is_open = np.array(bits).reshape(shape) | draw(st.booleans())
    is_open.flat[draw(st.integers(0, is_open.size - 1))] = True
    nodes = [tuple(node) for node in np.argwhere(is_open).tolist()]
    landings = [node for node in nodes if (node[0] + 1, *node[1:]) in nodes]
    some = st.sets(st.sampled_from(landings)) if landings else st.just(set())
    stairs, moves = draw(st.none() | some), draw(st.sampled_from((gw.KING, gw.ORTHOGONAL)))
    start, end = draw(st.sampled_from(nodes)), draw(st.sampled_from(nodes))
    return gw.Board.from_levels(~is_open, stairs, start=start, exits=end, moves=moves)


@examples(100)
@given(worlds())
def test_levels_are_kept_by_copies_and_files(board):
    for same in (pickle.loads(pickle.dumps(board)), copy.copy(board), board.replace(), copy.deepcopy(board)):
        assert same == board
        assert (same.levels.number, same.levels.free) == (board.levels.number, board.levels.free)
        assert np.array_equal(same._moves_of_cell, board._moves_of_cell)
    read = gw.Board.from_text(board.to_text("json"))
    assert (read, str(read.levels)) == (board, str(board.levels))
    try:
        text = board.to_text()
    except BoardTextError:
        text = ""
    below = {(row + board.levels.height, column) for row, column in (board.start, *board.exits)}
    hidden = not board.levels.free and below & {board.start, *board.exits}
    assert text or board.start in board.exits or hidden
    if not text:
        return
    drawn = gw.Board.from_text(text, moves=board.moves.unwrapped)
    assert drawn == board
    assert drawn.to_text() == text


@examples(60)
@given(worlds(24), st.data())
def test_changed_boards_are_as_if_made_anew(board, data):
    assert board._moves_of_cell is not None  # which is repaired
    free = [tuple(c) for c in np.argwhere(board.open_cells).tolist()]
    cell = data.draw(st.sampled_from(free))
    if cell in (board.start, *board.exits):
        return
    closed = board.with_walls(cell)
    assert np.array_equal(closed._moves_of_cell, closed.replace()._moves_of_cell)
    if board.levels.free:
        assert closed.with_open(cell) == board
        assert np.array_equal(closed.with_open(cell)._moves_of_cell, board._moves_of_cell)


# ---------------------------------------------------------------------------------------- published numbers


@pytest.mark.parametrize(("n", "paths"), published.SURFACE_PATHS.items())
def test_paths_on_the_surface_of_a_cube(n, paths):
    cube = np.zeros((n, n, n), int)
    cube[1:-1, 1:-1, 1:-1] = 1
    assert gw.Board.from_levels(cube).paths((0, 0, 0), (n - 1, n - 1, n - 1)).count() == paths


@pytest.mark.parametrize(("start", "walks"), published.CUBE_WALKS.items())
def test_walks_in_a_cube(start, walks):
    cube = gw.Board.from_levels(np.zeros((3, 3, 3), int))
    lengths = cube.paths(start, "anywhere").lengths()
    assert tuple(lengths.get(n, 0) for n in range(len(walks))) == walks
    assert max(lengths) == len(walks) - 1


def test_a_cube_is_the_network_of_a_cube():
    board = gw.Board.from_levels(np.zeros((2, 2, 2), int))
    assert board.tours(closed=True).count() == published.CUBE_CLOSED[3]
    assert board.tours().count() == published.CUBE_OPEN[3]
    assert board.cycles().count() == published.PRISM_CYCLES[4]
    assert board.network.paths((0, 0, 0), (1, 1, 1)).count() == published.SURFACE_PATHS[2]
    assert nx.is_isomorphic(board.to_networkx(), nx.hypercube_graph(3))
    assert set(board.to_networkx()) == set(nx.hypercube_graph(3))


# ------------------------------------------------------------------------------------------ names and shapes

TOWER = [[[0, 0, 1], [1, 0, 0]], [[1, 0, 0], [0, 0, 0]], [[0, 0, 0], [0, 1, 1]]]


def tower(**options):
    return gw.Board.from_levels(TOWER, [(0, 0, 1), (1, 1, 0)], **options)


def test_a_cell_has_three_names():
    board = tower()
    assert board.index((1, 1, 0)) == board.index("1,1,0") == board.index("(1, 1, 0)") == board.index((4, 0))
    assert board.levels.cell((2, 0, 2)) == (6, 2)
    assert board.levels.node((6, 2)) == (2, 0, 2)
    assert board[1, 0, 1]
    assert (1, 0, 0) not in board
    assert (9, 0, 0) not in board
    assert board.has_move((0, 0, 1), (1, 0, 1))
    assert board.with_portals(((0, 0, 0), (2, 0, 0), 7)).moves_from((0, 0, 0))[-1] == ((6, 0), 7.0)
    assert board.paths((0, 0, 0), (2, 1, 0)).starts == ((0, 0, 0),)
    assert board.levels == board.shape == (8, 3)
    assert board.levels.split(board.open_cells).tolist() == (np.array(TOWER) == 0).tolist()
    assert gw.Board.rectangle(2, 2).levels is None


def test_a_path_says_where_it_is():
    path = tower().paths((0, 0, 0), (2, 0, 0)).shortest()
    assert path.nodes == [(0, 0, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (1, 1, 0), (2, 1, 0), (2, 0, 0)]
    assert path.letters == "RdDLdU"
    assert path.to_dict()["nodes"] == path.nodes
    assert "from (0, 0, 0) to (2, 0, 0)" in repr(path)
    assert not path.leaps
    assert pickle.loads(pickle.dumps(path)).nodes == path.nodes
    assert "3 levels of 2 x 3 joined by stairs" in repr(tower())
    walk = tower().visit([(2, 0, 0), (1, 0, 2)])
    assert walk.to_dict()["stops"][0] == [0, 0, 0]


def test_one_way_cells_walls_and_wraps_within_a_level():
    ring = gw.Board.from_levels(np.zeros((2, 1, 4), int), wrap="columns")
    assert ring.paths((0, 0, 0), (0, 0, 3)).shortest().length == 1
    assert ring.paths((0, 0, 0), (1, 0, 2)).count() == published.SURFACE_PATHS[2]  # the prism of two squares
    walled = gw.Board.from_levels(
        np.zeros((2, 2, 2), int), walls=([[[1], [0]], [[0], [0]]], np.zeros((2, 1, 2), int))
    )
    assert not walled.has_move((0, 0, 0), (0, 0, 1))
    assert walled.has_move((1, 0, 0), (1, 0, 1))
    one_way = gw.Board.from_levels(np.zeros((2, 1, 2), int), one_way={(0, 0, 0): (0, 1)})
    assert not one_way.has_move((0, 0, 0), (1, 0, 0))
    assert one_way.has_move((1, 0, 0), (0, 0, 0))


def test_ends_are_the_openings_of_all_levels():
    walls = np.ones((2, 3, 3), int)
    walls[:, 1, 1] = 0
    walls[0, 1, 0] = walls[1, 1, 2] = 0
    board = gw.Board.from_levels(walls)
    assert (board.levels.node(board.start), board.paths().exits) == ((0, 1, 0), ((1, 1, 2),))
    assert gw.Board.from_levels(np.zeros((2, 2, 2), bool)).paths().exits == ((1, 1, 1),)


# --------------------------------------------------------------------------------------- text and pictures


def test_a_drawing_has_titles():
    board = tower()
    assert str(board) == "level 0\nSd#\n#..\nlevel 1\n#u.\nd..\nlevel 2\n...\nE##"
    path = board.paths((0, 0, 0), (2, 0, 1)).shortest()
    assert str(path) == "level 0\n@d#\n#..\nlevel 1\n#+.\nd+.\nlevel 2\n+$.\n+##"
    assert path.draw(numbers=True).split("\n")[3:6] == ["level 1", "# 3 .", "5 4 ."]
    arrows = str(board.flow_field())
    assert arrows.splitlines()[:3] == ["level 0", "→d#", "#↑←"]


def test_other_formats_refuse_levels():
    from gridwalk.io.formats import FORMATS

    for row in FORMATS:
        if row.print is not None and row.name not in ("json", "npz", "levels"):
            with pytest.raises(BoardTextError):
                tower().to_text(row.name)
    priced = gw.Board.from_levels(np.zeros((2, 1, 3), int), costs=[[[1, 5, 1]], [[1, 9, 1]]])
    assert gw.Board.from_text(priced.to_text(), costs=True) == priced


def test_pictures_have_titles_and_arrows():
    board = tower()
    picture = board.svg(board.paths((0, 0, 0), (2, 0, 0)).shortest())
    assert [picture.count(f">level {n}<") for n in range(3)] == [1, 1, 1]
    assert "path of 6 moves, 3 levels of 2 x 3 joined by stairs" in picture


# ------------------------------------------------------------------------------------------------- makers

ABLE = ("backtracker", "hunt-and-kill", "prim", "growing-tree", "wilson", "aldous-broder")


@pytest.mark.parametrize("name", ABLE)
def test_mazes_on_levels_are_trees(name):
    thin = gw.make(name, 3, 4, levels=3, thin=True, seed=5)
    graph = nx.Graph(
        [(u, v) for u in map(tuple, np.argwhere(thin.open_cells)) for v, _ in thin.moves_from(u)]
    )
    assert nx.is_tree(graph)
    assert len(graph) == 36
    assert thin.levels.stairs(thin.portals)[0]
    thick = gw.make(name, 3, 4, levels=3, seed=5)
    assert thick.levels.split(thick.open_cells).shape == (3, 7, 9)
    assert thick.paths().count() == thin.paths().count() == 1
    assert (thick.paths().starts, thick.paths().exits) == (((0, 1, 1),), ((2, 5, 7),))
    assert thick.paths().find().nodes[0] == (0, 1, 1)
    upper = [(level, row // 2, column // 2) for level, row, column in thick.levels.stairs(thick.portals)[0]]
    assert upper == thin.levels.stairs(thin.portals)[0]


def test_fair_mazes_on_levels_are_fair():
    """The cube of 2 x 2 x 2 rooms has 384 spanning trees (Kirchhoff), and Wilson makes each as often."""
    seen = {}
    for seed in range(1500):
        board = gw.make("wilson", 2, 2, levels=2, thin=True, seed=seed)
        key = board._moves_of_cell.tobytes()
        seen[key] = seen.get(key, 0) + 1
    assert 360 < len(seen) <= 384
    assert max(seen.values()) < 18


# ---------------------------------------------------------------------------------------- the command line


def test_every_command_reads_levels(run, tmp_path):
    file = tmp_path / "tower.txt"
    file.write_text(tower().to_text() + "\n")
    assert run("count", file)[:2] == (0, "2\n")
    status, out, _ = run("shortest", file, "--from", "0,0,0", "--to", "2,0,0", "--json")
    assert (status, '"nodes":[[0,0,0],[0,0,1],[1,0,1]' in out) == (0, True)
    assert run("list", file, "--lines")[1].startswith("(0,0,0) (0,0,1) (1,0,1)")
    status, _, err = run("count", file, "--from", "0,0,2")
    assert (status, "--from 0,0,2 is a wall" in err) == (2, True)
    assert run("field", file, "--distances")[1].split("\n")[3:5] == ["level 1", "# 3 4"]
    assert run("convert", file, tmp_path / "tower.levels")[0] == 0
    assert gw.read(tmp_path / "tower.levels") == tower()


def test_make_prints_what_is_read(run):
    status, out, err = run("make", "wilson", "3x4", "--levels", "3", "--seed", "1")
    assert (status, gw.Board.from_text(out), err) == (0, gw.make("wilson", 3, 4, levels=3, seed=1), "")
    assert run("make", "eller", "3x4", "--levels", "3")[0] == 2
