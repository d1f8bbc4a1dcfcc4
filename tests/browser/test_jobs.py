"""What a person has to do for five jobs: Tab stops, keys, clicks and taps, counted."""

from browser.person import LEFT, RIGHT

MOST = {"play": 4, "race": 1, "wall": 3, "cost": 2, "table": 2}  # 38, 3, 6, 4 and 2 once, with a scroll


class Doing:
    """A person whose every act is counted."""

    def __init__(self, page):
        self.page, self.acts = page, 0

    def __getattr__(self, name):
        self.acts += 1
        return getattr(self.page, name)


def test_the_film_plays_a_few_stops_after_search_and_by_one_key(window, address):
    page = window(address, width=1366, height=768)
    page.run()
    page.click("#first")
    page.focus("#run")
    stops = 0
    while page.evaluate("document.activeElement.id") != "play":
        page.keyboard.press("Tab")
        stops += 1
    assert stops < MOST["play"]
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Space")
    page.wait_for_function("gridwalk.store.state.playing")


def test_the_race_is_counted_in_cells_as_it_is_opened(viewer, window):
    page = window(viewer()[1], width=1366, height=768)
    doing = Doing(page)
    doing.click("#play")
    assert doing.acts <= MOST["race"]
    page.evaluate("gridwalk.store.change({ playing: false })")
    page.scrub(30)
    counted = [page.inner_text(f"{side} [data-counter=expanded]") for side in (LEFT, RIGHT)]
    assert counted == ["30", "30"]


def test_a_wall_is_drawn_and_undone_on_a_phone_without_leaving_the_board(window, address):
    page = window(address, width=390, height=844, has_touch=True)
    walls = page.body("walls")
    at = page.place(0, 2)
    doing = Doing(page)
    doing.locator(".strip label:has([value=wall])").tap()
    doing.touchscreen.tap(*at)
    page.wait_body("walls", int(walls) + 1)
    doing.locator(".strip #undo").tap()
    page.wait_body("walls", walls)
    assert doing.acts <= MOST["wall"]
    assert page.evaluate("scrollY") == 0


def test_a_cost_after_an_answer_goes_on_with_another_search(window, address):
    page = window(address, width=1366, height=768)
    page.choose("shortest", "bfs")
    page.run()
    at = page.place(0, 2)
    doing = Doing(page)
    doing.check("[name=tool][value=cost]", force=True)
    doing.mouse.click(*at)
    page.wait_body("by", "dijkstra")
    page.wait_for_selector(f"{LEFT}[data-state=film]")
    assert doing.acts <= MOST["cost"]


def test_the_table_of_all_searches_is_seen_whole(window, address):
    page = window(address, width=1366, height=768)
    doing = Doing(page)
    doing.select_option("#question", "table")
    doing.click("#run")
    page.wait_for_selector(f"{LEFT}[data-state=table]")
    assert doing.acts <= MOST["table"]
    assert page.eval_on_selector(f"{LEFT} .table", "(one) => one.scrollWidth <= one.clientWidth")
