"""Answers in characters: drawings, lines of cells, JSON; of one path or a batch."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

import click
import numpy as np

from gridwalk.answers import batch
from gridwalk.board import cells as squares
from gridwalk.cli.answers import dumps, json_pieces, path_facts
from gridwalk.cli.messages import in_colour
from gridwalk.draw import each
from gridwalk.draw import text as drawings
from gridwalk.errors import InputError
from gridwalk.keywords import GLYPHS

if TYPE_CHECKING:
    from pathlib import Path as File

    from numpy.typing import NDArray

    from gridwalk.answers.batch import Batch
    from gridwalk.answers.linkage import Linkage
    from gridwalk.answers.path import Path

_PATH_CHARACTERS = re.compile(r"[@$+|/\\-]+")


@dataclass(frozen=True)
class Form:
    """How a command gives its answer: JSON or characters, on stdout or in a file.

    Raises
    ------
    InputError
        If two of these do not go together.

    """

    in_json: bool = False
    output: File | None = None
    numbers: bool = False  # a path as step numbers: tours, and --draw numbers
    lines: bool = False
    squares: bool = False

    def __post_init__(self) -> None:
        if self.lines and self.in_json:
            raise InputError("--lines applies to characters: leave out --json")
        if self.lines and self.output is not None and self.output.suffix != ".txt":
            raise InputError(
                "--lines applies to characters: print to the terminal, or write a .txt file with -o"
            )

    @property
    def coloured(self) -> bool:
        """Whether a path is drawn in colour."""
        return self.output is None and in_colour(sys.stdout)

    def one(self, path: Path | Linkage) -> str:
        """Return *path* as the only answer: its cells one per line, or a drawing."""
        names = map(self.names, path if isinstance(path, tuple) else (path,))
        if self.lines:
            return "\n\n".join(map("\n".join, names))
        words = self.drawing(path)
        return "\n".join([words, *map(" ".join, names)]) if self.squares else words

    def one_of_many(self, path: Path | Linkage) -> str:
        """Return *path* as one of several answers: its cells in one line, or a drawing."""
        if not self.lines:
            return f"{self.one(path)}\n"
        names = map(self.names, path if isinstance(path, tuple) else (path,))
        return " | ".join(" ".join(name if self.squares else f"({name})" for name in each) for each in names)

    def drawing(self, path: Path | Linkage) -> str:
        """Return *path* drawn on its board, and its length."""
        if isinstance(path, tuple):
            return f"{path.draw()}\n{measures_of(path)}"
        text = path.draw(numbers=True if self.numbers else None)
        if self.coloured and not path.board._is_network:
            text = self._in_colour(text, path)
        return f"{text}\n{measures_of(path)}"

    def names(self, path: Path) -> list[str]:
        """Return the names of the cells of *path*, or of its nodes."""
        if path.board._is_network:
            return [str(node) for node in path]
        levels = path.board.levels
        cells = path.cells if levels is None else levels.nodes(path.cells)
        if self.squares:
            return [squares.square_name((row, column), path.board.rows) for row, column in cells.tolist()]
        return [",".join(map(str, cell)) for cell in cells.tolist()]

    def _in_colour(self, text: str, path: Path) -> str:
        """Return the drawing *text* of *path* with the path in colour."""

        def styled(words: str) -> str:
            return click.style(words, fg="green", bold=True)

        if path.board.walls is None:
            return _PATH_CHARACTERS.sub(lambda match: styled(match[0]), text)
        # Walls between cells have the same characters: the path is what the bare board does not have.
        bare = drawings.draw_board(path.board, marks=False)
        if self.numbers or len(bare) != len(text):
            return text
        runs = groupby(zip(text, bare, strict=True), key=lambda pair: pair[0] != pair[1])
        words = ((is_path, "".join(character for character, _ in run)) for is_path, run in runs)
        return "".join(styled(run) if is_path else run for is_path, run in words)


def measures_of(path: Path | Linkage) -> str:
    """Return length and cost of a path, or of all paths of a linkage, as text."""
    words = measures(path.length, path.cost)
    if isinstance(path, tuple) or path.best != "worst":
        return words
    worst = path.worst
    return f"{words}, worst {worst:.6g}" if isinstance(worst, float) else f"{words}, worst {worst}"


def measures(length: int, cost: float) -> str:
    """Return length and cost of a path as text, the cost where it is another number."""
    if cost == length:
        return f"length {length}"
    return f"length {length}, cost {cost:.6g}" if isinstance(cost, float) else f"length {length}, cost {cost}"


def each_as_text(some: Batch[Path] | Path | Linkage, form: Form) -> str | Iterable[str]:
    """Return the text of a path, or of each path of a batch, one after another, without the last line end."""
    if not isinstance(some, batch.Batch):
        return json_pieces(path_facts(some)) if form.in_json else form.one_of_many(some)
    if some.board.levels is not None:  # whose cells have names
        return "\n".join("".join(each_as_text(path, form)) for path in some if path)
    if form.in_json:
        return _in_json(some)
    if form.lines:
        return _in_lines(some, form)
    board = some.board
    plain = not (form.numbers or form.coloured or form.squares or some.closed or board.moves.leap)
    if plain and board.walls is None and board.wrap is None and board.moves.cells == "square":
        known, kinds = _measured(some)
        below = [f"{measures(length, cost)}\n\n" for length, cost in known]
        return each.draw_each(board, (some.cells, some.offsets), below, kinds, glyphs=GLYPHS)
    return "\n".join(form.one_of_many(path) for path in some)


def _measured(batch: Batch[Path]) -> tuple[list[tuple[int, int | float]], NDArray[np.int64]]:
    """Return lengths with costs that occur, and which of them each path has."""
    if batch.board._step_costs.are_equal:
        lengths = range(int(batch.lengths.max(initial=0)) + 1)
        return [(length, length) for length in lengths], batch.lengths
    known: dict[tuple[int, str], int] = {}
    every = list(zip(batch.lengths.tolist(), batch._exact_costs, strict=True))
    kinds = np.array([known.setdefault((length, repr(cost)), len(known)) for length, cost in every], np.int64)
    firsts = np.unique(kinds, return_index=True)[1]
    return [every[first] for first in firsts.tolist()], kinds


def _in_json(batch: Batch[Path]) -> str:
    """Return the JSON of `path_facts` of each path."""
    known, kinds = _measured(batch)
    (rows, columns), closed = batch.board.shape, dumps(batch.closed)
    names = [f",[{row}," for row in range(rows)], [f"{column}]" for column in range(columns)]
    head = f'{{"found":true,"reached":true,"by":{dumps(batch.by)},"length":'
    before = [f'{head}{length},"cost":{cost!r},"closed":{closed},"expanded":' for length, cost in known]
    around, numbers = (',"backtracks":', ',"cells":[', "]}\n"), batch._effort.reshape(-1)
    return each.spell_each((batch.cells, batch.offsets), names, around, before, kinds, numbers)


def _in_lines(batch: Batch[Path], form: Form) -> str:
    """Return the line of each path that `Form.one_of_many` makes."""
    rows, columns = batch.board.shape
    if form.squares:
        heads = [f" {squares.square_name((0, column), 0)[:-1]}" for column in range(columns)]
        tails = [str(rows - row) for row in range(rows)]
    else:
        heads, tails = [f" ({row}," for row in range(rows)], [f"{column})" for column in range(columns)]
    kinds, paths = np.zeros(len(batch), np.int64), (batch.cells, batch.offsets)
    return each.spell_each(
        paths, (heads, tails), ("", "", "\n"), [""], kinds, kinds[:0], by_column=form.squares
    )
