"""What sets can be asked: a table, which sets, the planner, `explain`, the command line and the page read.

What a kind of set does not answer, it refuses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Concatenate, NamedTuple

from gridwalk.errors import UnansweredError
from gridwalk.errors.missing import Suggesting
from gridwalk.question.knows import Knows, P, Q, T, answers


class VerbRow(NamedTuple):
    """A verb of some kind of set.

    Attributes
    ----------
    options : tuple of str
        Those that it has in one kind of set or another.
    knows : Knows
        The conditions and limits of a question that it answers.
    engines : str
        A function of a question that says which engines may answer it, and which one does; "": there is one.

    """

    options: tuple[str, ...] = ()
    knows: Knows = Knows.ALL
    engines: str = ""


_EXPLAIN = "gridwalk.planner.explain:"
_ESTIMATE = VerbRow(("error", "anytime", "states", "runs", "rng", "seed"), Knows.ANY_BY_WORKERS)
_OF_TOURS = Knows.TOURS | Knows.UNDIRECTED
# What is explained stands first, in the order of menus.
VERBS: dict[str, VerbRow] = {
    "find": VerbRow(("by", "weight"), Knows.ANY, f"{_EXPLAIN}_find"),
    "shortest": VerbRow(
        ("by", "measure", "turn_cost", "nearest", "max_cost"),
        Knows.ANY,
        f"{_EXPLAIN}_shortest",
    ),
    "longest": VerbRow(
        ("measure", "gap", "anytime", "steps", "rng", "seed"), Knows.ANY, f"{_EXPLAIN}_longest"
    ),
    "count": VerbRow(("by", "up_to_symmetry"), engines=f"{_EXPLAIN}_count"),
    "lengths": VerbRow(("measure",), engines=f"{_EXPLAIN}_lengths"),
    "sample": VerbRow(("n", "rng", "seed"), Knows.ANY, f"{_EXPLAIN}_sample"),
    "in_order": VerbRow(("measure",), Knows.ANY, f"{_EXPLAIN}_in_order"),
    "all_shortest": VerbRow(("measure",), Knows.ANYWHERE),
    "avoiding": VerbRow(),
    "avoiding_edges": VerbRow(("directed",)),
    "batches": VerbRow(("cells",), Knows.ANY),
    "bound": VerbRow(("measure", "anytime"), Knows.PATHS | Knows.CYCLES | Knows.NETWORK),
    "counts_by_end": VerbRow(),
    "counts_by_start": VerbRow(),
    "distances": VerbRow(("max_cost", "measure"), Knows.ANYWHERE | Knows.NETWORK),
    "estimate_count": _ESTIMATE,
    "estimate_lengths": _ESTIMATE,
    "explain": VerbRow(("verb",)),
    "induced": VerbRow(),
    "is_empty": VerbRow(),
    "list": VerbRow(("limit",), Knows.ANY),
    "longer_than": VerbRow(("moves",)),
    "nearly_shortest": VerbRow(("slack", "measure"), Knows.ANY),
    "of_length": VerbRow(("moves",)),
    "rank": VerbRow(("path",), Knows.ANY),
    "refutation": VerbRow(knows=_OF_TOURS),
    "samples": VerbRow(("n", "rng", "seed"), Knows.ANY),
    "shorter_than": VerbRow(("moves",)),
    "through": VerbRow(),
    "through_edges": VerbRow(("directed",)),
    "trace": VerbRow(("by", "max_events", "weight"), Knows.ANY & ~Knows.NETWORK),
    "unrank": VerbRow(("rank",), Knows.ANY),
    "why_empty": VerbRow(),
    "within": VerbRow(("seconds", "memory", "keep", "on", "progress")),
}
EXPLAINED = tuple(verb for verb, row in VERBS.items() if row.engines)


def answering(verb: str) -> Callable[[Callable[Concatenate[Q, P], T]], Callable[Concatenate[Q, P], T]]:
    """Declare the function of a question that answers a verb: it refuses what the row does not name."""
    return answers(VERBS[verb].knows, f"{verb}()")


class Refusing(Suggesting):
    """A set that says in one sentence which verbs of other sets it does not answer."""

    _others: ClassVar[str] = "it is a verb of sets of other kinds"  # why it does not answer their verbs

    def _elsewhere(self, name: str) -> str:
        """Return where *name* is found; refuse the verbs of other kinds of sets."""
        if name in VERBS:
            raise UnansweredError(f"{name}()", f"{self._others}, not answered for {_named(self)}")
        return super()._elsewhere(name)


def _named(some: Any) -> str:
    return str(getattr(some, "_described", None) or repr(some))
