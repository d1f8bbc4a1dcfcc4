"""Tables of engines with one chosen, and their explanation as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from gridwalk.answers.results import Facts
from gridwalk.errors import UnknownChoiceError, UnsuitableAlgorithmError, in_a_line
from gridwalk.questions.question import Question
from gridwalk.render import notebook

if TYPE_CHECKING:
    from gridwalk.answers.path import Path
    from gridwalk.frontier.estimate import Estimate
    from gridwalk.runtime.eventlog import EventLog

EVERY_PATH = "a search visits every path"
Way = Callable[["Question", "EventLog | None"], "Path | None"]


def kind_of(question: Question) -> str:
    """Return which tables a question is looked up in: "tours", "conditional" sets, or plain "paths"."""
    if question.tour and not question.required_edges:
        return "tours"
    return "conditional" if question.is_conditional else "paths"


def way_of(tables: Mapping[str, Mapping[str, Way]], question: Question, by: str) -> Way:
    """Return the way called *by* in the table for this kind of question.

    Raises
    ------
    UnknownChoiceError
        If no paths are found in that way.
    UnsuitableAlgorithmError
        If these are not.

    """
    kind = kind_of(question)
    ways = tables[kind]
    if type(by) is str and by in ways:
        return ways[by]
    others = tables["tours" if question.tour else "paths"] if kind == "conditional" else {}
    UnknownChoiceError.check("by", by, tuple(dict.fromkeys((*others, *ways))))
    exact = " and ".join(repr(name) for name in ways if name != "auto")
    raise UnsuitableAlgorithmError(by, f"only {exact} find {question.described}")


@dataclass(frozen=True, repr=False)
class Option(Facts):
    """An engine that might answer.

    Attributes
    ----------
    engine : str
    reason : str or None
        Why it cannot, or will not, in one sentence; None: it can.
    estimate : Estimate or None
        What it would cost; None where that is not known before.
    chosen : bool
    note : str
        What it is, or why it is chosen.

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
    """Which engine answers a question, and why not the others; prints as a table.

    Attributes
    ----------
    verb : str
    question : str
        In words.
    options : tuple of Option

    """

    verb: str
    question: str
    options: tuple[Option, ...]

    @property
    def chosen(self) -> str:
        """The engine that answers; those that share the work joined by "+"."""
        return "+".join(option.engine for option in self.options if option.chosen)

    @property
    def estimate(self) -> Estimate | None:
        """What the engines that answer would take; None where that is not known before."""
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
    return f"<- chosen{': ' if words else ''}{words}" if option.chosen else words


def aligned(rows: Sequence[Iterable[str]]) -> str:
    """Return rows of words as columns of equal width."""
    table = [list(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return "\n".join(
        "  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip()
        for row in table
    )
