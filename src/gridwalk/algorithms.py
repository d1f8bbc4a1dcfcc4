"""The registry of algorithms: one row for each name that `by=` takes, or that a trace shows.

`find`, `shortest` and `trace`, the help of the command line, the page of the viewer and the guide read
it.  Help must be fast, so this module imports neither NumPy nor kernels: a row names its functions as
``module:function``, which are imported on their first call.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from typing import Any, Literal

# The values of `by=`, for type checkers; `tests/test_algorithms.py` compares them with the rows.
FindPathBy = Literal["auto", "dfs", "dfs-recursive", "bfs", "sweep"]
FindCycleBy = Literal["auto", "dfs", "sweep"]
FindTourBy = Literal["auto", "warnsdorff", "dfs", "construct", "sweep"]
ShortestBy = Literal["auto", "bfs", "labels", "dijkstra", "astar", "jps", "corridors", "sweep"]
SweptBy = Literal["auto", "sweep"]  # the shortest of cycles, and of tours
ManyBy = Literal["auto", "astar", "jps", "corridors"]
CountBy = Literal["auto", "sweep", "list"]
CountTourBy = Literal["auto", "sweep", "list", "halves"]
TracePathBy = Literal[
    "auto", "dfs", "dfs-recursive", "bfs", "labels", "dijkstra", "astar", "jps", "list",
]  # fmt: skip
TraceTourBy = Literal["auto", "warnsdorff", "dfs", "construct", "list"]

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
    labels, jumps, wipes : bool
        How to read its events: whether a cell is opened with its distance from the start (else with its
        predecessor); whether successive cells may be joined by straight runs; whether backtracking removes
        the footprint, so that a cell may be entered again.
    text : str
        Its pseudocode; the kinds of events of a line come before its ``|``.
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
    labels: bool = False
    jumps: bool = False
    wipes: bool = False
    text: str = ""
    run: str = ""
    solver: str = ""
    refuses: str = ""

    @cached_property
    def pseudocode(self) -> tuple[str, ...]:
        """The lines of the pseudocode."""
        return tuple(line.partition("|")[2].removeprefix(" ") for line in self._lines)

    @cached_property
    def line_of_event(self) -> Mapping[str, int]:
        """The index of the line for each kind of event that has one."""
        margins = (line.partition("|")[0].split() for line in self._lines)
        return {kind: number for number, kinds in enumerate(margins) for kind in kinds}

    def why_not(self, grid: Any) -> str:
        """Return why the algorithm is not exact on *grid*, or an empty text."""
        return resolve(self.refuses)(grid) if self.refuses else ""

    @property
    def _lines(self) -> list[str]:
        return self.text.strip("\n").split("\n") if self.text else []


@cache
def resolve(name: str) -> Any:
    """Return the object with the name ``module:attribute``; the first call imports the module."""
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)


@cache
def rows(verb: str, of: str = "paths") -> tuple[Algorithm, ...]:
    """Return the algorithms that *verb* takes for sets of this kind."""
    return tuple(row for row in ALGORITHMS if verb in row.verbs and of in row.of)


@cache
def names(verb: str, of: str = "paths") -> tuple[str, ...]:
    """Return the names of `rows`."""
    return tuple(row.name for row in rows(verb, of))


@cache
def algorithm(name: str, of: str = "paths") -> Algorithm:
    """Return the row with that name; raise KeyError if there is none."""
    return {row.name: row for row in ALGORITHMS if of in row.of}[name]


STACK = """
      | push the start
      | while the stack is not empty:
      |   u = top of the stack
found |   if u is an exit: found
      |   if a neighbour v is new:
step  |     came_from[v] = u;  push v
back  |   else: pop                 # back
"""
RECURSION = """
      | walk(u):
found |   if u is an exit: return found
      |   for each new neighbour v:
step  |     came_from[v] = u;  walk(v)
      |     if found: return found
back  |   return                    # back
"""
QUEUE = """
      | put the start in the queue
      | while the queue is not empty:
close |   u = first of the queue
found |   if u is an exit: follow came_from
      |   for each new neighbour v:
      |     came_from[v] = u
