"""The page on screens of all sizes: what is needed to play is in sight, and large enough for a finger."""

# ruff: noqa: E501 - JavaScript

import pytest

from browser.person import LEFT, RIGHT

SIZES = [(1366, 768), (820, 1180), (390, 844), (1920, 1080)]
LOW = [(683, 384), (640, 400), (844, 390), (320, 256)]  # 200 % zoom of laptops, a phone lying, 400 % zoom
PARTS = (".waiting ol", ".code li:last-child", ".legend li:last-child")


def race(page):
    page.preset("race")
    page.click("#run")
    page.wait_for_selector(f"{RIGHT}[data-state=film]")
    page.wait_body("asking", "false")
    page.evaluate("document.getElementById('last').click()")
    page.settled()


def out_of_sight(page, *selectors):
    """The elements of which a part is not on the screen, or over whose middle something lies."""
    return page.evaluate(
        """(selectors) => selectors.filter((selector) => {
            const one = document.querySelector(selector), {left, right, top, bottom, width, height} = one.getBoundingClientRect();
            const there = document.elementFromPoint(left + width / 2, top + height / 2);
            return !(width > 0 && height > 0 && left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5
                && (one.contains(there) || there.contains(one)));
        })""",
        selectors,
    )


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


CONTROLS = "button, select, input:not([type=radio]), summary, .chips label"


def seen(page):
    """The number of controls on the screen."""
    return page.evaluate(
        """(controls) => [...document.querySelectorAll(controls)].filter((one) => {
            const {left, top, width, height} = one.getBoundingClientRect();
            return one.checkVisibility({visibilityProperty: true}) && width > 1 && left >= 0 && left < innerWidth && top >= 0 && top < innerHeight;
        }).length""",
        CONTROLS,
    )


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_three_arrangements_each_with_few_controls_and_a_large_board(page, width, height):
    """What is needed to play is on the screen, alone and in a race; no words are cut."""
    page.resize(width, height)
    page.run()
    needed = [f"{LEFT} .view", f"{LEFT} .outcome"]
    needed += ["#play", "#back", "#forward", "#scrub", "#run", "#question"]
    assert out_of_sight(page, *needed) == []
    race(page)
    assert out_of_sight(page, *needed, f"{RIGHT} .view", f"{RIGHT} .outcome") == []
    assert share(page) >= 0.45
    assert seen(page) <= 22
    for panel in (LEFT, RIGHT):
        assert page.box(f"{panel} .view")["width"] >= (0.35 if width > 1000 else 0.55) * width
    assert (cut(page), page.width() <= width) == ([], True)
    if width > 800:  # queue, code and legend are seen beside both boards
        page.scrub(20)
        page.settled()
        assert out_of_sight(page, *(f"{panel} {part}" for panel in (LEFT, RIGHT) for part in PARTS)) == []
        page.lesson("Greedy")
        page.wait_for_selector(f"{RIGHT}[data-state=film]")
        page.settled()
        assert out_of_sight(page, *(f"{panel} {part}" for panel in (LEFT, RIGHT) for part in PARTS)) == []
        assert min(page.box(f"{panel} .waiting ol")["height"] for panel in (LEFT, RIGHT)) >= 38
    page.select_option("#lessons", "0") if width > 800 else page.click("#go-learn")
    page.wait_for_selector(f"{LEFT}[data-state=film]")
    assert page.body("arrangement") == "learn"
    assert seen(page) <= 18
    assert share(page) >= 0.2
    page.click("#go-play")
    page.wait_for_selector(f"{LEFT}[data-state=play]")
    assert page.body("arrangement") == "play"
    assert seen(page) <= 11
    assert share(page) >= 0.45
    assert (cut(page), page.width() <= width) == ([], True)
    page.click("#go-draw")
    page.settled()
    assert (page.body("arrangement"), page.body("question")) == ("draw", "tour")


