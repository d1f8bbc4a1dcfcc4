"""One row of the registry of algorithms: its name, what it answers, how to run it and to read its trace.

Help must be fast, so this module imports neither NumPy nor kernels: a row names its functions as
``module:function``, which are imported on their first call.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from typing import Any, Literal

# The data structure of the frontier; a "path" is known in advance and only followed.
Structure = Literal["stack", "queue", "heap", "path", ""]
EVERY_BOARD = "every board"
Key = Literal["", "cost", "cost + bound", "bound"]  # of the heap; the bound is on the rest of the cost


@dataclass(frozen=True, kw_only=True)
class Algorithm:
    """One algorithm: its name, the questions it answers, how to run it, and how to read its trace.

    Attributes
    ----------
    name : str
        The value of `by=`.
    title : str
        For menus and help.
    of : tuple of str
        The kinds of sets it works on: "paths", "tours".
    verbs : tuple of str
        The methods of these sets that take it; "trace" if it keeps an event log.
    suits : str
        The boards on which it is exact, as text.
    source : str
        Its publication.
    keeps, key
        The data structure of the frontier, and the key of a heap.
    both_ends : bool
        Whether it searches from the exits, too, with a queue for each end.
    labels, jumps, wipes : bool
        How to read its events: whether a cell is opened with its distance from the start (else with its
        predecessor); whether successive cells may be joined by straight runs; whether backtracking removes
        the footprint, so that a cell may be entered again.
    promise : tuple of str
        What it promises, in at most three short sentences: whether the path is shortest, whether one is found
        wherever there is one, what is true of costs, and what it takes.
    text : str
        Its pseudocode, with the events of each line (`gridwalk.pseudocode`).
    texts : mapping
        The pseudocode for verbs that need another one.
    run : str
        The search, called with a `gridwalk.search.query.Query`; it fills the event log of the query, if any.
    solver : str
        Builds a solver for a grid, which is cached for many questions.  A solver searches from one start,
        without an event log.
    refuses : str
        Called with a grid; returns the reason why it is not exact there, or an empty text.

    """

    name: str
    title: str
    verbs: tuple[str, ...]
    of: tuple[str, ...] = ("paths",)
    suits: str = EVERY_BOARD
    source: str = ""
    keeps: Structure = ""
    key: Key = ""
    both_ends: bool = False
    labels: bool = False
    jumps: bool = False
    wipes: bool = False
    promise: tuple[str, ...] = ()
    text: str = ""
    texts: Mapping[str, str] = field(default_factory=dict, hash=False)
    run: str = ""
    solver: str = ""
    refuses: str = ""

    @cached_property
    def pseudocode(self) -> tuple[str, ...]:
        """The lines of the pseudocode."""
        return _code(self.text)

    def pseudocode_for(self, verb: str) -> tuple[str, ...]:
        """Return the lines of the pseudocode of *verb*."""
        return _code(self.texts[verb]) if verb in self.texts else self.pseudocode

    @cached_property
    def lines_of_event(self) -> Mapping[str, tuple[int, ...]]:
        """The indices of the lines executed up to an event of each kind; "begin" is the first event."""
        margins = [line.partition("|")[0].split() for line in _lines(self.text)]
        kinds = dict.fromkeys(kind for margin in margins for kind in margin)
        return {kind: tuple(i for i, margin in enumerate(margins) if kind in margin) for kind in kinds}

    @cached_property
    def line_of_event(self) -> Mapping[str, int]:
        """The index of the line that records an event, for each kind of event that has one."""
        return {kind: lines[-1] for kind, lines in self.lines_of_event.items() if kind != "begin"}

    def why_not(self, grid: Any) -> str:
        """Return why the algorithm is not exact on *grid*, or an empty text."""
        return resolve(self.refuses)(grid) if self.refuses else ""


def _lines(text: str) -> list[str]:
    return text.strip("\n").split("\n") if text else []


def _code(text: str) -> tuple[str, ...]:
    return tuple(line.partition("|")[2].removeprefix(" ") for line in _lines(text))


@cache
def resolve(name: str) -> Any:
    """Return the object with the name ``module:attribute``; the first call imports the module."""
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)
