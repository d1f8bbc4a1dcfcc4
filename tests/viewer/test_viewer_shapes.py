"""Hexagons and levels in the form of the page, and where its modules draw them and find them again."""

import json
import math
import random
import re

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.draw.language import words
from gridwalk.draw.pagedata import board_data
from gridwalk.errors import InputError
from gridwalk.viewer.address import fragment_of, link_of
from gridwalk.viewer.making import made_data
from gridwalk.viewer.protocol import Wanted, board_of, checked
from modules import modules

ROW, RADIUS = math.sqrt(3) / 2, 1 / math.sqrt(3)
BOARDS = {
    "odd": gw.Board.hexagons(4, 5),
    "even": gw.Board.hexagons(4, 5, layout="even"),
    "hexagon": gw.Board.hexagon(3, moves="knight"),
    "rhombus": gw.Board(np.ones((4, 6), bool), moves=gw.HEX, one_way={(1, 1): (0, 1)}),
    "stairs": gw.make("wilson", 4, 5, levels=3, seed=2, thin=True),
    "free": gw.Board.from_levels(np.zeros((4, 2, 3), int), costs=np.full((4, 2, 3), 3)),
}
TWO = gw.Board.from_levels(np.zeros((2, 2, 2), int), stairs=[(0, 0, 0)])
SHOWN = sorted(BOARDS.items())


def there(board):
    """The board as the page has it, in the form in which it goes to the modules."""
    return json.loads(json.dumps(board_data(board)))


@pytest.mark.parametrize(("shape", "board"), SHOWN)
def test_a_link_holds_all_of_the_board(shape, board):
    back, link = modules().evaluate(
        """async (data) => {
            const {fromData, toData} = await load("board.js"), {fromLink, toLink} = await load("link.js");
            const link = await toLink({board: fromData(data), panels: [{question: "find", by: "dfs"}]});
            return [toData((await fromLink(link, async (board) => board)).board), link];
        }""",
        there(board),
    )
    assert board_of(back) == board_of(there(board)) == board
    assert there(board)["shape"] == checked(back)["shape"] == shape
    assert fragment_of(f"#{link}") == link


def test_cells_outside_the_shape_of_a_link_are_closed():
    data = there(gw.Board.rectangle(3, 3, moves=gw.HEX)) | {"shape": "hexagon", "cells": "1" * 9}
    cells, start = modules().evaluate(
        """async ([link, data]) => {
            const {fromLink} = await load("link.js"), {board} = await fromLink(link, async () => data);
            return [[...board.cells], board.start];
        }""",
        [link_of(gw.Board.hexagon(1)), checked(data)],
    )
    assert cells == [0, 1, 1, 1, 1, 1, 1, 1, 0]
    assert cells[start]