def test_low_windows_have_a_board_and_a_play_button(page):
    for width, height in LOW:
        page.resize(width, height)
        page.run()
        assert out_of_sight(page, f"{LEFT} .view", "#play", "#run") == []
        box = page.box(f"{LEFT} .view")
        assert box["height"] >= 0.4 * height
        assert box["width"] >= 0.3 * width
        assert page.width() <= width
    race(page)
    for width, height in LOW:
        page.resize(width, height)
        assert out_of_sight(page, "#play") == []
        assert share(page) >= 0.2
        shown = page.eval_on_selector_all(
            "#transport > *", "(all) => all.filter((one) => one.checkVisibility()).map((one) => `#${one.id}`)"
        )
        assert out_of_sight(page, *shown) == []
    for width, height in ((1366, 640), (1024, 700)):  # laptops with little height
        page.resize(width, height)
        assert out_of_sight(page, f"{LEFT} .view", f"{RIGHT} .view", "#play", "#scrub") == []


def test_the_path_to_the_cell_under_the_pointer_is_shown_when_the_film_is_over(page):
    page.choose("shortest", "bfs")
    page.run()
    trail = "Array.from(gridwalk.panels[0].view.props.marks.trail ?? [])"
    assert page.evaluate(trail) == []
    for cell, shown in (((2, 0), [0, 5, 10]), ((0, 1), []), ((2, 0), [0, 5, 10])):  # the second is a wall
        page.mouse.move(*page.place(*cell))
        page.settled()
        assert page.evaluate(trail) == shown
    page.click("#back")
    assert page.evaluate(trail) == []
    page.click("#last")
    page.focus(f"{LEFT} .view")
    page.keyboard.press("ArrowDown")
    page.settled()
    assert page.evaluate(trail) == [0, 5]
    assert page.fact("state") == "film"


def test_rows_are_whole_and_what_is_chosen_is_read(page):
    """No row of a queue is cut, the speed of a phone is read, and choices have their names beside them."""
    for width, height in ((390, 844), (820, 1180)):
        page.resize(width, height)
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


def test_tools_over_the_board_make_way_for_it(page, tmp_path):
    """By Escape, a click beside, or what was chosen in them; the board then stands high on the screen."""
    page.resize(820, 1180)
    for leave in (lambda: page.press("#rows", "Escape"), lambda: page.mouse.click(40, 400)):
        page.click("#show-tools")
        assert page.is_visible("#tools")
        assert page.is_visible("#theme")
        leave()
        page.settled()
        assert not page.is_visible("#tools")
        assert page.evaluate("document.activeElement !== document.body")
    page.resize(390, 844)
    assert page.is_disabled("#play")  # there is no film, but its row stays: the board keeps its size
    (tmp_path / "board.txt").write_text("S..\n.#E\n")
    for change in (
        lambda: page.select_option("#preset", "king"),
        lambda: page.click("#make"),
        lambda: page.tool("cost"),
        lambda: page.set_input_files("#file", tmp_path / "board.txt"),
    ):
        page.click("#show-tools")
        page.wait_for_selector("#tools")
        change()
        page.wait_for_selector("#tools", state="hidden")
        assert page.get_attribute("#show-tools", "aria-expanded") == "false"
        assert page.locator(".view >> nth=0").bounding_box()["y"] < 422


def test_the_legend_lies_below_the_pseudocode(page):
    """On a tablet, where a promise of three lines has less room than it needs."""
    page.resize(820, 1180)
    page.choose("shortest", "astar")
    page.run()
    code, legend = page.box(f"{LEFT} .code"), page.box(f"{LEFT} .legend")
    promise = page.box(f"{LEFT} .promise")
    assert legend["y"] >= promise["y"] + promise["height"] > code["y"]


# ------------------------------------------------------------------------------------- phones


@pytest.fixture(scope="module")
def phone(windows, address):
    return windows(address, width=390, height=844, has_touch=True, is_mobile=True)


