"""Command lines with their whole output: `tests/golden/commands.txt` has them on record.

A line of the record begins with ``$`` (the command), ``=`` (the exit status, if it is not 0), ``|`` (stdout),
``!`` (stderr) or ``+`` (a file that was written).  Times and progress are left out.  To add a command line,
write a line ``$ ...`` and run ``python tests/cli/test_transcripts.py``, which writes the record anew;
``git diff`` shows every output that has changed.
"""

import io
import os
import re
import shlex
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from functools import reduce
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import click
import pytest

from gridwalk.cli import run as status_of
from gridwalk.cli.group import COMMANDS, gridwalk, options_of

RECORD = Path(__file__).parent.parent / "golden" / "commands.txt"
ENTRIES = {entry.partition("\n")[0]: entry for entry in RECORD.read_text(encoding="utf-8")[2:].split("\n$ ")}
DIGITS = "123456789"
FILES = {
    "maze.txt": "0 1 0 0 0\n0 1 0 1 0\n0 0 0 0 0\n0 1 1 1 0\n0 0 0 1 0\n",
    "king.txt": "S....#....\n.##..#..#.\n...#...#..\n.#...#....\n....#...#E\n",
    "hills.txt": "".join(f"{DIGITS[i:]}{DIGITS[:i]}\n" for i in range(9)),
    "ascii.txt": "S.#\n..#\n#.E\n",
    "closed.txt": "S#E\n",
    "thin.txt": "+--+--+\n|S    |\n+  +--+\n|    E|\n+--+--+\n",
    "mask.txt": "....\n.##.\n....\n",
    "bits.txt": "0 1 0\n0 0 0\n",
    "pairs.csv": "0,0,4,4\n# c\n1,1,9,9\n0,0,2,2\n",
    "bad.csv": "a,b\n0,0,4\nx y z\n",
    "tour.txt": " 1 2 3\n 6 5 4\n 7 8 9\n",
    "badtour.txt": " 1 2 3\n 6 9 4\n 7 8 5\n",
    "parttour.txt": " 1 2 3\n 6 5 4\n 7 8 .\n",
    "board.txt": "S.#...\n......\n.##..E\n..#...\n",
    "columns.txt": "#...#\n",
    "corner.txt": "0 1\n0 0",
    "costs.txt": "1,12\n1,#",
    "diagonal.txt": "S#\n.E\n",
    "door.txt": "S.#.E\n..#..\n",
    "doors.txt": "@.a..\n###.#\nb.A.B\n",
    "exit.txt": "..\nE.",
    "exits.txt": "EEEEE\n.....",
    "islands.txt": ".#..\n.#.#\n##..\n",
    "nokey.txt": "@A$\n",
    "octile.txt": "type octile\nheight 1\nwidth 2\nmap\n..",
    "oneway.txt": "S>#\n#.E",
    "openings.txt": "###.#\n#...#\n#.###",
    "opening.txt": "###.#\n#S..#\n#.###",
    "points.txt": "\n".join([".#" * 15, "##" * 15] * 2),
    "rat.txt": "0 1\n0 1\n",  # the articles' end, the last corner, is a wall
    "puzzle.txt": "A.B\n...\nA.B\n",
    "room.txt": "S........\n.#####...\n......#..\n.####.#..\n........E\n",
    "start.txt": "S.\n..",
    "wall.txt": "1 0\n0 0",
    "walls.txt": "1 0\n0 1",
    "wide.txt": "000\n000",
    "named.csv": "start row,start column,row,column\n0,0,2,5\n# a comment\n\n0;0;0;2\na4 b3\n",
    "one.csv": "0,0,1,1\n",
    "three.csv": "0,0,1,1\n1,1,1\n",
    "first.csv": "0,0,1\n",
    # Files that are no boards.
    "empty.txt": "",
    "ragged.txt": "0 1\n0\n",
    "letter.txt": "01\n0x\n",
    "question.txt": "S.\n.?\n",
    "solid.txt": "11\n11\n",
    "bytes.txt": "\x00\x01\x02",
    "steep.txt": "S2E\n#.#\n",
}
WITHOUT = (  # parts that differ between runs
    (r"gridwalk: [^:\n]*: (?:[\d.]+ s so far|\d+ %, about).*\n", ""),
    (r"(wrote \S+\.(?!txt|svg|csv|json|npy|map)\w+ \()[\d,]+ bytes", r"\1BYTES"),
    (r"[\d.,]+ .?B (of memory )?are allowed", "MEMORY are allowed"),
    (r"(\"(?:median_us|p99_us|total_ms)\":)[\d.e-]+", r"\1TIME"),
    (r"((?:median_us|p99_us|total_ms) +)[\d.,]+", r"\1TIME"),
)


def transcript(words):
    """Run a command line in a folder with the files; return it with all that it prints and writes."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8", newline="\n"), io.StringIO()
    stdin = patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"S.#\n...\n#.E\n")))
    terminal = patch.dict(os.environ, {"COLUMNS": "100"})
    with (
        TemporaryDirectory() as folder,
        chdir(folder),
        stdin,
        terminal,
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        for name, text in FILES.items():
            Path(name).write_text(text, encoding="utf-8")
        status = status_of(shlex.split(words))
        written = sorted(path.name for path in Path().iterdir() if path.name not in FILES)
    out.flush()
    told = [words, *([f"= {status}"] if status else [])]
    for mark, text in (("|", out.buffer.getvalue().decode()), ("!", err.getvalue())):
        same = reduce(lambda said, row: re.sub(*row, said), WITHOUT, text)
        told += [f"{mark} {line}".rstrip() for line in same.splitlines()]
    return "\n".join([*told, *(f"+ {name}" for name in written)])


@pytest.mark.parametrize("words", ENTRIES)
def test_a_command_line_prints_what_is_on_record(words):
    assert transcript(words) == ENTRIES[words].rstrip("\n")


def test_every_command_and_option_is_on_record():
    lines = [shlex.split(words) for words in ENTRIES]
    used = {word.partition("=")[0] for line in lines for word in line}
    assert [verb for verb in COMMANDS if verb not in used] == []
    params = [param for verb in COMMANDS for param in gridwalk.get_command(None, verb).params]
    options = [{*param.opts, *param.secondary_opts} for param in params if isinstance(param, click.Option)]
    assert [names for names in options if not names & used] == []


def test_a_guess_names_an_existing_word():
    known = {*COMMANDS, "--version", *(one for verb in COMMANDS for one in options_of(verb))}
    guesses = re.findall(r"did you mean ((?:--)?[a-z-]+)", "\n".join(ENTRIES.values()))
    assert len(guesses) > 20
    assert set(guesses) <= known


if __name__ == "__main__":
    RECORD.write_text("\n".join(f"$ {transcript(words)}" for words in ENTRIES) + "\n", encoding="utf-8")
