"""What once went wrong on the page, each by the steps of the person who saw it."""

import os
import signal
import socket
import time

import pytest

import gridwalk as gw
from browser.person import EXAMPLES, LEFT, RIGHT
from gridwalk.viewer.address import link_of


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
    page.clear(rows, 6)
    page.tool("wall")
    page.drag((0, column), (rows - 1, column))
    page.wait_body("walls", rows)


@pytest.mark.parametrize("piece", ["orthogonal", "king"])
def test_the_shortest_path_is_never_a_dearer_one(page, piece):
    page.choose("shortest", "bfs")
    if piece == "king":
        page.preset("king")
    else:
        page.set_input_files("#file", EXAMPLES / "costs.txt")
        page.wait_body("costs", "true")
    page.choose("shortest")
    page.wait_for_selector("#by option[value=bfs]:disabled", state="attached")
    why = offered(page, "shortest")["bfs"]
    assert "moves" in why
    assert "by=" not in why
    page.evaluate(
        "gridwalk.store.change({ panels: [{ question: 'shortest', by: 'bfs' }] })"
    )  # as an old link asks
    page.wait_for_selector("#run:disabled")
    assert page.inner_text("#notice p") == why
    page.select_option("#by", "dijkstra")
    page.run()
    assert "cost 19" in page.outcome() if piece == "orthogonal" else "cost 16.90" in page.outcome()


def test_the_skip_link_and_a_bad_address_leave_the_drawing(page):
    page.clear()
    for row in (1, 2, 3):
        page.drag((row, 1), (row, 5))
    page.wait_body("walls", 15)
    page.focus(".skip")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "question"
    assert page.body("walls") == "15"
    page.wait_body("saved", "true")
    page.evaluate("location.hash = 'run-bar'")
    page.said("The address holds no board.")
    assert page.body("walls") == "15"
    page.click("#undo")
    assert page.body("walls") == "10"


@pytest.mark.parametrize("end", ["start", "exit"])
def test_an_end_that_is_dragged_through_a_wall_leaves_it(page, end):
    wall(page)
    if end == "start":
        page.drag((0, 0), (0, 4))
        assert (page.body("start"), page.body("walls")) == ("4", "5")
    else:
        page.drag((4, 5), (4, 0))
        assert (page.body("exits"), page.body("walls")) == ("24", "5")
    page.tool("start")
    page.drag((2, 0), (2, 5))
    assert (page.body("start"), page.body("walls")) == ("17", "5")


def test_a_film_that_is_gone_does_not_run(page):
    page.preset("maze")
    page.choose("shortest", "bfs", "find/dfs")
    page.run()
    page.preset("depth-first")
    page.run()
    page.click("#last")
    assert page.inner_text("#place") == f"step {page.fact('events')} of {page.fact('events')}"
    page.choose("count", None, "")
    page.run("number")
    assert page.is_disabled("#play")
    assert page.inner_text("#place") == ""


def test_the_status_line_speaks_of_what_is_there(page):
    wall(page)
    page.choose("find", "dfs")
    page.run()
    assert "There is no path." in page.summary()
    page.tool("open")
    page.drag((1, 2), (3, 2))  # the answer follows, or is gone
    page.wait_for_function("() => !document.getElementById('summary').textContent.includes('no path')")
    page.preset("grid")
    page.size(16, 16)
    page.choose("count", "list")
    page.click("#run")
    page.wait_body("asking", "true")
    page.tool("wall")
    page.drag((3, 3), (3, 5))
    page.wait_body("asking", "false")
    page.wait_for_function("() => !document.getElementById('summary').textContent")


