"""All commands: takes one command line and returns an exit status."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from inspect import cleandoc
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from gridwalk.cli.answers import LostAnswerError, flush, write
from gridwalk.cli.helping import EVERYWHERE, Verb
from gridwalk.cli.progress import TALK, Talk, complain, described, forget, in_the_shell, of_click, say, tell
from gridwalk.cli.status import Status, Terminated
from gridwalk.errors import GridwalkError, InputError, LimitError, ReadingWarning, UnknownChoiceError

if TYPE_CHECKING:
    from gridwalk.cli.makeverbs import HelpCommand
    from gridwalk.cli.options import Options

# Where the options and help of each command are, and the function that answers, in the order a newcomer needs
# them.  The functions bring NumPy along: only the one that is called is imported.
COMMANDS: Mapping[str, tuple[str, str]] = {
    "show": ("boardverbs:ShowCommand", "boards:show"),
    "find": ("pathverbs:FindCommand", "paths:find"),
    "shortest": ("pathverbs:ShortestCommand", "paths:shortest"),
    "longest": ("pathverbs:LongestCommand", "paths:longest"),
    "list": ("pathverbs:ListCommand", "paths:list_"),
    "count": ("pathverbs:CountCommand", "counting:count"),
    "sample": ("pathverbs:SampleCommand", "paths:sample"),
    "kept": ("boardverbs:KeptCommand", "files:kept"),
    "visit": ("boardverbs:VisitCommand", "boards:visit"),
    "field": ("boardverbs:FieldCommand", "boards:field"),
    "check": ("boardverbs:CheckCommand", "files:check"),
    "trace": ("boardverbs:TraceCommand", "trace:trace"),
    "make": ("makeverbs:MakeCommand", "making:make"),
    "sheet": ("makeverbs:SheetCommand", "making:sheet"),
    "dataset": ("makeverbs:DatasetCommand", "making:dataset"),
    "survey": ("makeverbs:SurveyCommand", "making:survey"),
    "convert": ("boardverbs:ConvertCommand", "files:convert"),
    "formats": ("boardverbs:FormatsCommand", "files:formats"),
    "scen": ("boardverbs:ScenCommand", "files:scen"),
    "view": ("makeverbs:ViewCommand", "boards:view"),
    "warm": ("makeverbs:WarmCommand", "warm:warm"),
    "completion": ("makeverbs:CompletionCommand", "completing:completion"),
    "help": ("makeverbs:HelpCommand", "command:help_"),
}
EPILOG = "\b\n" + "\n".join(["Exit status:", *(f"  {status.value:3}  {status.meaning}" for status in Status)])


class Verbs(click.Group):
    """A group of commands that guesses misspelt names, and imports a command when it is asked for."""

    context_class = Verb

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Raise an error with a guess for an unknown command, and refuse empty arguments."""
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            raise UnknownChoiceError("VERB", args[0], COMMANDS)
        name, command, words = super().resolve_command(ctx, args)
        if command is not None and not ctx.resilient_parsing:
            _refuse_empty(command, words)
        return name, command, words

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name."""
        return command_named(cmd_name) if cmd_name in COMMANDS else None

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order a newcomer needs them."""
        return list(COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Describe each command by its whole first sentence."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, _help_of(name).partition("\n")[0]) for name in COMMANDS])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete a verb, without importing one."""
        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        return [CompletionItem(name) for name in COMMANDS if name.startswith(incomplete)]


@cache
def command_named(name: str) -> click.Command:
    """Return one of `COMMANDS`."""
    options: type[Options] = _there(COMMANDS[name][0])

    def call(**values: Any) -> Any:
        return answering(name)(options(**values).checked())

    command = click.Command(
        name, {}, call, [*options.parameters(), *EVERYWHERE], _help_of(name), options.epilog,
        no_args_is_help=name == "completion",
    )  # fmt: skip
    command.context_class = Verb
    return command


def answering(name: str) -> Callable[[Options], Any]:
    """Return the function that answers a command."""
    function: Callable[[Options], Any] = _there(COMMANDS[name][1])
    return function


def _there(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(f"gridwalk.cli.{module}"), name)


def _help_of(name: str) -> str:
    return cleandoc(_there(COMMANDS[name][0]).__doc__)


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
      gridwalk find maze.txt
      gridwalk shortest maze.txt --moves king
      gridwalk longest 8x8
      gridwalk count 12x12
      gridwalk find 8x8 --moves knight --tour --from a1
    """


def help_(given: HelpCommand) -> None:
    """Print the help of a command, or of gridwalk."""
    whole = click.get_current_context().parent
    assert whole is not None
    if given.verb is None:
        write(whole.get_help())
        return
    if given.verb not in COMMANDS:
        raise UnknownChoiceError("VERB", given.verb, COMMANDS)
    command = command_named(given.verb)
    write(command.get_help(command.context_class(command, info_name=given.verb, parent=whole)))


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
        tell(f"{error.format_message()}\n")
        return Status.BAD_INPUT
    except click.NoSuchOption as error:
        return fail(_no_such_option(error), error, Status.BAD_INPUT)
    except click.ClickException as error:
        return fail(of_click(error.format_message()), error, Status.BAD_INPUT)
    except MemoryError as error:
        words = "out of memory: the board is too large for this machine"
        return fail(words, error, Status.OUT_OF_LIMITS)
    except Terminated as error:
        return fail("terminated", error, Status.TERMINATED)
    except KeyboardInterrupt as error:
        return fail("interrupted", error, Status.INTERRUPTED)


# What options are called today.
OLD_OPTIONS = dict.fromkeys(("--checkpoint", "--journal"), "it is called --keep")


def _no_such_option(error: click.NoSuchOption) -> str:
    """Return the message, with a guess by the letters of the option without its dashes."""
    from difflib import get_close_matches

    if (now := OLD_OPTIONS.get(error.option_name)) is not None:
        return f"there is no option {error.option_name} any more: {now}"
    options = error.ctx.command.params if error.ctx is not None else []
    names = {name.lstrip("-"): name for option in options for name in option.opts}
    close = get_close_matches(error.option_name.lstrip("-"), names, n=1)
    guess = f"; did you mean {names[close[0]]}?" if close else " (--help lists them)"
    return f"there is no option {error.option_name}{guess}"
