"""What steps there are and what they cost, as options say it."""

from __future__ import annotations

from typing import Any

import click

from gridwalk.checks import checked_diagonal
from gridwalk.errors import InputError
from gridwalk.moves import SQRT2


class Factor(click.ParamType[float]):
    """A factor such as 1.4142, 1 or sqrt2."""

    name = "FACTOR"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the factor, a whole one as an int."""
        try:
            factor = SQRT2 if str(value).strip().lower() == "sqrt2" else float(value)
            checked_diagonal(factor, None)
        except (ValueError, InputError):
            self.fail(f"{value!r} is no factor: give sqrt2, or a number such as 1 or 1.4142", param, ctx)
        return int(factor) if factor == int(factor) else factor


DIAGONAL_OPTION = click.option(
    "--diagonal",
    type=Factor(),
    metavar="FACTOR",
    help="What a diagonal step costs, times the cost of its cell: sqrt2 or a number.  "
    "[default: sqrt2; 1 with costs]",
)
