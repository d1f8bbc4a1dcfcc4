"""What a panel of the page shows, as a file: an SVG picture, the film as GIF, or the board as text.

The server keeps no film: the same board and question give the same events again.
"""

from __future__ import annotations

import io

import numpy as np

from gridwalk.board import Board
from gridwalk.path import Path
from gridwalk.render.film import FRAMES, film
from gridwalk.render.raster import image
from gridwalk.render.svg import svg
from gridwalk.trace import Trace
from gridwalk.viewer import questions
from gridwalk.viewer.asked import Asked
from gridwalk.viewer.fields import MalformedError
from gridwalk.viewer.protocol import Drawing

SECONDS = 10  # about the length of a film
MIN_SPEED, MAX_SPEED = 2, 20  # frames a second


def draw(drawing: Drawing, question: str, asked: Asked) -> bytes:
    """Return the file that the page asked for: "txt" is the board alone, "drawn" the path on it."""
    board = asked.board
    if drawing.form == "txt":
        return f"{board}\n".encode()
    trace, path, step = None, None, None
    if drawing.step is not None:
        questions.check_question(question, asked.by)
        if question not in questions.FILMS:
            raise MalformedError("step needs a film, and this question has none")
        trace, step = questions.film(question, asked), drawing.step
    elif drawing.cells:
        path = path_of(drawing, board)
    if drawing.form == "drawn":
        if path is None:
            raise MalformedError("a drawing needs the cells of a path")
        return f"{path}\n".encode()
    if drawing.form == "svg":
        return svg(board, path, trace, step, dark=drawing.dark, legend=True).encode()
    return _gif(board, path, trace, dark=drawing.dark)


def path_of(drawing: Drawing, board: Board) -> Path:
    """Return the path that the page shows."""
    if not all(0 <= v < board.size for v in drawing.cells):
        raise MalformedError("cells must lie on the board")
    cells = np.stack(np.divmod(np.array(drawing.cells, np.int32), board.columns), axis=1)
    return Path(board, cells, drawing.closed)


def _gif(board: Board, path: Path | None, trace: Trace | None, *, dark: bool) -> bytes:
    """Return the whole film, or the picture if there is no film."""
    if trace is not None:
        frames = min(FRAMES, len(trace) + 1)
        return film(trace, frames=FRAMES, fps=min(MAX_SPEED, max(MIN_SPEED, frames / SECONDS)), dark=dark)
    out = io.BytesIO()
    image(board, path, dark=dark).save(out, "gif")
    return out.getvalue()
