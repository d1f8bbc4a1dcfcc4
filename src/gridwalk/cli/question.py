"""The board and the set of paths that options describe, and the options that say so.

A command about paths is an `OfPaths`: `answer` builds the set, shows progress on stderr, and leaves the rest
to its `reply`.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeAlias

import click

from gridwalk.algorithms import EVERY_BOARD, Algorithm, rows
from gridwalk.board import checks
from gridwalk.cli.answers import dumps, write
from gridwalk.cli.ends import Origins, Reading, ends_words, origins_of, some_of
from gridwalk.cli.options import Excludes, Needs, OneOf, Options, Rules, argument, option
from gridwalk.cli.progress import ProgressLine, say
from gridwalk.cli.status import Status
from gridwalk.cli.values import (
    Directory,
    Edge,
    Factor,
    Memory,
    Output,
    Pair,
    Portal,
    Positive,
    Size,
    Time,
    Whole,
    board_size,
)
from gridwalk.cli.workers import opened
from gridwalk.errors import ArgumentError, FileError, InputError
from gridwalk.io.formats import READING
from gridwalk.keywords import TERRAIN
from gridwalk.sets import pathset

if TYPE_CHECKING:
    from gridwalk.board.board import Board
    from gridwalk.board.cells import CellLike
    from gridwalk.io.boardtext import BoardText
    from gridwalk.io.picture.lattice import PictureReading
    from gridwalk.keywords import TextOptions
    from gridwalk.network.network import Network
    from gridwalk.sets.pathset import PathSet
    from gridwalk.sets.tourset import CycleSet, TourSet

    AnySet: TypeAlias = PathSet | TourSet | CycleSet

# What only boards have, or only drawings of boards.
OF_BOARDS = (
    "moves", "order", "corners", "diagonal", "portals", "wrap", "costs", "cell_width", "header", "wall_is",
    "open_is", "start_is", "exit_is", "cell", "unknown", "walls", "opened", "unit", "draw", "glyphs",
    "blanks", "in_cells", "squares", "origin", "labels", "turn_cost", "nearest", "up_to_symmetry", "layers",
    "pairs",
)  # fmt: skip
# Options for a part of the paths, and the verbs of sets that they are, in the order of asking.
CONDITIONS = {
    "through": "through", "avoiding": "avoiding", "through_edge": "through_edges",
    "avoiding_edge": "avoiding_edges", "length": "of_length", "longer_than": "longer_than",
    "shorter_than": "shorter_than",
}  # fmt: skip
CYCLIC = ("tour", "cycles")  # sets of what is no path from start to exit


class OnBoard(Options, under="Board"):
    """A board, and what is changed on it."""

    board: str = argument()
    moves: str | None = option(
        "One step: orthogonal (to 4 sides, the default), king (to 8), knight.  Slides: rook, bishop, queen, "
        "amazon; queen:3 up to 3 cells.  Or a leaper A,B, or letters such as U,D,DDR.  Between hexagons: hex "
        "(to 6), hex-king, hex-knight, hex-rook ...",
        metavar="MOVES",
    )
    order: str | None = option("Order of the moves, such as DRUL; it breaks ties.", metavar="LETTERS")
    corners: Any = option("Cells beside a diagonal step that must be open: both, one or none.  "
                          "[default: both; none for pieces that slide]", metavar="RULE")  # fmt: skip
    diagonal: Factor | None = option("What a diagonal step costs, times the cost of its cell: sqrt2 or a "
                                     "number.  [default: sqrt2; 1 with costs]")  # fmt: skip
    portals: tuple[Portal, ...] = option("A step from one cell to any other, one way; FROM:TO:COST at a cost "
                                         "of its own; repeatable.", "--portal", default=())  # fmt: skip
    wrap: Any = option("Sides that meet: rows (the last row meets the first), columns, or both (a torus).",
                       metavar="SIDES")  # fmt: skip
    terrain: str = option(READING["terrain"].help, metavar="CHARS", default=TERRAIN, shown=True)
    costs: bool = option(READING["costs"].help, default=False)
    cell_width: Annotated[int, click.IntRange(1, 2)] | None = option(READING["cell_width"].help)
    header: Annotated[int, click.IntRange(0)] | None = option(READING["header"].help)
    wall_is: str | None = option(READING["wall_is"].help, metavar="SIGNS")
    open_is: str | None = option(READING["open_is"].help, metavar="SIGNS")
    start_is: str | None = option(READING["start_is"].help, metavar="SIGN")
    exit_is: str | None = option(READING["exit_is"].help, metavar="SIGNS")
    cell: str | None = option(READING["cell"].help, metavar="WHAT")
    unknown: str = option(READING["unknown"].help, metavar="WHAT", default="wall", shown=True)
    format: str | None = option("Insist on a format of BOARD (gridwalk formats lists them), or of a network: "
                                "edges, arcs, adjlist, arclist, adjacency, dimacs, gml, graphml, gexf, "
                                "pajek, dot, graph6, sparse6, node-link.", metavar="NAME")  # fmt: skip
    walls: tuple[str, ...] = option("Put a wall there; repeatable.", "--wall", "CELL", default=())
    opened: tuple[str, ...] = option("Open that cell (its cost is 1); repeatable.", "--open", "CELL",
                                     default=())  # fmt: skip
    starts: tuple[str, ...] = option("Start: row,column or a square such as a1; repeatable; or anywhere.",
                                     "--from", "CELL", default=(), under="Which paths")  # fmt: skip
    exits: tuple[str, ...] = option("Exit; repeatable; or anywhere: paths may end, and pass, in any cell.",
                                    "--to", "CELL", default=(), under="Which paths")  # fmt: skip
    unit: Size | None = option("Who walks covers ROWSxCOLUMNS cells (2x3): each cell stands for the upper "
                               "left one.", metavar="SIZE")  # fmt: skip
    rules: ClassVar[Rules] = (
        Excludes(("costs", "cell_width", "header", "wall_is", "open_is", "start_is", "exit_is", "cell",
                  "unknown", "format"), "board=SIZE",
                 "{a} applies to files; this board is given by its size"),
    )  # fmt: skip
    of_networks: ClassVar[Rules] = (  # known when the file is read
        Excludes(OF_BOARDS, "board", "{a} is for boards, and this is a network: leave it out"),
        Excludes("output!=.csv|.json|.svg|.png", "board",
                 "-o {value} is for boards, and this is a network: its pictures are .svg or .png, its tables "
                 ".csv or .json"),
    )  # fmt: skip

    @cached_property
    def data(self) -> bytes:
        """The content of the file that BOARD is."""
        from gridwalk.reading import content_of

        return content_of(self.board)

    @cached_property
    def network(self) -> Network | None:
        """The network that BOARD is, if it is none with rows and columns."""
        if board_size(self.board):
            return None
        from gridwalk.network.files import network_in
        from gridwalk.reading import network_of

        how = {name: self.value(name) for name in ("format", *READING)}
        try:
            form = network_of(self.board, self.data, how)
        except ArgumentError as error:
            raise self._where_of_answer(error) from None
        if form is None:
            return None
        if why := next(filter(None, (rule.broken(self) for rule in self.of_networks)), None):
            raise InputError(why)
        found = network_in(self.data, form, self.board)
        if not found.nodes:
            raise InputError(f"{self.board}: the network is empty: it has no node")
        return found

    def shows_only(self) -> bool:
        """Whether its ends may be in doubt, as the board is not asked for paths, or pairs name the ends."""
        return bool(self.value("pair") or self.value("numbers"))

    def joins(self) -> bool:
        """Whether the letters of a puzzle mean something to the command."""
        return bool(self.value("pair") or self.value("numbers"))

    @cached_property
    def reading(self) -> Reading:
        """The board, and the text it was read from."""
        if self.network is not None:
            raise InputError(
                f"{self.board} is a network, without rows and columns: ask it by find, shortest, longest, "
                "list, sample or count"
            )
        starts, exits, _ = self.named_ends(shows_only=self.shows_only())
        changes: TextOptions = {**self.passed("moves", "wrap", "diagonal")}  # type: ignore[typeddict-item]
        if self.opened:  # an end may be a cell that is opened only now
            read, text = self._read(changes, ends_follow=bool(self.starts and self.exits))
            opened = read.with_open(*self.opened)
            start = opened.open_cell(starts[0], "start") if starts else None
            ends = opened._open_cells_of(exits, "exits") if exits else ()
            # As if the constructor had got them.
            start, ends = checks.settled_ends(opened.start, opened.exits, start, ends)
            board = opened.replace(start=start, exits=ends)
        else:
            # The constructor gets the ends: a start given at the default exit swaps the defaults.
            if starts:
                changes["start"] = starts[0]
            if exits:
                changes["exits"] = exits
            read, text = self._read(changes)
            board = read
        if self.walls:
            board = board.with_walls(*self.walls)
        if self.portals:
            board = board.with_portals(*self.portals)
        if self.moves == "rook":
            say("a rook slides any number of cells, as in chess; --moves orthogonal is one step at a time")
        moves = board.moves.unwrapped  # a file may have a corner rule, and pieces that slide have none
        moves = moves.with_corners(self.corners) if self.corners else moves
        moves = moves.ordered(self.order) if self.order else moves
        if moves != board.moves.unwrapped:  # most boards need no copy
            board = board.replace(moves=moves)
        if self.unit:
            board = board.for_size(*self.unit)
            say(f"cells are the upper left ones of a unit of {self.unit[0]} x {self.unit[1]}, # is where "
                "it does not fit")  # fmt: skip
        return Reading(board, text, read.open_cells)

    def _read(self, changes: TextOptions, *, ends_follow: bool = False) -> tuple[Board, BoardText | None]:
        from gridwalk.board.board import Board
        from gridwalk.reading import read_with_text

        if size := board_size(self.board):
            return Board.rectangle(*size, **changes), None
        puzzle = "numberlink" if ("letters",) in (self.value("pair") or ()) else None
        puzzle = "numbered" if self.value("numbers") else puzzle
        anywhere = self.shows_only() or ends_follow or self.starts == self.exits == (pathset.ANYWHERE,)
        try:
            return read_with_text(
                self.board, data=self.data, costs=self.costs, terrain=self.terrain,
                cell_width=self.cell_width, header=self.header, wall_is=self.wall_is, open_is=self.open_is,
                start_is=self.start_is, exit_is=self.exit_is, cell=self.cell, unknown=self.unknown,
                format=self.format or puzzle, joins=self.joins(),
                ends_needed=not (anywhere or self.given(CYCLIC)), **changes,
            )  # fmt: skip
        except FileError as error:
            raise self._where_of_answer(error) from None

    def _where_of_answer(self, error: InputError) -> InputError:
        """Return what to type if --format names a form of the answer, else *error*."""
        options = {one.name: one.type for one in click.get_current_context().command.params}
        file, how = options.get("output"), ""
        if self.format == "json" and "in_json" in options:
            how = "add --json"
        elif isinstance(file, Output) and f".{self.format}" in file.endings:
            how = f"give -o FILE.{self.format}, or --to-format {self.format} -o -"
        why = f" ({error})" if isinstance(error, FileError) else ""
        words = f"--format {self.format} is the format of BOARD; for the answer {how}{why}"
        return InputError(words) if how else error

    def named_ends(self, *, shows_only: bool) -> tuple[tuple[str, ...], tuple[str, ...], set[str]]:
        """Return the starts and the exits that --from and --to name, and which of the two are anywhere."""
        named, anywhere = [], set[str]()
        for end, cells in (("--from", self.starts), ("--to", self.exits)):
            if pathset.ANYWHERE in cells:
                if len(cells) > 1:
                    raise InputError(f"{end} {pathset.ANYWHERE} is every cell: give no other")
                if shows_only:
                    raise InputError(f"{end} {pathset.ANYWHERE} is for questions about paths: give a cell")
                anywhere.add(end)
            named.append(() if pathset.ANYWHERE in cells else cells)
        return named[0], named[1], anywhere

    def refuse_several_starts(self, what: str = "a board") -> None:
        """Raise `InputError` if --from names several cells, or anywhere, where there is one."""
        if len(self.starts) > 1:
            raise InputError(f"{what} has one start: give --from once")
        self.named_ends(shows_only=True)

    def origins(self) -> Origins:
        """Return where the board's start and exits come from."""
        return origins_of(self.reading, start_is_given=bool(self.starts), exits_are_given=bool(self.exits))

    @property
    def picture(self) -> PictureReading | None:
        """How the board was read from a picture, if it was."""
        text = None if self.network else self.reading.text
        return None if text is None else text.picture

    def as_cells(self, names: tuple[CellLike, ...], argument: str) -> tuple[CellLike, ...]:
        """Return the names of cells, with the cells at those that are places in metres."""
        from gridwalk.io.picture.robotmap import in_cells

        frame = getattr(self.picture, "frame", None)
        return tuple(in_cells(name, frame, argument) for name in names)


