"""Draw a scene: call the SVG pen for each part of it.

On the board a unit is a cell: a square cell has ``column <= x <= column + 1`` and ``row <= y <= row + 1``; a
`gridwalk.draw.shape.Shape` has the places of other cells.  In the legend a unit is a pixel.
Colours have names (`gridwalk.draw.colours`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.cells import square_name
from gridwalk.board.legal import ways_of
from gridwalk.draw.colours import DARK_PAIRS, RAMP_STEPS
from gridwalk.draw.legend import DOTTED_CELL, Placed, draw_legend
from gridwalk.draw.nodes import Dots, NodeShape, Tiles
from gridwalk.draw.pen import SIGNS, WALL_WIDTH, SvgPen
from gridwalk.draw.scene import Scene
from gridwalk.draw.shape import Outlined
from gridwalk.errors import Cell

if TYPE_CHECKING:
    from gridwalk.board.board import Board

# The minimum number of pixels of a cell in which ... is drawn.
HALO_CELL = 4  # an edge of the line
NAMED_CELL = 8  # the name of its row or column
DARK_SHADE = 4  # the shade of cost from which cells are dark in every state of a search
BEAD_CELL = 14  # the number of a bead
EDGE_WIDTH = 0.06  # of a network, in units
BAND_CELL = 12  # a path as a band
BAND = 0.62  # its width in cells
BAND_EDGE = 2  # the width of its edge in pixels
EDGE = 0.06  # the extra width of the dark line below a path with letters


def draw(
    scene: Scene,
    pen: SvgPen,
    *,
    ordered: bool = True,
    squares: bool = False,
    legend: list[Placed] | None = None,
) -> None:
    """Draw *scene*.

    Parameters
    ----------
    scene, pen
        What to draw, and with what.
    ordered : bool
        Whether expanded cells are shown by their order, as a ramp of colours, or all alike.
    squares : bool
        Whether columns and rows are named as a chessboard's.
    legend : list of Placed, optional
        Drawn below the board.

    """
    dots = scene.shape if isinstance(scene.shape, Dots) else None
    if dots is None:
        _ground(scene, pen, ordered)
    else:
        _edges(scene, dots, pen)
    _line(scene, pen, halo=ordered and scene.trace is not None)
    if scene.linked:
        _linked(scene, pen)
    if dots is not None:
        for x, y in dots.at.tolist():
            pen.disc(x, y, dots.radius, "expanded")
    if scene.paths and not scene.linked:
        _several(scene, pen)
    elif scene.beads:
        _beads(scene, pen)
    elif scene.marked:
        _marks(scene, pen)
    if scene.letters:
        _letters(scene, pen)
    if dots is not None and pen.figures and scene.few:
        for edge, cost in dots.costs:
            pen.text(*dots.corner(edge, 0), cost, "cost")
        marked = _marked(scene) if dots.inside else ()
        for corner, node in dots.labels:
            ink = "pale" if (node, 0) in marked and not scene.linked else _ink(scene, (node, 0))
            pen.text(*corner, dots.names[node], "bead", ink)
    if scene.arrows is not None:
        pen.arrows(_flow(scene, scene.arrows))
    if squares and pen.cell_pixels >= NAMED_CELL:
        _square_names(scene, pen)
    if scene.board.levels is not None:
        _levels(scene, pen)
    if legend:
        draw_legend(pen, legend, band=_is_band(scene, pen))


def _ground(scene: Scene, pen: SvgPen, ordered: bool) -> None:
    """Draw every cell: its colour, its state in the search, its cost, its walls."""
    board, shade = scene.board, scene.shade
    if scene.chequered:
        for name, tinted in zip(("dark", "cost1"), _tints(board), strict=False):
            pen.fill(name, board.open_cells & tinted)
    else:
        pen.rule()
    if scene.field is not None:
        pen.shade("r", scene.heat(RAMP_STEPS), 0)
    if scene.snapshot is not None:
        _search(scene, pen, ordered)
    if shade is not None:
        pen.shade("cost", shade, 1)
    pen.fill("wall", ~board.open_cells & scene.is_cell)
    if board.levels is not None:
        pen.fill("page", ~scene.is_cell)
    if scene.walls is not None:
        pen.walls(scene.walls)
    if scene.snapshot is not None and pen.signs:
        _signs(scene, pen, ordered)
    if shade is not None and board.costs is not None and pen.figures:
        for row, column in np.argwhere(shade > 0).tolist():
            name = "figure" if scene.searched[row, column] and shade[row, column] < DARK_SHADE else "ink"
            pen.text(*scene.shape.corner(row, column), f"{board.costs[row, column]:.4g}", "cost", name)
    if isinstance(scene.shape, Tiles):
        pen.segments(scene.shape.jumps, pen.visible_width(EDGE_WIDTH), "here line")
    for corner, turn, half in _arrows(scene):
        pen.arrow(*corner, turn, half=half)


def _arrows(scene: Scene) -> Iterator[tuple[tuple[float, float], float, bool]]:
    """Yield the corner and turn of each arrow, and whether it is half an arrow."""
    if isinstance(scene.shape, NodeShape):
        yield from ((corner, turn, False) for corner, turn in scene.shape.arrows)
        return
    for (row, column), given in scene.board.one_way.items():
        ways = ways_of(given)
        for way in ways:
            yield scene.shape.corner(row, column), scene.shape.turn(way), len(ways) > 1


def _flow(scene: Scene, next_move: NDArray[np.int8]) -> Iterator[tuple[NDArray[np.float64], float]]:
    """Yield the middles of the cells with the same next move, and its direction."""
    for m, step in enumerate(scene.board.moves.steps):
        if step != (0, 0):  # a portal, or a move to another level: it has no direction
            yield scene.shape.points(np.argwhere(next_move == m) + 0.5), scene.shape.turn(step)


def _edges(scene: Scene, dots: Dots, pen: SvgPen) -> None:
    """Draw the edges of a network, with arrows on one-way edges."""
    straight, bent = dots.lines
    width = pen.visible_width(EDGE_WIDTH)
    pen.segments(straight, width, "here line")
    for curve in bent:
        pen.line(curve, width, "here")
    for corner, turn, half in _arrows(scene):
        pen.arrow(*corner, turn, half=half)


def _tints(board: Board) -> list[NDArray[np.bool_]]:
    """Return the mask of tinted cells of a chessboard: every other square, or two of three hexagons."""
    rows, columns = np.indices(board.shape)
    if board.moves.cells == "square":
        return [(rows + columns) % 2 == 1]
    return [(columns - rows) % 3 == part for part in (1, 2)]


def _search(scene: Scene, pen: SvgPen, ordered: bool) -> None:
    """Draw the state of the cells in a search."""
    assert scene.snapshot is not None
    if not ordered:
        for name in ("frontier", "expanded", "walk", "left"):
            pen.fill(name, scene.snapshot.where(name))
        return
    levels = scene.levels(RAMP_STEPS)
    pen.shade("r", levels, 0)
    pen.fill("frontier", scene.snapshot.where("frontier") & (levels < 0))
    if pen.cell_pixels >= DOTTED_CELL:
        pen.dot("back", scene.snapshot.where("left"))
    else:
        pen.fill("left", scene.snapshot.where("left"))


def _signs(scene: Scene, pen: SvgPen, ordered: bool) -> None:
    """Draw a sign for the state of each cell; on a ramp, backtracked cells have a dot."""
    assert scene.snapshot is not None
    for status in SIGNS if not ordered else ("frontier", "expanded"):
        cells = np.argwhere(scene.snapshot.where(status)).tolist()
        if cells:
            pen.sign(status, [scene.shape.corner(row, column) for row, column in cells])


def _line(scene: Scene, pen: SvgPen, *, halo: bool) -> None:
    """Draw the path; of an unfinished search, the path so far and the current cell."""
    if scene.here is not None:
        pen.outline(*scene.shape.corner(*scene.here), 0 if scene.walls is None else WALL_WIDTH / 2)
    if len(scene.line) < 2:
        return
    pieces = scene.pieces
    closed = scene.closed and len(pieces) == 1
    if _is_band(scene, pen):
        edge = BAND_EDGE / pen.nominal_cell
        for width, name in ((BAND + edge, "path"), (BAND - edge, "band")):
            for points in pieces:
                pen.line(points, width, name, closed=closed)
        return
    width = pen.visible_width(0.12 if scene.chequered else 0.22)
    if halo and pen.cell_pixels >= HALO_CELL:
        for points in pieces:
            pen.line(points, width + 0.14, "halo", closed=closed)
    for points in pieces:
        pen.line(points, width, "path", closed=closed)


def _is_band(scene: Scene, pen: SvgPen) -> bool:
    """Whether the path is a band: it hides no signs, numbers or corners of hexagons, and crosses no seam."""
    is_plain = scene.trace is None and not scene.chequered and scene.board.wrap is None
    return is_plain and not isinstance(scene.shape, Outlined) and pen.nominal_cell >= BAND_CELL


def _several(scene: Scene, pen: SvgPen) -> None:
    """Draw several paths beside each other, and mark their ends."""
    width, radius = pen.visible_width(0.09), _radius(scene, pen, 0.3)
    for (name, *_), (alone, shift) in zip(scene.named, scene.separate, strict=True):
        for points in alone.pieces:
            pen.line(points + shift, width, name, closed=alone.closed and len(alone.pieces) == 1)
    each = [alone for alone, _ in scene.separate] if scene.given is None else [scene]
    _ends(scene, pen, dict.fromkeys(cell for alone in each for cell in alone.ends), radius)
    for cell in dict.fromkeys(alone.start for alone in each):
        pen.disc(*_middle(scene, cell), radius, "start")
    for cell, number in scene.stops.items() if pen.figures and pen.cell_pixels >= BEAD_CELL else ():
        name = "end" if cell in scene.ends else "bead"
        pen.disc(*_middle(scene, cell), radius, name)
        pen.text(*scene.shape.corner(*cell), str(number), "bead", "ink" if name == "bead" else "pale")


def _linked(scene: Scene, pen: SvgPen) -> None:
    """Draw the paths of a linkage, each in the colour of its letter between dark edges."""
    width = pen.visible_width(0.26)
    for alone, _ in scene.separate:
        name = scene.colour_of[scene.letters[alone.start]]
        for points in alone.pieces:
            if pen.cell_pixels >= HALO_CELL:
                pen.line(points, width + EDGE, "here")
            pen.line(points, width, name)


def _letters(scene: Scene, pen: SvgPen) -> None:
    """Draw letters in their cells, equal ones on discs of a colour of their own."""
    radius = _radius(scene, pen, 0.36)
    for cell, letter in scene.letters.items():
        if letter in scene.colour_of:
            pen.disc(*_middle(scene, cell), radius + EDGE / 2, "ink")
            pen.disc(*_middle(scene, cell), radius, scene.colour_of[letter])
        if pen.cell_pixels >= BEAD_CELL and scene.nodes is None:
            pen.text(*scene.shape.corner(*cell), letter, "bead", _ink(scene, cell))


def _ink(scene: Scene, cell: Cell) -> str:
    """Return the colour of words in a cell, perhaps on the disc of a letter."""
    name = scene.colour_of.get(scene.letters.get(cell, ""))
    return "ink" if name is None else "white" if name in DARK_PAIRS else "black"


def _beads(scene: Scene, pen: SvgPen) -> None:
    """Draw the cells of the line as beads with their step numbers."""
    cells = scene.line.tolist()
    for number, cell in enumerate(cells, 1):
        is_last = scene.path is not None and not scene.closed and number == len(cells)
        name = "start" if number == 1 else "end" if is_last else "bead"
        pen.disc(*_middle(scene, cell), 0.29, name)
        if pen.cell_pixels >= BEAD_CELL:
            pen.text(*scene.shape.corner(*cell), str(number), "bead", "ink" if name == "bead" else "pale")


def _marks(scene: Scene, pen: SvgPen) -> None:
    """Mark start and ends, and number the cells where there is room."""
    numbers = scene.numbers if pen.figures else {}
    radius = _radius(scene, pen, 0.21 if numbers else 0.3)
    _ends(scene, pen, scene.ends, radius)
    pen.disc(*_middle(scene, scene.start), radius, "start")
    for cell, number in numbers.items():
        pen.text(*scene.shape.corner(*cell), str(number), "number", "figure")


def _marked(scene: Scene) -> set[Cell]:
    """Return the cells where the paths of a scene start and end."""
    alone = [each for each, _ in scene.separate] if scene.paths else [scene] if scene.path is not None else []
    return {cell for each in alone for cell in (each.start, *each.ends)}


def _radius(scene: Scene, pen: SvgPen, radius: float) -> float:
    """Return the radius of a visible mark; if the mark holds a name, the radius of its node."""
    if isinstance(scene.shape, Dots) and scene.shape.inside:
        return scene.shape.radius
    return pen.visible_radius(radius)


def _middle(scene: Scene, cell: Sequence[int]) -> tuple[float, float]:
    x, y = scene.shape.corner(cell[0], cell[1])
    return x + 0.5, y + 0.5


def _ends(scene: Scene, pen: SvgPen, cells: Iterable[Cell], radius: float) -> None:
    for cell in cells:
        if isinstance(scene.shape, Dots) and scene.shape.inside:  # it holds a name
            pen.disc(*_middle(scene, cell), radius, "end")
            continue
        pen.ring(*_middle(scene, cell), radius, 0.4 * radius)
        pen.disc(*_middle(scene, cell), 0.4 * radius, "end")


def _levels(scene: Scene, pen: SvgPen) -> None:
    """Write the title of each level above it, and mark the cells with stairs by arrows up and down."""
    board = scene.board
    assert board.levels is not None
    for row, title in board.levels.titles() if pen.cell_pixels >= NAMED_CELL else ():
        pen.text((board.columns - 1) / 2, row, title, "column")
    ends = {scene.start, *scene.ends} if scene.marked else set()
    for (row, column), mark in board.levels.marks(board.portals).items():
        ways = [way for way, marks in ((-1, "ux"), (1, "dx")) if mark in marks]
        for way in ways if (row, column) not in ends else ():
            pen.arrow(*scene.shape.corner(row, column), way * math.pi / 2, half=True)


def _square_names(scene: Scene, pen: SvgPen) -> None:
    scene.board._need_squares("squares=True")
    rows, columns = scene.board.shape
    for column in range(columns):
        pen.text(column, rows, square_name((rows - 1, column), rows)[:-1], "column")
    for row in range(rows):
        pen.text(0, row, str(rows - row), "row")
