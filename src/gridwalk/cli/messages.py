"""Errors in the words of the command line: options where the library names arguments."""

from __future__ import annotations

from shlex import quote

from gridwalk.errors import GridwalkError

# Arguments whose options are not named like them; the others become --argument.
_OPTIONS = {
    "VERB": "VERB",
    "start": "--from",
    "exits": "--to",
    "end": "--to",
    "seconds": "--time",
    "number": "--number",
    "the ending of --output": "the ending of --output",
}


def described(error: GridwalkError) -> str:
    """Return the message of *error*, the argument at fault as it is given on the command line."""
    if error.argument is None:
        return str(error)
    name, value = error.argument
    option = _OPTIONS.get(name, f"--{name.replace('_', '-')}")
    return f"{option} {error.words}" if value is True else f"{option} {_typed(value)} {error.words}"


def _typed(value: object) -> str:
    """Return *value* as it would be typed: text as it is, a cell as ``row,column``."""
    if isinstance(value, tuple) and all(isinstance(part, int) for part in value):
        return ",".join(map(str, value))
    return quote(value) if isinstance(value, str) and value.isprintable() else repr(value)
