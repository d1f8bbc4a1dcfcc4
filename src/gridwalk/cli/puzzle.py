"""The command puzzle: solutions of number and letter puzzles, and their number."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from typing import Any

import click

from gridwalk.cli import boards, options
from gridwalk.cli.answers import json_pieces, path_facts, write
from gridwalk.cli.messages import ProgressLine, say
from gridwalk.cli.output import Form, each_as_text, ends_facts, give, give_path, no_way
from gridwalk.cli.status import Status
from gridwalk.cli.values import PAIR, POSITIVE, board_size
from gridwalk.draw import save
from gridwalk.errors import InputError, counted
from gridwalk.reading import content_of, letters_of, numbered_tours


@click.command(cls=options.Command)
@boards.options
@click.option(
    "--numbers",
    type=click.Choice(["order", "steps"]),
    help="The meaning of numbers: an order, from the first to the last (Zip), or steps of the path "
    "(Numbrix, Hidato).  [default: an order if no number is missing, else steps]",
)
@click.option(
    "--pair",
    "pairs",
    type=PAIR,
    multiple=True,
    help="Join these two cells, and those of all other pairs, by paths that share no cell; "
    "repeatable.  [default: the letters that BOARD has twice]",
)
@click.option(
    "--fill/--no-fill",
    default=None,
    help="Whether the paths of pairs visit every open cell.  [default: --fill for letters of BOARD]",
)
@options.flag("--count", help="Print only the number of solutions.")
@click.option("-n", "--limit", type=POSITIVE, help="Print the first N solutions.")
@options.time
@options.output(save.PATH, "Write the solution to FILE")
@options.lines
@options.squares
def puzzle(
    board: str, numbers: str | None, pairs: tuple[tuple[str, str], ...], fill: bool | None, count: bool,
    limit: int | None, seconds: float | None, form: Form, **how: Any,
) -> int:  # fmt: skip
    """Solve the puzzle in BOARD, and say whether it has one solution.

    One path through all cells visits the numbers: in their order (Zip), or each at that step
    (Numbrix; Hidato, with --moves king).  Letters are joined in pairs by paths that share no
    cell (Numberlink).  stderr says whether there is another solution.

    \b
    Examples:
      gridwalk puzzle zip.txt
      gridwalk puzzle hidato.txt --moves king --corners none
      gridwalk puzzle numberlink.txt -o solution.svg
      gridwalk puzzle 6x6 --pair 0,0:0,5 --pair 5,0:5,5 --count
      gridwalk make numbered 8x8 -q | gridwalk puzzle -

    Exit status: 0 solved, 1 no solution, 2 bad input, 3 out of time or memory.
    """
    if numbers and (pairs or fill is not None):
        raise InputError(f"--numbers and {'--pair' if pairs else '--fill'} are for different puzzles")
    if count:
        extra = {"-n": limit, "--lines": form.lines, "--output": form.output}
        options.refuse("--count prints a number: leave out {option}", extra)
    if limit and form.output:
        raise InputError("a file has one solution: leave out -n")
    reading = _read(board, numbers, given=bool(pairs), **how)
    solutions = _solutions(reading, numbers, pairs, fill)
    form = replace(form, numbers=bool(reading.text and reading.text.numbers and not pairs))
    with ProgressLine() as line:
        limited = solutions.within(seconds, progress=line)
        if limit is not None:
            return _first(limited, limit, form)
        number = limited.count()
        if count:
            facts = {"count": number, "count_text": str(number)} | ends_facts(solutions)
            give(form, lambda: facts, lambda: str(number))
            return Status.ANSWERED
        if form.in_json and not form.output:
            path = limited.find()
            ends: Any = ends_facts(solutions)
            found = {"found": False} if path is None else path_facts(path, **ends)
            write(json_pieces({**found, "solutions": number}))
            return Status.NO_PATH if path is None else Status.ANSWERED
        status = give_path(limited.find() if number else None, solutions, form)
        if number:
            say("this is the only solution" if number == 1 else f"this is one of {number:,} solutions")
    return status


def _read(board: str, numbers: str | None, *, given: bool, **how: Any) -> boards.Reading:
    """Return the board; unless pairs are given, read a file as a puzzle of numbers, then of letters."""
    if given or board_size(board):
        return boards.read(board, joins=True, networks=given, **how)
    data, why = content_of(board), None
    try:
        reading = boards.read(board, data=data, joins=True, format="numbered", **how)
        if numbers or len(reading.text.numbers if reading.text else ()) > 1:
            return reading
    except InputError as error:
        if numbers:
            raise
        why = error if re.search(rb"\d", data) else None
    try:  # letters that are pairs here, such as S, E and v, are marks elsewhere
        reading = boards.read(board, data=data, joins=True, format="numberlink", **how)
        if reading.text and reading.text.pairs:
            return reading
    except InputError as error:
        why = why or error
    try:
        return boards.read(board, data=data, joins=True, **how)
    except InputError as error:
        raise why or error from None


def _solutions(reading: boards.Reading, numbers: str | None, pairs: Any, fill: bool | None) -> Any:
    """Return the set of solutions."""
    text = reading.text
    if pairs:
        return reading.board.path_pairs(*pairs, fill=bool(fill))
    if text is not None and text.pairs:
        letters = letters_of(text)
        return reading.board.path_pairs(*text.pairs, fill=fill is not False, letters=letters)
    if text is None or len(text.numbers) < 1:
        raise InputError(
            f"{'--numbers: ' if numbers else ''}this board has no numbers and no letters that are there "
            "twice: it is no puzzle (--pair CELL:CELL joins two cells)"
        )
    return numbered_tours(reading.board, text, steps=numbers == "steps" if numbers else None)


def _first(solutions: Any, limit: int, form: Form) -> int:
    """Print the first solutions."""
    found = list(islice(solutions, limit))
    for path in found:
        write(each_as_text(path, form))
    if not found:
        say(no_way(solutions))
    more = "; there may be more" if len(found) == limit else ""
    say(f"{counted(len(found), 'solution')}{more}")
    return Status.ANSWERED if found else Status.NO_PATH
