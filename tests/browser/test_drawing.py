"""Drawing on the page: tools, undo, sizes, pieces, presets."""

import subprocess
import sys

import pytest

import gridwalk as gw
from browser.person import (
    body,
    clear,
    click,
    colour,
    drag,
    named_colour,
    picture,
    place,
    run,
    saved,
    settled,
    size,
    text_of,
    tool,
    wait_body,
)
from gridwalk.makers import MAKERS
from gridwalk.viewer.making import made
from gridwalk.viewer.protocol import Wanted


def test_the_board_of_the_command_is_shown(page):
    assert [body(page, name) for name in ("rows", "columns", "start", "exits", "walls")] == [
        "5",
        "5",
        "0",
        "24",
        "7",
    ]
    assert colour(page, 0, 1, "board") == named_colour(page, "wall")
    assert colour(page, 0, 2, "board") == named_colour(page, "open")
    assert colour(page, 0, 0, "marks", aside=0.1) == named_colour(page, "start")
    assert colour(page, 4, 4, "marks", aside=0.05) == named_colour(page, "exit")
    assert page.input_value("#order") == "D,R,U,L"


def test_walls_are_drawn_and_taken_away(page):
    clear(page)
    drag(page, (2, 1), (2, 6), (4, 6))
    assert body(page, "walls") == "8"
    assert colour(page, 2, 3, "board") == colour(page, 4, 6, "board") == named_colour(page, "wall")
    click(page, 2, 3)  # on a wall the wall tool takes away
    assert body(page, "walls") == "7"
    assert colour(page, 2, 3, "board") == named_colour(page, "open")
    tool(page, "open")
    drag(page, (2, 1), (2, 6))
    assert body(page, "walls") == "2"
    tool(page, "wall")
    drag(page, (1, 0), (1, 3))
    drag(page, (0, 1), (0, 0))  # a stroke does not wall in the start
    assert body(page, "start") == "0"
    assert colour(page, 0, 0, "board") == named_colour(page, "open")


def test_undo_and_redo_by_button_and_by_key(page):
    clear(page)
    before = picture(page)
    drag(page, (1, 1), (1, 4))
    drag(page, (3, 1), (3, 4))
    after = picture(page)
    page.mouse.move(5, 5)
    page.click("#undo")
    wait_body(page, "walls", 4)
    page.keyboard.press("Control+z")
    wait_body(page, "walls", 0)
    assert picture(page)[0] == before[0]
    page.keyboard.press("Control+y")
    page.click("#redo")
    wait_body(page, "walls", 8)
    assert picture(page)[0] == after[0]
    assert page.is_disabled("#redo")


def test_start_and_exits_are_placed_and_dragged(page):
    clear(page)
    tool(page, "start")
    click(page, 2, 2)
    tool(page, "exit")
    click(page, 0, 7)
    click(page, 5, 0)
    assert body(page, "start") == "18"
    assert body(page, "exits") == "7 40 47"
    click(page, 0, 7)  # again: taken away
    assert body(page, "exits") == "40 47"
    tool(page, "wall")
    drag(page, (2, 2), (2, 5))
    drag(page, (5, 7), (4, 4))
    assert body(page, "start") == "21"
    assert body(page, "exits") == "36 40"
    assert body(page, "walls") == "0"
    tool(page, "exit")
    click(page, 4, 4)
    click(page, 5, 0)  # the last one stays
    assert body(page, "exits") == "40"


def test_costs_are_drawn(page):
    clear(page)
    tool(page, "cost")
    page.select_option("#cost", "9")
    drag(page, (0, 3), (5, 3))
    assert body(page, "costs") == "true"
    assert colour(page, 2, 3, "board") not in (named_colour(page, "open"), named_colour(page, "wall"))
    assert text_of(page) == "S..9....\n" + "...9....\n" * 4 + "...9...E\n"


