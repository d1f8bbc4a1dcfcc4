"""Answers in files: boards, paths, films and arrays; many paths in one file, or in one picture."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.anglepath import AnglePath
from gridwalk.answers.path import Path
from gridwalk.answers.trace import Trace
from gridwalk.cli.forms import Form
from gridwalk.cli.groups import BOARD_FORMATS, MAX_BESIDE, MAX_OVER, PICTURE_ENDINGS, ManyPathsForm
from gridwalk.cli.options import Options
from gridwalk.cli.progress import ProgressLine, say
from gridwalk.cli.values import File, is_stdout
from gridwalk.errors import InputError
from gridwalk.grids.grid import Grid
from gridwalk.io.choice import print_as
from gridwalk.io.files import write_whole
from gridwalk.io.formats import format_named
from gridwalk.io.picture.lattice import PictureReading
from gridwalk.planner.saved import Found, save

if TYPE_CHECKING:
    from gridwalk.cli import boardverbs

WITHOUT_ENDS = "start and exits are not in this format: give --from and --to when it is read"
SMALL_PIXELS = 4_000_000  # larger pictures are compressed less, three times as fast


@dataclass(frozen=True)
class OutFile:
    """The file of an answer, and how a picture in it looks."""

    file: File
    dark: bool = False
    pixels: int | None = None
    squares: bool = False

    @classmethod
    def of(cls, given: Options, board: str) -> OutFile | None:
        """Return the file that the options name; None: the answer is printed.

        Raises
        ------
        InputError
            If it is the file of the board.

        """
        asked = {name: value for name, value in vars(given).items() if name in ("dark", "pixels", "squares")}
        file: File | None = vars(given)["output"]
        return None if file is None else cls(file, **asked).beside(board)

    def beside(self, board: str) -> OutFile:
        """Return this; raise `InputError` if it is the file *board*."""
        file = self.file
        if not is_stdout(file) and file.exists() and os.path.exists(board) and os.path.samefile(file, board):
            raise InputError(f"{file} is the file of the board; write to another file")
        return self

    @property
    def ending(self) -> str:
        """The ending of the file, which says its form."""
        return self.file.suffix.lower()

    @property
    def is_picture(self) -> bool:
        """Whether paths are drawn in it."""
        return self.ending in PICTURE_ENDINGS

    def save(self, data: bytes) -> None:
        """Write *data* to the file, and say so."""
        write_whole(self.file, data)
        if not is_stdout(self.file):
            say(f"wrote {self.file} ({len(data):,} bytes)")


def save_board(board: Grid, out: OutFile, text: Callable[[], str]) -> None:
    """Write *board*: .txt gets *text()*, .npy a matrix of 0 (open) and 1 (wall)."""
    name = BOARD_FORMATS.get(out.ending)
    if name is None:
        return _save(out, board, None, text, (~board.open_cells).astype(np.uint8))
    out.save(bytes_in(board, name))
    return say_what_is_lost(name)


def bytes_in(board: Grid, name: str) -> bytes:
    """Return *board* in a format, as a file has it."""
    data = print_as(board, name)
    return data if isinstance(data, bytes) else f"{data.rstrip(chr(10))}\n".encode()


def say_what_is_lost(name: str) -> None:
    """Say so if a format does not hold start and exits."""
    if "ends" not in format_named(name, can="print").holds:
        say(WITHOUT_ENDS)


def save_path(
    path: Path | AnglePath, out: OutFile, text: Callable[[], str], picture: PictureReading | None = None
) -> None:
    """Write *path*: .txt gets *text()*, .npy its cells.

    A .png of a board that was read from a picture is that picture with the path on it, unless options ask
    for another look.
    """
    own_look = out.dark or out.pixels or out.squares
    if picture is not None and out.ending == ".png" and not own_look:
        from gridwalk.render.onto import png_onto

        assert isinstance(path, Path)
        return out.save(png_onto(picture, path))
    return _save(out, path.board, path, text, path.cells)


def save_shares(board: Grid, shares: NDArray[np.float64], out: OutFile) -> None:
    """Write a heat map of *shares*: .npy gets the array."""
    from gridwalk.render.raster import image
    from gridwalk.render.svg import svg

    if out.ending == ".npy":
        return out.save(array_bytes(shares))
    if out.ending == ".svg":
        return out.save(svg(board, shares=shares, legend=True).encode())
    return out.save(png_bytes(image(board, shares=shares)))


def save_trace(
    trace: Trace, out: OutFile, given: boardverbs.TraceCommand, text: Callable[[], str], beside: Trace | None
) -> None:
    """Write *trace*: a film or one picture; .txt gets *text()*, .npy the events.

    A web page plays the trace *beside* at the same time.
    """
    from gridwalk.render.raster import film
    from gridwalk.render.svg import svg

    step, squares = given.step, out.squares
    if out.ending == ".txt":
        out.save(text().encode())
    elif out.ending == ".npy":
        out.save(array_bytes(trace.events[:step]))
    elif out.ending == ".html":
        from gridwalk.render.webpage import webpage

        out.save(webpage(trace, beside, title=given.title, dark=out.dark or None, at=step).encode())
    elif out.ending == ".svg":
        drawn = svg(trace.board, None, trace, step, dark=out.dark or None, legend=True, squares=squares)
        out.save(drawn.encode())
    elif step is not None:
        out.save(_still(out, trace.board, trace=trace, at=step))
    else:
        form, frames = _film_of(out, given)
        look: Any = {"dark": out.dark, "cell": out.pixels, "squares": squares}
        out.save(film(trace, form, frames=frames, fps=given.fps, **look))


def check_trace_file(board: Grid, out: OutFile, given: boardverbs.TraceCommand) -> None:
    """Refuse a film that cannot be, before the board is traced."""
    if out.ending in (".gif", ".png", ".apng") and given.step is None:
        from gridwalk.render.raster import check_film

        check_film(board, *_film_of(out, given), given.fps)


def _film_of(out: OutFile, given: boardverbs.TraceCommand) -> tuple[str, int]:
    from gridwalk.render.raster import FRAMES

    return "gif" if out.ending == ".gif" else "png", given.frames or FRAMES


def _save(
    out: OutFile, board: Grid, path: Path | AnglePath | None, text: Callable[[], str], array: NDArray[Any]
) -> None:
    if out.ending == ".txt":
        data = f"{text()}\n".encode()
    elif out.ending == ".npy":
        data = array_bytes(array)
    elif out.ending == ".html":
        from gridwalk.render.webpage import webpage

        assert not isinstance(path, AnglePath)
        data = webpage(path=path, dark=out.dark or None).encode()
    elif out.ending == ".svg":
        from gridwalk.render.svg import svg

        data = svg(board, path, dark=out.dark or None, legend=True, squares=out.squares).encode()
    else:
        data = _still(out, board, path)
    out.save(data)


def _still(
    out: OutFile, board: Grid, path: Path | AnglePath | None = None, trace: Trace | None = None,
    at: int | None = None,
) -> bytes:  # fmt: skip
    from gridwalk.render.raster import image

    picture = image(board, path, trace, at, dark=out.dark, cell=out.pixels, squares=out.squares)
    level = 6 if picture.width * picture.height < SMALL_PIXELS else 3
    return png_bytes(picture, "gif" if out.ending == ".gif" else "png", compress_level=level)


def png_bytes(picture: Any, form: str = "png", **how: int) -> bytes:
    """Return a picture of Pillow as the bytes of a file."""
    file = io.BytesIO()
    picture.save(file, form, **how)
    return file.getvalue()


def array_bytes(array: NDArray[Any]) -> bytes:
    """Return *array* as an .npy file."""
    file = io.BytesIO()
    np.save(file, array, allow_pickle=False)
    return file.getvalue()


def save_paths(
    found: Found, board: Grid, out: OutFile, given: ManyPathsForm, form: Form, line: ProgressLine
) -> None:
    """Write the paths, and say so; without a path there is no picture."""
    file: Any = out.file  # which goes by its suffix
    size = _save_pictures(found, board, out, given, form) if out.is_picture else save(found, board, file)
    line.clear()
    if size and not is_stdout(out.file):
        say(f"wrote {out.file} ({size:,} bytes)")


def _save_pictures(found: Found, board: Grid, out: OutFile, given: ManyPathsForm, form: Form) -> int:
    most, how = (MAX_OVER, "over each other") if given.over else (MAX_BESIDE, "side by side")
    each = (path for some in found for path in ([some] if isinstance(some, Path) else some))
    paths = list(islice(each, most + 1))
    if len(paths) > most:
        raise InputError(f"a picture shows at most {most} paths {how}: add -n {most}")
    if not paths:
        return 0
    captions = [
        f"{number}: {form.measures(len(path), path.length, path.cost)}"
        for number, path in enumerate(paths, 1)
    ]
    data = (_svg if out.ending == ".svg" else _png)(board, paths, captions, out, given)
    write_whole(out.file, data)
    return len(data)


def _svg(board: Grid, paths: list[Path], captions: list[str], out: OutFile, given: ManyPathsForm) -> bytes:
    from gridwalk.render.multiples import multiples
    from gridwalk.render.svg import svg

    dark, squares = out.dark or None, out.squares
    if given.over:
        return svg(board, paths=paths, dark=dark, squares=squares, legend=True).encode()
    pictures = [svg(board, path, dark=dark, squares=squares) for path in paths]
    return multiples(list(zip(pictures, captions, strict=True)), across=given.across, dark=dark).encode()


def _png(board: Grid, paths: list[Path], captions: list[str], out: OutFile, given: ManyPathsForm) -> bytes:
    from gridwalk.render.multiples import cell_for, multiples_image
    from gridwalk.render.raster import WALLED_CELL, image

    dark, squares, cell = out.dark, out.squares, out.pixels
    if given.over:
        return png_bytes(image(board, paths=paths, dark=dark, squares=squares, cell=cell))
    if cell is None:
        least = 1 if board.walls is None else WALLED_CELL
        cell = max(least, cell_for(len(paths), max(board.shape), given.across))
    pictures = [image(board, path, dark=dark, squares=squares, cell=cell) for path in paths]
    return png_bytes(
        multiples_image(list(zip(pictures, captions, strict=True)), across=given.across, dark=dark)
    )
