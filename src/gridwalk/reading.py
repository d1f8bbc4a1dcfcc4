"""Boards, pictures with their boards, puzzles and tours from files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from html import unescape
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.board.cells import letters_of_pairs
from gridwalk.board.moves import NAMED_MOVES, ORTHOGONAL, Moves
from gridwalk.errors import (
    ArgumentError,
    BoardError,
    BoardTextError,
    Cell,
    FileError,
    InputError,
    PictureError,
    check_choice,
    in_a_line,
    step_error,
)
from gridwalk.io.boardtext import BoardText
from gridwalk.io.content import Content
from gridwalk.io.data.tours import parse_tour
from gridwalk.io.files import read_bytes
from gridwalk.io.formats import FORMATS, READING, checked, parse
from gridwalk.io.networktext import may_be_adjacency_matrix, network_form
from gridwalk.io.picture.robotmap import MapFrame, in_cells, is_map, map_of
from gridwalk.keywords import TERRAIN
from gridwalk.network.files import FORMATS as NETWORK_FORMATS
from gridwalk.network.files import ending_of, named, network_in

if TYPE_CHECKING:
    from gridwalk.io.picture.lattice import PictureReading
    from gridwalk.keywords import TextOptions
    from gridwalk.sets.cellsets import DisjointPaths
    from gridwalk.sets.numbered import NumberedTours

MAYBE_ADJACENCY = (
    "this may be an adjacency matrix, too; to read it as a network, say --format adjacency (in Python "
    "format='adjacency')"
)
WAYS = 2  # the maximum number of kinds of steps of a piece: a queen moves straight and diagonally
GAPS = "a board of numbers with gaps: read_numbered(file) solves it, in the shell gridwalk puzzle"
_DESCRIPTION = re.compile(rb"<desc>(.*?)</desc>", re.DOTALL)  # of an SVG picture, as text


def read(
    file: str | os.PathLike[str],
    *,
    format: str | None = None,  # noqa: A002
    costs: bool = False,
    terrain: str = TERRAIN,
    cell_width: int | None = None,
    header: int | None = None,
    wall_is: str | None = None,
    open_is: str | None = None,
    start_is: str | None = None,
    exit_is: str | None = None,
    cell: str | None = None,
    unknown: str = "wall",
    **options: Unpack[TextOptions],
) -> Board | Any:  # for type checkers: a board, or a network without attributes to check
    """Return the board or the network in *file* (``-``: standard input), recognised by its content.

    Parameters
    ----------
    file : str or path-like
        A board in one of the formats that ``gridwalk convert --formats`` lists, or a graph.  The file has at
        most 1 GiB.  If it is packed by gzip, it has at most 64 MiB unpacked, or 100 times its packed size.
        The text of a board has at most 2,097,152 lines.
    format, costs, terrain, cell_width, header, wall_is, open_is, start_is, exit_is
        As for `Board.from_text`; *format* may also be a format of `read_network`.
    cell, unknown
        As for `read_picture`.
    **options
        As for `Board`: moves, start, exits.  With a ``map.yaml``, start and exits may be positions in metres,
        such as ``"1.2m,0.4m"``.

    Returns
    -------
    Board or Network
        A `Network` if the file is a graph: GML, GraphML, DOT, node-link JSON, an adjacency list ...

    Raises
    ------
    FileError
        If the file cannot be read, holds no board or graph, or can be read in two ways.  The message begins
        with the name of the file, and has line and column if there are any.

    """
    data = content_of(file)
    how = {
        "costs": costs, "terrain": terrain, "cell_width": cell_width, "header": header,
        "wall_is": wall_is, "open_is": open_is, "start_is": start_is, "exit_is": exit_is,
        "cell": cell, "unknown": unknown,
    }  # fmt: skip
    if (form := network_of(file, data, {"format": format, **how})) is None:
        given: Any = {**how, **options}
        return read_with_text(file, data=data, format=format, **given)[0]
    for name in (*_said(how), *(name for name, value in options.items() if value is not None)):
        raise InputError(f"{named(file)} is a network: leave out {name}=, which is for boards")
    return network_in(data, form, file)


def content_of(file: str | os.PathLike[str]) -> bytes:
    """Return the bytes of a file; if *file* is a text or a size, the error names the right call."""
    if isinstance(file, str) and "\n" in file:
        raise FileError("a text of several lines", "it is no file; Board.from_text(text) reads a text")
    if isinstance(file, str) and re.fullmatch(r"\d+ *[x*, ] *\d+", file) and not os.path.exists(file):
        raise FileError(file, "there is no such file; Board.rectangle(rows, columns) is open everywhere")
    return read_bytes(file)


def network_of(
    file: str | os.PathLike[str], data: bytes, options: Mapping[str, Any], *, insisted: bool = False
) -> str | None:
    """Return the format of the network in a file (or the format in *options*); None if it is a board.

    Numbers that could be either are a board if *insisted*, or if an option for reading boards is given.
    """
    if (form := options.get("format")) is not None:
        boards = [row.name for row in FORMATS if row.parse is not None]
        check_choice("format", form, [*boards, *NETWORK_FORMATS])
        return str(form) if form in NETWORK_FORMATS else None
    with _errors_of(file):
        return network_form(data, ending_of(file), insisted=insisted or bool(_said(options)))


@contextmanager
def _errors_of(file: str | os.PathLike[str]) -> Iterator[None]:
    """Put the name of the file before messages of errors of boards and texts."""
    try:
        yield
    except (BoardTextError, BoardError) as error:
        raise FileError(named(file), str(error)) from error


def _said(options: Mapping[str, Any]) -> list[str]:
    """Return the options for reading boards that are given and valid."""
    given = [(name, row) for name, row in READING.items() if options.get(name) is not None]
    given = [(name, row) for name, row in given if row.is_valid(options[name])]
    return [name for name, row in given if options[name] not in row.neutral]


def read_with_text(
    file: str | os.PathLike[str],
    *,
    data: bytes | None = None,
    ends_needed: bool = True,
    joins: bool = False,
    **options: Any,
) -> tuple[Board, BoardText]:
    """Return the board as `read` does, and the parts of its text before *options* are applied.

    *data* is the content of the file, if it has been read already.  If *ends_needed*, an error is raised if
    the start and the exits of a picture are not clear.  If *joins*, there is no remark about pairs of letters
    and numbers, because the caller uses them.
    """
    reading = {name: options.pop(name) for name in ("format", *READING) if name in options}
    parsed = parsed_file(file, data=data, **reading)
    made = options = _with_places_as_cells(options, getattr(parsed.picture, "frame", None))
    if joins and (parsed.pairs or parsed.numbers):
        parsed = parsed._replace(remark="")
    if parsed.picture is not None:
        try:
            made |= ends_of_picture(parsed, options)
        except PictureError as error:
            if error.openings is None:
                raise
            if ends_needed:
                raise FileError(named(file), str(error)) from error
    return board_of_file(file, parsed, **made), parsed


def _with_places_as_cells(options: dict[str, Any], frame: MapFrame | None) -> dict[str, Any]:
    """Return the options with cells in place of start and exits in metres."""
    made = dict(options)
    for name in ("start", "exits"):
        if isinstance(ends := made.get(name), str):
            made[name] = in_cells(ends, frame, name)
        elif isinstance(ends, list | tuple):
            made[name] = type(ends)(in_cells(end, frame, name) for end in ends)
    return made


def parsed_file(
    file: str | os.PathLike[str], *, data: bytes | None = None, wanted: str = "", **options: Any
) -> BoardText:
    """Return the board in a file or in *data*; messages of errors begin with the name of the file.

    If no format fits, the format *wanted* reads it, or raises its error.
    """
    content, ending = content_of(file) if data is None else data, ending_of(file)
    if form := network_of(file, content, options, insisted=bool(wanted)):
        reason = f"this is a network ({form}), without rows and columns: gridwalk.read_network reads it"
        raise FileError(named(file), reason)
    try:
        if options.get("format") in (None, "picture") and is_map(content):
            return _parsed_map(file, content, options)
        try:
            parsed = parse(content, ending=ending, **options)
        except BoardTextError:
            if not wanted or options.get("format") is not None:
                raise
            return parse(content, ending=ending, **{**options, "format": wanted})
    except (BoardTextError, BoardError) as error:
        raise FileError(named(file), f"{error}{_if_numbered(content, options)}") from error
    if options.get("format") is None and has_gaps(parsed):
        return parsed._replace(remark=GAPS)
    is_open = options.get("format") is None and not _said(options)
    if is_open and may_be_adjacency_matrix(content, parsed.open_cells):
        return parsed._replace(remark=MAYBE_ADJACENCY)
    return parsed


def has_gaps(text: BoardText) -> bool:
    """Return whether step numbers are a puzzle: some cells have no number, and few steps are moves."""
    if text.tour is None or text.moves is not None or len(text.tour) == np.count_nonzero(text.open_cells):
        return False
    steps = np.diff(text.tour, axis=0)
    legal = (steps[:, None] == np.array(_moves_of_steps(steps).deltas)).all(axis=2).any(axis=1)
    ways = np.sort(np.abs(steps // np.gcd.reduce(steps, axis=1)[:, None]), axis=1)
    return 2 * int(legal.sum()) < len(steps) and len({*map(tuple, ways.tolist())}) > WAYS


def _if_numbered(content: bytes, options: Mapping[str, Any]) -> str:
    """Return advice for a message if a content that is no board may be a puzzle of numbers."""
    with suppress(BoardTextError, BoardError):
        if options.get("format") is None and len(parse(content, format="numbered").numbers) > 1:
            return "; if a path passes the numbers: read_numbered(file), in the shell gridwalk puzzle"
    return ""


def _parsed_map(file: str | os.PathLike[str], content: bytes, options: dict[str, Any]) -> BoardText:
    """Return the board of the picture of a ``map.yaml``, read with its thresholds."""
    given = map_of(content)
    folder, image, remark = os.path.dirname(os.fsdecode(file)), given.image, ""
    if os.path.isabs(image) and not os.path.exists(image):  # a path on another machine
        image = os.path.basename(image)
        remark = f"there is no {given.image}: {image} beside the map is read; "
    picture = read_bytes(os.path.join(folder, image))
    checked({"cell": options.get("cell")})
    if options.get("wall_is") is not None:
        raise ArgumentError("wall_is", options["wall_is"], "left out: the key negate says it")
    parsed = parse(picture, **{**options, "format": "picture", "cell": given.thresholds})
    frame = MapFrame(given.resolution, given.origin, parsed.picture.shape)
    return parsed._replace(
        picture=replace(parsed.picture, frame=frame), remark=(remark + parsed.remark).strip("; ")
    )


def board_of_file(file: str | os.PathLike[str], parsed: BoardText, **options: Any) -> Board:
    """Return the board of a text; *options* override its parts."""
    parsed.warn()
    with _errors_of(file):
        return Board(parsed.open_cells, **{**parsed.options(), **options})


def ends_of_picture(text: BoardText, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the start and exits of the board of a picture: given ends, marks, or openings.

    Raise `PictureError` if these are ambiguous.
    """
    given_start, given_exits = options.get("start"), options.get("exits")
    if given_start is not None and given_exits is not None:
        return {}
    bare = Board(text.open_cells, start=given_start, exits=given_exits)  # converts names of cells
    start = text.start if given_start is None else bare.start
    exits = text.exits if given_exits is None else bare.exits
    from gridwalk.io.picture.maze import settled  # imported on use: few boards are pictures

    start, exits = settled(text.picture.openings, start, exits)
    return {"start": start, "exits": exits}


