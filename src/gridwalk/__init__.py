"""Every question about paths on a board, answered exactly and fast.

The house, from the ground up: `errors`, `cells`, `moves`, `board`, `path` and `trace` are
values; `kernels` the algorithms, over plain arrays; `search` and `listing` run them;
`pathset` is the lazy set of paths that chooses among them; `render` and `io` draw and
read; `cli` is the command line.  Imports run downwards only.
"""

from gridwalk.board import Board
from gridwalk.errors import GridwalkError, TimeLimitError
from gridwalk.limits import Limits, Progress
from gridwalk.moves import KING, KNIGHT, ROOK, Moves, leaper, parse_moves
from gridwalk.path import Path
from gridwalk.pathset import PathSet
from gridwalk.reading import read
from gridwalk.search.batch import Batch
from gridwalk.search.fields import CheapestPaths
from gridwalk.trace import Trace

__all__ = [
    "KING",
    "KNIGHT",
    "ROOK",
    "Batch",
    "Board",
    "CheapestPaths",
    "GridwalkError",
    "Limits",
    "Moves",
    "Path",
    "PathSet",
    "Progress",
    "TimeLimitError",
    "Trace",
    "leaper",
    "parse_moves",
    "read",
]
__version__ = "0.1.0"
