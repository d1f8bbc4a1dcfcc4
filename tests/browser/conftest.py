"""Chromium, and pages of the viewer; every test fails on an error in the console.

Most tests use `page`, one page for a whole file, which is put back into its first state before each test;
`window` opens a page in a context of its own.  ``GRIDWALK_BROWSER=firefox`` runs all tests in Firefox, which
test_firefox.py always does; those fail there that need touch, a dark system, motion or the clipboard.
"""

import os
import shutil
import signal
import sys
from pathlib import Path

import pytest

from browser.person import AS_OPENED, EXAMPLES, Person, start_viewer

# The shell without windows takes less than half of the processor time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def _without(words):
    """Skip; if CI is set, where a browser must not be missing, fail."""
    if os.environ.get("CI"):
        pytest.fail(words)
    pytest.skip(words)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Report skipped tests in one line for each reason, not one for each test."""
    report = yield
    if report.skipped and isinstance(report.longrepr, tuple):
        report.longrepr = (str(Path(__file__).parent), None, report.longrepr[2])
    return report


@pytest.fixture(scope="session")
def playwright():
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _without("browser tests need playwright for Python")
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def firefox(playwright, tmp_path_factory):
    path = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
    if path is None:
        _without("tests in Firefox need it: apt-get install firefox-esr")
    program = tmp_path_factory.mktemp("firefox") / "firefox"
    relay = Path(__file__).with_name("firefox.py")
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{relay}" "{path}" "$@"\n')
    program.chmod(0o755)
    settled = {"ui.prefersReducedMotion": 1, "intl.accept_languages": "en"}
    browser = playwright.firefox.launch(
        executable_path=program, channel="moz-firefox", firefox_user_prefs=settled
    )
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def chromium(playwright):
    path = os.environ.get("GRIDWALK_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        _without("browser tests need Chromium: apt-get install chromium, or set GRIDWALK_CHROMIUM")
    browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def browser(request):
    return request.getfixturevalue(os.environ.get("GRIDWALK_BROWSER", "chromium"))


@pytest.fixture(scope="session")
def address():
    """A viewer of the articles' maze; after all tests Ctrl-C ends it without an error."""
    process, address = start_viewer(str(EXAMPLES / "articles.txt"), "--moves", "D,R,U,L")
    yield address
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=300)
    assert process.returncode == 130, err
    assert "Traceback" not in err


@pytest.fixture(scope="module")
def windows(browser):
    """Open a page in a context of its own: ``windows(address, width=390, height=844)``."""
    people = []

    def windows(at, *, width=1280, height=800, **options):
        options = {**AS_OPENED, "viewport": {"width": width, "height": height}, **options}
        people.append(Person(browser.new_context(**options).new_page()))
        if at:
            people[-1].goto(at)
            people[-1].ready()
        return people[-1]

    yield windows
    for person in people:
        person.context.close()


@pytest.fixture
def window(windows, address):
    """Open a page for one test: ``window(width=390)``, ``window(link)``, ``window(None)``."""
    people = []

    def window(at=address, **options):
        people.append(windows(at, **options))
        return people[-1]

    yield window
    for person in people:
        person.context.close()
    assert not any(person.errors for person in people), [person.errors for person in people]


@pytest.fixture(scope="module")
def shared(windows):
    return windows(None)


@pytest.fixture
def page(shared, address):
    """The page as it is just after it was opened."""
    shared.renew(address)
    shared.errors.clear()
    yield shared
    assert not shared.errors