@dataclass(frozen=True, repr=False)
class Picture:
    """A picture of a maze with its board; `read_picture` returns it.

    Attributes
    ----------
    board : Board
        The board, with walls between cells if the picture has lines for walls.
    reading : PictureReading
        The lattice in pixels, the threshold, the openings of the border, the share of pixels that differ from
        the board; ``str(reading)`` has one line.

    """

    board: Board
    reading: PictureReading

    @property
    def frame(self) -> MapFrame | None:
        """The positions of cells in metres, for a ``map.yaml``; else None."""
        return getattr(self.reading, "frame", None)

    def _repr_svg_(self) -> str | None:
        """Return the board as SVG for notebooks; None for a large board, which is shown as text."""
        return self.board._repr_svg_()

    def __repr__(self) -> str:
        return in_a_line(f"<Picture: of {self.board!r}>")

    def draw(self, path: Path) -> bytes:
        """Return the picture with *path* drawn on it, as the content of a PNG file.

        The path is a line along the middles of corridors, with a green dot on the start and a pink dot on the
        exit.  Takes O(pixels + length) time.

        Parameters
        ----------
        path : Path
            A path or tour of the board.

        Raises
        ------
        ArgumentError
            If the board of *path* has another number of rows or columns.

        """
        from gridwalk.draw.onto import image_onto
        from gridwalk.draw.save import content

        return content(image_onto(self.reading, path), ".png")


