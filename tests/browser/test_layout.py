"""The page on screens of all sizes: what is needed to play is in sight, and large enough for a finger."""

# ruff: noqa: E501 - JavaScript

import pytest

from browser.person import LEFT, RIGHT

SIZES = [(1366, 768), (820, 1180), (390, 844), (1920, 1080)]
LOW = [
    (683, 384),
    (640, 400),
    (844, 390),
    (320, 256),
]  # 200 % zoom of laptops, a phone lying, 400 % zoom


def race(page):
    page.evaluate("gridwalk.store.change({ tools: false })")
    page.preset("race")
    page.click("#run")
    page.wait_for_selector(f"{RIGHT}[data-state=film]")
    page.wait_body("asking", "false")
    page.evaluate("document.getElementById('last').click()")
    page.settled()


def in_sight(page, selector):
    """Whether all of an element is on the screen and nothing lies over its middle."""
    return page.evaluate(
        """(selector) => {
            const one = document.querySelector(selector), {left, right, top, bottom, width, height} = one.getBoundingClientRect();
            const there = document.elementFromPoint(left + width / 2, top + height / 2);
            return width > 0 && height > 0 && left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5
                && (one.contains(there) || there.contains(one));
        }""",
        selector,
    )


def out_of_sight(page, *selectors):
    return [selector for selector in selectors if not in_sight(page, selector)]


def share(page):
    """The part of the window that the boards' views have."""
    return page.evaluate(
        """() => [...document.querySelectorAll(".panel:not([hidden]) .view")].map((one) => one.getBoundingClientRect())
            .reduce((sum, {width, height}) => sum + width * height, 0) / (innerWidth * innerHeight)"""
    )


def cut(page):
    """Controls and words that are wider or higher than their boxes, or stand outside of the window."""
    return page.evaluate(
        """() => [...document.querySelectorAll("button, label, dt, dd, h1, h2, h3, legend, .outcome, .sentence, .small, #place, .code li, input, select")]
            .filter((one) => one.checkVisibility({visibilityProperty: true}) && getComputedStyle(one).clipPath === "none" && getComputedStyle(one).display !== "inline")
            .filter((one) => {
                const box = one.getBoundingClientRect(), isField = ["INPUT", "SELECT"].includes(one.tagName);
                return !isField && one.scrollWidth > one.clientWidth + 1 || box.left < -1 || box.right > innerWidth + 1;
            }).map((one) => `${one.scrollWidth} > ${one.clientWidth}, ${one.getBoundingClientRect().right} ${one.outerHTML.slice(0, 60)}`)"""
    )


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_what_is_needed_to_play_is_on_the_screen(window, width, height):
    page = window(width=width, height=height)
    page.run()
    needed = [f"{LEFT} .view", f"{LEFT} .outcome"]
    needed += ["#play", "#back", "#forward", "#scrub", "#run", "#question"]
    assert out_of_sight(page, *needed) == []
    assert cut(page) == []
    assert page.width() <= width
    race(page)
    assert out_of_sight(page, *needed, f"{RIGHT} .view", f"{RIGHT} .outcome") == []
    assert share(page) >= 0.45
    assert cut(page) == []
    assert page.width() <= width


def test_a_laptop_with_little_height_has_the_transport_too(window):
    for width, height in ((1366, 640), (1024, 700)):
        page = window(width=width, height=height)
        race(page)
        assert out_of_sight(page, f"{LEFT} .view", f"{RIGHT} .view", "#play", "#scrub") == []


@pytest.mark.parametrize(("width", "height"), LOW)
def test_low_windows_have_a_board_and_a_play_button(window, width, height):
    page = window(width=width, height=height)
    page.run()
    assert out_of_sight(page, f"{LEFT} .view", "#play", "#run") == []
    box = page.box(f"{LEFT} .view")
    assert box["height"] >= 0.4 * height
    assert box["width"] >= 0.3 * width
    assert page.width() <= width
    race(page)
    assert out_of_sight(page, "#play") == []
    assert share(page) >= 0.2
    shown = page.eval_on_selector_all(
        "#transport > *", "(all) => all.filter((one) => one.checkVisibility()).map((one) => `#${one.id}`)"
    )
    assert out_of_sight(page, *shown) == []


UNCUT = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 2).map((one) => one.textContent)"


