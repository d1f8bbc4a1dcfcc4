"""What every command has: --quiet, --color and --no-color, and help as wide as the terminal."""

from __future__ import annotations

from typing import Any

import click

from gridwalk.cli.helping import Help
from gridwalk.cli.progress import TALK


class Verb(click.Context):
    """The context of a command; its help is a `Help`."""

    formatter_class = Help


def _quiet(_: click.Context, __: click.Parameter, value: bool) -> None:
    TALK.quiet = TALK.quiet or value


def _colour(_: click.Context, __: click.Parameter, value: str | None) -> None:
    if value is not None:
        TALK.colour = {"always": True, "never": False}.get(value)


def _no_colour(_: click.Context, __: click.Parameter, value: bool) -> None:
    if value:
        TALK.colour = False


HIDDEN: dict[str, Any] = {"expose_value": False, "is_eager": True}  # from the function of the command
EVERYWHERE = (
    click.Option(["-q", "--quiet"], is_flag=True, callback=_quiet, **HIDDEN,
                 help="No progress and no notes on stderr; errors are still told."),
    click.Option(["--color"], type=click.Choice(["auto", "always", "never"]), metavar="WHEN",
                 callback=_colour, **HIDDEN,
                 help="Colours: auto (on a terminal, unless NO_COLOR is set), always or never."),
    click.Option(["--no-color"], is_flag=True, callback=_no_colour, **HIDDEN, help="As --color never."),
)  # fmt: skip


def furnished(command: click.Command) -> click.Command:
    """Return *command* with what every command has."""
    if EVERYWHERE[0] not in command.params:
        command.params += EVERYWHERE
        command.context_class = Verb
        if any(getattr(parameter, "name", "") == "output" for parameter in command.params):
            from gridwalk.cli.target import with_form  # not for --version

            with_form(command)
    return command