def test_an_open_page_and_its_link_outlive_the_server(window, viewer, tmp_path, monkeypatch):
    """Without a server that is said, and drawing goes on."""
    monkeypatch.setenv("GRIDWALK_STATE_DIR", str(tmp_path))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    process, address = viewer("5x6", "--port", port)
    page = window(address)
    process.terminate()
    process.communicate(timeout=300)
    page.click("#run")
    page.wait_for_selector(f"{LEFT}[data-state=error]")
    assert "start gridwalk view again" in page.outcome()
    page.drag((1, 1), (1, 3))
    assert page.body("walls") == "3"
    assert viewer("5x6", "--port", port)[1] == address
    page.run()
    assert "path of" in page.outcome()
    page.saved()
    page.reload()
    page.ready()
    assert page.body("walls") == "3"
    gone = ("ERR_", "connection to the server", "connection was refused")
    assert all(any(words in error for words in gone) for error in page.errors), page.errors
    page.errors.clear()


def count_for_years(page):
    page.choose("count", "list")
    page.click("#run")
    page.wait_body("asking", "true")
    page.wait_for_function("() => gridwalk.store.state.progress[0]")


def test_a_viewer_that_ends_says_goodbye_to_a_question_under_way(window, viewer):
    process, address = viewer("12x12")
    page = window(address)
    count_for_years(page)
    process.send_signal(signal.SIGINT)
    page.wait_for_selector(f"{LEFT}[data-state=error]")
    assert "the viewer has ended: start gridwalk view again" in page.outcome()
    process.communicate(timeout=300)
    assert process.returncode == 130


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="reads /proc")
def test_a_question_ends_by_a_new_one_by_cancel_and_with_its_tab(window, viewer):
    process, address = viewer("12x12")

    def ticks():
        with open(f"/proc/{process.pid}/stat") as file:
            return sum(map(int, file.read().rsplit(")", 1)[1].split()[11:13]))

    def is_idle():
        """Whether the server takes at most a tick of a processor in a second."""
        before = ticks()
        time.sleep(1)
        return ticks() - before <= 1

    page = window(address)
    for ends in (
        lambda: page.click("#cancel"),
        lambda: (page.choose("find", "bfs"), page.run()),
        page.reload,
        page.close,
    ):
        count_for_years(page)
        assert not is_idle()
        ends()
        until = time.monotonic() + 60
        while not is_idle() and time.monotonic() < until:
            pass
        assert is_idle()


def test_a_link_is_pasted(page):
    wall(page)
    link = page.saved()
    page.click("#clear")
    page.paste(link)
    page.wait_body("walls", 5)
    page.paste("http://127.0.0.1:1/x/#board=3x3&step=9")
    page.said("Not opened: the link is damaged, or a part of it is missing.")
    assert page.body("walls") == "5"


def test_boards_stand_at_one_height_when_one_answer_is_long(page):
    page.preset("knight")
    page.choose("tour", "warnsdorff", "tour/dfs")
    page.run()
    page.click("#last")
    boxes = [page.locator(f"{panel} .view").bounding_box() for panel in (LEFT, RIGHT)]
    assert boxes[0]["y"] == boxes[1]["y"]
    assert boxes[0]["height"] == boxes[1]["height"]


def test_what_a_diagonal_costs_is_said(page):
    page.preset("king")
    page.choose("shortest", "dijkstra")
    page.run()
    assert "cost 16.90" in page.outcome()
    page.click("#first")
    page.tool("cost")
    page.click_cell(0, 11)
    page.run()
    assert "of 14 moves (" in page.outcome()  # so the cost is 14
    assert "a diagonal step counts 1.41; on a board with costs" in page.inner_text("#tools")


def test_what_is_lit_and_where_the_film_is_are_no_live_regions(page):
    page.run()
    page.scrub(3)
    assert page.get_attribute(f"{LEFT} .code [aria-current]", "aria-current") == "step"
    assert page.sentence()
    live = page.eval_on_selector_all(
        "[aria-live], [role=status], [role=alert], [role=log], output", "(all) => all.map((one) => one.id)"
    )
    assert live == ["summary", "judged"]


