"""One name for each concept: every public signature and option is read; a new word is listed here.

CONTRIBUTING has the table ("One name for each concept").
"""

import inspect
from pathlib import Path

import pytest

import gridwalk as gw
from gridwalk.cli.group import COMMANDS, command_named

# Words that stand for a notion which has another one, and that one.
INSTEAD = {
    "goals": "exits", "goal": "exits", "to": "exits", "end": "exits", "target": "exits", "source": "start",
    "random_state": "rng", "timeout": "seconds", "time": "seconds", "time_limit": "seconds",
    "filename": "file", "directory": "folder", "wall": "wall_is", "checkpoint": "keep", "journal": "keep",
    "width": "columns", "height": "rows", "algorithm": "by", "method": "by", "count": "n", "num": "n",
    "max_memory": "memory", "weights": "costs", "jobs": "on", "workers": "on",
}  # fmt: skip
OPTIONS_INSTEAD = {
    "--start": "--from", "--end": "--to", "--goal": "--to", "--exit": "--to", "--algorithm": "--by",
    "--rng": "--seed", "--timeout": "--time", "--seconds": "--time", "--file": "-o", "--path": "-o",
}  # fmt: skip
# Here these words mean what they say: a path is one of the board, a number of bytes or a form is no notion.
MEAN_THEMSELVES = {"for_size": {"height", "width"}, "unit": {"height", "width"}}
# What does not hold `within` takes a limit of its own; what finds better answers with time, a budget.
LIMITS = "seconds"
BUDGETS = {"bound", "estimate_count", "estimate_lengths", "longest"}
LIMITED = {
    "Limits", "count_many", "distance_matrix", "distances", "flee", "flow_field", "measure",
    "shortest_many", "visit", "within",
}  # fmt: skip
FILES = {"read": "file", "read_picture": "file", "read_tour": "file", "save": "file",
         "read_pairs": "file"}  # fmt: skip


def public():
    """Yield name, signature of everything public that can be called."""
    board = gw.Board.rectangle(3, 3)
    things = [board, board.paths(), board.tours(), board.cycles(), board.paths().induced(),
              board.path_pairs(((0, 0), (0, 2))),
              board.paths().shortest(), board.paths().trace(), board.flow_field()]  # fmt: skip
    kinds = {type(thing) for thing in things} | {gw.Limits, gw.Moves, gw.Sheet, gw.Picture}
    for kind in kinds:
        for name, member in inspect.getmembers(kind, callable):
            if not name.startswith("_"):
                yield name, inspect.signature(member)
    for name in gw.__all__:
        if inspect.isroutine(one := getattr(gw, name)) or one in (gw.Board, gw.Limits):
            yield name, inspect.signature(one)


CALLS = sorted({(name, tuple(given.parameters)) for name, given in public()})


def test_no_parameter_has_another_word_for_a_notion():
    wrong = [
        (name, word, INSTEAD[word])
        for name, words in CALLS
        for word in words
        if word in INSTEAD and word not in MEAN_THEMSELVES.get(name, ())
    ]
    assert wrong == []


def test_limits_and_budgets_of_time_are_two_words():
    assert {name for name, words in CALLS if LIMITS in words} <= LIMITED
    assert {name for name, words in CALLS if "anytime" in words} >= BUDGETS
    assert not {name for name, words in CALLS if {LIMITS, "anytime"} <= {*words}}


@pytest.mark.parametrize("name", FILES)
def test_files_and_folders_have_one_word(name):
    found = [words for call, words in CALLS if call == name]
    assert found
    assert all(FILES[name] in words for words in found)


def test_no_option_has_another_word_for_a_notion():
    options = {
        option
        for command in map(command_named, COMMANDS)
        for parameter in command.params
        for option in (*parameter.opts, *parameter.secondary_opts)
    }
    assert {"--from", "--to", "--by", "--seed", "--time", "--anytime", "-o"} <= options
    assert options.isdisjoint(OPTIONS_INSTEAD)


@pytest.mark.parametrize("memory", ["64MiB", 1 << 26, "65536k"])
def test_memory_is_said_as_on_the_command_line(memory):
    assert gw.Limits(memory=memory).memory == 1 << 26
    assert gw.Board.rectangle(6, 6).paths().within(memory=memory).count() == 1_262_816


def test_the_table_is_in_contributing():
    text = (Path(__file__).parent.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = text.partition("## One name for each concept")[2].partition("\n## ")[0]
    for word in ("`exits`", "`--to`", "`seconds`", "`anytime`", "`--time`", "`rng`", "`file`",
                 "`wall_is`", "`memory`", "`keep`", "`by`", "`rows, columns`", "`n`"):  # fmt: skip
        assert word in table
