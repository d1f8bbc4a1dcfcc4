"""Pages of paper: lines, blocks, discs and words in black on white, written as SVG, PNG or PDF.

A unit is a millimetre, from the upper left corner of the page.  PNG and PDF hold the pixels of
the SVG, 300 an inch, black or white: a printer needs no more, and a page takes some 20 kB.

`printed` draws a board: black on white, without grey.
"""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gridwalk.draw.nodes import NodeShape, Tiles, shape_of
from gridwalk.draw.raster import pixels_of
from gridwalk.draw.shape import Outlined, runs
from gridwalk.draw.shape import Shape as CellShapes
from gridwalk.draw.text import letters_at_ends
from gridwalk.errors import Cell, InputError
from gridwalk.io.lines.rooms import walls_of

if TYPE_CHECKING:
    from PIL import Image

    from gridwalk.answers.cellsequence import CellSequence
    from gridwalk.board.board import Board
    from gridwalk.draw.scene import OnBoard

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # millimetres
DOTS = 300  # an inch, of PNG and PDF
MM = 25.4  # an inch


@dataclass(frozen=True)
class Box:
    """A filled rectangle."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Stroke:
    """A line through *points*, float64 of shape (n, 2), each ``(x, y)``; dashed if *dash* is above 0."""

    points: NDArray[np.float64]
    width: float
    dash: float = 0.0


@dataclass(frozen=True)
class Disc:
    """A filled disc, or a ring of this *width* on the circle of this *radius*."""

    x: float
    y: float
    radius: float
    width: float = 0.0


@dataclass(frozen=True)
class Text:
    """Text, *size* high, from (x, y) on its base line; *anchor* is "start", "middle" or "end"."""

    x: float
    y: float
    text: str
    size: float
    anchor: str = "start"


@dataclass(frozen=True)
class Area:
    """A filled polygon with these corners, float64 of shape (n, 2)."""

    points: NDArray[np.float64]


Shape: TypeAlias = Box | Stroke | Disc | Text | Area


@dataclass(frozen=True)
class Page:
    """Shapes on a page of *width* x *height* millimetres."""

    width: float
    height: float
    shapes: tuple[Shape, ...]

    def svg(self) -> str:
        """Return the page as an SVG document that prints in its size."""
        wide, high = f"{self.width:g}", f"{self.height:g}"
        size = f'width="{wide}mm" height="{high}mm" viewBox="0 0 {wide} {high}"'
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
                "<style>.line{fill:none;stroke:#000;stroke-linecap:square;stroke-linejoin:round}"
                "text{font-family:sans-serif}</style>",
                f'<rect class="paper" width="{wide}" height="{high}" fill="#fff"/>',
                *map(_element, self.shapes),
                "</svg>\n",
            ]
        )

    def image(self, dots: int = DOTS) -> Image.Image:
        """Return the page as a picture of black and white pixels, *dots* an inch.

        Raises
        ------
        InputError
            If its words have letters that no font of this machine has.

        """
        grey = pixels_of(self.svg(), ground="#fff", width=round(self.width * dots / MM)).convert("L")
        return grey.point(lambda level: 255 * (level > 127), "1")


def png(page: Page) -> bytes:
    """Return *page* as a PNG file with its size in inches."""
    out = io.BytesIO()
    page.image().save(out, "png", dpi=(DOTS, DOTS))
    return out.getvalue()


def pdf(pages: Sequence[Page], title: str = "") -> bytes:
    """Return *pages* as one PDF file; the same pages make the same file."""
    out = io.BytesIO()
    dates: dict[str, Any] = {"creationDate": None, "modDate": None}
    for number, page in enumerate(pages):  # one in memory at a time
        out.seek(0)
        more: dict[str, Any] = {"append": True} if number else {"title": title, **dates}
        page.image().save(out, "pdf", resolution=DOTS, **more)
    return out.getvalue()


def width_of(text: str, size: float) -> float:
    """Return about the width of *text*, *size* high, in a common font without serifs."""
    return size * sum(1.0 if unicodedata.east_asian_width(each) in "WF" else 0.6 for each in text)


def _element(shape: Shape) -> str:
    """Return a shape as an element of SVG."""
    if isinstance(shape, Box):
        place = f'x="{shape.x:.6g}" y="{shape.y:.6g}" width="{shape.width:.6g}" height="{shape.height:.6g}"'
        return f'<rect {place} shape-rendering="crispEdges"/>'
    if isinstance(shape, Disc):
        place = f'cx="{shape.x:.6g}" cy="{shape.y:.6g}" r="{shape.radius:.6g}"'
        return (
            f'<circle {place} class="line" stroke-width="{shape.width:.4g}"/>'
            if shape.width
            else f"<circle {place}/>"
        )
    if isinstance(shape, Text):
        place = (
            f'x="{shape.x:.6g}" y="{shape.y:.6g}" font-size="{shape.size:.4g}" text-anchor="{shape.anchor}"'
        )
        return f"<text {place}>{escape(shape.text, quote=False)}</text>"
    points = " ".join(f"{x:.6g},{y:.6g}" for x, y in shape.points.tolist())
    if isinstance(shape, Area):
        return f'<polygon points="{points}"/>'
    dashes = f' stroke-dasharray="{shape.dash:.4g}" stroke-linecap="butt"' if shape.dash else ""
    return f'<polyline class="line" stroke-width="{shape.width:.4g}"{dashes} points="{points}"/>'


# In cells, with a maximum in millimetres.
WALL, MAX_WALL = 0.12, 0.7
RULE = 0.1  # millimetres, of the lines between the cells of a chessboard
FIGURE = 0.45  # a number that fills its cell
LETTER = 0.4  # of a cell, from the middle of a letter to a line


def printed(
    board: Board,
    left: float,
    top: float,
    cell: float,
    path: OnBoard | None = None,
    *,
    letters: Mapping[Cell, str] | None = None,
    solved: bool = True,
) -> Iterator[Shape]:
    """Yield the shapes of *board* with cells of *cell* millimetres; if *solved*, with the *path* dashed.

    Boards for pieces that leap are ruled, and show the step numbers of the path; if not *solved*, only the
    first.  *letters* stand in cells, in place of start and exits; at the ends of paths of a linkage.

    Raises
    ------
    InputError
        If the board has one-way cells, portals, levels or sides that meet, which are not drawn on paper.

    """
    meet, here, shape = board.wrap is not None, np.array([left, top]), shape_of(board)
    one_way = shape.arrows if isinstance(shape, NodeShape) else board.one_way
    far = isinstance(shape, Tiles) and len(shape.jumps)
    undrawn = {"one-way cells": one_way, "portals": board.portals or far, "sides that meet": meet}
    undrawn |= {"levels": board.levels}
    for what, is_there in undrawn.items():
        if is_there:
            raise InputError(f"{what} are not drawn on paper: save a picture instead (board.svg)")

    def middle(at: Sequence[int]) -> NDArray[np.float64]:
        return here + cell * shape.points(np.array(at) + 0.5)

    width = min(WALL * cell, MAX_WALL)
    numbered = not board._is_network and board.moves.leap  # a path is shown by step numbers
    linked = path if isinstance(path, tuple) else ()
    letters = letters_at_ends(linked) if linked else letters or {}
    if numbered or letters or board.costs is not None or (board.open_cells.all() and board.walls is None):
        yield from _rules(board, shape, here, cell)
    yield from (
        _outlined(board, shape, here, cell, width)
        if isinstance(shape, Outlined)
        else _squares(board, here, cell, width)
    )
    if board.costs is not None:
        for row, column in np.argwhere(board.open_cells).tolist():
            yield _figure(f"{board.costs[row, column]:.4g}", middle((row, column)), cell)
    for place, letter in letters.items():
        yield _figure(letter, middle(place), cell)
    for one in linked if solved else ():
        yield from _dashes_along(board, one, here, cell, LETTER)
    if isinstance(path, tuple):
        return
    if path is not None and (numbered or (path.closed and not board._is_network)):
        for number, at in enumerate(path.cells[: None if solved else 1].tolist(), 1):
            yield _figure(str(number), middle(at), cell)
        return
    if path is not None and solved:
        yield from _dashes_along(board, path, here, cell)
    if not numbered and not letters:
        starts: Sequence[Sequence[int]] = (board.start,) if board.start else ()
        exits: Sequence[Sequence[int]] = board.exits
        if path is not None:
            starts, exits = path.cells[:1].tolist(), path.cells[-1:].tolist()[path.closed :]
        for at, radius, wide in (*((one, 0.26, 0.0) for one in starts), *((one, 0.22, 0.1) for one in exits)):
            x, y = middle(at)
            yield Disc(float(x), float(y), radius * cell, wide * cell)


def _squares(board: Board, here: NDArray[np.float64], cell: float, width: float) -> Iterator[Shape]:
    """Yield closed squares, and walls."""
    for row, first, last in runs(~board.open_cells):
        yield Box(here[0] + first * cell, here[1] + row * cell, (last - first) * cell, cell)
    sides = walls_of(board)
    for mask, across in ((sides.level, True), (sides.upright.T, False)):
        for line, first, last in runs(mask):
            ends = np.array([[first, line], [last, line]] if across else [[line, first], [line, last]])
            yield Stroke(here + cell * ends, width)


def _outlined(
    board: Board, shape: Outlined, here: NDArray[np.float64], cell: float, width: float
) -> Iterator[Shape]:
    """Yield closed cells, and walls."""
    for outline in shape.outlines(~board.open_cells):
        yield Area(here + cell * outline)
    for ends in here + cell * shape.walls:
        yield Stroke(ends, width)


def _dashes_along(
    board: Board, path: CellSequence, here: NDArray[np.float64], cell: float, free: float = 0.0
) -> Iterator[Stroke]:
    """Yield the path as a dashed line, shorter at both ends by *free*, a share of a cell."""
    around = np.concatenate([path.cells, path.cells[: path.closed]])
    for piece in shape_of(board).pieces(around):
        for end, other in ((0, 1), (-1, -2)):
            if free:
                way = piece[other] - piece[end]
                piece[end] += free * way / np.abs(way).max()
        yield Stroke(here + cell * piece, min(0.16 * cell, 1.0), dash=min(0.3 * cell, 2.0))


def _rules(board: Board, shape: CellShapes, here: NDArray[np.float64], cell: float) -> Iterator[Stroke]:
    if isinstance(shape, Outlined):
        for outline in shape.outlines(board.open_cells):
            yield Stroke(here + cell * np.concatenate([outline, outline[:1]]), RULE)
        return
    rows, columns = board.shape
    for row in range(1, rows):
        yield Stroke(here + cell * np.array([[0, row], [columns, row]]), RULE)
    for column in range(1, columns):
        yield Stroke(here + cell * np.array([[column, 0], [column, rows]]), RULE)


def _figure(text: str, middle: NDArray[np.float64], cell: float) -> Text:
    """Return a number in the *middle* of its cell, smaller the more digits it has."""
    size = cell * min(FIGURE, 0.9 / (0.6 * len(text)))
    x, y = middle
    return Text(float(x), float(y) + 0.36 * size, text, size, "middle")
