"""Talk on stderr: words beside the answer, and progress."""

from __future__ import annotations

import shutil
import sys

from gridwalk.limits import Progress

FIRST_WORD = 1.0  # seconds before progress is worth a word


def say(words: str) -> None:
    """Write one line to stderr."""
    sys.stderr.write(f"gridwalk: {' '.join(words.split())}\n")
    sys.stderr.flush()


class Talk:
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
        if sys.stderr.isatty():
            room = shutil.get_terminal_size().columns - 1  # a line that wraps could not be rewritten
            words = words if len(words) <= room else words[: max(0, room - 3)] + "..."
            sys.stderr.write(f"\r{words:<{min(self._shown, room)}}")
            sys.stderr.flush()
            self._shown = len(words)
        else:
            say(words)
            self._due = progress.seconds * 2

    def clear(self) -> None:
        """Wipe the line that is rewritten."""
        if self._shown:
            sys.stderr.write("\r" + " " * self._shown + "\r")
            sys.stderr.flush()
            self._shown = 0


def describe(progress: Progress) -> str:
    """Return *progress* in words."""
    if progress.doing:
        return f"{progress.seconds:.1f} s: {progress.doing}"
    return (
        f"{progress.seconds:.1f} s: {progress.expanded:,} cells expanded, "
        f"{progress.backtracks:,} backtracks, {progress.found:,} found"
    )
