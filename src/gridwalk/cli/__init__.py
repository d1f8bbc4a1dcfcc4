"""The command line: ``gridwalk VERB BOARD [options]``.

stdout is the answer, stderr is talk.  Exit status: 0 answered (a count of 0 is an answer),
1 no such path, 2 bad input, 3 out of the time given or of memory, 130 interrupted.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from gridwalk.cli.altogether import count, longest, sample
from gridwalk.cli.scen import scen
from gridwalk.cli.talk import say
from gridwalk.cli.trace import trace
from gridwalk.cli.verbs import find, list_, shortest, show
from gridwalk.cli.view import view
from gridwalk.errors import GridwalkError, RoomError, TimeLimitError, UnknownChoiceError

BAD_INPUT, OUT_OF_LIMITS, INTERRUPTED, BROKEN_PIPE = 2, 3, 130, 141


class Verbs(click.Group):
    """A group that guesses the verb meant."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Refuse an unknown verb as any other unknown word is refused."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            raise UnknownChoiceError("VERB", args[0], self.commands)
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order a newcomer needs them, not by the alphabet."""
        return list(self.commands)


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="gridwalk", message="gridwalk %(version)s")
def gridwalk() -> None:
    """Answer questions about paths on a board: mazes, chessboards, maps.

    BOARD is a file (0/1 matrix or '#' maze, told apart by content), - for standard
    input, or a size such as 8x8.

    \b
    Examples:
      gridwalk find maze.txt
      gridwalk shortest maze.txt --moves king
      gridwalk longest 8x8
      gridwalk count 12x12
      gridwalk find 8x8 --moves knight --tour --from a1

    Exit status: 0 answered, 1 no such path, 2 bad input, 3 out of time or memory.
    """


for command in (show, find, shortest, longest, list_, count, sample, trace, scen, view):
    gridwalk.add_command(command)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with its status; never with a traceback."""
    sys.exit(_status(arguments))


def _status(arguments: list[str] | None) -> int:
    # Closed by whoever called us: nobody hears our talk then, but an answer that is lost is an error.
    for name, mode in (("stdout", "r"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115
    try:
        # Not `gridwalk.main()`: it would end a closed pipe with status 1, which means "no path" here.
        words = sys.argv[1:] if arguments is None else arguments
        with gridwalk.make_context("gridwalk", list(words)) as context:
            status = gridwalk.invoke(context)
        sys.stdout.flush()
        return int(status or 0)
    except click.exceptions.Exit as stop:  # --help, --version
        return stop.exit_code
    except (TimeLimitError, RoomError) as error:
        return _fail(str(error), OUT_OF_LIMITS)
    except GridwalkError as error:
        return _fail(f"error: {error}", BAD_INPUT)
    except click.exceptions.NoArgsIsHelpError as error:
        sys.stderr.write(f"{error.format_message()}\n")
        return BAD_INPUT
    except click.ClickException as error:
        return _fail(f"error: {error.format_message()}", BAD_INPUT)
    except MemoryError:
        return _fail("out of memory: the board is too large for this machine", OUT_OF_LIMITS)
    except KeyboardInterrupt:
        return _fail("interrupted", INTERRUPTED)
    except BrokenPipeError:
        _forget_stdout()
        return BROKEN_PIPE
    except OSError as error:
        _forget_stdout()
        return _fail(f"cannot write the answer: {error.strerror or error}", OUT_OF_LIMITS)


def _fail(words: str, status: int) -> int:
    try:
        sys.stdout.flush()
    except OSError:
        _forget_stdout()
    say(words)
    return status


def _forget_stdout() -> None:
    """Whoever read our output has had enough; keep Python from complaining of it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
