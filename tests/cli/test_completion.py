"""Completion: the scripts for shells, and the words that they are answered with."""

import os
import subprocess
import sys
from shutil import which

import click
import pytest

from gridwalk.algorithms import names
from gridwalk.cli.command import COMMANDS, command_named
from gridwalk.cli.completing import VALUES, complete, script
from gridwalk.cli.values import Output
from gridwalk.grids.moves import NAMED_MOVES
from gridwalk.makers.table import MAKERS

# What help calls the values that have names, or are files.
NAMED = {
    *("ALGORITHM", "MOVES", "RULE", "SIDES", "NAME", "NAMES", "HOW", "WHAT", "ENGINE", "WORKERS", "WHEN"),
    *("FILE", "DIR", "OUT", "MAP", "SCEN"),
}


@pytest.fixture
def asked(monkeypatch, capsys):
    """Ask as a shell's script does, for the cursor at the end of a line; return what is printed."""

    def asked(shell, line):
        words = line.split(" ")
        monkeypatch.setenv("_GRIDWALK_COMPLETE", f"{shell}_complete")
        monkeypatch.setenv("COMP_WORDS", line)
        monkeypatch.setenv("COMP_CWORD", words[-1] if shell == "fish" else str(len(words) - 1))
        complete()
        out, err = capsys.readouterr()
        assert err == ""
        return out

    return asked


def in_bash(line, tmp_path):
    """Return what bash completes *line* to, by the script that gridwalk prints."""
    asked = subprocess.run(["bash", "-c", "echo $BASH_VERSION"], capture_output=True, text=True, check=True)
    if [int(part) for part in asked.stdout.split(".")[:2]] < [4, 4]:
        pytest.skip("its bash is older than 4.4, as that of macOS")
    program = tmp_path / "gridwalk"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m gridwalk "$@"\n')
    program.chmod(0o755)
    code = (
        script("bash")
        + """
complete -p gridwalk
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
compopt() { echo "for files: $2"; }  # bash has it only while it completes
_gridwalk_completion gridwalk
printf '%s\\n' "${COMPREPLY[@]}"
"""
    )
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "--norc", "-c", code, "bash", *line.split(" ")],
        env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stderr == ""
    registered, *words = done.stdout.splitlines()
    assert registered == "complete -o nosort -F _gridwalk_completion gridwalk"
    return words


@pytest.mark.posix
@pytest.mark.skipif(which("bash") is None, reason="there is no bash here")
def test_bash_completes_commands_options_values_and_files(tmp_path):
    assert in_bash("gridwalk ", tmp_path) == list(COMMANDS)
    assert in_bash("gridwalk fo", tmp_path) == ["formats"]
    assert in_bash("gridwalk shortest maze.txt --by", tmp_path) == ["--by"]
    by = in_bash("gridwalk shortest maze.txt --by ", tmp_path)
    assert by == ["auto", *names("shortest"), *(n for n in names("shortest", "tours") if n not in by)]
    assert in_bash("gridwalk find --by = b", tmp_path) == ["bfs"]
    assert in_bash("gridwalk find ma", tmp_path) == ["for files: default", ""]
    assert in_bash("gridwalk count 8x8 --keep ", tmp_path) == ["for files: dirnames", ""]
    assert in_bash("gridwalk fnid 3x3 --", tmp_path) == [""]  # nothing, and no message at the prompt


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_scripts_ask_gridwalk(run, shell):
    status, out, err = run("completion", shell)
    assert (status, err) == (0, "")
    assert f"_GRIDWALK_COMPLETE={shell}_complete" in out
    assert "_gridwalk_completion" in out
    if which(shell) is not None:
        subprocess.run([shell, "-n", "-c", out], check=True)


def test_another_shell_is_refused(run):
    status, out, err = run("completion", "csh")
    assert (status, out) == (2, "")
    assert "'csh' is not one of 'bash', 'zsh', 'fish'" in err
    for shell in ("bash", "zsh", "fish"):
        assert f"gridwalk completion {shell}" in run("completion", "--help")[1]


def test_each_shell_gets_a_word_a_line_with_its_help(asked):
    """The help of an option may have several lines; a shell's answer has one for each word."""
    assert asked("bash", "gridwalk find 3x3 --b") == "plain,--by\nplain,--blanks\n"
    zsh = asked("zsh", "gridwalk find 3x3 --b").splitlines()
    assert zsh[:2] == ["plain", "--by"]
    assert zsh[3:] == ["plain", "--blanks", "Print a blank between the cells of a row."]
    fish = asked("fish", "gridwalk find 3x3 --b").splitlines()
    assert [line.partition("\t")[0] for line in fish] == ["plain,--by", "plain,--blanks"]
    assert asked("fish", "gridwalk make ").splitlines() == [f"plain,{name}" for name in MAKERS]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("gridwalk find 3x3 --moves k", [name for name in NAMED_MOVES if name.startswith("k")]),
        ("gridwalk find 3x3 --corners ", ["both", "one", "none"]),
        ("gridwalk show 3x3 --wrap ", ["rows", "columns", "both"]),
        (
            "gridwalk show 3x3 --format mo",
            ["movingai"],
        ),
        ("gridwalk make wilson 5x5 --ends ", ["corners", "far"]),
        ("gridwalk survey wilson 5x5 --ask count,sh", ["count,shortest"]),
        ("gridwalk count 5x5 --on th", ["threads"]),
        ("gridwalk count 5x5 --layers s", ["simpath"]),
        ("gridwalk trace 5x5 --beside la", ["labels"]),
        ("gridwalk help sc", ["scen"]),
        ("gridwalk completion z", ["zsh"]),
        ("gridwalk find 3x3 --time ", []),
    ],
)
def test_values_by_name(asked, line, words):
    assert asked("bash", line) == "".join(f"plain,{word}\n" for word in words)


def test_every_value_with_a_name_is_completed():
    seen = set()
    for verb in COMMANDS:
        for parameter in command_named(verb).params:
            if parameter.metavar in NAMED:
                seen.add(parameter.metavar)
                known = isinstance(parameter.type, click.Choice | click.Path | Output)
                assert known or parameter.name in VALUES, f"{verb}: {parameter.name}"
    assert seen == NAMED


def test_a_verb_is_completed_without_what_the_verbs_need():
    environment = {**os.environ, "COMP_WORDS": "gridwalk co", "COMP_CWORD": "1"}
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "gridwalk"],
        env=environment | {"_GRIDWALK_COMPLETE": "bash_complete"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "plain,count\nplain,convert\nplain,completion\n"
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "click" in imported
    assert not {"numpy", "gridwalk.board", "gridwalk.cli.options"} & imported
