"""The class of all commands, and decorators for shared options."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any, TypeVar

import click

from gridwalk.cli.messages import TALK
from gridwalk.cli.output import Form
from gridwalk.cli.values import TIME, WHOLE, Number, Output
from gridwalk.errors import InputError

F = TypeVar("F", bound=Callable[..., Any])
INPUTS = ("board", "mask", "boards", "pairs_file")  # the parameters that name files to read
FORM = ("in_json", "output", "lines", "squares", "dark", "pixels")  # the parameters that make a `Form`


def _set_quiet(_: click.Context, __: click.Parameter, value: bool) -> None:
    TALK.quiet = TALK.quiet or value


def quiet_option() -> click.Option:
    """Return the option -q."""
    words = "No progress and no notes on stderr; errors are still shown."
    return click.Option(
        ["-q", "--quiet"], is_flag=True, expose_value=False, is_eager=True, callback=_set_quiet, help=words
    )


class Command(click.Command):
    """A command with the option -q; it refuses empty words and output over its own input file.

    The parameters of `FORM` reach its function as one argument, ``form``.
    """

    def __init__(self, *args: Any, **how: Any) -> None:
        super().__init__(*args, **how)
        self.params.append(quiet_option())

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse *args*; refuse empty ones, such as a shell variable that is not set."""
        given, extra, _ = self.make_parser(ctx).parse_args(list(args))
        empty = ["an argument"] if "" in extra else []
        for param in self.params:
            value = given.get(param.name or "")
            if "" in (value if isinstance(value, list | tuple) else [value]):
                is_option = isinstance(param, click.Option)
                empty.insert(0, param.opts[-1] if is_option else param.make_metavar(ctx).strip("[]."))
        if empty:
            raise InputError(f"{empty[0]} is empty (a shell variable that is not set?)")
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Call the function of the command, unless it would overwrite a file that it reads."""
        arguments = dict(ctx.params)
        values = [arguments.get(name) or () for name in INPUTS]
        files = [file for value in values for file in ([value] if isinstance(value, str) else value)]
        for target in filter(None, (arguments.get("output"), arguments.get("answers_to"))):
            if any(is_same(target, file) for file in files):
                raise InputError(f"{target} is the file of the board; write to another file")
        if "in_json" in arguments:
            parts = {name: arguments.pop(name) for name in FORM if name in arguments}
            arguments["form"] = Form(**parts)
        assert self.callback is not None
        return ctx.invoke(self.callback, **arguments)


def is_same(target: str | os.PathLike[str], file: str) -> bool:
    """Whether *target* and *file* are names of one file."""
    return os.path.exists(target) and os.path.exists(file) and os.path.samefile(target, file)


def combined(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Return the decorator that adds all *options*, in their order."""
    return lambda command: reduce(lambda done, option: option(done), reversed(options), command)


def flag(*names: str, help: str) -> Callable[[F], F]:  # noqa: A002
    """Return the decorator that adds an option without a value."""
    return click.option(*names, is_flag=True, help=help)


def cells(*names: str, help: str, metavar: str = "CELL") -> Callable[[F], F]:  # noqa: A002
    """Return the decorator that adds an option for cells or other words, which may be repeated."""
    return click.option(*names, multiple=True, metavar=metavar, help=help)


def choice(name: str, words: Iterable[str], default: str, help: str) -> Callable[[F], F]:  # noqa: A002
    """Return the decorator that adds an option with a choice of words."""
    return click.option(name, type=click.Choice(tuple(words)), default=default, show_default=True, help=help)


def refuse(words: str, options: dict[str, Any]) -> None:
    """Raise `InputError` with *words* for the first of *options* that was given; {option} is its name."""
    for option, value in options.items():
        if not (value is None or value is False or value in ((), "")):
            raise InputError(words.format(option=option))


json = flag(
    "--json", "in_json", help="Print the answer as JSON; the last line of stderr is an error as JSON."
)
lines = flag("--lines", help="Print one cell per line, as row,column; for pipes.")
each_line = flag("--lines", help="Print one path per line, its cells as (row,column); for wc, grep, sort.")
squares = flag("--squares", help="Name cells as squares (a1), in text and along the edges of pictures.")
explain = flag("--explain", help="Only print which engine would answer, and its estimated cost.")
time = click.option("--time", "seconds", type=TIME, help="Stop after this time (10s, 5m), with status 3.")
dark = flag("--dark", help="Dark colours.  [default: light; .svg and .html follow the reader's system]")
look = combined(
    dark,
    click.option("--pixels", type=Number(1, 1000),
                 help="Pixels per cell in .png and .gif; default: at most 960 (film: 560) per side."),
)  # fmt: skip


def output(endings: Iterable[str], words: str = "Write the answer to FILE") -> Callable[[F], F]:
    """Return the decorator that adds --json and -o."""
    endings = tuple(endings)
    file = click.option("-o", "--output", type=Output(endings), help=f"{words}: {', '.join(endings)}.")
    return combined(json, file)


fps = click.option(
    "--fps", type=click.FloatRange(0.1, 1000), metavar="N", default=10, show_default=True,
    help="Pictures per second in a film.",
)  # fmt: skip


def seed(words: str) -> Callable[[F], F]:
    """Return the decorator that adds --seed."""
    return click.option("--seed", type=WHOLE, help=words)
