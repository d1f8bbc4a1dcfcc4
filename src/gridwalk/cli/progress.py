"""Talk on stderr: words beside the answer, and progress."""

from __future__ import annotations

import io
import json
import os
import sys
from typing import TextIO

from gridwalk.cli.status import Status
from gridwalk.errors import counted
from gridwalk.runtime.limits import Progress

FIRST_WORD = 1.0  # seconds before progress is worth a word


def say(words: str) -> None:
    """Write one line to stderr."""
    tell(f"gridwalk: {' '.join(words.split())}\n")


def complain(words: str, kind: type[BaseException], status: Status, arguments: list[str]) -> Status:
    """Say why there is no answer, with ``--json`` among the arguments as JSON; return *status*."""
    if "--json" in arguments:
        told = {"error": " ".join(words.split()), "kind": kind.__name__, "status": int(status)}
        tell(json.dumps(told) + "\n")
    else:
        say(f"error: {words}" if status == Status.BAD_INPUT else words)
    return status


def forget(stream: TextIO) -> None:
    """Let *stream* lead nowhere: Python would try once more to write to it at exit, and complain."""
    try:
        number = stream.fileno()
    except io.UnsupportedOperation:  # no file at all
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)


def is_terminal(stream: TextIO) -> bool:
    """Whether *stream* is a terminal that can do more than print line after line."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def tell(words: str) -> None:
    """Write to stderr; if nobody can read it, the answer is still the answer."""
    try:
        sys.stderr.write(words)
        sys.stderr.flush()
    except OSError:
        forget(sys.stderr)


class ProgressLine:
    """Progress on stderr: rewritten in place on a terminal, else one line whenever the time has doubled."""

    def __init__(self) -> None:
        self.last: Progress | None = None
        self._due = FIRST_WORD
        self._shown = 0

    def __call__(self, progress: Progress) -> None:
        """Show *progress* where it is due."""
        self.last = progress
        if progress.seconds < self._due:
            return
        words = describe(progress)
        if is_terminal(sys.stderr):
            from shutil import get_terminal_size

            room = get_terminal_size().columns - 1  # a line that wraps could not be rewritten
            words = words if len(words) <= room else words[: max(0, room - 3)] + "..."
            tell(f"\r{words:<{min(self._shown, room)}}")
            self._shown = len(words)
        else:
            say(words)
            self._due = progress.seconds * 2

    def clear(self) -> None:
        """Wipe the line that is rewritten."""
        if self._shown:
            tell("\r" + " " * self._shown + "\r")
            self._shown = 0


def describe(progress: Progress) -> str:
    """Return *progress* in words."""
    if progress.doing:
        return f"{progress.seconds:.1f} s: {progress.doing}"
    return (
        f"{progress.seconds:.1f} s: {counted(progress.expanded, 'cell')} expanded, "
        f"{counted(progress.backtracks, 'backtrack')}, {progress.found:,} found"
    )
