"""Write answers in the form that the options ask for: text or JSON on stdout, or a file."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import groupby, islice
from pathlib import Path as File
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from gridwalk.answers.batch import Batch
from gridwalk.board import cells as squares
from gridwalk.cli.answers import dumps, effort, json_pieces, path_facts, quality, write
from gridwalk.cli.messages import in_colour, say
from gridwalk.cli.status import Status
from gridwalk.cli.values import ending_of
from gridwalk.draw import each, save
from gridwalk.draw import text as drawings
from gridwalk.errors import InputError
from gridwalk.io.formats import format_named
from gridwalk.keywords import GLYPHS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwalk.answers.linkage import Linkage
    from gridwalk.answers.path import Path
    from gridwalk.board.board import Board
    from gridwalk.io.picture.lattice import PictureReading
    from gridwalk.sets.lazyset import LazySet

MAX_OVER = 6  # paths in a picture
_PATH_CHARACTERS = re.compile(r"[@$+|/\\-]+")


@dataclass(frozen=True)
class Form:
    """The form of an answer, by the options: JSON or characters, on stdout or in a file.

    Raises
    ------
    InputError
        If two options exclude each other.

    """

    in_json: bool = False
    output: File | None = None
    lines: bool = False
    squares: bool = False
    dark: bool = False
    pixels: int | None = None
    numbers: bool = False  # a path as step numbers: tours, and --draw numbers

    def __post_init__(self) -> None:
        for option, value in (("dark", self.dark), ("pixels", self.pixels)):
            if value and self.ending not in save.APPLIES[option]:
                raise InputError(f"--{option} is for pictures: give one with -o, such as FILE.png")
        if self.lines and self.in_json:
            raise InputError("--lines applies to characters: leave out --json")
        if self.lines and self.ending not in ("", ".txt"):
            raise InputError(
                "--lines applies to characters: print to the terminal, or write a .txt file with -o"
            )

    @property
    def ending(self) -> str:
        """The ending of the file in lower case; an empty text if the answer is printed."""
        return ending_of(self.output)

    @property
    def look(self) -> save.Look:
        """The look of pictures."""
        return save.Look(self.dark, self.pixels, self.squares)

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
            return f"{path.draw()}\n{measures(path.length, path.cost)}"
        text = path.draw(numbers=True if self.numbers else None)
        if self.coloured and not path.board._is_network:
            text = self._in_colour(text, path)
        worst = f", worst {_figure(path.worst)}" if path.best == "worst" else ""
        return f"{text}\n{measures(path.length, path.cost)}{worst}"

    def names(self, path: Any) -> list[str]:
        """Return the names of the cells of a path or walk, or of its nodes."""
        if path.board._is_network:
            return [str(node) for node in path]
        levels = path.board.levels
        cells = path.cells if levels is None else levels.nodes(path.cells)
        return [self.name(cell, path.board) for cell in cells.tolist()]

    def name(self, cell: Iterable[int], board: Board) -> str:
        """Return the name of a cell."""
        if self.squares:
            row, column = cell
            return squares.square_name((row, column), board.rows)
        return ",".join(map(str, cell))

    def _in_colour(self, text: str, path: Path) -> str:
        """Return the drawing *text* of *path* with the path in colour."""

        def styled(words: str) -> str:
            return click.style(words, fg="green", bold=True)

        if path.board.walls is None:
            return _PATH_CHARACTERS.sub(lambda match: styled(match[0]), text)
        # Walls between cells have the same characters, so compare with the drawing of the bare board.
        bare = drawings.draw_board(path.board, marks=False)
        if self.numbers or len(bare) != len(text):
            return text
        runs = groupby(zip(text, bare, strict=True), key=lambda pair: pair[0] != pair[1])
        words = ((is_path, "".join(character for character, _ in run)) for is_path, run in runs)
        return "".join(styled(run) if is_path else run for is_path, run in words)


def _figure(value: float) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def measures(length: int, cost: float) -> str:
    """Return length and cost of a path as text, the cost only if it differs from the length."""
    return f"length {length}" if cost == length else f"length {length}, cost {_figure(cost)}"


# ---- files, JSON or text


def write_file(file: File, forms: save.Forms) -> None:
    """Write the content that *forms* has for the ending of the file, whole or not at all, and report it."""
    size = save.write(file, ending_of(file), forms)
    say(f"wrote {file} ({size:,} bytes)")


def give(
    form: Form,
    facts: Callable[[], Mapping[str, Any]],
    text: Callable[[], str],
    forms: Callable[[], save.Forms] | None = None,
) -> None:
    """Output the answer: as a file of *forms*, as JSON, or as text."""
    if form.output is not None and forms is not None:
        write_file(form.output, forms())
    if form.in_json:
        write(json_pieces(facts()))
    elif form.output is None or forms is None:
        write(text())


def give_none(form: Form, words: str, **facts: Any) -> int:
    """Print *words* in place of a path that does not exist; return the exit status."""
    if form.lines:
        say(words)
    else:
        write(json_pieces({"found": False, **facts}) if form.in_json else words)
    return Status.NO_PATH


def give_path(
    path: Path | None,
    paths: Any,
    form: Form,
    *,
    picture: PictureReading | None = None,
    with_effort: bool = False,
    condition: str = "",
    hint: str = "",
) -> int:
    """Output the path and its quality; if there is none, the reason, with *condition* and *hint*."""
    if path is None:
        reason = paths.why_empty()
        facts = ({} if reason is None else {"reason": reason}) | ends_facts(paths)
        return give_none(form, no_way(paths, condition) + hint, **facts)
    reached, text = arrives(path, paths), partial(form.one, path)
    give(
        form,
        lambda: path_facts(path, reached=reached, **ends_facts(paths)),
        text,
        lambda: _path_forms(path, form, text, picture),
    )
    if told := list(filter(None, (quality(path), effort(path) if with_effort else ""))):
        say("; ".join(told))
    return Status.ANSWERED


def arrives(path: Any, paths: Any) -> bool:
    """Whether the path ends at an exit."""
    return isinstance(path, tuple) or paths.exits is None or path.end in paths.exits


def _path_forms(path: Any, form: Form, text: Callable[[], str], picture: PictureReading | None) -> save.Forms:
    """Return the forms of a path; if the board was read from a *picture*, the .png shows the path on it."""
    forms = save.path_forms(path, form.look, text)
    if picture is None or form.squares or isinstance(path, tuple):
        return forms
    from gridwalk.draw.onto import image_onto

    return {**forms, ".png": lambda: image_onto(picture, path)}


def give_each(found: Iterator[Batch[Path] | Path], board: Board, form: Form) -> None:
    """Print paths as they come, or write a picture of them if there are any."""
    if form.output is None:
        for some in found:
            write(each_as_text(some, form))
        return
    each_path = (path for some in found for path in (some if isinstance(some, Batch) else [some]))
    paths = list(islice(each_path, MAX_OVER + 1))
    if len(paths) > MAX_OVER:
        raise InputError(f"a picture shows at most {MAX_OVER} paths: add -n {MAX_OVER}")
    if paths:
        write_file(form.output, save.pictures(board, None, form.look, paths=paths))


def say_what_is_lost(name: str) -> None:
    """Write a note if a format does not hold start and exits."""
    if "ends" not in format_named(name, can="print").holds:
        say("start and exits are not in this format: give --from and --to when it is read")


# ---- sets


def ends_facts(paths: LazySet) -> dict[str, object]:
    """Return size and ends of a set, for JSON; None: anywhere."""
    names = ("pairs",) if "pairs" in dir(type(paths)) else ("starts", "exits")
    board: Any = paths.board
    size: dict[str, object] = {"rows": board.rows, "columns": board.columns}
    if board._is_network:
        size = {"network": {"nodes": len(board.edges.nodes), "edges": len(board.edges.tail)}}
    return size | {name: getattr(paths, name) for name in names}


def no_way(paths: LazySet, condition: str = "") -> str:
    """Return the message for an empty set, with the reason if it is known at once."""
    words = f"no way: there are no {paths._described}{condition}"
    return words if paths.why_empty() is None else f"{words}: {paths.why_empty()}"


# ---- batches


def each_as_text(some: Batch[Path] | Path | Linkage, form: Form) -> str | Iterable[str]:
    """Return the text of a path, or of all paths of a batch, without the final newline."""
    if not isinstance(some, Batch):
        return json_pieces(path_facts(some)) if form.in_json else form.one_of_many(some)
    board = some.board
    if board.levels is not None:  # cells are written by their names
        return "\n".join("".join(each_as_text(path, form)) for path in some if path)
    if form.in_json:
        return _in_json(some)
    if form.lines:
        return _in_lines(some, form)
    plain = not (form.numbers or form.coloured or form.squares or some.closed or board.moves.leap)
    if plain and board.walls is None and board.wrap is None and board.moves.cells == "square":
        known, kinds = _measured(some)
        below = [f"{measures(length, cost)}\n\n" for length, cost in known]
        return each.draw_each(board, (some.cells, some.offsets), below, kinds, glyphs=GLYPHS)
    return "\n".join(form.one_of_many(path) for path in some)


def _measured(batch: Batch[Path]) -> tuple[list[tuple[int, int | float]], NDArray[np.int64]]:
    """Return the distinct pairs of length and cost, and the index of each path's pair."""
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
    """Return the line of each path, as `Form.one_of_many` makes it."""
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
