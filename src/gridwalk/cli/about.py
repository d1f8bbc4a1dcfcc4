"""The commands about gridwalk itself: warm, completion and help."""

from __future__ import annotations

import time
from typing import Literal

import click

from gridwalk.cli import warm
from gridwalk.cli.answers import write
from gridwalk.cli.command import COMMANDS, command_named, no_such_command
from gridwalk.cli.options import Options, argument
from gridwalk.errors import LimitError, counted


class WarmCommand(Options):
    """Compile now what later commands need.

    A command compiles what it needs when it is first used, which takes some seconds; the code is
    kept for this machine and this version.  This compiles all of it, on all processors, and says
    how long that took and how large it is.

    \b
    Examples:
      gridwalk warm
      GRIDWALK_CACHE_DIR=/opt/gridwalk gridwalk warm

    Exit status: 0 all is compiled, 3 the code cannot be kept.
    """

    needs_boards = False

    def answer(self) -> None:
        """Compile all."""
        from gridwalk.kernels._cache import kept

        began, before = time.monotonic(), kept()
        if before is None:
            raise LimitError(
                "no directory for compiled code can be written: name one by GRIDWALK_CACHE_DIR, which nobody "
                "else may write"
            )
        warm.answer_all()
        after = kept()
        assert after is not None
        new, size = after.entries - before.entries, after.size / 1e6
        write(
            f"{counted(new, 'piece')} of code compiled in {time.monotonic() - began:.0f} s; "
            f"{after.entries:,} are kept, {size:.1f} MB in {after.directory}"
        )


class CompletionCommand(Options):
    """Print the script that completes commands and options in SHELL.

    The script asks gridwalk for the words, so that it stays right when gridwalk is updated.  To have it
    in every new shell:

    \b
    Install:
      bash  echo 'eval "$(gridwalk completion bash)"' >> ~/.bashrc
      zsh   echo 'eval "$(gridwalk completion zsh)"' >> ~/.zshrc    (after compinit)
      fish  gridwalk completion fish > ~/.config/fish/completions/gridwalk.fish

    \b
    Examples:
      gridwalk completion bash
      eval "$(gridwalk completion zsh)"

    Exit status: 0 printed, 2 bad input.
    """

    shell: Literal["bash", "zsh", "fish"] = argument()

    needs_boards = False

    def answer(self) -> None:
        """Print the script of a shell."""
        from gridwalk.cli.completing import script

        write(script(self.shell))


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
