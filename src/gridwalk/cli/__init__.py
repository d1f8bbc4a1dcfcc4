"""The command line as a process: ``gridwalk VERB BOARD [options]``.

The answer goes to stdout, messages go to stderr.  This module imports almost nothing, because it handles
Ctrl-C while everything else is imported.
"""

from __future__ import annotations

import gc
import os
import signal
import sys

from gridwalk.cli.status import Status, Terminated, ended_by

TYPE_CHECKING = False  # as in `gridwalk`
if TYPE_CHECKING:
    from typing import Any, NoReturn

_THRESHOLD = 100_000  # objects made before garbage is collected: imports make many, and they stay


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and exit with its status.

    Without *arguments*, take those of the process, and handle its signals too.
    """
    if arguments is None:
        gc.set_threshold(_THRESHOLD)
        _end(_process())
    sys.exit(run(arguments))


def run(arguments: list[str]) -> int:
    """Run one command and return its exit status; only `KeyboardInterrupt` is raised."""
    sys.set_int_max_str_digits(0)  # a count may have more digits than Python prints by itself
    try:
        from gridwalk.cli.group import answer

        return answer(arguments)
    except Exception as error:
        return _report(error, arguments)


def _process() -> int:
    # A shell may start a background job with Ctrl-C ignored: keep that.
    handlers = {
        number: raises
        for number, raises, usual in (
            (signal.SIGINT, signal.default_int_handler, signal.default_int_handler),
            (signal.SIGTERM, _terminate, signal.SIG_DFL),
        )
        if signal.getsignal(number) is usual
    }
    for number in handlers:
        signal.signal(number, _leave)
    sys.unraisablehook = _unraisable
    try:
        if "_GRIDWALK_COMPLETE" in os.environ:  # asked by click's script for the shell
            from gridwalk.cli.group import gridwalk

            gridwalk.main(prog_name="gridwalk")
        from gridwalk.cli.group import COMMANDS, command_named

        if sys.argv[1:2] and sys.argv[1] in COMMANDS and not {"-h", "--help"} & {*sys.argv}:
            command_named(sys.argv[1])  # imported here, where Ctrl-C cannot fall into an import
        for number, raises in handlers.items():
            signal.signal(number, raises)
        return run(sys.argv[1:])
    except KeyboardInterrupt as interrupt:  # a second Ctrl-C, while the first was handled
        return ended_by(interrupt)
    except Exception as error:
        return _report(error, sys.argv)
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)  # from here on nothing changes the exit status


def _end(status: int) -> NoReturn:
    """Exit; at once if a thread still computes an answer that is no longer wanted.

    After the time limit or Ctrl-C such a thread goes on (`runtime.slices.beside`), and would crash when
    Python frees its memory at exit.
    """
    from threading import active_count

    if active_count() > 1:
        os._exit(status)  # `run` has flushed the answer
    gc.freeze()  # the memory goes with the process: no garbage need be found in it
    sys.exit(status)


def _leave(number: int, *_: object) -> None:
    """End at once and without a traceback: no computation is running."""
    ended = number == signal.SIGTERM
    try:
        os.write(2, b"gridwalk: terminated\n" if ended else b"gridwalk: interrupted\n")
    finally:
        os._exit(Status.TERMINATED if ended else Status.INTERRUPTED)


def _terminate(*_: object) -> NoReturn:
    """End as by Ctrl-C: unfinished files are removed."""
    raise Terminated


def _unraisable(problem: Any) -> None:
    """End on a Ctrl-C that Python cannot raise (in a finaliser, say) and would ignore."""
    if issubclass(problem.exc_type, KeyboardInterrupt):
        _leave(signal.SIGTERM if issubclass(problem.exc_type, Terminated) else signal.SIGINT)
    sys.__unraisablehook__(problem)


def _report(error: Exception, arguments: list[str]) -> int:
    """Report *error* on stderr as a bug of gridwalk."""
    if os.environ.get("GRIDWALK_TRACEBACK"):
        import traceback

        traceback.print_exception(error)
    words = (
        f"internal error: {type(error).__name__}: {error}; this is a bug in gridwalk, please report it "
        "with the command and the board (GRIDWALK_TRACEBACK=1 shows where it happened)"
    )
    try:
        from gridwalk.cli.messages import complain

        complain(words, type(error), Status.INTERNAL_ERROR, arguments)
    except Exception:  # the installation is broken
        sys.stderr.write(f"gridwalk: {words}\n")
    return Status.INTERNAL_ERROR