class OfPaths(OnBoard, under="Which paths"):
    """Which paths of the board are asked for, and within which limits."""

    paths: bool = option("Simple paths from start to exit (the default).")
    tour: bool = option("Tours: paths through every open cell.")
    closed: bool = option("With --tour: tours that end one move from their start.")
    undirected: bool = option("Count an open tour and its reverse once.")
    cycles: bool = option("Simple cycles of any length.")
    through: tuple[str, ...] = option("Only paths that visit it; repeatable.", metavar="CELL", default=())
    avoiding: tuple[str, ...] = option("Only paths that avoid it; repeatable.", metavar="CELL", default=())
    through_edge: tuple[Edge, ...] = option("Only paths that move between these two cells, either way; "
                                            "repeatable.", default=())  # fmt: skip
    avoiding_edge: tuple[Edge, ...] = option("Only paths that do not; repeatable.", default=())
    length: Whole | None = option("Only paths of exactly N moves.")
    longer_than: Whole | None = option("Only longer paths.")
    shorter_than: Positive | None = option("Only shorter paths.")
    seconds: Time | None = option("Stop after this time (10s, 5m), with status 3.", "--time", under="Limits")
    memory: Memory | None = option("Memory for a sweep over all paths (64MiB, 8GiB); default: 60 % of free "
                                   "memory.", under="Limits")  # fmt: skip
    rules: ClassVar[Rules] = (
        OneOf(("paths", "tour", "cycles"), "{all} are different questions: give one of them"),
        Needs(("closed", "undirected"), "tour", "{a} applies to tours: add --tour"),
        Excludes("cycles", ("starts", "exits"),
                 "a cycle has no start and no end: leave out --from and --to, or use --through"),
    )  # fmt: skip

    def paths_asked(self) -> AnySet:
        """Return the set of paths, tours or cycles."""
        paths: Any = self._all()
        for name, verb in CONDITIONS.items():
            if self.given(name):
                value = self.value(name)
                paths = getattr(paths, verb)(
                    *(self.as_cells(value, name) if isinstance(value, tuple) else (value,))
                )
        paths = paths.within(self.seconds, memory=self.memory, keep=self.value("keep"))
        asked: AnySet = paths.induced() if self.value("induced") else paths
        return asked

    def _all(self) -> AnySet:
        board: Any = self.network or self.reading.board
        if self.value("pair"):
            pairs, letters = (self.value("pair"), {}) if self.network else self._pairs()
            joined: Any = board.path_pairs(*pairs, fill=self.value("fill"), **letters)
            return joined  # type: ignore[no-any-return]
        if self.value("numbers"):
            return self._numbered()
        starts: tuple[CellLike, ...]
        exits: tuple[CellLike, ...]
        starts, exits, anywhere = self.named_ends(shows_only=self.shows_only())
        starts, exits = self.as_cells(starts, "start"), self.as_cells(exits, "exits")
        if self.unit:  # where it does not fit at an end, the board has the nearest corner
            starts = (board.start,) if len(starts) == 1 else starts
            exits = board.exits if exits else exits
        if self.cycles:
            return board.cycles()  # type: ignore[no-any-return]
        if self.tour and not self.closed:  # signs that are named are meant
            starts = starts or ((board.start,) if self.start_is else ())
            exits = exits or (board.exits if self.exit_is else ())
        if self.tour:
            return board.tours(  # type: ignore[no-any-return]
                               starts or None, exits or None, closed=self.closed,
                               undirected=bool(self.undirected))  # fmt: skip
        start = pathset.ANYWHERE if "--from" in anywhere else starts or None
        if self.network and not anywhere and not (starts and exits):
            raise InputError("a network has no start and no exit of its own: give --from and --to, a node or "
                             "anywhere")  # fmt: skip
        ends = exits if self.network else None
        return board.paths(start, pathset.ANYWHERE if "--to" in anywhere else ends)  # type: ignore[no-any-return]

    def _numbered(self) -> AnySet:
        """Return the tours past the numbers of the board."""
        from gridwalk.reading import numbered_tours

        text = None if self.network else self.reading.text
        if text is None or not text.numbers:
            raise InputError("--numbers: this board has no numbers, such as a Zip has")
        asked: Any = numbered_tours(self.reading.board, text, steps=self.value("numbers") == "steps")
        return asked  # type: ignore[no-any-return]

    def _pairs(self) -> tuple[list[tuple[Any, ...]], dict[str, Any]]:
        """Return the pairs that are given, for the word letters those of the board, and their letters."""
        from gridwalk.reading import letters_of

        given, text = self.value("pair"), self.reading.text
        if ("letters",) not in given:
            return list(given), {}
        if text is None or not text.pairs:
            raise InputError("--pair letters: this board has no letters that are there twice")
        pairs = [pair for each in given for pair in (text.pairs if each == ("letters",) else [each])]
        return pairs, {"letters": letters_of(text)} if given == (("letters",),) else {}

    def answer(self) -> int:
        """Answer the question, with progress on stderr; on Ctrl-C print the last progress."""
        paths = self.paths_asked()
        if self.value("explain"):
            verb: Any = "lengths" if self.given("lengths") else click.get_current_context().info_name
            table = paths.explain(verb)
            write(dumps(table.to_dict()) if self.given("in_json") else str(table))
            return Status.ANSWERED
        workers = self.value("on")
        with opened(workers) if workers else nullcontext() as on, ProgressLine() as line:
            question = paths._question
            limits = replace(question.limits, progress=line, on=on)
            status = self.reply(replace(paths, _question=question.limited(limits)))
            if (picture := self.picture) is not None:
                say(f"read as a {picture}")
            if words := self.note(paths):
                say(words)
            return status

    def note(self, paths: AnySet) -> str:
        """Return the ends of the paths if some were guessed; else an empty text."""
        return f"from {some_of(paths.starts)} to {some_of(paths.exits)}{self.guess}" if self.guess else ""

    @property
    def guess(self) -> str:
        """Where ends come from that were guessed, in parentheses; else an empty text."""
        asked = self.network or self.given(("pair", "numbers", *CYCLIC))
        why = None if asked else ends_words(self.origins())
        return "" if why is None else f" ({why})"

    @property
    def noun(self) -> str:
        """What one member is called."""
        names = {"pair": "solution", "numbers": "solution", "tour": "tour", "cycles": "cycle"}
        return next((noun for name, noun in names.items() if self.given(name)), "path")

    def reply(self, paths: AnySet) -> int:
        """Give the answer about the set, and return the exit status."""
        raise NotImplementedError


