"""Lessons that ask: right and wrong answers, by mouse and by keys; the address holds the marks."""

import json
from pathlib import Path

import numpy as np
import pytest

import gridwalk as gw
from browser.person import LEFT
from browser.test_access import tab_to
from gridwalk.makers.making import watch
from gridwalk.runtime.codes import EVENT_NAMES
from gridwalk.viewer import protocol

DATA = json.loads((Path(protocol.__file__).parent / "static" / "lessons.json").read_text("utf-8"))
LESSONS = {lesson["name"]: lesson for lesson in DATA["lessons"]}
# States after one more move, as `gridwalk count 3x4 --layers` prints them, with --tour --moves knight too.
SWEPT = {("a-count", 0): 2, ("a-count", 4): 5, ("routes", 0): 2}


def board_of(lesson):
    data = lesson["board"]
    moves = gw.KNIGHT if data.get("moves") == "knight" else gw.ORTHOGONAL
    if "order" in data:
        moves = moves.ordered(data["order"].replace(",", ""))
    if data.get("shape") == "hexagon":
        return gw.Board.hexagon(data["rows"] // 2)
    if "rows" in data:
        return gw.Board.rectangle(data["rows"], data["columns"], moves=moves)
    rows = data["drawing"].split()
    ends = {mark: divmod("".join(rows).index(mark), len(rows[0])) for mark in "SE"}
    costs = np.array([[0 if c == "#" else int(c) if c.isdigit() else 1 for c in row] for row in rows])
    more = {"costs": costs} if costs.max() > 1 else {}
    return gw.Board(costs > 0, start=ends["S"], exits=[ends["E"]], moves=moves, **more)


def made(lesson, after):
    """The maze after a number of joins, by rules of its own: rooms in it, and the sets of rooms."""
    (rows, columns), making = (lesson["board"][side] for side in ("rows", "columns")), lesson["making"]
    log = watch(making["maker"], (rows + 1) // 2, (columns + 1) // 2, seed=making["seed"])
    joins = [(cell, value) for kind, cell, value in log.events.tolist() if kind == 7]
    at = {v: (v // log.board.columns - 1, v % log.board.columns - 1) for pair in joins for v in pair}
    sets = [{(row, column)} for row in range(0, rows, 2) for column in range(0, columns, 2)]
    for cell, value in joins[:after]:
        one, other = (next(each for each in sets if at[v] in each) for v in (cell, value))
        if one is not other:
            sets.remove(other)
            one |= other
    inside = {at[v] for pair in joins[:after] for v in pair}
    opened = {tuple((a + b) // 2 for a, b in zip(at[u], at[v], strict=True)) for u, v in joins[:after]}
    return joins, inside, sets, opened


def beside(room):
    return {(room[0] + down, room[1] + across) for down, across in ((2, 0), (-2, 0), (0, 2), (0, -2))}


def right(lesson, ask):
    """The cells that are right, or the number."""
    of, after = ask["of"], ask.get("after", 0)
    if of in ("states", "number"):
        board = board_of(lesson)
        all_ = board.tours(start=(0, 0)) if lesson["name"] == "routes" else board.paths()
        return SWEPT[lesson["name"], after] if of == "states" else all_.count()
    if "making" in lesson:
        joins, inside, sets, opened = made(lesson, after)
        if of == "join":
            return len(joins)
        if of == "closed":
            walls = {tuple((a + b) // 2 for a, b in zip(u, v, strict=True)) for each in sets for u in each
                     for v in beside(u) & each}  # fmt: skip
            return walls - opened
        rooms = set().union(*sets)
        return inside if of == "maze" else {v for u in inside for v in beside(u)} & rooms - inside
    asked = lesson["panels"][ask.get("panel", 0)]
    board = board_of(lesson)
    trace = (board.tours() if asked["question"] == "tour" else board.paths()).trace(by=asked["by"])
    if of in ("length", "cost"):
        return int(getattr(trace.path, of))
    kinds, cells, _ = trace.events.T
    if of != "next":
        return int(np.count_nonzero(kinds == EVENT_NAMES.index(of)))
    takes = "step" if asked["by"] in ("dfs", "dfs-recursive", "list", "warnsdorff") else "close"
    return {tuple(map(int, divmod(cells[kinds == EVENT_NAMES.index(takes)][after], board.columns)))}


def begin(page, name):
    page.click("#go-learn")
    page.select_option("#lessons", str(list(LESSONS).index(name)))
    arrive(page)


def arrive(page):
    """Wait for the question, at the end of the film before it."""
    page.wait_for_function("() => !gridwalk.store.state.asking && !gridwalk.store.state.making")
    page.wait_for_function("() => gridwalk.store.state.answers.every(Boolean)")
    page.settled()
    if page.is_visible("#go-on"):
        page.click("#go-on")
        page.settled()


def answer(page, given):
    if isinstance(given, set):
        page.click_cell(*min(given))
    else:
        page.fill("#given", str(given))
        page.click("#ask button")
    page.settled()


@pytest.mark.parametrize("name", LESSONS)
def test_all_questions_of_a_lesson_are_answered(page, name):
    """All right answers; in a lesson of each kind wrong ones, too: of a search, a sweep and a making."""
    lesson = LESSONS[name]
    asks = lesson["asks"]
    number = len(asks)
    begin(page, name)
    for i, ask in enumerate(asks):
        assert ask["words"] in page.inner_text("#ask-words"), i
        before = page.evaluate("gridwalk.store.state.step")
        page.press("body", "End")  # the film goes no further
        assert page.evaluate("gridwalk.store.state.step") == before
        answer(page, right(lesson, ask))
        assert page.inner_text("#verdict").startswith("Right: "), (ask, page.inner_text("#verdict"))
        assert page.inner_text("#marks") == f"{i + 1} of {i + 1} right"
        arrive(page)
        assert page.is_visible("#copy-result") == (i + 1 == number)
    assert f"{number} of {number} right" in page.inner_text("#ask-words")
    if name not in ("depth-first", "a-count", "kruskal"):
        return
    page.click("#again")
    arrive(page)
    given = right(lesson, asks[0])
    others = {(0, 0), (0, 1)}
    answer(page, given + 1 if isinstance(given, int) else {min(others - given)})
    assert page.inner_text("#verdict").startswith("Not quite")
    assert page.inner_text("#marks") == "0 of 1 right"
    arrive(page)
    while page.is_visible("#show-me"):
        page.click("#show-me")
        arrive(page)
    assert page.inner_text("#verdict").startswith("It is ")
    assert f"lesson={name}&marks={'0' * number}" in page.saved()


def test_a_question_has_one_answer_where_a_heap_is_asked(page):
    for name in ("dijkstra", "a-star"):
        begin(page, name)
        while page.is_visible("#show-me"):
            if page.body("asks") == "cell":
                first, second = page.evaluate(
                    """async () => {
                        const { framesOf } = await import("./films.js");
                        const { search } = framesOf(gridwalk.store.state, 0);
                        return search.waiting(2).map(({ label, rest = 0 }) => label + rest);
                    }"""
                )
                assert first < second
            page.click("#show-me")
            arrive(page)


def test_a_lesson_by_keys_alone(page):
    """Tab, Enter, arrows and digits; the focus is never lost."""
    tab_to(page, "#go-learn")
    page.press_keys("Enter")
    page.select_option("#lessons", str(list(LESSONS).index("breadth-first")))
    page.settled()
    page.wait_body("asks", "number")
    tab_to(page, "#given")
    page.press_keys("8", "Enter")
    page.settled()
    assert page.inner_text("#verdict").startswith("Right: 8.")
    assert page.evaluate("document.activeElement.id") == "go-on"
    page.press_keys("Enter")
    page.wait_body("asks", "cell")
    page.settled()
    assert page.evaluate("document.activeElement.className") == "view"
    page.press_keys("ArrowDown", "ArrowDown", "ArrowRight", "Enter")  # from the start to (2, 1)
    page.settled()
    assert page.inner_text("#verdict").startswith("Right: (2, 1).")
    page.press_keys(" ")  # plays on to the next question
    page.wait_body("asks", "number")
    assert page.evaluate("document.activeElement.className") == "view"


ARTICLES = ("recursion", "depth-first", "breadth-first", "every-path",
            "labels", "knight", "warnsdorff", "routes")  # fmt: skip  # in their order


@pytest.mark.long
def test_the_lessons_of_the_articles_in_chinese_by_keys_alone(window):
    """All questions are answered right, with few stops of Tab, and the focus is never lost."""
    page, keys = window(locale="zh-CN"), []

    def press(*names):
        for name in names:
            keys.append(name)
            page.keyboard.press(name)
            assert page.evaluate("document.activeElement !== document.body"), keys[-9:]

    def go_to(selector):
        way = "(selector) => document.activeElement.compareDocumentPosition(document.querySelector(selector))"
        while after := page.evaluate(way, selector):
            press("Tab" if after & 4 else "Shift+Tab")

    page.evaluate("gridwalk.store.change({ tools: false })")
    page.focus(".skip")
    go_to("#go-learn")
    press("Enter")
    for name in ARTICLES:
        lesson, at = LESSONS[name], list(LESSONS).index(name)
        while (now := int(page.input_value("#lessons"))) < at:
            go_to("#next-lesson")
            press("Enter")
            page.wait_for_function("(now) => gridwalk.store.state.lesson > now", arg=now)
        page.wait_for_function("() => gridwalk.store.state.answers.every(Boolean)")
        page.settled()
        for i, ask in enumerate(lesson["asks"]):
            if not page.is_visible("#show-me"):
                if not i:
                    go_to("#go-on")
                press(" ")  # on the board, too, it plays on
            page.wait_for_selector("#show-me")
            given = right(lesson, ask)
            if isinstance(given, int):
                go_to("#given")
                press(*str(given))
            else:
                go_to(".view")
                cursor, start, columns = page.evaluate(
                    "(({cursor, board}) => [cursor, board.start, board.columns])(gridwalk.store.state)"
                )
                here = divmod(cursor if cursor >= 0 else start, columns)
                down, across = (to - was for to, was in zip(min(given), here, strict=True))
                press(*[("ArrowUp", "ArrowDown")[down > 0]] * abs(down))
                press(*[("ArrowLeft", "ArrowRight")[across > 0]] * abs(across))
            press("Enter")
            page.settled()
            assert page.inner_text("#verdict").startswith("正确"), (name, i, page.inner_text("#verdict"))
        assert page.evaluate("gridwalk.store.state.marks") == "1" * len(lesson["asks"])
    print(len(keys), "keys,", sum("Tab" in key for key in keys), "of them Tab")
    assert len(keys) <= 300


def test_the_address_holds_the_result(page, window):
    begin(page, "depth-first")
    asks = LESSONS["depth-first"]["asks"]
    answer(page, right(LESSONS["depth-first"], asks[0]))
    arrive(page)
    other = window(page.saved())
    arrive(other)
    assert other.inner_text("#marks") == "1 of 1 right"
    assert asks[1]["words"] in other.inner_text("#ask-words")
    answer(other, 99)
    arrive(other)
    answer(other, right(LESSONS["depth-first"], asks[2]))
    other.saved()
    other.reload()
    arrive(other)
    assert "2 of 3 right" in other.inner_text("#ask-words")
    assert not other.evaluate("gridwalk.store.state.said")
    other.context.grant_permissions(["clipboard-read", "clipboard-write"])
    other.click("#copy-result")
    other.said("Copied")
    assert "lesson=depth-first&marks=101" in other.evaluate("navigator.clipboard.readText()")
    assert other.is_visible("#next-lesson")
    other.open(f"{other.url.partition('#')[0]}#lesson=dijkstra")  # its name alone
    other.wait_for_selector(f"{LEFT}[data-state=film]")
    assert (other.body("arrangement"), other.body("costs")) == ("learn", "true")
    assert "Dijkstra" in other.inner_text("#lessons option:checked")


def test_the_film_plays_up_to_the_question(page):
    page.emulate_media(reduced_motion="no-preference")
    page.click("#go-learn")
    page.wait_for_selector(f"{LEFT}[data-state=film]")
    page.wait_body("asking", "false")
    page.settled()
    assert page.fact("step") == "0"
    page.click("#play")
    page.wait_body("asks", "cell")
    assert page.fact("step") == "3"
    assert page.get_attribute("#play", "data-playing") == "false"
