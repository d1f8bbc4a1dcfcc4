"""The registry of makers: a row for each name that `gridwalk.make` takes; help, page and guide read it.

The table imports neither NumPy nor kernels: its function, of the same name, is in
`gridwalk.makers.algorithms`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from gridwalk.errors import UnknownChoiceError

# The first argument of `gridwalk.make`, for type checkers; a test of makers compares it with the rows.
MakerName = Literal[
    "backtracker", "hunt-and-kill", "prim", "growing-tree", "kruskal", "wilson", "aldous-broder", "eller",
    "sidewinder", "binary-tree", "division", "unicursal", "spiral", "serpentine", "caves", "dungeon",
    "percolation",
]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Maker:
    """One maker of boards.

    Attributes
    ----------
    name, title : str
        The first argument of `gridwalk.make`, and what menus say.
    source : str
        Who described it, and when.
    texture : str
        What its boards look like, in a sentence.
    counts : {"rooms", "cells"}
        What rows and columns number: rooms, between which there are walls, or cells.
    perfect : bool
        Whether there is exactly one path between any two rooms (of each part of the mask).
    masked : bool
        Whether it takes a mask of rooms.
    builds : bool
        Whether it builds walls, all of them being open at first.
    ends : {"corners", "far"}
        Where start and exit are, unless asked for: the ends of a maze that is one path are far apart.
    options : mapping of str to value
        Its own options, with their defaults.
    choices : mapping of str to tuple
        The words that some of these take; all others are numbers.
    text : str
        Pseudocode.
    """

    name: str
    title: str
    source: str
    texture: str
    counts: Literal["rooms", "cells"] = "rooms"
    perfect: bool = True
    masked: bool = False
    builds: bool = False
    ends: Literal["corners", "far"] = "corners"
    options: Mapping[str, Any] = field(default_factory=dict)
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    text: str = ""

    @property
    def run(self) -> str:
        """The function that does it, as ``module:function``."""
        return f"gridwalk.makers.algorithms:{self.name.replace('-', '_')}"

    @cached_property
    def pseudocode(self) -> tuple[str, ...]:
        """The lines of the pseudocode."""
        return tuple(self.text.strip("\n").split("\n"))


def maker(name: str) -> Maker:
    """Return the row with that name; raise `UnknownChoiceError`, with a guess, if there is none."""
    UnknownChoiceError.check("maker", name, MAKERS)
    return MAKERS[name]


BACKTRACKER = """
stand in the first room
while there is a room on the walk:
  if a neighbour is not in the maze:
    open the wall to one of them; go there
  else: step back
"""
HUNT = """
stand in the first room
repeat:
  while a neighbour is not in the maze:
    open the wall to one of them; go there
  hunt: the first room that is not in the maze
  if there is none: done
  open the wall to the maze; stand there
"""
GROWING = """
the first room is alive
while a room is alive:
  take one of those alive
  if a neighbour is not in the maze:
    open the wall to one of them; it is alive
  else: the room dies
"""
KRUSKAL = """
for each wall between two rooms, in random order:
  if no path joins the two rooms yet:
    open the wall
"""
WILSON = """
the first room is the tree
for each room that is not in the tree:
  walk at random until the tree is met,
    forgetting every loop at once
  the walk joins the tree
"""
ALDOUS_BRODER = """
stand in the first room
until all rooms are in the maze:
  go to a random neighbour
  if it is not in the maze: open the wall
"""
ELLER = """
for each row of rooms:
  join neighbours of different sets, at random
    (in the last row: all of them)
  open down at least once from each set
  rooms without a door up are new sets
"""
BINARY_TREE = """
for each room:
  open the wall above, or the one on the left
"""
SIDEWINDER = """
for each row of rooms:
  divide it into runs, at random
  open up once from each run, somewhere
    (the first row is one run)
"""
DIVISION = """
divide(chamber):
  if it is one room wide: return
  build a wall across, with one door
  divide(one side); divide(the other)
"""
UNICURSAL = """
make a perfect maze of half the size
build a wall along the middle of its corridors
the path around it visits every room
"""
SPIRAL = """
go straight on while the next room is free
else turn right
"""
SERPENTINE = """
go through the rows of rooms in turn,
  to the right and to the left
"""
CAVES = """
open each cell at random
repeat: a wall with less than 3 walls around falls,
  an open cell with 6 or more becomes a wall
