"""Screenshots of the viewer: `python docs/screenshots.py` takes those of the README and the guide, and
`python docs/screenshots.py FOLDER` every scene, light and dark, at a desk and on a phone, to be looked at.

Needs Playwright for Python and Chromium (GRIDWALK_CHROMIUM, or `chromium` on the path).
"""

from __future__ import annotations

import os
import shutil
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import gridwalk as gw

if TYPE_CHECKING:
    from playwright.sync_api import Page

EXAMPLES = Path(__file__).parent.parent / "examples"
DESK, TABLET, PHONE = (1366, 768), (820, 1180), (390, 844)
LEFT = "[data-slot=left]"


def film(share: float, preset: str | None = None, *, beside: str | None = None) -> Callable[[Page], None]:
    """Return the scene of a film at a *share* of its length: of a preset, with an algorithm *beside* it."""

    def scene(page: Page) -> None:
        if preset is not None:
            choose_preset(page, preset)
        if beside is not None:
            page.select_option("#beside", beside)
        ask(page, "film")
        to(page, share)

    return scene


def listed(page: Page) -> None:
    """All paths, the second page."""
    page.select_option("#question", "list")
    show_tools(page)
    page.click("#clear")
    ask(page, "film")
    page.wait_for_selector("#pages[data-first='0']")
    page.click("#next")
    page.wait_for_selector("#pages[data-first='12']")
    page.click("#paths button >> nth=3")


def closing(preset: str, state: str) -> Callable[[Page], None]:
    """Return the scene of an answer that has closed in, between its bounds."""

    def scene(page: Page) -> None:
        choose_preset(page, preset)
        ask(page, state)

    return scene


def answered(
    question: str, state: str, preset: str | None = None, share: float = 0
) -> Callable[[Page], None]:
    """Return the scene of a question's answer, at a *share* of its film."""

    def scene(page: Page) -> None:
        if preset is not None:
            choose_preset(page, preset)
        page.select_option("#question", question)
        ask(page, state)
        to(page, share)

    return scene


def lesson(number: int, share: float) -> Callable[[Page], None]:
    """Return the scene of a lesson at a *share* of its film."""

    def scene(page: Page) -> None:
        show_tools(page)
        page.click("#go-learn")
        page.select_option("#lessons", str(number - 1))
        page.wait_for_selector(f"{LEFT}[data-state=film]")
        to(page, share)

    return scene


def walked(page: Page) -> None:
    """A knight that a person leads, with hints."""
    choose_preset(page, "chess")
    page.select_option("#question", "play")
    ask(page, "play")
    for _ in range(9):
        before = page.get_attribute(LEFT, "data-walked")
        page.click("#hint")
        page.wait_for_function(
            "(before) => document.querySelector('[data-slot=left]').dataset.walked !== before", arg=before
        )
    page.check("#hints")


def made(page: Page) -> None:
    """A maze that is being made."""
    choose_preset(page, "maze")
    show_tools(page)
    page.click("#watch")
    page.wait_for_selector(f"{LEFT}[data-state=making]")
    to(page, 0.6)


def counted(page: Page) -> None:
    """A long number."""
    choose_preset(page, "grid")
    show_tools(page)  # on a phone a preset closes them
    page.fill("#rows", "12")
    page.fill("#columns", "12")
    page.click("text=Resize")
    ask(page, "number")


SWEEP = """async ([data, answer, step]) => {
  const [{ SweepFilm }, { drawSweep }, { fromData }] =
    await Promise.all(["sweepview.js", "sweepdraw.js", "board.js"].map((name) => import(`./${name}`)));
  const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "sweepview.css" });
  const loaded = new Promise((done) => sheet.addEventListener("load", done));
  document.head.append(sheet);
  const said = document.createElement("p"), host = document.createElement("div");
  host.append(document.getElementById("panel").content.querySelector(".sweep").cloneNode(true));
  document.body.replaceChildren(said, host);
  const frame = new SweepFilm(fromData(data), answer).at(step);
  drawSweep(host, frame);
  said.textContent = frame.sentence;
  await loaded;
}"""


def swept(page: Page) -> None:
    """A step of a sweep over 4 x 4 cells, alone."""
    from gridwalk.viewer.answers import sweep_data
    from gridwalk.viewer.protocol import data_of

    board = gw.Board.rectangle(4, 4)
    page.evaluate(SWEEP, [data_of(board), sweep_data(board.paths()), 8])


