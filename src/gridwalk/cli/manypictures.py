"""Many paths as pictures: side by side, or over each other on one board."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import islice
from typing import Any

import click

from gridwalk.answers.batch import Batch
from gridwalk.answers.path import Path
from gridwalk.cli.forms import Form
from gridwalk.cli.output import LOOK, PICTURE_ENDINGS
from gridwalk.errors import InputError
from gridwalk.grids.grid import Grid
from gridwalk.io.files import write_whole

MAX_OVER, MAX_BESIDE = 6, 200
PICTURES_OPTIONS = (
    click.option("--over", is_flag=True,
                 help=f"In .svg and .png: all paths on one board, at most {MAX_OVER}, not side by side."),
    click.option("--across", type=click.IntRange(min=1, max=MAX_BESIDE), metavar="N",
                 help="In .svg and .png: N boards side by side."),
    *LOOK,
)  # fmt: skip


def wants_pictures(given: dict[str, Any]) -> bool:
    """Whether the paths are to be drawn in a picture; options for pictures are refused elsewhere."""
    file = given["output"]
    if file is not None and file.suffix.lower() in PICTURE_ENDINGS:
        if given["over"] and given["across"] is not None:
            raise InputError("--over draws one board, and --across several: leave one out")
        return True
    for name in ("over", "across", "dark", "pixels"):
        if given[name]:
            raise InputError(f"--{name} is for pictures: give one with -o FILE.svg or -o FILE.png")
    return False


def save_pictures(found: Iterator[Batch[Path] | Path], board: Grid, given: dict[str, Any], form: Form) -> int:
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
