"""All commands: takes one command line and returns an exit status."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from inspect import cleandoc
from shlex import quote
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from gridwalk.cli import output, progress
from gridwalk.cli.answers import LostAnswerError, flush
from gridwalk.cli.helping import EVERYWHERE, Command, Help, Verb
from gridwalk.cli.progress import TALK, Talk, complain, described, forget, in_the_shell, say, tell
from gridwalk.cli.status import Status, Terminated
from gridwalk.cli.values import board_size
from gridwalk.errors import GridwalkError, InputError, LimitError, ReadingWarning
from gridwalk.errors.messages import guess

if TYPE_CHECKING:
    from gridwalk.cli.options import Options

# The commands under what they are for, each after the module of its class (`_class_of`).
GROUPS: Mapping[str, str] = {
    "Ask about paths": "onepath.find onepath.shortest onepath.longest manypaths.list counting.count "
                       "manypaths.sample fields.visit fields.field files.check",
    "Make, show and write boards": "making.make making.sheet boards.show files.convert",
    "Watch": "trace.trace boards.view",
    "Help": "about.help files.formats",
}  # fmt: skip
COMMANDS = {place.partition(".")[2]: place for group in GROUPS.values() for place in group.split()}
JOBS = """\b
gridwalk answers questions about paths on a board.

\b
Solve a maze, from a text, a picture or another file:
  gridwalk shortest maze.txt
Count the paths of a board, or its tours:
  gridwalk count 8x8
  gridwalk count 6x6 --moves knight --tour --closed
Make a maze to print, or a sheet of twelve:
  gridwalk make wilson 12x16 -o maze.svg
  gridwalk sheet 12x16 -n 12 -o sheet.pdf

\b
gridwalk --help lists all commands, gridwalk COMMAND --help explains one.
"""
# Options of other programs, and why there is nothing for them.
NOT_HERE = {
    "--verbose": "all notes are shown (-q leaves them out), and --explain says which engine answers a count",
    "--debug": "GRIDWALK_TRACEBACK=1 in the environment shows where an internal error happened",
}
COMPLETION = (
    'the Tab key is set up by a line for your shell: eval "$(_GRIDWALK_COMPLETE=bash_source gridwalk)", or '
    "zsh_source, or fish_source; PowerShell has none"
)
COMMANDS_NAMED = 4  # the most commands that are named
EPILOG = "\b\n" + "\n".join(["Exit status:", *(f"  {status.value:3}  {status.meaning}" for status in Status)])


class Verbs(click.Group):
    """A group of commands that guesses misspelt names, and imports a command when it is asked for."""

    context_class = Verb

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Raise an error with a guess for an unknown command, and refuse empty arguments."""
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            raise no_such_command(args[0])
        name, command, words = super().resolve_command(ctx, args)
        if command is not None and not ctx.resilient_parsing:
            _refuse_empty(command, words)
        return name, command, words

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name."""
        return command_named(cmd_name) if cmd_name in COMMANDS else None

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands, as they stand in the help."""
        return list(COMMANDS)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Describe each command by its whole first sentence, and then the options."""
        for heading, group in GROUPS.items():
            names = (place.partition(".")[2] for place in group.split())
            with formatter.section(heading):
                formatter.write_dl([(f"{name:10}", _help_of(name).partition("\n")[0]) for name in names])
        click.Command.format_options(self, ctx, formatter)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete a verb, without importing one."""
        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        return [CompletionItem(name) for name in COMMANDS if name.startswith(incomplete)]


@cache
def command_named(name: str) -> Command:
    """Return one of `COMMANDS`."""
    options = _class_of(name)

    def call(**values: Any) -> int | None:
        given = options(**values).checked()
        output.OutFile.of(given)  # refused, before any work, where it is the file of the board
        return given.answer()

    return Command(
        name, {}, call, [*options.parameters(), *EVERYWHERE], _help_of(name),
        common=options.common.split(), tables=options.tables,
    )  # fmt: skip


def load(name: str) -> None:
    """Import what a command needs to answer, or most of it."""
    if _class_of(name).needs_boards:
        import gridwalk.reading
        import gridwalk.sets.pathset  # noqa: F401 - and not when it is first used


def _class_of(name: str) -> type[Options]:
    module = import_module(f"gridwalk.cli.{COMMANDS[name].partition('.')[0]}")
    options: type[Options] = getattr(module, f"{name.title()}Command")
    return options


def _help_of(name: str) -> str:
    return cleandoc(_class_of(name).__doc__ or "")


def _refuse_empty(command: click.Command, words: list[str]) -> None:
    """Refuse empty arguments, such as a shell variable that is not set."""
    takes_value = {
        name for option in command.params if not getattr(option, "is_flag", True) for name in option.opts
    }
    at = 0  # so many arguments were before
    for before, word in zip(["", *words], words, strict=False):
        if word == "" or (word[:2] == "--" and word[-1] == "="):
            name = word[:-1] or (before if before in takes_value else _argument(command, at))
            raise InputError(f"{name} is empty (a shell variable that is not set?)")
        at += before not in takes_value and (word[0] != "-" or word == "-")


