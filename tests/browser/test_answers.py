"""Asking: tours, counts, long questions, lists, and what there is when there is no answer."""

import re

import pytest

import gridwalk as gw
from browser.person import LEFT, digits
from gridwalk.algorithms import rows
from gridwalk.viewer.address import link_of
from published import ROOK_PATHS, ROOK_PATHS_3x4


def test_tours(page):
    page.select_option("#preset", "chess")
    page.run()
    page.click("#last")
    assert sorted(map(int, page.fact("answer").split())) == list(range(64))
    assert page.outcome() == "Found a tour of 63 moves (Warnsdorff's rule)."
    page.choose("closed", "construct")
    page.run()
    assert page.outcome() == "Found a closed tour of 64 moves (built of small tours)."
    page.select_option("#preset", "holy")
    page.run()
    assert page.outcome() == "Found a tour of 35 moves (Warnsdorff's rule)."


def test_with_cells_to_visit_no_algorithm_is_named_that_did_not_search(page, address):
    page.open(f"{address}#{link_of(gw.Board.rectangle(4, 4), 'shortest/dijkstra', through=[(0, 3)])}")
    page.wait_body("by", "auto")
    page.run("path")
    assert page.inner_text(f"{LEFT} h2") == "Shortest path: automatic"
    assert page.outcome().startswith("Shortest path of 6 moves")
    assert page.small() == "There is no film where cells are to be visited."
    assert page.is_hidden(f"{LEFT} .code")
    assert page.is_hidden(f"{LEFT} .waiting")
    searches = [row for row in rows("shortest") if "trace" in row.verbs]  # those that the page offers
    assert page.locator("#by option:disabled").count() == len(searches)
    page.choose("find")
    assert page.body("by") == "auto"
    page.choose("watch")
    assert page.locator("#by option:disabled").all_inner_texts() == ["sweep, states in a table"]


def test_no_algorithm_is_shown_by_its_name_in_the_code(page, address):
    torus = gw.Board.rectangle(6, 6, moves=gw.KNIGHT, wrap="both")
    page.open(f"{address}#{link_of(torus, 'closed/auto')}")
    page.run()
    assert page.outcome() == "Found a closed tour of 36 moves (forced edges)."


def test_the_quickest_way_to_a_tour_is_the_first_and_shows_what_it_was(page):
    page.select_option("#preset", "chess")
    page.choose("closed")
    assert page.body("by") == "auto"
    assert page.is_hidden(f"{LEFT} .code")
    page.run()
    assert page.outcome() == "Found a closed tour of 64 moves (built of small tours)."
    assert "small boards" in page.inner_text(f"{LEFT} .code")
    page.choose("tour", "auto")
    page.run()
    assert page.outcome() == "Found a tour of 63 moves (Warnsdorff's rule)."
    assert "fewest moves on" in page.inner_text(f"{LEFT} .code")
    page.size(7, 100)  # an algorithm without pseudocode
    page.run()
    assert page.fact("events") == "701"
    assert "warnsdorff" not in page.outcome()
    assert page.is_hidden(f"{LEFT} .code")


def test_a_tour_that_cannot_be_is_said_with_its_reason(page):
    page.select_option("#preset", "knight")
    page.choose("closed")
    page.size(7, 7)
    for by in ("auto", "dfs"):
        page.choose("closed", by)
        page.run("path")
        reason = "no closed knight's tour of 7 x 7 exists (Schwenk 1991)."
        assert page.outcome() == f"There is no closed tour: {reason}"
    page.size(4, 4)
    page.choose("tour")
    page.run("path")
    assert page.outcome().startswith("There is no tour: no open knight's tour of 4 x 4 exists")
    page.choose("tours")
    page.run("number")
    assert digits(page.outcome()) == 0
    assert page.small().startswith("There is none: no open knight's tour of 4 x 4 exists")


def test_counts_are_exact_and_grouped(page):
    page.select_option("#preset", "grid")
    page.size(10, 10)
    page.run("number")
    assert digits(page.outcome()) == ROOK_PATHS[10]  # above 2**64
    assert page.outcome() == f"{ROOK_PATHS[10]} paths"  # which can be copied as it stands
    assert page.locator(f"{LEFT} .outcome .group").all_inner_texts()[:3] == ["41", "044", "208"]


