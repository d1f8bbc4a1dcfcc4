"""A terminal for stepping: keys as they are pressed, and a screen that is drawn in place."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import get_terminal_size
from types import FrameType

from gridwalk.errors import InputError

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
        # Of a sequence that nobody knows nothing is taken for a key.
        self._sent = b"" if sent[:1] == b"\x1b" else sent[1:]
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
