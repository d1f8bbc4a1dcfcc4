"""Many paths as text at once: as drawings, as lines of cells, as JSON.

The loops write all paths into one buffer of bytes.  Paths are ``(cells, offsets)`` of a batch, flat:
row and column of the i-th cell are ``cells[2 * i]`` and ``cells[2 * i + 1]``.  Words are ``(letters,
starts)``: the k-th is ``letters[starts[k]:starts[k + 1]]``.  Paths of one kind share a word, which is written
below the drawing or before the names.  ``out`` has room for the text and SPARE more bytes; a loop returns the
number of bytes that it wrote.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.draw import text
from gridwalk.io.drawing import characters_of
from gridwalk.runtime.kernel import Kernel, inline_kernel, kernel
from gridwalk.runtime.slices import call_whole

if TYPE_CHECKING:
    from gridwalk.board.board import Board

Paths = tuple[NDArray[np.int32], NDArray[np.int64]]  # the cells of all, and where each begins
DIGITS = 20  # the maximum number of digits
SPARE = 8  # unused letters at the end of the input and of the output


def draw_each(
    board: Board, paths: Paths, below: Sequence[str], kinds: NDArray[np.int64], *, glyphs: str
) -> str:
    """Return the drawings of many paths, as `Path.draw` makes them, each with the words of its kind below.

    The text has no final newline.

    The paths are those of a `gridwalk.answers.batch.Batch`; none is empty.  The board has no
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
    return _written(_draw_each, paths, (bare, stride, marks, _words(below), kinds), room)


def spell_each(
    paths: Paths,
    names: tuple[Sequence[str], Sequence[str]],
    around: tuple[str, str, str],
    before: Sequence[str],
    kinds: NDArray[np.int64],
    numbers: NDArray[np.int64],
    *,
    by_column: bool = False,
) -> str:
    """Return for each path the word of its kind, its two *numbers* if there are any, and its cells by name.

    A name consists of the name of the row, then of the column, or the reverse if *by_column*; the first
    letter of *names* stands between two cells.  The words *around* stand between the two numbers, before the
    cells and after them: a line end, which is left out after the last path.
    """
    heads, tails = names
    words = _words([*around, *before, *heads, *tails])
    order = int(by_column), 3 + len(before), 3 + len(before) + len(heads)
    longest = [max(map(len, some)) for some in (before, heads, tails)]
    each_path = sum(map(len, around)) + 2 * DIGITS + longest[0]
    room = len(kinds) * each_path + len(paths[0]) * (longest[1] + longest[2])
    return _written(_spell_each, paths, (order, words, kinds + 3, numbers), room)


def _words(words: Sequence[str]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    starts = np.array(list(accumulate(map(len, words), initial=0)), np.int64)
    return _letters("".join(words)), starts


def _letters(words: str) -> NDArray[np.uint8]:
    return np.frombuffer((words + SPARE * " ").encode("ascii"), np.uint8)


def _written(kernel: Kernel, paths: Paths, arguments: tuple[object, ...], room: int) -> str:
    (cells, offsets), out = paths, np.empty(room + SPARE, np.uint8)
    end = call_whole(kernel, len(cells), cells.reshape(-1), offsets, *arguments, out)
    return str(out[: end - 1].data, "ascii")


# ---- the compiled loops


@inline_kernel
def put(out, end, letters, first, last):
    """Write letters, eight at a time and so up to seven too many; return the end of the text."""
    for i in range(0, last - first, SPARE):
        s, t = letters[first + i :], out[end + i :]
        a, b, c, d, e, f, g, h = s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]
        t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7] = a, b, c, d, e, f, g, h
    return end + last - first


@inline_kernel
def put_number(out, end, number):
    """Write a whole number of at least 0 in decimal; return the end of the text."""
    digits, rest = 1, number // 10
    while rest:
        digits += 1
        rest //= 10
    for i in range(end + digits - 1, end - 1, -1):
        out[i] = 48 + number % 10
        number //= 10
    return end + digits


@kernel
def _draw_each(cells, offsets, bare, stride, marks, words, kinds, out):
    """Draw each path on the *bare* board, with lines of *stride* letters, and write its word below.

    A step is a distance in letters.  ``marks`` holds, for each step from ``-stride - 1`` to ``stride + 1``,
    the mark of a cell between two equal steps (for 0, of a turn), and then the marks of the start and the
    end.
    """
    letters, starts = words
    size, farthest, end = len(bare) - SPARE, stride + 1, 0
    for path in range(len(offsets) - 1):
        number, of_path, drawn = offsets[path + 1] - offsets[path], cells[2 * offsets[path] :], out[end:]
        below = put(out, end, bare, 0, size)
        first = place = stride * of_path[0] + of_path[1]
        before = 0
        for i in range(1, number):
            here = stride * of_path[2 * i] + of_path[2 * i + 1]
            step = here - place
            drawn[place] = marks[farthest + (step if step == before and abs(step) <= farthest else 0)]
            place, before = here, step
        drawn[place], drawn[first] = marks[-1], marks[-2]
        end = put(out, below, letters, starts[kinds[path]], starts[kinds[path] + 1])
    return end


@kernel
def _spell_each(cells, offsets, order, words, kinds, numbers, out):
    """Write the word of each path, its *numbers* if there are any, and the names of its cells.

    ``order`` is (0 if the row comes first in a name, else 1; the index of the word that begins the name of
    row or column 0; the index of the word that ends it).  The first letter of a name stands between two
    names.  Words 0 and 1 stand before the second number and before the cells, word 2 after them.
    """
    letters, starts = words
    side, heads, tails = order
    end = 0
    for path in range(len(offsets) - 1):
        number, of_path = offsets[path + 1] - offsets[path], cells[2 * offsets[path] :]
        end = put(out, end, letters, starts[kinds[path]], starts[kinds[path] + 1])
        if len(numbers):
            end = put_number(out, end, numbers[2 * path])
            end = put(out, end, letters, starts[0], starts[1])
            end = put_number(out, end, numbers[2 * path + 1])
        end = put(out, end, letters, starts[1], starts[2])
        for i in range(number):
            head, tail = heads + of_path[2 * i + side], tails + of_path[2 * i + 1 - side]
            end = put(out, end, letters, starts[head] + (i == 0), starts[head + 1])
            end = put(out, end, letters, starts[tail], starts[tail + 1])
        end = put(out, end, letters, starts[2], starts[3])
    return end
