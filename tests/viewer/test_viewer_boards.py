"""Boards on their way to the page and back, files, and boards that are made for it."""

import io
import json

import numpy as np
import pytest
from PIL import Image

import gridwalk as gw
from gridwalk import Board, makers
from gridwalk.draw.pagedata import MAX_SIDE, board_data
from gridwalk.viewer.making import made, made_data
from gridwalk.viewer.protocol import MAX_FILE, Wanted, board_of, read_board
from modules import modules
from viewing import MAZE


@pytest.mark.parametrize(("text", "wall"), [("⬛⬜⬛\n⬜⬜⬜", "⬛"), ("🟥⬜🟥\n⬜⬜⬜", "🟥")])
def test_of_two_symbols_the_darker_one_is_a_wall(text, wall):
    board, words, _ = read_board(text.encode())
    assert (board.open_cells.tolist(), words) == (
        [[False, True, False], [True, True, True]],
        {"⬛": "⬛ is wall.", "🟥": "🟥 is read as a wall."}[wall],
    )


def test_boards_and_files_above_the_limits_are_refused():
    data = board_data(MAZE)
    for rows, columns in [(MAX_SIDE + 1, 1), (1, MAX_SIDE + 1)]:
        with pytest.raises(gw.GridwalkError, match="up to 512 x 512"):
            board_of({**data, "rows": rows, "columns": columns})
        with pytest.raises(gw.GridwalkError, match="up to 512 x 512"):
            read_board("\n".join(["." * columns] * rows).encode())
    with pytest.raises(gw.GridwalkError, match="up to 4,194,304 bytes"):
        read_board(b"." * (MAX_FILE + 1))
    with pytest.raises(gw.GridwalkError, match="whole numbers from 1 to 9"):
        board_data(gw.Board.rectangle(1, 2, costs=[[1, 10]]))
    assert read_board(b"..2\n")[0].costs.tolist() == [[1, 1, 2]]
    assert read_board(b"12\n3.\n")[0].costs.tolist() == [[1, 2], [3, 1]]
    assert read_board(b"0,1\n0,0\n")[0].open_count == 3
    assert read_board(b"0 1\n0 0\n")[0].costs is None


@pytest.mark.parametrize(("text", "sign"), [("[[0, 1],\n [x, 0]]", "x"), ("01\n?0\n01\n", "?")])
def test_a_wrong_sign_in_a_matrix_is_what_is_blamed(text, sign):
    with pytest.raises(gw.GridwalkError, match=f"no meaning is known of [{sign}]"):
        read_board(text.encode())


def joints(board):
    """The open cells, and how many pairs of neighbours have no wall between them."""
    open_cells = board.open_cells
    across, down = open_cells[:, 1:] & open_cells[:, :-1], open_cells[1:] & open_cells[:-1]
    if board.walls is not None:
        across, down = across & ~board.walls.right, down & ~board.walls.below
    return int(open_cells.sum()), int(across.sum() + down.sum())


