"""Which paths a command asks about: their options, the set, its limits, and what is said of its ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from gridwalk.cli.answers import dumps, write
from gridwalk.cli.board import Reading, named_ends, read_board
from gridwalk.cli.command import F, combined
from gridwalk.cli.ends import ends_words, origins_of, some_of
from gridwalk.cli.messages import say
from gridwalk.cli.status import Status
from gridwalk.cli.values import LENGTH
from gridwalk.errors import InputError
from gridwalk.sets.pathset import ANYWHERE

if TYPE_CHECKING:
    from gridwalk.algorithms import Algorithm

tour_options = combined(
    click.option("--tour", is_flag=True, help="Tours: paths through every open cell."),
    click.option("--closed", is_flag=True, help="With --tour: tours that end one move from their start."),
)
end_options = combined(
    click.option("--from", "starts", multiple=True, metavar="CELL",
                 help="Start: row,column or a square such as a1; repeatable; or anywhere."),
    click.option("--to", "exits", multiple=True, metavar="CELL",
                 help="Exit; repeatable; or anywhere: paths may end, and pass, in any cell."),
)  # fmt: skip


def set_options(*, tours: bool = True) -> Callable[[F], F]:
    """Return the decorator that adds the options of a set; without *tours*, of paths only."""
    cycles = click.option("--cycles", is_flag=True, help="Simple cycles of any length.")
    return combined(
        end_options,
        *((tour_options, cycles) if tours else ()),
        click.option("--induced", is_flag=True,
                     help="Only induced paths (snakes): no move joins two cells but consecutive ones."),
        click.option("--through", multiple=True, metavar="CELL",
                     help="Only paths that visit it; repeatable."),
        click.option("--avoiding", multiple=True, metavar="CELL",
                     help="Only paths that avoid it; repeatable."),
        click.option("--length", type=LENGTH,
                     help="Only paths of so many moves: 12, 10..20, 10.. or ..20."),
    )  # fmt: skip


def by_option(verb: str, auto: str) -> Callable[[F], F]:
    """Return the decorator that adds --by of *verb*, one algorithm per line; *auto* describes the default."""
    from gridwalk.algorithms import EVERY_BOARD, rows

    for_paths = rows(verb)
    for_tours = [row for row in rows(verb, "tours") if row not in for_paths] if verb != "shortest" else []
    width = max(len(row.name) for row in (*for_paths, *for_tours))

    def entry(row: Algorithm) -> str:
        is_limited = row.suits != EVERY_BOARD and (verb == "shortest" or "shortest" not in row.verbs)
        return f"{row.name:{width}}  {row.title}" + f": {row.suits}" * is_limited

    lines = ["\b", f"{'auto':{width}}  {auto} (default)", *map(entry, for_paths)]
    lines += ["tours:", *map(entry, for_tours)] if for_tours else []
    return click.option("--by", metavar="ALGORITHM", default="auto", help="\n".join(lines),
                        callback=lambda _, __, word: word.lower())  # fmt: skip


def asked(
    name: str,
    *,
    starts: tuple[str, ...] = (),
    exits: tuple[str, ...] = (),
    tour: bool = False,
    closed: bool = False,
    undirected: bool = False,
    cycles: bool = False,
    induced: bool = False,
    through: tuple[str, ...] = (),
    avoiding: tuple[str, ...] = (),
    length: tuple[int | None, int | None] | None = None,
    networks: bool = True,
    **board: Any,
) -> tuple[Reading, Any]:
    """Return the board of a command, and the set of paths, tours or cycles that its options describe."""
    if tour and cycles:
        raise InputError("--tour and --cycles are different questions: give one of them")
    if (closed or undirected) and not tour:
        raise InputError(f"{'--closed' if closed else '--undirected'} applies to tours: add --tour")
    if cycles and (starts or exits):
        raise InputError("a cycle has no start and no end: leave out --from and --to, or use --through")
    if induced and tour:
        raise InputError("--induced applies to paths and cycles: a tour visits every cell")
    first, last = named_ends(starts, exits, anywhere=True)
    needed = not (tour or cycles or starts == exits == (ANYWHERE,))
    reading = read_board(name, starts=first, exits=last, ends_needed=needed, networks=networks, **board)
    reading = replace(reading, start_is_given=bool(starts), exits_are_given=bool(exits))
    first, last = reading.as_cells(first, "start"), reading.as_cells(last, "exits")
    paths: Any
    if cycles:
        paths = reading.board.cycles()
    elif tour:
        if not closed:  # signs that are named are meant
            first = first or ((reading.board.start,) if board.get("start_is") else ())
            last = last or (reading.board.exits if board.get("exit_is") else ())
        paths = reading.board.tours(first or None, last or None, closed=closed, undirected=undirected)
    else:
        is_free = ANYWHERE in starts, ANYWHERE in exits
        if reading.is_network and not any(is_free) and not (starts and exits):
            raise InputError(
                "a network has no start and no exit of its own: give --from and --to, a node or anywhere"
            )
        ends: Any = last if reading.is_network else None  # a board has them already
        paths = reading.board.paths(
            ANYWHERE if is_free[0] else first or None, ANYWHERE if is_free[1] else ends
        )
    if through:
        paths = paths.through(*reading.as_cells(through, "through"))
    if avoiding:
        paths = paths.avoiding(*reading.as_cells(avoiding, "avoiding"))
    if length is not None:
        paths = _of_length(paths, *length)
    return reading, paths.induced() if induced else paths


def _of_length(paths: Any, least: int | None, largest: int | None) -> Any:
    if least == largest:
        return paths.of_length(least)
    paths = paths if least is None or least == 0 else paths.longer_than(least - 1)
    return paths if largest is None else paths.shorter_than(largest + 1)


def explain(paths: Any, verb: str, *, in_json: bool) -> int:
    """Print which engine would answer."""
    table = paths.explain(verb)
    write(dumps(table.to_dict()) if in_json else str(table))
    return Status.ANSWERED


def why_guessed(reading: Reading, *, tour: bool = False, cycles: bool = False) -> str:
    """Return where ends come from that were guessed, in parentheses; else an empty text."""
    if reading.is_network or tour or cycles:
        return ""
    why = ends_words(origins_of(reading))
    return "" if why is None else f" ({why})"


def say_ends(reading: Reading, paths: Any, *, tour: bool = False, cycles: bool = False) -> None:
    """Say how a picture was read, and the ends of paths if some were guessed."""
    if reading.picture is not None:
        say(f"read as a {reading.picture}")
    if guess := why_guessed(reading, tour=tour, cycles=cycles):
        say(f"from {some_of(paths.starts)} to {some_of(paths.exits)}{guess}")
