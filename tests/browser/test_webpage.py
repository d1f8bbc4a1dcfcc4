"""Saved web pages, opened from a disk: no server, no request, and the player of the page."""

import pytest

import gridwalk as gw
from browser.person import LEFT, RIGHT
from browser.test_access import serious
from browser.test_films import scrub_about
from gridwalk.answers.snapshot import STATUS_NAMES
from gridwalk.draw.webpage import webpage

MAZE = gw.Board.from_text("S#...\n.#.#.\n.....\n.###.\n...#E")
TRACES = {
    "bfs": lambda: MAZE.paths().trace(by="bfs"),
    "dfs": lambda: MAZE.paths().trace(by="dfs"),
    "labels": lambda: MAZE.paths().trace(by="labels"),
    "list": lambda: MAZE.paths().trace(by="list"),
    "astar": lambda: gw.Board.rectangle(4, 4, moves=gw.KING).paths().trace(by="astar"),
    "jps": lambda: gw.Board.rectangle(5, 9, moves=gw.KING).paths().trace(by="jps"),
    "no path": lambda: gw.Board.from_text("S#E").paths().trace(by="bfs"),
    "one cell": lambda: gw.Board.rectangle(1, 1).paths().trace(by="dfs"),
    "truncated": lambda: MAZE.paths().trace(by="dfs", max_events=3),
    "tour": lambda: gw.Board.rectangle(5, 5, moves=gw.KNIGHT).tours(start=(0, 0)).trace(by="warnsdorff"),
    "closed": lambda: gw.Board.rectangle(4, 4).tours(start=(0, 0), closed=True).trace(by="dfs"),
    "all tours": lambda: gw.Board.rectangle(3, 3).tours(start=(0, 0)).trace(by="list"),
    "avoiding": lambda: MAZE.paths().avoiding((2, 1)).trace(by="bfs"),
    "thin": lambda: gw.make("wilson", 4, 4, seed=1, thin=True).paths().trace(by="bfs"),
    "hexagons": lambda: gw.make("wilson", 6, 7, cells="hex", seed=2).paths().trace(by="dfs"),
    "torus": lambda: gw.Board.rectangle(3, 4, wrap="both").paths().trace(by="bfs"),
}


@pytest.fixture
def opened(window, tmp_path):
    """Open a page from a disk; at the end it has asked for nothing else."""
    asked, files = [], []

    def open_(text, page=None, **options):
        if page is None:
            page = window(None, **{"reduced_motion": "no-preference", **options})
            page.on("request", lambda request: asked.append(request.url[:80]))
        file = tmp_path / f"{len(files)}.html"
        file.write_text(text, encoding="utf-8")
        files.append(file.as_uri())
        page.goto(files[-1])
        page.wait_for_selector("body[data-ready=true]")
        page.wait_for_selector(f"{LEFT} .view[data-painted]")
        return page

    yield open_
    assert [url for url in asked if not url.startswith(("data:", "about:srcdoc"))] == [
        url[:80] for url in files
    ]


