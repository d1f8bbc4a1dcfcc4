"""What the page shows is a function of its state: after random actions it shows what a fresh page with that state shows."""

from pathlib import Path

import pytest

from browser.person import ready, watch
from profiles import number

ACTIONS = Path(__file__).with_name("actions.js").read_text()
SEQUENCES = number(1000)  # of ten actions
RENEWED = 25  # sequences until the fresh page is loaded again

RUN = """async ([actions, first, last]) => {
    const tools = eval(actions), wait = (ms) => new Promise((done) => setTimeout(done, ms));
    const other = window.open(location.pathname, "fresh");
    for (let i = 0; i < 1000 && !(other.gridwalk && other.document.body?.dataset.ready === "true"); i++) await wait(10);
    const fresh = structuredClone(other.gridwalk.store.state);
    for (let seed = first; seed < last; seed++) {
        const random = tools.random(seed), actions = tools.actions(random), names = Object.keys(actions), done = [];
        for (let i = 0; i < 10; i++) {
            const name = names[random(names.length)];
            done.push(`${name} ${actions[name]() ?? ""}`.trim());
            await null; // what is shown follows when an event is over
            if (random(2)) await wait(0);
            if (random(3) === 0) await tools.quiet();
        }
        await tools.quiet();
        const { state } = window.gridwalk.store, wanted = tools.shown(window);
        other.gridwalk.store.change(structuredClone(state));
        await wait(0);
        const found = tools.shown(other);
        const at = wanted.findIndex((line, i) => line !== found[i]);
        const same = at < 0 && wanted.length === found.length;
        if (!same) {
            const part = (lines) => lines.slice(Math.max(0, at - 3), at + 2).map((line) => line.slice(0, 300));
            other.close();
            return { seed, done, shown: part(wanted), fresh: part(found), state: JSON.stringify({ ...state, past: 0, future: 0, refused: 0, answers: 0, told: 0 }).slice(0, 1500) };
        }
        other.gridwalk.store.change(structuredClone(fresh));
    }
    other.close();
    return null;
}"""


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
