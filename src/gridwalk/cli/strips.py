"""The command strip: boards of some rows and any number of columns, counted for all of these at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from gridwalk.cli.answers import with_text
from gridwalk.cli.forms import JsonOption
from gridwalk.cli.options import Excludes, Needs, OneOf, Own, Rules, argument, option
from gridwalk.cli.output import give
from gridwalk.cli.progress import ProgressLine, say
from gridwalk.cli.question import OfPaths
from gridwalk.cli.values import Memory, Positive, Time
from gridwalk.errors import HopelessError

if TYPE_CHECKING:
    from gridwalk.cli.counting import Facts


class StripCommand(Own, JsonOption, under="Which paths"):
    """Count the paths of ROWS x n cells, for every n at once.

    For a given number of rows the counts satisfy a linear recurrence in the number of columns.  It is found
    from exact counts, and proved by the number of states between two columns; stdout gets it in a sentence,
    with --terms the first counts, with --columns the count for that number of columns, of any size.  Eight
    rows of orthogonal moves take seconds, each row more some ten times as long.

    \b
    Examples:
      gridwalk strip 4
      gridwalk strip 4 --columns 1000000 --modulo 1000000007
      gridwalk strip 3 --moves knight --tour --closed --terms 40
      gridwalk strip 5 --cycles --json

    Exit status: 0 counted (zero is a count), 2 bad input, 3 out of time or memory.
    """

    common = "columns modulo terms tour moves"
    rows: Positive = argument()
    columns: Positive | None = option("The count for N columns, such as 1000000.")
    modulo: Positive | None = option("With --columns: the count modulo N, which needs no long numbers.")
    terms: Positive | None = option("The counts for 1 to N columns, one a line.")
    tour: bool = OfPaths.tour
    closed: bool = OfPaths.closed
    cycles: bool = OfPaths.cycles
    moves: str | None = OfPaths.moves
    wrap: str | None = option("rows: the last row is next to the first, as on a cylinder.", metavar="SIDES",
                              under="Board")  # fmt: skip
    seconds: Time | None = OfPaths.seconds
    memory: Memory | None = OfPaths.memory
    rules: ClassVar[Rules] = (
        OneOf(("tour", "cycles"), "{all} are different questions: give one of them"),
        Needs("closed", "tour", "{a} applies to tours: add --tour"),
        Needs("modulo", "columns", "{a} applies to one count: add --columns"),
        Excludes("terms", "columns", "--terms and --columns are different questions: give one"),
    )

    def answer(self) -> None:
        """Print the recurrence, or counts."""
        from gridwalk.answers.recurrence import in_digits
        from gridwalk.strips import strip

        facts: Facts = {}
        kind: Any = "tours" if self.tour else "cycles" if self.cycles else "paths"
        with ProgressLine() as line:
            given: Any = self.passed("closed", "moves", "wrap", "seconds", "memory")
            found = strip(self.rows, of=kind, progress=line, **given)
            text, known = str(found), found.to_dict()
            if self.columns is not None:
                try:
                    number = found.count(self.columns, modulo=self.modulo)
                except HopelessError as error:
                    raise HopelessError(error.reason, "--modulo gives it modulo a number") from None
                facts, text = with_text("count", number), in_digits(number)
            if self.terms is not None:
                numbers = found.terms(self.terms)
                facts = with_text("terms", numbers)
                text = "\n".join(f"{n} {in_digits(number)}" for n, number in enumerate(numbers, 1))
        for name in ("recurrence", "numerator", "denominator"):
            facts |= with_text(name, known[name])
        give(self, lambda: known | facts, lambda: text)
        if self.columns is not None or self.terms is not None:
            say(found.words)
