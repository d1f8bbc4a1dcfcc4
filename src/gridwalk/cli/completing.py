"""What a shell may complete, and the command that prints its script.

Commands, options, and values that have names (`VALUES`) are completed.  The scripts are those of click: they
ask this process, by variables of the environment, for the words that may stand at the cursor.  Only the
command that is typed is imported.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, get_args

import click
from click.shell_completion import CompletionItem, ShellComplete, get_completion_class

from gridwalk.algorithms import names
from gridwalk.cli.answers import write
from gridwalk.cli.command import COMMANDS, command_named, gridwalk
from gridwalk.keywords import MoveName

if TYPE_CHECKING:
    from gridwalk.cli.makeverbs import CompletionCommand

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
    values = VALUES[name]
    if isinstance(values, str):
        return [CompletionItem(incomplete, type=values)]
    # Of a list by commas the last word is completed.
    before, comma, last = incomplete.rpartition(",") if name in LISTS else ("", "", incomplete)
    return [CompletionItem(f"{before}{comma}{word}") for word in values(verb) if word.startswith(last)]


def _algorithms(verb: str) -> Iterable[str]:
    verb = "shortest" if verb == "scen" else verb
    return dict.fromkeys(("auto", *names(verb), *names(verb, "tours")))


def _moves(_: str) -> Iterable[str]:
    return get_args(MoveName)


def _corners(_: str) -> Iterable[str]:
    from gridwalk.grids.moves import CORNER_RULES

    return CORNER_RULES


def _wraps(_: str) -> Iterable[str]:
    from gridwalk.grids.passages import WRAPS

    return WRAPS


def _formats(_: str) -> Iterable[str]:
    from gridwalk.io.formats import FORMATS

    return sorted(row.name for row in FORMATS if row.parse)


def _written(verb: str) -> Iterable[str]:
    from gridwalk.cli.values import Output
    from gridwalk.io.formats import FORMATS

    for parameter in command_named(verb).params:
        if isinstance(parameter.type, Output):
            return parameter.type.forms
    return sorted(row.name for row in FORMATS if row.print)


def _parts(_: str) -> Iterable[str]:
    from gridwalk.datasets.parts import FORMATS

    return FORMATS


def _makers(_: str) -> Iterable[str]:
    from gridwalk.makers.table import MAKERS

    return MAKERS


def _choices(option: str) -> Callable[[str], Iterable[str]]:
    def choices(_: str) -> Iterable[str]:
        from gridwalk.makers.table import MAKERS

        return dict.fromkeys(word for row in MAKERS.values() for word in row.choices.get(option, ()))

    return choices


def _askable(_: str) -> Iterable[str]:
    from gridwalk.datasets.asking import ASKABLE

    return ASKABLE


FILE, DIRECTORY = "file", "dir"  # as the scripts call them
# For each parameter by its name: a kind of file, or a function of the command that returns the words.
VALUES: dict[str, str | Callable[[str], Iterable[str]]] = {
    **dict.fromkeys(("board", "out", "mask", "own", "pairs", "map_file", "scenarios"), FILE),
    **dict.fromkeys(("keep", "directory", "folder"), DIRECTORY),
    "by": _algorithms,
    "beside": lambda _: names("trace"),
    "moves": _moves,
    "corners": _corners,
    "wrap": _wraps,
    "wall_is": lambda _: ("0", "1", "dark", "light"),
    "format": _formats,
    "to_format": _written,
    "form": _parts,
    "maker": _makers,
    "ends": lambda _: ("corners", "far"),
    "pick": _choices("pick"),
    "of": _choices("of"),
    "ask": _askable,
    "on": lambda _: ("threads", "processes", "dask:"),
    "verb": lambda _: COMMANDS,
}
LISTS = {"ask"}  # of which several may be given, by commas


def completion(given: CompletionCommand) -> None:
    """Print the script of a shell."""
    write(script(given.shell))
