"""The options that commands share, and the question made of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import click

from gridwalk.algorithms import EVERY_BOARD, Algorithm, rows
from gridwalk.board import Board
from gridwalk.cli.answers import dumps, write
from gridwalk.cli.crew import opened
from gridwalk.cli.ends import Origins, Reading, edges_of, ends_words, named_ends, origins_of
from gridwalk.cli.progress import ProgressLine, say
from gridwalk.cli.status import Status
from gridwalk.cli.values import DIAGONAL_OPTION, PORTAL_OPTION, MemorySize, Seconds, board_size
from gridwalk.errors import InputError
from gridwalk.grids.checks import settled_ends
from gridwalk.grids.moves import NAMED_MOVES
from gridwalk.grids.names import parse_moves
from gridwalk.io.boardtext import BoardText
from gridwalk.io.formats import READING
from gridwalk.io.picture.lattice import PictureReading
from gridwalk.keywords import TERRAIN
from gridwalk.reading import read_with_text
from gridwalk.sets.pathset import ANYWHERE, PathSet

if TYPE_CHECKING:
    from gridwalk.sets.cycleset import CycleSet
    from gridwalk.sets.tourset import TourSet

AnySet: TypeAlias = "PathSet | TourSet | CycleSet"
F = TypeVar("F", bound=Callable[..., Any])


BOARD_OPTIONS = (
    click.argument("board"),
    click.option("--moves", metavar="MOVES",
                 help=f"Moves: {', '.join(NAMED_MOVES)}, queen, bishop, amazon (queen:N slides up to N "
                 "cells), a leaper A,B, or letters such as U,D,DDR.  "
                 "[default: rook; king on MovingAI maps]"),
    click.option("--order", metavar="LETTERS", help="Order of the moves, such as DRUL; it breaks ties."),
    click.option("--corners", default="both", show_default=True, metavar="RULE",
                 help="Cells beside a diagonal step that must be open: both, one or none."),
    DIAGONAL_OPTION,
    PORTAL_OPTION,
    click.option("--wrap", metavar="SIDES",
                 help="Sides that meet: rows (the last row meets the first), columns, or both (a torus)."),
    click.option("--terrain", default=TERRAIN, show_default=True, metavar="CHARS",
                 help=READING["terrain"].help),
    click.option("--costs", is_flag=True,
                 help=READING["costs"].help),
    click.option("--cell-width", type=click.IntRange(1, 2), metavar="N",
                 help=READING["cell_width"].help),
    click.option("--wall-is", metavar="WHAT", help=READING["wall"].help),
    click.option("--format", metavar="NAME",
                 help="Insist on a format of BOARD; gridwalk formats lists them."),
    click.option("--wall", "walls", multiple=True, metavar="CELL", help="Put a wall there; repeatable."),
    click.option("--open", "opened", multiple=True, metavar="CELL",
                 help="Open that cell (its cost is 1); repeatable."),
    click.option("--from", "starts", multiple=True, metavar="CELL",
                 help="Start: row,column or a square such as a1; repeatable; or anywhere."),
    click.option("--to", "exits", multiple=True, metavar="CELL",
                 help="Exit; repeatable; or anywhere: paths may end, and pass, in any cell."),
)  # fmt: skip
SET_OPTIONS = (
    click.option("--paths", is_flag=True, help="Simple paths from start to exit (the default)."),
    click.option("--tour", is_flag=True, help="Tours: paths through every open cell."),
    click.option("--closed", is_flag=True, help="With --tour: tours that end one move from their start."),
    click.option("--undirected", is_flag=True, help="Count an open tour and its reverse once."),
    click.option("--cycles", is_flag=True, help="Simple cycles of any length."),
    click.option("--through", multiple=True, metavar="CELL", help="Only paths that visit it; repeatable."),
    click.option("--avoiding", multiple=True, metavar="CELL", help="Only paths that avoid it; repeatable."),
    click.option("--through-edge", multiple=True, metavar="CELL:CELL",
                 help="Only paths that move between these two cells, either way; repeatable."),
    click.option("--avoiding-edge", multiple=True, metavar="CELL:CELL",
                 help="Only paths that do not; repeatable."),
    click.option("--length", type=click.IntRange(min=0), metavar="N", help="Only paths of exactly N moves."),
    click.option("--longer-than", type=click.IntRange(min=0), metavar="N", help="Only longer paths."),
    click.option("--shorter-than", type=click.IntRange(min=1), metavar="N", help="Only shorter paths."),
    click.option("--time", "seconds", type=Seconds(), metavar="TIME",
                 help="Stop after this time (10s, 5m, 2h) with exit status 3."),
    click.option("--memory", type=MemorySize(), metavar="SIZE",
                 help="Memory for a sweep over all paths (64MiB, 8GiB); default: 60 % of free memory."),
)  # fmt: skip
EXPLAIN_OPTION = click.option(
    "--explain", is_flag=True, help="Only print which engine would answer, and its estimated cost."
)
CHECKPOINT_OPTION = click.option(
    "--checkpoint",
    metavar="DIR",
    type=click.Path(file_okay=False),
    help="Save the state of the answer in DIR, and resume from it.",
)
SOME_BOARD = (2, 2)  # how far a queen slides is known when the board is read
# What `gridwalk.read` calls the options for reading, by their names here.
_READING = {
    "costs": "costs",
    "terrain": "terrain",
    "cell_width": "cell_width",
    "wall_is": "wall",
    "format": "format",
}


def by_option(verb: str, auto: str) -> Callable[[F], F]:
    """Return the option --by of *verb*, one algorithm per line; *auto* describes the default."""
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
    return click.option("--by", default="auto", metavar="ALGORITHM", help="\b\n" + "\n".join(lines))


WEIGHT_OPTION = click.option(
    "--weight",
    type=float,
    metavar="W",
    help="With --by weighted-astar: at most W times the shortest; default 2.",
)
JSON_OPTION = click.option(
    "--json",
    "in_json",
    is_flag=True,
    help="Print the answer as JSON; an error is JSON, too, the last line of stderr.",
)


def weighted(paths: AnySet, weight: float | None) -> dict[str, Any]:
    """Return the argument *weight* of `find` and `trace`, if it is given."""
    if weight is not None and not isinstance(paths, PathSet):
        raise InputError("--weight is for --by weighted-astar, which finds paths from start to exit")
    return {} if weight is None else {"weight": weight}


def options(*groups: tuple[Callable[[F], F], ...] | Callable[[F], F]) -> Callable[[F], F]:
    """Return a decorator that adds options, and groups of them, in the order given."""

    def decorate(function: F) -> F:
        flat = [option for group in groups for option in (group if isinstance(group, tuple) else (group,))]
        for option in reversed(flat):
            function = option(function)
        return function

    return decorate


@dataclass(frozen=True)
class BoardArguments:
    """The values of the shared options; `board` and `paths` build the board and the set."""

    given: dict[str, Any]
    shows_only: bool = False  # the board is not asked for paths, so that its ends may be in doubt

    def board(self) -> Board:
        """Return the board, read or made."""
        return self.reading.board

    @cached_property
    def reading(self) -> Reading:
        """The board, and the text it was read from."""
        given = self.given
        # Pass the ends to the constructor: a start given at the default exit swaps the defaults.
        options: dict[str, Any] = {}
        if given["moves"] is not None:
            options["moves"] = parse_moves(given["moves"], SOME_BOARD)
        for name in ("wrap", "diagonal"):
            if given[name] is not None:
                options[name] = given[name]
        ends: dict[str, Any] = {}
        starts, exits, _ = named_ends(given, self.shows_only)
        if starts:
            ends["start"] = starts[0]
        if exits:
            ends["exits"] = exits
        if given["opened"]:  # an end may be a cell that is opened only now
            read, text = self._read(options, ends_follow=bool(given["starts"] and given["exits"]))
            board = self._with_ends(read.with_open(*given["opened"]), **ends)
        else:
            read, text = self._read(options | ends)
            board = read
        if given["walls"]:
            board = board.with_walls(*given["walls"])
        if given["portals"]:
            board = board.with_portals(*given["portals"])
        named = given["moves"] and parse_moves(given["moves"], board.shape)
        moves = (named or board.moves.unwrapped).with_corners(given["corners"])
        moves = moves.ordered(given["order"]) if given["order"] else moves
        if moves != board.moves.unwrapped:  # most boards need no copy
            board = board.replace(moves=moves)
        return Reading(board, text, read.open_cells)

    def _read(self, options: dict[str, Any], *, ends_follow: bool = False) -> tuple[Board, BoardText | None]:
        word = self.given["board"]
        reading = {name: self.given[key] for key, name in _READING.items()}
        if size := board_size(word):
            for key, name in _READING.items():
                if key != "terrain" and reading[name]:
                    option = f"--{key.replace('_', '-')}"
                    raise InputError(f"{option} applies to files; this board is given by its size")
            return Board.rectangle(*size, **options), None
        both = self.given["starts"] == self.given["exits"] == (ANYWHERE,)
        anywhere = (
            self.shows_only or ends_follow or both or self.given.get("tour") or self.given.get("cycles")
        )
        return read_with_text(word, **reading, ends_needed=not anywhere, **options)

    @property
    def picture(self) -> PictureReading | None:
        """How the board was read from a picture, if it was."""
        text = self.reading.text
        return None if text is None else text.picture

    def origins(self) -> Origins:
        """Return where the board's start and exits come from."""
        return origins_of(
            self.reading, start_is_given=bool(self.given["starts"]), exits_are_given=bool(self.given["exits"])
        )

    def _with_ends(self, board: Board, start: str | None = None, exits: Sequence[str] = ()) -> Board:
        """Return *board* with these ends, as if its constructor had got them."""
        given_start = None if start is None else board.open_cell(start, "start")
        given_exits = board.open_cells_of(exits, "exits") if exits else ()
        start_now, exits_now = settled_ends(board.start, board.exits, given_start, given_exits)
        return board.replace(start=start_now, exits=exits_now)

    def paths(self) -> AnySet:
        """Return the set of paths, tours or cycles."""
        tour = self.given["tour"]
        kinds = [f"--{kind}" for kind in ("paths", "tour", "cycles") if self.given[kind]]
        if len(kinds) > 1:
            raise InputError(f"{' and '.join(kinds)} are different questions: give one of them")
        if not tour and (self.given["closed"] or self.given["undirected"]):
            word = "--closed" if self.given["closed"] else "--undirected"
            raise InputError(f"{word} applies to tours: add --tour")
        paths = self._set(self.board())
        if self.given["through"]:
            paths = paths.through(*self.given["through"])
        if self.given["avoiding"]:
            paths = paths.avoiding(*self.given["avoiding"])
        if self.given["through_edge"]:
            paths = paths.through_edges(*edges_of(self.given, "through_edge"))
        if self.given["avoiding_edge"]:
            paths = paths.avoiding_edges(*edges_of(self.given, "avoiding_edge"))
        if self.given["length"] is not None:
            paths = paths.of_length(self.given["length"])
        if self.given["longer_than"] is not None:
            paths = paths.longer_than(self.given["longer_than"])
        if self.given["shorter_than"] is not None:
            paths = paths.shorter_than(self.given["shorter_than"])
        limited = paths.within(
            self.given["seconds"],
            memory=self.given["memory"],
            checkpoint=self.given.get("checkpoint"),
            journal=self.given.get("journal"),
        )
        if not self.given.get("induced"):
            return limited
        if tour:
            raise InputError("--induced applies to paths and cycles: a tour visits every cell")
        of_kind: Any = limited
        induced: AnySet = of_kind.induced()  # the commands with the option ask it nothing else
        return induced

    def _set(self, board: Board) -> AnySet:
        starts, exits, anywhere = named_ends(self.given, self.shows_only)
        if self.given["cycles"]:
            if self.given["starts"] or self.given["exits"]:
                raise InputError(
                    "a cycle has no start and no end: leave out --from and --to, or use --through"
                )
            return board.cycles()
        if not self.given["tour"]:
            start = ANYWHERE if "starts" in anywhere else starts or None
            return board.paths(start, ANYWHERE if "exits" in anywhere else None)
        return board.tours(
            starts or None, exits or None, closed=self.given["closed"], undirected=self.given["undirected"]
        )


def ask(
    given: dict[str, Any],
    answer: Callable[[AnySet, ProgressLine], int],
    arguments: BoardArguments | None = None,
) -> int:
    """Answer the question, with progress on stderr; on Ctrl-C print the last progress."""
    arguments = arguments or BoardArguments(given)
    paths = arguments.paths()
    if given.get("explain"):
        context = click.get_current_context()
        verb: Any = "lengths" if context.params.get("lengths") else context.info_name
        table = paths.explain(verb)
        write(dumps(table.to_dict()) if context.params["in_json"] else str(table))
        return Status.ANSWERED
    with opened(given.get("on")) as on, ProgressLine() as line:
        question = paths.question
        limits = replace(question.limits, progress=line, on=on)
        status = answer(replace(paths, question=replace(question, limits=limits)), line)
        if (picture := arguments.picture) is not None:
            say(f"read as a {picture}")
        if words := ends_words(paths, arguments.origins()):
            say(words)
        return status
