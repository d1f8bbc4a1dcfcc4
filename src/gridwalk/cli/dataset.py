"""The commands dataset and survey: makers, sizes and values by the list."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from gridwalk.cli.answers import dumps, write
from gridwalk.cli.crew import CREW_OPTIONS, opened
from gridwalk.cli.make import OWN, own_options
from gridwalk.cli.options import JSON_OPTION, options
from gridwalk.cli.output import save_bytes
from gridwalk.cli.progress import ProgressLine, say
from gridwalk.cli.values import MemorySize, Output, Seconds, Share, board_size, is_stdout
from gridwalk.errors import InputError, counted

F = TypeVar("F", bound=Callable[..., Any])
MAX_VALUES = 10_000  # of a range


class Several(click.ParamType):
    """A value, several (``10%,20%``), or a range of numbers (``20%:60%:2%``): a list if there are several."""

    name = "VALUES"

    def __init__(self, kind: Any) -> None:
        self.kind = click.STRING if kind is str else kind

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the value, or a list of values."""
        found: list[Any] = []
        for word in str(value).split(","):
            parts: list[Any] = [self.kind.convert(part.strip(), param, ctx) for part in word.split(":")]
            if len(parts) == 1:
                found += parts
            elif len(parts) == 3 and not isinstance(parts[0], str) and parts[2] > 0:
                low, high, step = parts
                number = int((high - low) / step + 1 + 1e-9)
                if not 1 <= number <= MAX_VALUES:
                    self.fail(
                        f"{word!r} has {max(number, 0):,} values: 1 to {MAX_VALUES:,} are possible",
                        param,
                        ctx,
                    )
                steps = (low + step * i for i in range(number))
                found += [each if isinstance(each, int) else round(each, 12) for each in steps]
            else:
                self.fail(f"{word!r} is no range: give low:high:step, such as 20%:60%:2%", param, ctx)
        return found[0] if len(found) == 1 else found


ASK_HELP = "Questions, by commas: find, reach, span, shortest, longest, count, measure"
MANY_OPTIONS: tuple[Any, ...] = (
    click.argument("maker"),
    click.argument("size"),
    click.option("--seed", type=click.IntRange(min=0), metavar="N",
                 help="Seed; board i depends on it and on i only.  [default: a random one, which is told]"),
    click.option("--braid", type=Several(Share()), metavar="SHARE", help="Open this share of the dead ends."),
    click.option("--loops", type=Several(Share()), metavar="SHARE",
                 help="After that, open this share of the walls between rooms."),
    click.option("--thin", is_flag=True, help="Rooms are cells, with walls between them."),
    click.option("--ends", type=Several(str), metavar="HOW", help="Start and exit: corners, or far."),
    *own_options(Several),
    click.option("--time", "seconds", type=Seconds(), metavar="TIME",
                 help="The time of one answer; after it there is none, and a column says why."),
    click.option("--memory", type=MemorySize(), metavar="SIZE",
                 help="The memory of one answer, likewise.  [default: 1GiB]"),
    CREW_OPTIONS[0],
)  # fmt: skip


