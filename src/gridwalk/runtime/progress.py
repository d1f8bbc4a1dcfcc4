"""The progress of long searches, the event log of a search, and the bar that ``progress=True`` shows."""

from __future__ import annotations

import html
import re
import signal
import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from gridwalk.errors import Message, counted, in_a_line

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


OF = re.compile(r"([\d,]+) of ([\d,]+)")
COUNTING = "counting"  # as in `Progress.doing`
SHOWN = 1e12  # larger numbers are shown as powers of ten
LENGTHS = (("years", 31_557_600), ("days", 86_400), ("hours", 3600), ("minutes", 60))


def in_figures(number: float) -> str:
    """Return *number* as text for people.

    >>> in_figures(12345.6), in_figures(3.21e17), in_figures(1e20)
    ('12,346', '3 x 10^17', '10^20')
    """
    if number < SHOWN:
        return f"{number:,.0f}"
    digit, exponent = f"{number:.0e}".split("e+")
    return f"10^{exponent}" if digit == "1" else f"{digit} x 10^{exponent}"


def duration(seconds: float) -> str:
    """Return a duration as text for people.

    >>> duration(1.23), duration(25.4), duration(7200), duration(7.1e10)
    ('1.2 s', '25 s', '2 hours', '2,250 years')
    """
    for unit, length in LENGTHS:
        if seconds >= 2 * length:
            return Message(f"{{n}} {unit}", n=in_figures(seconds / length))
    return Message("{n:.0f} s" if seconds >= 10 else "{n:.2g} s", n=seconds)


class Progress(NamedTuple):
    """The progress of a search; ``str(progress)`` is a line of text."""

    seconds: float
    expanded: int
    backtracks: int
    found: int
    doing: str = ""  # a description of work that is not a search, such as counting or compiling
    # For anytime answers: the answer so far, and bounds on the true value.
    value: int | float | None = None
    low: int | float | None = None
    high: int | float | None = None
    path: Any = None  # the best path so far, a `Path`
    unit: str = "cells"  # what is expanded: "cells", "nodes" of a network, or "states" of a sweep
    # For sweeps: the seconds spent, and the total; 0 if unknown.
    spent: float = 0.0
    planned: float = 0.0

    @property
    def share(self) -> float | None:
        """The fraction done, from 0 to 1, by the steps in `doing` and the planned time; None if unknown.

        >>> Progress(1.5, 0, 0, 0, "start 2 of 4, layer 5 of 10").share
        0.375
        """
        share = self.spent / self.planned if self.spent < self.planned else None
        for done, every in reversed(OF.findall(self.doing)):
            part, whole = int(done.replace(",", "")), int(every.replace(",", ""))
            if whole:
                share = min(1.0, max(0.0, (part if share is None else part - 1 + share) / whole))
        return share

    @property
    def left(self) -> float | None:
        """The seconds left, by the planned time or the fraction done; None if unknown.

        >>> Progress(3, 0, 0, 0, "step 3 of 12").left, Progress(9, 0, 0, 0, spent=3, planned=120).left
        (9.0, 117)
        """
        if OF.search(self.doing) is None:
            return self.planned - self.spent if self.spent < self.planned else None
        return self.seconds * (1 - self.share) / self.share if self.share else None

    def __str__(self) -> str:
        words = [f"{duration(self.seconds)} so far"]
        if self.share is not None and self.left is not None:
            words = [f"{100 * self.share:.0f} %", f"about {duration(self.left)} left"]
        if not self.doing:
            words.append(f"{counted(self.expanded, self.unit.removesuffix('s'))} expanded")
            words.append(counted(self.backtracks, "backtrack"))
        if self.found or not self.doing:
            words.append(f"{self.found:,} found")
        return f"{self.doing or 'searching'}: {', '.join(words)}"

    def __repr__(self) -> str:
        return in_a_line(f"<Progress: {self}>")


ProgressLike: TypeAlias = "Callable[[Progress], None] | bool | None"
FIRST_WORD = 0.5  # seconds before a bar is shown
WIDE = 30  # characters of a bar


class Bar:
    """A progress function: shows a bar on a terminal or in a notebook; elsewhere, a line each doubled time.

    There is one display at a time, which all bars share.  It is cleared at the end, and before a signal
    handler for Ctrl-C runs.
    """

    def __init__(
        self, write: Callable[[str], None] | None = None, *, first: float | None = None, plain: bool = False
    ) -> None:
        self._due = FIRST_WORD if first is None else first
        self._write = _write if write is None else write  # for a line, if there is no terminal
        self._is_plain = plain  # without colours

    def __call__(self, progress: Progress) -> None:
        """Show *progress* if it is due."""
        if progress.seconds < self._due:
            return
        with _SHOWN.lock:
            if _SHOWN.display is None:
                _SHOWN.begin(self, plain=self._is_plain)
            if _SHOWN.display is not None:
                _SHOWN.show(progress)
            else:
                self._due = progress.seconds * 2
                self._write(str(progress))

    def close(self) -> None:
        """Clear the display if it belongs to this bar."""
        with _SHOWN.lock:
            if _SHOWN.owner is self:
                _SHOWN.end()