def test_a_page_of_paths_that_is_full_is_the_last(page):
    page.preset("every-path")
    page.run()
    page.wait_for_selector("#paths button")
    assert page.inner_text("#range") == "1 to 12 of 12"
    assert page.is_disabled("#next")
    page.click("#paths button >> nth=2")
    assert page.outcome() == "Path 3"
    page.click("#back")
    assert page.outcome() != "Path 3"
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
    page.choose(question, by)
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
    page.select_option("#question", "shortest")
    page.wait_for_selector("#by option[value=jps]:not([disabled])", state="attached")
    page.drag((2, 2), (2, 3))
    page.set_input_files("#file", EXAMPLES / "costs.txt")
    page.wait_body("costs", "true")
    page.wait_for_selector("#by option[value=labels]:disabled", state="attached")
    reasons = offered(page, "shortest")
    assert reasons["jps"]
    assert not reasons["dijkstra"]
    for why in filter(None, reasons.values()):
        assert "by=" not in why
        assert "'" not in why.replace("king's", "").replace("Dijkstra's", "")


def test_a_maze_has_the_size_that_is_typed_and_no_blind_side(page):
    page.fill("#rows", "20")
    page.fill("#columns", "30")
    page.click("#make")
    page.wait_body("rows", "20")
    assert page.body("columns") == "30"
    lines = page.text_of().split("\n")
    assert set(lines[-2]) != {"#"}
    assert {line[-1] for line in lines[:-1]} != {"#"}


def test_a_saved_board_keeps_its_moves(page, tmp_path):
    page.preset("torus")
    board = page.evaluate("gridwalk.store.state.board")
    name, file = page.download("json")
    assert name.endswith(".json")
    (tmp_path / "knight.json").write_bytes(file.read_bytes())
    page.preset("depth-first")
    page.set_input_files("#file", tmp_path / "knight.json")
    page.wait_for_function("() => document.getElementById('moves').value === 'knight'")
    assert page.evaluate("gridwalk.store.state.board") == board


def test_the_drawn_path_is_saved_under_a_name_of_its_own(page):
    page.run()
    page.click("#first")
    page.click("#save-drawn")
    page.said("The film is not over")
    page.click("#last")
    name, file = page.download("drawn")
    assert {"@", "+", "-", "|"} <= set(file.read_text())
    assert name == "find-dfs-5x5-drawn.txt"


def test_a_large_board_is_scaled_down_smoothly(page):
    page.set_viewport_size({"width": 640, "height": 480})
    page.evaluate("""() => {
        for (const [id, value] of [["rows", 512], ["columns", 512]]) {
            document.getElementById(id).value = value;
            document.getElementById(id).dispatchEvent(new Event("input"));
        }
        document.getElementById("make").click();
    }""")
    page.wait_body("rows", "512")
    page.settled()
    shades = set(page.colours("board", [(row, 200) for row in range(100, 140)]))
    assert len(shades) > 3  # between wall and floor


def test_digits_are_copied(window):
    page = window(permissions=["clipboard-read", "clipboard-write"])
    page.preset("grid")
    page.run("number")
    page.click(f"{LEFT} .copy")
    assert page.evaluate("navigator.clipboard.readText()") == "575780564"
    assert int(page.outcome().split()[0]) == 575780564


def test_the_board_stays_where_it_is_when_the_answer_comes(page):
    page.choose("shortest", "bfs")
    before = page.locator(f"{LEFT} .view").bounding_box()
    assert page.is_hidden("#speed")
    page.run()
    after = page.locator(f"{LEFT} .view").bounding_box()
    assert after == pytest.approx(before, abs=1)  # the headings are rounded to parts of a pixel
    assert page.is_visible("#speed")


