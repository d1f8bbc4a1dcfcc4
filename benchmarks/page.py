"""How soon is the first picture there, from the start of ``gridwalk view`` on?  Aim: 2 s.

A whole process and a new page each round, in a browser that is already open; the figure is the median.
Needs playwright and Chromium (or GRIDWALK_CHROMIUM, its path); says so where they are missing.
"""

import os
import shutil
import statistics
import subprocess
import sys
import time

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
COMMAND = [sys.executable, "-m", "gridwalk", "view", "--no-open", "8x8", "--moves", "knight"]


def first_picture(browser):
    """Return the seconds until the page of a new viewer is painted."""
    page = browser.new_page()
    began = time.perf_counter()
    process = subprocess.Popen(COMMAND, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        page.goto(process.stdout.readline().strip())
        page.wait_for_selector("[data-slot=left] .view[data-painted]")
        return time.perf_counter() - began
    finally:
        page.close()
        process.terminate()
        process.communicate()


def main(count=7):
    """Print the median."""
    path = os.environ.get("GRIDWALK_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        path = None
    if path is None:
        print("page: skipped, it needs playwright and Chromium")
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        seconds = [first_picture(browser) for _ in range(count)]
        browser.close()
    print(
        f"page: first picture after {statistics.median(seconds):.2f} s "
        f"(median of {count}, {min(seconds):.2f} to {max(seconds):.2f}; aim: 2)"
    )
