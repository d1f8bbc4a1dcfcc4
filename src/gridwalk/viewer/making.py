"""Boards and files that the server makes for the page.

A file shows what a panel of the page shows: an SVG picture, the film as GIF, or the board as text.  The
server stores no film: the same board and question give the same events again.
"""

from __future__ import annotations

import io
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.answers.trace import Trace
from gridwalk.board.board import Board
from gridwalk.draw.language import picture_words
from gridwalk.draw.pagedata import board_data, check_shape
from gridwalk.draw.raster import FRAMES, film, image
from gridwalk.draw.svg import svg, with_board
from gridwalk.draw.webpage import webpage
from gridwalk.errors import ArgumentError, InputError, Message
from gridwalk.makers.boards import make
from gridwalk.makers.making import Making, watch
from gridwalk.makers.other_steps import MAKING_NAMES
from gridwalk.makers.table import maker
from gridwalk.viewer import questions
from gridwalk.viewer.answers import MAX_EVENTS
from gridwalk.viewer.asked import Asked, Parts
from gridwalk.viewer.protocol import Drawing, MalformedError, Wanted

Indices = NDArray[np.int64]


class Made(NamedTuple):
    """A board, the film of its making (arrays of `film_of`), and in *note* the reason if there is no film."""

    board: Board
    parts: Parts | None = None
    note: str = ""


@dataclass(frozen=True)
class Filling:
    """The places of the rows, or columns, of a maze without border on a board of the same size or one larger.

    A maze has an odd number of lines.  The extra line copies the rooms of line *copied*, without the openings
    along it: each of these rooms gets a second cell, so that a perfect maze stays perfect.
    """

    lines: int
    copied: int | None

    @classmethod
    def to(cls, side: int, rooms: int, seed: int) -> Filling:
        """Return the filling of *side* lines by the given number of rooms."""
        lines = 2 * rooms - 1
        return cls(lines, 2 * (seed % rooms) if side > lines else None)

    @property
    def place(self) -> Indices:
        """The place of each line."""
        lines = np.arange(self.lines)
        return lines if self.copied is None else lines + (lines > self.copied)

    @property
    def last(self) -> Indices:
        """The last place of each line: that of its copy, if it has one."""
        lines = np.arange(self.lines)
        return lines if self.copied is None else lines + (lines >= self.copied)

    def open_cells(self, cells: NDArray[np.bool_], rooms: Indices) -> NDArray[np.bool_]:
        """Return *cells* with the copied line inserted; *rooms* are the places of rooms along it."""
        if self.copied is None:
            return cells
        copy = np.zeros(cells.shape[1], np.bool_)
        copy[rooms] = cells[self.copied, rooms]
        return np.insert(cells, self.copied + 1, copy, axis=0)


def made_data(wanted: Wanted, seed: int, ground: Board | None = None) -> tuple[dict[str, Any], Parts | None]:
    """Return the board for the page, with its maker and seed, and the arrays of `film_of`."""
    is_plain = ground is None or (ground.levels is None and ground.moves.cells == "square")
    board, parts, note = made(wanted, seed) if ground is None or is_plain else _made_on(ground, wanted, seed)
    data = {"kind": "board", "board": board_data(board), "maker": wanted.maker, "seed": seed, "note": note}
    if parts is not None:
        data["kinds"] = {name: kind for kind, name in enumerate(MAKING_NAMES)}
    return data, parts


def _made_on(ground: Board, wanted: Wanted, seed: int) -> Made:
    """Return a maze of all cells of *ground* (hexagons or levels), with walls between them."""
    row = maker(wanted.maker)
    note = "a maze of hexagons or of levels is made without a film" if wanted.film else ""
    options: dict[str, Any] = {"seed": seed, "braid": wanted.braid}
    if ground.levels is not None:
        size = ground.levels
        options |= {"rows": size.rows, "columns": size.columns, "levels": size.number, "thin": True}
    elif row.hexagons:
        options["mask"] = ground
    else:  # `make` refuses these
        options |= {"rows": ground.rows, "columns": ground.columns, "cells": "hex"}
    name: Any = row.name
    return Made(make(name, **options), note=note)


