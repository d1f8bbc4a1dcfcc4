"""The board that a command asks about: its options, and how it is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import numpy as np

from gridwalk.board import checks
from gridwalk.cli.messages import say
from gridwalk.cli.options import cells, combined, flag
from gridwalk.cli.values import FACTOR, PORTAL, UNIT, Number, board_size
from gridwalk.errors import ArgumentError, Cell, FileError, InputError
from gridwalk.io.formats import READING
from gridwalk.keywords import TERRAIN
from gridwalk.sets.pathset import ANYWHERE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwalk.board.board import Board
    from gridwalk.board.cells import CellLike
    from gridwalk.io.boardtext import BoardText
    from gridwalk.io.picture.lattice import PictureReading
    from gridwalk.network.network import Network

MOVES = (
    "One step: orthogonal (to 4 sides, the default), king (to 8), knight.  Slides: rook, bishop, queen, "
    "amazon; queen:3 up to 3 cells.  Or a leaper A,B, or letters, in the order in which they are tried: "
    "D,R,U,L or U,D,DDR.  Between hexagons: hex (to 6), hex-king, hex-knight, hex-rook ..."
)
CORNERS = (
    "Cells beside a diagonal step that must be open: both, one or none.  [default: both; none for pieces "
    "that slide]"
)
FORMAT = (
    "Read BOARD in this format (convert --formats lists them), or as a network: edges, arcs, adjlist, "
    "arclist, adjacency, dimacs, gml, graphml, gexf, pajek, dot, graph6, sparse6, node-link."
)
DIAGONAL = (
    "Cost of a diagonal step, times the cost of its cell: sqrt2 or a number.  [default: sqrt2; 1 with costs]"
)
# With the argument BOARD, the options of every command about a board.
options = combined(
    click.argument("board"),
    click.option("--moves", metavar="MOVES", help=MOVES),
    click.option("--corners", metavar="RULE", help=CORNERS),
    flag("--costs", help=READING["costs"].help),
    click.option("--wall-is", metavar="SIGNS", help=READING["wall_is"].help),
    click.option("--open-is", metavar="SIGNS", help=READING["open_is"].help),
    click.option("--start-is", metavar="SIGN", help=READING["start_is"].help),
    click.option("--exit-is", metavar="SIGNS", help=READING["exit_is"].help),
)
start_option = cells("--from", "starts", help="Start: row,column or a square such as a1.")
exit_option = cells("--to", "exits", help="Exit; repeatable.")
format_option = click.option("--format", metavar="NAME", help=FORMAT)
cell_option = click.option("--cell", metavar="WHAT", help=READING["cell"].help)
width_option = click.option("--cell-width", type=Number(1, 2), help=READING["cell_width"].help)
diagonal_option = click.option("--diagonal", type=FACTOR, help=DIAGONAL)
change_options = combined(
    cells("--wall", "walls", help="Put a wall there; repeatable."),
    cells("--open", "opened", help="Open that cell (its cost is 1); repeatable."),
)  # fmt: skip
# Options that only convert has.  To use them with another command, pipe the output of convert into it.
rare_options = combined(
    format_option,
    cell_option,
    click.option("--unknown", metavar="WHAT", default="wall", show_default=True,
                 help=READING["unknown"].help),
    click.option("--terrain", metavar="CHARS", default=TERRAIN, show_default=True,
                 help=READING["terrain"].help),
    width_option,
    click.option("--header", type=Number(0), help=READING["header"].help),
    diagonal_option,
    click.option("--portal", "portals", type=PORTAL, multiple=True,
                 help="Add a one-way step from one cell to any other; FROM:TO:COST also sets its cost; "
                      "repeatable."),
    click.option("--wrap", metavar="SIDES",
                 help="Sides that meet: rows (the last row meets the first), columns, or both (a torus)."),
    change_options,
    click.option("--unit", type=UNIT,
                 help="Move a unit of ROWSxCOLUMNS cells (2x3); a cell names its upper left corner."),
)  # fmt: skip
# The parameters that only boards have, not networks.
OF_BOARDS = (
    "moves", "corners", "wall_is", "open_is", "start_is", "exit_is", "costs", "cell", "cell_width", "header",
    "diagonal", "portals", "wrap", "walls", "opened", "unit", "squares", "draw", "labels", "turn_cost",
    "nearest", "up_to_symmetry", "pairs_file",
)  # fmt: skip
OPENING, FIRST, LAST = "opening of the border", "first open cell", "last open cell"


class Origins(NamedTuple):
    """The origin of the start and of the exits: "given", "marked", or one of the three constants above."""

    start: str
    exits: str
    walls: tuple[Cell, ...] = ()  # corners that would be a start or exit, but are walls

    @property
    def guess(self) -> str:
        """The origin of a guessed start or guessed exits; an empty text if nothing was guessed."""
        start, exits, walls = self
        if not {OPENING, FIRST, LAST} & {start, exits}:
            return ""
        if (start, exits) == (OPENING, OPENING):
            why = "openings of the border"
        elif (start, exits) == (FIRST, LAST):
            why = "first and last open cell"
        else:
            named = (("start", start), ("exit", exits))
            why = "; ".join(f"{end}: {origin}" for end, origin in named if origin in (OPENING, FIRST, LAST))
        if len(walls) == 2:
            why += f": the corners {walls[0]} and {walls[1]} are walls"
        elif walls:
            why += f": the corner {walls[0]} is a wall"
        return why


@dataclass(frozen=True)
class Reading:
    """A board or a network, and how it was read."""

    board: Any  # a Board, or a Network
    text: BoardText | None = None  # None: the board was given by its size
    open_cells: NDArray[np.bool_] = field(default_factory=lambda: np.ones((1, 1), bool))  # before --wall
    is_network: bool = False
    start_is_given: bool = False
    exits_are_given: bool = False

    @property
    def picture(self) -> PictureReading | None:
        """The picture that the board was read from, if any."""
        return None if self.text is None else self.text.picture

    @property
    def origins(self) -> Origins:
        """Where the start and the exits come from."""
        board, text = self.board, self.text
        start = "given" if self.start_is_given else "marked" if text and text.start else ""
        exits = "given" if self.exits_are_given else "marked" if text and text.exits else ""
        if self.picture is not None:
            openings = self.picture.openings
            start = start or (OPENING if board.start in openings else "")
            exits = exits or (OPENING if set(board.exits) <= set(openings) else "")
            if start and exits:
                return Origins(start, exits)
        if len(checks.openings_of(self.open_cells)) == 2:
            return Origins(start or OPENING, exits or OPENING)
        first, last = checks.default_ends(self.open_cells)
        # A start given at the default exit, or the reverse, swaps the two.
        start = start or (LAST if exits and board.start == last != first else FIRST)
        swapped = start in ("given", "marked") and board.exits == (first,) != (last,)
        exits = exits or (FIRST if swapped else LAST)
        corners = {FIRST: (0, 0), LAST: (board.rows - 1, board.columns - 1)}
        named = [corners[origin] for origin in (start, exits) if origin in corners]
        return Origins(start, exits, tuple(corner for corner in named if not self.open_cells[corner]))

    def as_cells(self, names: tuple[CellLike, ...], argument: str) -> tuple[CellLike, ...]:
        """Return cells by their names; a position in metres becomes the cell at that position."""
        from gridwalk.io.picture.robotmap import in_cells

        frame = getattr(self.picture, "frame", None)
        return tuple(in_cells(name, frame, argument) for name in names)


def named_ends(
    starts: tuple[str, ...], exits: tuple[str, ...], *, anywhere: bool = False
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the cells of --from and --to; the word anywhere, if allowed, becomes no cells."""
    for option, ends in (("--from", starts), ("--to", exits)):
        if ANYWHERE in ends and len(ends) > 1:
            raise InputError(f"{option} {ANYWHERE} is every cell: give no other")
        if ANYWHERE in ends and not anywhere:
            raise InputError(f"{option} {ANYWHERE} is for questions about paths: give a cell")
    return () if ANYWHERE in starts else starts, () if ANYWHERE in exits else exits


