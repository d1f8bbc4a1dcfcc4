"""The page by ear and by keys: axe in every state, names, the order of Tab, announcements; the first screen."""

# ruff: noqa: E501 - JavaScript

import pytest
from axe_playwright_python.sync_playwright import Axe

from browser.person import LEFT, RIGHT
from viewing import serving


def side_by_side(page):
    page.preset("race")
    page.run(panel=RIGHT)
    page.wait_for_selector(f"{RIGHT}[data-state=film]")
    page.scrub(30)


def asked(question, state, preset="every-path", by=None):
    def steps(page):
        page.select_option("#preset", preset)
        page.choose(question, by, "")
        page.run(state)

    return steps


def listed(page):
    asked("list", "film")(page)
    page.click("#paths button >> nth=3")


def walked(page):
    asked("play", "play", "knight")(page)
    page.check("#hints")
    page.mouse.click(*page.place(1, 2))


def made(page):
    page.choose("find")
    page.evaluate("document.getElementById('watch').click()")
    page.wait_for_selector(f"{LEFT}[data-state=making]")
    page.scrub(5)


def arranged(name, state):
    def steps(page):
        page.click(f"#go-{name}")
        page.wait_for_selector(f"{LEFT}[data-state={state}]")
        page.wait_body("asking", "false")

    return steps


def refused(page):
    page.select_option("#preset", "knight")
    page.evaluate("gridwalk.store.change({ panels: [{ question: 'shortest', by: 'jps' }] })")
    page.evaluate("gridwalk.asker.run()")
    page.wait_for_selector(f"{LEFT}[data-state=error]")


STATES = {
    "first": lambda page: None,
    "side by side": side_by_side,
    "tour": asked("tour", "film", "knight", "warnsdorff"),
    "count": asked("count", "number"),
    "table": asked("table", "table"),
    "lengths": asked("lengths", "lengths"),
    "sweep": asked("watch", "sweep"),
    "walk": walked,
    "made": made,
    "list": listed,
    "error": refused,
    "learn": arranged("learn", "film"),
    "play": arranged("play", "play"),
}  # fmt: skip


def serious(page, **options):
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    return [
        (found["id"], [node["html"][:120] for node in found["nodes"]])
        for found in Axe().run(page, options=options).response["violations"]
        if found["impact"] in ("serious", "critical")
    ]


def in_both_themes(page, name, *, narrow):
    """Return what axe finds in a state: in light colours, in dark ones, and on a phone."""
    STATES[name](page)
    page.settled()
    found = [serious(page)]
    page.emulate_media(color_scheme="dark")
    page.wait_for_selector("html[data-theme=dark]")
    found.append(serious(page, runOnly=["color-contrast"]))
    if narrow:
        page.set_viewport_size({"width": 390, "height": 844})
        found.append(serious(page, runOnly=["scrollable-region-focusable", "color-contrast"]))
    page.set_viewport_size({"width": 1366, "height": 768})
    page.emulate_media(color_scheme="light")
    page.wait_for_selector("html[data-theme=light]")
    return found


def test_axe_finds_nothing_serious_on_the_first_screen_and_in_a_lesson(page):
    assert [in_both_themes(page, name, narrow=name == "learn") for name in ("first", "learn")] == [
        [[], []],
        [[], [], []],
    ]


@pytest.mark.long
def test_axe_finds_nothing_serious_in_any_state(page):
    found = {name: in_both_themes(page, name, narrow=True) for name in STATES}
    assert not any(any(each) for each in found.values()), found


