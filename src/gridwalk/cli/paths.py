"""The paths that a command asks about: their options, the set, its limits, and notes about its ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

from gridwalk.algorithms import EVERY_BOARD, Algorithm, rows
from gridwalk.cli import boards
from gridwalk.cli.answers import dumps, write
from gridwalk.cli.messages import ProgressLine, say
from gridwalk.cli.options import F, cells, combined, flag
from gridwalk.cli.output import Form, give_path
from gridwalk.cli.status import Status
from gridwalk.cli.values import LENGTH
from gridwalk.errors import InputError
from gridwalk.question.question import one_of
from gridwalk.sets.pathset import ANYWHERE

if TYPE_CHECKING:
    from gridwalk.errors import Cell

EXITS_NAMED = 4  # the maximum number of exits to name; more are counted

tour_option = flag("--tour", help="Tours: paths through every open cell.")
end_options = combined(
    cells("--from", "starts", help="Start: row,column or a square such as a1; repeatable; or anywhere."),
    cells("--to", "exits", help="Exit; repeatable; or anywhere: paths may end, and pass, in any cell."),
)  # fmt: skip
path_options = combined(
    flag("--induced", help="Only induced paths (snakes): no move joins two cells that are not consecutive."),
    cells("--through", help="Only paths that visit it; repeatable."),
    cells("--avoiding", help="Only paths that avoid it; repeatable."),
    click.option("--length", type=LENGTH,
                 help="Only paths of this number of moves: 12, 10..20, 10.. or ..20."),
)  # fmt: skip
set_options = combined(
    end_options,
    tour_option,
    flag("--closed", help="With --tour: tours that end one move from their start."),
    flag("--cycles", help="Simple cycles of any length."),
    path_options,
)


def by_option(verb: str, auto: str) -> Callable[[F], F]:
    """Return the decorator that adds --by of *verb*, one algorithm per line; *auto* describes the default."""
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


@dataclass(frozen=True)
class AskedPaths:
    """A set of paths, tours or cycles, and how its board was read."""

    reading: boards.Reading
    paths: Any
    tour: bool = False
    cycles: bool = False

    @contextmanager
    def within(self, seconds: float | None = None) -> Iterator[Any]:
        """Yield the set with limits and progress; at the end write the notes about it."""
        with ProgressLine() as line:
            yield self.paths.within(seconds, progress=line)
            self.say_ends()

    def explain(self, verb: str, form: Form) -> int:
        """Print which engine would answer."""
        table = self.paths.explain(verb)
        write(dumps(table.to_dict()) if form.in_json else str(table))
        return Status.ANSWERED

    def give(self, path: Any, form: Form, **how: Any) -> int:
        """Give a path, as `give_path` does."""
        return give_path(path, self.paths, form, picture=self.reading.picture, **how)

    @cached_property
    def guess(self) -> str:
        """The origin of guessed ends, in parentheses; an empty text if none is guessed."""
        if self.reading.is_network or self.tour or self.cycles:
            return ""
        why = self.reading.origins.guess
        return f" ({why})" if why else ""

    @property
    def ends(self) -> str:
        """The ends of the paths, in words."""
        return f"from {some_of(self.paths.starts)} to {some_of(self.paths.exits)}{self.guess}"

    def say_picture(self) -> None:
        """Write a note on how a picture was read."""
        if self.reading.picture is not None:
            say(f"read as a {self.reading.picture}")

    def say_ends(self) -> None:
        """Write notes on how a picture was read, and on guessed ends."""
        self.say_picture()
        if self.guess:
            say(self.ends)


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
) -> AskedPaths:
    """Return the set of paths, tours or cycles that the options of a command describe."""
    if tour and cycles:
        raise InputError("--tour and --cycles are different questions: give one of them")
    if (closed or undirected) and not tour:
        raise InputError(f"{'--closed' if closed else '--undirected'} applies to tours: add --tour")
    if cycles and (starts or exits):
        raise InputError("a cycle has no start and no end: leave out --from and --to, or use --through")
    if induced and tour:
        raise InputError("--induced applies to paths and cycles: a tour visits every cell")
    first, last = boards.named_ends(starts, exits, anywhere=True)
    needed = not (tour or cycles or starts == exits == (ANYWHERE,))
    reading = boards.read(name, starts=first, exits=last, ends_needed=needed, networks=networks, **board)
    reading = replace(reading, start_is_given=bool(starts), exits_are_given=bool(exits))
    first, last = reading.as_cells(first, "start"), reading.as_cells(last, "exits")
    paths: Any
    if cycles:
        paths = reading.board.cycles()
    elif tour:
        if not closed:  # if signs are given, their cells are the ends
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
    return AskedPaths(reading, paths.induced() if induced else paths, tour, cycles)


def _of_length(paths: Any, least: int | None, largest: int | None) -> Any:
    if least == largest:
        return paths.of_length(least)
    paths = paths.longer_than(least - 1) if least else paths
    return paths if largest is None else paths.shorter_than(largest + 1)


def some_of(cells: tuple[Cell, ...] | None) -> str:
    """Return the names of some cells, or their number if they are many; None: anywhere."""
    if cells is None:
        return ANYWHERE
    return one_of(cells) if len(cells) <= EXITS_NAMED else f"any of {len(cells):,} cells"