def read_one(
    name: str, starts: tuple[str, ...], exits: tuple[str, ...] = (), *, what: str = "a board", **how: Any
) -> Reading:
    """Return the board for a command with a single start; error messages name its answer, *what*."""
    if len(starts) > 1:
        raise InputError(f"{what} has one start: give --from once")
    starts, exits = named_ends(starts, exits)
    return read(name, starts=starts, exits=exits, **how)


def read(
    name: str,
    *,
    starts: tuple[str, ...] = (),
    exits: tuple[str, ...] = (),
    moves: str | None = None,
    corners: Any = None,
    diagonal: float | None = None,
    portals: tuple[Any, ...] = (),
    wrap: Any = None,
    walls: tuple[str, ...] = (),
    opened: tuple[str, ...] = (),
    unit: tuple[int, int] | None = None,
    ends_needed: bool = False,
    joins: bool = False,
    networks: bool = False,
    data: bytes | None = None,
    **how: Any,
) -> Reading:
    """Return the board of a file or of a size such as 8x8; *how* are options for reading.

    *data* is the content of the file, if it has been read.  *ends_needed* and *joins* are as for
    `gridwalk.reading.read_with_text`; a network is refused unless *networks*.
    """
    size = board_size(name)
    if size is None:
        from gridwalk.reading import content_of

        data = content_of(name) if data is None else data
        if (network := _network(name, data, how)) is not None:
            if not networks:
                raise InputError(
                    f"{name} is a network, without rows and columns: ask it by find, shortest, longest, "
                    "list, sample or count"
                )
            return Reading(network, is_network=True)
    elif given := [key for key, value in how.items() if value not in (None, False, "wall", TERRAIN)]:
        raise InputError(f"{_written(given[0])} applies to files; this board is given by its size")
    changes: dict[str, Any] = {"moves": moves, "wrap": wrap, "diagonal": diagonal}
    changes = {key: value for key, value in changes.items() if value is not None}
    if not opened:  # the constructor gets the ends: a start given at the default exit swaps the defaults
        changes |= {"start": starts[0]} if starts else {}
        changes |= {"exits": exits} if exits else {}
    text = None
    if size is None:
        from gridwalk.reading import read_with_text

        needed = ends_needed and not (opened and starts and exits)
        try:
            board, text = read_with_text(name, data=data, ends_needed=needed, joins=joins, **how, **changes)
        except FileError as error:
            raise _for_answer(error, how.get("format")) from None
    else:
        from gridwalk.board.board import Board

        board = Board.rectangle(*size, **changes)
    open_cells = board.open_cells
    if opened:  # an end may be a cell that is opened only now
        board = _with_open(board, opened, starts, exits)
    board = _changed(board, moves, corners, walls, portals, unit)
    return Reading(board, text, open_cells, False, bool(starts), bool(exits))