def test_every_control_has_a_name_and_is_reached_by_keyboard(page):
    for width in (1280, 390):
        page.resize(width, 800)
        page.choose("list")
        page.run()
        page.wait_for_selector("#paths button")
        page.wait_for_selector("#next:disabled")
        page.click("#show-tools")
        assert page.get_attribute("#show-tools", "aria-expanded") == "true"
        nameless = page.evaluate(
            """() => [...document.querySelectorAll("button, select, input, [role=application]")].filter((one) => {
                if (one.hidden) return false;
                const words = one.tagName === "BUTTON" ? one.textContent : "";
                const label = one.labels?.length ? one.labels[0].textContent : "";
                return !(one.getAttribute("aria-label") || label.trim() || words.trim());
            }).map((one) => one.outerHTML.slice(0, 90))"""
        )
        assert nameless == []
        wanted = page.evaluate(
            """() => [...document.querySelectorAll("button, select, input, .view")]
                .filter((one) => one.offsetParent && !one.disabled && (one.type !== "radio" || one.checked))
                .map((one, i) => (one.dataset.tab = i)).length"""
        )
        page.focus(".skip")
        reached = []
        while len(set(reached)) < wanted and len(reached) < 2 * wanted:
            page.keyboard.press("Tab")
            tab = page.evaluate("document.activeElement.dataset.tab ?? null")
            reached += [] if tab is None else [int(tab)]
        assert reached == list(range(wanted))  # all, and in the order of the page
        tabs = {name: int(page.get_attribute(f"#{name}", "data-tab")) for name in ("go-learn", "run", "play")}
        assert tabs["play"] - tabs["run"] <= 3
        assert tabs["play"] - tabs["go-learn"] <= 11  # it was the 43rd stop


def tab_to(page, selector):
    for _ in range(120):
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to {selector}")


def test_a_tour_by_keyboard(page):
    """With Tab, Enter, space and arrows only: the tour is searched, stepped through, and walked."""
    page.preset("knight")
    page.choose("tour", "warnsdorff", "tour/dfs")
    tab_to(page, "#run")
    page.press_keys("Enter")
    page.wait_for_selector(f"{LEFT}[data-state=film]")
    page.wait_body("asking", "false")
    for button, keys, step in (("#first", ["Enter"], "0"), ("#forward", ["Enter"] * 3, "3")):
        tab_to(page, button)
        page.press_keys(*keys)
        assert page.fact("step") == step
        assert not page.outcome()  # the answer comes with the end
    tab_to(page, "#last")
    page.press_keys("Enter")
    assert page.outcome() == "Found a tour of 24 moves (Warnsdorff's rule)."
    tour = [int(cell) for cell in page.fact("answer").split()]
    page.focus("#question")
    while page.body("question") != "play":
        page.press_keys("ArrowDown")
    page.wait_for_selector(f"{LEFT}[data-state=play]")
    tab_to(page, ".view")
    at = [0, 0]
    for cell in tour[1:]:
        for axis, (less, more) in enumerate((("ArrowUp", "ArrowDown"), ("ArrowLeft", "ArrowRight"))):
            far = divmod(cell, 5)[axis] - at[axis]
            page.press_keys(*[more if far > 0 else less] * abs(far))
        at = list(divmod(cell, 5))
        page.press_keys("Enter")
    page.settled()
    assert page.fact("walked").split() == [str(cell) for cell in tour]
    assert page.outcome() == "A tour: all 25 squares are visited."


def test_at_most_one_announcement_a_second_while_playing(page):
    page.emulate_media(reduced_motion="no-preference")
    page.preset("maze")
    page.choose("shortest", "bfs", "find/dfs")
    page.evaluate("gridwalk.store.change({ speed: 100 })")
    page.click("#run")
    page.wait_for_selector("#play[data-playing=true]")
    seconds, said = page.evaluate(
        """async () => {
            const began = performance.now(), said = [], live = "[aria-live], [role=status], [role=alert], [role=log], output";
            const see = new MutationObserver((all) => said.push(...new Set(all.map(({target}) => target.textContent))));
            document.querySelectorAll(live).forEach((one) => see.observe(one, {childList: true, characterData: true, subtree: true}));
            while (gridwalk.store.state.step < 60) await new Promise(requestAnimationFrame);
            return [(performance.now() - began) / 1000, said];
        }"""
    )
    assert len(said) <= max(1, seconds), said


def test_light_and_dark(page):
    light, colour = page.picture(), page.named_colour("page")
    page.select_option("#theme", "dark")
    assert page.named_colour("page") != colour
    assert page.picture() != light
    assert page.evaluate("localStorage.getItem('gridwalk-theme')") == "dark"
    page.select_option("#theme", "light")
    page.emulate_media(color_scheme="dark")
    page.settled()
    assert page.named_colour("page") == colour  # what was chosen wins
    page.select_option("#theme", label="as the system")
    page.settled()
    assert page.named_colour("page") != colour


