"""Sizes of boards, amounts of memory and times, as options take them."""

from __future__ import annotations

import re
from typing import Any

import click

from gridwalk.runtime.memory import MIN_MEMORY

_SIZE = re.compile(r"(\d{1,9})[xX](\d{1,9})", re.ASCII)
_TIME = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|s|m|h|)", re.ASCII)
_MEMORY = re.compile(r"(\d{1,12}(?:\.\d+)?)\s*([kmgt]i?b?)", re.ASCII)
_BYTES = {
    f"{letter}{end}": base ** (n + 1)
    for n, letter in enumerate("kmgt")
    for end, base in (("", 1024), ("b", 1000), ("i", 1024), ("ib", 1024))
}
_SECONDS = {"ms": 0.001, "s": 1, "": 1, "m": 60, "h": 3600}


def board_size(word: str) -> tuple[int, int] | None:
    """Return rows and columns of a size such as 8x8; None if it is none."""
    size = _SIZE.fullmatch(word)
    return (int(size[1]), int(size[2])) if size else None


class MemorySize(click.ParamType):
    """An amount of memory such as 500MB, 64MiB or 2GiB."""

    name = "MEMORY"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the amount in bytes."""
        match = _MEMORY.fullmatch(str(value).strip().lower())
        amount = int(float(match[1]) * _BYTES[match[2]]) if match else 0
        if match and amount < MIN_MEMORY:
            self.fail(f"{value!r} is too little: give {MIN_MEMORY >> 20}MiB or more", param, ctx)
        if not 0 < amount < 1 << 60:
            self.fail(f"{value!r} is not an amount of memory: give 500MB, 64MiB or 2GiB", param, ctx)
        return amount


class Seconds(click.ParamType):
    """A time such as 500ms, 10s, 5m or 2h."""

    name = "TIME"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the time in seconds."""
        match = _TIME.fullmatch(str(value))
        seconds = float(match[1]) * _SECONDS[match[2]] if match else 0.0
        if not 0 < seconds < 1e9:
            self.fail(f"{value!r} is not a time: give 500ms, 10s, 5m or 2h", param, ctx)
        return seconds
