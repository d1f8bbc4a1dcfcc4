"""Many paths as text at once: as drawings, as lines of cells, as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.draw import text, texts
from gridwalk.io.drawing import characters_of
from gridwalk.runtime.kernel import Kernel
from gridwalk.runtime.slices import call_whole

if TYPE_CHECKING:
    from gridwalk.board.board import Board

Paths = tuple[NDArray[np.int32], NDArray[np.int64]]  # the cells of all, and where each begins
DIGITS = 20  # of a number, at most


def draw_each(
    board: Board, paths: Paths, below: Sequence[str], kinds: NDArray[np.int64], *, glyphs: str
) -> str:
    """Return the drawings of many paths as `Path.draw` has them, below each the words of its kind.

    The last line end is left out.

    The paths are those of a `gridwalk.answers.batch.Batch`, none of them without a cell.  The board has no
    walls between cells and no sides that meet, and its moves go to neighbouring cells; *glyphs* are ASCII.
    """
    glyphs = text.glyphs_of(board, glyphs, text.MARKS_OF_BOARDS | text.MARKS_OF_PATHS)
    bare = _letters(f"{text.lines_of(characters_of(board, marks=False), glyphs, False)}\n")
    stride = board.columns + 1
    marks = np.full(2 * stride + 5, ord(text.TURN), np.uint8)
    for (down, across), mark in text.STRAIGHT.items():
        along = down * stride + across
        marks[[stride + 1 + along, stride + 1 - along]] = ord(mark)
    marks[-2:] = ord(text.PATH_START), ord(text.PATH_END)
    room = len(kinds) * (len(bare) + max(map(len, below)))
    return _written(texts.draw_each, paths, (bare, stride, marks, _words(below), kinds), room)


def spell_each(
    paths: Paths,
    names: tuple[Sequence[str], Sequence[str]],
    around: tuple[str, str, str],
    before: Sequence[str],
    kinds: NDArray[np.int64],
    numbers: NDArray[np.int64],
    *,
    backwards: bool = False,
    by_column: bool = False,
) -> str:
    """Return of each path the words of its kind, its two *numbers* if there are any, and its cells by name.

    A name is that of the row and then of the column, or the other way round *by_column*; the first letter of
    *names* stands between two.  What is *around* goes between two numbers, before the cells and after them, a
    line end, which the last path goes without.
    """
    heads, tails = names
    words = _words([*around, *before, *heads, *tails])
    order = int(backwards), int(by_column), 3 + len(before), 3 + len(before) + len(heads)
    longest = [max(map(len, some)) for some in (before, heads, tails)]
    each_path = sum(map(len, around)) + 2 * DIGITS + longest[0]
    room = len(kinds) * each_path + len(paths[0]) * (longest[1] + longest[2])
    return _written(texts.spell_each, paths, (order, words, kinds + 3, numbers), room)


def _words(words: Sequence[str]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    starts = np.array(list(accumulate(map(len, words), initial=0)), np.int64)
    return _letters("".join(words)), starts


def _letters(words: str) -> NDArray[np.uint8]:
    return np.frombuffer((words + texts.SPARE * " ").encode("ascii"), np.uint8)


def _written(kernel: Kernel, paths: Paths, arguments: tuple[object, ...], room: int) -> str:
    (cells, offsets), out = paths, np.empty(room + texts.SPARE, np.uint8)
    end = call_whole(kernel, len(cells), cells.reshape(-1), offsets, *arguments, out)
    return str(out[: end - 1].data, "ascii")
