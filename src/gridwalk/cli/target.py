"""Where an answer is written to: -o and --to-format, a file or standard output."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import click
from click.shell_completion import CompletionItem

from gridwalk.cli.answers import answer_kept
from gridwalk.cli.progress import is_terminal
from gridwalk.cli.values import Value
from gridwalk.errors import InputError, UnknownChoiceError
from gridwalk.io.files import checked_target
from gridwalk.io.formats import FORMATS

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


File: TypeAlias = Path | Target


class Output(Value):
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

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> File:
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
                with answer_kept(), file.open("rb") as source:
                    sys.stdout.flush()
                    copyfileobj(source, sys.stdout.buffer)
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
    return click.Option(
        ["--to-format"], metavar="NAME", callback=formed, expose_value=False, is_eager=True,
        help="The form of -o where its ending does not say it; -o - is standard output.",
    )  # fmt: skip