def test_an_order_that_is_none_is_said_at_once_and_the_usual_one_is_shown(page):
    page.fill("#order", "U,R,X")
    page.press("#order", "Enter")
    page.said("order")
    assert page.evaluate("gridwalk.store.state.board.order") == "D,R,U,L"
    page.fill("#order", "")
    page.press("#order", "Enter")
    assert page.get_attribute("#order", "placeholder") == "U,R,D,L"


def test_what_cannot_be_drawn_is_said(page):
    page.clear(4, 4)
    page.tool("exit")
    page.click_cell(3, 3)
    assert page.body("exits") == "15"
    assert "last exit" in page.summary()
    page.click_cell(0, 0)
    assert page.body("exits") == "15"
    assert "start" in page.summary()
    page.size(1, 1)
    page.size(1, 2)
    page.wait_body("columns", "2")
    assert page.body("start") != page.body("exits")


def test_the_legend_has_its_colours_where_colours_are_forced(page):
    page.run()
    page.emulate_media(forced_colors="active")
    page.settled()
    swatches = page.eval_on_selector_all(
        f"{LEFT} .legend i", "(all) => all.map((one) => getComputedStyle(one).backgroundColor)"
    )
    assert len(set(swatches)) == len(swatches) > 2


def test_undoing_a_preset_brings_its_question_back(page):
    page.choose("shortest", "labels")
    page.preset("chess")
    assert page.body("question") == "tour"
    page.click("#undo")
    assert (page.body("question"), page.body("by")) == ("shortest", "labels")
    assert page.body("rows") == "5"


def test_tabs_have_titles_of_their_own(page):
    assert "5 x 5" in page.title()
    page.preset("chess")
    assert "8 x 8" in page.title()


def test_a_long_message_is_read_whole_above_the_board(page):
    page.drop("notes.html", b"<p>a page of somebody else, in few words: quickly, by jumping, or with vigour")
    page.said("Not opened")
    assert len(page.inner_text("#notice p")) > 150
    assert "--format" not in page.inner_text("#notice p")  # advice for a shell
    visible, whole = page.eval_on_selector("#notice p", "(one) => [one.clientHeight, one.scrollHeight]")
    assert visible >= whole > 0
    page.click("#end-notice")
    page.settled()
    assert not page.is_visible("#notice")


def test_two_searches_are_compared_by_cells(page):
    """Depth-first search logs an event for a cell, breadth-first search two: neither is to look quicker."""
    page.preset("race")
    page.run(panel=RIGHT)
    page.wait_for_selector(f"{RIGHT}[data-state=film]")
    assert page.input_value("#pace") == "expansion"
    steps = page.evaluate(
        "import('./films.js').then(({lengthOf}) => [0, 1].map((i) => lengthOf(gridwalk.store.state, i)))"
    )
    assert max(steps) < 1.25 * min(steps)
    page.select_option("#beside", "")
    assert page.evaluate("import('./films.js').then(({paceOf}) => paceOf(gridwalk.store.state))") == "event"


def test_the_legend_says_what_the_numbers_are(page):
    for question, by, words in (
        ("find", "dfs", "when it was entered, from 1"),
        ("shortest", "bfs", "distance from the start"),
        ("shortest", "astar", "g, h and f = g + h"),
    ):
        page.choose(question, by)
        page.run()
        assert words in page.inner_text(f"{LEFT} .legend")
    page.select_option("#in-cells", "nothing")
    page.settled()
    assert not page.locator(f"{LEFT} .legend .number").count()


def test_space_and_arrows_play_the_film(page):
    page.choose("shortest", "bfs")
    page.run()
    page.keyboard.press("Home")
    page.click("h1")
    page.press_keys("ArrowRight", "ArrowRight")
    assert page.inner_text("#place").startswith("step 2 of")
    page.keyboard.press("End")
    page.settled()
    step, _, length = page.inner_text("#place").removeprefix("step ").partition(" of ")
    assert step == length
    page.keyboard.press("Space")  # from the beginning
    page.wait_for_function("() => gridwalk.store.state.playing || gridwalk.store.state.step > 0")
    for shown in (True, False):
        page.keyboard.press("?")
        assert page.is_visible("#keys") == shown
    page.press(".skip >> nth=1", "Enter")
    assert page.evaluate("document.activeElement.className") == "view"


