"""Every question about paths on a board, answered exactly and fast.

Read a board or make one, ask it for a set of paths, tours or cycles, and ask the set:

>>> import gridwalk as gw
>>> maze = gw.read("examples/maze.txt")                        # a drawing, 0 and 1, a picture, a map ...
>>> maze.paths().shortest().length
184
>>> gw.Board.rectangle(8, 8).paths().count()                   # from corner to corner
789360053252
>>> print(gw.Board.rectangle(5, 5, moves=gw.KNIGHT).tours(start="a1").find())
 3 20 15 10  5
14  9  4 21 16
19  2 25  6 11
24 13  8 17 22
 1 18 23 12  7
>>> gw.make("wilson", 20, 30).measure().perfect                # 20 x 30 rooms, every maze equally likely
True
>>> gw.Board.rectangle(8, 8).paths().through("d4").longest().length
62

boards   `read`, `read_picture`, `make`, `Board.rectangle`, `from_text`, `from_matrix`, `from_costs`
moves    `ORTHOGONAL` (the default), `KING`, `KNIGHT`, `leaper`; that slide: `ROOK`, `BISHOP`, `QUEEN`,
         `AMAZON`, `rook(3)` ..., `rider`; by name: `parse_moves`; any others: `Moves`; of hexagons:
         `HEX`, `HEX_KING`, `HEX_KNIGHT`, `HEX_ROOK`, `HEX_BISHOP`, `HEX_QUEEN`
sets     `board.paths(start, exits)`, `tours()`, `cycles()`, `path_pairs()`, each of which can `find`,
         `shortest`, `longest`, `count`, `list`, `sample` ...; smaller ones: `through`, `avoiding`,
         `of_length` ...; limits: `within(seconds=10)`; `Lift`: a board times a small state
fields   `board.distances()`, `flow_field()`, `islands()`, `visit()`, `measure()`
many     `board.shortest_many()`, `distance_matrix()`; `count_many`, `sheet`
saved    `path.save("path.png")`, `trace.save("film.gif")`, `board.save`, `network.save`; by their endings
errors   `GridwalkError`: `InputError` (a ValueError), `LimitError` (time or memory)

A cell is (row, column), row 0 on top, or a square such as "a1".  More: help(gw.Board), help(gw.PathSet),
help(gw.make); all names: dir(gw).  The command line: gridwalk --help.
"""

# A public name is imported when it is first used, so that the command line can handle Ctrl-C before
# NumPy and other modules are loaded.

from __future__ import annotations

TYPE_CHECKING = False  # importing typing would take longer than the rest of this module
if TYPE_CHECKING:
    from typing import Any

    __version__: str

    from gridwalk.answers.batch import Batch
    from gridwalk.answers.estimated import CountEstimate
    from gridwalk.answers.path import NetworkPath, Path
    from gridwalk.answers.trace import Trace
    from gridwalk.answers.walk import LiftedPath, Walk
    from gridwalk.board.board import Board
    from gridwalk.board.hexagons import to_axial, to_offset
    from gridwalk.board.moves import (
        AMAZON,
        BISHOP,
        HEX,
        HEX_BISHOP,
        HEX_KING,
        HEX_KNIGHT,
        HEX_QUEEN,
        HEX_ROOK,
        KING,
        KNIGHT,
        ORTHOGONAL,
        QUEEN,
        ROOK,
        Moves,
        amazon,
        bishop,
        leaper,
        parse_moves,
        queen,
        rider,
        rook,
    )
    from gridwalk.errors import (
        GridwalkError,
        InputError,
        KeepError,
        LimitError,
        MemoryLimitError,
        TimeLimitError,
        WorkerError,
    )
    from gridwalk.io.picture.robotmap import MapFrame
    from gridwalk.lifts import Lift, LiftedSet
    from gridwalk.makers import make
    from gridwalk.makers.networks import make_maze, rings, triangle, triangles
    from gridwalk.makers.puzzles import make_numbered, make_numberlink
    from gridwalk.many import count_many
    from gridwalk.measure import Measures
    from gridwalk.network.files import read_network
    from gridwalk.network.network import Network
    from gridwalk.planner.cheapest import CheapestPaths
    from gridwalk.reading import Picture, read, read_numbered, read_pairs, read_picture, read_tour
    from gridwalk.runtime.limits import Limits
    from gridwalk.runtime.progress import Progress
    from gridwalk.search.flow import FlowField
    from gridwalk.sets.cellsets import DisjointPaths, InducedSet
    from gridwalk.sets.numbered import NumberedTours
    from gridwalk.sets.pathset import PathSet
    from gridwalk.sets.tourset import CycleSet, TourSet
    from gridwalk.sheets import Sheet, sheet

