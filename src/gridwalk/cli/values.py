"""What options take: sizes, memory, times, shares, steps, pairs of cells, workers, and files to write."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeAlias

import click
from click.shell_completion import CompletionItem

from gridwalk.cli.answers import answer_kept
from gridwalk.cli.helping import Headed
from gridwalk.cli.progress import is_terminal
from gridwalk.errors import InputError, check_choice, unknown_choice_error
from gridwalk.errors.words import ours
from gridwalk.io.formats import FORMATS
from gridwalk.runtime.memory import bytes_of

_SIZE = re.compile(r"\s*(\d{1,9})(?:\s*[xX*×]\s*(\d{1,9}))?\s*", re.ASCII)
_TIME = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|s|m|h|)", re.ASCII)
_SECONDS = {"ms": 0.001, "s": 1, "": 1, "m": 60, "h": 3600}
_ERROR = re.compile(r"(\d{1,3}(?:\.\d{1,9})?)\s*%|(0?\.\d{1,9})", re.ASCII)
_WORKERS = re.compile(r"(threads|processes)(?::([1-9]\d{0,3}))?", re.ASCII)


def board_size(word: str) -> tuple[int, int] | None:
    """Return rows and columns of a size such as 8x9, or 8, a square; None if it is none.

    >>> board_size("8 x 9"), board_size("8*8"), board_size("8"), board_size("8x")
    ((8, 9), (8, 8), (8, 8), None)
    """
    size = _SIZE.fullmatch(word)
    return (int(size[1]), int(size[2] or size[1])) if size else None


class Value(click.ParamType):
    """A value that *parse* makes of a word.

    *parse* raises `ValueError` if it is none: without words, for which *wrong* stands, or with what is wrong,
    which begins with "is", or with a colon where the message shall begin with the option.
    """

    def __init__(self, name: str, parse: Callable[[str], Any], wrong: str = "") -> None:
        self.name, self.parse, self.wrong = name, parse, wrong

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the value; what is no text has been converted."""
        if not isinstance(value, str):
            return value
        try:
            return self.parse(value)
        except ValueError as error:
            words = str(error)
            if words.startswith(":"):
                option = "" if param is None else f"{param.opts[-1]} "
                raise InputError(f"{option}{value}{words}") from None
            self.fail(f"{value!r} {words if words.startswith('is ') else self.wrong}", param, ctx)