keep the largest cave
"""
DUNGEON = """
cut the board into blocks
dig a room in each, somewhere
choose a spanning tree of the blocks, and some loops
dig a corridor for each of its edges
"""
PERCOLATION = """
for each cell:
  open it with probability 1 - walls
"""
PICKS = ("newest", "random", "oldest", "mix")

_ROWS = (
    Maker(name="backtracker", title="recursive backtracker", source="Tarry 1895; depth-first search",
          texture="Long winding corridors, few dead ends (10 %): hard to solve by eye.",
          masked=True, text=BACKTRACKER),
    Maker(name="hunt-and-kill", title="hunt and kill", source="Pullen, Think Labyrinth, 1996",
          texture="Like the backtracker's, with even fewer dead ends (9 %).",
          masked=True, text=HUNT),
    Maker(name="prim", title="Prim, the simple form", source="Jarnik 1930, Prim 1957",
          texture="Grows like frost around the first room: short dead ends everywhere, easy near the start.",
          masked=True, text=GROWING.replace("one of those alive", "one of those alive, at random")),
    Maker(name="growing-tree", title="growing tree", source="Pullen, Think Labyrinth, 1996",
          texture="Between the backtracker (newest) and Prim (random); oldest gives straight spokes.",
          masked=True, options={"pick": "mix"}, choices={"pick": PICKS},
          text=GROWING),
    Maker(name="kruskal", title="Kruskal", source="Kruskal 1956, Boruvka 1926",
          texture="Many short dead ends, no preferred direction; the lightest tree under random weights.",
          masked=True, text=KRUSKAL),
    Maker(name="wilson", title="Wilson", source="Wilson 1996",
          texture="Exactly uniform: every perfect maze is equally likely, so no texture at all.",
          masked=True, text=WILSON),
    Maker(name="aldous-broder", title="Aldous-Broder", source="Aldous 1990, Broder 1989",
          texture="Exactly uniform, as Wilson's, by a walk that takes much longer.",
          masked=True, text=ALDOUS_BRODER),
    Maker(name="eller", title="Eller", source="Eller 1982",
          texture="Row by row, hard to tell from Kruskal's; the last row has long corridors.",
          text=ELLER),
    Maker(name="sidewinder", title="sidewinder", source="Pullen, Think Labyrinth, 1996",
          texture="The first row is one corridor, and no dead end points down: easy from the bottom up.",
          text=SIDEWINDER),
    Maker(name="binary-tree", title="binary tree", source="Pullen, Think Labyrinth, 1996",
          texture="Slants to the upper left: two straight corridors, and ways that only go up and left.",
          text=BINARY_TREE),
    Maker(name="division", title="recursive division", source="Pullen, Think Labyrinth, 1996",
          texture="Long straight walls with one door each, chambers within chambers.",
          builds=True, text=DIVISION),
    Maker(name="unicursal", title="unicursal labyrinth", source="Pullen, Think Labyrinth, 1996",
          texture="No junctions: one long path through every room; both sides are even.",
          options={"of": "backtracker"},
          choices={"of": ("backtracker", "prim", "kruskal", "wilson", "eller", "sidewinder", "division")},
          ends="far", text=UNICURSAL),
    Maker(name="spiral", title="spiral", source="as old as mazes",
          texture="One path from the corner to the middle; nothing is random.",
          ends="far", text=SPIRAL),
    Maker(name="serpentine", title="serpentine", source="as old as mazes",
          texture="One path to and fro through the rows; nothing is random.",
          ends="far", text=SERPENTINE),
    Maker(name="caves", title="caves", source="Johnson, Yannakakis and Togelius 2010",
          texture="Caverns with smooth walls, by the cellular automaton B678/S345678; one connected part.",
          counts="cells", perfect=False, options={"walls": 0.48, "rounds": 5},
          text=CAVES),
    Maker(name="dungeon", title="rooms and corridors", source="Toy and Wichman, Rogue, 1980",
          texture="Rooms of several cells, joined by corridors with one bend; always connected.",
          counts="cells", perfect=False, options={"block": 10, "extra": 0.15},
          text=DUNGEON),
    Maker(name="percolation", title="percolation", source="Broadbent and Hammersley 1957",
          texture="Every cell a wall or not by itself; above 41 % walls a large board falls into pieces.",
          counts="cells", perfect=False, options={"walls": 0.3},
          text=PERCOLATION),
)  # fmt: skip
MAKERS: Mapping[str, Maker] = {row.name: row for row in _ROWS}
