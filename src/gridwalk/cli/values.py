"""The values that options take: sizes, memory, times, shares, steps, and where an answer is written to."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import Any

import click
from click.shell_completion import CompletionItem

from gridwalk.cli.answers import answer_kept
from gridwalk.cli.progress import is_terminal
from gridwalk.errors import InputError, UnknownChoiceError
from gridwalk.grids.checks import checked_diagonal
from gridwalk.grids.moves import SQRT2
from gridwalk.io.files import checked_target
from gridwalk.io.formats import FORMATS
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


STDOUT = "-"
_FORM = "gridwalk.to_format"  # of the context: what --to-format says
_TEXT = {".svg", ".html", ".txt", ".csv"} | {end for row in FORMATS if not row.binary for end in row.endings}


class Target(os.PathLike[str]):
    """A file whose form is said by --to-format: *suffix* is the ending that it goes by."""

    def __init__(self, path: str, suffix: str, name: str | None = None) -> None:
        self._path, self.suffix, self._name = path, suffix, name or path

    def __fspath__(self) -> str:
        return self._path

    def __str__(self) -> str:
        return self._name

    def exists(self) -> bool:
        """Whether there is such a file."""
        return os.path.exists(self._path)


class Output(click.ParamType):
    """A file to write; refused before any work if it cannot be written."""

    name = "FILE"

    def __init__(self, endings: Iterable[str], *, to_stdout: bool = True) -> None:
        self.endings, self.to_stdout = tuple(endings), to_stdout

    @property
    def forms(self) -> dict[str, str]:
        """What --to-format may say, with the ending of each."""
        names = {row.name: ending for row in FORMATS if row.print for ending in row.endings[::-1]}
        own = {ending.removeprefix("."): ending for ending in self.endings}
        return own | {name: ending for name, ending in names.items() if ending in self.endings}

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path | Target:
        """Return the file."""
        form = None if ctx is None else ctx.meta.get(_FORM)
        if form is not None:
            UnknownChoiceError.check("to_format", form, tuple(self.forms))
        if value == STDOUT and self.to_stdout and ctx is not None:
            if form is None:
                raise InputError(f"-o - is standard output: add --to-format ({', '.join(self.forms)})")
            return _standard_output(ctx, self.forms[form], form)
        if value == STDOUT and not self.to_stdout:
            raise InputError("-o - is standard output, and this answer may be several files: name a file")
        file = Path(value)
        if form is not None:
            checked_target(file)
            return Target(str(file), self.forms[form])
        if file.name.lower() in self.endings:
            raise InputError(f"--output {value} has no name before its ending; as in paths{file.name}")
        if file.suffix.lower() not in self.endings:
            raise UnknownChoiceError(
                "the ending of --output", file.suffix or file.name or str(value), self.endings
            )
        checked_target(file)
        return file

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        """Complete a file."""
        return [CompletionItem(incomplete, type="file")]


def _standard_output(ctx: click.Context, ending: str, form: str) -> Target:
    """Return a file that goes to stdout, whole, when the command is over."""
    if ending not in _TEXT and is_terminal(sys.stdout):
        raise InputError(f"{form} is bytes, and this is a terminal: write to a file, or into a pipe")
    directory = TemporaryDirectory(prefix="gridwalk-")
    file = Path(directory.name, f"answer{ending}")

    def close() -> None:
        with directory:
            if file.exists() and sys.exc_info()[0] is None:
                _write(file)

    ctx.call_on_close(close)
    return Target(str(file), ending, STDOUT)


def _write(file: Path) -> None:
    """Write the bytes of *file* to stdout."""
    with answer_kept(), file.open("rb") as source:
        sys.stdout.flush()
        copyfileobj(source, sys.stdout.buffer)
        sys.stdout.buffer.flush()


def is_stdout(output: Path | Target | None) -> bool:
    """Whether the answer goes to stdout in the form of a file; ``--json`` beside it is refused."""
    if output is None or str(output) != STDOUT:
        return False
    if click.get_current_context().params.get("in_json"):
        raise InputError("--json and -o - both write to standard output: leave one out")
    return True


def _formed(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
    ctx.meta[_FORM] = value


def _with_output(ctx: click.Context, _: click.Parameter, value: Any) -> Any:
    if value is None and ctx.meta.get(_FORM) is not None:
        raise InputError("--to-format says the form of the file: add -o")
    return value


def with_form(command: click.Command) -> None:
    """Give *command* the option --to-format, if it has -o for a file or stdout."""
    for at, option in enumerate(command.params):
        if isinstance(option.type, Output) and option.type.to_stdout and option.name == "output":
            option.callback = _with_output
            form = click.Option(
                ["--to-format"], metavar="NAME", callback=_formed, expose_value=False, is_eager=True,
                help="The form of -o where its ending does not say it; -o - is standard output.",
            )  # fmt: skip
            command.params.insert(at + 1, form)
            return