class WordChoice(click.Choice):
    """A choice of words for an argument, which takes the words of others for them, too."""

    def __init__(self, argument: str, words: Iterable[str]) -> None:
        super().__init__(tuple(words))
        self.argument = argument

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the word of ours."""
        word: str = super().convert(ours(self.argument, value) or value, param, ctx)
        return word


def _size_of(word: str) -> tuple[int, int]:
    size = board_size(word if "x" in word.lower() else f"{word}x{word}")
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
    match = _ERROR.fullmatch(word.strip())
    share = (float(match[1]) / 100 if match[1] else float(match[2])) if match else 0.0
    if not 0 < share < 1:
        raise ValueError
    return share


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


def _cells(noun: str, examples: str, others: str = "") -> Value:
    """Return the value that is two cells, or the word *others*."""

    def parse(word: str) -> tuple[str, ...]:
        cells = tuple(word.split(":"))
        if len(cells) != 2 and (not others or word != others):
            more = f", or the word {others}" * bool(others)
            raise ValueError(f": {noun} is two cells, such as {examples}{more}")
        return cells

    return Value("CELL:CELL", parse)


class Workers(NamedTuple):
    """What --on says: a kind of workers, and their number or the address of a cluster."""

    kind: str
    number: int = 0
    address: str = ""


def _workers(word: str) -> Workers:
    if match := _WORKERS.fullmatch(word):
        return Workers(match[1], int(match[2] or os.cpu_count() or 1))
    kind, _, address = word.partition(":")
    if kind != "dask" or not address.strip():
        raise ValueError
    return Workers(kind, address=address.strip())


SHARE = Value("SHARE", _share, "is not a share: give 10% or 0.1")
Whole: TypeAlias = Annotated[int, click.IntRange(min=0)]
Positive: TypeAlias = Annotated[int, click.IntRange(min=1)]
Time: TypeAlias = Annotated[float, Value("TIME", seconds_of, "is not a time: give 500ms, 10s, 5m or 2h")]
Memory: TypeAlias = Annotated[
    int,
    Value("SIZE", bytes_of, "is not an amount of memory: give 1MiB or more, such as 500MB, 64MiB or 2GiB"),
]
Share: TypeAlias = Annotated[float, SHARE]
Size: TypeAlias = Annotated[
    tuple[int, int], Value("SIZE", _size_of, "is not a size: give 2x3 (rows x columns)")
]
ErrorShare: TypeAlias = Annotated[
    float, Value("SHARE", _error, "is not a share above 0 and below 100 %: give 5% or 0.05")
]
Slack: TypeAlias = Annotated[
    float | str,
    Value("COST", lambda word: word if word.rstrip().endswith("%") else float(word),
          "is not a number, nor a share such as 10%"),
]  # fmt: skip
Factor: TypeAlias = Annotated[
    float, Value("FACTOR", _factor, "is no factor: give sqrt2, or a number such as 1 or 1.4142")
]
Portal: TypeAlias = Annotated[
    tuple[str | float, ...],
    Value("FROM:TO", _portal, "is no portal: give FROM:TO or FROM:TO:COST, as 0,3:7,9:2.5"),
]
Edge: TypeAlias = Annotated[tuple[str, str], _cells("an edge", "0,3:0,4 or a1:a2")]
Pair: TypeAlias = Annotated[tuple[str, ...], _cells("a pair", "0,3:5,4 or a1:h8", "letters")]
OnWorkers: TypeAlias = Annotated[
    Workers,
    Value("WORKERS", _workers, "are no workers: give threads:4, processes:4 or dask:ADDRESS"),
]
Directory: TypeAlias = Annotated[str, click.Path(file_okay=False)]


STDOUT = "-"
_FORM = "gridwalk.to_format"  # of the context: what --to-format says
VIDEO = 'ffmpeg -i film.apng -vf "pad=ceil(iw/2)*2:ceil(ih/2)*2" -pix_fmt yuv420p'
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


File: TypeAlias = Path | Target


class Output(Value):
    """A file to write; refused before any work if it cannot be written."""

    def __init__(self, endings: Iterable[str], *, to_stdout: bool = True) -> None:
        super().__init__("FILE", Path)
        self.endings, self.to_stdout = tuple(endings), to_stdout

    @property
    def forms(self) -> dict[str, str]:
        """What --to-format may say, with the ending of each."""
        names = {row.name: ending for row in FORMATS if row.print for ending in row.endings[::-1]}
        own = {ending.removeprefix("."): ending for ending in self.endings}
        return own | {name: ending for name, ending in names.items() if ending in self.endings}

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> File:
        """Return the file."""
        from gridwalk.io.files import checked_target

        form = None if ctx is None else ctx.meta.get(_FORM)
        if form is not None:
            check_choice("to_format", form, tuple(self.forms))
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
            raise self._unknown_ending(file)
        checked_target(file)
        return file

    def _unknown_ending(self, file: Path) -> InputError:
        ending = file.suffix.lower()
        if ending == ".pdf" and ".map" in self.endings:  # of a board
            return InputError(f"sheet writes .pdf: gridwalk sheet 9x9 -o {file}, or sheet --board FILE")
        if ending in (".mp4", ".webm", ".mov") and ".apng" in self.endings:
            return InputError(f"a video is made from a film: write film.apng, then {VIDEO} {file}")
        return unknown_choice_error("the ending of --output", file.suffix or str(file), self.endings)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        """Complete a file."""
        return [CompletionItem(incomplete, type="file")]


def _standard_output(ctx: click.Context, ending: str, form: str) -> Target:
    """Return a file that goes to stdout, whole, when the command is over."""
    if ending not in _TEXT and is_terminal(sys.stdout):
        raise InputError(f"{form} is bytes, and this is a terminal: write to a file, or into a pipe")
    directory = tempfile.TemporaryDirectory(prefix="gridwalk-")
    file = Path(directory.name, f"answer{ending}")

    def close() -> None:
        with directory:
            if file.exists() and sys.exc_info()[0] is None:
                with answer_kept(), file.open("rb") as source:
                    sys.stdout.flush()
                    shutil.copyfileobj(source, sys.stdout.buffer)
                    sys.stdout.buffer.flush()

    ctx.call_on_close(close)
    return Target(str(file), ending, STDOUT)


def is_stdout(output: File | None) -> bool:
    """Whether the answer goes to stdout in the form of a file."""
    return output is not None and str(output) == STDOUT


def form_option(output: click.Parameter) -> click.Option:
    """Return the option --to-format, which stands beside -o for a file or stdout."""

    def formed(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
        ctx.meta[_FORM] = value

    def with_output(ctx: click.Context, _: click.Parameter, value: Any) -> Any:
        if value is None and ctx.meta.get(_FORM) is not None:
            raise InputError("--to-format says the form of the file: add -o")
        return value

    output.callback = with_output
    return Headed(
        ["--to-format"], under="Output", metavar="NAME", callback=formed, expose_value=False, is_eager=True,
        help="The form of -o where its ending does not say it; -o - is standard output.",
    )  # fmt: skip
