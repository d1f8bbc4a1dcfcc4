"""Drawing on the page: pixels, fingers, makers, walls between cells, hexagons and levels, large boards."""

import json

import numpy as np
import pytest

import gridwalk as gw
from browser.person import LEFT
from gridwalk.makers import MAKERS
from gridwalk.viewer.address import link_of
from gridwalk.viewer.making import made
from gridwalk.viewer.protocol import Wanted, board_of


def board(page):
    """The board of the page."""
    code = "async () => (await import('./board.js')).toData(gridwalk.store.state.board)"
    return board_of(json.loads(json.dumps(page.evaluate(code))))


def place(page, v):
    """Where the middle of a cell is on the page, whatever its shape."""
    page.settled()
    return page.evaluate(
        """(v) => {
            const view = gridwalk.panels[0].view, box = view.host.getBoundingClientRect();
            const {scale, x, y} = view.geometry(), [dx, dy] = view.plan.middle(v);
            return [box.left + x + dx * scale, box.top + y + dy * scale];
        }""",
        v,
    )


def read(page, tmp_path, given):
    file = tmp_path / "board.json"
    file.write_text(given.to_text("json"))
    page.set_input_files("#file", file)
    page.said("board.json")
    page.settled()


def follow(page, given, ask="shortest/bfs"):
    page.evaluate("(link) => gridwalk.follow(link)", link_of(given, ask))
    page.settled()


def cells_of(path, given):
    return " ".join(str(given.index(tuple(cell))) for cell in path.cells.tolist())


def test_the_board_of_the_command_is_painted_and_what_is_drawn(page):
    assert page.bodies("rows", "columns", "start", "exits", "walls") == ["5", "5", "0", "24", "7"]
    assert page.colour(0, 1, "board") == page.named_colour("wall")
    assert page.colour(0, 2, "board") == page.named_colour("open")
    assert page.colour(0, 0, "marks", aside=0.1) == page.named_colour("start")
    assert page.colour(4, 4, "marks", aside=0.05) == page.named_colour("exit")
    assert page.input_value("#order") == "D,R,U,L"
    page.clear()
    before = page.picture()
    page.drag((2, 1), (2, 6), (4, 6))
    assert page.colour(2, 3, "board") == page.colour(4, 6, "board") == page.named_colour("wall")
    page.mouse.move(5, 5)
    page.click("#undo")
    page.wait_body("walls", 0)
    assert page.picture()[0] == before[0]
    page.select_option("#moves", "knight")
    assert page.colour(0, 3, "board") == page.named_colour("dark")  # chequered


def test_a_drawn_board_gives_the_text_and_the_answer_of_the_library(page):
    page.clear(5, 7)
    for stroke in [((0, 1), (3, 1)), ((1, 3), (4, 3))]:
        page.drag(*stroke)
    page.tool("cost")
    page.select_option("#cost", "9")
    page.drag((0, 5), (3, 5))
    assert page.colour(2, 5, "board") not in (page.named_colour("open"), page.named_colour("wall"))
    text = page.text_of()
    assert text == "S#...9.\n.#.#.9.\n.#.#.9.\n.#.#.9.\n...#..E\n"
    page.choose("shortest", "dijkstra")
    page.run()
    path = gw.Board.from_text(text, costs=True).paths().shortest(by="dijkstra")
    assert page.outcome().startswith(f"Shortest path of {path.length} moves")


def test_a_second_finger_takes_back_what_the_first_has_drawn_and_zooms(page):
    page.clear(24, 32)
    (x, y), (right, _) = page.place(2, 2), page.place(2, 5)
    page.evaluate(
        """([x, y, right]) => {
            const host = document.querySelector(".view");
            const touch = (name, pointerId, clientX) => host.dispatchEvent(new PointerEvent(
                name, {bubbles: true, pointerId, clientX, clientY: y, pointerType: "touch"}));
            touch("pointerdown", 1, x);
            touch("pointermove", 1, x + 5);
            touch("pointerdown", 2, right);
            touch("pointermove", 2, right + (right - x));
            touch("pointerup", 1, x);
            touch("pointerup", 2, right);
        }""",
        [x, y, right],
    )
    assert page.body("walls") == "0"
    assert float(page.body("zoom")) > 1