@pytest.mark.parametrize("shape", ["odd", "even", "hexagon", "rhombus"])
def test_the_cell_under_the_pointer_has_the_nearest_middle(shape):
    board, rng = BOARDS[shape], random.Random(shape)
    size, cells = modules().evaluate(
        """async (data) => {
            const {fromData} = await load("board.js"), {Plan, isOutside} = await load("shapes.js");
            const board = fromData(data), plan = new Plan(board);
            const shown = [...board.cells.keys()].filter((v) => !isOutside(board, v));
            return [[plan.width, plan.height], shown.map((v) => [v, ...plan.middle(v)])];
        }""",
        there(board),
    )
    # The places differ from axial coordinates by a shift only, and every open cell is shown.
    known = {v: (v % board.columns + v // board.columns / 2, v // board.columns * ROW) for v, *_ in cells}
    shifts = {(round(x - known[v][0], 9), round(y - known[v][1], 9)) for v, x, y in cells}
    assert len(shifts) == 1
    assert {v for v, *_ in cells} >= set(np.flatnonzero(board.open_cells).tolist())
    points = [(rng.uniform(-1, size[0] + 1), rng.uniform(-1, size[1] + 1)) for _ in range(3000)]
    found = modules().evaluate(
        """async ([data, points]) => {
            const {fromData} = await load("board.js"), {Plan} = await load("shapes.js");
            const plan = new Plan(fromData(data));
            return points.map((point) => plan.cellAt(...point));
        }""",
        [there(board), points],
    )
    for (x, y), v in zip(points, found, strict=True):
        apart, nearest = min((math.dist((x, y), middle), u) for u, *middle in cells)
        if v >= 0:
            assert v == nearest
        if apart < 0.5 - 1e-9:  # inside of the circle in the hexagon
            assert v == nearest
        if apart > RADIUS + 1e-9:
            assert v == -1


@pytest.mark.parametrize(("shape", "board"), SHOWN)
def test_pointing_beside_a_side_finds_its_wall(shape, board):
    """From the middle of a cell towards each neighbour, on both sides of the side between them."""
    wrong = modules().evaluate(
        """async (data) => {
            const {fromData} = await load("board.js"), {walled} = await load("strokes.js"), wrong = [];
            const {Plan, beyond, isOutside, isWall} = await load("shapes.js");
            const board = fromData(data), plan = new Plan(board, 500, 300), {steps} = plan.cells;
            for (let v = 0; v < board.cells.length; v++) {
                for (let k = 0; k < steps.length && !isOutside(board, v); k++) {
                    const [x, y] = plan.middle(v), [dx, dy] = plan.vector(steps[k]);
                    const u = beyond(board, v, steps[k]), back = (k + steps.length / 2) % steps.length;
                    if (plan.cellAt(x + 0.45 * dx, y + 0.45 * dy) !== v) wrong.push(["cell", v, k]);
                    const place = plan.sideAt(x + 0.45 * dx, y + 0.45 * dy);
                    if ((u < 0) !== (place < 0)) wrong.push(["place", v, k, place]);
                    if (u < 0) continue;
                    if (place !== plan.sideAt(x + 0.55 * dx, y + 0.55 * dy)) wrong.push(["other side", v, k]);
                    const there = isWall(board, v, k), other = walled(board, [place], !there);
                    if (isWall(other, v, k) === there || isWall(other, u, back) === there) wrong.push([v, k]);
                    const again = walled(other, [place], there);
                    if (again.sides.join() !== board.sides.join()) wrong.push(["back", v, k]);
                }
            }
            return wrong;
        }""",
        there(board),
    )
    assert wrong == []


@pytest.mark.parametrize(("shape", "board"), SHOWN)
def test_walls_drawn_on_the_page_are_those_of_the_library(shape, board):
    data = there(board)
    cells = board.size
    drawn = modules().evaluate(
        """async (data) => {
            const {fromData, toData} = await load("board.js"), {cellsOf, isWall} = await load("shapes.js");
            const board = fromData(data), {steps} = cellsOf(board);
            const hexagons = steps.length === 6, mixed = (v) => (7 * v * v + 3 * v) % (hexagons ? 8 : 4);
            const sides = board.sides.map((bits, v) => mixed(v) | (hexagons ? 0 : bits & 4));
            const changed = {...board, sides};
            const every = [...sides.keys()].flatMap((v) => steps.map((_, k) => [v, k]));
            return [toData(changed), every.filter(([v, k]) => isWall(changed, v, k))];
        }""",
        data,
    )
    changed = board_of(drawn[0])
    steps = gw.HEX.deltas if shape not in ("stairs", "free") else ((0, 1), (1, 0), (0, -1), (-1, 0))
    blocked = {(v, steps[k]) for v, k in drawn[1]}
    plain = board_of(
        {**drawn[0], "sides": "", "moves": "hex" if len(steps) == 6 else "orthogonal", "ways": []}
    )
    walled = board_of({**drawn[0], "moves": "hex" if len(steps) == 6 else "orthogonal", "ways": []})
    assert changed.shape == board.shape
    for v in np.flatnonzero(board.open_cells).tolist():
        cell = divmod(v, board.columns)
        free = {*plain.moves_from(cell)} & {*steps}
        left = {*walled.moves_from(cell)} & {*steps}
        assert left == {step for step in free if (v, step) not in blocked}
    assert cells == len(drawn[0]["cells"])


def test_up_and_down_lead_back_and_stay_in_a_column_of_the_picture():
    board = gw.Board.hexagons(9, 9)
    wide, back = modules().evaluate(
        """async (data) => {
            const {fromData} = await load("board.js"), {Plan, steered} = await load("shapes.js");
            const board = fromData(data), plan = new Plan(board), from = board.start + 4;
            const down = [from];
            for (let i = 0; i < 8; i++) down.push(steered(board, down.at(-1), "ArrowDown"));
            const up = [down.at(-1)];
            for (let i = 0; i < 8; i++) up.push(steered(board, up.at(-1), "ArrowUp"));
            const across = down.map((v) => plan.middle(v)[0]);
            return [Math.max(...across) - Math.min(...across), up.reverse().join() === down.join()];
        }""",
        there(board),
    )
    assert (wide, back) == (0.5, True)


def test_keys_lead_from_level_to_level():
    page = modules()
    code = """async ([data, v, key]) => {
        const {fromData} = await load("board.js"), {steered} = await load("shapes.js");
        return steered(fromData(data), v, key);
    }"""
    board = BOARDS["free"]  # four levels of 2 x 3
    assert page.evaluate(code, [there(board), 1, "PageDown"]) == board.index((1, 0, 1))
    assert page.evaluate(code, [there(board), 1, "PageUp"]) == -1
    assert page.evaluate(code, [there(board), 4, "ArrowDown"]) == -1  # the row between levels is outside
    assert page.evaluate(code, [there(gw.Board.rectangle(3, 3)), 1, "PageDown"]) == -2


@pytest.mark.parametrize(
    ("shape", "rows", "columns", "levels", "open_cells"),
    [("odd", 3, 4, 1, 12), ("even", 4, 4, 1, 16), ("hexagon", 5, 1, 1, 19), ("hexagon", 4, 9, 1, 19),
     ("rhombus", 3, 4, 1, 12), ("stairs", 2, 3, 3, 18), ("free", 2, 3, 2, 12), ("square", 2, 5, 9, 10)],
)  # fmt: skip
def test_a_new_shape_has_as_many_cells_and_another_keeps_what_fits(shape, rows, columns, levels, open_cells):
    data = modules().evaluate(
        """async ([rows, columns, shape, levels]) => {
            const {openBoard, resized, toData} = await load("board.js");
            return toData(resized(openBoard(6, 6), rows, columns, shape, levels));
        }""",
        [rows, columns, shape, levels],
    )
    board = board_of(data)
    assert board.open_count == open_cells
    assert there(board)["shape"] == shape
    again = modules().evaluate(
        """async ([data, rows, columns, levels]) => {
            const {fromData, resized, toData} = await load("board.js"), {typed} = await load("shapes.js");
            const board = fromData(data);
            board.cells[board.start + 1] = 0;
            const closed = {...board, exits: [board.exits.at(-1)]};
            const larger = resized(closed, rows + 2, columns + 2), back = resized(larger, ...typed(closed));
            return [toData(closed).cells, toData(back).cells, typed(closed)];
        }""",
        [data, rows, columns, levels],
    )
    assert again[0] == again[1]
    assert again[2][0] == (rows | 1 if shape == "hexagon" else rows)


@pytest.mark.parametrize("shape", ["odd", "even", "hexagon", "rhombus", "stairs", "free"])
def test_a_maze_fills_the_cells_of_the_page(shape):
    ground = BOARDS[shape].replace(walls=None, costs=None, start=BOARDS[shape].start)
    data, parts = made_data(Wanted("wilson", 4, 4, True, 0.0, film=True), 7, ground)
    maze = board_of(json.loads(json.dumps(data["board"])))
    assert parts is None
    assert "without a film" in data["note"]
    assert (maze.open_cells == ground.open_cells).all()
    edges = sum(len(maze.moves_from(divmod(v, maze.columns))) for v in np.flatnonzero(maze.open_cells))
    assert edges == 2 * (maze.open_count - 1)  # with all of it reached, a tree
    assert np.isfinite(maze.distances(maze.start)[maze.open_cells]).all()


@pytest.mark.parametrize(("shape", "name"), [("odd", "eller"), ("hexagon", "kruskal"), ("free", "division")])
def test_makers_that_need_squares_refuse_in_words_of_the_page(shape, name):
    with pytest.raises(InputError) as error:
        made_data(Wanted(name, 4, 4, False, 0.0), 1, BOARDS[shape])
    rows = [re.sub(r"\\{\w+\\}", ".+", re.escape(row)) for row in words()["library"]]
    assert "wilson" in str(error.value)
    assert any(re.fullmatch(row, str(error.value)) for row in rows)


@pytest.mark.parametrize(
    ("board", "reason"),
    [
        (gw.Board.rectangle(2, 2, portals=[((0, 0), (1, 1))]), "no portals"),
        (TWO.replace(portals=[((0, 0, 0), (1, 1, 1))]), "no portals"),
        (gw.Board.hexagon(5, moves="rook"), "no sliding moves"),
    ],
)  # fmt: skip
def test_boards_that_the_page_cannot_draw_are_refused(board, reason):
    with pytest.raises(InputError, match=reason):
        board_data(board)
