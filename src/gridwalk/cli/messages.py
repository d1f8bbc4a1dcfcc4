"""Error messages of the command line, with options in place of arguments."""

from __future__ import annotations

import re
from shlex import quote

from gridwalk.errors import GridwalkError

# Arguments whose options have other names; all others become --argument.
_OPTIONS = {
    "VERB": "VERB",
    "maker": "MAKER",
    "rows": "SIZE, rows:",
    "columns": "SIZE, columns:",
    "rows, columns": "SIZE",
    "start": "--from",
    "exits": "--to",
    "goals": "--goal",
    "factor": "--flee",
    "through_edges": "--through-edge",
    "avoiding_edges": "--avoiding-edge",
    "end": "--to",
    "rng": "--seed",
    "size": "SIZE",
    "n": "-n",
    "cells": "CELL",
    "seconds": "--time",
    "wall": "--wall-is",
    "number": "--number",
    "the ending of --output": "the ending of --output",
}
# Arguments that stand in the middle of messages, with a value or not.
ARGUMENTS = {
    *(name for name in _OPTIONS if name.isidentifier()),
    *("by", "moves", "order", "corners", "wrap", "terrain", "costs", "cell_width", "format", "through"),
    *("avoiding", "closed", "undirected", "tour", "cycles", "memory", "checkpoint", "journal", "on", "at"),
    *("glyphs", "blanks", "font"),
}


# What messages say in Python's words, and what that is here; compiled on the way to an error only.
_IN_THE_SHELL = (
    (r" \(in Python [^()]*(?:\([^()]*\)[^()]*)*\)", ""),
    (r", in Python \w+=\w+", ""),
    (r"\bgive exits for open tours only", "--to is for open tours only"),
    (r"\bboard\.replace\((\w+)=\.\.\.\)", r"\1=..."),
    (r"\bwithin\((\w+)=\.\.\.\)", r"\1=..."),
    (r"\b(?:short|long)est\(seconds=(\d+)\)", r"--anytime \1s"),
    (r"\bestimate_(count|lengths|visits)\(\)", r"count --approx"),
    (r"\b([a-z]+)\(\)", r"\1"),
)
_BARE = str.maketrans("", "", "()' ")
# An argument in the middle of a message, with its value or values: "by='dfs'", "start=(0, 1)", "closed=True",
# "wall='dark' or 'light'".
_ARGUMENT = r"(?<![-\w])([a-z_]+)=('[^']*'(?:(?:, | or )'[^']*')*|\(\d+, \d+\)|True\b|\d+(?![.\w])|\.\.\.)"


def described(error: GridwalkError) -> str:
    """Return the message of *error*, with the argument as on the command line."""
    if error.argument is None:
        return in_the_shell(str(error))
    name, value = error.argument
    option, words = _option(name), in_the_shell(error.words)
    return f"{option} {words}" if value is True else f"{option} {_typed(value)} {words}"


def in_the_shell(words: str) -> str:
    """Return a message with the words of the command line in place of Python's.

    >>> in_the_shell("by='dfs' answers too; board.replace(start=...) moves it")
    '--by dfs answers too; --from moves it'
    >>> in_the_shell("say which tone is wall: wall='dark' or 'light'")
    'say which tone is wall: --wall-is dark or light'
    """
    for python, shell in _IN_THE_SHELL:
        words = re.sub(python, shell, words)
    return re.sub(_ARGUMENT, _as_option, words)


def of_click(words: str) -> str:
    """Return a message of click with the words of everybody for its types.

    >>> of_click("Invalid value for '--seed': 'x' is not a valid integer range.")
    "Invalid value for '--seed': 'x' is not a whole number."
    """
    words = re.sub(r"is not a valid integer( range)?\.$", "is not a whole number.", words)
    return re.sub(r"is not a valid float( range)?\.$", "is not a number.", words)


def _as_option(match: re.Match[str]) -> str:
    name, value = match.groups()
    if name not in ARGUMENTS:
        return match[0]
    if value in ("True", "..."):
        return _option(name)
    words = value.replace("'", "") if " or " in value else value.translate(_BARE)
    return f"{_option(name)} {words}"


def _option(name: str) -> str:
    """Return the option of an argument."""
    return _OPTIONS.get(name, f"--{name.replace('_', '-')}")


def _typed(value: object) -> str:
    """Return *value* as the user types it: text unchanged, a cell as ``row,column``, an edge as two."""
    if isinstance(value, tuple) and all(isinstance(part, int) for part in value):
        return ",".join(map(str, value))
    if isinstance(value, tuple) and value and all(isinstance(part, tuple) for part in value):
        return ":".join(map(_typed, value))
    return quote(value) if isinstance(value, str) and value.isprintable() else repr(value)