def read_picture(
    file: str | os.PathLike[str],
    *,
    wall_is: str | None = None,
    cell: str | None = None,
    unknown: str = "wall",
    **options: Unpack[TextOptions],
) -> Picture:
    """Return the picture in *file* with its board: a maze of squares, or a picture whose pixels are cells.

    Walls of a maze may be as wide as corridors (down to one pixel per cell), or lines.  Edges may be smooth,
    pitches need not be whole numbers, and JPEG is read, too.  With ``cell="pixel"`` the pixels of any picture
    are cells; this is the default for maps of robots: a ``map.yaml`` of ROS, or a PGM file with the levels of
    grey of its map saver.  Takes O(pixels) time; a picture has at most 100 million pixels.

    Parameters
    ----------
    file : str or path-like
        A PNG file, or JPEG, GIF, BMP, TIFF, WebP, PBM, PGM or PPM, or a ``map.yaml`` beside its picture;
        ``-`` is standard input.
    wall_is : str, optional
        The tone of walls, "dark" or "light".  Default: the tone that closes the border; "dark" if pixels are
        cells.
    cell : {"pixel"}, optional
        "pixel": each pixel is a cell.  It is free if its darkness (0 is white, 1 black) is below 0.196, a
        wall if it is above 0.65, else unknown; a ``map.yaml`` has its own thresholds.
    unknown : {"wall", "open"}
        The meaning of unknown pixels.
    **options
        As for `Board`: moves, start, exits.  By default a green mark is the start, and red marks are the
        exits. Without marks, the two openings of the border are start and exit, the upper or left opening
        first (not if pixels are cells).  With a ``map.yaml``, they may be positions in metres, such as
        ``"1.2m,0.4m"``.

    Raises
    ------
    FileError
        If the file cannot be read, shows no such maze (a photo, skewed, round, drawn by hand), or has a line
        across a passage.  Also if start and exits are neither given nor marked, and there are not exactly two
        openings; the message lists the openings.

    Examples
    --------
    >>> picture = read_picture("maze.png")  # doctest: +SKIP
    >>> print(picture.reading)  # doctest: +SKIP
    picture of 20 x 30 cells of 16 pixels, walls of 2 between them, threshold 128, 0 % of pixels differ
    >>> path = picture.board.paths().shortest()  # doctest: +SKIP
    >>> pathlib.Path("solved.png").write_bytes(picture.draw(path))  # doctest: +SKIP
    >>> room = read_picture("map.yaml", start="0m,0m", exits=["1.2m,0.4m"])  # doctest: +SKIP
    >>> [room.frame.place_of(cell) for cell in room.board.paths().shortest()]  # doctest: +SKIP

    """
    board, text = read_with_text(
        file, format="picture", wall_is=wall_is, cell=cell, unknown=unknown, **options
    )
    return Picture(board, text.picture)