def small_targets(page):
    page.settled()
    return page.evaluate(
        """() => [...document.querySelectorAll("button, select, input, summary, .chips label, .inline:has(input)")]
            .filter((one) => one.checkVisibility() && !one.closest(".inline, .chips label:not(:scope)") && one.type !== "radio")
            .map((one) => [one.getBoundingClientRect(), one]).filter(([box]) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
            .map(([box, one]) => `${Math.round(box.width)} x ${Math.round(box.height)} ${one.outerHTML.slice(0, 80)}`)"""
    )


def swipe(page, x, y, far):
    """A finger moves up by *far* pixels."""
    finger = page.context.new_cdp_session(page.page)
    for at in range(0, far + 1, 20):
        kind = "touchMove" if at else "touchStart"
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y - at}]})
        page.settled()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.settled()


def test_a_finger_that_scrolls_draws_nothing_and_one_that_taps_with_a_tool_does(phone):
    assert out_of_sight(phone, f"{LEFT} .view", "[value=wall]", "#undo", "#run") == []
    phone.run()
    board = "JSON.stringify(gridwalk.store.state.board)"
    before = phone.evaluate(board)
    swipe(phone, *phone.place(2, 2), 200)
    assert phone.evaluate(board) == before
    assert not phone.evaluate("gridwalk.store.state.past.length")
    phone.touchscreen.tap(*phone.place(0, 2))
    assert phone.evaluate(board) == before
    walls = int(phone.body("walls"))
    at = phone.place(0, 2)
    phone.locator(".strip label:has([value=wall])").tap()
    phone.touchscreen.tap(*at)  # three acts, beside the board
    phone.wait_body("walls", walls + 1)
    phone.tap("#undo")
    phone.wait_body("walls", walls)
    assert phone.evaluate("scrollY") == 0
    assert out_of_sight(phone, f"{LEFT} .view", "#undo") == []


def test_targets_are_as_large_as_a_finger(phone):
    race(phone)
    assert small_targets(phone) == []
    phone.click("#show-tools")
    assert small_targets(phone) == []
    fields = phone.eval_on_selector_all(
        "input, select",
        "(all) => all.filter((one) => one.offsetParent).map((one) => parseFloat(getComputedStyle(one).fontSize))",
    )
    assert min(fields) >= 16  # a phone zooms in on smaller ones
    phone.click("#show-tools")
    whole = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 2).length"
    for question, state in (("list", "film"), ("table", "table"), ("play", "play")):
        phone.choose(question, None, "")
        phone.run(state)
        assert small_targets(phone) == [], question
        assert phone.eval_on_selector_all(f"{LEFT} .table, {LEFT} .table button", whole) == 0


@pytest.mark.parametrize("language", ["en", "zh"])
def test_on_a_phone_the_board_keeps_its_size_whatever_is_said(phone, language):
    phone.evaluate("(language) => gridwalk.store.change({ language })", language)
    phone.click("#go-learn")
    phone.settled()
    if phone.is_visible("#again"):
        phone.click("#again")
    sizes = set()

    def see(words):
        phone.wait_for_function(
            "() => !gridwalk.store.state.asking && gridwalk.store.state.answers.every(Boolean)"
        )
        phone.settled()
        view = phone.box(f"{LEFT} .view")
        sizes.add((view["width"], view["height"], phone.locator(f"{LEFT} .view").get_attribute("data-scale")))
        assert out_of_sight(phone, f"{LEFT} .view", words) == []

    for answered in range(3):
        see("#lesson-words")
        if phone.is_visible("#go-on"):
            phone.click("#go-on")  # the film plays up to the question
            see("#ask-words")
        if phone.is_visible("#given"):
            phone.fill("#given", "1")
            phone.click("#give")
        else:
            phone.touchscreen.tap(*phone.place(4, 4))
        phone.wait_for_function(f"() => gridwalk.store.state.marks.length > {answered}")
        see("#verdict")
    assert len(sizes) == 1
    assert min(sizes)[1] > 250
    assert phone.errors == []
