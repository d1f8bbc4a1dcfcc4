"""Walls between cells and boards wrapped round: drawn on the page, edited there, and kept."""

import base64

import numpy as np
import pytest

import gridwalk as gw
from browser.person import LEFT
from gridwalk.viewer.address import link_of


@pytest.fixture
def shown(page, address):
    """Show a board, as a person does who opens a link to it."""

    def show(board):
        page.open(f"{address}#{link_of(board, 'shortest/bfs')}")
        return page

    return show


def beside(page, layer, places):
    """Whether a wall is painted at places, in cells from the corner of the board; the grid is paler."""
    most = 128 if layer == "sides" else 256
    return [opacity > 0 and max(rgb) < most for *rgb, opacity in page.pixels(layer, places)]


def test_every_wall_between_cells_is_drawn_and_nothing_else(shown):
    rng = np.random.default_rng(1)
    walls = rng.random((5, 6)) < 0.5, rng.random((4, 7)) < 0.5
    page = shown(gw.Board.rectangle(5, 7, walls=walls))
    right = [(row + 0.5, column + 1) for row in range(5) for column in range(6)]
    below = [(row + 1, column + 0.5) for row in range(4) for column in range(7)]
    assert beside(page, "sides", right) == walls[0].ravel().tolist()
    assert beside(page, "sides", below) == walls[1].ravel().tolist()
    assert page.body("sides") == str(sum(int(side.sum()) for side in walls))
    assert not any(beside(page, "sides", [(row + 0.5, column + 0.5) for row, column in np.ndindex(5, 7)]))


def test_a_path_on_a_torus_goes_out_at_one_side_and_comes_in_at_the_other(shown):
    page = shown(gw.Board.rectangle(5, 7, wrap="both", start=(2, 1), exits=[(2, 5)]))
    page.run()
    assert page.fact("answer") == "15 14 20 19"
    assert page.outcome().startswith("Shortest path of 3 moves")
    on_the_way = [(2.5, 0.1), (2.5, 1), (2.5, 6.9), (2.5, 6)]
    assert beside(page, "marks", on_the_way) == [True] * 4
    assert not any(beside(page, "marks", [(2.5, column) for column in (2, 3, 4)]))
    # The seam is dashed, not a line: some of it is painted, some not.
    edge = beside(page, "sides", [(row, -0.01) for row in np.linspace(0.1, 4.9, 97)])
    assert 0 < sum(edge) < len(edge)


def test_walls_between_cells_are_drawn_with_the_mouse_kept_and_undone(page):
    page.clear(6, 8)
    page.tool("side")
    (x, y), (right, _) = page.place(2, 1), page.place(2, 5)
    half = (right - x) / 8
    page.mouse.move(x, y + half)
    page.mouse.down()
    page.mouse.move(right, y + half, steps=40)
    page.mouse.up()
    assert page.body("sides") == "5"
    assert (
        beside(page, "sides", [(3, column + 0.5) for column in range(8)])
        == [False] + [True] * 5 + [False] * 2
    )
    page.open(page.saved())
    assert page.body("sides") == "5"
    page.tool("side")
    page.mouse.click(*page.place(2.5, 3))  # again: taken away
    assert page.body("sides") == "4"
    page.click("#undo")
    page.wait_body("sides", 5)
    page.tool("wall")
    page.drag((5, 0), (5, 2))  # what is drawn on cells leaves the walls between them
    page.size(6, 5)
    assert page.body("sides") == "4"
    page.click("#clear")
    assert page.body("sides") == "0"


def test_the_keyboard_draws_walls_between_cells(page):
    page.clear(4, 4)
    page.tool("side")
    page.focus(f"{LEFT} .view")
    page.press_keys("ArrowDown", "Space", "Enter")
    assert page.body("sides") == "2"
    assert page.summary() == "(1, 0): open, wall to the right, below"


def test_the_text_and_the_answer_are_those_of_the_library(shown):
    walls = np.ones((4, 4), bool), np.zeros((3, 5), bool)
    walls[0][3] = walls[0][0, 2] = False
    board = gw.Board.rectangle(4, 5, walls=walls)
    page = shown(board)
    assert page.text_of() == f"{board}\n"
    page.run()
    path = board.paths().shortest(by="bfs")
    assert [int(word) for word in page.fact("answer").split()] == [5 * row + column for row, column in path]
    assert 'class="side"' in page.download("svg")[1].read_text()


def test_sides_that_meet_are_chosen(page):
    page.clear(3, 9)
    page.select_option("#question", "shortest")
    for wrap, moves in {"": 10, "rows": 9, "columns": 3, "both": 2}.items():
        page.select_option("#wrap", wrap)
        assert page.body("wrap") == wrap
        page.run()
        assert page.outcome().startswith(f"Shortest path of {moves} moves")
    page.open(page.saved())
    assert page.body("wrap") == "both"


def test_pasted_text_and_bytes_reach_the_server(page):
    page.paste("S.#\n..E\n")
    page.wait_body("columns", 3)
    assert page.body("walls") == "1"
    sent = page.evaluate(
        """async (address) => {
            const {content} = await import(address + "files.js");
            return content(new File([Uint8Array.from({length: 70000}, (_, i) => i % 256)], "my.maze.PNG"));
        }""",
        page.url.split("#")[0],
    )
    assert sent["ending"] == ".PNG"
    assert base64.b64decode(sent["file"]) == bytes(i % 256 for i in range(70_000))


def test_files_with_walls_between_cells_are_opened_text_and_bytes(page, tmp_path):
    walls = np.eye(16, 15, dtype=bool), np.eye(15, 16, k=3, dtype=bool)
    board = gw.Board.rectangle(16, 16, walls=walls, start=(15, 0), exits=[(7, 7)])
    for name in ("boxes.txt", "board.npz"):
        page.click("#clear")
        assert page.body("sides") == "0"
        board.save(tmp_path / name)
        page.set_input_files("#file", tmp_path / name)
        page.wait_body("sides", 15 + 13)
        right = [(row + 0.5, column + 1) for row in range(16) for column in range(15)]
        assert beside(page, "sides", right) == walls[0].ravel().tolist(), name