def read_pairs(
    file: str | os.PathLike[str], *, moves: Moves | str | None = None, fill: bool = True
) -> DisjointPaths:
    """Return the solutions of the Numberlink puzzle in *file* (``-``: standard input).

    Parameters
    ----------
    file : str or path-like
        Lines of ``.`` (open), ``#`` (wall) and letters, each twice; small and capital letters differ.
    moves : Moves, optional
        Default: one step up, right, down or left.
    fill : bool
        Whether the paths visit every open cell.

    Raises
    ------
    FileError
        If the file cannot be read, or has no pair of letters.

    Examples
    --------
    >>> puzzle = read_pairs("examples/numberlink.txt")
    >>> puzzle.count()
    1
    >>> print(puzzle.draw())
    ..ABC.
    ......
    ..D...
    ..B.EC
    .AD..E
    ......

    """
    parsed = parsed_file(file, format="numberlink")
    if not parsed.pairs:
        raise FileError(named(file), "it has no letters that are there twice")
    chosen = {} if moves is None else {"moves": moves}
    board = board_of_file(file, parsed._replace(remark=""), **chosen)
    return board.path_pairs(*parsed.pairs, fill=fill, letters=letters_of(parsed))


def read_numbered(
    file: str | os.PathLike[str], *, steps: bool = False, moves: Moves | str | None = None
) -> NumberedTours:
    """Return the solutions of a Zip, a Numbrix or a Hidato in *file* (``-``: standard input).

    Parameters
    ----------
    file : str or path-like
        Some cells have a number, others ``.``, walls are ``#``, as in ``puzzle.draw()``.  A cell without
        number may also be ``0``, ``_``, ``?``, ``*``, ``-``, or empty between two commas or tabs; if a file
        uses one of these, ``.`` is a wall.
    steps : bool
        If True, the numbers are steps of the path (Numbrix; with king's moves Hidato).  If False, the path
        visits the numbers in order, from the first to the last (Zip).
    moves : Moves, optional
        Default: one step up, right, down or left.

    Raises
    ------
    FileError
        If the file cannot be read, or has no numbers.

    Examples
    --------
    >>> puzzle = read_numbered("examples/zip.txt")
    >>> puzzle.is_unique()
    True

    """
    parsed = parsed_file(file, format="numbered")
    chosen = {} if moves is None else {"moves": moves}
    return numbered_tours(board_of_file(file, parsed._replace(remark=""), **chosen), parsed, steps=steps)


