"""Walls between cells and boards wrapped round: drawn on the page, edited there, and kept."""

import base64

import numpy as np
import pytest

import gridwalk as gw
from browser.person import (
    body,
    clear,
    drag,
    fact,
    outcome,
    place,
    ready,
    run,
    saved,
    settled,
    size,
    text_of,
    tool,
    wait_body,
)
from gridwalk.viewer.protocol import data_of


@pytest.fixture
def shown(page, address):
    """Show a board, as a person does who opens a link to it."""

    def show(board):
        data = data_of(board)
        link = page.evaluate(
            """async ([address, data]) => {
                const {fromData} = await import(address + "board.js");
                const {toLink} = await import(address + "link.js");
                return toLink({board: fromData(data), panels: [{question: "shortest", by: "bfs"}]});
            }""",
            [address, data],
        )
        page.goto("about:blank")
        page.goto(f"{address}#{link}")
        ready(page)
        return page

    return show


def beside(page, layer, places):
    """Whether something is painted at places, in cells from the corner of the board: rows and columns."""
    settled(page)
    return page.evaluate(
        """([layer, places]) => {
            const host = document.querySelector("[data-slot=left] .view"), {scale, x, y} = host.dataset;
            const context = host.querySelector(`[data-layer=${layer}]`).getContext("2d");
            const at = (start, cells) => (Number(start) + cells * scale) * devicePixelRatio;
            const opacity = (x, y) => context.getImageData(x, y, 1, 1).data[3];
            return places.map(([row, column]) => opacity(at(x, column), at(y, row)) > 0);
        }""",
        [layer, places],
    )


def test_every_wall_between_cells_is_drawn_and_nothing_else(shown):
    rng = np.random.default_rng(1)
    walls = rng.random((5, 6)) < 0.5, rng.random((4, 7)) < 0.5
    page = shown(gw.Board.rectangle(5, 7, walls=walls))
    right = [(row + 0.5, column + 1) for row in range(5) for column in range(6)]
    below = [(row + 1, column + 0.5) for row in range(4) for column in range(7)]
    assert beside(page, "sides", right) == walls[0].ravel().tolist()
    assert beside(page, "sides", below) == walls[1].ravel().tolist()
    assert body(page, "sides") == str(sum(int(side.sum()) for side in walls))
    assert not any(beside(page, "sides", [(row + 0.5, column + 0.5) for row, column in np.ndindex(5, 7)]))


def test_a_path_on_a_torus_goes_out_at_one_side_and_comes_in_at_the_other(shown):
    page = shown(gw.Board.rectangle(5, 7, wrap="both", start=(2, 1), exits=[(2, 5)]))
    run(page)
    assert fact(page, "answer") == "15 14 20 19"
    assert outcome(page).startswith("Shortest path of 3 moves")
    on_the_way = [(2.5, 0.1), (2.5, 1), (2.5, 6.9), (2.5, 6)]
    assert beside(page, "marks", on_the_way) == [True] * 4
    assert not any(beside(page, "marks", [(2.5, column) for column in (2, 3, 4)]))
    # The seam is dashed, not a line: some of it is painted, some not.
    edge = beside(page, "sides", [(row, -0.01) for row in np.linspace(0.1, 4.9, 97)])
    assert 0 < sum(edge) < len(edge)


def test_walls_between_cells_are_drawn_with_the_mouse_kept_and_undone(page):
    clear(page, 6, 8)
    tool(page, "side")
    (x, y), (right, _) = place(page, 2, 1), place(page, 2, 5)
    half = (right - x) / 8
    page.mouse.move(x, y + half)
    page.mouse.down()
    page.mouse.move(right, y + half, steps=40)
    page.mouse.up()
    assert body(page, "sides") == "5"
    assert (
        beside(page, "sides", [(3, column + 0.5) for column in range(8)])
        == [False] + [True] * 5 + [False] * 2
    )
    link = saved(page)
    page.goto("about:blank")
    page.goto(link)
    ready(page)
    assert body(page, "sides") == "5"
    tool(page, "side")
    page.mouse.click(*place(page, 2.5, 3))  # again: taken away
    assert body(page, "sides") == "4"
    page.click("#undo")
    wait_body(page, "sides", 5)
    tool(page, "wall")
    drag(page, (5, 0), (5, 2))  # what is drawn on cells leaves the walls between them
    size(page, 6, 5)
    assert body(page, "sides") == "4"
    page.click("#clear")
    assert body(page, "sides") == "0"


def test_the_keyboard_draws_walls_between_cells(page):
    clear(page, 4, 4)
    tool(page, "side")
    page.focus("[data-slot=left] .view")
    for key in ("ArrowDown", "Space", "Enter"):
        page.keyboard.press(key)
    assert body(page, "sides") == "2"
    assert page.inner_text("#summary") == "(1, 0): open, wall to the right, below"


def test_the_text_and_the_answer_are_those_of_the_library(shown):
    walls = np.ones((4, 4), bool), np.zeros((3, 5), bool)
    walls[0][3] = walls[0][0, 2] = False
    board = gw.Board.rectangle(4, 5, walls=walls)
    page = shown(board)
    assert text_of(page) == f"{board}\n"
    run(page)
    path = board.paths().shortest(by="bfs")
    assert [int(word) for word in fact(page, "answer").split()] == [5 * row + column for row, column in path]
    with page.expect_download() as download:
        page.click("#save-svg")
    assert 'class="side"' in download.value.path().read_text()


def test_sides_that_meet_are_chosen(page):
    clear(page, 3, 9)
    page.select_option("#question", "shortest")
    for wrap, moves in {"": 10, "rows": 9, "columns": 3, "both": 2}.items():
        page.select_option("#wrap", wrap)
        assert body(page, "wrap") == wrap
        run(page)
        assert outcome(page).startswith(f"Shortest path of {moves} moves")
    assert "wrap=both" in saved(page)


def test_pasted_text_and_bytes_reach_the_server(page):
    page.evaluate(
        """() => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", "S.#\\n..E\\n");
            const how = {clipboardData, bubbles: true, cancelable: true};
            document.body.dispatchEvent(new ClipboardEvent("paste", how));
        }"""
    )
    wait_body(page, "columns", 3)
    assert body(page, "walls") == "1"
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
    for name in ("boxes.txt", "mouse.maz"):
        page.click("#clear")
        assert body(page, "sides") == "0"
        board.save(tmp_path / name)
        page.set_input_files("#file", tmp_path / name)
        wait_body(page, "sides", 15 + 13)
        right = [(row + 0.5, column + 1) for row in range(16) for column in range(15)]
        assert beside(page, "sides", right) == walls[0].ravel().tolist(), name
