"""Counts of disjoint paths between pairs of cells: count --pair."""

from __future__ import annotations

from typing import Any

import click
from click.core import ParameterSource

from gridwalk.cli.answers import dumps, with_text, write
from gridwalk.cli.options import BoardArguments
from gridwalk.cli.progress import ProgressLine, say
from gridwalk.cli.status import Status
from gridwalk.errors import InputError

PAIR_OPTIONS = (
    click.option("--pair", "pairs", multiple=True, metavar="CELL:CELL",
                 help="Count the ways to join these two cells, and all other pairs, by paths that share no "
                 "cell; repeatable."),
    click.option("--fill", is_flag=True, help="With --pair: the paths visit every open cell."),
)  # fmt: skip
# The options of count that go with --pair, but for those that define the board.
BESIDE = {"pairs", "fill", "seconds", "memory", "in_json", "quiet", "no_color"}
OF_BOARD = {
    "board", "moves", "order", "corners", "diagonal", "portals", "wrap", "terrain", "costs", "cell_width",
    "wall_is", "format", "walls", "opened",
}  # fmt: skip


def count_pairs(given: dict[str, Any], in_json: bool) -> int:
    """Count the tuples of disjoint paths between the pairs of --pair."""
    if not given["pairs"]:
        raise InputError("--fill applies to paths between pairs of cells: add --pair")
    context = click.get_current_context()
    for option in context.command.params:
        known = option.name is None or option.name in BESIDE | OF_BOARD
        if not known and context.get_parameter_source(str(option.name)) is ParameterSource.COMMANDLINE:
            words = f"{option.opts[-1]} does not apply to paths between pairs of cells"
            raise InputError(f"{words}: leave out it or --pair")
    pairs = [tuple(word.split(":")) for word in given["pairs"]]
    for word, pair in zip(given["pairs"], pairs, strict=True):
        if len(pair) != 2:
            raise InputError(f"--pair {word}: a pair is two cells, such as 0,3:5,4 or a1:h8")
    board = BoardArguments(given, shows_only=True).board()
    paths = board.path_pairs(*[(pair[0], pair[1]) for pair in pairs], fill=given["fill"])
    with ProgressLine() as line:
        number = paths.within(given["seconds"], memory=given["memory"], progress=line).count()
        line.clear()
    facts = with_text("count", number) | {"convention": paths.described, "pairs": paths.pairs}
    write(dumps(facts) if in_json else str(number))
    say(paths.described)
    return Status.ANSWERED