def test_a_board_that_gets_costs_goes_on_with_dijkstra(page):
    page.clear(5, 5)
    page.choose("shortest", "bfs")
    page.run()
    page.tool("cost")
    page.click_cell(2, 2)
    page.wait_body("by", "dijkstra")
    page.said("Dijkstra instead of")
    page.wait_for_selector(f"{LEFT}[data-state=film]")
    assert "Shortest path of 8 moves" in page.outcome()
    assert not page.is_visible("#instead")


def test_the_focus_is_never_lost(page):
    page.clear(5, 5)
    page.drag((1, 1), (1, 3))
    page.wait_body("walls", 3)
    for _ in range(4):
        page.press("#undo", "Enter")
        page.settled()
        if page.is_disabled("#undo"):
            break
    assert page.evaluate("document.activeElement.id") == "redo"
    page.size(12, 12)
    page.choose("count", "list")
    page.press("#run", "Enter")
    page.wait_body("asking", "true")
    page.press("#cancel", "Enter")
    page.wait_body("asking", "false")
    page.settled()
    assert page.evaluate("document.activeElement.id") == "run"
    page.click("#go-learn")
    page.focus("#end-lesson")
    page.keyboard.press("Enter")
    page.settled()
    assert page.evaluate("document.activeElement.className") == "view"


def test_tools_over_the_board_go_by_escape_and_by_a_click_beside(window):
    page = window(width=820, height=1180)
    for leave in (lambda: page.press("#rows", "Escape"), lambda: page.mouse.click(40, 400)):
        page.click("#show-tools")
        assert page.is_visible("#tools")
        assert page.is_visible("#theme")
        leave()
        page.settled()
        assert not page.is_visible("#tools")
        assert page.evaluate("document.activeElement !== document.body")


def test_what_was_said_of_a_board_goes_with_the_next_question(page):
    page.preset("race")
    assert "depth-first and breadth-first" in page.inner_text("#notice p")
    page.choose("longest")
    page.settled()
    assert not page.is_visible("#notice")
    page.lesson("Breadth-first")
    page.paste(f"gridwalk view '#{link_of(gw.Board.rectangle(2, 3), 'longest')}'")
    page.wait_body("question", "longest")
    assert not page.is_visible("#lesson")


def test_nobody_plays_the_answer_to_who_walks(page):
    page.preset("knight")
    page.choose("tour", "warnsdorff", "tour/dfs")
    assert page.body("beside") == "tour/dfs"
    page.choose("play")
    assert page.body("beside") == ""


def test_a_size_that_no_maze_has_is_refused_in_the_words_of_the_page(page):
    page.clear(7, 9)
    page.select_option("#maker", "unicursal")
    page.click("#make")
    page.said("Not made: no maze by unicursal has 7 x 9 cells; 7 x 11 would do")


def test_a_lesson_counts_before_the_eyes(page):
    page.lesson("Watch a count")
    assert page.body("question") == "watch"
    page.wait_for_selector(f"{LEFT}[data-state=sweep]")


def test_a_lesson_chosen_at_once_after_another_is_not_cancelled_with_it(page):
    page.evaluate(
        """() => {
            document.getElementById("go-learn").click();
            return new Promise((done) => requestAnimationFrame(() => {
                document.getElementById("lessons").value = 12;
                document.getElementById("lessons").dispatchEvent(new Event("change"));
                done();
            }));
        }"""
    )
    page.wait_for_function(
        "() => [gridwalk.store.state.answers[0]?.kind, gridwalk.store.state.said]"
        ".some((one) => ['making', 'Cancelled.'].includes(one))"
    )
    page.settled()
    assert page.fact("state") == "making"


