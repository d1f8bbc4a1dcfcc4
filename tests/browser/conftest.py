"""Chromium, and a page of the viewer; every test fails on an error in the console."""

import os
import shutil
import signal
from pathlib import Path

import pytest

from browser.person import EXAMPLES, ready, start_viewer, watch

NAMES = ("chromium", "chromium-browser", "google-chrome")


def _without(words):
    """Skip; with CI set, where a browser must not be missing, fail."""
    if os.environ.get("CI"):
        pytest.fail(words)
    pytest.skip(words)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Skipped tests stand in one line for each reason, not one for each test."""
    report = yield
    if report.skipped and isinstance(report.longrepr, tuple):
        report.longrepr = (str(Path(__file__).parent), None, report.longrepr[2])
    return report


@pytest.fixture(scope="session")
def browser():
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _without("browser tests need playwright for Python")
    path = os.environ.get("GRIDWALK_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        _without("browser tests need Chromium: apt-get install chromium, or set GRIDWALK_CHROMIUM")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def address():
    """A viewer of the articles' maze, which must end well after all that was done to it."""
    process, address = start_viewer(str(EXAMPLES / "articles.txt"), "--order", "DRUL")
    yield address
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=300)
    assert process.returncode == 130, err
    assert "Traceback" not in err


@pytest.fixture
def page(browser, address):
    """The page, just opened."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    errors = watch(page)
    page.goto(address)
    ready(page)
    yield page
    context.close()
    assert not errors
