"""The registry of makers: a row for each name that `gridwalk.make` takes; help, page and guide read it.

The table imports neither NumPy nor kernels: its function, of the same name, is in
`gridwalk.makers.algorithms`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from gridwalk.errors import InputError, check_choice
from gridwalk.pseudocode import Coded

# The first argument of `gridwalk.make`, for type checkers; a test of makers compares it with the rows.
MakerName = Literal[
    "backtracker", "hunt-and-kill", "prim", "growing-tree", "kruskal", "wilson", "aldous-broder", "eller",
    "sidewinder", "binary-tree", "division", "unicursal", "spiral", "serpentine", "caves", "dungeon",
    "percolation",
]  # fmt: skip


@dataclass(frozen=True)
class Maker(Coded):
    """One maker of boards.

    Attributes
    ----------
    name, title : str
        The first argument of `gridwalk.make`, and what menus say.
    source : str
        Who described it, and when.
    texture : str
        What its boards look like, in a sentence.
    text : str
        Pseudocode, with the events of each line (`gridwalk.pseudocode`).
    counts : {"rooms", "cells"}
        What rows and columns number: rooms, between which there are walls, or cells.
    perfect : bool
        Whether there is exactly one path between any two rooms (of each part of the mask).
    masked : bool
        Whether it takes a mask of rooms.
    hexagons : bool
        Whether rooms may be hexagons.
    networks : bool
        Whether it makes mazes of any network.
    builds : bool
        Whether it builds walls, all of them being open at first.
    ends : {"corners", "far"}
        Where start and exit are, unless asked for: the ends of a maze that is one path are far apart.
    options : mapping of str to value
        Its own options, with their defaults.
    choices : mapping of str to tuple
        The words that some of these take; all others are numbers.
    """

    name: str
    title: str
    source: str
    texture: str
    text: str
    counts: Literal["rooms", "cells"] = "rooms"
    perfect: bool = True
    masked: bool = False
    hexagons: bool = False
    networks: bool = False
    builds: bool = False
    ends: Literal["corners", "far"] = "corners"
    options: Mapping[str, Any] = field(default_factory=dict)
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def run(self) -> str:
        """The function that does it, as ``module:function``."""
        return f"gridwalk.makers.algorithms:{self.name.replace('-', '_')}"


PUZZLES = ("numberlink", "numbered")  # which have functions of their own


def maker(name: str) -> Maker:
    """Return the row with that name; raise `ArgumentError`, with a guess, if there is none."""
    call = "make_{}(rows, columns)".format
    if name in PUZZLES:
        raise InputError(f"{name} makes puzzles, not boards: {call(name)}")
    check_choice("maker", name, MAKERS, lambda word: call(word) if word in PUZZLES else "")
    return MAKERS[name]


BACKTRACKER = """
begin          | stand in the first room
step join back | while there is a room on the walk:
step join      |   if a neighbour is not in the maze:
step join      |     open the wall to one of them; go there
back           |   else: step back
"""
HUNT = """
begin      | stand in the first room
step join  | repeat:
step join  |   while a neighbour is not in the maze:
step join  |     open the wall to one of them; go there
start fall |   hunt: the first room that is not in the maze
start fall |   if there is none: done
start fall |   open the wall to the maze; stand there
"""
GROWING = """
begin           | the first room is alive
open close join | while a room is alive:
open close join |   take one of those alive
open join       |   if a neighbour is not in the maze:
open join       |     open the wall to one of them; it is alive
close           |   else: the room dies
"""
KRUSKAL = """
join | for each wall between two rooms, in random order:
join |   if no path joins the two rooms yet:
join |     open the wall
"""
WILSON = """
begin | the first room is the tree
start | for each room that is not in the tree:
step  |   walk at random until the tree is met,
back  |     forgetting every loop at once
join  |   the walk joins the tree
"""
ALDOUS_BRODER = """
begin      | stand in the first room
join visit | until all rooms are in the maze:
join visit |   go to a random neighbour
join       |   if it is not in the maze: open the wall
"""
ELLER = """
join down | for each row of rooms:
join down |   rooms without a door up are new sets
join down |   at random, in the last row always:
join      |     join neighbours of different sets
down      |   open down at least once from each set
"""
BINARY_TREE = """
join | for each room:
join |   open the wall above, or the one on the left
"""
SIDEWINDER = """
join down | for each room, row by row:
join      |   at random, in the first row always:
join      |     open the wall to the next one: a run
down      |   else the run ends: open up from it, somewhere
"""
DIVISION = """
begin       | the board is a chamber
begin split | while a chamber has 2 x 2 rooms or more:
begin split |   make two of it, by a wall across
begin split |     that has one door
"""
UNICURSAL = """
begin      | make a perfect maze of half the size
begin join | follow its walls all around it:
begin join |   open the wall to the next room
"""
SPIRAL = """
begin     | stand in the first room
join step | while a room beside is free:
join step |   if the room ahead is not free: turn right
join step |   open the wall to the room ahead
step      |   go there
"""
SERPENTINE = """
join | go through the rows of rooms in turn,
join |   to the right and to the left
"""
CAVES = """
join      | open each cell at random
fall rise | repeat:
fall rise |   a wall with less than 3 walls around falls,
rise      |   an open cell with 6 or more becomes a wall
split     | keep the largest cave
"""
DUNGEON = """
begin      | cut the board into blocks
begin      | choose a spanning tree of the blocks, and some loops
begin join | dig a room in each, somewhere
fall       | dig a corridor for each of its edges
"""
PERCOLATION = """
join | for each cell:
join |   open it with probability 1 - walls
"""
PICKS = ("newest", "random", "oldest", "mix")

_ROWS = (
    Maker("backtracker", "recursive backtracker", "Tarry 1895; depth-first search",
          "Long winding corridors, few dead ends (10 %): hard to solve by eye.", BACKTRACKER,
          masked=True, hexagons=True, networks=True),
    Maker("hunt-and-kill", "hunt and kill", "Pullen, Think Labyrinth, 1996",
          "Like the backtracker's, with even fewer dead ends (9 %).", HUNT, masked=True, hexagons=True),
    Maker("prim", "Prim, the simple form", "Jarnik 1930, Prim 1957",
          "Grows like frost around the first room: short dead ends everywhere, easy near the start.",
          GROWING.replace("one of those alive", "one of those alive, at random"), masked=True, hexagons=True,
          networks=True),
    Maker("growing-tree", "growing tree", "Pullen, Think Labyrinth, 1996",
          "Between the backtracker (newest) and Prim (random); oldest gives straight spokes.",
          GROWING, masked=True, hexagons=True, networks=True, options={"pick": "mix"},
          choices={"pick": PICKS}),
    Maker("kruskal", "Kruskal", "Kruskal 1956, Boruvka 1926",
          "Many short dead ends, no preferred direction; the lightest tree under random weights.",
          KRUSKAL, masked=True),
    Maker("wilson", "Wilson", "Wilson 1996",
          "Exactly uniform: every perfect maze is equally likely, so no texture at all.",
          WILSON, masked=True, hexagons=True, networks=True),
    Maker("aldous-broder", "Aldous-Broder", "Aldous 1990, Broder 1989",
          "Exactly uniform, as Wilson's, by a walk that takes much longer.", ALDOUS_BRODER,
          masked=True, hexagons=True),
    Maker("eller", "Eller", "Eller 1982",
          "Row by row, hard to tell from Kruskal's; the last row has long corridors.", ELLER),
    Maker("sidewinder", "sidewinder", "Pullen, Think Labyrinth, 1996",
          "The first row is one corridor, and no dead end points down: easy from the bottom up.", SIDEWINDER),
    Maker("binary-tree", "binary tree", "Pullen, Think Labyrinth, 1996",
          "Slants to the upper left: two straight corridors, and ways that only go up and left.",
          BINARY_TREE),
    Maker("division", "recursive division", "Pullen, Think Labyrinth, 1996",
          "Long straight walls with one door each, chambers within chambers.", DIVISION, builds=True),
    Maker("unicursal", "unicursal labyrinth", "Pullen, Think Labyrinth, 1996",
          "No junctions: one long path through every room; both sides are even.",
          UNICURSAL, options={"of": "backtracker"},
          choices={"of": ("backtracker", "prim", "kruskal", "wilson", "eller", "sidewinder", "division")},
          ends="far"),
    Maker("spiral", "spiral", "as old as mazes",
          "One path from the corner to the middle; nothing is random.", SPIRAL, ends="far"),
    Maker("serpentine", "serpentine", "as old as mazes",
          "One path to and fro through the rows; nothing is random.", SERPENTINE, ends="far"),
    Maker("caves", "caves", "Johnson, Yannakakis and Togelius 2010",
          "Caverns with smooth walls, by the cellular automaton B678/S345678; one connected part.",
          CAVES, counts="cells", perfect=False, options={"walls": 0.48, "rounds": 5}),
    Maker("dungeon", "rooms and corridors", "Toy and Wichman, Rogue, 1980",
          "Rooms of several cells, joined by corridors with one bend; always connected.",
          DUNGEON, counts="cells", perfect=False, options={"block": 10, "extra": 0.15}),
    Maker("percolation", "percolation", "Broadbent and Hammersley 1957",
          "Every cell a wall or not by itself; above 41 % walls a large board falls into pieces.",
          PERCOLATION, counts="cells", perfect=False, options={"walls": 0.3}),
)  # fmt: skip
MAKERS: Mapping[str, Maker] = {row.name: row for row in _ROWS}
