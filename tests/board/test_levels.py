"""Boards of several levels: counted by published numbers, and compared with plain searches over triples."""

from __future__ import annotations

import copy
import pickle
from itertools import pairwise, product

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import published
from gridwalk.errors import ArgumentError, BoardError, BoardTextError, CellError, InputError
from profiles import examples

# -------------------------------------------------------------------- an oracle: nodes (level, row, column)


def graph_of(is_open, stairs=None, *, king=False):
    """The neighbours of each open node; without *stairs* every node has those above and below."""
    nodes = {node for node in product(*map(range, np.shape(is_open))) if is_open[node]}
    graph = {node: [] for node in nodes}
    for level, row, column in nodes:
        for down, across in product((-1, 0, 1), repeat=2):
            beside = {(level, row + down, column), (level, row, column + across)}
            to = (level, row + down, column + across)
            slanted = bool(down and across)
            if to in nodes and (down or across) and (not slanted or (king and beside <= nodes)):
                graph[level, row, column].append(to)
        below = (level + 1, row, column)
        if below in nodes and (stairs is None or (level, row, column) in stairs):
            graph[level, row, column].append(below)
            graph[below].append((level, row, column))
    return graph


def paths_of(graph, start, end):
    """Every simple path, as nodes."""

    def search(path):
        if path[-1] == end:
            yield tuple(path)
            return
        for to in graph[path[-1]]:
            if to not in path:
                yield from search([*path, to])

    return list(search([start]))


def turns_of(path):
    """How often a path changes direction; up and down it has none."""
    steps = [tuple(b - a for a, b in zip(u, v, strict=True)) for u, v in pairwise(path)]
    flat = [step for step in steps if not step[0]]
    return sum(one != other for one, other in pairwise(flat))


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
    stairs = draw(st.none() | some)
    start, end = draw(st.sampled_from(nodes)), draw(st.sampled_from(nodes))
    king = draw(st.booleans())
    moves = gw.KING if king else gw.ORTHOGONAL
    board = gw.Board.from_levels(~is_open, stairs, start=start, exits=end, moves=moves)
    return board, graph_of(is_open, stairs, king=king), start, end


@examples(200)
@given(worlds())
def test_paths_are_those_of_the_oracle(world):
    board, graph, start, end = world
    paths, expected = board.paths(start, end), paths_of(graph, start, end)
    assert paths.count() == len(expected)
    assert {tuple(path.nodes) for path in paths} == set(expected)
    assert paths.lengths() == {
        n: sum(len(path) == n + 1 for path in expected) for n in sorted({len(path) - 1 for path in expected})
    }
    longest = paths.longest()
    assert (longest and longest.length) == (max(map(len, expected)) - 1 if expected else None)
    for path in paths.sample(2, seed=1) if expected else ():
        assert tuple(path.nodes) in set(expected)
        assert path.nodes in paths
        assert path in paths
    tours = [path for path in expected if len(path) == len(graph)]
    assert board.tours(start, end).count() == len(tours)


@examples(100)
@given(worlds())
def test_levels_are_kept_by_copies_and_files(world):
    board = world[0]
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
def test_changed_boards_are_as_if_made_anew(world, data):
    board, graph, start, end = world
    assert board.paths().find() is None or board.paths().find().length >= 0  # its table is made
    free = sorted(set(graph) - {start, end})
    for node in [data.draw(st.sampled_from(free))] if free else []:
        closed = board.with_walls(node)
        assert np.array_equal(closed._moves_of_cell, closed.replace()._moves_of_cell)
        left = {other: [to for to in near if to != node] for other, near in graph.items() if other != node}
        assert board.paths().avoiding(node).count() == len(paths_of(left, start, end))
        if board.moves.unwrapped == gw.ORTHOGONAL:  # a wall beside a diagonal step stops it
            assert closed.paths().count() == len(paths_of(left, start, end))
        if board.levels.free:
            assert closed.with_open(node) == board
            assert np.array_equal(closed.with_open(node)._moves_of_cell, board._moves_of_cell)


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


