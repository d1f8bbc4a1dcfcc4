"""Drawing on the page: tools, undo, sizes, files, the link."""

import io
import subprocess
import sys

from PIL import Image

import gridwalk as gw
from browser.person import (
    EXAMPLES,
    body,
    click,
    colour,
    drag,
    named_colour,
    picture,
    place,
    ready,
    run,
    settled,
    tool,
    wait_body,
    watch,
)


def size(page, rows, columns):
    page.fill("#rows", str(rows))
    page.fill("#columns", str(columns))
    page.click("text=Resize")
    wait_body(page, "rows", rows)


def clear(page, rows=6, columns=8):
    page.click("#clear")
    size(page, rows, columns)
    wait_body(page, "walls", 0)


def saved(page):
    """The board in the address, as the page has put it there."""
    wait_body(page, "saved", "true")
    return page.url


def text_of(page):
    with page.expect_download() as download:
        page.click("#save-text")
    return download.value.path().read_text()


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
    assert page.inner_text("#summary") == "row 1, column 2: wall"
    for key in ("ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    assert page.inner_text("#summary") == "row 2, column 3: open"


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
    run(page, "error")
    assert "must name each of the 4 moves once" in page.inner_text("[data-slot=left] .outcome")


def test_mazes_scatter_and_presets(page):
    size(page, 21, 31)
    page.click("#maze")
    wait_body(page, "exits", 20 * 31 + 30)
    assert int(body(page, "walls")) == 21 * 31 - (11 * 16 + 11 * 16 - 1)  # rooms, and a tree of ways
    page.click("#scatter")
    assert 100 < int(body(page, "walls")) < 300
    names = page.eval_on_selector_all("#preset option", "(all) => all.map((one) => one.value)")[1:]
    for name in names:
        page.select_option("#preset", name)
        run(page, {"grid": "number", "routes": "number"}.get(name, "film"))
    assert body(page, "rows") == "255"


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
    assert f"Path of {len(cells) - 1} moves" in page.inner_text("[data-slot=left] .outcome")
    assert f'"length":{len(cells) - 1}' in done.stdout.replace(" ", "")


def test_files_are_opened_and_bad_ones_refused(page, tmp_path):
    page.set_input_files("#file", EXAMPLES / "two-exits.txt")
    board = gw.read(EXAMPLES / "two-exits.txt")
    wait_body(page, "rows", board.rows)
    assert body(page, "walls") == str(board.size - board.open_count)
    assert len(body(page, "exits").split()) == len(board.exits)
    bad = {
        "letters.txt": (b"hello\n", "means nothing here"),
        "ragged.txt": (b"..\n...\n", "line 2 has 3 cells"),
        "binary.png": (b"\x89PNG\xff\xfe\x00", "not a text file"),
        "large.txt": (b"." * (2**20 + 1), "up to 1 MiB"),
        "wide.txt": (b"." * 513, "up to 512 x 512"),
        "empty.txt": (b"", "the board is empty"),
        "walls.txt": (b"###\n", "no open cell"),
    }
    for name, (data, words) in bad.items():
        (tmp_path / name).write_bytes(data)
        page.set_input_files("#file", tmp_path / name)
        page.wait_for_function(
            "(words) => document.getElementById('summary').textContent.includes(words)", arg=words
        )
    assert body(page, "rows") == str(board.rows)


def test_a_file_is_dropped(page):
    page.evaluate(
        """() => {
            const data = new DataTransfer();
            data.items.add(new File(["S3#\\n.>E\\n"], "dropped.txt"));
            const how = {dataTransfer: data, bubbles: true, cancelable: true};
            for (const name of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(name, how));
        }"""
    )
    wait_body(page, "columns", 3)
    assert body(page, "costs") == "true"
    assert text_of(page) == "S3#\n.>E\n"


def test_reload_and_link_lose_nothing(page, browser):
    clear(page, 9, 11)
    drag(page, (1, 1), (7, 9))
    tool(page, "exit")
    click(page, 0, 10)
    page.select_option("#moves", "king")
    page.select_option("#corners", "one")
    page.select_option("#question", "shortest")
    page.select_option("#by", "dijkstra")
    page.select_option("#beside", "find/bfs")
    link, drawn = saved(page), picture(page)
    names = ("rows", "columns", "start", "exits", "walls", "question", "by", "beside")
    facts = [body(page, name) for name in names]
    page.mouse.move(5, 5)
    page.reload()
    ready(page)
    assert [body(page, name) for name in names] == facts
    assert picture(page)[0] == drawn[0]
    assert page.input_value("#corners") == "one"
    other = browser.new_page()
    errors = watch(other)
    other.goto(link)
    ready(other)
    assert [body(other, name) for name in names] == facts
    other.goto(link.split("#")[0] + "#size=2x2&start=0.0&exits=1.1&cells=!!")
    other.wait_for_function("() => document.getElementById('summary').textContent.includes('holds no board')")
    other.close()
    assert not errors


def saved_as(page, name):
    with page.expect_download() as download:
        page.click(f"#save-{name}")
    return download.value.suggested_filename, download.value.path().read_bytes()


def test_pictures_and_films_are_saved(page):
    assert "5 x 5 board" in saved_as(page, "svg")[1].decode()
    run(page)
    page.click("#first")
    page.click("#forward")
    name, data = saved_as(page, "picture")
    assert (name, data[:4]) == ("board.png", b"\x89PNG")
    wide = Image.open(io.BytesIO(data)).width
    name, data = saved_as(page, "svg")
    assert name == "board.svg"
    assert "dfs, 1 of 18 events" in data.decode()
    name, data = saved_as(page, "gif")
    assert (name, Image.open(io.BytesIO(data)).n_frames) == ("board.gif", 19)
    assert page.inner_text("#summary").startswith("Saved board.gif, ")
    page.select_option("#question", "longest")
    page.select_option("#beside", "find/bfs")
    page.click("#run")
    page.wait_for_selector("[data-slot=left][data-state=path]")
    wait_body(page, "asking", "false")
    assert "path of 12 moves" in saved_as(page, "svg")[1].decode()
    assert Image.open(io.BytesIO(saved_as(page, "picture")[1])).width != wide  # both, side by side


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
    tool(page, "move")
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