def test_back_leaves_a_lesson(page):
    page.clear(4, 6)
    page.saved()
    page.click("#go-learn")
    page.wait_body("rows", 5)
    page.saved()
    page.select_option("#lessons", "A*")
    page.wait_body("rows", 8)
    page.saved()
    for arrangement, rows in (("learn", "5"), ("draw", "4")):
        page.go_back()
        page.wait_body("rows", rows)
        page.wait_body("arrangement", arrangement)
        page.saved()


def test_what_is_watched_is_counted_in_paths_or_tours(page):
    page.preset("every-path")
    page.choose("watch")
    page.run("sweep")
    page.click("#last")
    assert page.outcome() == "12 paths"


def test_an_emoji_maze_is_pasted(page):
    page.paste("⬜⬛⬜\n⬜⬜⬜\n⬛⬜⬜")
    page.said("⬛ is wall.")
    assert page.bodies("rows", "columns", "walls") == ["3", "3", "2"]


def test_who_watches_a_maze_made_sees_its_pseudocode(page):
    page.lesson("Wilson")
    page.wait_for_selector(f"{LEFT}[data-state=making]")
    kinds, events = page.evaluate(
        "(({ kinds, events }) => [kinds, [...events]])(gridwalk.store.state.answers[0])"
    )
    lines = dict.fromkeys(("step", "back", "join"))
    for step, (kind, cell, value) in enumerate(zip(*[iter(events)] * 3, strict=True), 1):
        name = next(name for name in kinds if kinds[name] == kind)
        if step > 1 and cell != value and lines[name] is None:
            page.evaluate("(step) => gridwalk.store.change({ step, limit: 0 })", step)
            page.settled()
            lines[name] = page.inner_text(f"{LEFT} .code [aria-current]").strip()
    assert lines == {
        "step": "walk at random until the tree is met,",
        "back": "forgetting every loop at once",
        "join": "the walk joins the tree",
    }


@pytest.mark.parametrize(
    ("lesson", "mark"),
    [("Wilson", "trail"), ("Prim", "next"), ("Kruskal", "figures")],
)
def test_who_watches_a_maze_made_sees_what_its_maker_has_in_hand(page, lesson, mark):
    """The walk, where the maze may grow, the sets of rooms."""
    page.lesson(lesson)
    page.wait_for_selector(f"{LEFT}[data-state=making]")
    page.evaluate("gridwalk.store.change({ step: 6, limit: 0 })")
    page.settled()
    assert page.evaluate("(mark) => gridwalk.panels[0].view.props.marks[mark]?.length", mark)


def test_the_legend_lies_below_the_pseudocode(window):
    """On a tablet, where a promise of three lines has less room than it needs."""
    page = window(width=820, height=1180)
    page.choose("shortest", "astar")
    page.run()
    code, legend = page.box(f"{LEFT} .code"), page.box(f"{LEFT} .legend")
    promise = page.box(f"{LEFT} .promise")
    assert legend["y"] >= promise["y"] + promise["height"] > code["y"]


def test_costs_that_are_not_seen_yet_are_as_small_as_the_others(page):
    page.set_input_files("#file", EXAMPLES / "costs.txt")
    page.wait_body("costs", "true")
    page.choose("shortest", "dijkstra")
    page.run()
    sizes = page.evaluate(
        """() => new Promise((done) => {
            const sizes = new Set(), draw = CanvasRenderingContext2D.prototype.fillText;
            CanvasRenderingContext2D.prototype.fillText = function (...all) {
                sizes.add(Math.round(parseFloat(this.font.replace(/^600 /, ""))));
                return draw.apply(this, all);
            };
            document.getElementById("first").click();
            requestAnimationFrame(() => requestAnimationFrame(() => done([...sizes])));
        })"""
    )
    assert 0 < max(sizes) < 0.3 * float(page.fact("scale", f"{LEFT} .view"))


