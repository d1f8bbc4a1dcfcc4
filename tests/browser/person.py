"""What a person does with the page, and sees on it."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"

LEFT, RIGHT = "[data-slot=left]", "[data-slot=right]"


def start_viewer(*arguments):
    """Start the command; return the process and its address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "gridwalk", "view", "--no-open", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    )
    return process, process.stdout.readline().strip()


def watch(page):
    """Return the list to which the page's errors will be added."""
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    # The one warning allowed is about the tests' own looking at pixels.
    page.on(
        "console",
        lambda said: (
            errors.append(said.text)
            if said.type in ("error", "warning") and "willReadFrequently" not in said.text
            else None
        ),
    )
    page.set_default_timeout(300_000)  # also where a kernel is compiled first, on a busy machine
    return errors


def ready(page):
    """Wait for the first picture."""
    page.wait_for_selector("body[data-ready=true]")
    page.wait_for_selector("[data-slot=left] .view[data-painted]")
    page.eval_on_selector_all("details", "(all) => all.forEach((one) => { one.open = true; })")


def body(page, name):
    return page.locator("body").get_attribute(f"data-{name}")


def fact(page, name, panel=LEFT):
    return page.locator(panel).get_attribute(f"data-{name}")


def wait_body(page, name, value):
    page.wait_for_selector(f"body[data-{name}='{value}']")


def tool(page, name):
    page.check(f"[name=tool][value={name}]", force=True)


def place(page, row, column, panel=LEFT):
    """Where a cell's middle is on the page."""
    settled(page)
    view = page.locator(f"{panel} .view")
    view.scroll_into_view_if_needed()
    box = view.bounding_box()
    scale, x, y = (float(view.get_attribute(f"data-{name}")) for name in ("scale", "x", "y"))
    return box["x"] + x + (column + 0.5) * scale, box["y"] + y + (row + 0.5) * scale


def settled(page):
    """Wait until all that was asked for is painted."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def click(page, row, column):
    page.mouse.click(*place(page, row, column))


def drag(page, *cells):
    page.mouse.move(*place(page, *cells[0]))
    page.mouse.down()
    for cell in cells[1:]:
        page.mouse.move(*place(page, *cell), steps=4)
    page.mouse.up()


def run(page, state="film"):
    page.click("#run")
    page.wait_for_selector(f"{LEFT}[data-state={state}]")
    page.wait_for_selector("body[data-asking=false]")


def choose(page, question, by=None, beside=None):
    page.select_option("#question", question)
    if by is not None and page.is_enabled("#by"):
        page.select_option("#by", by)
    if beside is not None:
        page.select_option("#beside", beside)


def scrub(page, step):
    page.evaluate(
        """(step) => {
            const scrub = document.getElementById("scrub");
            scrub.value = step;
            scrub.dispatchEvent(new Event("input"));
        }""",
        step,
    )


def colours(page, layer, cells, panel=LEFT, aside=0.3):
    """The colours #rrggbb of cells in a layer, beside their middles; None: nothing is painted."""
    settled(page)
    every = page.evaluate(
        """([panel, layer, cells, aside]) => {
            const host = document.querySelector(`${panel} .view`), {scale, x, y} = host.dataset;
            const context = host.querySelector(`[data-layer=${layer}]`).getContext("2d");
            const at = (start, cell) => (Number(start) + (cell + 0.5 + aside) * scale) * devicePixelRatio;
            const rgba = (x, y) => [...context.getImageData(x, y, 1, 1).data];
            return cells.map(([row, column]) => rgba(at(x, column), at(y, row)));
        }""",
        [panel, layer, cells, aside],
    )
    return [None if rgba[3] == 0 else "#{:02x}{:02x}{:02x}".format(*rgba[:3]) for rgba in every]


def colour(page, row, column, layer, aside=0.3):
    """The colour of one cell."""
    return colours(page, layer, [(row, column)], aside=aside)[0]


def named_colour(page, name):
    return page.evaluate(
        "(name) => getComputedStyle(document.documentElement).getPropertyValue(name)", f"--{name}"
    )


def picture(page, panel=LEFT):
    """All layers of a panel, to be compared."""
    settled(page)
    return page.evaluate(
        "(panel) => [...document.querySelectorAll(`${panel} canvas`)].map((canvas) => canvas.toDataURL())",
        panel,
    )


def outcome(page, panel=LEFT):
    return page.inner_text(f"{panel} .outcome")


def small(page, panel=LEFT):
    return page.inner_text(f"{panel} .small")


def digits(text):
    """The number that *text* begins with; where it stands in running text its digits are in threes."""
    return int(re.sub("\u202f", "", re.match("[\\d\u202f]+", text)[0]))


def size(page, rows, columns):
    page.fill("#rows", str(rows))
    page.fill("#columns", str(columns))
    page.click("text=Resize")
    wait_body(page, "rows", rows)


def clear(page, rows=6, columns=8):
    page.click("#clear")
    size(page, rows, columns)
    wait_body(page, "walls", 0)


def saved(page):
    """The board in the address, as the page has put it there."""
    wait_body(page, "saved", "true")
    return page.url


def text_of(page):
    with page.expect_download() as download:
        page.click("#save-text")
    return download.value.path().read_text()
