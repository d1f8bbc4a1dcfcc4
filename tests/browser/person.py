"""A person at the page: every action and every look that the tests of the page share."""

import os
import re
import signal
import subprocess
import sys
import tempfile
from base64 import b64decode, b64encode
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"

AS_OPENED = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
LEFT, RIGHT = "[data-slot=left]", "[data-slot=right]"
CAUGHT = """() => {
    const make = URL.createObjectURL;
    window.caught = null;
    URL.createObjectURL = (blob) => {
        URL.createObjectURL = make;
        HTMLAnchorElement.prototype.click = async function () {
            delete HTMLAnchorElement.prototype.click;
            const bytes = [...new Uint8Array(await blob.arrayBuffer())];
            window.caught = [this.download, btoa(bytes.map((one) => String.fromCharCode(one)).join(""))];
        };
        return "#";
    };
}"""

# The values of the state as texts, with the data of the body.
FACTS = """async () => {
    const { board, panels: [{ question, by }, beside], asking, making, sight } = gridwalk.store.state;
    const { cellsOf, isOutside, isWall } = await import("./shapes.js"), { steps } = cellsOf(board);
    const cells = [...board.cells.keys()].filter((v) => !isOutside(board, v));
    const walled = (v) => steps.filter((_, k) => 2 * k < steps.length && isWall(board, v, k)).length;
    const facts = {
        ...board, question, by, beside: beside ? `${beside.question}/${beside.by}` : "",
        walls: cells.filter((v) => !board.cells[v]).length, costs: board.cells.some((cost) => cost > 1),
        sides: cells.reduce((number, v) => number + walled(v), 0), asking: asking > 0, making,
        zoom: sight.zoom.toFixed(2),
    };
    const text = (one) => (Array.isArray(one) ? one.join(" ") : String(one));
    const texts = Object.fromEntries(Object.entries(facts).map(([name, one]) => [name, text(one)]));
    return { ...document.body.dataset, ...texts };
}"""
# The page is a function of its state, so the first state makes it new (test_state.py compares the two).
RENEW = """async () => {
    if (!window.asOpened) return false;
    localStorage.clear();
    document.dispatchEvent(new CustomEvent("choose-theme", { detail: "" }));
    gridwalk.asker.cancel();
    gridwalk.lesson = undefined;
    gridwalk.store.change(structuredClone(asOpened));
    document.activeElement.blur();
    scrollTo(0, 0);
    document.getElementById("order").value = asOpened.board.order;
    document.getElementById("given").value = "";
    document.getElementById("keys").hidden = true;
    return true;
}"""