class KindOptions(Options, under="Which paths"):
    """The options of sets that are swept cell by cell: --induced, --pair and --fill."""

    induced: bool = option("Only induced paths (snakes): no move joins two cells but consecutive ones; with "
                           "--pair of all paths.")  # fmt: skip
    pair: tuple[Pair, ...] = option("Join these two cells, and those of all other pairs, by paths that share "
                                    "no cell; repeatable; or letters: those that BOARD has twice.",
                                    default=())  # fmt: skip
    fill: bool = option("With --pair: the paths visit every open cell (Numberlink).")
    numbers: Literal["order", "steps"] | None = option(
        "Tours past the numbers of BOARD: in their order, from the first to the last (Zip), or at these "
        "steps (Numbrix, Hidato).")  # fmt: skip
    rules: ClassVar[Rules] = (
        Excludes("induced", "tour", "--induced applies to paths and cycles: a tour visits every cell"),
        Needs("fill", "pair", "--fill applies to paths between pairs of cells: add --pair"),
        Excludes(("starts", "exits", "paths", "tour", "cycles", "draw", "blanks", "reverse"), "pair",
                 "{a} does not apply to paths between pairs of cells: leave out {a} or --pair"),
        Excludes(("starts", "exits", "paths", "tour", "cycles", "induced", "pair", "by"), "numbers",
                 "{a} does not apply to tours past numbers: leave out {a} or --numbers"),
        Excludes("through_edge", "pair", "the sweep knows no edges that paths must take: leave out {a}"),
        Excludes("output=.npy|.html", "pair",
                 "-o {value} is for single paths: write an .svg, .png or .txt"),
    )  # fmt: skip


