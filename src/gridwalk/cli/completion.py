"""The command completion: scripts that have a shell complete what is typed."""

from __future__ import annotations

import click

from gridwalk.cli.answers import write

SHELLS = ("bash", "zsh", "fish")


@click.command(no_args_is_help=True)
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print the script for SHELL (bash, zsh or fish) that completes commands, options and their values.

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
    from gridwalk.cli.completing import script

    write(script(shell))