def start_viewer(*arguments, browser=None, ignores=False):
    """Start the command, with a program for the browser if there is to be one; return it and its address.

    It *ignores* SIGINT as the jobs of a script do, or takes it as at a terminal.
    """
    taken = signal.SIG_IGN if ignores else signal.default_int_handler
    process = subprocess.Popen(
        [sys.executable, "-m", "gridwalk", "view", *["--no-open"] * (browser is None), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
        | ({} if browser is None else {"BROWSER": str(browser)}),
        preexec_fn=lambda: signal.signal(signal.SIGINT, taken),  # noqa: PLW1509
    )
    return process, process.stdout.readline().strip()


def digits(text):
    """The number that *text* begins with; where it stands in running text its digits are in threes."""
    return int(re.sub("\u202f", "", re.match("[\\d\u202f]+", text)[0]))


class Person:
    """A page of Playwright, with all that it can do, and what a person does and sees in one step."""

    def __init__(self, page):
        self.page, self.errors = page, []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._heard)
        page.set_default_timeout(
            int(os.environ.get("GRIDWALK_PATIENCE", "300")) * 1000
        )  # also where a kernel is compiled first, on a busy machine

    def __getattr__(self, name):
        return getattr(self.page, name)

    def _heard(self, said):
        # The one warning allowed is about the tests' own looking at pixels.
        if said.type in ("error", "warning") and "willReadFrequently" not in said.text:
            self.errors.append(said.text)

    def renew(self, address):
        """Show the page as it is just after it was opened at *address*, of which it is a page already."""
        self.set_viewport_size(AS_OPENED["viewport"])
        self.emulate_media(color_scheme="light", reduced_motion="reduce", forced_colors="none")
        if not self.evaluate(RENEW):
            self.open(address)
            self.evaluate("window.asOpened = structuredClone(gridwalk.store.state)")
        self.mouse.move(1, 1)
        self.settled()

    def resize(self, width, height):
        """Change the size of the window; the tools lie beside a board in wide windows only."""
        self.set_viewport_size({"width": width, "height": height})
        self.evaluate("gridwalk.store.change({ tools: false })")
        self.settled()

    def ready(self):
        """Wait for the first picture."""
        self.wait_for_selector("body[data-ready=true]")
        self.wait_for_selector(f"{LEFT} .view[data-painted]")
        self.eval_on_selector_all("details", "(all) => all.forEach((one) => { one.open = true; })")
        if self.viewport_size["width"] > 1000:
            self.evaluate("gridwalk.store.change({ tools: true })")  # beside the board

    def open(self, address):
        """Open an address, also one that differs from that of the page in its board only."""
        self.goto("about:blank")
        self.goto(address)
        self.ready()

    def settled(self):
        """Wait until all that was asked for is painted."""
        self.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def count_strokes(self):
        """From now on, count what is asked of any canvas: `strokes` has the calls of each picture."""
        self.evaluate(
            """() => {
                const canvas = CanvasRenderingContext2D.prototype;
                let calls = 0, images = 0;
                for (const name of Object.getOwnPropertyNames(canvas)) {
                    const before = Object.getOwnPropertyDescriptor(canvas, name);
                    if (typeof before.value !== "function") continue;
                    canvas[name] = function (...all) {
                        calls++;
                        images += name === "putImageData";
                        return before.value.apply(this, all);
                    };
                }
                window.pictures = [];
                const next = () => {
                    window.pictures.push([calls, images]);
                    calls = images = 0;
                    requestAnimationFrame(next);
                };
                requestAnimationFrame(next);
            }"""
        )

    def strokes(self):
        """The most calls and images that a picture took since `count_strokes`, and how many there were."""
        drawn = [(calls, images) for calls, images in self.evaluate("window.pictures") if calls]
        return max(calls for calls, _ in drawn), max(images for _, images in drawn), len(drawn)

    # ------------------------------------------------------------------------------- texts and facts

    def body(self, name):
        return self.evaluate(FACTS).get(name)

    def bodies(self, *names):
        facts = self.evaluate(FACTS)
        return [facts[name] for name in names]

    def wait_body(self, name, value):
        while self.body(name) != str(value):
            self.wait_for_timeout(20)

    def fact(self, name, panel=LEFT):
        return self.locator(panel).get_attribute(f"data-{name}")

    def outcome(self, panel=LEFT):
        return self.inner_text(f"{panel} .outcome")

    def sentence(self, panel=LEFT):
        return self.inner_text(f"{panel} .sentence")

    def small(self, panel=LEFT):
        return self.inner_text(f"{panel} .small")

    def summary(self):
        self.settled()
        return self.inner_text("#summary")

    def said(self, words):
        """Wait for these words above the board."""
        self.wait_for_function(
            "(words) => document.getElementById('summary').textContent.includes(words)", arg=words
        )

    # ------------------------------------------------------------------------------------- actions

    def run(self, state="film", panel=LEFT):
        if state != "play":  # who walks is told the moves at once
            self.click("#run")
        self.wait_for_selector(f"{panel}[data-state={state}]")
        self.wait_body("asking", "false")

    def choose(self, question, by=None, beside=None):
        if not self.is_visible("#question"):
            self.click("#go-draw")
        self.select_option("#question", question)
        if by is not None and self.is_enabled("#by"):
            self.select_option("#by", by)
        if beside is not None and self.is_visible("#beside"):
            self.select_option("#beside", beside)

    def fill(self, selector, text):
        """Write into a field; emptied first, for in Firefox the driver adds to a number that is there."""
        self.page.fill(selector, "")
        self.page.fill(selector, text)

    def press_keys(self, *keys):
        for key in keys:
            self.keyboard.press(key)

    def scrub(self, step):
        self.evaluate(
            """(step) => {
                const scrub = document.getElementById("scrub");
                scrub.value = step;
                scrub.dispatchEvent(new Event("input"));
            }""",
            step,
        )

    def tool(self, name):
        self.check(f"[name=tool][value={name}]", force=True)

    def lesson(self, name):
        self.click("#go-learn")
        self.select_option("#lessons", name)
        self.settled()

    def size(self, rows, columns):
        self.fill("#rows", str(rows))
        self.fill("#columns", str(columns))
        self.click("text=Resize")
        self.wait_body("rows", rows)

    def clear(self, rows=6, columns=8):
        self.click("#clear")
        self.size(rows, columns)
        self.wait_body("walls", 0)

    def preset(self, name):
        self.select_option("#preset", name, force=True)
        self.wait_for_function("() => !gridwalk.store.state.making")
        self.settled()

    def place(self, row, column, panel=LEFT):
        """Where a cell's middle is on the page."""
        self.settled()
        view = self.locator(f"{panel} .view")
        view.scroll_into_view_if_needed()
        box = view.bounding_box()
        scale, x, y = (float(view.get_attribute(f"data-{name}")) for name in ("scale", "x", "y"))
        return box["x"] + x + (column + 0.5) * scale, box["y"] + y + (row + 0.5) * scale

    def click_cell(self, row, column):
        self.mouse.click(*self.place(row, column))

    def drag(self, *cells):
        self.mouse.move(*self.place(*cells[0]))
        self.mouse.down()
        for cell in cells[1:]:
            self.mouse.move(*self.place(*cell), steps=4)
        self.mouse.up()

    def paste(self, text):
        self.evaluate(
            """(text) => {
                const clipboardData = new DataTransfer();
                clipboardData.setData("text/plain", text);
                const paste = new ClipboardEvent("paste", {bubbles: true, cancelable: true});
                Object.defineProperty(paste, "clipboardData", {value: clipboardData}); // not in Firefox
                document.body.dispatchEvent(paste);
            }""",
            text,
        )

    def drop(self, name, content):
        """Drop a file of these bytes."""
        self.evaluate(
            """([name, content]) => {
                const dataTransfer = new DataTransfer(), {body} = document;
                const how = {dataTransfer, bubbles: true, cancelable: true};
                const bytes = Uint8Array.from(atob(content), (one) => one.charCodeAt(0));
                dataTransfer.items.add(new File([bytes], name));
                for (const kind of ["dragover", "drop"]) body.dispatchEvent(new DragEvent(kind, how));
            }""",
            [name, b64encode(content).decode()],
        )

    def saved(self):
        """The board in the address, as the page has put it there."""
        self.wait_body("saved", "true")
        return self.url

    def download(self, name):
        """Press a button that saves; return the name of the file and where it is."""
        if self.context.browser.browser_type.name == "firefox":  # whose driver hears of no downloads
            self.evaluate(CAUGHT)
            self.click(f"#save-{name}")
            self.wait_for_function("() => window.caught")
            name, content = self.evaluate("() => window.caught")
            path = Path(tempfile.mkdtemp()) / name
            path.write_bytes(b64decode(content))
            return name, path
        with self.expect_download() as download:
            self.click(f"#save-{name}")
        return download.value.suggested_filename, download.value.path()

    def text_of(self):
        return self.download("text")[1].read_text()

    # ------------------------------------------------------------------------------------- pictures

    def colours(self, layer, cells, panel=LEFT, aside=0.3):
        """The colours #rrggbb of cells in a layer, beside their middles; None: nothing is painted."""
        places = [(row + 0.5 + aside, column + 0.5 + aside) for row, column in cells]
        every = self.pixels(layer, places, panel)
        return [None if rgba[3] == 0 else "#{:02x}{:02x}{:02x}".format(*rgba[:3]) for rgba in every]

    def colour(self, row, column, layer, aside=0.3):
        """The colour of one cell."""
        return self.colours(layer, [(row, column)], aside=aside)[0]

    def pixels(self, layer, places, panel=LEFT):
        """What is painted at places, in cells from the corner of the board: red, green, blue, opacity."""
        self.settled()
        return self.evaluate(
            """([panel, layer, places]) => {
                const host = document.querySelector(`${panel} .view`), {scale, x, y} = host.dataset;
                const context = host.querySelector(`[data-layer=${layer}]`).getContext("2d");
                const at = (start, cells) => (Number(start) + cells * scale) * devicePixelRatio;
                const rgba = (x, y) => [...context.getImageData(x, y, 1, 1).data];
                return places.map(([row, column]) => rgba(at(x, column), at(y, row)));
            }""",
            [panel, layer, places],
        )

    def named_colour(self, name):
        return self.evaluate(
            "(name) => getComputedStyle(document.documentElement).getPropertyValue(name)", f"--{name}"
        )

    def picture(self, panel=LEFT):
        """All layers of a panel, to be compared."""
        self.settled()
        return self.evaluate(
            "(which) => [...document.querySelectorAll(which)].map((canvas) => canvas.toDataURL())",
            f"{panel} canvas",
        )

    def width(self):
        """How wide what is shown is, also beyond the window."""
        return self.evaluate("document.documentElement.scrollWidth")

    def box(self, selector):
        return self.locator(selector).first.bounding_box()
