"""Messages and progress on stderr."""

from __future__ import annotations

import io
import json
import os
import sys
from dataclasses import dataclass
from typing import Self, TextIO

from gridwalk.cli.status import Status
from gridwalk.errors.base import printable
from gridwalk.runtime.progress import Progress

FIRST_WORD = 1.0  # seconds before the first report of progress


@dataclass
class Talk:
    """How this process talks, by the options --quiet and --color; None: as the terminal and NO_COLOR say."""

    quiet: bool = False
    colour: bool | None = None


TALK = Talk()


def say(words: str) -> None:
    """Write a note of one line to stderr, unless --quiet is given."""
    if not TALK.quiet:
        _say(words)


def _say(words: str) -> None:
    tell(f"gridwalk: {printable(' '.join(words.split()))}\n")


def complain(words: str, kind: type[BaseException], status: Status, arguments: list[str]) -> Status:
    """Write why there is no answer, as JSON if ``--json`` is among the arguments; return *status*."""
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


def is_terminal(stream: TextIO) -> bool:
    """Whether *stream* is a terminal that can move its cursor."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def in_colour(stream: TextIO) -> bool:
    """Whether what is written to *stream* may be coloured."""
    if TALK.colour is not None:
        return TALK.colour
    return is_terminal(stream) and not os.environ.get("NO_COLOR")


def tell(words: str) -> None:
    """Write to stderr; errors are ignored, because the answer goes to stdout."""
    try:
        sys.stderr.write(words)
        sys.stderr.flush()
    except OSError:
        forget(sys.stderr)


class ProgressLine:
    """Progress on stderr: one line rewritten on a terminal, else a line each time the time doubles.

    In a ``with`` statement the line is cleared in the end, and Ctrl-C prints the last progress.
    """

    def __init__(self) -> None:
        self.last: Progress | None = None
        self._due = FIRST_WORD
        self._shown = 0

    def __call__(self, progress: Progress) -> None:
        """Show *progress* if a report is due."""
        self.last = progress
        if progress.seconds < self._due or TALK.quiet:
            return
        words = str(progress)
        if is_terminal(sys.stderr):
            from shutil import get_terminal_size

            room = get_terminal_size().columns - 1  # a line that wraps could not be rewritten
            words = words if len(words) <= room else words[: max(0, room - 3)] + "..."
            tell(f"\r{words:<{min(self._shown, room)}}")
            self._shown = len(words)
        else:
            say(words)
            self._due = progress.seconds * 2

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.clear()
        if kind is not None and issubclass(kind, KeyboardInterrupt) and self.last is not None:
            say(f"after {self.last}")

    def clear(self) -> None:
        """Clear the line on the terminal."""
        if self._shown:
            tell("\r" + " " * self._shown + "\r")
            self._shown = 0
