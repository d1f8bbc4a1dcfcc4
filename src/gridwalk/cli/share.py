"""A share of a whole as a value on the command line."""

from __future__ import annotations

from typing import Any

import click


class Share(click.ParamType):
    """A share such as 10% or 0.1."""

    name = "SHARE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the share as a number from 0 to 1."""
        word = str(value).strip()
        try:
            share = float(word[:-1]) / 100 if word.endswith("%") else float(word)
        except ValueError:
            share = -1.0
        if not 0 <= share <= 1:
            self.fail(f"{value!r} is not a share: give 10% or 0.1", param, ctx)
        return share
