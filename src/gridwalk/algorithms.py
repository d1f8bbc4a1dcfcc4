"""The registry of algorithms: a row for each value of `by=`.

It is used by `find`, `shortest` and `trace`, the help of the command line, the web page and the guide.  Rows
hold text only, and the module does not import NumPy, so that help is fast.  The functions of the searches are
in `gridwalk.search.choice.SEARCHES` and `gridwalk.search.choice.PREPARED`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, Literal

from gridwalk import pseudocode as code
from gridwalk.pseudocode import Coded, code_of

# The data structure of the frontier; "path" is for algorithms that only follow a path known in advance.
Structure = Literal["stack", "queue", "heap", "path", ""]
EVERY_BOARD = "every board"
Key = Literal["", "cost", "cost + bound", "bound"]  # of the heap; the bound is on the remaining cost


@dataclass(frozen=True, kw_only=True)
class Algorithm(Coded):
    """An algorithm: its name, the questions it answers, and the meaning of its trace.

    Attributes
    ----------
    name : str
        The value of `by=`.
    title : str
        The name in menus and help.
    of : tuple of str
        The kinds of sets that it supports: "paths", "tours".
    verbs : tuple of str
        The methods of these sets that support it; "trace" if it writes an event log.
    suits : str
        The boards on which it is exact, as text.
    source : str
        The publication.
    keeps, key
        The data structure of the frontier, and the key of a heap.
    both_ends : bool
        Whether it also searches from the exits, with a queue for each end.
    labels, jumps, wipes : bool
        The meaning of its events: whether a cell is opened with its distance from the start (otherwise with
        its predecessor); whether successive cells may be joined by straight lines; whether backtracking
        removes the footprint, so that a cell may be entered again.
    promise : tuple of str
        Its guarantees, in at most three short sentences: optimality, completeness, costs, and complexity.
    text : str
        Its pseudocode, with the events of each line (`gridwalk.pseudocode`).
    texts : mapping
        The pseudocode for verbs that differ.

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

    def pseudocode_for(self, verb: str) -> tuple[str, ...]:
        """Return the lines of the pseudocode of *verb*."""
        return code_of(self.texts[verb]) if verb in self.texts else self.pseudocode


@cache
def resolve(name: str) -> Any:
    """Return the object with the name ``module:attribute``; the first call imports the module."""
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)


# The values of `by=`, for type checkers; `tests/planner/test_algorithms.py` compares them with the rows.
FindPathBy = Literal["auto", "dfs", "dfs-recursive", "bfs", "greedy", "weighted-astar", "sweep"]
FindCycleBy = Literal["auto", "dfs", "sweep"]
FindTourBy = Literal["auto", "warnsdorff", "dfs", "construct", "sweep"]
ShortestBy = Literal[
    "auto", "bfs", "bidirectional", "labels", "dijkstra", "astar", "idastar", "jps", "corridors", "sweep",
]  # fmt: skip
SweptBy = Literal["auto", "sweep"]  # the shortest of cycles, and of tours
ManyBy = Literal["auto", "astar", "jps", "corridors"]
CountBy = Literal["auto", "sweep", "list"]
CountTourBy = Literal["auto", "sweep", "list", "halves"]
TracePathBy = Literal[
    "auto", "dfs", "dfs-recursive", "bfs", "bidirectional", "labels", "dijkstra", "astar", "idastar", "jps",
    "greedy", "weighted-astar", "list",
]  # fmt: skip
TraceTourBy = Literal["auto", "warnsdorff", "dfs", "construct", "list"]


@cache
def rows(verb: str, of: str = "paths") -> tuple[Algorithm, ...]:
    """Return the algorithms that *verb* takes for sets of this kind."""
    return tuple(row for row in ALGORITHMS if verb in row.verbs and of in row.of)


@cache
def names(verb: str, of: str = "paths") -> tuple[str, ...]:
    """Return the names of `rows`."""
    return tuple(row.name for row in rows(verb, of))


def elsewhere(name: str) -> str:
    """Return which question an algorithm answers, for who named it at another; an empty text if none does."""
    rows = (row for row in ALGORITHMS if row.name == name and row.verbs[0] in ("find", "shortest"))
    calls = (f"board.{row.of[0]}().{row.verbs[0]}(by={name!r}): {row.promise[0].lower()}" for row in rows)
    return next(calls, "").removesuffix(".")


@cache
def algorithm(name: str, of: str = "paths") -> Algorithm:
    """Return the row with that name; raise KeyError if there is none."""
    return {row.name: row for row in ALGORITHMS if of in row.of}[name]


