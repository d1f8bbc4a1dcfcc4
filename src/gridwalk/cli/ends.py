"""What is said of the ends of paths: where start and exits come from; and of a set without a path."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from gridwalk.board import checks
from gridwalk.errors import Cell
from gridwalk.network.board import NetworkBoard
from gridwalk.sets import pathset

if TYPE_CHECKING:
    from gridwalk.cli.board import Reading
    from gridwalk.sets.lazyset import LazySet

OPENING, FIRST, LAST = "opening of the border", "first open cell", "last open cell"
EXITS_NAMED = 4  # the maximum of exits to name; more are counted


class Origins(NamedTuple):
    """Where the start and the exits come from: "given", "marked", or one of the three constants above."""

    start: str
    exits: str
    walls: tuple[Cell, ...] = ()  # corners that would be a start or exit, but are walls


def origins_of(reading: Reading) -> Origins:
    """Return where the ends of a board come from."""
    board, text, open_cells = reading.board, reading.text, reading.open_cells
    start = "given" if reading.start_is_given else "marked" if text and text.start else ""
    exits = "given" if reading.exits_are_given else "marked" if text and text.exits else ""
    if text is not None and text.picture is not None:
        openings = text.picture.openings
        start = start or (OPENING if board.start in openings else "")
        exits = exits or (OPENING if set(board.exits) <= set(openings) else "")
        if start and exits:
            return Origins(start, exits)
    if len(checks.openings_of(open_cells)) == 2:
        return Origins(start or OPENING, exits or OPENING)
    first, last = checks.default_ends(open_cells)
    # A start given at the default exit, or the reverse, swaps the two.
    start = start or (LAST if exits and board.start == last != first else FIRST)
    exits = exits or (FIRST if start in ("given", "marked") and board.exits == (first,) != (last,) else LAST)
    corners = {FIRST: (0, 0), LAST: (board.rows - 1, board.columns - 1)}
    named = [corners[origin] for origin in (start, exits) if origin in corners]
    return Origins(start, exits, tuple(corner for corner in named if not open_cells[corner]))


def ends_words(origins: Origins) -> str | None:
    """Return where the ends come from that were guessed; None if all were marked or given."""
    start, exits, walls = origins
    if not {OPENING, FIRST, LAST} & {start, exits}:
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
    return why


def ends_facts(paths: LazySet) -> dict[str, object]:
    """Return shape and ends as fields; None: anywhere."""
    names = ("pairs",) if "pairs" in dir(type(paths)) else ("starts", "exits")
    shape: dict[str, object] = {"rows": paths.board.rows, "columns": paths.board.columns}
    if paths.board._is_network:
        edges = cast(NetworkBoard, paths.board).edges
        shape = {"network": {"nodes": len(edges.nodes), "edges": len(edges.tail)}}
    return shape | {name: getattr(paths, name) for name in names}


def some_of(cells: tuple[Cell, ...] | None) -> str:
    """Return the names of some cells, or their number if they are many; None: anywhere."""
    from gridwalk.question.question import one_of

    if cells is None:
        return pathset.ANYWHERE
    return one_of(cells) if len(cells) <= EXITS_NAMED else f"any of {len(cells):,} cells"


def no_way(paths: LazySet, condition: str = "") -> str:
    """Return the message for an empty set, with the reason if it is known at once."""
    words = f"no way: there are no {paths._described}{condition}"
    return words if paths.why_empty() is None else f"{words}: {paths.why_empty()}"