def test_through_and_between_cells_by_level():
    cube = gw.Board.from_levels(np.zeros((2, 2, 2), int))
    paths = cube.paths((0, 0, 0), (1, 1, 1))
    assert paths.through((1, 0, 0)).count() + paths.avoiding((1, 0, 0)).count() == paths.count() == 18
    crossing = paths.through_edges(((0, 0, 0), (1, 0, 0)))
    assert crossing.count() == sum(path.nodes[1] == (1, 0, 0) for path in paths)
    assert paths.through_edges(((1, 0, 0), (1, 0, 1))).shortest().length == 3  # beside the row between


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


def test_moves_are_replaced_within_levels():
    cube = gw.Board.from_levels(np.zeros((2, 3, 3), int))
    king = cube.replace(moves="king")
    assert king.paths((0, 0, 0), (1, 2, 2)).shortest().length == 3
    assert king.replace(moves=gw.ORTHOGONAL) == cube
    assert cube.moves.ordered("DRUL") == gw.ORTHOGONAL.ordered("DRUL")
    assert pickle.loads(pickle.dumps(cube.moves)) == cube.moves


@pytest.mark.parametrize(
    ("array", "options", "error", "words"),
    [
        ([[0, 1]], {}, InputError, r"three dimensions \(levels, rows, columns\), not 2: one level is"),
        ([[[[0]]]], {}, InputError, "three dimensions .*, not 4$"),
        ([[[0, 1]], [[0]]], {}, InputError, "array must be rows of one length"),
        (np.zeros((2, 0, 3)), {}, BoardError, "cells"),
        ([[[0, 2]]], {}, InputError, "this one holds 2"),
        ([[["a"]]], {}, InputError, "levels hold 0 and 1; these hold"),
        ([[[1]]], {}, InputError, "no open cell"),
        (TOWER, {"stairs": [(2, 0, 0)]}, BoardError, r"\(2, 0, 0\) lead nowhere: levels run 0..2"),
        (TOWER, {"stairs": [(0, 0)]}, BoardError, r"must be cells \(level, row, column\)"),
        (TOWER, {"stairs": 3}, BoardError, "stairs=3 must be cells"),
        (TOWER, {"stairs": [(0, 0, 0)]}, BoardError, "is a wall"),
        (
            TOWER,
            {"stairs": [(0, 0, 9)]},
            CellError,
            r"levels run 0..2, rows run 0..1 and columns 0..2",
        ),
        (TOWER, {"moves": "knight"}, BoardError, "moves='knight' leave their level"),
        (TOWER, {"moves": "rook"}, BoardError, "leave their level"),
        (TOWER, {"wrap": "rows"}, InputError, "would join the first level to the last"),
        (TOWER, {"start": (0, 0, 2)}, CellError, r"start=\(0, 0, 2\) is a wall"),
        (TOWER, {"start": (3, 0, 0)}, CellError, r"start=\(3, 0, 0\) is outside the board: levels"),
        (TOWER, {"start": (0, 1, 2, 3)}, ArgumentError, "start"),
        (TOWER, {"start": "0,0,9"}, CellError, "levels run"),
        (TOWER, {"costs": np.ones((2, 2, 3))}, BoardError, "shape"),
        (TOWER, {"walls": (np.ones((9, 2, 2)), np.ones((3, 1, 3)))}, BoardError, "shape of the levels"),
    ],
)
def test_what_is_wrong_is_said(array, options, error, words):
    with pytest.raises(error, match=words):
        gw.Board.from_levels(array, **options)


def test_levels_of_a_flat_board_must_fit():
    assert gw.Board.from_text("..\n##\n..", levels=2).levels.rows == 1
    for text, levels in (("..\n..\n..", 2), ("..\n##\n##\n..", 2), ("..\n##\n..", 4), ("..", 0)):
        with pytest.raises(InputError, match="levels="):
            gw.Board.from_text(text, levels=levels)
    with pytest.raises(CellError):
        tower().with_open((2, 0))
    with pytest.raises(BoardError, match="levels"):
        tower().thick()


