"""Hexagons and levels on the page: drawn with mouse, finger and keys, asked, made, saved, and taken back."""

import json

import numpy as np

import gridwalk as gw
from browser.person import LEFT
from gridwalk.viewer.protocol import board_of


def place(page, v):
    """Where the middle of a cell is on the page."""
    page.settled()
    return page.evaluate(
        """(v) => {
            const view = gridwalk.panels[0].view, box = view.host.getBoundingClientRect();
            const {scale, x, y} = view.geometry(), [dx, dy] = view.plan.middle(v);
            return [box.left + x + dx * scale, box.top + y + dy * scale];
        }""",
        v,
    )


def between(page, u, v):
    """Where the side between two cells is."""
    (x, y), (other, below) = place(page, u), place(page, v)
    return (x + other) / 2, (y + below) / 2


def board(page):
    """The board as it stands on the page."""
    data = page.evaluate(
        """async () => {
            const {toData} = await import("./board.js");
            return toData(gridwalk.store.state.board);
        }"""
    )
    return board_of(json.loads(json.dumps(data)))


def read(page, tmp_path, given):
    file = tmp_path / "board.json"
    file.write_text(given.to_text("json"))
    page.set_input_files("#file", file)
    page.wait_body("rows", given.rows)
    page.settled()


def test_hexagons_are_drawn_on_asked_and_saved(page, tmp_path):
    read(page, tmp_path, gw.Board.hexagons(5, 6))
    assert (page.body("shape"), page.body("walls"), page.input_value("#columns")) == ("odd", "0", "6")
    page.tool("wall")
    middle = board(page).index((2, 3))
    page.mouse.click(*place(page, middle))
    page.wait_body("walls", 1)
    page.tool("side")
    for v in (middle + 1, middle + board(page).columns, middle - 1):
        page.mouse.click(*between(page, v, v + board(page).columns - 1))
    page.wait_body("sides", 3)
    assert board(page).walls.slant.sum() == 3
    page.tool("start")
    page.mouse.click(*place(page, middle - 1))
    page.tool("exit")
    page.mouse.click(*place(page, middle + 2))
    page.select_option("#question", "shortest")
    page.select_option("#by", "bfs")
    page.run()
    drawn = board(page)
    assert len(drawn.exits) == 2
    path = drawn.paths().shortest(by="bfs")
    assert page.fact("answer") == " ".join(str(drawn.index(tuple(cell))) for cell in path.cells.tolist())
    svg = page.download("svg")[1].read_text()
    assert svg.startswith("<svg")
    assert gw.Board.from_text(page.text_of()) == drawn
    assert gw.Board.from_text(page.download("json")[1].read_text()) == drawn
    assert page.linked()["shape"] == "odd"
    link = page.url
    page.click("#undo")
    page.open(link)
    assert board(page) == drawn


def test_cells_of_hexagons_are_walked_and_changed_by_keys(page, tmp_path):
    read(page, tmp_path, gw.Board.hexagon(3))
    page.tool("wall")
    page.focus(f"{LEFT} .view")
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "Space"):
        page.keyboard.press(key)
    page.wait_body("walls", 1)
    page.tool("side")
    page.focus(f"{LEFT} .view")
    page.keyboard.press("ArrowRight")
    for key in ("Space", "Enter", "Shift+Enter"):
        page.keyboard.press(key)
    page.wait_body("sides", 3)
    assert [side.sum() for side in board(page).walls.sides] == [1, 1, 1]
    for _ in range(4):
        page.click("#undo")
    assert board(page) == gw.Board.hexagon(3)


def test_stairs_lead_from_level_to_level(page, tmp_path):
    read(page, tmp_path, gw.Board.from_levels(np.zeros((3, 3, 4), int), stairs=[(0, 2, 3)]))
    page.select_option("#question", "shortest")
    page.select_option("#by", "bfs")
    page.run()
    assert page.fact("answer") == ""
    page.tool("side")
    page.mouse.click(*place(page, board(page).levels.cell((1, 0, 0))[0] * 4))
    page.run()
    drawn = board(page)
    assert drawn.levels.stairs(drawn.portals) == ([(0, 2, 3), (1, 0, 0)], 0)
    path = drawn.paths().shortest(by="bfs")
    assert page.fact("answer") == " ".join(str(drawn.index(tuple(cell))) for cell in path.cells.tolist())


def test_shapes_are_chosen_made_counted_and_taken_back(page):
    page.clear(5, 5)
    page.select_option("#shape", "hexagon")
    page.wait_body("shape", "hexagon")
    assert board(page) == gw.Board.hexagon(2)
    assert page.eval_on_selector_all("#moves option", "(all) => all.map(({value}) => value)") == [
        "hex", "hex-king", "hex-knight"]  # fmt: skip
    page.select_option("#question", "count")
    page.run("number")
    assert page.outcome().startswith("59089 paths")
    page.select_option("#maker", "wilson")
    page.fill("#seed", "3")
    page.click("#make")
    page.wait_body("making", "false")
    assert page.body("sides") != "0"
    made = board(page)
    assert made == gw.make("wilson", mask=gw.Board.hexagon(2), seed=3)
    page.select_option("#maker", "eller")
    page.click("#make")
    page.wait_for_function("() => gridwalk.store.state.said.includes('these do: backtracker')")
    page.select_option("#shape", "stairs")
    page.wait_body("shape", "stairs")
    assert page.is_visible("#levels")
    page.select_option("#maker", "wilson")
    page.click("#make")
    page.wait_body("making", "false")
    assert page.body("sides") != "0"
    assert board(page) == gw.make("wilson", 5, 5, levels=2, thin=True, seed=3)
    page.click("#undo")
    page.click("#undo")
    page.wait_body("shape", "hexagon")
    assert board(page) == made


def test_a_finger_draws_on_hexagons(window, tmp_path):
    page = window(width=390, height=844, has_touch=True)
    read(page, tmp_path, gw.Board.hexagon(2))
    page.evaluate("gridwalk.store.change({tool: 'wall', tools: false})")
    page.settled()
    page.touchscreen.tap(*place(page, 12))
    page.wait_body("walls", 1)
    assert not board(page).open_cells[2, 2]
    assert page.width() <= 390


def test_a_film_of_hexagons_is_saved_as_a_page_that_plays(window, page, tmp_path):
    maze = gw.make("wilson", 6, 7, cells="hex", seed=2)
    read(page, tmp_path, maze)
    page.select_option("#question", "find")
    page.select_option("#by", "dfs")
    page.run()
    saved = page.download("html")[1].read_text()
    trace = maze.paths().trace(by="dfs")
    file = tmp_path / "film.html"
    file.write_text(saved)
    player = window(None)
    player.goto(file.as_uri())
    player.wait_for_selector(f"{LEFT} .view[data-painted]")
    player.click("#last")
    answer = player.fact("answer")
    assert answer == " ".join(str(maze.index(tuple(cell))) for cell in trace.path.cells.tolist())
