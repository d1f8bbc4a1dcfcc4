"""The registry of board formats: recognised by content, read, and some written.

A row is plain facts; what reads and writes is imported when it is first used.  Ambiguous text is refused,
with both readings and the option that chooses one; nothing is guessed (`gridwalk.io.choice`).

All steps work on whole arrays: 16 million cells take about a second at most.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gridwalk.algorithmrow import resolve
from gridwalk.errors import UnknownChoiceError
from gridwalk.io.content import Content, Fit

ALL_PARTS = ("costs", "one_way", "walls", "wrap", "portals", "zeros", "ends")


@dataclass(frozen=True, kw_only=True)
class Format:
    """One format of boards.

    Attributes
    ----------
    name : str
        The word for ``--format`` and ``format=``.
    title : str
        For messages: "this is a ...".
    about : str
        One plain sentence: what it is, who writes it.
    sniff : callable or str
        How well the format fits a `Content` (text, unless the format is binary).  Looks at a sample first;
        never raises.  A str is ``module:function``, imported when it is first called; so are the others.
    parse : callable or str, optional
        Reads the text (bytes if the format is binary); called with it and with the options of the format as
        keywords; returns a `BoardText`.
    print : callable or str, optional
        Returns a grid as text (bytes if the format is binary); raises `NotPrintableError` with the reason
        where the format cannot hold it.
    doubt : callable or str, optional
        Called before `parse` with the content if nobody insisted on the format; raises `TwoReadingsError`
        where the same text has another reading.
    options : tuple of str
        The members of `READING` that apply; others must be left out.
    endings : tuple of str
        The endings of files that `print` writes; when reading, they break a tie of two formats that may fit.
    holds : tuple of str
        The parts of a board, of `ALL_PARTS`, that `print` writes.
    binary : bool
        Whether the content is bytes.
    blocks : bool
        Whether block characters may mean walls, and middle dots open cells.

    """

    name: str
    title: str
    about: str
    sniff: Callable[[Content], Fit] | str = lambda content: Fit.NO
    parse: Callable[..., Any] | str | None = None
    print: Callable[..., Any] | str | None = None
    doubt: Callable[[Content], None] | str | None = None
    options: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    holds: tuple[str, ...] = ()
    binary: bool = False
    blocks: bool = False

    def call(self, field: str, *arguments: Any, **options: Any) -> Any:
        """Call one of the callables; its module is imported first, if need be."""
        function = getattr(self, field)
        return (resolve(function) if isinstance(function, str) else function)(*arguments, **options)


_IO, _LINES, _DATA = "gridwalk.io", "gridwalk.io.lines", "gridwalk.io.data"
# Formats of data: files of libraries, editors and games.
DATA = (
    Format(name="json", title="board in JSON",
           about="gridwalk's own JSON, which holds everything; lists of rows; objects with grid, start, end",
           sniff=f"{_DATA}.json_board:fit_json", parse=f"{_DATA}.json_board:parse_json",
           print=f"{_DATA}.json_board:print_json", options=("costs", "wall"), endings=(".json",),
           holds=ALL_PARTS),
    Format(name="npz", title="NumPy archive",
           about="Named arrays (.npz): open or walls, costs, start, exits; gridwalk's own hold everything",
           sniff=f"{_DATA}.npz:fit_npz", parse=f"{_DATA}.npz:parse_npz", print=f"{_DATA}.npz:print_npz",
           options=("costs", "wall"), endings=(".npz",), holds=ALL_PARTS, binary=True),
    Format(name="npy", title="NumPy array",
           about="One array (.npy): bool, 0 and 1 as mazelib has them, costs, or a connection_list",
           sniff=f"{_DATA}.npy:fit_npy", parse=f"{_DATA}.npy:parse_npy", print=f"{_DATA}.npy:print_npy",
           options=("costs", "wall"), endings=(".npy",), binary=True),
    Format(name="csv", title="table",
           about="CSV and TSV, as sheets are saved: numbers, True and False, blank or filled cells, S and E",
           sniff=f"{_DATA}.tables:fit_csv", parse=f"{_DATA}.tables:parse_csv",
           print=f"{_DATA}.tables:print_csv", options=("costs", "wall"), endings=(".csv", ".tsv"),
           holds=("costs",)),
    Format(name="tmj", title="map of Tiled in JSON",
           about="A map of Tiled (.tmj): the walls are a layer, or the tiles with the property wall",
           sniff=f"{_DATA}.tiled:fit_tmj", parse=f"{_DATA}.tiled:parse_tmj", print=f"{_DATA}.tiled:print_tmj",
           options=("wall",), endings=(".tmj",), holds=("ends",)),
    Format(name="tmx", title="map of Tiled in XML",
           about="A map of Tiled (.tmx), as in .tmj",
           sniff=f"{_DATA}.tiled:fit_tmx", parse=f"{_DATA}.tiled:parse_tmx", options=("wall",),
           endings=(".tmx",)),
    Format(name="sokoban", title="Sokoban level",
           about="XSB: # wall, @ player (the start), . goals (the exits), $ boxes, which are walls",
           sniff=f"{_DATA}.games:fit_sokoban", parse=f"{_DATA}.games:parse_sokoban",
           print=f"{_DATA}.games:print_sokoban", options=("wall",), endings=(".xsb", ".sok"),
           holds=("ends",)),
    Format(name="labmaze", title="maze of labmaze",
           about="labmaze's text: * wall, blank floor, P start, G goal",
           sniff=f"{_DATA}.games:fit_labmaze", parse=f"{_DATA}.games:parse_labmaze",
           print=f"{_DATA}.games:print_labmaze", holds=("ends",)),
    Format(name="rogue", title="map of a roguelike",
           about="Only with --format rogue: . floor, # corridor (open), | - walls, + door, < > stairs",
           parse=f"{_DATA}.games:parse_rogue", print=f"{_DATA}.games:print_rogue", holds=("ends",)),
    Format(name="dataset", title="tokens of maze-dataset",
           about="Passages between cells, from maze-dataset: <ADJLIST_START> (0,0) <--> (0,1) ; ...",
           sniff=f"{_DATA}.dataset:fit_tokens", parse=f"{_DATA}.dataset:parse_tokens",
           print=f"{_DATA}.dataset:print_tokens", holds=("walls", "ends")),
    Format(name="connections", title="connection_list",
           about="maze-dataset's array in JSON, (2, rows, columns): [0] a passage down, [1] one to the right",
           sniff=f"{_DATA}.dataset:fit_connections", parse=f"{_DATA}.dataset:parse_connections_text",
           print=f"{_DATA}.dataset:print_connections", holds=("walls", "ends")),
    Format(name="tour", title="board of step numbers",
           about="A tour, as Rosetta Code and gridwalk print it: the number of its step in each cell, from 1",
           sniff=f"{_DATA}.numbers:fit_tour", parse=f"{_DATA}.numbers:parse_tour"),
    Format(name="heights", title="map of heights",
           about="Advent of Code: heights a to z, S and E; a step climbs at most 1",
           sniff=f"{_DATA}.advent:fit_heights", parse=f"{_DATA}.advent:parse_heights"),
    Format(name="points", title="list of x,y walls",
           about="Advent of Code: a line x,y (column and row) for each wall",
           sniff=f"{_DATA}.advent:fit_points", parse=f"{_DATA}.advent:parse_points",
           print=f"{_DATA}.advent:print_points"),
)  # fmt: skip
FORMATS = (
    Format(
        name="drawing",
        title="drawing",
        about="One character a cell: # walls, . or blank open, S start, E exits, arrows, block characters",
        sniff=f"{_IO}.drawing:fit_drawing",
        parse=f"{_IO}.drawing:parse_drawing",
        print=f"{_IO}.drawing:print_drawing",
        options=("costs", "cell_width", "wall"),
        holds=("costs", "one_way", "ends"),
        blocks=True,
    ),
    Format(
        name="matrix",
        title="matrix",
        about="0 (open) and 1 (wall), or costs, with or without blanks, commas, brackets, a C array's braces",
        sniff=f"{_IO}.matrix:fit_matrix",
        parse=f"{_IO}.matrix:parse_matrix",
        print=f"{_IO}.matrix:print_matrix",
        doubt=f"{_IO}.matrix:doubt_matrix",
        options=("costs", "wall"),
        holds=("costs",),
        blocks=True,
    ),
    Format(
        name="path",
        title="drawing of a path",
        about="What find and sample print: @ start, $ end, + - | / \\ the path, whose cells are open",
        sniff=f"{_IO}.drawnpath:fit_path",
        parse=f"{_IO}.drawnpath:parse_path",
        doubt=f"{_IO}.drawnpath:doubt_path",
        options=("costs",),
        blocks=True,
    ),
    Format(
        name="movingai",
        title="MovingAI map",
        about="A map of the MovingAI benchmark: a header, then a character a cell; its moves are the king's",
        sniff=f"{_IO}.movingai:fit_map",
        parse=f"{_IO}.movingai:parse_map",
        print=f"{_IO}.movingai:print_map",
        options=("terrain",),
        endings=(".map",),
    ),
    Format(
        name="boxes",
        title="drawing of boxes",
        about="Rooms between posts + and walls - and |, of any pitch; S start, E exits, # closed rooms",
        sniff=f"{_LINES}.boxes:fit_boxes",
        parse=f"{_LINES}.boxes:parse_boxes",
        print=f"{_LINES}.boxes:print_boxes",
        options=("costs",),
        holds=("costs", "one_way", "walls", "ends"),
    ),
    Format(
        name="micromouse",
        title="micromouse maze",
        about="The text of micromouse contests: posts o, walls --- and |, S start, G goal, north on top",
        sniff=f"{_LINES}.boxes:fit_micromouse",
        parse=f"{_LINES}.boxes:parse_micromouse",
        print=f"{_LINES}.boxes:print_micromouse",
        holds=("walls", "ends"),
    ),
    Format(
        name="maz",
        title="micromouse maze in bytes",
        about="A byte for each room of 16 x 16 or 32 x 32: walls 1 north, 2 east, 4 south, 8 west",
        sniff=f"{_LINES}.mazefiles:fit_maz",
        parse=f"{_LINES}.mazefiles:parse_maz",
        print=f"{_LINES}.mazefiles:print_maz",
        endings=(".maz",),
        holds=("walls",),
        binary=True,
    ),
    Format(
        name="midi",
        title="MIDI Maze",
        about="The text of the game MIDI Maze: the side less 1 in two digits, then rows of X (wall) and .",
        sniff=f"{_LINES}.mazefiles:fit_midi",
        parse=f"{_LINES}.mazefiles:parse_midi",
        print=f"{_LINES}.mazefiles:print_midi",
    ),
    Format(
        name="compact",
        title="maze of _ and |",
        about="Rooms of two characters, as in Jamis Buck's articles: _ if a wall is below, | if one is right",
        sniff=f"{_LINES}.compact:fit_compact",
        parse=f"{_LINES}.compact:parse_compact",
        print=f"{_LINES}.compact:print_compact",
        holds=("walls",),
    ),
    Format(
        name="lines",
        title="maze of box-drawing characters",
        about="Walls of Unicode lines such as the corner and the cross; a dot or a mark in each room",
        sniff=f"{_LINES}.strokes:fit_strokes",
        parse=f"{_LINES}.strokes:parse_strokes",
        print=f"{_LINES}.strokes:print_strokes",
        holds=("one_way", "walls", "ends"),
    ),
    Format(
        name="halves",
        title="drawing of half blocks",
        about="Two cells in a character, or four: Unicode half blocks and quadrants, as terminals show them",
        sniff=f"{_LINES}.strokes:fit_halves",
        parse=f"{_LINES}.strokes:parse_halves",
        print=f"{_LINES}.strokes:print_halves",
    ),
    Format(
        name="line",
        title="board in one line",
        about="Rows between /, a number for so many open cells, # walls, S, E: for addresses and tests",
        sniff=f"{_LINES}.compact:fit_line",
        parse=f"{_LINES}.compact:parse_line",
        print=f"{_LINES}.compact:print_line",
        holds=("one_way", "ends"),
    ),
    *DATA,
    Format(
        name="picture",
        title="picture",
        about="A picture of a maze (PNG, JPEG, GIF, BMP, TIFF, WebP, PBM): walls are cells, or lines between",
        sniff=f"{_IO}.picture.pixels:fit_picture",
        parse=f"{_IO}.picture.maze:parse_picture",
        options=("wall",),
        binary=True,
    ),
)


def format_named(name: object, *, argument: str = "format", can: str) -> Format:
    """Return the format of that name that *can* "parse" or "print"; raise `UnknownChoiceError` if none."""
    rows = {row.name: row for row in FORMATS if getattr(row, can) is not None}
    UnknownChoiceError.check(argument, name, rows)
    return rows[str(name)]


def format_of_ending(path: str | os.PathLike[str]) -> str | None:
    """Return the format that is written to files with the ending of *path*; None for ``.txt``.

    Raises `UnknownChoiceError` for other endings.
    """
    ending = os.path.splitext(os.fspath(path))[1].lower()
    names = {ending: row.name for row in FORMATS if row.print is not None for ending in row.endings}
    if ending == ".txt":
        return None
    UnknownChoiceError.check("the ending of path", ending, [".txt", *names])
    return names[ending]
