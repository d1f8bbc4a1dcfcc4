"""The picture of a sweep, step by step."""

import re

import gridwalk as gw
from browser.person import LEFT
from gridwalk.draw.pagedata import board_data
from gridwalk.viewer.answers import sweep_data

SHOW = """async ([data, answer]) => {
    const [{ fromData }] = [await import("./board.js")], board = fromData(data);
    gridwalk.store.change(({ said }) => ({
        board, panels: [{ question: "watch", by: "simpath" }], step: 0, said,
        answers: [{ ...answer, question: "watch", by: "simpath", board }], told: [[]], progress: [null],
    }));
}"""


def show(page, paths):
    page.evaluate(SHOW, [board_data(paths._question.board), sweep_data(paths)])
    page.settled()


def say(page, step):
    page.scrub(step)
    page.settled()
    return page.sentence()


def numbers(page):
    return [int(text) for text in page.locator(f"{LEFT} .sweep-number").all_inner_texts()]


def test_a_sweep_by_mates_is_explained_and_drawn(page):
    """As many arcs, ends and places as the states have; numbers that are added are numbers of a state."""
    paths = gw.Board.rectangle(4, 4).paths()
    show(page, paths)
    assert page.get_attribute("#scrub", "max") == "13"
    assert "one state" in say(page, 0)
    assert "each path is a ring" in say(page, 0)
    said = say(page, 8)
    assert said == (
        "Cell (2, 0): 12 states become 17. 5 of them are reached in more than one way, "
        "and the numbers are added: 8 + 2 = 10."
    )
    board = page.locator(f"{LEFT} .sweep-board")
    assert (board.get_attribute("aria-label"), board.get_attribute("role")) == (said, "img")
    assert len(numbers(page)) == 17
    met = page.locator(f"{LEFT} .sweep-card.met").all()
    assert len(met) == 5
    for card in met:
        parts = re.findall(r"\d+", card.locator(".sweep-sum").inner_text())
        assert sum(map(int, parts)) == int(card.locator(".sweep-number").inner_text())
    layer = sweep_data(paths)["layers"][8]
    for card, state in list(zip(page.locator(f"{LEFT} .sweep-card").all(), layer["states"], strict=True))[:8]:
        assert card.locator(".sweep-piece").count() == len(state["pieces"])
        assert card.locator(".sweep-end").count() == 2 * len(state["pieces"])
        assert card.locator(".sweep-place").count() == len(layer["frontier"])
    end = "Cell (3, 2): 1 state becomes none. Finished here: 92. The number in all is 54 + 38 + 92 = 184."
    assert say(page, 13) == end
    assert numbers(page) == [92]
    page.keyboard.press("Home")
    assert say(page, 8) == said
    show(page, gw.Board.from_text(".#.").paths((0, 0), (0, 2)))
    assert page.sentence() == "There is nothing to sweep: the number is 0."


def test_a_sweep_fits_wide_windows_and_phones(page):
    show(page, gw.Board.rectangle(6, 6).paths())
    page.resize(1366, 600)
    say(page, 18)
    assert len(numbers(page)) > 40
    box, room = page.box(".sweep-board"), page.box(f"{LEFT} .sweeps")
    assert box["width"] > 300
    assert box["height"] <= room["height"]
    assert page.box(".sweep-card")["width"] > 120
    assert all(page.is_disabled(f"#{name}") for name in ("zoom-in", "zoom-out", "zoom-all", "in-cells"))
    page.focus(".sweep-cards")  # cards are scrolled by keys and keep the focus
    page.press_keys("PageDown")
    page.wait_for_function("() => document.querySelector('.sweep-cards').scrollTop > 0")
    assert page.get_by_role("region", name="States").is_visible()
    page.press_keys("ArrowRight")
    page.settled()
    assert page.evaluate("document.activeElement.className") == "sweep-cards"
    page.resize(390, 844)
    below = page.eval_on_selector_all(
        ".sweep-card",
        """(cards) => {
            const bottom = (one) => one.getBoundingClientRect().bottom;
            cards.at(-1).scrollIntoView({block: "nearest"});
            return cards.filter((card) => bottom(card) > bottom(card.closest(".sweeps")) + 1).length;
        }""",
    )
    assert below == 0
    assert page.width() <= 390
    assert page.box(f"{LEFT} .sentence")["y"] < page.box(f"{LEFT} .sweeps")["y"]
