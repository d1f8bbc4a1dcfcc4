"""-o - and --to-format: any file form on standard output, whole, and nothing else there."""

import io
import json
import os
import subprocess
import sys

import numpy as np
import pytest
from PIL import Image
from test_process import run_in_terminal

import gridwalk as gw
from gridwalk.cli import main
from gridwalk.cli.group import COMMANDS, command_named
from gridwalk.cli.values import Output

MAZE = "0 1 0\n0 0 0\n"


@pytest.fixture
def maze_file(tmp_path):
    file = tmp_path / "maze.txt"
    file.write_text(MAZE)
    return file


@pytest.fixture
def sent(capsysbinary):
    """Run a command line; return its status, the bytes on stdout, and stderr."""

    def sent(*arguments):
        with pytest.raises(SystemExit) as stop:
            main([str(argument) for argument in arguments])
        out, err = capsysbinary.readouterr()
        return stop.value.code, out, err.decode()

    return sent


ASKED = [
    *(("find", form) for form in ("svg", "png", "txt", "npy", "html")),
    *(("show", form) for form in ("svg", "png", "txt", "npy", "movingai", "map", "json")),
    *(("list", form) for form in ("svg", "png")),
    *(("sample", form) for form in ("svg", "png")),
    *(("trace", form) for form in ("gif", "png", "apng", "html", "svg", "txt", "npy")),
]


@pytest.mark.parametrize(("verb", "form"), ASKED)
def test_the_bytes_are_those_of_a_file(sent, maze_file, tmp_path, verb, form):
    """A name of a format stands for its ending; stdout has no other byte."""
    ending = {"movingai": "map"}.get(form, form)
    file = tmp_path / f"answer.{ending}"
    status, out, err = sent(verb, maze_file, "-o", file)  # of one path, which `sample` always draws
    assert (status, out) == (0, b"")
    assert f"wrote {file}" in err
    status, out, err = sent(verb, maze_file, "-o", "-", "--to-format", form)
    assert (status, out) == (0, file.read_bytes())
    assert "wrote" not in err
    if form == "html" or not out.startswith(b"PK"):  # an archive has the time in it
        again = tmp_path / "without-ending"
        assert sent(verb, maze_file, "--to-format", form, "-o", again)[0] == 0
        assert again.read_bytes() == out


def test_what_is_on_stdout_can_be_read(sent, maze_file):
    out = sent("find", maze_file, "-o", "-", "--to-format", "npy", "-q")
    path = gw.read(maze_file).paths().find()
    assert np.load(io.BytesIO(out[1])).tolist() == path.cells.tolist()
    out = sent("trace", maze_file, "-o", "-", "--to-format", "gif", "--frames", 3)
    assert Image.open(io.BytesIO(out[1])).n_frames == 3
    out = sent("make", "wilson", "3x4", "--seed", 1, "-o", "-", "--to-format", "json")
    made = str(gw.make("wilson", 3, 4, seed=1))
    assert str(gw.Board.from_text(out[1].decode())) == made


def test_no_bytes_to_a_terminal():
    status, said = run_in_terminal("find", "3x3", "-o", "-", "--to-format", "png")
    assert status == 2
    assert "png is bytes, and this is a terminal" in said
    status, said = run_in_terminal("find", "3x3", "-o", "-", "--to-format", "svg")
    assert status == 0
    assert "<svg" in said


def test_without_an_answer_stdout_is_empty(sent, tmp_path):
    closed = tmp_path / "closed.txt"
    closed.write_text("S#E\n")
    status, out, err = sent("find", closed, "-o", "-", "--to-format", "png")
    assert (status, out) == (1, b"")
    assert err.startswith("gridwalk: no way: there are no simple paths")


LARGE = [sys.executable, "-m", "gridwalk", "find", "300x300", "-o", "-", "--to-format", "svg", "--quiet"]


@pytest.mark.posix
def test_a_reader_that_goes(tmp_path):
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(LARGE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as process:
        assert process.stdout.read(4) == b"<svg"
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_a_disk_that_is_full(tmp_path):
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    with open("/dev/full", "wb") as full:
        done = subprocess.run(LARGE, stdout=full, stderr=subprocess.PIPE, env=environment, check=False)
    assert done.returncode == 3
    assert done.stderr == b"gridwalk: cannot write the answer: No space left on device\n"
    assert not list(tmp_path.iterdir())


def test_an_error_writes_nothing(sent):
    status, out, err = sent("longest", "250x250", "-o", "-", "--to-format", "svg", "--json")
    assert (status, out) == (2, b"")
    assert json.loads(err)["kind"] == "InputError"
    status, out, err = sent("longest", "250x250", "--moves", "king", "-o", "-", "--to-format", "svg")
    assert (status, out) == (3, b"")
    assert "too large for an exact answer" in err


def test_every_output_option_can_be_formed():
    for verb in COMMANDS:
        for option in command_named(verb).params:
            if isinstance(option.type, Output) and option.name == "output" and option.type.to_stdout:
                assert any("--to-format" in other.opts for other in command_named(verb).params), verb
                assert set(option.type.forms.values()) == set(option.type.endings), verb
