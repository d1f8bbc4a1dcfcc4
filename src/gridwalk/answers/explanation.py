"""A table of the engines for a question: the engine chosen, estimated costs, and reasons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from gridwalk.answers.results import Facts
from gridwalk.draw import notebook
from gridwalk.errors import in_a_line

if TYPE_CHECKING:
    from gridwalk.allpaths.estimate import Estimate


EVERY_PATH = "a search visits every path"


@dataclass(frozen=True, repr=False)
class Option(Facts):
    """One engine in an `Explanation`.

    Attributes
    ----------
    engine : str
    reason : str or None
        Why the engine cannot answer or is not chosen; None if it can answer.
    estimate : Estimate or None
        The estimated cost; None if unknown.
    chosen : bool
    note : str
        A description, or why the engine is chosen.

    """

    engine: str
    reason: str | None = None
    estimate: Estimate | None = None
    chosen: bool = False
    note: str = ""

    @property
    def cost(self) -> str:
        """The estimated cost, as text."""
        return "-" if self.estimate is None else self.estimate.cost

    def to_dict(self) -> dict[str, Any]:
        """Return the row as plain values."""
        facts: dict[str, Any] = {
            "engine": self.engine,
            "chosen": self.chosen,
            "reason": self.reason,
            "note": self.note,
        }
        return facts | ({} if self.estimate is None else asdict(self.estimate))

    def __repr__(self) -> str:
        return in_a_line(f"<Option: {self.engine}, {self.cost} {_why(self)}".rstrip(" -") + ">")


@dataclass(frozen=True, repr=False)
class Explanation(Facts):
    """The engines for a question: which one answers, and why others do not; prints as a table.

    Attributes
    ----------
    verb : str
    question : str
        The question as text.
    options : tuple of Option

    """

    verb: str
    question: str
    options: tuple[Option, ...]

    @property
    def chosen(self) -> str:
        """The engine that answers; several engines that share the work are joined by "+"."""
        return "+".join(option.engine for option in self.options if option.chosen)

    @property
    def estimate(self) -> Estimate | None:
        """The estimated cost of the chosen engines; None if unknown."""
        chosen = [option.estimate for option in self.options if option.chosen and option.estimate is not None]
        return chosen[0].total(chosen) if chosen else None

    def to_dict(self) -> dict[str, Any]:
        """Return the table as plain values."""
        return {
            "verb": self.verb,
            "question": self.question,
            "engines": [option.to_dict() for option in self.options],
        }

    def __repr__(self) -> str:
        return in_a_line(f"<Explanation: {self.verb} by {self.chosen or 'none'}, {self.question}>")

    def _repr_html_(self) -> str:
        """A row for each engine, for notebooks."""
        columns = {
            "engine": [option.engine for option in self.options],
            "cost": [option.cost for option in self.options],
            "why (not)": [_why(option) for option in self.options],
        }
        return notebook.table(columns)

    def __str__(self) -> str:
        head = ("engine", "cost", "why (not)")
        rows = [(option.engine, option.cost, _why(option)) for option in self.options]
        if all(option.estimate is None for option in self.options):
            return aligned([row[::2] for row in (head, *rows)])  # searches that cost next to nothing
        return aligned([head, *rows])


def _why(option: Option) -> str:
    words = option.reason or option.note
    if option.engine == "none":
        return f"<- {words}"
    return f"<- chosen{': ' if words else ''}{words}" if option.chosen else words


def aligned(rows: Sequence[Iterable[str]]) -> str:
    """Return rows of words as columns of equal width."""
    table = [list(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return "\n".join(
        "  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip()
        for row in table
    )
