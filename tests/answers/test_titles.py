"""Everything that a path may have been found by has a title."""

import ast
from pathlib import Path

import pytest

import gridwalk as gw
from gridwalk.algorithms import title_of, titles

SOURCE = Path(gw.__file__).parent
MAKES = {"found": (1,), "path": (1,), "_found": (3,), "Path": (3,), "tour": (0,)}  # where the name stands
KEEPS = {"by", "BY", "NAME", "ANYTIME", "SWEEP"}


def named(tree):
    """The names that a module gives to what it finds."""
    for node in ast.walk(tree):
        given = []
        if isinstance(node, ast.Call):
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            given = [node.args[i] for i in MAKES.get(called, ()) if i < len(node.args)]
            given += [word.value for word in node.keywords if word.arg == "by" and called in MAKES]
        elif isinstance(node, ast.Assign):
            kept = {getattr(target, "attr", getattr(target, "id", "")) for target in node.targets}
            given = [node.value] if kept & KEEPS else []
        yield from (one.value for one in given if isinstance(one, ast.Constant) and type(one.value) is str)


def test_every_name_in_the_code_has_a_title():
    folders = ("search", "tours", "planner", "listing", "allpaths", "longest")
    files = [path for folder in folders for path in (SOURCE / folder).rglob("*.py")]
    files.append(SOURCE / "reading.py")
    names = {name for path in files for name in named(ast.parse(path.read_text(encoding="utf-8")))} - {""}
    assert {"bfs", "legs", "edges", "rotations", "roth", "file", "sweep"} <= names
    assert not {name for name in names if name not in titles()} - {"auto"}


@pytest.mark.parametrize("members", [
    lambda: gw.Board.rectangle(6, 6, moves=gw.KNIGHT, wrap="both").tours(closed=True),
    lambda: gw.Board.rectangle(3, 3, moves=gw.KING, wrap="both").tours(closed=True),
    lambda: gw.Board.rectangle(4, 4).paths().through((0, 3)),
])  # fmt: skip
def test_what_is_found_has_a_title_in_plain_words(members):
    by = members().find().by
    assert title_of(by) != by


def test_a_name_of_no_algorithm_is_its_own_title():
    assert title_of("mine") == "mine"