# --------------------------------------------------------------------------------------- text and pictures


def test_a_drawing_has_titles():
    board = tower()
    assert str(board) == "level 0\nSd#\n#..\nlevel 1\n#u.\nd..\nlevel 2\n...\nE##"
    path = board.paths((0, 0, 0), (2, 0, 1)).shortest()
    assert str(path) == "level 0\n@d#\n#..\nlevel 1\n#+.\nd+.\nlevel 2\n+$.\n+##"
    assert path.draw(numbers=True).split("\n")[3:6] == ["level 1", "# 3 .", "5 4 ."]
    arrows = str(board.flow_field())
    assert arrows.splitlines()[:3] == ["level 0", "→d#", "#↑←"]


def test_rooms_are_drawn_by_levels():
    board = gw.make("wilson", 2, 3, levels=2, thin=True, seed=3)
    text = board.to_text()
    assert gw.Board.from_text(text) == board
    lines = text.split("\n")
    assert (lines[0], lines[6], len(lines[1])) == ("level 0", "level 1", 13)
    assert lines[5] == lines[1] == lines[7] == lines[11] == "+---+---+---+"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("level 1\n..", "line 1, column 1: 'level 1', where level 0 comes next"),
        ("level 0\n..\nlevel 2\n..", "line 3, column 1: 'level 2', where level 1 comes next"),
        ("level 0\n..\nlevel 1\n..\n..", "line 3, column 1: level 1 has 2 lines, level 0 has 1"),
        ("level 0\n..\nlevel 1\n...", "line 4"),
        ("level 0\n.d\nlevel 1\n..", "line 2, column 1: the stairs 'd' in column 1 of the level"),
        ("level 0\n.u\nlevel 1\n..", "the stairs 'u' in column 1 of the level have no other end"),
        ("level 0\n.?\nlevel 1\n..", "line 2, column 2"),
        ("level 0", "ends where a level begins"),
        ("no stairs\n", "ends where a level begins"),
        ("no stairs\n..\nlevel 0\n..", "where the title 'level 0' comes first"),
    ],
)
def test_what_is_wrong_in_a_text_is_said(text, words):
    with pytest.raises(BoardTextError, match=words):
        gw.Board.from_text(text)


def test_other_formats_refuse_levels():
    from gridwalk.io.formats import FORMATS

    for row in FORMATS:
        if row.print is not None and row.name not in ("json", "npz", "levels"):
            with pytest.raises(BoardTextError):
                tower().to_text(row.name)
    with pytest.raises(BoardTextError, match="this board has none"):
        gw.Board.rectangle(2, 2).to_text("levels")
    with pytest.raises(BoardTextError, match="portals"):
        tower().with_portals(((0, 0, 0), (2, 0, 0))).to_text("levels")
    with pytest.raises(BoardTextError, match="cells with costs"):
        tower(costs=np.full((3, 2, 3), 2)).to_text("levels")
    priced = gw.Board.from_levels(np.zeros((2, 1, 3), int), costs=[[[1, 5, 1]], [[1, 9, 1]]])
    assert gw.Board.from_text(priced.to_text(), costs=True) == priced


def test_pictures_have_titles_and_arrows(tmp_path):
    board = tower()
    picture = board.svg(board.paths((0, 0, 0), (2, 0, 0)).shortest())
    for title in ("level 0", "level 1", "level 2"):
        assert picture.count(f">{title}<") == 1
    assert "path of 6 moves, 3 levels of 2 x 3 joined by stairs" in picture
    assert 'viewBox="-1 -11 32 92"' in board.svg()
    from gridwalk.draw.raster import image

    plain = image(board, cell=20)
    assert plain.size == (24 + 60, 24 + 20 * 9)
    page, wall = plain.getpixel((2, 2)), plain.getpixel((12 + 50, 32 + 10))
    assert plain.getpixel((13 + 1, 32 + 40 + 3)) == page  # between two levels
    assert page != wall