def test_a_saved_page_is_opened_again(page):
    page.set_input_files("#file", EXAMPLES / "costs.txt")
    page.wait_body("costs", "true")
    page.choose("shortest", "dijkstra")
    page.run()
    before = page.bodies("rows", "columns", "costs", "start", "exits")
    _, path = page.download("html")
    page.clear(4, 4)
    page.drop("saved.html", path.read_bytes())
    page.wait_body("rows", before[0])
    assert page.bodies("rows", "columns", "costs", "start", "exits") == before


def test_a_lesson_is_opened_by_its_name_alone(page):
    address = page.saved().partition("#")[0]
    page.open(f"{address}#lesson=dijkstra")
    page.wait_for_selector(f"{LEFT}[data-state=film]")
    assert page.body("arrangement") == "learn"
    assert "Dijkstra" in page.inner_text("#lessons option:checked")
    assert page.body("costs") == "true"
    page.open(f"{address}#lesson=alchemy")
    page.said("There is no such lesson: alchemy. The lessons are recursion, ")


def test_what_cannot_be_asked_has_a_button_that_mends_it(page):
    page.set_input_files("#file", EXAMPLES / "costs.txt")
    page.wait_body("costs", "true")
    page.evaluate("gridwalk.store.change({ panels: [{ question: 'shortest', by: 'labels' }], said: '' })")
    page.wait_for_selector("#instead")
    assert "costs" in page.inner_text("#notice p")
    page.click("#instead")
    page.run()
    assert "Shortest path" in page.outcome()
    assert not page.is_visible("#instead")


def test_a_board_too_large_to_watch_has_a_button_that_takes_a_small_one(page):
    page.preset("race")
    page.choose("watch")
    page.wait_for_selector("#instead")
    assert page.inner_text("#notice p") == "The board has 110 open cells, and it takes up to 36."
    assert page.is_disabled("#run")
    assert page.inner_text("#instead") == "Take a 4 x 4 board"
    page.click("#instead")
    page.wait_for_selector(f"{LEFT}[data-state=sweep]")
    assert page.body("rows") == "4"
    assert page.is_hidden("#notice")
    page.click("#undo")
    page.wait_body("rows", 11)


def test_a_puzzle_says_what_it_asks_and_why_a_click_is_no_move(page):
    page.click("#go-play")
    page.select_option("#puzzle", "knight5")
    page.wait_body("rows", 5)
    page.run("play")
    assert page.small() == "Visit every square once, by knight's moves."
    height = page.box(f"{LEFT} .view")["height"]
    page.click_cell(0, 1)
    assert page.sentence() == "b5 cannot be reached from a5 in one move."
    assert abs(page.box(f"{LEFT} .view")["height"] - height) < 1
    page.click("#hint")
    page.said("From there all other squares can still be visited.")
    page.select_option("#puzzle", "walls")
    page.wait_body("rows", 15)
    page.run("play")
    assert page.small() == "Walk from the start to an exit."


def test_a_puzzle_of_the_day_is_walked_and_solved(page):
    page.click("#go-play")
    page.wait_for_selector(f"{LEFT}[data-state=play]")
    assert page.outcome().startswith("1 of 36 squares")
    assert page.is_disabled("#walk-back")
    page.click("#hint")
    page.wait_for_function("() => gridwalk.store.state.walked.length === 2")
    page.click("#walk-back")
    page.settled()
    assert page.fact("walked").split() == [page.body("start")]
    link = page.saved()
    page.open(link)
    page.wait_for_selector(f"{LEFT}[data-state=play]")
    page.click("#solve")
    page.wait_for_selector(f"{LEFT}[data-state=film]")
    assert page.body("arrangement") == "draw"
    page.press("body", "End")
    assert page.outcome().startswith("Found a tour of 35 moves")


