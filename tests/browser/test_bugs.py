"""What once went wrong on the page, each by the steps of the person who saw it."""

import socket

import pytest

from browser.person import (
    EXAMPLES,
    LEFT,
    RIGHT,
    body,
    choose,
    clear,
    click,
    colours,
    drag,
    fact,
    outcome,
    ready,
    run,
    scrub,
    settled,
    size,
    start_viewer,
    text_of,
    tool,
    wait_body,
    watch,
)


def preset(page, name):
    page.select_option("#preset", name)
    page.wait_for_function("() => !gridwalk.store.state.making")
    settled(page)


def offered(page, question):
    """The algorithms of a question that can be chosen, and the reasons why others cannot."""
    page.wait_for_function("() => gridwalk.store.state.refused.shortest")
    page.select_option("#question", question)
    return page.eval_on_selector_all(
        "#by option",
        "(all) => Object.fromEntries(all.map((one) => [one.value, one.disabled ? one.title : '']))",
    )


def wall(page, column=2, rows=5):
    """A clean board with a wall down one column."""
    clear(page, rows, 6)
    tool(page, "wall")
    drag(page, (0, column), (rows - 1, column))
    wait_body(page, "walls", rows)


@pytest.mark.parametrize("piece", ["rook", "king"])
def test_the_shortest_path_is_never_a_dearer_one(page, piece):
    choose(page, "shortest", "bfs")
    if piece == "king":
        preset(page, "king")
    else:
        page.set_input_files("#file", EXAMPLES / "costs.txt")
        wait_body(page, "costs", "true")
    choose(page, "shortest")
    page.wait_for_selector("#by option[value=bfs]:disabled", state="attached")
    why = offered(page, "shortest")["bfs"]
    assert "moves" in why
    assert "by=" not in why
    page.evaluate(
        "gridwalk.store.change({ panels: [{ question: 'shortest', by: 'bfs' }] })"
    )  # as an old link asks
    run(page, "error")
    assert "path of" not in outcome(page)
    page.select_option("#by", "dijkstra")
    run(page)
    assert "cost 19" in outcome(page) if piece == "rook" else "cost 16.90" in outcome(page)


def test_the_skip_link_and_a_bad_address_leave_the_drawing(page):
    clear(page)
    for row in (1, 2, 3):
        drag(page, (row, 1), (row, 5))
    wait_body(page, "walls", 15)
    page.focus(".skip")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "question"
    assert body(page, "walls") == "15"
    wait_body(page, "saved", "true")
    page.evaluate("location.hash = 'run-bar'")
    page.wait_for_function("() => document.getElementById('summary').textContent")
    assert page.inner_text("#summary") == "The address holds no board."
    assert body(page, "walls") == "15"
    page.click("#undo")
    assert body(page, "walls") == "10"


@pytest.mark.parametrize("end", ["start", "exit"])
def test_an_end_that_is_dragged_through_a_wall_leaves_it(page, end):
    wall(page)
    if end == "start":
        drag(page, (0, 0), (0, 4))
        assert (body(page, "start"), body(page, "walls")) == ("4", "5")
    else:
        drag(page, (4, 5), (4, 0))
        assert (body(page, "exits"), body(page, "walls")) == ("24", "5")
    tool(page, "start")
    drag(page, (2, 0), (2, 5))
    assert (body(page, "start"), body(page, "walls")) == ("17", "5")


def test_a_film_that_is_gone_does_not_run(page):
    preset(page, "maze")
    choose(page, "shortest", "bfs", "find/dfs")
    run(page)
    preset(page, "article")
    run(page)
    page.click("#last")
    assert page.inner_text("#place") == f"step {fact(page, 'events')} of {fact(page, 'events')}"
    choose(page, "count", None, "")
    run(page, "number")
    assert page.is_disabled("#play")
    assert page.inner_text("#place") == ""


def test_the_status_line_speaks_of_what_is_there(page):
    wall(page)
    choose(page, "find", "dfs")
    run(page)
    assert "There is no path." in page.inner_text("#summary")
    tool(page, "open")
    drag(page, (1, 2), (3, 2))  # the answer follows, or is gone
    page.wait_for_function("() => !document.getElementById('summary').textContent.includes('no path')")
    preset(page, "grid")
    size(page, 16, 16)
    choose(page, "count", "list")
    page.click("#run")
    wait_body(page, "asking", "true")
    tool(page, "wall")
    drag(page, (3, 3), (3, 5))
    wait_body(page, "asking", "false")
    page.wait_for_function("() => !document.getElementById('summary').textContent")


