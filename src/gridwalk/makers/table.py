"""The registry of makers, with a row for each name that `gridwalk.make` accepts.

The table imports neither NumPy nor kernels.  The function of each maker, with the same name, is in
`gridwalk.makers.algorithms`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from gridwalk.errors import InputError, check_choice
from gridwalk.pseudocode import Coded

# The first argument of `gridwalk.make`, for type checkers.
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
        The first argument of `gridwalk.make`, and the name in menus.
    source : str
        The author and the year of the description.
    texture : str
        The look of its boards, in a sentence.
    text : str
        Pseudocode, with the events of each line (`gridwalk.pseudocode`).
    counts : {"rooms", "cells"}
        The unit of rows and columns: rooms with walls between them, or cells.
    perfect : bool
        Whether exactly one path joins any two rooms (of each part of the mask).
    masked : bool
        Whether it accepts a mask of rooms.
    hexagons : bool
        Whether rooms may be hexagons.
    networks : bool
        Whether it makes mazes of any network.
    builds : bool
        Whether all walls are open at first, and the maker builds walls.
    ends : {"corners", "far"}
        The default start and exit: the corners, or, for a maze that is one path, two cells far apart.
    options : mapping of str to value
        Its own options, with their defaults.
    choices : mapping of str to tuple
        The allowed words of an option; options without an entry are numbers.
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
        """The function of the maker, as ``module:function``."""
        return f"gridwalk.makers.algorithms:{self.name.replace('-', '_')}"


PUZZLES = ("numberlink", "numbered")  # they have functions of their own


def maker(name: str) -> Maker:
    """Return the row of the given name; raise `ArgumentError` with a suggestion if there is none."""
    call = "make_{}(rows, columns)".format
    if name in PUZZLES:
        raise InputError(f"{name} makes puzzles, not boards: {call(name)}")
    check_choice("maker", name, MAKERS, lambda word: call(word) if word in PUZZLES else "")
    return MAKERS[name]


BACKTRACKER = """
begin          | start at the first cell
step join back | while the path so far is not empty:
step join      |   if a neighbour is not in the maze:
step join      |     open the wall to one of them; go there
back           |   else: backtrack
"""
HUNT = """
begin      | start at the first cell
step join  | repeat:
step join  |   while a neighbour is not in the maze:
step join  |     open the wall to one of them; go there
start fall |   hunt: the first cell that is not in the maze
start fall |   if there is none: done
start fall |   open a wall to the maze; continue there
"""
GROWING = """
begin           | the first cell is active
open close join | while a cell is active:
open close join |   take an active cell
open join       |   if a neighbour is not in the maze:
open join       |     open the wall to one of them; it is active
close           |   else: the cell is no longer active
"""
KRUSKAL = """
join | for each wall between two cells, in random order:
join |   if no path joins the two cells yet:
join |     open the wall
"""
WILSON = """
begin | the first cell is the tree
start | for each cell that is not in the tree:
step  |   walk at random until the walk meets the tree,
back  |     erasing each loop at once
join  |   add the walk to the tree
"""
ALDOUS_BRODER = """
begin      | start at the first cell
join visit | until all cells are in the maze:
join visit |   go to a random neighbour
join       |   if it is not in the maze: open the wall
"""
ELLER = """
join down | for each row of cells:
join down |   each cell closed above is a new set
join down |   at random, in the last row always:
join      |     join neighbours of different sets
down      |   open down at least once from each set
"""
BINARY_TREE = """
join | for each cell:
join |   open the wall above or the wall on the left
"""
SIDEWINDER = """
join down | for each cell, row by row:
join      |   at random, in the first row always:
join      |     open the wall to the next cell of the run
down      |   else: end the run, open up from one of its cells
"""
DIVISION = """
begin       | the board is one chamber
begin split | while a chamber has 2 x 2 cells or more:
begin split |   divide it by a straight wall
begin split |     with one opening
"""
UNICURSAL = """
begin      | make a perfect maze of half the size
begin join | follow its walls all around it:
begin join |   open the wall to the next cell
"""
SPIRAL = """
begin     | start at the first cell
join step | while a neighbour is not in the maze:
join step |   if the cell ahead is in the maze: turn right
join step |   open the wall to the cell ahead
step      |   go there
"""
SERPENTINE = """
join | visit the rows one after another,
join |   to the right and to the left in turn
"""
CAVES = """
join      | open each cell at random
fall rise | repeat:
fall rise |   open a wall with fewer than 3 walls around it,
rise      |   close an open cell with 6 or more
split     | keep the largest cave
"""
DUNGEON = """
begin      | cut the board into blocks
begin      | choose a spanning tree of the blocks and more edges
begin join | dig a room in each block
fall       | dig a corridor for each chosen edge
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
          GROWING.replace("an active", "a random active"), masked=True, hexagons=True,
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