def small_targets(page):
    return page.evaluate(
        """() => [...document.querySelectorAll("button, select, input, summary, .chips label, .inline:has(input)")]
            .filter((one) => one.checkVisibility() && !one.closest(".inline, .chips label:not(:scope)") && one.type !== "radio")
            .map((one) => [one.getBoundingClientRect(), one]).filter(([box]) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
            .map(([box, one]) => `${Math.round(box.width)} x ${Math.round(box.height)} ${one.outerHTML.slice(0, 80)}`)"""
    )


def test_targets_are_as_large_as_a_finger(window):
    page = window(width=390, height=844, has_touch=True, is_mobile=True)
    race(page)
    assert small_targets(page) == []
    page.click("#show-tools")
    page.settled()
    assert small_targets(page) == []
    fields = page.eval_on_selector_all(
        "input, select",
        "(all) => all.filter((one) => one.offsetParent).map((one) => parseFloat(getComputedStyle(one).fontSize))",
    )
    assert min(fields) >= 16  # a phone zooms in on smaller ones
    page.click("#show-tools")
    for question, state in (("list", "film"), ("table", "table"), ("play", "play")):
        page.choose(question, None, "")
        page.run(state)
        page.settled()
        assert small_targets(page) == [], question
        assert page.eval_on_selector_all(f"{LEFT} .table, {LEFT} .table button", UNCUT) == []


def swipe(page, x, y, far):
    """A finger moves up by *far* pixels."""
    finger = page.context.new_cdp_session(page.page)
    for at in range(0, far + 1, 20):
        kind = "touchMove" if at else "touchStart"
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y - at}]})
        page.settled()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.settled()


def test_a_finger_that_scrolls_draws_nothing_and_one_that_taps_with_a_tool_does(window):
    page = window(width=390, height=844, has_touch=True, is_mobile=True)
    page.run()
    board = "JSON.stringify(gridwalk.store.state.board)"
    before = page.evaluate(board)
    x, y = page.place(2, 2)
    swipe(page, x, y, 200)
    assert page.evaluate(board) == before
    assert not page.evaluate("gridwalk.store.state.past.length")
    page.touchscreen.tap(*page.place(0, 2))
    assert page.evaluate(board) == before
    page.tool("wall")
    walls = int(page.body("walls"))
    page.touchscreen.tap(*page.place(0, 2))
    page.wait_body("walls", walls + 1)


def test_the_path_to_the_cell_under_the_pointer_is_shown_when_the_film_is_over(window):
    page = window(width=1366, height=768)
    page.choose("shortest", "bfs")
    page.run()
    trail = "Array.from(gridwalk.panels[0].view.props.marks.trail ?? [])"
    assert page.evaluate(trail) == []
    page.mouse.move(*page.place(2, 0))
    page.settled()
    assert page.evaluate(trail) == [0, 5, 10]
    page.mouse.move(*page.place(0, 1))  # a wall
    page.settled()
    assert page.evaluate(trail) == []
    page.mouse.move(*page.place(2, 0))
    page.click("#back")
    assert page.evaluate(trail) == []
    page.click("#last")
    page.focus(f"{LEFT} .view")
    page.keyboard.press("ArrowDown")
    page.settled()
    assert page.evaluate(trail) == [0, 5]
    assert page.fact("state") == "film"


CONTROLS = "button, select, input:not([type=radio]), summary, .chips label"


def seen(page):
    """The controls that are on the screen."""
    return page.evaluate(
        """(controls) => [...document.querySelectorAll(controls)].filter((one) => {
            const {left, top, width, height} = one.getBoundingClientRect();
            return one.checkVisibility({visibilityProperty: true}) && width > 1 && left >= 0 && left < innerWidth && top >= 0 && top < innerHeight;
        }).map((one) => one.id || one.textContent)""",
        CONTROLS,
    )


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_three_arrangements_each_with_few_controls_and_a_large_board(window, width, height):
    page = window(width=width, height=height)
    race(page)
    assert len(seen(page)) <= 22
    for panel in (LEFT, RIGHT):
        assert page.box(f"{panel} .view")["width"] >= (0.35 if width > 1000 else 0.55) * width
    page.click("#go-learn")
    page.wait_for_selector(f"{LEFT}[data-state=film]")
    assert page.body("arrangement") == "learn"
    assert len(seen(page)) <= 18
    assert share(page) >= 0.2
    page.click("#go-play")
    page.wait_for_selector(f"{LEFT}[data-state=play]")
    assert page.body("arrangement") == "play"
    assert len(seen(page)) <= 11
    assert share(page) >= 0.45
    assert cut(page) == []
    assert page.width() <= width
    page.click("#go-draw")
    page.settled()
    assert (page.body("arrangement"), page.body("question")) == ("draw", "tour")


