"""Hints for words of other tools and of older versions of gridwalk."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from shlex import quote

import click

from gridwalk.cli.messages import option_of
from gridwalk.cli.values import board_size
from gridwalk.errors import InputError
from gridwalk.errors.messages import guess
from gridwalk.errors.words import ours

COMMANDS_NAMED = 4  # the maximum number of commands to name
COMPLETION = (
    'the Tab key is set up by a line for your shell: eval "$(_GRIDWALK_COMPLETE=bash_source gridwalk)", or '
    "zsh_source, or fish_source; PowerShell has none"
)
# Options that no command has, and the hint to print.
INSTEAD = {
    "--verbose": "all notes are shown (-q leaves them out), and --explain says which engine answers a count",
    "--debug": "GRIDWALK_TRACEBACK=1 in the environment shows where an internal error happened",
    "--help-all": "--help shows all options",
    "--order": "--moves D,R,U,L names the moves in the order in which they are tried",
    "--longer-than": "--length 11.. is longer than 10 moves",
    "--shorter-than": "--length ..9 is shorter than 10 moves",
    "--reverse": "gridwalk ... --lines | tac begins at the exit",
    "--in-cells": "a path has one cell more than moves",
    "--weight": "in Python: board.paths().shortest(by='weighted-astar', weight=...)",
    "--memory": "in Python: board.paths().within(memory='8GiB').count()",
    "--keep": "in Python: board.paths().within(keep='parts').count() stores finished parts",
    "--on": "in Python: board.paths().within(on=...).count() takes threads or an Executor",
    "--each-start": "in Python: board.tours().counts_by_start()",
    "--each-end": "in Python: board.paths().counts_by_end()",
    "--layers": "in Python: gridwalk.planner.traces.sweep_film; gridwalk view draws it (Watch a count)",
    "--through-edge": "in Python: board.paths().through_edges((cell, cell))",
    "--avoiding-edge": "in Python: board.paths().avoiding_edges((cell, cell))",
    "--paths": "paths are asked for unless --tour or --cycles is given",
    "--of": "in Python: gridwalk.make('unicursal', rows, columns, of='prim')",
    "--rounds": "in Python: gridwalk.make('caves', rows, columns, rounds=...)",
    "--block": "in Python: gridwalk.make('dungeon', rows, columns, block=...)",
    "--extra": "in Python: gridwalk.make('dungeon', rows, columns, extra=...)",
    "--most": "gridwalk trace ... --steps | head -100",
    "--title": "in Python: board.paths().trace().save('film.html', title=...)",
    "--to-format": "the ending of -o names the form (gridwalk convert has it for boards)",
    "-o": "the answer is printed: gridwalk ... > FILE",
    "--output": "the answer is printed: gridwalk ... > FILE",
}
# Options that other commands have but this one lacks, and the hint to print.
WHY = {
    ("visit", "--to"): "a walk ends at its last stop, or with --back at its start",
    ("convert", "--order"): "no format holds it; --moves D,R,U,L names moves in an order",
    ("shortest", "--tour"): "gridwalk find --tour; in Python: board.tours().shortest()",
    ("shortest", "--cycles"): "gridwalk find --cycles; in Python: board.cycles().shortest()",
    ("trace", "--cycles"): "a sweep over all of them finds cycles, without steps to watch",
    ("trace", "--undirected"): "one path is found, in one direction",
    ("find", "--undirected"): "one path is found, in one direction",
    ("list", "--all"): "leave it out, list lists all",
    ("sheet", "--count"): "-n 12 prints twelve",
    ("sheet", "--solutions"): "answers are printed unless --no-answers is given",
    ("puzzle", "--unique"): "stderr says whether there is another solution, and --count their number",
    ("puzzle", "--check"): "stderr says whether there is another solution, and --count their number",
    ("puzzle", "--solutions"): "--count prints their number, -n 10 the first ten",
}
OF_OUT = ("--to-format", "--dark", "--formats")  # options of convert that change no board


def no_such_command(word: str, commands: Iterable[str]) -> InputError:
    """Return the error for a word that is no command, with a guess if there is one."""
    if word == "completion":
        return InputError(COMPLETION)
    if word == "formats":
        return InputError("there is no command formats: gridwalk convert --formats lists them")
    said = quote(word) if word.isprintable() else repr(word)
    if board_size(word) or os.path.exists(word):
        return InputError(f"{said} is a board: the question comes first, as in gridwalk shortest {said}")
    meant = guess("command", word, tuple(commands), advice=ours("command", word))
    lead = f"; did you mean {meant}?" if meant else " (gridwalk --help lists all)"
    return InputError(f"there is no command {said}{lead}")


def no_such_option(
    name: str, command: click.Command, options_of: Callable[[str], list[str]], commands: Iterable[str],
    arguments: Sequence[str] = (),
) -> str:  # fmt: skip
    """Return the message for an unknown option of *command*: the right word, or the commands that have it."""
    our = option_of(ours("argument", name.lstrip("-")) or name.lstrip("-"))
    here = {known.lstrip("-"): known for param in command.params for known in param.opts}
    verb, none = command.name or "", f"there is no option {name}"
    if name == "--format" and (option := _form_of_answer(command, arguments)):
        return f"{none} for {verb}; for the answer give {option}"
    if not is_piped(name, options_of) and "moves" in here and (moves := piece_named(name.lstrip("-"))):
        return f"{none}; did you mean --moves {moves}?"
    for word in (name, our):
        if (why := WHY.get((verb, word)) or INSTEAD.get(word)) and word not in here.values():
            return f"there is no option {word} for {verb}: {why}" if (verb, word) in WHY else f"{none}: {why}"
        there = [other for other in commands if word in options_of(other)]
        if word in here.values() and word != name:
            return f"{none}; did you mean {word}?"
        if there and word not in here.values():
            some = ", ".join(there[:COMMANDS_NAMED]) + ", ..." * (len(there) > COMMANDS_NAMED)
            return with_pipe(f"{none} for {verb}: {word} is for {some}", verb, options_of)
    if does := ours("command", name.lstrip("-")):
        return f"{none}: gridwalk {does} does that"
    meant = here.get(guess("", name.lstrip("-"), [*here]), "")
    return none + (f"; did you mean {meant}?" if meant else " (--help lists them)")


def _form_of_answer(command: click.Command, arguments: Sequence[str]) -> str:
    """Return the option that gives the answer in the form that --format names; else an empty text."""
    from gridwalk.cli.boards import option_of_form

    words = [after for before, after in pairwise(arguments) if before == "--format"]
    words += [word.partition("=")[2] for word in arguments if word.startswith("--format=")]
    return option_of_form(command, words[0].lower()) if words else ""


def of_extra(words: str) -> str:
    """Return a message of click; for an extra argument, a hint: a piece, half a size or a cell.

    >>> of_extra("Got unexpected extra argument (horse)")
    'a piece is an option: --moves knight'
    """
    extra = re.fullmatch(r"Got unexpected extra arguments? \((.+)\)", words)
    if extra and re.fullmatch(r"[\d ]+", extra[1]):
        return "a size is one word, such as 9x9, and so is a cell: 0,0"
    if extra and (moves := piece_named(extra[1])):
        return f"a piece is an option: --moves {moves}"
    return words


def piece_named(word: str) -> str:
    """Return the value of --moves that *word* names; an empty text if it names none."""
    from gridwalk.board.moves import NAMED_MOVES, RIDERS

    return word if word in NAMED_MOVES or word in RIDERS else ours("moves", word)


def is_piped(option: str, options_of: Callable[[str], list[str]]) -> bool:
    """Whether only convert has this option, so that other commands need a pipe from it."""
    return option in options_of("convert") and option not in (*options_of("count"), *OF_OUT)


def with_pipe(words: str, verb: str, options_of: Callable[[str], list[str]]) -> str:
    """If *words* name an option that *verb* lacks, add the pipe to type."""
    if verb not in ("", "convert", "make", "sheet"):
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*", words):
            if is_piped(option, options_of) and option not in options_of(verb):
                return f"{words}; type gridwalk convert BOARD - {option} ... | gridwalk {verb} -"
    return words
