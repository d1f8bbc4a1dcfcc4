"""The page in Firefox: search, film, drawing, undo, language, lessons, keys; no error in the console."""

import pytest

from browser.person import LEFT, RIGHT
from browser.test_layout import test_the_legend_lies_below_the_pseudocode  # noqa: F401 - rows of a grid
from browser.test_steps import TABLE, walk


@pytest.fixture(scope="module")
def browser(firefox):
    return firefox


@pytest.mark.parametrize("name", ["space and arrows play the film", "the focus is never lost"])
def test_steps(page, name):
    walk(page, TABLE[name])


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
    page.paste(page.saved())
    page.settled()
    assert page.bodies("rows", "columns", "walls") == ["4", "5", "0"]


def test_a_lesson_is_answered_in_two_languages_and_a_puzzle_walked(page):
    page.select_option("#language", "zh")
    page.lesson("深度优先搜索，用栈")
    page.select_option("#language", "en")
    page.wait_for_selector(f"{LEFT}[data-state=film]")
    page.click("#go-on")
    page.settled()
    assert page.inner_text("#ask-words").startswith("Question 1 of 3")
    page.click("#show-me")
    page.settled()
    assert page.inner_text("#marks")
    page.click("#go-play")
    page.wait_for_selector(f"{LEFT}[data-state=play]")
    page.click("#hint")
    page.wait_for_function("() => gridwalk.store.state.walked.length === 2")
    page.click("#walk-back")
    page.settled()
    assert page.fact("walked") == page.body("start")
    page.click("#go-draw")
    page.settled()
    _, saved = page.download("json")
    page.clear(3, 3)
    page.drop("saved.json", saved.read_bytes())
    page.wait_body("rows", 6)