def test_the_legend_has_its_colours_where_colours_are_forced(page):
    page.run()
    page.emulate_media(forced_colors="active")
    page.settled()
    colours = "(all) => all.map((one) => getComputedStyle(one).backgroundColor)"
    swatches = page.eval_on_selector_all(f"{LEFT} .legend i", colours)
    assert len(set(swatches)) == len(swatches) > 2


def test_an_idle_page_paints_nothing(page):
    page.run()
    page.settled()
    painted = page.get_attribute(f"{LEFT} .view", "data-painted")
    page.evaluate("async () => { for (let n = 0; n < 30; n++) await new Promise(requestAnimationFrame); }")
    assert page.get_attribute(f"{LEFT} .view", "data-painted") == painted


def test_the_first_screen_is_a_race_at_rest_and_its_answers_follow(window):
    with serving(None) as viewer:
        see_the_first_screen(window(viewer.address, width=1366, height=768, reduced_motion="no-preference"))


def see_the_first_screen(page):
    page.wait_for_selector(f"{RIGHT}[data-state=film]")
    page.settled()
    step, events = int(page.fact("step", RIGHT)), int(page.fact("events", RIGHT))
    assert 0 < step < events
    assert page.get_attribute("#play", "data-playing") == "false"
    assert "drag start or exit" in page.inner_text("#notice p")
    assert all(page.is_visible(button) for button in ("#go-learn", "#go-play", "#play"))
    assert page.locator("#lessons option").count() == 16
    for panel in (LEFT, RIGHT):
        assert page.sentence(panel)
        assert not page.outcome(panel)
    assert page.is_disabled("#undo")
    page.click("#play")
    page.wait_for_function("(step) => gridwalk.store.state.step > step", arg=step)
    page.evaluate("gridwalk.store.change({ playing: false })")
    page.scrub(30)
    counted = [page.inner_text(f"{side} [data-counter=expanded]") for side in (LEFT, RIGHT)]
    assert counted == ["30", "30"]  # in cells
    assert page.evaluate("gridwalk.store.state.following")
    page.drag((0, 0), (0, 2))
    page.wait_body("start", "2")
    page.wait_for_function(
        "() => gridwalk.store.state.answers.every((a) => a?.board === gridwalk.store.state.board)"
    )


DRAG = """async ([from, to]) => {
    const view = document.querySelector("[data-slot=left] .view"), {store} = gridwalk;
    const pointer = (kind, [x, y]) => view.dispatchEvent(new PointerEvent(kind, {
        bubbles: true, pointerId: 1, clientX: x, clientY: y, button: 0, isPrimary: true,
    }));
    let followed = 0;
    pointer("pointerdown", from);
    for (const x of to) {
        const {board} = store.state;
        pointer("pointermove", x);
        if (store.state.board === board) continue; // nothing changed there
        while (store.state.following && store.state.answers[0]?.board !== store.state.board) {
            await new Promise((done) => setTimeout(done, 0));
        }
        followed += store.state.answers[0]?.board === store.state.board;
    }
    pointer("pointerup", to.at(-1));
    return followed;
}"""


@pytest.mark.long
@pytest.mark.parametrize("what", ["start", "exit", "wall"])
def test_the_answer_follows_a_drag(page, what):
    """On a busy machine an answer may be given up, and the next try follows."""
    page.fill("#seed", "5")
    page.select_option("#braid", "0.5")
    page.size(64, 64)
    page.click("#make")
    page.said("Made:")
    page.choose("shortest", "bfs")
    page.tool("wall")
    cell = {"start": page.body("start"), "exit": page.body("exits"), "wall": 40 * 64 + 3}[what]
    row, column = divmod(int(cell), 64)
    way = 1 if column < 32 else -1
    to = [page.place(row, column + way * k) for k in range(1, 13)]
    followed = 0
    for _ in range(10):
        page.run()
        followed = max(followed, page.evaluate(DRAG, [page.place(row, column), to]))
        page.click("#undo")
        if followed > 3:
            break
    assert followed > 3
