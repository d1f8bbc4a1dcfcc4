"""The page in Chinese: by the browser's language, by hand, from the address; saved pages; every word."""

# ruff: noqa: E501 - JavaScript
import re

import pytest

from browser.test_access import STATES, serious
from browser.test_webpage import opened  # noqa: F401 - a fixture

# Names, and letters of formulas and moves, that stand among Chinese words.
NAMES = r"""gridwalk|Rosetta|Code|PNG|SVG|GIF|Home|End|Enter|English|Dijkstra|Warnsdorff|Prim|Kruskal|Wilson|Eller|
    Aldous-Broder|A\*|Lawler|[UDLR]{2,}|came_from|label|start|walk|map|[a-z]\d|[a-zA-Z]"""
HEARD = """() => [...document.querySelectorAll("body, body *:not(script, style, template, noscript)")].flatMap((one) => [
    ...["title", "aria-label", "placeholder", "label"].map((name) => one.getAttribute(name)),
    ...[...one.childNodes].map((part) => part.nodeType === 3 && part.textContent)]).filter(Boolean)"""


def english(page):
    """The texts, titles and labels of the page, hidden or not, that have English words."""
    words = {text: re.findall(r"[A-Za-z][\w*-]*", text) for text in page.evaluate(HEARD)}
    return [text for text in words if not all(re.fullmatch(NAMES, word, re.VERBOSE) for word in words[text])]


def spoken(page):
    page.settled()
    return page.evaluate("[document.documentElement.lang, localStorage.getItem('gridwalk-language')]")


def test_the_language_is_the_browser_s_or_chosen_by_hand_or_that_of_the_address(page, window):
    assert spoken(window(locale="zh-TW")) == ["zh-Hans", None]
    page.run()
    page.scrub(4)
    page.select_option("#language", "zh")
    assert spoken(page) == ["zh-Hans", "zh"]
    assert (page.fact("step"), page.sentence()) == ("4", "在 (2, 0)。下：(3, 0) 是新的，入栈。")
    assert spoken(window(page.saved())) == ["zh-Hans", None]  # a link changes nothing for the next time
    page.open(page.saved().partition("#")[0])
    assert spoken(page) == ["zh-Hans", "zh"]


def test_a_saved_picture_has_the_language_of_the_page(page):
    page.select_option("#language", "zh")
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
    assert "<title>breadth-first, 36 of 36 events, 5 x 5 board</title>" in picture


@pytest.mark.parametrize(
    "names", [["first", "side by side"], pytest.param([*STATES][2:], marks=pytest.mark.long)]
)
def test_every_word_is_chinese_in_every_state_and_in_a_saved_page(window, opened, names):  # noqa: F811
    page = window(locale="zh-CN")
    page.evaluate("window.asOpened = structuredClone(gridwalk.store.state)")
    assert "language=" not in page.saved()
    for name in names:
        page.evaluate("gridwalk.store.change(structuredClone(asOpened))")
        STATES[name](page)
        page.settled()
        assert english(page) == [], name
        assert len(names) == 2 or serious(page) == [], name
    page.evaluate("gridwalk.store.change(structuredClone(asOpened))")
    page.settled()
    page.run()
    page.scrub(7)
    text = page.download("html")[1].read_text("utf-8")
    saved = opened(text)  # in a browser that prefers English
    assert saved.sentence() == page.sentence() == "在 (4, 1)。下：出界。右：(4, 2) 是新的，入栈。"
    assert (english(saved), spoken(saved)[0]) == (["gridwalk view 0.html"], "zh-Hans")  # a command
    assert "<title>找一条路径：深度优先搜索，用栈，5 x 5</title>" in text.partition("<noscript>")[2]
