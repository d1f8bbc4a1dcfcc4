"""Many paths in a file: arrays, a table, or pictures, side by side or over each other on one board."""

from __future__ import annotations

import io
from itertools import islice
from pathlib import Path as FilePath
from typing import Any

import click

from gridwalk.answers.path import Path
from gridwalk.cli.forms import Form
from gridwalk.cli.output import LOOK, PICTURE_ENDINGS, wants_file
from gridwalk.cli.progress import ProgressLine, say
from gridwalk.cli.target import Output, is_stdout
from gridwalk.errors import InputError
from gridwalk.grids.grid import Grid
from gridwalk.io.files import write_whole
from gridwalk.planner.saved import FORMS, Found, save

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
    """Draw the paths, and write them to the output file; return its size, 0 if there is no path."""
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
