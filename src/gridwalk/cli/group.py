"""All commands: takes one command line and returns an exit status."""

from __future__ import annotations

import os
import sys
import warnings
from importlib import import_module
from typing import Any

import click

from gridwalk.cli import mistakes
from gridwalk.cli.answers import LostAnswerError, flush, write
from gridwalk.cli.messages import TALK, Talk, complain, described, forget, in_the_shell, of_click, say, tell
from gridwalk.cli.options import quiet_option
from gridwalk.cli.status import Status, Terminated
from gridwalk.errors import GridwalkError, LimitError, ReadingWarning

# The commands by purpose; each is the function of its name in the module of its name.
GROUPS = {
    "Ask about paths": "find shortest longest list count sample puzzle visit field check",
    "Make, show and write boards": "make sheet show convert",
    "Watch": "trace view",
}
COMMANDS = tuple(" ".join(GROUPS.values()).split())
JOBS = """\
gridwalk answers questions about paths on a board.

Solve a maze, from a text, a picture or another file:
  gridwalk shortest maze.txt
Count the paths of a board, or its tours:
  gridwalk count 8x8
  gridwalk count 6x6 --moves knight --tour --closed
Make a maze to print, or a sheet of twelve:
  gridwalk make wilson 12x16 -o maze.svg
  gridwalk sheet 12x16 -n 12 -o sheet.pdf

gridwalk --help lists all commands, gridwalk COMMAND --help explains one.
"""
EPILOG = "\b\n" + "\n".join(["Exit status:", *(f"  {status.value:3}  {status.meaning}" for status in Status)])


class Lazy(click.Group):
    """A group that imports a command when it is needed, and guesses what an unknown word means."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Raise an error with a guess for an unknown command; ``help X`` prints the help of X."""
        word = args[0]
        if word == "help" and not ctx.resilient_parsing:
            if args[1:] and args[1] not in COMMANDS:
                raise mistakes.no_such_command(args[1], COMMANDS)
            named = self.get_command(ctx, args[1]) if args[1:] else None
            write(
                ctx.get_help()
                if named is None
                else named.get_help(named.make_context(args[1], [], ctx, resilient_parsing=True))
            )
            ctx.exit()
        if not word.startswith("-") and word not in COMMANDS:
            raise mistakes.no_such_command(word, COMMANDS)
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name."""
        return command_named(cmd_name) if cmd_name in COMMANDS else None

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands, as they stand in the help."""
        return list(COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Describe each command by its whole first sentence."""
        for heading, group in GROUPS.items():
            with formatter.section(heading):
                rows = [(name, command_named(name).get_short_help_str(200)) for name in group.split()]
                formatter.write_dl(rows)


def command_named(name: str) -> click.Command:
    """Return one of `COMMANDS`."""
    module = import_module(f"gridwalk.cli.{name}")
    command: click.Command = getattr(module, "list_" if name == "list" else name)
    return command


def options_of(name: str) -> list[str]:
    """Return the options of a command, as they are written."""
    return [option for param in command_named(name).params for option in param.opts]


def _set_colour(_: click.Context, __: click.Parameter, value: str | None) -> None:
    if value is not None:
        TALK.colour = {"always": True, "never": False}.get(value)


def _set_no_colour(_: click.Context, __: click.Parameter, value: bool) -> None:
    if value:
        TALK.colour = False


@click.group(
    cls=Lazy, epilog=EPILOG, params=[quiet_option()],
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)  # fmt: skip
@click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    metavar="WHEN",
    is_eager=True,
    expose_value=False,
    callback=_set_colour,
    help="Colours: auto (on a terminal, unless NO_COLOR is set), always or never.",
)
@click.option(
    "--no-color",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_set_no_colour,
    help="As --color never.",
)
@click.version_option(None, "-V", "--version", package_name="gridwalk", message="gridwalk %(version)s")
def gridwalk() -> None:
    """Answer questions about paths on a board: mazes, chessboards, maps.

    BOARD is a file in one of many formats, told apart by content (gridwalk convert --formats
    lists them), - for standard input, or a size such as 8x8.

    \b
    Examples:
      gridwalk shortest maze.txt
      gridwalk count 8x8
      gridwalk find 8x8 --moves knight --tour --from a1
      gridwalk make wilson 12x16 -o maze.svg
      gridwalk COMMAND --help
    """


def answer(arguments: list[str]) -> int:
    """Run one command and return its exit status; errors go to stderr."""
    vars(TALK).update(vars(Talk()))
    # The caller may have closed the streams.  Then messages are lost, but a lost answer is an error.
    for name, mode in (("stdout", "r"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115
    with warnings.catch_warnings():
        warnings.simplefilter("always", ReadingWarning)
        warnings.showwarning = lambda message, *_: say(with_way(in_the_shell(str(message)), arguments))
        try:
            return _answer(arguments)
        except BrokenPipeError:
            forget(sys.stdout)
            return Status.BROKEN_PIPE
        except OSError as error:
            forget(sys.stdout)
            reason = error.strerror or str(error)
            words = reason if error.filename is None else f"{error.filename}: {reason}"
            if isinstance(error, LostAnswerError):
                words = f"cannot write the answer: {reason}"
            return complain(words, type(error), Status.OUT_OF_LIMITS, arguments)


def with_way(words: str, arguments: list[str]) -> str:
    """If *words* name an option that only convert has, add the pipe to type."""
    verb = next((word for word in arguments if word in COMMANDS), "")
    return mistakes.with_pipe(words, verb, options_of)


def _answer(arguments: list[str]) -> int:
    def fail(words: str, error: BaseException, status: Status) -> Status:
        try:
            flush()  # the partial answer goes out before the message
        except OSError:
            forget(sys.stdout)
        return complain(words, type(error), status, arguments)

    try:
        # Not `gridwalk.main()`: on a closed pipe it exits with status 1, which means "no path" here.
        with gridwalk.make_context("gridwalk", list(arguments)) as context:
            status = gridwalk.invoke(context)
        flush()
        return int(status or Status.ANSWERED)
    except click.exceptions.Exit as stop:  # --help, --version
        flush()
        return stop.exit_code
    except LimitError as error:
        return fail(with_way(described(error), arguments), error, Status.OUT_OF_LIMITS)
    except GridwalkError as error:
        return fail(with_way(described(error), arguments), error, Status.BAD_INPUT)
    except click.exceptions.NoArgsIsHelpError as error:
        tell(f"{error.format_message()}\n" if arguments else JOBS)
        return Status.BAD_INPUT
    except click.NoSuchOption as error:
        command = gridwalk if error.ctx is None else error.ctx.command
        words = mistakes.no_such_option(error.option_name, command, options_of, COMMANDS, arguments)
        return fail(words, error, Status.BAD_INPUT)
    except click.ClickException as error:
        return fail(of_click(mistakes.of_extra(error.format_message())), error, Status.BAD_INPUT)
    except MemoryError as error:
        words = "out of memory: the board is too large for this machine"
        return fail(words, error, Status.OUT_OF_LIMITS)
    except Terminated as error:
        return fail("terminated", error, Status.TERMINATED)
    except KeyboardInterrupt as error:
        return fail("interrupted", error, Status.INTERRUPTED)