def beside_kinds(*names: str) -> Excludes:
    """Return the rule of options that apply neither to induced paths nor to those of pairs."""
    return Excludes(names, ("pair", "induced", "numbers"), "{a} applies to all paths: leave out {a} or {b}")


class ExplainOption(Options, under="How"):
    """The option --explain."""

    explain: bool = option("Only print which engine would answer, and its estimated cost.")


WEIGHT = option("With --by weighted-astar: at most W times the shortest; default 2.", metavar="W",
                under="How")  # fmt: skip
WEIGHT_RULE = Excludes(
    "weight", CYCLIC, "--weight is for --by weighted-astar, which finds paths from start to exit"
)


class KeepOption(Options, under="Limits"):
    """The option --keep."""

    keep: Directory | None = option("Store each finished part of a count in the folder DIR, and go on "
                                    "from there.", metavar="DIR")  # fmt: skip


def by_option(verb: str, auto: str) -> Any:
    """Declare the option --by of *verb*, one algorithm per line; *auto* describes the default."""
    return option(partial(_algorithms, verb, auto), metavar="ALGORITHM", default="auto", under="How")


def _algorithms(verb: str, auto: str) -> str:
    for_paths = rows(verb)
    for_tours = [row for row in rows(verb, "tours") if row not in for_paths]
    width = max(len(row.name) for row in (*for_paths, *for_tours))

    def entry(name: str, words: str) -> str:
        return f"{name:{width}}  {words}"

    def entry_of(row: Algorithm) -> str:
        is_limited = row.suits != EVERY_BOARD and (verb == "shortest" or "shortest" not in row.verbs)
        return entry(row.name, f"{row.title}: {row.suits}" if is_limited else row.title)

    lines = [entry("auto", f"{auto} (default)"), *map(entry_of, for_paths)]
    if for_tours:
        lines += ["tours:", *map(entry_of, for_tours)]
    return "\b\n" + "\n".join(lines)
