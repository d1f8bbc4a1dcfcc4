"""Asking: tours, counts, long questions, lists, and what there is when there is no answer."""

import re

import pytest

import gridwalk as gw
from browser.person import (
    LEFT,
    body,
    choose,
    digits,
    drag,
    fact,
    outcome,
    ready,
    run,
    scrub,
    size,
    small,
    start_viewer,
    wait_body,
    watch,
)
from published import ROOK_PATHS, ROOK_PATHS_3x4


def test_tours(page):
    page.select_option("#preset", "chess")
    run(page)
    page.click("#last")
    assert sorted(map(int, fact(page, "answer").split())) == list(range(64))
    assert outcome(page) == "Found a tour of 63 moves (Warnsdorff's rule)."
    choose(page, "closed", "construct")
    run(page)
    assert outcome(page) == "Found a closed tour of 64 moves (built of small tours)."
    page.select_option("#preset", "holy")
    run(page)
    assert outcome(page) == "Found a tour of 35 moves (Warnsdorff's rule)."


def test_with_cells_to_visit_no_algorithm_is_named_that_did_not_search(page, address):
    page.goto("about:blank")
    page.goto(f"{address}#size=4x4&start=0.0&exits=3.3&through=0.3&ask=shortest&by=dijkstra")
    ready(page)
    wait_body(page, "by", "auto")
    run(page, "path")
    assert page.inner_text(f"{LEFT} h2") == "Shortest path: automatic"
    assert outcome(page).startswith("Shortest path of 6 moves")
    assert small(page) == "There is no film where cells are to be visited."
    assert page.is_hidden(f"{LEFT} .code")
    assert page.is_hidden(f"{LEFT} .waiting")
    assert page.locator("#by option:disabled").count() == 7
    choose(page, "find")
    assert body(page, "by") == "auto"
    choose(page, "watch")
    assert page.locator("#by option:disabled").all_inner_texts() == ["two halves, joined"]


def test_no_algorithm_is_shown_by_its_name_in_the_code(page, address):
    page.goto("about:blank")
    page.goto(f"{address}#size=6x6&start=0.0&exits=5.5&moves=knight&wrap=both&ask=closed&by=auto")
    ready(page)
    run(page)
    assert outcome(page) == "Found a closed tour of 36 moves (forced edges)."


def test_the_quickest_way_to_a_tour_is_the_first_and_shows_what_it_was(page):
    page.select_option("#preset", "chess")
    choose(page, "closed")
    assert body(page, "by") == "auto"
    assert page.is_hidden(f"{LEFT} .code")
    run(page)
    assert outcome(page) == "Found a closed tour of 64 moves (built of small tours)."
    assert "small boards" in page.inner_text(f"{LEFT} .code")
    choose(page, "tour", "auto")
    run(page)
    assert outcome(page) == "Found a tour of 63 moves (Warnsdorff's rule)."
    assert "fewest moves on" in page.inner_text(f"{LEFT} .code")
    size(page, 7, 100)  # an algorithm without pseudocode
    run(page)
    assert fact(page, "events") == "701"
    assert "warnsdorff" not in outcome(page)
    assert page.is_hidden(f"{LEFT} .code")


def test_a_tour_that_cannot_be_is_said_with_its_reason(page):
    page.select_option("#preset", "chess5")
    choose(page, "closed")
    size(page, 7, 7)
    for by in ("auto", "dfs"):
        choose(page, "closed", by)
        run(page, "path")
        reason = "no closed knight's tour of 7 x 7 exists (Schwenk 1991)."
        assert outcome(page) == f"There is no closed tour: {reason}"
    size(page, 4, 4)
    choose(page, "tour")
    run(page, "path")
    assert outcome(page).startswith("There is no tour: no open knight's tour of 4 x 4 exists")
    choose(page, "tours")
    run(page, "number")
    assert digits(outcome(page)) == 0
    assert small(page).startswith("There is none: no open knight's tour of 4 x 4 exists")


def test_counts_are_exact_and_grouped(page):
    page.select_option("#preset", "grid")
    page.fill("#rows", "10")
    page.fill("#columns", "10")
    page.click("text=Resize")
    run(page, "number")
    assert digits(outcome(page)) == ROOK_PATHS[10]  # above 2**64
    assert outcome(page) == f"{ROOK_PATHS[10]} paths"  # which can be copied as it stands
    assert page.locator(f"{LEFT} .outcome .group").all_inner_texts()[:3] == ["41", "044", "208"]


def test_longest_and_random_paths(page):
    choose(page, "longest")
    run(page, "path")
    assert outcome(page).startswith("Found a path of 12 moves")
    found = set()
    choose(page, "sample")
    while len(found) < 2:
        run(page, "path")
        found.add(fact(page, "length"))
    assert found == {"8", "12"}


