"""What make and sheet share: mazes and boards of the makers, by the options that these take."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from gridwalk.cli.command import combined
from gridwalk.cli.values import SHARE, board_size
from gridwalk.draw import save
from gridwalk.errors import InputError, check_choice
from gridwalk.makers.table import MAKERS, PUZZLES, maker

if TYPE_CHECKING:
    from gridwalk.board.board import Board
    from gridwalk.makers.table import Maker
    from gridwalk.network.network import Network
    from gridwalk.sheets import Puzzle

USUAL = "wilson"
NUMBERLINK, NUMBERED = "numberlink", "numbered"
ON_GROUND = ("rings", "triangles")  # cells of a maze that is a network

making_options = combined(
    click.option("--braid", type=SHARE, help="Open this share of the dead ends."),
    click.option("--loops", type=SHARE, help="After that, open this share of the walls between rooms."),
    click.option("--cells", metavar="SHAPE",
                 help="What rooms are: square, or with walls between them hex, triangles, or rings around a "
                      "middle (SIZE is their number)."),
    click.option("--mask", metavar="FILE",
                 help="A board; its open cells are the rooms. SIZE can be left out."),
    click.option("--ends", metavar="HOW",
                 help="Start and exit: corners, or far from each other.  [default: corners; far in mazes of "
                      "one path]"),
)  # fmt: skip


def puzzle_size(maker: str, size: str | None) -> tuple[int, int]:
    """Return the rows and columns of a puzzle."""
    if (found := board_size(size or "")) is None:
        raise InputError(f"{maker} needs a size, such as 8x8")
    return found


def on_page(board: Board | Puzzle) -> save.Forms:
    """Return a board or a puzzle on a page of its own."""
    from gridwalk.draw.paper import pdf
    from gridwalk.sheets import sheet

    return {".pdf": lambda: pdf(sheet([board], name="", answers=None).board_pages)}


def seed_or_random(seed: int | None) -> int:
    """Return *seed*; without one, another each time, which is told."""
    return int.from_bytes(os.urandom(4), "little") if seed is None else seed


def maker_and_size(named: str, size: str | None) -> tuple[Maker, str | None]:
    """Return the maker and the size; a size alone, or the word maze, is a maze by `USUAL`."""
    from gridwalk.errors.words import ours

    if size is None and board_size(named) is not None:
        named, size = USUAL, named
    if size is not None and board_size(named) is not None:
        raise InputError(f"a size is one word, such as {named}x{size}")
    if shape := ours("cells", named):
        raise InputError(f"{named} is a shape of cells: add --cells {shape}, as in make 9 --cells {shape}")
    if (puzzle := ours("maker", named)) in PUZZLES:
        more = " (--steps, --king)" * (puzzle == NUMBERED)
        raise InputError(f"MAKER {named} is not known; did you mean {puzzle!r}{more}?")
    named = USUAL if named == "maze" else named
    check_choice("maker", named, (*MAKERS, *PUZZLES))
    return maker(named), size


def arguments_of(
    row: Maker, size: str | None, *, ends: Any = None, mask: str | None = None, cells: str | None = None,
    **how: Any,
) -> dict[str, Any]:  # fmt: skip
    """Return the arguments of `gridwalk.make`, without options that are not given."""
    arguments = {name: value for name, value in how.items() if value not in (None, False)}
    for name in arguments.keys() - {"braid", "loops", "thin", "levels"}:
        if name not in row.options:
            takers = ", ".join(other.name for other in MAKERS.values() if name in other.options)
            raise InputError(f"--{name} applies to {takers}, not to {row.name}")
    if cells is not None:
        from gridwalk.board.moves import CELL_SHAPES

        check_choice("--cells", cells, (*CELL_SHAPES, *ON_GROUND))
        arguments["cells"] = cells
    if ends is not None:
        check_choice("ends", ends, ("corners", "far"))
        arguments["ends"] = ends
    if mask is not None:
        from gridwalk.reading import read_with_text

        arguments["mask"] = read_with_text(mask)[0]
    elif size is None:
        raise InputError(f"{row.name} needs a size, such as 20x30 ({row.counts}), or --mask FILE")
    if size is not None:
        rows_and_columns = board_size(size)
        if rows_and_columns is None:
            raise InputError(f"{size!r} is not a size: give rows x columns, such as 20x30")
        arguments["rows"], arguments["columns"] = rows_and_columns
    return arguments


def mazes_of(row: Maker, size: str | None, seeds: Iterable[int], **how: Any) -> Iterator[Network]:
    """Yield mazes of rings or triangles, one for each seed."""
    from gridwalk.makers.networks import ground, make_maze

    arguments = arguments_of(row, size, **how)
    base = ground(arguments.pop("cells"), arguments.pop("rows"), arguments.pop("columns"))
    name: Any = row.name
    return (make_maze(name, base, seed=seed, **arguments) for seed in seeds)


def refuse_all(words: str, *named: tuple[str, Any]) -> None:
    """Raise `InputError` with *words* for the first option of *named* that was given."""
    for option, value in named:
        if value not in (None, False):
            raise InputError(words.format(option=option))