def take_away() -> None:
    """Clear the bar, before an error is raised; the next report shows it again."""
    with _SHOWN.lock:
        _SHOWN.end()


class _Shown:
    """The current display and the bar that owns it."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.owner: Bar | None = None
        self.display: _OnTerminal | _InNotebook | None = None
        self.before: Any = None
        self.is_writing = False
        self.interrupt: tuple[int, Any] | None = None  # a signal that came while the display was written

    def show(self, progress: Progress) -> None:
        assert self.display is not None
        self.is_writing = True
        try:
            self.display.show(progress)
        finally:
            self.is_writing = False
        if self.interrupt is not None:
            self._interrupted(*self.interrupt)

    def begin(self, owner: Bar, *, plain: bool) -> None:
        self.display = _new_display(plain=plain)
        if self.display is None:
            return
        self.owner = owner
        if threading.current_thread() is threading.main_thread():
            before = signal.getsignal(signal.SIGINT)
            if callable(before):
                self.before = before
                signal.signal(signal.SIGINT, self._interrupted)

    def end(self) -> None:
        display, self.display, self.owner = self.display, None, None
        if self.before is not None and threading.current_thread() is threading.main_thread():
            if signal.getsignal(signal.SIGINT) == self._interrupted:
                signal.signal(signal.SIGINT, self.before)
            self.before = None
        if display is not None:
            display.close()

    def _interrupted(self, number: int, frame: Any) -> None:
        if self.is_writing:  # the display is cleared after its line is written
            self.interrupt = number, frame
            return
        self.interrupt, before = None, self.before or signal.default_int_handler
        with self.lock:
            self.end()
        before(number, frame)


_SHOWN = _Shown()


def _new_display(*, plain: bool) -> _OnTerminal | _InNotebook | None:
    """Return a display; None if stderr is a file, a pipe, or a terminal that cannot move its cursor."""
    if not is_terminal(sys.stderr) and "IPython" not in sys.modules:
        return None
    from rich.console import Console

    console = Console(stderr=True, no_color=True) if plain else Console(stderr=True)
    if console.is_jupyter:
        return _InNotebook()
    return _OnTerminal(console) if console.is_terminal and not console.is_dumb_terminal else None


def is_terminal(stream: Any) -> bool:
    """Whether *stream* is a terminal; False if it is closed, missing, or only has a `write` method."""
    try:
        return bool(stream.isatty())
    except (AttributeError, OSError, ValueError):
        return False


class _OnTerminal:
    """A line of a terminal, drawn by Rich without a thread of its own."""

    def __init__(self, console: Any) -> None:
        from rich.progress import BarColumn, TextColumn
        from rich.progress import Progress as Bars
        from rich.table import Column

        words = TextColumn(
            "{task.description}", markup=False, table_column=Column(no_wrap=True, overflow="ellipsis")
        )
        self.bars = Bars(
            BarColumn(WIDE, table_column=Column(width=WIDE)),
            words,
            console=console,
            auto_refresh=False,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self.bars.start()
        self.task = self.bars.add_task("", total=None)

    def show(self, progress: Progress) -> None:
        share = progress.share
        self.bars.update(
            self.task,
            description=str(progress),
            total=None if share is None else 1.0,
            completed=share or 0.0,
            refresh=True,
        )

    def close(self) -> None:
        self.bars.stop()


class _InNotebook:
    """An output of a notebook that is updated: plain HTML, which needs no widgets."""

    def __init__(self) -> None:
        from IPython.display import display

        self.handle = display({"text/plain": ""}, raw=True, display_id=True)

    def show(self, progress: Progress) -> None:
        share, words = progress.share, str(progress)
        value = "" if share is None else f' value="{share:.4f}"'
        shown = f"<progress{value} style='width:15em'></progress> <code>{html.escape(words)}</code>"
        self.handle.update({"text/plain": words, "text/html": shown}, raw=True)

    def close(self) -> None:
        self.handle.update({"text/plain": "", "text/html": ""}, raw=True)


def _write(words: str) -> None:
    """Write a line to stderr; ignore errors, such as a closed stream."""
    try:
        sys.stderr.write(f"{words}\n")
        sys.stderr.flush()
    except (OSError, ValueError, AttributeError):
        return


MAX_EVENTS = 1_000_000


class LogFullError(Exception):
    """The event log is full; the search that writes it stops."""


class EventLog:
    """An event log: batches of at most *limit* events in total."""

    def __init__(self, limit: int = MAX_EVENTS) -> None:
        self.limit = limit
        self._batches: list[NDArray[np.int32]] = []
        self._rows = 0

    def append(self, batch: NDArray[np.int32]) -> None:
        """Append rows ``(kind, cell, value)``; if they do not all fit, raise `LogFullError`."""
        kept = batch[: self.limit - self._rows]
        self._batches.append(kept)
        self._rows += len(kept)
        if len(kept) < len(batch):
            raise LogFullError

    def events(self) -> NDArray[np.int32]:
        """Return all events: int32 array of shape ``(n, 3)``."""
        import numpy as np

        events = np.concatenate([np.empty((0, 3), np.int32), *self._batches])
        events.flags.writeable = False
        return events
