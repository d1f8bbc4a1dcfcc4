"""Asking: every question alone, lists, answers that get better, and questions that a page leaves or loses."""

import re
import signal
import socket

import pytest

import gridwalk as gw
from browser.person import LEFT, RIGHT, start_viewer
from published import ROOK_PATHS, ROOK_PATHS_3x4
from viewing import busy, serving, wait_until

BUTTONS = {
    "list": "List", "order": "List", "estimate": "Estimate", "table": "Compare", "play": "Play",
    **dict.fromkeys(("count", "lengths", "watch", "tours", "closedtours", "cycles"), "Count"),
}  # fmt: skip
MOST = {"play": 4, "cost": 2, "table": 2}  # stops and acts; 38, 4 and 2 once, with a scroll


def test_every_question_stands_alone_on_the_first_board(window, tune):
    """No second board, no empty box, and only what the question is about."""
    tune(page_seconds=0.5)
    with serving(None) as viewer:
        page = window(viewer.address)
        page.wait_for_selector(f"{RIGHT}[data-state=film]")
        page.evaluate("window.race = structuredClone(gridwalk.store.state)")
        menu = "Array.from(document.getElementById('question').options, ({ value }) => value)"
        questions = page.evaluate(menu)
        assert len(questions) == 18
        for question in questions:
            page.evaluate("gridwalk.store.change(structuredClone(race))")
            page.settled()
            ask_alone(page, question)


def ask_alone(page, question):
    assert page.body("beside") == "shortest/bfs"
    page.select_option("#question", question)
    page.settled()
    assert page.body("beside") == ("shortest/bfs" if question == "find" else ""), question
    assert page.is_visible("#beside") == (question in ("find", "shortest", "tour")), question
    assert page.inner_text("#run") == BUTTONS.get(question, "Search")
    check_boxes(page)
    if question == "watch":  # the board is too large
        page.wait_for_selector("#run:disabled")
        page.click("#instead")
        page.wait_for_selector(f"{LEFT}[data-state=sweep]")
    elif question != "play":
        page.click("#run")
        page.wait_body("asking", "false")
        page.settled()
    assert page.fact("state") not in ("error", "cancelled", "idle"), question
    check_boxes(page)
    legend = page.inner_text(f"{LEFT} .legend")
    assert "path" not in legend or BUTTONS.get(question) != "Count", question


def check_boxes(page):
    """A box that is seen has something in it; a stack or queue, which may be empty, is that of a film."""
    assert page.is_hidden(f"{LEFT} .waiting") or page.fact("state") == "film"
    for box, content in ((".closing", "svg *"), (".table", "td"), (".code", "li")):
        if page.is_visible(f"{LEFT} {box}"):
            assert page.locator(f"{LEFT} {box} {content}").count(), box


def test_the_jobs_take_few_stops_and_acts(page):
    """The film plays a few stops after *Search* and by one key; a cost asks anew; the table is seen whole."""
    page.resize(1366, 768)
    page.choose("shortest", "bfs")
    page.run()
    page.click("#first")
    page.focus("#run")
    stops = 0
    while page.evaluate("document.activeElement.id") != "play":
        page.keyboard.press("Tab")
        stops += 1
    assert stops < MOST["play"]
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Space")
    page.wait_for_function("gridwalk.store.state.playing")
    page.click("#last")
    page.evaluate("gridwalk.store.change({ tools: true })")
    at = page.place(0, 2)
    page.tool("cost")  # one act, a click is the other
    page.mouse.click(*at)
    page.wait_body("by", "dijkstra")
    page.wait_for_selector(f"{LEFT}[data-state=film]")
    page.preset("barrier")
    page.select_option("#question", "table")
    page.click("#run")
    page.wait_for_selector(f"{LEFT}[data-state=table]")
    assert page.eval_on_selector(f"{LEFT} .table", "(one) => one.scrollWidth <= one.clientWidth")
    assert "e+" not in page.inner_text(f"{LEFT} .table")


