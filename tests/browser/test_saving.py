"""What is not to be saved is refused with the reason, and what is saved is said."""

import re

import pytest

from browser.person import LEFT


def said(page, words):
    page.wait_for_function("(words) => gridwalk.store.state.said.includes(words)", arg=words)


def test_there_is_a_film_or_a_reason(page):
    page.choose("count")
    page.run("number")
    page.click("#save-gif")
    said(page, "There is no film to save")
    page.select_option("#preset", "every")
    page.choose("watch")
    page.run("sweep")
    for form in ("svg", "gif", "html", "picture"):
        page.click(f"#save-{form}")
        said(page, "gridwalk count --layers prints it")
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
