"""The pseudocode of the algorithms, for `gridwalk.algorithms`, the page and the guide.

The kinds of events before the ``|`` of a line are those that execute the line; "begin" is the first event of
all.  The last line of a kind is the line that records the event.  Makers have two more kinds: "start" is an
event of one cell, at which a walk starts; "down" is an event of two cells in different rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property


class Coded:
    """The base class for algorithms with pseudocode: a *text* with the events of each line."""

    text: str

    @cached_property
    def pseudocode(self) -> tuple[str, ...]:
        """The lines of the pseudocode."""
        return code_of(self.text)

    @cached_property
    def lines_of_event(self) -> Mapping[str, tuple[int, ...]]:
        """The indices of the lines executed for an event, by its kind; "begin" is the first event."""
        margins = [line.partition("|")[0].split() for line in _lines(self.text)]
        kinds = dict.fromkeys(kind for margin in margins for kind in margin)
        return {kind: tuple(i for i, margin in enumerate(margins) if kind in margin) for kind in kinds}


def code_of(text: str) -> tuple[str, ...]:
    """Return the lines of a text without their events."""
    return tuple(line.partition("|")[2].removeprefix(" ") for line in _lines(text))


def _lines(text: str) -> list[str]:
    return text.strip("\n").split("\n") if text else []


STACK = """
begin           | push the start
step back found | while the stack is not empty:
step back found |   u = top of the stack
step back found |   if u is an exit: found
step back       |   if a neighbour v is new:
step            |     came_from[v] = u;  push v
back            |   else: pop                 # back
"""
RECURSION = """
begin      | walk(u):
step       |   if u is an exit: return found
step back  |   for each new neighbour v:
step       |     came_from[v] = u;  walk(v)
found      |     if found: return found
back       |   return                    # back
"""
QUEUE = """
begin       | put the start in the queue
close       | while the queue is not empty:
close found |   u = first of the queue
open found  |   if u is an exit: follow came_from
open        |   for each new neighbour v:
open        |     came_from[v] = u
open        |     put v at the queue's end
"""
LABELS = """
begin      | label[start] = 0; queue the start
close      | while the queue is not empty:
close      |   u = first of the queue
open step  |   if u is an exit: trace back
open       |   for each neighbour without label:
open       |     its label = label[u] + 1; queue it
step       | trace back along falling labels
found      | the path, reversed
"""
HEAP = """
begin       | put the start in the heap, cost 0
close       | while the heap is not empty:
close found |   u = cheapest of the heap
found       |   if u is an exit: follow came_from
open relax  |   for each neighbour v, cost over u:
open        |     if v is new: put it in the heap
relax       |     if cheaper: came_from[v] = u
"""
ASTAR = HEAP.replace("cheapest of the heap", "minimum cost + bound on the rest")
BOTH_ENDS = """
begin       | a queue for the start, one for the exits
close       | take the queue of fewer cells, its layer:
close       |   for each u of the layer:
open found  |     for each neighbour v:
found       |       the other side has it: join the ways
open        |       v is new: came_from[v] = u
open        |         put v at the queue's end
"""
GREEDY = """
begin       | put the start in the heap
close       | while the heap is not empty:
close found |   u = minimum bound on the rest
found       |   if u is an exit: follow came_from
open        |   for each new neighbour v:
open        |     came_from[v] = u; put it in the heap
"""
WEIGHTED = """
begin       | put the start in the heap, cost 0
close       | while the heap is not empty:
close found |   u = minimum cost + weight * bound
found       |   if u is an exit: follow came_from
open relax  |   for each neighbour v, cost over u:
open        |     if v is new: put it in the heap
open relax  |     new or cheaper: came_from[v] = u
"""
DEEPENING = """
begin step      | limit = bound; again: least sum skipped
step back prune | depth-first from the start:
step prune      |   v = next neighbour not on the path
prune           |   if cost + bound > limit: skip v
step            |   else step to v
found           |   if v is an exit: found
back            |   if no move is left: step back
"""
JUMPS = """
begin       | put the start in the heap, cost 0
close       | while the heap is not empty:
close found |   u = least cost + bound on the rest
found       |   if the exit is in sight: found
open relax  |   run from u to each turning point v:
open        |     if v is new: put it in the heap
relax       |     if cheaper: came_from[v] = u
"""
TOUR = """
begin     | stand on the start
step back | while there are moves to try:
step      |   v = next free cell, moves in order
step      |   step to v
found     |   if all cells are visited: found
back      |   if no move is left: step back
"""
WARNSDORFF = TOUR.replace("next free cell, moves in order", "free cell, fewest moves on")
TILES = """
begin      | cut the board into small boards
begin      | take a known tour of each
begin      | join neighbouring tours into one
step found | follow it from the start
"""
LIST = """
begin           | stand on the start
step back prune | while there are moves to try:
step prune      |   v = next cell not on the path
prune           |   if no exit is left for v: skip it
step            |   step to v
found           |   if v is an exit: a path is found
back            |   if no move is left: step back
"""
LIST_TOURS = """
begin     | stand on the start
step back | while there are moves to try:
step      |   v = next free cell
step      |   step to v, unless a cell is cut off
found     |   if all are visited: a tour is found
back      |   if no move is left: step back
"""
SWEEP = """
      | for each cell, row by row:
      |   for each state of the frontier:
      |     leave the edge, or take it
      |     equal states: add their numbers
      | the number of the empty frontier
"""
SWEEP_LONGEST = """
      | for each cell, row by row:
      |   for each state of the frontier:
      |     leave the edge, or take it: one longer
      |     equal states: keep the longest
      | the length of the empty frontier
      | back through the layers: its edges
"""
SWEEP_SHORTEST = """
      | for each cell, row by row:
      |   for each state of the frontier:
      |     leave the edge, or take it: its cost
      |     equal states: keep the cheapest
      | the cost of the empty frontier
      | back through the layers: its edges
"""
SWEEP_SAMPLE = """
      | for each cell, row by row:
      |   for each state of the frontier:
      |     leave the edge, or take it
      |     equal states: add their numbers
      | from the empty frontier back:
      |   draw an edge left out, or taken,
      |     as often as its number says
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