def many_arguments(given: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments that `gridwalk.dataset` and `gridwalk.survey` share, but for the maker."""
    own = {name: given[name] for name in (*OWN, "braid", "loops", "ends") if given[name] is not None}
    if given["thin"]:
        own["thin"] = True
    sizes = []
    for word in given["size"].split(","):
        size = board_size(word)
        if size is None:
            raise InputError(f"{word!r} is not a size: give rows x columns, such as 20x30, several by commas")
        sizes.append(size)
    limits = {name: given[name] for name in ("seconds", "memory") if given[name] is not None}
    return {"size": sizes, "rng": _seed(given["seed"]), **limits, **own}


def makers_of(given: dict[str, Any]) -> list[str]:
    """Return the names of the makers."""
    return [name.strip() for name in given["maker"].split(",")]


def _seed(seed: int | None) -> int:
    """Return the seed, or a random one."""
    import secrets

    return secrets.randbits(32) if seed is None else seed


@click.command()
@options(*MANY_OPTIONS[:2])
@click.option("-n", "--number", "n", type=click.IntRange(min=1), required=True, metavar="N",
              help="The number of boards.")  # fmt: skip
@click.option("-o", "--output", "folder", type=click.Path(file_okay=False), required=True, metavar="DIR",
              help="The directory of the dataset; parts that are there are not made again.")  # fmt: skip
@click.option("--ask", default="shortest", show_default=True, metavar="NAMES", help=f"{ASK_HELP}.")
@options(*MANY_OPTIONS[2:])
@click.option("--part", type=click.IntRange(min=1), metavar="N",
              help="Rows of a part.  [default: up to 10000]")  # fmt: skip
@click.option("--format", "form", metavar="NAME",
              help="parquet or npz.  [default: parquet if pyarrow is installed]")  # fmt: skip
@options(JSON_OPTION)
def dataset(n: int, folder: str, form: str | None, in_json: bool, **given: Any) -> None:
    """Make N boards with MAKER, ask each the same questions, and write a row for each to files.

    The rows are written in parts (Parquet, or .npz); after a stop the same command continues.  Of
    several values, such as wilson,kruskal or --braid 0%,10%,50%, one is drawn for each board.  In
    Python gridwalk.read_dataset reads the rows; so does whatever reads Parquet.

    \b
    Examples:
      gridwalk dataset wilson 20x20 -n 100000 --seed 7 --ask shortest,measure -o mazes --on processes
      gridwalk dataset percolation 30x30 -n 1000 --walls 10%:40%:1% --ask find,shortest -o noise

    Exit status: 0 made, 2 bad input, 3 out of disk, not to be written, or a worker died.
    """
    from gridwalk.datasets import dataset as make_dataset
    from gridwalk.datasets.making import KEPT

    arguments = many_arguments(given)
    if _is_there(folder) and given["seed"] is None:
        arguments["rng"] = _seed_of(folder)
    try:
        with opened(given["on"]) as on, ProgressLine() as line:
            data = make_dataset(
                makers_of(given), n=n, to=folder, ask=_names(given["ask"]), on=on, part=given["part"],
                format=form, progress=line, **arguments,
            )  # fmt: skip
    except KeyboardInterrupt:
        if _is_there(folder):
            say(f"{folder}: {KEPT}")
        raise
    if in_json:
        write(dumps({"folder": str(data.folder), "parts": len(data.parts), **data.about}))
    else:
        rows, parts = counted(len(data), "row"), counted(len(data.parts), "part")
        say(f"{folder}: {rows} in {parts}, --seed {arguments['rng']}")


def _names(ask: str) -> list[str]:
    return [name.strip() for name in ask.split(",")]


def _is_there(folder: str) -> bool:
    from gridwalk.datasets.parts import DESCRIPTION

    return Path(folder, DESCRIPTION).is_file()


def _seed_of(folder: str) -> int:
    """Return the seed of the dataset that is there: who gave none the first time goes on with it."""
    from gridwalk.datasets.parts import read_description

    about: Any = read_description(Path(folder)) or {}
    boards = about.get("boards")
    return int(boards["seed"]) if isinstance(boards, dict) and "seed" in boards else _seed(None)


ENDINGS = (".svg", ".png", ".csv")


@click.command()
@options(*MANY_OPTIONS[:2])
@click.option("-n", "--number", "n", type=click.IntRange(min=1), default=100, show_default=True, metavar="N",
              help="Boards of each setting.")  # fmt: skip
@click.option("--ask", default="found", show_default=True, metavar="NAMES",
              help=f"{ASK_HELP}; or columns of these: found, spans, shortest_length, loops, ...")  # fmt: skip
@options(*MANY_OPTIONS[2:])
@click.option("-o", "--output", type=Output(ENDINGS), metavar="FILE",
              help="Also write curves of the means (.svg, .png), or the table (.csv).")  # fmt: skip
@options(JSON_OPTION)
def survey(n: int, output: Any, in_json: bool, **given: Any) -> None:
    """Ask N boards of every setting the same questions; print means, standard errors and quantiles.

    Of several values, such as 10x10,20x20 or --walls 20%:60%:2%, each is a setting, and of several
    options every combination.  "known" counts the boards with a number: without a path there is no
    length.

    \b
    Examples:
      gridwalk survey percolation 50x50 --walls 20%:60%:2% --ask spans -n 200 -o curve.svg
      gridwalk survey wilson,backtracker,kruskal 20x20 --ask dead_ends,solution_length
      gridwalk survey backtracker 10x10,20x20,40x40 --braid 0%:100%:10% --ask shortest_length --json

    Exit status: 0 answered, 2 bad input.
    """
    from gridwalk.datasets import survey as ask_all

    is_stdout(output)  # refuses --json beside it
    arguments = many_arguments(given)
    names = [name.strip() for name in given["ask"].split(",")]
    with opened(given["on"]) as on, ProgressLine() as line:
        found = ask_all(makers_of(given), n=n, ask=names, on=on, progress=line, **arguments)
    if in_json:
        write(dumps({"seed": arguments["rng"], "boards": n, "table": found.table}))
    elif not is_stdout(output) and (output is None or output.suffix.lower() != ".csv"):
        write(str(found))
    if output is not None:
        ending = output.suffix.lower()
        data = (
            found.png()
            if ending == ".png"
            else (found.svg() if ending == ".svg" else found.to_csv()).encode()
        )
        save_bytes(output, data)
    if given["seed"] is None:
        say(f"with --seed {arguments['rng']}")
