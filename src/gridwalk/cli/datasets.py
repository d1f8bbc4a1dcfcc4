"""The commands that ask many boards: dataset and survey."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import click

from gridwalk.cli.answers import dumps, write
from gridwalk.cli.forms import JsonOption
from gridwalk.cli.making import OPEN_DEAD_ENDS, OPEN_WALLS, OWN, MakerOptions, seed_or_random
from gridwalk.cli.options import Options, Own, argument, option
from gridwalk.cli.output import OutFile
from gridwalk.cli.progress import ProgressLine, say
from gridwalk.cli.values import (
    File,
    Memory,
    Numbers,
    Output,
    Positive,
    Shares,
    Time,
    Whole,
    Words,
    board_size,
    is_stdout,
)
from gridwalk.cli.workers import OnOption, opened
from gridwalk.errors import InputError, counted


class ManyBoards(Options, under="Board"):
    """How the boards of a dataset or a survey are made; of most options several values may be given."""

    maker: str = argument()
    size: str = argument()
    seed: Whole | None = option("Seed; board i depends on it and on i only.  [default: a random one, which "
                                "is told]", under="How")  # fmt: skip
    braid: Shares | None = option(OPEN_DEAD_ENDS, metavar="SHARE")
    loops: Shares | None = option(OPEN_WALLS, metavar="SHARE")
    thin: bool = option("Rooms are cells, with walls between them.")
    ends: Words | None = option("Start and exit: corners, or far.", metavar="HOW")
    pick: Words | None = MakerOptions.pick
    of: Words | None = MakerOptions.of
    walls: Shares | None = MakerOptions.walls
    rounds: Numbers | None = MakerOptions.rounds
    block: Numbers | None = MakerOptions.block
    extra: Shares | None = MakerOptions.extra
    seconds: Time | None = option("The time of one answer; after it there is none, and a column says why.",
                                  "--time", under="Limits")  # fmt: skip
    memory: Memory | None = option("The memory of one answer, likewise.  [default: 1GiB]", under="Limits")

    def arguments(self) -> Any:
        """Return the arguments that `gridwalk.dataset` and `gridwalk.survey` share, but for the maker."""
        sizes = []
        for word in self.size.split(","):
            size = board_size(word)
            if size is None:
                raise InputError(
                    f"{word!r} is not a size: give rows x columns, such as 20x30, several by commas"
                )
            sizes.append(size)
        own = self.passed(*OWN, "braid", "loops", "thin", "ends", "seconds", "memory")
        return {"size": sizes, "seed": seed_or_random(self.seed), **own}


def names_in(words: str) -> list[str]:
    """Return names that stand with commas between."""
    return [name.strip() for name in words.split(",")]


class PartsOptions(Options, under="Output"):
    """The files of a dataset."""

    part: Positive | None = option("Rows of a part.  [default: up to 10000]")
    form: str | None = option("parquet or npz.  [default: parquet if pyarrow is installed]", "--format",
                              "NAME")  # fmt: skip


ASK_HELP = "Questions, by commas: find, reach, span, shortest, longest, count, measure"


class DatasetCommand(Own, ManyBoards, OnOption, PartsOptions, JsonOption, under="How"):
    """Make N boards, ask each the same questions, write the rows.

    MAKER makes them; the rows are written in parts (Parquet, or .npz); after a stop the same
    command continues.  Of several values, such as wilson,kruskal or --braid 0%,10%,50%, one is
    drawn for each board.  In Python gridwalk.read_dataset reads the rows; so does whatever reads
    Parquet.

    \b
    Examples:
      gridwalk dataset wilson 20x20 -n 100000 --seed 7 --ask shortest,measure -o mazes --on processes
      gridwalk dataset percolation 30x30 -n 1000 --walls 10%:40%:1% --ask find,shortest -o noise

    Exit status: 0 made, 2 bad input, 3 out of disk, not to be written, or a worker died.
    """

    common = "n ask seed folder on"
    n: Positive = option("The number of boards.", "-n --number", required=True)
    folder: Annotated[str, click.Path(file_okay=False)] = option(
        "The directory of the dataset; parts that are there are not made again.", "-o --output", "DIR",
        required=True, under="Output")  # fmt: skip
    ask: str = option(f"{ASK_HELP}.", metavar="NAMES", default="shortest", shown=True)

    def answer(self) -> None:
        """Make a dataset."""
        from gridwalk.datasets import making, parts

        is_there = Path(self.folder, parts.DESCRIPTION).is_file
        arguments = self.arguments()
        if is_there() and self.seed is None:  # who gave none the first time goes on with it
            boards: Any = (parts.read_description(Path(self.folder)) or {}).get("boards")
            if isinstance(boards, dict) and "seed" in boards:
                arguments["seed"] = int(boards["seed"])
        try:
            with opened(self.on) as on, ProgressLine() as line:
                data = making.dataset(
                    names_in(self.maker), n=self.n, folder=self.folder, ask=names_in(self.ask), on=on,
                    format=self.form, progress=line, **self.passed("part"), **arguments,
                )  # fmt: skip
        except KeyboardInterrupt:
            if is_there():
                say(f"{self.folder}: {making.KEPT}")
            raise
        if self.in_json:
            return write(dumps({"folder": str(data.folder), "parts": len(data.parts), **data.about}))
        made = f"{counted(len(data), 'row')} in {counted(len(data.parts), 'part')}"
        return say(f"{self.folder}: {made}, --seed {arguments['seed']}")


class SurveyFileOption(Options, under="Output"):
    """Where a survey is written to."""

    output: Annotated[File, Output((".svg", ".png", ".csv"))] | None = option(
        "Also write curves of the means (.svg, .png), or the table (.csv).", "-o --output")  # fmt: skip


class SurveyCommand(Own, ManyBoards, OnOption, SurveyFileOption, JsonOption, under="How"):
    """Ask N boards of every setting the same; print the means.

    With the means come standard errors and quantiles.  Of several values, such as 10x10,20x20 or
    --walls 20%:60%:2%, each is a setting, and of several options every combination.  "known"
    counts the boards with a number: without a path there is no length.

    \b
    Examples:
      gridwalk survey percolation 50x50 --walls 20%:60%:2% --ask spans -n 200 -o curve.svg
      gridwalk survey wilson,backtracker,kruskal 20x20 --ask dead_ends,solution_length
      gridwalk survey backtracker 10x10,20x20,40x40 --braid 0%:100%:10% --ask shortest_length --json

    Exit status: 0 answered, 2 bad input.
    """

    common = "n ask seed braid output"
    n: Positive = option("Boards of each setting.", "-n --number", default=100, shown=True)
    ask: str = option(f"{ASK_HELP}; or columns of these: found, spans, shortest_length, loops, ...",
                      metavar="NAMES", default="found", shown=True)  # fmt: skip

    def answer(self) -> None:
        """Ask many boards the same questions."""
        from gridwalk.datasets.surveying import survey

        arguments, out = self.arguments(), OutFile.of(self)
        with opened(self.on) as on, ProgressLine() as line:
            found = survey(
                names_in(self.maker), n=self.n, ask=names_in(self.ask), on=on, progress=line, **arguments
            )
        if self.in_json:
            write(dumps({"seed": arguments["seed"], "boards": self.n, "table": found.table}))
        elif out is None or not (is_stdout(out.file) or out.ending == ".csv"):
            write(str(found))
        if out is not None:
            out.save({".svg": found.svg, ".png": found.png, ".csv": found.to_csv})
        if self.seed is None:
            say(f"with --seed {arguments['seed']}")
