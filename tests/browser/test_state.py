"""After random actions the page shows what a fresh page with the same state shows."""

from pathlib import Path

import pytest

from browser.person import ready, watch
from profiles import number

ACTIONS = Path(__file__).with_name("actions.js").read_text()
SEQUENCES = number(100)  # of ten actions; a thousand with HYPOTHESIS_PROFILE=thorough
RENEWED = 25  # sequences until the fresh page is loaded again

RUN = "([actions, first, last]) => eval(actions).differing(first, last)"


@pytest.fixture
def quick_page(browser, address):
    context = browser.new_context(viewport={"width": 1000, "height": 700}, reduced_motion="reduce")
    page = context.new_page()
    errors = watch(page)
    page.goto(address)
    ready(page)
    yield page
    context.close()
    assert not errors


def test_after_any_ten_actions_the_page_shows_what_a_fresh_page_would(quick_page):
    quick_page.set_default_timeout(600_000)
    for first in range(0, SEQUENCES, RENEWED):
        differs = quick_page.evaluate(RUN, [ACTIONS, first, min(SEQUENCES, first + RENEWED)])
        assert differs is None, differs
