"""What a panel of the page shows, as a file: an SVG picture, the film as GIF, or the board as text.

The server keeps no film: the same board and question give the same events again.
"""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np

from gridwalk.answers.path import Path
from gridwalk.answers.trace import Trace
from gridwalk.board import Board
from gridwalk.errors import InputError
from gridwalk.render.film import FRAMES, film
from gridwalk.render.raster import image
from gridwalk.render.svg import svg
from gridwalk.render.webpage import webpage
from gridwalk.viewer import questions
from gridwalk.viewer.asked import Asked
from gridwalk.viewer.fields import MalformedError
from gridwalk.viewer.protocol import Drawing

SECONDS = 10  # about the length of a film
MIN_SPEED, MAX_SPEED = 2, 20  # frames a second


def draw(drawing: Drawing, question: str, asked: Asked) -> bytes:
    """Return the file that the page asked for: "txt" and "json" are the board, "drawn" the path on it."""
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
        return svg(board, path, trace, step, dark=drawing.dark, legend=True).encode()
    return _gif(board, path, trace, dark=drawing.dark)


def _trace(question: str, asked: Asked) -> Trace:
    questions.check_question(question, asked.by)
    if question not in questions.FILMS:
        raise MalformedError("step needs a film, and this question has none")
    return questions.film(question, asked)


def _page(drawing: Drawing, question: str, asked: Asked, trace: Trace | None, path: Path | None) -> str:
    """Return the film, or two, or the path as a page of its own; in the colours of its reader."""
    if trace is None and path is None:
        raise InputError("a web page shows a film or a path: search for a path first")
    beside = _trace(drawing.question, replace(asked, by=drawing.by)) if trace and drawing.question else None
    at = drawing.step if trace is not None and drawing.step and drawing.step < len(trace) else None
    return webpage(trace, beside, path=path, at=at, questions=(question, drawing.question if beside else ""))


def path_of(drawing: Drawing, board: Board) -> Path:
    """Return the path that the page shows."""
    if not all(0 <= v < board.size for v in drawing.cells):
        raise MalformedError("cells must lie on the board")
    cells = np.stack(np.divmod(np.array(drawing.cells, np.int32), board.columns), axis=1)
    return Path(board, cells, drawing.closed, drawing.found)


def _gif(board: Board, path: Path | None, trace: Trace | None, *, dark: bool) -> bytes:
    """Return the whole film, or the picture if there is no film."""
    if trace is not None:
        frames = min(FRAMES, len(trace) + 1)
        return film(trace, frames=FRAMES, fps=min(MAX_SPEED, max(MIN_SPEED, frames / SECONDS)), dark=dark)
    out = io.BytesIO()
    image(board, path, dark=dark).save(out, "gif")
    return out.getvalue()
