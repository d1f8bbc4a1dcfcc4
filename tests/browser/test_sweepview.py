"""The picture of a sweep, step by step."""

import re

import pytest

import gridwalk as gw
from browser.person import LEFT
from gridwalk.viewer.answers import sweep_data
from gridwalk.viewer.protocol import data_of

SHOW = """async ([data, answer]) => {
  const [{ SweepFilm }, { drawSweep }, { fromData }] =
    await Promise.all(["sweepview.js", "sweepdraw.js", "board.js"].map((name) => import(`./${name}`)));
  document.head.insertAdjacentHTML("beforeend", '<link rel="stylesheet" href="sweepview.css">');
  const host = document.createElement("div");
  host.id = "host";
  host.append(document.getElementById("panel").content.querySelector(".sweep").cloneNode(true));
  document.body.replaceChildren(host);
  const film = new SweepFilm(fromData(data), answer);
  window.show = (step) => {
    drawSweep(host, film.at(step));
    return film.at(step).sentence;
  };
  return film.length;
}"""


@pytest.fixture
def show(page):
    """Return a function that opens a sweep and says how many steps it has."""

    def show(paths):
        board = paths._question.board
        return page.evaluate(SHOW, [data_of(board), sweep_data(paths)])

    return show


def say(page, step):
    return page.evaluate("(step) => window.show(step)", step)


def numbers(page):
    return [int(text) for text in page.locator("#host .sweep-number").all_inner_texts()]


def test_a_sweep_by_mates_is_told_and_drawn(page, show):
    assert show(gw.Board.rectangle(4, 4).paths()) == 13
    assert "one state" in say(page, 0)
    assert "each path is a ring" in say(page, 0)
    said = say(page, 8)
    assert said == (
        "Cell (2, 0): 12 states become 17. 5 of them are reached in more than one way, "
        "and the numbers are added: 8 + 2 = 10."
    )
    assert page.locator("#host .sweep-board").get_attribute("aria-label") == said
    assert page.locator("#host .sweep-board").get_attribute("role") == "img"
    assert len(numbers(page)) == 17
    assert page.locator("#host .sweep-card.met").count() == 5
    for card in page.locator("#host .sweep-card.met").all():
        parts = re.findall(r"\d+", card.locator(".sweep-sum").inner_text())
        assert sum(map(int, parts)) == int(card.locator(".sweep-number").inner_text())
    assert (
        say(page, 99)
        == "Cell (3, 2): 1 state becomes none. Finished here: 92. The number in all is 54 + 38 + 92 = 184."
    )
    assert numbers(page) == [92]


def test_arcs_join_the_ends_of_pieces(page, show):
    """As many arcs, ends and places as the words say."""
    paths = gw.Board.rectangle(4, 4).paths()
    show(paths)
    layers = sweep_data(paths)["layers"]
    for step in (3, 8, 11):
        say(page, step)
        cards = page.locator("#host .sweep-card")
        assert cards.count() == len(layers[step]["states"])
        for card, state in zip(cards.all()[:8], layers[step]["states"], strict=False):
            assert card.locator(".sweep-piece").count() == len(state["pieces"])
            assert card.locator(".sweep-end").count() == 2 * len(state["pieces"])
            assert card.locator(".sweep-place").count() == len(layers[step]["frontier"])


def test_every_step_back_and_forth_is_the_same(page, show):
    length = show(gw.Board.rectangle(3, 4).paths())
    forth = [say(page, step) for step in range(length + 1)]
    assert [say(page, step) for step in range(length, -1, -1)] == forth[::-1]


@pytest.mark.parametrize("width", [390, 1366])
def test_nothing_is_wider_than_the_window(page, show, width):
    show(gw.Board.rectangle(6, 6).paths())
    page.set_viewport_size({"width": width, "height": 768})
    say(page, 20)
    assert page.width() <= width
    assert len(numbers(page)) > 40


def test_nothing_to_sweep(page, show):
    assert show(gw.Board.from_text(".#.").paths((0, 0), (0, 2))) == 0
    assert say(page, 0) == "There is nothing to sweep: the number is 0."


def test_a_person_watches_a_count(page):
    page.choose("watch", "simpath")
    page.run("sweep")
    page.click("#last")
    assert page.sentence() == (
        "Block 3 of 3: Cell (2, 4): 1 state becomes none. Finished here: 1. "
        "The numbers of the blocks are multiplied: 1 \u00d7 2 \u00d7 1 = 2."
    )
    assert page.locator(".sweeps .sweep-card").count() >= 1


def watched(page):
    page.choose("watch", "simpath")
    page.run("sweep")
    page.evaluate("() => gridwalk.store.change({ step: 8, playing: false })")
    page.settled()


def test_a_sweep_takes_the_room_there_is(page):
    page.evaluate("gridwalk.store.change({ tools: false })")
    page.set_viewport_size({"width": 1366, "height": 768})
    watched(page)
    box, room = page.box(".sweep-board"), page.box(f"{LEFT} .sweeps")
    assert box["width"] > 300
    assert box["height"] <= room["height"]
    assert page.box(".sweep-card")["width"] > 130
    buttons = ("zoom-in", "zoom-out", "zoom-all", "in-cells")
    assert all(page.is_disabled(f"#{button}") for button in buttons)
    page.select_option("#question", "find")
    assert not any(page.is_disabled(f"#{button}") for button in buttons)


def test_cards_are_scrolled_by_keys_and_keep_the_focus(page):
    page.clear(6, 6)
    page.evaluate("gridwalk.store.change({ tools: false })")
    page.set_viewport_size({"width": 1366, "height": 600})
    watched(page)
    page.evaluate("() => gridwalk.store.change({ step: 18 })")
    page.focus(".sweep-cards")
    page.press_keys("PageDown")
    page.wait_for_function("() => document.querySelector('.sweep-cards').scrollTop > 0")
    assert page.get_by_role("region", name="States").is_visible()
    page.press_keys("ArrowRight")
    page.settled()
    assert page.evaluate("document.activeElement.className") == "sweep-cards"


def test_a_phone_cuts_no_card(page):
    page.evaluate("gridwalk.store.change({ tools: false })")
    page.set_viewport_size({"width": 390, "height": 844})
    watched(page)
    below = page.eval_on_selector_all(
        ".sweep-card",
        """(cards) => {
            const bottom = (one) => one.getBoundingClientRect().bottom;
            cards.at(-1).scrollIntoView({block: "nearest"});
            return cards.filter((card) => bottom(card) > bottom(card.closest(".sweeps")) + 1).length;
        }""",
    )
    assert page.locator(".sweep-card").count() > 0
    assert below == 0
    assert page.width() <= 390
    assert page.box(f"{LEFT} .sentence")["y"] < page.box(f"{LEFT} .sweeps")["y"]
