"""Watching: every step of a film, forwards, backwards, and beside another."""

import json

import numpy as np
import pytest

import gridwalk as gw
from browser.person import LEFT, RIGHT
from gridwalk.answers.snapshot import STATUS_NAMES
from telling import ask

MAZE = gw.Board.from_text("S#...\n.#.#.\n.....\n.###.\n...#E", moves=gw.ORTHOGONAL.ordered("DRUL"))


@pytest.mark.long
@pytest.mark.parametrize(
    ("question", "by"),
    [("find", "dfs"), ("find", "dfs-recursive"), ("find", "bfs"), ("shortest", "bfs"), ("shortest", "labels"),
     ("shortest", "dijkstra"), ("shortest", "astar"), ("find", "greedy"), ("find", "weighted-astar"),
     ("shortest", "bidirectional"), ("shortest", "idastar"), ("list", "list")],
)  # fmt: skip
def test_every_step_shows_what_the_trace_says(page, question, by):
    page.choose(question, by)
    page.run()
    trace = MAZE.paths().trace(by=by)
    assert page.fact("events") == str(len(trace))
    colours = {name: page.named_colour(name) for name in STATUS_NAMES[1:]} | {"unseen": None}
    for step in [*range(0, len(trace), 5), len(trace)]:
        page.scrub(step)
        snapshot = trace.at(step)
        assert (page.fact("step"), page.fact("expanded")) == (str(step), str(snapshot.expanded))
        assert page.fact("found") == str(snapshot.found)
        if page.fact("backtracks"):
            assert page.fact("backtracks") == str(snapshot.backtracks)
        else:
            waiting = np.count_nonzero(snapshot.status == STATUS_NAMES.index("frontier"))
            assert page.fact("frontier") == str(waiting)
            assert len(page.fact("waiting").split()) == min(14, waiting)
        cells = np.argwhere(MAZE.open_cells).tolist()
        shown = [colours[STATUS_NAMES[snapshot.status[row, column]]] for row, column in cells]
        assert page.colours("film", cells) == shown, step
    if question != "list":
        assert page.fact("length") == str(trace.path.length)
        assert page.fact("answer") == " ".join(str(5 * row + column) for row, column in trace.path)


def test_the_stack_is_shown_and_the_line_is_lit(page):
    page.run()
    for step in range(1, 19):
        page.scrub(step)
        stack = page.fact("waiting").split()
        assert len(stack) == min(14, int(page.fact("depth")))
        lit = page.inner_text(f"{LEFT} .code [aria-current]")
        kind = MAZE.paths().trace(by="dfs").events[step - 1, 0]
        assert lit.strip().startswith(
            {2: "came_from" if step > 1 else "push", 3: "else", 6: "if u is an exit"}[kind]
        )
    assert stack[-1] == "0"


def test_speeds_are_named_as_numbers_are(page):
    speeds = page.locator("#speed option").all_inner_texts()
    assert (speeds[0], speeds[1], speeds[-1]) == ("1 step/s", "2 steps/s", "100\u202f000 steps/s")


