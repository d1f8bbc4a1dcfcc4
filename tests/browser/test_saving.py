"""What is not to be saved is refused with the reason, and what is saved is said."""

import re

import pytest

import gridwalk as gw
from browser.person import LEFT
from gridwalk.draw.webpage import webpage

MAZE = gw.Board.from_text("S#...\n.#.#.\n.....\n.###.\n...#E")


def said(page, words):
    page.wait_for_function("(words) => gridwalk.store.state.said.includes(words)", arg=words)


def test_there_is_a_film_or_a_reason(page):
    page.choose("count")
    page.run("number")
    page.click("#save-gif")
    said(page, "There is no film to save")
    page.select_option("#preset", "every-path")
    page.choose("watch")
    page.run("sweep")
    for form in ("svg", "gif", "html", "picture"):
        page.click(f"#save-{form}")
        said(page, "The picture of a sweep is not saved")
        page.evaluate("gridwalk.store.change({said: ''})")
    page.click("#watch")
    page.wait_for_selector(f"{LEFT}[data-state=making]")
    page.click("#save-gif")
    said(page, "gridwalk make MAKER SIZE -o film.gif")


@pytest.mark.parametrize("form", ["svg", "gif"])
def test_of_two_boards_the_left_one_is_saved_and_that_is_said(page, form):
    page.choose("find", "dfs", "shortest/labels")
    page.run()
    with page.expect_download():
        page.click(f"#save-{form}")
    said(page, "the left board")


def test_a_saved_picture_speaks_the_language_of_the_page(window):
    page = window(locale="zh-CN")
    page.choose("shortest", "bfs")
    page.run()
    picture = page.download("svg")[1].read_text("utf-8")
    words = re.findall(r"<(?:title|text)\b[^>]*>([^<]*)", picture)
    assert words[0] == "广度优先搜索，第 36 个事件，共 36 个，5 x 5 棋盘"
    assert "路径 8 步" in "".join(words)
    assert {"前沿", "路径", "起点", "终点"} <= set(words)
    assert not [one for one in words if re.search("[a-w]{2}", one)]
    page.select_option("#language", "en")
    picture = page.download("svg")[1].read_text("utf-8")
    assert (
        "<title>breadth-first, 36 of 36 events, 5 x 5 board</title>" in picture
    )  # and no name of the library


@pytest.mark.parametrize(
    ("name", "written"),
    [("film-5x5.html", "film-5x5.html"), ("film (1).html", '"film (1).html"'), ("$(b) `c`.html", "FILE"),
     ("-v.html", "FILE")],
)  # fmt: skip
def test_a_saved_page_leads_back_by_a_command(window, tmp_path, name, written):
    """With the name of the file, where a shell finds no other meaning in it."""
    page, file = window(None), tmp_path / name
    for found in (MAZE.paths().trace(by="bfs"), MAZE.paths().shortest()):
        shown = {"path": found} if isinstance(found, gw.Path) else {"trace": found}
        file.write_text(webpage(**shown, language="zh"), "utf-8")
        page.goto(file.as_uri())
        page.wait_for_selector("body[data-ready=true]")
        assert page.inner_text(".leads-back") == f"在这张棋盘上画：gridwalk view {written}"


def test_a_saved_picture_is_opened_again(page):
    page.choose("shortest", "bfs")
    page.run()
    drawn, (_, picture) = page.text_of(), page.download("svg")
    page.clear(9, 11)
    page.drop("picture.svg", picture.read_bytes())
    page.wait_body("columns", 5)
    assert page.text_of() == drawn
