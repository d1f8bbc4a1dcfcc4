"""The question that options ask: the board, where its paths start and end and why, and the set of paths.

`ask` answers it, with progress, by the workers that --on names: threads, processes, or a cluster.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import click
import numpy as np
from numpy.typing import NDArray

from gridwalk.board import Board
from gridwalk.cli.answers import dumps, write
from gridwalk.cli.groups import ExplainOption, InducedOption, KeepOption, OfPaths, OnBoard, OnOption
from gridwalk.cli.progress import ProgressLine, say
from gridwalk.cli.status import Status
from gridwalk.cli.values import Workers, board_size
from gridwalk.errors import Cell, InputError, WorkerError
from gridwalk.grids.checks import default_ends, openings_of, settled_ends
from gridwalk.grids.names import parse_moves
from gridwalk.io.boardtext import BoardText
from gridwalk.io.picture.lattice import PictureReading
from gridwalk.keywords import TextOptions
from gridwalk.questions.questionwords import one_of
from gridwalk.reading import read_with_text
from gridwalk.runtime.limits import On
from gridwalk.sets.lazyset import LazySet
from gridwalk.sets.pathset import ANYWHERE, PathSet

if TYPE_CHECKING:
    from gridwalk.sets.tourset import CycleSet, TourSet

PATIENCE = "10s"  # for a cluster to answer


@contextmanager
def opened(workers: Workers | None) -> Iterator[On]:
    """Yield what `gridwalk.Limits` takes as *on*; what is begun for it ends, whatever happens.

    Raises
    ------
    WorkerError
        If no cluster answers.

    """
    if workers is None:
        yield None
    elif workers.kind == "threads":
        yield workers.number
    elif workers.kind == "processes":
        yield from _processes(workers.number)
    else:
        yield from _cluster(workers.address)


def _processes(number: int) -> Iterator[On]:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    # Not "fork": this process has threads.
    pool = ProcessPoolExecutor(number, multiprocessing.get_context("spawn"), initializer=_begin_worker)
    try:
        yield pool
        pool.shutdown()
    finally:
        for process in multiprocessing.active_children():  # after an error: their answers are not wanted
            process.kill()
        pool.shutdown(cancel_futures=True)


def _begin_worker() -> None:
    """Leave Ctrl-C to the client; end when the client has ended, whatever ended it."""
    import signal
    from multiprocessing import parent_process
    from multiprocessing.connection import wait
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()

    def follow() -> None:
        assert parent is not None
        wait([parent.sentinel])
        os._exit(0)

    if parent is not None:
        Thread(target=follow, daemon=True).start()


def _cluster(address: str) -> Iterator[On]:
    try:
        from distributed import Client
    except ImportError as error:
        raise InputError("--on dask:... needs Dask: pip install distributed") from error
    try:
        client: Any = Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, ImportError) as error:  # no answer, no address, no such kind of address
        reason = f"no cluster answers at {address}: {' '.join(str(error).split())}"
        raise WorkerError(reason, begun=False) from error
    with client:
        yield client.get_executor(pure=False, retries=5)


AnySet: TypeAlias = "PathSet | TourSet | CycleSet"
SOME_BOARD = (2, 2)  # how far a queen slides is known when the board is read
OPENING, FIRST, LAST = "opening of the border", "first open cell", "last open cell"
MANY = 4  # the maximum of exits to name; more are counted


class Reading(NamedTuple):
    """A board, and the text it was read from."""

    board: Board
    text: BoardText | None  # None: the board was given by its size
    open_cells: NDArray[np.bool_]  # as read, before --wall and --open


class Origins(NamedTuple):
    """Where the start and the exits come from: "given", "marked", or one of the three constants above."""

    start: str
    exits: str
    walls: tuple[Cell, ...] = ()  # corners that would be a start or exit, but are walls


def origins_of(reading: Reading, *, start_is_given: bool, exits_are_given: bool) -> Origins:
    """Return where the ends of a board come from."""
    board, text, open_cells = reading
    start = "given" if start_is_given else "marked" if text and text.start else ""
    exits = "given" if exits_are_given else "marked" if text and text.exits else ""
    if text is not None and text.picture is not None:
        openings = text.picture.openings
        start = start or (OPENING if board.start in openings else "")
        exits = exits or (OPENING if set(board.exits) <= set(openings) else "")
        if start and exits:
            return Origins(start, exits)
    if len(openings_of(open_cells)) == 2:
        return Origins(start or OPENING, exits or OPENING)
    first, last = default_ends(open_cells)
    # A start given at the default exit, or the reverse, swaps the two.
    start = start or (LAST if exits and board.start == last != first else FIRST)
    exits = exits or (FIRST if start in ("given", "marked") and board.exits == (first,) != (last,) else LAST)
    corners = {FIRST: (0, 0), LAST: (board.rows - 1, board.columns - 1)}
    named = [corners[origin] for origin in (start, exits) if origin in corners]
    return Origins(start, exits, tuple(corner for corner in named if not open_cells[corner]))


def named_ends(given: OnBoard, shows_only: bool) -> tuple[tuple[str, ...], tuple[str, ...], set[str]]:
    """Return the starts and the exits that --from and --to name, and which of the two are anywhere."""
    named, anywhere = [], set[str]()
    for option, cells in (("--from", given.starts), ("--to", given.exits)):
        if ANYWHERE in cells:
            if len(cells) > 1:
                raise InputError(f"{option} {ANYWHERE} is every cell: give no other")
            if shows_only:
                raise InputError(f"{option} {ANYWHERE} is for questions about paths: give a cell")
            anywhere.add(option)
        named.append(() if ANYWHERE in cells else cells)
    return named[0], named[1], anywhere


def refuse_several_starts(given: OnBoard, what: str = "a board") -> None:
    """Raise `InputError` if --from names several cells, or anywhere, where there is one."""
    if len(given.starts) > 1:
        raise InputError(f"{what} has one start: give --from once")
    named_ends(given, shows_only=True)


def ends_words(paths: LazySet, origins: Origins) -> str | None:
    """Return shape and ends in one line, and where they come from; None if the ends were marked or given."""
    board, (start, exits, walls) = paths.board, origins
    if paths.question.tour or paths.question.closed or not {OPENING, FIRST, LAST} & {start, exits}:
        return None
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
    ends = f"from {_some_of(paths.starts)} to {_some_of(paths.exits)}"
    return f"{board.rows} x {board.columns}, {ends} ({why})"


def ends_facts(paths: LazySet) -> dict[str, object]:
    """Return shape and ends as fields; None: anywhere."""
    return {
        "rows": paths.board.rows,
        "columns": paths.board.columns,
        "starts": paths.starts,
        "exits": paths.exits,
    }


def _some_of(cells: tuple[Cell, ...] | None) -> str:
    if cells is None:
        return "anywhere"
    return one_of(cells) if len(cells) <= MANY else f"any of {len(cells):,} cells"


@dataclass(frozen=True)
class BoardArguments:
    """What the options ask about: `board` and `paths` build the board and the set."""

    given: OnBoard
    shows_only: bool = False  # the board is not asked for paths, so that its ends may be in doubt

    def board(self) -> Board:
        """Return the board, read or made."""
        return self.reading.board

    @cached_property
    def reading(self) -> Reading:
        """The board, and the text it was read from."""
        given = self.given
        starts, exits, _ = named_ends(given, self.shows_only)
        changes: TextOptions = {}
        if given.moves is not None:
            changes["moves"] = parse_moves(given.moves, SOME_BOARD)
        if given.wrap is not None:
            changes["wrap"] = given.wrap
        if given.diagonal is not None:
            changes["diagonal"] = given.diagonal
        if given.opened:  # an end may be a cell that is opened only now
            read, text = self._read(changes, ends_follow=bool(given.starts and given.exits))
            opened = read.with_open(*given.opened)
            start = opened.open_cell(starts[0], "start") if starts else None
            ends = opened.open_cells_of(exits, "exits") if exits else ()
            # As if the constructor had got them.
            start, ends = settled_ends(opened.start, opened.exits, start, ends)
            board = opened.replace(start=start, exits=ends)
        else:
            # The constructor gets the ends: a start given at the default exit swaps the defaults.
            if starts:
                changes["start"] = starts[0]
            if exits:
                changes["exits"] = exits
            read, text = self._read(changes)
            board = read
        if given.walls:
            board = board.with_walls(*given.walls)
        if given.portals:
            board = board.with_portals(*given.portals)
        named = given.moves and parse_moves(given.moves, board.shape)
        moves = (named or board.moves.unwrapped).with_corners(given.corners)
        moves = moves.ordered(given.order) if given.order else moves
        if moves != board.moves.unwrapped:  # most boards need no copy
            board = board.replace(moves=moves)
        return Reading(board, text, read.open_cells)

    def _read(self, changes: TextOptions, *, ends_follow: bool = False) -> tuple[Board, BoardText | None]:
        given = self.given
        if size := board_size(given.board):
            return Board.rectangle(*size, **changes), None
        anywhere = self.shows_only or ends_follow or given.starts == given.exits == (ANYWHERE,)
        if isinstance(given, OfPaths):
            anywhere = anywhere or given.tour or given.cycles
        return read_with_text(
            given.board, costs=given.costs, terrain=given.terrain, cell_width=given.cell_width,
            wall=given.wall_is, format=given.format, ends_needed=not anywhere, **changes,
        )  # fmt: skip

    @property
    def picture(self) -> PictureReading | None:
        """How the board was read from a picture, if it was."""
        text = self.reading.text
        return None if text is None else text.picture

    def origins(self) -> Origins:
        """Return where the board's start and exits come from."""
        return origins_of(
            self.reading, start_is_given=bool(self.given.starts), exits_are_given=bool(self.given.exits)
        )

    def paths(self) -> AnySet:
        """Return the set of paths, tours or cycles."""
        given = self.given
        assert isinstance(given, OfPaths)
        paths = self._set(given, self.board())
        if given.through:
            paths = paths.through(*given.through)
        if given.avoiding:
            paths = paths.avoiding(*given.avoiding)
        if given.through_edge:
            paths = paths.through_edges(*given.through_edge)
        if given.avoiding_edge:
            paths = paths.avoiding_edges(*given.avoiding_edge)
        if given.length is not None:
            paths = paths.of_length(given.length)
        if given.longer_than is not None:
            paths = paths.longer_than(given.longer_than)
        if given.shorter_than is not None:
            paths = paths.shorter_than(given.shorter_than)
        limited = paths.within(
            given.seconds,
            memory=given.memory,
            keep=given.keep if isinstance(given, KeepOption) else None,
        )
        if not (isinstance(given, InducedOption) and given.induced):
            return limited
        of_kind: Any = limited
        induced: AnySet = of_kind.induced()  # the commands with the option ask it nothing else
        return induced

    def _set(self, given: OfPaths, board: Board) -> AnySet:
        starts, exits, anywhere = named_ends(given, self.shows_only)
        if given.cycles:
            return board.cycles()
        if given.tour:
            return board.tours(
                starts or None, exits or None, closed=given.closed, undirected=given.undirected
            )
        start = ANYWHERE if "--from" in anywhere else starts or None
        return board.paths(start, ANYWHERE if "--to" in anywhere else None)


def ask(
    given: OfPaths,
    answer: Callable[[AnySet, ProgressLine], int],
    arguments: BoardArguments | None = None,
) -> int:
    """Answer the question, with progress on stderr; on Ctrl-C print the last progress."""
    arguments = arguments or BoardArguments(given)
    paths = arguments.paths()
    if isinstance(given, ExplainOption) and given.explain:
        verb: Any = "lengths" if given.given("lengths") else click.get_current_context().info_name
        table = paths.explain(verb)
        write(dumps(table.to_dict()) if given.given("in_json") else str(table))
        return Status.ANSWERED
    with opened(given.on if isinstance(given, OnOption) else None) as on, ProgressLine() as line:
        question = paths.question
        limits = replace(question.limits, progress=line, on=on)
        status = answer(replace(paths, question=replace(question, limits=limits)), line)
        if (picture := arguments.picture) is not None:
            say(f"read as a {picture}")
        if words := ends_words(paths, arguments.origins()):
            say(words)
        return status


def no_way(paths: AnySet, condition: str = "") -> str:
    """Return the message for an empty set, with the reason if it is known at once."""
    words = f"no way: there are no {paths.described}{condition}"
    return words if paths.why_empty() is None else f"{words}: {paths.why_empty()}"
