"""The page in Chinese: by the browser's language, by hand, from the address; saved pages; every word."""

# ruff: noqa: E501 - JavaScript

import re

import pytest

import gridwalk as gw
from browser.person import LEFT
from browser.test_access import STATES, serious
from browser.test_webpage import opened  # noqa: F401 - a fixture
from gridwalk.render.webpage import webpage

# Words that are no English where they stand among Chinese ones: names, letters of formulas, pseudocode's own.
NAMES = (
    r"gridwalk|Rosetta|Code|PNG|SVG|GIF|Home|End|English|Dijkstra|Warnsdorff|Prim|Kruskal|Wilson|Aldous-Broder|Eller|"
    r"A\*|Lawler|[UDLR]{2,}|came_from|label|start|walk|map|[a-z]\d|[a-zA-Z]|0x\w+"
)


def english(text):
    """The English words of a text of the page."""
    return [word for word in re.findall(r"[A-Za-z][\w*-]*", text) if not re.fullmatch(NAMES, word)]


@pytest.fixture
def chinese(window):
    """The page as a browser that prefers Chinese opens it."""
    return window(locale="zh-CN")


def lang(page):
    return page.evaluate("document.documentElement.lang")


def remembered(page):
    return page.evaluate("localStorage.getItem('gridwalk-language')")


def heard(page):
    """All that is read or heard of the page, hidden or not: texts, titles, labels."""
    return page.evaluate(
        """() => {
            const said = [], skip = new Set(["SCRIPT", "STYLE", "TEMPLATE", "NOSCRIPT"]);
            const names = ["title", "aria-label", "placeholder", "label", "aria-valuetext"];
            for (const one of document.querySelectorAll("body, body *")) {
                if (skip.has(one.tagName)) continue;
                for (const name of names) if (one.getAttribute(name)) said.push(one.getAttribute(name));
                for (const part of one.childNodes) if (part.nodeType === 3) said.push(part.textContent.trim());
            }
            return said.filter(Boolean);
        }"""
    )


def test_the_language_is_that_of_the_browser(window):
    for locale, tag, words in [
        ("zh-CN", "zh-Hans", "搜索"),
        ("zh-TW", "zh-Hans", "搜索"),
        ("de-DE", "en", "Search"),
    ]:
        page = window(locale=locale)
        assert (lang(page), page.inner_text("#run")) == (tag, words)
        assert "lang=" not in page.saved()
        assert remembered(page) is None


def test_it_is_chosen_by_hand_and_kept(page):
    page.run()
    page.scrub(4)
    page.select_option("#language", "zh")
    page.settled()
    assert (lang(page), page.inner_text("#run"), page.input_value("#language")) == ("zh-Hans", "搜索", "zh")
    assert page.sentence() == "在 (2, 0)。下：(3, 0) 是新的，入栈。"  # the film goes on where it was
    assert page.fact("step") == "4"
    address = page.saved()
    assert "&lang=zh" in address
    assert remembered(page) == "zh"
    page.open(address.partition("#")[0])  # another time, without a word in the address
    assert (lang(page), page.inner_text("#run")) == ("zh-Hans", "搜索")
    page.select_option("#language", "en")
    page.settled()
    assert (lang(page), page.inner_text("#run")) == ("en", "Search")
    assert "&lang=en" in page.saved()


def test_it_is_restored_from_the_address(page, window, address):
    page.select_option("#language", "zh")
    other = window(page.saved())
    assert (lang(other), other.input_value("#language")) == ("zh-Hans", "zh")
    assert remembered(other) is None  # a link changes nothing for the next time
    other.open(other.saved().replace("lang=zh", "lang=xx"))
    assert lang(other) == "en"


@pytest.mark.long
def test_every_word_is_chinese_in_every_state(chinese):
    address = chinese.saved()
    for name, steps in STATES.items():
        chinese.open(address)
        steps(chinese)
        chinese.settled()
        said = [text for text in heard(chinese) if english(text)]
        assert said == [], name


@pytest.mark.long
def test_axe_finds_nothing_serious_in_chinese(chinese):
    address = chinese.saved()
    for name in ("first", "side by side", "tour", "table", "sweep"):
        chinese.open(address)
        STATES[name](chinese)
        assert serious(chinese) == [], name


SENTENCES = {
    ("find", "dfs", 7): "在 (4, 1)。下：出界。右：(4, 2) 是新的，入栈。",
    ("find", "dfs", 8): "死路：(4, 2) 没有新的相邻格。退回 (4, 1)。",
    ("shortest", "bfs", 3): "下：(1, 0) 是新的，入队，距离 1。右：墙。上、左：出界。",
    ("shortest", "bfs", 4): "取出队首 (1, 0)，距离 1。",
    ("shortest", "labels", 3): "下：(1, 0) 得到标号 1。右：墙。上、左：出界。",
    ("shortest", "dijkstra", 4): "取出堆中代价最小的 (1, 0)，代价 1。",
}


def test_sentences_are_those_of_a_textbook(chinese):
    for (question, by, step), sentence in SENTENCES.items():
        chinese.choose(question, by)
        chinese.run()
        chinese.scrub(step)
        chinese.settled()
        assert chinese.sentence() == sentence, (question, by, step)


def test_what_the_server_says_is_chinese_where_the_table_has_it(chinese):
    chinese.select_option("#preset", "hills")
    chinese.select_option("#question", "shortest")
    bfs = chinese.locator("#by option[value=bfs]")
    chinese.wait_for_function("() => document.querySelector('#by option[value=bfs]').disabled")
    assert bfs.get_attribute("title") == "它只数步数，而这里的格子有代价：请用 Dijkstra 算法或 A* 搜索。"
    chinese.select_option("#preset", "grid")
    chinese.run("number")
    assert chinese.outcome() == "575780564 条路径"
    assert chinese.small() == "从 (0, 0) 到 (6, 6) 的简单路径；路径到它进入的第一个出口为止。"


def test_a_page_is_saved_in_the_language_that_is_spoken(chinese, opened):  # noqa: F811
    chinese.run()
    chinese.scrub(5)
    _, path = chinese.download("html")
    saved = opened(path.read_text(encoding="utf-8"))  # in a browser that prefers English
    assert lang(saved) == "zh-Hans"
    assert saved.sentence() == chinese.sentence()
    assert [text for text in heard(saved) if english(text)] == []
    assert "<noscript>" in path.read_text(encoding="utf-8")


def test_a_page_that_python_saves_has_one_language(opened):  # noqa: F811
    trace = gw.Board.rectangle(3, 3).paths().trace(by="bfs")
    for language, words in {
        "en": "Put the start, (0, 0), in the queue: distance 0.",
        "zh": "起点 (0, 0) 入队：距离 0。",
    }.items():
        page = opened(webpage(trace, language=language), locale="zh-CN")
        page.scrub(1)
        page.settled()
        assert page.sentence(LEFT) == words
