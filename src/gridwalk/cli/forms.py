"""Answers in characters: drawings with any glyphs, lines of cells, matrices; of one path or a batch.

Here are the options that say so, too; output in other forms is in `gridwalk.cli.output`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, Self

import click
import numpy as np

from gridwalk.answers import batch
from gridwalk.board import cells as squares
from gridwalk.cli.answers import dumps, json_pieces, path_facts
from gridwalk.cli.options import Excludes, Needs, Options, Rules, option
from gridwalk.cli.progress import in_colour
from gridwalk.draw import each
from gridwalk.draw import text as drawings
from gridwalk.errors import InputError
from gridwalk.keywords import GLYPHS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwalk.answers.batch import Batch
    from gridwalk.answers.linkage import Linkage
    from gridwalk.answers.path import Path
    from gridwalk.answers.trace import Trace
    from gridwalk.board.board import Board


class JsonOption(Options, under="Output"):
    """The option --json."""

    in_json: bool = option("Print the answer as JSON; an error is JSON, too, the last line of stderr.",
                           "--json")  # fmt: skip
    rules: ClassVar[Rules] = (
        Excludes("in_json", "output=-", "--json and -o - both write to standard output: leave one out"),
    )


_OF_DRAWINGS = ("draw", "glyphs", "blanks", "in_cells")
_OF_CHARACTERS = (*_OF_DRAWINGS, "no_marks", "lines", "labels", "predecessors", "footprints")


class GlyphOptions(Options, under="Output"):
    """How open cells and walls are drawn in characters; `form` is what all options say of the form."""

    glyphs: str | None = option("Draw open cells and walls as these two characters, such as 01.",
                                metavar="TWO")  # fmt: skip
    blanks: bool = option("Print a blank between the cells of a row.")
    rules: ClassVar[Rules] = (
        Excludes(_OF_CHARACTERS, "output!=.txt",
                 "{a} applies to characters: print to the terminal, or write a .txt file with -o"),
        Excludes(_OF_CHARACTERS, "in_json", "{a} applies to characters: leave out --json"),
        Excludes((*_OF_DRAWINGS, "labels"), "lines", "{a} applies to drawings: leave out --lines"),
        Needs("reverse", "lines", "--reverse applies to --lines: add it"),
        Excludes("origin", "in_json", "--origin applies to --lines: JSON numbers rows and columns from 0"),
        Needs("origin", ("lines", "labels"), "--origin applies to {b}: add {it}"),
        Excludes("origin=1", "squares", "--origin numbers cells, and --squares names them: leave one out"),
    )  # fmt: skip

    def checked(self) -> Self:
        """Return what was given; refuse glyphs that stdout cannot encode, too."""
        if self.glyphs is not None and self.value("output") is None:
            checked_for_stdout(self.glyphs, "--glyphs")
        return super().checked()

    @cached_property
    def form(self) -> Form:
        """How the answer is written in characters."""
        values = vars(self)
        chosen = {
            field.name: values[field.name] for field in fields(Form) if values.get(field.name) is not None
        }
        return Form(**chosen, coloured=values.get("output") is None and in_colour(sys.stdout))


class LineOptions(Options, under="Output"):
    """How the cells of a path are written."""

    in_cells: bool = option("Print the number of cells of a path instead of its moves.")
    lines: bool = option("Print one cell per line, as row,column; for pipes.")
    reverse: bool = option("With --lines: from the exit back to the start.")
    origin: Annotated[int, click.IntRange(0, 1)] | None = option(
        "Number rows and columns in --lines from 0, the default, or 1; JSON always from 0.",
        metavar="0|1")  # fmt: skip


class SquaresOption(Options, under="Output"):
    """The option --squares."""

    squares: bool = option("Name cells as squares (a1), in text and along the edges of pictures.")


class DrawOption(Options, under="Output"):
    """The option --draw."""

    draw: Literal["numbers"] | None = option(
        "Draw a path as step numbers (the default for tours).", metavar="numbers"
    )


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

    def one(self, path: Path | Linkage, *, tour: bool) -> str:
        """Return *path* as the only answer: its cells one per line, or a drawing."""
        names = map(self.names, path if isinstance(path, tuple) else (path,))
        if self.lines:
            return "\n\n".join(map("\n".join, names))
        words = self.drawing(path, tour=tour)
        return "\n".join([words, *map(" ".join, names)]) if self.squares else words

    def one_of_many(self, path: Path | Linkage, *, tour: bool) -> str:
        """Return *path* as one of several answers: its cells in one line, or a drawing."""
        if not self.lines:
            return f"{self.one(path, tour=tour)}\n"
        names = map(self.names, path if isinstance(path, tuple) else (path,))
        return " | ".join(" ".join(name if self.squares else f"({name})" for name in each) for each in names)

    def drawing(self, path: Path | Linkage, *, tour: bool) -> str:
        """Return *path* drawn on its board, tours as step numbers, and its length."""
        if isinstance(path, tuple):
            return f"{path.draw(glyphs=self.glyphs)}\n{self.measures_of(path)}"
        numbers = True if tour or self.draw == "numbers" else None
        text = path.draw(numbers=numbers, glyphs=self.glyphs, blanks=self.blanks)
        if self.coloured and not path.board._is_network:
            text = self._in_colour(text, path)
        return f"{text}\n{self.measures_of(path)}"

    def measures_of(self, path: Path | Linkage) -> str:
        """Return length and cost of a path, or of all paths of a linkage, as text."""
        cells = sum(map(len, path)) if isinstance(path, tuple) else len(path)
        words = self.measures(cells, path.length, path.cost)
        if isinstance(path, tuple) or path.best != "worst":
            return words
        worst = path.worst
        return f"{words}, worst {worst:.6g}" if isinstance(worst, float) else f"{words}, worst {worst}"

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
        bare = drawings.draw_board(path.board, marks=False, glyphs=self.glyphs)
        if self.draw is not None or len(bare) != len(text):
            return text
        runs = groupby(zip(text, bare, strict=True), key=lambda pair: pair[0] != pair[1])
        words = ((is_path, "".join(character for character, _ in run)) for is_path, run in runs)
        return "".join(styled(run) if is_path else run for is_path, run in words)

    def labels(self, trace: Trace) -> str:
        """Return the distance labels of *trace* as a matrix: -1 in walls, glyphs in cells without a label."""
        from gridwalk.runtime.codes import NONE

        labels = trace.labels()
        if (bare := self.glyphs[0]).isdigit() and bare >= str(self.origin):
            raise InputError(
                f"--glyphs {self.glyphs}: a cell without a label would look like one of label {bare}; "
                "choose another character, or 0 with --origin 1"
            )
        words = np.where(labels == NONE, self.glyphs[0], (labels + self.origin).astype(str))
        return drawings.in_columns(np.where(trace.board.open_cells, words, "-1"))

    def predecessors(self, trace: Trace, at: int | None, *, flat: bool) -> str:
        """Return the predecessor matrix of *trace*; glyphs in cells without a predecessor."""
        from gridwalk.runtime.codes import NONE

        if flat:
            before = trace.predecessors(at, flat=True).reshape(trace.board.shape)
            return drawings.in_columns(before.astype(str))
        words = [",".join(map(str, cell)) for cell in trace.predecessors(at).reshape(-1, 2).tolist()]
        none = np.where(trace.board.open_cells, self.glyphs[0], self.glyphs[1])
        table = np.array(words).reshape(trace.board.shape)
        return drawings.in_columns(np.where(table == f"{NONE},{NONE}", none, table))

    def names(self, path: Path) -> list[str]:
        """Return the names of the cells of *path*, or of its nodes."""
        if path.board._is_network:
            return [str(node) for node in (reversed(path) if self.reverse else path)]
        levels = path.board.levels
        cells = path.cells if levels is None else levels.nodes(path.cells)
        cells = cells[::-1] if self.reverse else cells
        if self.squares:
            return [squares.square_name((row, column), path.board.rows) for row, column in cells.tolist()]
        return [",".join(map(str, cell)) for cell in (cells + self.origin).tolist()]


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


def each_as_text(
    some: Batch[Path] | Path | Linkage, form: Form, *, tour: bool, in_json: bool
) -> str | Iterable[str]:
    """Return the text of a path, or of each path of a batch, one after another, without the last line end."""
    if not isinstance(some, batch.Batch):
        return json_pieces(path_facts(some)) if in_json else form.one_of_many(some, tour=tour)
    if some.board.levels is not None:  # whose cells have names
        return "\n".join(
            "".join(each_as_text(path, form, tour=tour, in_json=in_json)) for path in some if path
        )
    if in_json:
        return _in_json(some)
    if form.lines:
        return _in_lines(some, form)
    plain = not (tour or form.draw or form.coloured or form.squares or some.closed)
    if plain and _is_plain(some.board, form):
        measures, kinds = _measured(some)
        below = [f"{form.measures(length + 1, length, cost)}\n\n" for length, cost in measures]
        paths = some.cells, some.offsets
        return each.draw_each(some.board, paths, below, kinds, glyphs=form.glyphs)
    return "\n".join(form.one_of_many(path, tour=tour) for path in some)


def _is_plain(board: Board, form: Form) -> bool:
    plain = board.walls is None and board.wrap is None and not board.moves.leap
    return plain and board.moves.cells == "square" and not form.blanks and form.glyphs.isascii()


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
    measures, kinds = _measured(batch)
    (rows, columns), closed = batch.board.shape, dumps(batch.closed)
    names = [f",[{row}," for row in range(rows)], [f"{column}]" for column in range(columns)]
    head = f'{{"found":true,"reached":true,"by":{dumps(batch.by)},"length":'
    before = [f'{head}{length},"cost":{cost!r},"closed":{closed},"expanded":' for length, cost in measures]
    around, numbers = (',"backtracks":', ',"cells":[', "]}\n"), batch._effort.reshape(-1)
    return each.spell_each((batch.cells, batch.offsets), names, around, before, kinds, numbers)


def _in_lines(batch: Batch[Path], form: Form) -> str:
    """Return the line of each path that `Form.one_of_many` makes."""
    rows, columns = batch.board.shape
    if form.squares:
        heads = [f" {squares.square_name((0, column), 0)[:-1]}" for column in range(columns)]
        tails = [str(rows - row) for row in range(rows)]
    else:
        heads = [f" ({row + form.origin}," for row in range(rows)]
        tails = [f"{column + form.origin})" for column in range(columns)]
    kinds, paths = np.zeros(len(batch), np.int64), (batch.cells, batch.offsets)
    return each.spell_each(
        paths, (heads, tails), ("", "", "\n"), [""], kinds, kinds[:0],
        backwards=form.reverse, by_column=form.squares,
    )  # fmt: skip
