"""Help of the commands, tables of hints, and options that every command refuses."""

import re

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
from campaign.commands import command
from gridwalk.algorithms import names
from gridwalk.board.moves import NAMED_MOVES
from gridwalk.cli.group import COMMANDS, GROUPS, command_named, options_of
from gridwalk.cli.messages import option_of
from gridwalk.cli.mistakes import INSTEAD, WHY
from gridwalk.errors import GridwalkError
from gridwalk.errors.words import WORDS, ours
from gridwalk.makers.table import MAKERS, PUZZLES
from profiles import examples

OPTIONS = 25  # the maximum of a command, without --help


@pytest.mark.parametrize("verb", COMMANDS)
def test_a_command_has_few_options_and_describes_each(run, verb):
    status, out, _ = run(verb, "--help")
    options = [one for one in command_named(verb).params if isinstance(one, click.Option)]
    assert (status, len(options) <= OPTIONS) == (0, True)
    described = re.findall(r"^  (?:-\w, )?(--?[a-z][a-z-]*)", out[out.find("Options:") :], re.M)
    assert described == [*(max(one.opts, key=len) for one in options), "--help"]
    assert all(one.help for one in options)
    assert "Exit status:" in out
    endings = re.findall(r"(?<= )\.\w+", out.partition("FILE: ")[2].partition("\n  -")[0])
    assert len(endings) == len(set(endings))
    for line in re.findall(r"^ +gridwalk (.*)$", out.partition("Examples:")[2], re.M):
        name, *words = re.split(r" [|>] ?", line)[0].replace("'", "").replace('"Find the way"', "x").split()
        if "--formats" not in words:
            assert command_named(name).make_context(name, words, resilient_parsing=True)


@pytest.mark.parametrize("columns", ["80", "200"])
def test_the_help_lists_all_commands_by_purpose(run, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", columns)
    out = run("--help")[1]
    assert len(COMMANDS) <= 16
    assert [head for head in re.findall(r"^(\S.*):$", out, re.M) if head != "Options"] == [*GROUPS]
    for heading, group in GROUPS.items():
        part = out.partition(f"\n{heading}:\n")[2].partition("\n\n")[0]
        assert re.findall(r"^  (\S+)", part, re.M) == group.split()
    said = " ".join(out.split())
    assert all(f"{verb} {command_named(verb).get_short_help_str(1000)}" in said for verb in COMMANDS)
    assert run("help") == run("--help")
    assert run("help", "count")[1] == run("count", "--help")[1]
    assert run("-V") == run("--version") == (0, f"gridwalk {gw.__version__}\n", "")


def test_gridwalk_without_arguments_shows_three_jobs(run):
    status, out, err = run()
    assert (status, out, len(err.splitlines()) <= 14) == (2, "", True)
    lines = [line.strip() for line in err.splitlines() if line.startswith("  gridwalk ")]
    assert {line.split()[1] for line in lines} == {"shortest", "count", "make", "sheet"}
    for line in lines:
        assert command_named(line.split()[1]).make_context("", line.split()[2:])


def test_every_hint_names_an_existing_word():
    every = {name for verb in COMMANDS for name in options_of(verb)}
    assert {option_of(our) for our in WORDS["argument"].values()} <= every | INSTEAD.keys()
    for our in WORDS["command"].values():
        verb, *more = our.replace(",", "").split()
        assert verb in (*COMMANDS, "help", "--version")
        assert all(word in every for word in more if word[:2] == "--")
    algorithms = {*names("find"), *names("shortest"), *names("count"), *names("find", "tours"), "sweep"}
    assert set(WORDS["by"].values()) <= algorithms
    assert set(WORDS["maker"].values()) <= {*MAKERS, *PUZZLES}
    assert set(WORDS["moves"].values()) <= {*NAMED_MOVES, "rook", "bishop", "queen"}
    for name, taken in (("command", COMMANDS), ("by", algorithms), ("maker", MAKERS), ("moves", NAMED_MOVES)):
        assert not set(WORDS[name]) & {*taken}, name
    for name, table in WORDS.items():
        assert all(ours(name, their) == our for their, our in table.items())
        assert all(their == their.lower() for their in table)
    assert not any(option in options_of(verb) for verb, option in WHY)


@pytest.mark.parametrize("verb", COMMANDS)
def test_an_empty_word_is_refused_wherever_a_value_is_expected(run, verb):
    """A shell variable that is not set must not become the current directory, say."""
    takes = [one.opts[-1] for one in command_named(verb).params
             if isinstance(one, click.Option) and not one.is_flag]  # fmt: skip
    assert {"--from", "--moves", "--seed", "--format"} & set(takes)
    for name in takes:
        for words in ([name, ""], [f"{name}="] if name[:2] == "--" else [name, ""]):
            status, out, err = run(verb, "3x3", *words)
            assert (status, out) == (2, ""), words
            assert f"{name} is empty (a shell variable that is not set?)" in err
    assert re.search("(BOARD|MAKER) is empty", run(verb, "")[2])


ODD = "\t\n\x1c\x1f\x85\u00a0\u0661\u017f\u212a\u0131\u00b2\uff11\u00df\ud800"


@given(st.text(st.sampled_from("0123,;()- abcUDRLx.msGi" + ODD), max_size=8))
def test_any_text_is_moves_an_order_or_a_cell_or_is_refused(text):
    board = gw.Board.rectangle(4, 4)
    for reads in (gw.parse_moves, gw.ORTHOGONAL.ordered, board.open_cell):
        try:
            reads(text)
        except GridwalkError as error:
            assert str(error)  # noqa: PT017 - either is right


PYTHON = re.compile(
    r"\b[a-z_]+\((?:[a-z_]+=|\))|(?<![-\w])[a-z_]+=(?!=)|\bboard\.[a-z]|"
    r"\b(?:None|True|False|in Python)\b|\bgw\.|--[a-z]+_"
)
VALUES = (
    *("orthogonal", "king", "1,3", "DRUL", "both", "none", "0,0", "a1", "9,9", "0", "2", "7", "-1", "1.5"),
    *("1s", "auto", "bfs", "sweep", "list", "jps", "labels", "cost", "numbers", "p.svg", "p.gif", "p.npy"),
    *("state", "01", "10%", "rows", "dark", "#", "profile", "movingai"),
)


@examples(150)
@given(st.data())
def test_messages_are_in_terms_of_the_command_line(data):
    """Random options and values; of most something is wrong."""
    verb = data.draw(st.sampled_from([verb for verb in COMMANDS if verb != "view"]))
    words = [verb, data.draw(st.sampled_from(["3x4", "2x2", "-", "nosuch.txt", "wilson"]))]
    known = [option for option in command_named(verb).params if isinstance(option, click.Option)]
    for option in data.draw(st.lists(st.sampled_from(known), max_size=4)):
        name = option.opts[-1]
        words.append(name if option.is_flag else f"{name}={data.draw(st.sampled_from(VALUES))}")
    if any(option.name == "seconds" for option in known):
        words.append("--time=100ms")
    board = data.draw(st.sampled_from(["S..\n.#.\n..E", "0 1\n0 0", "S9E\n...", "S.D\n"]))
    status, _, err = command(words, board)
    assert status in (0, 1, 2, 3), err
    assert not [line for line in err.splitlines() if PYTHON.search(line)], words