__all__ = [
    "AMAZON", "BISHOP", "HEX", "HEX_BISHOP", "HEX_KING", "HEX_KNIGHT", "HEX_QUEEN", "HEX_ROOK", "KING",
    "KNIGHT", "ORTHOGONAL", "QUEEN", "ROOK", "Batch", "Board", "CheapestPaths",
    "CountEstimate", "CycleSet", "DisjointPaths", "FlowField", "GridwalkError", "InducedSet", "InputError",
    "KeepError", "Lift", "LiftedPath", "LiftedSet", "LimitError", "Limits", "MapFrame", "Measures",
    "MemoryLimitError", "Moves", "Network", "NetworkPath", "NumberedTours", "Path", "PathSet", "Picture",
    "Progress",
    "Sheet", "TimeLimitError", "TourSet", "Trace", "Walk", "WorkerError",
    "amazon", "bishop", "count_many", "leaper", "make", "make_maze", "make_numbered", "make_numberlink",
    "parse_moves", "queen", "read", "read_network", "read_numbered", "read_pairs", "read_picture",
    "read_tour", "rider", "rings", "rook", "sheet", "to_axial", "to_offset",
    "triangle", "triangles",
]  # fmt: skip

_NAMES_OF_MODULE = {
    "board.board": ["Board"],
    "errors": [
        *("GridwalkError", "InputError", "KeepError", "LimitError", "MemoryLimitError"),
        *("TimeLimitError", "WorkerError"),
    ],
    "answers.estimated": ["CountEstimate"],
    "sets.cellsets": ["DisjointPaths", "InducedSet"],
    "makers": ["make"],
    "makers.networks": ["make_maze", "rings", "triangle", "triangles"],
    "makers.puzzles": ["make_numbered", "make_numberlink"],
    "many": ["count_many"],
    "runtime.limits": ["Limits"],
    "runtime.progress": ["Progress"],
    "measure": ["Measures"],
    "board.hexagons": ["to_axial", "to_offset"],
    "network.network": ["Network"],
    "network.files": ["read_network"],
    "io.picture.robotmap": ["MapFrame"],
    "lifts": ["Lift", "LiftedSet"],
    "board.moves": [
        *("HEX", "HEX_KING", "HEX_KNIGHT", "KING", "KNIGHT", "ORTHOGONAL", "Moves"),
        *("AMAZON", "BISHOP", "QUEEN", "ROOK", "HEX_BISHOP", "HEX_QUEEN", "HEX_ROOK"),
        *("amazon", "bishop", "leaper", "parse_moves", "queen", "rider", "rook"),
    ],
    "answers.batch": ["Batch"],
    "answers.path": ["NetworkPath", "Path"],
    "sets.numbered": ["NumberedTours"],
    "sets.pathset": ["PathSet"],
    "reading": ["Picture", "read", "read_numbered", "read_pairs", "read_picture", "read_tour"],
    "planner.cheapest": ["CheapestPaths"],
    "search.flow": ["FlowField"],
    "sheets": ["Sheet", "sheet"],
    "sets.tourset": ["CycleSet", "TourSet"],
    "answers.trace": ["Trace"],
    "answers.walk": ["LiftedPath", "Walk"],
}
_MODULE_OF_NAME = {name: module for module, names in _NAMES_OF_MODULE.items() for name in names}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name == "__version__":
        return _version()
    if name.startswith("_"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name in _MODULE_OF_NAME:
        value = getattr(import_module(f"gridwalk.{_MODULE_OF_NAME[name]}"), name)
        globals()[name] = value  # later accesses do not call this function
        return value
    try:
        return import_module(f"gridwalk.{name}")  # `gridwalk.errors` without an import of its own
    except ModuleNotFoundError as error:
        if error.name != f"gridwalk.{name}":
            raise
        from gridwalk.errors.words import ours

        our = ours("name", name)
        raise AttributeError(f"gridwalk has no {name!r}" + f": it is gridwalk.{our}" * bool(our)) from None


def _version() -> str:
    """Return the installed version, which comes from a tag of the repository."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("gridwalk")
    except PackageNotFoundError:  # run from a folder without installation
        return "0+unknown"


class _Names(list[str]):
    """The public names, without membership tests: `help(gridwalk)` would print the help of each member."""

    def __contains__(self, name: object) -> bool:
        return False


if not TYPE_CHECKING:
    __all__ = _Names(__all__)  # noqa: PLE0605 (a list it is)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__} - {"TYPE_CHECKING", "annotations"})