_FIND, _SHORTEST = ("find", "trace"), ("shortest", "trace")
_MANY = ("shortest", "shortest_many")
_BOTH = ("paths", "tours")

ALGORITHMS: tuple[Algorithm, ...] = (
    Algorithm(name="dfs", title="depth-first, a stack", verbs=_FIND, source="Tarjan 1972",
              promise=("Finds a path if there is one, seldom a shortest one.",
                       "Enters a cell at most once; ignores costs."),
              keeps="stack", text=code.STACK),
    Algorithm(name="dfs-recursive", title="depth-first, recursive", verbs=_FIND, source="Tarjan 1972",
              promise=("Finds the path of depth-first search with a stack.",
                       "Each step is a call, so long paths reach the limit of recursion."),
              keeps="stack", text=code.RECURSION),
    Algorithm(name="bfs", title="breadth-first", verbs=("find", *_SHORTEST), source="Moore 1959",
              promise=("Finds a path with the fewest moves, if there is one.",
                       "Ignores costs.",
                       "Looks at every cell nearer than the exit."),
              suits="boards on which all moves cost the same", keeps="queue", text=code.QUEUE),
    Algorithm(name="bidirectional", title="breadth-first from both ends", verbs=_SHORTEST,
              source="Pohl 1971",
              promise=("Finds a path with the fewest moves, if there is one; ignores costs.",
                       "Two small discs for a large one: half to two thirds of the cells in the open.",
                       "In a maze nearly as many cells, and no faster."),
              suits="boards on which all moves cost the same",
              keeps="queue", both_ends=True, text=code.BOTH_ENDS),
    Algorithm(name="labels", title="distance labels", verbs=_SHORTEST, source="Lee 1961",
              promise=("Finds a path with the fewest moves, if there is one.",
                       "A cell keeps one number, its distance, and no cell before it.",
                       "Ignores costs."),
              suits="boards on which all moves cost the same", keeps="queue", labels=True, text=code.LABELS),
    Algorithm(name="dijkstra", title="Dijkstra", verbs=_SHORTEST, source="Dijkstra 1959",
              promise=("Finds a cheapest path, if there is one.",
                       "Costs must not be negative.",
                       "Looks at every cell that is cheaper to reach than the exit."),
              suits="all boards, also with several starts",
              keeps="heap", key="cost", text=code.HEAP),
    Algorithm(name="astar", title="A*", verbs=(*_MANY, "trace"), source="Hart, Nilsson and Raphael 1968",
              promise=("Finds a cheapest path, if there is one.",
                       "The bound never exceeds the rest of the cost, so nothing cheaper is missed.",
                       "Looks at no more cells than Dijkstra, but for ties."),
              suits="all boards with one start; fastest with orthogonal moves",
              keeps="heap", key="cost + bound", text=code.ASTAR),
    Algorithm(name="idastar", title="iterative deepening A*", verbs=_SHORTEST, source="Korf 1985",
              promise=("Finds a cheapest path, if there is one, but it may take ages.",
                       "Remembers one path only.",
                       "Tries each of many ways to a cell again: exponential round obstacles."),
              suits="small boards and mazes; on other boards it may never end",
              keeps="stack", wipes=True, text=code.DEEPENING),
    Algorithm(name="jps", title="jump points", verbs=(*_MANY, "trace"), source="Harabor and Grastien 2011",
              promise=("Finds a cheapest path, if there is one.",
                       "Skips cells where a shortest path need not turn.",
                       "All cells cost the same."),
              suits="orthogonal moves, or king's moves with the corner rule both or none; not with costs, "
              "portals, one-way cells, wrap or walls between cells",
              keeps="heap", key="cost + bound", jumps=True, text=code.JUMPS),
    Algorithm(name="corridors", title="graph of corridors", verbs=_MANY,
              promise=("Finds a cheapest path, if there is one.",
                       "Searches junctions only; a corridor is one edge."),
              suits="mazes and boards with many walls, with orthogonal or king's moves that all have a "
              "reverse; not with costs, portals or wrap",
              keeps="heap", key="cost + bound"),
    Algorithm(name="greedy", title="greedy best-first, not the shortest", verbs=_FIND,
              source="Doran and Michie 1966",
              promise=("Finds a path if there is one; it need not be short.",
                       "Goes where the exit seems nearest, and ignores costs.",
                       "Mostly looks at fewer cells than A*."),
              keeps="heap", key="bound", text=code.GREEDY),
    Algorithm(name="weighted-astar", title="weighted A*, at most the weight times the shortest", verbs=_FIND,
              source="Pohl 1970",
              promise=("Finds a path if there is one, not always a cheapest.",
                       "It costs at most the weight (2) times as much as a cheapest.",
                       "Mostly looks at fewer cells than A*."),
              keeps="heap", key="cost + bound", text=code.WEIGHTED),
    Algorithm(name="warnsdorff", title="Warnsdorff's rule", verbs=_FIND, of=("tours",), wipes=True,
              promise=("Goes where the fewest moves lead on.",
                       "Finds most knight's tours without a step back.",
                       "It is a rule of thumb: it may have to step back."),
              source="von Warnsdorff 1823", keeps="stack", text=code.WARNSDORFF),
    Algorithm(name="dfs", title="backtracking", verbs=_FIND, of=("tours",), wipes=True,
              promise=("Finds a tour if there is one, but it may take ages.",
                       "Tries all ways, and gives up the last step first."),
              source="Golomb and Baumert 1965", keeps="stack", text=code.TOUR),
    Algorithm(name="construct", title="built of small tours", verbs=_FIND, of=("tours",), wipes=True,
              promise=("Finds a knight's tour at once, at any size from 5 x 5.",
                       "Follows a proof, and searches small boards only."),
              suits="the knight on rectangles from 5 x 5", source="Parberry 1997", keeps="path",
              text=code.TILES),
    Algorithm(name="anytime", title="rerouted, with a bound", verbs=("longest",), text=code.ANYTIME,
              promise=("Finds a long path, and says how much longer one could be.",
                       "The longer it runs, the closer the two come."),
              source="annealing: Kirkpatrick, Gelatt and Vecchi 1983; bound: 2-matching, Edmonds 1965"),
    Algorithm(name="sweep", title="sweep over all paths", of=_BOTH,
              suits="all boards, and sets with conditions such as through",
              promise=("Exact: every path is in the answer.",
                       "Looks at states of a frontier, not at single paths.",
                       "Time and memory grow with the width of the board, by a factor a column."),
              verbs=("find", "shortest", "count", "longest", "sample"), source="Knuth, TAOCP 4A, 7.1.4",
              text=code.SWEEP, texts={"shortest": code.SWEEP_SHORTEST, "longest": code.SWEEP_LONGEST,
                                      "sample": code.SWEEP_SAMPLE}),
    Algorithm(name="sampled", title="sweep over a sample", verbs=("estimate",), of=_BOTH, text=code.SAMPLED,
              promise=("An estimate, with an interval that holds 95 times of 100.",
                       "Takes as long as you let it."),
              source="Fearnhead and Clifford 2003", suits="every board, and every condition"),
    Algorithm(name="lawler", title="Lawler's branches", verbs=("in_order",), keeps="stack",
              promise=("Lists all paths, the shortest first.",
                       "Each takes about one search for a shortest path, or a few."),
              source="Yen 1971, Lawler 1972", text=code.IN_ORDER),
    Algorithm(name="halves", title="both halves of the board, joined", of=("tours",), verbs=("count",),
              promise=("Exact: every tour is counted.",
                       "Both halves of the board are counted alone, then joined."),
              suits="open boards up to some ten cells wide, tours from anywhere or from one start"),
    Algorithm(name="list", title="one path after another", verbs=("list", "count", "trace"),
              promise=("Visits every path, one by one.",
                       "Steps into a cell only if an exit can still be reached, so no time is lost."),
              source="Read and Tarjan 1975", keeps="stack", wipes=True, text=code.LIST),
    Algorithm(name="list", title="one tour after another", of=("tours",), verbs=("list", "count", "trace"),
              promise=("Visits every tour, one by one.",
                       "Steps back as soon as some cell is cut off."),
              source="Read and Tarjan 1975", keeps="stack", wipes=True, text=code.LIST_TOURS),
)  # fmt: skip

# What else `path.by` may name: ways to an answer that cannot be asked for.
TITLES: Mapping[str, str] = {
    "acyclic": "one pass over the moves",
    "all": "every shortest path",
    "edges": "forced edges",
    "field": "along a flow field",
    "file": "read from a file",
    "legs": "leg by leg, from cell to cell",
    "longest": "read from a data set",
    "rotations": "Pósa rotations",
    "roth": "Warnsdorff's rule, ties as by Roth",
    "shortest": "read from a data set",
}


def title_of(name: str) -> str:
    """Return the title of what `path.by` names: of an algorithm, or of another way to an answer; else *name*.

    >>> title_of("astar"), title_of("legs")
    ('A*', 'leg by leg, from cell to cell')
    """
    return titles().get(name, name)


@cache
def titles() -> Mapping[str, str]:
    """Return the titles of all that `path.by` may name; of a name for both, that of paths."""
    return {**TITLES, **{row.name: row.title for row in reversed(ALGORITHMS)}}
