"""A trace in a terminal, played or stepped by key: keys as they are pressed, a screen drawn in place."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import get_terminal_size
from types import FrameType

from gridwalk.answers.trace import Trace
from gridwalk.cli.forms import Form
from gridwalk.errors import InputError, counted
from gridwalk.render.text import ColouredFrame, draw_frame, legend_of

# What terminals send for keys, by name.
_SENT = {
    "left": (b"\x1b[D", b"\x1bOD", b"\x7f", b"\x08", b"h", b"b"),
    "right": (b"\x1b[C", b"\x1bOC", b" ", b"\r", b"\n", b"l", b"n"),
    "home": (b"\x1b[H", b"\x1bOH", b"\x1b[1~", b"\x1b[7~", b"g"),
    "end": (b"\x1b[F", b"\x1bOF", b"\x1b[4~", b"\x1b[8~", b"G"),
    "forward": (b"+", b"=", b"\x1b[6~", b"\x1b[B", b"\x1bOB"),
    "back": (b"-", b"_", b"\x1b[5~", b"\x1b[A", b"\x1bOA"),
    "play": (b"p",),
    "help": (b"?",),
    "quit": (b"q", b"Q", b"\x04"),
}
_NAMES = {sent: name for name, every in _SENT.items() for sent in every}
_LONGEST = max(map(len, _NAMES))
_UNKNOWN = re.compile(rb"\x1b(?:[\[O][0-?]*[ -/]*[@-~]?|[^\[O])?", re.DOTALL)
_REST = 0.05  # seconds in which the rest of a key comes
_ENTER, _LEAVE = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"  # another screen, without a cursor; and back


class Screen:
    """A terminal in which keys come at once, and are not shown; made by `opened_screen`."""

    def __init__(self, keyboard: int) -> None:
        self._keyboard = keyboard
        self._sent = b""
        self.is_clear = False  # whether something else has cleared it

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines, now."""
        return get_terminal_size()

    def draw(self, lines: list[str]) -> None:
        """Draw *lines* from the top, over what is there."""
        sys.stdout.write("\x1b[H" + "\n".join(f"{line}\x1b[K" for line in lines) + "\x1b[J")
        sys.stdout.flush()
        self.is_clear = False

    def key(self, seconds: float) -> str | None:
        """Return the name of the next key; "" if it has none, None if there is none for so long."""
        while True:
            name = self._next()
            if name is not None:
                return name
            if not self._read(_REST if self._sent else seconds):
                if self._sent:  # an Escape that nothing follows
                    self._sent = b""
                    return ""
                return None

    def _read(self, seconds: float) -> bool:
        from select import select

        if not select([self._keyboard], [], [], seconds)[0]:
            return False
        data = os.read(self._keyboard, 1024)
        self._sent += data or b"q"  # the terminal is gone
        return True

    def _next(self) -> str | None:
        """Take one key from what was sent; None if it is not whole."""
        sent = self._sent
        if not sent:
            return None
        for size in range(min(_LONGEST, len(sent)), 0, -1):
            if sent[:size] in _NAMES:
                self._sent = sent[size:]
                return _NAMES[sent[:size]]
        if any(known.startswith(sent) for known in _NAMES):
            return None
        unknown = _UNKNOWN.match(sent)  # of which nothing is taken for a key
        self._sent = sent[unknown.end() if unknown else 1 :]
        return ""


@contextmanager
def opened_screen() -> Iterator[Screen]:
    """Yield the terminal; in the end, whatever happens, it is as it was.

    Raises
    ------
    InputError
        If there is no terminal, or none whose keys can be read one by one.

    """
    try:
        import termios
        import tty
    except ImportError:
        raise InputError(
            "--step needs the terminal of a POSIX system (on Windows: WSL): here use gridwalk view, "
            "or -o film.html"
        ) from None
    try:  # not stdin: the board may come from there
        keyboard = os.open("/dev/tty", os.O_RDONLY | os.O_NOCTTY)
    except OSError:
        raise InputError("--step needs a terminal for its keys: --steps prints the event log") from None
    before = termios.tcgetattr(keyboard)

    def enter() -> None:
        tty.setcbreak(keyboard)  # Ctrl-C and Ctrl-Z stay what they are
        sys.stdout.write(_ENTER)
        sys.stdout.flush()

    def leave() -> None:
        try:
            sys.stdout.write(_LEAVE)
            sys.stdout.flush()
        finally:
            termios.tcsetattr(keyboard, termios.TCSADRAIN, before)

    def stop(*_: int | FrameType | None) -> None:
        leave()
        os.kill(os.getpid(), signal.SIGSTOP)
        enter()  # in the foreground again
        screen.is_clear = True

    screen = Screen(keyboard)
    stops = signal.signal(signal.SIGTSTP, stop)
    try:
        enter()
        yield screen
    finally:
        signal.signal(signal.SIGTSTP, stops)
        leave()
        os.close(keyboard)


JUMP = 10  # events
POLL = 0.25  # seconds after which the size of the terminal is looked at again
LEAST = (20, 5)  # columns and lines
KEYS = "space next, left back, p play, ? keys, q quit"
HELP = (
    "space or right  the next event",
    "left            the event before",
    f"+ and -         {JUMP} events on, {JUMP} back (also down and up)",
    "home and end    before the first event, after the last",
    "p               play, and stop playing",
    "q               quit",
    "",
    "any key goes on",
)