def test_longest_and_random_paths(page):
    page.choose("longest")
    page.run("path")
    assert page.outcome().startswith("Found a path of 12 moves")
    found = set()
    page.choose("sample")
    while len(found) < 2:
        page.run("path")
        found.add(page.fact("length"))
    assert found == {"8", "12"}


@pytest.mark.long
def test_the_longest_path_closes_in_on_its_bound(page):
    """What is told while it is searched for becomes a film, with the answer as its last step."""
    page.select_option("#preset", "grid")
    page.click("#clear")
    page.size(5, 5)
    page.choose("longest", "anytime")
    page.run("path")
    assert page.outcome() == "Found a path of 24 moves, the longest (sweep over all paths)."
    assert page.fact("points") == "1"  # at once: nothing closed in, and there is no chart
    assert page.is_hidden(f"{LEFT} .closing")
    page.select_option("#preset", "clutter")
    page.click("#run")
    page.wait_for_function("() => document.querySelector('[data-slot=left] .closing .value')")
    page.wait_body("asking", "false")
    known = re.fullmatch(r"(.+), (exact|at most (.+))", page.inner_text(f"{LEFT} .closing p"))
    found = digits(known[1])
    assert found <= (digits(known[3]) if known[3] else found)
    steps, answer = int(page.fact("points")), page.fact("answer")
    assert steps > 1
    page.scrub(1)
    assert len(page.fact("answer").split()) <= len(answer.split()) == found + 1
    page.click("#last")
    assert page.fact("answer") == answer


@pytest.mark.long
def test_an_interval_narrows_and_an_exact_number_is_told_so(page):
    page.select_option("#preset", "estimate")
    page.click("#run")
    page.wait_for_selector(f"{LEFT}[data-state=estimate]", timeout=90_000)
    words = page.outcome()
    value, low, high = map(float, re.match(r"(\S+) \((\S+) \.\. (\S+), 95 %\)", words).groups())
    assert 1e86 < low < value < high < 1e88  # there are 10^87.185
    assert page.locator(f"{LEFT} .closing .between").count() == 1
    assert int(page.fact("points")) > 1
    page.click("#clear")
    page.size(6, 6)
    page.run("estimate")
    assert page.outcome().startswith(f"{ROOK_PATHS[6]} (exact)")


def ask_a_long_question(page):
    """Until something is found."""
    page.select_option("#preset", "grid")
    page.size(9, 9)
    page.select_option("#by", "list")
    page.click("#run")
    page.wait_for_function(
        "() => /[1-9].* found/.test(document.querySelector('[data-slot=left] .small').textContent)"
    )


def test_a_long_question_tells_its_progress_and_is_cancelled(page):
    ask_a_long_question(page)
    page.click("#cancel")
    page.wait_for_selector(f"{LEFT}[data-state=cancelled]")  # its listing takes far longer than this waits
    assert page.is_disabled("#cancel")
    page.select_option("#by", "auto")
    page.run("number")
    assert digits(page.outcome()) == ROOK_PATHS[9]


def test_drawing_ends_a_question(page):
    ask_a_long_question(page)
    page.drag((4, 4), (4, 5))
    page.wait_body("asking", "false")
    assert page.fact("state") == "idle"


@pytest.mark.long
@pytest.mark.parametrize("question", ["list", "order"])
def test_a_list_is_paged_through(page, question):
    page.click("#clear")
    page.fill("#order", "")
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


def test_the_list_follows_the_board(page):
    page.select_option("#preset", "every-path")
    page.run()
    page.click("#last")
    page.wait_for_selector("#paths button")
    assert page.inner_text("#range") == "1 to 12 of 12"
    page.drag((1, 1), (1, 1))
    page.wait_for_function(
        "() => document.getElementById('range').textContent === '1 to 2 of 2' && !gridwalk.store.state.asking"
    )
    assert page.outcome() == "2 paths."


def test_no_path_is_an_answer(page):
    page.drag((2, 0), (2, 4))
    page.run()
    assert page.outcome() == "There is no path."
    page.choose("count")
    page.run("number")
    assert digits(page.outcome()) == 0


def test_two_pages_at_once(page, window):
    other = window()
    page.choose("find", "dfs")
    other.choose("shortest", "labels")
    for one in (page, other):
        one.click("#run")
    for one in (page, other):
        one.wait_for_selector(f"{LEFT}[data-state=film]")
    assert page.fact("events") != other.fact("events")
    other.close()
    page.run()