def numbered_tours(board: Board, text: BoardText, *, steps: bool | None = None) -> NumberedTours:
    """Return the tours of a puzzle of numbers, which are steps, or an order from the first to the last.

    By default they are an order if no number is missing.
    """
    if text.numbers[-1][0] > len(text.numbers) if steps is None else steps:
        return board.tours().numbered({cell: step for step, cell in text.numbers})
    order = [cell for _, cell in text.numbers]
    return board.tours(order[0], order[-1]).visiting(order)


def letters_of(text: BoardText) -> tuple[str, ...]:
    """Return the letter of each pair of a text."""
    if text.letters is None:
        return letters_of_pairs(len(text.pairs))
    return tuple(chr(text.letters[first]) for first, _ in text.pairs)


def letters_in(text: BoardText) -> dict[Cell, str]:
    """Return the words in the cells of a text: steps of a tour, numbers of a puzzle, or letters of pairs."""
    if text.tour is not None:
        return {(r, c): str(number) for number, (r, c) in enumerate(text.tour.tolist(), 1)}
    if text.numbers:
        return {cell: str(number) for number, cell in text.numbers}
    named = zip(letters_of(text), text.pairs, strict=True)
    return {cell: letter for letter, pair in named for cell in pair}


def read_tour(
    file: str | os.PathLike[str],
    *,
    moves: Moves | str | None = None,
    format: str | None = None,  # noqa: A002
    origin: int = 1,
) -> Path:
    """Return the tour or path in *file* (``-``: standard input); each step is checked.

    Parameters
    ----------
    file : str or path-like
        A board of step numbers 1, 2, 3 ..., such as ``str(tour)``; ``#`` and blanks are walls, ``.`` is an
        open cell that is not visited.  Or an .svg picture of a tour that gridwalk saved.
    moves : Moves or str, optional
        As for `Board`.  Default: orthogonal, king or knight, whichever makes most of the steps.
    format : str, optional
        The name of the format.  Default: it is recognised.
    origin : {0, 1}
        The number of the first step.

    Returns
    -------
    Path
        The path on the board of the file.  ``path.is_tour`` is True if it visits every open cell;
        ``path.closed`` is True if it is a tour and a move leads from its last cell to its first.

    Raises
    ------
    FileError
        If the file cannot be read or has no path, or if a step is not a legal move; the message has the
        number of the step and both cells.
    ArgumentError
        If *origin* is neither 0 nor 1, or 0 with a *format* other than "tour".

    Examples
    --------
    >>> read_tour("examples/tour.txt")
    <Path: path of 24 moves from (0, 0) to (3, 1), by file>

    """
    name = named(file)
    if origin not in (0, 1):
        raise ArgumentError("origin", origin, "0 or 1")
    if origin == 0:
        parsed = _numbered_from_zero(file, format)
    else:
        content = content_of(file)
        parsed = parsed_file(file, data=content, format=format, wanted="tour")
        if parsed.tour is None and content.startswith(b"<"):
            parsed = parsed._replace(tour=_tour_in_picture(content, parsed), form="saved picture or page")
    if parsed.tour is None:
        raise FileError(name, f"this is a {parsed.form}; it brings no tour, no board of step numbers")
    by_steps = ORTHOGONAL if parsed.walls else _moves_of_steps(np.diff(parsed.tour, axis=0))
    board = board_of_file(file, parsed, moves=moves or parsed.moves or by_steps)
    legal = are_legal(board, parsed.tour)
    if not legal.all():
        number = int(legal.argmin())
        cell, following = map(tuple, parsed.tour[number : number + 2].tolist())
        raise step_error(str(name), number + origin, cell, following, board.moves.unwrapped.name)
    first, last = parsed.tour[[0, -1]]
    is_whole = 2 < len(parsed.tour) == board.open_count
    closed = is_whole and bool(are_legal(board, np.stack([last, first])).all())
    return Path(board, parsed.tour, closed, by="file")