class Stepper:
    """Where somebody is in a trace: `press` takes a key, `lines` is what the terminal shows."""

    def __init__(self, done: Trace, form: Form, *, dark: bool, step: int = 0) -> None:
        self.done, self.form, self.dark, self.step = done, form, dark, step
        self.plays = self.helps = self.ended = False
        self._corner = (0, 0)  # of the window: the first line and the first character shown

    def press(self, key: str) -> None:
        """Take a key, by the name that `gridwalk.cli.stepping` has for it."""
        if self.helps:
            self.helps = False
            self.ended = key == "quit"
            return
        moves = {"right": 1, "left": -1, "forward": JUMP, "back": -JUMP}
        moves |= {"home": -self.step, "end": len(self.done)}
        if key == "play":
            self.plays = not self.plays
            if self.plays and self.step == len(self.done):
                self.step = 0
        elif key in moves:
            self.plays = False
            self.step = min(len(self.done), max(0, self.step + moves[key]))
        self.helps, self.ended = key == "help", key == "quit"

    def tick(self) -> None:
        """Go on to the next event, as a film does."""
        self.step += self.plays and self.step < len(self.done)
        self.plays = self.plays and self.step < len(self.done)

    def lines(self, columns: int, lines: int) -> list[str]:
        """Return what a terminal of this size shows."""
        if columns < LEAST[0] or lines < LEAST[1]:
            return ["too small"[:columns]]
        if self.helps:
            return [line[:columns] for line in HELP[:lines]]
        frame = self._frame()
        rows, width = lines - 3, max(map(len, frame.lines))
        top, left = self._scrolled(frame, rows, columns)
        shown = range(top, min(top + rows, len(frame.lines)))
        if self.form.coloured:
            board = [frame.part(line, left, left + columns) for line in shown]
        else:
            board = [frame.lines[line][left : left + columns] for line in shown]
        whole = width <= columns and len(frame.lines) <= rows
        keys = "playing: p stops" if self.plays else KEYS
        if not whole:
            keys = f"from line {top + 1}, column {left + 1}; {keys}"
        plain = legend_of(self.done)
        coloured = self.form.coloured and len(plain) <= columns
        meaning = legend_of(self.done, dark=self.dark) if coloured else plain[:columns]
        return [headline(self.done, self.step)[:columns], *board, meaning, keys[:columns]]

    def _frame(self) -> ColouredFrame:
        snapshot = self.done.at(self.step)
        return ColouredFrame(snapshot, glyphs=self.form.glyphs, blanks=self.form.blanks, dark=self.dark)

    def _scrolled(self, frame: ColouredFrame, rows: int, columns: int) -> tuple[int, int]:
        """Return the corner of a window in which the cell at work is; it moves only where it must."""
        cell = self.done.at(self.step).cell or self.done.start
        size = (len(frame.lines), max(map(len, frame.lines)))
        corner = []
        for at, before, room, whole in zip(
            frame.layout.place(cell), self._corner, (rows, columns), size, strict=True
        ):
            first = before if before <= at < before + room else at - room // 2
            corner.append(max(0, min(first, whole - room)))
        self._corner = (corner[0], corner[1])
        return self._corner


def headline(done: Trace, step: int) -> str:
    """Return what has been done by *step*, in one line."""
    snapshot = done.at(step)
    at = "" if snapshot.cell is None else f", at {snapshot.cell}"
    return (
        f"step {step:,} of {len(done):,}: {snapshot.expanded:,} expanded, "
        f"{counted(snapshot.backtracks, 'backtrack')}{at}"
    )


def step_by_key(done: Trace, form: Form, *, fps: float, dark: bool, step: int) -> None:
    """Show *done* in the terminal from *step* on, event by event, as keys say."""
    stepper = Stepper(done, form, dark=dark, step=step)
    with opened_screen() as screen:
        while not stepper.ended:
            _show(stepper, screen, fps)


def _show(stepper: Stepper, screen: Screen, fps: float) -> None:
    """Draw, and wait for the next key, picture, or size of the terminal."""
    size = screen.size
    screen.draw(stepper.lines(*size))
    due = time.monotonic() + 1 / fps
    while screen.size == size and not screen.is_clear:
        left = due - time.monotonic() if stepper.plays else POLL
        key = screen.key(min(POLL, max(0.0, left)))
        if key is not None:
            stepper.press(key)
            return
        if stepper.plays and time.monotonic() >= due:
            stepper.tick()
            return


def play(done: Trace, form: Form, *, fps: float, dark: bool) -> None:
    """Play *done* in the terminal, in place; the last picture stays.

    Raises
    ------
    InputError
        If the board does not fit.

    """
    columns, lines = get_terminal_size()
    last = draw_frame(done.at(len(done)), glyphs=form.glyphs, blanks=form.blanks).split("\n")
    if max(map(len, last)) > columns or len(last) + 3 > lines:
        raise InputError(
            f"the board of {done.board.rows} x {done.board.columns} does not fit this terminal of "
            f"{lines} x {columns}: enlarge it, or use --step, which scrolls, or --steps"
        )
    stepper = Stepper(done, form, dark=dark)
    up = ""
    try:
        for stepper.step in range(len(done) + 1):
            shown = stepper.lines(columns, len(last) + 3)[:-1]  # no keys
            sys.stdout.write(up + "\n".join(f"{line}\x1b[K" for line in shown))
            sys.stdout.flush()
            up = f"\x1b[?25l\r\x1b[{len(shown) - 1}A"
            time.sleep(1 / fps)
    finally:
        sys.stdout.write("\x1b[?25h\n")
        sys.stdout.flush()