open  |     put v at the queue's end
"""
LABELS = """
      | label[start] = 0; queue the start
      | while the queue is not empty:
close |   u = first of the queue
      |   if u is an exit: trace back
      |   for each neighbour without label:
open  |     its label = label[u] + 1; queue it
step  | trace back along falling labels
found | the path, reversed
"""
HEAP = """
      | put the start in the heap, cost 0
      | while the heap is not empty:
close |   u = cheapest of the heap
found |   if u is an exit: follow came_from
      |   for each neighbour v, cost over u:
open  |     if v is new: put it in the heap
relax |     if cheaper: came_from[v] = u
"""
ASTAR = HEAP.replace("cheapest of the heap", "minimum cost + bound on the rest")
JUMPS = """
      | put the start in the heap, cost 0
      | while the heap is not empty:
close |   u = least cost + bound on the rest
found |   if the exit is in sight: found
      |   run from u to each turning point v:
open  |     if v is new: put it in the heap
relax |     if cheaper: came_from[v] = u
"""
TOUR = """
      | stand on the start
      | while there are moves to try:
      |   v = next free cell, moves in order
step  |   step to v
found |   if all cells are visited: found
back  |   if no move is left: step back
"""
WARNSDORFF = TOUR.replace("next free cell, moves in order", "free cell, fewest moves on")
TILES = """
           | cut the board into small boards
           | take a known tour of each
           | join neighbouring tours into one
step found | follow it from the start
"""
LIST = """
      | stand on the start
      | while there are moves to try:
      |   v = next cell not on the path
prune |   if no exit is left for v: skip it
step  |   step to v
found |   if v is an exit: a path is found
back  |   if no move is left: step back
"""
SWEEP = """
      | for each cell, row by row:
      |   for each state of the frontier:
      |     leave the edge, or take it
      |     equal states: add their numbers
      | the number of the empty frontier
"""

THEOREM = """
      | the length is known from size, start and exit
      | until the rectangle is 2 cells wide:
      |   leave out whole rows, if the lengths add up
      |     later lead the path to and fro through them
      |   or cut it in two, one edge between the parts
      | join the parts
"""
ANYTIME = """
      | begin: depth-first, to the loneliest cell next
      | until time is up, or length = bound:
      |   free a stretch of the path, from u to v
      |   look for another way, u to v
      |     as long, or now and then a little shorter
      |   better than ever: keep the path
      | between: lower the bound
"""
SAMPLED = """
      | for each cell, row by row:
      |   for each state of the frontier:
      |     leave the edge, or take it
      |     equal states: add their weights
      |   too many states:
      |     keep the heavy ones
      |     draw some of the light ones
      | the mean of many such runs
"""
IN_ORDER = """
      | a tree of branches, first the start alone
      | bound of a branch: its cost + the rest
      | repeat: due = the least bound
      |   walk the tree where it is due:
      |     at the exit: list the path
      |     if the path is in the way of the rest:
      |       search round it, raise the bound
      |     else a branch for each neighbour
