"""A trace in characters: the board at one step of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridwalk.render.text import draw_board, draw_path

if TYPE_CHECKING:
    from gridwalk.trace import Trace

# One character a status, in the order of `gridwalk.trace.STATUS_NAMES`.
CHARACTERS = ".o*+x"
LEGEND = "o frontier, * expanded, + walk, x left"


def draw_frame(trace: Trace, step: int) -> str:
    """Return the board after *step* events: ``o`` frontier, ``*`` expanded, ``+`` on the walk, ``x`` left.

    Once all events are done, the answer is drawn over it where there is one.
    """
    snapshot = trace.at(step)
    lines = draw_board(trace.board).split("\n")
    picture = np.array([list(line) for line in lines])
    seen = snapshot.status > 0
    picture[seen] = np.array(list(CHARACTERS))[snapshot.status[seen]]
    if step >= len(trace) and trace.path is not None and not trace.path.leaps:
        answer = np.array([list(line) for line in draw_path(trace.board, trace.path.cells).split("\n")])
        rows, columns = trace.path.cells.T
        picture[rows, columns] = answer[rows, columns]
    return "\n".join("".join(row) for row in picture)