@pytest.mark.long
def test_there_and_back_ends_in_the_same_picture(page):
    page.choose("shortest", "dijkstra")
    page.run()
    length = int(page.fact("events"))
    pictures = []
    for step in range(length + 1):
        page.scrub(step)
        pictures.append(page.picture())
    assert len({json.dumps(one) for one in pictures}) > length // 2
    for step in [*range(length, -1, -1), length, 3, length // 2, 0]:
        page.scrub(step)
        assert page.picture() == pictures[step]


def test_play_pause_step_and_speed(page):
    page.select_option("#preset", "maze")
    page.run()
    length = int(page.fact("events"))
    page.click("#first")
    assert page.fact("step") == "0"
    page.click("#forward")
    page.click("#forward")
    page.click("#back")
    assert page.fact("step") == "1"
    page.select_option("#speed", "10")
    page.click("#play")
    page.wait_for_function("() => document.querySelector('[data-slot=left]').dataset.step >= 5")
    page.click("#play")
    page.wait_for_selector("#play[data-playing=false]")
    paused = int(page.fact("step"))
    page.settled()
    assert int(page.fact("step")) == paused < length
    page.select_option("#speed", "100000")
    page.click("#play")
    page.wait_for_selector(f"{LEFT}[data-step='{length}']")
    page.wait_for_selector("#play[data-playing=false]")
    page.focus("#scrub")
    page.keyboard.press("ArrowLeft")
    assert page.fact("step") == str(length - 1)
    page.keyboard.press("Home")
    assert page.fact("step") == "0"
    page.click("#last")
    assert page.fact("step") == str(length)


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
@pytest.mark.parametrize("beside", ["", "find/dfs"])
def test_a_picture_of_a_large_film_takes_few_strokes(page, beside):
    """One image a panel, and what does not grow with the board: so it is smooth, on a busy machine, too."""
    page.size(512, 512)
    page.click("#make")
    page.choose("shortest", "bfs", beside)
    page.run()
    assert int(page.fact("events")) > 20_000
    panels = 2 if beside else 1
    page.count_strokes()
    for jumps in (False, True):
        scrub_about(page, jumps=jumps)
    calls, images, pictures = page.strokes()
    assert images == panels
    assert calls <= 60 * panels
    assert pictures > 10


def test_two_algorithms_side_by_side(page):
    page.choose("find", "dfs", "shortest/labels")
    page.run()
    page.wait_for_selector(f"{RIGHT}[data-state=film]")
    lengths = [int(page.fact("events", panel)) for panel in (LEFT, RIGHT)]
    page.click("#last")
    assert [int(page.fact("step", panel)) for panel in (LEFT, RIGHT)] == lengths
    assert page.fact("length") == page.fact("length", RIGHT) == "8"
    page.scrub(5)  # cells
    assert page.inner_text(f"{LEFT} [data-counter=expanded]") == "5"
    page.select_option("#pace", "event")
    page.scrub(5)
    assert page.fact("step") == page.fact("step", RIGHT) == "5"
    assert page.picture() != page.picture(RIGHT)
    page.drag((0, 2), (0, 3))  # drawing on the left is seen on both
    page.wait_body("walls", 9)
    cells = np.argwhere(MAZE.open_cells).tolist()
    assert page.colours("board", cells) == page.colours("board", cells, RIGHT)
    assert page.colours("board", [(0, 3)], RIGHT) == [page.named_colour("wall")]
    page.select_option("#beside", "")
    assert page.is_hidden(RIGHT)


def test_jump_points_are_played_and_the_way_bends_between_them(page):
    page.select_option("#question", "shortest")
    page.wait_for_selector("#by option[value=jps]:not([disabled])", state="attached")
    page.select_option("#preset", "king")
    page.run()
    assert page.outcome() == "Shortest path of 14 moves, cost 16.90 (jump points)."
    page.scrub(5)  # the second jump point: three steps diagonally, then three to the right
    assert (page.fact("expanded"), page.fact("frontier")) == ("2", "1")
    assert (page.fact("length"), page.inner_text("[data-counter=cost]")) == ("6", "7.24")
    assert page.inner_text(f"{LEFT} .waiting li") == "(6, 3)  7.24 + 10.24 = 17.49"


def test_a_star_looks_at_fewer_cells_than_dijkstra(page):
    page.select_option("#preset", "open")
    page.choose("shortest", "dijkstra", "shortest/astar")
    page.run()
    page.wait_for_selector(f"{RIGHT}[data-state=film]")
    page.click("#last")
    assert int(page.fact("expanded", RIGHT)) * 5 < int(page.fact("expanded"))
    assert page.fact("cost") == page.fact("cost", RIGHT) == "14"


PAINT = """
    const { View } = await from("view.js"), { IN_CELLS } = await from("incells.js");
    const made = () => {
        const host = document.createElement("div");
        host.style = "position: fixed; left: 0; top: 0; width: 400px; height: 300px";
        document.body.append(host);
        return [host, new View(host)];
    };
    const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const props = (inCells, step, hover) => {
        const frame = film.at(step), marks = {...frame.marks, trail: frame.wayTo(hover)};
        return {board, asksExits: true, cursor: -1, hover, sight: {zoom: 1, row: 0, column: 0}, frame,
                marks, inCells, looks: true};
    };
    const pictures = async (view, ...given) => {
        view.show(props(...given));
        await frame();
        return view.canvases.map((canvas) => canvas.toDataURL()).join();
    };
    const [host, worn] = made(), told = [];
    await frame();
    const steps = [given.step, film.length, 0, given.step];
    for (const inCells of IN_CELLS) for (const step of steps) {
        const [other, fresh] = made(), asked = [inCells, step, step % board.cells.length];
        const picture = await pictures(worn, ...asked);
        told.push([inCells, step, picture === await pictures(fresh, ...asked), picture.length]);
        other.remove();
    }
    host.remove();
    return told;
"""


@pytest.mark.long
@pytest.mark.parametrize(("question", "by"), [("find", "dfs"), ("shortest", "astar")])
def test_the_same_props_give_the_same_picture_whatever_was_shown_before(page, question, by):
    trace = MAZE.paths().trace(by=by)
    told = ask(page, question, trace, PAINT, step=len(trace) // 2)
    assert len(told) == 32
    assert all(same for _, _, same, _ in told), [one[:2] for one in told if not one[2]]
    assert len({size for *_, size in told}) > 8  # and they are not all the same one
