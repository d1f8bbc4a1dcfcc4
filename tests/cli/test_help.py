"""Help that leads: headings, a short help of the common options, three jobs for who types nothing else."""

import re

import click
import pytest

from gridwalk.cli.group import COMMANDS, GROUPS, command_named
from gridwalk.cli.helping import HEADINGS, Headed

LINES = 45


def options_of(verb):
    return [one for one in command_named(verb).params if isinstance(one, click.Option)]


def names_in(text):
    """Return the options that a help describes, by the first of their names."""
    return re.findall(r"^  (?:-\w, )?(--?[a-z][a-z-]*)", text[max(text.find("Exit status"), 0) :], re.M)


@pytest.mark.parametrize("verb", COMMANDS)
def test_every_option_has_a_heading(verb):
    for option in options_of(verb):
        assert isinstance(option, Headed), option.name
        assert option.under in HEADINGS, f"{verb}: --{option.name} has no heading: option(..., under=...)"


@pytest.mark.parametrize("verb", COMMANDS)
def test_the_short_help_is_short_and_the_whole_one_whole(run, verb):
    status, short, _ = run(verb, "--help")
    assert status == 0
    assert short.count("\n") <= LINES
    assert len(re.findall(r"^    (?:GRIDWALK_\S+ )?gridwalk ", short, re.M)) <= 5
    status, whole, _ = run(verb, "--help-all")
    assert status == 0
    every = sorted([max(option.opts, key=len) for option in options_of(verb)] + ["--help"])
    assert sorted(names_in(whole)) == every
    headings = re.findall(r"^([A-Z].*):$", whole, re.M)
    assert [heading for heading in headings if heading in HEADINGS] == [
        heading for heading in HEADINGS if heading in headings
    ]
    common = command_named(verb).common
    if not common:
        assert short == whole
        return
    assert len(common) == 5
    assert len(names_in(short)) == 5
    left = len(every) - 5
    assert short.splitlines()[-1] == f"{left} more options: gridwalk {verb} --help-all"
    assert run(verb, "--help") == (0, short, "")  # the one asked for before has left no trace


def test_commands_stand_under_what_they_are_for(run):
    out = run("--help")[1]
    assert re.findall(r"^(\S.*):$", out, re.M) == [*GROUPS, "Options"]
    for heading, group in GROUPS.items():
        part = out.partition(f"\n{heading}:\n")[2].partition("\n\n")[0]
        assert re.findall(r"^  (\S+)", part, re.M) == [place.partition(".")[2] for place in group.split()]
        assert len(part.splitlines()) == len(group.split())  # each sentence has room in a line
    assert run("--help-all")[1] == out


def test_who_types_nothing_else_sees_three_jobs(run):
    status, out, err = run()
    assert (status, out) == (2, "")
    assert len(err.splitlines()) <= 14
    lines = [line.strip() for line in err.splitlines() if line.startswith("  gridwalk ")]
    assert {line.split()[1] for line in lines} == {"shortest", "count", "make", "sheet"}
    assert "gridwalk --help lists all commands" in err
    for line in lines:
        assert command_named(line.split()[1]).make_context("", line.split()[2:])
