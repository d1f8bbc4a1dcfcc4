"""What the command line says: its own words in errors, JSON for programs, help, and what it refuses."""

import json
import re
from pathlib import Path

import click
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

import gridwalk as gw
from campaign.commands import command
from gridwalk.cli import output
from gridwalk.cli.answers import PIECE, json_pieces
from gridwalk.cli.group import COMMANDS, command_named
from gridwalk.cli.status import Status
from gridwalk.errors import GridwalkError
from inside import failing
from profiles import examples
from published import ROOK_PATHS

ROOT = Path(__file__).parent.parent.parent
BIG = ROOK_PATHS[12]


# ------------------------------------------------------------------------------------ errors


PYTHON = re.compile(
    r"\b[a-z_]+\((?:[a-z_]+=|\))|(?<![-\w])[a-z_]+=(?!=)|\bboard\.[a-z]|"
    r"\b(?:None|True|False|in Python)\b|\bgw\.|--[a-z]+_"
)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("show 3x3 --wall 0,0", "or move the mark first with --from"),
        ("show 3x3 --wall 2,2", "or move the mark first with --to"),
        ("shortest 30x30 --through 9,9 --length 300", "paths can still be listed one by one (it would"),
        ("shortest 30x30 --through 9,9 --length 91..", "paths can still be listed one by one (it would"),
        ("longest 40x40 --moves king", "answer: --anytime 10s finds a long path, with a bound ("),
        ("count 40x40", "answer: --approx 5% estimates the number ("),
        ("find {numbers} --costs", "or say --wall-is 0"),
        ("find {picture}", "such as --from 0,3 --to 0,7, or mark"),
        ("trace 3x3 --tour --by bfs", "--by bfs is not known"),
        ("find 3x3 --tour --closed --to 0,0", "--to is for open tours only"),
        ("find 1x2000 --by dfs-recursive", "--by dfs-recursive went"),
        ("make wilson 99999x99999", ""),
        ("make caves 3x3 --mask nosuch.txt", "nosuch.txt: there is no such file"),
        ("trace 40x40 -o film.gif --pixels 900 --frames 2000", ""),
        ("trace 2100x2100 --by bfs -o film.gif", "draw one step of it instead, with --at"),
        ("convert 3x3 - --portal 0,0:2,2:-1", "the portal from (0, 0) to (2, 2), -1.0, must be"),
        ("sheet 5x5 --title \u0f40 -o sheet.pdf", "no font of this machine has"),
        ("sheet 5x5 -o -", "-o - names no form: name a file"),
        ("find 3x3 -o .", "the ending of --output . is not known"),
        ("show 3x3 --measure -o a.png", "--measure prints numbers"),
        ("show 3x3 --dark", "--dark is for pictures: give one with -o, such as FILE.png"),
        ("show 3x3 -o a.txt --dark", "--dark is for pictures"),
        ("show 3x3 -o a.svg --pixels 3", "--pixels is for pictures"),
        ("convert 3x3 a.txt --dark", "--dark is for pictures"),
    ],
)
def test_errors_have_no_words_of_python(run, tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    texts = {"doubled": "SS..\nEE..\n", "numbers": "0 1\n0 0\n"}
    for name, text in texts.items():
        (tmp_path / f"{name}.txt").write_text(text)
    openings = np.pad(np.full((9, 9), 255, np.uint8), 1)
    openings[0, [3, 5, 7]] = 255
    Image.fromarray(openings.repeat(10, axis=0).repeat(10, axis=1)).save(tmp_path / "picture.png")
    files = {name: f"{name}.txt" for name in texts} | {"picture": "picture.png"}
    status, _, err = run(*words.format(**files).split())
    last = err.splitlines()[-1]
    assert status in (2, 3)
    assert said in last
    assert not PYTHON.search(last)


WORDS = (
    *("orthogonal", "king", "1,3", "DRUL", "both", "none", "0,0", "a1", "9,9", "0"),
    *("2", "7", "-1", "1.5", "64MiB"),
    *("1s", "auto", "bfs", "sweep", "list", "jps", "labels", "cost", "numbers", "p.svg", "p.gif", "p.npy"),
    *("state", "01", "threads:2", "10%", "rows", "dark", "#", "profile", "movingai"),
)


@examples(150)
@given(st.data())
def test_whatever_is_said_is_in_the_words_of_the_command_line(data):
    """Random options and values; of most something is wrong."""
    verbs = [verb for verb in COMMANDS if verb not in ("view",)]
    verb = data.draw(st.sampled_from(verbs))
    words = [verb, data.draw(st.sampled_from(["3x4", "2x2", "-", "nosuch.txt", "wilson"]))]
    known = [option for option in command_named(verb).params if isinstance(option, click.Option)]
    for option in data.draw(st.lists(st.sampled_from(known), max_size=4)):
        name = option.opts[-1]
        words.append(name if option.is_flag else f"{name}={data.draw(st.sampled_from(WORDS))}")
    if any(option.name == "seconds" for option in known):
        words.append("--time=100ms")
    status, _, err = command(
        words, data.draw(st.sampled_from(["S..\n.#.\n..E", "0 1\n0 0", "S9E\n...", "S.D\n"]))
    )
    assert status in (0, 1, 2, 3), err
    for line in err.splitlines():
        assert not PYTHON.search(line), (words, line)


@pytest.mark.parametrize("verb", ["count", "count --lengths"])
def test_explaining_leaves_no_trace(run, tmp_path, verb):
    status, out, _ = run(*verb.split(), "5x5", "--explain")
    assert status == 0
    assert "chosen" in out
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "verb", ["show", "find", "shortest", "longest", "list", "count", "sample", "trace", "view"]
)
def test_an_empty_word_is_refused_wherever_a_value_is_expected(run, verb):
    """A shell variable that is not set must not become the current directory, or whatever else."""
    takes = [
        option.opts[-1]
        for option in command_named(verb).params
        if not getattr(option, "is_flag", True) and option.opts
    ]
    assert {"--from", "--to", "--moves"} <= set(takes)
    for name in takes:
        for words in ([name, ""], [f"{name}="]):
            status, out, err = run(verb, "3x3", *words)
            assert (status, out) == (2, ""), words
            assert f"{name} is empty (a shell variable that is not set?)" in err
    assert "BOARD is empty" in run(verb, "")[2]