def made(wanted: Wanted, seed: int) -> Made:
    """Return a board of the wanted size; if the maker cannot make it, the error names a size near it.

    The maker's own message is about rooms and options, which the page does not have.
    """
    try:
        return _made(wanted, seed)
    except ArgumentError as error:
        if error.choices:  # the error is about the maker or the shape
            raise
        tried = [wanted._replace(rows=wanted.rows + down, columns=wanted.columns + across, film=False)
                 for down, across in sorted(product(range(5), repeat=2), key=sum)]  # fmt: skip
        sizes = (f"{one.rows} x {one.columns}" for one in tried if _can_be_made(one, seed))
        words = Message(
            "no maze by {maker} has {size} cells",
            maker=wanted.maker,
            size=f"{wanted.rows} x {wanted.columns}",
        )
        if other := next(sizes, ""):
            words = Message("{words}; {other} would do", words=words, other=other)
        raise InputError(words) from None


def _can_be_made(wanted: Wanted, seed: int) -> bool:
    try:
        _made(wanted, seed)
    except InputError:
        return False
    return True


def _made(wanted: Wanted, seed: int) -> Made:
    """Return a board of the wanted size; a maze fills it.

    The page draws the border of a board, so a maze has none of its own: its rooms are at even rows and
    columns, or are the cells, with walls between them (*thin*).
    """
    name: Any = wanted.maker
    shape = wanted.rows, wanted.columns
    check_shape(*shape)
    in_cells = maker(name).counts == "cells"
    if not in_cells and wanted.thin:
        note = "a maze with walls between cells is made without a film" if wanted.film else ""
        return Made(make(name, *shape, seed=seed, thin=True, braid=wanted.braid), note=note)
    rooms = shape if in_cells else ((shape[0] + 1) // 2, (shape[1] + 1) // 2)
    braid = 0.0 if in_cells else wanted.braid
    making, note = _watched(wanted, rooms, braid, seed) if wanted.film else (None, "")
    board = make(name, *rooms, seed=seed, braid=braid)
    if in_cells:
        return Made(board, None if making is None else film_of(making, board), note)
    high, wide = (Filling.to(side, count, seed) for side, count in zip(shape, rooms, strict=True))
    return _filling(board, making, high, wide)._replace(note=note)


def _watched(wanted: Wanted, rooms: tuple[int, int], braid: float, seed: int) -> tuple[Making | None, str]:
    """Return the making of the board, or the reason why there is no film."""
    name: Any = wanted.maker
    try:
        making = watch(name, *rooms, seed=seed, braid=braid)
    except InputError as error:
        return None, error.message  # unless it is about films, `make` raises it, too
    if len(making) > MAX_EVENTS:
        return None, Message("a film has at most {n:,} steps, this one {m:,}", n=MAX_EVENTS, m=len(making))
    return making, ""


def _filling(maze: Board, making: Making | None, high: Filling, wide: Filling) -> Made:
    """Return the maze without its border, enlarged to the wanted size."""

    def stretched(cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
        taller = high.open_cells(cells[1:-1, 1:-1], np.arange(0, wide.lines, 2))
        return wide.open_cells(taller.T, high.place[::2]).T

    (top, left), (bottom, right) = maze.start, maze.exits[0]
    start = int(high.place[top - 1]), int(wide.place[left - 1])
    end = int(high.last[bottom - 1]), int(wide.place[right - 1])
    if end[0] == high.place[bottom - 1]:  # the copy of a room lies below it or to its right
        end = end[0], int(wide.last[right - 1])
    board = Board(np.ascontiguousarray(stretched(maze.open_cells)), start=start, exits=[end])
    if making is None:
        return Made(board)
    row, column = np.divmod(np.arange(maze.size), maze.columns)
    inside = (row > 0) & (row < maze.rows - 1) & (column > 0) & (column < maze.columns - 1)
    place = np.full(maze.size, -1)
    place[inside] = high.place[row[inside] - 1] * board.columns + wide.place[column[inside] - 1]
    assert making.first is not None
    return Made(board, film_of(making, board, place, stretched(making.first)))


def film_of(
    making: Making, board: Board, place: Indices | None = None, first: NDArray[np.bool_] | None = None
) -> Parts:
    """Return the film of the making of *board*; *place* maps the cells of the maker to its cells.

    ``first`` has 1 for the cells that are open before the first event.  ``changes`` has rows (event, cell,
    open): the event, from 0, opens the cell (1) or closes it (0).  ``events`` are those of the maker.
    """
    events, changes = making.events.copy(), making.changes()
    if place is not None:
        for of, columns in ((events, (1, 2)), (changes, (1,))):
            for column in columns:
                of[:, column] = place[of[:, column]]
    start = making.first if first is None else first
    assert start is not None
    start = start.copy()
    for cell in (board.start, *board.exits):
        start[cell] = True
    return {
        "events": events.reshape(-1),
        "changes": changes.reshape(-1),
        "first": start.reshape(-1).astype(np.uint8),
    }


SECONDS = 10  # about the length of a film
MIN_SPEED, MAX_SPEED = 2, 20  # frames a second


def draw(drawing: Drawing, question: str, asked: Asked) -> bytes:
    """Return the file that the page requested; "txt" and "json" hold the board, "drawn" the path on it."""
    board = asked.board
    if drawing.form == "txt":
        return f"{board}\n".encode()
    if drawing.form == "json":
        return board.to_text("json").encode()
    trace, path, step = None, None, None
    if drawing.step is not None:
        trace, step = _trace(question, asked), drawing.step
    elif drawing.cells:
        path = path_of(drawing, board)
    if drawing.form == "drawn":
        if path is None:
            raise MalformedError("a drawing needs the cells of a path")
        return f"{path}\n".encode()
    if drawing.form == "html":
        return _page(drawing, question, asked, trace, path).encode()
    if drawing.form == "svg":
        said = picture_words(trace, drawing.language)
        picture = svg(board, path, trace, step, dark=drawing.dark, legend=True, said=said)
        return with_board(picture, board).encode()
    return _gif(board, path, trace, drawing)


def _trace(question: str, asked: Asked) -> Trace:
    questions.check_question(question, asked.by)
    if question not in questions.FILMS:
        raise MalformedError("step needs a film, and this question has none")
    return questions.film(question, asked)


def _page(drawing: Drawing, question: str, asked: Asked, trace: Trace | None, path: Path | None) -> str:
    """Return one or two films, or the path, as a web page in the colours of its reader."""
    if trace is None and path is None:
        raise InputError("a web page shows a film or a path: search for a path first")
    beside = _trace(drawing.question, replace(asked, by=drawing.by)) if trace and drawing.question else None
    at = drawing.step if trace is not None and drawing.step and drawing.step < len(trace) else None
    asked_for = (question, drawing.question if beside else "")
    return webpage(trace, beside, path=path, at=at, questions=asked_for, language=drawing.language)


def path_of(drawing: Drawing, board: Board) -> Path:
    """Return the path that the page shows."""
    if not all(0 <= v < board.size for v in drawing.cells):
        raise MalformedError("cells must lie on the board")
    cells = np.stack(np.divmod(np.array(drawing.cells, np.int32), board.columns), axis=1)
    return Path(board, cells, drawing.closed, drawing.found)


def _gif(board: Board, path: Path | None, trace: Trace | None, drawing: Drawing) -> bytes:
    """Return the film, or else the picture; in English if no font has the letters of the language."""
    try:
        said = picture_words(trace, drawing.language, pixels=True)
    except InputError:
        said = picture_words(trace, "en")
    look: Any = {"dark": drawing.dark, "said": said}
    if trace is not None:
        frames = min(FRAMES, len(trace) + 1)
        return film(trace, frames=FRAMES, fps=min(MAX_SPEED, max(MIN_SPEED, frames / SECONDS)), **look)
    out = io.BytesIO()
    image(board, path, **look).save(out, "gif")
    return out.getvalue()