def _argument(command: click.Command, at: int) -> str:
    """Return the name of the argument that stands at this place."""
    arguments = [one for one in command.params if isinstance(one, click.Argument)]
    if not arguments:
        return "an argument"
    return arguments[min(at, len(arguments) - 1)].make_metavar(click.Context(command)).strip("[].")


@click.group(
    cls=Verbs, epilog=EPILOG, params=[*EVERYWHERE], context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(None, "-V", "--version", package_name="gridwalk", message="gridwalk %(version)s")
def gridwalk() -> None:
    """Answer questions about paths on a board: mazes, chessboards, maps.

    BOARD is a file in one of many formats, told apart by content (gridwalk formats lists
    them), - for standard input, or a size such as 8x8.

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
    # The caller may have closed them.  Messages are then lost, but a lost answer is an error.
    for name, mode in (("stdout", "r"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115
    with warnings.catch_warnings():
        warnings.simplefilter("always", ReadingWarning)
        warnings.showwarning = lambda message, *_: say(in_the_shell(str(message)))
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
        return fail(described(error), error, Status.OUT_OF_LIMITS)
    except GridwalkError as error:
        return fail(described(error), error, Status.BAD_INPUT)
    except click.exceptions.NoArgsIsHelpError as error:
        jobs = Help()
        jobs.write_text(JOBS)
        tell(f"{error.format_message()}\n" if arguments else jobs.getvalue())
        return Status.BAD_INPUT
    except click.NoSuchOption as error:
        return fail(_no_such_option(error), error, Status.BAD_INPUT)
    except click.ClickException as error:
        return fail(progress.of_click(error.format_message()), error, Status.BAD_INPUT)
    except MemoryError as error:
        words = "out of memory: the board is too large for this machine"
        return fail(words, error, Status.OUT_OF_LIMITS)
    except Terminated as error:
        return fail("terminated", error, Status.TERMINATED)
    except KeyboardInterrupt as error:
        return fail("interrupted", error, Status.INTERRUPTED)


def _no_such_option(error: click.NoSuchOption) -> str:
    """Return the message, with what leads on: our word for it, why it means nothing here, or who has it."""
    from gridwalk.errors.words import ours  # only on the way to an error

    name, command = error.option_name, error.ctx.command if error.ctx is not None else gridwalk
    our = progress.option_of(ours("argument", name.lstrip("-")) or name.lstrip("-"))
    here = {known.lstrip("-"): known for option in command.params for known in option.opts}
    if name in NOT_HERE and name not in here.values():
        return f"there is no option {name}: {NOT_HERE[name]}"
    if command.name in COMMANDS and (why := _class_of(command.name).why_without(our)):
        return f"there is no option {our} for {command.name}: {why}"
    there = [verb for verb in COMMANDS if our not in here.values() and our in _options_of(verb)]
    if there:
        some = ", ".join(there[:COMMANDS_NAMED]) + ", ..." * (len(there) > COMMANDS_NAMED)
        return f"there is no option {name} for {command.name}: {our} is for {some}"
    meant = here.get(our.lstrip("-"), "")
    if not meant and (moves := piece_named(name.lstrip("-"))) and "moves" in here:
        meant = f"--moves {moves}"
    elif not meant and (verb := ours("command", name.lstrip("-"))):
        return f"there is no option {name}: gridwalk {verb} does that"
    meant = meant or here.get(guess("", name.lstrip("-"), [*here]), "")
    return f"there is no option {name}{f'; did you mean {meant}?' if meant else ' (--help-all lists them)'}"


def piece_named(word: str) -> str:
    """Return the moves that *word* names, as --moves has them; an empty text if it names none."""
    from gridwalk.board.moves import NAMED_MOVES
    from gridwalk.board.names import RIDERS
    from gridwalk.errors.words import ours

    return word if word in NAMED_MOVES or word in RIDERS else ours("moves", word)


def _options_of(verb: str) -> list[str]:
    return [name for option in command_named(verb).params for name in option.opts]


def no_such_command(word: str) -> InputError:
    """Return the error for what is no command; it leads on where it can."""
    from gridwalk.errors.words import ours

    if word == "completion":
        return InputError(COMPLETION)
    said = quote(word) if word.isprintable() else repr(word)
    if board_size(word) or os.path.exists(word):
        return InputError(f"{said} is a board: the question comes first, as in gridwalk shortest {said}")
    meant = guess("command", word, tuple(COMMANDS), advice=ours("command", word))
    lead = f"; did you mean {meant}?" if meant else " (gridwalk --help lists all)"
    return InputError(f"there is no command {said}{lead}")
