"""Many paths as text: drawings, lines of cells and JSON, for a batch at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.batch import Batch
from gridwalk.answers.path import Path
from gridwalk.cli.answers import as_json, dumps
from gridwalk.cli.forms import Form
from gridwalk.grids.cells import square_name
from gridwalk.grids.grid import Grid
from gridwalk.render.text import draw_each


def each_as_text(some: Batch[Path] | Path, form: Form, *, tour: bool, in_json: bool) -> str | Iterable[str]:
    """Return the text of a path, or of each path of a batch, one after another, without the last line end."""
    if isinstance(some, Path):
        return as_json(some) if in_json else form.one_of_many(some, tour=tour)
    if in_json:
        return "\n".join(_in_json(some))
    if form.lines:
        return "\n".join(_in_lines(some, form))
    if not (tour or form.draw or form.coloured or form.squares) and _is_plain(some.board, form):
        return _drawn(some, form)
    return "\n".join(form.one_of_many(path, tour=tour) for path in some)


def _is_plain(board: Grid, form: Form) -> bool:
    plain = board.walls is None and board.wrap is None and not board.moves.leap
    return plain and not form.blanks and form.glyphs.isascii()


def _drawn(batch: Batch[Path], form: Form) -> str:
    if batch.closed:
        return "\n".join(form.one_of_many(path, tour=False) for path in batch)
    known: dict[tuple[int, float], str] = {}
    below = []
    for measures in zip(batch.lengths.tolist(), batch._exact_costs, strict=True):
        if measures not in known:
            known[measures] = f"{form.measures(measures[0] + 1, *measures)}\n\n"
        below.append(known[measures])
    return draw_each(batch.board, batch.cells, batch.offsets, below, glyphs=form.glyphs)[:-1]


def _in_json(batch: Batch[Path]) -> list[str]:
    """Return what `as_json` makes of each path."""
    rows, columns = map(_numbers, batch.board.shape)
    cells = _joined(batch, (b",", b"[", (0, rows), b",", (1, columns), b"]"))
    numbers = batch.lengths.tolist(), batch._exact_costs, *batch._effort, cells
    head = f'{{"found":true,"reached":true,"by":{dumps(batch.by)},"length":'
    closed = dumps(batch.closed)
    return [
        f'{head}{length},"cost":{cost!r},"closed":{closed},"expanded":{expanded},"backtracks":{backtracks},'
        f'"cells":[{names}]}}'
        for length, cost, expanded, backtracks, names in zip(*numbers, strict=True)
    ]


def _in_lines(batch: Batch[Path], form: Form) -> list[str]:
    """Return the line of each path that `Form.one_of_many` makes."""
    rows, columns = batch.board.shape
    if form.squares:
        files = np.array([square_name((0, column), 0)[:-1] for column in range(columns)], np.bytes_)
        return _joined(batch, (b" ", (1, files), (0, _numbers(rows, 1)[::-1])), backwards=form.reverse)
    tables = (0, _numbers(rows, form.origin)), (1, _numbers(columns, form.origin))
    return _joined(batch, (b" ", b"(", tables[0], b",", tables[1], b")"), backwards=form.reverse)


def _numbers(many: int, first: int = 0) -> NDArray[np.bytes_]:
    return np.array(list(map(str, range(first, first + many))), np.bytes_)


def _joined(
    batch: Batch[Path], parts: Sequence[bytes | tuple[int, NDArray[np.bytes_]]], *, backwards: bool = False
) -> list[str]:
    """Return the names of the cells of each path, made of *parts*, the first of which goes between two.

    A part is a text, or a table of the names of rows (0) or of columns (1).
    """
    cells, first, end = batch.cells, batch.offsets[:-1], batch.offsets[1:]
    if backwards:
        cells, first, end = cells[::-1], len(cells) - end, len(cells) - first
    columns = [
        np.broadcast_to(np.frombuffer(part, np.uint8), (len(cells), len(part)))
        if isinstance(part, bytes)
        else part[1][cells[:, part[0]]].view(np.uint8).reshape(len(cells), -1)
        for part in parts
    ]
    names = np.concatenate(columns, axis=1)
    text, width = names.tobytes().decode("ascii"), names.shape[1]
    texts = [text[a + 1 : b] for a, b in zip((first * width).tolist(), (end * width).tolist(), strict=True)]
    return [text.replace("\0", "") for text in texts] if "\0" in text else texts  # of names not so long