@pytest.mark.long
def test_the_longest_path_closes_in_on_its_bound(page):
    """What is told while it is searched for becomes a film, with the answer as its last step."""
    page.select_option("#preset", "grid")
    page.click("#clear")
    size(page, 5, 5)
    choose(page, "longest", "anytime")
    run(page, "path")
    assert outcome(page) == "Found a path of 24 moves, the longest (theorem about open rectangles)."
    assert page.inner_text(f"{LEFT} .closing p") == "24, exact"
    page.select_option("#preset", "clutter")
    page.click("#run")
    page.wait_for_function("() => document.querySelector('[data-slot=left] .closing .value')")
    page.wait_for_selector("body[data-asking=false]")
    known = re.fullmatch(r"(.+), (exact|at most (.+))", page.inner_text(f"{LEFT} .closing p"))
    found = digits(known[1])
    assert found <= (digits(known[3]) if known[3] else found)
    steps, answer = int(fact(page, "points")), fact(page, "answer")
    assert steps > 1
    scrub(page, 1)
    assert len(fact(page, "answer").split()) <= len(answer.split()) == found + 1
    page.click("#last")
    assert fact(page, "answer") == answer


@pytest.mark.long
def test_an_interval_narrows_and_an_exact_number_is_told_so(page):
    page.select_option("#preset", "estimate")
    page.click("#run")
    page.wait_for_selector(f"{LEFT}[data-state=estimate]", timeout=90_000)
    words = outcome(page)
    value, low, high = map(float, re.match(r"(\S+) \((\S+) \.\. (\S+), 95 %\)", words).groups())
    assert 1e86 < low < value < high < 1e88  # there are 10^87.185
    assert page.locator(f"{LEFT} .closing .between").count() == 1
    assert int(fact(page, "points")) > 1
    page.click("#clear")
    size(page, 6, 6)
    run(page, "estimate")
    assert outcome(page).startswith(f"{ROOK_PATHS[6]} (exact)")


def set_a_long_question(page):
    page.select_option("#preset", "grid")
    page.fill("#rows", "9")
    page.fill("#columns", "9")
    page.click("text=Resize")
    page.select_option("#by", "list")


def run_until_something_is_found(page):
    page.click("#run")
    page.wait_for_function(
        "() => /[1-9].* found/.test(document.querySelector('[data-slot=left] .outcome').textContent)"
    )


def test_a_long_question_tells_its_progress_and_is_cancelled(page):
    set_a_long_question(page)
    run_until_something_is_found(page)
    page.click("#cancel")
    page.wait_for_selector(f"{LEFT}[data-state=cancelled]")  # its listing takes far longer than this waits
    assert page.is_disabled("#cancel")
    page.select_option("#by", "auto")
    run(page, "number")
    assert digits(outcome(page)) == ROOK_PATHS[9]


def test_drawing_ends_a_question(page):
    set_a_long_question(page)
    run_until_something_is_found(page)
    drag(page, (4, 4), (4, 5))
    wait_body(page, "asking", "false")
    assert fact(page, "state") == "idle"


@pytest.mark.long
@pytest.mark.parametrize("question", ["list", "order"])
def test_a_list_is_paged_through(page, question):
    page.click("#clear")
    page.fill("#rows", "3")
    page.fill("#columns", "4")
    page.fill("#order", "")
    page.click("text=Resize")
    choose(page, question)
    run(page, "film" if question == "list" else "path")
    paths = gw.Board.rectangle(3, 4).paths()
    listed = paths.in_order() if question == "order" else paths
    every = [" ".join(str(4 * row + column) for row, column in path) for path in listed]
    seen = []
    while True:
        page.wait_for_selector(f"#pages[data-first='{len(seen)}']")
        for button in page.query_selector_all("#paths button"):
            button.click()
            seen.append(fact(page, "answer"))
        if page.is_disabled("#next"):
            break
        page.click("#next")
    assert seen == every
    assert len(seen) == ROOK_PATHS_3x4
    page.click("#previous")
    page.wait_for_selector("#pages[data-first='24']")
    page.click("#paths button >> nth=0")
    assert fact(page, "answer") == every[24]
    assert re.search(r"25: \d+ moves", page.inner_text("#paths"))


def test_the_list_follows_the_board(page):
    page.select_option("#preset", "every")
    run(page)
    page.click("#last")
    page.wait_for_selector("#paths button")
    assert page.inner_text("#range") == "1 to 12 of 12"
    drag(page, (1, 1), (1, 1))
    page.wait_for_function(
        "() => document.getElementById('range').textContent === '1 to 2 of 2' && !gridwalk.store.state.asking"
    )
    assert outcome(page) == "2 paths."


def test_no_path_is_an_answer(page):
    drag(page, (2, 0), (2, 4))
    run(page)
    assert outcome(page) == "There is no path."
    choose(page, "count")
    run(page, "number")
    assert digits(outcome(page)) == 0


def test_two_pages_at_once(page, browser, address):
    other = browser.new_page()
    errors = watch(other)
    other.goto(address)
    ready(other)
    choose(page, "find", "dfs")
    choose(other, "shortest", "labels")
    for one in (page, other):
        one.click("#run")
    for one in (page, other):
        one.wait_for_selector(f"{LEFT}[data-state=film]")
    assert fact(page, "events") != fact(other, "events")
    other.close()
    run(page)
    assert not errors


def test_a_server_that_has_ended_is_said_and_drawing_goes_on(browser):
    process, address = start_viewer("4x4")
    page = browser.new_page()
    try:
        page.goto(address)
        ready(page)
        process.terminate()
        process.communicate(timeout=300)
        page.click("#run")
        page.wait_for_selector(f"{LEFT}[data-state=error]")
        assert "start gridwalk view again" in outcome(page)
        drag(page, (1, 1), (2, 2))
        assert int(body(page, "walls")) >= 2
    finally:
        page.close()
        process.kill()
        process.communicate()
