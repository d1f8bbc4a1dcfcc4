"""Boards, networks, paths and traces as files of several endings.

The *forms* of an object are a table: for each ending the function that makes the content of the file, which
is text, bytes, an array or an image.  `write` chooses by the ending.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from gridwalk.board.checks import checked_number
from gridwalk.draw import raster, svg, text, webpage
from gridwalk.draw.language import picture_words
from gridwalk.errors import ArgumentError, InputError, check_choice, counted
from gridwalk.io import files, formats
from gridwalk.keywords import GLYPHS

if TYPE_CHECKING:
    from PIL import Image

    from gridwalk.answers.snapshot import Run
    from gridwalk.answers.trace import Trace
    from gridwalk.board.board import Board
    from gridwalk.draw.scene import OnBoard

Forms = Mapping[str, Callable[[], Any]]

PICTURES = (".svg", ".png")
FILMS = (".gif", ".apng")
BOARD_FORMATS = {ending: row.name for row in formats.FORMATS if row.print for ending in row.endings}
# The endings of files of a field, a walk, a path ...
FIELD = (*PICTURES, ".txt", ".npy")
WALK = (*FIELD, ".json")
PATH = (*WALK, ".html")
LINKAGE = (*PICTURES, ".txt", ".json")  # of a linkage, and also of a path of a network
BOARD = tuple(dict.fromkeys((*FIELD, *BOARD_FORMATS)))
TRACE = (*FILMS, ".html", *PICTURES, ".txt", ".npy")
APPLIES = {  # the endings of files that an option changes
    "dark": (".svg", ".png", ".gif", ".apng", ".html"),
    "pixels": (*FILMS, ".png"),
    "squares": (*PICTURES, *FILMS),
    "paths": PICTURES,
    "field": PICTURES,
    "letters": PICTURES,
    "beside": (".html",),
    "title": (".html",),
    "language": (".html", *PICTURES, *FILMS),
    "frames": (*FILMS, ".txt"),
    "fps": FILMS,
}
ELSEWHERE = {".gif": "paths.trace().save(file), a film", ".pdf": "gridwalk.sheet([board]).save(file)"}
LARGE_PICTURE = 4_000_000  # pixels: such pictures are compressed less, three times as fast
TEXT_FRAMES, FPS = 8, 10.0  # the defaults


@dataclass(frozen=True)
class Look:
    """The look of a picture: dark colours, pixels a cell, the names of squares along its edges."""

    dark: bool = False
    pixels: int | None = None
    squares: bool = False

    def __post_init__(self) -> None:
        if self.pixels is not None:
            checked_number(self.pixels, "pixels", 1)

    @property
    def of_pixels(self) -> dict[str, Any]:
        """The arguments of `gridwalk.draw.raster.image` and `film`."""
        return {"dark": self.dark, "cell": self.pixels, "squares": self.squares}


PLAIN = Look()


def checked_ending(file: Any, endings: tuple[str, ...], **options: Any) -> str:
    """Return the ending of *file*; refuse others than *endings*, and *options* that change nothing in it.

    Raises
    ------
    ArgumentError
        If the ending is none of *endings*.
    ArgumentError
        If *file* is not the name of a file, or an option does not apply to it.
    InputError
        If no file can be written there.

    """
    if not isinstance(file, str | os.PathLike):
        raise ArgumentError("file", file, "the name of a file, a str or a path")
    path = Path(file)
    ending = path.suffix.lower()
    if path.name.lower() in endings:
        raise InputError(f"{path} has no name before its ending, as in paths{path.name}")
    check_choice("the ending of the file", ending or path.name, endings, lambda word: ELSEWHERE.get(word, ""))
    files.checked_target(file)
    for name, value in options.items():
        if value and ending not in APPLIES[name]:
            raise ArgumentError(name, value, f"left out: it applies to {', '.join(APPLIES[name])} files")
    return ending


def write(file: str | os.PathLike[str], ending: str, forms: Forms) -> int:
    """Write the form for *ending*, whole or not at all; return the number of bytes."""
    data = content(forms[ending](), ending)
    files.write_whole(file, data)
    return len(data)


def content(made: Any, ending: str) -> bytes:
    """Return text, bytes, an array or an image as the content of a file."""
    if isinstance(made, str | bytes):
        return made.encode() if isinstance(made, str) else made
    out = io.BytesIO()
    if isinstance(made, np.ndarray):
        np.save(out, made, allow_pickle=False)
    else:
        image: Image.Image = made
        level = 6 if image.width * image.height < LARGE_PICTURE else 3
        image.save(out, "gif" if ending == ".gif" else "png", compress_level=level)
    return out.getvalue()


def pictures(board: Board, path: OnBoard | None, look: Look, **how: Any) -> Forms:
    """Return the pictures of a board, of a path on it, or of one step of a trace."""
    drawn = partial(svg.svg, board, path, dark=look.dark or None, legend=True, squares=look.squares, **how)
    return {
        ".svg": lambda: svg.with_board(drawn(), board),
        ".png": lambda: raster.image(board, path, **look.of_pixels, **how),
    }


def board_forms(board: Board, look: Look, drawing: Callable[[], str], **how: Any) -> Forms:
    """Return the forms of a board; *drawing* is the text of a .txt file, *how* holds options of pictures."""
    held = {ending: partial(bytes_in, board, name) for ending, name in BOARD_FORMATS.items()}
    return {**pictures(board, None, look, **how), ".txt": lambda: f"{drawing()}\n", **held}


def bytes_in(board: Board, name: str) -> bytes:
    """Return *board* in a format, as the bytes of a file."""
    data = formats.print_as(board, name)
    return data if isinstance(data, bytes) else (data.rstrip("\n") + "\n").encode()


def path_forms(path: Any, look: Look, drawing: Callable[[], str]) -> Forms:
    """Return the forms of a path, walk or linkage; *drawing* is the text of a .txt file."""
    return {
        **pictures(path.board, path, look),
        ".txt": lambda: f"{drawing()}\n",
        ".npy": lambda: path.cells,
        ".json": lambda: f"{path.to_json()}\n",
        ".html": lambda: webpage.webpage(path=path, dark=look.dark or None),
    }


def save_path(
    path: Any, file: str | os.PathLike[str], *, dark: bool, pixels: int | None, squares: bool
) -> None:
    """Write a path, walk or linkage to a file."""
    if isinstance(path, tuple) or path.board._is_network:
        endings: tuple[str, ...] = LINKAGE
    else:
        endings = WALK if hasattr(path, "stops") else PATH
    ending = checked_ending(file, endings, dark=dark, pixels=pixels, squares=squares)
    write(file, ending, path_forms(path, Look(dark, pixels, squares), path.draw))


def film_forms(
    trace: Run, look: Look, *, frames: int | None, fps: float, said: Callable[[str], str] = str
) -> Forms:
    """Return the films of a trace, or of the making of a board."""
    shot = partial(raster.film, trace, frames=frames or raster.FRAMES, fps=fps, said=said, **look.of_pixels)
    return {ending: partial(shot, "gif" if ending == ".gif" else "png") for ending in FILMS}


def trace_forms(
    trace: Trace,
    look: Look,
    drawing: Callable[[], str],
    *,
    beside: Trace | None = None,
    at: int | None = None,
    title: str = "",
    frames: int | None = None,
    fps: float = FPS,
    language: Literal["en", "zh"] = "en",
) -> Forms:
    """Return the forms of a trace: films, or with *at* one picture; *drawing* is the text of a .txt file.

    Pictures show the last step, or the step after *at* events.
    """
    said = str if language == "en" else picture_words(trace, language)
    still = pictures(trace.board, None, look, trace=trace, at=at, said=said)
    films = film_forms(trace, look, frames=frames, fps=fps, said=said)
    dark = look.dark or None
    return {
        **still,
        **(films if at is None else dict.fromkeys(FILMS, still[".png"])),
        ".html": partial(webpage.webpage, trace, beside, title=title, dark=dark, at=at, language=language),
        ".txt": drawing,
        ".npy": lambda: trace.events[:at],
    }


def frames_of(
    trace: Run,
    at: int | None = None,
    frames: int | None = None,
    *,
    glyphs: str = GLYPHS,
    blanks: bool = False,
) -> Iterator[str]:
    """Yield *frames* drawings of a trace in characters, or the drawing after *at* events; then the legend."""
    for step in raster.steps_of(len(trace), frames or TEXT_FRAMES) if at is None else [at]:
        snapshot = trace.at(step)
        where = "" if snapshot.cell is None else f", at {snapshot.cell}"
        done = f"{snapshot.expanded:,} expanded, {counted(snapshot.backtracks, 'backtrack')}{where}"
        frame = text.draw_frame(snapshot, glyphs=glyphs, blanks=blanks)
        yield f"step {step:,} of {len(trace):,}: {done}\n{frame}\n"
    yield text.legend_of(trace)
