"""Error messages of the command line, with options in place of arguments."""

from __future__ import annotations

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


def described(error: GridwalkError) -> str:
    """Return the message of *error*, with the argument as on the command line."""
    if error.argument is None:
        return str(error)
    name, value = error.argument
    option = _OPTIONS.get(name, f"--{name.replace('_', '-')}")
    return f"{option} {error.words}" if value is True else f"{option} {_typed(value)} {error.words}"


def _typed(value: object) -> str:
    """Return *value* as the user types it: text unchanged, a cell as ``row,column``."""
    if isinstance(value, tuple) and all(isinstance(part, int) for part in value):
        return ",".join(map(str, value))
    return quote(value) if isinstance(value, str) and value.isprintable() else repr(value)