def test_a_long_question_has_a_bar_and_minutes(page):
    """The server tells the share that is done, and the seconds left."""
    told = {
        "seconds": 30,
        "expanded": 9,
        "found": 0,
        "doing": "step 1 of 10",
        "value": None,
        "low": None,
        "high": None,
    }
    page.evaluate(
        """async (told) => {
            const { progress } = await import("./numbers.js");
            const way = progress({ ...told, share: 0.1, left: 270 });
            gridwalk.store.change({ asking: -1, answers: [null], progress: [way] });
        }""",
        told,
    )
    page.settled()
    assert (page.outcome(), page.small()) == ("about 5 minutes left", "step 1 of 10")
    assert page.get_attribute(f"{LEFT} progress", "value") == "0.1"
    assert page.is_visible(f"{LEFT} progress")


def test_the_table_of_all_searches_is_seen_whole(page):
    page.evaluate("gridwalk.store.change({ tools: false })")
    page.set_viewport_size({"width": 1366, "height": 768})
    page.preset("barrier")
    page.choose("table")
    page.run("table")
    assert page.eval_on_selector(f"{LEFT} .table", "(one) => one.scrollWidth <= one.clientWidth")
    assert "e+" not in page.inner_text(f"{LEFT} .table")


def test_the_list_of_all_paths_waits_for_the_film(page):
    page.preset("every-path")
    page.run()
    page.wait_for_selector("#paths button")
    page.scrub(6)
    page.settled()
    assert not page.is_visible("#pages")
    page.scrub(10**6)
    page.wait_for_selector("#paths button")


def test_a_size_that_is_none_is_refused_in_the_words_of_the_page(page):
    page.fill("#seed", "abc")
    page.click("#make")
    page.said("The seed is")
    page.fill("#rows", "0")
    page.press("#rows", "Enter")
    page.said("are whole numbers")


def test_cells_of_a_search_are_told_apart_without_their_colours(page):
    """A small square waits, a full one is done, a dash is left again: dark on each, in both themes."""
    ways = {("shortest", "bfs"): {"frontier", "expanded"}, ("find", "dfs"): {"walk", "left"}}
    corner = [(0.5 + 0.32 + dy / 50, 0.5 - 0.32 + dx / 50) for dy in range(-5, 6) for dx in range(-6, 7)]
    for theme in ("light", "dark"):
        page.select_option("#theme", theme)
        signs = {"open": frozenset()}
        for (question, by), wanted in ways.items():
            page.choose(question, by)
            page.run()
            page.scrub(11 if by == "bfs" else 10**6)
            film = page.colours("film", cells := [(row, column) for row in range(5) for column in range(5)])
            for name in wanted:
                row, column = cells[film.index(page.named_colour(name).strip())]
                places = [(row + down, column + across) for down, across in corner]
                seen = page.pixels("marks", places)
                signs[name] = frozenset(k for k, rgba in enumerate(seen) if rgba[3] > 200)
        del signs["walk"]  # through which the path leads
        assert len({*signs.values()}) == len(signs) == 4, theme


def test_a_path_has_an_edge_that_stands_out_from_cells_and_line(page):
    """A contrast of 3 to what lies on both of its sides, in both themes."""

    def light(colour):
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part < 0.04 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05

    for theme in ("light", "dark"):
        page.select_option("#theme", theme)
        page.choose("find", "dfs")
        page.run()
        page.select_option("#in-cells", "nothing")
        across = [
            (1.5, 0.5 + k / 200) for k in range(90)
        ]  # from the line to the side of the cell below the start
        seen = {
            "#{:02x}{:02x}{:02x}".format(*rgba[:3]) for rgba in page.pixels("marks", across) if rgba[3] == 255
        }
        edge, line, cell = (page.named_colour(name).strip() for name in ("pale", "path", "walk"))
        assert {edge, line} <= seen, (theme, seen)
        for one in (line, cell):
            assert max(light(edge), light(one)) / min(light(edge), light(one)) >= 3, theme