def _numbered_from_zero(file: str | os.PathLike[str], form: str | None) -> BoardText:
    """Return the board of step numbers in a file, from 0."""
    if form not in (None, "tour"):
        raise ArgumentError("format", form, "left out with origin=0, which is for boards of step numbers")
    with _errors_of(file):
        return parse_tour(Content(read_bytes(file)).text, origin=0)


def _tour_in_picture(content: bytes, board: BoardText) -> NDArray[np.int32] | None:
    """Return the cells of the tour in the description of an SVG picture, or None."""
    described = _DESCRIPTION.search(content)
    with suppress(BoardTextError):
        read = None if described is None else parse(unescape(described[1].decode()), format="tour")
        if read is not None and read.open_cells.shape == board.open_cells.shape:
            return read.tour
    return None


def _moves_of_steps(steps: NDArray[np.int32]) -> Moves:
    """Return the named moves that include most of *steps*."""
    return max(
        NAMED_MOVES.values(),
        key=lambda moves: sum(int((steps == delta).all(axis=1).sum()) for delta in moves.deltas),
    )


def are_legal(board: Board, cells: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Return whether a legal move leads from each of *cells* to the next."""
    steps, table = np.diff(cells, axis=0), board._moves_of_cell
    masks = table[cells[:-1, 0] * np.int64(board.columns) + cells[:-1, 1]]
    legal = np.zeros(len(steps), bool)
    for m, delta in enumerate(board.moves.deltas):
        has_move = masks >> masks.dtype.type(m) & masks.dtype.type(1) != 0
        legal |= (steps == delta).all(axis=1) & has_move
    return legal
