"""Take the screenshot of the web page for the documentation: ``python docs/screenshots.py``.

Needs Playwright for Python and Chromium (GRIDWALK_CHROMIUM, or `chromium` on the path).
"""

import os
import shutil
import threading
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

import gridwalk as gw
from gridwalk.viewer.serve import Viewer

DOCS = Path(__file__).parent
STEP = """() => {
  const scrub = document.getElementById("scrub");
  scrub.value = Math.round(0.7 * scrub.max);
  scrub.dispatchEvent(new Event("input"));
  document.activeElement.blur();
  document.getAnimations().forEach((one) => one.finish());
}"""


def main() -> None:
    """Open the articles' maze in Chromium, and take a picture of two searches."""
    maze = gw.read(DOCS.parent / "examples/articles.txt", moves=gw.ORTHOGONAL.ordered("DRUL"))
    viewer, ready = Viewer(maze), threading.Event()
    thread = threading.Thread(target=viewer.serve_until_stopped, args=(lambda _: ready.set(),), daemon=True)
    thread.start()
    ready.wait()
    with sync_playwright() as playwright:
        chromium = os.environ.get("GRIDWALK_CHROMIUM") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
        page.goto(viewer.address)
        page.wait_for_selector("body[data-ready=true]")
        page.select_option("#beside", "find/bfs")
        page.click("#run")
        page.wait_for_selector("[data-slot=left][data-state=film]", timeout=60_000)
        page.evaluate(STEP)
        page.mouse.move(1, 1)
        file = DOCS / "pictures/viewer-light.png"
        page.screenshot(path=file)
        few = Image.open(file).convert("RGB").quantize(256, dither=Image.Dither.NONE)
        few.save(file, optimize=True)
        browser.close()
    viewer.stop()
    thread.join()


if __name__ == "__main__":
    main()
