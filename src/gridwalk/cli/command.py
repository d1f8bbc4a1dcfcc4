"""The class of all commands, and the decorators of options that several have."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

from gridwalk.cli.messages import TALK
from gridwalk.cli.values import PIXELS, TIME, Output
from gridwalk.errors import InputError

F = TypeVar("F", bound=Callable[..., Any])
INPUTS = ("board", "mask", "boards", "pairs_file")  # the parameters that name files to read


def _set_quiet(_: click.Context, __: click.Parameter, value: bool) -> None:
    TALK.quiet = TALK.quiet or value


def quiet_option() -> click.Option:
    """Return the option -q."""
    words = "No progress and no notes on stderr; errors are still told."
    return click.Option(
        ["-q", "--quiet"], is_flag=True, expose_value=False, is_eager=True, callback=_set_quiet, help=words
    )


class Command(click.Command):
    """A command with -q; it refuses empty words, and to write over the file that it reads."""

    def __init__(self, *args: Any, **how: Any) -> None:
        super().__init__(*args, **how)
        self.params.append(quiet_option())

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse *args*; refuse empty ones, such as a shell variable that is not set."""
        takes_value = {
            name for param in self.params if not getattr(param, "is_flag", True) for name in param.opts
        }
        arguments = [param.make_metavar(ctx) for param in self.params if isinstance(param, click.Argument)]
        for before, word in zip(["", *args], args, strict=False):
            if word == "" or (word[:2] == "--" and word[-1] == "="):
                name = word[:-1] or (before if before in takes_value else "")
                if (
                    len(before) > 1
                    and before[0] == "-"
                    and before not in {opt for param in self.params for opt in param.opts}
                ):
                    break  # click says that there is no such option
                if not name:
                    at = args.index(word)
                    given = zip(["", *args], args[:at], strict=False)
                    number = sum(
                        one == "-" or one[:1] != "-" for last, one in given if last not in takes_value
                    )
                    name = [*arguments, "an argument"][min(number, max(len(arguments) - 1, 0))]
                raise InputError(f"{name.strip('[].')} is empty (a shell variable that is not set?)")
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Call the command, unless a file that it reads is to be written over."""
        values = [ctx.params.get(name) or () for name in INPUTS]
        files = [file for value in values for file in ([value] if isinstance(value, str) else value)]
        for name in ("output", "answers_to"):
            target = ctx.params.get(name)
            if target is not None and any(is_same(target, file) for file in files):
                raise InputError(f"{target} is the file of the board; write to another file")
        return super().invoke(ctx)


def is_same(target: str | os.PathLike[str], file: str) -> bool:
    """Whether *target* is that file, under whatever name."""
    return os.path.exists(target) and os.path.exists(file) and os.path.samefile(target, file)


def combined(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Return the decorator that adds all *options*, in their order."""

    def decorate(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


json_option = click.option(
    "--json",
    "in_json",
    is_flag=True,
    help="Print the answer as JSON; an error is JSON, too, the last line of stderr.",
)
lines_option = click.option(
    "--lines", is_flag=True, help="Print one cell per line, as row,column; for pipes."
)
each_line_option = click.option(
    "--lines", is_flag=True, help="Print one path per line, its cells as (row,column); for wc, grep, sort."
)


def output_options(endings: Iterable[str], words: str = "Write the answer to FILE") -> Callable[[F], F]:
    """Return the decorator that adds --json and -o."""
    endings = tuple(endings)
    return combined(
        json_option,
        click.option("-o", "--output", type=Output(endings), help=f"{words}: {', '.join(endings)}."),
    )  # fmt: skip


look_options = combined(
    click.option("--dark", is_flag=True, help="Dark colours; without it .svg and .html follow the reader."),
    click.option("--pixels", type=PIXELS, metavar="N",
                 help="Pixels per cell in .png and .gif; default: at most 960 (film: 560) per side."),
)  # fmt: skip
time_option = click.option("--time", "seconds", type=TIME,
                           help="Stop after this time (10s, 5m), with status 3.")  # fmt: skip
explain_option = click.option(
    "--explain", is_flag=True, help="Only print which engine would answer, and its estimated cost."
)
squares_option = click.option(
    "--squares", is_flag=True, help="Name cells as squares (a1), in text and along the edges of pictures."
)
