"""What a person does on the page, and what it shows then: the table of steps in ``steps.txt``.

An entry of the table has a name (a line that begins with ``#``) and steps, parted by ``;`` or lines.  A step
is an action (``VERB ARGUMENTS``, of `Doing`; a dash stands for an argument that is left out), or a check:
``NAME = VALUE``, ``NAME ~ WORDS`` (contains), ``NAME !~ WORDS``, ``shown SELECTOR``, ``hidden SELECTOR``,
``on SELECTOR``, ``off SELECTOR``, ``focus SELECTOR``, ``js EXPRESSION``.  A check waits until it holds.
A name is that of a value of `FACTS`, ``left.NAME`` for the data of the left panel, one of `PLACES`, or a
selector.  Two blanks at the beginning of a line continue the line before.
"""

import os
import re
import time
from pathlib import Path

import pytest

import gridwalk as gw
from browser.person import EXAMPLES, LEFT, RIGHT
from gridwalk.viewer.address import link_of

PLACES = {
    "outcome": f"{LEFT} .outcome", "sentence": f"{LEFT} .sentence", "small": f"{LEFT} .small",
    "title": f"{LEFT} h2", "code": f"{LEFT} .code", "legend": f"{LEFT} .legend", "table": f"{LEFT} .table",
    "line": f"{LEFT} .code [aria-current]", "right.outcome": f"{RIGHT} .outcome",
    "notice": "#notice p", "summary": "#summary", "place": "#place", "range": "#range",
}  # fmt: skip
BOARD = gw.Board.rectangle
LINKS = {
    "longest": link_of(BOARD(2, 3), "longest"),
    "through": link_of(BOARD(4, 4), "shortest/dijkstra", through=[(0, 3)]),
    "torus": link_of(BOARD(6, 6, moves=gw.KNIGHT, wrap="both"), "closed/auto"),
    "step": link_of(BOARD(3, 3), "find/dfs", step=10**6),
    "nonsense": link_of(BOARD(2, 2), "constructor/name", "toString/name"),
    "find/halves": link_of(BOARD(2, 2), "find/halves"),
    "beside": link_of(BOARD(2, 2), "find/bfs", "count/auto"),
}
PATIENCE = int(os.environ.get("GRIDWALK_PATIENCE", "120"))  # seconds for a check


def cell(word):
    """Return row and column of ``2,3``; halves point at the sides of cells."""
    return tuple(map(float, word.split(",")))


class Doing:
    """The actions of the table, as methods with the words of a step."""

    def __init__(self, page):
        self.page = page

    def choose(self, *words):
        self.page.choose(*(None if word == "-" else "" if word == "none" else word for word in words))

    def open(self, name):
        self.page.set_input_files("#file", EXAMPLES / name)

    def clear(self, rows, columns):
        self.page.clear(int(rows), int(columns))

    def size(self, rows, columns):
        self.page.size(int(rows), int(columns))

    def scrub(self, step):
        self.page.scrub(int(step))

    def cell(self, at):
        self.page.click_cell(*cell(at))

    def drag(self, *cells):
        self.page.drag(*map(cell, cells))

    def board(self, *rows):
        """Show a board drawn with S, E, # and dots."""
        self.do(
            "const [{ boardOf }, { replaced }] = await Promise.all(['presets', 'state'].map((one) =>"
            f" import(`./${{one}}.js`))); const shown = boardOf({{ drawing: '{' '.join(rows)}' }});"
            "gridwalk.store.change((state) => replaced({ ...state, following: false }, shown))"
        )

    def fill(self, selector, *words):
        self.page.fill(selector, " ".join(words))

    def paste(self, *words):
        self.page.paste(" ".join(words).replace("\\n", "\n"))

    def drop(self, name, *words):
        self.page.drop(name, " ".join(words).encode())

    def focus_board(self):
        self.page.focus(f"{LEFT} .view")

    def lesson(self, *words):
        self.page.lesson(" ".join(words))

    def follow(self, name):
        """Open one of `LINKS`, or a fragment."""
        said = self.page.evaluate("(link) => gridwalk.follow(link)", LINKS.get(name, name))
        self.page.evaluate("(said) => said && gridwalk.store.change({ said })", said)

    def state(self, *words):
        """Change values of the state."""
        self.do(f"gridwalk.store.change({{ {' '.join(words)} }})")

    def select_option(self, selector, *words):
        self.page.select_option(selector, "" if words == ("-",) else " ".join(words), force=True)

    def do(self, *words):
        """Run statements of JavaScript."""
        self.page.evaluate(f"async () => {{ {' '.join(words)} }}")
        self.page.settled()


def value(page, name):
    """Return the text of a name; "": there is none, or it is not seen."""
    if name.startswith("left."):
        return page.fact(name.removeprefix("left."))
    if name not in PLACES and name[0] not in "#.[":
        return page.body(name)
    seen = "(one) => one?.checkVisibility() ? one.innerText.trim() : ''"
    return page.evaluate(f"(name) => ({seen})(document.querySelector(name))", PLACES.get(name, name))


def check(page, step):
    """Return a function: whether the check holds, and what there is instead; None: *step* is an action."""
    verb, _, rest = step.partition(" ")
    selector = PLACES.get(rest, rest)
    tests = {
        "shown": lambda: page.is_visible(selector), "hidden": lambda: not page.is_visible(selector),
        "on": lambda: page.is_enabled(selector), "off": lambda: page.is_disabled(selector),
        "focus": lambda: page.evaluate("(one) => document.activeElement.matches(one)", selector),
        "js": lambda: page.evaluate(rest),
    }  # fmt: skip
    if verb in tests:
        return lambda: (tests[verb](), "")
    if found := re.fullmatch(r"([#.[].*?|\S+) (=|~|!~) ?(.*)", step):
        name, sign, wanted = found.groups()

        def compared():
            text = value(page, name) or ""
            holds = text == wanted if sign == "=" else (wanted in text) == (sign == "~")
            return holds, text

        return compared
    return None


def walk(page, steps):
    """Do the steps of an entry."""
    for step in re.findall(r"(?m)^do .*|[^;\n](?:[^;\n]|;(?! ))*", steps):
        if holds := check(page, step := step.strip()):
            until = time.monotonic() + PATIENCE
            while not (found := holds())[0]:
                assert time.monotonic() < until, f"{step}: {found[1]!r}"
                page.wait_for_timeout(15)
        else:
            verb, *words = step.split()
            verb = {"select": "select_option", "keys": "press_keys"}.get(verb, verb).replace("-", "_")
            print(step)
            (getattr(Doing(page), verb, None) or getattr(page, verb))(*words)


TEXT = Path(__file__).with_name("steps.txt").read_text("utf-8").replace("\n  ", " ")
TABLE = dict(re.findall(r"^# (.*)\n((?:.+\n)+)", TEXT, flags=re.MULTILINE))


@pytest.mark.parametrize("name", TABLE)
def test_steps(page, name):
    walk(page, TABLE[name])
