"""Help that leads: few options a command, three jobs for who types nothing else."""

import re

import click
import pytest

from gridwalk.cli.group import COMMANDS, GROUPS, command_named

OPTIONS = 25  # a command, all but --help


@pytest.mark.parametrize("verb", COMMANDS)
def test_a_command_has_few_options_and_describes_each(run, verb):
    status, out, _ = run(verb, "--help")
    assert status == 0
    options = [one for one in command_named(verb).params if isinstance(one, click.Option)]
    assert len(options) <= OPTIONS
    described = re.findall(r"^  (?:-\w, )?(--?[a-z][a-z-]*)", out[out.find("Options:") :], re.M)
    assert described == [*(max(one.opts, key=len) for one in options), "--help"]
    assert all(one.help for one in options)
    assert "Examples:" in out
    assert "Exit status:" in out
    assert "-q, --quiet" in out


def test_there_are_few_commands():
    assert len(COMMANDS) <= 16


def test_commands_stand_under_what_they_are_for(run):
    out = run("--help")[1]
    assert [head for head in re.findall(r"^(\S.*):$", out, re.M) if head != "Options"] == [*GROUPS]
    for heading, group in GROUPS.items():
        part = out.partition(f"\n{heading}:\n")[2].partition("\n\n")[0]
        assert re.findall(r"^  (\S+)", part, re.M) == group.split()
    said = " ".join(out.split())
    for verb in COMMANDS:
        assert f"{verb} {command_named(verb).get_short_help_str(1000)}" in said


def test_the_examples_of_a_help_are_command_lines(run):
    for verb in COMMANDS:
        out = run(verb, "--help")[1]
        for line in re.findall(r"^ +gridwalk (.*)$", out.partition("Examples:")[2], re.M):
            name, *words = (
                re.split(r" [|>] ?", line)[0].replace("'", "").replace('"Find the way"', "x").split()
            )
            if "--formats" not in words:
                assert command_named(name).make_context(name, words, resilient_parsing=True)


def test_who_types_nothing_else_sees_three_jobs(run):
    status, out, err = run()
    assert (status, out) == (2, "")
    assert len(err.splitlines()) <= 14
    lines = [line.strip() for line in err.splitlines() if line.startswith("  gridwalk ")]
    assert {line.split()[1] for line in lines} == {"shortest", "count", "make", "sheet"}
    assert "gridwalk --help lists all commands" in err
    for line in lines:
        assert command_named(line.split()[1]).make_context("", line.split()[2:])
