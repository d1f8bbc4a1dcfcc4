"""The commands about gridwalk itself: help."""

from __future__ import annotations

import click

from gridwalk.cli.answers import write
from gridwalk.cli.command import COMMANDS, command_named, no_such_command
from gridwalk.cli.options import Options, argument


class HelpCommand(Options):
    """Print the help of a command, or of gridwalk."""

    verb: str | None = argument("[COMMAND]", required=False)

    needs_boards = False

    def answer(self) -> None:
        """Print the help."""
        whole = click.get_current_context().parent
        assert whole is not None
        if self.verb is None:
            return write(whole.get_help())
        if self.verb not in COMMANDS:
            raise no_such_command(self.verb)
        command = command_named(self.verb)
        return write(command.get_help(command.context_class(command, info_name=self.verb, parent=whole)))