def test_the_server_makes_what_the_page_names(page):
    names = "(all) => all.map((one) => one.value)"
    assert page.eval_on_selector_all("#maker option", names) == list(MAKERS)
    page.size(16, 24)
    for name in ("kruskal", "caves"):
        page.select_option("#maker", name)
        assert page.get_attribute("#maker", "title") == f"{MAKERS[name].title}: {MAKERS[name].texture}"
        assert page.is_disabled("#braid") == (MAKERS[name].counts == "cells")
        page.click("#make")
        page.said(f"Made: {name}, seed ")
        seed = int(page.summary().split()[-1][:-1])
        wanted = made(Wanted(name, 16, 24, False, 0.0), seed).board
        assert board(page).open_cells.tolist() == wanted.open_cells.tolist()
    for preset, wanted in (
        ("maze", ("backtracker", 21, 31, False)),
        ("rooms", ("backtracker", 15, 21, True)),
    ):
        page.preset(preset)
        page.wait_body("rows", wanted[1])
        assert board(page).open_cells.tolist() == made(Wanted(*wanted, 0.0), 7).board.open_cells.tolist()


PRESETS_WITHOUT_FILM = {
    "grid": "number", "routes": "sweep", "a-count": "sweep",
    "estimate": "estimate", "order": "path", "clutter": "path",
}  # fmt: skip


@pytest.mark.long
def test_every_preset_has_an_answer(page):
    for name in page.eval_on_selector_all("#preset option", "(all) => all.map((one) => one.value)")[1:]:
        page.select_option("#preset", name)
        page.run(PRESETS_WITHOUT_FILM.get(name, "film"))


# -------------------------------------------------------------------------- walls between cells


def beside(page, layer, places):
    """Whether a wall is painted at places, in cells from the corner of the board; the grid is paler."""
    most = 128 if layer == "sides" else 256
    return [opacity > 0 and max(rgb) < most for *rgb, opacity in page.pixels(layer, places)]


def test_every_wall_between_cells_is_painted_and_nothing_else(page):
    rng = np.random.default_rng(1)
    walls = rng.random((5, 6)) < 0.5, rng.random((4, 7)) < 0.5
    follow(page, gw.Board.rectangle(5, 7, walls=walls))
    right = [(row + 0.5, column + 1) for row in range(5) for column in range(6)]
    below = [(row + 1, column + 0.5) for row in range(4) for column in range(7)]
    assert beside(page, "sides", right) == walls[0].ravel().tolist()
    assert beside(page, "sides", below) == walls[1].ravel().tolist()
    assert page.body("sides") == str(sum(int(side.sum()) for side in walls))
    assert not any(beside(page, "sides", [(row + 0.5, column + 0.5) for row, column in np.ndindex(5, 7)]))


def test_walls_between_cells_are_drawn_with_the_mouse(page):
    page.clear(6, 8)
    page.tool("side")
    (x, y), (right, _) = page.place(2, 1), page.place(2, 5)
    half = (right - x) / 8
    page.mouse.move(x, y + half)
    page.mouse.down()
    page.mouse.move(right, y + half, steps=20)
    page.mouse.up()
    assert page.body("sides") == "5"
    drawn = beside(page, "sides", [(3, column + 0.5) for column in range(8)])
    assert drawn == [False] + [True] * 5 + [False] * 2
    page.mouse.click(*page.place(2.5, 3))  # again: taken away
    assert page.body("sides") == "4"
    page.click("#undo")
    page.wait_body("sides", 5)
    page.size(6, 5)
    assert page.body("sides") == "4"
    page.click("#clear")
    assert page.body("sides") == "0"


def test_a_path_on_a_torus_leaves_at_one_side_and_enters_at_the_other(page):
    follow(page, gw.Board.rectangle(5, 7, wrap="both", start=(2, 1), exits=[(2, 5)]))
    page.run()
    assert page.fact("answer") == "15 14 20 19"
    assert page.outcome().startswith("Shortest path of 3 moves")
    on_the_way = [(2.5, 0.1), (2.5, 1), (2.5, 6.9), (2.5, 6)]
    assert beside(page, "marks", on_the_way) == [True] * 4
    assert not any(beside(page, "marks", [(2.5, column) for column in (2, 3, 4)]))
    # The seam is dashed, not a line: some of it is painted, some not.
    edge = beside(page, "sides", [(row, -0.01) for row in np.linspace(0.1, 4.9, 97)])
    assert 0 < sum(edge) < len(edge)


# -------------------------------------------------------------------------- hexagons and levels


def test_hexagons_are_drawn_on_asked_and_saved(page, tmp_path):
    read(page, tmp_path, gw.Board.hexagons(5, 6))
    assert (page.body("shape"), page.body("walls"), page.input_value("#columns")) == ("odd", "0", "6")
    page.tool("wall")
    middle, columns = board(page).index((2, 3)), board(page).columns
    page.mouse.click(*place(page, middle))
    page.wait_body("walls", 1)
    page.tool("side")
    for v in (middle + 1, middle + columns, middle - 1):
        ends = place(page, v), place(page, v + columns - 1)
        page.mouse.click(*np.mean(ends, axis=0).tolist())
    page.wait_body("sides", 3)
    assert board(page).walls.slant.sum() == 3
    page.tool("start")
    page.mouse.click(*place(page, middle - 1))
    page.choose("shortest", "bfs")
    page.run()
    drawn = board(page)
    assert page.fact("answer") == cells_of(drawn.paths().shortest(by="bfs"), drawn)
    assert page.download("svg")[1].read_text().startswith("<svg")
    assert gw.Board.from_text(page.text_of()) == drawn