@pytest.mark.parametrize(
    "names", [["bfs", "hexagons", "truncated"], pytest.param([*TRACES], marks=pytest.mark.long)]
)
def test_every_film_is_what_the_trace_says(opened, names):
    page = None
    for name in names:
        trace = TRACES[name]()
        page = opened(webpage(trace), page)
        assert arrays(page) == [
            trace.events.reshape(-1).tolist(),
            trace._ground._moves_of_cell.reshape(-1).tolist(),
            [] if trace._rest is None else trace._rest.tolist(),
        ]
        for step in {0, 1, len(trace) // 2, len(trace)}:
            page.scrub(step)
            page.settled()
            snapshot = trace.at(step)
            assert (page.fact("step"), page.fact("found")) == (str(step), str(snapshot.found))
            assert page.fact("expanded") == str(snapshot.expanded)
            assert page.sentence()
            assert bool(page.outcome()) == (step == len(trace))
        assert page.fact("events") == str(len(trace))
        if trace.path is not None and name != "list":
            cells = trace.path.cells.tolist()
            assert page.fact("answer") == " ".join(str(trace.board.index(tuple(cell))) for cell in cells)


def arrays(page):
    """The arrays of the film, as the page unpacks them."""
    return page.evaluate(
        """async () => {
            const {withArrays} = await import("inlined");
            const {answers} = JSON.parse(document.getElementById("held").textContent);
            const {events, legal, rest} = await withArrays(answers[0]);
            return [events, legal, rest].map((one) => [...one]);
        }"""
    )


def test_it_plays_and_steps_by_buttons_and_keys(opened):
    trace = MAZE.paths().trace(by="bfs")
    page = opened(webpage(trace, title="Breadth first"), reduced_motion="reduce")
    assert page.inner_text("h1") == "Breadth first"
    assert (page.fact("step"), page.outcome()) == ("0", "")
    page.press_keys("ArrowRight", "ArrowRight", "ArrowLeft")
    page.wait_for_selector(f"{LEFT}[data-step='1']")
    assert page.inner_text("#place") == f"step 1 of {len(trace)}"
    page.click("#forward")
    page.wait_for_selector(f"{LEFT}[data-step='2']")
    assert page.inner_text(f"{LEFT} .code [aria-current]")
    assert page.locator("#summary").text_content() == page.sentence()
    page.keyboard.press("Home")
    page.wait_for_selector(f"{LEFT}[data-step='0']")
    page.select_option("#speed", "1000")
    page.locator("body").click(position={"x": 2, "y": 2})
    page.keyboard.press(" ")
    page.wait_for_selector(f"{LEFT}[data-step='{len(trace)}']")
    page.wait_for_selector("#play[data-playing=false]")
    assert page.outcome() == "Shortest path of 8 moves (breadth-first)."
    assert page.locator("#summary").text_content().startswith("Shortest path of 8 moves")


def test_two_films_beside_each_other(opened):
    one, other = MAZE.paths().trace(by="bfs"), MAZE.paths().trace(by="dfs")
    page = opened(webpage(one, other, title="Breadth or depth first", at=9), width=1200, height=900)
    page.settled()
    assert int(page.fact("step")) <= 9  # the last cell that was taken by then
    assert page.fact("expanded") == page.fact("expanded", RIGHT)
    for panel, trace in ((LEFT, one), (RIGHT, other)):
        assert page.fact("events", panel) == str(len(trace))
        status = trace.at(int(page.fact("step", panel))).status
        shown = {name: int((status == number).sum()) for number, name in enumerate(STATUS_NAMES)}
        assert int(page.fact("expanded", panel)) == shown["expanded"] + shown["walk"] + shown["left"]
        assert page.eval_on_selector(f"{panel} .inside", "part => part.scrollHeight <= part.clientHeight")
    page.click("#last")
    page.wait_for_selector(f"{RIGHT}[data-step='{len(other)}']")
    assert "8 moves" in page.outcome()
    assert "moves" in page.outcome(RIGHT)
    offered = page.locator("#in-cells option").all_inner_texts()
    before = page.picture()
    page.select_option("#in-cells", label="order")
    assert "order" in offered
    assert page.picture() != before


def test_a_path_without_a_film_names_its_algorithm_where_that_is_known(opened):
    page = None
    for question, by, words in (
        ("find", "", "Found a path of 2 moves."),
        ("shortest", "legs", "Shortest path of 2 moves (leg by leg, from cell to cell)."),
        ("list", "list", "Found a path of 2 moves (one path after another)."),
    ):
        path = gw.Path(gw.Board.rectangle(1, 3), [(0, 0), (0, 1), (0, 2)], by=by)
        page = opened(webpage(path=path, questions=(question,)), page)
        assert page.outcome() == words
        assert not page.inner_text(f"{LEFT} h2").endswith(": ")
        assert page.is_hidden("#transport #play")
        assert page.fact("answer") == "0 1 2"


def test_a_saved_page_leads_back_by_a_command(window, tmp_path):
    """With the name of the file, where a shell finds no other meaning in it."""
    page = window(None)
    for name, written in (("film-5x5.html", "film-5x5.html"), ("film (1).html", '"film (1).html"'),
                          ("$(b) `c`.html", "FILE"), ("-v.html", "FILE")):  # fmt: skip
        (tmp_path / name).write_text(webpage(MAZE.paths().trace(by="bfs"), language="zh"), "utf-8")
        page.goto((tmp_path / name).as_uri())
        page.wait_for_selector("body[data-ready=true]")
        assert page.inner_text(".leads-back") == f"在这张棋盘上画：gridwalk view {written}"


def test_it_is_zoomed_and_moved(opened):
    page = opened(webpage(gw.Board.rectangle(40, 40).paths().trace(by="bfs")))
    view, scale = page.locator(f"{LEFT} .view"), float(page.get_attribute(f"{LEFT} .view", "data-scale"))
    page.click("#zoom-in")
    page.click("#zoom-in")
    page.settled()
    assert float(view.get_attribute("data-scale")) > 1.5 * scale
    before, box = view.get_attribute("data-x"), view.bounding_box()
    page.mouse.move(box["x"] + 200, box["y"] + 200)
    page.mouse.down()
    page.mouse.move(box["x"] + 150, box["y"] + 180)
    page.mouse.up()
    page.settled()
    assert float(view.get_attribute("data-x")) == float(before) - 50
    page.keyboard.press("0")
    page.settled()
    assert float(view.get_attribute("data-scale")) == scale


@pytest.mark.long
def test_it_fits_its_frame(opened):
    one, other = MAZE.paths().trace(by="bfs"), MAZE.paths().trace(by="astar")
    page = None
    for text, least in ((webpage(one, title="A title"), 0.25), (webpage(one, other), 0.1)):
        page = opened(text, page)
        for width, height in ((600, 400), (390, 844), (844, 390), (1366, 640)):
            page.set_viewport_size({"width": width, "height": height})
            page.click("#last")
            page.settled()
            assert page.width() <= width
            for name in ("first", "play", "last", "scrub"):
                box = page.box(f"#{name}")
                assert 0 <= box["x"] <= box["x"] + box["width"] <= width
                assert 0 <= box["y"] <= box["y"] + box["height"] <= height
            box = page.box(f"{LEFT} .view")
            assert box["y"] >= 0
            assert box["height"] * box["width"] >= least * width * height
            for step, words in ((10**6, ".outcome"), (5, ".sentence")):
                page.scrub(step)
                page.settled()
                inside, said = page.box(f"{LEFT} .inside"), page.box(f"{LEFT} {words}")
                assert inside["y"] <= said["y"] <= height - 20


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_and_colours_are_the_system_s(opened, scheme):
    one, other = MAZE.paths().trace(by="bfs"), MAZE.paths().trace(by="astar")
    found, page = {}, None
    texts = {
        "one": webpage(one, at=5),
        "two": webpage(one, other, at=len(one)),
        "path": webpage(path=one.path),
    }
    for name, text in texts.items():
        page = opened(text, page, color_scheme=scheme)
        page.wait_for_selector(f"html[data-theme={scheme}]")
        page.settled()
        found[name] = serious(page)
    assert not any(found.values()), found
    page.emulate_media(color_scheme="dark" if scheme == "light" else "light")
    page.wait_for_selector(f"html:not([data-theme={scheme}])")
    page = opened(webpage(one, dark=scheme == "dark"), color_scheme="light")
    assert page.get_attribute("html", "data-theme") == scheme


def test_in_a_sandboxed_frame_of_a_notebook(opened):
    frame = MAZE.paths().trace(by="bfs")._repr_html_()
    around = "<title>x</title><body data-ready=true><div data-slot=left><p class=view data-painted>x</div>"
    page = opened(around + frame)
    inside = page.frame_locator("iframe")
    inside.locator("body[data-ready=true]").wait_for()
    inside.locator("#last").click()
    inside.get_by_text("Shortest path of 8 moves (breadth-first).").first.wait_for()


@pytest.mark.long
def test_a_film_of_512_by_512_is_small_and_a_picture_takes_few_strokes(opened):
    board = gw.make("kruskal", 255, 255, seed=1, braid=0.3)
    trace = board.paths().trace(by="bfs")
    text = webpage(trace)
    assert len(trace) > 200_000
    assert len(text.encode()) < 3_000_000
    page = opened(text)
    page.count_strokes()
    for jumps in (False, True):
        scrub_about(page, jumps=jumps)
    page.click("#first")
    page.select_option("#speed", "30000")
    page.click("#play")
    while int(page.fact("step")) < 20_000:
        page.settled()
    page.click("#play")
    calls, images, pictures = page.strokes()
    assert images == 1
    assert calls <= 60
    assert pictures > 10


def test_the_page_saves_what_it_shows(page, opened):
    page.choose("shortest", "bfs", "find/dfs")
    page.run()
    page.tool("look")
    page.scrub(6)
    page.settled()
    name, file = page.download("html")
    assert name == "shortest-bfs-5x5.html"
    saved = opened(file.read_text(encoding="utf-8"))
    for panel in (LEFT, RIGHT):
        for name in ("step", "events", "expanded", "waiting"):
            assert saved.fact(name, panel) == page.fact(name, panel)
        assert saved.inner_text(f"{panel} h2") == page.inner_text(f"{panel} h2")
        assert saved.sentence(panel) == page.sentence(panel)
