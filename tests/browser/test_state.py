"""After random actions the page shows what a fresh page with the same state shows."""

from pathlib import Path

import pytest

from profiles import number

ACTIONS = Path(__file__).with_name("actions.js").read_text()
SEQUENCES = number(100)  # of ten actions; a thousand with HYPOTHESIS_PROFILE=thorough
RENEWED = 25  # sequences until the fresh page is loaded again

RUN = "([actions, first, last]) => eval(actions).differing(first, last)"


@pytest.mark.long
def test_after_any_ten_actions_the_page_shows_what_a_fresh_page_would(page):
    page.set_default_timeout(600_000)
    for first in range(0, SEQUENCES, RENEWED):
        differs = page.evaluate(RUN, [ACTIONS, first, min(SEQUENCES, first + RENEWED)])
        assert differs is None, differs