"""

_FIND, _SHORTEST = ("find", "trace"), ("shortest", "trace")
_MANY = ("shortest", "shortest_many")
_PATHS = "gridwalk.search"
_BOTH = ("paths", "tours")

ALGORITHMS: tuple[Algorithm, ...] = (
    Algorithm(name="dfs", title="depth-first, a stack", verbs=_FIND, source="Tarjan 1972",
              keeps="stack", text=STACK, run=f"{_PATHS}.find:find_dfs"),
    Algorithm(name="dfs-recursive", title="depth-first, recursive", verbs=_FIND, source="Tarjan 1972",
              keeps="stack", text=RECURSION, run=f"{_PATHS}.find:find_recursive"),
    Algorithm(name="bfs", title="breadth-first", verbs=("find", *_SHORTEST), source="Moore 1959",
              suits="moves that all cost the same", refuses=f"{_PATHS}.suits:equal_costs",
              keeps="queue", text=QUEUE, run=f"{_PATHS}.find:find_bfs"),
    Algorithm(name="labels", title="distance labels", verbs=_SHORTEST, source="Lee 1961",
              suits="moves that all cost the same", refuses=f"{_PATHS}.suits:equal_costs",
              keeps="queue", labels=True, text=LABELS, run=f"{_PATHS}.shortest:shortest_labels"),
    Algorithm(name="dijkstra", title="Dijkstra", verbs=_SHORTEST, source="Dijkstra 1959",
              suits="every board, several starts", keeps="heap", key="cost", text=HEAP,
              run=f"{_PATHS}.shortest:shortest_dijkstra"),
    Algorithm(name="astar", title="A*", verbs=(*_MANY, "trace"), source="Hart, Nilsson and Raphael 1968",
              suits="every board, one start; very fast for the rook, and where cells have costs",
              keeps="heap", key="cost + bound", text=ASTAR,
              run=f"{_PATHS}.logged:trace_astar", solver=f"{_PATHS}.solvers:astar_solver"),
    Algorithm(name="jps", title="jump points", verbs=(*_MANY, "trace"), source="Harabor and Grastien 2011",
              suits="the king's eight moves, no costs, no one-way cells, no walls between cells, no wrap, "
              "corner rule both or none",
              refuses=f"{_PATHS}.suits:jump_points",
              keeps="heap", key="cost + bound", jumps=True, text=JUMPS,
              run=f"{_PATHS}.logged:trace_jps", solver=f"{_PATHS}.solvers:jps_solver"),
    Algorithm(name="corridors", title="graph of corridors", verbs=_MANY,
              suits="mazes and clutter, rook and king, no costs, no one-way cells, no wrap",
              refuses=f"{_PATHS}.suits:corridor_graph",
              keeps="heap", key="cost + bound", solver=f"{_PATHS}.solvers:corridor_solver"),
    Algorithm(name="warnsdorff", title="Warnsdorff's rule", verbs=_FIND, of=("tours",), wipes=True,
              source="von Warnsdorff 1823", keeps="stack", text=WARNSDORFF),
    Algorithm(name="dfs", title="backtracking", verbs=_FIND, of=("tours",), wipes=True,
              source="Golomb and Baumert 1965", keeps="stack", text=TOUR),
    Algorithm(name="construct", title="built of small tours", verbs=_FIND, of=("tours",), wipes=True,
              suits="the knight on rectangles from 5 x 5", source="Parberry 1997", keeps="path", text=TILES),
    Algorithm(name="theorem", title="theorem about open rectangles", verbs=("longest",), text=THEOREM,
              suits="rook moves in a rectangle without walls, one exit",
              source="Itai, Papadimitriou and Szwarcfiter 1982; "
              "Keshavarz-Kohjerdi, Bagheri and Asgharian-Sardroud 2012"),
    Algorithm(name="anytime", title="rerouted, with a bound", verbs=("longest",), text=ANYTIME,
              source="annealing: Kirkpatrick, Gelatt and Vecchi 1983; bound: 2-matching, Edmonds 1965"),
    Algorithm(name="sweep", title="sweep over all paths", of=_BOTH, suits="every board, and every condition",
              verbs=("find", "shortest", "count", "longest", "sample"), source="Knuth, TAOCP 4A, 7.1.4",
              text=SWEEP),
    Algorithm(name="sampled", title="sweep over a sample", verbs=("estimate",), of=_BOTH, text=SAMPLED,
              source="Fearnhead and Clifford 2003", suits="every board, and every condition"),
    Algorithm(name="lawler", title="Lawler's branches", verbs=("in_order",), text=IN_ORDER, keeps="stack",
              source="Yen 1971, Lawler 1972"),
    Algorithm(name="halves", title="both halves of the board, joined", of=("tours",), verbs=("count",),
              suits="open boards up to some ten cells wide, tours from anywhere or from one start"),
    Algorithm(name="list", title="one path after another", of=_BOTH, verbs=("list", "count", "trace"),
              source="Read and Tarjan 1975", keeps="stack", wipes=True, text=LIST),
)  # fmt: skip
