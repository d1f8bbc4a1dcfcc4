"""Every question about paths on a board, answered exactly and fast.

The house, from the ground up; imports run downwards only:

- `errors`, `keywords`, `pseudocode`, `algorithms` (the registry that help, page and guide read): plain
  facts.  `later`: modules that are loaded when they are first used.
- `kernels`: the algorithms, in plain Python over arrays; a folder for each room that runs them.
- `runtime`: what every engine runs on: tiers, clock, threads, memory, checkpoints, event logs; and tasks for
  any executor, whose results are kept.
- `grids`: what a board is made of.  A `grid` of `cells`, with `moves`, `passages` (walls between cells,
  portals), one-way cells and costs of steps (`stepcosts`), is compiled into its `legal`-move table.
  `changes` make another grid, with `repairs` of what the old one kept (`costfacts`); a `grid_cut` at edges or
  without cells; lines of `sight`; `checks`; `names` of cells and of pieces.
- `io`, `render`: texts and files, drawings.
- `answers`: `path`, a `cellsequence` as a walk is; `anglepath`, `batch`, `estimated` counts and generating
  functions; `events`, `snapshot`, `trace`: what an algorithm did; `results`: all of them as plain data.
- `questions`: `question`, the one definition of which paths are asked for; in words (`questionwords`),
  combined, and when a path found is the answer (`questionalgebra`).
- `search` (one path), `shrink` (what lies on paths, as blocks), `listing` (path by path), `frontier`
  (all paths at once, three engines), `tours` (through every cell), `anytime` (long paths, with a bound).
- `planner`: which engine answers a verb, and what it would cost.  `measure`: what a maze is like.
- `sets`: the lazy sets: `pathset`, `tourset` (and cycles), `cellsets` (paths without chords, disjoint paths
  between pairs of cells), the `combinedset` of several.  Each verb is its docstring and one line; those of
  several kinds are in `anyset` and `lazyset`.
- `board` with `fieldverbs` (every cell at once, lines of sight) and `manyverbs` (many pairs of cells),
  `reading` (of files, pictures, tours), `makers` (mazes, caves, noise), `sheets` (to print): what
  people hold, and where it is from.  `many`: one question about many boards.
- `datasets`: many boards with their answers, on a disk; surveys.
- `cli`, `viewer`: the command line and the page.

A public name is imported when it is first used.  So the command line can begin to listen for
Ctrl-C before NumPy and all the rest is loaded.
"""

from __future__ import annotations

TYPE_CHECKING = False  # to import typing would take longer than all that is done here
if TYPE_CHECKING:
    from typing import Any

    __version__: str

    from gridwalk.answers.anglepath import AnglePath
    from gridwalk.answers.batch import Batch
    from gridwalk.answers.cellsequence import Walk
    from gridwalk.answers.estimated import CountEstimate, GeneratingFunction
    from gridwalk.answers.path import Path
    from gridwalk.answers.trace import Trace
    from gridwalk.board import Board
    from gridwalk.datasets.making import dataset
    from gridwalk.datasets.reading import Dataset, DatasetPart, read_dataset
    from gridwalk.datasets.surveying import Survey, survey
    from gridwalk.errors import (
        GridwalkError,
        InputError,
        KeepError,
        LimitError,
        MemoryLimitError,
        SpillError,
        TimeLimitError,
        WorkerError,
    )
    from gridwalk.grids.moves import KING, KNIGHT, ROOK, Moves
    from gridwalk.grids.names import amazon, bishop, leaper, parse_moves, queen, rider
    from gridwalk.makers import make
    from gridwalk.many import count_many
    from gridwalk.measure import Measures
    from gridwalk.reading import Picture, read, read_picture, read_tour
    from gridwalk.runtime.limits import Limits
    from gridwalk.runtime.progress import Progress
    from gridwalk.search.fields import CheapestPaths
    from gridwalk.search.flowfield import FlowField
    from gridwalk.sets.cellsets import DisjointPaths, InducedSet
    from gridwalk.sets.combinedset import CombinedSet
    from gridwalk.sets.pathset import PathSet
    from gridwalk.sets.tourset import CycleSet, TourSet
    from gridwalk.sheets import Sheet, sheet

__all__ = [
    "KING",
    "KNIGHT",
    "ROOK",
    "AnglePath",
    "Batch",
    "Board",
    "CheapestPaths",
    "CombinedSet",
    "CountEstimate",
    "CycleSet",
    "Dataset",
    "DatasetPart",
    "DisjointPaths",
    "FlowField",
    "GeneratingFunction",
    "GridwalkError",
    "InducedSet",
    "InputError",
    "KeepError",
    "LimitError",
    "Limits",
    "Measures",
    "MemoryLimitError",
    "Moves",
    "Path",
    "PathSet",
    "Picture",
    "Progress",
    "Sheet",
    "SpillError",
    "Survey",
    "TimeLimitError",
    "TourSet",
    "Trace",
    "Walk",
    "WorkerError",
    "amazon",
    "bishop",
    "count_many",
    "dataset",
    "leaper",
    "make",
    "parse_moves",
    "queen",
    "read",
    "read_dataset",
    "read_picture",
    "read_tour",
    "rider",
    "sheet",
    "survey",
]

_NAMES_OF_MODULE = {
    "answers.anglepath": ["AnglePath"],
    "board": ["Board"],
    "sets.combinedset": ["CombinedSet"],
    "datasets.making": ["dataset"],
    "datasets.reading": ["Dataset", "DatasetPart", "read_dataset"],
    "datasets.surveying": ["Survey", "survey"],
    "errors": [
        "KeepError",
        "GridwalkError",
        "InputError",
        "KeepError",
        "LimitError",
        "MemoryLimitError",
        "SpillError",
        "TimeLimitError",
        "WorkerError",
    ],
    "answers.estimated": ["CountEstimate", "GeneratingFunction"],
    "sets.cellsets": ["DisjointPaths", "InducedSet"],
    "makers": ["make"],
    "many": ["count_many"],
    "runtime.limits": ["Limits"],
    "runtime.progress": ["Progress"],
    "measure": ["Measures"],
    "grids.moves": ["KING", "KNIGHT", "ROOK", "Moves"],
    "grids.names": ["amazon", "bishop", "leaper", "parse_moves", "queen", "rider"],
    "answers.batch": ["Batch"],
    "answers.path": ["Path"],
    "sets.pathset": ["PathSet"],
    "reading": ["Picture", "read", "read_picture", "read_tour"],
    "search.fields": ["CheapestPaths"],
    "search.flowfield": ["FlowField"],
    "sheets": ["Sheet", "sheet"],
    "sets.tourset": ["CycleSet", "TourSet"],
    "answers.trace": ["Trace"],
    "answers.cellsequence": ["Walk"],
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
        globals()[name] = value  # asked for here once only
        return value
    try:
        return import_module(f"gridwalk.{name}")  # `gridwalk.errors` without an import of its own
    except ModuleNotFoundError as error:
        if error.name != f"gridwalk.{name}":
            raise
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None


def _version() -> str:
    """Return the version that was installed; it comes from the tags of the repository."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("gridwalk")
    except PackageNotFoundError:  # run from a folder that nobody installed
        return "0+unknown"


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