def test_hexagons_are_walked_and_changed_by_keys(page, tmp_path):
    read(page, tmp_path, gw.Board.hexagon(3))
    for tool, keys, facts in (
        ("wall", ("ArrowDown", "ArrowDown", "ArrowRight", "Space"), ("walls", 1)),
        ("side", ("ArrowRight", "Space", "Enter", "Shift+Enter"), ("sides", 3)),
    ):
        page.tool(tool)
        page.focus(f"{LEFT} .view")
        page.press_keys(*keys)
        page.wait_body(*facts)
    assert [side.sum() for side in board(page).walls.sides] == [1, 1, 1]
    for _ in range(4):
        page.click("#undo")
    assert board(page) == gw.Board.hexagon(3)


def test_stairs_lead_from_level_to_level(page, tmp_path):
    read(page, tmp_path, gw.Board.from_levels(np.zeros((3, 3, 4), int), stairs=[(0, 2, 3)]))
    page.choose("shortest", "bfs")
    page.run()
    assert page.fact("answer") == ""
    page.tool("side")
    page.mouse.click(*place(page, board(page).levels.cell((1, 0, 0))[0] * 4))
    page.run()
    drawn = board(page)
    assert drawn.levels.stairs(drawn.portals) == ([(0, 2, 3), (1, 0, 0)], 0)
    assert page.fact("answer") == cells_of(drawn.paths().shortest(by="bfs"), drawn)


def test_shapes_are_chosen_made_counted_and_taken_back(page):
    page.clear(5, 5)
    page.select_option("#shape", "hexagon")
    page.wait_body("shape", "hexagon")
    assert board(page) == gw.Board.hexagon(2)
    moves = page.eval_on_selector_all("#moves option", "(all) => all.map(({value}) => value)")
    assert moves == ["hex", "hex-king", "hex-knight"]
    page.select_option("#question", "count")
    page.run("number")
    assert page.outcome().startswith("59089 paths")
    page.fill("#seed", "3")
    for name, shape, wanted in (
        ("wilson", "hexagon", gw.make("wilson", mask=gw.Board.hexagon(2), seed=3)),
        ("eller", "hexagon", None),
        ("wilson", "stairs", gw.make("wilson", 5, 5, levels=2, thin=True, seed=3)),
    ):
        page.select_option("#shape", shape)
        page.wait_body("shape", shape)
        page.select_option("#maker", name)
        page.click("#make")
        if wanted is None:
            page.said("these do: backtracker")
            continue
        page.wait_for_function(
            "() => gridwalk.store.state.board.sides.some(Boolean) && !gridwalk.store.state.making"
        )
        assert board(page) == wanted
    page.click("#undo")
    page.click("#undo")
    page.wait_body("shape", "hexagon")


# --------------------------------------------------------------------------------- large boards


def test_large_boards_are_edited_by_few_strokes_a_picture(window):
    page = window()
    page.size(512, 512)
    page.count_strokes()
    page.drag((20, 20), (400, 300), (40, 480))
    calls, images, _ = page.strokes()
    assert images <= 2  # the board, and what lies over it
    assert calls <= 60
    walls = int(page.body("walls"))
    assert walls > 600
    assert page.colour(20, 20, "board", aside=0) == page.named_colour("wall")
    page.tool("look")
    x, y = page.place(400, 300)
    page.mouse.move(x, y)
    for _ in range(8):
        page.mouse.wheel(0, -100)
    page.wait_body("zoom", "5.96")
    assert page.colour(400, 300, "board", aside=0) == page.named_colour("wall")
    x, y = page.place(400, 300)  # the cell under the pointer has stayed there
    before = page.picture()[0]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 90, y - 60, steps=3)
    page.mouse.up()
    page.settled()
    assert page.picture()[0] != before
    assert int(page.body("walls")) == walls
    page.click("#zoom-all")
    page.click("#undo")
    page.wait_body("walls", 7)  # the walls of the first board
    page.resize(640, 480)
    page.evaluate("document.getElementById('scatter').click()")
    assert len(set(page.colours("board", [(row, 200) for row in range(100, 140)]))) > 3  # scaled smoothly