def test_an_empty_checkpoint_writes_nothing(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("find", "4x4", "-o", "")[0] == 2
    assert not list(tmp_path.iterdir())


ODD = "\t\n\x1c\x1f\x85\u00a0\u0661\u017f\u212a\u0131\u00b2\uff11\u00df\ud800"


@given(st.text(st.sampled_from("0123,;()- abcUDRLx.msGi" + ODD), max_size=8))
def test_any_text_is_moves_an_order_or_a_cell_or_is_refused(text):
    board = gw.Board.rectangle(4, 4)
    for reads in (gw.parse_moves, gw.ORTHOGONAL.ordered, board.open_cell):
        try:
            reads(text)
        except GridwalkError as error:
            assert str(error)  # noqa: PT017 - either is right


def test_a_separator_is_no_part_of_a_number(run):
    assert run("find", "8x8", "--moves", "1,\x1c2")[0] == 2


# ------------------------------------------------------------------------------------ JSON


def test_exact_numbers_stand_as_text_too(run):
    answer = json.loads(run("count", "12x12", "--json")[1])
    assert (answer["count"], answer["count_text"]) == (BIG, str(BIG))
    answer = json.loads(run("count", "4x4", "--lengths", "--json")[1])
    assert answer["lengths"] == {"6": 20, "8": 36, "10": 48, "12": 48, "14": 32}
    assert answer["lengths_text"] == {name: str(number) for name, number in answer["lengths"].items()}
    assert (answer["count"], answer["count_text"]) == (184, "184")


@pytest.mark.parametrize(
    ("words", "kind", "status"),
    [
        ("count nosuch.txt --json", "FileError", 2),
        ("count 3x3 --json --bogus", "NoSuchOption", 2),
        ("find 3x3 --json --by guess", "ArgumentError", 2),
        ("count 250x250 --json", "HopelessError", 3),
        ("find 8x8 --moves knight --tour --by dfs --time 50ms --json", "TimeLimitError", 3),
    ],
)
def test_errors_are_json_on_stderr(run, words, kind, status):
    code, out, err = run(*words.split())
    told = json.loads(err.splitlines()[-1])
    assert (code, out, told["kind"], told["status"]) == (status, "", kind, status)
    assert "\n" not in told["error"]


@examples(75)
@given(st.integers(0, 3), st.sampled_from([0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE]), st.booleans())
def test_pieces_of_json_make_the_whole(columns, rows, floats):
    array = np.arange(rows * max(1, columns)).reshape((rows, columns) if columns else (rows,))
    array = array / 8 if floats else array
    value = {"a": 1, "cells": array, "none": None, "text": "\u00e4"}
    pieces = list(json_pieces(value))
    assert "".join(pieces) == json.dumps({**value, "cells": array.tolist()}, separators=(",", ":"))
    assert max(map(len, pieces)) < 20 * (PIECE + 3)


def test_what_no_json_can_hold_is_never_written():
    with pytest.raises(ValueError, match="JSON"):
        list(json_pieces({"seconds": float("inf")}))


# ------------------------------------------------------------------------------------ help, statuses


def test_every_exit_status_is_in_help_and_guide(run):
    texts = run("--help")[1], (ROOT / "docs/howto/shell.md").read_text()
    for text in texts:
        table = text[text.lower().index("exit status") :]
        assert all(re.search(rf"\b{status.value}\b", table) for status in Status)
    for status in Status:
        assert status.meaning in texts[0]


def test_help_is_whole(run, monkeypatch):
    for columns in ("80", "200"):
        monkeypatch.setenv("COLUMNS", columns)
        out = " ".join(run("--help")[1].split())
        assert "List every path of BOARD as a drawing, and their number." in out
        assert "..." not in out.replace("[ARGS]...", "")
    assert run("help") == run("--help")
    assert run("help", "count")[1] == run("count", "--help")[1]
    assert run("-V") == run("--version") == (0, f"gridwalk {gw.__version__}\n", "")


def test_an_error_of_its_own_is_no_missing_path(run, spy):
    spy(output, "quality", failing(ZeroDivisionError("a fault")))
    status, _, err = run("find", "3x3")
    assert status == 70
    assert err.startswith(
        "gridwalk: internal error: ZeroDivisionError: a fault; this is a bug in gridwalk, please"
    )
