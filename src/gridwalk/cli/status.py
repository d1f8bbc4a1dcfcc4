"""The exit statuses and their meanings."""

from __future__ import annotations

from enum import IntEnum


class Terminated(KeyboardInterrupt):
    """Raised when SIGTERM arrives: the command ends as by Ctrl-C, but with another status."""


class Status(IntEnum):
    """An exit status; help and guide print its `meaning`."""

    meaning: str

    def __new__(cls, value: int, meaning: str) -> Status:
        """Make a status from its number and its meaning."""
        status = int.__new__(cls, value)
        status._value_, status.meaning = value, meaning
        return status

    ANSWERED = 0, "answered (a count of 0 is an answer)"
    NO_PATH = 1, "no such path"
    BAD_INPUT = 2, "bad input"
    OUT_OF_LIMITS = 3, "out of time, memory or disk"
    INTERNAL_ERROR = 70, "a bug in gridwalk: please report it"
    INTERRUPTED = 130, "ended by Ctrl-C"
    BROKEN_PIPE = 141, "the reader of a pipe closed it"
    TERMINATED = 143, "ended by SIGTERM"


def ended_by(interrupt: KeyboardInterrupt) -> Status:
    """Return the exit status of a command that was interrupted."""
    return Status.TERMINATED if isinstance(interrupt, Terminated) else Status.INTERRUPTED
