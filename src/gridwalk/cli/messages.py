"""Messages and progress on stderr: notes, errors with options in place of arguments, a bar."""

from __future__ import annotations

import ast
import io
import json
import os
import re
import sys
from dataclasses import dataclass
from shlex import quote
from typing import Self, TextIO

from gridwalk.cli.status import Status
from gridwalk.errors import GridwalkError, InputError, printable
from gridwalk.runtime.progress import Bar, Progress, duration, is_terminal, take_away

FIRST_WORD = 1.0  # seconds before the first report of progress


@dataclass
class Talk:
    """The options --quiet and --color of this process."""

    quiet: bool = False
    colour: bool | None = None  # None: decided by the terminal and NO_COLOR


TALK = Talk()


def say(words: str) -> None:
    """Write a note of one line to stderr, unless --quiet is given."""
    if not TALK.quiet:
        _say(words)


def _say(words: str) -> None:
    take_away()  # the bar
    tell(f"gridwalk: {printable(' '.join(words.split()))}\n")


def complain(words: str, kind: type[BaseException], status: Status, arguments: list[str]) -> Status:
    """Write the reason why there is no answer, as JSON if *arguments* have ``--json``; return *status*."""
    if "--json" in arguments:
        told = {"error": printable(" ".join(words.split())), "kind": kind.__name__, "status": int(status)}
        tell(json.dumps(told) + "\n")
    else:
        _say(f"error: {words}" if status == Status.BAD_INPUT else words)
    return status


def forget(stream: TextIO) -> None:
    """Redirect *stream* to the null device; otherwise Python would try to write to it at exit, and fail."""
    try:
        number = stream.fileno()
    except io.UnsupportedOperation:  # the stream is not a file
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)


def in_colour(stream: TextIO) -> bool:
    """Whether output to *stream* may be coloured."""
    if TALK.colour is not None:
        return TALK.colour
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return is_terminal(stream) and not plain


def checked_for_stdout(words: str, option: str) -> str:
    """Return *words*; raise an `InputError` that names *option* if stdout cannot encode them."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        words.encode(encoding)
    except UnicodeEncodeError:
        raise InputError(
            f"{option} needs Unicode, and stdout is {encoding}: set PYTHONIOENCODING=utf-8, "
            "or write to a file with -o"
        ) from None
    return words


def tell(words: str) -> None:
    """Write to stderr; errors are ignored, because the answer goes to stdout."""
    try:
        sys.stderr.write(words)
        sys.stderr.flush()
    except OSError:
        forget(sys.stderr)


class ProgressLine:
    """Progress on stderr: a bar on a terminal, else a line each time the time doubles.

    In a ``with`` statement the bar is cleared in the end, and Ctrl-C prints the last progress.
    """

    def __init__(self) -> None:
        self.last: Progress | None = None
        self._bar = Bar(say, first=FIRST_WORD, plain=not in_colour(sys.stderr))

    def __call__(self, progress: Progress) -> None:
        """Show *progress* if a report is due."""
        self.last = progress
        if not TALK.quiet:
            self._bar(progress)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._bar.close()
        if kind is not None and issubclass(kind, KeyboardInterrupt) and self.last is not None:
            say(f"stopped after {duration(self.last.seconds)}; {self.last}")


# Arguments whose options have other names; all others become --argument.
_OPTIONS = {
    "maker": "MAKER",
    "rows": "SIZE, rows:",
    "columns": "SIZE, columns:",
    "rows, columns": "SIZE",
    "start": "--from",
    "exits": "--to",
    "factor": "--flee",
    "of_length": "--length",
    "longer_than": "--length",
    "shorter_than": "--length",
    "end": "--to",
    "size": "SIZE",
    "n": "-n",
    "cells": "CELL",
    "folder": "DIR",
    "seconds": "--time",
    "pairs": "--pair",
    "with_walls": "--wall",
    "numbered": "--numbers",
}
# Arguments that stand in the middle of messages, with a value or not.
ARGUMENTS = {
    *(name for name in _OPTIONS if name.isidentifier()),
    "by", "moves", "corners", "wrap", "terrain", "costs", "measure", "cell_width", "format", "seed", "number",
    "through", "avoiding", "closed", "undirected", "tour", "cycles", "at", "glyphs",
    "blanks", "font", "header", "wall_is", "open_is", "start_is", "exit_is", "pair", "cell", "unknown",
}  # fmt: skip


# Parts of messages about Python, and the same for the command line.
_IN_THE_SHELL = (
    (r" \(in Python [^()]*(?:\([^()]*\)[^()]*)*\)", ""),
    (r", in Python \w+=\w+", ""),
    (r"\bheader=N\b", "--header N"),
    (r"Board\.rectangle\(rows, columns\) is open everywhere", "a size is written with an x, as in 9x9"),
    (r"Board\.from_text\(text\) reads a text", "pipe a text into the command, and give - for BOARD"),
    (r"\bboard\.paths\(\)\.(\w+)\(by='([\w-]+)'\)", r"gridwalk \1 --by \2"),
    (r"\bboard\.tours\(\)\.(\w+)\(by='([\w-]+)'\)", r"gridwalk \1 --tour --by \2"),
    (r"\bgive exits for open tours only", "--to is for open tours only"),
    (r"\bboard\.replace\((\w+)=\.\.\.\)", r"\1=..."),
    (r"\bwithin\((\w+)=\.\.\.\)", r"\1=..."),
    (r"\blongest\(anytime=(\d+)\)", r"--anytime \1s"),
    (r"\bestimate_(count|lengths)\(\)", r"count --approx"),
    (r"\b([a-z]+)\(\)", r"\1"),
)
_BARE = str.maketrans("", "", "()' ")
# An argument in the middle of a message, with its value or values: "by='dfs'", "start=(0, 1)", "closed=True",
# "wall_is='dark' or 'light'".
_ARGUMENT = (
    r"(?<![-\w])([a-z_]+)="
    r"""('[^']*'(?:(?:, | or )'[^']*')*|"[^"]*"|\(\d+, \d+\)|True\b|\d+(?![.\w])|\.\.\.)"""
)


