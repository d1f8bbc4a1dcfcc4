"""Where paths start and end, and why; printed if neither marks nor options give them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.board import Board
from gridwalk.errors import Cell, InputError
from gridwalk.grids.checks import default_ends, openings_of
from gridwalk.io.boardtext import BoardText
from gridwalk.questions.questionwords import one_of
from gridwalk.sets.lazyset import LazySet
from gridwalk.sets.pathset import ANYWHERE

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


def named_ends(given: dict[str, Any], shows_only: bool) -> tuple[tuple[str, ...], tuple[str, ...], set[str]]:
    """Return the starts and the exits that --from and --to name, and which of the two are anywhere."""
    named, anywhere = dict[str, tuple[str, ...]](), set[str]()
    for ends, option in (("starts", "--from"), ("exits", "--to")):
        named[ends] = given[ends]
        if ANYWHERE in given[ends]:
            if len(given[ends]) > 1:
                raise InputError(f"{option} {ANYWHERE} is every cell: give no other")
            if shows_only:
                raise InputError(f"{option} {ANYWHERE} is for questions about paths: give a cell")
            named[ends] = ()
            anywhere.add(ends)
    return named["starts"], named["exits"], anywhere


def refuse_several_starts(given: dict[str, Any], what: str = "a board") -> None:
    """Raise `InputError` if --from names several cells, or anywhere, where there is one."""
    if len(given["starts"]) > 1:
        raise InputError(f"{what} has one start: give --from once")
    named_ends(given, shows_only=True)


def edges_of(given: dict[str, Any], name: str) -> list[tuple[str, str]]:
    """Return the pairs of cells of --through-edge or --avoiding-edge."""
    edges = [tuple(word.split(":")) for word in given[name]]
    for word, edge in zip(given[name], edges, strict=True):
        if len(edge) != 2:
            option = f"--{name.replace('_', '-')}"
            raise InputError(f"{option} {word}: an edge is two cells, such as 0,3:0,4 or a1:a2")
    return [(edge[0], edge[1]) for edge in edges]


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


def ends_facts(paths: LazySet) -> dict[str, Any]:
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
