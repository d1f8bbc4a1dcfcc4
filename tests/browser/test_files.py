"""Files opened, dropped and saved, and the link."""

import io

import numpy as np
import pytest
from PIL import Image

import gridwalk as gw
from browser.person import EXAMPLES, digits
from gridwalk.draw.pagedata import board_data, deflated, packed_json
from gridwalk.viewer.address import link_of


def test_files_are_opened_and_bad_ones_refused(page, tmp_path):
    page.set_input_files("#file", EXAMPLES / "two-exits.txt")
    board = gw.read(EXAMPLES / "two-exits.txt")
    page.wait_body("rows", board.rows)
    assert page.body("walls") == str(board.size - board.open_count)
    assert len(page.body("exits").split()) == len(board.exits)
    bad = {
        "letters.txt": (b"hello\n", "no meaning is known of l e h o"),
        "ragged.txt": (b"..\n...\n", "line 2 has 3 cells"),
        "binary.bin": (b"\x00\x01\xff\xfe\x00", "not a text file"),
        "large.txt": (b"." * (2**22 + 1), "up to 4 MiB"),
        "wide.txt": (b"." * 513, "up to 512 x 512"),
        "empty.txt": (b"", "the board is empty"),
        "walls.txt": (b"###\n", "no open cell"),
    }
    for name, (data, words) in bad.items():
        (tmp_path / name).write_bytes(data)
        page.set_input_files("#file", tmp_path / name)
        page.said(words)
    assert page.body("rows") == str(board.rows)


def test_a_file_is_dropped(page):
    page.drop("dropped.txt", b"S3#\n.>E\n")
    page.wait_body("columns", 3)
    assert page.body("costs") == "true"
    assert page.text_of() == "S3#\n.>E\n"


def test_a_picture_is_dropped_and_its_openings_are_start_and_exit(page):
    maze = gw.make("kruskal", 7, 10, seed=2).open_cells.astype(np.uint8)
    maze[0, 5] = maze[14, 13] = 1

    def drop():
        out = io.BytesIO()
        Image.fromarray(np.kron(maze, np.full((9, 9), 255, np.uint8))).save(out, "png")
        page.drop("maze.png", out.getvalue())

    drop()
    page.wait_body("columns", 21)
    assert page.bodies("rows", "start", "exits") == ["15", "5", str(14 * 21 + 13)]
    assert page.summary() == "Opened maze.png: 15 x 21 cells."
    drawing = page.text_of()
    assert drawing.translate(str.maketrans("SE", "..")).split() == [
        "".join("#."[ok] for ok in row) for row in maze
    ]
    maze[7, 0] = 1
    drop()
    page.said("openings")
    words = "Opened maze.png: 15 x 21 cells. Its border has 3 openings, (0, 5), (7, 0), (14, 13): "
    assert page.summary() == words + "put start and exit where they belong."
    assert page.body("walls") == str((maze == 0).sum())