def described(error: GridwalkError) -> str:
    """Return the message of *error*, with the argument as on the command line."""
    if error.argument is None:
        return in_the_shell(str(error))
    name, value = error.argument
    option, words = option_of(name), in_the_shell(error.words)
    return f"{option} {words}" if value is True else f"{option} {_typed(value)} {words}"


def in_the_shell(words: str) -> str:
    """Translate a message from the terms of Python into those of the command line.

    >>> in_the_shell("by='dfs' answers too; board.replace(start=...) moves it")
    '--by dfs answers too; --from moves it'
    >>> in_the_shell("say which tone is wall: wall_is='dark' or 'light'")
    'say which tone is wall: --wall-is dark or light'
    >>> in_the_shell("say: wall_is='X' or wall_is='*'")
    "say: --wall-is X or --wall-is '*'"
    """
    for python, shell in _IN_THE_SHELL:
        words = re.sub(python, shell, words)
    return re.sub(_ARGUMENT, _as_option, words)


def of_click(words: str) -> str:
    """Return a message of click with plain words for its types.

    >>> of_click("Invalid value for '--seed': 'x' is not a valid n.")
    "Invalid value for '--seed': 'x' is not a whole number."
    """
    words = words.replace("'BOARD'.", "BOARD: a file, - for standard input, or a size such as 8x8")
    words = words.replace("'MAKER'.", "MAKER: a maker such as wilson, or a size such as 9x9")
    words = words.replace("'OUT'.", "OUT: a file such as maze.svg, or - for standard output")
    words = re.sub(r"^Got unexpected .* \([xX*×] \d+\)$", "a size is one word, such as 8x8", words)
    words = re.sub(r"is not in the range x>=(\S+)\.$", r"is too small: \1 is the least.", words)
    words = re.sub(r"is not in the range (\S+)<=x<=(\S+)\.$", r"is not in the range from \1 to \2.", words)
    words = re.sub(r"is not a valid n\.$", "is not a whole number.", words)
    return re.sub(r"is not a valid float( range)?\.$", "is not a number.", words)


def _as_option(match: re.Match[str]) -> str:
    name, value = match.groups()
    if name not in ARGUMENTS:
        return match[0]
    if value in ("True", "..."):
        return option_of(name)
    if name.endswith("_is") and " or " not in value:  # a shell has meanings for * | # and blanks
        words = quote(ast.literal_eval(value))
    else:
        words = value.replace("'", "") if " or " in value else value.translate(_BARE)
    return f"{option_of(name)} {words}"


def option_of(name: str) -> str:
    """Return the option for the name of an argument in Python; return other words unchanged."""
    is_word = not (name.startswith("--") or " " in name)
    return _OPTIONS.get(name, f"--{name.replace('_', '-')}" if is_word else name)


def _typed(value: object) -> str:
    """Return *value* as the user types it: text unchanged, a cell as ``row,column``, an edge as two."""
    if isinstance(value, tuple) and all(isinstance(part, int) for part in value):
        return ",".join(map(str, value))
    if isinstance(value, tuple) and value and all(isinstance(part, tuple) for part in value):
        return ":".join(map(_typed, value))
    return quote(value) if isinstance(value, str) and value.isprintable() else repr(value)
