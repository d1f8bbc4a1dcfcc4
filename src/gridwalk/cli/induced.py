"""The option --induced: which paths it keeps, and with which other options it goes."""

from __future__ import annotations

from typing import Any

import click

from gridwalk.errors import InputError

INDUCED_OPTION = click.option(
    "--induced",
    is_flag=True,
    help="Only induced paths: no move joins two cells of one but consecutive ones (snakes).",
)


def refuse_beside_induced(given: dict[str, Any], **others: object) -> None:
    """Raise `InputError` if one of the options *others* is given, which apply to all paths only."""
    wanted = [name for name, value in others.items() if value not in (None, False, (), "auto")]
    if given["induced"] and wanted:
        option = f"--{wanted[0].replace('_', '-')}"
        raise InputError(f"{option} applies to all paths: leave out it or --induced")