def test_traces_are_drawn_by_levels(tier):
    trace = tower().paths((0, 0, 0), (2, 0, 0)).trace(by="bfs")
    from gridwalk.draw.text import draw_frame

    assert draw_frame(trace.at(len(trace))).split("\n")[3] == "level 1"


# ------------------------------------------------------------------------------------------------- makers

ABLE = ("backtracker", "hunt-and-kill", "prim", "growing-tree", "wilson", "aldous-broder")


@pytest.mark.parametrize("name", ABLE)
def test_mazes_on_levels_are_trees(name, tier):
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


def test_makers_of_levels_take_masks_braids_and_ends():
    mask = np.ones((3, 3), bool)
    mask[1, 1] = False
    board = gw.make("prim", mask=mask, levels=2, seed=1)
    assert board.open_count == gw.make("prim", mask=mask, levels=2, seed=2).open_count == 16 + 14
    loose = gw.make("backtracker", 4, 4, levels=2, braid=1.0, loops=0.5, seed=1)
    assert loose.measure().dead_ends == 0
    ends = gw.make("wilson", 3, 3, levels=2, ends=((0, 0, 0), (1, 2, 0)), seed=1)
    assert ends.paths().exits == ((1, 5, 1),)
    far = gw.make("wilson", 3, 3, levels=2, ends="far", seed=1).paths().shortest().length
    assert far >= ends.paths().shortest().length
    assert gw.make("wilson", 3, 3, levels=1, seed=1).paths().count() == 1
    for options, words in (
        ({"levels": 0}, "levels=0 must be"),
        ({"levels": 2, "cells": "hex"}, "square rooms"),
        ({"levels": 2, "ends": ((0, 0), (9, 9))}, "outside"),
        ({"levels": 10**9}, "cells"),
    ):
        with pytest.raises(InputError, match=words):
            gw.make("wilson", 3, 3, **options)
    with pytest.raises(InputError, match="not by eller"):
        gw.make("eller", 3, 3, levels=2)
    with pytest.raises(InputError, match="not by caves"):
        gw.make("caves", 9, 9, levels=2)


# ---------------------------------------------------------------------------------------- the command line


def test_every_command_reads_levels(run, tmp_path):
    file = tmp_path / "tower.txt"
    file.write_text(tower().to_text() + "\n")
    assert run("count", file)[:2] == (0, "2\n")
    status, out, _ = run("shortest", file, "--from", "0,0,0", "--to", "2,0,0", "--json")
    assert status == 0
    assert '"nodes":[[0,0,0],[0,0,1],[1,0,1]' in out
    assert run("shortest", file)[1].startswith("level 0\n@d#\n")
    assert run("list", file, "--lines")[1].startswith("(0,0,0) (0,0,1) (1,0,1)")
    assert '"nodes":' in run("list", file, "--json")[1]
    status, _, err = run("count", file, "--from", "0,0,2")
    assert (status, "--from 0,0,2 is a wall" in err) == (2, True)
    assert "3 levels of 2 x 3 joined by stairs" in run("show", file)[2]
    assert '"levels":3' in run("show", file, "--json")[1]
    assert run("field", file, "--distances")[1].split("\n")[3:5] == ["level 1", "# 3 4"]
    assert run("show", file, "--islands")[1].split("\n")[3] == "level 1"
    assert run("convert", file, tmp_path / "tower.levels")[0] == 0
    assert gw.read(tmp_path / "tower.levels") == tower()
    assert run("show", file, "-o", tmp_path / "tower.png")[0] == 0


def test_make_prints_what_is_read(run):
    status, out, err = run("make", "wilson", "3x4", "--levels", "3", "--seed", "1")
    assert (status, gw.Board.from_text(out), err) == (0, gw.make("wilson", 3, 4, levels=3, seed=1), "")
    assert run("make", "eller", "3x4", "--levels", "3")[0] == 2
