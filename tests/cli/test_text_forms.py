"""Answers in characters: glyphs and blanks, lines of cells, labels and matrices."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import gridwalk as gw

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
MAZE, NO_WAY = EXAMPLES / "articles.txt", EXAMPLES / "no-way.txt"


@pytest.mark.parametrize("verb", [("list",), ("sample", "-n", 3, "--seed", 1)])
def test_one_path_a_line(run, verb):
    verb, *options = verb
    _, out, _ = run(verb, "3x3", *options, "--lines")
    paths = [cells_of(line) for line in out.splitlines()]
    assert len(paths) == (12 if verb == "list" else 3)


def cells_of(line):
    return [tuple(map(int, word[1:-1].split(","))) for word in line.split(" ")]


def test_lines_hold_nothing_but_cells(run):
    """No way: nothing on stdout, the words on stderr; the exit status tells."""
    status, out, err = run("find", NO_WAY, "--lines")
    assert (status, out) == (1, "")
    assert "no way: there are no simple paths" in err


REVERSED = f"{sys.executable} -c 'import sys; sys.stdout.writelines(reversed([*sys.stdin]))'"


@pytest.mark.posix
def test_lines_go_through_pipes(tmp_path):
    maze = tmp_path / "open.txt"
    maze.write_text("0" * 300 + "\n" + "\n".join(["0" * 300] * 299) + "\n")
    first = f"{sys.executable} -m gridwalk find {maze} --lines | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", first], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[0] == "0,0"
    assert done.stdout.splitlines()[1] in ("0", "141")  # head may be gone before all is written
    assert "Traceback" not in done.stderr
    turn = f"{sys.executable} -m gridwalk find {MAZE} --lines | {REVERSED}"
    backwards = subprocess.run(["bash", "-c", turn], capture_output=True, text=True, check=False).stdout
    assert backwards.splitlines()[0] == "4,4"


def test_lines_in_a_file(run, tmp_path):
    assert run("find", MAZE, "--lines", "-o", tmp_path / "x.txt")[:2] == (0, "")
    assert (tmp_path / "x.txt").read_text() == run("find", MAZE, "--lines")[1]


def test_a_plain_matrix_is_read_again(run, tmp_path):
    for blanks in ((), ("--blanks",)):
        matrix = tmp_path / "matrix.txt"
        matrix.write_text(run("show", MAZE, "--glyphs", "01", "--no-marks", *blanks)[1])
        assert gw.read(matrix) == gw.read(MAZE)
    assert run("show", MAZE, "--no-marks")[1].count("S") == 0


def flood(rows):
    """The labels of a 0/1 matrix, from 1, -1 in walls and 0 where there is none: wave after wave."""
    labels = [[-1 if cell == "1" else 0 for cell in row] for row in rows]
    wave, number = {(0, 0)}, 1
    while wave:
        for row, column in wave:
            labels[row][column] = number
        number += 1
        wave = {
            (r, c)
            for row, column in wave
            for r, c in ((row + 1, column), (row, column + 1), (row - 1, column), (row, column - 1))
            if 0 <= r < len(rows) and 0 <= c < len(rows[0]) and labels[r][c] == 0
        }
    return labels


def test_labels_and_no_way(run, tmp_path):
    """Where the exit is walled in, all that can be reached has its label, and the exit has none."""
    rows = ["0001", "0101", "0011", "1110"]
    maze = tmp_path / "shut.txt"
    maze.write_text("\n".join(rows))
    options = ("--by", "labels", "--labels")
    status, out, _ = run("shortest", maze, *options)
    assert status == 1
    assert out.split("\n\n")[1].startswith("no way")
    assert [word for line in out.split("\n\n")[0].splitlines() for word in line.split()] == [
        str(label - 1) if label > 0 else "-1" if label else "." for row in flood(rows) for label in row
    ]


def test_matrices_in_a_file(run, tmp_path):
    file = tmp_path / "x.txt"
    assert run("trace", MAZE, "--footprints", "--at", 3, "-o", file)[:2] == (0, "")
    assert file.read_text() == run("trace", MAZE, "--footprints", "--at", 3)[1]


def test_a_tour_is_traced_in_step_numbers(run):
    tour = ("5x5", "--moves", "knight", "--tour", "--from", "0,0")
    drawn = run("trace", *tour, "--frames", 1)[1].split("\n")[1:6]
    assert drawn == run("find", *tour)[1].split("\n")[:5]


def test_no_colours_in_files(run, monkeypatch, spy, tmp_path):
    monkeypatch.delenv("NO_COLOR", raising=False)
    spy(sys.stdout, "isatty", lambda _: True)
    assert "\x1b[" in run("find", MAZE)[1]
    run("find", MAZE, "-o", tmp_path / "x.txt")
    assert "\x1b" not in (tmp_path / "x.txt").read_text()


def test_glyphs_beyond_ascii(run):
    assert run("show", "2x2", "--glyphs", "·█", "--no-marks")[1] == "··\n··\n"
    words = [sys.executable, "-m", "gridwalk", "show", MAZE, "--glyphs", "·█"]
    done = subprocess.run(
        words, env=os.environ | {"PYTHONIOENCODING": "ascii"}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "--glyphs needs Unicode, and stdout is ascii" in done.stderr
