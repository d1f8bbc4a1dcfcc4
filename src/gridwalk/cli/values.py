"""Types of option values: sizes, times, shares, lengths, pairs of cells, and files to write."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from gridwalk.errors import InputError, unknown_choice_error
from gridwalk.errors.words import ours

_SIZE = re.compile(r"\s*(\d{1,18})(?:\s*[xX*×]\s*(\d{1,18}))?\s*", re.ASCII)
_TIME = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|s|m|h|)", re.ASCII)
_SECONDS = {"ms": 0.001, "s": 1, "": 1, "m": 60, "h": 3600}
_LENGTH = re.compile(r"(\d{1,18})?(\.\.)?(\d{1,18})?", re.ASCII)
VIDEO = 'ffmpeg -i film.apng -vf "pad=ceil(iw/2)*2:ceil(ih/2)*2" -pix_fmt yuv420p'


def ending_of(file: Path | None) -> str:
    """Return the ending of a file in lower case; an empty text without a file."""
    return "" if file is None else file.suffix.lower()


def board_size(word: str) -> tuple[int, int] | None:
    """Return rows and columns of a size such as 8x9, or 8 for a square; None for other words.

    >>> board_size("8 x 9"), board_size("8*8"), board_size("8"), board_size("8x")
    ((8, 9), (8, 8), (8, 8), None)
    """
    size = _SIZE.fullmatch(word)
    return (int(size[1]), int(size[2] or size[1])) if size else None


class Value(click.ParamType):
    """The type of a value that the function *parse* reads from a word.

    *parse* raises `ValueError` for a wrong word.  If its message begins with a colon, it is printed after the
    option and the word; otherwise *wrong* is printed.
    """

    def __init__(self, name: str, parse: Callable[[str], Any], wrong: str = "") -> None:
        self.name, self.parse, self.wrong = name, parse, wrong

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the value; a default is a value already."""
        if not isinstance(value, str):
            return value
        try:
            return self.parse(value)
        except ValueError as error:
            if str(error).startswith(":"):
                option = "" if param is None else f"{param.opts[-1]} "
                raise InputError(f"{option}{value}{error}") from None
            self.fail(f"{value!r} {self.wrong}", param, ctx)


class Number(click.IntRange):
    """A whole number, ``N`` in the help."""

    name = "n"


class WordChoice(click.Choice):
    """A choice of words for an argument; words of other tools are accepted, too."""

    def __init__(self, argument: str, words: Iterable[str]) -> None:
        super().__init__(tuple(words))
        self.argument = argument

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the word as gridwalk spells it."""
        word: str = super().convert(ours(self.argument, value) or value, param, ctx)
        return word


def _unit(word: str) -> tuple[int, int]:
    size = board_size(word)
    if not size or 0 in size:
        raise ValueError
    return size


def seconds_of(word: str) -> float:
    """Return a time such as 500ms, 10s, 5m or 2h, in seconds."""
    match = _TIME.fullmatch(word)
    seconds = float(match[1]) * _SECONDS[match[2]] if match else 0.0
    if not 0 < seconds < 1e9:
        raise ValueError
    return seconds


def _share(word: str) -> float:
    word = word.strip()
    share = float(word[:-1]) / 100 if word.endswith("%") else float(word)
    if not 0 <= share <= 1:
        raise ValueError
    return share


def _error(word: str) -> float:
    if (share := _share(word)) in (0, 1):
        raise ValueError
    return share


def length_range(word: str) -> tuple[int | None, int | None]:
    """Return the minimum and the maximum length of a word; None: no limit.

    >>> [length_range(word) for word in ("12", "10..20", "..20", "10..")]
    [(12, 12), (10, 20), (None, 20), (10, None)]
    """
    match = _LENGTH.fullmatch(word.strip())
    if match is None or not (match[1] or match[3]):
        raise ValueError
    first, last = (None if part is None else int(part) for part in (match[1], match[3]))
    if not match[2]:
        return first, first
    if first is not None and last is not None and first > last:
        raise ValueError
    return first, last


def _factor(word: str) -> float:
    from gridwalk.board.checks import checked_diagonal

    factor = 2**0.5 if word.strip().lower() == "sqrt2" else float(word)
    try:
        checked_diagonal(factor, None)
    except InputError:
        raise ValueError from None
    return int(factor) if factor == int(factor) else factor


def _portal(word: str) -> tuple[str | float, ...]:
    parts = word.split(":")
    if len(parts) not in (2, 3):
        raise ValueError
    return (*parts[:2], *(int(cost) if cost.strip().isdecimal() else float(cost) for cost in parts[2:]))


def _pair(word: str) -> tuple[str, ...]:
    if len(cells := tuple(word.split(":"))) != 2:
        raise ValueError(": a pair is two cells, such as 0,3:5,4 or a1:h8")
    return cells


def _slack(word: str) -> str | float:
    return word if word.rstrip().endswith("%") else float(word)


TIME = Value("TIME", seconds_of, "is not a time: give 500ms, 10s, 5m or 2h")
SHARE = Value("SHARE", _share, "is not a share: give 10% or 0.1")
UNIT = Value("SIZE", _unit, "is not a size: give 2x3 (rows x columns)")
ERROR = Value("SHARE", _error, "is not a share above 0 and below 100 %: give 5% or 0.05")
LENGTH = Value("N|A..B", length_range, "is not a length: give 12, 10..20, 10.. or ..20")
SLACK = Value("COST", _slack, "is not a number, nor a share such as 10%")
FACTOR = Value("FACTOR", _factor, "is no factor: give sqrt2, or a number such as 1 or 1.4142")
PORTAL = Value("FROM:TO", _portal, "is no portal: give FROM:TO or FROM:TO:COST, as 0,3:7,9:2.5")
PAIR = Value("CELL:CELL", _pair)
WHOLE = Number(min=0)
POSITIVE = Number(min=1)


class Output(Value):
    """A file to write; a file that cannot be written is refused before any work."""

    def __init__(self, endings: Iterable[str]) -> None:
        super().__init__("FILE", Path)
        self.endings = tuple(endings)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the file."""
        from gridwalk.io.files import checked_target

        if isinstance(value, Path):
            return value
        option = "--output" if param is None else param.opts[-1]
        if value == "-":
            raise InputError(
                "-o - names no form: name a file; the answer itself is printed, and --json prints it as JSON"
            )
        file = Path(value)
        if file.name.lower() in self.endings:
            raise InputError(f"{option} {value} has no name before its ending; as in paths{file.name}")
        if ending_of(file) not in self.endings:
            raise self._unknown_ending(file)
        checked_target(file)
        return file

    def _unknown_ending(self, file: Path) -> InputError:
        ending = ending_of(file)
        if ending == ".pdf" and ".map" in self.endings:  # of a board
            return InputError(f"sheet writes .pdf: gridwalk sheet 9x9 -o {file}, or sheet --board FILE")
        if ending == ".pdf" and ".html" in self.endings:
            return InputError(
                f"sheet writes .pdf, of the board and the answer: gridwalk sheet --board FILE -o {file}"
            )
        if ending in (".mp4", ".webm", ".mov") and ".apng" in self.endings:
            return InputError(f"a video is made from a film: write film.apng, then {VIDEO} {file}")
        return unknown_choice_error("the ending of --output", file.suffix or str(file), self.endings)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        """Complete a file."""
        return [CompletionItem(incomplete, type="file")]
