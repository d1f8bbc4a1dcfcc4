"""Answers in files: boards, paths, films and arrays; many paths in one file, or in one picture."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from itertools import islice
from pathlib import Path as FilePath
from typing import Any, TypeVar

import click
import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.anglepath import AnglePath
from gridwalk.answers.path import Path
from gridwalk.answers.trace import Trace
from gridwalk.cli.forms import ONE_FORM, SQUARES_OPTION, Form
from gridwalk.cli.progress import ProgressLine, say
from gridwalk.cli.values import Output, is_stdout
from gridwalk.errors import InputError
from gridwalk.grids.grid import Grid
from gridwalk.io.choice import print_as
from gridwalk.io.files import write_whole
from gridwalk.io.formats import FORMATS, format_named
from gridwalk.io.picture.lattice import PictureReading
from gridwalk.planner.saved import FORMS, Found, save

ENDINGS = (".svg", ".png", ".txt", ".npy")
PATH_ENDINGS = (*ENDINGS, ".html")
PICTURE_ENDINGS = (".svg", ".png")
BOARD_FORMATS = {ending: row.name for row in FORMATS if row.print for ending in row.endings}
BOARD_ENDINGS = tuple(dict.fromkeys((*ENDINGS, *BOARD_FORMATS)))
WITHOUT_ENDS = "start and exits are not in this format: give --from and --to when it is read"
FILM_ENDINGS = (".gif", ".png", ".apng", ".html", ".svg", ".txt", ".npy")
F = TypeVar("F", bound=Callable[..., Any])
TEXT_FRAMES = 8
_LOOK_OF = {"dark": (".png", ".gif", ".apng", ".svg", ".html"), "pixels": (".png", ".gif", ".apng")}
SMALL_PIXELS = 4_000_000  # larger pictures are compressed less, three times as fast


LOOK = (
    click.option("--dark", is_flag=True, help="Dark colours; without it .svg and .html follow the reader."),
    click.option("--pixels", type=click.IntRange(min=1, max=1000), metavar="N",
                 help="Pixels per cell in .png and .gif; default: at most 960 (film: 560) per side."),
)  # fmt: skip


def _picture_options(*endings: str) -> tuple[Callable[[F], F], ...]:
    to_file = click.option("-o", "--output", type=Output(endings), metavar="FILE",
                           help=f"Write the answer to FILE: {', '.join(endings)}.")  # fmt: skip
    return to_file, *LOOK, SQUARES_OPTION


BOARD_PICTURE_OPTIONS = _picture_options(*BOARD_ENDINGS)
FILM_OPTIONS = (
    click.option("-o", "--output", type=Output(FILM_ENDINGS), metavar="FILE",
                 help="Write a film (.gif, .png, .apng), a web page that plays it (.html), its last picture "
                 "(.svg), frames in characters (.txt) or the event log (.npy)."),
    click.option("--at", "step", type=click.IntRange(min=0), metavar="N",
                 help="With -o, --predecessors or --footprints: the state after N events."),
    click.option("--title", default="", metavar="TEXT", help="The heading of .html."),
    *LOOK,
    SQUARES_OPTION,
)  # fmt: skip

PATH_OPTIONS = (*ONE_FORM, *_picture_options(*PATH_ENDINGS))  # for verbs that answer with one path


def wants_file(given: dict[str, Any]) -> bool:
    """Whether the answer goes to a file; the file of the board is refused, and a look of no picture."""
    output, board = given["output"], given["board"]
    for name, endings in _LOOK_OF.items():
        if given.get(name) and (output is None or output.suffix.lower() not in endings):
            raise InputError(f"--{name} is for pictures: give one with -o, such as FILE{endings[0]}")
    if output is None:
        return False
    if is_stdout(output):
        return True
    if output.exists() and os.path.exists(board) and os.path.samefile(output, board):
        raise InputError(f"{output} is the file of the board; write to another file")
    return True


def save_board(board: Grid, given: dict[str, Any], text: Callable[[], str]) -> None:
    """Write *board* to the output file: .txt gets *text()*, .npy a matrix of 0 (open) and 1 (wall)."""
    name = BOARD_FORMATS.get(given["output"].suffix.lower())
    if name is not None:
        data = print_as(board, name)
        raw = data if isinstance(data, bytes) else f"{data.rstrip(chr(10))}\n".encode()
        save_bytes(given["output"], raw)
        if "ends" not in format_named(name, can="print").holds:
            say(WITHOUT_ENDS)
        return None
    return _save(given, board, None, text, (~board.open_cells).astype(np.uint8))


def save_path(
    path: Path | AnglePath,
    given: dict[str, Any],
    text: Callable[[], str],
    picture: PictureReading | None = None,
) -> None:
    """Write *path* to the output file: .txt gets *text()*, .npy its cells.

    A .png of a board that was read from a picture is that picture with the path on it, unless options ask
    for another look.
    """
    own_look = given["dark"] or given["pixels"] or given["squares"]
    if picture is not None and given["output"].suffix.lower() == ".png" and not own_look:
        from gridwalk.render.onto import png_onto

        assert isinstance(path, Path)
        return save_bytes(given["output"], png_onto(picture, path))
    return _save(given, path.board, path, text, path.cells)


def save_shares(board: Grid, shares: NDArray[np.float64], given: dict[str, Any]) -> None:
    """Write a heat map of *shares* to the output file: .npy gets the array."""
    from gridwalk.render.raster import image
    from gridwalk.render.svg import svg

    ending = given["output"].suffix.lower()
    if ending == ".npy":
        return save_bytes(given["output"], array_bytes(shares))
    if ending == ".svg":
        return save_bytes(given["output"], svg(board, shares=shares, legend=True).encode())
    out = io.BytesIO()
    image(board, shares=shares).save(out, "png")
    return save_bytes(given["output"], out.getvalue())


def save_trace(
    trace: Trace, given: dict[str, Any], text: Callable[[], str], beside: Trace | None = None
) -> None:
    """Write *trace* to the output file: a film or one picture; .txt gets *text()*, .npy the events.

    A web page plays the trace *beside* at the same time.
    """
    from gridwalk.render.raster import film
    from gridwalk.render.svg import svg

    file, step = given["output"], given["step"]
    ending = file.suffix.lower()
    if ending in (".txt", ".npy"):
        save_bytes(file, text().encode() if ending == ".txt" else array_bytes(trace.events[:step]))
    elif ending == ".html":
        from gridwalk.render.webpage import webpage

        page = webpage(trace, beside, title=given["title"], dark=given["dark"] or None, at=step)
        save_bytes(file, page.encode())
    elif ending == ".svg":
        legend = {"dark": given["dark"] or None, "legend": True, "squares": given["squares"]}
        save_bytes(file, svg(trace.board, None, trace, step, **legend).encode())
    elif step is not None:
        save_bytes(file, _still(given, trace.board, trace=trace, at=step))
    else:
        form, frames = _film_of(given)
        look = {"dark": given["dark"], "cell": given["pixels"], "squares": given["squares"]}
        save_bytes(file, film(trace, form, frames=frames, fps=given["fps"], **look))


def check_trace_file(board: Grid, given: dict[str, Any]) -> None:
    """Refuse a film that cannot be, before the board is traced."""
    if given["output"].suffix.lower() in (".gif", ".png", ".apng") and given["step"] is None:
        from gridwalk.render.raster import check_film

        check_film(board, *_film_of(given), given["fps"])


def _film_of(given: dict[str, Any]) -> tuple[str, int]:
    from gridwalk.render.raster import FRAMES

    return "gif" if given["output"].suffix.lower() == ".gif" else "png", given["frames"] or FRAMES


def _save(
    given: dict[str, Any],
    board: Grid,
    path: Path | AnglePath | None,
    text: Callable[[], str],
    array: NDArray[Any],
) -> None:
    file = given["output"]
    ending = file.suffix.lower()
    if ending == ".txt":
        data = f"{text()}\n".encode()
    elif ending == ".npy":
        data = array_bytes(array)
    elif ending == ".html":
        from gridwalk.render.webpage import webpage

        assert not isinstance(path, AnglePath)
        data = webpage(path=path, dark=given["dark"] or None).encode()
    elif ending == ".svg":
        from gridwalk.render.svg import svg

        data = svg(board, path, dark=given["dark"] or None, legend=True, squares=given["squares"]).encode()
    else:
        data = _still(given, board, path)
    save_bytes(file, data)


def _still(
    given: dict[str, Any],
    board: Grid,
    path: Path | AnglePath | None = None,
    trace: Trace | None = None,
    at: int | None = None,
) -> bytes:
    from gridwalk.render.raster import image

    picture = image(
        board, path, trace, at, dark=given["dark"], cell=given["pixels"], squares=given["squares"]
    )
    out = io.BytesIO()
    form = "gif" if given["output"].suffix.lower() == ".gif" else "png"
    picture.save(out, form, compress_level=6 if picture.width * picture.height < SMALL_PIXELS else 3)
    return out.getvalue()


def array_bytes(array: NDArray[Any]) -> bytes:
    """Return *array* as an .npy file."""
    out = io.BytesIO()
    np.save(out, array, allow_pickle=False)
    return out.getvalue()


def save_bytes(file: FilePath, data: bytes) -> None:
    """Write *data* to *file*, and say so."""
    write_whole(file, data)
    if not is_stdout(file):
        say(f"wrote {file} ({len(data):,} bytes)")


MAX_OVER, MAX_BESIDE = 6, 200
PATHS_FILE_OPTIONS = (
    click.option("-o", "--output", type=Output((*FORMS, *PICTURE_ENDINGS)), metavar="FILE",
                 help="Write the paths to a file: arrays (.npy, .npz), a table (.parquet), or pictures of "
                 "them (.svg, .png)."),
    click.option("--over", is_flag=True,
                 help=f"In .svg and .png: all paths on one board, at most {MAX_OVER}, not side by side."),
    click.option("--across", type=click.IntRange(min=1, max=MAX_BESIDE), metavar="N",
                 help="In .svg and .png: N boards side by side."),
    *LOOK,
)  # fmt: skip


def wants_paths_file(given: dict[str, Any], *, in_json: bool) -> bool:
    """Whether the paths go to a file; options that say nothing there, or of no picture, are refused."""
    to_file = wants_file(given)
    if to_file and in_json:
        raise InputError("--json prints the paths, and --output writes them to a file: leave one out")
    if to_file and _is_picture(given["output"]):
        if given["over"] and given["across"] is not None:
            raise InputError("--over draws one board, and --across several: leave one out")
        return True
    for name in ("over", "across", "dark", "pixels"):
        if given[name]:
            raise InputError(f"--{name} is for pictures: give one with -o FILE.svg or -o FILE.png")
    return to_file


def _is_picture(file: FilePath) -> bool:
    return file.suffix.lower() in PICTURE_ENDINGS


def save_paths(found: Found, board: Grid, given: dict[str, Any], form: Form, line: ProgressLine) -> None:
    """Write the paths to the output file, and say so; without a path there is no picture."""
    file = given["output"]
    size = _save_pictures(found, board, given, form) if _is_picture(file) else save(found, board, file)
    line.clear()
    if size and not is_stdout(file):
        say(f"wrote {file} ({size:,} bytes)")


def _save_pictures(found: Found, board: Grid, given: dict[str, Any], form: Form) -> int:
    most, how = (MAX_OVER, "over each other") if given["over"] else (MAX_BESIDE, "side by side")
    each = (path for some in found for path in ([some] if isinstance(some, Path) else some))
    paths = list(islice(each, most + 1))
    if len(paths) > most:
        raise InputError(f"a picture shows at most {most} paths {how}: add -n {most}")
    if not paths:
        return 0
    drawn = _svg if given["output"].suffix.lower() == ".svg" else _png
    data = drawn(board, paths, given, form)
    write_whole(given["output"], data)
    return len(data)


def _svg(board: Grid, paths: list[Path], given: dict[str, Any], form: Form) -> bytes:
    from gridwalk.render.multiples import multiples
    from gridwalk.render.svg import svg

    dark, squares = given["dark"] or None, given["squares"]
    if given["over"]:
        return svg(board, paths=paths, dark=dark, squares=squares, legend=True).encode()
    pictures = [
        (svg(board, path, dark=dark, squares=squares), _caption(form, i, path))
        for i, path in enumerate(paths, 1)
    ]
    return multiples(pictures, across=given["across"], dark=dark).encode()


def _png(board: Grid, paths: list[Path], given: dict[str, Any], form: Form) -> bytes:
    from gridwalk.render.multiples import cell_for, multiples_image
    from gridwalk.render.raster import WALLED_CELL, image

    dark, squares, cell = given["dark"], given["squares"], given["pixels"]
    if given["over"]:
        picture = image(board, paths=paths, dark=dark, squares=squares, cell=cell)
    else:
        if cell is None:
            least = 1 if board.walls is None else WALLED_CELL
            cell = max(least, cell_for(len(paths), max(board.shape), given["across"]))
        pictures = [
            (image(board, path, dark=dark, squares=squares, cell=cell), _caption(form, i, path))
            for i, path in enumerate(paths, 1)
        ]
        picture = multiples_image(pictures, across=given["across"], dark=dark)
    out = io.BytesIO()
    picture.save(out, "png")
    return out.getvalue()


def _caption(form: Form, number: int, path: Path) -> str:
    return f"{number}: {form.measures(len(path), path.length, path.cost)}"