def test_an_open_page_and_its_link_outlive_the_server(browser, tmp_path, monkeypatch):
    monkeypatch.setenv("GRIDWALK_STATE_DIR", str(tmp_path))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    process, address = start_viewer("5x6", "--port", port)
    page = browser.new_page(reduced_motion="reduce")
    try:
        errors = watch(page)
        page.goto(address)
        ready(page)
        drag(page, (1, 1), (1, 3))
        process.terminate()
        process.communicate(timeout=300)
        process, again = start_viewer("5x6", "--port", port)
        assert again == address
        run(page)
        assert "path of" in outcome(page)
        wait_body(page, "saved", "true")
        page.reload()
        ready(page)
        assert body(page, "walls") == "3"
        assert all("WebSocket" in error or "ERR_" in error for error in errors)
    finally:
        page.close()
        process.terminate()
        process.communicate(timeout=300)


def test_a_link_is_pasted(page):
    wall(page)
    wait_body(page, "saved", "true")
    link = page.url
    page.click("#clear")
    paste = """(text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", text);
        const how = {clipboardData, bubbles: true, cancelable: true};
        document.body.dispatchEvent(new ClipboardEvent("paste", how));
    }"""
    page.evaluate(paste, link)
    wait_body(page, "walls", 5)
    page.evaluate(paste, "http://127.0.0.1:1/x/#size=3x3&start=9.9")
    page.wait_for_function(
        "() => document.getElementById('summary').textContent === 'The link holds no board.'"
    )
    assert body(page, "walls") == "5"


def test_boards_stand_at_one_height_when_one_answer_is_long(page):
    preset(page, "torus")
    choose(page, "tour", "warnsdorff", "shortest/bfs")
    run(page)
    page.click("#last")
    boxes = [page.locator(f"{panel} .view").bounding_box() for panel in (LEFT, RIGHT)]
    assert boxes[0]["y"] == boxes[1]["y"]
    assert boxes[0]["height"] == boxes[1]["height"]


def test_what_a_diagonal_costs_is_said(page):
    preset(page, "king")
    choose(page, "shortest", "dijkstra")
    run(page)
    assert "cost 16.90" in outcome(page)
    page.click("#first")
    tool(page, "cost")
    click(page, 0, 11)
    run(page)
    assert "of 14 moves (" in outcome(page)  # so the cost is 14
    assert "a diagonal counts 1.41; on a board with costs" in page.inner_text("#tools")


def test_what_is_lit_and_where_the_film_is_are_no_live_regions(page):
    run(page)
    scrub(page, 3)
    assert page.get_attribute(f"{LEFT} .code [aria-current]", "aria-current") == "step"
    assert page.inner_text(f"{LEFT} .sentence")
    live = page.eval_on_selector_all(
        "[aria-live], [role=status], [role=alert], [role=log], output", "(all) => all.map((one) => one.id)"
    )
    assert live == ["summary"]


def test_a_page_of_paths_that_is_full_is_the_last(page):
    preset(page, "every")
    run(page)
    page.wait_for_selector("#paths button")
    assert page.inner_text("#range") == "1 to 12 of 12"
    assert page.is_disabled("#next")
    page.click("#paths button >> nth=2")
    assert outcome(page) == "Path 3"
    page.click("#back")
    assert outcome(page) != "Path 3"
    assert page.locator("#paths [aria-pressed=true]").count() == 0


@pytest.mark.long
@pytest.mark.parametrize(
    ("question", "by", "state"),
    [
        ("longest", "best", "path"),
        ("sample", "random", "path"),
        ("tours", None, "number"),
        ("count", "list", "number"),
        ("count", "auto", "number"),
    ],
)
def test_pseudocode_is_that_of_what_is_done(page, question, by, state):
    page.select_option("#question", question)
    by = by if by in page.eval_on_selector_all("#by option", "(all) => all.map((one) => one.value)") else None
    choose(page, question, by)
    code = page.inner_text(f"{LEFT} .code") if page.is_visible(f"{LEFT} .code") else ""
    if question == "longest":
        assert "add their numbers" not in code
    if question == "sample":
        assert "draw an edge" in code
    if question == "tours":
        assert "v is an exit" not in code
    if by == "auto":
        assert not code  # nobody knows yet which it will be


def test_algorithms_that_cannot_work_are_not_offered(page):
    reasons = offered(page, "shortest")
    assert reasons["jps"]
    assert not reasons["dijkstra"]
    drag(page, (2, 2), (2, 3))
    page.set_input_files("#file", EXAMPLES / "costs.txt")
    wait_body(page, "costs", "true")
    page.wait_for_selector("#by option[value=labels]:disabled", state="attached")
    for why in filter(None, offered(page, "shortest").values()):
        assert "by=" not in why
        assert "'" not in why.replace("king's", "").replace("Dijkstra's", "")