SCENES: dict[str, Callable[[Page], None]] = {
    "maze": film(0.7),  # of the articles, depth-first
    "beside": film(0.6, "maze", beside="find/dfs"),
    "hills": film(0.5, "hills"),  # Dijkstra over costs
    "tour": film(1, "chess"),
    "walking": film(0.62, "chess"),
    "raced": film(0.05, "open", beside="shortest/astar"),
    "barrier": film(0.6, "barrier"),  # A* over costs
    "jumps": film(0.5, "king"),
    "listed": listed,
    "counted": counted,
    "estimated": closing("estimate", "estimate"),
    "closing": closing("clutter", "path"),
    "large": film(0.5, "large"),  # 255 x 255
    "lesson": lesson(3, 0.5),
    "race": lesson(11, 0.4),
    "table": answered("table", "table", "king"),
    "lengths": answered("lengths", "lengths", "grid"),
    "watched": answered("watch", "sweep", "every-path", 0.7),
    "walked": walked,
    "made": made,
    "swept": swept,
}


def ask(page: Page, state: str) -> None:
    """Press Search, and wait for the answer; tools that cover the page are put away."""
    if page.is_visible("#show-tools") and page.is_visible("#rows"):
        page.click("#show-tools")
    page.click("#run")
    page.wait_for_selector(f"{LEFT}[data-state={state}]", timeout=60_000)
    page.wait_for_function("() => !gridwalk.store.state.asking")


def choose_preset(page: Page, name: str) -> None:
    """Choose a board; the tools may have to be opened first."""
    show_tools(page)
    page.select_option("#preset", name)
    page.wait_for_function("() => !gridwalk.store.state.making")


def show_tools(page: Page) -> None:
    """Open the tools where a narrow page has put them away."""
    if page.is_visible("#show-tools") and not page.is_visible("#rows"):
        page.click("#show-tools")


def to(page: Page, share: float) -> None:
    """Go to some place in the film."""
    page.evaluate(
        "(share) => { const scrub = document.getElementById('scrub');"
        "scrub.value = Math.round(share * scrub.max); scrub.dispatchEvent(new Event('input')); }",
        share,
    )


def take(page: Page, address: str, scene: Callable[[Page], None], file: Path, *, whole: bool = False) -> None:
    """Take one scene on a page just opened."""
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector("body[data-ready=true]")
    scene(page)
    page.mouse.move(1, 1)
    if page.is_visible("#show-tools[aria-expanded=true]"):
        page.click("#show-tools")
    page.evaluate(
        "() => { document.activeElement.blur(); document.getAnimations().forEach((one) => one.finish()); }"
    )
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.screenshot(path=file, full_page=whole)


def for_readme(open_page: Callable[..., Page], address: str) -> None:
    """Take the pictures of the README and the guide, in few colours so that they are small."""
    from PIL import Image

    pictures = Path(__file__).parent / "pictures"
    pictures.mkdir(exist_ok=True)
    for name, place, theme, scene in (
        ("light", DESK, "light", "beside"),
        ("dark", DESK, "dark", "walking"),
        ("phone", PHONE, "light", "maze"),
        ("closing", DESK, "light", "closing"),
        ("sweep", (1000, 840), "light", "swept"),
    ):
        file = pictures / f"viewer-{name}.png"
        take(open_page(place, theme), address, SCENES[scene], file)
        few = Image.open(file).convert("RGB").quantize(256, dither=Image.Dither.NONE)
        few.save(file, optimize=True)


def all_scenes(open_page: Callable[..., Page], address: str, folder: Path) -> None:
    """Take every scene, light and dark, at a desk and on a phone, to be looked at."""
    folder.mkdir(parents=True, exist_ok=True)
    for place, size in {"desk": DESK, "tablet": TABLET, "phone": PHONE}.items():
        for theme in ("light", "dark"):
            page = open_page(size, theme)
            for name, scene in SCENES.items():
                file = folder / f"viewer-{name}-{place}-{theme}.png"
                take(page, address, scene, file, whole=place == "phone")
            page.close()


def main(folder: Path | None) -> None:
    """Serve the articles' maze, open it in Chromium, and take pictures."""
    from playwright.sync_api import sync_playwright

    from gridwalk.viewer.serve import Viewer

    viewer = Viewer(gw.read(EXAMPLES / "articles.txt", moves=gw.ORTHOGONAL.ordered("DRUL")))
    ready = threading.Event()
    thread = threading.Thread(target=viewer.serve_until_stopped, args=(lambda _: ready.set(),), daemon=True)
    thread.start()
    ready.wait()
    chromium = os.environ.get("GRIDWALK_CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])

        def open_page(size: tuple[int, int], theme: str) -> Page:
            width, height = size
            return browser.new_page(
                viewport={"width": width, "height": height}, color_scheme=theme, reduced_motion="reduce"
            )

        if folder is None:
            for_readme(open_page, viewer.address)
        else:
            all_scenes(open_page, viewer.address, folder)
        browser.close()
    viewer.stop()
    thread.join()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