@pytest.mark.parametrize("question", ["list", pytest.param("order", marks=pytest.mark.long)])
def test_a_list_is_paged_through(page, question):
    page.click("#clear")
    page.fill("#order", "")
    page.press("#order", "Enter")
    page.size(3, 4)
    page.choose(question)
    page.run("film" if question == "list" else "path")
    paths = gw.Board.rectangle(3, 4).paths()
    listed = paths.in_order() if question == "order" else paths
    every = [" ".join(str(4 * row + column) for row, column in path) for path in listed]
    seen = []
    while True:
        page.wait_for_selector(f"#pages[data-first='{len(seen)}']")
        for button in page.query_selector_all("#paths button"):
            button.click()
            seen.append(page.fact("answer"))
        if page.is_disabled("#next"):
            break
        page.click("#next")
    assert seen == every
    assert len(seen) == ROOK_PATHS_3x4
    page.click("#previous")
    page.wait_for_selector("#pages[data-first='24']")
    page.click("#paths button >> nth=0")
    assert page.fact("answer") == every[24]
    assert re.search(r"25: \d+ moves", page.inner_text("#paths"))


@pytest.mark.long
def test_an_interval_narrows_and_an_exact_number_has_none(page):
    page.select_option("#preset", "estimate")
    page.run("estimate")
    value, low, high = map(float, re.match(r"(\S+) \((\S+) \.\. (\S+), 95 %\)", page.outcome()).groups())
    assert 1e86 < low < value < high < 1e88  # there are 10^87.185
    assert page.locator(f"{LEFT} .closing .between").count() == 1
    assert int(page.fact("points")) > 1  # a film of the answers so far
    page.scrub(1)
    assert not page.outcome()
    page.click("#clear")
    page.size(6, 6)
    page.run("estimate")
    assert page.outcome().startswith(f"{ROOK_PATHS[6]} (exact)")


def count_for_years(page):
    page.choose("count", "list")
    page.click("#run")
    page.wait_body("asking", "true")
    page.wait_for_function("() => gridwalk.store.state.progress[0]")


def test_a_question_ends_by_a_new_one_by_cancel_and_with_its_tab(window):
    with serving(gw.Board.rectangle(12, 12)) as viewer:
        page = window(viewer.address)
        for ends in (
            lambda: page.click("#cancel"),
            lambda: (page.choose("find", "bfs"), page.run()),
            page.reload,
            page.close,
        ):
            count_for_years(page)
            assert busy()
            ends()
            wait_until(lambda: not busy())


@pytest.fixture
def viewer():
    """Start a viewer of its own: ``process, address = viewer("4x4")``."""
    processes = []

    def viewer(*arguments):
        process, address = start_viewer(*arguments)
        processes.append(process)
        return process, address

    yield viewer
    for process in processes:
        process.kill()
        process.communicate()


def test_an_open_page_and_its_link_outlive_the_server(window, viewer, tmp_path, monkeypatch):
    """A question under way hears that the server ends; without a server drawing goes on."""
    monkeypatch.setenv("GRIDWALK_STATE_DIR", str(tmp_path))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    process, address = viewer("12x12", "--port", port)
    page = window(address)
    count_for_years(page)
    process.send_signal(signal.SIGINT)
    page.wait_for_selector(f"{LEFT}[data-state=error]")
    assert "the viewer has ended: start gridwalk view again" in page.outcome()
    process.communicate(timeout=300)
    assert process.returncode == 130
    page.choose("find", "dfs")
    page.click("#run")
    page.wait_for_selector(f"{LEFT}[data-state=error]")
    assert "start gridwalk view again" in page.outcome()
    page.drag((1, 1), (1, 3))
    assert page.body("walls") == "3"
    assert viewer("12x12", "--port", port)[1] == address
    page.run()
    assert "path of" in page.outcome()
    page.saved()
    page.reload()
    page.ready()
    assert page.body("walls") == "3"
    gone = ("ERR_", "connection to the server", "connection was refused")
    assert all(any(words in error for words in gone) for error in page.errors), page.errors
    page.errors.clear()


def test_two_answers_are_asked_at_once(page):
    page.choose("find", "dfs", "shortest/labels")
    page.run()
    page.wait_for_selector(f"{RIGHT}[data-state=film]")
    assert page.fact("events") != page.fact("events", RIGHT)
