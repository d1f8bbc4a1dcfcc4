"""Sheets for a classroom: boards to solve on paper, several to a page, and the answers on other pages."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any, Literal, TypeAlias

import numpy as np

from gridwalk.answers.linkage import Linkage
from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.board.checks import checked_number
from gridwalk.draw.nodes import shape_of
from gridwalk.draw.paper import PAPERS, Page, Shape, Stroke, Text, pdf, png, printed, width_of
from gridwalk.errors import ArgumentError, Cell, InputError, check_choice, counted
from gridwalk.io.files import checked_target, new_file
from gridwalk.network.network import Network
from gridwalk.sets.cellsets import DisjointPaths
from gridwalk.sets.numbered import NumberedTours

Part = Literal["all", "boards", "answers"]
Puzzle: TypeAlias = DisjointPaths | NumberedTours
Drawn: TypeAlias = Board | Network | Puzzle
ENDINGS = (".pdf", ".svg", ".png")
MAX_BOARDS, MAX_PER_PAGE = 1_000, 64
MARGIN, HEAD, FOOT, GAP, LABEL = 15.0, 22.0, 8.0, 8.0, 7.0  # millimetres
TITLE, TEXT, LINE = 6.5, 4.2, 65.0  # heights of the title and of other words; length of the line for a name
MIN_CELL, MAX_CELL = 0.8, 18.0
MAX_SIDE = 400  # cells: more do not fit on the longer side of any page


@dataclass(frozen=True, eq=False, repr=False)
class Sheet:
    """Pages of boards to solve, and pages of answers; made by `gridwalk.sheet`.

    Attributes
    ----------
    boards : tuple of Board, Network, DisjointPaths or NumberedTours
    paths : tuple of Path, Linkage or None
        The answer to each board; None where there is no way.
    board_pages, answer_pages : tuple of gridwalk.draw.paper.Page
        ``page.svg()`` is a page as an SVG document, ``page.image()`` as a picture.
    title : str

    """

    boards: tuple[Drawn, ...]
    paths: tuple[Path | Linkage | None, ...]
    board_pages: tuple[Page, ...]
    answer_pages: tuple[Page, ...]
    title: str = ""

    def pages(self, part: Part = "all") -> tuple[Page, ...]:
        """Return the pages of a *part*: of "boards", of "answers", or "all", the answers at the end."""
        check_choice("part", part, ("all", "boards", "answers"))
        return self.board_pages * (part != "answers") + self.answer_pages * (part != "boards")

    def save(self, file: str | os.PathLike[str], part: Part = "all") -> list[FilePath]:
        """Write the pages to *file*; return the files written.

        Parameters
        ----------
        file : str or path-like
            Its ending selects the format.  ``.pdf`` is one file, 300 black or white pixels an inch.  ``.svg``
            and ``.png`` are a file for each page: for several pages ``maze.svg`` becomes
            ``maze-1.svg``, ``maze-2.svg`` and so on.
        part : {"all", "boards", "answers"}
            Which pages.

        Raises
        ------
        ArgumentError
            If the ending is none of these.
        InputError
            If a file cannot be written, no font has all characters, or there are no such pages.
            All files are written, or none.

        """
        return save_all([(self, FilePath(file), part)])

    def _repr_svg_(self) -> str:
        """The first page, for notebooks."""
        return self.board_pages[0].svg()

    def __repr__(self) -> str:
        answers = f", {counted(len(self.answer_pages), 'page')} of answers" if self.answer_pages else ""
        pages = counted(len(self.board_pages), "page")
        return f"<Sheet: {counted(len(self.boards), 'board')} on {pages}{answers}>"


def sheet(
    boards: Iterable[Drawn],
    paths: Iterable[Path | Linkage | None] | None = None,
    *,
    title: str = "",
    name: str = "Name",
    per_page: int = 4,
    paper: str = "a4",
    landscape: bool = False,
    answers: str | None = "Answers",
) -> Sheet:
    """Return pages with *boards* to solve on paper, numbered, and pages with the answers.

    Walls are black on white, start and exits a disc and a ring; cells are as large as the page allows.
    Boards for pieces that leap are ruled; their answers are step numbers, and the first number is given.
    Puzzles and linkages show their letters.

    Parameters
    ----------
    boards : iterable of Board, Network, DisjointPaths or NumberedTours
        At most 1,000.  A network needs outlines, as `gridwalk.rings` makes them.  Disjoint paths are a
        puzzle: the letters of their pairs, as `gridwalk.read_pairs` returns it.
    paths : iterable of Path, Linkage or None, optional
        The answers.  Default: a shortest path of each board, of a network from its first node to its last;
        of a puzzle a solution, looked for only if there are pages of answers.
    title : str
        The heading of each page.
    name : str
        The word before the line for a name; without it there is no line.
    per_page : int
        The number of boards on a page, at most 64.
    paper : {"a4", "letter"}
        The size of a page.
    landscape : bool
        Whether pages are wider than high.
    answers : str or None
        The heading of the pages with answers, after the title.  None: no such pages.

    Raises
    ------
    InputError
        If there are no boards, or too many large boards for a page, or a board has one-way cells, portals
        or sides that meet.
    ArgumentError
        If an argument is out of its range.

    Examples
    --------
    >>> import gridwalk as gw
    >>> mazes = [gw.make("wilson", 12, 16, thin=True, rng=seed) for seed in range(6)]
    >>> gw.sheet(mazes, title="Find the way", per_page=6)
    <Sheet: 6 boards on 1 page, 1 page of answers>

    """
    boards = tuple(_checked_boards(boards))
    check_choice("paper", paper, tuple(PAPERS))
    if checked_number(per_page, "per_page", 1) > MAX_PER_PAGE:
        raise ArgumentError("per_page", per_page, f"at most {MAX_PER_PAGE}")
    wide, high = PAPERS[paper][:: -1 if landscape else 1]
    grids, letters = tuple(map(_board_of, boards)), tuple(map(_letters_of, boards))
    plan = _Plan.of(wide, high, min(per_page, len(boards)), list(map(_size_of, grids)))
    if paths is None:
        paths = [
            _solved(board) if answers is not None or not isinstance(board, Puzzle) else None
            for board in boards
        ]
    found = tuple(paths)
    if len(found) != len(boards):
        given = f"{counted(len(boards), 'board')}, {counted(len(found), 'path')}"
        raise InputError(f"{given}: give a path, or None, for each")
    for number, (board, path) in enumerate(zip(grids, found, strict=True), 1):
        if not isinstance(path, Path | Linkage | None):
            raise ArgumentError("paths", path, "paths, linkages or None")
        if path is not None and path.board.shape != board.shape:
            raise InputError(f"path {number} is of a board of {path.board.shape}, not of {board.shape}")
    on_pages = list(zip(grids, letters, found, strict=True))
    heading = None if answers is None else ": ".join(filter(None, (title, answers)))
    return Sheet(
        boards,
        found,
        tuple(_pages(plan, on_pages, title, name, per_page, solved=False)),
        () if heading is None else tuple(_pages(plan, on_pages, heading, "", per_page, solved=True)),
        title,
    )


def save_all(wanted: Sequence[tuple[Sheet, FilePath, Part]]) -> list[FilePath]:
    """Write parts of sheets to files: all of them, or none; return the files written."""
    contents: dict[FilePath, bytes] = {}
    for made, file, part in wanted:
        ending = file.suffix.lower()
        check_choice("the ending of the file", ending, ENDINGS)
        pages = made.pages(part)
        if not pages:
            raise InputError(f"this sheet has no {part}: there is nothing to write to {file}")
        each = [file.with_name(f"{file.stem}-{i}{file.suffix}") for i in range(1, len(pages) + 1)]
        each = [file] if ending == ".pdf" or len(pages) == 1 else each
        for target in each:
            checked_target(target)
        if ending == ".pdf":
            files = [pdf(pages, made.title)]
        elif ending == ".png":
            files = [png(page) for page in pages]
        else:
            files = [page.svg().encode() for page in pages]
        if shared := contents.keys() & set(each):
            raise InputError(f"{min(shared)} would be written twice: give two names")
        contents |= zip(each, files, strict=True)
    with ExitStack() as stack:
        for target, data in contents.items():
            stack.enter_context(new_file(target)).write(data)
    return list(contents)


def _board_of(board: Drawn) -> Board:
    return board if isinstance(board, Board) else board._board if isinstance(board, Network) else board.board


def _letters_of(board: Drawn) -> dict[Cell, str]:
    return board._at_ends if isinstance(board, Puzzle) else {}


def _solved(board: Drawn) -> Path | Linkage | None:
    """Return a solution of a puzzle; or a shortest path, of a network from its first node to its last."""
    if isinstance(board, Puzzle):
        return board.find()
    asked: Any = board.paths() if isinstance(board, Board) else board.paths(board.nodes[0], board.nodes[-1])
    return asked.shortest()  # type: ignore[no-any-return]


def _checked_boards(boards: Iterable[Drawn]) -> Iterable[Drawn]:
    if isinstance(boards, Drawn):
        raise ArgumentError("boards", boards, "several boards: give a list, such as [board]")
    number = 0
    for number, board in enumerate(boards, 1):
        is_puzzle = isinstance(board, Puzzle) and not board.board._is_network
        if not (isinstance(board, Board) or is_puzzle or (isinstance(board, Network) and board.outlines)):
            raise ArgumentError("boards", board, "boards, puzzles on boards, or networks with outlines")
        if number > MAX_BOARDS:
            raise InputError(f"a sheet has at most {MAX_BOARDS:,} boards")
        plain = _board_of(board)
        if not isinstance(board, Network) and max(plain.shape) > MAX_SIDE:
            raise InputError(f"a board of {plain.rows:,} x {plain.columns:,} cells is too large for a page")
        yield board
    if not number:
        raise InputError("a sheet needs a board at least")


def _size_of(board: Board) -> tuple[float, float]:
    """Return height and width of a board, in cells."""
    shape = shape_of(board)
    return shape.height, shape.width


@dataclass(frozen=True)
class _Plan:
    """The places of boards on a page, in millimetres."""

    width: float
    height: float
    across: int
    slot: tuple[float, float]  # width and height of the place for a board with its label

    @classmethod
    def of(cls, width: float, height: float, number: int, shapes: list[tuple[float, float]]) -> _Plan:
        """Return the plan with the largest cells for *number* boards on a page."""
        rows, columns = (max(sizes) for sizes in zip(*shapes, strict=True))
        plans = []
        for across in range(1, number + 1):
            down = -(-number // across)
            slot = (
                (width - 2 * MARGIN - (across - 1) * GAP) / across,
                (height - 2 * MARGIN - HEAD - FOOT - (down - 1) * GAP) / down,
            )
            plans.append(cls(width, height, across, slot))
        best = max(plans, key=lambda plan: plan.cell_of((rows, columns)))
        if (cell := best.cell_of((rows, columns))) < MIN_CELL:
            raise InputError(
                f"boards of {math.ceil(rows):,} x {math.ceil(columns):,} cells are too large for {number} on "
                f"a page: a cell would have {max(cell, 0):.2f} mm, and needs {MIN_CELL} mm"
            )
        return best

    def cell_of(self, shape: tuple[float, float]) -> float:
        """Return the size of the cells of a board as high and wide as *shape*, in cells."""
        return min((self.slot[1] - LABEL) / shape[0], self.slot[0] / shape[1], MAX_CELL)

    def place(self, number: int) -> tuple[float, float]:
        """Return the upper left corner of a place on its page, from 0."""
        down, right = divmod(number, self.across)
        return MARGIN + right * (self.slot[0] + GAP), MARGIN + HEAD + down * (self.slot[1] + GAP)


def _pages(
    plan: _Plan,
    boards: list[tuple[Board, dict[Cell, str], Path | Linkage | None]],
    title: str,
    name: str,
    per_page: int,
    *,
    solved: bool,
) -> Iterable[Page]:
    """Yield the pages of the boards, or of the answers if *solved*."""
    count = -(-len(boards) // per_page)
    for page in range(count):
        shapes: list[Shape] = [*_head(plan, title, name)]
        if count > 1:
            number = f"{page + 1} / {count}"
            shapes.append(Text(plan.width / 2, plan.height - MARGIN, number, TEXT, "middle"))
        for i in range(page * per_page, min((page + 1) * per_page, len(boards))):
            board, letters, path = boards[i]
            cell = plan.cell_of(_size_of(board))
            x, y = plan.place(i - page * per_page)
            left = x + (plan.slot[0] - _size_of(board)[1] * cell) / 2
            label = f"{i + 1}"
            if solved:
                label += ": no way" if path is None else f": {counted(path.length, 'move')}"
            shapes.append(Text(left, y + TEXT, label, TEXT))
            shapes += printed(board, left, y + LABEL, cell, path, letters=letters, solved=solved)
        yield Page(plan.width, plan.height, tuple(shapes))


def _head(plan: _Plan, title: str, name: str) -> Iterable[Text | Stroke]:
    """Yield the title, and below it the line for a name; a long title is smaller."""
    room = plan.width - 2 * MARGIN
    if title:
        yield Text(MARGIN, MARGIN + TITLE, title, min(TITLE, room / width_of(title, 1)))
    if name:
        y, after = MARGIN + 15.0, MARGIN + width_of(name, TEXT) + 2
        yield Text(MARGIN, y, name, TEXT)
        yield Stroke(np.array([[after, y + 0.8], [min(after + LINE, plan.width - MARGIN), y + 0.8]]), 0.25)
