"""Drawing on the page: tools, undo, sizes, pieces, presets."""

import subprocess
import sys

import pytest

import gridwalk as gw
from browser.person import LEFT
from gridwalk.makers import MAKERS
from gridwalk.viewer.making import made
from gridwalk.viewer.protocol import Wanted


def test_the_board_of_the_command_is_shown(page):
    assert page.bodies("rows", "columns", "start", "exits", "walls") == ["5", "5", "0", "24", "7"]
    assert page.colour(0, 1, "board") == page.named_colour("wall")
    assert page.colour(0, 2, "board") == page.named_colour("open")
    assert page.colour(0, 0, "marks", aside=0.1) == page.named_colour("start")
    assert page.colour(4, 4, "marks", aside=0.05) == page.named_colour("exit")
    assert page.input_value("#order") == "D,R,U,L"


def test_walls_are_drawn_and_taken_away(page):
    page.clear()
    page.drag((2, 1), (2, 6), (4, 6))
    assert page.body("walls") == "8"
    assert page.colour(2, 3, "board") == page.colour(4, 6, "board") == page.named_colour("wall")
    page.click_cell(2, 3)  # on a wall the wall tool takes away
    assert page.body("walls") == "7"
    assert page.colour(2, 3, "board") == page.named_colour("open")
    page.tool("open")
    page.drag((2, 1), (2, 6))
    assert page.body("walls") == "2"
    page.tool("wall")
    page.drag((1, 0), (1, 3))
    page.drag((0, 1), (0, 0))  # a stroke does not wall in the start
    assert page.body("start") == "0"
    assert page.colour(0, 0, "board") == page.named_colour("open")


def test_undo_and_redo_by_button_and_by_key(page):
    page.clear()
    before = page.picture()
    page.drag((1, 1), (1, 4))
    page.drag((3, 1), (3, 4))
    after = page.picture()
    page.mouse.move(5, 5)
    page.click("#undo")
    page.wait_body("walls", 4)
    page.keyboard.press("Control+z")
    page.wait_body("walls", 0)
    assert page.picture()[0] == before[0]
    page.keyboard.press("Control+y")
    page.click("#redo")
    page.wait_body("walls", 8)
    assert page.picture()[0] == after[0]
    assert page.is_disabled("#redo")


def test_start_and_exits_are_placed_and_dragged(page):
    page.clear()
    page.tool("start")
    page.click_cell(2, 2)
    page.tool("exit")
    page.click_cell(0, 7)
    page.click_cell(5, 0)
    assert page.body("start") == "18"
    assert page.body("exits") == "7 40 47"
    page.click_cell(0, 7)  # again: taken away
    assert page.body("exits") == "40 47"
    page.tool("wall")
    page.drag((2, 2), (2, 5))
    page.drag((5, 7), (4, 4))
    assert page.body("start") == "21"
    assert page.body("exits") == "36 40"
    assert page.body("walls") == "0"
    page.tool("exit")
    page.click_cell(4, 4)
    page.click_cell(5, 0)  # the last one stays
    assert page.body("exits") == "40"


def test_costs_are_drawn(page):
    page.clear()
    page.tool("cost")
    page.select_option("#cost", "9")
    page.drag((0, 3), (5, 3))
    assert page.body("costs") == "true"
    assert page.colour(2, 3, "board") not in (page.named_colour("open"), page.named_colour("wall"))
    assert page.text_of() == "S..9....\n" + "...9....\n" * 4 + "...9...E\n"


def test_the_keyboard_draws(page):
    page.clear()
    page.focus(f"{LEFT} .view")
    page.press_keys("ArrowDown", "ArrowRight", "Space", "ArrowRight", "Enter")
    assert page.body("walls") == "2"
    assert page.summary() == "(1, 2): wall"
    page.press_keys("ArrowRight", "ArrowDown")
    assert page.summary() == "(2, 3): open"


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


def test_pieces_corner_rules_and_orders(page):
    page.select_option("#moves", "king")
    page.select_option("#corners", "none")
    linked = page.linked()
    assert (linked["moves"], linked["corners"]) == ("king", "none")
    page.select_option("#moves", "knight")
    assert page.is_disabled("#corners")
    assert page.is_disabled("#diagonal")
    assert page.colour(0, 3, "board") == page.named_colour("dark")  # chequered
    page.select_option("#moves", "orthogonal")
    page.fill("#order", "L,U")
    page.press("#order", "Enter")
    page.said("Not an order: name each move once, such as U,R,D,L.")
    assert page.input_value("#order") == ""


def test_a_cell_with_a_cost_changes_no_diagonal_step_elsewhere(page, tmp_path):
    page.clear(6, 6)
    page.select_option("#moves", "king")
    page.choose("shortest", "dijkstra")
    page.run()
    assert "cost 7.07" in page.outcome()  # 5 diagonal steps
    page.select_option("#diagonal", "1.4142135623730951")
    page.tool("cost")
    page.click_cell(0, 5)
    page.wait_body("asking", "false")
    page.run()
    assert "cost 7.07" in page.outcome()
    assert page.linked()["diagonal"] == 1.4142135623730951
    name, saved = page.download("html")
    page.select_option("#diagonal", "2")
    page.run()
    assert "cost 10" in page.outcome()
    page.click("#undo")
    assert page.input_value("#diagonal") == "1.4142135623730951"
    page.select_option("#diagonal", "0")
    page.run()
    assert "cost" not in page.outcome()
    page.drop(name, saved.read_bytes())
    page.said("Opened")
    assert page.input_value("#diagonal") == "1.4142135623730951"
    board = gw.Board.rectangle(6, 6, moves=gw.KING, diagonal=1.25)
    page.drop("board.json", board.to_text("json").encode())
    page.said("board.json")
    assert page.input_value("#diagonal") == "1.25"
    page.run()
    assert "cost 6.25" in page.outcome()


