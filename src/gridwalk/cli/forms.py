"""Answers in characters: drawings with any glyphs, lines of cells, matrices; of one path or a batch."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from itertools import groupby

import click
import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.anglepath import AnglePath
from gridwalk.answers.batch import Batch
from gridwalk.answers.path import Path
from gridwalk.answers.trace import Trace
from gridwalk.cli.answers import as_json, dumps
from gridwalk.cli.groups import GlyphOptions
from gridwalk.cli.progress import in_colour
from gridwalk.errors import InputError
from gridwalk.grids.cells import square_name
from gridwalk.grids.grid import Grid
from gridwalk.kernels.codes import NONE
from gridwalk.keywords import GLYPHS
from gridwalk.render.text import draw_board, draw_each, in_columns

_PATH_CHARACTERS = re.compile(r"[@$+|/\\-]+")


@dataclass(frozen=True)
class Form:
    """How an answer is written in characters."""

    draw: str | None = None
    glyphs: str = GLYPHS
    blanks: bool = False
    in_cells: bool = False
    lines: bool = False
    reverse: bool = False
    origin: int = 0
    squares: bool = False
    coloured: bool = False

    @classmethod
    def of(cls, given: GlyphOptions) -> Form:
        """Return the form that the options describe."""
        values = vars(given)
        chosen = {
            field.name: values[field.name] for field in fields(cls) if values.get(field.name) is not None
        }
        to_file = values.get("output") is not None
        if "glyphs" in chosen and not to_file:
            checked_for_stdout(chosen["glyphs"], "--glyphs")
        return cls(**chosen, coloured=not to_file and in_colour(sys.stdout))

    def one(self, path: Path, *, tour: bool) -> str:
        """Return *path* as the only answer: its cells one per line, or a drawing."""
        if self.lines:
            return "\n".join(self.names(path))
        words = self.drawing(path, tour=tour)
        return f"{words}\n{' '.join(self.names(path))}" if self.squares else words

    def one_of_many(self, path: Path, *, tour: bool) -> str:
        """Return *path* as one of several answers: its cells in one line, or a drawing."""
        if not self.lines:
            return f"{self.one(path, tour=tour)}\n"
        return " ".join(name if self.squares else f"({name})" for name in self.names(path))

    def drawing(self, path: Path, *, tour: bool) -> str:
        """Return *path* drawn on its board, tours as step numbers, and its length."""
        if self.draw == "lines":
            from gridwalk.render.lines import draw_lines

            text = draw_lines(path.board, path.cells, closed=path.closed)
        else:
            numbers = True if tour or self.draw == "numbers" else None
            text = path.draw(numbers=numbers, glyphs=self.glyphs, blanks=self.blanks)
        if self.coloured:
            text = self._in_colour(text, path)
        return f"{text}\n{self.measures(len(path), path.length, path.cost)}"

    def measures(self, cells: int, length: int, cost: float) -> str:
        """Return length and cost of a path as text, the cost where it is another number."""
        words = f"length {cells} cells" if self.in_cells else f"length {length}"
        if cost != length:
            words += f", cost {cost:.6g}" if isinstance(cost, float) else f", cost {cost}"
        return words

    def _in_colour(self, text: str, path: Path) -> str:
        """Return the drawing *text* of *path* with the path in colour."""

        def styled(words: str) -> str:
            return click.style(words, fg="green", bold=True)

        if path.board.walls is None:
            return _PATH_CHARACTERS.sub(lambda match: styled(match[0]), text)
        # Walls between cells have the same characters: the path is what the bare board does not have.
        bare = draw_board(path.board, marks=False, glyphs=self.glyphs)
        if self.draw is not None or len(bare) != len(text):
            return text
        runs = groupby(zip(text, bare, strict=True), key=lambda pair: pair[0] != pair[1])
        words = ((is_path, "".join(character for character, _ in run)) for is_path, run in runs)
        return "".join(styled(run) if is_path else run for is_path, run in words)

    def labels(self, trace: Trace) -> str:
        """Return the distance labels of *trace* as a matrix: -1 in walls, glyphs in cells without a label."""
        labels = trace.labels()
        if (bare := self.glyphs[0]).isdigit() and bare >= str(self.origin):
            raise InputError(
                f"--glyphs {self.glyphs}: a cell without a label would look like one of label {bare}; "
                "choose another character, or 0 with --origin 1"
            )
        words = np.where(labels == NONE, self.glyphs[0], (labels + self.origin).astype(str))
        return in_columns(np.where(trace.board.open_cells, words, "-1"))

    def predecessors(self, trace: Trace, at: int | None) -> str:
        """Return the predecessor matrix of *trace*; glyphs in cells without a predecessor."""
        words = [",".join(map(str, cell)) for cell in trace.predecessors(at).reshape(-1, 2).tolist()]
        none = np.where(trace.board.open_cells, self.glyphs[0], self.glyphs[1])
        table = np.array(words).reshape(trace.board.shape)
        return in_columns(np.where(table == f"{NONE},{NONE}", none, table))

    def names(self, path: Path | AnglePath) -> list[str]:
        """Return the names of the cells of *path*."""
        cells = path.cells[::-1] if self.reverse else path.cells
        if self.squares:
            return [square_name((row, column), path.board.rows) for row, column in cells.tolist()]
        return [f"{row},{column}" for row, column in (cells + self.origin).tolist()]


def checked_for_stdout(words: str, option: str) -> str:
    """Return *words*, the effect of *option*; raise `InputError` if stdout cannot encode them."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        words.encode(encoding)
    except UnicodeEncodeError:
        raise InputError(
            f"{option} needs Unicode, and stdout is {encoding}: set PYTHONIOENCODING=utf-8, "
            "or write to a file with -o"
        ) from None
    return words


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
