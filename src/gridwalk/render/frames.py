"""A trace in characters: the board at one step of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.render.text import (
    GLYPHS,
    MARKS_OF_PATHS,
    checked_glyphs,
    draw_board,
    draw_path,
    in_columns,
)

if TYPE_CHECKING:
    from gridwalk.snapshot import Snapshot
    from gridwalk.trace import Trace

# One character a status, in the order of `gridwalk.snapshot.STATUS_NAMES`.
CHARACTERS = ".o*+x"


def draw_frame(snapshot: Snapshot, *, glyphs: str = GLYPHS, blanks: bool = False) -> str:
    """Return the board at *snapshot*: ``o`` frontier, ``*`` expanded, ``+`` on the walk, ``x`` left.

    Where pieces leap, and where the answer is a closed tour, the cells of the walk carry their
    step numbers instead.  Once all events are done, the answer is drawn over it where there is one.
    *glyphs* and *blanks* as for `gridwalk.render.text.draw_board`.
    """
    trace = snapshot.trace
    numbered = _is_numbered(trace)
    others = set("0123456789") if numbered else MARKS_OF_PATHS
    checked_glyphs(glyphs, {*CHARACTERS[1:], *others})
    path = trace.path if snapshot.step == len(trace) else None
    picture = _table(draw_board(trace.board, glyphs=glyphs))
    seen = snapshot.status > 0
    picture[seen] = np.array(list(CHARACTERS))[snapshot.status[seen]]
    if numbered:
        width = len(str(trace.board.open_count))  # the same at every step
        words = picture.astype(f"<U{width}")
        rows, columns = (snapshot.stack if path is None else path.cells).T
        words[rows, columns] = np.arange(1, len(rows) + 1).astype(words.dtype)
        return in_columns(words, width)
    if path is not None:
        rows, columns = path.cells.T
        picture[rows, columns] = _table(draw_path(trace.board, path.cells))[rows, columns]
    return "\n".join((" " if blanks else "").join(row) for row in picture.tolist())


def legend_of(trace: Trace) -> str:
    """Return what the characters mean."""
    return f"o frontier, * expanded, {'1 2 3' if _is_numbered(trace) else '+'} walk, x left"


def _is_numbered(trace: Trace) -> bool:
    return trace.board.moves.leap or (trace.path is not None and trace.path.closed)


def _table(text: str) -> NDArray[np.str_]:
    return np.array([list(line) for line in text.split("\n")])