PRESETS_WITHOUT_FILM = {
    "grid": "number", "routes": "sweep", "a-count": "sweep",
    "estimate": "estimate", "order": "path", "clutter": "path",
}  # fmt: skip


@pytest.mark.long
def test_mazes_scatter_and_presets(page):
    page.size(21, 31)
    page.click("#make")
    page.wait_body("walls", 21 * 31 - (11 * 16 + 11 * 16 - 1))  # rooms, and a tree of ways
    assert page.body("exits") == str(20 * 31 + 30)
    page.click("#scatter")
    assert 100 < int(page.body("walls")) < 300
    names = page.eval_on_selector_all("#preset option", "(all) => all.map((one) => one.value)")[1:]
    rows = {}
    for name in names:
        page.select_option("#preset", name)
        page.run(PRESETS_WITHOUT_FILM.get(name, "film"))
        rows[name] = page.body("rows")
    assert rows["large"] == "255"


def test_the_menu_has_every_maker_and_the_server_makes_what_it_says(page):
    assert page.eval_on_selector_all("#maker option", "(all) => all.map((one) => one.value)") == list(MAKERS)
    groups = page.eval_on_selector_all("#maker optgroup", "(all) => all.map((one) => one.label)")
    assert groups == ["Mazes", "Without rooms"]
    page.size(16, 24)
    for name, row in MAKERS.items():
        page.select_option("#maker", name)
        assert page.get_attribute("#maker", "title") == f"{row.title}: {row.texture}"
        assert page.is_disabled("#braid") == (row.counts == "cells")
        page.click("#make")
        page.said(f"Made: {name}, seed ")
        seed = int(page.summary().split()[-1][:-1])
        board = made(Wanted(name, 16, 24, False, 0.0), seed).board
        assert page.text_of() == f"{board}\n"
        page.said("Saved")


def test_a_maze_that_is_made_is_perfect_or_braided_thick_or_thin(page):
    page.size(21, 31)
    for thin in (False, True):
        if thin:  # walls between cells, once there is one
            page.clear(21, 31)
            page.tool("side")
            page.mouse.click(*page.place(2.5, 3))
            assert page.body("sides") == "1"
        for loops in ("none", "no dead ends"):
            page.select_option("#braid", label=loops)
            page.evaluate("document.getElementById('summary').textContent = ''")
            page.click("#make")
            page.said("Made: backtracker, seed ")
            cells = 21 * 31 - int(page.body("walls"))
            rooms = 21 * 31 if thin else 11 * 16
            doors = 21 * 30 + 20 * 31 - int(page.body("sides")) if thin else cells - rooms
            assert (doors == rooms - 1) == (loops == "none")  # a tree
            assert doors >= rooms - 1
            assert (page.body("sides") != "0") == thin


def test_a_board_is_made_as_one_step_and_keeps_the_moves(page):
    page.clear(9, 9)
    page.select_option("#moves", "king")
    page.select_option("#wrap", "both")
    page.click("#make")
    page.said("Made: ")
    assert page.body("wrap") == ""  # sides that meet would be doors
    assert page.input_value("#moves") == "king"
    page.click("#undo")
    page.wait_body("wrap", "both")
    assert page.body("walls") == "0"
    page.select_option("#maker", "caves")
    page.size(1, 4)
    page.click("#make")
    page.said("Not made: no maze by caves has 1 x 4 cells")
    assert page.body("columns") == "4"


def test_the_mazes_of_presets_are_always_the_same(page):
    for preset, wanted, seed in [
        ("maze", Wanted("backtracker", 21, 31, False, 0.0), 7),
        ("rooms", Wanted("backtracker", 15, 21, True, 0.0), 7),
    ]:
        page.select_option("#preset", preset)
        page.wait_body("rows", wanted.rows)
        assert page.text_of() == f"{made(wanted, seed).board}\n"
    page.evaluate(
        """() => {
            const choose = (id, value) => {
                const one = document.getElementById(id);
                one.value = value;
                one.dispatchEvent(new Event("change"));
            };
            choose("preset", "maze");
            choose("beside", "shortest/labels");  // before the maze is there
        }"""
    )
    page.run()
    assert page.bodies("rows", "question", "beside") == ["21", "shortest", "shortest/labels"]


def test_a_board_that_is_made_too_late_is_not_shown(page):
    page.evaluate(
        """() => {
            const make = document.getElementById("make"), clear = document.getElementById("clear");
            make.click();
            clear.click();
        }"""
    )
    page.said("Not made: the board was changed meanwhile.")
    assert page.body("walls") == "0"


def test_a_drawn_board_gives_the_answer_of_the_command_line(page, tmp_path):
    page.clear(5, 7)
    for stroke in [((0, 1), (3, 1)), ((1, 3), (4, 3)), ((0, 5), (3, 5))]:
        page.drag(*stroke)
    page.fill("#order", "")
    page.keyboard.press("Tab")
    file = tmp_path / "drawn.txt"
    file.write_text(page.text_of())
    page.select_option("#question", "shortest")
    page.run()
    answer = page.fact("answer")
    done = subprocess.run(
        [sys.executable, "-m", "gridwalk", "shortest", str(file), "--by", "bfs", "--json"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    cells = gw.read(file).paths().shortest(by="bfs").cells
    assert [row * 7 + column for row, column in cells.tolist()] == [int(word) for word in answer.split()]
    assert f"Shortest path of {len(cells) - 1} moves" in page.outcome()
    assert f'"length":{len(cells) - 1}' in done.stdout.replace(" ", "")


def test_large_boards_are_edited_by_few_strokes_a_picture(page):
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
    page.wait_body("walls", 7)  # those of the first board