def test_the_keyboard_draws(page):
    clear(page)
    page.focus("[data-slot=left] .view")
    for key in ("ArrowDown", "ArrowRight", "Space", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    assert body(page, "walls") == "2"
    assert page.inner_text("#summary") == "(1, 2): wall"
    for key in ("ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    assert page.inner_text("#summary") == "(2, 3): open"


def test_a_second_finger_takes_back_what_the_first_has_drawn_and_zooms(page):
    clear(page, 24, 32)
    (x, y), (right, _) = place(page, 2, 2), place(page, 2, 5)
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
    assert body(page, "walls") == "0"
    assert float(body(page, "zoom")) > 1


def test_pieces_corner_rules_and_orders(page):
    page.select_option("#moves", "king")
    page.select_option("#corners", "none")
    assert "moves=king" in saved(page)
    assert "corners=none" in page.url
    page.select_option("#moves", "knight")
    assert page.is_disabled("#corners")
    assert colour(page, 0, 3, "board") == named_colour(page, "dark")  # chequered
    page.select_option("#moves", "rook")
    page.fill("#order", "L,U")
    page.keyboard.press("Enter")
    said(page, "Not an order: name each move once, such as U,R,D,L.")
    assert page.input_value("#order") == ""


PRESETS_WITHOUT_FILM = {
    "grid": "number", "routes": "number", "estimate": "estimate", "order": "path", "clutter": "path",
}  # fmt: skip


@pytest.mark.long
def test_mazes_scatter_and_presets(page):
    size(page, 21, 31)
    page.click("#make")
    wait_body(page, "walls", 21 * 31 - (11 * 16 + 11 * 16 - 1))  # rooms, and a tree of ways
    assert body(page, "exits") == str(20 * 31 + 30)
    page.click("#scatter")
    assert 100 < int(body(page, "walls")) < 300
    names = page.eval_on_selector_all("#preset option", "(all) => all.map((one) => one.value)")[1:]
    for name in names:
        page.select_option("#preset", name)
        run(page, PRESETS_WITHOUT_FILM.get(name, "film"))
    assert body(page, "rows") == "255"


def said(page, words):
    """Wait for these words above the board."""
    page.wait_for_function(
        "(words) => document.getElementById('summary').textContent.includes(words)", arg=words
    )


def test_the_menu_has_every_maker_and_the_server_makes_what_it_says(page):
    assert page.eval_on_selector_all("#maker option", "(all) => all.map((one) => one.value)") == list(MAKERS)
    groups = page.eval_on_selector_all("#maker optgroup", "(all) => all.map((one) => one.label)")
    assert groups == ["Mazes", "Without rooms"]
    size(page, 16, 24)
    for name, row in MAKERS.items():
        page.select_option("#maker", name)
        assert page.get_attribute("#maker", "title") == f"{row.title}: {row.texture}"
        assert page.is_disabled("#braid") == (row.counts == "cells")
        page.click("#make")
        said(page, f"Made: {name}, seed ")
        seed = int(page.inner_text("#summary").split()[-1][:-1])
        board = made(Wanted(name, 16, 24, False, 0.0), seed).board
        assert text_of(page) == f"{board}\n"
        said(page, "Saved")


def test_a_maze_that_is_made_is_perfect_or_braided_thick_or_thin(page):
    size(page, 21, 31)
    for thin in (False, True):
        if thin:  # walls between cells, once there is one
            clear(page, 21, 31)
            tool(page, "side")
            page.mouse.click(*place(page, 2.5, 3))
            assert body(page, "sides") == "1"
        for loops in ("none", "no dead ends"):
            page.select_option("#braid", label=loops)
            page.evaluate("document.getElementById('summary').textContent = ''")
            page.click("#make")
            said(page, "Made: backtracker, seed ")
            cells = 21 * 31 - int(body(page, "walls"))
            rooms = 21 * 31 if thin else 11 * 16
            doors = 21 * 30 + 20 * 31 - int(body(page, "sides")) if thin else cells - rooms
            assert (doors == rooms - 1) == (loops == "none")  # a tree
            assert doors >= rooms - 1
            assert (body(page, "sides") != "0") == thin


def test_a_board_is_made_as_one_step_and_keeps_the_moves(page):
    clear(page, 9, 9)
    page.select_option("#moves", "king")
    page.select_option("#wrap", "both")
    page.click("#make")
    said(page, "Made: ")
    assert body(page, "wrap") == ""  # sides that meet would be doors
    assert page.input_value("#moves") == "king"
    page.click("#undo")
    wait_body(page, "wrap", "both")
    assert body(page, "walls") == "0"
    page.select_option("#maker", "caves")
    size(page, 1, 4)
    page.click("#make")
    said(page, "Not made: rows=1 must be a whole number of at least 3")
    assert body(page, "columns") == "4"


def test_the_mazes_of_presets_are_always_the_same(page):
    for preset, wanted, seed in [
        ("maze", Wanted("backtracker", 21, 31, False, 0.0), 7),
        ("rooms", Wanted("backtracker", 15, 21, True, 0.0), 7),
    ]:
        page.select_option("#preset", preset)
        wait_body(page, "rows", wanted.rows)
        assert text_of(page) == f"{made(wanted, seed).board}\n"
    page.evaluate(
        """() => {
            const choose = (id, value) => {
                const one = document.getElementById(id);
                one.value = value;
                one.dispatchEvent(new Event("change"));
            };
            choose("preset", "maze");
            choose("beside", "find/dfs");  // before the maze is there
        }"""
    )
    run(page)
    assert [body(page, name) for name in ("rows", "question", "beside")] == ["21", "shortest", "find/dfs"]


def test_a_board_that_is_made_too_late_is_not_shown(page):
    page.evaluate(
        """() => {
            const make = document.getElementById("make"), clear = document.getElementById("clear");
            make.click();
            clear.click();
        }"""
    )
    said(page, "Not made: the board was changed meanwhile.")
    assert body(page, "walls") == "0"


def test_a_drawn_board_gives_the_answer_of_the_command_line(page, tmp_path):
    clear(page, 5, 7)
    for stroke in [((0, 1), (3, 1)), ((1, 3), (4, 3)), ((0, 5), (3, 5))]:
        drag(page, *stroke)
    page.fill("#order", "")
    page.keyboard.press("Tab")
    file = tmp_path / "drawn.txt"
    file.write_text(text_of(page))
    page.select_option("#question", "shortest")
    run(page)
    answer = page.locator("[data-slot=left]").get_attribute("data-answer")
    done = subprocess.run(
        [sys.executable, "-m", "gridwalk", "shortest", str(file), "--by", "bfs", "--json"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    cells = gw.read(file).paths().shortest(by="bfs").cells
    assert [row * 7 + column for row, column in cells.tolist()] == [int(word) for word in answer.split()]
    assert f"Shortest path of {len(cells) - 1} moves" in page.inner_text("[data-slot=left] .outcome")
    assert f'"length":{len(cells) - 1}' in done.stdout.replace(" ", "")


def test_large_boards_are_edited_smoothly(page):
    size(page, 512, 512)
    page.evaluate(
        """() => {
            window.gaps = [];
            let before = performance.now();
            const next = (now) => {
                window.gaps.push(now - before);
                before = now;
                requestAnimationFrame(next);
            };
            requestAnimationFrame(next);
        }"""
    )
    drag(page, (20, 20), (400, 300), (40, 480))
    gaps = sorted(page.evaluate("window.gaps"))
    assert gaps[len(gaps) // 2] < 50  # milliseconds from picture to picture
    walls = int(body(page, "walls"))
    assert walls > 600
    assert colour(page, 20, 20, "board", aside=0) == named_colour(page, "wall")
    tool(page, "look")
    x, y = place(page, 400, 300)
    page.mouse.move(x, y)
    for _ in range(8):
        page.mouse.wheel(0, -100)
    page.wait_for_selector("body[data-zoom='5.96']")
    assert colour(page, 400, 300, "board", aside=0) == named_colour(page, "wall")
    x, y = place(page, 400, 300)  # the cell under the pointer has stayed there
    before = picture(page)[0]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 90, y - 60, steps=3)
    page.mouse.up()
    settled(page)
    assert picture(page)[0] != before
    assert int(body(page, "walls")) == walls
    page.click("#zoom-all")
    page.click("#undo")
    wait_body(page, "walls", 7)  # those of the first board
