"""Files opened, dropped and saved, and the link."""

import io

import numpy as np
import pytest
from PIL import Image

import gridwalk as gw
from browser.person import EXAMPLES, digits
from gridwalk.draw.pagedata import board_data, packed_json


def test_files_are_opened_and_bad_ones_refused(page, tmp_path):
    page.set_input_files("#file", EXAMPLES / "two-exits.txt")
    board = gw.read(EXAMPLES / "two-exits.txt")
    page.wait_body("rows", board.rows)
    assert page.body("walls") == str(board.size - board.open_count)
    assert len(page.body("exits").split()) == len(board.exits)
    bad = {
        "ragged.txt": (b"..\n...\n", "line 2 has 3 cells"),
        "binary.bin": (b"\x00\x01\xff\xfe\x00", "not a text file"),
        "large.txt": (b"." * (2**22 + 1), "up to 4 MiB"),
    }
    for name, (data, words) in bad.items():
        (tmp_path / name).write_bytes(data)
        page.set_input_files("#file", tmp_path / name)
        page.said(words)
    assert page.body("rows") == str(board.rows)


def test_a_picture_and_a_large_file_are_dropped(page, tmp_path):
    maze = gw.make("kruskal", 7, 10, seed=2).open_cells.astype(np.uint8)
    maze[0, 5] = maze[14, 13] = maze[7, 0] = 1
    out = io.BytesIO()
    Image.fromarray(np.kron(maze, np.full((9, 9), 255, np.uint8))).save(out, "png")
    page.drop("maze.png", out.getvalue())
    page.wait_body("columns", 21)
    words = "Opened maze.png: 15 x 21 cells. Its border has 3 openings, (0, 5), (7, 0), (14, 13): "
    assert page.summary() == words + "put start and exit where they belong."
    assert page.body("walls") == str((maze == 0).sum())
    rng = np.random.default_rng(1)
    walls = rng.random((400, 399)) < 0.5, rng.random((399, 400)) < 0.5
    gw.Board.rectangle(400, 400, walls=walls).save(tmp_path / "board.npz")
    data = (tmp_path / "board.npz").read_bytes()
    assert len(data) > 32_768  # more than is put into one string at a time
    page.drop("board.npz", data)
    page.wait_body("sides", sum(int(side.sum()) for side in walls))


NAMES = ("rows", "columns", "start", "exits", "walls", "question", "by", "beside", "corners", "diagonal")


def test_reload_and_link_lose_nothing(page, window):
    page.clear(9, 11)
    page.drag((1, 1), (7, 9))
    page.tool("exit")
    page.click_cell(0, 10)
    for field, value in {"moves": "king", "corners": "one", "diagonal": "1.5"}.items():
        page.select_option(f"#{field}", value)
    page.choose("shortest", "dijkstra", "find/dfs")
    link, facts = page.saved(), page.bodies(*NAMES)
    other = window(link)
    assert other.bodies(*NAMES) == facts
    drawn = other.picture()
    other.reload()
    other.ready()
    assert other.bodies(*NAMES) == facts
    assert other.picture()[0] == drawn[0]
    assert other.input_value("#diagonal") == "1.5"
    for damaged in (link[: len(link) // 2], link.split("#")[0] + "#board=!!", link.replace("=", "=A", 1)):
        other.goto(damaged.split("&")[0])
        other.said("Not opened: the link is damaged")
    assert other.bodies(*NAMES) == facts
    other.open(f"{link.split('#')[0]}#board=!!")  # a page that begins with it shows the board of the command
    other.said("the link is damaged")
    assert other.body("rows") == "5"


@pytest.mark.parametrize(("wrong", "words"), [
    ({"rows": 1000, "columns": 1000, "cells": "1" * 10**6}, "a page takes boards of up to 512 x 512 cells"),
    ({"moves": "fly"}, "moves"), ({"through": [[0, 0]]}, "is the start or an exit"),
    ({"rows": "<b>2</b>"}, "rows is a whole number"), ({"__proto__": {"rows": 2}, "rows": None}, "damaged"),
])  # fmt: skip
def test_a_link_of_no_such_board_is_refused_with_its_reason(page, wrong, words):
    link = (
        f"board={packed_json(board_data(gw.Board.rectangle(2, 2)) | wrong)}&ask=<img src=x onerror=alert(1)>"
    )
    said = page.evaluate("(link) => gridwalk.follow(link)", link)
    assert said.startswith("Not opened: ")
    assert words in said
    assert page.body("rows") == "5"


def test_what_is_copied_is_whole_and_has_no_token(page, address):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.saved()
    page.click("#copy-link")
    page.said("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("gridwalk view '#board=")
    assert address.split("/")[3] not in copied
    page.clear(3, 4)
    page.paste(copied)
    page.wait_body("rows", 5)
    page.preset("grid")
    page.run("number")
    page.click("[data-slot=left] .copy")
    assert page.evaluate("navigator.clipboard.readText()") == "575780564"
    assert int(page.outcome().split()[0]) == 575780564


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
    page.said("Saved find-dfs-5x5.png, ")
    assert digits(page.summary().split(", ")[1]) == len(data)
    wide = Image.open(io.BytesIO(data)).width
    name, data = saved_as(page, "svg")
    assert name == "find-dfs-5x5.svg"
    assert "depth-first, a stack, 1 of 18 events" in data.decode()
    name, data = saved_as(page, "gif")
    assert (name, Image.open(io.BytesIO(data)).n_frames) == ("find-dfs-5x5.gif", 19)
    page.click("#last")
    name, data = saved_as(page, "drawn")
    assert (name, {"@", "+", "-", "|"} <= set(data.decode())) == ("find-dfs-5x5-drawn.txt", True)
    page.choose("find", "dfs", "find/bfs")
    page.run()
    assert Image.open(io.BytesIO(saved_as(page, "picture")[1])).width != wide  # both, side by side
    saved_as(page, "svg")
    page.said("the left board")


@pytest.mark.parametrize("form", ["json", "svg", "html"])
def test_a_saved_file_is_opened_again(page, form):
    """With moves, corner rules, the price of diagonal steps and costs."""
    page.set_input_files("#file", EXAMPLES / "costs.txt")
    page.wait_body("costs", "true")
    for field, value in {"moves": "king", "corners": "one", "diagonal": "1.5"}.items():
        page.select_option(f"#{field}", value)
    page.choose("shortest", "dijkstra")
    page.run()
    before = page.evaluate("gridwalk.store.state.board")
    name, data = saved_as(page, form)
    assert name.endswith(form)
    page.clear(4, 4)
    page.drop(name, data)
    page.wait_body("rows", before["rows"])
    page.wait_body("making", "false")
    assert page.evaluate("gridwalk.store.state.board") == before