def _network(name: str, data: bytes, how: dict[str, Any]) -> Network | None:
    """Return the network in *data*; None if it is a board."""
    from gridwalk.network.files import network_in
    from gridwalk.reading import network_of

    try:
        form = network_of(name, data, how)
    except ArgumentError as error:
        raise _for_answer(error, how.get("format")) from None
    if form is None:
        return None
    params = click.get_current_context().params
    for key in OF_BOARDS:
        if params.get(key) not in (None, False, ()):
            raise InputError(f"{_written(key)} is for boards, and this is a network: leave it out")
    output = params.get("output")
    if output is not None and output.suffix.lower() not in (".json", ".svg", ".png"):
        raise InputError(f"-o {output} is for boards, and this is a network: its pictures are .svg or .png")
    found = network_in(data, form, name)
    if not found.nodes:
        raise InputError(f"{name}: the network is empty: it has no node")
    return found


def _written(name: str) -> str:
    """Return the option of a parameter of the current command, as it is written."""
    params = click.get_current_context().command.params
    return next((param.opts[-1] for param in params if param.name == name), f"--{name.replace('_', '-')}")


def _for_answer(error: InputError, form: str | None) -> InputError:
    """If --format names a form of the answer, return an error with the right option; else *error*."""
    option = option_of_form(click.get_current_context().command, form)
    why = f" ({error})" if isinstance(error, FileError) else ""
    words = f"--format {form} is the format of BOARD; for the answer give {option}{why}"
    return InputError(words) if option else error


def option_of_form(command: click.Command, form: str | None) -> str:
    """Return the option of *command* that gives its answer in this form, such as json; or an empty text."""
    params = {param.name: param for param in command.params}
    if form == "json" and "in_json" in params:
        return "--json"
    endings = getattr(params["output"].type, "endings", ()) if "output" in params else ()
    return f"-o FILE.{form}" if f".{form}" in endings else ""


def _with_open(board: Board, opened: tuple[str, ...], starts: Any, exits: Any) -> Board:
    """Return *board* with these cells opened; starts and exits may be among them."""
    board = board.with_open(*opened)
    start = board.open_cell(starts[0], "start") if starts else None
    ends = board._open_cells_of(exits, "exits") if exits else ()
    start, ends = checks.settled_ends(board.start, board.exits, start, ends)
    return board.replace(start=start, exits=ends)


def _changed(
    board: Board, moves: str | None, corners: Any, walls: Any, portals: Any, unit: tuple[int, int] | None
) -> Board:
    """Return *board* with these walls and portals, this corner rule, and cells for this unit."""
    if walls:
        board = board.with_walls(*walls)
    if portals:
        board = board.with_portals(*portals)
    if moves == "rook":
        say("a rook slides any number of cells, as in chess; --moves orthogonal is one step at a time")
    if corners and corners != board.moves.unwrapped.corners:
        # A file may have a corner rule, and pieces that slide have none.
        board = board.replace(moves=board.moves.unwrapped.with_corners(corners))
    if unit:
        board = board.for_size(*unit)
        say(f"cells are the upper left ones of a unit of {unit[0]} x {unit[1]}, # is where it does not fit")
    return board