@pytest.mark.parametrize("name", makers.MAKERS)
@pytest.mark.parametrize("thin", [False, True])
def test_a_board_that_is_made_fills_that_of_the_page(name, thin):
    row = makers.MAKERS[name]
    for shape in [(7, 11), (16, 20), (15, 23)]:
        wanted = Wanted(name, *shape, thin, 0.0)
        rooms = shape if thin else [(side + 1) // 2 for side in shape]
        if name == "unicursal" and any(side % 2 for side in rooms):
            with pytest.raises(gw.GridwalkError, match="would do"):
                made(wanted, 3)
            continue
        board = made(wanted, 3).board
        assert board.shape == shape
        assert board == made(wanted, 3).board
        for line in (*board.open_cells, *board.open_cells.T):
            assert line.any() or row.counts == "cells"  # no blind row or column, whatever the size
        assert board_of(json.loads(json.dumps(board_data(board)))) == board
        cells, joined = joints(board)
        assert (board.walls is not None) == (thin and row.perfect)
        if row.perfect:  # a tree
            assert joined == cells - 1
            assert np.isfinite(board.distances(board.start)[board.open_cells]).all()
            even = [0 if thin else 1 - side % 2 for side in shape]
            copies = even[0] * rooms[1] + even[1] * rooms[0]
            assert cells == rooms[0] * rooms[1] * (1 if thin else 2) - (not thin) + copies
        if name in ("kruskal", "percolation"):
            assert board != made(wanted, 4).board


@pytest.mark.parametrize("name", makers.MAKERS)
@pytest.mark.parametrize("shape", [(9, 13), (16, 20), (12, 15), (2, 2)])
def test_the_film_of_a_maker_ends_with_the_board(name, shape):
    if name == "unicursal" and shape != (12, 20):
        shape = (11, 15) if shape[0] % 2 else (12, 16)
    if name in ("caves", "dungeon") and shape == (2, 2):
        shape = (8, 8)
    board, parts, note = made(Wanted(name, *shape, False, 0.0, True), 3)
    assert (board, note) == (made(Wanted(name, *shape, False, 0.0), 3).board, "")
    cells = parts["first"].astype(bool)
    changes = parts["changes"].reshape(-1, 3)
    assert (np.diff(changes[:, 0]) >= 0).all()
    assert len(changes) == 0 or changes[-1, 0] < len(parts["events"]) // 3
    for _, cell, is_open in changes.tolist():
        cells[cell] = is_open
    assert (cells.reshape(shape) == board.open_cells).all()
    assert set(np.unique(parts["events"].reshape(-1, 3)[:, 1:])) <= set(range(board.size))


@pytest.mark.parametrize("shape", [(2, 2), (1, 2), (2, 1), (4, 6), (3, 8)])
def test_a_perfect_maze_of_an_even_size_is_one_wherever_it_is_stretched(shape):
    for seed in range(12):
        board = made(Wanted("kruskal", *shape, False, 0.0), seed).board
        cells, joined = joints(board)
        assert (board.shape, joined) == (shape, cells - 1)
        assert board.open_cells.any(axis=0).all()
        assert board.open_cells.any(axis=1).all()
        assert board.start not in board.exits
        assert board.paths().count() == 1


@pytest.mark.parametrize("name", makers.MAKERS)
def test_every_event_of_a_maker_lights_a_line_and_every_line_is_lit(page, name):
    data, parts = made_data(Wanted(name, 31, 31, False, 0.0, True), 2)
    given = {**data, **{part: array.tolist() for part, array in parts.items()}}
    lit, has_sets = page.evaluate(
        """async (given) => {
            const [{ fromData }, { MakingFilm }] = await Promise.all(["board.js", "making.js"].map(load));
            const { board, events, changes, first, ...more } = given;
            const film = new MakingFilm(fromData(board), { ...more, events: Int32Array.from(events),
                changes: Int32Array.from(changes), first: Uint8Array.from(first) });
            const lit = Array.from({ length: film.length }, (_, i) => film.at(i + 1).lines);
            return [lit, Boolean(film.at(1).marks.figures)];
        }""",
        given,
    )
    assert all(lit)
    assert not (has_sets and makers.MAKERS[name].counts == "cells")  # which are in no sets
    assert {line for lines in lit for line in lines} == set(range(len(makers.MAKERS[name].pseudocode)))


def test_a_making_too_long_for_a_film_has_a_note(tune):
    tune(page_making_events=30)
    board, parts, note = made(Wanted("kruskal", 15, 21, False, 0.0, True), 1)
    assert (board.shape, parts) == ((15, 21), None)
    assert note.startswith("a film has at most 30 steps, this one ")
    assert "too large to be watched" in made(Wanted("prim", 301, 301, False, 0.0, True), 1).note
    board, parts, note = made(Wanted("prim", 5, 6, True, 0.0, True), 1)
    assert (board.shape, parts, "without a film" in note) == ((5, 6), None, True)


def test_a_maze_without_dead_ends_and_a_board_above_the_limit():
    for thin in (False, True):
        cells, joined = joints(made(Wanted("wilson", 21, 31, thin, 1.0), 1).board)
        assert joined > cells
    assert made(Wanted("prim", 1, 1, False, 0.0), 1).board.shape == (1, 1)
    with pytest.raises(gw.GridwalkError, match="up to 512 x 512"):
        made(Wanted("prim", 513, 1, False, 0.0), 1)


def png(board):
    """A picture of the walls alone, without marks: 8 pixels a cell."""
    out = io.BytesIO()
    Image.fromarray(np.kron(board, np.full((8, 8), 255, np.uint8))).save(out, "png")
    return out.getvalue()


def test_the_openings_of_a_picture_are_its_ends():
    maze = gw.make("backtracker", 6, 9, seed=4).open_cells.astype(np.uint8)
    maze[0, 3] = maze[12, 15] = 1
    board, words, _ = read_board(png(maze), ".png")
    assert (board.open_cells == maze).all()
    assert (board.start, board.exits, words) == ((0, 3), ((12, 15),), "")
    maze[5, 0] = 1
    board, words, _ = read_board(png(maze), ".png")
    assert (board.open_cells == maze).all()
    assert "3 openings, (0, 3), (5, 0), (12, 15): put start and exit" in words
    maze[0, 3] = maze[12, 15] = 0
    assert "one opening, (5, 0)" in read_board(png(maze), ".png")[1]


def test_numbers_of_a_puzzle():
    board, words, numbers = read_board(b". . 3 .\n1 # . .\n. . 12 5\n")
    assert numbers == ((1, (1, 0)), (3, (0, 2)), (5, (2, 3)), (12, (2, 2)))
    assert (board.start, board.exits, board.open_count, words) == ((1, 0), ((2, 2),), 11, "")
    assert read_board(b". 3\n1 .\n")[2] == ()  # costs


def test_the_page_shows_the_numbers_of_a_puzzle():
    words = modules().evaluate(
        """async ([board]) => {
          const { fromData, resized, toData } = await load("board.js");
          const { wordsIn } = await load("incells.js");
          const one = fromData(board), small = resized(one, 2, 2), cells = (it) => [...it.cells.keys()];
          const inCells = (it, choice) => cells(it).map(wordsIn(it, null, choice, []));
          return [inCells(one, "auto"), inCells(small, "auto"), inCells(one, "nothing"),
            "numbers" in toData(one)];
        }""",
        [board_data(Board.rectangle(2, 3)) | {"numbers": [[1, 4], [5, 12]]}],
    )
    shown = [[], ["4"], [], [], [], ["12"]]
    assert words == [shown, shown[:2] + shown[3:5], [[]] * 6, False]