def test_rows_are_whole_and_what_is_chosen_is_read(window):
    """No row of a queue is cut, the speed of a phone is read, and choices have their names beside them."""
    for width, height in ((390, 844), (820, 1180)):
        page = window(width=width, height=height)
        page.preset("open")
        page.choose("shortest", "bfs", "")
        page.run()
        page.scrub(90)
        page.settled()
        bottom, rows = page.eval_on_selector(
            f"{LEFT} .waiting ol",
            "(one) => [one, ...one.children].map((each) => each.getBoundingClientRect()).map(({left, bottom, width}, i, [{right}]) => i && left > right ? 0 : bottom)"
            ".reduce(([first, all], each, i) => (i ? [first, [...all, each]] : [each, []]), [0, []])",
        )
        assert 0 < max(rows) <= bottom
        assert page.box("#speed")["width"] >= 80
        page.choose("shortest", "bfs", "find/dfs")
        page.click("#show-tools")
        assert page.inner_text("label[for=pace]") == "What a step is"
        names = page.eval_on_selector_all(
            "#settings > *", "(all) => all.map((one) => one.getBoundingClientRect().top)"
        )
        assert abs(names[0] - names[1]) < 12 < names[2] - names[0]


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1920, 1080), (820, 1180)])
@pytest.mark.parametrize("show", ["race", "lesson"])
def test_queue_code_and_legend_are_seen_beside_both_boards(window, width, height, show):
    page = window(width=width, height=height)
    if show == "race":
        race(page)
        page.scrub(20)
    else:
        page.evaluate("gridwalk.store.change({ tools: false })")
        page.lesson("Greedy")
        page.wait_for_selector(f"{RIGHT}[data-state=film]")
    page.settled()
    for panel in (LEFT, RIGHT):
        assert (
            out_of_sight(
                page,
                *(
                    f"{panel} {part}"
                    for part in (".waiting ol", ".code li:last-child", ".legend li:last-child")
                ),
            )
            == []
        )
        assert page.box(f"{panel} .waiting ol")["height"] >= 38


def test_on_a_phone_a_person_draws_and_undoes_beside_the_board(window):
    page = window(width=390, height=844, has_touch=True, is_mobile=True)
    assert out_of_sight(page, f"{LEFT} .view", "[value=wall]", "#undo", "#run") == []
    walls = int(page.body("walls"))
    page.tool("wall")
    page.touchscreen.tap(*page.place(0, 2))
    page.wait_body("walls", walls + 1)
    page.tap("#undo")
    page.wait_body("walls", walls)
    assert page.evaluate("scrollY") == 0
    assert out_of_sight(page, f"{LEFT} .view", "#undo") == []


@pytest.mark.parametrize("locale", ["en", "zh-CN"])
def test_on_a_phone_the_board_keeps_its_size_whatever_is_said(window, locale):
    page = window(width=390, height=844, has_touch=True, is_mobile=True, locale=locale)
    page.click("#go-learn")
    sizes = set()

    def see(words):
        page.wait_for_function(
            "() => !gridwalk.store.state.asking && gridwalk.store.state.answers.every(Boolean)"
        )
        page.settled()
        view = page.box(f"{LEFT} .view")
        sizes.add((view["width"], view["height"], page.locator(f"{LEFT} .view").get_attribute("data-scale")))
        assert out_of_sight(page, f"{LEFT} .view", words) == []

    for answered in range(3):
        see("#lesson-words")
        if page.is_visible("#go-on"):
            page.click("#go-on")  # the film plays up to the question
            see("#ask-words")
        if page.is_visible("#given"):
            page.fill("#given", "1")
            page.click("#give")
        else:
            page.touchscreen.tap(*page.place(4, 4))
        page.wait_for_function(f"() => gridwalk.store.state.marks.length > {answered}")
        see("#verdict")
    assert len(sizes) == 1
    assert min(sizes)[1] > 250
