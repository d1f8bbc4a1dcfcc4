"""Answers as options ask for them: on stdout or in files; boards, paths, arrays, pictures of many paths.

Every command that prints an answer or writes one gives it to `give`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeAlias

import click

from gridwalk.answers import batch
from gridwalk.board import cells
from gridwalk.cli.answers import figures, json_pieces, write
from gridwalk.cli.forms import DrawOption, GlyphOptions, JsonOption, LineOptions, SquaresOption
from gridwalk.cli.options import Excludes, Needs, Options, Rules, option
from gridwalk.cli.progress import say
from gridwalk.cli.status import Status
from gridwalk.cli.values import File, Output, is_stdout
from gridwalk.draw import save
from gridwalk.draw.save import Forms
from gridwalk.errors import InputError
from gridwalk.io.formats import format_named

if TYPE_CHECKING:
    from gridwalk.answers.batch import Batch
    from gridwalk.answers.linkage import Linkage
    from gridwalk.answers.path import Path
    from gridwalk.answers.walk import Walk
    from gridwalk.board.board import Board
    from gridwalk.errors import Cell
    from gridwalk.io.picture.lattice import PictureReading

MAX_OVER = 6  # paths in a picture
WITHOUT_ENDS = "start and exits are not in this format: give --from and --to when it is read"


def looks_of(file: str) -> Rules:
    """Return the rules of how pictures look, of options or arguments whose *file* has these endings."""
    return (
        Needs("dark", f"{file}.png|.gif|.apng|.svg|.html",
              "--dark is for pictures: give one with -o, such as FILE.png"),
        Needs("pixels", f"{file}.png|.gif|.apng",
              "--pixels is for pictures: give one with -o, such as FILE.png"),
    )  # fmt: skip


class LookOptions(Options, under="Output"):
    """How pictures look."""

    dark: bool = option("Dark colours; without it .svg and .html follow the reader.")
    pixels: Annotated[int, click.IntRange(min=1, max=1000)] | None = option(
        "Pixels per cell in .png and .gif; default: at most 960 (film: 560) per side.")  # fmt: skip
    rules: ClassVar[Rules] = looks_of("output=")


def answer_to(endings: tuple[str, ...]) -> Any:
    """Declare the option -o of an answer that may be in any of these forms."""
    return option(f"Write the answer to FILE: {', '.join(endings)}.", "-o --output", under="Output")


class PathFileOption(Options, under="Output"):
    """Where a path is written to."""

    output: Annotated[File, Output(save.PATH)] | None = answer_to(save.PATH)


class OnePathForm(
    DrawOption, GlyphOptions, LineOptions, PathFileOption, LookOptions, SquaresOption, JsonOption
):
    """The forms of one path."""


class PathsFileOptions(Options, under="Output"):
    """Where several paths are written to, and how they are printed."""

    lines: bool = option("Print one path per line, its cells as (row,column); for wc, grep, sort.")
    output: Annotated[File, Output(save.PICTURES)] | None = option(
        f"Write a picture of at most {MAX_OVER} paths to FILE: .svg, .png.", "-o --output")  # fmt: skip
    rules: ClassVar[Rules] = (
        Excludes("in_json", "output",
                 "--json prints the paths, and --output writes them to a file: leave one out"),
    )  # fmt: skip


class ManyPathsForm(GlyphOptions, LineOptions, SquaresOption, JsonOption, PathsFileOptions, LookOptions):
    """The forms of several paths."""


@dataclass(frozen=True)
class OutFile:
    """The file of an answer, and how a picture in it looks."""

    file: File
    dark: bool = False
    pixels: int | None = None
    squares: bool = False

    @classmethod
    def of(cls, given: Options, *inputs: str) -> OutFile | None:
        """Return the file that the options name; None: the answer is printed.

        Raises
        ------
        InputError
            If it is the file of the board, or one of *inputs*.

        """
        values = vars(given)
        asked = {name: value for name, value in values.items() if name in ("dark", "pixels", "squares")}
        file: File | None = values.get("output")
        boards = (*inputs, values.get("board") or "", values.get("mask") or "")
        return None if file is None else cls(file, **asked).beside(*boards)

    def beside(self, *boards: str) -> OutFile:
        """Return this; raise `InputError` if it is one of the files *boards*."""
        if any(is_same(self.file, board) for board in boards):
            raise InputError(f"{self.file} is the file of the board; write to another file")
        return self

    @property
    def ending(self) -> str:
        """The ending of the file, which says its form."""
        return self.file.suffix.lower()

    @property
    def look(self) -> save.Look:
        """How a picture in the file looks."""
        return save.Look(self.dark, self.pixels, self.squares)

    def save(self, forms: Forms) -> None:
        """Write what *forms* has for the ending of the file, and say so."""
        size = save.write(self.file, self.ending, forms)
        if not is_stdout(self.file):
            say(f"wrote {self.file} ({size:,} bytes)")


def is_same(target: File, file: str) -> bool:
    """Whether *target* is that file, under whatever name."""
    there = not is_stdout(target) and target.exists() and os.path.exists(file)
    return there and os.path.samefile(target, file)


def give(
    given: Options,
    facts: Callable[[], Mapping[str, Any]],
    text: Callable[[], str],
    saved: Forms | Callable[[OutFile], None] | None = None,
) -> None:
    """Give the answer as the options ask for it: in the forms of a file, as JSON, or as text."""
    out = OutFile.of(given) if saved is not None else None
    if out is not None:
        saved(out) if callable(saved) else out.save(saved or {})
    if given.given("in_json"):
        write(json_pieces(facts()))
    elif out is None:
        write(text())


def save_board(
    board: Board, out: OutFile, text: Callable[[], str], letters: Mapping[Cell, str] | None = None
) -> None:
    """Write *board*; .txt gets *text()*, and pictures have *letters*."""
    out.save(save.board_forms(board, out.look, text, letters=letters))
    if (name := save.BOARD_FORMATS.get(out.ending)) is not None:
        say_what_is_lost(name)


def say_what_is_lost(name: str) -> None:
    """Say so if a format does not hold start and exits."""
    if "ends" not in format_named(name, can="print").holds:
        say(WITHOUT_ENDS)


def save_path(
    path: Path | Walk | Linkage,
    out: OutFile,
    text: Callable[[], str],
    picture: PictureReading | None = None,
) -> None:
    """Write *path*; .txt gets *text()*.

    A .png of a board that was read from a picture is that picture with the path on it, unless options ask
    for another look.
    """
    forms = save.path_forms(path, out.look, text)
    if picture is not None and out.look == save.PLAIN and not isinstance(path, tuple):
        from gridwalk.draw.onto import image_onto

        forms = {**forms, ".png": lambda: image_onto(picture, path)}
    out.save(forms)


Told: TypeAlias = Callable[[Any, Callable[["Cell"], str]], str]


def give_walk(given: Options, board: Board, walk: Any, nowhere: str, told: Told, how: str) -> Status:
    """Give a walk, and below it what *told* says of it with the names of cells; say *how* good it is.

    Where there is no *walk*, *nowhere* is what does not lead anywhere.
    """
    lines = given.value("lines")
    if walk is None:
        words = f"no way: {nowhere}"
        if lines:
            say(words)
        else:
            give(given, lambda: {"found": False}, lambda: words)
        return Status.NO_PATH

    def name(cell: Cell) -> str:
        return cells.square_name(cell, board.rows) if given.value("squares") else f"{cell[0]},{cell[1]}"

    def text() -> str:
        if lines:
            return "\n".join(map(name, walk))
        cost = f", cost {figures(walk.cost)}" if walk.cost != walk.length else ""
        line = told(walk, name)
        return f"{walk}\n" + f"{line}\n" * bool(line) + f"length {walk.length}{cost}"

    facts = {"found": True} | walk.numbers | {"cells": walk.cells}
    give(given, lambda: facts, text, lambda out: save_path(walk, out, text))
    if how:
        say(how)
    return Status.ANSWERED


def save_paths(found: Iterator[Batch[Path] | Path | Linkage], board: Board, out: OutFile) -> None:
    """Write a picture of the paths on one board; without a path there is none."""
    each = (path for some in found for path in (some if isinstance(some, batch.Batch) else [some]))
    paths = list(islice(each, MAX_OVER + 1))
    linked = bool(paths) and isinstance(paths[0], tuple)
    if linked and len(paths) > 1:
        raise InputError("a picture shows one set of linked paths: add -n 1")
    if len(paths) > MAX_OVER:
        raise InputError(f"a picture shows at most {MAX_OVER} paths: add -n {MAX_OVER}")
    if paths:
        shown = save.pictures(board, paths[0], out.look) if linked else None
        out.save(shown or save.pictures(board, None, out.look, paths=paths))
