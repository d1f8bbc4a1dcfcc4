"""The command line as a process: ``gridwalk VERB BOARD [options]``.

stdout is the answer, stderr is talk; `gridwalk.cli.status` has the exit statuses.  This module
imports next to nothing: it has to hear Ctrl-C while everything else is imported.
"""

from __future__ import annotations

import os
import signal
import sys

from gridwalk.cli.status import Status

TYPE_CHECKING = False  # as in `gridwalk`
if TYPE_CHECKING:
    from typing import Any, NoReturn


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and exit with its status.

    Without *arguments* they are the process's own, and so are Ctrl-C and whatever else may happen to it.
    """
    if arguments is None:
        _end(_process())
    sys.exit(run(arguments))


def run(arguments: list[str]) -> int:
    """Run one command and return its exit status; nothing but an interrupt is raised."""
    sys.set_int_max_str_digits(0)  # a count may have more digits than Python prints by itself
    try:
        from gridwalk.cli.command import answer

        return answer(arguments)
    except Exception as error:
        return _report(error, arguments)


def _process() -> int:
    # A shell's background job may be told to ignore Ctrl-C: that stays.
    hears = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if hears:
        signal.signal(signal.SIGINT, _leave)
    sys.unraisablehook = _unraisable
    try:
        import gridwalk.cli.command  # noqa: F401

        if hears:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return run(sys.argv[1:])
    except KeyboardInterrupt:  # pressed once more, while the first was being answered
        return Status.INTERRUPTED
    except Exception as error:
        return _report(error, sys.argv)
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is said, and the status stands


def _end(status: int) -> NoReturn:
    """Exit; at once where a computation that nobody waits for is still running.

    Such a thread is left to itself when the time is over or Ctrl-C is pressed (`runtime.slices.beside`), and
    would crash when Python, at its exit, takes away the memory it works on.
    """
    from threading import active_count

    if active_count() > 1:
        os._exit(status)  # `run` has written all there is to write
    sys.exit(status)


def _leave(*_: object) -> None:
    """End at once, and without Python's traceback: nothing is under way."""
    try:
        os.write(2, b"gridwalk: interrupted\n")
    finally:
        os._exit(Status.INTERRUPTED)


def _unraisable(problem: Any) -> None:
    """End at a Ctrl-C that came where Python cannot raise it (in a finaliser, say) and would forget it."""
    if issubclass(problem.exc_type, KeyboardInterrupt):
        _leave()
    sys.__unraisablehook__(problem)


def _report(error: Exception, arguments: list[str]) -> int:
    """Say on stderr that *error* is a fault of gridwalk's own, and ask for a report."""
    if os.environ.get("GRIDWALK_TRACEBACK"):
        import traceback

        traceback.print_exception(error)
    words = (
        f"internal error: {type(error).__name__}: {error}; this is a fault of gridwalk, please report it "
        "with the command and the board (GRIDWALK_TRACEBACK=1 shows where it happened)"
    )
    try:
        from gridwalk.cli.progress import complain

        complain(words, type(error), Status.INTERNAL_ERROR, arguments)
    except Exception:  # so broken an installation that not even this can be imported
        sys.stderr.write(f"gridwalk: {words}\n")
    return Status.INTERNAL_ERROR
