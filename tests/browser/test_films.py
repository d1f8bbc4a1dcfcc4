"""Watching films: every step beside the trace, marks that differ without colours, large films."""

import numpy as np
import pytest

import gridwalk as gw
from browser.person import EXAMPLES, LEFT
from gridwalk.answers.snapshot import STATUS_NAMES

MAZE = gw.Board.from_text("S#...\n.#.#.\n.....\n.###.\n...#E", moves=gw.ORTHOGONAL.ordered("DRUL"))
LONG = [("find", "dfs-recursive"), ("find", "bfs"), ("shortest", "labels"), ("shortest", "dijkstra"),
        ("find", "greedy"), ("find", "weighted-astar"), ("shortest", "bidirectional"),
        ("shortest", "idastar"), ("list", "list")]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "by"),
    [("find", "dfs"), ("shortest", "astar"), *(pytest.param(*one, marks=pytest.mark.long) for one in LONG)],
)
def test_every_step_shows_what_the_trace_says(page, question, by):
    page.choose(question, by)
    page.run()
    trace = MAZE.paths().trace(by=by)
    assert page.fact("events") == str(len(trace))
    colours = {name: page.named_colour(name) for name in STATUS_NAMES[1:]} | {"unseen": None}
    cells = np.argwhere(MAZE.open_cells).tolist()
    for step in [*range(0, len(trace), 5), len(trace)]:
        page.scrub(step)
        snapshot = trace.at(step)
        assert (page.fact("step"), page.fact("expanded")) == (str(step), str(snapshot.expanded))
        assert page.fact("found") == str(snapshot.found)
        if page.fact("backtracks"):
            assert page.fact("backtracks") == str(snapshot.backtracks)
            assert len(page.fact("waiting").split()) == min(14, int(page.fact("depth")))
        else:
            waiting = np.count_nonzero(snapshot.status == STATUS_NAMES.index("frontier"))
            assert page.fact("frontier") == str(waiting)
            assert len(page.fact("waiting").split()) == min(14, waiting)
        shown = [colours[STATUS_NAMES[snapshot.status[row, column]]] for row, column in cells]
        assert page.colours("film", cells) == shown, step
    if question != "list":
        assert page.fact("length") == str(trace.path.length)
        assert page.fact("answer") == " ".join(str(5 * row + column) for row, column in trace.path)


def test_a_picture_is_the_same_whatever_was_shown_before(page):
    page.choose("shortest", "astar")
    page.run()
    words = page.eval_on_selector_all("#in-cells option", "(all) => all.map(({ value }) => value)")
    states = [(word, step) for word in words for step in (9, 0, 10**6)]

    def shown(word, step):
        page.select_option("#in-cells", word)
        page.scrub(step)
        return page.picture()

    first = {state: shown(*state) for state in states}
    assert {state: shown(*state) for state in reversed(states)} == first
    assert len({str(picture) for picture in first.values()}) > 2 * len(words)


def scrub_about(page, *, jumps):
    """Scrub there and back, or to and fro, forty places, a picture each."""
    page.evaluate(
        """async (jumps) => {
            const scrub = document.getElementById("scrub"), steps = 40;
            for (let i = 0; i < steps; i++) {
                const share = jumps ? (i * 0.618) % 1 : Math.abs(1 - (2 * i) / steps);
                scrub.value = Math.round(share * scrub.max);
                scrub.dispatchEvent(new Event("input"));
                await new Promise(requestAnimationFrame);
            }
        }""",
        jumps,
    )


@pytest.mark.long
def test_a_picture_of_two_large_films_takes_few_strokes(window):
    """One image a panel, and what does not grow with the board: so it is smooth, on a busy machine, too."""
    page = window()
    page.size(512, 512)
    page.click("#make")
    page.choose("shortest", "bfs", "find/dfs")
    page.run()
    assert int(page.fact("events")) > 20_000
    page.count_strokes()
    for jumps in (False, True):
        scrub_about(page, jumps=jumps)
    calls, images, pictures = page.strokes()
    assert images == 2
    assert calls <= 120
    assert pictures > 10


def test_costs_that_are_not_seen_yet_are_as_small_as_the_others(page):
    page.set_input_files("#file", EXAMPLES / "costs.txt")
    page.wait_body("costs", "true")
    page.choose("shortest", "dijkstra")
    page.run()
    sizes = page.evaluate(
        """() => new Promise((done) => {
            const canvas = CanvasRenderingContext2D.prototype, sizes = new Set(), draw = canvas.fillText;
            canvas.fillText = function (...all) {
                sizes.add(Math.round(parseFloat(this.font.replace(/^600 /, ""))));
                return draw.apply(this, all);
            };
            document.getElementById("first").click();
            requestAnimationFrame(() => requestAnimationFrame(() => {
                canvas.fillText = draw;
                done([...sizes]);
            }));
        })"""
    )
    assert 0 < max(sizes) < 0.3 * float(page.fact("scale", f"{LEFT} .view"))


def test_cells_of_a_search_differ_without_their_colours(page):
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


def light(colour):
    """The relative luminance of a colour, plus the 0.05 of the formula for contrast."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part < 0.04 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05


def test_a_path_has_an_edge_that_stands_out_from_cells_and_line(page):
    """A contrast of 3 to what lies on both of its sides, in both themes."""
    for theme in ("light", "dark"):
        page.select_option("#theme", theme)
        page.choose("find", "dfs")
        page.run()
        page.select_option("#in-cells", "nothing")
        across = [(1.5, 0.5 + k / 200) for k in range(90)]  # from the line to a side of the cell
        pixels = page.pixels("marks", across)
        seen = {"#{:02x}{:02x}{:02x}".format(*rgba[:3]) for rgba in pixels if rgba[3] == 255}
        edge, line, cell = (page.named_colour(name).strip() for name in ("pale", "path", "walk"))
        assert {edge, line} <= seen, (theme, seen)
        for one in (line, cell):
            assert max(light(edge), light(one)) / min(light(edge), light(one)) >= 3, theme
