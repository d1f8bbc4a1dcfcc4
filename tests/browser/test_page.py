"""The page itself: its first picture, both themes, narrow screens, and who cannot use a mouse."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from browser.person import LEFT


def test_light_and_dark(page):
    light, colour = page.picture(), page.named_colour("page")
    page.select_option("#theme", "dark")
    assert page.named_colour("page") != colour
    assert page.picture() != light
    page.reload()
    page.ready()
    assert page.named_colour("page") != colour
    page.select_option("#theme", "light")
    page.emulate_media(color_scheme="dark")
    page.settled()
    assert page.named_colour("page") == colour  # what was chosen wins
    page.select_option("#theme", label="as the system")
    page.settled()
    assert page.named_colour("page") != colour


def test_nothing_is_cut_off(page):
    page.choose("find", "dfs", "shortest/labels")
    page.run()
    for width in (1600, 1024, 820, 360):
        page.set_viewport_size({"width": width, "height": 800})
        check_widths(page, width)
    page.click("#show-tools")
    check_widths(page, 360)


def check_widths(page, width):
    page.settled()
    assert page.width() <= width
    cut = page.evaluate(
        """() => [...document.querySelectorAll("button, label, dt, dd, h2, .code li, legend")]
            .filter((one) => one.offsetParent && getComputedStyle(one).display !== "inline")
            .filter((one) => one.scrollWidth > one.clientWidth + 1)
            .map((one) => one.outerHTML.slice(0, 80))"""
    )
    assert cut == []
    for view in page.query_selector_all(".view"):
        box = view.bounding_box()
        assert min(box["width"], box["height"]) >= 190


def test_on_a_phone_the_tools_make_way_for_the_board(page, tmp_path):
    page.evaluate("gridwalk.store.change({ tools: false })")
    page.set_viewport_size({"width": 390, "height": 844})
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
    page.choose("find", "bfs")
    page.run()
    assert page.is_visible("#play")
    page.select_option("#question", "count")
    assert page.is_disabled("#play")
    page.set_viewport_size({"width": 1280, "height": 800})
    assert page.is_visible("#play")


@pytest.mark.parametrize("width", [1280, 390])
def test_every_control_has_a_name_and_is_reached_by_keyboard(page, width):
    page.evaluate("gridwalk.store.change({ tools: false })")
    page.set_viewport_size({"width": width, "height": 800})
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
    for _ in range(3 * wanted):
        page.keyboard.press("Tab")
        tab = page.evaluate("document.activeElement.dataset.tab ?? null")
        if tab is not None:
            reached.append(int(tab))
        if len(set(reached)) == wanted:
            break
    assert reached == list(range(wanted))  # all, and in the order of the page
    tabs = {name: int(page.get_attribute(f"#{name}", "data-tab")) for name in ("go-learn", "run", "play")}
    assert tabs["play"] - tabs["run"] <= 3
    assert tabs["play"] - tabs["go-learn"] <= 11  # it was the 43rd stop


@pytest.mark.long
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing_serious(page, width):
    page.set_viewport_size({"width": width, "height": 844})
    if page.is_visible("#show-tools"):
        page.click("#show-tools")
    found = {}
    for question, by, beside in (("shortest", "bfs", "find/dfs"), ("list", "list", "")):
        page.choose(question, by, beside)
        page.run()
        if question == "list":
            page.click("#paths button >> nth=0")
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            page.wait_for_selector(f"html[data-theme={theme}]")
            found[question, theme] = serious(page)
    assert not any(found.values()), found


def serious(page):
    """What axe-core finds on the page, without what it calls minor or moderate."""
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    return [
        (found["id"], found["help"], [node["html"] for node in found["nodes"]])
        for found in Axe().run(page).response["violations"]
        if found["impact"] not in ("minor", "moderate")
    ]


def test_words_stand_out(page):
    page.run()
    assert faint_words(page) == []
    page.select_option("#theme", "dark")
    assert faint_words(page) == []


def faint_words(page):
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    return page.evaluate(
        """() => {
            const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
            const light = (colour) => {
                const [r, g, b] = numbers(colour).slice(0, 3).map((part) => part / 255)
                    .map((part) => part < 0.04 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            const behind = (one) => {
                for (; one; one = one.parentElement) {
                    const colour = getComputedStyle(one).backgroundColor;
                    if ((numbers(colour)[3] ?? 1) > 0) return colour;
                }
                return "rgb(255, 255, 255)";
            };
            const wrong = [];
            for (const one of document.querySelectorAll("body *")) {
                const said = (node) => node.nodeType === 3 && node.textContent.trim();
                const own = [...one.childNodes].some(said);
                if (!own || !one.offsetParent || one.disabled || one.tagName === "OPTION") continue;
                const pair = [getComputedStyle(one).color, behind(one)].map(light).sort((a, b) => b - a);
                const contrast = (pair[0] + 0.05) / (pair[1] + 0.05);
                if (contrast < 4.5) wrong.push([contrast.toFixed(2), one.outerHTML.slice(0, 80)]);
            }
            return wrong;
        }"""
    )


def test_what_happens_is_announced(page):
    assert page.get_attribute("#summary", "aria-live") == "polite"
    page.run()
    assert page.summary() == "Found a path of 8 moves (depth-first, a stack)."
    assert page.get_attribute("#scrub", "aria-valuetext") == "step 18 of 18"


def test_an_idle_page_paints_nothing(page):
    page.run()
    page.settled()
    painted = page.get_attribute("[data-slot=left] .view", "data-painted")
    frames = page.evaluate(
        """() => new Promise((done) => {
            let n = 0;
            const next = () => (++n < 30 ? requestAnimationFrame(next) : done(n));
            next();
        })"""
    )
    assert frames == 30
    assert page.get_attribute("[data-slot=left] .view", "data-painted") == painted
    assert page.body("asking") == "false"


BUTTONS = {
    "list": "List", "order": "List", "estimate": "Estimate", "table": "Compare", "play": "Play",
    **dict.fromkeys(("count", "lengths", "watch", "tours", "closedtours", "cycles"), "Count"),
}  # fmt: skip


def test_every_question_stands_alone_on_the_first_board(page):
    """No second board, no empty box, and only what the question is about."""
    questions = "Array.from(document.getElementById('question').options, ({ value }) => value)"
    questions = page.evaluate(questions)
    assert len(questions) == 18
    for question in questions:
        page.preset("race")
        assert page.body("beside") == "shortest/bfs"
        page.select_option("#question", question)
        page.settled()
        assert page.body("beside") == ("shortest/bfs" if question == "find" else ""), question
        assert page.is_visible("#beside") == (question in ("find", "shortest", "tour")), question
        assert page.inner_text("#run") == BUTTONS.get(question, "Search")
        check_boxes(page)
        if question == "watch":  # the board is too large
            page.wait_for_selector("#run:disabled")
            page.click("#instead")
            page.wait_for_selector(f"{LEFT}[data-state=sweep]")
        elif question != "play":
            page.click("#run")
            page.wait_body("asking", "false")
            page.settled()
        assert page.fact("state") not in ("error", "cancelled", "idle"), question
        check_boxes(page)
        legend = page.inner_text(f"{LEFT} .legend")
        assert "path" not in legend or BUTTONS.get(question) != "Count", question


def check_boxes(page):
    """A box that is seen has something in it; a stack or queue, which may be empty, is that of a film."""
    assert page.is_hidden(f"{LEFT} .waiting") or page.fact("state") == "film"
    for box, content in ((".closing", "svg *"), (".table", "td"), (".code", "li")):
        if page.is_visible(f"{LEFT} {box}"):
            assert page.locator(f"{LEFT} {box} {content}").count(), box


def test_a_new_maze_is_one_click_and_one_undo(page):
    page.clear(11, 17)
    for _ in range(2):
        page.click("#new-maze")
        page.said("Made: backtracker, seed ")
        assert int(page.body("walls")) > 40
        page.click("#undo")
        page.wait_body("walls", 0)


def test_two_boards_have_two_names(page):
    regions = ".view, .inside"
    names = f"[...document.querySelectorAll('{regions}')].map((one) => one.ariaLabel).slice(0, 2)"
    assert page.evaluate(names) == ["Board, 5 rows, 5 columns", "What happens"]
    page.preset("race")
    page.settled()
    names = names.replace(".slice(0, 2)", "")
    assert page.evaluate(names) == [
        "Board, 11 rows, 17 columns, depth-first", "What happens, depth-first",
        "Board, 11 rows, 17 columns, breadth-first", "What happens, breadth-first",
    ]  # fmt: skip