def test_a_maze_has_the_size_that_is_typed_and_no_blind_side(page):
    page.fill("#rows", "20")
    page.fill("#columns", "30")
    page.click("#make")
    wait_body(page, "rows", "20")
    assert body(page, "columns") == "30"
    lines = text_of(page).split("\n")
    assert set(lines[-2]) != {"#"}
    assert {line[-1] for line in lines[:-1]} != {"#"}


def test_a_saved_board_keeps_its_moves(page, tmp_path):
    preset(page, "torus")
    board = page.evaluate("gridwalk.store.state.board")
    with page.expect_download() as download:
        page.click("#save-json")
    assert download.value.suggested_filename.endswith(".json")
    download.value.save_as(tmp_path / "knight.json")
    preset(page, "article")
    page.set_input_files("#file", tmp_path / "knight.json")
    page.wait_for_function("() => document.getElementById('moves').value === 'knight'")
    assert page.evaluate("gridwalk.store.state.board") == board


def test_the_drawn_path_is_saved_under_a_name_of_its_own(page):
    run(page)
    page.click("#first")
    page.click("#save-drawn")
    page.wait_for_selector("#summary:has-text('The film is not over')", state="attached")
    page.click("#last")
    with page.expect_download() as download:
        page.click("#save-drawn")
    text = download.value.path().read_text()
    assert {"@", "+", "-", "|"} <= set(text)
    assert download.value.suggested_filename == "find-dfs-5x5-drawn.txt"


def test_a_large_board_is_scaled_down_smoothly(page):
    page.set_viewport_size({"width": 640, "height": 480})
    page.evaluate("""() => {
        for (const [id, value] of [["rows", 512], ["columns", 512]]) {
            document.getElementById(id).value = value;
            document.getElementById(id).dispatchEvent(new Event("input"));
        }
        document.getElementById("make").click();
    }""")
    wait_body(page, "rows", "512")
    settled(page)
    shades = set(colours(page, "board", [(row, 200) for row in range(100, 140)]))
    assert len(shades) > 3  # between wall and floor


def test_digits_are_copied(browser, address):
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"], reduced_motion="reduce")
    page = context.new_page()
    page.goto(address)
    ready(page)
    preset(page, "grid")
    run(page, "number")
    page.click(f"{LEFT} .copy")
    assert page.evaluate("navigator.clipboard.readText()") == "575780564"
    assert int(outcome(page).split()[0]) == 575780564
    context.close()


def test_the_board_stays_where_it_is_when_the_answer_comes(page):
    choose(page, "shortest", "bfs")
    before = page.locator(f"{LEFT} .view").bounding_box()
    assert page.is_hidden("#speed")
    run(page)
    after = page.locator(f"{LEFT} .view").bounding_box()
    assert after == pytest.approx(before, abs=1)  # the headings are rounded to parts of a pixel
    assert page.is_visible("#speed")


def test_an_order_that_is_none_is_said_at_once_and_the_usual_one_is_shown(page):
    page.fill("#order", "U,R,X")
    page.press("#order", "Enter")
    page.wait_for_function("() => document.getElementById('summary').textContent.includes('order')")
    assert page.evaluate("gridwalk.store.state.board.order") == "D,R,U,L"
    page.fill("#order", "")
    page.press("#order", "Enter")
    assert page.get_attribute("#order", "placeholder") == "U,R,D,L"


def test_what_cannot_be_drawn_is_said(page):
    clear(page, 4, 4)
    tool(page, "exit")
    click(page, 3, 3)
    assert body(page, "exits") == "15"
    assert "last exit" in page.inner_text("#summary")
    click(page, 0, 0)
    assert body(page, "exits") == "15"
    assert "start" in page.inner_text("#summary")
    size(page, 1, 1)
    size(page, 1, 2)
    wait_body(page, "columns", "2")
    assert body(page, "start") != body(page, "exits")


def test_the_legend_has_its_colours_where_colours_are_forced(page):
    run(page)
    page.emulate_media(forced_colors="active")
    settled(page)
    swatches = page.eval_on_selector_all(
        f"{LEFT} .legend i", "(all) => all.map((one) => getComputedStyle(one).backgroundColor)"
    )
    assert len(set(swatches)) == len(swatches) > 2


def test_undoing_a_preset_brings_its_question_back(page):
    choose(page, "shortest", "labels")
    preset(page, "chess")
    assert body(page, "question") == "tour"
    page.click("#undo")
    assert (body(page, "question"), body(page, "by")) == ("shortest", "labels")
    assert body(page, "rows") == "5"


def test_tabs_have_titles_of_their_own(page):
    assert "5 x 5" in page.title()
    preset(page, "chess")
    assert "8 x 8" in page.title()