def test_reload_and_link_lose_nothing(page, window):
    page.clear(9, 11)
    page.drag((1, 1), (7, 9))
    page.tool("exit")
    page.click_cell(0, 10)
    page.select_option("#moves", "king")
    page.select_option("#corners", "one")
    page.select_option("#diagonal", "1.5")
    page.select_option("#question", "shortest")
    page.select_option("#by", "dijkstra")
    page.select_option("#beside", "find/dfs")
    link, drawn = page.saved(), page.picture()
    names = ("rows", "columns", "start", "exits", "walls", "question", "by", "beside")
    facts = page.bodies(*names)
    page.mouse.move(5, 5)
    page.reload()
    page.ready()
    assert page.bodies(*names) == facts
    assert page.picture()[0] == drawn[0]
    assert page.input_value("#corners") == "one"
    assert page.input_value("#diagonal") == "1.5"
    other = window(link)
    assert other.bodies(*names) == facts
    for damaged in (link[: len(link) // 2], link.split("#")[0] + "#board=!!", link.replace("=", "=A", 1)):
        other.goto(damaged.split("&")[0])
        other.said("Not opened: the link is damaged")
    assert other.bodies(*names) == facts


@pytest.mark.parametrize(("wrong", "words"), [
    ({"rows": 1000, "columns": 1000, "cells": "1" * 10**6}, "a page takes boards of up to 512 x 512 cells"),
    ({"rows": 10**9}, "up to 512 x 512"), ({"cells": "1"}, "cells has one digit a cell"),
    ({"moves": "fly"}, "moves"), ({"wrap": "round"}, "wrap"), ({"order": "XX"}, "U, D, L, R"),
    ({"start": [9, 9]}, "start"), ({"through": [[0, 0]]}, "is the start or an exit"),
    ({"numbers": [[99, 1]]}, "a number is in no cell"), ({"rows": "<b>2</b>"}, "rows is a whole number"),
])  # fmt: skip
def test_a_link_of_no_such_board_says_why(page, address, wrong, words):
    data = board_data(gw.Board.rectangle(2, 2)) | wrong
    page.open(f"{address}#board={packed_json(data)}")
    assert page.summary().startswith("Not opened: ")
    assert words in page.summary()
    assert page.body("rows") == "5"


def test_a_bomb_is_refused(page, address):
    """A link of 300 kB that would be 200 MB of JSON."""
    page.open(f"{address}#board={deflated(b' ' * (200 << 20))}")
    assert "the link is damaged" in page.summary()
    assert page.body("rows") == "5"


@pytest.mark.parametrize("data", [None, [], 3, "text", {"rows": {}}, {"__proto__": {"rows": 2}}])
def test_any_json_is_no_board(page, address, data):
    page.open(f"{address}#board={packed_json(data)}&ask=<img src=x onerror=alert(1)>&language=<b>")
    assert "the link is damaged" in page.summary()
    assert page.body("rows") == "5"


@pytest.mark.parametrize(("ask", "beside", "words"), [
    ("nonsense", "", "knows no question nonsense"), ("find/halves", "", "answers find by no halves"),
    ("find/bfs", "count/auto", "no count/auto beside another"),
    ("find/bfs", "shortest/bfs", "no shortest/bfs beside another"),
    ("constructor/name", "toString/name", "knows no question constructor"),
])  # fmt: skip
def test_what_a_link_asks_and_the_page_does_not_know_is_said(page, address, ask, beside, words):
    board = gw.Board.rectangle(2, 2, moves=gw.ORTHOGONAL.ordered("DRUL"))
    page.open(f"{address}#{link_of(board, ask, beside)}")
    assert words in page.summary()
    assert page.bodies("rows", "question", "beside") == ["2", "find", ""]
    assert page.input_value("#order") == "D,R,U,L"


def test_a_link_with_moves_and_ways_is_taken(page, address):
    moves = gw.parse_moves("U,D,DDR,R").with_corners("one")
    board = gw.Board.rectangle(3, 2, moves=moves, one_way={(1, 0): (-1, 0), (0, 1): (1, 0)})
    page.open(f"{address}#{link_of(board)}")
    assert page.body("rows") == "3"
    assert page.input_value("#moves") == "U,D,DDR,R"
    assert page.evaluate("gridwalk.store.state.board.ways") == [[0, 1, 1, 0], [1, 0, -1, 0]]
    assert page.evaluate("(link) => link.includes(gridwalk.link)", page.saved())


def test_a_step_after_the_last_is_the_last(page, address):
    page.open(f"{address}#{link_of(gw.Board.rectangle(3, 3), 'find/dfs', step=10**6)}")
    page.settled()
    assert page.evaluate("gridwalk.store.state.step") == int(page.get_attribute("#scrub", "max")) > 0
    assert "step=" in page.saved()
    assert "1000000" not in page.saved()


def test_a_puzzle_keeps_its_numbers_in_the_link(page, window):
    page.drop("zip.txt", b" 1 . 2\n . . .\n 4 . 3\n")
    page.wait_body("rows", 3)
    numbers = page.evaluate("gridwalk.store.state.board.numbers")
    assert numbers == [[0, 1], [2, 2], [8, 3], [6, 4]]
    assert window(page.saved()).evaluate("gridwalk.store.state.board.numbers") == numbers


def test_a_link_is_copied_without_the_token(page, address):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.saved()
    page.click("#copy-link")
    page.said("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("gridwalk view '#board=")
    assert address.split("/")[3] not in copied


def saved_as(page, name):
    name, file = page.download(name)
    return name, file.read_bytes()


def test_pictures_and_films_are_saved(page):
    assert "5 x 5 board" in saved_as(page, "svg")[1].decode()
    page.run()
    page.click("#first")
    page.click("#forward")
    name, data = saved_as(page, "picture")
    assert (name, data[:4]) == ("find-dfs-5x5.png", b"\x89PNG")
    wide = Image.open(io.BytesIO(data)).width
    name, data = saved_as(page, "svg")
    assert name == "find-dfs-5x5.svg"
    assert "depth-first, a stack, 1 of 18 events" in data.decode()
    name, data = saved_as(page, "gif")
    assert (name, Image.open(io.BytesIO(data)).n_frames) == ("find-dfs-5x5.gif", 19)
    for name, file in {
        "text": "find-dfs-5x5.txt",
        "picture": "find-dfs-5x5.png",
        "svg": "find-dfs-5x5.svg",
        "gif": "find-dfs-5x5.gif",
    }.items():
        page.evaluate("document.getElementById('summary').textContent = ''")
        _, data = saved_as(page, name)
        page.said(f"Saved {file}, ")
        assert digits(page.summary().split(", ")[1]) == len(data)
    page.select_option("#question", "longest")
    page.run("path")
    assert "path of 12 moves" in saved_as(page, "svg")[1].decode()
    page.choose("find", "dfs", "find/bfs")
    page.run()
    assert Image.open(io.BytesIO(saved_as(page, "picture")[1])).width != wide  # both, side by side
