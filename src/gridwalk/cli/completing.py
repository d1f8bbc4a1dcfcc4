"""What a shell may complete, and its script, which `gridwalk completion` prints.

Commands, options, and values that have names (`VALUES`) are completed.  The scripts are those of click: they
ask this process, by variables of the environment, for the words that may stand at the cursor.  Only the
command that is typed is imported.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from typing import Any, get_args

import click
from click.shell_completion import CompletionItem, ShellComplete, get_completion_class

from gridwalk.algorithms import names
from gridwalk.cli import values
from gridwalk.cli.command import COMMANDS, command_named, gridwalk
from gridwalk.io import formats
from gridwalk.keywords import MoveName

PROGRAM, VARIABLE = "gridwalk", "_GRIDWALK_COMPLETE"
ABOUT = 72  # characters of help beside an option


def script(shell: str) -> str:
    """Return the script for *shell*: bash, zsh or fish."""
    asker = _asker(shell)
    return (asker.source_template % asker.source_vars()).strip("\n")


def complete() -> int:
    """Print the words for the cursor of a shell; none where the words before it make no sense."""
    try:
        asker = _asker(os.environ[VARIABLE].partition("_")[0])
        # Bash makes a word of the sign in --by=dfs.
        words, incomplete = asker.get_completion_args()
        words, incomplete = [word for word in words if word != "="], incomplete.removeprefix("=")
        for verb in words:
            if verb in COMMANDS:
                _with_values(command_named(verb), verb)
                break
        found = asker.get_completions(words, incomplete)
        sys.stdout.write("".join(f"{asker.format_completion(_short(item))}\n" for item in found))
        sys.stdout.flush()
    except Exception:  # a person at a prompt is not told what is wrong with a line half typed
        return 1
    return 0


def _asker(shell: str) -> ShellComplete:
    kind = get_completion_class(shell)
    assert kind is not None
    return kind(gridwalk, {}, PROGRAM, VARIABLE)


def _short(item: CompletionItem[Any]) -> CompletionItem[Any]:
    """Return *item* with the first line of its help, shortened: for a shell a word is a line."""
    if item.help:
        line = item.help.removeprefix("\b\n").partition("\n")[0].strip()
        item.help = line if len(line) <= ABOUT else f"{line[: ABOUT - 3].rstrip()}..."
    return item


def _with_values(command: click.Command, verb: str) -> None:
    """Have the parameters of *command* know their values."""
    for parameter in command.params:
        if parameter.name in VALUES:
            ask: Any = partial(_values, parameter.name, verb)
            parameter.shell_complete = ask  # type: ignore[method-assign]


def _values(name: str, verb: str, _: click.Context, incomplete: str) -> list[CompletionItem[str]]:
    """Return the values of the parameter *name* that begin with *incomplete*."""
    known = VALUES[name]
    if isinstance(known, str):
        return [CompletionItem(incomplete, type=known)]
    # Of a list by commas the last word is completed.
    before, comma, last = incomplete.rpartition(",") if name in LISTS else ("", "", incomplete)
    return [CompletionItem(f"{before}{comma}{word}") for word in known(verb) if word.startswith(last)]


def _table(place: str) -> Callable[[str], Iterable[str]]:
    """Return the names of a table, ``module:TABLE``, which is imported when it is asked for."""

    def names_of(_: str) -> Iterable[str]:
        module, _, table = place.partition(":")
        found: Iterable[str] = getattr(import_module(f"gridwalk.{module}"), table)
        return found

    return names_of


def _choices(option: str) -> Callable[[str], Iterable[str]]:
    def choices(_: str) -> Iterable[str]:
        from gridwalk.makers.table import MAKERS

        return dict.fromkeys(word for row in MAKERS.values() for word in row.choices.get(option, ()))

    return choices


def _written(verb: str) -> Iterable[str]:
    for parameter in command_named(verb).params:
        if isinstance(parameter.type, values.Output):
            return parameter.type.forms
    return sorted(row.name for row in formats.FORMATS if row.print)


def _algorithms(verb: str) -> Iterable[str]:
    verb = "shortest" if verb == "scen" else verb
    return dict.fromkeys(("auto", *names(verb), *names(verb, "tours")))


FILE, DIRECTORY = "file", "dir"  # as the scripts call them
# For each parameter by its name: a kind of file, or a function of the command that returns the words.
VALUES: dict[str, str | Callable[[str], Iterable[str]]] = {
    **dict.fromkeys(("board", "out", "mask", "own", "pairs", "map_file", "scenarios"), FILE),
    **dict.fromkeys(("keep", "directory", "folder"), DIRECTORY),
    "by": _algorithms,
    "beside": lambda _: names("trace"),
    "moves": lambda _: get_args(MoveName),
    "corners": _table("grids.moves:CORNER_RULES"),
    "wrap": _table("grids.passages:WRAPS"),
    "wall_is": lambda _: ("0", "1", "dark", "light"),
    "format": lambda _: sorted(row.name for row in formats.FORMATS if row.parse),
    "to_format": _written,
    "form": _table("datasets.parts:FORMATS"),
    "maker": _table("makers.table:MAKERS"),
    "ends": lambda _: ("corners", "far"),
    "pick": _choices("pick"),
    "of": _choices("of"),
    "ask": _table("datasets.rows:ASKABLE"),
    "on": lambda _: ("threads", "processes", "dask:"),
    "verb": lambda _: COMMANDS,
}
LISTS = {"ask"}  # of which several may be given, by commas
