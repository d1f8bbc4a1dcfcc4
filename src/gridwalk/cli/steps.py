"""What steps there are and what they cost, as options say it."""

from __future__ import annotations

from typing import Any

import click

from gridwalk.errors import InputError
from gridwalk.grids.checks import checked_diagonal
from gridwalk.grids.moves import SQRT2


class Factor(click.ParamType):
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


class PortalWords(click.ParamType):
    """A portal such as 0,3:7,9 or 0,3:7,9:2.5 or a1:h8."""

    name = "PORTAL"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[Any, ...]:
        """Return its two cells as words, and its cost if it has one; `Board` checks them."""
        if isinstance(value, tuple):
            return value
        parts = str(value).split(":")
        try:
            if len(parts) not in (2, 3):
                raise ValueError
            return (*parts[:2], *map(_number, parts[2:]))
        except ValueError:
            self.fail(f"{value!r} is no portal: give FROM:TO or FROM:TO:COST, as 0,3:7,9:2.5", param, ctx)


def _number(word: str) -> int | float:
    return int(word) if word.strip().isdecimal() else float(word)


PORTAL_OPTION = click.option(
    "--portal",
    "portals",
    multiple=True,
    type=PortalWords(),
    metavar="FROM:TO",
    help="A step from one cell to any other, one way; FROM:TO:COST at a cost of its own; repeatable.",
)
