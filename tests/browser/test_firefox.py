"""The page in Firefox: search, film, drawing, undo, language, lessons, keys; no error in the console."""

import pytest

from browser.person import LEFT, RIGHT
from browser.test_bugs import (  # noqa: F401 - where browsers differ: focus, keys, rows of a grid, paste, files
    test_a_link_is_pasted,
    test_a_saved_page_is_opened_again,
    test_space_and_arrows_play_the_film,
    test_the_focus_is_never_lost,
    test_the_legend_lies_below_the_pseudocode,
)


@pytest.fixture(scope="module")
def browser(firefox):
    return firefox


def test_search_play_draw_and_undo(page):
    assert "Firefox" in page.evaluate("navigator.userAgent")
    page.choose("shortest", "bfs", "find/dfs")
    page.run()
    page.wait_for_selector(f"{RIGHT}[data-state=film]")
    assert page.outcome() == "Shortest path of 8 moves (breadth-first)."
    page.press_keys("Home", "ArrowRight", "ArrowRight")
    assert page.inner_text("#place").startswith("step 2 of")
    assert page.colour(0, 0, "film") == page.named_colour("expanded").strip()
    page.tool("wall")
    page.drag((4, 0), (4, 2))
    page.wait_body("walls", 10)
    assert page.colour(4, 1, "board") == page.named_colour("wall").strip()
    page.click("#undo")
    page.wait_body("walls", 7)
    page.clear(4, 5)
    link = page.saved()
    page.open(link)
    assert page.bodies("rows", "columns", "walls") == ["4", "5", "0"]


def test_a_lesson_is_answered_in_two_languages(page):
    page.select_option("#language", "zh")
    page.lesson("深度优先搜索，用栈")
    page.select_option("#language", "en")
    page.wait_for_selector(f"{LEFT}[data-state=film]")
    page.click("#go-on")
    page.settled()
    assert page.inner_text("#ask-words").startswith("Question 1 of 3")
    assert page.body("asks") == "cell"
    page.click("#show-me")
    page.settled()
    assert page.inner_text("#marks")


def test_a_puzzle_is_walked_by_keys(page):
    page.click("#go-play")
    page.wait_for_selector(f"{LEFT}[data-state=play]")
    page.click("#hint")
    page.wait_for_function("() => gridwalk.store.state.walked.length === 2")
    page.press_keys("Tab")
    page.click("#walk-back")
    page.settled()
    assert page.fact("walked") == page.body("start")


def test_counts_are_watched_and_mazes_made(page):
    page.preset("every-path")
    page.choose("watch")
    page.run("sweep")
    page.click("#last")
    assert page.outcome().startswith("12 ")
    page.choose("find")
    page.evaluate("document.getElementById('watch').click()")
    page.wait_for_selector(f"{LEFT}[data-state=making]")
    page.scrub(5)
    assert page.sentence()
