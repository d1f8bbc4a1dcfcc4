"""The option --islands of the command show."""

from __future__ import annotations

import string

import numpy as np

from gridwalk.board import Board
from gridwalk.cli.answers import json_pieces, write
from gridwalk.cli.progress import say
from gridwalk.errors import counted
from gridwalk.render.text import in_columns

LETTERS = string.ascii_uppercase
SIZES_SAID = 20


def show_islands(board: Board, in_json: bool) -> None:
    """Print the islands of *board*, as letters if there are few, and their sizes."""
    labels = board.islands()
    sizes = np.bincount(labels[labels >= 0]).tolist()
    if in_json:
        write(json_pieces({"islands": len(sizes), "sizes": sizes, "labels": labels}))
        return
    if len(sizes) <= len(LETTERS):
        names = np.array([*LETTERS[: len(sizes)], "#"])
        write("\n".join(map("".join, names[labels].tolist())))
    else:
        words = labels.astype(str)
        words[labels < 0] = "#"
        write(in_columns(words))
    order = sorted(range(len(sizes)), key=lambda number: -sizes[number])[:SIZES_SAID]
    name = LETTERS if len(sizes) <= len(LETTERS) else range(len(sizes))
    listed = ", ".join(f"{name[number]} {sizes[number]:,}" for number in order)
    more = "" if len(sizes) <= SIZES_SAID else ", ..."
    say(f"{counted(len(sizes), 'island')}; cells: {listed}{more}")
